"""A target: one page to play or read, of a site, saved, or open in the person's own browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from bot.browser.limits import ANSWER_TIMEOUT, limit_time
from bot.errors import PageGone, UsageError, listed
from bot.play.options import BY_LOOKS
from bot.play.sites import site_at, site_chosen
from scrapers import GUESSED, MAX_WORDS, About, NotYet, ReadError, Site, Snapshot, ask, clean
from solvers import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from bot.play.fixture import Fixture
    from bot.play.result import TargetResult


@dataclass(frozen=True, slots=True)
class Target:
    """One page to play or read."""

    name: str
    """As the user wrote it, or the folder it was found in."""
    site: Site
    url: str
    fixture: Fixture | None = None
    """The fixture that is served in place of the page."""
    html: Path | None = None
    """The saved page that is served in place of the page, without running its scripts."""
    snapshot: Snapshot | None = None
    """The saved board, which is read without a browser."""
    day: date | None = None
    """The requested day of the site; None for a target that is not named by its site."""
    choices: str = ""
    """The other choices of the site, as `key=value,…` sorted by key."""
    dated: bool = False
    """Whether the user named the day, so that it may be any day before others that were played."""
    chosen: str = ""
    """The site as the user named it by --site, or by --guess."""

    @property
    def is_live(self) -> bool:
        """Whether a page of the site itself is opened, not a saved one."""
        return self.fixture is None and self.html is None and self.snapshot is None

    @property
    def options(self) -> list[str]:
        """The options that name this target's site in a command, as far as the user had to name it."""
        if self.site.NAME == GUESSED:
            return [BY_LOOKS, *(["--kind", self.site.KIND] if self.site.KIND in KINDS else [])]
        return ["--site", self.chosen] if self.chosen and not self.chosen.startswith(BY_LOOKS) else []

    @property
    def is_inert(self) -> bool:
        """Whether none of the page's scripts run, so that it never changes."""
        return self.html is not None or (self.fixture is not None and not self.fixture.scripts)

    def of_another_day(self, about: Mapping[str, Any]) -> str:
        """Describe the statement of a page that contradicts this target's day; "" if there is none."""
        return "" if self.day is None else self.site.POLICY.of_another_day(About(**about), self.day)

    def check_day(self, result: TargetResult) -> None:
        """Raise `NotYet` if the page states that its puzzle is not that of this target's day."""
        if words := self.of_another_day(result.about):
            raise NotYet(f"{result.url} shows {words}: the puzzle of {self.day} is not there")


class Here(NamedTuple):
    """A wish for the open tab: a part of its address, "" for the one in front; and its site, if that is chosen."""

    address: str = ""
    site: str | None = None

    @property
    def name(self) -> str:
        """What a user wrote."""
        return f"--here {self.address}".strip()


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
        with limit_time(ANSWER_TIMEOUT, "it hangs"):
            visible: bool = ask(page.main_frame, "() => document.visibilityState === 'visible'", None, bool)
    except (Error, PageGone, ReadError):
        return False
    return visible


def _urls(pages: list[Page]) -> str:
    return listed([clean(page.url, MAX_WORDS) for page in pages])
