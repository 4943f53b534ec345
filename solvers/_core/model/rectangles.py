"""Rectangles of cells, and random ones that cover a board."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

from solvers._core.model.grid import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
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
def owners(size: tuple[int, int], clues: tuple[Cell, ...]) -> Mapping[Cell, Sequence[int]]:
    """Return for each cell the rectangles it may belong to, numbered from 1: one clue each, in the cells `clues`.

    A rectangle reaches a cell if no other clue stands between.
    """
    owners: dict[Cell, list[int]] = {cell: [] for cell in Grid.make(*size).cells()}
    for number, clue in enumerate(clues, start=1):
        for row in range(size[0]):
            for col in columns_free(clue, min(row, clue.row), max(row, clue.row), size, clues):
                owners[Cell(row, col)].append(number)
    return owners


def columns_free(clue: Cell, top: int, bottom: int, size: tuple[int, int], clues: Iterable[Cell]) -> range:
    """Return the columns that a rectangle of these rows can reach from its clue."""
    near = [other.col for other in clues if top <= other.row <= bottom and other != clue]
    if clue.col in near:
        return range(0)
    left = max((col + 1 for col in near if col < clue.col), default=0)
    return range(left, min((col for col in near if col > clue.col), default=size[1]))
