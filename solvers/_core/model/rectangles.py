"""Rectangles of cells, those around clues, ways to cover a board with them, and random covers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Literal, NamedTuple

from solvers._core.model.grid import Cell, Grid

Reach = Mapping[int, range]
"""The rows that a rectangle can reach from its clue, from the top, each with the columns it can reach there."""


Shape = Literal["any", "square", "wide", "tall"]
"""The shapes that a clue can ask for."""


class Rectangle(NamedTuple):
    """The cells from the top left to the bottom right one, both included."""

    first: Cell
    last: Cell

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of its rows and columns."""
        return self.last.row - self.first.row + 1, self.last.col - self.first.col + 1

    @property
    def shape(self) -> Shape:
        """Its shape, never `any`."""
        height, width = self.sides
        return "square" if height == width else "wide" if width > height else "tall"

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
def reaches(size: tuple[int, int], clues: tuple[Cell, ...]) -> Sequence[Reach]:
    """Return what a rectangle can reach from each of the cells `clues`: it holds no other of them."""
    by_row = defaultdict[int, list[int]](list)
    for row, col in clues:
        by_row[row].append(col)
    found = []
    for clue in clues:
        reach: dict[int, range] = {}
        for rows in (range(clue.row, size[0]), range(clue.row - 1, -1, -1)):
            free = reach.get(clue.row, range(size[1]))
            left, right = free.start, free.stop
            for row in rows:
                for col in by_row[row]:
                    if col < clue.col:
                        left = max(left, col + 1)
                    elif col > clue.col or row != clue.row:
                        right = min(right, col)
                if right == clue.col:  # a clue in the same column
                    break
                reach[row] = range(left, right)
        found.append(dict(sorted(reach.items())))
    return found


def owners(size: tuple[int, int], reaches: Sequence[Reach]) -> Mapping[Cell, Sequence[int]]:
    """Return for each cell the rectangles that can reach it, numbered from 1."""
    owners: dict[Cell, list[int]] = {cell: [] for cell in Grid.make(*size).cells()}
    for number, reach in enumerate(reaches, start=1):
        for row, columns in reach.items():
            for col in columns:
                owners[Cell(row, col)].append(number)
    return owners


def masks(clue: Cell, reach: Reach, columns: int, sides: Sequence[tuple[int, range]]) -> Iterator[int]:
    """Iterate over the rectangles around a clue, each as a mask of the cells of a board with so many columns.

    `sides` are the heights that it may have, the least first, and the widths that go with each.
    """
    first, last = min(reach), max(reach)
    for height, allowed in sides:
        leftmost = ((1 << height * columns) - 1) // ((1 << columns) - 1)
        for top in range(max(first, clue.row - height + 1), min(clue.row, last - height + 1) + 1):
            upper, lower = reach[top], reach[top + height - 1]
            start, stop = max(upper.start, lower.start), min(upper.stop, lower.stop)
            for left in range(max(start, clue.col - allowed[-1] + 1), clue.col + 1):
                for width in range(max(allowed[0], clue.col - left + 1), min(allowed[-1], stop - left) + 1):
                    yield ((1 << width) - 1) * leftmost << top * columns + left
