"""Boards drawn on a canvas or as SVG, turned into elements like those of an ordinary page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any

from bot.addons.unknown.pixels.eye import Colour, DrawnGlyph, SeenBoard, board_in, board_of
from scrapers._ask import ask
from scrapers._errors import ReadError
from scrapers._site import BoundingBox, Point, Snapshot

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page


Element = dict[str, Any]
"""An element as `look.js` of `_guess` describes it."""
MIN_SIDE = 100.0
"""The smallest side, in px, of a canvas that may hold a board."""
FIGURE_HEIGHT = 0.72
"""The height of figures as a share of their font size."""
MIN_LEAP = 1.5
"""The least ratio of a thick line's ink to that of the next thinner line."""
MIN_INK = 0.2
"""The least ink of a line, in px of the darkest colour."""
THIN, THICK = 1.0, 4.0
"""The widths, in px, that are given to thin and thick lines."""
_SHOWN = """
    const alike = ({ left, top }) => Math.abs(left - box[0]) + Math.abs(top - box[1]) < 4;
    const shown = [...document.querySelectorAll("canvas, svg")].filter((one) => alike(one.getBoundingClientRect()));
"""
_FREE = f"""(_, [box, points]) => {{ {_SHOWN}
    return points.map(([x, y]) => {{
        const top = document.elementFromPoint(x, y);
        return top === null || shown.some((one) => one.contains(top) || top.contains(one));
    }});
}}"""
_SOURCE = f"""(_, box) => {{ {_SHOWN}
    if (shown.length !== 1) return "";
    return shown[0].localName === "svg" ? new XMLSerializer().serializeToString(shown[0]) : shown[0].toDataURL();
}}"""


def with_drawn(page: Page, frame: Frame, snapshot: Snapshot, *, keeps: bool = False) -> Snapshot:
    """Return a snapshot of a document with what is drawn in its largest canvas or SVG instead of its elements.

    Return the snapshot as it is if no board is drawn. With `keeps`, the lattice is that of the last picture if it may
    be there, and what is in front of the board does not hide it. Raise `ReadError` if no picture can be taken.
    """
    elements: list[Element] = list(snapshot.state["looked"])
    number = _largest(elements)
    if number is None:
        return snapshot
    box: BoundingBox = tuple(elements[number]["box"])
    left, top = offset_of(frame)
    origin = floor(box[0] + left) - left, floor(box[1] + top) - top
    board = board_in(page, (box[0] + left, box[1] + top, box[2], box[3]), keeps=keeps)
    are_free = _uncovered(frame, box, board, origin)
    if keeps and not all(are_free):  # A dialog that praises the solution may be in front of it.
        source: str = ask(frame, _SOURCE, box, str)
        board, origin = (board_of(page, source, box[2]) if source else board), (box[0], box[1])
    if board is None:
        return snapshot
    drawn = _elements(board, number, len(elements), origin)
    for own, (cell, is_free) in enumerate(zip(drawn[: len(board.cells)], are_free, strict=False), len(elements)):
        cell["hit"] = own if is_free else -1
    state = {**snapshot.state, "looked": [*_without_inner(elements, number), *drawn], "doubts": board.doubts}
    return Snapshot(snapshot.url, snapshot.html, state)


def _uncovered(frame: Frame, box: BoundingBox, board: SeenBoard | None, origin: Point) -> list[bool]:
    """Return, for each cell, whether its middle is uncovered; `[False]` if there is no board."""
    if board is None:
        return [False]
    boxes = [_moved(cell.box, origin) for cell in board.cells]
    points = [(left + width / 2, top + height / 2) for left, top, width, height in boxes]
    free: list[bool] = ask(frame, _FREE, [box, points], list[bool])
    return free


def may_be_drawn(snapshot: Snapshot) -> bool:
    """Return whether a document has a canvas or an SVG that is large enough for a board."""
    return _largest(snapshot.state["looked"]) is not None


def check_certain(snapshot: Snapshot) -> None:
    """Raise `ReadError` if something that is drawn cannot be told for certain."""
    if doubts := snapshot.state.get("doubts"):
        more = f" and {len(doubts) - 1} more" * (len(doubts) > 1)
        raise ReadError(f"the board that is drawn at {snapshot.url} cannot be read for certain: {doubts[0]}{more}")


def _largest(elements: Sequence[Element]) -> int | None:
    """Return the number of the largest canvas or SVG, None if none is large enough for a board."""
    found = [
        (element["box"][2] * element["box"][3], -number)
        for number, element in enumerate(elements)
        if element["tag"] in {"canvas", "svg"} and element.get("box") and min(element["box"][2:]) >= MIN_SIDE
    ]
    return -max(found)[1] if found else None


def _without_inner(elements: Sequence[Element], outer: int) -> list[Element]:
    """Return elements as if nothing were seen of those inside one of them."""
    inside = {outer}
    kept = []
    for number, element in enumerate(elements):
        if element["parent"] in inside:
            inside.add(number)
            kept.append({key: element[key] for key in ("tag", "parent", "child")})
        else:
            kept.append(element)
    return kept


def offset_of(frame: Frame) -> Point:
    """Return the position of a frame's viewport in the window."""
    if frame.parent_frame is None:
        return 0.0, 0.0
    inner: Point = ask(
        frame, "() => [frameElement?.clientLeft ?? 0, frameElement?.clientTop ?? 0]", None, tuple[float, float]
    )
    box = frame.frame_element().bounding_box() or {"x": 0.0, "y": 0.0}
    return box["x"] + inner[0], box["y"] + inner[1]


def _elements(board: SeenBoard, holder: int, first: int, origin: Point) -> list[Element]:
    """Return a board as elements: its cells, then what is drawn in them, on their borders and beside them."""
    width = board.size[1]
    lines = _line_widths(board)
    cells: list[Element] = []
    inner: list[Element] = []
    for at, cell in enumerate(board.cells):
        after = [lines.get((cell.row, cell.column, upright), 0.0) for upright in (True, False)]
        cells.append(
            {
                "tag": "cell",
                "parent": holder,
                "child": at + 1,
                "box": _moved(cell.box, origin),
                "ground": _css(cell.ground),
                "borders": [0.0, after[0], after[1], 0.0],
                "inks": [_css((0, 0, 0))] * 4,
            }
        )
        inner += [_glyph(glyph, first + at, origin) for glyph in (cell.drawn, cell.corner) if glyph]
    for sign in board.signs:
        inner.append(_glyph(sign, first + sign.row * width + sign.column, origin))
    inner += [_glyph(glyph, holder, origin) for glyph in board.rim]
    return cells + inner


def _glyph(glyph: DrawnGlyph, parent: int, origin: Point) -> Element:
    box = _moved(glyph.box, origin)
    element: Element = {"tag": "glyph", "parent": parent, "child": 1, "box": box}
    if glyph.text:
        return element | {"text": glyph.text, "at": box, "ink": _css(glyph.ink), "size": box[3] / FIGURE_HEIGHT}
    return element | {"drawn": f"glyph {glyph.number}", "ground": _css(glyph.ink)}


def _line_widths(board: SeenBoard) -> dict[tuple[int, int, bool], float]:
    """Return the width of the line on each border: none, thin or thick, by the largest leap of their ink."""
    inks = sorted({line.ink for line in board.borders if line.ink >= MIN_INK})
    leaps = [(more - less, less) for less, more in pairwise(inks) if more >= MIN_LEAP * less]
    limit = max(leaps)[1] if leaps else max(inks, default=0.0)
    return {
        (line.row, line.column, line.upright): 0.0 if line.ink < MIN_INK else THIN if line.ink <= limit else THICK
        for line in board.borders
    }


def _moved(box: BoundingBox, origin: Point) -> BoundingBox:
    return round(box[0] + origin[0], 1), round(box[1] + origin[1], 1), box[2], box[3]


def _css(colour: Colour) -> str:
    return "rgb({}, {}, {})".format(*colour)
