"""The page of the player: one for all genres, whose puzzle is in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._errors import BadChoice
from scrapers._page import Page
from scrapers._puzzlink.layout import puzzle_of
from solvers import BadPuzzle

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from playwright.sync_api import Page as BrowserPage

    from scrapers._deed import Press


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage(Page):
    """A `Page` that shows the puzzle of its address."""

    def board(self, page: BrowserPage, within: float, press: Press, /) -> Locator:
        """Find the board; raise `BadChoice` for an address without a puzzle that can be solved."""
        try:
            puzzle_of(page.url)
        except BadPuzzle as error:
            raise BadChoice(error.message) from None
        return Page.board(self, page, within, press)

    def by_looks(self) -> None:
        """Return None: a board is read only if its address says the same."""
