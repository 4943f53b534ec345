"""New puzzles with one solution: a random solution, all clues it could have, and then as few as will do."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeVar

from solvers._core import engine
from solvers._core.clock import Clock
from solvers._core.errors import BadPuzzle, GaveUp
from solvers._core.grade import NAMES, Grade, grade_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers._core.grid import Grid
    from solvers._core.puzzle import Puzzle

    P = TypeVar("P", bound=Puzzle)

LARGEST = 30
"""Rows and columns of the largest puzzle that is made."""
ATTEMPTS = 500
"""Random puzzles tried before a grade is taken for one that a size does not have."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle, its one solution, its grade, and the seed that makes it again; `ms` is what making it took."""

    puzzle: Puzzle
    solution: Grid
    grade: Grade
    seed: int
    ms: Mapping[str, float]


def generate(
    kind: type[Puzzle],
    size: tuple[int, int] | None = None,
    *,
    grade: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
) -> Generated:
    """Make a puzzle from which no clue can go, or, where a grade from 1 to 5 is wanted, no clue without passing it.

    `size` is rows and columns; equal seeds give equal puzzles. `timeout` is in seconds. Raises `BadPuzzle` for a size
    or a grade that there is not, `GaveUp` when time is out.
    """
    if grade is not None and not 1 <= grade <= len(NAMES):
        msg = f"a grade is one of 1 to {len(NAMES)} ({', '.join(NAMES)}), not {grade}"
        raise BadPuzzle(msg)
    clock, size = Clock(timeout), size or kind.SIZE
    if not (min(size) >= 1 and max(size) <= LARGEST):
        msg = f"a new puzzle has 1 to {LARGEST} rows and columns, not {size[0]} and {size[1]}"
        raise BadPuzzle(msg)
    rng = _Dice(f"{kind.KIND} {size} {grade} {seed}")
    rng.clock = clock
    for _ in range(ATTEMPTS):
        clock.tick()
        richest, solution = kind.random(size, rng, lambda puzzle, solution: _another(puzzle, solution, clock))
        if _another(richest, solution, clock) is not None:
            continue
        found = _hardest(_thinner(richest, solution, rng, clock), grade, clock)
        if found is not None:
            puzzle, graded = found
            return Generated(puzzle, solution, graded, seed, clock.ms())
    wanted = "" if grade is None else f" of grade {grade}"
    msg = f"no {kind.KIND} of {size[0]}×{size[1]}{wanted} was among {ATTEMPTS} random ones"
    raise GaveUp(msg)


class _Dice(Random):
    """Randomness with an eye on the clock: whatever a kind does at random ends in time."""

    clock: Clock

    def getrandbits(self, k: int, /) -> int:
        """Return random bits; raises `GaveUp`."""
        self.clock.tick()
        return super().getrandbits(k)


def _another(puzzle: Puzzle, solution: Grid, clock: Clock) -> Grid | None:
    """Return a solution other than the one a puzzle was made for."""
    found = engine.solutions(puzzle, clock, limit=2)
    return next((grid for grid in found.grids if grid != solution), None)


def _thinner(puzzle: P, solution: Grid, rng: Random, clock: Clock) -> list[P]:
    """Leave out clues in random order while the solution stays the only one; return all stages, the richest first."""
    stages, clues = [puzzle], list(puzzle.clues())
    rng.shuffle(clues)
    clues.sort(key=lambda clue: len(clue.cells))  # Marks go first: signs and sums are what makes a kind.
    for clue in clues:
        thinner = stages[-1].without(clue)
        if thinner is not None and _another(thinner, solution, clock) is None:
            stages.append(thinner)
    return stages


def _hardest(stages: list[P], wanted: int | None, clock: Clock) -> tuple[P, Grade] | None:
    """Return the thinnest stage of the wanted grade, if any: a puzzle never gets easier by losing clues."""
    low, high = 0, len(stages) - 1
    if wanted is None:
        return stages[-1], grade_of(stages[-1], clock)
    while low < high:
        middle = (low + high + 1) // 2
        if grade_of(stages[middle], clock).level <= wanted:
            low = middle
        else:
            high = middle - 1
    graded = grade_of(stages[low], clock)
    return (stages[low], graded) if graded.level == wanted else None
