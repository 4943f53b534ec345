"""Country Road: one loop that passes each room once, and leaves no two cells beside a border unpassed."""

from __future__ import annotations

from itertools import accumulate
from zlib import crc32

from solvers.kind import *

PARTING = 3
"""One of so many lines of a new loop crosses the border of two rooms."""


@dataclass(frozen=True)
class CountryRoad(Loop):
    """Country Road of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes each room exactly once: it crosses its border twice.
    3. The number of a room says how many of its cells the loop passes; `?` is an unknown number.
    4. Of two neighbours in different rooms, or beside a wall within one (`walls`), the loop passes at least one.
    5. It crosses no wall.

    Connected cells of `regions` with the same name are one room; `numbers` holds its number in its first cell in
    reading order. In a solution, the doubled board, each border between two cells holds 1 (a line crosses it) or 0
    (source: the rules of puzz.link).
    """

    numbers: Grid
    regions: tuple[str | tuple[str, ...], ...]
    walls: tuple[Edge, ...] = field(default=(), metadata={"omit": True})

    HELD: ClassVar = {"numbers": (range(1, MOST_CELLS), "a number from 1 on")}
    SQUARES: ClassVar = "grid"
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    REMOVABLE: ClassVar = frozenset({"room"})
    LARGEST_NEW: ClassVar = 8

    def _crossings(self) -> Iterator[tuple[tuple[Cell, ...], list[Edge]]]:
        """Yield each room with the edges between it and others, if there are any."""
        for room in regions.parts(self.regions):
            if crossing := [edge for edge in self.ways() if len({*edge} & {*room}) == 1]:
                yield room, crossing

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        """Return the numbers in the corners of their cells, which the loop may pass."""
        return {cell: Glyph(number_text(number), "", "small", given=False) for cell, number in self.numbers.marked()}

    def clues(self) -> Iterator[Clue]:
        homes, several = regions.homes(self.regions), len(regions.parts(self.regions)) > 1
        for room, crossing in self._crossings():
            words = f"the loop passes the room of {room[0]} once"
            yield Clue(words, room, Exactly(TWO, tuple(map(used, crossing))), "passed once")
        for cell, number in self.numbers.known():
            room = homes[cell]
            inner = tuple(used(edge) for edge in self.ways() if {*edge} <= {*room})
            words = f"the loop passes {times(number, 'cell')} of the room of {cell}"
            yield Clue(words, room, Exactly(number - several, inner), "room")
        for cells, edges in self._beside():
            words = f"the loop passes {cells[0]} or {cells[1]}, on both sides of a border"
            yield Clue(words, cells, Clause(tuple(map(used, edges))), "border", "both would be left out")
        for edge in self.walls:
            yield Given(f"a wall separates {edge[0]} and {edge[1]}", edge, Clause((~used(edge),)), "wall")

    def _beside(self) -> Iterator[tuple[Edge, tuple[Edge, ...]]]:
        """Yield neighbours between which is a border or a wall, and all edges from these."""
        ways, homes = by_cell(self.ways()), regions.homes(self.regions)
        for one, other in self.ways():
            if homes[one] != homes[other] or (one, other) in self.walls:
                yield (one, other), tuple(dict.fromkeys((*ways[one], *ways[other])))

    def needs(self) -> Iterator[tuple[str, Iterable[Edge]]]:
        for room, crossing in self._crossings():
            yield f"the room of {room[0]}", crossing
        for (one, other), edges in self._beside():
            yield f"{one} and {other}", edges

    def is_solved_by(self, grid: Grid) -> bool:
        if not super().is_solved_by(grid):
            return False
        homes = regions.homes(self.regions)
        passed = {cell for cell in self.board.cells() if linked(grid, cell)}
        return (
            all(sum(bool(grid[spot(edge)]) for edge in crossing) == TWO for _, crossing in self._crossings())
            and all(len(passed.intersection(homes[cell])) == number for cell, number in self.numbers.known())
            and all(passed & {*edge} for edge, _ in self._beside())
            and not any(grid[spot(edge)] for edge in self.walls)
        )

    @classmethod
    def of(cls, grid: Grid) -> Self:
        board = Grid.make(*cls.board_size(grid))
        passed = {cell for cell in board.cells() if linked(grid, cell)}
        if not passed:
            return cls(board, regions.rows_of(dict.fromkeys(board.cells(), "0")))
        way = along(grid, min(passed))
        steps = map(sorted, zip(way, way[1:] + way[:1], strict=True))
        parted = [crc32(f"{one} {other}".encode()) % PARTING == 0 for one, other in steps]
        rooms = accumulate(parted, initial=0)
        names = {cell: str(room % max(1, sum(parted))) for cell, room in zip(way, rooms, strict=False)}
        for part in regions.connected_parts([[cell for cell in board.cells() if cell not in passed]]):
            beside = sorted({other for cell in part for other in cell.around()} & passed)
            names |= dict.fromkeys(part, names[beside[0]])
        return cls(*regions.counted(names, passed))
