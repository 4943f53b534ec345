"""Read what the player draws: shapes of an SVG, which say what they are only by form, place, size and colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.board import DOWN, RIGHT, Box, select, with_options
from scrapers._reading.facts import BOARD, SIDES, everywhere, in_order, line
from scrapers._reading.regions import separated_by
from scrapers._reading.statements import Statement
from solvers import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.board import Board
    from scrapers._site import Point
    from solvers import Puzzle

DRAWING = "the drawing"
ANSWERS = frozenset({"rgb(0, 160, 0)", "rgb(160, 160, 160)"})
"""The colours of what the player has entered, in earnest and on trial."""
NEAR = 0.15
"""How far something may be from its place, in cells; also the largest radius of a dot."""
EXACT = 0.05
"""How far the middle of a bar may be from its place on the doubled board; the cursor's frame is a bit further away."""
THIN, LONG = 0.25, 1.3
"""The greatest width and length of a bar between two neighbours, in cells."""
PALE = 175
"""The least brightness, of 255, of a square that only marks its cell."""
BASELINE = 0.35
"""How far the baseline of a text is below its middle, in sizes of its font."""
NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,20})?(?:e-\d{1,3})?")


class Shape(NamedTuple):
    """A shape, its lengths in cells from the top left corner of the board."""

    form: str
    """`text`, `dot`, `disc`, `ring`, `square`, `pale` (a square), `bar`, or how many corners or strokes it has."""
    box: Box
    colour: str
    """Of its ground, or of its line if it has none."""
    text: str = ""
    anchor: str = "middle"
    """The part of a text that is at the middle of its box."""
    points: tuple[Point, ...] = ()

    @property
    def cell(self) -> Cell:
        """The cell that it is in, perhaps beside the board."""
        x, y = self.box.centre
        return Cell(floor(y), floor(x))

    @property
    def is_central(self) -> bool:
        """Whether it is in the middle of its cell."""
        return all(abs(at % 1 - 0.5) < NEAR for at in self.box.centre)

    @property
    def is_level(self) -> bool:
        """Whether it is wider than high."""
        return self.box.width > self.box.height


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board that the player has drawn, and the puzzle of its address."""

    board: Board
    puzzle: Puzzle
    size: tuple[int, int]
    shapes: Sequence[Shape]
    origin: Point
    """The top left corner of the board, in px."""
    pitch: float
    """The width of a cell, in px."""

    @property
    def boxes(self) -> Mapping[Cell, Box]:
        """Where each cell is drawn."""
        return {
            cell: Box(*self.point(cell.col, cell.row), self.pitch, self.pitch) for cell in Grid.make(*self.size).cells()
        }

    def point(self, x: float, y: float) -> Point:
        """Return the point of the page that is so many cells from the top left corner of the board."""
        return self.origin[0] + x * self.pitch, self.origin[1] + y * self.pitch

    def place(self, place: Cell) -> Point:
        """Return the point of a place on the doubled board: a corner, a border or a centre."""
        return self.point(place.col / 2, place.row / 2)

    def centre(self, cell: Cell) -> Point:
        """Return the point in the middle of a cell."""
        return self.point(cell.col + 0.5, cell.row + 0.5)

    def in_cells(self) -> Iterator[tuple[Cell, Shape]]:
        """Iterate over the shapes in cells of the board."""
        height, width = self.size
        return (
            (cell, shape)
            for shape in self.shapes
            for cell in [shape.cell]
            if 0 <= cell.row < height and 0 <= cell.col < width
        )

    def bars(self) -> Iterator[tuple[Cell, Shape]]:
        """Iterate over the bars on a border or across one, each with its place on the doubled board."""
        height, width = self.size
        for shape in self.shapes:
            x, y = (round(2 * at) for at in shape.box.centre)
            is_there = max(abs(2 * at - place) for at, place in zip(shape.box.centre, (x, y), strict=True)) < EXACT
            is_inside = 0 <= x <= 2 * width and 0 <= y <= 2 * height
            if shape.form in {"bar", "2 bars"} and (x + y) % 2 and is_there and is_inside:
                yield Cell(y, x), shape

    def walls(self) -> set[Cell]:
        """Return the places, on the doubled board, of the bars on borders of two cells."""
        inside = self.boxes.keys()
        return {
            place
            for place, bar in self.bars()
            if bar.is_level == (place.row % 2 == 0) and inside >= {*beside(place)}
        }

    def regions(self, walls: Collection[Cell]) -> dict[Cell, Cell]:
        """Return for each cell the first one of its region."""
        sides = {(beside(wall)[0], RIGHT if wall.row % 2 else DOWN) for wall in walls}
        return separated_by(self.boxes.keys(), sides)


def beside(place: Cell) -> tuple[Cell, Cell]:
    """Return the cells on both sides of a border, which is a place of the doubled board."""
    return Cell((place.row - 1) // 2, (place.col - 1) // 2), Cell(place.row // 2, place.col // 2)


def look_at(board: Board, puzzle: Puzzle, css: str) -> Drawn:
    """Return what the SVG that `css` selects shows; raise `ReadError` if it is not the board of this puzzle."""
    (svg, *others) = select(board.root, css) or [None]
    if svg is None or others:
        raise OtherLayout(f"there are {len(others) + (svg is not None)} drawings {css}, not one", selector=css)
    box, view = board.box(svg), _numbers(svg.attributes.get("viewBox"))
    if box is None or len(view) != 4 or min(view[2:]) <= 0:  # noqa: PLR2004 - left, top, width, height
        raise ReadError("the drawing of the board is not visible", selector=css)
    scale = box.width / view[2]
    raw = [shape for node in svg.css("path, text") if (shape := _shape(node)) is not None]
    picture = puzzle.picture()
    size = picture.height, picture.width
    pitch = _pitch(raw, size)
    shapes = [_in_cells(shape, pitch) for shape in raw]
    origin = box.left - view[0] * scale, box.top - view[1] * scale
    return Drawn(board, puzzle, size, shapes, origin, pitch * scale)


# --- shapes ---------------------------------------------------------------------------------------------------------


def _numbers(text: str | None) -> list[float]:
    return [float(number) for number in NUMBER.findall(text or "")]


def _shape(node: Node) -> Shape | None:
    """Return the shape of an element in the units of its SVG; None if it is hidden, or of a form that no board has."""
    given = node.attributes
    if given.get("display") == "none":
        return None
    fill, stroke = (given.get(name) or "none" for name in ("fill", "stroke"))
    colour = stroke if fill == "none" else fill
    if node.tag == "text":
        at = [_numbers(given.get(name)) for name in ("x", "y", "font-size")]
        if not all(at):
            return None
        (x, *_), (y, *_), (font, *_) = at
        box = Box(x - font / 2, y - BASELINE * font - font / 2, font, font)
        return Shape("text", box, colour, node.text(strip=True), given.get("text-anchor") or "middle")
    parts: list[list[Point]] = []
    form, is_round, closed = "", False, 0
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*(?:e-\d+[^A-Za-z]*)*)", given.get("d") or ""):
        values = _numbers(rest)
        pairs = list(zip(values[::2], values[1::2], strict=False))
        if command == "M" and pairs:
            parts.append(pairs)
        elif command == "L" and parts:
            parts[-1] += pairs
        elif command == "A" and parts and len(values) == 7:  # noqa: PLR2004 - of an arc
            (x, y), (across, down) = values[-2:], values[:2]
            parts[-1] += [(x - 2 * across, y - down), (x, y + down)]
            is_round = True
        elif command in "zZ":
            closed += 1
        else:
            return None
    points = tuple(point for part in parts for point in part)
    if not points:
        return None
    left, top, right, bottom = (pick(at) for pick in (min, max) for at in zip(*points, strict=True))
    if is_round:
        form = "ring" if fill == "none" else "disc"
    elif closed == len(parts) and all(_is_rectangle(part) for part in parts):
        form = "bar" if len(parts) == 1 else f"{len(parts)} bars"
    elif closed == len(parts) == 1 and len(points) > 2:  # noqa: PLR2004 - two are the ends of a stroke
        form = f"{len(points)} corners"
    else:
        form = f"{sum(len(part) - 1 for part in parts)} strokes"
    return Shape(form, Box(left, top, right - left, bottom - top), colour, points=points)


def _is_rectangle(points: Sequence[Point]) -> bool:
    xs, ys = ({at for at in ats} for ats in zip(*points, strict=True))
    return len(points) == len(xs) * len(ys) == 4  # noqa: PLR2004 - corners


def _in_cells(shape: Shape, pitch: float) -> Shape:
    """Return a shape in cells, whose form also says how large it is."""
    box = Box(*(length / pitch for length in shape.box))
    form = shape.form
    if form == "disc" and box.width <= 2 * NEAR:
        form = "dot"
    elif form == "bar" and abs(box.width - 1) < NEAR and abs(box.height - 1) < NEAR:
        form = "pale" if _brightness(shape.colour) >= PALE else "square"
    elif form == "bar" and (min(box.width, box.height) > THIN or max(box.width, box.height) > LONG):
        form = "block"
    return shape._replace(form=form, box=box, points=tuple((x / pitch, y / pitch) for x, y in shape.points))


def _brightness(colour: str) -> float:
    """Return how bright a colour is, from 0 to 255; black for one without numbers."""
    if code := re.fullmatch(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", colour, re.IGNORECASE):
        red, green, blue = (int(part, 16) for part in code.groups())
    else:
        red, green, blue = (int(part) for part in (*re.findall(r"\d{1,3}", colour), "0", "0", "0")[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _pitch(shapes: Sequence[Shape], size: tuple[int, int]) -> float:
    """Return the width of a cell in the units of the SVG; raise `ReadError` if the board is not of this size.

    Most boards draw their lines, some the corners of their cells; of others, only the size of the ground is known.
    """
    strokes = [shape.points for shape in shapes if shape.form == "1 strokes"]
    discs = [shape.box for shape in shapes if shape.form == "disc"]
    corner = next((disc.width for disc in discs if max(map(abs, disc.centre)) < 1), 0.0)
    places: list[list[float]] = []
    for way in (0, 1):
        lines = {end[way] for start, end in strokes if start[way] == end[way] > 0 == start[1 - way]}
        corners = {round(disc.centre[way], 1) for disc in discs if disc.width == corner}
        places.append(sorted({0.0, *lines} | (corners - {max(corners, default=0.0)})))
    counts = len(places[1]), len(places[0])
    if counts == (1, 1):  # The board shows no lines.
        grounds = [shape.box for shape in shapes[:1] if shape.form == "bar"]
        steps = [2 * ground.centre[way] / size[1 - way] for ground in grounds for way in (0, 1)]
        counts = size
    else:
        steps = [place / at for line in places for at, place in enumerate(line) if at]
    if not steps or min(steps) <= 0 or max(steps) - min(steps) > NEAR:
        raise ReadError("the drawing shows no board of square cells", selector="svg")
    if counts != size:
        height, width = counts
        raise ReadError(f"the board has {size[0]}×{size[1]} cells by the address, but {height}×{width} by the drawing")
    return max(steps)


# --- readers --------------------------------------------------------------------------------------------------------


@with_options
def cells(drawn: Drawn, forms: Mapping[str, str] | None = None) -> Iterator[Statement]:
    """Read the clue in each cell: its text or, by the form of a shape, what a person would call it."""
    found: dict[Cell, str] = {}
    texts: dict[Cell, str] = {}
    for cell, shape in drawn.in_cells():
        if not shape.is_central:
            continue
        for name in (shape.form, f"{shape.form} {shape.colour}"):
            if forms is not None and name in forms:
                found[cell] = forms[name]
        if shape.form == "text" and shape.anchor == "middle" and shape.colour not in ANSWERS:
            if cell in texts:
                raise ReadError(f"{cell} shows both {texts[cell]!r} and {shape.text!r}", selector="text")
            texts[cell] = shape.text
    return everywhere(drawn, "number", DRAWING, found | texts)


def regions(drawn: Drawn) -> Iterator[Statement]:
    """Read the regions that thick borders separate."""
    return everywhere(drawn, "region", DRAWING, in_order(drawn.regions(drawn.walls())))


@with_options
def rim(drawn: Drawn, *sides: str) -> Iterator[Statement]:
    """Read the texts beside the board on these sides, in the order in which they are drawn; on others are no clues."""
    height, width = drawn.size
    found: dict[str, list[tuple[float, str]]] = {}
    for shape in drawn.shapes:
        (x, y), cell = shape.box.centre, shape.cell
        outside = {"left": x < 0, "top": y < 0, "right": x > width, "bottom": y > height}
        named = [side for side, is_there in outside.items() if is_there]
        if shape.form == "text" and shape.anchor == "middle" and len(named) == 1 and named[0] in sides:
            is_beside = named[0] in {"left", "right"}
            place = line(named[0], cell.row if is_beside else cell.col)
            found.setdefault(place, []).append((x if is_beside else y, shape.text))
    return _beside(drawn, found)


def sums(drawn: Drawn) -> Iterator[Statement]:
    """Read the sums in the corners of cells: those to the right of each row, and those below of each column."""
    found: dict[str, list[tuple[float, str]]] = {}
    for shape in drawn.shapes:
        (x, y), cell = shape.box.centre, shape.cell
        if shape.form == "text" and shape.anchor == "end":
            found.setdefault(line("left", cell.row), []).append((x, shape.text))
        elif shape.form == "text" and shape.anchor == "start":
            found.setdefault(line("top", cell.col), []).append((y, shape.text))
    return _beside(drawn, found)


def _beside(drawn: Drawn, found: Mapping[str, Sequence[tuple[float, str]]]) -> Iterator[Statement]:
    return everywhere(
        drawn, "view", DRAWING, {place: tuple(text for _, text in sorted(texts)) for place, texts in found.items()}
    )


def signs(drawn: Drawn) -> Iterator[Statement]:
    """Read the signs between cells, which point at the lesser one."""
    found: dict[tuple[Cell, Cell], str] = {}
    for shape in drawn.shapes:
        x, y = (round(2 * at) for at in shape.box.centre)
        if shape.form != "2 strokes" or (x + y) % 2 == 0 or len(shape.points) != 3:  # noqa: PLR2004 - ends and tip
            continue
        way = 0 if x % 2 == 0 else 1
        first = Cell((y - 1) // 2, (x - 1) // 2)
        points_on = shape.points[1][way] > shape.points[0][way]
        found[first, first.neighbours()[way]] = ">" if points_on else "<"
    return everywhere(drawn, "sign", DRAWING, found)


@with_options
def noted(drawn: Drawn, name: str, pattern: str) -> Iterator[Statement]:
    """Read a number of the whole board, or a letter instead of it, from a text above the board."""
    for shape in drawn.shapes:
        said = re.fullmatch(pattern, shape.text, re.ASCII) if shape.anchor == "end" and shape.box.top < 0 else None
        if said is not None:
            yield Statement(name, BOARD, DRAWING, int(said[1]) if said[1].isdecimal() else ord(said[1]) - ord("@"))


def side_lines(rims: Sequence[Sequence[object]]) -> Iterator[tuple[str, object]]:
    """Iterate over the lines of each side, in the order of `SIDES`, with what is beside them."""
    return ((line(side, at), held) for side, rim in zip(SIDES, rims, strict=True) for at, held in enumerate(rim))
