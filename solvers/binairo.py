"""Binairo: fill the board with two marks, no two lines alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import lines
from solvers._core.fill import filled
from solvers._core.grid import Grid
from solvers._core.rules import Different, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers._core.grid import Cell
    from solvers._core.picture import Picture
    from solvers._core.puzzle import Another, Place
    from solvers._core.rules import Clue, Literal


@dataclass(frozen=True, slots=True)
class Binairo:
    """A Binairo of any even size, rectangles too; 1 = blue, 0 = red (Takuzu, Binary Puzzle, 0h h1).

    1. Half of each line holds each mark.
    2. No three neighbours in a line are equal.
    3. No two rows are equal, and no two columns.

    The colours and the rules are those of 0h h1 (source: the rules screen of its published code).
    """

    givens: Grid

    KIND: ClassVar = "binairo"
    LOGIC: ClassVar = "QF_FD"
    MARKS: ClassVar[Mapping[int, str]] = {1: "blue", 0: "red"}
    SIZE: ClassVar = (10, 10)

    def __post_init__(self) -> None:
        lines.check_givens(self.givens)

    @property
    def shape(self) -> tuple[int, int]:
        return self.givens.height, self.givens.width

    def rules(self) -> Iterator[Rule]:
        yield from lines.balanced(self.givens)
        yield from lines.no_three(self.givens)
        for (name, line), (other, another) in _pairs(self.givens):
            cells = tuple(map(lines.literal, line)), tuple(map(lines.literal, another))
            yield Rule(f"{name} and {other} are not alike", (*line, *another), Different(*cells), "lines not alike")

    def clues(self) -> Iterator[Clue]:
        return lines.marks(self.givens, self.MARKS)

    def answer(self) -> Sequence[str]:
        return lines.answer(self.givens)

    def grid(self, values: Sequence[bool | None]) -> Grid:
        return lines.grid(self.givens, values)

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        return lines.choices(self.givens)

    def cuts(self, _values: Sequence[bool]) -> Sequence[Rule]:
        return ()

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            lines.keeps(self.givens, grid)
            and lines.is_balanced(grid)
            and lines.has_no_three(grid)
            and all(
                [grid[cell] for cell in line] != [grid[cell] for cell in other]
                for (_, line), (_, other) in _pairs(grid)
            )
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        return lines.technique(because, sets)

    def picture(self, grid: Grid | None = None) -> Picture:
        return lines.picture(self.givens, grid, {1: ("X", "cool"), 0: ("O", "warm")})

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(lines.givens_of(picture))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, _another: Another[Self]) -> tuple[Self, Grid]:
        grid = filled(cls(Grid.make(*size)), rng)
        return cls(grid), grid

    def without(self, clue: Clue) -> Self:
        return type(self)(lines.without(self.givens, clue))


def _pairs(grid: Grid) -> Iterator[tuple[tuple[str, tuple[Cell, ...]], tuple[str, tuple[Cell, ...]]]]:
    """Iterate over every two rows, then every two columns, each with its name."""
    lines = list(grid.lines())
    yield from combinations(lines[: grid.height], 2)
    yield from combinations(lines[grid.height :], 2)
