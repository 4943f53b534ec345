"""Time limits of calls to the browser, kept by one thread: it interrupts a call, or kills the browser and its driver.

Some calls of Playwright's have no limit of their own: a page whose main thread is busy answers nothing. Once the
processes are dead, every call to them ends with an error. A browser that runs elsewhere only loses its connection.
"""

from __future__ import annotations

import inspect
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from types import FrameType
from typing import TypeVar

OWNER = "GIVENS_BROWSER_OWNER"
"""The environment variable that tells the processes of a driver, and of its browsers, from all others."""
GRACE = 1.0
"""Seconds for an interrupted call to end, and for evidence to be saved; then the browser is killed."""
AGAIN_AFTER = 0.02
"""Seconds after which it is tried again to interrupt a call."""
ENDED_WITHIN = 0.5
"""Seconds in which a killed process ends."""
SIGNAL = getattr(signal, "SIGUSR1", None)
"""The signal that interrupts a call; Windows has none, so the browser is killed there."""

MAX_PENDING = 200
"""How many events of one sort are handled at the same time: a page may flood the browser with events."""
Event = TypeVar("Event")


class LateError(KeyboardInterrupt):
    """A time limit has passed; like Ctrl-C, it ends a call of Playwright's and keeps the connection."""


@dataclass(eq=False)
class Limit:
    """A time limit for a part of the program."""

    end: float
    """When it passes, in seconds of the monotonic clock."""
    interrupts: bool = False
    """Whether the call of the main thread is interrupted before the browser is killed."""
    passed: bool = False

    def __post_init__(self) -> None:
        """Note when the browser is killed."""
        self.kill_at = self.end + (GRACE if self.interrupts else 0)

    def renew(self, seconds: float) -> None:
        """Let it pass so many seconds from now, as what it is for goes on."""
        self.end = time.monotonic() + seconds
        self.__post_init__()


class Deadline:
    """The time limit of a target, everything included."""

    def __init__(self, seconds: float | None, since: float | None = None) -> None:
        """Start the clock, now or at a time of the monotonic clock; None is no limit."""
        self.words = f"the time limit of {seconds} s"
        start = time.monotonic() if since is None else since
        self._end = inf if seconds is None else start + seconds

    def remaining_with_grace(self) -> float:
        """Return the seconds that remain until the browser is killed."""
        return max(0.0, self._end + GRACE - time.monotonic())

    def remaining(self, at_most: float = inf) -> float:
        """Return the remaining seconds, at most `at_most`."""
        return max(0.0, min(at_most, self._end - time.monotonic()))


@contextmanager
def bounded(seconds: float, message: str, *, kills: bool = False) -> Iterator[Limit]:
    """Raise `PageGone` with `message` if the block takes longer than `seconds`.

    The call in the block is interrupted, and the browser is killed if that does not end it within `GRACE`; with `kills`
    at once.
    """
    from bot.errors import PageGone
    from solvers import GivensError

    limit = Limit(inf)
    try:
        with watched(seconds, interrupts=not kills) as limit:
            yield limit
    except GivensError:
        raise
    except (Exception, LateError) as error:
        if not limit.passed or (isinstance(error, LateError) and kills):
            raise
        raise PageGone(message) from None


@contextmanager
def answered(seconds: float, message: str, failed: str = "") -> Iterator[None]:
    """Raise `PageGone` as `bounded` does, and for each error of Playwright's in the block, after the words `failed`."""
    from playwright.sync_api import Error

    from bot.errors import PageGone, first_line

    try:
        with bounded(seconds, message):
            yield
    except Error as error:
        raise PageGone(f"{failed}: {first_line(error)}" if failed else first_line(error)) from error


def uncancelled(handler: Callable[[Event], None]) -> Callable[[Event], None]:
    """Return a handler of browser events that ends silently with the browser; more than `MAX_PENDING` are dropped."""
    from asyncio import CancelledError

    pending: list[Event] = []

    def quiet(event: Event) -> None:
        if len(pending) < MAX_PENDING:
            pending.append(event)
            try:
                with suppress(CancelledError):
                    handler(event)
            finally:
                pending.pop()

    return quiet


_limits: set[Limit] = set()
_owners: list[str] = []
"""The values of `OWNER` of the drivers of this process; the last one is in charge."""
_changed = threading.Condition()
_threads: list[threading.Thread] = []
_main: list[FrameType] = []
"""The outermost frame of the main thread."""


@contextmanager
def watched(seconds: float, *, interrupts: bool = False) -> Iterator[Limit]:
    """Interrupt the block, or kill the browser, if it takes longer."""
    interrupts &= SIGNAL is not None and threading.current_thread() is threading.main_thread()
    if interrupts and SIGNAL is not None and (frame := inspect.currentframe()) is not None:
        signal.signal(SIGNAL, _interrupt)
        _main[:] = [_root(frame)]
    limit = Limit(time.monotonic() + seconds, interrupts)
    with _changed:
        _limits.add(limit)
        if not _threads:
            _threads.append(threading.Thread(target=_watch, daemon=True))
            _threads[0].start()
        _changed.notify()
    try:
        yield limit
    finally:
        with _changed:
            _limits.discard(limit)
        time.sleep(0)  # A signal that was sent because of it arrives.


@contextmanager
def watchdog(owner: str) -> Iterator[None]:
    """Kill the processes that have this value of `OWNER` when a limit passes."""
    _owners.append(owner)
    try:
        yield
    finally:
        _owners.remove(owner)


def kill(*, wait: bool = False) -> None:
    """Kill the driver and its browsers; `wait` a moment for their end: until then they may write files."""
    import psutil

    killed = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(OWNER) in _owners[-1:]:
                process.kill()
                killed.append(process)
    psutil.wait_procs(killed if wait else [], timeout=ENDED_WITHIN)


def _watch() -> None:
    with _changed:
        while True:
            for limit in [limit for limit in _limits if limit.end <= time.monotonic()]:
                limit.passed = True
                if limit.kill_at <= time.monotonic():
                    kill()
                    limit.end = time.monotonic() + GRACE
                elif sys.platform != "win32" and SIGNAL is not None:
                    limit.end = time.monotonic() + AGAIN_AFTER  # Unless the signal ends a call.
                    signal.pthread_kill(threading.main_thread().ident or 0, SIGNAL)
            wait = min((limit.end for limit in _limits), default=inf) - time.monotonic()
            _changed.wait(None if wait == inf else max(0.0, wait))


def _interrupt(_signal: int, frame: FrameType | None) -> None:
    """End the current call if the event loop waits: an exception in one of its callbacks would end the connection."""
    if frame is not None and (frame.f_code.co_name == "select" or _root(frame) is _main[0]):
        for limit in [limit for limit in _limits if limit.passed]:
            limit.end = limit.kill_at
        raise LateError


def _root(frame: FrameType) -> FrameType:
    """Return the outermost frame; Playwright's event loop and handlers of events have others than the program."""
    while frame.f_back is not None:
        frame = frame.f_back
    return frame
