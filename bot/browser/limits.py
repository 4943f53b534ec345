"""Ending calls to the browser: at a time limit, and at Ctrl-C.

Playwright's sync API waits in an asyncio loop, in some calls without any limit (a page whose main thread is busy
answers nothing). Cancelling the awaited task ends the call and keeps the connection, so that evidence can still be
saved. Asyncio is imported where it is used, as commands without a browser do not need it.
"""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager, suppress
from math import inf
from typing import TYPE_CHECKING, TypeVar

from bot.errors import PageGone

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator
    from types import FrameType

Event = TypeVar("Event")


class Deadline:
    """The time limit of a target, everything included."""

    def __init__(self, seconds: float | None) -> None:
        """Start the clock; None is no limit."""
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def remaining(self, at_most: float = inf) -> float:
        """Return the remaining seconds, at most `at_most`."""
        return at_most if self._end is None else max(0.0, min(at_most, self._end - time.monotonic()))


@contextmanager
def bounded(seconds: float, message: str) -> Iterator[None]:
    """Raise `PageGone` with `message` if the calls to the browser in the block take longer than `seconds` together."""
    if seconds == inf:
        yield
        return
    import asyncio

    loop = asyncio.get_running_loop()
    before = asyncio.all_tasks(loop)
    late = False

    def cancel() -> None:
        nonlocal late
        late = True
        _cancel_all_but(before, loop)

    timer = loop.call_later(seconds, cancel)
    try:
        yield
    except asyncio.CancelledError:
        if not late:
            raise
        raise PageGone(message) from None
    finally:
        timer.cancel()


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for Ctrl-C between calls to the browser or out of one, never in Playwright's loop."""
    import asyncio

    import greenlet

    loop = asyncio.get_running_loop()
    before = asyncio.all_tasks(loop)
    home = greenlet.getcurrent()
    interrupted = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted or greenlet.getcurrent() is home:
            raise KeyboardInterrupt
        interrupted = True
        loop.call_soon_threadsafe(_cancel_all_but, before, loop)

    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield
    except asyncio.CancelledError:
        if interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, previous)


def uncancelled(handler: Callable[[Event], None]) -> Callable[[Event], None]:
    """Return a handler of browser events that ends silently when the run around it is cancelled."""
    from asyncio import CancelledError

    def quiet(event: Event) -> None:
        with suppress(CancelledError):
            handler(event)

    return quiet


def _cancel_all_but(before: set[asyncio.Task[object]], loop: asyncio.AbstractEventLoop) -> None:
    from asyncio import all_tasks

    for task in all_tasks(loop) - before:
        task.cancel()
