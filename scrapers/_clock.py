"""Time in a play: one clock for each page, and how long a page still has for something."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, ref

if TYPE_CHECKING:
    from playwright.sync_api import Page

GROWTH = 0.1
"""By how much of the time that a page has had already the pauses between looks grow."""


class PageClock:
    """The clock of one page: whatever waits or compares times in a play asks it. In tests it is a virtual one."""

    def __init__(self, page: Page) -> None:
        """Take the page, which a pause lets run."""
        self._page = ref(page)
        self.on_look: Callable[..., object] = lambda *_: None
        """Called after each pause, and before each question: the page has answered all that it was asked before."""

    def now(self) -> float:
        """Return the time in seconds, since an unknown moment."""
        return time.monotonic()

    def pause(self, ms: float) -> None:
        """Let the page run for some milliseconds."""
        page = self._page()
        if page is not None:
            self._run(page, ms)
        self.on_look()

    def _run(self, page: Page, ms: float) -> None:
        page.wait_for_timeout(ms)


_CLOCKS: WeakKeyDictionary[Page, PageClock] = WeakKeyDictionary()


def clock_of(page: Page) -> PageClock:
    """Return the clock of a page."""
    return _CLOCKS.get(page) or set_clock(page, PageClock(page))


def set_clock(page: Page, clock: PageClock) -> PageClock:
    """Give a page a clock, and return it."""
    _CLOCKS[page] = clock
    return clock


class Patience:
    """How long a page still has for something: only pauses count, so that nothing is concluded from slow looks."""

    def __init__(self, clock: PageClock, seconds: float) -> None:
        """Give the page `seconds`."""
        self.clock, self.seconds = clock, seconds
        self.spent = 0.0
        """The seconds that the page has had."""
        self._looked_from = clock.now()

    @property
    def left(self) -> float:
        """The seconds that the page still has."""
        return max(0.0, self.seconds - self.spent)

    def wait(self, ms: float) -> bool:
        """Pause until the next look, as long as the last one at least; return False if the page's time is over."""
        look = self.clock.now() - self._looked_from
        pause = min(max(ms / 1000, GROWTH * self.spent, look), self.left)
        if not pause:
            return False
        self.clock.pause(1000 * pause)
        self.spent += pause
        self._looked_from = self.clock.now()
        return True

    def renew(self) -> None:
        """Give the page its whole time again."""
        self.spent = 0.0

    def looks(self, ms: float) -> Iterator[float]:
        """Iterate until the time is over; yield the seconds that the page has had."""
        yield self.spent
        while self.wait(ms):
            yield self.spent
