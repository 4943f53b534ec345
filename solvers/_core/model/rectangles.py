"""Rectangles of cells, and random ones that cover a board."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

from solvers._core.model.grid import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
    from random import Random


Shape = Literal["any", "square", "wide", "tall"]
"""The shapes that a clue can ask for."""


class Rectangle(NamedTuple):
    """The cells from the top left to the bottom right one, both included."""

    first: Cell
    last: Cell

    def __contains__(self, cell: object) -> bool:
        """Return whether it covers the cell."""
        (top, left), (bottom, right) = self
        return isinstance(cell, Cell) and top <= cell.row <= bottom and left <= cell.col <= right

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of its rows and columns."""
        return self.last.row - self.first.row + 1, self.last.col - self.first.col + 1

    @property
    def shape(self) -> Shape:
        """Its shape, never `any`."""
        return shape_of(*self.sides)

    def cells(self) -> list[Cell]:
        """Return its cells in reading order."""
        (top, left), (bottom, right) = self
        return [Cell(*at) for at in product(range(top, bottom + 1), range(left, right + 1))]


def random_cover(size: tuple[int, int], rng: Random) -> list[Rectangle]:
    """Return random rectangles that cover a board of these rows and columns, in reading order."""
    rectangles: list[Rectangle] = []
    covered = set[Cell]()
    for cell in Grid.make(*size).cells():
        if cell not in covered:
            rectangles.append(_random_rectangle(cell, size, covered, rng))
            covered.update(rectangles[-1].cells())
    return rectangles


def _random_rectangle(first: Cell, size: tuple[int, int], covered: Container[Cell], rng: Random) -> Rectangle:
    """Return a random rectangle of free cells that begins at the first free one."""
    longest = 2 + max(size) // 4  # a board of any size then has about a dozen
    bottom, right = (min(at + rng.randrange(longest), side - 1) for at, side in zip(first, size, strict=True))
    # What is covered further down is covered in the first row, too.
    blocked = (col for col in range(first.col, right + 1) if Cell(first.row, col) in covered)
    return Rectangle(first, Cell(bottom, next(blocked, right + 1) - 1))


@lru_cache(maxsize=32)
def reaches(size: tuple[int, int], clues: tuple[Cell, ...]) -> Sequence[tuple[Sequence[range], Sequence[range]]]:
    """Return for each clue the columns that a rectangle can reach that spans the rows up to it, and down from it.

    The first range is that of the clue's own row, the next one that of one row more, as far as the clues allow.
    """
    taken = [sorted(clue.col for clue in clues if clue.row == row) for row in range(size[0])]
    return [
        (
            _reach(clue, range(clue.row, -1, -1), taken, size[1]),
            _reach(clue, range(clue.row, size[0]), taken, size[1]),
        )
        for clue in clues
    ]


def _reach(clue: Cell, rows: Iterable[int], taken: Sequence[Sequence[int]], width: int) -> Sequence[range]:
    """Return the free columns of the first row, of the first two and so on, up to a clue in the column of this one."""
    found, left, right = list[range](), 0, width
    for row in rows:
        at = bisect_left(taken[row], clue.col)
        after = at + (row == clue.row)
        if after == at and at < len(taken[row]) and taken[row][at] == clue.col:
            break
        left = max(left, taken[row][at - 1] + 1) if at else left
        right = min(right, taken[row][after]) if after < len(taken[row]) else right
        found.append(range(left, right))
    return found


def rectangles(
    clue: Cell, reach: tuple[Sequence[range], Sequence[range]], shape: Shape = "any", area: int | None = None
) -> Iterator[Rectangle]:
    """Iterate over the rectangles of a shape and an area that cover this clue and no other; `reach` is its own."""
    above, below = reach
    for up, top in enumerate(above):
        for down, bottom in enumerate(below):
            height = up + down + 1
            if area is not None and (height > area or area % height):
                continue
            first, end = max(top.start, bottom.start), min(top.stop, bottom.stop)
            for width in range(1, end - first + 1) if area is None else (area // height,):
                if shape not in {"any", shape_of(height, width)}:
                    continue
                for left in range(max(first, clue.col - width + 1), min(clue.col, end - width) + 1):
                    yield Rectangle(Cell(clue.row - up, left), Cell(clue.row + down, left + width - 1))


def shape_of(height: int, width: int) -> Shape:
    """Return the shape of a rectangle, never `any`."""
    return "square" if height == width else "wide" if width > height else "tall"


@lru_cache(maxsize=32)
def owners(size: tuple[int, int], clues: tuple[Cell, ...]) -> Mapping[Cell, Sequence[int]]:
    """Return for each cell the rectangles it may belong to, numbered from 1: one clue each, in the cells `clues`.

    A rectangle reaches a cell if no other clue stands between.
    """
    owners: dict[Cell, list[int]] = {cell: [] for cell in Grid.make(*size).cells()}
    for number, (clue, (above, below)) in enumerate(zip(clues, reaches(size, clues), strict=True), start=1):
        rows = [(clue.row - up, columns) for up, columns in enumerate(above)]
        rows += [(clue.row + down, columns) for down, columns in enumerate(below) if down]
        for row, columns in rows:
            for col in columns:
                owners[Cell(row, col)].append(number)
    return owners
