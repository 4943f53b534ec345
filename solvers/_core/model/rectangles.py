"""Rectangles of cells, those around clues, ways to cover a board with them, and random covers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from solvers._core.model.grid import Cell, Grid

Reach = Mapping[int, range]
"""The rows that a rectangle can reach from its clue, from the top, each with the columns it can reach there."""


Shape = Literal["any", "square", "wide", "tall"]
"""The shapes that a clue can ask for."""


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
