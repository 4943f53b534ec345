"""Yin-Yang: black cells and white cells, each connected, without a square of one colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from typing import ClassVar, Self

from solvers._core.families.joined import SQUARE, Watching, has_square, is_connected, no_squares
from solvers._core.families.marks import TwoMarks, is_one
from solvers._core.families.placed import squares
from solvers._core.model.connected import Connected, TwoArcs, Watched
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.rules import Clause, Rule

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The steps to the cells around a cell, in a circle."""
HOT, WARM, COOLED, LONGEST = 1.5, 0.15, 60, 200
"""How many squares of one colour a change of a random board may cost at first, and in the end; after how many changes
for each cell that is, and after how many it begins again."""


@dataclass(frozen=True)
class YinYang(Watching, TwoMarks):
    """Yin-Yang of any size, rectangles too; 1 = black, 0 = white.

    1. No four cells in a square have the same colour.
    2. The black cells are connected by their edges.
    3. The white cells are connected by their edges.

    Source: the rules of puzz.link and of puzzle-yin-yang.com.
    """

    givens: Grid

    KIND: ClassVar = "yin_yang"
    MARKS: ClassVar = {1: "black", 0: "white"}
    LOOKS: ClassVar = {1: ("●", "plain"), 0: ("○", "light")}
    SIZE: ClassVar = (6, 6)
    SIZES: ClassVar = {5: (10, 10)}
    NO_GRADES: ClassVar = frozenset({2})
    LARGEST_NEW: ClassVar = 14

    def rules(self) -> Iterator[Rule]:
        for mark in (1, 0):
            yield from no_squares(self.givens, self.MARKS[mark], mark)
        # Neither colour could be connected around such a square.
        for cells in squares(self.givens):
            for one, *others, last in (cells, cells[1::-1] + cells[:1:-1]) if len(cells) == SQUARE else ():
                says = Clause((~is_one(one), *map(is_one, others), ~is_one(last)))
                otherwise = f"{one} and {last} would be black, and the others beside them white"
                words = f"black and white do not cross from {cells[0]} to {cells[-1]}"
                yield Rule(words, cells, says, "crossing", otherwise)

        # Two arcs of the rim of one colour could not be connected inside without parting those of the other.
        rows, columns = self.givens.height, self.givens.width
        if min(rows, columns) > 1:
            top, bottom = ([Cell(row, col) for col in range(columns)] for row in (0, rows - 1))
            right, left = ([Cell(row, col) for row in range(1, rows - 1)] for col in (columns - 1, 0))
            rim = (*top, *right, *bottom[::-1], *left[::-1])
            words = "along the rim, the cells of each colour stand side by side"
            yield Rule(words, rim, TwoArcs(tuple(map(is_one, rim))), "rim", "the colours would alternate along the rim")

    def watched(self) -> Iterator[Watched]:
        literals = tuple(map(is_one, self.givens.cells()))
        for mark in (1, 0):
            yield Connected(self.givens.width, literals, mark, f"other {self.MARKS[mark]} cells")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_givens(grid) and not any(
            has_square(grid, mark) or not is_connected([cell for cell, held in grid.marked() if held == mark])
            for mark in (1, 0)
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        grid = None
        while grid is None:
            grid = _mixed(Grid.make(*size), rng)
        return cls(grid), grid


def _mixed(board: Grid, rng: Random) -> Grid | None:
    """Change a solution cell by cell, so that each colour stays connected, until no square has one; None if some has.

    Squares of one colour are allowed at first, and less and less likely.
    """
    held = {cell: int(not cell.col or (cell.col < board.width - 1 and cell.row % 2 == 0)) for cell in board.cells()}
    cells, bad = [*held], 0
    around = {cell: [Cell(cell.row + down, cell.col + right) for down, right in RING] for cell in cells}
    of = {cell: [four for four in squares(board) if cell in four and len(four) == SQUARE] for cell in cells}
    for step in range(LONGEST * len(cells)):
        if step > COOLED * len(cells) and not bad:
            return Grid.make(board.height, board.width, held.get)
        cell = rng.choice(cells)
        near = [held.get(other) for other in around[cell]]
        if any(_parts(near, mark) != 1 for mark in (0, 1)):
            continue
        ones = [sum(map(held.__getitem__, four)) for four in of[cell]]
        turned = [count + 1 - 2 * held[cell] for count in ones]
        cost = sum(count % SQUARE == 0 for count in turned) - sum(count % SQUARE == 0 for count in ones)
        if cost <= 0 or rng.random() < exp(-cost / max(WARM, HOT * (1 - step / (COOLED * len(cells))))):
            held[cell], bad = 1 - held[cell], bad + cost
    return None if bad else Grid.make(board.height, board.width, held.get)


def _parts(ring: list[int | None], mark: int) -> int:
    """Return how many parts cells with a mark form around a cell, each with one that shares an edge with it."""
    return sum(ring[at] == mark and not ring[at - 1] == ring[at - 2] == mark for at in range(1, len(ring), 2))
