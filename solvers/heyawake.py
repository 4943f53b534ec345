"""Heyawake: blacken cells so that none touch, the others are connected, and no white line leads through three rooms."""

from __future__ import annotations

from collections.abc import Container, Hashable
from itertools import groupby, pairwise

from solvers.kind import *

ROOM_SIZE = 6
"""The mean size of a room of a new puzzle at first."""
CHANGED = 6
"""Of so many cells in which another solution differs about one is changed at a time."""


@dataclass(frozen=True)
class Heyawake(Apart):
    """Heyawake of any size, rectangles too; 1 = black, 0 = white.

    1. No two black cells share an edge.
    2. The white cells are connected by their edges.
    3. White cells in a line never lead through more than two rooms; a wall within a room (`walls`) parts it there.
    4. A room with a number holds so many black cells; `?` is an unknown number.

    Connected cells of `regions` with the same name are one room, of any form; `numbers` holds its number in its first
    cell in reading order (source: the rules of puzz.link and of puzzle-heyawake.com).
    """

    numbers: Grid
    regions: tuple[str | tuple[str, ...], ...]
    walls: tuple[Edge, ...] = field(default=(), metadata={"omit": True})

    HELD: ClassVar = {"numbers": (range(MOST_CELLS), "a number")}
    LARGEST_NEW: ClassVar = 10
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    NO_GRADES: ClassVar = frozenset({2})
    REMOVABLE: ClassVar = frozenset({"room"})

    def clues(self) -> Iterator[Clue]:
        homes, walls = regions.homes(self.regions), {*self.walls}
        for cell, number in self.numbers.known():
            words = f"the room of {cell} holds {times(number, 'black cell')}"
            yield Clue(words, homes[cell], Exactly(number, tuple(map(is_one, homes[cell]))), "room")
        for cells in _passages(self.numbers, homes, walls):
            ends = f"from {cells[0]} to {cells[-1]}"
            three = "three rooms" if walls.isdisjoint(pairwise(cells)) else "three parts"
            otherwise = f"white cells {ends} would lead through {three}"
            words = f"not all cells {ends} are white, which are in {three}"
            yield Clue(words, cells, Clause(tuple(map(is_one, cells))), "three rooms", otherwise)

    def is_solved_by(self, grid: Grid) -> bool:
        homes, walls = regions.homes(self.regions), {*self.walls}
        return (
            super().is_solved_by(grid)
            and all([*map(grid.__getitem__, homes[cell])].count(1) == number for cell, number in self.numbers.known())
            and all(
                mark or [homes[one] != homes[other] or (one, other) in walls for one, other in steps].count(True) <= 1
                for _, line in grid.lines()
                for mark, run in groupby(line, grid.__getitem__)
                for steps in [pairwise(run)]
            )
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        grid = regions.scattered(blank, rng)
        black = {cell for cell, mark in grid.marked() if mark}

        def too_long(names: dict[Cell, str]) -> list[tuple[Cell, ...]]:
            return [cells for cells in _passages(blank, names) if black.isdisjoint(cells)]

        def changed(names: dict[Cell, str], doubtful: list[Cell]) -> dict[Cell, str]:
            # Several cells join other rooms or, which assigns them, become rooms.
            left = 1 + len(doubtful) // CHANGED
            for cell in rng.sample(doubtful, len(doubtful)):
                rest = [other for other, name in names.items() if name == names[cell] and other != cell]
                own = [(cell, str(1 + max(map(int, names.values()))))] if rest and is_connected(rest) else []
                ways = regions.transfers(names, [cell]) + own
                after = names | dict(rng.sample(ways, min(1, len(ways))))
                if after != names and not too_long(after):
                    names, left = after, left - 1
                if not left:
                    break
            return names

        names = regions.seeded(blank, -(-size[0] * size[1] // ROOM_SIZE), rng)
        while runs := too_long(names):
            kept, lost = names[runs[0][0]], names[runs[0][1]]
            names = {cell: kept if name == lost else name for cell, name in names.items()}
        return corrected(names, changed, lambda names: (cls(*regions.counted(names, black)), grid), rng)


def _passages(board: Grid, rooms: Mapping[Cell, Hashable], walls: Container[Edge] = ()) -> Iterator[tuple[Cell, ...]]:
    """Iterate over the shortest lines that lead from one room through another into the next."""
    for _, line in board.lines():
        steps = enumerate(pairwise(line), start=1)
        borders = [at for at, (one, other) in steps if rooms[one] != rooms[other] or (one, other) in walls]
        for first, second in pairwise(borders):
            yield line[first - 1 : second + 1]
