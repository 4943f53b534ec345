"""Time limits of calls to the browser, kept by one thread: it interrupts a call, or kills the browser and its driver.

Some calls of Playwright's have no limit of their own: a page whose main thread is busy answers nothing. Once the
processes are dead, every call to them ends with an error. A browser that runs elsewhere only loses its connection.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from types import FrameType

TEMPORARY = ("TEMP", "TMP") if os.name == "nt" else ("TMPDIR",)
"""The environment variables that name the temporary folder: a driver and its browsers have one of their own."""
ANSWER_TIMEOUT = 10.0
"""Seconds that a page has to answer a call; no call to it has a shorter limit."""
GRACE = 1.0
"""Seconds for an interrupted call to end, and for evidence to be saved; then the browser is killed."""
AGAIN_AFTER = 0.02
"""Seconds after which it is tried again to interrupt a call."""
ENDED_WITHIN = 3.0
"""Seconds in which a killed process ends."""
ROUNDS = 3
"""How often it is looked whether a process is left."""
SIGNAL = getattr(signal, "SIGUSR1", None)
"""The signal that interrupts a call; Windows has none, so the browser is killed there."""


class LateError(KeyboardInterrupt):
    """A time limit has passed; like Ctrl-C, it ends a call of Playwright's and keeps the connection."""


@dataclass(eq=False)
class Limit:
    """A time limit for a part of the program, in seconds of the monotonic clock."""

    end: float
    """When it passes, or when what it did then is done again."""
    kill_at: float
    """When the browser is killed."""
    passed: bool = False

    def renew(self, seconds: float = ANSWER_TIMEOUT) -> None:
        """Let it pass in some seconds from now, unless it has passed."""
        if not self.passed:
            self.kill_at += time.monotonic() + seconds - self.end
            self.end = time.monotonic() + seconds


class Deadline:
    """The time limit of a target, everything included."""

    def __init__(self, seconds: float | None, since: float | None = None) -> None:
        """Start the clock, now or at a time of the monotonic clock; None is no limit."""
        self.words = f"the time limit of {seconds} s"
        start = time.monotonic() if since is None else since
        self._end = inf if seconds is None else start + seconds

    def remaining(self, at_most: float = inf) -> float:
        """Return the remaining seconds, at most `at_most`."""
        return max(0.0, min(at_most, self._end - time.monotonic()))

    def within(self, at_most: float) -> tuple[float, str]:
        """Return the remaining seconds, at most `at_most`, and the limit that they come from in words."""
        left = self.remaining(at_most)
        return left, self.words if left < at_most else f"{at_most:g} s"


_limits: set[Limit] = set()
folders: list[str] = []
"""The temporary folders of the drivers of this process; the last one is in charge."""
_changed = threading.Condition()
_threads: list[threading.Thread] = []


@contextmanager
def limit_time(seconds: float, message: str, *, kills: bool = False, failed: str | None = None) -> Iterator[Limit]:
    """Raise `PageGone` with `message` if the block takes longer than `seconds`.

    The call in the block is interrupted, and the browser is killed if that does not end it within `GRACE`; with `kills`
    at once. With `failed`, each error of Playwright's in the block becomes a `PageGone`, too, after these words.
    """
    interrupts = not kills and SIGNAL is not None and threading.current_thread() is threading.main_thread()
    if interrupts and SIGNAL is not None:
        signal.signal(SIGNAL, _interrupt)
    end = time.monotonic() + seconds
    limit = Limit(end, end + (GRACE if interrupts else 0))
    try:
        with _changed:
            _limits.add(limit)
            if not _threads:
                _threads.append(threading.Thread(target=_watch, daemon=True))
                _threads[0].start()
            _changed.notify()
        yield limit
    except (Exception, LateError) as error:
        from playwright.sync_api import Error

        from bot.errors import PageGone, first_line
        from solvers import GivensError

        if isinstance(error, GivensError):
            raise
        if limit.passed and not (kills and isinstance(error, LateError)):
            raise PageGone(message) from None
        if failed is None or not isinstance(error, Error):
            raise
        raise PageGone(f"{failed}: {first_line(error)}" if failed else first_line(error)) from error
    finally:
        _limits.discard(limit)


def kill(*, wait: bool = False) -> None:
    """Kill the driver and its browsers; `wait` a moment for their end: until then they may write files."""
    import psutil

    since = psutil.Process().create_time()  # What is older than this process cannot be ours.
    for _ in range(ROUNDS if wait else 1):  # One that is killed may have started another.
        killed = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if process.create_time() >= since and process.environ().get(TEMPORARY[0]) in folders[-1:]:
                    process.kill()
                    killed.append(process)
        if not killed:
            return
        psutil.wait_procs(killed if wait else [], timeout=ENDED_WITHIN)


def _watch() -> None:
    with _changed:
        while True:
            for limit in [limit for limit in tuple(_limits) if limit.end <= time.monotonic()]:
                limit.passed = True
                if limit.kill_at <= time.monotonic():
                    kill()
                    limit.end = time.monotonic() + GRACE
                elif sys.platform != "win32" and SIGNAL is not None:
                    limit.end = time.monotonic() + AGAIN_AFTER  # Unless the signal ends a call.
                    signal.pthread_kill(threading.main_thread().ident or 0, SIGNAL)
            wait = min((limit.end for limit in tuple(_limits)), default=inf) - time.monotonic()
            _changed.wait(min(max(0.0, wait), GRACE))  # One may be renewed to pass earlier.


def _interrupt(_signal: int, frame: FrameType | None) -> None:
    """End our own code, or a call while the event loop waits: in its callbacks, that would end the connection."""
    from greenlet import getcurrent

    passed = [limit for limit in tuple(_limits) if limit.passed]  # None if the block has ended since.
    is_ours = getcurrent().parent is None  # Playwright's event loop and handlers of events are greenlets.
    if passed and frame is not None and (is_ours or frame.f_code.co_name == "select"):
        for limit in passed:
            limit.end = limit.kill_at
        raise LateError
