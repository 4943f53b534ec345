"""A blank page of our own that looks at pictures of another page: the browser is the image library.

It is no window in a browser that a person sees. The page that is played sees nothing of it, and what is named or
replaced there has no effect here.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from importlib.resources import files
from math import ceil, floor
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

import msgspec

from bot.browser.launch import find, has_sandbox
from scrapers._ask import ask
from scrapers._errors import ReadError
from scrapers._site import BoundingBox  # noqa: TC001 - msgspec needs it

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright


_PARTS = ("glyphs.js", "picture.js", "lattice.js", "board.js")
_SCRIPT = "\n".join(files(__package__).joinpath(part).read_text(encoding="utf-8") for part in _PARTS)
_BOARD = """async ([address, [left, top, wide], lines, keeps]) => {
    const picture = await givens.picture(address), scale = picture.width / wide;
    const round = (number) => Math.round(number * scale);
    const scaled = (line, from) => line.map(([start, end]) => ({ start: round(start - from), end: round(end - from) }));
    const known = lines && { columns: scaled(lines[0], left), rows: scaled(lines[1], top), pitch: lines[2] * scale };
    const lattice = known ?? givens.lattice(picture, scale, keeps);
    return JSON.stringify(lattice && givens.board(picture, lattice, scale));
}"""
MAX_SIDE = 4000.0
"""The longest side of a picture, in px."""
TIMEOUT_MS = 10_000
"""Milliseconds in which a picture must be taken."""
_blank: WeakKeyDictionary[Page, Page] = WeakKeyDictionary()

Colour = tuple[int, int, int]
Lines = tuple[Sequence[tuple[float, float]], Sequence[tuple[float, float]], float]
"""Where each line between columns begins and ends, then those between rows, and the distance of two lines, in px."""


class DrawnGlyph(msgspec.Struct):
    """Something that is drawn."""

    text: str
    """The figure or common sign that it shows; "" for anything else."""
    number: int
    """The number of its cluster: glyphs that look alike share it as long as the page is open."""
    box: BoundingBox
    ink: Colour


class SeenCell(msgspec.Struct):
    """A cell as it is drawn; boxes are in px from the corner of the picture."""

    row: int
    column: int
    box: BoundingBox
    ground: Colour
    drawn: DrawnGlyph | None = None
    corner: DrawnGlyph | None = None
    """What is drawn in its upper left corner, if that is small."""


class SeenBorder(msgspec.Struct):
    """A border with the cell after it: to the right if it is `upright`, else below."""

    row: int
    column: int
    upright: bool
    clear: bool
    """Whether nothing else is drawn on its middle."""
    ink: float
    """How wide its line would be, in px, if it had the darkest colour of all lines."""


class SeenSign(DrawnGlyph):
    """Something that is drawn on a border."""

    row: int = 0
    column: int = 0


class SeenBoard(msgspec.Struct):
    """The largest lattice of a picture, with what is drawn in it and beside it."""

    size: tuple[int, int]
    cells: list[SeenCell]
    borders: list[SeenBorder]
    signs: list[SeenSign]
    rim: list[DrawnGlyph]
    doubts: list[str]
    """Sentences that each name something that could not be read with certainty."""


def board_in(page: Page, box: BoundingBox, lines: Lines | None = None, *, keeps: bool = False) -> SeenBoard | None:
    """Return the board drawn in a box of the window, on the given lines or on the largest lattice; None without one.

    With `keeps`, the lattice that was found last is used again as long as it may still be there. Raise `ReadError`
    if no picture can be taken.
    """
    from playwright.sync_api import Error

    left, top = floor(box[0]), floor(box[1])
    width, height = ceil(box[0] + box[2]) - left, ceil(box[1] + box[3]) - top
    if max(width, height) > MAX_SIDE or min(width, height) < 1:
        raise ReadError(f"what is drawn at {page.url} takes {width}×{height} px, which is no board")
    try:
        png = _picture(page, left, top, width, height)
    except Error as error:
        raise ReadError(f"no picture of {page.url} can be taken: {error.message.splitlines()[0]}") from None
    return _board(page, f"data:image/png;base64,{png}", (left, top, width), lines, keeps=keeps)


def board_of(page: Page, source: str, width: float) -> SeenBoard | None:
    """Return the board in a canvas's bitmap or an SVG's markup, which shows it even where the page covers it."""
    if source.startswith("<"):
        source = f"data:image/svg+xml;base64,{b64encode(source.encode()).decode()}"
    return _board(page, source, (0, 0, width), None, keeps=True)


def _board(
    page: Page, address: str, place: tuple[float, float, float], lines: Lines | None, *, keeps: bool
) -> SeenBoard | None:
    from playwright.sync_api import Error

    try:
        answer: str = _eye(page).evaluate(_BOARD, [address, place, lines, keeps])
    except Error as error:
        raise ReadError(f"no picture of {page.url} can be looked at: {error.message.splitlines()[0]}") from None
    return msgspec.json.decode(answer, type=SeenBoard | None)


def _picture(page: Page, left: int, top: int, width: int, height: int) -> str:
    """Return a box of the window as PNG in base64; of the whole page if some of it is out of view."""
    size = page.viewport_size
    is_shown = (
        left >= 0 and top >= 0 and (size is None or (left + width <= size["width"] and top + height <= size["height"]))
    )
    if not is_shown:
        scrolled: tuple[float, float] = ask(page.main_frame, "() => [scrollX, scrollY]", None, tuple[float, float])
        left, top = left + int(scrolled[0]), top + int(scrolled[1])
    picture = page.screenshot(
        clip={"x": left, "y": top, "width": width, "height": height},
        full_page=not is_shown,
        caret="initial",  # Else a style sheet would be added to the page.
        scale="device",
        timeout=TIMEOUT_MS,
    )
    return b64encode(picture).decode()


def _eye(page: Page) -> Page:
    """Return the blank page that looks at pictures of a page; it has no way out, and goes with that page."""
    from playwright.sync_api import Error

    blank = _blank.get(page)
    if blank is None or blank.is_closed():
        browser = page.context.browser
        if browser is None:
            raise ReadError("this browser opens no blank page in which pictures can be looked at")
        opened = ExitStack()
        if page.viewport_size is None:  # A person sees its windows, so another browser opens the page.
            own = SimpleNamespace(chromium=browser.browser_type)
            path = str(find(cast("Playwright", own), None, window=False).path)
            browser = browser.browser_type.launch(
                executable_path=path, chromium_sandbox=has_sandbox(), handle_sigint=False
            )
            opened.enter_context(browser)
        context = opened.enter_context(browser.new_context(offline=True, service_workers="block"))
        blank = _blank[page] = context.new_page()
        blank.evaluate(f"() => {{ globalThis.givens = {{}}; {_SCRIPT} }}")

        def close(_: Page) -> None:
            with suppress(Error):
                opened.close()

        page.once("close", close)
    return blank
