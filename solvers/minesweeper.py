"""Minesweeper: a number says how many of the cells around it hold mines; nothing is uncovered by trial."""

from __future__ import annotations

from itertools import chain
from typing import Any

from solvers.kind import *


@dataclass(frozen=True)
class Minesweeper(Numbered):
    """Minesweeper of any size, rectangles too; 1 = a mine, 0 = none.

    1. A number says how many of the up to eight cells around it hold mines; `?` is an unknown number.
    2. A cell with a number holds none.
    3. If `mines` is given, the board holds that many in all.

    Puzzle-Team does not state the total, printed puzzles do (sources: the help page of puzzle-minesweeper.com;
    janko.at). A new puzzle does not.
    """

    numbers: Grid
    mines: int | None = field(default=None, metadata={"omit": True})

    HELD: ClassVar = {"numbers": (range(9), "a number from 0 to 8")}
    REMOVABLE: ClassVar = frozenset({"number"})
    MARKS: ClassVar = {1: "a mine", 0: "empty"}
    LOOKS: ClassVar = {1: ("●", "plain"), 0: CROSS}
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    SHARE: ClassVar = 0.25

    def __post_init__(self) -> None:
        super().__post_init__()
        if UNKNOWN in chain.from_iterable(self.numbers.values) and not any(self.numbers.blanks()):
            raise BadPuzzle("numbers: no cell is blank, so none is left for a mine; `?` is a cell without one")
        free = sum(self.numbers[cell] is None for cell in self.numbers.cells())
        if self.mines is not None and not 0 <= self.mines <= free:
            raise BadPuzzle(f"mines: {self.mines}, but {free} cells have no number")

    @classmethod
    def in_rows(cls, rows: Sequence[Sequence[str]], *, named: bool) -> dict[str, Any] | None:
        """Read `?` as a cell to fill in where no other sign is one."""
        words = {*chain.from_iterable(rows)} - {"?"}
        if not (named and all(map(str.isdecimal, words))):
            return None
        return {"numbers": [[None if word == "?" else int(word) for word in row] for row in rows]}

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            yield Given(f"{cell} holds a number", (cell,), Clause((~is_one(cell),)))
            if number == UNKNOWN:
                continue
            others = tuple(other for other in self.numbers.near(cell) if self.numbers[other] is None)
            constraint = Exactly(number, tuple(map(is_one, others)))
            yield Clue(f"{cell} has {times(number, 'mine')} around it", (cell,), constraint, "number")
        if self.mines is not None:
            cells = tuple(cell for cell in self.numbers.cells() if self.numbers[cell] is None)
            constraint = Exactly(self.mines, tuple(map(is_one, cells)))
            yield Clue(f"the board has {times(self.mines, 'mine')}", cells, constraint, "all mines")

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and self.mines in {None, sum(mark for _, mark in grid.marked())}

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int | None:
        return None if grid[cell] else count_near(grid, cell)
