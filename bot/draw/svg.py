"""Pictures as SVG, without a heavy import; every cell is a group with its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import product, starmap
from math import atan2, cos, sin
from typing import NamedTuple

from bot.draw.looks import (
    BADGES,
    BLOCK,
    CELL,
    DISC,
    EMPTY,
    HALF,
    MARGIN,
    MIDDLE,
    SHAPES,
    SIGNS,
    STYLES,
    TONED,
    UNTONED,
    Style,
    box,
    circle,
    grounds,
    note,
    pips,
    region_names,
    stroke,
    tray_places,
)
from solvers import CLUE, SMALL, Cell, Edge, Glyph, Picture

BASE = ".givens{font-family:system-ui,sans-serif;text-anchor:middle;stroke-linecap:round;stroke-linejoin:round}"
"""Styles that all elements inherit: no selector reaches from outside into a shape that is used."""
RIM_WIDTH, RIM_HEIGHT = 28, 22
"""The space for one number beside a row, and above a column."""
RULER_WIDTH, RULER_HEIGHT = 20, 16
"""The space for the numbers of rows, and of columns."""
FIFTH, MANY = 5, 10
"""Every fifth number of a ruler is bold where there are so many."""
ENDED = 3
"""How much earlier a wall ends at the frame, whose line covers the rest."""
INSET = 4
"""How far within a cell the line around its cage is."""
APART = 4
"""Half the distance between two lines side by side."""
SYMBOLS = {"☀": "sun", "☾": "moon", "♛": "crown", "★": "star", "▲": "tent", "♣": "tree"}
CIRCLES = {"○": ("hollow", "word-hollow"), "●": ("disc", "word-disc")}
"""The circles that numbers stand in, each with its shape and the style of the number."""
PIPS_TONE = "pips"
"""The tone of numbers that are drawn as pips."""


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
<title>{escape_text(title or f"a board of {picture.height} × {picture.width}")}</title>
<style>{sheet(parts.styles, dark=dark)}</style>
<defs>{shapes(parts.shapes)}</defs>
{parts.below}
{"".join(parts.cells.values())}
{parts.above}
</svg>
"""


def path(data: str, style: str) -> str:
    """Return a path with the name of its style as an element; an empty one is none."""
    return f'<path class="givens-{style}" d="{data}"/>' if data else ""


def label(text: str, x: float, y: float, size: float, style: str) -> str:
    """Return a text that is centred on a point, with its font size and the name of its style, as an element."""
    baseline = y + 0.36 * size  # It centres digits and capitals.
    return f'<text class="givens-{style}" x="{x:g}" y="{baseline:g}" font-size="{size:g}">{escape_text(text)}</text>'


def stamp(shape: str, x: float, y: float) -> str:
    """Return a shape from `SHAPES`, with the top left corner of its square, as an element."""
    return f'<use href="#givens-{shape}" x="{x:g}" y="{y:g}"/>'


def escape_text(text: str) -> str:
    """Return a text for an element, without characters that cannot be printed."""
    return escape("".join(letter if letter.isprintable() else "\ufffd" for letter in text))


def layers(picture: Picture, *, rulers: bool = True) -> Layers:
    """Return a picture as elements; with rulers its rows and columns are numbered."""
    left, right = (RIM_WIDTH * max(map(len, rim), default=0) for rim in (picture.rows, picture.right))
    top, bottom = (RIM_HEIGHT * max(map(len, rim), default=0) for rim in (picture.columns, picture.bottom))
    if picture.tray:  # It stands beside the board instead of on the rim.
        left = top = 0
    if picture.sums:  # They stand in a row and a column of black cells outside.
        left = top = CELL
    left, top = left + MARGIN + rulers * RULER_WIDTH, top + MARGIN + rulers * RULER_HEIGHT
    wide, high = picture.width * CELL, picture.height * CELL
    foot = RIM_HEIGHT if picture.notes else 0
    places = {cell: (left + cell.col * CELL, top + cell.row * CELL) for cell in picture.cells() if picture.has(cell)}
    beside = max((x for x, _ in tray_places(picture)), default=0)
    size = left + max(wide + right, beside + 2 * HALF) + MARGIN, top + high + bottom + MARGIN + foot
    below: list[str] = [path(box(0, 0, *size), "paper")]
    for style, coloured in grounds(picture).items():
        below.append(path("".join(box(*places[cell], CELL, CELL) for cell in coloured), style))
    below += _strands(picture, places)
    below += _squares(picture, places, left, top)
    borders, walls, stamps = _edges(picture, places)
    between = {"boxes": "border", "": "none"}.get(picture.outline, picture.outline)
    cages = "".join(_cages(picture.fills, places)) if between == "cage" else ""
    below.append(path(cages or borders, "dashed" if picture.tray else between) * (between != "none"))
    if picture.path:
        way = ((places[cell][0] + MIDDLE, places[cell][1] + MIDDLE) for cell in picture.path)
        below.append(path(stroke(*way), "way"))
    if picture.tray:
        below += _tiles(picture, left, top)
    else:
        below.append(path(_lines(picture.lines, (left, top)), "drawn"))
    thick = picture.fills and picture.outline not in {"", "drawn"}
    outline = "faint" if picture.squares == "faint" else "border" if thick else "frame"
    frame = path(box(left, top, wide, high), outline) * (not picture.tray and picture.squares != "dots")
    # A line around the board is drawn where there is no frame.
    entered = {edge: count for edge, count in picture.borders.items() if not frame or places.keys() >= {*edge}}
    along = path(_lines(entered, (left, top), along=True), "drawn")
    above: list[str] = [path(walls, "border" if cages else "wall"), *stamps, frame]
    above += along, *_spots(picture, left, top)
    above += (
        _tray(picture, left, top)
        if picture.tray
        else _sums_outside(picture, left, top)
        if picture.sums
        else _rims(picture, left, top)
    )
    above += _rulers(picture, left, top) if rulers else ()
    if picture.notes:
        words = ", ".join(starmap(note, picture.notes.items()))
        above.append(label(words, left + wide / 2, size[1] - (foot + MARGIN) / 2, 14, "note"))
    cells = {str(cell): _cell(picture, cell, *place) for cell, place in places.items()}
    under, over = ("\n".join(filter(None, elements)) for elements in (below, above))
    return Layers(*size, under, cells, over, *_used("".join((under, *cells.values(), over))), (left, top))


def _used(elements: str) -> tuple[list[str], list[str]]:
    """Return the names of the shapes and of the styles that elements use."""
    used = dict.fromkeys(re.findall(r'href="#givens-([\w-]+)"', elements))
    styles = dict.fromkeys(style for shape in used for style, _ in SHAPES[shape])
    return [*used], [*(styles | dict.fromkeys(re.findall(r'class="givens-([\w-]+)"', elements)))]


def _cell(picture: Picture, cell: Cell, x: float, y: float) -> str:
    """Return the group of a cell, with its name and the classes that apply."""
    glyph = picture.glyphs.get(cell)
    is_given = glyph is not None and (glyph.given or glyph.tone in {CLUE, SMALL})
    kind = "" if glyph is None or glyph.symbol == " " else " given" if is_given else " mark"
    lit = " lit" if cell in picture.lit else ""
    square = f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="none"/>'
    return f'<g class="cell{kind}{lit}" data-cell="{cell}">{square}{"".join(content(picture, cell, x, y))}</g>'


def _strands(picture: Picture, places: Mapping[Cell, tuple[float, float]]) -> Iterator[str]:
    """Yield the strands: windows as grounds, thermometers with a bulb, arrows with a circle and a head."""
    for name, cells in sorted(picture.strands, key=lambda strand: strand[0] != "window"):
        ways = [(places[cell][0] + MIDDLE, places[cell][1] + MIDDLE) for cell in cells if cell in places]
        (x, y), (end_x, end_y), way = ways[0], ways[-1], stroke(*ways)
        if name == "window":
            yield path(box(x - MIDDLE, y - MIDDLE, end_x - x + CELL, end_y - y + CELL), name)
            continue
        if name == "thermometer":
            yield path(circle(x, y, 15), "bulb")
        elif name == "arrow":
            angle = atan2(ways[1][1] - y, ways[1][0] - x)
            way = stroke((x + 15 * cos(angle), y + 15 * sin(angle)), *ways[1:])
            back = atan2(ways[-2][1] - end_y, ways[-2][0] - end_x)
            barbs = [(end_x + 9 * cos(back + turn), end_y + 9 * sin(back + turn)) for turn in (-0.6, 0.6)]
            way += circle(x, y, 15) + stroke(barbs[0], ways[-1], barbs[1])
        yield path(way, name)


def _edges(picture: Picture, places: Mapping[Cell, tuple[float, float]]) -> tuple[str, str, list[str]]:
    """Return region borders and walls as paths, and the signs on edges."""
    borders, walls, stamps = "", "", []
    for cell, (x, y) in places.items():
        if picture.tray:  # The board may have any form.
            _, _, left, above = cell.around()
            borders += "" if left in places else stroke((x, y), (x, y + CELL))
            borders += "" if above in places else stroke((x, y), (x + CELL, y))
        for other, end in zip(cell.neighbours(), ((x + CELL, y), (x, y + CELL)), strict=True):
            line = stroke(end, (x + CELL, y + CELL))
            sign = picture.signs.get((cell, other))
            if (other in places or picture.tray) and picture.fills.get(cell) != picture.fills.get(other):
                borders += line
            if sign in SIGNS:
                shape = SIGNS[sign] + "-down" * (sign in "<>" and cell.row != other.row)
                stamps.append(stamp(shape, (x + places[other][0]) / 2, (y + places[other][1]) / 2))
            elif sign is not None:
                walls += _wall(picture, cell, x, y, is_level=cell.row != other.row)
    return borders, walls, stamps


def _squares(picture: Picture, places: Mapping[Cell, tuple[float, float]], left: float, top: float) -> Iterator[str]:
    """Yield the lines between squares."""
    right, bottom = left + picture.width * CELL, top + picture.height * CELL
    upright = [stroke((left + at * CELL, top), (left + at * CELL, bottom)) for at in range(1, picture.width)]
    level = [stroke((left, top + at * CELL), (right, top + at * CELL)) for at in range(1, picture.height)]
    if picture.tray:
        upright = [stroke((x, y), (x, y + CELL)) for cell, (x, y) in places.items() if cell.around()[2] in places]
        level = [stroke((x, y), (x + CELL, y)) for cell, (x, y) in places.items() if cell.around()[3] in places]
    if picture.squares != "dots":
        yield path("".join((*upright, *level)), "line" if picture.squares in {"grid", "fives"} else picture.squares)
    if picture.squares == "fives":
        yield path("".join((*upright[FIFTH - 1 :: FIFTH], *level[FIFTH - 1 :: FIFTH])), "fifth")


def _spots(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the dots at corners of cells, in and between them, the ring around a source, and the numbers at corners."""
    if picture.squares == "dots":
        corners = product(range(picture.height + 1), range(picture.width + 1))
        yield path("".join(circle(left + col * CELL, top + row * CELL, 1.75) for row, col in corners), "rim")
    for row, col in sorted(picture.dots):
        yield stamp("dot", left + (col - 1) * MIDDLE, top + (row - 1) * MIDDLE)
    if picture.source is not None:
        yield stamp("source", left + picture.source.col * CELL, top + picture.source.row * CELL)
    for (row, col), number in sorted(picture.points.items()):
        x, y = left + col * CELL, top + row * CELL
        yield stamp("point", x - MIDDLE, y - MIDDLE)
        yield label(picture.rim_name(number), x, y, 12, "rim")


def _cages(fills: Mapping[Cell, str], places: Mapping[Cell, tuple[float, float]]) -> Iterator[str]:
    """Yield the lines around regions, within their cells."""
    for cell, letter in fills.items():
        x, y = (start + MIDDLE for start in places[cell])
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if fills.get(Cell(cell.row + down, cell.col + right)) == letter:
                continue
            ends = []
            for way in (-1, 1):
                # The line ends before a corner that points out, passes one that points in, or meets the next line.
                beside = Cell(cell.row + way * right, cell.col + way * down)
                beyond = Cell(beside.row + down, beside.col + right)
                on = sum(
                    fills.get(near) == letter for near in ((beside, beyond) if fills.get(beside) == letter else ())
                )
                reach = way * (MIDDLE + INSET * (on - 1))
                ends.append((x + (MIDDLE - INSET) * right + reach * down, y + (MIDDLE - INSET) * down + reach * right))
            yield stroke(*ends)


def _tray(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the tags of regions, and the dominoes of the tray, those pale that lie on the board."""
    names = region_names(picture)
    for cell, words in picture.tags.items():
        x, y, width = left + cell.col * CELL - 3, top + cell.row * CELL - 5, 8 + 7.5 * len(words)
        yield path(rounded_box(x, y, width, 15, 5), f"tag-{names[picture.fills[cell]]}")
        yield label(words, x + width / 2, y + 7.5, 12, "tag")
    for (low, high, used), (x, y) in zip(picture.tray, tray_places(picture), strict=True):
        x, y, style = left + x, top + y, "tray-used" if used else "tray"  # noqa: PLW2901
        yield path(rounded_box(x, y, 2 * HALF, HALF, 5) + stroke((x + HALF, y + 3), (x + HALF, y + HALF - 3)), style)
        yield path(pips(low, x, y, HALF) + pips(high, x + HALF, y, HALF), f"{style}-pips")


def _tiles(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the dominoes on the board, without their pips."""
    for first, second in picture.lines:
        x, y = left + first.col * CELL + 3, top + first.row * CELL + 3
        wide, high = CELL * (1 + second.col - first.col) - 6, CELL * (1 + second.row - first.row) - 6
        yield path(rounded_box(x, y, wide, high, 7), "tile")
        ends = (
            ((x + wide / 2, y + 4), (x + wide / 2, y + high - 4))
            if wide > high
            else ((x + 4, y + high / 2), (x + wide - 4, y + high / 2))
        )
        yield path(stroke(*ends), "tile-half")


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return a rectangle with round corners."""
    wide, high, turn = width - 2 * radius, height - 2 * radius, f"{radius:g}"
    upper = f"M{x + radius:g} {y:g}h{wide:g}q{turn} 0 {turn} {turn}v{high:g}"
    return f"{upper}q0 {turn}-{turn} {turn}h{-wide:g}q-{turn} 0-{turn}-{turn}v{-high:g}q0-{turn} {turn}-{turn}Z"


def _wall(picture: Picture, cell: Cell, x: float, y: float, *, is_level: bool) -> str:
    """Return the wall below a cell at a position, or to its right, whose round ends stay within the frame."""
    at, count = (cell.col, picture.width) if is_level else (cell.row, picture.height)
    start, end = ENDED * (at == 0), CELL - ENDED * (at == count - 1)
    if is_level:
        return stroke((x + start, y + CELL), (x + end, y + CELL))
    return stroke((x + CELL, y + start), (x + CELL, y + end))


def _lines(lines: Mapping[Edge, int], corner: tuple[float, float], *, along: bool = False) -> str:
    """Return lines between the centres of cells, or along their borders, as a path; two lines are side by side."""
    data, left, top = "", *corner
    for (first, second), count in lines.items():
        x, y = left + (first.col + second.col + 1) * MIDDLE, top + (first.row + second.row + 1) * MIDDLE
        is_level = (first.row == second.row) != along
        for at in range(count):
            off = (2 * at - count + 1) * APART
            ends = (
                (x - MIDDLE, y + off, x + MIDDLE, y + off) if is_level else (x + off, y - MIDDLE, x + off, y + MIDDLE)
            )
            data += stroke(ends[:2], ends[2:])
    return data


def _rims(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the numbers on the rim of a board with this top left corner.

    To the left and above, the last number is next to the board; on the other sides it is the first.
    """
    right, bottom = left + picture.width * CELL, top + picture.height * CELL
    sides = (
        (picture.rows, left, -1, RIM_WIDTH),
        (picture.columns, top, -1, RIM_HEIGHT),
        (picture.right, right, 1, RIM_WIDTH),
        (picture.bottom, bottom, 1, RIM_HEIGHT),
    )
    for lines, edge, way, depth in sides:
        for line, numbers in enumerate(lines):
            along = (line + 0.5) * CELL
            for at, number in enumerate(numbers[::way]):
                away = edge + way * (2 + (at + 0.5) * depth)
                x, y = (away, top + along) if depth == RIM_WIDTH else (left + along, away)
                yield label(picture.rim_name(number), x, y, 17, "rim")


def _rulers(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the numbers of rows and columns, at the edge of the drawing."""
    clues = (picture.rows, picture.columns) if not (picture.tray or picture.sums) else ((), ())
    for count, at in ((picture.height, 0), (picture.width, 1)):
        for number in range(1, (0 if any(clues[at]) else count) + 1):
            along = (left, top)[1 - at] + (number - 0.5) * CELL
            x, y = (along, MARGIN + RULER_HEIGHT / 2 - 2) if at else (MARGIN + RULER_WIDTH / 2 - 2, along)
            style = "ruler-fifth" if count >= MANY and number % FIFTH == 0 else "ruler"
            yield label(str(number), x, y, 11, style)


def _sums_outside(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the black cells to the left of the board and above it, with their sums."""
    for row in range(-1, picture.height):
        for col in range(-1, picture.width) if row < 0 else (-1,):
            x, y = left + col * CELL, top + row * CELL
            yield stamp("block", x, y)
            yield from _sums(picture, Cell(row, col), x, y)


def _sums(picture: Picture, cell: Cell, x: float, y: float) -> Iterator[str]:
    """Yield the sums in a black cell, which a diagonal splits: across in the upper right, down in the lower left."""
    across, down = picture.sums.get(cell, (0, 0))
    if across or down:
        yield path(stroke((x, y), (x + CELL, y + CELL)), "split")
    if across:
        yield label(picture.rim_name(across), x + 0.7 * CELL, y + 0.28 * CELL, 14, "sum")
    if down:
        yield label(picture.rim_name(down), x + 0.3 * CELL, y + 0.72 * CELL, 14, "sum")


def content(picture: Picture, cell: Cell, x: float, y: float) -> Iterator[str]:
    """Yield what is in the cell at a position: its highlight, its corner number, and its glyph as a shape or text."""
    if cell in picture.lit:
        yield stamp("ring", x, y)
    glyph = picture.glyphs.get(cell)
    is_small = glyph is not None and glyph.tone == SMALL
    corner = glyph.text if glyph and is_small else picture.corner(cell) if cell in picture.corners else ""
    if corner:
        if picture.outline == "cage":  # Its line is broken there.
            yield path(box(x + 2, y + 2, 3 + 6.5 * len(corner), 13), "paper")
        yield label(corner, x + max(9, 3 + 3.5 * len(corner)), y + 9, 11.5, "corner")
    if glyph is None or is_small:
        return
    words, shape, size, room = glyph.symbol or glyph.text, _shape(glyph), 22.0, CELL - 12
    style = "word" if glyph.given else "clue" if glyph.tone == CLUE else "word-mark"
    if glyph.tone == BLOCK:
        yield stamp("block", x, y)
        yield from _sums(picture, cell, x, y)
        style, shape = "word-disc", ""
        words = words.removesuffix("■")
    if shape:
        yield stamp(shape if glyph.given else f"{shape}-mark", x, y)
    elif words in UNTONED:
        yield stamp(UNTONED[words], x, y)
    elif words != EMPTY:
        if glyph.tone == DISC:
            yield stamp("disc", x, y)
            style, size, room = "word-disc", 17, 22
        elif words[:1] in CIRCLES:
            ring, style = CIRCLES[words[0]]
            yield stamp(ring, x, y)
            words, size, room = words[1:], 17, 22
        elif words[:1] in BADGES:
            yield stamp(BADGES[words[0]], x, y)
            words, size, room = words[1:], 15, 20
        if words.strip():
            # A bold digit is 0.65 as wide as high.
            lower = 3 * (cell in picture.corners)
            yield label(words, x + MIDDLE, y + MIDDLE + lower, round(min(size, room / (0.65 * len(words))), 1), style)


def _shape(glyph: Glyph) -> str:
    """Return the name of the shape that a glyph is drawn as, "" for a text."""
    words = glyph.symbol or glyph.text
    if glyph.tone == PIPS_TONE:
        return f"pips-{words}" * words.isdecimal()
    return SYMBOLS.get(words) or (f"{TONED[words]}-{glyph.tone}" if words in TONED else "")


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


def _rule(name: str, style: Style, *, dark: bool) -> str:
    fill, line = (colour[dark] if colour else "none" for colour in (style.fill, style.stroke))
    width = f";stroke-width:{style.width:g}" if style.width else ""
    width += f";stroke-dasharray:{style.dash:g}" if style.dash else ""
    return f".givens-{name}{{fill:{fill};stroke:{line}{width}{';font-weight:700' if style.bold else ''}}}"
