"""Slitherlink: one loop along the borders of cells; a number says how many sides of its cell it takes."""

from __future__ import annotations

from solvers.kind import *

MOST = 4
"""The sides of a cell."""


@dataclass(frozen=True)
class Slitherlink(Loop):
    """Slitherlink (Fences, Loop the Loop) of any size, rectangles too; `numbers` are from 0 to 4.

    1. The lines along borders of cells are one closed loop, which neither crosses nor touches itself.
    2. A number says how many of the four borders of its cell are lines; `?` does not tell it.

    In a solution, the doubled board, each border holds 1 (a line) or 0.

    Source: the rules of Nikoli, and of puzzle-loop.com.
    """

    numbers: Grid

    SIZE: ClassVar = (7, 7)
    RARE: ClassVar = {2: 1}
    UNTOLD_IN: ClassVar = frozenset({"numbers"})
    REMOVABLE: ClassVar = frozenset({"count"})
    SQUARES: ClassVar = "dots"
    ON_BORDERS: ClassVar = True
    LARGEST_NEW: ClassVar = 10

    def __post_init__(self) -> None:
        check_values("numbers", self.numbers, range(MOST + 1), "a number from 0 to 4", untold=True)

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.told():
            says = Exactly(number, tuple(map(used, sides(cell))))
            yield Clue(f"{cell} has {times(number, 'line')} around it", (cell,), says, "count")

    def needs(self) -> Iterator[tuple[str, tuple[Edge, ...]]]:
        return ((str(cell), sides(cell)) for cell, number in self.numbers.told() if number)

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and all(
            lines_around(grid, cell) == number for cell, number in self.numbers.told()
        )

    @classmethod
    def of(cls, grid: Grid) -> Self:
        return cls(Grid.make(grid.height // 2, grid.width // 2, lambda cell: lines_around(grid, cell)))


def sides(cell: Cell) -> tuple[Edge, ...]:
    """Return the four borders of a cell."""
    return tuple(border(cell, other) for other in cell.around())


def lines_around(grid: Grid, cell: Cell) -> int:
    """Return how many lines of a doubled board are around a cell."""
    row, col = 2 * cell.row + 1, 2 * cell.col + 1
    return sum(grid[place] or 0 for place in Cell(row, col).around())
