"""Queens: one queen in each row, column and coloured region, and none touch."""

from __future__ import annotations

from collections import Counter

from solvers.kind import *

WITHOUT_GIVENS, BOARDS = 10, 30
"""Rows up to which other boards are tried, and how many at most, until the regions alone have one solution."""


@dataclass(frozen=True)
class Queens(Regioned):
    """LinkedIn's Queens on a board of any size up to 52; 1 = a queen, 0 = no queen.

    1. Each row holds one queen.
    2. Each column holds one queen.
    3. Each region holds one queen.
    4. No two queens touch, not even at a corner.

    `regions` names the region of each cell by a letter: A, B … in reading order, then a, b … (source: the game's own
    legend, 2026). A region is connected unless `connected` is false, as on some boards that players made.
    """

    regions: tuple[str | tuple[str, ...], ...]
    givens: Grid = field(default_factory=lambda: NO_GIVENS)
    connected: bool = field(default=True, metadata={"omit": True})

    LOGIC: ClassVar = "QF_UF"
    SPELLED: ClassVar = dict.fromkeys("👑♕Q★", "1")

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        for first, second in corners(self.givens):
            constraint = Clause((~is_one(first), ~is_one(second)))
            words = f"queens on {first} and {second} would touch"
            yield Rule(words, (first, second), constraint, "touching queens", words)

    def is_solved_by(self, grid: Grid) -> bool:
        touching = (grid[first] == grid[second] == 1 for first, second in corners(grid))
        return super().is_solved_by(grid) and not any(touching)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        height, width = size

        def near(names: dict[Cell, str], _: Self) -> Board[dict[Cell, str], Self] | None:
            free = sorted({*names} - queens)
            if not (ways := regions.transfers(names, rng.sample(free, min(len(free), CHANGED)))):
                return None
            names = names | dict([rng.choice(ways)])
            return names, cls(regions.rows_of(names)), grid, all(found == queens for found in placements(names, rng))

        for _ in range(BOARDS if height <= WITHOUT_GIVENS else 1):
            grid = filled(cls(tuple(letter * width for letter in regions.LETTERS[:height])), rng)
            queens = {cell for cell, value in grid.marked() if value}
            names = regions.grown(sorted(queens), grid, rng)
            # If a queen of another solution joins the region of another queen, that solution is gone. `another` is
            # not used: which solution it finds depends on what Z3 was asked before.
            for _ in range(height * width):
                other = next((found - queens for found in placements(names, rng) if found != queens), set[Cell]())
                transfers = regions.transfers(names, sorted(other))
                if not transfers:
                    break
                names |= dict([rng.choice(transfers)])
            if not other:
                break
        puzzle, _ = climbed((names, cls(regions.rows_of(names)), grid, not other), near, rng)
        return puzzle.with_fields(givens=grid), grid


def placements(names: Mapping[Cell, str], rng: Random) -> Iterator[set[Cell]]:
    """Iterate over all ways to place a queen in each region, none touching: small regions first, cells at random."""
    sizes = Counter(names.values())
    order = sorted(sizes, key=lambda name: (sizes[name], name))
    cells = {name: [cell for cell in names if names[cell] == name] for name in order}

    def place(queens: list[Cell]) -> Iterator[set[Cell]]:
        if len(queens) == len(order):
            yield set(queens)
            return
        free = cells[order[len(queens)]]
        for cell in rng.sample(free, len(free)):
            distances = ((abs(cell.row - queen.row), abs(cell.col - queen.col)) for queen in queens)
            if all(rows and columns and rows + columns > 2 for rows, columns in distances):  # noqa: PLR2004 - at a corner
                yield from place([*queens, cell])

    return place([])
