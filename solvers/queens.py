"""Queens: one queen in each row, column and coloured region, and none touch."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import regions
from solvers._core.errors import BadPuzzle
from solvers._core.fill import filled
from solvers._core.grid import Cell, Grid
from solvers._core.marks import is_one
from solvers._core.placed import REGION, Placed, check_side, corners, has_one_per_line, one_per_line, placements
from solvers._core.rules import Clause, Clue, Exactly, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from solvers._core.picture import Picture
    from solvers._core.puzzle import OtherSolution

CONNECTED = "connected"
_NO_GIVENS = Grid([[None]])


@dataclass(frozen=True, slots=True)
class Queens(Placed):
    """LinkedIn's Queens on a board of any size up to 52; 1 = a queen, 0 = no queen.

    1. Each row holds one queen.
    2. Each column holds one queen.
    3. Each region holds one queen.
    4. No two queens touch, not even at a corner.

    `regions` names the region of each cell by a letter: A, B … in reading order, then a, b … (source: the game's own
    legend, 2026). A region is connected unless `connected` is false, as on some boards that players made.
    """

    regions: tuple[str | tuple[str, ...], ...]
    givens: Grid = field(default_factory=lambda: _NO_GIVENS)
    connected: bool = field(default=True, metadata={"omit": True})

    KIND: ClassVar = "queens"
    LOGIC: ClassVar = "QF_UF"

    def __post_init__(self) -> None:
        side = len(self.regions)
        for number, row in enumerate(self.regions, start=1):
            if len(row) != side:
                raise BadPuzzle(
                    f"regions: row {number} has {len(row)} cells, but there are {side} rows and the board is square"
                )
        object.__setattr__(self, "regions", regions.canonical(self.regions, connected=self.connected))
        if (count := len(self._cells())) != side or not side:
            raise BadPuzzle(f"regions: {count} regions, but {side} rows, and each holds one queen")
        if self.givens is _NO_GIVENS:
            object.__setattr__(self, "givens", Grid.make(side, side))
        check_side(self.givens, side)
        Placed.__post_init__(self)

    def _cells(self) -> dict[str, list[Cell]]:
        return regions.cells_by_region(self.regions)

    def rules(self) -> Iterator[Rule]:
        yield from one_per_line(self.givens)
        for first, second in corners(self.givens):
            says = Clause((~is_one(first), ~is_one(second)))
            words = f"queens on {first} and {second} would touch"
            yield Rule(words, (first, second), says, "touching queens", words)

    def clues(self) -> Iterator[Clue]:
        yield from Placed.clues(self)
        for name, cells in self._cells().items():
            says = Exactly(1, tuple(map(is_one, cells)))
            yield Clue(f"region {name} holds one queen", tuple(cells), says, REGION)

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            self.keeps_givens(grid)
            and has_one_per_line(grid)
            and all([grid[cell] for cell in cells].count(1) == 1 for cells in self._cells().values())
            and not any(grid[first] == grid[second] == 1 for first, second in corners(grid))
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        notes = {} if self.connected else {CONNECTED: 0}
        return replace(Placed.picture(self, grid), fills=regions.fills(self.regions), notes=notes)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(regions.read(picture), picture.grid(), bool(picture.notes.get(CONNECTED, True)))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, other_solution: OtherSolution[Self]) -> tuple[Self, Grid]:  # noqa: ARG003 - see below
        height, width = size
        grid = filled(cls(tuple(letter * width for letter in regions.LETTERS[:height])), rng)
        queens = {cell for cell, value in grid.marked() if value}
        names = regions.grown(sorted(queens), grid, rng)
        # If a queen of another solution joins the region of another queen, that solution is gone. `another` is not
        # used: which solution it finds depends on what Z3 was asked before.
        for _ in range(height * width):
            other = next((found - queens for found in placements(names, rng) if found != queens), set[Cell]())
            transfers = regions.transfers(names, sorted(other))
            if not transfers:
                break
            names |= dict([rng.choice(transfers)])
        return cls(regions.rows_of(names), grid), grid
