"""Read marks back, and say how one is set: by presses in cells, by painting them, by keys, or by drags along lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from scrapers._puzzlink.drawn import Drawn, beside
from scrapers._puzzlink.ways import along_cells, along_lines, between, doubled, drag
from scrapers._reading.layout import EntryOn
from scrapers._reading.moves import CellPress, Mark
from scrapers._site import Click, MouseButton, Move
from solvers import Cell, Grid

if TYPE_CHECKING:
    from solvers import Patches

DOUBLE = "2 bars"
"""The form of two lines beside each other."""
SHADED = {"square": 1, "pale": 0, "dot": 0}
"""The marks of cells that are shaded, or known not to be, by the form of what is drawn in them."""
SHADED_CELL = 2
"""The mark of a shaded cell on a doubled board that has lines, too."""


@dataclass(frozen=True, slots=True)
class Painted(EntryOn["Drawn"]):
    """Cells that hold a mark or not."""

    forms: Mapping[str, int]
    """By the form of a shape in the cell, its mark: 1, or 0 for a cell that is known to hold none."""
    by_drags: bool = True
    """Whether a drag gives all its cells the mark of the first one."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell."""
        return marks_by(self.forms, drawn)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return a click for each cell that is not right yet, or a drag through all of them that touch each other."""
        marks, blank = self.marks(drawn), frozenset[Mark]({None, 0})
        wanted = {cell for cell, mark in solution.marked() if mark}
        moves: list[Move] = [
            Click(drawn.at(*doubled(cell)), {cell: blank})
            for cell, mark in marks.marked()
            if mark and cell not in wanted
        ]
        lacking = {cell for cell in wanted if not marks[cell]}
        for way, passed in (
            along_cells(wanted, lacking) if self.by_drags else (([cell], {cell}) for cell in sorted(lacking))
        ):
            # With one button, the left one makes a cell blank that is known to hold none.
            button: MouseButton = "right" if drawn.has_one_button and marks[way[0]] == 0 else "left"
            moves.append(drag(drawn, map(doubled, way), dict.fromkeys(sorted(passed), frozenset({1})), button))
        return moves


def marks_by(forms: Mapping[str, int], drawn: Drawn) -> Grid:
    """Return the mark of each cell by the form of what was drawn in it last."""
    found = {cell: forms[shape.form] for cell, shape in drawn.in_cells() if shape.form in forms}
    return Grid.make(*drawn.size, found.get)


@dataclass(frozen=True, slots=True)
class Diagonals(EntryOn["Drawn"]):
    """Cells with diagonals: 1 falls to the right, 0 rises."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell by the diagonal in it."""
        lines = ((cell, shape.points) for cell, shape in drawn.in_cells() if shape.form == "1 strokes")
        falls = {cell: int((one[0] < other[0]) == (one[1] < other[1])) for cell, (one, other) in lines}
        return Grid.make(*drawn.size, falls.get)

    def set_mark(self, drawn: Drawn, _cell: Cell, stands: Mark, wanted: Mark) -> CellPress:
        """Return a click with the button of a diagonal."""
        # With one button for all marks, the left one goes from blank to 1, 0 and blank again, the right one back.
        after = {None: 1, 1: 0, 0: None}
        is_left = after[stands] == wanted if drawn.has_one_button else wanted
        return CellPress({wanted}, "left" if is_left else "right")


CORNERS = {1: (1, -1), 2: (1, 1), 3: (-1, 1), 4: (-1, -1)}
"""By the mark of a triangle, the way down and to the right from the middle of its cell to its right angle."""


@dataclass(frozen=True, slots=True)
class Triangles(EntryOn["Drawn"]):
    """Cells with triangles, which are named by the corner with the right angle: a click near it enters one."""

    alike = frozenset({None, 0})

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell by the triangle in it, 0 for a dot."""
        found: dict[Cell, int] = {}
        for cell, shape in drawn.in_cells():
            if shape.form == "3 corners":
                # Two of the three corners are on each side of the right angle.
                x, y = (sorted(ats)[1] for ats in zip(*shape.points, strict=True))
                at = (1 if y > cell.row + 1 / 2 else -1, 1 if x > cell.col + 1 / 2 else -1)
                found[cell] = next(mark for mark, corner in CORNERS.items() if corner == at)
            elif shape.form == "dot":
                found[cell] = 0
        return Grid.make(*drawn.size, found.get)

    def set_mark(self, _drawn: Drawn, _cell: Cell, stands: Mark, wanted: Mark) -> CellPress:
        """Return a click on a wrong triangle, or near the corner of a missing one; on a dot it only takes that away."""
        if stands:
            return CellPress({0}, "right")
        down, right = CORNERS[wanted or 1]
        return CellPress({wanted} if stands is None else {None}, right=right / 4, down=down / 4)


@dataclass(frozen=True, slots=True)
class Copied(EntryOn["Drawn"]):
    """Cells with two marks, 1 and 0, the same for givens and the player: a drag copies that of its first cell."""

    forms: Mapping[str, int]
    """By the form of a shape in the cell, its mark."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell."""
        return marks_by(self.forms, drawn)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags from cells that are right to all that are not, and clicks where there is none to begin with."""
        marks = self.marks(drawn)
        moves: list[Move] = []
        for mark in (1, 0):
            wanted = {cell for cell, held in solution.marked() if held == mark}
            lacking, leaves = {cell for cell in wanted if marks[cell] != mark}, frozenset[Mark]({mark})
            for way, passed in along_cells(wanted, lacking, from_others=True):
                if way[0] in passed:
                    button: MouseButton = "left" if marks[way[0]] == (0 if mark else None) else "right"
                    moves.append(Click(drawn.at(*doubled(way[0])), {way[0]: leaves}, button=button))
                if reached := sorted(passed - {way[0]}):
                    moves.append(drag(drawn, map(doubled, way), dict.fromkeys(reached, leaves)))
        return moves


@dataclass(frozen=True, slots=True)
class TypedMarks(EntryOn["Drawn"]):
    """Cells with digits or letters: a click chooses a cell, keys set its mark."""

    letters: bool = False
    """Whether marks are letters, A for 1; a cell without one, which is 0, stays blank."""

    @property
    def alike(self) -> frozenset[Mark]:
        """Blank cells, and those without a letter."""
        return frozenset({None, 0} if self.letters else ())

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell."""
        return Grid.make(*drawn.size, {cell: self._mark(text) for cell, text in drawn.texts().items()}.get)

    def set_mark(self, _drawn: Drawn, _cell: Cell, _stands: Mark, wanted: Mark) -> CellPress:
        """Return a click and the keys of a mark."""
        if wanted is None or (self.letters and not wanted):
            return CellPress({None}, keys=("Backspace",))
        return CellPress({wanted}, keys=(chr(ord("a") + wanted - 1),) if self.letters else tuple(str(wanted)))

    def _mark(self, text: str) -> Mark:
        if self.letters:
            return ord(text) - ord("@") if len(text) == 1 and "A" <= text <= "Z" else None
        return int(text) if text.isascii() and text.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Lines(EntryOn["Drawn"]):
    """Lines along borders, or from centre to centre; marks are those of the doubled board."""

    on_borders: bool = False

    def marks(self, drawn: Drawn) -> Grid:
        """Return the doubled board with the number of lines at each place."""
        height, width = drawn.size
        bars = ((at, bar) for at, bar in drawn.bars() if bar.is_level == ((at.row % 2 == 0) == self.on_borders))
        return Grid.make(2 * height + 1, 2 * width + 1, {at: 2 if bar.form == DOUBLE else 1 for at, bar in bars}.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags along all lines that are wrong, then along all that are missing, each as long as possible."""
        grids = (self.marks(drawn), solution)
        shown, wanted = ({at for at, line in grid.marked() if line and (at.row + at.col) % 2} for grid in grids)
        moves: list[Move] = []
        for inside, aims, marks in ((shown - wanted, shown, {None, 0}), (wanted, wanted - shown, {1})):
            for way, passed in along_lines(inside, aims & inside, on_borders=self.on_borders):
                moves.append(drag(drawn, way, dict.fromkeys(sorted(passed), frozenset[Mark](marks))))
        return moves


@dataclass(frozen=True, slots=True)
class LinesAndCells(Lines):
    """Lines from centre to centre, and cells that are shaded by clicks: on the doubled board, such a cell holds 2."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the doubled board with the lines and the shaded cells."""
        lines, cells = Lines.marks(self, drawn), marks_by({"square": SHADED_CELL, "dot": 0}, drawn)
        shaded = {doubled(cell): mark for cell, mark in cells.marked()}
        return Grid.make(lines.height, lines.width, lambda at: shaded.get(at, lines[at]))

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return clicks on cells that are not right yet, then drags along lines."""
        marks = self.marks(drawn)
        clicks = [
            Click(drawn.at(*at), {at: frozenset({SHADED_CELL} if mark == SHADED_CELL else {None, 0})})
            for at, mark in solution.marked()
            if (at.row + at.col) % 2 == 0 and (mark == SHADED_CELL) != (marks[at] == SHADED_CELL)
        ]
        return [*clicks, *Lines.moves(self, drawn, solution)]


@dataclass(frozen=True, slots=True)
class Bridges(Lines):
    """Up to two lines between neighbouring clues: a drag from one to the other adds a line, or takes both away."""

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags from clue to clue, which go on where they can."""
        marks = self.marks(drawn)
        spans = {(one, other): places for one, other, places in _spans(drawn)}
        shown = {span: marks[places[0]] or 0 for span, places in spans.items()}
        left = {span: ((solution[places[0]] or 0) - shown[span]) % 3 for span, places in spans.items()}
        moves: list[Move] = []
        while any(left.values()):
            ends = Counter(end for span, drags in left.items() if drags for end in span)
            at = min(ends, key=lambda end: (ends[end] % 2 == 0, end))
            way, passed = [at], list[tuple[Cell, Cell]]()
            while span := next((span for span in left if at in span and left[span] and span not in passed), None):
                at = span[1] if at == span[0] else span[0]
                way.append(at)
                passed.append(span)
                left[span] -= 1
                shown[span] = (shown[span] + 1) % 3
            leaves = {place: frozenset({shown[span] or None, shown[span]}) for span in passed for place in spans[span]}
            moves.append(drag(drawn, way, leaves))
        return moves


def _spans(drawn: Drawn) -> Iterator[tuple[Cell, Cell, list[Cell]]]:
    """Yield the places of each two neighbouring clues of a line, and of the borders between them."""
    clues = drawn.puzzle.picture().glyphs
    for _, cells in Grid.make(*drawn.size).lines():
        for first, last in pairwise(at for at, cell in enumerate(cells) if cell in clues):
            way = [doubled(cell) for cell in cells[first : last + 1]]
            yield way[0], way[-1], [between(here, there) for here, there in pairwise(way)]


@dataclass(frozen=True, slots=True)
class Walled(EntryOn["Drawn"]):
    """The rectangles of a Shikaku, which walls enclose; the mark of a cell is the number of its rectangle's clue."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the number of the clue that is alone in a cell's region; 0 for cells beside a wall inside a region."""
        walls = drawn.walls()
        home = drawn.regions(walls)
        numbers: dict[Cell, list[int]] = {}
        for number, clue in enumerate(cast("Patches", drawn.puzzle).patches, start=1):
            numbers.setdefault(home[clue.cell], []).append(number)
        marks = {cell: numbers[first][0] for cell, first in home.items() if len(numbers.get(first, ())) == 1}
        for one, other in map(beside, walls):
            if home[one] == home[other]:
                marks[one] = marks[other] = 0
        return Grid.make(*drawn.size, marks.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags along all walls that are wrong, then one around each region that lacks any."""
        regions: dict[int, set[Cell]] = {}
        for cell, number in solution.marked():
            regions.setdefault(number, set()).add(cell)
        rims = {
            number: {wall for cell in cells for wall in doubled(cell).around() if not cells >= {*beside(wall)}}
            for number, cells in regions.items()
        }
        shown, inside = drawn.walls(), drawn.boxes.keys()
        wanted = {wall for rim in rims.values() for wall in rim if inside >= {*beside(wall)}}
        any_mark = frozenset({None, 0, *regions})
        moves: list[Move] = []
        for way, passed in along_lines(shown - wanted, shown - wanted, on_borders=True):
            leaves = {cell: any_mark for wall in sorted(passed) for cell in beside(wall)}
            moves.append(drag(drawn, way, leaves))
        for number, rim in rims.items():
            for way, passed in along_lines(rim, (rim & wanted) - shown, on_borders=True):
                leaves = dict.fromkeys(sorted(regions[number]), frozenset[Mark]({number}))
                moves.append(drag(drawn, way, leaves))
                shown |= passed
        return moves
