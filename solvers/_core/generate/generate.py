"""New puzzles with one solution: a random solution with all clues that it can have, then as few clues as possible."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from solvers._core.explain.grade import grade_of
from solvers._core.model.clock import Clock
from solvers._core.model.errors import BadPuzzle, GaveUp
from solvers._core.model.results import GRADES, Generated
from solvers._core.search.solve import has_other, solutions, solve, values_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers._core.model.grid import Grid
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.results import Grade

    P = TypeVar("P", bound=Puzzle)

ATTEMPTS = 500
"""Random puzzles tried before a grade counts as impossible for a size."""


def generate(  # noqa: PLR0913 - each is an option
    kind: type[Puzzle],
    size: tuple[int, int] | None = None,
    *,
    grade: int | str | None = None,
    seed: int = 0,
    timeout: float | None = None,
    on_attempt: Callable[[int], None] = lambda _number: None,
) -> Generated:
    """Make a puzzle without a superfluous clue or, if a grade from 1 to 5 is wanted, the thinnest of that grade.

    `size` is rows and columns; equal seeds give equal puzzles. `timeout` is in seconds. Raises `BadPuzzle` for a size
    or a grade that does not exist, and `GaveUp` when the time limit is exceeded. `on_attempt` is called with the number
    of each random puzzle that is tried.
    """
    level = None if grade is None else _level(grade)
    clock, size = Clock(timeout), size or kind.SIZE
    if not (min(size) >= 1 and max(size) <= kind.LARGEST_NEW):
        raise BadPuzzle(f"a new {kind.KIND} has 1 to {kind.LARGEST_NEW} rows and columns, not {size[0]} and {size[1]}")
    rng = _Dice(f"{kind.KIND} {size} {level} {seed}")
    rng.clock = clock
    for number in range(1, ATTEMPTS + 1):
        clock.tick()
        on_attempt(number)
        richest, solution = kind.random(size, rng, lambda puzzle, solution: _other_solution(puzzle, solution, clock))
        if _other_solution(richest, solution, clock) is not None:
            continue
        found = _hardest(_thinner(richest, rng, clock), level, clock)
        if found is not None:
            puzzle, graded = found
            return Generated(puzzle, solution, graded, seed, clock.ms())
    wanted = "" if level is None else f" of grade {level}"
    raise GaveUp(f"no {kind.KIND} of {size[0]}×{size[1]}{wanted} was among {ATTEMPTS} random ones")


def _level(grade: int | str) -> int:
    """Return the number of a grade, given by its number or name; raises `BadPuzzle`."""
    if grade in GRADES:
        return GRADES.index(str(grade)) + 1
    if isinstance(grade, int) and 1 <= grade <= len(GRADES):
        return grade
    raise BadPuzzle(f"a grade is one of 1 to {len(GRADES)} ({', '.join(GRADES)}), not {grade}")


class _Dice(Random):
    """A random number generator that checks the time limit, so that every random loop of a kind ends in time."""

    clock: Clock

    def getrandbits(self, k: int, /) -> int:
        """Return random bits; raises `GaveUp` when the time limit is exceeded."""
        self.clock.tick()
        return super().getrandbits(k)


def _other_solution(puzzle: Puzzle, solution: Grid, clock: Clock) -> Grid | None:
    """Return a solution that differs from the given one, if there is any."""
    found = solutions(puzzle, clock, limit=2)
    return next((grid for grid in found.grids if grid != solution), None)


def _thinner(puzzle: P, rng: Random, clock: Clock) -> list[P]:
    """Remove clues in random order while the solution stays unique; return all stages, the richest first."""
    stages, clues = [puzzle], list(puzzle.clues())
    values = values_of(puzzle, solve(puzzle, clock))
    rng.shuffle(clues)
    clues.sort(key=lambda clue: len(clue.cells))  # Marks go first, because signs and sums are typical of a kind.
    for clue in clues:
        thinner = stages[-1].without(clue)
        if thinner is not None and not has_other(thinner, values, clock):
            stages.append(thinner)
    return stages


def _hardest(stages: list[P], wanted: int | None, clock: Clock) -> tuple[P, Grade] | None:
    """Return the thinnest stage of the wanted grade, if any: removing clues never makes a puzzle easier."""
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
