"""Ending calls to the browser: at a time limit, and at Ctrl-C.

Playwright's sync API waits in an asyncio loop, in some calls without any limit (a page whose main thread is busy
answers nothing). An exception that is thrown into the waiting greenlet ends the call and keeps the connection, so that
evidence can still be saved. Where that does not help, the watchdog kills the browser. Asyncio is imported where it is
used, as commands without a browser do not need it.
"""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, TypeVar

from bot.browser.watchdog import killed_after
from bot.errors import PageGone, first_line
from solvers import GivensError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator
    from types import FrameType

    from bot.browser.watchdog import Limit

GRACE = 1.0
"""Seconds for a call to end, and for evidence to be saved, when a time limit has passed; then the browser is killed."""

MAX_PENDING = 200
"""How many events of one sort are handled at the same time."""

Event = TypeVar("Event")


class Deadline:
    """The time limit of a target, everything included."""

    def __init__(self, seconds: float | None, since: float | None = None) -> None:
        """Start the clock, now or at a time of the monotonic clock; None is no limit."""
        self.seconds = seconds
        start = time.monotonic() if since is None else since
        self._end = None if seconds is None else start + seconds

    @property
    def words(self) -> str:
        """The limit in words."""
        return f"the time limit of {self.seconds} s"

    def remaining_with_grace(self) -> float:
        """Return the seconds that remain until the browser is killed."""
        return inf if self._end is None else max(0.0, self._end + GRACE - time.monotonic())

    def remaining(self, at_most: float = inf) -> float:
        """Return the remaining seconds, at most `at_most`."""
        return at_most if self._end is None else max(0.0, min(at_most, self._end - time.monotonic()))


class _LateError(BaseException):
    """A time limit has passed; not an `Exception`, so that nobody handles it on its way."""


@contextmanager
def bounded(seconds: float, message: str) -> Iterator[None]:
    """Raise `PageGone` with `message` if the calls to the browser in the block take longer than `seconds` together.

    The browser is killed if that does not end the calls within `GRACE`.
    """
    if seconds == inf:
        yield
        return
    import greenlet

    late = _LateError()
    # Thrown in the loop, where the greenlet that entered the block waits for a call to end.
    timer = running_loop().call_later(seconds, greenlet.getcurrent().throw, late)
    try:
        with killed_with(seconds + GRACE, message):
            yield
    except _LateError as error:
        if error is not late:
            raise
        raise PageGone(message) from None
    finally:
        timer.cancel()


@contextmanager
def answered(seconds: float, message: str, failed: str = "") -> Iterator[None]:
    """Raise `PageGone` as `bounded` does, and for each error of Playwright's in the block, after the words `failed`."""
    from playwright.sync_api import Error

    try:
        with bounded(seconds, message):
            yield
    except Error as error:
        raise PageGone(f"{failed}: {first_line(error)}" if failed else first_line(error)) from error


@contextmanager
def killed_with(seconds: float, message: str) -> Iterator[Limit]:
    """Kill the browser if the block takes longer than `seconds`, and raise `PageGone` with `message`."""
    with killed_after(seconds) as limit:
        try:
            yield limit
        except GivensError:
            raise
        except Exception:
            if limit.passed:
                raise PageGone(message) from None
            raise


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for Ctrl-C between calls to the browser or out of one, never in Playwright's loop."""
    import greenlet

    loop = running_loop()
    home = greenlet.getcurrent()
    interrupted = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted or greenlet.getcurrent() is home:
            raise KeyboardInterrupt
        interrupted = True
        loop.call_soon_threadsafe(home.throw, KeyboardInterrupt)

    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def running_loop() -> asyncio.AbstractEventLoop:
    """Return Playwright's event loop; raise `PageGone` if the driver has died."""
    import asyncio

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        raise PageGone("Playwright's driver has died, and its browser with it") from None


def uncancelled(handler: Callable[[Event], None]) -> Callable[[Event], None]:
    """Return a handler of browser events that ends silently when the run around it is cancelled.

    While `MAX_PENDING` calls of it wait for the browser, further events are dropped: otherwise a page that floods the
    browser with events would fill the event loop with handlers.
    """
    from asyncio import CancelledError

    pending = 0

    def quiet(event: Event) -> None:
        nonlocal pending
        if pending >= MAX_PENDING:
            return
        pending += 1
        try:
            handler(event)
        except CancelledError:
            pass
        finally:
            pending -= 1

    return quiet
