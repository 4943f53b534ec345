"""Cells and grids: a board of small ints as a value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Never, Self

from solvers._errors import BadPuzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

BLANK = "."
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
HIGHEST = 999_999_999
"""No puzzle needs more; Python itself refuses to read thousands of digits."""


class Cell(tuple[int, int]):
    """One square, counted from the top left and from zero; shown to people as `R1C1`."""

    __slots__ = ()

    def __new__(cls, row: int, col: int) -> Self:
        """Make the cell of a row and a column."""
        return super().__new__(cls, (row, col))

    @property
    def row(self) -> int:
        """The row, from zero."""
        return self[0]

    @property
    def col(self) -> int:
        """The column, from zero."""
        return self[1]

    def __str__(self) -> str:
        return f"R{self.row + 1}C{self.col + 1}"

    __repr__ = __str__

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `R1C1`; raises `BadPuzzle` for anything else."""
        match = re.fullmatch(r"R([1-9]\d{0,8})C([1-9]\d{0,8})", text, re.ASCII)
        if match is None:
            msg = f"a cell is written like R1C1, not {text!r}"
            raise BadPuzzle(msg)
        return cls(int(match[1]) - 1, int(match[2]) - 1)

    def neighbours(self) -> tuple[Cell, Cell]:
        """Return the cells right of and below this one."""
        return Cell(self.row, self.col + 1), Cell(self.row + 1, self.col)


class Grid:
    """An immutable board of small ints, blank = None; `Grid.parse` and `str` are inverses.

    A row is written with one base-36 digit a cell and `.` for blank, or, on a board with a value
    over 35, with decimals parted by spaces.
    """

    # Not a dataclass: in files a grid is a list of texts, so reading it must be asked of us (see `_files`).
    __slots__ = ("values",)
    values: tuple[tuple[int | None, ...], ...]

    def __init__(self, values: Iterable[Iterable[int | None]]) -> None:
        """Take the rows; raises `BadPuzzle` unless they are of one length and hold only numbers from 0 to `HIGHEST`."""
        object.__setattr__(self, "values", tuple(map(tuple, values)))
        widths = {len(row) for row in self.values}
        if len(widths) != 1 or 0 in widths:
            msg = f"a grid needs rows of one length, not of {' and '.join(map(str, sorted(widths))) or 'no'} cells"
            raise BadPuzzle(msg)
        for cell in self.cells():
            value = self[cell]
            if value is not None and not 0 <= value <= HIGHEST:
                msg = f"{cell} holds a number that is not in 0 … {HIGHEST}"
                raise BadPuzzle(msg)

    def __setattr__(self, name: str, value: object) -> Never:
        msg = f"a grid cannot be changed ({name} = {value!r})"
        raise AttributeError(msg)

    def __eq__(self, other: object) -> bool:
        return self.values == other.values if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.values)

    def __repr__(self) -> str:
        return f"Grid.parse({self.rows()!r})"

    @classmethod
    def make(cls, height: int, width: int, value: Callable[[Cell], int | None] = lambda _: None) -> Self:
        """Return the grid whose cells hold what `value` says; blank by default."""
        return cls((value(Cell(row, col)) for col in range(width)) for row in range(height))

    @classmethod
    def parse(cls, rows: str | Sequence[str | Sequence[int | None]]) -> Self:
        """Read rows of digits (a text, or a row each) or of lists; raises `BadPuzzle`."""
        if isinstance(rows, str):
            rows = rows.splitlines()
        decimal = any(isinstance(row, str) and " " in row.rstrip() for row in rows)
        return cls(
            [_value(text, Cell(number, col)) for col, text in enumerate(row.split() if decimal else row.rstrip())]
            if isinstance(row, str)
            else row
            for number, row in enumerate(rows)
        )

    def __str__(self) -> str:
        return "\n".join(self.rows())

    def rows(self) -> list[str]:
        """Return one text a row."""
        if any(value is not None and value >= len(DIGITS) for row in self.values for value in row):
            # The leading space tells a board one cell wide from one of base-36 digits.
            return [" " + " ".join(BLANK if value is None else str(value) for value in row) for row in self.values]
        return ["".join(BLANK if value is None else DIGITS[value] for value in row) for row in self.values]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.values)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.values[0])

    def __getitem__(self, cell: Cell) -> int | None:
        return self.values[cell.row][cell.col]

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, Cell) and 0 <= cell.row < self.height and 0 <= cell.col < self.width

    def cells(self) -> Iterator[Cell]:
        """Iterate over all cells in reading order."""
        return (Cell(row, col) for row in range(self.height) for col in range(self.width))

    def marked(self) -> Iterator[tuple[Cell, int]]:
        """Iterate over the cells that are not blank, with their values, in reading order."""
        return ((cell, value) for cell in self.cells() if (value := self[cell]) is not None)

    def lines(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Iterate over the rows, then the columns, each with its name (`row 1`, `column 1`)."""
        for row in range(self.height):
            yield f"row {row + 1}", tuple(Cell(row, col) for col in range(self.width))
        for col in range(self.width):
            yield f"column {col + 1}", tuple(Cell(row, col) for row in range(self.height))

    def same_shape(self, other: Grid) -> bool:
        """Tell whether both have as many rows and columns."""
        return (self.height, self.width) == (other.height, other.width)

    def agrees_with(self, other: Grid) -> bool:
        """Tell whether no cell that is marked in both differs."""
        return self.same_shape(other) and all(other[cell] in {None, value} for cell, value in self.marked())

    def common(self, others: Iterable[Grid]) -> Grid:
        """Return the cells that are equal in this grid and all others, blank elsewhere."""
        grids = list(others)
        return Grid.make(
            self.height,
            self.width,
            lambda cell: self[cell] if all(grid[cell] == self[cell] for grid in grids) else None,
        )


def _value(text: str, cell: Cell) -> int | None:
    if text == BLANK:
        return None
    if len(text) == 1 and text.lower() in DIGITS:
        return DIGITS.index(text.lower())
    if text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST)):
        return int(text)
    msg = f"{cell} holds {text!r}: a cell is a digit, a letter, a decimal or {BLANK!r}"
    raise BadPuzzle(msg)
