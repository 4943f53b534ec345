"""What the engine returns: solutions, grades, explanations and new puzzles. Nothing here imports Z3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers._core.model.steps import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers._core.model.grid import Grid
    from solvers._core.model.puzzle import Puzzle

GRADES = ("trivial", "easy", "normal", "tricky", "hard")
"""The names of the grades, from 1 to 5."""
METHODS = ("one rule", "one line", "short assumption", "assumption", "nested assumptions")
"""What the hardest step of each grade needs; the module `reasoner` defines them."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The grid, whether it was proved to be unique, and the milliseconds that each part of the work took."""

    grid: Grid
    unique: bool
    ms: Mapping[str, float]
    values: tuple[bool, ...] = ()
    """The values of the booleans of `Puzzle.answer`."""


@dataclass(frozen=True, slots=True)
class Solutions:
    """Solutions in the order found; `complete` says that there are no others."""

    grids: tuple[Grid, ...]
    complete: bool
    ms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is: its level (1 … 5) and a score that orders puzzles of one kind and size.

    `techniques` holds how many places each method settles, `ms` what the grading took.
    """

    level: int
    score: int
    techniques: Mapping[str, int]
    ms: Mapping[str, float]

    @property
    def name(self) -> str:
        """The word for the level."""
        return GRADES[self.level - 1]

    @property
    def technique(self) -> str:
        """The method that the hardest step needs."""
        return METHODS[self.level - 1]


class Explanation(Iterator[Step]):
    """The one solution of a puzzle, and an iterator over the steps that lead to it."""

    def __init__(self, solution: Grid, steps: Iterator[Step]) -> None:
        """Take the solution and the steps, which are computed one at a time."""
        self.solution, self._steps = solution, steps

    def __next__(self) -> Step:
        return next(self._steps)


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle, its one solution, its grade, the seed that makes it again, and the milliseconds it took."""

    puzzle: Puzzle
    solution: Grid
    grade: Grade
    seed: int
    ms: Mapping[str, float]
