"""Norinori: two filled cells in each region, and every filled cell touches one other."""

from __future__ import annotations

from solvers.kind import *

PAIR = 2
"""How many cells of a region are filled, and of a domino."""
DRAWN = 60
"""Of so many random solutions the one with the most dominoes is taken, because its regions are the smallest."""


@dataclass(frozen=True)
class Norinori(Shaded):
    """Norinori of any size, rectangles too; 1 = filled, 0 = empty.

    1. Each filled cell shares an edge with one other filled cell: they form dominoes, which do not share an edge.
    2. Each region holds two filled cells, of one domino or of two.

    Connected cells of `regions` with the same name are one region (source: the help page of puzzle-norinori.com).
    """

    regions: tuple[str | tuple[str, ...], ...]

    LARGEST_NEW: ClassVar = 9

    def rules(self) -> Iterator[Rule]:
        board = self.board
        for cell in board.cells():
            around = board.beside(cell)
            constraint = Clause((~is_one(cell), *map(is_one, around)))
            words = f"{cell} is not filled alone"
            yield Rule(words, (cell, *around), constraint, "second half", f"{cell} would be filled alone")
        threes = [three for _, line in board.lines() for three in zip(line, line[1:], line[2:], strict=False)]
        for cells in (*squares(board), *threes):
            if len(cells) > PAIR:
                ends = f"from {cells[0]} to {cells[-1]}"
                words, otherwise = f"at most two cells {ends} are filled", f"three cells {ends} would be filled"
                yield Rule(words, cells, AtMost(PAIR, tuple(map(is_one, cells))), "full domino", otherwise)

    def clues(self) -> Iterator[Clue]:
        for cells in regions.parts(self.regions):
            constraint = Exactly(PAIR, tuple(map(is_one, cells)))
            yield Clue(f"the region of {cells[0]} has two filled cells", cells, constraint, "region")

    def is_solved_by(self, grid: Grid) -> bool:
        filled = {cell for cell, mark in grid.marked() if mark}
        return (
            self.has_marks(grid)
            and all(len(filled & {*cell.around()}) == 1 for cell in filled)
            and all(len(filled & {*cells}) == PAIR for cells in regions.parts(self.regions))
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        filled = max((_dominoes(blank, rng) for _ in range(DRAWN)), key=len)
        if not filled:
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        return divided(cls, Grid.make(*size, lambda cell: int(cell in filled)), PAIR, rng)


def _dominoes(board: Grid, rng: Random) -> set[Cell]:
    """Fill dominoes that do not share an edge at random until there is no room for another."""
    filled, cells = set[Cell](), list(board.cells())
    for cell in rng.sample(cells, len(cells)):
        for other in rng.sample(cell.neighbours(), 2):
            if other in board and not filled & {cell, other, *cell.around(), *other.around()}:
                filled |= {cell, other}
    return filled
