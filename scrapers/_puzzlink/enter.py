"""Read back and plan the input: cells that are clicked or painted, digits by key, borders and lines along the board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from scrapers._errors import ReadError
from scrapers._puzzlink.drawn import beside
from scrapers._reading.layout import EntryOn
from scrapers._site import Click, Drag
from solvers import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from scrapers._puzzlink.drawn import Drawn
    from scrapers._site import Leaves, MouseButton, Move, Point

At = TypeVar("At", bound="Hashable")
Aim = TypeVar("Aim", bound="Hashable")
Mark = int | None
ONE_BUTTON = "2"
"""What the page calls the way to enter marks with one button."""
OTHER: Mapping[MouseButton, MouseButton] = {"left": "right", "right": "left"}
MARKS = {"square": 1, "pale": 0, "dot": 0}
"""The marks of shaded cells: coloured, or known not to be."""


def buttons(drawn: Drawn) -> tuple[bool, Mapping[MouseButton, MouseButton]]:
    """Return whether one button steps through all marks, and which button does what the left and the right one do.

    Raise `ReadError` if the page is an editor, or if a person has chosen what the mouse enters.
    """
    controls = drawn.board.state.get("controls", {})
    for name, words, usual in (("mode", "mode", "play"), ("input", "input mode", "auto")):
        if controls.get(name, "") not in {"", usual}:
            raise ReadError(f"the {words} of the page is {controls[name]!r}, not {usual!r}", selector="#usepanel")
    swapped = controls.get("inverted") is True
    return controls.get("use") == ONE_BUTTON, {button: OTHER[button] if swapped else button for button in OTHER}


@dataclass(frozen=True, slots=True)
class Painted(EntryOn["Drawn"]):
    """Cells that hold a mark or not, by the form of what is drawn in them."""

    marks_by: Mapping[str, int]
    """By the form of a shape, its mark: 1, or 0 for a cell that is known to have none."""
    paints: bool
    """Whether a drag gives all its cells the mark of the first one."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell."""
        found: dict[Cell, int] = {}
        for cell, shape in drawn.in_cells():
            if shape.form in self.marks_by and shape.is_central:
                found[cell] = max(found.get(cell, 0), self.marks_by[shape.form])
        return Grid.make(*drawn.size, found.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return a click for each cell that is not right yet, or a drag through all of them that touch each other."""
        marks, (one_button, does) = self.marks(drawn), buttons(drawn)
        wanted = {cell for cell in solution.cells() if solution[cell] == 1}
        moves: list[Move] = [
            Click(drawn.centre(cell), {cell: frozenset({None, 0})}, button=does["left"])
            for cell in solution.cells()
            if marks[cell] == 1 and cell not in wanted
        ]
        lacking = {cell for cell in wanted if marks[cell] != 1}
        for first in sorted(lacking):
            if first not in lacking:
                continue
            left = {*lacking} - {first}
            way = walk(first, lambda cell: wanted.intersection(cell.around()), left, lambda _, cell: cell)
            way = way if self.paints else [first]
            leaves = {cell: frozenset({1}) for cell in lacking.intersection(way)}
            lacking -= leaves.keys()
            # With one button, a cell that is marked as empty becomes blank first.
            button = does["right" if one_button and marks[first] == 0 else "left"]
            points = [drawn.centre(cell) for cell in way]
            moves.append(drag(points, leaves, button) if len(way) > 1 else Click(points[0], leaves, button=button))
        return moves


def walk(start: At, near: Callable[[At], Iterable[At]], aims: set[Aim], passed: Callable[[At, At], Aim]) -> list[At]:
    """Return a way past all aims that can be reached, which goes back where it must; they are taken from `aims`.

    `near` are the neighbours of a place, and `passed` is what is reached on the way from one to the next.
    """
    way, end, seen, steps = [start], 1, {start}, set[frozenset[At]]()
    left = [(start, iter(near(start)), 1, False)]
    while left:
        at, rest, length, found = left.pop()
        for other in rest:
            step = frozenset({at, other})
            if step in steps:
                continue
            steps.add(step)
            is_aim = passed(at, other) in aims
            aims.discard(passed(at, other))
            way.append(other)
            end = len(way) if is_aim else end
            left.append((at, rest, length, found or is_aim))
            if other in seen:
                if is_aim:
                    way.append(at)
                else:
                    way.pop()
            else:
                seen.add(other)
                left.append((other, iter(near(other)), len(way), is_aim))
            break
        else:
            if left and found:
                before, others, its_length, _ = left.pop()
                left.append((before, others, its_length, True))
                way.append(before)
            elif left:
                del way[length - 1 :]
    return way[:end]


def drag(through: Iterable[Point], leaves: Leaves, button: MouseButton) -> Drag:
    """Return a drag through points, of which those on a straight line need not be named."""
    points = [*through]
    ways = [(x - a, y - b) for (a, b), (x, y) in pairwise(points)]
    turns = [point for point, (before, after) in zip(points[1:], pairwise(ways), strict=False) if not _same(before, after)]
    return Drag((points[0], *turns, points[-1]), leaves, button=button)


def _same(way: Point, other: Point) -> bool:
    """Return whether two steps along the lines of a board lead the same way."""
    return all(abs(a - b) < 1 for a, b in zip(way, other, strict=True))


@dataclass(frozen=True, slots=True)
class Typed(EntryOn["Drawn"]):
    """Cells with digits or letters: a click chooses a cell, keys set its mark."""

    letters: bool = False
    """Whether marks are letters, A for 1, and a cell without one stays blank, which is 0."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell."""
        texts = {
            cell: shape.text
            for cell, shape in drawn.in_cells()
            if shape.form == "text" and shape.anchor == "middle" and shape.is_central
        }
        return Grid.make(*drawn.size, {cell: self._mark(text) for cell, text in texts.items()}.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return a click and keys for each cell that is not right yet."""
        marks = self.marks(drawn)
        buttons(drawn)
        moves: list[Move] = []
        for cell, mark in solution.marked():
            blank = self.letters and not mark
            if marks[cell] == mark or (blank and marks[cell] is None):
                continue
            keys = ("Backspace",) if blank else (chr(mark + 96),) if self.letters else tuple(str(mark))
            moves.append(Click(drawn.centre(cell), {cell: frozenset({None if blank else mark})}, keys=keys))
        return moves

    def _mark(self, text: str) -> Mark:
        if self.letters:
            return ord(text.lower()) - 96 if len(text) == 1 and text.isascii() and text.isalpha() else None
        return int(text) if text.isascii() and text.isdecimal() else None


# --- on the doubled board, where a border of two cells is a place between theirs -----------------------------------


@dataclass(frozen=True, slots=True)
class Lines(EntryOn["Drawn"]):
    """Lines from corner to corner along borders, or from centre to centre: drawn by drags, and taken away by others."""

    on_borders: bool

    def marks(self, drawn: Drawn) -> Grid:
        """Return the doubled board with the lines that are drawn."""
        height, width = drawn.size
        lines = {
            place: 1 for place, bar in drawn.bars() if bar.is_level == (place[0 if self.on_borders else 1] % 2 == 0)
        }
        return Grid.make(2 * height + 1, 2 * width + 1, lines.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags along all lines that are wrong, then along all that are missing, each as long as possible."""
        shown, (_, does) = {place for place, _ in self.marks(drawn).marked()}, buttons(drawn)
        lines = {place for place in solution.cells() if solution[place]}
        return [
            drag(map(drawn.place, way), dict.fromkeys(passed, leaves), does["left"])
            for inside, aims, leaves in (
                (shown - lines, shown - lines, frozenset({None, 0})),
                (lines, lines - shown, frozenset({1})),
            )
            for way, passed in ways_along(inside, aims, on_borders=self.on_borders)
        ]


@dataclass(frozen=True, slots=True)
class Walled(EntryOn["Drawn"]):
    """Regions that walls on the borders of cells enclose; the mark of a cell is the number of its region's clue."""

    clues: Callable[[Any], Iterable[Cell]]
    """Returns the cells of a puzzle's clues, in the order of their numbers."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the number of the clue that is alone in a cell's region, and 0 for cells beside a wall inside one."""
        walls = drawn.walls()
        home = drawn.regions(walls)
        numbers: dict[Cell, list[int]] = {}
        for number, cell in enumerate(self.clues(drawn.puzzle), start=1):
            numbers.setdefault(home[cell], []).append(number)
        marks = {cell: numbers[first][0] for cell, first in home.items() if len(numbers.get(first, ())) == 1}
        for one, other in map(beside, walls):
            if home[one] == home[other]:
                marks[one] = marks[other] = 0
        return Grid.make(*drawn.size, marks.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags along all walls that are wrong, then one around each region that lacks any."""
        walls, (_, does) = drawn.walls(), buttons(drawn)
        regions: dict[int, set[Cell]] = {}
        for cell, number in solution.marked():
            regions.setdefault(number, set()).add(cell)
        around = {
            number: {wall for cell in cells for wall in doubled(cell).around() if len(cells & {*beside(wall)}) == 1}
            for number, cells in regions.items()
        }
        wanted = {wall for rim in around.values() for wall in rim if {*beside(wall)} <= {*drawn.boxes}}
        any_mark = frozenset({None, 0, *regions})
        moves: list[Move] = []
        for way, passed in ways_along(walls - wanted, walls - wanted, on_borders=True):
            leaves = {cell: any_mark for wall in passed for cell in beside(wall)}
            moves.append(drag(map(drawn.place, way), leaves, does["left"]))
        missing = wanted - walls
        for number, rim in around.items():
            for way, passed in ways_along(rim, rim & missing, on_borders=True):
                leaves = dict.fromkeys(sorted(regions[number]), frozenset[Mark]({number}))
                moves.append(drag(map(drawn.place, way), leaves, does["left"]))
                missing -= passed
        return moves


def doubled(cell: Cell) -> Cell:
    """Return the place of a cell."""
    return Cell(2 * cell.row + 1, 2 * cell.col + 1)


def ways_along(inside: set[Cell], aims: set[Cell], *, on_borders: bool) -> Iterator[tuple[list[Cell], set[Cell]]]:
    """Yield ways along lines that are inside, past all aims, each with the aims that it passes first.

    Each begins with an aim, because the first line that is dragged along decides what happens to the others.
    """
    left = {*aims}
    while left:
        first, before = min(left), {*left}
        is_level = (first.row % 2 == 0) == on_borders
        start = Cell(first.row, first.col - 1) if is_level else Cell(first.row - 1, first.col)

        def near(at: Cell) -> list[Cell]:
            lines = sorted(inside.intersection(at.around()), key=lambda line: line not in aims)
            return [Cell(2 * line.row - at.row, 2 * line.col - at.col) for line in lines]

        way = walk(start, near, left, lambda at, to: Cell((at.row + to.row) // 2, (at.col + to.col) // 2))
        yield way, before - left
