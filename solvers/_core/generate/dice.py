"""The random numbers of one new puzzle, which know its time limit and the grade that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from solvers._core.explain.grade import graded
from solvers._core.model.grid import Place
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import METHODS, Clock, Grade

T = TypeVar("T")

ATTEMPTS = 2000
"""Puzzles tried before a grade counts as impossible for a size."""


CHANGES, TRIES = 3, 10
"""How often a puzzle of a rare grade is changed so that it still has the grade, and how often that is tried."""
FEW_CHANGES, FEW_TRIES = 1, 2
"""The same where a mask is known (`Dice.kept`): what takes a long search to find mostly takes long to change, too."""


class Judged(NamedTuple):
    """How close a puzzle is to the wanted grade: the greater, the closer."""

    is_easier: bool
    """Whether it is easier, or as wanted."""
    closeness: int
    """The score of one that is easier; otherwise minus the places that wanted deduction leaves open."""
    grade: Grade
    open: Sequence[Place]
    """These places."""


class Dice(Random):
    """A random number generator that checks the time limit, so that every random loop of a kind ends in time."""

    clock: Clock
    wanted: int | None = None
    """The level that is wanted."""
    on_attempt: Callable[[int], None]
    tried = 0
    """How many puzzles have been tried."""

    then: float | None = None
    """The seed of the changes if the random numbers before are known to lead to the wanted grade."""

    kept: int | None = None
    """What leads to a puzzle of the wanted grade, as a mask, if that is known.

    That is which clues are kept or, where all clues stay, which neighbours are moved to.
    """
    found = -1
    """The same for the puzzle that was found."""

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
        """Count one more attempt; return False if there have been enough."""
        self.clock.tick()
        if self.tried == ATTEMPTS:
            return False
        self.tried += 1
        self.on_attempt(self.tried)
        return True

    def wandered(self, begun: T, near: Callable[[T], T | None]) -> T:
        """Return what a few changes make of something that has the wanted grade; `near` returns None without it.

        Only what the random numbers were known to lead to is changed, from here on with the numbers of another seed.
        """
        if self.then is not None:
            self.seed(self.then)
            self.then, changes = None, 0
            most, tries = (CHANGES, TRIES) if self.kept is None else (FEW_CHANGES, FEW_TRIES)
            for _ in range(tries):
                other = near(begun)
                if other is not None and other != begun:
                    begun, changes = other, changes + 1
                if changes == most:
                    break
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

    def is_reached(self, judged: Judged, puzzle: Puzzle) -> bool:
        """Return whether a board with all its clues can have the wanted grade, perhaps when some are removed."""
        return judged.grade.level == self.wanted or (
            judged.is_easier and any(puzzle.without(clue) is not None for clue in puzzle.clues())
        )
