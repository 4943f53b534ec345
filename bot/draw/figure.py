"""Pictures in the formats of matplotlib (PNG, PDF …), which is imported only here."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.draw.looks import SHAPES, STYLES, Stamp, Words, drawing
from bot.errors import SetupError
from bot.extras import install_command

if TYPE_CHECKING:
    from solvers import Picture

UNITS = 80
"""Units of a drawing per inch: a cell is half an inch."""
POINTS = 72 / UNITS
DOTS = 160
"""Dots per inch, for pixel formats."""
UNDATED: dict[str, dict[str, None]] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
"""Suppress timestamps, so that equal pictures give equal files."""


def figure(picture: Picture, form: str, *, title: str = "", dark: bool = False, rulers: bool = True) -> bytes:
    """Return the picture in a format of matplotlib (`png`, `pdf` …); equal pictures give equal bytes.

    Raises `SetupError` if matplotlib is not installed.
    """
    try:
        from matplotlib import style as styles
        from matplotlib.figure import Figure
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline
        from matplotlib.transforms import Affine2D
    except ImportError:
        raise SetupError("PNG and PDF need matplotlib", command=install_command("matplotlib")) from None

    codes = {"M": Outline.MOVETO, "L": Outline.LINETO, "C": Outline.CURVE4, "Z": Outline.CLOSEPOLY}

    @cache
    def outline(data: str) -> Outline:
        points: list[tuple[float, float]] = []
        kinds: list[Any] = []
        for command, numbers in re.findall("([MLCZ])([^MLCZ]*)", data):
            values = [float(number) for number in numbers.split()] or [0.0, 0.0]
            points += zip(values[::2], values[1::2], strict=True)
            kinds += [codes[command]] * (len(values) // 2)
        return Outline(points, kinds)

    layout, file = drawing(picture, rulers=rulers), io.BytesIO()
    # Ignore the user's settings of matplotlib.
    with styles.context({"svg.hashsalt": "givens"}, after_reset=True):
        canvas = Figure(figsize=(layout.width / UNITS, layout.height / UNITS), dpi=DOTS)
        axes = canvas.add_axes((0, 0, 1, 1), xlim=(0, layout.width), ylim=(layout.height, 0))
        axes.set_axis_off()
        for order, item in enumerate(layout.items()):
            if isinstance(item, Words):
                style, size = STYLES[item.style], item.size * POINTS
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
                patch.set(linewidth=STYLES[name].width * POINTS, transform=place)
                axes.add_artist(patch)
        canvas.savefig(file, format=form, metadata={"Title": title} | UNDATED.get(form, {}))
    return file.getvalue()
