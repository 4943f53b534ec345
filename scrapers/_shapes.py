"""What a sign is by the shape that is drawn: `=` is two bars one above the other, `×` one square figure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

EQUAL, OPPOSITE = "=", "×"

_BAR = 2.0
"""How many times wider than high a bar is, at least."""
_SQUARE = 1.3
"""How many times longer than the other a side of a square figure is, at most."""
_NUMBERS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}


class _Extent(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def sign(path: str) -> str | None:
    """Return the sign that the path data of an SVG draws, None where it is neither.

    Paths are read as far as their corners go: absolute commands, relative ones too.
    """
    parts = [part for part in _extents(path) if part.width > 0 and part.height > 0]
    bars = sorted((part for part in parts if part.width >= _BAR * part.height), key=lambda part: part.top)
    if len(parts) == len(bars) == 2 and bars[0].bottom <= bars[1].top:  # noqa: PLR2004 - two bars
        return EQUAL
    if not parts or bars:
        return None
    whole = _Extent(
        *(pick(values) for pick, values in zip((min, min, max, max), zip(*parts, strict=True), strict=True))
    )
    longer, shorter = max(whole.width, whole.height), min(whole.width, whole.height)
    return OPPOSITE if longer <= _SQUARE * shorter else None


def _extents(path: str) -> Iterator[_Extent]:
    """Iterate over the extents of a path's subpaths, by the points where its commands end."""
    x = y = 0.0
    points: list[tuple[float, float]] = []
    for command, body in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", re.sub(r"[eE][-+]?\d+", "", path)):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", body)]
        upper = command.upper()
        size = _NUMBERS.get(upper)
        if size is None:
            return
        if upper == "M" and points:
            yield _extent(points)
            points = []
        for start in range(0, len(numbers) - size + 1, size or 1):
            end = numbers[start : start + size][-2:]
            from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
            if upper == "H":
                x = from_x + end[0]
            elif upper == "V":
                y = from_y + end[0]
            elif size:
                x, y = from_x + end[0], from_y + end[1]
            points.append((x, y))
    if points:
        yield _extent(points)


def _extent(points: list[tuple[float, float]]) -> _Extent:
    xs, ys = zip(*points, strict=True)
    return _Extent(min(xs), min(ys), max(xs), max(ys))
