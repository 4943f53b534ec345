"""The cursor of the editor: where a person is on the board, and how they came there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers import Cell

if TYPE_CHECKING:
    from bot.studio.draft import Draft

FRESH, IN_NUMBER, AFTER_SPACE = 0, 1, 2
"""What the last key was to a number: nothing, one of its digits, or the space behind it."""


@dataclass
class Cursor:
    """A place on a draft's board or beside it, and the name of the tool in use."""

    draft: Draft
    at: Cell
    back: Cell | None = None
    """The cell that the cursor came from; a sign stands on the edge that was crossed."""
    typing: int = FRESH
    tool: str = ""

    def go(self, place: Cell) -> None:
        """Jump to a place, and cross no edge."""
        self.at, self.back, self.typing = place, None, FRESH

    def advance(self) -> None:
        """Go on to the next cell in reading order."""
        after = Cell(self.at.row, self.at.col + 1)
        if after in self.draft:
            self.at, self.back, self.typing = after, self.at, FRESH
        elif self.at.row + 1 < self.draft.height:
            self.go(Cell(self.at.row + 1, 0))
