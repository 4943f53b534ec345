"""Boards that are drawn: looked at in pictures of the page, and turned into elements like those of an ordinary page.

The browser is the image library: scripts in a world of their own in the page's document look at a picture. The page
sees nothing of it, and what is named or replaced there has no effect here; but its fonts are known.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files
from math import ceil, floor
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec

from scrapers._ask import ask
from scrapers._errors import ReadError
from scrapers._site import BoundingBox, Point, Snapshot

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Frame, Page


_PARTS = ("glyphs.js", "picture.js", "lattice.js", "board.js", "strips.js")
_SCRIPT = "\n".join(files(__package__).joinpath(part).read_text(encoding="utf-8") for part in _PARTS)
_LOOK = f"""async function ([png, [left, top, wide, high, squeezed], lines, keeps, strips]) {{
    if (!globalThis.givens) {{ globalThis.givens = {{}}; {_SCRIPT} }}
    const picture = await givens.picture(png, squeezed && (squeezed * high) / wide), scale = picture.width / wide;
    if (strips) return JSON.stringify(givens.strips(picture, strips, scale, [left, top]));
    const round = (number) => Math.round(number * scale);
    const scaled = (line, from) => line.map((ends) => ends.map((end) => round(end - from)));
    const placed = (line, from) => scaled(line, from).map(([start, end]) => ({{ start, end }}));
    const known = lines && {{ columns: placed(lines[0], left), rows: placed(lines[1], top), pitch: lines[2] * scale }};
    const lattice = known ?? givens.lattice(picture, scale, keeps);
    return JSON.stringify(lattice && givens.board(picture, lattice, scale, [left, top], squeezed || 1));
}}"""
_SHOWN = """
    const alike = ({ left, top }) => Math.abs(left - box[0]) + Math.abs(top - box[1]) < 4;
    const shown = [...document.querySelectorAll("canvas, svg")].filter((one) => alike(one.getBoundingClientRect()));
"""
_FREE = f"""(_, [box, boxes]) => {{ {_SHOWN}
    return boxes.map(([left, top, width, height]) => {{
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !hit || shown.some((one) => one.contains(hit) || hit.contains(one));
    }});
}}"""
"""Returns whether nothing lies over the middle of each cell."""
_SOURCE = f"""(_, box) => {{ {_SHOWN}
    try {{ return shown.length === 1 ? (shown[0].toDataURL?.().split(",")[1] ?? "") : ""; }} catch {{ return ""; }}
}}"""
"""The bitmap of a canvas in base64, which shows its board even where the page covers it."""
Element = dict[str, Any]
"""An element as `look.js` of `_guess` describes it."""
MIN_SIDE = 100.0
"""The smallest side, in px, of a canvas or frame that may hold a board."""
SQUEEZED = 1.03, 4.0
"""Between which a canvas that was squeezed is as many times as high or as low as its own picture."""
MAX_SIDE = 4000.0
"""The longest side of a picture, in px."""
TIMEOUT_MS = 10_000
"""Milliseconds in which a picture must be taken."""
_sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()

Colour = tuple[int, int, int]
Lines = tuple[Sequence[tuple[float, float]], Sequence[tuple[float, float]], float]
"""Where each line between columns begins and ends, then those between rows, and the distance of two lines, in px."""

StripPlace = tuple[float, float, bool, float, float]
"""The middle of a strip, whether it is upright, and half of its length and of its width."""


class SeenBoard(msgspec.Struct):
    """The largest lattice of a picture; the parent of its cells, and of what is drawn beside them, is -1."""

    cells: list[Element]
    glyphs: list[Element]
    """A "glyph", a "note" in the upper left corner of a cell, or a "sign" on its border to the right or below."""
    doubts: list[str]
    """Sentences that each name something that could not be read with certainty."""


class Strip(msgspec.Struct, frozen=True):
    """What is drawn along a strip: the lines from end to end, side by side, and all else."""

    lines: int
    ink: int
    """How dark and thick the lines are in all."""
    rest: int
    """How much ink all else is."""
    colour: Colour
    """The mean colour of the lines."""


def board_in(
    page: Page, png: str, place: Sequence[float], lines: Lines | None = None, *, keeps: bool = False
) -> SeenBoard | None:
    """Return the board in a picture, on the given lines or on the largest lattice; None without one.

    `place` is the box of the picture, and how many times as high it is looked at, 0 for as it is. With `keeps`, the
    lattice that was found last is used again as long as it may still be there.
    """
    return msgspec.json.decode(_looked_at(page, [png, place, lines, keeps]), type=SeenBoard | None)


def strips_in(page: Page, strips: Sequence[StripPlace], offset: Point) -> list[Strip]:
    """Return what is drawn along strips of a frame at `offset`; raise `ReadError` if no picture can be taken."""
    strips = [(x + offset[0], y + offset[1], is_up, long, wide) for x, y, is_up, long, wide in strips]
    xs, ys, _, longs, wides = zip(*strips, strict=True)
    far = max(*longs, *wides)
    left, top = (max(0.0, min(own) - far) for own in (xs, ys))
    png, place = picture(page, (left, top, max(xs) + far - left, max(ys) + far - top))
    return msgspec.json.decode(_looked_at(page, [png, place, None, False, strips]), type=list[Strip])


def _looked_at(page: Page, arguments: list[object]) -> str:
    """Look at a picture in a world of its own in the page; return what was seen, as JSON."""
    from playwright.sync_api import Error

    try:
        session = _sessions.get(page) or page.context.new_cdp_session(page)
        _sessions[page] = session
        frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "givens"})
        call = {"functionDeclaration": _LOOK, "arguments": [{"value": arguments}], **world}
        answer = session.send("Runtime.callFunctionOn", {**call, "awaitPromise": True, "returnByValue": True})
        found: str = ({} if "exceptionDetails" in answer else answer["result"])["value"]
    except (Error, KeyError) as error:
        why = error.message.splitlines()[0] if isinstance(error, Error) else answer["exceptionDetails"]["text"]
        raise ReadError(f"no picture of {page.url} can be looked at: {why}") from None
    return found


def picture(page: Page, box: BoundingBox) -> tuple[str, BoundingBox]:
    """Return a box of the window as PNG in base64, of the whole page if some of it is out of view, and its place.

    Raise `ReadError` if no picture can be taken.
    """
    from playwright.sync_api import Error

    left, top = floor(box[0]), floor(box[1])
    width, height = ceil(box[0] + box[2]) - left, ceil(box[1] + box[3]) - top
    if max(width, height) > MAX_SIDE or min(width, height) < 1:
        raise ReadError(f"what is drawn at {page.url} takes {width}×{height} px, which is no board")
    size, x, y = page.viewport_size, left, top
    is_shown = x >= 0 and y >= 0 and (size is None or (x + width <= size["width"] and y + height <= size["height"]))
    try:
        if not is_shown:
            scrolled: tuple[float, float] = ask(page.main_frame, "() => [scrollX, scrollY]", None, tuple[float, float])
            x, y = x + int(scrolled[0]), y + int(scrolled[1])
        picture = page.screenshot(
            clip={"x": x, "y": y, "width": width, "height": height},
            full_page=not is_shown,
            caret="initial",  # Else a style sheet would be added to the page.
            scale="device",
            timeout=TIMEOUT_MS,
        )
    except Error as error:
        raise ReadError(f"no picture of {page.url} can be taken: {error.message.splitlines()[0]}") from None
    return b64encode(picture).decode(), (left, top, width, height)


def with_drawn(page: Page, frame: Frame, snapshot: Snapshot, *, keeps: bool = False) -> Snapshot:
    """Return a snapshot of a document with what is drawn in its largest canvas or SVG instead of its elements.

    Return the snapshot as it is if no board is drawn. With `keeps`, the lattice is that of the last picture if it may
    be there, and what is in front of the board does not hide it. Raise `ReadError` if no picture can be taken or,
    without `keeps`, if something that is drawn cannot be told for certain.
    """
    elements: list[Element] = list(snapshot.state["looked"])
    number = largest_drawn(elements)
    if number is None:
        return snapshot
    box: BoundingBox = tuple(elements[number]["box"])
    left, top = offset_of(frame)
    ratio = float(elements[number].get("squeezed") or 1)
    squeezed = ratio if SQUEEZED[0] < max(ratio, 1 / ratio) < SQUEEZED[1] else 0.0
    png, (x, y, *size) = picture(page, (box[0] + left, box[1] + top, *box[2:]))
    board = board_in(page, png, (x - left, y - top, *size, squeezed), keeps=keeps)
    boxes = [cell["box"] for cell in board.cells] if board else []
    are_free: list[bool] = ask(frame, _FREE, [box, boxes], list[bool]) if boxes else [False]
    # A dialog that praises the solution may be in front of it.
    if png := str(ask(frame, _SOURCE, box, str) if keeps and not all(are_free) else ""):
        board = board_in(page, png, (*box, squeezed), keeps=True)
    if board is None:
        return snapshot
    if board.doubts and not keeps:
        more = f" and {len(board.doubts) - 1} more" * (len(board.doubts) > 1)
        raise ReadError(f"the board that is drawn cannot be read for certain: {board.doubts[0]}{more}")
    first, drawn = len(elements), [*board.cells, *board.glyphs]
    for element in drawn:
        element["parent"] = number if element["parent"] < 0 else first + element["parent"]
    for own, (cell, is_free) in enumerate(zip(board.cells, are_free, strict=False), first):
        cell["hit"] = own if is_free else -1
    state = {**snapshot.state, "looked": [*_without_inner(elements, number), *drawn], "doubts": board.doubts}
    return Snapshot(snapshot.url, snapshot.html, state)


def largest_drawn(elements: Sequence[Element]) -> int | None:
    """Return the number of the largest canvas or SVG, None if none is large enough for a board."""
    found = [
        (element["box"][2] * element["box"][3], -number)
        for number, element in enumerate(elements)
        if element["tag"] in {"canvas", "svg"} and element.get("box") and min(element["box"][2:]) >= MIN_SIDE
    ]
    return -max(found)[1] if found else None


def _without_inner(elements: Sequence[Element], outer: int) -> list[Element]:
    """Return elements as if nothing were seen of those inside one of them."""
    inside, kept = {outer}, [*elements]
    for number, element in enumerate(elements):
        if element["parent"] in inside:
            inside.add(number)
            kept[number] = {key: element[key] for key in ("tag", "parent", "child")}
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
