"""The page of the player: one for all genres, whose puzzle is in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._errors import BadChoice
from scrapers._page import Page
from scrapers._puzzlink.layout import puzzle_of
from solvers import BadPuzzle

if TYPE_CHECKING:
    from scrapers._entrance import Entrance


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage(Page):
    """A `Page` that shows the puzzle of its address."""

    def _entrance(self, url: str) -> Entrance:
        """Return the way to the board; raise `BadChoice` for an address without a puzzle that can be solved."""
        try:
            puzzle_of(url)
        except BadPuzzle as error:
            raise BadChoice(error.message) from None
        return self.entrance

    @property
    def LOOKS(self) -> str:  # noqa: N802 - the protocol's name
        """No kind: a board is read only if its address says the same."""
        return ""
