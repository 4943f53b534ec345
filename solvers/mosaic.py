"""Mosaic: a number says how many of the cells around it, its own among them, are filled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.families.marks import is_one
from solvers._core.families.shaded import Numbered, check_values, count_near, times, with_value
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.rules import Clue, Exactly, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True)
class Mosaic(Numbered):
    """Mosaic (Fill-a-Pix) of any size, rectangles too; 1 = filled, 0 = empty.

    1. A number says how many of the up to nine cells around it, its own included, are filled.

    A cell with a number may be filled, too (source: the help page of puzzle-mosaic.com).
    """

    numbers: Grid

    KIND: ClassVar = "mosaic"

    def __post_init__(self) -> None:
        check_values("numbers", self.numbers, range(10), "a number from 0 to 9")

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            near = self.numbers.near(cell)
            words = f"{times(number, 'cell')} from {near[0]} to {near[-1]} {'is' if number <= 1 else 'are'} filled"
            yield Clue(words, (cell,), Exactly(number, tuple(map(is_one, near))), "number")

    def propagated_clues(self) -> Iterator[Rule]:
        """Yield the clues, and what each two neighbours say together: the cells that both count cancel out."""
        counts = dict[Cell, Exactly]()
        for clue in self.clues_and_implied():
            if isinstance(clue.says, Exactly):
                counts[clue.cells[0]] = clue.says
            yield clue
        for cell in counts:
            for neighbour in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col)):
                if neighbour in counts:
                    yield _together(cell, counts[cell], neighbour, counts[neighbour])

    def deduction_clues(self) -> Iterable[Rule]:
        """Return the clues, and the comparisons of neighbouring numbers that people make, too."""
        return self.propagated_clues()

    def is_solved_by(self, grid: Grid) -> bool:
        return self.has_marks(grid) and all(count_near(grid, cell) == number for cell, number in self.numbers.marked())

    @classmethod
    def of(cls, grid: Grid) -> Self:
        return cls(Grid.make(grid.height, grid.width, lambda cell: count_near(grid, cell)))

    def without(self, clue: Clue) -> Self:
        return type(self)(with_value(self.numbers, clue.cells, None))


def _together(one: Cell, mine: Exactly, other: Cell, theirs: Exactly) -> Rule:
    """Return the comparison of two numbers, in the same form for a board that is turned."""
    alone, others = ([it for it in a.literals if it not in b.literals] for a, b in ((mine, theirs), (theirs, mine)))
    if not alone:
        one, mine, other, theirs, alone, others = other, theirs, one, mine, others, alone
    surplus = mine.count - theirs.count
    says = Exactly(surplus + len(others), (*alone, *(~literal for literal in others)))
    first, last = (one, other) if surplus >= 0 else (other, one)
    words = f"{first} counts {f'{abs(surplus)} more than' if surplus else 'as many as'} {last}"
    return Rule(words, (one, other), says, "two numbers", f"{one} and {other} would not fit together")
