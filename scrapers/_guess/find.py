"""Find boards by geometry: squares of one size whose centres form a lattice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from scrapers._errors import ReadError
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scrapers._site import Snapshot

SIDES = 14.0, 260.0
"""The shortest and the longest side of a cell, in px."""
FEWEST = 4
"""Rows and columns of the smallest board; smaller ones are keypads and legends."""
MOST_LINES = 60
"""Rows or columns of the largest board."""
SQUARE = 0.26
"""How far the logarithm of a cell's proportions may be from that of a square."""
LIKE_SIZE = 1.08
"""How much larger than the smallest the largest cell of a board may be."""
LINED_UP = 0.2
"""How far cells of one line may be from its middle, in cells."""
LIKE_PITCH = 0.12
"""How much the distances of neighbouring lines may differ."""
WIDEST_PITCH = 1.6
"""The distance of neighbouring lines, in cells, beyond which cells are not neighbours."""
IN_FRONT = 0.9
"""The share of cells that must be hit in their middle."""

Box = tuple[float, float, float, float]
"""Left, top, width, height in px."""


class Seen(msgspec.Struct):
    """One element, or pseudo-element, as `look.js` sees it; without a box it is not visible."""

    tag: str
    parent: int
    child: int
    box: Box | None = None
    text: str = ""
    at: Box | None = None
    """Where the text is, if not in the middle of the box."""
    ink: str = ""
    size: float = 0.0
    weight: float = 400.0
    ground: str = ""
    image: str = ""
    source: str = ""
    shadow: str = ""
    borders: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    inks: tuple[str, ...] = ()
    dashed: bool = False
    radius: float = 0.0
    drawn: str = ""
    """The shape of an SVG element, wherever it stands."""
    stroke: float = 0.0
    strokes: tuple[Box, ...] = ()
    """The level and upright lines of a path."""
    names: tuple[str, ...] = ()
    """What the markup calls it: classes, labels and data."""
    disabled: bool = False
    acts: bool = False
    opaque: bool = False
    """Whether it is a frame of another origin."""
    hit: int | None = None
    """The element that the pointer hits in its middle, None if that is out of view."""


def centre(box: Box) -> tuple[float, float]:
    """Return the middle of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cells of one board, each with the number of its element."""

    height: int
    width: int
    cells: Mapping[Cell, int]
    boxes: Mapping[Cell, Box]
    covered: bool = False
    """Whether something else is in front of it."""
    broken: bool = False
    """Whether a cell is missing in it."""
    whole: tuple[int, int] = (0, 0)
    """The rows and columns of the lattice that it was cut out of, nothing if it was not."""
    cut: tuple[int, int] = (0, 0)
    """How many of its first rows and columns were left out."""
    step: int = 1
    """2 if every other row and column was left out."""

    @property
    def box(self) -> Box:
        """The box around all cells."""
        lefts, tops, widths, heights = zip(*self.boxes.values(), strict=True)
        right = max(left + width for left, width in zip(lefts, widths, strict=True))
        bottom = max(top + height for top, height in zip(tops, heights, strict=True))
        return min(lefts), min(tops), right - min(lefts), bottom - min(tops)

    @property
    def pitch(self) -> tuple[float, float]:
        """The distances of neighbouring columns and of neighbouring rows."""
        _, _, width, height = next(iter(self.boxes.values()))
        (left, top), (right, bottom) = centre(self.boxes[Cell(0, 0)]), centre(self.boxes[self.last])
        across = (right - left) / (self.width - 1) if self.width > 1 else width
        return across, (bottom - top) / (self.height - 1) if self.height > 1 else height

    @property
    def last(self) -> Cell:
        """The cell at the bottom right."""
        return Cell(self.height - 1, self.width - 1)

    @property
    def area(self) -> float:
        """What it takes of the page, in px²."""
        return self.box[2] * self.box[3]

    def overlaps(self, other: Lattice) -> bool:
        """Return whether the middle of one of two boards is inside of the other."""
        inner, outer = sorted((self, other), key=lambda lattice: lattice.area)
        (x, y), (left, top, width, height) = centre(inner.box), outer.box
        return left <= x <= left + width and top <= y <= top + height

    def part(self, top: int, left: int, height: int, width: int, step: int = 1) -> Lattice:
        """Return some of its rows and columns, or every other one of them, as a board of its own."""
        kept = {
            Cell(row, col): Cell(top + step * row, left + step * col) for row in range(height) for col in range(width)
        }
        cells = {cell: self.cells[old] for cell, old in kept.items()}
        boxes = {cell: self.boxes[old] for cell, old in kept.items()}
        whole = self.whole if any(self.whole) else (self.height, self.width)
        cut = self.cut[0] + self.step * top, self.cut[1] + self.step * left
        return Lattice(height, width, cells, boxes, self.covered, self.broken, whole, cut, self.step * step)

    def __str__(self) -> str:
        left, top, *_ = self.box
        return f"a board of {self.height}×{self.width} cells at {left:.0f}, {top:.0f} px"


def seen_of(snapshot: Snapshot) -> list[Seen]:
    """Return the elements of a snapshot; raise `ReadError` if it was measured in another way."""
    try:
        return msgspec.convert(snapshot.state["looked"], list[Seen])
    except (KeyError, msgspec.ValidationError) as error:
        raise ReadError(f"the page at {snapshot.url} was not looked at as --guess does: {error}") from None


def find(elements: Sequence[Seen]) -> list[Lattice]:
    """Return the boards of a page, the largest first, those that something covers last."""
    found: list[Lattice] = []
    for like in _alike(elements):
        for group in _neighbours(like, elements):
            lattice = _lattice(group, elements)
            if lattice is not None and not any(_same(lattice, other) for other in found):
                found.append(lattice)
    return sorted(found, key=lambda lattice: (lattice.covered, -lattice.area))


def _alike(elements: Sequence[Seen]) -> Iterator[list[int]]:
    """Yield the squares of like size, the largest first: so a cell counts rather than what is in it."""
    sizes = sorted(
        (-sqrt(box[2] * box[3]), number)
        for number, element in enumerate(elements)
        if (box := element.box) is not None
        and min(box[2:]) >= SIDES[0]
        and max(box[2:]) <= SIDES[1]
        and abs(log(box[2] / box[3])) <= SQUARE
        and not element.tag.startswith("::")
    )
    like: list[tuple[float, int]] = []
    for size, number in sizes:
        if like and (like[0][0] / size > LIKE_SIZE or (like[-1][0] / size > LIKE_SIZE**0.25 and len(like) > 1)):
            yield [number for _, number in like]
            like = []
        like.append((size, number))
    yield [number for _, number in like]


def _neighbours(like: Sequence[int], elements: Sequence[Seen]) -> Iterator[list[int]]:
    """Yield the groups of squares that are linked by being next to each other in a line."""
    places: dict[int, tuple[float, float]] = {}
    taken = set[tuple[int, int]]()
    side = median(sqrt(box[2] * box[3]) for number in like if (box := elements[number].box)) if like else 0
    for number in sorted(like):
        if (box := elements[number].box) is None:
            continue
        x, y = centre(box)
        spot = round(x / (side * LINED_UP)), round(y / (side * LINED_UP))
        near = {(spot[0] + right, spot[1] + down) for right in (-1, 0, 1) for down in (-1, 0, 1)}
        if not near & taken:  # The outermost of several elements at one place is the cell.
            taken.add(spot)
            places[number] = x, y
    leader = {number: number for number in places}

    def of(number: int) -> int:
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number

    for along in (0, 1):
        for line in _clusters({number: place[1 - along] for number, place in places.items()}, side * LINED_UP):
            ordered = sorted(line, key=lambda number: places[number][along])
            for first, second in pairwise(ordered):
                if 0.9 * side <= places[second][along] - places[first][along] <= WIDEST_PITCH * side:
                    leader[of(first)] = of(second)
    groups = defaultdict[int, list[int]](list)
    for number in places:
        groups[of(number)].append(number)
    yield from (group for group in groups.values() if len(group) >= FEWEST * FEWEST)


def _clusters(values: Mapping[int, float], within: float) -> list[list[int]]:
    """Return the keys in groups of nearly equal values, in ascending order."""
    groups: list[list[int]] = []
    for key in sorted(values, key=values.__getitem__):
        if (
            groups
            and values[key] - values[groups[-1][0]] <= 2 * within
            and values[key] - values[groups[-1][-1]] <= within
        ):
            groups[-1].append(key)
        else:
            groups.append([key])
    return groups


def _lattice(group: Sequence[int], elements: Sequence[Seen]) -> Lattice | None:
    """Return the largest full lattice of equal pitch in a group of squares, None if it is too small."""
    boxes = {number: box for number in group if (box := elements[number].box) is not None}
    side = median(sqrt(box[2] * box[3]) for box in boxes.values())
    lines = [
        _clusters({number: centre(box)[along] for number, box in boxes.items()}, side * LINED_UP) for along in (0, 1)
    ]
    broken = False
    while True:
        columns, rows = (_longest_run(line, boxes, along) for along, line in enumerate(lines))
        if min(len(columns), len(rows)) < FEWEST or max(len(columns), len(rows)) > MOST_LINES:
            return None
        column_of = {number: col for col, line in enumerate(columns) for number in line}
        row_of = {number: row for row, line in enumerate(rows) for number in line}
        cells = {
            Cell(row_of[number], column_of[number]): number
            for number in boxes
            if number in row_of and number in column_of
        }
        if len(cells) == len(rows) * len(columns):
            break
        # An outer line that lacks cells, such as a row of buttons below the board, is none of its lines.
        lacking = [
            (sum(cell[1 - axis] == at for cell in cells) / len(other), axis, at)
            for axis, own, other in ((1, rows, columns), (0, columns, rows))
            for at in (0, len(own) - 1)
        ]
        share, axis, at = min(lacking)
        if share == 1:
            broken = True  # A cell is missing within the board.
            break
        (rows if axis == 1 else columns).pop(at)
        lines = [columns, rows]
    cells = dict(sorted(cells.items()))
    hit = [_is_hit(number, elements) for number in cells.values() if elements[number].hit is not None]
    covered = bool(hit) and sum(hit) < IN_FRONT * len(hit)
    places = {cell: boxes[number] for cell, number in cells.items()}
    return Lattice(len(rows), len(columns), cells, places, covered, broken)


def _longest_run(lines: Sequence[list[int]], boxes: Mapping[int, Box], along: int) -> list[list[int]]:
    """Return the longest run of lines at equal distances."""
    middles = [median(centre(boxes[number])[along] for number in line) for line in lines]
    steps = [after - before for before, after in pairwise(middles)]
    best: tuple[int, int] = (0, 0)
    for first in range(len(lines)):
        last = first
        while last < len(steps) and _equal([*steps[first : last + 1]]):
            last += 1
        best = max(best, (last - first, -first))
    return list(lines[-best[1] : -best[1] + best[0] + 1])


def _equal(steps: Sequence[float]) -> bool:
    usual = median(steps)
    return all(abs(step - usual) <= LIKE_PITCH * usual for step in steps)


def _is_hit(number: int, elements: Sequence[Seen]) -> bool:
    """Return whether the pointer, in the middle of a cell, hits the cell, something in it, or what the cell fills."""
    hit = elements[number].hit
    box = elements[number].box
    if hit is None or hit < 0 or box is None:
        return False
    if number in ancestors(hit, elements):
        return True
    outer = elements[hit].box
    return hit in ancestors(number, elements) or (outer is not None and outer[2] <= LIKE_SIZE**2 * box[2])


def ancestors(number: int, elements: Sequence[Seen]) -> Iterable[int]:
    """Iterate over an element and those around it."""
    while number >= 0:
        yield number
        number = elements[number].parent


def _same(lattice: Lattice, other: Lattice) -> bool:
    """Return whether two lattices have their cells at the same places."""
    if (lattice.height, lattice.width) != (other.height, other.width):
        return False
    near = LINED_UP * min(other.pitch)
    return all(
        abs(mine - theirs) <= near
        for cell in (Cell(0, 0), lattice.last)
        for mine, theirs in zip(centre(lattice.boxes[cell]), centre(other.boxes[cell]), strict=True)
    )
