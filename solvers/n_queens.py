"""N-queens: place as many queens as there are rows, so that none attacks another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import lines, placed
from solvers._core.fill import filled
from solvers._core.grid import Grid
from solvers._core.rules import AtMost, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers._core.grid import Cell
    from solvers._core.picture import Picture
    from solvers._core.puzzle import Another, Place
    from solvers._core.rules import Clue, Literal


@dataclass(frozen=True, slots=True)
class NQueens:
    """The n-queens puzzle on a board of any size; 1 = a queen stands here, 0 = none may.

    1. Each row holds one queen.
    2. Each column holds one queen.
    3. Each diagonal holds at most one queen.

    Completing a board on which some queens stand is the hard part (source: I. Gent, C. Jefferson and P. Nightingale,
    "Complexity of n-Queens Completion", 2017).
    """

    givens: Grid

    KIND: ClassVar = "n_queens"
    LOGIC: ClassVar = "QF_UF"  # QF_FD finds nothing on an empty board of 50 in 20 s
    MARKS: ClassVar[Mapping[int, str]] = placed.MARKS
    SIZE: ClassVar = (8, 8)

    def __post_init__(self) -> None:
        placed.check_givens(self.givens, self.givens.height)

    @property
    def shape(self) -> int:
        return self.givens.height

    def rules(self) -> Iterator[Rule]:
        yield from placed.one_a_line(self.givens)
        for line in _diagonals(self.givens):
            words = f"the diagonal {line[0]}–{line[-1]} holds at most one queen"
            yield Rule(words, line, AtMost(1, tuple(map(lines.literal, line))), "diagonal")

    def clues(self) -> Iterator[Clue]:
        return lines.marks(self.givens, self.MARKS)

    def answer(self) -> Sequence[str]:
        return lines.answer(self.givens)

    def grid(self, values: Sequence[bool | None]) -> Grid:
        return lines.grid(self.givens, values)

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        return lines.choices(self.givens)

    def cuts(self, _values: Sequence[bool]) -> Sequence[Rule]:
        return ()

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            lines.keeps(self.givens, grid)
            and placed.has_one_a_line(grid)
            and all(sum(grid[cell] == 1 for cell in line) <= 1 for line in _diagonals(grid))
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        return placed.technique(because, sets)

    def picture(self, grid: Grid | None = None) -> Picture:
        return lines.picture(self.givens, grid, placed.LOOKS)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(lines.givens_of(picture))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, _another: Another[Self]) -> tuple[Self, Grid]:
        grid = filled(cls(Grid.make(*size)), rng)
        return cls(grid), grid

    def without(self, clue: Clue) -> Self:
        return type(self)(lines.without(self.givens, clue))


def _diagonals(grid: Grid) -> list[tuple[Cell, ...]]:
    """Return the diagonals of two cells or more: those that fall to the right, then those that rise."""
    falling, rising = defaultdict[int, list["Cell"]](list), defaultdict[int, list["Cell"]](list)
    for cell in grid.cells():
        falling[cell.col - cell.row].append(cell)
        rising[cell.col + cell.row].append(cell)
    return [tuple(line) for line in (*falling.values(), *rising.values()) if len(line) > 1]
