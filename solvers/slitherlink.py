"""Slitherlink: one loop along the borders of cells; a number says how many sides of its cell it takes."""

from __future__ import annotations

from solvers.kind import *

MOST = 4
"""The sides of a cell."""


@dataclass(frozen=True)
class Slitherlink(Loop):
    """Slitherlink (Fences, Loop the Loop) of any size, rectangles too; `numbers` are from 0 to 4.

    1. The lines along borders of cells are one closed loop, which neither crosses nor touches itself.
    2. A number says how many of the four borders of its cell are lines; `?` is an unknown number.

    In a solution, the doubled board, each border holds 1 (a line) or 0.

    Source: the rules of Nikoli, and of puzzle-loop.com.
    """

    numbers: Grid

    SIZE: ClassVar = (7, 7)
    RARE: ClassVar = {2: 1}
    HELD: ClassVar = {"numbers": (range(MOST + 1), "a number from 0 to 4")}
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    REMOVABLE: ClassVar = frozenset({"count"})
    SQUARES: ClassVar = "dots"
    ON_BORDERS: ClassVar = True
    LARGEST_NEW: ClassVar = 10

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.known():
            constraint = Exactly(number, tuple(map(used, sides(cell))))
            yield Clue(f"{cell} has {times(number, 'line')} around it", (cell,), constraint, "count")

    def needs(self) -> Iterator[tuple[str, tuple[Edge, ...]]]:
        return ((str(cell), sides(cell)) for cell, number in self.numbers.known() if number)

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and self.keeps_clues(grid)

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int:
        return sum(grid[place] or 0 for place in spot(cell).around())


def sides(cell: Cell) -> tuple[Edge, ...]:
    """Return the four borders of a cell."""
    return tuple(border(cell, other) for other in cell.around())
