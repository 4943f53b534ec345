"""Ctrl-C while Z3 is at work: heard at once, and told when nothing is half done.

Python's handlers run between any two of its instructions, and none while Z3 thinks. In the first case what z3py has
half made complains, and where ctypes is at work Ctrl-C turns into another error; in the second it is heard when Z3 has
answered. So for the time of a puzzle a handler of ours just notes it, a second thread, to which the system writes each
signal, interrupts Z3, and in the end the handler that was there before is called.

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
    from types import FrameType

    import z3

ENDING = frozenset({signal.SIGINT, signal.SIGTERM})
"""The signals that interrupt Z3: workers take the second for Ctrl-C."""
SOON = 0.01
"""Seconds between two attempts to interrupt Z3: it does not hear one that comes just before it begins."""


class _Ear:
    """What hears Ctrl-C in this process."""

    def __init__(self) -> None:
        self.struck: tuple[int, FrameType | None] | None = None
        self.question: tuple[z3.Solver] | None = None
        """What Z3 is asked just now: a new object each time, so that none is taken for another one."""
        self._told, self._tell = socket.socketpair()
        self._told.settimeout(0)
        self._tell.settimeout(0)
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True, name="hears Ctrl-C").start()

    def note(self, number: int, frame: FrameType | None) -> None:
        """Note Ctrl-C, as Python's handler."""
        self.struck = number, frame

    def begin(self) -> int:
        """Hear from now on; return what the system wrote signals to before."""
        before = signal.set_wakeup_fd(self._tell.fileno(), warn_on_full_buffer=False)
        with self._lock:
            self._take()
        return before

    def _take(self) -> bytes:
        """Take the numbers of the signals that came since the last time."""
        try:
            return self._told.recv(64)
        except BlockingIOError:
            return b""

    def _listen(self) -> None:
        while True:
            select.select([self._told], [], [])
            with self._lock:
                ending, question = ENDING.intersection(self._take()), self.question
            while ending and question is not None and self.question is question:
                question[0].interrupt()
                time.sleep(SOON)


@cache
def _ear(_process: int) -> _Ear:
    """Return what hears Ctrl-C in a process; one that is forked has no thread of its parent's."""
    return _Ear()


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Hold Ctrl-C back until the end of this; meanwhile it ends the question that Z3 is asked, and the next `heed`.

    Where Python would not let this thread hear of it, or nothing is to come of it, nothing is done.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    ear = _ear(os.getpid())
    if before == ear.note:  # Inside of another one.
        yield
        return
    signal.signal(signal.SIGINT, ear.note)
    written_to = ear.begin()
    try:
        yield
    finally:
        signal.set_wakeup_fd(written_to)
        signal.signal(signal.SIGINT, before)
        struck, ear.struck = ear.struck, None
        if struck is not None:
            before(*struck)


@contextmanager
def interruptible(solver: z3.Solver) -> Iterator[None]:
    """Let Ctrl-C interrupt the solver."""
    ear = _ear(os.getpid())
    ear.question = (solver,)
    try:
        yield
    finally:
        ear.question = None


def heed() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C is held back."""
    if _ear(os.getpid()).struck is not None:
        raise KeyboardInterrupt
