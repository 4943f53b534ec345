"""A board as data, and its text form; renderers know pictures, not kinds.

The text form puts each cell in a column of its own and the edge between two cells between them::

    . 1=. 0
        x
    1 . . .

A line between two rows is there only where a board has signs on such edges. `parse(text(picture))`
gives the picture back, as far as a puzzle is concerned: a text does not say which marks are given.
Rows of digits without spaces are read as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solvers._errors import BadPuzzle
from solvers._grid import BLANK, DIGITS, Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Edge = tuple[Cell, Cell]

SIGNS = "=x|-"
"""What may stand on an edge: equal, opposite, a wall between columns, a wall between rows."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """What stands in a cell: its text in files, its symbol and tone for people, and whether it is given."""

    text: str
    symbol: str = field(default="", compare=False)
    tone: str = field(default="plain", compare=False)
    given: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A board of `height` × `width` cells: glyphs by cell, signs by edge (left or upper cell first).

    `fills` names the region of a cell by one letter; strong lines part regions, and `shaded` ones are coloured.
    `rows` and `columns` are the numbers on the rim, beside each row from left to right, above each column downwards.
    `path` is a line through the middles of cells, `lit` the cells to highlight.
    """

    height: int
    width: int
    glyphs: Mapping[Cell, Glyph]
    signs: Mapping[Edge, str] = field(default_factory=dict)
    fills: Mapping[Cell, str] = field(default_factory=dict)
    shaded: bool = field(default=True, compare=False)
    rows: tuple[tuple[int, ...], ...] = ()
    columns: tuple[tuple[int, ...], ...] = ()
    path: tuple[Cell, ...] = field(default=(), compare=False)
    lit: frozenset[Cell] = field(default=frozenset(), compare=False)

    def value(self, cell: Cell) -> int | None:
        """Return the number that a cell's glyph stands for, None for a blank."""
        glyph = self.glyphs.get(cell)
        return None if glyph is None else DIGITS.index(glyph.text)


def text(picture: Picture) -> str:
    """Draw a picture in plain characters."""
    lines = []
    has_lower = any(one.row != other.row for one, other in picture.signs)
    for row in range(picture.height):
        cells, edges = "", ""
        for col in range(picture.width):
            cell = Cell(row, col)
            right, below = cell.neighbours()
            glyph = picture.glyphs.get(cell)
            cells += (BLANK if glyph is None else glyph.text) + picture.signs.get((cell, right), " ")
            edges += picture.signs.get((cell, below), " ") + " "
        lines.append(cells.rstrip())
        if has_lower and row < picture.height - 1:
            lines.append(edges.rstrip())
    return "\n".join(lines) + "\n"


def parse(drawn: str) -> Picture:
    """Read a picture from its text form; raises `BadPuzzle` naming the line."""
    lines = drawn.replace("×", "x").rstrip().splitlines()
    if any(len(line) > 1 and not set(line) & set(f" {SIGNS}") for line in lines):
        lines = [" ".join(line) for line in lines]
    between = [number for number, line in enumerate(lines) if not line[::2].strip(f" {SIGNS}")]
    expected = [number for number in range(len(lines)) if number % 2] if between else []
    if between != expected:
        msg = f"line {between[0] + 1} of the picture holds no cells; lines of edges stand between all rows or none"
        raise BadPuzzle(msg)
    rows = [line for number, line in enumerate(lines) if number not in between]
    width = max((len(line) + 1) // 2 for line in rows) if rows else 0
    for number in between:
        for column, sign in enumerate(lines[number]):
            if sign != " " and (column % 2 or column // 2 >= width or number == len(lines) - 1):
                msg = f"line {number + 1} of the picture bears {sign!r} in column {column + 1}, where there is no edge"
                raise BadPuzzle(msg)
    glyphs: dict[Cell, Glyph] = {}
    signs: dict[Edge, str] = {}
    for row, line in enumerate(rows):
        for col in range(width):
            cell = Cell(row, col)
            right, below = cell.neighbours()
            glyph = _at(line, 2 * col)
            if glyph.lower() not in f"{DIGITS}{BLANK}":
                msg = f"{cell} of the picture holds {glyph!r}: a cell is a digit, a letter or {BLANK!r}"
                raise BadPuzzle(msg)
            if glyph != BLANK:
                glyphs[cell] = Glyph(glyph.lower())
            edges = [((cell, right), _at(line, 2 * col + 1))]
            if between and row < len(rows) - 1:
                edges += [((cell, below), _at(lines[2 * row + 1], 2 * col))]
            for edge, sign in edges:
                if sign != " ":
                    signs[edge] = _checked(sign, edge)
    return Picture(len(rows), width, glyphs, signs)


def _at(line: str, column: int) -> str:
    return line[column] if column < len(line) else " "


def _checked(sign: str, edge: Edge) -> str:
    if sign not in SIGNS:
        between = f"the edge between {edge[0]} and {edge[1]} of the picture"
        msg = f"{between} bears {sign!r}: a sign is one of {' '.join(SIGNS)}"
        raise BadPuzzle(msg)
    return sign


def signs_of(picture: Picture, sign: str) -> Sequence[Edge]:
    """Return the edges that bear a sign."""
    return [edge for edge, drawn in picture.signs.items() if drawn == sign]
