"""The clock of tests: a virtual one, so that nothing depends on the speed of a machine.

A pause adds to a number and lets the page's own timers run as far, so the page and our patience move together.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.sync_api import Error

from bot.browser.launch import VIEWPORT, new_context
from scrapers import Clock, Patience, clock_of, set_clock

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request

START = 1000.0
"""The time at which each clock begins, in seconds."""
FRAME_MS = 16
"""Milliseconds between two steps of an animation."""
ANIMATIONS = """setInterval(() => {
    for (const animation of document.getAnimations()) {
        animation.updatePlaybackRate(1e-9);
        if (animation.playState === "running") animation.currentTime = Number(animation.currentTime) + FRAME_MS;
    }
}, FRAME_MS)""".replace("FRAME_MS", str(FRAME_MS))
"""Lets animations of style sheets, which know no other clock than the real one, go on with the page's timers."""
KEPT = "globalThis.performanceOfBrowser = performance"
RESTORED = "performance.getEntriesByType = (type) => performanceOfBrowser.getEntriesByType(type)"
"""Gives a page the entries back, such as its requests, that Playwright's clock takes away."""


REQUEST_MS, REQUEST_LOOKS = 10, 300
"""How often, and how many times, a pause looks whether the requests of its page are answered, in real time."""
_UNDER_WAY: WeakKeyDictionary[BrowserContext, set[Request]] = WeakKeyDictionary()
"""The requests of each context that are not answered yet."""


class VirtualClock(Clock):
    """A clock that stands still but while it pauses, together with the timers of its page.

    A pause ends once the requests of the page are answered: they take their time by the clock of the machine.
    """

    _now = START

    def now(self) -> float:
        """Return the time in seconds: all pauses together."""
        return self._now

    def _run(self, page: Page, ms: float) -> None:
        self._now += ms / 1000
        try:
            page.clock.run_for(max(1, round(ms)))
            requests = _UNDER_WAY.get(page.context, set())
            for _ in range(REQUEST_LOOKS):
                if not requests:
                    return
                page.wait_for_timeout(REQUEST_MS)
            requests.clear()  # Nobody will answer them.
        except Error:  # A timer of the page has failed, or the page goes on to another document.
            if page.is_closed():
                raise


def set_virtual(context: BrowserContext) -> None:
    """Give each page of a context a virtual clock; its timers stand still until somebody waits."""
    now = datetime.now(UTC)
    context.add_init_script(KEPT)
    context.clock.install(time=now)
    context.clock.pause_at(now)
    context.add_init_script(f"{RESTORED}; {ANIMATIONS}")

    context.on("page", lambda page: set_clock(page, VirtualClock(page)))
    requests = _UNDER_WAY[context] = set()

    def end(request: Request) -> None:
        requests.discard(request)

    def begin(request: Request) -> None:
        requests.add(request)

    context.on("request", begin)
    context.on("requestfinished", end)
    context.on("requestfailed", end)


def wait_for(page: Page, condition: str) -> None:
    """Let a page run until an expression is true there; fail if it never is."""
    for _ in Patience(clock_of(page), 60.0).looks(20):
        if page.evaluate(condition):
            return
    raise AssertionError(condition)


class WorkerPage:
    """The one page of a worker, on the virtual clock; each test gets it empty."""

    def __init__(self, browser: Browser) -> None:
        """Take the browser in which it is opened."""
        self._browser = browser
        self._page: Page | None = None

    def reset(self) -> Page:
        """Return the page without document, cookies and routes, in its own size; open it if a test has closed it."""
        page = self._page
        if page is None or page.is_closed():
            self.close()
            context = new_context(self._browser)
            set_virtual(context)
            self._page = page = context.new_page()
        context = page.context
        for other in context.pages:
            if other != page:
                other.close()
        context.unroute_all()
        page.unroute_all()
        context.clear_cookies()
        if page.viewport_size != VIEWPORT:
            page.set_viewport_size({"width": VIEWPORT["width"], "height": VIEWPORT["height"]})
        if page.url.startswith("http"):
            with suppress(Error):
                page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        _UNDER_WAY[context].clear()
        set_clock(page, VirtualClock(page))
        return page

    def close(self) -> None:
        """Close its context."""
        if self._page is not None:
            with suppress(Error):
                self._page.context.close()
