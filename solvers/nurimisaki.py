"""Nurimisaki: shade cells so that the capes of the white part are the circles, each with the length of its coast."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class Nurimisaki(Blocks):
    """Nurimisaki of any size, rectangles too; 1 = black, 0 = white.

    1. The white cells are connected by their edges.
    2. No four cells in a square are all black, or all white.
    3. A white cell with a circle is a cape: exactly one cell beside it is white. Each circle is white.
    4. A white cell without a circle is no cape.
    5. The number in a circle says how many white cells are seen from there in the direction of that cell, its own among
       them; `?` is a circle without a number.

    Source: the rules of puzz.link.
    """

    numbers: Grid

    MARKS: ClassVar = {1: "black", 0: "white"}
    SPELLED: ClassVar = dict.fromkeys("○⚪oO", "?")
    SIZE: ClassVar = (7, 7)
    HELD: ClassVar = {"numbers": (range(2, MOST_CELLS), "a number from 2 on")}
    CLUED: ClassVar = True
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    LARGEST_NEW: ClassVar = 10

    def rules(self) -> Iterator[Rule]:
        yield connected(self.numbers, "white cells", 0)
        yield from no_squares(self.numbers, "black")
        yield from no_squares(self.numbers, "white", 0)
        for cell in self.numbers.blanks():
            near = self.numbers.beside(cell)
            for other in near:
                constraint = Clause((is_one(cell), is_one(other), *(is_zero(each) for each in near if each != other)))
                words = f"{cell} is no cape at {other}"
                yield Rule(words, (cell, *near), constraint, "no cape", f"{cell} would be a cape without a circle")

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            near = self.numbers.beside(cell)
            yield Given(f"{cell} has a circle", (cell,), Clause((is_zero(cell),)))
            words = f"one cell beside the cape {cell} is white"
            yield Clue(words, (cell, *near), Exactly(len(near) - 1, tuple(map(is_one, near))), "cape")
            if number != UNKNOWN:
                constraint = sight(self.numbers, cell, number - 1, is_zero)
                yield Clue(f"{cell} sees {number} white cells, its own among them", (cell,), constraint, "coast")

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            self.has_marks(grid)
            and _is_allowed(grid)
            and self.keeps_clues(grid)
            and all(self.clue_at(grid, cell) is None for cell in self.numbers.blanks())
        )

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int | None:
        is_cape = grid[cell] == 0 and [grid[other] for other in grid.beside(cell)].count(0) == 1
        return 1 + seen(grid, cell, 0) if is_cape else None

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        for _ in range(ATTEMPTS):
            if _is_allowed(grid := _grown(Grid.make(*size, lambda _: 1), rng)):
                return toggled(cls.of, grid, _is_allowed, rng)
        raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")


def _is_allowed(grid: Grid) -> bool:
    """Return whether white cells are connected, and no square has one colour."""
    return is_one_part(grid, 0) and not has_square(grid) and not has_square(grid, 0)


def _grown(grid: Grid, rng: Random) -> Grid:
    """Let white cells grow from one until no square is black, or until there is no way."""
    grid = grid.with_value([rng.choice([*grid.cells()])], 0)
    while has_square(grid):
        white = {cell for cell, mark in grid.marked() if mark == 0}
        open_ = sorted({other for cell in white for other in grid.beside(cell)} - white)
        ways = (grid.with_value([cell], 0) for cell in rng.sample(open_, len(open_)))
        after = next((way for way in ways if not has_square(way, 0)), None)
        if after is None:
            return grid
        grid = after
    return grid
