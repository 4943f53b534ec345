"""Find the open tab that a user means in the person's own browser."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.browser.limits import ANSWER_TIMEOUT, bounded
from bot.errors import PageGone, UsageError, listed
from bot.play.options import BY_LOOKS
from bot.play.sites import site_at, site_chosen
from bot.play.targets import Here, Target
from scrapers import MAX_WORDS, ReadError, ask, clean

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def find_tab(browser: Browser, wish: Here) -> tuple[Target, Page]:
    """Return the open tab that a user means; raise `UsageError` if there is none, or if there are several."""
    tabs = [page for context in browser.contexts for page in context.pages]
    pages = [page for page in tabs if urlsplit(page.url).scheme in {"http", "https", "file"}]
    if not pages:
        raise UsageError("the browser has no tab with a page: open the puzzle in it, and run this again")
    named = [page for page in pages if wish.address in page.url]
    if not named:
        raise UsageError(f"no open tab has {wish.address!r} in its address; the open tabs are {_urls(pages)}")
    chosen = None if wish.site is None else site_chosen(wish.site)
    found = [(page, site) for page in named if (site := site_at(page.url, chosen)) is not None]
    if not found:
        raise UsageError(
            f"no site module knows {_urls(named)}. With {BY_LOOKS} a page is read by what it looks like",
            command=f"add {BY_LOOKS} to the command",
        )
    front = [tab for tab in found if _in_front(tab[0])] or found
    if len(front) > 1:
        raise UsageError(
            f"{len(front)} open tabs match: {_urls([page for page, _ in front])}. Name one by a part of its address"
        )
    page, site = front[0]
    return Target(page.url, site, page.url), page


def _in_front(page: Page) -> bool:
    """Return whether a tab is the one in front in its window."""
    from playwright.sync_api import Error

    try:
        with bounded(ANSWER_TIMEOUT, "it hangs"):
            visible: bool = ask(page.main_frame, "() => document.visibilityState === 'visible'", None, bool)
    except (Error, PageGone, ReadError):
        return False
    return visible


def _urls(pages: list[Page]) -> str:
    return listed([clean(page.url, MAX_WORDS) for page in pages])
