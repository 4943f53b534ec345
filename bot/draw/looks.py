"""How pictures look: shapes as SVG paths, colours for light and dark backgrounds, and positions.

Positions are in units from the top left; a cell has `CELL` units each way. The colours are those of Okabe and Ito,
which colour-blind people can tell apart, and no meaning depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape
from math import atan2, cos, pi, sin
from typing import NamedTuple

from solvers import CLUE, Cell, Edge, GivensError, Glyph, NoSolution, NotUnique, Picture, Puzzle, cells_of

CELL = 40
MARGIN = 8
RIM_WIDTH, RIM_HEIGHT = 28, 22
"""The space for one number beside a row, and above a column."""
HALF = 24
"""The side of half a domino in the tray."""
TRAY_WIDTH, TRAY_HEIGHT = 2 * HALF + 8, HALF + 8
"""The space for a domino in the tray."""
RULER_WIDTH, RULER_HEIGHT = 20, 16
"""The space for the numbers of rows, and of columns."""
FIFTH, MANY = 5, 10
"""Every fifth number of a ruler is bold where there are so many."""


class Colour(NamedTuple):
    """A colour on a light background and on a dark one."""

    light: str
    dark: str


class Style(NamedTuple):
    """How a path or a text is drawn."""

    fill: Colour | None
    stroke: Colour | None = None
    width: float = 0
    bold: bool = False
    dash: float = 0
    """The length of dashes, and of the gaps between them; 0 for none."""


class Drawing(NamedTuple):
    """A picture as elements of SVG: those below the cells, the content of each cell, and those above."""

    width: float
    height: float
    corner: tuple[float, float]
    """The top left corner of the board."""
    places: Mapping[Cell, tuple[float, float]]
    """The top left corner of each cell."""
    below: str
    cells: Mapping[Cell, str]
    above: str


def path(data: str, style: str) -> str:
    """Return a path with the name of its style as an element; an empty one is none."""
    return f'<path class="givens-{style}" d="{data}"/>' if data else ""


def label(text: str, x: float, y: float, size: float, style: str) -> str:
    """Return a text that is centred on a point, with its font size and the name of its style, as an element."""
    baseline = y + 0.36 * size  # It centres digits and capitals.
    return f'<text class="givens-{style}" x="{x:g}" y="{baseline:g}" font-size="{size:g}">{escaped(text)}</text>'


def stamp(shape: str, x: float, y: float) -> str:
    """Return a shape from `SHAPES`, with the top left corner of its square, as an element."""
    return f'<use href="#givens-{shape}" x="{x:g}" y="{y:g}"/>'


def escaped(text: str) -> str:
    """Return a text for an element, without characters that cannot be printed."""
    return escape("".join(letter if letter.isprintable() else "\ufffd" for letter in text))


def mixed(colour: str, background: str, share: float) -> str:
    """Mix a share of a colour with a background, both as `#rrggbb`."""
    pairs = ((int(colour[at : at + 2], 16), int(background[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * above + (1 - share) * below):02x}" for above, below in pairs)


ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, VERMILION, PURPLE, GREY = "#0072b2", "#d55e00", "#cc79a7", "#999999"

PAPER = Colour("#ffffff", "#1b1d21")
INK = Colour("#16181d", "#f2f3f5")
MUTED = Colour("#5f6672", "#a6adb8")
COOL = Colour(BLUE, SKY)
WARM = Colour(VERMILION, "#f08a3c")
WHITE = Colour("#ffffff", "#f2f3f5")
GREEN_LEAF = Colour("#00735a", GREEN)
BLACK = Colour("#16181d", "#0a0b0d")
SUN = Colour("#f0b400", "#f0c419")
SUN_EDGE = Colour("#9a6a00", "#ffe27a")

REGIONS = [
    *((colour, 0.5, 0.5) for colour in (SKY, ORANGE, GREEN, PURPLE, YELLOW, VERMILION, BLUE, GREY)),
    *((colour, 0.2, 0.25) for colour in (SKY, ORANGE, GREEN, PURPLE)),
]
"""The colours of regions, each with its share on a light and on a dark background."""
STYLES = {
    "paper": Style(PAPER),
    "tint": Style(Colour("#e8ebf0", "#31353e")),
    "window": Style(Colour("#dfe5ee", "#343a46")),
    "thermometer": Style(None, Colour("#cfd5de", "#4a515e"), 16),
    "bulb": Style(Colour("#cfd5de", "#4a515e")),
    "arrow": Style(None, Colour("#9aa3b0", "#7d8695"), 2),
    "diagonal": Style(None, Colour("#9fc3e0", "#3f6a8c"), 1.5),
    "checker": Style(Colour("#e3d9c6", "#3a352b")),
    "empty": Style(Colour("#5a616d", "#69707c")),
    "glow": Style(Colour("#fff0a8", "#5a4a00")),
    "line": Style(None, Colour("#b9bfc9", "#565c67"), 1),
    "faint": Style(None, Colour("#d5dae1", "#42474f"), 1),
    "dotted": Style(None, Colour("#b9bfc9", "#565c67"), 1.25, dash=3),
    "border": Style(None, INK, 3),
    "dashed": Style(None, MUTED, 1.5, dash=4),
    "frame": Style(None, INK, 2),
    "wall": Style(None, INK, 7),
    "drawn": Style(None, COOL, 4),
    "way": Style(None, Colour(SKY, BLUE), 14),
    "ring": Style(None, Colour(VERMILION, ORANGE), 3),
    "sun": Style(SUN, SUN_EDGE, 1.75),
    "ray": Style(None, SUN_EDGE, 2.5),
    "sun-mark": Style(Colour("#fdeeb8", "#4a3f12"), SUN_EDGE, 1.5),
    "ray-mark": Style(None, SUN_EDGE, 1.5),
    "moon": Style(COOL, COOL, 2),
    "moon-mark": Style(Colour("#d5e7f3", "#1f3a4b"), COOL, 1.5),
    "crown": Style(INK, INK, 2),
    "crown-mark": Style(PAPER, INK, 1.75),
    "cross": Style(None, MUTED, 1.75),
    "sign": Style(PAPER, INK, 1.5),
    "stroke": Style(None, INK, 2),
    "chevron": Style(None, INK, 2.5),
    "badge": Style(PAPER, INK, 2),
    "hollow": Style(WHITE, Colour("#16181d", "#9aa1ad"), 1.5),
    "disc": Style(BLACK, WHITE, 1.5),
    "disc-mark": Style(BLACK, WHITE, 1.5),
    "tree": Style(GREEN_LEAF, GREEN_LEAF, 1),
    "tree-mark": Style(GREEN_LEAF, GREEN_LEAF, 1),
    "block": Style(BLACK, WHITE, 0.5),
    "cool": Style(COOL, INK, 2.5),
    "cool-mark": Style(COOL, COOL, 0.5),
    "warm": Style(WARM, INK, 2.5),
    "warm-mark": Style(WARM, WARM, 0.5),
    "light": Style(WHITE, Colour("#16181d", "#9aa1ad"), 2.5),
    "light-mark": Style(WHITE, Colour("#5f6672", "#ffffff"), 1.25),
    "plain": Style(INK, INK, 2.5),
    "plain-mark": Style(INK, INK, 0.5),
    "word": Style(INK, bold=True),
    "word-mark": Style(COOL),
    "clue": Style(INK),
    "word-disc": Style(WHITE, bold=True),
    "word-hollow": Style(Colour("#16181d", "#16181d"), bold=True),
    "rim": Style(INK),
    "corner": Style(INK),
    "note": Style(MUTED),
    "tag": Style(Colour("#ffffff", "#ffffff"), bold=True),
    "tile": Style(PAPER, COOL, 2),
    "tile-half": Style(None, COOL, 1),
    "pips": Style(INK),
    "pips-mark": Style(COOL),
    "tray": Style(Colour("#ffffff", "#31353e"), INK, 1.25),
    "tray-pips": Style(INK),
    "tray-used": Style(None, Colour("#d5dae1", "#42474f"), 1.25),
    "tray-used-pips": Style(Colour("#d5dae1", "#42474f")),
    "ruler": Style(MUTED),
    "ruler-fifth": Style(MUTED, bold=True),
    "split": Style(None, Colour("#8d949f", "#8d949f"), 1),
    "sum": Style(WHITE),
    **{
        f"region-{at}": Style(Colour(mixed(colour, PAPER.light, light), mixed(colour, PAPER.dark, dark)))
        for at, (colour, light, dark) in enumerate(REGIONS)
    },
    **{
        f"tag-{at}": Style(Colour(deep, deep), PAPER, 1)
        for at, (colour, *_) in enumerate(REGIONS)
        for deep in [mixed(colour, INK.light, 0.45)]
    },
}


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle."""
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return a rectangle with round corners."""
    wide, high, turn = width - 2 * radius, height - 2 * radius, f"{radius:g}"
    upper = f"M{x + radius:g} {y:g}h{wide:g}q{turn} 0 {turn} {turn}v{high:g}"
    return f"{upper}q0 {turn}-{turn} {turn}h{-wide:g}q-{turn} 0-{turn}-{turn}v{-high:g}q0-{turn} {turn}-{turn}Z"


def pips(number: int, x: float, y: float, size: float) -> str:
    """Return the pips of half a domino, in a square with this upper left corner."""
    return "".join(circle(x + size * (1 + col) / 4, y + size * (1 + row) / 4, size / 12) for row, col in PIPS[number])


def stroke(*points: tuple[float, float]) -> str:
    """Return a line through points."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def pipe(sides: int) -> str:
    """Return a pipe through a cell that is open on some sides: 1 up, 2 down, 4 left, 8 right."""
    if sides.bit_count() > 2:  # noqa: PLR2004 - across and up or down
        return pipe(sides & 3) + pipe(sides & 12)
    up, down, left, right = (sides >> bit & 1 for bit in range(4))
    if (up or down) and (left or right):
        corners = ((-7, -7), (20, -7), (20, 7), (7, 7), (7, 20), (-7, 20))
        return stroke(*((MIDDLE + (right - left) * x, MIDDLE + (down - up) * y) for x, y in corners)) + "Z"
    return box(13 - 13 * left, 13 - 13 * up, 14 + 13 * (left + right), 14 + 13 * (up + down))


MIDDLE = CELL / 2
PIPS = tuple(
    [divmod(int(place), 3) for place in places]
    for places in ("", "4", "08", "048", "0268", "02468", "023568", "0234568", "01235678", "012345678")
)
"""The places of pips, of three rows of three."""
ENDED = 3
"""How much earlier a wall ends at the frame, whose line covers the rest."""
APART = 4
"""Half the distance between two lines side by side."""
RAYS = "".join(
    stroke(*((MIDDLE + far * cos(at * pi / 4), MIDDLE + far * sin(at * pi / 4)) for far in (9.1, 10.9)))
    for at in range(8)
)
CRESCENT = "M29.91 24.38A10.4 10.4 0 1 1 19.58 9.62A9.1 9.1 0 0 0 29.91 24.38Z"
CROWN = "M11.4 26L9.6 15.6L15.2 20L20 12L24.8 20L30.4 15.6L28.6 26ZM11.6 29.5L28.4 29.5"
BALLS = "".join(circle(x, y, 1.4) for x, y in ((9.6, 14.4), (20, 10.8), (30.4, 14.4)))
STAR_POINTS = ((at * pi / 5, (11.6, 4.6)[at % 2]) for at in range(10))
STAR = f"M{'L'.join(f'{MIDDLE + far * sin(at):.2f} {MIDDLE + 1 - far * cos(at):.2f}' for at, far in STAR_POINTS)}Z"
TENT = "M20 9.5L31.2 30L8.8 30Z"
HALVES = {
    "sw": ((0, 0), (CELL, CELL), (0, CELL)),
    "se": ((CELL, 0), (CELL, CELL), (0, CELL)),
    "ne": ((0, 0), (CELL, 0), (CELL, CELL)),
    "nw": ((0, 0), (CELL, 0), (0, CELL)),
}
"""The corners of halves of a cell."""
PIPES = dict(zip("╵╷│╴┘┐╶└┌─╹╻┃╸┛┓╺┗┏━", (1, 2, 3, 4, 5, 6, 8, 9, 10, 12) * 2, strict=True))
PIPES |= dict(zip("┤├┴┬┼", (7, 11, 13, 14, 15), strict=True))
MARKS = {
    "sun": (("ray", RAYS), ("sun", circle(MIDDLE, MIDDLE, 6.4))),
    "moon": (("moon", CRESCENT),),
    "crown": (("crown", CROWN + BALLS),),
    "star": (("plain", STAR),),
    "tent": (("warm", TENT),),
    "tree": (("tree", circle(MIDDLE, 16.5, 8.5) + box(17.75, 25, 4.5, 7)),),
    **{f"square-{tone}": ((tone, box(8.9, 8.9, 22.2, 22.2)),) for tone in ("cool", "warm", "light", "plain")},
    **{f"ball-{tone}": ((tone, circle(MIDDLE, MIDDLE, 11.1)),) for tone in ("cool", "warm", "light", "plain")},
    "ball-dark": (("disc", circle(MIDDLE, MIDDLE, 11.1)),),
    **{f"pips-{at}": (("pips", pips(at, 3, 3, CELL - 6)),) * (at > 0) for at in range(len(PIPS))},
    **{f"pipe{sides}-{tone}": ((tone, pipe(sides)),) for tone in ("warm", "light") for sides in {*PIPES.values()}},
}
"""Shapes of marks, which are drawn stronger for givens: paths with their styles."""
SIGN = ("sign", circle(MIDDLE, MIDDLE, 7))
SHAPES = {
    **MARKS,
    **{f"{name}-mark": tuple((f"{style}-mark", data) for style, data in parts) for name, parts in MARKS.items()},
    "cross": (("cross", stroke((15, 15), (25, 25)) + stroke((25, 15), (15, 25))),),
    "disc": (("disc", circle(MIDDLE, MIDDLE, 14)),),
    "hollow": (("hollow", circle(MIDDLE, MIDDLE, 14)),),
    "block": (("block", box(0, 0, CELL, CELL)),),
    "square": (("badge", box(8, 8, 24, 24)),),
    "wide": (("badge", box(4, 11, 32, 18)),),
    "tall": (("badge", box(11, 4, 18, 32)),),
    "equal": (SIGN, ("stroke", stroke((17, 18), (23, 18)) + stroke((17, 22), (23, 22)))),
    "opposite": (SIGN, ("stroke", stroke((17.5, 17.5), (22.5, 22.5)) + stroke((22.5, 17.5), (17.5, 22.5)))),
    "less": (("chevron", stroke((23, 14), (17, 20), (23, 26))),),
    "greater": (("chevron", stroke((17, 14), (23, 20), (17, 26))),),
    "less-down": (("chevron", stroke((14, 23), (20, 17), (26, 23))),),
    "greater-down": (("chevron", stroke((14, 17), (20, 23), (26, 17))),),
    "dot": (("sign", circle(MIDDLE, MIDDLE, 5)),),
    "black-dot": (("disc", circle(MIDDLE, MIDDLE, 5)),),
    "falling": (("drawn", stroke((0, 0), (CELL, CELL))),),
    "rising": (("drawn", stroke((0, CELL), (CELL, 0))),),
    "point": (("sign", circle(MIDDLE, MIDDLE, 8)),),
    **{name: (("block", f"{stroke(*corners)}Z"),) for name, corners in HALVES.items()},
    "ring": (("ring", box(3.5, 3.5, 33, 33)),),
}
"""All shapes, each in the square of one cell: paths with their styles."""
SYMBOLS = {"☀": "sun", "☾": "moon", "♛": "crown", "★": "star", "▲": "tent", "♣": "tree"}
TONED = {"■": "square", "●": "ball", "○": "ball"} | {symbol: f"pipe{sides}" for symbol, sides in PIPES.items()}
SIGNS = {"=": "equal", "x": "opposite", "<": "less", ">": "greater", "~": "dot", "%": "black-dot"}
BADGES = {"□": "square", "▭": "wide", "▯": "tall"}
CIRCLES = {"○": ("hollow", "word-hollow"), "●": ("disc", "word-disc")}
"""The circles that numbers stand in, each with its shape and the style of the number."""
UNTONED = {"×": "cross", "╲": "falling", "\u2571": "rising"} | dict(zip("◣◢◥◤", HALVES, strict=True))
"""Symbols that look the same in any tone, as givens and as marks."""
EMPTY, QUEEN = "·", "♛"
DISC, BLOCK, PIPS_TONE = "disc", "block", "pips"
"""The tones of numbers on a dark disc, in a dark cell, and drawn as pips."""


def drawing(picture: Picture, *, rulers: bool = True) -> Drawing:
    """Return the drawing of a picture; with rulers its rows and columns are numbered."""
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
    upright = (stroke((left + at * CELL, top), (left + at * CELL, top + high)) for at in range(1, picture.width))
    level = (stroke((left, top + at * CELL), (left + wide, top + at * CELL)) for at in range(1, picture.height))
    borders, walls, stamps = _edges(picture, places)
    if picture.tray:
        upright = (stroke((x, y), (x, y + CELL)) for cell, (x, y) in places.items() if cell.around()[2] in places)
        level = (stroke((x, y), (x + CELL, y)) for cell, (x, y) in places.items() if cell.around()[3] in places)
    if picture.squares != "dots":
        style = "line" if picture.squares == "grid" else picture.squares
        below.append(path("".join((*upright, *level)), style))
    below.append(path(borders, "dashed" if picture.tray else "drawn" if picture.mine else "border"))
    if picture.path:
        way = ((places[cell][0] + MIDDLE, places[cell][1] + MIDDLE) for cell in picture.path)
        below.append(path(stroke(*way), "way"))
    if picture.tray:
        below += _tiles(picture, left, top)
    else:
        below.append(path(_lines(picture.lines, (left, top)), "drawn"))
    cells = {cell: "".join(content(picture, cell, *place)) for cell, place in places.items()}
    outline = "faint" if picture.squares == "faint" else "border" if picture.fills and not picture.mine else "frame"
    frame = path(box(left, top, wide, high), outline) * (not picture.tray and picture.squares != "dots")
    # A line around the board is drawn where there is no frame.
    entered = {edge: count for edge, count in picture.borders.items() if not frame or places.keys() >= {*edge}}
    along = path(_lines(entered, (left, top), along=True), "drawn")
    dots = [stamp("dot", left + (col - 1) * MIDDLE, top + (row - 1) * MIDDLE) for row, col in sorted(picture.dots)]
    above: list[str] = [path(walls, "wall"), *stamps, frame, *_corners(picture, left, top), along, *dots]
    for (row, col), number in sorted(picture.points.items()):
        x, y = left + col * CELL, top + row * CELL
        above += stamp("point", x - MIDDLE, y - MIDDLE), label(picture.rim_name(number), x, y, 12, "rim")
    above += (
        _tray(picture, left, top)
        if picture.tray
        else _sums_outside(picture, left, top)
        if picture.sums
        else _rims(picture, left, top)
    )
    above += _rulers(picture, left, top) if rulers else ()
    if picture.notes:
        words = ", ".join(f"{name.replace('_', ' ')}: {number}" for name, number in picture.notes.items())
        above.append(label(words, left + wide / 2, size[1] - (foot + MARGIN) / 2, 14, "note"))
    under, over = ("\n".join(filter(None, elements)) for elements in (below, above))
    return Drawing(*size, (left, top), places, under, cells, over)


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


def _corners(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the dots at the corners of cells, where they are drawn in place of lines."""
    if picture.squares == "dots":
        spots = (
            (left + col * CELL, top + row * CELL)
            for row in range(picture.height + 1)
            for col in range(picture.width + 1)
        )
        yield path("".join(circle(x, y, 1.75) for x, y in spots), "rim")


def tray_places(picture: Picture) -> list[tuple[float, float]]:
    """Return where the dominoes of the tray are, from the top left corner of the board: in columns to its right."""
    rows = max(1, picture.height * CELL // TRAY_HEIGHT)
    x, y = picture.width * CELL + 3 * MARGIN, (picture.height * CELL - rows * TRAY_HEIGHT) / 2 + MARGIN / 2
    return [(x + at // rows * TRAY_WIDTH, y + at % rows * TRAY_HEIGHT) for at in range(len(picture.tray))]


def _tray(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the tags of regions, and the dominoes of the tray, those pale that lie on the board."""
    names = region_names(picture)
    for cell, words in picture.tags.items():
        x, y, width = left + cell.col * CELL - 3, top + cell.row * CELL - 5, 8 + 7.5 * len(words)
        yield path(rounded(x, y, width, 15, 5), f"tag-{names[picture.fills[cell]]}")
        yield label(words, x + width / 2, y + 7.5, 12, "tag")
    for (low, high, used), (x, y) in zip(picture.tray, tray_places(picture), strict=True):
        x, y, style = left + x, top + y, "tray-used" if used else "tray"  # noqa: PLW2901
        yield path(rounded(x, y, 2 * HALF, HALF, 5) + stroke((x + HALF, y + 3), (x + HALF, y + HALF - 3)), style)
        yield path(pips(low, x, y, HALF) + pips(high, x + HALF, y, HALF), f"{style}-pips")


def _tiles(picture: Picture, left: float, top: float) -> Iterator[str]:
    """Yield the dominoes on the board, without their pips."""
    for first, second in picture.lines:
        x, y = left + first.col * CELL + 3, top + first.row * CELL + 3
        wide, high = CELL * (1 + second.col - first.col) - 6, CELL * (1 + second.row - first.row) - 6
        yield path(rounded(x, y, wide, high, 7), "tile")
        ends = (
            ((x + wide / 2, y + 4), (x + wide / 2, y + high - 4))
            if wide > high
            else ((x + 4, y + high / 2), (x + wide - 4, y + high / 2))
        )
        yield path(stroke(*ends), "tile-half")


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
    for count, at in ((picture.height, 0), (picture.width, 1)):
        for number in range(1, count + 1):
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


def region_names(picture: Picture) -> dict[str, int]:
    """Return the number of each region's colours."""
    letters = dict.fromkeys(picture.fills[cell] for cell in picture.cells() if cell in picture.fills)
    return {letter: at % len(REGIONS) for at, letter in enumerate(letters)}


def grounds(picture: Picture) -> Mapping[str, list[Cell]]:
    """Return the background styles in drawing order, each with its cells."""
    found: dict[str, list[Cell]] = {}
    if picture.fills and picture.shaded:
        names, tagged = region_names(picture), {picture.fills[cell] for cell in picture.tags}
        for cell, letter in picture.fills.items():
            says_nothing = picture.tray and letter not in tagged
            found.setdefault("tint" if says_nothing else f"region-{names[letter]}", []).append(cell)
    elif any(glyph.symbol == QUEEN for glyph in picture.glyphs.values()):
        found["checker"] = [cell for cell in picture.cells() if sum(cell) % 2]
    elif not any(glyph.tone in {DISC, BLOCK} or glyph.symbol[:1] in BADGES for glyph in picture.glyphs.values()):
        # A board with clues has no given marks to distinguish.
        found["tint"] = [cell for cell, glyph in picture.glyphs.items() if glyph.given]
        if picture.fills and len(found["tint"]) == len(picture.glyphs):
            del found["tint"]  # In a fresh sudoku it would distinguish nothing.
    found["empty"] = [cell for cell, glyph in picture.glyphs.items() if glyph.symbol == EMPTY]
    found["glow"] = [cell for cell in picture.cells() if cell in picture.lit and picture.has(cell)]
    return found


def content(picture: Picture, cell: Cell, x: float, y: float) -> Iterator[str]:
    """Yield what is in the cell at a position: its highlight, its corner number, and its glyph as a shape or text."""
    if cell in picture.lit:
        yield stamp("ring", x, y)
    if cell in picture.corners:
        corner = picture.corner(cell)
        yield label(corner, x + max(9, 2 + 3.5 * len(corner)), y + 8, 12, "corner")
    if (glyph := picture.glyphs.get(cell)) is None:
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
            yield label(words, x + MIDDLE, y + MIDDLE, round(min(size, room / (0.65 * len(words))), 1), style)


def _shape(glyph: Glyph) -> str:
    """Return the name of the shape that a glyph is drawn as, "" for a text."""
    words = glyph.symbol or glyph.text
    if glyph.tone == PIPS_TONE:
        return f"pips-{words}" * words.isdecimal()
    return SYMBOLS.get(words) or (f"{TONED[words]}-{glyph.tone}" if words in TONED else "")


def problem(puzzle: Puzzle, error: GivensError) -> Picture:
    """Draw a puzzle and light up the cells of the clashing clues, or those that differ between solutions."""
    if isinstance(error, NoSolution):
        return replace(puzzle.picture(), lit=frozenset(cell for clue in error.core for cell in clue.cells))
    if isinstance(error, NotUnique):
        picture, settled = puzzle.picture(error.forced), puzzle.assignment(error.forced)
        if not puzzle.PATHS:
            open_ = (place for place in puzzle.choices() if place not in settled)
            return replace(picture, lit=frozenset(cell for place in open_ for cell in cells_of(place)))
        return replace(picture, lit=frozenset(cell for cell in picture.cells() if error.forced[cell] is None))
    return puzzle.picture()
