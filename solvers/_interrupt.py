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
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import z3

ENDING = frozenset({signal.SIGINT, signal.SIGTERM})
SOON = 0.01
"""Seconds between two attempts to interrupt Z3: it does not hear one that comes just before it begins."""


def interruptible(solver: z3.Solver) -> AbstractContextManager[object]:
    """Let Ctrl-C interrupt the solver, if the thread that asks it is the one that Python lets hear of signals."""
    here = threading.current_thread() is threading.main_thread()
    return _Question(_ear(os.getpid()), solver) if here else nullcontext()


@cache
def _ear(_process: int) -> _Ear:
    """Return what hears the signals of this process; one that is forked has no thread of its parent's."""
    return _Ear()


class _Ear:
    """A thread to which the system writes the number of each signal while Z3 is asked."""

    def __init__(self) -> None:
        self._told, self.tell = socket.socketpair()
        self._told.settimeout(0)
        self.tell.settimeout(0)
        self._lock = threading.Lock()
        self.question: _Question | None = None
        threading.Thread(target=self._listen, daemon=True, name="hears Ctrl-C").start()

    def begin(self, question: _Question) -> None:
        """Interrupt a question when a signal comes from now on: of what came before it Python knows."""
        with self._lock:
            self._signals()
            self.question = question

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
                ending, question = ENDING.intersection(self._signals()), self.question
            while ending and question is not None and self.question is question:
                question.solver.interrupt()
                time.sleep(SOON)


class _Question:
    """One question to a solver, while it is asked."""

    def __init__(self, ear: _Ear, solver: z3.Solver) -> None:
        self._ear, self.solver = ear, solver
        self._before = -1

    def __enter__(self) -> None:
        self._before = signal.set_wakeup_fd(self._ear.tell.fileno(), warn_on_full_buffer=False)
        self._ear.begin(self)

    def __exit__(self, *_: object) -> None:
        self._ear.question = None
        signal.set_wakeup_fd(self._before)
