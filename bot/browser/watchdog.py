"""Threads that kill the browser, then Playwright's driver, when a time limit has passed.

Time limits within Playwright's event loop (`bot.browser.limits`) end a call and keep the connection, but they cannot
end what the loop does not control: a browser that does not close, or a page that floods the loop with events. Once the
processes are dead, every call to them ends with an error. A browser that runs elsewhere only loses its connection.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
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

    passed: bool = False
    """Whether the browser was killed because of it."""
    lifted: threading.Event = field(default_factory=threading.Event)
    """Set when the limit no longer holds."""


@dataclass(eq=False)
class Watchdog:
    """What finds and kills the processes of one driver."""

    owner: str
    """The value of `OWNER` in the environment of the driver."""
    spare: list[int] = field(default_factory=list)
    """File descriptors that are kept for the end."""

    def kill_all(self) -> None:
        """Kill the driver and its browsers, and wait a moment for their end: until then they may write files."""
        import psutil

        psutil.wait_procs(self.kill(everything=True), timeout=ENDED_WITHIN)

    def kill(self, *, everything: bool) -> list[psutil.Process]:
        """Kill the browsers, and the driver if `everything` or if it has started none; return the killed processes."""
        import psutil

        self.close()
        ours: list[psutil.Process] = []
        browsers: list[psutil.Process] = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):  # A process that this user may not see, or that ends now.
                if process.environ().get(OWNER) == self.owner:
                    ours.append(process)
                    if process.ppid() != os.getpid():  # The driver is our child, browsers are the driver's.
                        browsers.append(process)
        killed = ours if everything or not browsers else browsers
        for process in killed:
            with suppress(psutil.Error):
                process.kill()
        return killed

    def close(self) -> None:
        """Give back the spare file descriptors."""
        while self.spare:
            os.close(self.spare.pop())


_current: list[Watchdog] = []
"""The watchdogs of this process; the last one is in charge."""


@contextmanager
def watchdog(owner: str) -> Iterator[Watchdog]:
    """Let a watchdog be in charge during the block, also of limits that began before it."""
    ours = Watchdog(owner)
    with suppress(OSError):
        ours.spare += (os.open(os.devnull, os.O_RDONLY) for _ in range(SPARE))
    _current.append(ours)
    try:
        yield ours
    finally:
        _current.remove(ours)
        ours.close()


@contextmanager
def killed_after(seconds: float) -> Iterator[Limit]:
    """Kill the browser, then its driver, if the block takes longer, also those that are started in the block."""
    limit = Limit()
    if seconds == inf:
        yield limit
        return

    def watch() -> None:
        rest = seconds
        while not limit.lifted.wait(rest):
            for guard in _current[-1:]:
                # The second time, if the block has not ended yet, everything is killed.
                everything, limit.passed = limit.passed, True
                guard.kill(everything=everything)
            rest = DRIVER_AFTER

    thread = threading.Thread(target=watch, daemon=True, name="browser watchdog")
    try:
        thread.start()
        yield limit
    finally:
        limit.lifted.set()
        if thread.ident is not None:
            thread.join()
