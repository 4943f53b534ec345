"""puzz.link and its sisters: one page for all genres, whose address holds the puzzle.

How the page is known: its own published code runs in the tests (`docs/sites/puzzlink.md`). A row says what the boards
of a genre show, and how answers are entered; `solvers/_links` reads the addresses.
"""

# Long: a row for each genre, what only its boards show, and how its answers are entered, as no others are.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import solvers
from scrapers import (
    BOARD,
    BadChoice,
    CellPress,
    Click,
    Entrance,
    EntryOn,
    KnownBy,
    Mark,
    Page,
    Policy,
    Statement,
    Success,
    everywhere,
    line,
    spot,
    with_options,
)
from scrapers._puzzlink.drawn import DRAWING, Drawn, beside, cells, in_lines, regions, rim
from scrapers._puzzlink.enter import Lines, Painted, marks_by
from scrapers._puzzlink.layout import genre, puzzle_of
from scrapers._puzzlink.ways import along_cells, along_lines, between, doubled, drag
from solvers import Cell, Grid

if TYPE_CHECKING:
    from scrapers import MouseButton, Move

ADDRESSES = r"puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn"
ABOVE_AND_LEFT = rim("left", "top")
ALL_AROUND = rim("left", "top", "right", "bottom")
CIRCLES = {"disc": "●", "ring": "○"}
DISC = {"disc": 1, "dot": 0}
GATES = {"square": "■", "level dashes": "┈", "upright dashes": "┊"}
ROUND = {"disc": "?", "ring": "?"}
"""A circle without a number is a clue that does not tell it."""
SHADED = {"square": 1, "pale": 0, "dot": 0}
"""The marks of cells that are shaded, or known not to be, by the form of what is drawn in them."""
STAR = {"10 corners": 1, "1 strokes": 0}
ARROW = "7 corners"
TENT = {"3 corners": 1, "dot": 0}


def clues_or_marks(drawn: Drawn) -> Iterator[Statement]:
    """Read clues that look like marks: what is drawn in a cell for which the address has no clue, is a mark."""
    known = drawn.puzzle.picture().glyphs
    return (said for said in cells(CIRCLES)(drawn) if said.value is None or said.place in known)


def sums(drawn: Drawn) -> Iterator[Statement]:
    """Read the sums in the corners of cells: the upper right one is for the row, the lower left one for the column."""
    texts = [shape for shape in drawn.shapes if shape.form == "text" and shape.text != "0"]
    across = [(line("left", shape.cell.row), shape.box.left, shape.text) for shape in texts if shape.anchor == "end"]
    down = [(line("top", shape.cell.col), shape.box.top, shape.text) for shape in texts if shape.anchor == "start"]
    return in_lines(drawn, across + down)


def signs(drawn: Drawn) -> Iterator[Statement]:
    """Read the signs on borders, whose tips point at the lesser cell."""
    found: dict[tuple[Cell, Cell], str] = {}
    for shape in drawn.shapes:
        x, y = (round(2 * at) for at in shape.box.centre)
        if shape.form == "2 strokes" and len(shape.points) == len(("end", "tip", "end")) and (x + y) % 2:
            end, tip, _ = (point[0 if y % 2 else 1] for point in shape.points)
            found[beside(Cell(y, x))] = ">" if tip > end else "<"
    return everywhere(drawn, "sign", DRAWING, found)


def centres(drawn: Drawn) -> Iterator[Statement]:
    """Read the discs, which may be anywhere on the doubled board."""
    discs = (shape.box.centre for shape in drawn.shapes if shape.form == "disc")
    return everywhere(drawn, "centre", DRAWING, {spot(round(2 * y), round(2 * x)): True for x, y in discs})


def points(drawn: Drawn) -> Iterator[Statement]:
    """Read the numbers at the corners of cells."""
    texts = (shape for shape in drawn.shapes if shape.form == "text" and shape.anchor == "middle" and shape.text != "?")
    found = {spot(*(2 * round(at) for at in reversed(shape.box.centre))): shape.text for shape in texts}
    return everywhere(drawn, "corner", DRAWING, found)


def room_numbers(drawn: Drawn) -> Iterator[Statement]:
    """Read the number of each region, whose clue is that of its first cell in reading order, wherever it is drawn."""
    home = drawn.regions(drawn.walls())
    found: dict[Cell, str] = {}
    for cell, text in drawn.texts().items():
        if text == "?":
            continue
        found[home[cell]] = found.get(home[cell], "") + text
    return everywhere(drawn, "number", DRAWING, found)


@with_options
def arrows(drawn: Drawn, forms: Mapping[str, str] | None = None) -> Iterator[Statement]:
    """Read what `cells` reads, each with the arrow in its cell, whose first corner is its tip."""
    found = {said.place: said.value or "" for said in cells(forms)(drawn) if isinstance(said.place, Cell)}
    for shape in drawn.shapes:
        if shape.form == ARROW and shape.cell in found:
            (x, y), (left, top) = shape.points[0], shape.box.centre
            across, down = x - left, y - top
            ways = ("←", "→") if abs(across) > abs(down) else ("↑", "↓")
            found[shape.cell] += ways[across + down > 0]
    return everywhere(drawn, "number", DRAWING, {cell: text for cell, text in found.items() if text})


@with_options
def noted(drawn: Drawn, name: str, pattern: str) -> Iterator[Statement]:
    """Read a number of the whole board, or a letter in its place, from a text above the board."""
    for shape in drawn.shapes:
        said = re.fullmatch(pattern, shape.text, re.ASCII)
        if said is not None and shape.anchor == "end" and shape.box.centre[1] < 0:
            yield Statement(name, BOARD, DRAWING, int(said[1]) if said[1].isdecimal() else ord(said[1]) - ord("@"))


@dataclass(frozen=True, slots=True)
class TypedMarks(EntryOn[Drawn]):
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
class Diagonals(EntryOn[Drawn]):
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
class Triangles(EntryOn[Drawn]):
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
class Copied(Painted):
    """Cells with two marks, 1 and 0, the same for givens and the player: a drag copies that of its first cell."""

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


SHADED_CELL = 2
"""The mark of a shaded cell on a doubled board that has lines, too."""


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
    for _, row in Grid.make(*drawn.size).lines():
        for first, last in pairwise(at for at, cell in enumerate(row) if cell in clues):
            way = [doubled(cell) for cell in row[first : last + 1]]
            yield way[0], way[-1], [between(here, there) for here, there in pairwise(way)]


@dataclass(frozen=True, slots=True)
class Walled(EntryOn[Drawn]):
    """The rectangles of a Shikaku, which walls enclose; the mark of a cell is the number of its rectangle's clue."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the number of the clue that is alone in a cell's region; 0 for cells beside a wall inside a region."""
        walls = drawn.walls()
        home = drawn.regions(walls)
        numbers: dict[Cell, list[int]] = {}
        for number, clue in enumerate(cast("solvers.Patches", drawn.puzzle).patches, start=1):
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
        wanted = {wall for around in rims.values() for wall in around if inside >= {*beside(wall)}}
        any_mark = frozenset({None, 0, *regions})
        moves: list[Move] = []
        for way, passed in along_lines(shown - wanted, shown - wanted, on_borders=True):
            leaves = {cell: any_mark for wall in sorted(passed) for cell in beside(wall)}
            moves.append(drag(drawn, way, leaves))
        for number, around in rims.items():
            for way, passed in along_lines(around, (around & wanted) - shown, on_borders=True):
                leaves = dict.fromkeys(sorted(regions[number]), frozenset[Mark]({number}))
                moves.append(drag(drawn, way, leaves))
                shown |= passed
        return moves


GENRES = (
    genre("akari", solvers.LightUp, cells({"square": "■"}), enter=Painted(DISC, by_drags=False)),
    genre("aquarium", solvers.Aquarium, regions, ABOVE_AND_LEFT, enter=Painted(SHADED)),
    genre("box", solvers.Kakurasu, ABOVE_AND_LEFT, enter=Painted(SHADED)),
    genre("country", solvers.CountryRoad, regions, room_numbers, enter=Lines()),
    genre("dbchoco", solvers.DoubleChoco, cells({"pale": "\xa0"}), enter=Lines(on_borders=True)),
    genre(
        "easyasabc",
        solvers.AbcView,
        cells(),
        ALL_AROUND,
        noted("letters", r"\(A-([A-Z])\)"),
        enter=TypedMarks(letters=True),
    ),
    genre("gokigen", solvers.Slant, points, enter=Diagonals()),
    genre("hashikake", solvers.Hashi, cells(ROUND), enter=Bridges()),
    genre("heyawake", solvers.Heyawake, regions, room_numbers, enter=Painted(SHADED, by_drags=False)),
    genre("hitori", solvers.Hitori, cells(), enter=Painted(SHADED, by_drags=False)),
    genre("kakuro", solvers.Kakuro, cells({"1 strokes": "■"}), sums, enter=TypedMarks()),
    genre("kurodoko", solvers.Kurodoko, cells(ROUND), enter=Painted(SHADED, by_drags=False)),
    genre("kurotto", solvers.Kurotto, cells(ROUND), enter=Painted(SHADED)),
    genre("lits", solvers.Lits, regions, enter=Painted(SHADED)),
    genre("mashu", solvers.Masyu, cells(CIRCLES), enter=Lines(on_borders=False)),
    genre("minarism", solvers.Futoshiki, cells(), signs, enter=TypedMarks()),
    genre("mines", solvers.Minesweeper, cells(), enter=Painted(DISC)),
    genre("nonogram", solvers.Nonogram, ABOVE_AND_LEFT, enter=Painted(SHADED)),
    genre("norinori", solvers.Norinori, regions, enter=Painted(SHADED)),
    genre("numlin", solvers.Numberlink, cells(), enter=Lines(on_borders=False)),
    genre("nurikabe", solvers.Nurikabe, cells(), enter=Painted(SHADED)),
    genre("nurimisaki", solvers.Nurimisaki, cells({"ring": "?"}), enter=Painted(SHADED)),
    genre("ripple", solvers.RippleEffect, cells(), regions, enter=TypedMarks()),
    genre("sashigane", solvers.Sashigane, arrows({"ring": "?"}), enter=Lines(on_borders=True)),
    genre("shakashaka", solvers.Shakashaka, cells({"square": "■"}), enter=Triangles()),
    genre("shikaku", solvers.Patches, cells({"disc": "?"}), enter=Walled()),
    genre("skyscrapers", solvers.Skyscrapers, cells(), ALL_AROUND, enter=TypedMarks()),
    genre("slalom", solvers.Slalom, arrows(GATES), enter=Lines()),
    genre("slither", solvers.Slitherlink, cells(), enter=Lines(on_borders=True)),
    genre("starbattle", solvers.StarBattle, regions, noted("stars", r"(\d+)"), enter=Painted(STAR, by_drags=False)),
    genre("sudoku", solvers.Sudoku, cells(), regions, enter=TypedMarks()),
    genre("tapa", solvers.Tapa, cells(), enter=Painted(SHADED)),
    genre("tentaisho", solvers.Galaxies, centres, enter=Lines(on_borders=True)),
    genre("tents", solvers.Tents, cells({"disc": "♣"}), ABOVE_AND_LEFT, enter=Painted(TENT, by_drags=False)),
    genre("yajilin", solvers.Yajilin, arrows(), enter=LinesAndCells()),
    genre("yinyang", solvers.YinYang, clues_or_marks, enter=Copied({"disc": 1, "ring": 0})),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage(Page):
    """A `Page` that shows the puzzle of its address; as it has no kind, a board is read only if both say the same."""

    def _entrance(self, url: str) -> Entrance:
        """Return the way to the board; raise `BadChoice` for an address without a puzzle that can be solved."""
        try:
            puzzle_of(url)
        except solvers.BadPuzzle as error:
            raise BadChoice(error.message) from None
        return self.entrance


SITE = PlayerPage(
    NAME="puzzlink",
    KIND="",
    HOME="https://puzz.link/",
    URL=(
        r"https?://(www\.)?(puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/(p(\.html)?|pzprv3)/?"
        r"\?(\w+=\w*&)*(?P<puzzle>[^&#]*)"
    ),
    template="https://puzz.link/p?sudoku/4/4/g1k23k3g",
    POLICY=Policy(timezone=None, daily=False, check=r"^(check|チェック)$"),
    EVIDENCE=KnownBy("real code", "2026-08-22"),
    entrance=Entrance(board="#divques:has(svg)"),
    layouts=GENRES,
    facts={"#title2": r"^(?P<title>.+?)( player)?$"},
    success=Success(words="#notification", yes=r"^(Complete!|正解です\uff01)$", no="."),
)
