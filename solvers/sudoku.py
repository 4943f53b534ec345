"""Sudoku: each digit once in every row, column and box."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.families.boxes import boxes, check_boxes, squarest, squarest_box
from solvers._core.families.latin import Latin
from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers._core.model.picture import Picture


@dataclass(frozen=True)
class Sudoku(Latin):
    """A Sudoku with boxes of any shape (`box`: rows and columns of a box) and digits up to 50.

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.

    A box of one row, or of one column, makes it a Latin square.
    """

    box: tuple[int, int]
    givens: Grid

    KIND: ClassVar = "sudoku"
    SIZE: ClassVar = (9, 9)
    SIZES: ClassVar = {5: (16, 16)}

    def __post_init__(self) -> None:
        check_boxes(self.box, self.givens)
        super().__post_init__()

    @property
    def shape(self) -> tuple[int, int]:
        return self.box

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        yield from self.givens.lines()
        yield from boxes(self.box)

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(super().picture(grid), fills=self._fills(), shaded=False)

    def _fills(self) -> dict[Cell, str]:
        """Name the box of each cell by a letter."""
        named = zip(regions.LETTERS, boxes(self.box), strict=False)
        return {cell: letter for letter, (_, cells) in named for cell in cells}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the boxes from the regions; by default they are as square as possible, and wide rather than tall."""
        if not picture.fills:
            return cls(squarest(picture.height), picture.grid())
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
        return cls(squarest_box(size), Grid.make(*size))
