"""Find boards by geometry: squares of one size whose centres form a lattice."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
from math import log
from operator import add, sub
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from scrapers._errors import ReadError
from solvers import Cell

if TYPE_CHECKING:
    from scrapers._site import Snapshot

SIDES = 14.0, 400.0
"""The shortest and the longest side of a cell, in px."""
FEWEST = 3
"""Rows and columns of the smallest board."""
MOST_LINES = 60
"""Rows or columns of the largest board."""
SQUARE = 0.26
"""The logarithm of the proportions of the longest cell."""
LIKE_SIZE = 0.08
"""The logarithm of the ratio of the largest cell of a board to the smallest."""
LINED_UP = 0.2
"""How far cells of one line may be from its middle, in cells."""
LIKE_PITCH = 0.12
"""The largest difference of the distances of neighbouring lines, as a share of them."""
UNEVEN = 4
"""How many times as large `SQUARE`, `LIKE_SIZE` and `LIKE_PITCH` are on an uneven board, such as a table."""
WIDEST_PITCH = 2.5
"""The largest distance of neighbouring lines, in cells."""
ROUND = 0.4
"""The least radius of round corners, as a share of the width."""
OPERATIONS = {"+": "+"} | dict.fromkeys("-−–", "-") | dict.fromkeys("×xX*", "*") | dict.fromkeys("÷/:", "/")
"""What a cage of a CalcuDoku is written with, as its operation."""
IN_FRONT = 0.9
"""The share of cells that must be hit in their middle."""

Box = tuple[float, float, float, float]
"""Left, top, width, height in px."""


class SeenElement(msgspec.Struct):
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
    ground: str = ""
    image: str = ""
    source: str = ""
    shadow: str = ""
    borders: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    inks: tuple[str, ...] = ()
    dashed: tuple[bool, ...] = ()
    radius: float = 0.0
    drawn: str = ""
    """The shape of an SVG element, wherever it stands."""
    stroke: float = 0.0
    names: tuple[str, ...] = ()
    """What the markup calls it: classes, labels and data."""
    disabled: bool = False
    focused: bool = False
    acts: bool = False
    fixed: bool = False
    opaque: bool = False
    """Whether it is a frame of another origin."""
    hit: int | None = None
    """The element that the pointer hits in its middle, None if that is out of view."""

    @property
    def is_painted(self) -> bool:
        """Whether its box can be seen."""
        return bool(self.ground or self.image or self.shadow or any(self.borders))


def centre(box: Box) -> tuple[float, float]:
    """Return the middle of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def contains(box: Box, point: tuple[float, float]) -> bool:
    """Return whether a point is in a box."""
    return all(box[axis] <= point[axis] <= box[axis] + box[2 + axis] for axis in (0, 1))


@dataclass(frozen=True)
class Lattice:
    """The cells of one board, each with the number of its element."""

    cells: Mapping[Cell, int]
    boxes: Mapping[Cell, Box]
    rows: range
    cols: range
    """The rows and columns of the lattice that it was cut out of."""
    whole: tuple[int, int]
    """How many that has."""
    paths: Mapping[Cell, str]
    """Where the element of each cell stands in the document."""
    covered: bool = False
    """Whether something else is in front of it."""
    broken: bool = False
    """Whether a cell is missing in it."""
    uneven: bool = False
    """Whether its cells are no squares, or differ in size, as those of tables do."""

    @property
    def height(self) -> int:
        """The number of its rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.cols)

    @cached_property
    def box(self) -> Box:
        """The box around all cells."""
        lefts, tops, widths, heights = zip(*self.boxes.values(), strict=True)
        right, bottom = max(map(add, lefts, widths)), max(map(add, tops, heights))
        return min(lefts), min(tops), right - min(lefts), bottom - min(tops)

    @cached_property
    def span(self) -> Box:
        """The middles of the first and of the last cell."""
        return *centre(self.boxes[Cell(0, 0)]), *centre(self.boxes[Cell(self.height - 1, self.width - 1)])

    @cached_property
    def pitch(self) -> tuple[float, float]:
        """The distances of neighbouring columns and of neighbouring rows."""
        left, top, right, bottom = self.span
        return (right - left) / (self.width - 1), (bottom - top) / (self.height - 1)

    @cached_property
    def middles(self) -> tuple[list[float], list[float]]:
        """The middles of its columns and of its rows."""
        columns = [centre(self.boxes[Cell(0, col)])[0] for col in range(self.width)]
        return columns, [centre(self.boxes[Cell(row, 0)])[1] for row in range(self.height)]

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return the column and the row of a point, which may be between them or outside."""
        columns, rows = self.middles
        return _between(columns, point[0]), _between(rows, point[1])

    @property
    def ends(self) -> list[tuple[int, int]]:
        """The first and the last row, and the first and the last column: the axis and the number of each."""
        return [(0, 0), (0, self.height - 1), (1, 0), (1, self.width - 1)]

    @property
    def area(self) -> float:
        """What it takes of the page, in px²."""
        return self.box[2] * self.box[3]

    def is_like(self, other: Lattice) -> bool:
        """Return whether two lattices have their cells at the same places."""
        apart = max(map(abs, map(sub, self.span, other.span)))
        return (self.height, self.width) == (other.height, other.width) and apart <= LINED_UP * min(other.pitch)

    def part(self, rows: slice, cols: slice) -> Lattice:
        """Return some of its rows and columns as a board of its own."""
        kept = {
            Cell(row, col): Cell(top, left)
            for row, top in enumerate(range(self.height)[rows])
            for col, left in enumerate(range(self.width)[cols])
        }
        by_cell = ("cells", "boxes", "paths")
        own: dict[str, Any] = {name: {cell: getattr(self, name)[old] for cell, old in kept.items()} for name in by_cell}
        return replace(self, **own, rows=self.rows[rows], cols=self.cols[cols])

    def without(self, top: int, bottom: int, left: int, right: int) -> Lattice:
        """Return it without some of the first and last lines."""
        return self.part(slice(top, self.height - bottom), slice(left, self.width - right))

    def __str__(self) -> str:
        left, top, *_ = self.box
        return f"a board of {self.height}×{self.width} cells at {left:.0f}, {top:.0f} px"


def seen_of(snapshot: Snapshot) -> list[SeenElement]:
    """Return the elements of a snapshot; raise `ReadError` if it was measured in another way."""
    try:
        elements = msgspec.convert(snapshot.state["looked"], list[SeenElement])
    except (KeyError, msgspec.ValidationError) as error:
        raise ReadError(f"the page at {snapshot.url} was not measured as --guess needs it: {error}") from None
    for before, element in pairwise(elements):
        if element.text in OPERATIONS and before.text.isdecimal() and before.at is not None and element.at is not None:
            right, down = (element.at[axis] - before.at[axis] for axis in (0, 1))
            if abs(right - before.at[2]) < element.size / 2 and abs(down) < before.at[3]:
                before.text, element.text = before.text + element.text, ""  # one clue in two elements
    return [*elements, *_under_islands(elements)]


def _under_islands(elements: Sequence[SeenElement]) -> Iterator[SeenElement]:
    """Yield the cells of a board that shows only islands: round elements of one size, each with a number."""
    texts = [centre(element.at or element.box) for element in elements if element.box and element.text in {*"12345678"}]
    islands = {
        number: box
        for number, element in enumerate(elements)
        if (box := element.box) and box[2] >= SIDES[0] and (element.radius >= ROUND or element.drawn == "circle")
        if abs(log(box[2] / max(box[3], 1.0))) <= SQUARE and any(contains(box, text) for text in texts)
    }
    sides = [box[2] for box in islands.values()]
    if len(sides) < FEWEST or log(max(sides) / min(sides)) > LIKE_SIZE:
        return
    lines = [*map(sorted, zip(*map(centre, islands.values()), strict=True))]
    gaps = [gap for line in lines for gap in map(sub, line[1:], line) if gap > LINED_UP * min(sides)]
    steps = [min(gaps, default=0.0) / parts for parts in (1, 2, 3)]
    pitch = next((step for step in steps if all(abs(gap / step - round(gap / step)) < LIKE_PITCH for gap in gaps)), 0.0)
    columns, rows = (1 + round((line[-1] - line[0]) / max(pitch, 1.0)) for line in lines)
    if pitch < min(sides) or 3 * len(islands) > 2 * columns * rows:
        return
    parent, hit = elements[min(islands)].parent, -1 if _are_covered(islands, elements) else None
    for at, (row, column) in enumerate(product(range(rows), range(columns)), start=1):
        left, top = (line[0] + (step - 0.5) * pitch for line, step in zip(lines, (column, row), strict=True))
        yield SeenElement("cell", parent, at, (left, top, pitch, pitch), hit=hit)


def find(elements: Sequence[SeenElement], *, uneven: bool = False) -> list[Lattice]:
    """Return the boards of a page, the largest first, those that something covers last; or its `uneven` boards."""
    found: list[Lattice] = []
    for like in _alike(elements, uneven=uneven):
        painted = {number: box for number, box in like.items() if elements[number].is_painted}
        for group in (group for squares in (painted, like) for group in _neighbours(squares)):
            lattice = _lattice(group, elements, uneven=uneven)
            if lattice is not None and not any(lattice.is_like(one) and one.broken <= lattice.broken for one in found):
                found.append(lattice)
    return sorted(found, key=lambda lattice: (lattice.covered, -lattice.area, lattice.broken))


def _between(middles: Sequence[float], value: float) -> float:
    """Return how many lines a place is from the first, if the middles of the lines are known."""
    after = min(max(1, bisect(middles, value)), len(middles) - 1)
    return after - 1 + (value - middles[after - 1]) / (middles[after] - middles[after - 1])


def _alike(elements: Sequence[SeenElement], *, uneven: bool) -> Iterator[dict[int, Box]]:
    """Yield the squares of like size, the largest first: so a cell counts rather than what is in it."""
    most, skew = (limit * (UNEVEN if uneven else 1) for limit in (LIKE_SIZE, SQUARE))
    squares = [
        (-box[2] * box[3], number, box)
        for number, element in enumerate(elements)
        if (box := element.box) is not None
        and min(box[2:]) >= SIDES[0]
        and max(box[2:]) <= SIDES[1]
        and abs(log(box[2] / box[3])) <= skew
        and not element.tag.startswith("::")
    ]
    like: list[tuple[int, Box]] = []
    for area, number, box in sorted(squares):
        if like and log(like[0][1][2] * like[0][1][3] / -area) > 2 * most:
            yield dict(sorted(like))
            like = []
        like.append((number, box))
    yield dict(sorted(like))


def _neighbours(like: Mapping[int, Box]) -> Iterator[dict[int, Box]]:
    """Yield the groups of squares that are linked by being next to each other in a line."""
    places: dict[int, tuple[float, float]] = {}
    taken = set[tuple[int, int]]()
    size = [median(box[2 + axis] for box in like.values()) if like else 0.0 for axis in (0, 1)]
    side = min(size)
    for number, box in like.items():
        x, y = centre(box)
        spot = round(x / (side * LINED_UP)), round(y / (side * LINED_UP))
        near = {(spot[0] + right, spot[1] + down) for right in (-1, 0, 1) for down in (-1, 0, 1)}
        if not near & taken:  # The outermost of several elements at one place is the cell.
            taken.add(spot)
            places[number] = x, y
    links = defaultdict[int, list[int]](list)
    for along in (0, 1):
        for line in _clusters({number: place[1 - along] for number, place in places.items()}, side * LINED_UP):
            for first, second in pairwise(sorted(line, key=lambda number: places[number][along])):
                if places[second][along] - places[first][along] <= WIDEST_PITCH * size[along]:
                    links[first].append(second)
                    links[second].append(first)
    groups = defaultdict[int, dict[int, Box]](dict)
    for number, group in grouped(places, links.__getitem__).items():
        groups[group][number] = like[number]
    yield from (dict(sorted(group.items())) for group in groups.values() if len(group) >= FEWEST * FEWEST)


def grouped(things: Iterable[Any], near: Callable[[Any], Iterable[Any]]) -> dict[Any, int]:
    """Return the number of each thing's group; what is near to a thing is in its group."""
    groups: dict[Any, int] = {}
    for number, first in enumerate(things):
        queue = [first]
        while queue:
            thing = queue.pop()
            if thing not in groups:
                groups[thing] = number
                queue += near(thing)
    return groups


def _clusters(values: Mapping[int, float], within: float) -> list[list[int]]:
    """Return the keys in groups of nearly equal values, in ascending order."""
    groups: list[list[int]] = []
    for key in sorted(values, key=values.__getitem__):
        own = groups[-1] if groups else [key]
        if groups and values[key] - values[own[0]] <= 2 * within and values[key] - values[own[-1]] <= within:
            own.append(key)
        else:
            groups.append([key])
    return groups


def _lattice(boxes: Mapping[int, Box], elements: Sequence[SeenElement], *, uneven: bool) -> Lattice | None:
    """Return the largest full lattice of equal pitch among squares, None if it is too small."""
    near = median(min(box[2:]) for box in boxes.values()) * LINED_UP
    columns, rows = lines = max(
        (_runs(boxes, order, near, LIKE_PITCH * (UNEVEN if uneven else 1)) for order in ((0, 1), (1, 0))),
        key=lambda runs: min(sum(map(len, run)) for run in runs),
    )
    while True:
        if min(len(columns), len(rows)) < FEWEST or max(len(columns), len(rows)) > MOST_LINES:
            return None
        column_of, row_of = ({number: at for at, line in enumerate(own) for number in line} for own in lines)
        cells = {
            Cell(row_of[number], column_of[number]): number
            for number in boxes
            if number in row_of and number in column_of
        }
        # An outer line that lacks cells, such as a row of buttons below the board, is none of its lines.
        share, axis, at = min(
            (sum(cell[1 - axis] == at for cell in cells) / len(lines[1 - axis]), axis, at)
            for axis in (1, 0)
            for at in (0, len(lines[axis]) - 1)
        )
        if share == 1:
            break
        lines[axis].pop(at)
    cells = dict(sorted(cells.items()))
    return Lattice(
        cells,
        {cell: box for cell, number in cells.items() if (box := elements[number].box) is not None},
        range(len(rows)),
        range(len(columns)),
        whole=(len(rows), len(columns)),
        paths={cell: path_of(number, elements) for cell, number in cells.items()},
        covered=_are_covered(cells.values(), elements),
        broken=len(cells) < len(rows) * len(columns),
        uneven=uneven,
    )


def _runs(boxes: Mapping[int, Box], order: tuple[int, int], near: float, within: float) -> list[list[list[int]]]:
    """Return the columns and the rows at equal distances: along one axis, then along the other what is left of them."""
    kept, runs = [*boxes], dict[int, list[list[int]]]()
    for axis in order:
        runs[axis] = _longest_run(_clusters({one: centre(boxes[one])[axis] for one in kept}, near), boxes, axis, within)
        kept = [number for line in runs[axis] for number in line]
    return [runs[0], runs[1]]


def _longest_run(lines: Sequence[list[int]], boxes: Mapping[int, Box], axis: int, within: float) -> list[list[int]]:
    """Return the longest run of lines at equal distances, up to a part of them."""
    middles = [median(centre(boxes[number])[axis] for number in line) for line in lines]
    steps = [after - before for before, after in pairwise(middles)]
    best: list[list[int]] = []
    for first in range(len(lines)):
        last = first
        while last < len(steps):
            usual = median(steps[first : last + 1])
            if any(abs(step - usual) > within * usual for step in steps[first : last + 1]):
                break
            last += 1
        best = max(best, [*lines[first : last + 1]], key=len)
    return best


def _are_covered(numbers: Iterable[int], elements: Sequence[SeenElement]) -> bool:
    """Return whether something else is in front of cells, or of islands."""
    hit = [_is_hit(number, elements) for number in numbers if elements[number].hit is not None]
    return sum(hit) < IN_FRONT * len(hit)


def _is_hit(number: int, elements: Sequence[SeenElement]) -> bool:
    """Return whether the pointer, in the middle of a cell, hits the cell, something in it, or what the cell fills."""
    hit, box = elements[number].hit, elements[number].box
    if hit is None or hit < 0 or box is None:
        return False
    outer = elements[hit].box
    fills = outer is not None and log(max(outer[2], 1.0) / box[2]) <= 2 * LIKE_SIZE
    return fills or number in ancestors(hit, elements) or hit in ancestors(number, elements)


def ancestors(number: int, elements: Sequence[SeenElement]) -> Iterable[int]:
    """Iterate over an element and those around it."""
    while number >= 0:
        yield number
        number = elements[number].parent


def path_of(number: int, elements: Sequence[SeenElement]) -> str:
    """Return a selector by places in the document, through open shadow roots."""
    outer = [elements[at] for at in ancestors(number, elements)][::-1]
    return ":root" + "".join(f" > {element.tag}:nth-child({element.child})" for element in outer[1:])


def standing(size: Lattice, elements: Sequence[SeenElement]) -> Lattice | None:
    """Return the board whose cells stand where they stood in the document, though marks have stretched its lines."""
    places = {path_of(number, elements): number for number, element in enumerate(elements) if element.box}
    cells = {cell: places[path] for cell, path in size.paths.items() if path in places}
    boxes = {cell: box for cell, number in cells.items() if (box := elements[number].box) is not None}
    if cells.keys() != size.cells.keys():
        return None
    lined_up = all(
        abs(centre(box)[axis] - centre(boxes[first])[axis]) < LINED_UP * min(box[2:])
        for cell, box in boxes.items()
        for axis, first in ((0, Cell(0, cell.col)), (1, Cell(cell.row, 0)))
    )
    return replace(size, cells=cells, boxes=boxes) if lined_up else None
