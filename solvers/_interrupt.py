"""Ctrl-C in the middle of a question to Z3: Python's handlers run only when Z3 has answered.

A second thread hears of the signal at once and interrupts Z3, which then answers that it does not know.
What was interrupted is never asked again: Z3 goes on from where it was, and now and then to a wrong answer.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
import time
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import z3

ENDING = frozenset({signal.SIGINT, signal.SIGTERM})
SOON = 0.01
"""Seconds between two attempts to interrupt Z3: it does not hear one that comes just before it begins."""


@contextmanager
def interruptible(solver: z3.Solver) -> Iterator[None]:
    """Let Ctrl-C interrupt the solver, if the thread that asks it is the one that Python lets hear of signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with _ear(os.getpid()).hearing(solver):
        yield


@cache
def _ear(_process: int) -> _Ear:
    """Return what hears the signals of this process; one that is forked has no thread of its parent's."""
    return _Ear()


class _Ear:
    """A thread to which the system writes the number of each signal while Z3 is asked."""

    def __init__(self) -> None:
        self._told, self._tell = socket.socketpair()
        self._told.settimeout(0)
        self._tell.settimeout(0)
        self._lock = threading.Lock()
        self._asked: tuple[z3.Solver] | None = None
        """Anew for each question, so that none is taken for another one to the same solver."""
        threading.Thread(target=self._listen, daemon=True, name="hears Ctrl-C").start()

    @contextmanager
    def hearing(self, solver: z3.Solver) -> Iterator[None]:
        before = signal.set_wakeup_fd(self._tell.fileno(), warn_on_full_buffer=False)
        try:
            with self._lock:
                self._signals()  # Of what came before this question Python knows.
                self._asked = (solver,)
            yield
        finally:
            self._asked = None
            signal.set_wakeup_fd(before)

    def _signals(self) -> bytes:
        """Return the numbers of the signals that came since the last call."""
        try:
            return self._told.recv(64)
        except BlockingIOError:
            return b""

    def _listen(self) -> None:
        while True:
            select.select([self._told], [], [])
            with self._lock:
                ending, asked = ENDING.intersection(self._signals()), self._asked
            while ending and asked is not None and self._asked is asked:
                asked[0].interrupt()
                time.sleep(SOON)
