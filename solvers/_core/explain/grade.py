"""Grades: how hard a puzzle is for a person, judged by its hardest step."""

from __future__ import annotations

from collections.abc import Sequence

from solvers._core.explain.reasoner import ASSUMPTION, LEVELS, Reasoner
from solvers._core.model.grid import Place
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import METHODS, Clock, Grade

WEIGHTS = (1, 5, 25, 100, 500)
"""What a round at each level adds to the score; a round assigns everything that can be deduced at once."""


def grade(puzzle: Puzzle, *, timeout: float | None = None) -> Grade:
    """Return how hard a puzzle is for a person; `timeout` is in seconds. Raises what `solve` raises.

    Each round takes the easiest level that assigns anything, and assigns all that this level finds. So the grade does
    not depend on how the board is turned, nor on the order of its clues.

    >>> givens.grade(givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})).name
    'trivial'
    """
    clock = Clock(timeout)
    from solvers._core.search.engine import solve  # It imports Z3.

    solve(puzzle, clock)
    return graded(puzzle, clock)[0]


def graded(puzzle: Puzzle, clock: Clock, most: int = ASSUMPTION) -> tuple[Grade, Sequence[Place]]:
    """Grade a puzzle with exactly one solution, up to a step that is harder than `most`, as if all such were alike.

    Return also the places that are open then.
    """
    reasoner, score, hardest = Reasoner(puzzle, clock.tick), 0, 1
    assigned = dict.fromkeys(METHODS, 0)
    while places := reasoner.open():
        level, new = next(
            ((level, new) for level in LEVELS[:most] if (new := reasoner.advance(level))),
            (most + 1, dict.fromkeys(places, 0)),
        )
        hardest = max(hardest, level)
        score += WEIGHTS[level - 1]
        assigned[METHODS[level - 1]] += len(new)
        if level > most:
            break
        reasoner.learn(new)
    clock.lap("grade")
    techniques = {method: count for method, count in assigned.items() if count}
    return Grade(hardest, score, techniques, clock.ms()), places
