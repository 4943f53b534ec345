"""Yajilin: one loop through the cells that are neither shaded nor clues; arrows count the shaded cells before them."""

from __future__ import annotations

import msgspec

from solvers.kind import *

SHADED = 2
"""The value of a shaded cell; a line has the value 1."""


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clue: so many cells are shaded between its own and the rim, in this direction."""

    cell: Cell
    direction: Direction
    number: int


@dataclass(frozen=True)
class Yajilin(Around):
    """Yajilin of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes each cell that is neither shaded nor a clue, and no other.
    3. No two shaded cells share an edge.
    4. A clue says how many cells are shaded from there to the rim, in the direction of its arrow; `?` is an unknown
       number, perhaps with the direction `none`.

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
    CLUE: ClassVar = Arrow
    DRAWN: ClassVar = {way: f"{{}}{arrow}" for way, arrow in ARROWS.items()}
    FORM: ClassVar = "a clue is u, d, l or r, then its number"
    LARGEST_NEW: ClassVar = 8

    def _numbered(self) -> list[tuple[Arrow, list[Cell]]]:
        """Return the clues with a known number, each with the cells before it."""
        known = (arrow for arrow in self.arrows if arrow.number != UNKNOWN)
        return [(arrow, self.board.arms(arrow.cell)[arrow.direction]) for arrow in known]

    def free(self) -> list[Cell]:
        """Return the cells without a clue."""
        return [cell for cell in self.board.cells() if cell not in self.clued]

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
        for arrow, before in self._numbered():
            cells = [cell for cell in before if cell not in self.clued]
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
            and all(len(shaded.intersection(cells)) == arrow.number for arrow, cells in self._numbered())
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        shaded = {cell: Glyph("o", "■", "block", given=False) for cell in self.free() if grid and grid[spot(cell)]}
        return {**shaded, **self.clue_glyphs()}

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
            counts = {way: len(shaded.intersection(cells)) for way, cells in blank.board.arms(cell).items()}
            way = max(counts, key=counts.__getitem__)
            arrows.append(Arrow(cell, way, counts[way]))
        return cls(blank.size, tuple(arrows))

    def solved(self, lines: Grid) -> Grid:
        shaded = {spot(cell): 0 if linked(lines, cell) else SHADED for cell in self.free()}
        return Grid.make(*self.answer_size, (dict(super().solved(lines).marked()) | shaded).get)
