"""Mosaic: a number says how many of the cells around it, its own among them, are filled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.fill import repaired
from solvers._core.grid import DIGITS, Grid
from solvers._core.marks import is_one
from solvers._core.picture import Glyph, Picture
from solvers._core.rules import Clue, Exactly, Rule
from solvers._core.shaded import CROSS, Shaded, check_values, times, with_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from solvers._core.grid import Cell
    from solvers._core.puzzle import OtherSolution

FILLED_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Mosaic(Shaded):
    """Mosaic (Fill-a-Pix) of any size, rectangles too; 1 = filled, 0 = empty.

    1. Of the up to nine cells that touch a number, its own among them, so many are filled.

    A cell with a number may be filled, too (source: the help page of puzzle-mosaic.com).
    """

    numbers: Grid

    KIND: ClassVar = "mosaic"
    LOGIC: ClassVar = "QF_UF"
    LOOKS: ClassVar = {1: ("■", "block"), 0: CROSS}
    TEXTS: ClassVar = {1: "o", 0: "x"}
    SIZE: ClassVar = (7, 7)

    def __post_init__(self) -> None:
        check_values("numbers", self.numbers, range(10), "a number from 0 to 9")

    @property
    def board(self) -> Grid:
        return self.numbers

    def open_cells(self) -> Iterable[Cell]:
        return self.numbers.cells()

    def rules(self) -> Iterable[Rule]:
        return ()

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            near = self.numbers.near(cell)
            words = f"{times(number, 'cell')} from {near[0]} to {near[-1]} {'is' if number == 1 else 'are'} filled"
            yield Clue(words, (cell,), Exactly(number, tuple(map(is_one, near))), "number")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.has_marks(grid) and all(
            [grid[other] for other in grid.near(cell)].count(1) == number for cell, number in self.numbers.marked()
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        glyphs = {cell: Glyph(DIGITS[number], given=False) for cell, number in self.numbers.marked()}
        return Picture(self.numbers.height, self.numbers.width, self.drawn(grid, glyphs))

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """Return the puzzle of a solution, with a number in each cell."""
        numbers = {cell: [grid[other] for other in grid.near(cell)].count(1) for cell in grid.cells()}
        return cls(Grid.make(grid.height, grid.width, numbers.get))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, other_solution: OtherSolution[Self]) -> tuple[Self, Grid]:
        return repaired(cls.of, size, rng, other_solution, share=FILLED_SHARE)

    def without(self, clue: Clue) -> Self:
        return type(self)(with_value(self.numbers, clue.cells, None))
