"""Yajilin: one loop through the cells that are neither shaded nor clues; arrows count the shaded cells before them."""

from __future__ import annotations

from itertools import takewhile
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

Side = OneOf["up", "down", "left", "right", "none"]
SIDES: dict[Side, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ARROWS: dict[Side, str] = dict(zip(SIDES, "↑↓←→", strict=True))
SHADED = 2
"""The value of a shaded cell; a line has the value 1."""


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clue: so many cells are shaded between its own and the rim, in this direction."""

    cell: Cell
    direction: Side
    number: int

    def cells(self, board: Grid) -> list[Cell]:
        """Return the cells that it points at."""
        down, right = SIDES[self.direction]
        line = (
            Cell(self.cell.row + down * at, self.cell.col + right * at)
            for at in range(1, max(board.height, board.width))
        )
        return list(takewhile(board.__contains__, line))


@dataclass(frozen=True)
class Yajilin(Loop):
    """Yajilin of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes each cell that is neither shaded nor a clue, and no other.
    3. No two shaded cells share an edge.
    4. A clue says how many cells are shaded from there to the rim, in the direction of its arrow; `?` does not tell it,
       and may have the direction `none`.

    In a solution, the doubled board, each border between two cells without a clue holds 1 (a line crosses it) or 0, and
    each of these cells 2 (shaded) or 0.

    Source: the rules of Nikoli.
    """

    size: tuple[int, int]
    arrows: tuple[Arrow, ...]

    MARKS: ClassVar = {1: "a line", SHADED: "shaded", 0: "empty"}
    WORDS: ClassVar = {
        rf"[{signs}](\d+|\?)|(\d+|\?)[{signs}{name}{name.upper()}]": rf"{name}\1\2"
        for name, signs in (("u", "↑^⬆"), ("d", "↓v⬇"), ("l", "←<⬅"), ("r", "→>➡"))
    }
    NO_GRADES: ClassVar = frozenset({1})
    UNKNOWN_IN: ClassVar = frozenset({"arrows"})
    LISTED: ClassVar = "arrows"
    LARGEST_NEW: ClassVar = 8
    TURNS: ClassVar = 1
    TURNED: ClassVar = {"u": "l", "l": "u", "d": "r", "r": "d"}

    def __post_init__(self) -> None:
        super().__post_init__()
        clued = {arrow.cell for arrow in self.arrows}
        for arrow in self.arrows:
            if arrow.direction == "none" and arrow.number != UNKNOWN:
                raise BadPuzzle(f"arrows: {arrow.cell} says {arrow.number}, but has no direction")
            if arrow.number < 0:
                raise BadPuzzle(f"arrows: {arrow.cell} says {arrow.number}, but a number is 0 or more")
        if not any(clued.isdisjoint(edge) for edge in edges(self.board)):
            raise BadPuzzle("arrows: no two neighbours are left for the loop")

    @property
    def shape(self) -> tuple[object, ...]:
        return self.size, tuple(arrow.cell for arrow in self.arrows)

    def _numbered(self) -> list[Arrow]:
        """Return the clues with a known number."""
        return [arrow for arrow in self.arrows if arrow.number != UNKNOWN]

    def free(self) -> list[Cell]:
        """Return the cells without a clue."""
        clued = {arrow.cell for arrow in self.arrows}
        return [cell for cell in self.board.cells() if cell not in clued]

    def ways(self) -> Sequence[Edge]:
        clued = {arrow.cell for arrow in self.arrows}
        return [edge for edge in super().ways() if clued.isdisjoint(edge)]

    def choices(self) -> Choices:
        choices = dict(super().choices())
        return choices | {cell: {0: (~is_one(cell),), SHADED: (is_one(cell),)} for cell in self.free()}

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        ways = by_cell(self.ways())
        for cell in self.free():
            lines, words = tuple(map(used, ways.get(cell, ()))), f"{cell} is shaded or the loop passes it"
            yield Rule(
                words, (cell,), Clause((is_one(cell), *lines)), "passed or shaded", f"the loop could not pass {cell}"
            )
            for line in lines:
                words, otherwise = (
                    f"the loop does not pass {cell} if it is shaded",
                    f"the loop would pass shaded {cell}",
                )
                yield Rule(words, (cell,), AtMost(1, (is_one(cell), line)), "shaded", otherwise)
        for cell, other in self.ways():
            constraint = AtMost(1, (is_one(cell), is_one(other)))
            yield Rule(f"{cell} and {other} are not both shaded", (cell, other), constraint, "neighbours")

    def clues(self) -> Iterator[Clue]:
        free = set(self.free())
        for arrow in self._numbered():
            cells = [cell for cell in arrow.cells(self.board) if cell in free]
            words = f"{arrow.cell} points {arrow.direction} at {times(arrow.number, 'shaded cell')}"
            yield Clue(words, (arrow.cell,), Exactly(arrow.number, tuple(map(is_one, cells))), "arrow")

    def needs(self) -> Iterator[tuple[str, Iterable[Edge]]]:
        ways = by_cell(self.ways())
        for cell, other in self.ways():
            yield f"{cell} and {other}", {*ways[cell], *ways[other]}

    def is_solved_by(self, grid: Grid) -> bool:
        if not super().is_solved_by(grid):
            return False
        shaded = {cell for cell in self.free() if grid[spot(cell)]}
        return (
            all((cell in shaded) != bool(linked(grid, cell)) for cell in self.free())
            and all(shaded.isdisjoint(cell.around()) for cell in shaded)
            and all(len(shaded.intersection(arrow.cells(self.board))) == arrow.number for arrow in self._numbered())
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        shaded = {cell: Glyph("o", "■", "block", given=False) for cell in self.free() if grid and grid[spot(cell)]}
        drawn = ((arrow.cell, arrow.direction, number_text(arrow.number)) for arrow in self.arrows)
        return shaded | {
            cell: printed(f"{way[0]}{number}", f"{number}{ARROWS.get(way, '')}") for cell, way, number in drawn
        }

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        found = picture.lettered((*SIDES, "none"), "a clue is u, d, l or r, then its number")
        arrows = (Arrow(cell, direction, number or 0) for cell, direction, number in found)
        return cls((picture.height, picture.width), tuple(arrows))

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(size, ())

    @classmethod
    def of(cls, grid: Grid) -> Self:
        blank = cls(cls.board_size(grid), ())
        shaded: set[Cell] = set()
        clued: list[Cell] = []
        for cell in blank.board.cells():
            if not linked(grid, cell):
                if shaded.isdisjoint(cell.around()):
                    shaded.add(cell)
                else:
                    clued.append(cell)
        arrows = []
        for cell in clued:
            ways = [Arrow(cell, way, 0).cells(blank.board) for way in SIDES]
            counts = [len(shaded.intersection(cells)) for cells in ways]
            arrows.append(Arrow(cell, [*SIDES][counts.index(max(counts))], max(counts)))
        return cls(blank.size, tuple(arrows))

    def solved(self, lines: Grid) -> Grid:
        shaded = {spot(cell): 0 if linked(lines, cell) else SHADED for cell in self.free()}
        return Grid.make(*self.answer_size, (dict(super().solved(lines).marked()) | shaded).get)
