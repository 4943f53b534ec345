"""3-In-A-Row: fill the board with two marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import lines
from solvers._core.fill import filled
from solvers._core.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers._core.picture import Picture
    from solvers._core.puzzle import Another, Place
    from solvers._core.rules import Clue, Literal, Rule


@dataclass(frozen=True, slots=True)
class ThreeInARow:
    """A 3-In-A-Row of any even size, rectangles too; 1 = blue or X, 0 = white or O.

    1. Half of each line holds each mark.
    2. No three neighbours in a line are equal.

    Equal lines are not forbidden (source: the help page of BrainBashers); where they are, it is `Binairo`.
    """

    givens: Grid

    KIND: ClassVar = "three_in_a_row"
    LOGIC: ClassVar = "QF_FD"
    MARKS: ClassVar[Mapping[int, str]] = {1: "blue", 0: "white"}
    SIZE: ClassVar = (14, 14)

    def __post_init__(self) -> None:
        lines.check_givens(self.givens)

    @property
    def shape(self) -> tuple[int, int]:
        return self.givens.height, self.givens.width

    def rules(self) -> Iterator[Rule]:
        yield from lines.balanced(self.givens)
        yield from lines.no_three(self.givens)

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
        return lines.keeps(self.givens, grid) and lines.is_balanced(grid) and lines.has_no_three(grid)

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        return lines.technique(because, sets)

    def picture(self, grid: Grid | None = None) -> Picture:
        return lines.picture(self.givens, grid, {1: ("X", "cool"), 0: ("O", "light")})

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(lines.givens_of(picture))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, _another: Another[Self]) -> tuple[Self, Grid]:
        grid = filled(cls(Grid.make(*size)), rng)
        return cls(grid), grid

    def without(self, clue: Clue) -> Self:
        return type(self)(lines.without(self.givens, clue))
