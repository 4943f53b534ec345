"""Families of kinds: cells that hold one of two marks, or one of several digits, some of them given."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Self

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid, digit_text
from solvers._core.model.picture import Glyph
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.rules import Clause, Clue, Given, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from solvers._core.model.picture import Picture
    from solvers._core.model.puzzle import Choices


@lru_cache(maxsize=4096)
def is_one(cell: Cell) -> Literal:
    """Return the literal "the cell holds 1", for kinds of two marks."""
    return Literal(f"R{cell.row + 1}C{cell.col + 1}")


@lru_cache(maxsize=4096)
def is_zero(cell: Cell) -> Literal:
    """Return the literal "the cell holds 0", for kinds of two marks."""
    return ~is_one(cell)


@lru_cache(maxsize=2**15)
def holds(cell: Cell, value: int) -> Literal:
    """Return the literal "the cell holds this value", for kinds of several values."""
    return Literal(f"R{cell.row + 1}C{cell.col + 1}_{value}")


def two_choices(cells: Iterable[Cell]) -> Choices:
    """Return the choices of each cell: 0 or 1."""
    return {cell: {0: (~is_one(cell),), 1: (is_one(cell),)} for cell in cells}


def one_of(cell: Cell, values: Sequence[int]) -> Mapping[int, tuple[Literal, ...]]:
    """Return for each value the literals that hold if the cell has it: its own, and the others negated."""
    literals = [holds(cell, value) for value in values]
    negated = [~literal for literal in literals]
    return {value: (literals[at], *negated[:at], *negated[at + 1 :]) for at, value in enumerate(values)}


@lru_cache(maxsize=2**13)
def _given(cell: Cell, mark: str, literal: Literal) -> Given:
    """Return the clue that a mark is printed in a cell; the puzzles of a shape have much the same."""
    return Given(f"{cell} is {mark}", (cell,), Clause((literal,)))


class Marks(Puzzle):
    """Kinds whose cells hold one of `values` each; the field `givens` holds the given marks.

    What is left for a kind: its constants, `rules`, `is_solved_by`, and whatever its other fields add to the rest.
    """

    givens: Grid

    if TYPE_CHECKING:

        def __init__(self, givens: Grid) -> None: ...

    @property
    @abstractmethod
    def values(self) -> Sequence[int]:
        """What a cell can hold, in ascending order."""

    @abstractmethod
    def literal(self, cell: Cell, value: int) -> Literal:
        """Return the literal "the cell holds this value"."""

    def __post_init__(self) -> None:
        values = self.values
        for cell, value in self.givens.marked():
            if value not in values:
                first, last = values[0], values[-1]
                allowed = f"{first} or {last}" if last == first + 1 else f"a number from {first} to {last}"
                raise BadPuzzle(f"givens: {cell} holds {value}, but a cell holds {allowed}")

    def clues(self) -> Iterator[Clue]:
        """Yield one clue per given mark."""
        for cell, value in self.givens.marked():
            yield _given(cell, self.MARKS[value], self.literal(cell, value))

    def keeps_givens(self, grid: Grid) -> bool:
        """Return whether the grid has this board's shape, an allowed value in each cell, and every given mark."""
        return self.givens.agrees_with(grid) and set(chain.from_iterable(grid.values)) <= set(self.values)

    def picture(self, grid: Grid | None = None) -> Picture:
        """Draw each mark as its kind's `LOOKS` say."""
        glyphs = {
            cell: Glyph(digit_text(value), symbol, tone, given=self.givens[cell] is not None)
            for cell, value in (self.givens if grid is None else grid).marked()
            for symbol, tone in [self.LOOKS.get(value, (str(value), "plain"))]
        }
        return replace(super().picture(grid), glyphs=glyphs)

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        """Return a board of so many rows and columns with nothing given."""
        return cls(Grid.make(*size))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Fill a blank board at random, and give all of it."""
        from solvers._core.generate.fill import filled

        puzzle = cls.blank(size)
        grid = filled(puzzle, rng)
        return puzzle.with_fields(givens=grid), grid

    def with_fields(self, **fields: object) -> Self:
        """Return the puzzle with other values of some fields."""
        return replace(self, **fields)  # type: ignore[type-var] # every kind is a dataclass

    def without(self, clue: Clue) -> Self | None:
        """Return the puzzle without a given mark; any other clue stays."""
        if not isinstance(clue, Given):
            return None
        height, width = self.givens.height, self.givens.width
        return self.with_fields(
            givens=Grid.make(height, width, lambda cell: None if cell in clue.cells else self.givens[cell])
        )


class TwoMarks(Marks):
    """Kinds whose cells hold 1 or 0, with one variable per cell."""

    @property
    def values(self) -> Sequence[int]:
        """Both marks."""
        return (0, 1)

    def literal(self, cell: Cell, value: int) -> Literal:
        """Return the literal "the cell holds 1", or its negation."""
        return is_one(cell) if value else ~is_one(cell)

    def choices(self) -> Choices:
        """Return the choices of each cell: 0 or 1."""
        return two_choices(self.board.cells())


class Digits(Marks):
    """Kinds whose cells hold one of several `values`, with one variable per cell and value."""

    def literal(self, cell: Cell, value: int) -> Literal:
        """Return the literal "the cell holds this value"."""
        return holds(cell, value)

    def choices(self) -> Choices:
        """Return the choices of each cell: one of the values."""
        return {cell: one_of(cell, self.values) for cell in self.board.cells()}
