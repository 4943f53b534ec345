"""A thread that kills the browser, then Playwright's driver, when a time limit has passed.

Time limits within Playwright's event loop (`bot.browser.limits`) end a call and keep the connection, but they cannot
end what the loop does not control: a browser that does not close, or a page that floods the loop with events. Once the
processes are dead, every call to them ends with an error. A browser that runs elsewhere only loses its connection.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psutil

OWNER = "GIVENS_BROWSER_OWNER"
"""The environment variable that tells the processes of a driver, and of its browsers, from all others."""
DRIVER_AFTER = 0.4
"""Seconds after which the driver is killed if killing the browsers was not enough."""
ENDED_WITHIN = 0.5
"""Seconds in which a killed process ends."""
SPARE = 8
"""How many file descriptors are kept for the end: a process that has none left cannot find its children."""


@dataclass(eq=False)
class Limit:
    """A time limit for a part of the program."""

    end: float
    """When it passes, in seconds of the monotonic clock."""
    passed: bool = False
    """Whether the browser was killed because of it."""


class Watchdog:
    """The watchdog of one driver."""

    def __init__(self, owner: str) -> None:
        """Take the value of `OWNER` in the environment of the driver; start the thread."""
        self.owner = owner
        self._limits: set[Limit] = set()
        self._changed = threading.Condition()
        self._wakes = inf
        """When the thread wakes up next."""
        self._ended = False
        self._spare: list[int] = []
        with suppress(OSError):
            for _ in range(SPARE):
                self._spare.append(os.open(os.devnull, os.O_RDONLY))
        self._thread = threading.Thread(target=self._watch, daemon=True, name="browser watchdog")
        self._thread.start()

    def end(self) -> None:
        """End the thread."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()
        for descriptor in self._spare:
            os.close(descriptor)

    def add(self, limit: Limit) -> None:
        """Watch a limit."""
        with self._changed:
            self._limits.add(limit)
            if limit.end < self._wakes:
                self._changed.notify()

    def drop(self, limit: Limit) -> None:
        """End a limit."""
        with self._changed:
            self._limits.discard(limit)

    def _watch(self) -> None:
        with self._changed:
            while not self._ended:
                now = time.monotonic()
                passed = [limit for limit in self._limits if limit.end <= now]
                for limit in passed:
                    # The second time, if it is still there, everything is killed.
                    self.kill(everything=limit.passed)
                    limit.passed, limit.end = True, time.monotonic() + DRIVER_AFTER
                self._wakes = min((limit.end for limit in self._limits), default=inf)
                self._changed.wait(None if self._wakes == inf else max(0.0, self._wakes - time.monotonic()))

    def kill_all(self) -> None:
        """Kill the driver and its browsers, and wait a moment for their end: until then they may write files."""
        import psutil

        psutil.wait_procs(self.kill(everything=True), timeout=ENDED_WITHIN)

    def kill(self, *, everything: bool) -> list[psutil.Process]:
        """Kill the browsers, and the driver if `everything` or if it has started none; return the killed processes."""
        import psutil

        while self._spare:
            os.close(self._spare.pop())
        ours = list(_owned(self.owner))
        browsers = [process for process in ours if not _is_child(process)]
        killed = ours if everything or not browsers else browsers
        for process in killed:
            with suppress(psutil.Error):
                process.kill()
        return killed


_current: list[Watchdog] = []
"""The watchdogs of this process; the last one is in charge."""
_limits: set[Limit] = set()
"""The limits of all open blocks; a watchdog that starts takes them over, as blocks may begin before their driver."""


@contextmanager
def watchdog(owner: str) -> Iterator[Watchdog]:
    """Let a watchdog be in charge during the block."""
    ours = Watchdog(owner)
    for limit in tuple(_limits):
        ours.add(limit)
    _current.append(ours)
    try:
        yield ours
    finally:
        _current.remove(ours)
        ours.end()


@contextmanager
def killed_after(seconds: float) -> Iterator[Limit]:
    """Kill the browser, then its driver, if the block takes longer, also those that are started in the block."""
    if seconds == inf:
        yield Limit(inf)
        return
    limit = Limit(time.monotonic() + seconds)
    _limits.add(limit)
    for guard in _current[-1:]:
        guard.add(limit)
    try:
        yield limit
    finally:
        _limits.discard(limit)
        for guard in _current:
            guard.drop(limit)


def _owned(owner: str) -> Iterator[psutil.Process]:
    """Yield the processes of a driver and its browsers, as far as this user may see them."""
    import psutil

    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(OWNER) == owner:
                yield process


def _is_child(process: psutil.Process) -> bool:
    """Return whether a process is a child of this one: the driver is, browsers are the driver's."""
    import psutil

    with suppress(psutil.Error):
        return process.ppid() == os.getpid()
    return False
