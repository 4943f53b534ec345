"""Pictures, and booklets of them, in the formats of matplotlib (PNG, PDF …), which is imported only here."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.addon import install_command
from bot.draw.looks import SHAPES, STYLES, Drawing, Stamp, Words, drawing
from bot.errors import SetupError
from bot.files import MARK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from solvers import Picture


UNITS = 80
"""Units of a drawing per inch: a cell is half an inch."""
POINTS = 72 / UNITS
DOTS = 160
"""Dots per inch, for pixel formats."""
FACTS: dict[str, dict[str, str | None]] = {
    "pdf": {"CreationDate": None, "Creator": MARK},
    "svg": {"Date": None, "Creator": MARK},
    "png": {"Software": MARK},
}
"""What a file says of itself: who wrote it, but not when, so that equal pictures give equal files."""

PAPERS = {"a4": (8.27, 11.69), "letter": (8.5, 11.0)}
"""Width and height in inches."""
SLOTS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 12: (4, 3)}
"""Rows and columns of the boards on a page, by their number."""
SOLUTIONS = 12
"""How many solutions are on a page."""
MARGIN, GAP, CAPTION, TITLE = 0.7, 0.35, 0.3, 0.5
"""Inches: around a page, between boards, and for the lines above a board and above all boards."""
MOST_SCALE = 1.4
"""How much larger than on its own a board is drawn, at most."""


def figure(picture: Picture, form: str, *, title: str = "", dark: bool = False, rulers: bool = True) -> bytes:
    """Return the picture in a format of matplotlib (`png`, `pdf` …); equal pictures give equal bytes.

    Raises `SetupError` if matplotlib is not installed.
    """
    file, layout = io.BytesIO(), drawing(picture, rulers=rulers)
    with plain_style():
        from matplotlib.figure import Figure

        canvas = Figure(figsize=(layout.width / UNITS, layout.height / UNITS), dpi=DOTS)
        draw(canvas.add_axes((0, 0, 1, 1)), layout, dark=dark)
        canvas.savefig(file, format=form, metadata={"Title": title} | FACTS.get(form, {}))
    return file.getvalue()


@contextmanager
def plain_style() -> Iterator[None]:
    """Ignore the user's settings of matplotlib; raise `SetupError` if it is not installed."""
    try:
        from matplotlib import style
    except ImportError:
        raise SetupError("PNG, PDF and booklets need matplotlib", command=install_command("matplotlib")) from None
    with style.context({"svg.hashsalt": "givens"}, after_reset=True):
        yield


def draw(axes: Axes, layout: Drawing, *, scale: float = 1.0, dark: bool = False) -> None:
    """Draw a layout into axes, which then show all of it and nothing else; `scale` is that of text and of lines."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline
    from matplotlib.transforms import Affine2D

    codes = {"M": Outline.MOVETO, "L": Outline.LINETO, "C": Outline.CURVE4, "Z": Outline.CLOSEPOLY}
    points_per_unit = POINTS * scale

    @cache
    def outline(data: str) -> Outline:
        points: list[tuple[float, float]] = []
        kinds: list[Any] = []
        for command, numbers in re.findall("([MLCZ])([^MLCZ]*)", data):
            values = [float(number) for number in numbers.split()] or [0.0, 0.0]
            points += zip(values[::2], values[1::2], strict=True)
            kinds += [codes[command]] * (len(values) // 2)
        return Outline(points, kinds)

    axes.set(xlim=(0, layout.width), ylim=(layout.height, 0))
    axes.set_axis_off()
    for order, item in enumerate(layout.items()):
        if isinstance(item, Words):
            style, size = STYLES[item.style], item.size * points_per_unit
            text = axes.text(item.x, item.baseline, item.text, fontsize=size, zorder=order, parse_math=False)
            text.set(color=style.colours(dark=dark)[0], weight="bold" if style.bold else "normal", ha="center")
            continue
        if isinstance(item, Stamp):
            corner, paths = (item.x, item.y), SHAPES[item.shape]
        else:
            corner, paths = (0, 0), ((item.style, item.data),)
        place = Affine2D().translate(*corner) + axes.transData
        for name, data in paths:
            fill, line = STYLES[name].colours(dark=dark)
            patch = PathPatch(outline(data), fc=fill, ec=line, capstyle="round", joinstyle="round", zorder=order)
            dash = STYLES[name].dash * points_per_unit
            patch.set(linewidth=STYLES[name].width * points_per_unit, transform=place)
            patch.set(linestyle=(0, (dash, dash)) if dash else "solid")
            axes.add_artist(patch)


class BookletBoard(NamedTuple):
    """A board of a booklet, and the line above it."""

    picture: Picture
    caption: str


class Booklet(NamedTuple):
    """How the pages of a booklet look."""

    title: str
    paper: str
    per_page: int
    rulers: bool

    def pages(self, puzzles: Sequence[BookletBoard], solutions: Sequence[BookletBoard]) -> Iterator[Figure]:
        """Yield the pages: the puzzles, then the solutions."""
        first = _parts(puzzles, self.per_page)
        last = _parts(solutions, SOLUTIONS)
        heads = chain([self.title] * len(first), ["Solutions"] * len(last))
        for number, (boards, head) in enumerate(zip([*first, *last], heads, strict=True), start=1):
            slots = SLOTS[self.per_page if number <= len(first) else SOLUTIONS]
            yield self._page(boards, head, f"{number} / {len(first) + len(last)}", slots)

    def _page(self, boards: Sequence[BookletBoard], head: str, foot: str, slots: tuple[int, int]) -> Figure:
        from matplotlib.figure import Figure

        width, height = PAPERS[self.paper]
        rows, cols = slots
        page = Figure(figsize=(width, height))
        page.text(0.5, 1 - MARGIN / height, head, fontsize=16, weight="bold", ha="center", va="top", parse_math=False)
        page.text(0.5, 0.35 / height, foot, fontsize=9, ha="center", parse_math=False)
        wide = (width - 2 * MARGIN - (cols - 1) * GAP) / cols
        high = (height - 2 * MARGIN - TITLE - (rows - 1) * GAP) / rows
        for at, board in enumerate(boards):
            row, col = divmod(at, cols)
            layout = drawing(board.picture, rulers=self.rulers)
            left, top = MARGIN + col * (wide + GAP), height - MARGIN - TITLE - row * (high + GAP)
            scale = min(wide * UNITS / layout.width, (high - CAPTION) * UNITS / layout.height, MOST_SCALE)
            across, down = layout.width * scale / UNITS, layout.height * scale / UNITS
            x, y = left + (wide - across) / 2, top - CAPTION - down
            page.text((left + wide / 2) / width, (top - CAPTION / 2) / height, board.caption, ha="center", va="center")
            draw(page.add_axes((x / width, y / height, across / width, down / height)), layout, scale=scale)
        return page


def pdf(pages: Iterator[Figure], title: str) -> bytes:
    """Return pages as a PDF; equal pages give equal bytes. Raises `SetupError` without matplotlib."""
    file = io.BytesIO()
    with plain_style():
        from matplotlib.backends.backend_pdf import PdfPages

        with PdfPages(file, metadata={"Title": title} | FACTS["pdf"]) as document:
            for page in pages:
                document.savefig(page)
    return file.getvalue()


def _parts(boards: Sequence[BookletBoard], size: int) -> list[Sequence[BookletBoard]]:
    """Return boards in parts of a size; the last may be smaller."""
    return [boards[start : start + size] for start in range(0, len(boards), size)]
