"""The tab that is open in the person's own browser: found by its address, never opened and never closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from bot.errors import SetupError, UsageError, listed
from bot.play.targets import BY_LOOKS, Target, own_site, site_chosen
from scrapers import MAX_WORDS, ReadError, ask, clean

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from scrapers import Site

LOOK = "() => document.visibilityState === 'visible'"
TIMEOUT_MS = 2000
"""Milliseconds in which a tab must say whether it is visible; one that hangs is passed over."""
START = "chromium --remote-debugging-port=9222 --user-data-dir=FOLDER"


class Here(NamedTuple):
    """A wish for the open tab: a part of its address, "" for the one in front; and its site, if that is chosen."""

    address: str = ""
    site: str | None = None

    @property
    def name(self) -> str:
        """What a user wrote."""
        return f"--here {self.address}".strip()


class Tab(NamedTuple):
    """An open tab that can show a puzzle."""

    page: Page
    site: Site
    in_front: bool


def find_tab(browser: Browser, wish: Here) -> tuple[Target, Page]:
    """Return the open tab that a user means; raise `UsageError` if there is none, or if there are several."""
    pages = [page for context in browser.contexts for page in context.pages if _is_page(page.url)]
    if not pages:
        raise UsageError("the browser has no tab with a page: open the puzzle in it, and run this again")
    named = [page for page in pages if wish.address in page.url]
    if not named:
        raise UsageError(f"no open tab has {wish.address!r} in its address; the open tabs are {_listed(pages)}")
    chosen = None if wish.site is None else site_chosen(wish.site)
    tabs = [Tab(page, site, _in_front(page)) for page in named if (site := own_site(page.url, chosen)) is not None]
    if not tabs:
        raise UsageError(
            f"no site module knows {_listed(named)}. With {BY_LOOKS} a page is read by what it looks like",
            command=f"add {BY_LOOKS} to the command",
        )
    front = [tab for tab in tabs if tab.in_front] or tabs
    if len(front) > 1:
        raise UsageError(
            f"{len(front)} open tabs match: {_listed([tab.page for tab in front])}. Name one by a part of its address"
        )
    tab = front[0]
    return Target(tab.page.url, tab.site, tab.page.url), tab.page


def endpoint_missing() -> SetupError:
    """Return the error for --here without the address of a running browser."""
    return SetupError(
        "--here needs the address of your browser, which must have been started with a debugging port: "
        f"`{START}`, then --browser http://127.0.0.1:9222"
    )


def _is_page(url: str) -> bool:
    return urlsplit(url).scheme in {"http", "https", "file"}


def _in_front(page: Page) -> bool:
    """Return whether a tab is the one in front in its window."""
    from playwright.sync_api import Error

    try:
        visible: bool = ask(page.locator("html"), LOOK, None, bool, timeout_ms=TIMEOUT_MS)
    except (Error, ReadError):
        return False
    return visible


def _listed(pages: list[Page]) -> str:
    return listed([clean(page.url, MAX_WORDS) for page in pages])
