"""Sudoku: each digit once in every row, column and box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isqrt
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import lines
from solvers._core.errors import BadPuzzle
from solvers._core.fill import filled
from solvers._core.grid import DIGITS, Cell, Grid
from solvers._core.picture import Glyph, Picture
from solvers._core.rules import Clause, Clue, Exactly, Literal, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers._core.puzzle import Another, Place

_HIGHEST = len(DIGITS) - 1
_LETTERS = ascii_uppercase + ascii_lowercase
_CELL, _UNIT = "naked single", "full house"


@dataclass(frozen=True, slots=True)
class Sudoku:
    """A Sudoku of any shape of box, `box` being its rows and columns, with digits from 1 to 35 at most.

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.

    A box of one row, or one column, makes it a Latin square.
    """

    box: tuple[int, int]
    givens: Grid

    KIND: ClassVar = "sudoku"
    LOGIC: ClassVar = "QF_UF"
    MARKS: ClassVar[Mapping[int, str]] = {digit: str(digit) for digit in range(1, _HIGHEST + 1)}
    SIZE: ClassVar = (9, 9)

    def __post_init__(self) -> None:
        rows, columns = self.box
        side = rows * columns
        if min(self.box) < 1 or side > _HIGHEST:
            raise BadPuzzle(f"box: {rows}×{columns}, but a box has 1 to {_HIGHEST} cells")
        if (self.givens.height, self.givens.width) != (side, side):
            shape = f"{self.givens.height} rows and {self.givens.width} columns"
            raise BadPuzzle(f"givens: {shape}, but a board with boxes of {rows}×{columns} is {side}×{side}")
        for cell, value in self.givens.marked():
            if not 1 <= value <= side:
                raise BadPuzzle(f"givens: {cell} holds {value}, but a cell holds a digit from 1 to {side}")

    @property
    def shape(self) -> tuple[int, int]:
        return self.box

    def rules(self) -> Iterator[Rule]:
        digits = range(1, self.givens.height + 1)
        for cell in self.givens.cells():
            says = Exactly(1, tuple(_literal(cell, digit) for digit in digits))
            yield Rule(f"{cell} holds one digit", (cell,), says, _CELL)
        for name, unit in self._units():
            for digit in digits:
                says = Exactly(1, tuple(_literal(cell, digit) for cell in unit))
                yield Rule(f"{name} holds one {digit}", unit, says, _UNIT)

    def _units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Iterate over the rows, columns and boxes, each with its name."""
        yield from self.givens.lines()
        rows, columns = self.box
        for box in range(rows * columns):
            top, left = box // rows * rows, box % rows * columns
            cells = (Cell(top + row, left + col) for row in range(rows) for col in range(columns))
            yield f"box {box + 1}", tuple(cells)

    def clues(self) -> Iterator[Clue]:
        for cell, value in self.givens.marked():
            yield Clue(f"{cell} is {self.MARKS[value]}", (cell,), Clause((_literal(cell, value),)))

    def answer(self) -> Sequence[str]:
        side = self.givens.height
        return [_literal(cell, digit).name for cell in self.givens.cells() for digit in range(1, side + 1)]

    def grid(self, values: Sequence[bool | None]) -> Grid:
        side = self.givens.height

        def digit(cell: Cell) -> int | None:
            start = (cell.row * side + cell.col) * side
            candidates = values[start : start + side]
            return candidates.index(True) + 1 if True in candidates else None

        return Grid.make(side, side, digit)

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        digits = range(1, self.givens.height + 1)
        return {
            cell: {
                digit: tuple(literal if other == digit else ~literal for other, literal in literals.items())
                for digit in digits
            }
            for cell in self.givens.cells()
            for literals in [{digit: _literal(cell, digit) for digit in digits}]
        }

    def cuts(self, _values: Sequence[bool]) -> Sequence[Rule]:
        return ()

    def is_solved_by(self, grid: Grid) -> bool:
        digits = set(range(1, self.givens.height + 1))
        return self.givens.agrees_with(grid) and all(
            {grid[cell] for cell in unit} == digits for _, unit in self._units()
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        """Tell a naked single, which looks at one cell, from a hidden one, which looks at one digit in one unit."""
        if len(because) == 1:
            return because[0].name
        around = [rule for rule in because if rule.cells != tuple(sets)]
        apart = [set(rule.cells) for rule in around if not set(sets) <= set(rule.cells)]
        home = [set(rule.cells) for rule in around if set(sets) <= set(rule.cells)]
        if len(around) < len(because) and not apart:
            return _CELL
        digits = {literal.name.partition("_")[2] for rule in because for literal in rule.says.literals}
        if len(digits) > 1 or len(home) != 1:
            return ""
        # In a hidden single each of the other units holds the digit elsewhere, so each must rule out cells of its own.
        surplus = [one for one in apart if any(one is not two and one & home[0] <= two & home[0] for two in apart)]
        if not surplus:
            return "hidden single"
        confined = len(surplus) == 1 and any(len(surplus[0] & two) > 1 for two in apart if two is not surplus[0])
        return "locked candidates" if confined else ""

    def picture(self, grid: Grid | None = None) -> Picture:
        shown = self.givens if grid is None else grid
        glyphs = {
            cell: Glyph(DIGITS[value], str(value), given=self.givens[cell] is not None)
            for cell, value in shown.marked()
        }
        return Picture(shown.height, shown.width, glyphs, fills=self._fills(), shaded=False)

    def _fills(self) -> dict[Cell, str]:
        """Name the box of each cell by a letter."""
        boxes = [cells for _, cells in self._units()][-self.givens.height :]
        return {cell: letter for letter, cells in zip(_LETTERS, boxes, strict=False) for cell in cells}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the boxes off the fills; without any, they are as square as may be, and wide rather than tall."""
        givens = lines.givens_of(picture)
        box = _squarest(givens.height)
        if picture.fills:
            names = dict(zip(dict.fromkeys(map(picture.fills.get, givens.cells())), _LETTERS, strict=False))
            drawn = {cell: names.get(picture.fills.get(cell)) for cell in givens.cells()}
            box = (
                sum(drawn[cell] == "A" for cell in drawn if cell.col == 0),
                sum(drawn[cell] == "A" for cell in drawn if cell.row == 0),
            )
        puzzle = cls(box, givens)
        for cell, letter in puzzle._fills().items():
            if picture.fills and drawn[cell] != letter:
                raise BadPuzzle(
                    f"{cell} of the picture breaks its boxes of {box[0]}×{box[1]}: they are rectangles of one shape"
                )
        return puzzle

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, _another: Another[Self]) -> tuple[Self, Grid]:
        box = _squarest(size[0])
        if 1 in box and size != (1, 1):
            raise BadPuzzle(f"no box but a line has {size[0]} cells")
        puzzle = cls(box, Grid.make(*size))
        grid = filled(puzzle, rng)
        return replace(puzzle, givens=grid), grid

    def without(self, clue: Clue) -> Self:
        return replace(self, givens=lines.without(self.givens, clue))


def _squarest(side: int) -> tuple[int, int]:
    """Return the shape of box that is as square as may be, and wide rather than tall."""
    rows = next(rows for rows in range(isqrt(side), 0, -1) if side % rows == 0)
    return rows, side // rows


def _literal(cell: Cell, digit: int) -> Literal:
    """Return the boolean that tells whether the cell holds the digit."""
    return Literal(f"R{cell.row + 1}C{cell.col + 1}_{digit}")
