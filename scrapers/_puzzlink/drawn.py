"""Read what the player draws: a board of shapes, which say what they are only by form, place, size and colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapers._errors import OtherLayout, ReadError
from scrapers._puzzlink.svg import NEAR, Shape, numbers, shape_of
from scrapers._reading.board import DOWN, RIGHT, Board, Box, select, with_options
from scrapers._reading.regions import separated_by
from scrapers._reading.statements import Statement, everywhere, in_order, line
from solvers import Cell, Grid, Puzzle

if TYPE_CHECKING:
    from scrapers._site import Point

DRAWING = "the drawing"
ANSWERS = frozenset({"rgb(0, 160, 0)", "rgb(160, 160, 160)"})
"""The colours of what the player has entered, in earnest and on trial."""
EXACT = 0.05
"""How far the middle of a bar may be from its place on the doubled board; the cursor's frame is a bit further away."""
ONE_BUTTON = "2"
"""How the page names the way to enter all marks with one button."""
SVG = "svg"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board that the player has drawn, and the puzzle of its address."""

    board: Board
    puzzle: Puzzle
    size: tuple[int, int]
    shapes: Sequence[Shape]
    """All shapes, measured in cells from the top left corner of the board, in the order in which they are drawn."""
    origin: Point
    """That corner, in px."""
    pitch: float
    """The width of a cell, in px."""

    @property
    def has_one_button(self) -> bool:
        """Whether the left button steps through all marks, and the right one back."""
        return bool(self.board.state.get("controls", {}).get("use") == ONE_BUTTON)

    @property
    def boxes(self) -> Mapping[Cell, Box]:
        """Where each cell is drawn."""
        corners = {cell: self.at(2 * cell.row, 2 * cell.col) for cell in Grid.make(*self.size).cells()}
        return {cell: Box(*corner, self.pitch, self.pitch) for cell, corner in corners.items()}

    def at(self, row: float, col: float) -> Point:
        """Return the point of a place on the doubled board, where a border is a place between those of two cells."""
        return self.origin[0] + col / 2 * self.pitch, self.origin[1] + row / 2 * self.pitch

    def in_cells(self) -> Iterator[tuple[Cell, Shape]]:
        """Iterate over the shapes in the middle of cells."""
        height, width = self.size
        for shape in self.shapes:
            cell = shape.cell
            if shape.is_central and 0 <= cell.row < height and 0 <= cell.col < width:
                yield cell, shape

    def texts(self, other_than: Collection[str] = ()) -> dict[Cell, str]:
        """Return the texts in cells, but for some colours; several are joined in the order of their characters."""
        found: dict[Cell, list[str]] = {}
        height, width = self.size
        for shape in self.shapes:
            cell, is_clue = shape.cell, shape.form == "text" and shape.anchor == "middle"
            if is_clue and shape.colour not in other_than and 0 <= cell.row < height and 0 <= cell.col < width:
                found.setdefault(cell, []).append(shape.text)
        return {cell: "".join(sorted(texts)) for cell, texts in found.items()}

    def bars(self) -> Iterator[tuple[Cell, Shape]]:
        """Iterate over the bars along borders and across them, each with its place on the doubled board."""
        height, width = self.size
        for shape in self.shapes:
            x, y = (2 * at for at in shape.box.centre)
            place = Cell(round(y), round(x))
            is_border = (place.row + place.col) % 2 and max(abs(place.row - y), abs(place.col - x)) < EXACT
            is_inside = 0 <= place.row <= 2 * height and 0 <= place.col <= 2 * width
            if shape.form in {"bar", "2 bars"} and is_border and is_inside:
                yield place, shape

    def walls(self) -> set[Cell]:
        """Return the places, on the doubled board, of the bars along borders of two cells."""
        height, width = self.size
        return {
            place
            for place, bar in self.bars()
            if bar.is_level == (place.row % 2 == 0) and 0 < place.row < 2 * height and 0 < place.col < 2 * width
        }

    def regions(self, walls: Collection[Cell]) -> dict[Cell, Cell]:
        """Return for each cell the first one of its region."""
        sides = {(beside(wall)[0], RIGHT if wall.row % 2 else DOWN) for wall in walls}
        return separated_by([*Grid.make(*self.size).cells()], sides)


def beside(place: Cell) -> tuple[Cell, Cell]:
    """Return the cells on both sides of a border, which is a place on the doubled board."""
    return Cell((place.row - 1) // 2, (place.col - 1) // 2), Cell(place.row // 2, place.col // 2)


def look_at(board: Board, puzzle: Puzzle) -> Drawn:
    """Return what the page draws; raise `ReadError` if it is no board of the size of the puzzle."""
    drawings = select(board.root, SVG)
    if len(drawings) != 1:
        raise OtherLayout(f"the board consists of {len(drawings)} drawings, not of one", selector=SVG)
    (svg,) = drawings
    box, view = board.box(svg), numbers(svg.attributes.get("viewBox"))
    if box is None or len(view) != len(box) or min(view[2:]) <= 0:
        raise ReadError("the drawing of the board is not visible", selector=SVG)
    shapes = [shape for node in svg.css("path, text") if (shape := shape_of(node)) is not None]
    picture, scale = puzzle.picture(), box.width / view[2]
    size = picture.height, picture.width
    pitch = _pitch(shapes, size)
    origin = box.left - view[0] * scale, box.top - view[1] * scale
    return Drawn(board, puzzle, size, [shape.in_cells(pitch) for shape in shapes], origin, pitch * scale)


def _pitch(shapes: Sequence[Shape], size: tuple[int, int]) -> float:
    """Return the width of a cell in units of the SVG; raise `ReadError` if the board is not of this size.

    Most boards show the lines between cells, perhaps those around them, some the corners; of others, only the ground is
    known.
    """
    lines = [shape.points for shape in shapes if shape.form == "1 strokes"]
    discs = [shape.box for shape in shapes if shape.form == "disc"]
    corner = next((round(disc.width, 1) for disc in discs if max(map(abs, disc.centre)) < 1), None)
    places: list[list[float]] = []
    for way in (0, 1):
        found = sorted({end[way] for start, end in lines if start[way] == end[way] and start[1 - way] == 0})
        inner = found[1:-1] if found[:1] == [0] else found
        corners = sorted({round(disc.centre[way], 1) for disc in discs if round(disc.width, 1) == corner})
        places.append([0, *(inner or corners[1:-1])])
    counted = len(places[1]), len(places[0])
    steps = [after - before for line in places for before, after in pairwise(line)]
    if not steps and shapes:
        counted, ground = size, shapes[0].box
        steps = [2 * ground.centre[way] / size[1 - way] for way in (0, 1)]
    if not steps or min(steps) <= 0 or max(steps) - min(steps) > NEAR:
        raise ReadError("the drawing shows no board of square cells", selector=SVG)
    if counted != size:
        by_address, by_drawing = (f"{height}×{width}" for height, width in (size, counted))
        raise ReadError(f"the board has {by_address} cells by the address, but {by_drawing} by the drawing")
    return steps[0]


# --- readers --------------------------------------------------------------------------------------------------------


@with_options
def cells(drawn: Drawn, forms: Mapping[str, str] | None = None) -> Iterator[Statement]:
    """Read the clue in each cell: its texts or else, by the form of a shape, what a person would call it."""
    named = forms or {}
    found = {cell: named[shape.form] for cell, shape in drawn.in_cells() if shape.form in named}
    return everywhere(drawn, "number", DRAWING, found | drawn.texts(ANSWERS))


def regions(drawn: Drawn) -> Iterator[Statement]:
    """Read the regions that thick borders separate."""
    return everywhere(drawn, "region", DRAWING, in_order(drawn.regions(drawn.walls())))


@with_options
def rim(drawn: Drawn, *sides: str) -> Iterator[Statement]:
    """Read the texts on these sides of the board, those of each line in the order in which a person reads them."""
    height, width = drawn.size
    found: list[tuple[str, float, str]] = []
    for shape in drawn.shapes:
        (x, y), cell = shape.box.centre, shape.cell
        outside = {"left": x < 0, "top": y < 0, "right": x > width, "bottom": y > height}
        named = [side for side, is_there in outside.items() if is_there]
        is_clue = shape.form == "text" and shape.anchor == "middle" and shape.text != "?"
        if is_clue and len(named) == 1 and named[0] in sides:
            is_beside = named[0] in {"left", "right"}
            place = line(named[0], cell.row if is_beside else cell.col)
            found.append((place, x if is_beside else y, shape.text))
    return in_lines(drawn, found)


def in_lines(drawn: Drawn, texts: Sequence[tuple[str, float, str]]) -> Iterator[Statement]:
    """Say the texts of each line, each given with its line and its place there."""
    found: dict[str, tuple[str, ...]] = {}
    for place, _, text in sorted(texts):
        found[place] = (*found.get(place, ()), text)
    return everywhere(drawn, "view", DRAWING, found)
