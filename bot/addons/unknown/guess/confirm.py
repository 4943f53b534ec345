"""A second pair of eyes for boards of elements: what their markup says is compared with what is drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.addons.unknown.guess.looks import distance
from bot.addons.unknown.guess.scheme import MAX_MARK_DISTANCE
from bot.addons.unknown.pixels.eye import Element, SeenBoard, board_in, picture
from scrapers._errors import ReadError
from solvers import Cell

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.addons.unknown.guess.looks import Look, Looks
    from scrapers._site import BoundingBox, Point

MIN_FIGURE_HEIGHT, MAX_FIGURE_HEIGHT = 0.3, 0.8
"""The least height of figures, in cells, that are more than a small note, and the most, as a line is no 1."""
MARGIN = 6.0
"""The width of the strip around a board that its picture includes, in px."""


def seen_at(page: Page, boxes: Mapping[Cell, BoundingBox], offset: Point) -> SeenBoard | None:
    """Return the drawn contents of some cells; `offset` is the position of their frame's viewport in the window."""
    last = max(boxes)
    moved = {cell: (box[0] + offset[0], box[1] + offset[1], *box[2:]) for cell, box in boxes.items()}
    columns = _lines([moved[Cell(0, col)] for col in range(last.col + 1)], 0)
    rows = _lines([moved[Cell(row, 0)] for row in range(last.row + 1)], 1)
    pitch = (columns[-1][0] - columns[0][1]) / (last.col + 1)
    (left, _), (_, right), (top, _), (_, bottom) = columns[0], columns[-1], rows[0], rows[-1]
    x, y = (start - MARGIN if start > MARGIN else start for start in (left, top))
    return board_in(page, *picture(page, (x, y, right - x + MARGIN, bottom - y + MARGIN)), (columns, rows, pitch))


def _lines(boxes: Collection[BoundingBox], axis: int) -> list[tuple[float, float]]:
    """Return the start and the end of each line before, between and after some boxes."""
    starts, ends = [box[axis] for box in boxes], [box[axis] + box[2 + axis] for box in boxes]
    between = [(min(end, start), max(end, start)) for end, start in zip(ends, starts[1:], strict=False)]
    return [(starts[0], starts[0]), *between, (ends[-1], ends[-1])]


def confirmed(board: SeenBoard, looks: Looks) -> frozenset[Cell]:
    """Return the cells whose number is drawn as it is written; raise `ReadError` where the two disagree."""
    drawn = defaultdict[int, list[Element]](list)
    for glyph in board.glyphs:
        drawn[glyph["parent"]] += [glyph] * (glyph["tag"] != "sign")
    each = enumerate(zip(sorted(looks.cells), board.cells, strict=True))
    return frozenset(cell for at, (cell, square) in each if _agrees(cell, looks.cells[cell], square, drawn[at]))


def _agrees(cell: Cell, look: Look, square: Element, drawn: Sequence[Element]) -> bool:
    """Return whether the number of a cell is drawn; raise `ReadError` if another is, or none."""
    written = look.drawing.text
    is_number = written.isdecimal()
    figures = [one for one in drawn if one["tag"] == "glyph" and one["box"][3] <= MAX_FIGURE_HEIGHT * square["box"][3]]
    text = " ".join(glyph.get("text", "") for glyph in figures)
    is_large = any(glyph["box"][3] >= MIN_FIGURE_HEIGHT * square["box"][3] for glyph in figures)
    is_pale = any(0 < distance(ink, look.ground) < MAX_MARK_DISTANCE for ink in look.drawing.colours)
    if is_number and not drawn and not is_pale:
        raise ReadError(f"{cell} says {written}, but nothing is drawn there")
    if text.isdecimal() and is_large and text != written and (is_number or not look.drawing.shapes):
        raise ReadError(f"{cell} says {written if is_number else 'nothing'}, but {text} is drawn there")
    return is_number and text == written
