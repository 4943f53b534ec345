"""Pictures as SVG, without a heavy import; every cell is a group with its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.draw.looks import (
    CELL,
    MIDDLE,
    SHAPES,
    SIGNS,
    STYLES,
    Style,
    content,
    drawing,
    escaped,
    path,
    stamp,
    stroke,
)
from bot.files import MARK
from solvers import CLUE, Cell, Glyph, Picture

BASE = ".givens{font-family:system-ui,sans-serif;text-anchor:middle;stroke-linecap:round;stroke-linejoin:round}"
"""Styles that all elements inherit: no selector reaches from outside into a shape that is used."""


class Layers(NamedTuple):
    """A picture as SVG elements: those below the cells, a group for each cell by name, and those above.

    `shapes` and `styles` are the names of the shapes and styles that they use.
    """

    width: float
    height: float
    below: str
    cells: Mapping[str, str]
    above: str
    shapes: Sequence[str]
    styles: Sequence[str]
    corner: tuple[float, float]
    """The top left corner of the board."""


def svg(picture: Picture, *, title: str = "", dark: bool | None = None, rulers: bool = True) -> str:
    """Return the picture as an SVG document on a light or dark background; by default the viewer's preference decides.

    Every cell is a group with `data-cell="R1C1"` and those of the classes `given`, `mark` and `lit` that apply.
    """
    parts = layers(picture, rulers=rulers)
    width, height = f"{parts.width:g}", f"{parts.height:g}"
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"
 class="givens" role="img">
<!-- {MARK} -->
<title>{escaped(title or f"a board of {picture.height} × {picture.width}")}</title>
<style>{sheet(parts.styles, dark=dark)}</style>
<defs>{shapes(parts.shapes)}</defs>
{parts.below}
{"".join(parts.cells.values())}
{parts.above}
</svg>
"""


def layers(picture: Picture, *, rulers: bool = True) -> Layers:
    """Return the elements of a picture, for an SVG document that defines their shapes and styles."""
    layout = drawing(picture, rulers=rulers)
    elements = "".join((layout.below, *layout.cells.values(), layout.above))
    used = dict.fromkeys(re.findall(r'href="#givens-([\w-]+)"', elements))
    styles = dict.fromkeys(style for shape in used for style, _ in SHAPES[shape])
    styles |= dict.fromkeys(re.findall(r'class="givens-([\w-]+)"', elements))
    cells = {}
    for cell, (x, y) in layout.places.items():
        glyph = picture.glyphs.get(cell)
        classes = (
            "cell"
            if glyph is None or glyph.symbol == " "
            else "cell given"
            if glyph.given or glyph.tone == CLUE
            else "cell mark"
        )
        lit = " lit" if cell in picture.lit else ""
        square = f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="none"/>'
        cells[str(cell)] = f'<g class="{classes}{lit}" data-cell="{cell}">{square}{layout.cells[cell]}</g>'
    return Layers(layout.width, layout.height, layout.below, cells, layout.above, [*used], [*styles], layout.corner)


def sheet(styles: Iterable[str], *, dark: bool | None = None) -> str:
    """Return the CSS of styles for a light or dark background; by default the viewer's preference decides."""
    lines = [BASE, *(_rule(name, STYLES[name], dark=bool(dark)) for name in styles)]
    if dark is None:
        lines += ["@media(prefers-color-scheme:dark){", *(_rule(name, STYLES[name], dark=True) for name in styles), "}"]
    return "\n".join(lines)


def shapes(names: Iterable[str]) -> str:
    """Return the definitions of shapes."""
    drawn = {name: "".join(path(data, style) for style, data in SHAPES[name]) for name in names}
    return "\n".join(f'<g id="givens-{name}">{paths}</g>' for name, paths in drawn.items())


def glyph_icon(glyph: Glyph) -> str:
    """Return what a cell with a glyph shows, in the square of one cell."""
    corner = Cell(0, 0)
    return "".join(content(Picture(1, 1, {corner: glyph}), corner, 0, 0))


def sign_icon(sign: str) -> str:
    """Return a sign or a wall between two cells of a row, in the square of one cell."""
    if sign in SIGNS:
        return stamp(SIGNS[sign], 0, 0)
    return path(stroke((MIDDLE, 5), (MIDDLE, CELL - 5)), "wall")


def _rule(name: str, style: Style, *, dark: bool) -> str:
    fill, line = (colour[dark] if colour else "none" for colour in (style.fill, style.stroke))
    width = f";stroke-width:{style.width:g}" if style.width else ""
    width += f";stroke-dasharray:{style.dash:g}" if style.dash else ""
    return f".givens-{name}{{fill:{fill};stroke:{line}{width}{';font-weight:700' if style.bold else ''}}}"
