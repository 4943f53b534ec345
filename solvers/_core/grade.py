"""Grades: how hard a puzzle is for a person, from what its hardest step needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers._core import engine
from solvers._core.clock import Clock
from solvers._core.reasoner import LEVELS, NESTED, Reasoner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers._core.puzzle import Puzzle

NAMES = ("trivial", "easy", "normal", "tricky", "hard")
METHODS = ("one rule", "one line", "short assumption", "assumption", "nested assumptions")
"""What the hardest step of each grade needs; `_reasoner` says what that is."""
WEIGHTS = (1, 5, 25, 100, 500)
"""What a round at each level adds to the score: a round is all that can be deduced at once."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is: its level (1 … 5), a score that orders puzzles of one size, and what makes it so.

    `techniques` says how many places each method settles, `ms` what the grading took.
    """

    level: int
    score: int
    techniques: Mapping[str, int]
    ms: Mapping[str, float]

    @property
    def name(self) -> str:
        """The word for the level."""
        return NAMES[self.level - 1]

    @property
    def technique(self) -> str:
        """The method that the hardest step needs."""
        return METHODS[self.level - 1]


def grade(puzzle: Puzzle, *, timeout: float | None = None) -> Grade:
    """Grade a puzzle; raises what `solve` raises: only what has one solution can be deduced.

    Each round settles all that the easiest level settles which settles anything: so the grade is the same however the
    board is turned, and in whatever order its clues are told.
    """
    clock = Clock(timeout)
    engine.solve(puzzle, clock)
    return grade_of(puzzle, clock)


def grade_of(puzzle: Puzzle, clock: Clock) -> Grade:
    """Grade a puzzle that is known to have one solution."""
    reasoner, score, hardest = Reasoner(puzzle, clock.tick), 0, 1
    settled = dict.fromkeys(METHODS, 0)
    while places := reasoner.open():
        level, new = next(
            ((level, new) for level in LEVELS if (new := reasoner.advance(level))), (NESTED, dict.fromkeys(places, 0))
        )
        hardest = max(hardest, level)
        score += WEIGHTS[level - 1]
        settled[METHODS[level - 1]] += len(new)
        if level == NESTED:
            break
        reasoner.learn(new)
    clock.lap("grade")
    return Grade(hardest, score, {method: count for method, count in settled.items() if count}, clock.ms())
