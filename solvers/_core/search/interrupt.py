"""Ctrl-C and the time limit while Z3 works: both stop Z3 at once, and are raised when nothing is half done.

Python runs signal handlers between any two bytecode instructions, but never inside Z3. Between instructions an
exception can leave z3py objects half made, or turn into another error inside ctypes. So while a puzzle is being solved,
our handler only records the signal, Z3 works in a thread of its own, and the caller waits for it and interrupts it. At
the end the previous handler is called.

Z3's own timer is not used: if it rings while Z3 prepares a check, it and all interrupts are lost.
An interrupted solver is never used again: Z3 continues where it was, and sometimes gives a wrong answer.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import z3

T = TypeVar("T")

SOON = 0.01
"""Seconds between two looks at signals and the time limit, and two interrupts: Z3 misses one just before it starts."""
_pending: list[tuple[int, FrameType | None]] = []
"""The signals that were recorded."""


def _note(number: int, frame: FrameType | None) -> None:
    """Record a signal; installed as Python's handler."""
    _pending.append((number, frame))


@cache
def _thread(_process: int) -> ThreadPoolExecutor:
    """Return the thread in which Z3 works; a forked process does not inherit its parent's."""
    return ThreadPoolExecutor(1, "Z3")


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; meanwhile it stops Z3, and `heed` raises.

    Do nothing in a thread that cannot handle signals, inside another block, or if Ctrl-C is ignored.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before) or before is _note:
        yield
        return
    signal.signal(signal.SIGINT, _note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signals = _pending[:]
        _pending.clear()
        if signals:
            before(*signals[0])


def interruptible(solver: z3.Solver, seconds: float | None, call: Callable[[], T]) -> T:
    """Return what a call of Z3 does, which Ctrl-C and the end of the time interrupt; see `heed`."""
    heed()  # A signal from before found nothing to interrupt.
    end = None if seconds is None else time.perf_counter() + seconds
    work = _thread(os.getpid()).submit(call)
    try:
        while not wait([work], SOON).done:
            if _pending or (end is not None and time.perf_counter() > end):
                solver.interrupt()
    finally:
        while not work.done():  # Another signal's handler has raised.
            solver.interrupt()
            wait([work], SOON)
    heed()
    return work.result()


def heed() -> None:
    """Raise `KeyboardInterrupt` if a Ctrl-C is pending."""
    if _pending:
        raise KeyboardInterrupt
