"""The clock of tests: a virtual one, so that nothing depends on the speed of a machine.

A pause adds to a number and lets the page's own timers run as far, so the page and our patience move together.
"""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime
from math import ceil

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request

from bot.browser.launch import VIEWPORT, new_context
from scrapers import PageClock, Patience, clock_of, set_clock

START = 1000.0
"""The time at which each clock begins, in seconds."""
FRAME_MS = 16
"""Milliseconds between two steps of an animation."""
SCRIPT = """for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
    const own = window[name];
    const reporting = (call) => (...given) => { try { return call(...given) } catch (error) { reportError(error) } };
    const least = name === "setInterval" ? 4 : 0;
    window[name] = (call, ms = 0, ...rest) =>
        own(typeof call === "function" ? reporting(call) : call, Math.max(least, ms), ...rest);
}
performance.getEntriesByType = (type) => performanceOfBrowser.getEntriesByType(type);
const held = new WeakSet();
setInterval(() => {
    for (const animation of document.getAnimations()) {
        if (!held.has(animation)) {
            if (animation.playState !== "running") continue;
            held.add(animation);
            animation.pause(); // One that runs so slowly that it never ends would be drawn again and again.
            Object.defineProperty(animation, "playState", { get: () => "running", configurable: true });
        }
        animation.currentTime = Number(animation.currentTime) + FRAME_MS;
        if (animation.currentTime >= animation.effect.getComputedTiming().endTime) {
            delete animation.playState;
            animation.finish();
        }
    }
}, FRAME_MS)""".replace("FRAME_MS", str(FRAME_MS))
"""What Playwright's clock lacks: reports what fails in a timer; lets no interval come again at the same moment, without
end; has the entries of requests; and lets animations of style sheets go on with the timers."""
TESTS_OF_A_PAGE = 40
"""Tests after which a worker gets a new page: Playwright repeats in each document what its clock has run through."""
SHIELDED = "Symbol.for('shield of givens') in window"
"""Whether a page was played: its shield would swallow the first input to every later document, as its clock stands."""
REQUEST_SECONDS = 3.0
"""Seconds of real time after which a request counts as one that a test leaves unanswered."""


class VirtualClock(PageClock):
    """A clock that stands still but while it pauses, together with the timers of its page.

    What the page has requested is there before time goes on, as the network has no clock of ours.
    """

    _now = START

    def __init__(self, page: Page) -> None:
        """Note from now on what the page requests."""
        super().__init__(page)
        self._requested: dict[Request, float] = {}
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        self._requested[request] = time.monotonic()

    def _end(self, request: Request) -> None:
        self._requested.pop(request, None)

    def now(self) -> float:
        """Return the time in seconds: all pauses together."""
        return self._now

    def _run(self, page: Page, ms: float) -> None:
        self._now += ms / 1000
        while any(time.monotonic() < begun + REQUEST_SECONDS for begun in self._requested.values()):
            page.wait_for_timeout(1)
        try:
            page.clock.run_for(ceil(ms))
        except Error:  # The page goes on to another document.
            if page.is_closed():
                raise


def run_until(page: Page, expression: str) -> None:
    """Let the timers of a page run until a JavaScript expression is true; fail if that takes a minute of its time."""
    looks = Patience(clock_of(page), 60).looks(20)
    assert any(page.evaluate(expression) for _ in looks), f"this never comes true: {expression}"


def set_virtual(context: BrowserContext) -> None:
    """Give each page of a context a virtual clock; its timers stand still until somebody waits."""
    now = datetime.now(UTC)
    context.add_init_script("globalThis.performanceOfBrowser = performance")
    context.clock.install(time=now)
    context.clock.pause_at(now)
    context.add_init_script(SCRIPT)

    def begin(page: Page) -> None:
        set_clock(page, VirtualClock(page))

    context.on("page", begin)


class WorkerPage:
    """The one page of a worker, on the virtual clock; each test gets it empty."""

    def __init__(self, browser: Browser) -> None:
        """Take the browser in which it is opened."""
        self._browser = browser
        self._page: Page | None = None
        self._tests = 0

    def reset(self) -> Page:
        """Return the page without document, storage and routes, in its own size; open it if a test has closed it."""
        page, self._tests = self._page, self._tests + 1
        if page is None or page.is_closed() or self._tests % TESTS_OF_A_PAGE == 0 or page.evaluate(SHIELDED):
            self.close()
            context = new_context(self._browser)
            set_virtual(context)
            self._page = page = context.new_page()
            self._clock = clock_of(page)
        set_clock(page, self._clock)  # A test may have given it another one.
        context = page.context
        for other in context.pages:
            if other != page:
                other.close()
        context.unroute_all()
        page.unroute_all()
        context.clear_cookies()
        with suppress(Error):  # A blank page has no storage.
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        if page.viewport_size != VIEWPORT:
            page.set_viewport_size({"width": VIEWPORT["width"], "height": VIEWPORT["height"]})
        page.goto("about:blank")
        return page

    def close(self) -> None:
        """Close its context."""
        if self._page is not None:
            with suppress(Error):
                self._page.context.close()
