"""The door to the engine, which is not imported before it is needed: it imports Z3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.model.errors import GaveUp

if TYPE_CHECKING:
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.results import Clock, Solution, Solutions


def solve(puzzle: Puzzle, clock: Clock) -> Solution:
    """Return the one solution of the puzzle.

    The time limit covers everything. Raises `NoSolution` with the contradicting clues, `NotUnique` with two solutions
    and the forced cells, or `GaveUp`.
    """
    _check_size(puzzle)
    from solvers._core.search import engine

    return engine.solve(puzzle, clock)


def solutions(puzzle: Puzzle, clock: Clock, *, limit: int | None = None) -> Solutions:
    """Return at most `limit` solutions (all by default), and whether those were all; raises `GaveUp`."""
    _check_size(puzzle)
    from solvers._core.search import engine

    return engine.solutions(puzzle, clock, limit=limit)


def _check_size(puzzle: Puzzle) -> None:
    board = puzzle.board
    if board.height * board.width > puzzle.MOST_CELLS:
        size = f"{board.height} rows and {board.width} columns"
        raise GaveUp(f"{size} are more than {puzzle.MOST_CELLS:,} cells, the most for {puzzle.KIND}")
