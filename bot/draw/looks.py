"""How pictures look: shapes as SVG paths, and colours for light and dark backgrounds.

Positions are in units from the top left; a cell has `CELL` units each way. The colours are those of Okabe and Ito,
which colour-blind people can tell apart, and no meaning depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, pi, sin
from typing import NamedTuple

from solvers import Cell, GivensError, NoSolution, NotUnique, Picture, Puzzle, cells_of

CELL = 40
MARGIN = 8
HALF = 24
"""The side of half a domino in the tray."""
TRAY_WIDTH, TRAY_HEIGHT = 2 * HALF + 8, HALF + 8
"""The space for a domino in the tray."""


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


def mix(colour: str, background: str, share: float) -> str:
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
    **dict.fromkeys(("bulb", "tube-mark"), Style(Colour("#cfd5de", "#4a515e"))),
    "arrow": Style(None, Colour("#9aa3b0", "#7d8695"), 2),
    "diagonal": Style(None, Colour("#9fc3e0", "#3f6a8c"), 1.5),
    "checker": Style(Colour("#e3d9c6", "#3a352b")),
    "empty": Style(Colour("#5a616d", "#69707c")),
    "glow": Style(Colour("#fff0a8", "#5a4a00")),
    "line": Style(None, Colour("#b9bfc9", "#565c67"), 1),
    "faint": Style(None, Colour("#d5dae1", "#42474f"), 1),
    "dotted": Style(None, Colour("#b9bfc9", "#565c67"), 1.25, dash=3),
    "border": Style(None, INK, 3),
    **dict.fromkeys(("fifth", "frame", "stroke"), Style(None, INK, 2)),
    "cage": Style(None, MUTED, 1.25, dash=3),
    "dashed": Style(None, MUTED, 1.5, dash=4),
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
    "chevron": Style(None, INK, 2.5),
    "badge": Style(PAPER, INK, 2),
    "hollow": Style(WHITE, Colour("#16181d", "#9aa1ad"), 1.5),
    **dict.fromkeys(("disc", "disc-mark"), Style(BLACK, WHITE, 1.5)),
    **dict.fromkeys(("tree", "tree-mark"), Style(GREEN_LEAF, GREEN_LEAF, 1)),
    "block": Style(BLACK, WHITE, 0.5),
    "cool": Style(COOL, INK, 2.5),
    "cool-mark": Style(COOL, COOL, 0.5),
    "warm": Style(WARM, INK, 2.5),
    "warm-mark": Style(WARM, WARM, 0.5),
    "light": Style(WHITE, Colour("#16181d", "#9aa1ad"), 2.5),
    "light-mark": Style(WHITE, Colour("#5f6672", "#ffffff"), 1.25),
    "plain": Style(INK, INK, 2.5),
    "plain-mark": Style(INK, INK, 0.5),
    "mercury-mark": Style(WARM),
    "wire-mark": Style(Colour("#9aa3b0", "#7d8695")),
    **dict.fromkeys(("turned-mark", "clue", "rim", "corner", "pips", "tray-pips"), Style(INK)),
    "pale-mark": Style(Colour("#8fbfdd", "#356a88")),
    **dict.fromkeys(("lit-mark", "word-mark", "pips-mark"), Style(COOL)),
    "source": Style(PAPER, INK, 3),
    "word": Style(INK, bold=True),
    "word-disc": Style(WHITE, bold=True),
    "word-hollow": Style(Colour("#16181d", "#16181d"), bold=True),
    **dict.fromkeys(("note", "ruler"), Style(MUTED)),
    "tag": Style(Colour("#ffffff", "#ffffff"), bold=True),
    "tile": Style(PAPER, COOL, 2),
    "tile-half": Style(None, COOL, 1),
    "tray": Style(Colour("#ffffff", "#31353e"), INK, 1.25),
    "tray-used": Style(None, Colour("#d5dae1", "#42474f"), 1.25),
    "tray-used-pips": Style(Colour("#d5dae1", "#42474f")),
    "ruler-fifth": Style(MUTED, bold=True),
    "split": Style(None, Colour("#8d949f", "#8d949f"), 1),
    "sum": Style(WHITE),
    **{
        f"region-{at}": Style(Colour(mix(colour, PAPER.light, light), mix(colour, PAPER.dark, dark)))
        for at, (colour, light, dark) in enumerate(REGIONS)
    },
    **{
        f"tag-{at}": Style(Colour(deep, deep), PAPER, 1)
        for at, (colour, *_) in enumerate(REGIONS)
        for deep in [mix(colour, INK.light, 0.45)]
    },
}


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle."""
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"


def pips(number: int, x: float, y: float, size: float) -> str:
    """Return the pips of half a domino, in a square with this upper left corner."""
    return "".join(circle(x + size * (1 + col) / 4, y + size * (1 + row) / 4, size / 12) for row, col in PIPS[number])


def stroke(*points: tuple[float, float]) -> str:
    """Return a line through points."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def pipe(sides: int, radius: float, end: float) -> tuple[str, ...]:
    """Return a pipe from the round middle of a cell to some of its sides (1 up, 2 down, 4 left, 8 right), as paths.

    `end` is the radius of the middle where a pipe ends. It reaches into the next cell, so that no seam is seen.
    """
    up, down, left, right = ((MIDDLE + OVER) * (sides >> bit & 1) for bit in range(4))
    across = box(MIDDLE - left, MIDDLE - radius, left + right, 2 * radius)
    upright = box(MIDDLE - radius, MIDDLE - up, 2 * radius, up + down)
    return across, upright, circle(MIDDLE, MIDDLE, end if sides.bit_count() == 1 else radius)


MIDDLE, OVER = CELL / 2, 3
PIPS = tuple(
    [divmod(int(place), 3) for place in places]
    for places in ("", "4", "08", "048", "0268", "02468", "023568", "0234568", "01235678", "012345678")
)
"""The places of pips, of three rows of three."""
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
}
"""Shapes of marks, which are drawn stronger for givens: paths with their styles."""
WIDTHS = dict.fromkeys(("tube", "mercury"), (8, 8)) | dict.fromkeys(("wire", "turned", "pale", "lit"), (4, 9))
"""The tones of pipes, each with their radius and that of their end."""
PARTS = {
    "west": "M31 9H20a11 11 0 0 0 0 22H31Z",
    "north": "M9 31V20a11 11 0 0 1 22 0V31Z",
    "east": "M9 9H20a11 11 0 0 1 0 22H9Z",
    "south": "M9 9V20a11 11 0 0 0 22 0V9Z",
    "part": circle(MIDDLE, MIDDLE, 5),
}
"""Ends of ships, and a part of which nothing else is known."""
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
    "source": (("source", circle(MIDDLE, MIDDLE, 11)),),
    **{part: (("plain-mark", data),) for part, data in PARTS.items()},
    **{f"ball-{tone}-mark": ((f"{tone}-mark", circle(MIDDLE, MIDDLE, 19)),) for tone in ("tube", "mercury")},
    **{
        f"pipe{sides}-{tone}-mark": tuple((f"{tone}-mark", data) for data in pipe(sides, *radii))
        for tone, radii in WIDTHS.items()
        for sides in {*PIPES.values()}
    },
}
"""All shapes, each in the square of one cell: paths with their styles."""
TONED = {"■": "square", "●": "ball", "○": "ball"} | {symbol: f"pipe{sides}" for symbol, sides in PIPES.items()}
SIGNS = {"=": "equal", "x": "opposite", "<": "less", ">": "greater", "~": "dot", "%": "black-dot"}
BADGES = {"□": "square", "▭": "wide", "▯": "tall"}
UNTONED = {"×": "cross", "╲": "falling", "\u2571": "rising"} | dict(zip("◣◢◥◤", HALVES, strict=True))
UNTONED |= dict(zip("◂▴▸▾◆", PARTS, strict=True))
"""Symbols that look the same in any tone, as givens and as marks."""
EMPTY, QUEEN = "·", "♛"
DISC, BLOCK = "disc", "block"
"""The tones of numbers on a dark disc, and in a dark cell."""


def tray_places(picture: Picture) -> list[tuple[float, float]]:
    """Return where the dominoes of the tray are, from the top left corner of the board: in columns to its right."""
    rows = max(1, picture.height * CELL // TRAY_HEIGHT)
    x, y = picture.width * CELL + 3 * MARGIN, (picture.height * CELL - rows * TRAY_HEIGHT) / 2 + MARGIN / 2
    return [(x + at // rows * TRAY_WIDTH, y + at % rows * TRAY_HEIGHT) for at in range(len(picture.tray))]


def note(name: str, number: int) -> str:
    """Return a named number for people; a fleet shows its ships, the longest first."""
    counts = zip(range(len(str(number)), 0, -1), map(int, str(number)), strict=True)
    ships = " ".join("■" * size for size, count in counts for _ in range(count))
    return f"{name.replace('_', ' ')}: {ships if name == 'fleet' else number}"


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


def problem(puzzle: Puzzle, error: GivensError) -> Picture:
    """Draw a puzzle and light up the cells of the clashing clues, or those that differ between solutions."""
    if isinstance(error, NoSolution):
        return replace(puzzle.picture(), lit=frozenset(cell for clue in error.core for cell in clue.cells))
    if isinstance(error, NotUnique):
        lit = frozenset(cell for place in error.open for cell in cells_of(place))
        return replace(puzzle.picture(error.forced), lit=lit)
    return puzzle.picture()
