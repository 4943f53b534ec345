"""Pictures as PNG, PDF and whatever else matplotlib writes; it is imported when it is needed."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.draw.looks import SHAPES, STYLES, Path, Stamp, drawing
from bot.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.draw.looks import Item, Style, Words
    from solvers import Picture

UNITS = 80
"""Units of a drawing in an inch: a cell is half an inch."""
POINTS = 72 / UNITS
DOTS = 160
"""Dots in an inch, for formats that have any."""
UNDATED: dict[str, dict[str, None]] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
"""What makes the formats that bear a date bear none, so that equal pictures are equal files."""


def figure(picture: Picture, form: str, *, title: str = "", dark: bool = False) -> bytes:
    """Return the picture as a file of a format that matplotlib knows (`png`, `pdf` …), the same at any time.

    Raises `SetupError` where matplotlib is missing.
    """
    try:
        from matplotlib import style as styles
        from matplotlib.figure import Figure
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline
        from matplotlib.transforms import Affine2D
    except ImportError:
        msg = "drawing PNG and PDF needs matplotlib, which is not installed"
        raise SetupError(msg, command="pip install 'givens[figures]'") from None

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

    made, file = drawing(picture), io.BytesIO()
    # The user's own settings of matplotlib must not show.
    with styles.context({"svg.hashsalt": "givens"}, after_reset=True):
        canvas = Figure(figsize=(made.width / UNITS, made.height / UNITS), dpi=DOTS)
        axes = canvas.add_axes((0, 0, 1, 1), xlim=(0, made.width), ylim=(made.height, 0))
        axes.set_axis_off()
        for order, (what, name, x, y) in enumerate(_parts(made.items())):
            if isinstance(what, str):
                place = Affine2D().translate(x, y) + axes.transData
                axes.add_artist(PathPatch(outline(what), transform=place, zorder=order, **_path(STYLES[name], dark)))
            else:
                size = what.size * POINTS
                axes.text(x, y, what.text, fontsize=size, zorder=order, **_text(STYLES[name], dark))
        canvas.savefig(file, format=form, metadata={"Title": title} | UNDATED.get(form, {}))
    return file.getvalue()


def _path(style: Style, ground: int) -> dict[str, Any]:
    """Return the style of a path in the words of matplotlib."""
    fill, line = (colour[ground] if colour else "none" for colour in (style.fill, style.stroke))
    ends = {"capstyle": "round", "joinstyle": "round"}
    return {"facecolor": fill, "edgecolor": line, "linewidth": style.width * POINTS} | ends


def _text(style: Style, ground: int) -> dict[str, Any]:
    """Return the style of a text in the words of matplotlib."""
    looks = {"color": style.fill[ground] if style.fill else "none", "weight": "bold" if style.bold else "normal"}
    return looks | {"ha": "center", "va": "baseline", "parse_math": False}


def _parts(items: Iterable[Item]) -> Iterator[tuple[str | Words, str, float, float]]:
    """Iterate over what is drawn, path data or words, each with its style and its place."""
    for item in items:
        if isinstance(item, Stamp):
            yield from ((data, style, item.x, item.y) for style, data in SHAPES[item.shape])
        elif isinstance(item, Path):
            yield item.data, item.style, 0, 0
        else:
            yield item, item.style, item.x, item.baseline
