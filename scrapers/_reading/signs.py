"""Recognise a sign by its drawn shape: `=` is two bars one above the other, `×` is two crossed bars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

EQUAL, OPPOSITE = "=", "×"

_MIN_BAR_RATIO = 2.0
"""The width of a bar in its heights, at least."""
_MAX_SQUARE_RATIO = 1.3
"""The longer side of a square figure in shorter ones, at most."""
_MAX_CROSS_SHARE = 0.6
"""The share of its square that two crossed bars cover, at most; the tile behind a sign covers nearly all of it."""
_MAX_CORNER_GAP = 0.25
"""The distance of the ends of two crossed bars from the corners of their square, at most, in sides."""
_NUMBERS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}

_Dot = tuple[float, float]


class _Extent(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, dots: Iterable[_Dot]) -> _Extent:
        xs, ys = zip(*dots, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return self.width * self.height


def sign(path: str) -> str | None:
    """Return the sign that the path data of an SVG draws, None if it draws neither.

    A path is read as its corners and the middles of its curves, from absolute and relative commands.
    """
    figures = [figure for figure in _figures(path) if _Extent.of(figure).area > 0]
    parts = [_Extent.of(figure) for figure in figures]
    bars = sorted((part for part in parts if part.width >= _MIN_BAR_RATIO * part.height), key=lambda part: part.top)
    if len(parts) == len(bars) == 2 and bars[0].bottom <= bars[1].top:  # noqa: PLR2004 - two bars
        return EQUAL
    return OPPOSITE if parts and all(map(_is_square, parts)) and _is_cross(figures) else None


def _is_cross(figures: Sequence[Sequence[_Dot]]) -> bool:
    """Return whether figures are two crossed bars: they reach the corners of a square and leave much of it bare."""
    dots = [dot for figure in figures for dot in figure]
    left, top, right, bottom = whole = _Extent.of(dots)
    near = _MAX_CORNER_GAP * max(whole.width, whole.height)
    reached = all(
        any(max(abs(x - corner_x), abs(y - corner_y)) <= near for x, y in dots)
        for corner_x in (left, right)
        for corner_y in (top, bottom)
    )
    covered = sum(abs(_area(figure)) for figure in figures)
    return _is_square(whole) and reached and covered <= _MAX_CROSS_SHARE * whole.area


def _is_square(extent: _Extent) -> bool:
    return max(extent.width, extent.height) <= _MAX_SQUARE_RATIO * min(extent.width, extent.height)


def _area(figure: Sequence[_Dot]) -> float:
    """Return the area inside the dots of a figure, negative if they run counterclockwise."""
    return (
        sum(x * below - right * y for (x, y), (right, below) in zip(figure, [*figure[1:], figure[0]], strict=True)) / 2
    )


def _figures(path: str) -> Iterator[list[_Dot]]:
    """Iterate over the subpaths of a path, each as the ends of its commands and the middles of its curves."""
    x = y = 0.0
    dots: list[_Dot] = []
    for command, body in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", re.sub(r"[eE][-+]?\d+", "", path)):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", body)]
        upper = command.upper()
        size = _NUMBERS.get(upper)
        if size is None:
            return
        if upper == "M" and dots:
            yield dots
            dots = []
        for start in range(0, len(numbers) - size + 1, size or 1):
            values = numbers[start : start + size]
            from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
            before_x, before_y = x, y
            if upper == "H":
                x = from_x + values[0]
            elif upper == "V":
                y = from_y + values[0]
            elif size:
                x, y = from_x + values[-2], from_y + values[-1]
            if upper == "C":
                middle_x = (before_x + 3 * (2 * from_x + values[0] + values[2]) + x) / 8
                middle_y = (before_y + 3 * (2 * from_y + values[1] + values[3]) + y) / 8
                dots.append((middle_x, middle_y))
            if size:
                dots.append((x, y))
            elif dots:
                x, y = dots[0]
    if dots:
        yield dots
