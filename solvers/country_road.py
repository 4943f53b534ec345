"""Country Road: one loop that passes each room once, and leaves no two cells beside a border unpassed."""

from __future__ import annotations

from itertools import pairwise
from zlib import crc32

from solvers.kind import *

TWICE = 2
"""How often a loop crosses the border of a room that it passes once."""
PARTING = 3
"""One of so many lines of a new loop crosses the border of two rooms."""


@dataclass(frozen=True)
class CountryRoad(Loop):
    """Country Road of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes each room exactly once: it crosses its border twice.
    3. The number of a room says how many of its cells the loop passes; `?` does not tell it.
    4. Of two neighbours in different rooms, or beside a wall within one (`walls`), the loop passes at least one.
    5. It crosses no wall.

    Connected cells of `regions` with the same name are one room; `numbers` holds its number in its first cell in
    reading order. In a solution, the doubled board, each border between two cells holds 1 (a line crosses it) or 0
    (source: the rules of puzz.link).
    """

    numbers: Grid
    regions: tuple[str | tuple[str, ...], ...]
    walls: tuple[Edge, ...] = field(default=(), metadata={"omit": True})

    SQUARES: ClassVar = "grid"
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    REMOVABLE: ClassVar = frozenset({"room"})
    LARGEST_NEW: ClassVar = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        for cell, number in self.numbers.marked():
            if number == 0:
                raise BadPuzzle(f"numbers: {cell} holds 0, but the loop passes each room")

    def _crossing(self, room: tuple[Cell, ...]) -> list[Edge]:
        """Return the edges between a room and others."""
        return [edge for edge in self.ways() if len({*edge} & {*room}) == 1]

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        """Return the numbers in the corners of their cells, which the loop may pass."""
        return {cell: Glyph(number_text(number), "", "small", given=False) for cell, number in self.numbers.marked()}

    def clues(self) -> Iterator[Clue]:
        found = regions.parts(self.regions)
        for room in found if len(found) > 1 else ():
            words = f"the loop passes the room of {room[0]} once"
            yield Clue(words, room, Exactly(TWICE, tuple(map(used, self._crossing(room)))), "passed once")
        for cell, number in self.numbers.known():
            room = regions.homes(self.regions)[cell]
            inner = tuple(used(edge) for edge in self.ways() if {*edge} <= {*room})
            words = f"the loop passes {times(number, 'cell')} of the room of {cell}"
            yield Clue(words, room, Exactly(number - (len(found) > 1), inner), "room")
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
        found = regions.parts(self.regions)
        for room in found if len(found) > 1 else ():
            yield f"the room of {room[0]}", self._crossing(room)
        for (one, other), edges in self._beside():
            yield f"{one} and {other}", edges

    def is_solved_by(self, grid: Grid) -> bool:
        if not super().is_solved_by(grid):
            return False
        found, homes = regions.parts(self.regions), regions.homes(self.regions)
        passed = {cell for cell in self.board.cells() if linked(grid, cell)}
        crossed = [sum(bool(grid[spot(edge)]) for edge in self._crossing(room)) for room in found]
        return (
            (len(found) == 1 or all(count == TWICE for count in crossed))
            and all(len(passed.intersection(homes[cell])) == number for cell, number in self.numbers.known())
            and all(passed & {*edge} for edge, _ in self._beside())
            and not any(grid[spot(edge)] for edge in self.walls)
        )

    @classmethod
    def of(cls, grid: Grid) -> Self:
        board = Grid.make(*cls.board_size(grid))
        passed = {cell for cell in board.cells() if linked(grid, cell)}
        way = along(grid, min(passed)) if passed else []
        names = dict[Cell, str]()
        at = 0
        for before, cell in pairwise([*way, *way[:1]]):
            names[before] = names.get(before, str(at))
            at += crc32(f"{min(before, cell)} {max(before, cell)}".encode()) % PARTING == 0
            names.setdefault(cell, str(at))
        if way and at and crc32(f"{min(way[0], way[-1])} {max(way[0], way[-1])}".encode()) % PARTING:
            names = {cell: "0" if name == names[way[-1]] else name for cell, name in names.items()}
        for part in regions.connected_parts([[cell for cell in board.cells() if cell not in passed]]):
            beside = sorted({other for cell in part for other in cell.around()} & passed)
            names |= dict.fromkeys(part, names[beside[0]] if beside else "0")
        rooms = regions.rows_of(names)
        counts = {room[0]: len(passed & {*room}) for room in regions.parts(rooms) if passed}
        return cls(Grid.make(board.height, board.width, counts.get), rooms)
