"""Find the cell of each element of a board, from what the page states and from where it is drawn, and what is near."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

from scrapers._errors import ReadError
from scrapers._reading.board import Board, Box, attribute, select, with_options
from solvers import Cell, Grid

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

StatedPlace = Cell | int
"""A cell, or its number in reading order from zero."""
PlaceSource = Callable[[Sequence["Node"]], tuple[str, Sequence[StatedPlace] | None]]
"""Returns its own name and the place of each element; None instead if the page does not have it for all of them."""
SizeSource = Callable[[Board], Mapping[str, tuple[int, int]]]
"""Returns rows and columns of the board by where they are stated; nothing if they are not."""
CellSource = str | tuple[int, int] | Callable[[Board], str | tuple[int, int]]
"""The selector of all cells, the size of a board whose cells no element shows, or what finds either on a board."""


class FoundCells(Protocol):
    """Cells that were found on a page."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""

    @property
    def boxes(self) -> Mapping[Cell, tuple[float, float, float, float] | None]:
        """Where each cell is drawn, None for one that is not."""


# --- what the page states -------------------------------------------------------------------------------------------


@with_options
def place_in(
    nodes: Sequence[Node], *attributes: str, pattern: str, inside: str = "", first: int = 0, required: bool = False
) -> tuple[str, Sequence[StatedPlace] | None]:
    """Find the place of each element in attributes of a cell that a pattern matches.

    The pattern has the groups `row` and `col`, counted from `first`, or `number`, counted in reading order. Several
    attributes are joined with `-`. `inside` selects the element of a cell that has them, by default the cell itself.
    If `required`, a cell without them is a `ReadError`; else the source counts only if every cell has them.
    """
    name = " and ".join(attributes) + (f" of {inside}" if inside else "")
    stated: list[dict[str, int]] = []
    for node in nodes:
        part = node.css_first(inside) if inside else node
        if part is None:
            text = ""
        elif required:
            text = "-".join(attribute(part, key) for key in attributes)
        else:
            text = "-".join(part.attributes.get(key) or "" for key in attributes)
        match = re.search(pattern, text)
        if match is None and required:
            why = f"{name} is {text!r}, which does not say a place ({pattern})"
            error = ReadError(why, selector=inside or f"[{attributes[0]}]")
            error.is_undeclared = True
            raise error
        if match is None:
            return name, None
        stated.append({group: int(number) - first for group, number in match.groupdict().items()})
    return name, [at["number"] if "number" in at else Cell(at["row"], at["col"]) for at in stated]


def in_table(nodes: Sequence[Node]) -> tuple[str, Sequence[StatedPlace]]:
    """Return the places of cells by the rows of their table: those of one parent are a row."""
    parents = [node.parent.mem_id if node.parent is not None else 0 for node in nodes]
    rows = list(dict.fromkeys(parents))
    columns = dict.fromkeys(rows, 0)
    cells: list[StatedPlace] = []
    for parent in parents:
        cells.append(Cell(rows.index(parent), columns[parent]))
        columns[parent] += 1
    return "the table", cells


@with_options
def size_in(board: Board, css: str, name: str, rows: str, columns: str) -> Mapping[str, tuple[int, int]]:
    """Find the board's size in an attribute of the first element that `css` matches.

    `rows` and `columns` are patterns with one group each.
    """
    nodes = select(board.root, css)
    text = (nodes[0].attributes.get(name) or "") if nodes else ""
    height, width = re.search(rows, text), re.search(columns, text)
    return {f"the {name} attribute": (int(height[1]), int(width[1]))} if height and width else {}


@with_options
def size_stated(board: Board, *path: str) -> Mapping[str, tuple[int, int]]:
    """Find the size of a square board in the state: a number under these keys, one inside the other."""
    value: Any = board.state
    for key in path:
        value = value.get(key, {}) if isinstance(value, dict) else {}
    stated = isinstance(value, str) and re.fullmatch(r"\d{1,4}", value, re.ASCII) is not None
    return {path[-1]: (int(value), int(value))} if stated else {}


# --- where cells are drawn ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """The cell of each element of a board."""

    height: int
    width: int
    cells: tuple[Cell, ...]
    """The cell of each element, in the order of the elements."""
    confirmed: bool
    """Whether two independent sources agree: what the page states, and the drawn lattice."""


def drawn_lattice(boxes: Sequence[Box | None]) -> Places | None:
    """Return the lattice that boxes form, None if there is none: a page without its styles stacks its cells."""
    shown = [box for box in boxes if box is not None]
    if len(shown) != len(boxes) or not shown:
        return None
    rows = steps([box.centre[1] for box in shown], median(box.height for box in shown) / 2)
    cols = steps([box.centre[0] for box in shown], median(box.width for box in shown) / 2)
    cells = tuple(map(Cell, rows, cols))
    height, width = max(rows) + 1, max(cols) + 1
    is_full = len(set(cells)) == len(cells) == height * width
    return Places(height, width, cells, confirmed=False) if is_full and min(height, width) > 1 else None


def steps(values: Sequence[float], apart: float) -> list[int]:
    """Return the number of the group of each value, counted from the lowest; values within `apart` share a group."""
    numbers: dict[float, int] = {}
    before, number = None, -1
    for value in sorted(values):
        if before is None or value - before > apart:
            number += 1
        numbers[value] = number
        before = value
    return [numbers[value] for value in values]


# --- together -------------------------------------------------------------------------------------------------------


def places(
    boxes: Sequence[Box | None], claims: Mapping[str, Sequence[StatedPlace]], shapes: Mapping[str, tuple[int, int]]
) -> Places:
    """Find the cell of each element from what the page states and from where the element is drawn.

    `claims` are places by their source, one for each element; `shapes` are (rows, columns) by their source.
    Raises `ReadError` if two sources disagree, or if a cell is missing or appears twice.
    """
    lattice, shapes = drawn_lattice(boxes), dict(shapes)
    if lattice is not None:
        shapes["the drawn lattice"] = lattice.height, lattice.width
    for source, claimed in claims.items():
        stated = [place for place in claimed if isinstance(place, Cell)]
        if stated:
            rows, cols = zip(*stated, strict=True)
            shapes[source] = max(rows) + 1, max(cols) + 1
    source, (height, width) = next(iter(shapes.items()), ("their number", (isqrt(len(boxes)),) * 2))
    for other, shape in shapes.items():
        if shape != (height, width):
            raise ReadError(f"the board has {height}×{width} cells by {source}, but {shape[0]}×{shape[1]} by {other}")
    if len(boxes) != height * width:
        raise ReadError(f"the board has {len(boxes)} cells, but {height}×{width} by {source}")
    by_source: dict[str, Sequence[Cell]] = {
        source: [place if isinstance(place, Cell) else Cell(*divmod(place, width)) for place in claimed]
        for source, claimed in claims.items()
    }
    if lattice is not None:
        by_source["the drawn lattice"] = lattice.cells
    if not by_source:
        raise ReadError(
            f"nothing says where the {len(boxes)} cells are: the page states no places, and they form no lattice"
        )
    first, found = next(iter(by_source.items()))
    for other, others in by_source.items():
        for cell, another in zip(found, others, strict=True):
            if cell != another:
                raise ReadError(f"{cell} by {first} is {another} by {other}")
    _check_each_once(found, Grid.make(height, width), first)
    return Places(height, width, tuple(found), confirmed=lattice is not None and bool(claims))


def _check_each_once(found: Sequence[Cell], board: Grid, source: str) -> None:
    """Raise `ReadError` unless each cell of a board is found once."""
    for cell in found:
        if cell not in board:
            raise ReadError(f"{cell} by {source} is off the board of {board.height}×{board.width}")
    missing = [cell for cell in board.cells() if cell not in found]
    if missing:
        doubled = next(cell for cell in found if found.count(cell) > 1)
        raise ReadError(f"{doubled} appears twice by {source}, and {missing[0]} is missing")


@dataclass(frozen=True, slots=True)
class Located:
    """A board whose cells were found, in document order."""

    board: Board
    size: tuple[int, int]
    """Rows and columns."""
    nodes: Mapping[Cell, Node]
    """The element of each cell; none for a board whose cells no element shows."""
    boxes: Mapping[Cell, Box | None]
    confirmed: bool = False
    """Whether the page states the same places as the drawn lattice."""

    def grid(self, marks: Mapping[Cell, int | None]) -> Grid:
        """Return a grid of the board's size with these marks, blank elsewhere."""
        return Grid.make(*self.size, marks.get)


def doubled(located: Located, nodes: Mapping[Cell, Node]) -> Located:
    """Return a board with these elements, by their places on the doubled board, instead of its cells."""
    height, width = located.size
    boxes = {cell: located.board.box(node) for cell, node in nodes.items()}
    return Located(located.board, (2 * height + 1, 2 * width + 1), nodes, boxes)


def on_doubled(located: Located, box: Box) -> Cell:
    """Return the place of the doubled board at which a box is drawn; raise `ReadError` if cells are not visible."""
    first, last = located.boxes[Cell(0, 0)], located.boxes[Cell(*(side - 1 for side in located.size))]
    if first is None or last is None:
        raise ReadError("the cells of the board are not visible")
    ways = zip(box.centre, first.centre, last.centre, reversed(located.size), strict=True)
    col, row = (1 + round((at - start) / (end - start) * 2 * (side - 1)) for at, start, end, side in ways)
    return Cell(row, col)


# --- what is drawn around cells --------------------------------------------------------------------------------------


def line_beside(located: Located, box: Box) -> tuple[str, int] | None:
    """Return the side of the board on which a box is drawn, and the number of its line; None if beside no one line.

    The side of a box between the lines is "inside".
    """
    x, y = box.centre
    boxes = {cell: at for cell, at in located.boxes.items() if at is not None}
    columns = {cell.col for cell, at in boxes.items() if abs(at.centre[0] - x) < at.width / 2}
    rows = {cell.row for cell, at in boxes.items() if abs(at.centre[1] - y) < at.height / 2}
    if len(columns) + len(rows) != 1:
        return None
    if columns:
        return _side(y, [at.centre[1] for at in boxes.values()], "top", "bottom"), columns.pop()
    return _side(x, [at.centre[0] for at in boxes.values()], "left", "right"), rows.pop()


def _side(at: float, places: list[float], before: str, after: str) -> str:
    return before if at < min(places) else after if at > max(places) else "inside"


def edge_at(located: Located, box: Box) -> tuple[Cell, Cell] | None:
    """Return the edge at whose middle a box is drawn: the nearest within half a cell, None if there is no such edge."""
    x, y = box.centre
    near: dict[tuple[Cell, Cell], float] = {}
    for cell, here in located.boxes.items():
        for other in cell.neighbours():
            there = located.boxes.get(other)
            if here is not None and there is not None:
                (left, top), (right, bottom) = here.centre, there.centre
                away = abs(x - (left + right) / 2) + abs(y - (top + bottom) / 2)
                near[cell, other] = away / (abs(right - left) + abs(bottom - top))
    return min((edge for edge, away in near.items() if away < 1 / 2), key=near.__getitem__, default=None)
