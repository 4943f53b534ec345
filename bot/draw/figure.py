"""Pictures in the formats of matplotlib (PNG, PDF …), which is imported only here."""

from __future__ import annotations

import io
import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.draw.looks import SHAPES, STYLES, Stamp, Words, drawing
from bot.errors import SetupError
from bot.extras import install_command
from bot.files import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

    from bot.draw.looks import Drawing
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
            patch.set(linewidth=STYLES[name].width * points_per_unit, transform=place)
            axes.add_artist(patch)
