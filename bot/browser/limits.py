"""Bounds on what is under way in the browser: a time limit, and Ctrl-C.

Playwright's sync API waits in an asyncio loop, some of its calls without any limit (a page whose
main thread never returns answers nothing). Cancelling what the call waits for ends it and leaves the
connection as it is, so that evidence can still be saved. Asyncio is imported where it is used: what
needs no browser can do without.
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
    """The end of the time that a target may take, everything included."""

    def __init__(self, seconds: float | None) -> None:
        """Start the time now; None is no limit."""
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def remaining(self, at_most: float = inf) -> float:
        """Return the seconds that are left, no more than `at_most`."""
        return at_most if self._end is None else max(0.0, min(at_most, self._end - time.monotonic()))


@contextmanager
def bounded(seconds: float, what: str) -> Iterator[None]:
    """Raise `PageGone` with the words `what` when the browser's answers inside take longer than `seconds` together."""
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
        raise PageGone(what) from None
    finally:
        timer.cancel()


@contextmanager
def interruptible() -> Iterator[None]:
    """Make Ctrl-C a `KeyboardInterrupt` between two calls to the browser or out of one, never inside its machinery."""
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
    """Return a handler of the browser's events that ends quietly when the run around it is cancelled."""
    from asyncio import CancelledError

    def quiet(event: Event) -> None:
        with suppress(CancelledError):
            handler(event)

    return quiet


def _cancel_all_but(before: set[asyncio.Task[object]], loop: asyncio.AbstractEventLoop) -> None:
    from asyncio import all_tasks

    for task in all_tasks(loop) - before:
        task.cancel()
