"""New puzzles with one solution: a random solution with all clues that it can have, then as few clues as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from solvers._core.explain.grade import grade_of
from solvers._core.generate.dice import Dice
from solvers._core.model.clock import Clock
from solvers._core.model.errors import BadPuzzle, GaveUp
from solvers._core.model.results import GRADES, Generated
from solvers._core.model.steps import cells_of
from solvers._core.search.solve import has_other, solutions, solve, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from solvers._core.model.grid import Grid
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.results import Grade
    from solvers._core.model.rules import Clue

    P = TypeVar("P", bound=Puzzle)

NEIGHBOURS, PUT_BACK = 6, 3
"""How many puzzles in turn may be no harder than the one they come from, and how many clues are put back for each."""

PUT_BACK_SHARE = 8
"""Of so many clues about one comes back at a time to a puzzle that is too hard."""


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
    of each puzzle that is tried.
    """
    level = None if grade is None else _level(grade)
    clock, size = Clock(timeout), size or kind.SIZE
    if not (min(size) >= 1 and max(size) <= kind.LARGEST_NEW):
        raise BadPuzzle(f"a new {kind.KIND} has 1 to {kind.LARGEST_NEW} rows and columns, not {size[0]} and {size[1]}")
    rng = Dice(f"{kind.KIND} {size} {level} {seed}")
    rng.clock, rng.wanted, rng.on_attempt = clock, level, on_attempt
    while rng.attempt():
        richest, solution = kind.random(size, rng, lambda puzzle, solution: _other_solution(puzzle, solution, clock))
        if _other_solution(richest, solution, clock) is not None:
            continue
        if level is None:
            clues, values = _in_order(richest.clues(), rng), values_of(richest, solve(richest, clock))
            thinnest = _thinner(richest, clues, values, clock)[0][-1]
            return Generated(thinnest, solution, grade_of(thinnest, clock), seed, clock.ms())
        if (found := _of_grade(richest, level, rng)) is not None:
            return Generated(found[0], solution, found[1], seed, clock.ms())
    wanted = "" if level is None else f" of grade {level}"
    raise GaveUp(f"no {kind.KIND} of {size[0]}×{size[1]}{wanted} was among {rng.tried} that were tried")


def _level(grade: int | str) -> int:
    """Return the number of a grade, given by its number or name; raises `BadPuzzle`."""
    if grade in GRADES:
        return GRADES.index(str(grade)) + 1
    if isinstance(grade, int) and 1 <= grade <= len(GRADES):
        return grade
    raise BadPuzzle(f"a grade is one of 1 to {len(GRADES)} ({', '.join(GRADES)}), not {grade}")


def _other_solution(puzzle: Puzzle, solution: Grid, clock: Clock) -> Grid | None:
    """Return a solution that differs from the given one, if there is any."""
    found = solutions(puzzle, clock, limit=2)
    return next((grid for grid in found.grids if grid != solution), None)


def _thinner(puzzle: P, clues: Iterable[Clue], values: Sequence[bool], clock: Clock) -> tuple[list[P], list[Clue]]:
    """Remove clues in this order while the solution stays unique; return all stages, and what was removed."""
    stages: list[P] = [puzzle]
    removed: list[Clue] = []
    for clue in clues:
        thinner = stages[-1].without(clue)
        if thinner is not None and not has_other(thinner, values, clock, clue):
            stages.append(thinner)
            removed.append(clue)
    return stages, removed


def _in_order(clues: Iterable[Clue], rng: Random) -> list[Clue]:
    """Return clues in random order; marks go first, because signs and sums are typical of a kind."""
    shuffled = list(clues)
    rng.shuffle(shuffled)
    return sorted(shuffled, key=lambda clue: len(clue.cells))


def _of_grade(richest: P, wanted: int, rng: Dice) -> tuple[P, Grade] | None:
    """Return a thin puzzle of the wanted grade with some clues of the richest one; None if none is found.

    While the puzzle is too easy, a few of its removed clues are put back and others removed; what is as hard is kept.
    """
    if not rng.judged(richest).is_easier:  # Removing clues never makes a puzzle easier.
        return None
    values = values_of(richest, solve(richest, rng.clock))
    clues = _in_order(richest.clues(), rng)
    puzzle, removed, best = _thinnest(richest, clues, values, rng)
    misses = 0
    while best.level < wanted and removed and misses < NEIGHBOURS and rng.attempt():
        back = rng.sample(removed, min(len(removed), rng.randint(1, PUT_BACK)))
        kept = [clue for clue in removed if clue not in back]
        others = [clue for clue in _in_order(clues, rng) if clue not in kept and clue not in back]
        other, more, graded = _thinnest(_without(richest, kept), [*others, *back], values, rng)
        misses = 0 if graded.score > best.score else misses + 1
        if graded.score >= best.score:
            puzzle, removed, best = other, kept + more, graded
    return (puzzle, best) if best.level == wanted else None


def _without(puzzle: P, clues: Iterable[Clue]) -> P:
    """Return the puzzle without some of its clues, which it can lose one after the other."""
    for clue in clues:
        puzzle = puzzle.without(clue) or puzzle
    return puzzle


def _thinnest(puzzle: P, clues: Sequence[Clue], values: Sequence[bool], rng: Dice) -> tuple[P, list[Clue], Grade]:
    """Remove clues in this order while the puzzle is no harder than wanted; return it, what was removed, its grade.

    If it becomes too hard, clues come back where the wanted deduction does not get on.
    """
    stages, removed = _thinner(puzzle, clues, values, rng.clock)
    thinnest, judged = stages[-1], rng.judged(stages[-1])
    was_harder = not judged.is_easier
    while not judged.is_easier:
        cells = {cell for place in judged.open for cell in cells_of(place)}
        near = [clue for clue in removed if not cells.isdisjoint(clue.cells)] or removed
        back = rng.sample(near, 1 + len(near) // PUT_BACK_SHARE)
        removed = [clue for clue in removed if clue not in back]
        thinnest = _without(puzzle, removed)
        judged = rng.judged(thinnest)
    graded = judged.grade
    for clue in clues if was_harder and graded.level != rng.wanted else ():
        thinner = None if clue in removed else thinnest.without(clue)
        if thinner is not None and not has_other(thinner, values, rng.clock, clue):
            judged = rng.judged(thinner)
            if judged.is_easier:
                thinnest, graded = thinner, judged.grade
                removed.append(clue)
            if graded.level == rng.wanted:
                break
    return thinnest, removed, graded
