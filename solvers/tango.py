"""Tango: suns and moons, with signs on edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import lines
from solvers._core.edges import canonical
from solvers._core.errors import BadPuzzle
from solvers._core.fill import filled
from solvers._core.grid import Grid
from solvers._core.picture import Edge, signs_of
from solvers._core.rules import Clue, Different, Same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers._core.picture import Picture
    from solvers._core.puzzle import Another, Place
    from solvers._core.rules import Literal, Rule

EDGES_A_SIGN = 4
"""A new puzzle begins with a sign on one edge in so many, as the boards of the day have about."""


@dataclass(frozen=True, slots=True)
class Tango:
    """A Tango of any even size, rectangles too; 1 = sun, 0 = moon.

    1. Half of each line holds each mark.
    2. No three neighbours in a line are equal.
    3. Two cells with `=` on their edge (`equal`) hold the same mark.
    4. Two cells with `×` on their edge (`opposite`) hold different marks.

    Equal lines are not forbidden (source: the game's own legend, 2026).
    """

    givens: Grid
    equal: tuple[Edge, ...] = ()
    opposite: tuple[Edge, ...] = ()

    KIND: ClassVar = "tango"
    LOGIC: ClassVar = "QF_FD"
    MARKS: ClassVar[Mapping[int, str]] = {1: "a sun", 0: "a moon"}
    SIZE: ClassVar = (6, 6)

    def __post_init__(self) -> None:
        lines.check_givens(self.givens)
        object.__setattr__(self, "equal", canonical("equal", self.equal, self.givens))
        object.__setattr__(self, "opposite", canonical("opposite", self.opposite, self.givens))
        for one, other in set(self.equal) & set(self.opposite):
            msg = f"equal and opposite: the edge between {one} and {other} bears both signs"
            raise BadPuzzle(msg)

    @property
    def shape(self) -> tuple[int, int]:
        return self.givens.height, self.givens.width

    def rules(self) -> Iterator[Rule]:
        yield from lines.balanced(self.givens)
        yield from lines.no_three(self.givens)

    def clues(self) -> Iterator[Clue]:
        yield from lines.marks(self.givens, self.MARKS)
        for edges, sign, says in ((self.equal, "=", Same), (self.opposite, "×", Different)):
            for edge in edges:
                one, other = map(lines.literal, edge)
                yield Clue(f"{edge[0]} {sign} {edge[1]}", edge, says((one,), (other,)), "edge")

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
            and all(grid[one] == grid[other] for one, other in self.equal)
            and all(grid[one] != grid[other] for one, other in self.opposite)
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        return lines.technique(because, sets)

    def picture(self, grid: Grid | None = None) -> Picture:
        marks = lines.picture(self.givens, grid, {1: ("☀", "warm"), 0: ("☾", "cool")})
        return replace(marks, signs=dict.fromkeys(self.equal, "=") | dict.fromkeys(self.opposite, "x"))

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(lines.givens_of(picture, "=x"), tuple(signs_of(picture, "=")), tuple(signs_of(picture, "x")))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, _another: Another[Self]) -> tuple[Self, Grid]:
        grid = filled(cls(Grid.make(*size)), rng)
        edges = [(cell, other) for cell in grid.cells() for other in cell.neighbours() if other in grid]
        signs = rng.sample(edges, len(edges) // EDGES_A_SIGN)
        equal = tuple(edge for edge in signs if grid[edge[0]] == grid[edge[1]])
        return cls(grid, equal, tuple(edge for edge in signs if edge not in equal)), grid

    def without(self, clue: Clue) -> Self:
        if len(clue.cells) == 1:
            return replace(self, givens=lines.without(self.givens, clue))
        return replace(
            self,
            equal=tuple(edge for edge in self.equal if edge != clue.cells),
            opposite=tuple(edge for edge in self.opposite if edge != clue.cells),
        )
