"""Solving: propagation first, then search that learns, and Z3 only for what they leave open.

A board that the search exhausts has no other solution, so Z3 is not even imported. Every other board goes to the
engine, with what is left of it: it finds solutions, names contradictions, and proves.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from solvers._core.model.errors import GaveUp
from solvers._core.model.results import Solution, Solutions
from solvers._core.model.rules import Given
from solvers._core.search.learn import Left, Search, settled
from solvers._core.search.propagate import started

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers._core.model.clock import Clock
    from solvers._core.model.grid import Grid
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.rules import Clue
    from solvers._core.search.propagate import Network

ENGINE = "solvers._core.search.engine"
FIRST, MOST, LEAST, PER_LITERAL = 30_000, 10_000, 1_000, 2
"""How many literals are spread before Z3 is asked: if it is not imported; else at most so many, and on a small board,
which Z3 reads fast, so many and some for each literal of its rules."""


def solve(puzzle: Puzzle, clock: Clock) -> Solution:
    """Return the one solution of the puzzle.

    The time limit covers everything. Raises `NoSolution` with the contradicting clues, `NotUnique` with two solutions
    and the forced cells, or `GaveUp`.
    """
    found = propagated(puzzle, clock)
    if isinstance(found, Solution):
        return found
    from solvers._core.search import engine  # the first import of Z3

    return engine.solve(puzzle, clock, found)


def solutions(puzzle: Puzzle, clock: Clock, *, limit: int | None = None) -> Solutions:
    """Return at most `limit` solutions (all by default), and whether those were all; raises `GaveUp`."""
    _check_size(puzzle)
    listed = _listed(puzzle, clock, limit) if limit != 0 and puzzle.SEARCH_STEPS else None
    listed = listed or (_learned(puzzle, clock, limit) if limit != 0 else None)
    if listed is not None:
        return Solutions(*listed, clock.ms())
    from solvers._core.search import engine

    return engine.solutions(puzzle, clock, limit=limit)


def has_other(puzzle: Puzzle, values: Sequence[bool], clock: Clock, lost: Clue | None = None) -> bool:
    """Return whether a solution differs from a known one, given by its values of the answer; raises `GaveUp`.

    `lost` is a clue that the puzzle lacks, and with which that solution is the only one.
    """
    if puzzle.SEARCH_STEPS and (listed := _listed(puzzle, clock, 2)) is not None:
        return len(listed[0]) > 1
    if isinstance(lost, Given) and not puzzle.SEARCH_STEPS and (breaks := _breaks(puzzle, lost, clock)) is not None:
        return breaks
    found = propagated(puzzle, clock)
    if isinstance(found, Solution):
        return False
    if found is not None and found.several:
        return True
    from solvers._core.search import engine

    return engine.has_other(puzzle, values, clock, found)


def _breaks(puzzle: Puzzle, given: Given, clock: Clock) -> bool | None:
    """Return whether a solution breaks a given mark, which the puzzle lacks; None if the search ends too soon."""
    network, state = started(puzzle, clock)
    literals = [network.literal(name) ^ (not holds) for name, holds in given.says.literals]
    if state is None or len(literals) != 1:
        return None
    if not network.assume(state, (literals[0] ^ 1,)):
        return False
    search = Search(network, state, len(puzzle.answer()), _patience(puzzle, network))
    found = search.find(clock, lambda values: puzzle.is_solved_by(puzzle.grid(values)))
    return True if found else False if search.patience > 0 else None


def _patience(puzzle: Puzzle, network: Network) -> int:
    """Return how many literals are spread before Z3 is asked."""
    patience = min(LEAST + PER_LITERAL * network.size, MOST) if ENGINE in sys.modules else FIRST
    return patience * puzzle.PATIENCE


def propagated(puzzle: Puzzle, clock: Clock) -> Solution | Left | None:
    """Return the one solution if propagation and search prove it, else what they leave, None after a contradiction.

    Raises `GaveUp` for a board that is too large.
    """
    _check_size(puzzle)
    if puzzle.SEARCH_STEPS and (listed := _listed(puzzle, clock, 2)) is not None:
        grids, _ = listed
        return Solution(grids[0], unique=True, ms=clock.ms()) if len(grids) == 1 else None
    begun = started(puzzle, clock)
    clock.lap("build")
    solved: list[Grid] = []

    def solves(values: Sequence[bool | None]) -> bool:
        grid = puzzle.grid(values)
        found = puzzle.is_solved_by(grid)
        solved.extend([grid] * found)
        return found

    left = settled(begun, len(puzzle.answer()), _patience(puzzle, begun[0]), clock, solves)
    clock.lap("solve")
    if left is None or None in left.values:
        return left
    if not solved and not solves(left.values):
        return None
    clock.lap("prove")
    return Solution(solved[0], unique=True, ms=clock.ms(), values=tuple(map(bool, left.values)))


def _check_size(puzzle: Puzzle) -> None:
    board = puzzle.board
    if board.height * board.width > puzzle.MOST_CELLS:
        size = f"{board.height} rows and {board.width} columns"
        raise GaveUp(f"{size} are more than {puzzle.MOST_CELLS:,} cells, the most for {puzzle.KIND}")


def _listed(puzzle: Puzzle, clock: Clock, limit: int | None) -> tuple[tuple[Grid, ...], bool] | None:
    """Return at most `limit` solutions of the kind's own search, and whether these are all; None if it takes long."""
    grids: list[Grid] = []
    steps = 0
    for grid in puzzle.searched(clock):
        clock.tick()
        if grid is None:
            steps += 1
        else:
            grids.append(grid)
            steps = 0
        if steps > puzzle.SEARCH_STEPS or (grid is not None and not puzzle.is_solved_by(grid)):
            return None
        if len(grids) == limit:
            break
    clock.lap("solve")
    return tuple(grids), len(grids) != limit


def _learned(puzzle: Puzzle, clock: Clock, limit: int | None) -> tuple[tuple[Grid, ...], bool] | None:
    """Return at most `limit` solutions of the search that learns, and whether these are all; None if it takes long."""
    network, state = started(puzzle, clock)
    if state is None:
        return (), True
    patience = _patience(puzzle, network)
    grids: list[Grid] = []

    def solves(values: Sequence[bool | None]) -> bool:
        grid = puzzle.grid(values)
        found = puzzle.is_solved_by(grid)
        grids.extend([grid] * found)
        return found

    search = Search(network, state, len(puzzle.answer()), patience)
    while len(grids) != limit:
        search.patience = patience
        found = search.find(clock, solves)
        if found is None and search.patience <= 0:
            return None
        if found is None or not search.exclude():
            clock.lap("solve")
            return tuple(grids), True
    clock.lap("solve")
    return tuple(grids), False


def values_of(puzzle: Puzzle, solution: Solution) -> Sequence[bool]:
    """Return the values of the booleans of the answer in a solution, which may not list them."""
    if solution.values:
        return solution.values
    choices = puzzle.choices()
    settled = puzzle.settled(solution.grid).items()
    chosen = {literal.name for place, value in settled for literal in choices[place][value] if literal.holds}
    return [name in chosen for name in puzzle.answer()]
