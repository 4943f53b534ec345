"""Sudoku: each digit once in every row, column and box."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import regions
from solvers._core.errors import BadPuzzle
from solvers._core.grid import Cell, Grid
from solvers._core.latin import HIGHEST, Latin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers._core.picture import Picture
    from solvers._core.rules import Rule


@dataclass(frozen=True, slots=True)
class Sudoku(Latin):
    """A Sudoku with boxes of any shape (`box`: rows and columns of a box) and digits up to 35.

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.

    A box of one row, or of one column, makes it a Latin square.
    """

    box: tuple[int, int]
    givens: Grid

    KIND: ClassVar = "sudoku"
    SIZE: ClassVar = (9, 9)

    def __post_init__(self) -> None:
        rows, columns = self.box
        side = rows * columns
        if min(self.box) < 1 or side > HIGHEST:
            raise BadPuzzle(f"box: {rows}×{columns}, but a box has 1 to {HIGHEST} cells")
        if (self.givens.height, self.givens.width) != (side, side):
            size = f"{self.givens.height} rows and {self.givens.width} columns"
            raise BadPuzzle(f"givens: {size}, but a board with boxes of {rows}×{columns} is {side}×{side}")
        Latin.__post_init__(self)

    @property
    def shape(self) -> tuple[int, int]:
        return self.box

    def rules(self) -> Iterator[Rule]:
        return self.each_digit_once()

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        yield from self.givens.lines()
        for number, cells in enumerate(self._boxes(), start=1):
            yield f"box {number}", cells

    def _boxes(self) -> Iterator[tuple[Cell, ...]]:
        rows, columns = self.box
        for box in range(rows * columns):
            top, left = box // rows * rows, box % rows * columns
            yield tuple(Cell(top + row, left + col) for row in range(rows) for col in range(columns))

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_givens(grid) and self.has_each_digit_once(grid)

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(Latin.picture(self, grid), fills=self._fills(), shaded=False)

    def _fills(self) -> dict[Cell, str]:
        """Name the box of each cell by a letter."""
        boxes = zip(regions.LETTERS, self._boxes(), strict=False)
        return {cell: letter for letter, cells in boxes for cell in cells}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the boxes from the regions; by default they are as square as possible, and wide rather than tall."""
        if not picture.fills:
            return cls(_squarest(picture.height), picture.grid())
        drawn = regions.fills(regions.canonical(regions.read(picture), connected=False))
        first = [cell for cell, letter in drawn.items() if letter == "A"]
        puzzle = cls((len({cell.row for cell in first}), len({cell.col for cell in first})), picture.grid())
        for cell, letter in puzzle._fills().items():
            if drawn[cell] != letter:
                rows, columns = puzzle.box
                raise BadPuzzle(
                    f"{cell} of the picture breaks its boxes of {rows}×{columns}: boxes are equal rectangles"
                )
        return puzzle

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        box = _squarest(size[0])
        if 1 in box and size != (1, 1):
            raise BadPuzzle(f"no box but a line has {size[0]} cells")
        return cls(box, Grid.make(*size))


def _squarest(side: int) -> tuple[int, int]:
    """Return the shape of box that is as square as possible, and wide rather than tall."""
    rows = next(rows for rows in range(isqrt(side), 0, -1) if side % rows == 0)
    return rows, side // rows
