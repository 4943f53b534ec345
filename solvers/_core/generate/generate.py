"""New puzzles with one solution: a random solution with all clues that it can have, then as few clues as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from solvers._core.explain.grade import graded
from solvers._core.generate.attempts import Attempts
from solvers._core.generate.fill import is_only
from solvers._core.model.errors import BadPuzzle, GaveUp, times
from solvers._core.model.grid import Grid, cells_of
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import GRADES, Clock, Generated, Grade
from solvers._core.model.rules import Clue
from solvers._core.model.sentences import joined
from solvers._core.search.engine import Others

P = TypeVar("P", bound=Puzzle)

NEIGHBOURS, PUT_BACK = 6, 3
"""How many puzzles in turn may be no harder than the one they come from, and how many clues are put back for each."""

PUT_BACK_SHARE = 8
"""Of so many clues about one comes back at a time to a puzzle that is too hard."""
BY_DEDUCTION = 2
"""Up to this grade, deduction is faster than a proof that there is no other solution."""


def generate(  # noqa: PLR0913 - each is an option
    kind: type[Puzzle],
    size: tuple[int, int] | None,
    *,
    grade: int | str | None,
    seed: int,
    clock: Clock,
    on_attempt: Callable[[int], None],
) -> Generated:
    """Make a puzzle as `solvers.generate` does."""
    level = None if grade is None else _level(grade)
    usual = kind.SIZES.get(level, kind.SIZE)
    size = size or usual
    if not (min(size) >= 1 and max(size) <= kind.LARGEST_NEW):
        raise BadPuzzle(f"a new {kind.KIND} has 1 to {kind.LARGEST_NEW} rows and columns, not {size[0]} and {size[1]}")
    if level and level in kind.NO_GRADES:
        grades = joined(number for number in range(1, len(GRADES) + 1) if number not in kind.NO_GRADES)
        raise BadPuzzle(f"{kind.KIND.replace('_', ' ').removesuffix('s')}s have grades {grades}")
    rng = Attempts(f"{kind.KIND} {size} {level} {seed}")
    rng.clock, rng.wanted, rng.on_attempt = clock, level, on_attempt
    found = None
    try:
        while found is None and rng.attempt():
            found = _tried(kind, size, rng)
    except GaveUp as error:
        minutes = kind.RARE.get(level or 0)
        if size != usual or minutes is None or error.limit is None:
            raise
        words = f"grade {level} is rare in a new {kind.KIND}, and takes about {times(minutes, 'minute')}"
        raise GaveUp(f"{error.reason}; {words}", error.limit) from None
    if found is not None:
        return Generated(*found, seed, clock.ms())
    wanted = "" if level is None else f" of grade {level}"
    raise GaveUp(f"no {kind.KIND} of {size[0]}×{size[1]}{wanted} was among {rng.tried} that were tried")


def _tried(kind: type[P], size: tuple[int, int], rng: Attempts) -> tuple[P, Grid, Grade] | None:
    """Return a puzzle of the wanted grade, if any, with its solution and its grade; None if a random board has none."""
    richest, solution = kind.random(size, rng)
    if not is_only(richest, solution, rng):
        return None
    others = Others(richest)
    if rng.wanted is None:
        thinnest, _ = _thinner(richest, _in_order(richest.clues(), rng), others, rng.clock)
        return thinnest, solution, graded(thinnest, rng.clock)[0]
    found = _of_grade(richest, rng.wanted, others, rng)
    return found and (found[0], solution, found[1])


def _level(grade: int | str) -> int:
    """Return the number of a grade, given by its number or name; raises `BadPuzzle`."""
    if grade in GRADES:
        return GRADES.index(str(grade)) + 1
    if isinstance(grade, int) and 1 <= grade <= len(GRADES):
        return grade
    raise BadPuzzle(f"a grade is one of 1 to {len(GRADES)} ({', '.join(GRADES)}), not {grade}")


def _thinner(puzzle: P, clues: Iterable[Clue], others: Others, clock: Clock) -> tuple[P, list[Clue]]:
    """Remove clues in this order while the solution stays unique; return what is left, and what was removed."""
    removed: list[Clue] = []
    for clue in clues:
        thinner = puzzle.without(clue)
        if thinner is not None and not others.has_other(thinner, clock):
            puzzle = thinner
            removed.append(clue)
    return puzzle, removed


def _in_order(clues: Iterable[Clue], rng: Random) -> list[Clue]:
    """Return clues in random order; marks go first, because signs and sums are typical of a kind."""
    shuffled = list(clues)
    rng.shuffle(shuffled)
    return sorted(shuffled, key=lambda clue: len(clue.cells))


def _of_grade(richest: P, wanted: int, others: Others, rng: Attempts) -> tuple[P, Grade] | None:
    """Return a thin puzzle of the wanted grade with some clues of the richest one; None if none is found.

    While the puzzle is too easy, a few of its removed clues are put back and others removed; what is as hard is kept.
    """
    if not rng.judged(richest).is_easier:  # Removing clues never makes a puzzle easier.
        return None
    clues = _in_order(richest.clues(), rng)

    def grade(found: tuple[P, list[Clue]]) -> Grade:
        return rng.judged(found[0]).grade

    def near(found: tuple[P, list[Clue]]) -> tuple[P, list[Clue]]:
        _, removed = found
        back = rng.sample(removed, min(len(removed), rng.randint(1, PUT_BACK)))
        kept = [clue for clue in removed if clue not in back]
        first = [clue for clue in _in_order(clues, rng) if clue not in removed]
        other, more = _thinnest(_without(richest, kept), [*first, *back], others, rng)
        return other, kept + more

    def is_there(found: tuple[P, list[Clue]]) -> bool:
        return grade(found).level >= wanted or not found[1]

    begun = _thinnest(richest, clues, others, rng)
    best = rng.climb(begun, near, lambda found: grade(found).score, is_there, NEIGHBOURS)
    return (best[0], grade(best)) if grade(best).level == wanted else None


def _without(puzzle: P, clues: Iterable[Clue]) -> P:
    """Return the puzzle without some of its clues, which it can lose one after the other."""
    for clue in clues:
        puzzle = puzzle.without(clue) or puzzle
    return puzzle


def _thinnest(puzzle: P, clues: Sequence[Clue], others: Others, rng: Attempts) -> tuple[P, list[Clue]]:
    """Remove clues in this order while the puzzle is no harder than wanted; return it, and what was removed.

    If only grades up to `BY_DEDUCTION` will do, deduction alone says what may go. Otherwise, if the puzzle becomes too
    hard, clues come back where the wanted deduction does not get on.
    """
    by_deduction = rng.wanted is not None and rng.wanted <= BY_DEDUCTION
    thinnest, removed = (puzzle, []) if by_deduction else _thinner(puzzle, clues, others, rng.clock)
    judged, least = rng.judged(thinnest), len(clues) * puzzle.KEPT_SHARE.get(rng.wanted or 0, 0)
    was_harder = not judged.is_easier
    while removed and not judged.is_easier:
        cells = {cell for place in judged.open for cell in cells_of(place)}
        near = [clue for clue in removed if not cells.isdisjoint(clue.cells)] or removed
        back = rng.sample(near, 1 + len(near) // PUT_BACK_SHARE)
        removed = [clue for clue in removed if clue not in back]
        thinnest = _without(puzzle, removed)
        judged = rng.judged(thinnest)
    for clue in clues if by_deduction or was_harder else ():
        if (not by_deduction and judged.grade.level == rng.wanted) or len(clues) - len(removed) <= least:
            break
        thinner = None if clue in removed else thinnest.without(clue)
        if thinner is not None and (other := rng.judged(thinner)).is_easier:  # So it has only one solution.
            thinnest, judged = thinner, other
            removed.append(clue)
    return thinnest, removed
