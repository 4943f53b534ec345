"""Cells and grids: a board of small ints as a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal as OneOf
from typing import Never, Self

from solvers._core.model.errors import BadPuzzle, TooLarge, quoted, times

Direction = OneOf["none", "up", "down", "left", "right"]
"""Where an arrow points."""
DIRECTIONS: tuple[Direction, ...] = ("right", "down", "left", "up")
"""The directions of the cells that `Cell.around` returns."""
BLANK, OTHER_BLANKS = ".", "_*"
"""How a blank cell is written, and how other people write it; in rows also as `-`, which is a wall in drawings."""
BLANKS = frozenset({BLANK, *OTHER_BLANKS, "-"})
DARK_BLANKS = "⬛🔲🔳"
BLANK_SIGNS = DARK_BLANKS + "·∙⋅・⬜◻◽▢▫□"
"""What else people write or see for one, dark where no other does; `ZeroForBlank` says where 0 is one."""
BLANK_WORDS = BLANKS | {*BLANK_SIGNS} - {*DARK_BLANKS} | {" ", "", "None", "null", "nan", "NaN", "-1"}
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
TREE = DIGITS.index("t")
"""In `trees`, a tree."""
HIGHEST = 999_999_999
"""The largest number in a cell; Python itself refuses to read thousands of digits."""
UNKNOWN, UNKNOWN_TEXT = HIGHEST + 1, "?"
"""A clue whose number is unknown, and how it is written in files, in drawings and for people."""
MOST_CELLS = 10_000
"""Cells of the largest grid that is read; solving a larger one would take minutes, and gigabytes."""


class Cell(tuple[int, int]):
    """One square, counted from the top left and from zero; shown to people as `R1C1`."""

    __slots__ = ()

    def __new__(cls, row: int, col: int) -> Self:
        """Make the cell of a row and a column."""
        return tuple.__new__(cls, (row, col))

    def __getnewargs__(self) -> tuple[int, int]:
        """Return what a copy is made from."""
        return self.row, self.col

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
    def parse(cls, text: str, *, least: int = 1) -> Self:
        """Read `R1C1`; raises `BadPuzzle` for anything else, or for a row or column before the least."""
        match = re.fullmatch(r"R(0|[1-9]\d{0,8})C(0|[1-9]\d{0,8})", text, re.ASCII | re.IGNORECASE)
        if match is None or min(map(int, match.groups())) < least:
            raise BadPuzzle(f"a cell is written like R1C1, not {quoted(text)}")
        return cls(int(match[1]) - 1, int(match[2]) - 1)

    def neighbours(self) -> tuple[Cell, Cell]:
        """Return the cells to the right and below, on the board or off it."""
        return Cell(self.row, self.col + 1), Cell(self.row + 1, self.col)

    def around(self) -> tuple[Cell, Cell, Cell, Cell]:
        """Return the cells that share an edge with this one, on the board or off it."""
        return _around(self)


Edge = tuple[Cell, Cell]
"""The border of two neighbouring cells, the left or upper one first."""
Place = Cell | Edge
"""What a step assigns: the mark of a cell or, if the answer lives on edges, whether the answer uses the edge."""


def spot(place: Place) -> Cell:
    """Return where a cell or an edge is on the doubled board: the cell in row r and column c is at 2r+1, 2c+1."""
    (row, col), (below, right) = (place, place) if isinstance(place, Cell) else place
    return Cell(row + below + 1, col + right + 1)


def place_at(at: Cell) -> Place:
    """Return the cell or the edge that is at a place on the doubled board."""
    first, second = Cell((at.row - 1) // 2, (at.col - 1) // 2), Cell(at.row // 2, at.col // 2)
    return first if first == second else (first, second)


class Grid:
    """An immutable board of small ints, blank = None; `Grid.parse` and `str` are inverses.

    A row is written with one base-36 digit per cell, `.` for a blank and `?` for `UNKNOWN`. On a board with a value
    above 35 it is written in decimals separated by spaces.
    """

    # Not a dataclass: msgspec would then read its fields from JSON, where a grid is a list of rows (see `files`).
    __slots__ = ("values",)
    values: tuple[tuple[int | None, ...], ...]

    def __init__(self, values: Iterable[Iterable[int | None]]) -> None:
        """Take rows of equal length that hold numbers from 0 to `HIGHEST`, `UNKNOWN` or None; raises `BadPuzzle`."""
        object.__setattr__(self, "values", tuple(map(tuple, values)))
        widths = {len(row) for row in self.values}
        if len(widths) != 1 or 0 in widths:
            lengths = " and ".join(map(str, sorted(widths))) or "no"
            raise BadPuzzle(f"a grid needs rows of equal length, not of {lengths} cells")
        wrong = {value for value in set(chain(*self.values)) if value is not None and not 0 <= value <= UNKNOWN}
        if wrong:
            cell, _ = next((cell, value) for cell, value in self.marked() if value in wrong)
            raise BadPuzzle(f"{cell} holds a number that is not in 0 … {HIGHEST}")

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a grid cannot be changed ({name} = {value!r})")

    def __reduce__(self) -> tuple[type[Grid], tuple[object]]:
        return Grid, (self.values,)

    def __eq__(self, other: object) -> bool:
        return self.values == other.values if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.values)

    def __repr__(self) -> str:
        return f"Grid.parse({self.rows()!r})"

    @classmethod
    def make(cls, height: int, width: int, value: Callable[[Cell], int | None] | None = None) -> Grid:
        """Return a grid whose cells hold what `value` returns; blank by default."""
        if value is None:
            return _blank(height, width)
        return cls((value(Cell(row, col)) for col in range(width)) for row in range(height))

    @classmethod
    def parse(cls, rows: str | Sequence[str | Sequence[int | str | None]]) -> Self:
        """Read rows of text, in one string or several, or rows of lists; raises `BadPuzzle`."""
        if isinstance(rows, str):
            rows = rows.splitlines()
        if not all(isinstance(row, str) or _is_row(row) for row in rows):
            raise BadPuzzle(f"a grid is a list of row strings, not {quoted(rows)}")
        check_size(*size_of(rows), MOST_CELLS)
        decimal = _is_decimal(rows)
        return cls(
            [value_of(text, Cell(number, col)) for col, text in enumerate(row.split() if decimal else row.rstrip())]
            if isinstance(row, str)
            else [UNKNOWN if isinstance(value, str) else value for value in row]
            for number, row in enumerate(rows)
        )

    def __str__(self) -> str:
        return "\n".join(self.rows())

    def rows(self) -> list[str]:
        """Return one text per row."""
        if any(value is not None and len(DIGITS) <= value < UNKNOWN for row in self.values for value in row):
            # The leading space distinguishes a board one cell wide from a row of base-36 digits.
            return [
                " " + " ".join(BLANK if value is None else number_text(value) for value in row) for row in self.values
            ]
        return ["".join(BLANK if value is None else digit_text(value) for value in row) for row in self.values]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.values)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.values[0])

    def __getitem__(self, cell: Cell) -> int | None:
        row, col = cell
        return self.values[row][col]

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, Cell) and 0 <= cell[0] < len(self.values) and 0 <= cell[1] < len(self.values[0])

    def cells(self) -> Iterator[Cell]:
        """Iterate over all cells in reading order."""
        return iter(_cells(self.height, self.width))

    def marked(self) -> Iterator[tuple[Cell, int]]:
        """Iterate over the cells that are not blank, with their values, in reading order."""
        values = chain.from_iterable(self.values)
        return ((cell, value) for cell, value in zip(self.cells(), values, strict=True) if value is not None)

    def known(self) -> Iterator[tuple[Cell, int]]:
        """Iterate over the cells with a known number, in reading order."""
        return ((cell, value) for cell, value in self.marked() if value != UNKNOWN)

    def blanks(self) -> Iterator[Cell]:
        """Iterate over the cells that are blank, in reading order."""
        return (
            cell for cell, value in zip(self.cells(), chain.from_iterable(self.values), strict=True) if value is None
        )

    def with_value(self, cells: Container[Cell], value: int | None) -> Grid:
        """Return the grid with another value in some cells."""
        return Grid.make(self.height, self.width, lambda cell: value if cell in cells else self[cell])

    def near(self, cell: Cell) -> tuple[Cell, ...]:
        """Return a cell and those of the board that touch it, in reading order."""
        return _near(self.height, self.width)[cell]

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells of the board that share an edge with one."""
        return tuple(other for other in cell.around() if other in self)

    def arms(self, cell: Cell) -> dict[Direction, list[Cell]]:
        """Return the cells in each of the four directions from one, the nearest first."""
        row, col = cell
        return {
            "up": [Cell(at, col) for at in range(row - 1, -1, -1)],
            "down": [Cell(at, col) for at in range(row + 1, self.height)],
            "left": [Cell(row, at) for at in range(col - 1, -1, -1)],
            "right": [Cell(row, at) for at in range(col + 1, self.width)],
        }

    def lines(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Iterate over the rows, then the columns, each with its name (`row 1`, `column 1`)."""
        return iter(_lines(self.height, self.width))

    def line_values(self) -> list[tuple[int | None, ...]]:
        """Return the values of the rows, then of the columns."""
        return [*self.values, *zip(*self.values, strict=True)]

    def same_shape(self, other: Grid) -> bool:
        """Return whether both have the same number of rows and columns."""
        return (self.height, self.width) == (other.height, other.width)

    def agrees_with(self, other: Grid) -> bool:
        """Return whether both have the same shape and no cell that is marked in both differs."""
        pairs = zip(chain.from_iterable(self.values), chain.from_iterable(other.values), strict=False)
        return self.same_shape(other) and all(
            mine is None or theirs is None or mine == theirs for mine, theirs in pairs
        )


def digit_text(value: int) -> str:
    """Return a number as one digit or letter if it is small enough, else as a decimal."""
    return DIGITS[value] if value < len(DIGITS) else number_text(value)


def number_text(value: int) -> str:
    """Return a number as a decimal, `?` if it is unknown."""
    return UNKNOWN_TEXT if value == UNKNOWN else str(value)


def size_of(rows: Sequence[str | Sequence[object]]) -> tuple[int, int]:
    """Return the number of rows and of columns, without reading the cells."""
    decimal = _is_decimal(rows)
    lengths = (len(row.split() if decimal else row.rstrip()) if isinstance(row, str) else len(row) for row in rows)
    return len(rows), max(lengths, default=0)


def check_size(height: int, width: int, most: int, owner: str = "a grid") -> None:
    """Raise `BadPuzzle` for a board of more than `most` cells."""
    if height * width > most:
        size = f"{times(height, 'row')} and {times(width, 'column')}"
        raise TooLarge(f"{size} are more than {most:,} cells, the most for {owner}")


def _is_row(row: object) -> bool:
    return isinstance(row, list | tuple) and all(
        value is None or value == UNKNOWN_TEXT or type(value) is int for value in row
    )


def _is_decimal(rows: Sequence[str | Sequence[object]]) -> bool:
    """Return whether the rows hold decimals separated by spaces."""
    return any(isinstance(row, str) and " " in row.rstrip() for row in rows)


# Reading and checking a board iterates over its cells, so they are made once per shape.
@lru_cache(maxsize=32)
def _cells(height: int, width: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, col) for row in range(height) for col in range(width))


@lru_cache(maxsize=32)
def _blank(height: int, width: int) -> Grid:
    return Grid([[None] * width] * height)


@lru_cache(maxsize=2**14)
def _around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    return (*cell.neighbours(), Cell(cell.row, cell.col - 1), Cell(cell.row - 1, cell.col))


@lru_cache(maxsize=32)
def _near(height: int, width: int) -> dict[Cell, tuple[Cell, ...]]:
    return {
        cell: tuple(
            Cell(row, col)
            for row in range(max(0, cell.row - 1), min(height, cell.row + 2))
            for col in range(max(0, cell.col - 1), min(width, cell.col + 2))
        )
        for cell in _cells(height, width)
    }


@lru_cache(maxsize=32)
def _lines(height: int, width: int) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    cells = _cells(height, width)
    rows = ((f"row {row + 1}", cells[row * width : (row + 1) * width]) for row in range(height))
    return (*rows, *((f"column {col + 1}", cells[col::width]) for col in range(width)))


def value_of(text: str, cell: Cell) -> int | None:
    """Return the number that the text of a cell stands for, None for a blank; raises `BadPuzzle`."""
    if text in BLANKS:
        return None
    if text == UNKNOWN_TEXT:
        return UNKNOWN
    if len(text) == 1 and text.lower() in DIGITS:
        return DIGITS.index(text.lower())
    if text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST)):
        return int(text)
    raise BadPuzzle(f"{cell} holds {quoted(text)}: a cell is a digit, a letter, a decimal or {BLANK!r}")


def place_name(place: Place) -> str:
    """Return the name of a place: a cell is `R1C1`, an edge `R1C1-R1C2`."""
    return str(place) if isinstance(place, Cell) else "-".join(map(str, place))


def place_of(name: str) -> Place:
    """Return the place of a name; raises `BadPuzzle` for anything else.

    An edge at the rim of a board has a cell beside it, such as `R0C1`.
    """
    first, *others = name.split("-")
    if not others:
        return Cell.parse(first)
    if len(others) > 1:
        raise BadPuzzle(f"an edge is written like R1C1-R1C2, not {name!r}")
    return Cell.parse(first, least=0), Cell.parse(others[0], least=0)


def cells_of(place: Place) -> tuple[Cell, ...]:
    """Return the cells of a place."""
    return (place,) if isinstance(place, Cell) else place
