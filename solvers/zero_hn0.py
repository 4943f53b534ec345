"""0h n0: dots and walls, where a number in a dot says how many other dots it sees."""

from __future__ import annotations

from solvers.kind import *

WALL_SHARE = 0.4
"""The share of a random board that holds walls at first."""


@dataclass(frozen=True)
class ZeroHn0(Numbered):
    """0h n0 of any size, rectangles too; 1 = a dot, 0 = a wall.

    1. Each dot sees another dot.
    2. In `numbers`, 0 is a wall, and any other number is in a dot.
    3. The number says how many other dots are seen from there, in all four directions up to a wall or the border.

    Source: the rules and the hints of the page, as published in callahad/0hn0@543fc25.
    """

    numbers: Grid

    HELD: ClassVar = {"numbers": (range(MOST_CELLS), f"a number from 0 to {MOST_CELLS - 1}")}
    REMOVABLE: ClassVar = frozenset({"number", "wall"})
    MARKS: ClassVar = {1: "a dot", 0: "a wall"}
    SPELLED: ClassVar = dict.fromkeys("■🔴", "0")
    LOOKS: ClassVar = {1: ("●", "plain"), 0: ("■", "block")}
    PRINTED: ClassVar = {0: Glyph("0", *LOOKS[0])}
    SIZE: ClassVar = (6, 6)
    SIZES: ClassVar = {5: (8, 8)}
    NO_GRADES: ClassVar = frozenset({2})
    RARE: ClassVar = {5: 1}

    def rules(self) -> Iterator[Rule]:
        for cell in self.numbers.cells():
            near = self.numbers.beside(cell)
            constraint = Clause((~is_one(cell), *map(is_one, near)))
            lone = f"{cell} would be a dot that sees no other"
            yield Rule(f"a dot in {cell} sees another", (cell, *near), constraint, "lone dot", lone)

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            mark = is_one(cell) if number else ~is_one(cell)
            words, name = ("holds a number", "") if number else ("is a wall", "wall")
            yield Given(f"{cell} {words}", (cell,), Clause((mark,)), name)
            if number:
                words = f"{cell} sees {times(number, 'other dot')}"
                yield Clue(words, (cell,), sight(self.numbers, cell, number, is_one), "number")

    def is_solved_by(self, grid: Grid) -> bool:
        dots = {cell for cell, mark in grid.marked() if mark}
        return super().is_solved_by(grid) and not any(dots.isdisjoint(cell.around()) for cell in dots)

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int:
        return seen(grid, cell, 1) if grid[cell] else 0

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        # A dot that sees no other becomes a wall.
        puzzle = cls.of(Grid.make(*size, lambda _: int(rng.random() >= WALL_SHARE)))
        return puzzle, Grid.make(*size, lambda cell: int(puzzle.numbers[cell] != 0))
