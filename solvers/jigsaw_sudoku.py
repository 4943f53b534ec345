"""Jigsaw Sudoku: each digit once in every row, column and region, and a region may have any shape."""

from __future__ import annotations

from solvers.kind import *

TRADES = 2
"""How often each cell of a new board changes its region, on average."""
DEAD_ENDS = 20
"""After how many dead ends other regions are drawn: many have no solution."""


@dataclass(frozen=True)
class JigsawSudoku(Latin):
    """A Jigsaw Sudoku (irregular Sudoku) with digits up to 50; with rectangular regions it is a Sudoku.

    1. Each cell holds one digit.
    2. Each row, column and region holds each digit once.

    `regions` names the region of each cell by a letter: A, B … in reading order. A region has as many cells as a row,
    and is connected unless `connected` is false (source: the help page of puzzle-jigsaw-sudoku.com).
    """

    regions: tuple[str | tuple[str, ...], ...]
    givens: Grid
    connected: bool = field(default=True, metadata={"omit": True})

    SIZE: ClassVar = (9, 9)
    LARGEST_NEW: ClassVar = 9

    def __post_init__(self) -> None:
        side = len(self.regions)
        if not 1 <= side <= HIGHEST or {len(row) for row in self.regions} != {side}:
            raise BadPuzzle(f"regions: the board is a square of at most {HIGHEST}×{HIGHEST}")
        object.__setattr__(self, "regions", regions.canonical(self.regions, connected=self.connected))
        for name, cells in regions.cells_by_region(self.regions).items():
            if len(cells) != side:
                raise BadPuzzle(f"regions: region {name} has {len(cells)} cells, but a row has {side}")
        check_side(self.givens, side)
        super().__post_init__()

    def more_units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        for name, cells in regions.cells_by_region(self.regions).items():
            yield f"region {name}", tuple(cells)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        if size[0] != size[1]:
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        names = {cell: regions.LETTERS[cell.row] for cell in blank.cells()}
        trades = TRADES * len(names)
        while True:
            for _ in range(trades):
                names = _traded(names, rng)
            puzzle = cls(regions.rows_of(names), blank)
            grid = filled_within(puzzle, rng, DEAD_ENDS)
            if grid is not None:
                return puzzle.with_fields(givens=grid), grid
            trades = size[0]


def _traded(names: dict[Cell, str], rng: Random) -> dict[Cell, str]:
    """Let two regions exchange a cell each, if they stay connected."""
    first, name = rng.choice(regions.transfers(names, names) or [(Cell(0, 0), names[Cell(0, 0)])])
    moved = {**names, first: name}
    back = [
        (cell, other)
        for cell, other in regions.transfers(moved, [cell for cell in moved if moved[cell] == name and cell != first])
        if other == names[first]
    ]
    return {**moved, **dict([rng.choice(back)])} if back else names
