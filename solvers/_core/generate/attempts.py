"""The random numbers of one new puzzle, which know its time limit and the grade that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from solvers._core.explain.grade import graded
from solvers._core.model.grid import Place
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import METHODS, Clock, Grade

T = TypeVar("T")

ATTEMPTS = 2000
"""Puzzles tried, where no time limit is given, before a grade counts as impossible for a size."""


class Judged(NamedTuple):
    """How close a puzzle is to the wanted grade: the greater, the closer."""

    is_easier: bool
    """Whether it is easier, or as wanted."""
    closeness: int
    """The score of one that is easier; otherwise minus the places that wanted deduction leaves open."""
    grade: Grade
    open: Sequence[Place]
    """These places."""


class Attempts(Random):
    """A random number generator that checks the time limit, so that every random loop of a kind ends in time."""

    clock: Clock
    wanted: int | None = None
    """The level that is wanted."""
    on_attempt: Callable[[int], None]
    tried = 0
    """How many puzzles have been tried."""

    def __init__(self, seed: float | str) -> None:
        """Begin with these random numbers."""
        super().__init__(seed)
        self.seen: dict[Puzzle, Judged] = {}
        """The puzzles that were judged: most are asked for again, when clues are removed and at the end."""

    def getrandbits(self, k: int, /) -> int:
        """Return random bits; raises `GaveUp` when the time limit is exceeded."""
        self.clock.tick()
        return super().getrandbits(k)

    def attempt(self) -> bool:
        """Count one more attempt; return False if there is no time limit and there have been enough."""
        self.clock.tick()
        if self.clock.limit is None and self.tried == ATTEMPTS:
            return False
        self.tried += 1
        self.on_attempt(self.tried)
        return True

    def climb(
        self,
        begun: T,
        near: Callable[[T], T | None],
        score: Callable[[T], Any],
        is_there: Callable[[T], bool],
        most: int,
    ) -> T:
        """Return what is reached from neighbour to neighbour, none with a lower score than the one before.

        `near` returns None if it finds none. The climb ends after `most` neighbours in turn that score no higher.
        """
        best, misses = score(begun), 0
        while misses < most and not is_there(begun):
            other, misses = near(begun), misses + 1
            if other is None:
                continue
            if not self.attempt():
                break
            if (new := score(other)) >= best:
                misses = 0 if new > best else misses
                begun, best = other, new
        return begun

    def judged(self, puzzle: Puzzle) -> Judged:
        """Judge a puzzle with one solution, no longer than it takes to see that it is too hard."""
        if puzzle in self.seen:
            return self.seen[puzzle]
        wanted = self.wanted or len(METHODS)
        grade, open_ = graded(puzzle, self.clock, min(wanted, len(METHODS) - 1))
        is_easier = grade.level <= wanted
        self.seen[puzzle] = Judged(is_easier, grade.score if is_easier else -len(open_), grade, open_)
        return self.seen[puzzle]

    def is_reached(self, puzzle: Puzzle) -> bool:
        """Return whether a board with all its clues can have the wanted grade, perhaps when some are removed."""
        judged = self.judged(puzzle)
        return judged.grade.level == self.wanted or (
            judged.is_easier and any(puzzle.without(clue) is not None for clue in puzzle.clues())
        )
