"""Heyawake: blacken cells so that none touch, the others are connected, and no white line leads through three rooms."""

from __future__ import annotations

from collections.abc import Hashable
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
    4. A room with a number holds so many black cells; `?` does not tell it.

    `regions` names the room of each cell: A, B … in reading order, then a, b …, then A again. Connected cells with the
    same name are one room, of any form. `numbers` holds the number of a room in its first cell in reading order
    (source: the rules of puzz.link and of puzzle-heyawake.com).
    """

    numbers: Grid
    regions: tuple[str | tuple[str, ...], ...]
    walls: tuple[Edge, ...] = field(default=(), metadata={"omit": True})

    LARGEST_NEW: ClassVar = 10
    UNTOLD_IN: ClassVar = frozenset({"numbers"})
    NO_GRADES: ClassVar = frozenset({2})
    REMOVABLE: ClassVar = frozenset({"room"})

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "numbers", numbers_of_rooms(self.numbers, self.regions))
        object.__setattr__(self, "walls", walls_within(self.regions, self.walls))

    def clues(self) -> Iterator[Clue]:
        for room in regions.parts(self.regions):
            if (number := self.numbers[room[0]]) not in {None, UNTOLD}:
                words = f"the room of {room[0]} holds {times(number, 'black cell')}"
                yield Clue(words, room, Exactly(number, tuple(map(is_one, room))), "room")
        walls = {*self.walls}
        for cells in _passages(self.numbers, self._rooms(), walls):
            ends = f"from {cells[0]} to {cells[-1]}"
            three = "three rooms" if walls.isdisjoint(pairwise(cells)) else "three parts"
            otherwise = f"white cells {ends} would lead through {three}"
            words = f"not all cells {ends} are white, which are in {three}"
            yield Clue(words, cells, Clause(tuple(map(is_one, cells))), "three rooms", otherwise)

    def _rooms(self) -> dict[Cell, int]:
        """Return the number of the room of each cell, counted from zero."""
        return {cell: at for at, room in enumerate(regions.parts(self.regions)) for cell in room}

    def is_solved_by(self, grid: Grid) -> bool:
        rooms, walls = self._rooms(), {*self.walls}
        return (
            super().is_solved_by(grid)
            and all(
                self.numbers[room[0]] in {None, UNTOLD, [grid[cell] for cell in room].count(1)}
                for room in regions.parts(self.regions)
            )
            and all(
                mark or [rooms[one] != rooms[other] or (one, other) in walls for one, other in steps].count(True) <= 1
                for _, line in grid.lines()
                for mark, run in groupby(line, grid.__getitem__)
                for steps in [pairwise(run)]
            )
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        cells, grid = list(blank.cells()), regions.scattered(blank, rng)

        def of(names: dict[Cell, str]) -> tuple[Self, Grid]:
            rooms = regions.rows_of(names)
            numbers = {room[0]: [grid[cell] for cell in room].count(1) for room in regions.parts(rooms)}
            return cls(Grid.make(*size, numbers.get), rooms), grid

        def too_long(names: dict[Cell, str]) -> list[tuple[Cell, ...]]:
            return [cells for cells in _passages(blank, names) if not any(map(grid.__getitem__, cells))]

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

        seeds = rng.sample(cells, -(-len(cells) // ROOM_SIZE))
        names = regions.grown(seeds, blank, rng, regions.numbers())
        while runs := too_long(names):
            kept, lost = names[runs[0][0]], names[runs[0][1]]
            names = {cell: kept if name == lost else name for cell, name in names.items()}
        return corrected(names, changed, of, rng)


def _passages(
    board: Grid, rooms: Mapping[Cell, Hashable], walls: set[Edge] | frozenset[Edge] = frozenset()
) -> Iterator[tuple[Cell, ...]]:
    """Iterate over the shortest lines that lead from one room through another into the next."""
    for _, line in board.lines():
        steps = enumerate(pairwise(line), start=1)
        borders = [at for at, (one, other) in steps if rooms[one] != rooms[other] or (one, other) in walls]
        for first, second in pairwise(borders):
            yield line[first - 1 : second + 1]
