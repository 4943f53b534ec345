"""Kurodoko: blacken cells so that each number sees so many white cells, none touch, and the others are connected."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class Kurodoko(Apart):
    """Kurodoko (Kuromasu) of any size, rectangles too; 1 = black, 0 = white.

    1. No two black cells share an edge.
    2. The white cells are connected by their edges.
    3. A cell with a number is white.
    4. The number says how many white cells are seen from there: its own, and those in all four directions up to a
       black cell or the border. `?` is an unknown number.

    Source: the rules of puzz.link and of puzzle-kurodoko.com.
    """

    numbers: Grid

    LOGIC: ClassVar = "QF_UF"
    SIZE: ClassVar = (7, 7)
    HELD: ClassVar = {"numbers": (range(1, MOST_CELLS), "a number from 1 on")}
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    NO_GRADES: ClassVar = frozenset({2})
    RARE: ClassVar = {5: 1}
    LARGEST_NEW: ClassVar = 14
    REMOVABLE: ClassVar = frozenset({"number"})

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            yield Given(f"{cell} holds a number", (cell,), Clause((~is_one(cell),)))
            if number == UNKNOWN:
                continue
            words = f"{cell} sees {number} white cell{'s' * (number > 1)}, its own among them"
            yield Clue(words, (cell,), sight(self.numbers, cell, number - 1, is_zero), "number")

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and self.keeps_clues(grid)

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int | None:
        return None if grid[cell] else seen(grid, cell, 0) + 1

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        return drawn(cls, lambda: scattered(Grid.make(*size), rng), rng)
