"""A board that only the page's script states: it is read and solved, and nothing is entered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._brainbashers.plain import state
from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.board import Board
from scrapers._reading.measure import measuring
from scrapers._site import Reading
from solvers import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scrapers._site import Box, Move, Snapshot
    from solvers import Cell, Puzzle


@dataclass(frozen=True, slots=True)
class Scripted:
    """The variables of a puzzle; how its page draws what is entered is not known."""

    forms: Mapping[str, str]
    """For each variable, the pattern of its whole value."""
    puzzle: Callable[[Mapping[str, str]], Puzzle]
    side: int
    unknown: str
    """What is not known, as the beginning of a sentence."""
    NAME: str = "script"

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return measuring(**state(*self.forms))

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle, whose clues are said once; raise `OtherLayout` if the script does not state it."""
        found = Board(snapshot).state.get("inline")
        values: Mapping[str, str] = found if isinstance(found, dict) else {}
        for name, form in self.forms.items():
            value = str(values.get(name, ""))
            if not value:
                raise OtherLayout(f"{self.NAME}: the script of the page has no {name}", selector="script")
            if re.fullmatch(form, value, re.ASCII) is None:
                raise ReadError(f"{name} is {value[:60]!r}, which states no clues", selector="script")
        puzzle = self.puzzle(values)
        return Reading.of(self, puzzle, {clue.words: False for clue in puzzle.clues()}, placed=False)

    def marks(self, snapshot: Snapshot) -> Grid:  # noqa: ARG002 - as for other layouts
        """Return a blank grid: what the cells show is not known."""
        return Grid.make(self.side, self.side)

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return that no cell is known to be drawn anywhere."""
        return dict.fromkeys(self.marks(snapshot).cells())

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:  # noqa: ARG002 - as for other layouts
        """Raise `ReadError`."""
        raise ReadError(f"{self.unknown} is not known, so nothing is entered; `givens solve` shows the solution")
