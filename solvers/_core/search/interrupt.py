"""Ctrl-C while Z3 works: it stops Z3 at once, and is raised when nothing is half done.

Python runs signal handlers between any two bytecode instructions, but never while Z3 works. Between instructions an
exception can leave z3py objects half made, or turn into another error inside ctypes; while Z3 works the handler waits
until Z3 answers. So while a puzzle is being solved, our handler only records the signal, and a second thread, which is
woken through the wakeup file descriptor, interrupts Z3. At the end the previous handler is called.

It also keeps the time limit: if Z3's own timer rings while Z3 prepares a check, it and all interrupts are lost.
An interrupted solver is never used again: Z3 continues where it was, and sometimes gives a wrong answer.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import z3

ENDING = frozenset(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that interrupt Z3; workers, and commands with a browser, handle the others like the first."""
SOON = 0.01
"""Seconds between two looks at the time limit and two interrupts: Z3 misses one just before it starts."""


class _Listener:
    """The handler and the thread that react to Ctrl-C in this process."""

    def __init__(self) -> None:
        self.pending: tuple[int, FrameType | None] | None = None
        self.check: tuple[weakref.ref[z3.Solver], float] | None = None
        """The solver at work and when it must end, in a new tuple for each check, so that checks can be told apart.

        Z3 can crash if the thread is the last to have a solver, and frees it while another is at work.
        """
        self._reader, self._writer = socket.socketpair()
        self._reader.settimeout(0)
        self._writer.settimeout(0)
        self.lock = threading.Lock()
        self._asleep = True
        threading.Thread(target=self._listen, daemon=True, name="Ctrl-C listener").start()

    def note(self, number: int, frame: FrameType | None) -> None:
        """Record the signal; installed as Python's handler."""
        self.pending = number, frame

    def begin(self) -> int:
        """Start to listen; return the previous wakeup file descriptor."""
        before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        with self.lock:
            self._take()
            self._asleep = True  # What wakes the thread may have been taken.
        return before

    def watch(self, solver: z3.Solver, seconds: float) -> None:
        """Interrupt the solver from now on after a signal, and when so many seconds are over."""
        with self.lock:
            self.check = weakref.ref(solver), time.perf_counter() + seconds
            if self._asleep:
                self._writer.send(b"\0")  # no signal's number
                self._asleep = False

    def _take(self) -> bytes:
        """Return the numbers of the signals that arrived since the last call."""
        try:
            return self._reader.recv(64)
        except BlockingIOError:
            return b""

    def _listen(self) -> None:
        signalled = None
        while True:
            select.select([self._reader], [], [], None if self._asleep else SOON)
            with self.lock:  # Z3 can crash if an interrupt overlaps with another call.
                check = self.check
                self._asleep = check is None
                if ENDING.intersection(self._take()):
                    signalled = check
                if check and (check is signalled or time.perf_counter() > check[1]) and (solver := check[0]()):
                    solver.interrupt()
                    del solver


@cache
def _listener(_process: int) -> _Listener:
    """Return the listener of a process; a forked process does not inherit its parent's thread."""
    return _Listener()


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; meanwhile it stops Z3, and `heed` raises.

    Do nothing in a thread that cannot handle signals, or if Ctrl-C is ignored.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    listener = _listener(os.getpid())
    if before == listener.note:  # inside another block
        yield
        return
    signal.signal(signal.SIGINT, listener.note)
    written_to = listener.begin()
    try:
        yield
    finally:
        signal.set_wakeup_fd(written_to)
        signal.signal(signal.SIGINT, before)
        pending, listener.pending = listener.pending, None
        if pending is not None:
            before(*pending)


@contextmanager
def interruptible(solver: z3.Solver, seconds: float | None) -> Iterator[None]:
    """Let Ctrl-C and the end of the time interrupt the solver; raise `KeyboardInterrupt` if one is pending."""
    listener = _listener(os.getpid())
    listener.watch(solver, float("inf") if seconds is None else seconds)
    try:
        heed()  # A signal from before found nothing to interrupt.
        yield
    finally:
        with listener.lock:
            listener.check = None


def heed() -> None:
    """Raise `KeyboardInterrupt` if a Ctrl-C is pending."""
    if _listener(os.getpid()).pending is not None:
        raise KeyboardInterrupt
