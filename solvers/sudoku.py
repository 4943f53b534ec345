"""Sudoku: each digit once in every row, column and box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from solvers._core.families.boxes import boxes, check_boxes, squarest, squarest_box
from solvers._core.families.extras import Extended
from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Edge, Grid
from solvers._core.model.picture import Picture


def _none(default: Any) -> Any:  # noqa: ANN401 - any value of a field
    """Return a field that is left out of files where nothing is added."""
    return field(default=default, metadata={"omit": True})


@dataclass(frozen=True)
class Sudoku(Extended):
    """A Sudoku with boxes of any shape (`box`: rows and columns of a box) and digits up to 50.

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.
    3. So do both long diagonals (`diagonals`), and the windows that lie one cell off the boxes (`windows`).
    4. Between `consecutive` cells the digits differ by 1; of `double` ones, one is twice the other.
    5. With `all_consecutive` or `all_double`, no neighbours without a dot do that.
    6. Along each of the `thermometers`, from the bulb, digits grow.
    7. The digit in the first cell of each of the `arrows` is the sum of the others.
    8. The number beside a row or above a column is the sum of the digits between 1 and the highest.

    A box of one row, or of one column, makes it a Latin square. All but the first two rules are optional, and any may
    be added to any (source: the rules of Sudoku-X, Windoku, Kropki, thermometer, arrow and sandwich Sudokus).
    """

    box: tuple[int, int]
    givens: Grid
    diagonals: bool = _none(default=False)
    windows: bool = _none(default=False)
    consecutive: tuple[Edge, ...] = _none(())
    all_consecutive: bool = _none(default=False)
    double: tuple[Edge, ...] = _none(())
    all_double: bool = _none(default=False)
    thermometers: tuple[tuple[Cell, ...], ...] = _none(())
    arrows: tuple[tuple[Cell, ...], ...] = _none(())
    rows: tuple[tuple[int, ...], ...] = _none(())
    columns: tuple[tuple[int, ...], ...] = _none(())

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
        return replace(super().picture(grid), fills=self._fills(), shaded=False, **self.extras())

    def _fills(self) -> dict[Cell, str]:
        """Name the box of each cell by a letter."""
        named = zip(regions.LETTERS, boxes(self.box), strict=False)
        return {cell: letter for letter, (_, cells) in named for cell in cells}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the boxes from the regions; by default they are as square as possible, and wide rather than tall."""
        if not picture.fills:
            return cls(squarest(picture.height), picture.grid(), **cls.added_in(picture))
        drawn = regions.fills(regions.canonical(regions.read(picture), connected=False))
        first = [cell for cell, letter in drawn.items() if letter == "A"]
        box = len({cell.row for cell in first}), len({cell.col for cell in first})
        puzzle = cls(box, picture.grid(), **cls.added_in(picture))
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
