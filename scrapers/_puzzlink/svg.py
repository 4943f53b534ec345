"""The shapes of an SVG: what each looks like, and where, in units of the SVG and then in cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from scrapers._reading.board import Box
from solvers import Cell

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._site import Point

NEAR = 0.15
"""How far something may be from its place, in cells; also the largest radius of a dot."""
THIN, LONG = 0.25, 1.3
"""The greatest width and length of a bar between two neighbours, in cells."""
PALE = 175
"""The least brightness, of 255, of a square that only marks its cell."""
BASELINE = 0.35
"""How far the baseline of a text is below its middle, in sizes of its font."""
ARC, RECTANGLE = 7, 4
"""How many numbers an arc has, and how many corners a rectangle."""
NUMBER = r"-?\d{1,9}(?:\.\d{1,20})?(?:e-\d{1,3})?"
COMMAND = re.compile(rf"([A-Za-z])((?:\s*{NUMBER})*)")


class Shape(NamedTuple):
    """A text or a path."""

    form: str
    """`text`, `disc`, `ring`, `dot` (a small disc), `bar`, `2 bars`, `square` or `pale` (of one cell), `block` (any
    other rectangle), `level dashes`, `upright dashes`, or how many corners or strokes it has, as `3 corners`."""
    box: Box
    colour: str
    """The colour of its ground, or of its line if it has no ground."""
    text: str = ""
    anchor: str = "middle"
    """Which end of a text is in the middle of its box."""
    points: tuple[Point, ...] = ()
    """The corners of a path."""

    @property
    def cell(self) -> Cell:
        """The cell that it is in, perhaps beside the board, if it is measured in cells."""
        x, y = self.box.centre
        return Cell(floor(y), floor(x))

    @property
    def is_central(self) -> bool:
        """Whether it is in the middle of its cell."""
        return all(abs(at % 1 - 1 / 2) < NEAR for at in self.box.centre)

    @property
    def is_level(self) -> bool:
        """Whether it is wider than high."""
        return self.box.width > self.box.height

    def in_cells(self, pitch: float) -> Shape:
        """Return the shape measured in cells of this width; its form then says whether it is small."""
        box, form = Box(*(length / pitch for length in self.box)), self.form
        if form == "disc" and box.width <= 2 * NEAR:
            form = "dot"
        elif form == "bar" and max(abs(box.width - 1), abs(box.height - 1)) < NEAR:
            form = "square" if brightness(self.colour) < PALE else "pale"
        elif form == "bar" and (min(box[2:]) > THIN or max(box[2:]) > LONG):
            form = "block"
        elif re.fullmatch("[3-9] bars", form):
            form = f"{'level' if self.is_level else 'upright'} dashes"
        return self._replace(form=form, box=box, points=tuple((x / pitch, y / pitch) for x, y in self.points))


def numbers(text: str | None) -> list[float]:
    """Return the numbers in an attribute."""
    return [float(number) for number in re.findall(NUMBER, text or "", re.ASCII)]


def shape_of(node: Node) -> Shape | None:
    """Return the shape of an element in units of its SVG; None if it is hidden, or nothing that a board consists of."""
    given = node.attributes
    fill, stroke = (given.get(name) or "none" for name in ("fill", "stroke"))
    colour = stroke if fill == "none" else fill
    if given.get("display") == "none":
        return None
    if node.tag == "text":
        at = [*numbers(given.get("x")), *numbers(given.get("y")), *numbers(given.get("font-size"))]
        if len(at) != len(("x", "y", "font-size")):
            return None
        x, y, font = at
        box = Box(x - font / 2, y - (BASELINE + 1 / 2) * font, font, font)
        return Shape("text", box, colour, node.text(strip=True), given.get("text-anchor") or "middle")
    lines, closed, is_round = outline(given.get("d") or "")
    points = tuple(point for line in lines for point in line)
    if not points:
        return None
    (left, right), (top, bottom) = ((min(at), max(at)) for at in zip(*points, strict=True))
    if is_round:
        form = "ring" if fill == "none" else "disc"
    elif closed == len(lines) and all(map(is_rectangle, lines)):
        form = "bar" if closed == 1 else f"{closed} bars"
    elif closed == len(lines) == 1 and len(points) > len(("start", "end")):
        form = f"{len(points)} corners"
    else:
        form = f"{len(points) - len(lines)} strokes"
    return Shape(form, Box(left, top, right - left, bottom - top), colour, points=points)


def outline(path: str) -> tuple[list[list[Point]], int, bool]:
    """Return the lines of a path, how many are closed, and whether it is round; no lines for commands not used here."""
    lines: list[list[Point]] = []
    closed, is_round = 0, False
    for command, rest in COMMAND.findall(path):
        values = numbers(rest)
        pairs = list(zip(values[::2], values[1::2], strict=False))
        if command == "M" and pairs:
            lines.append(pairs)
        elif command == "L" and lines:
            lines[-1] += pairs
        elif command == "A" and lines and len(values) == ARC:
            (across, down), (x, y) = values[:2], values[-2:]
            lines[-1] += [(x - 2 * across, y - down), (x, y + down)]
            is_round = True
        elif command in "zZ":
            closed += 1
        else:
            return [], 0, False
    return lines, closed, is_round


def is_rectangle(points: Sequence[Point]) -> bool:
    """Return whether corners are those of an upright rectangle."""
    xs, ys = ({*ats} for ats in zip(*points, strict=True))
    return len(points) == len(xs) * len(ys) == RECTANGLE


def brightness(colour: str) -> float:
    """Return the brightness of a colour, from 0 to 255; 0 for a name."""
    parts = [int(part, 16) for part in re.findall("[0-9a-f]{2}", colour.lower())] if colour.startswith("#") else []
    red, green, blue, *_ = *parts, *(int(part) for part in re.findall(r"\b\d{1,3}\b", colour)), 0, 0, 0
    return 0.299 * red + 0.587 * green + 0.114 * blue
