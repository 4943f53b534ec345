"""The maker of boards for fixtures."""

from __future__ import annotations

import pytest

from solvers import load, solutions, solve
from tests.tiers import first
from tools import make_boards


@pytest.mark.parametrize("kind", first(["sudoku", "tango", "queens"]))
def test_make_boards(kind: str) -> None:
    """A board made for a fixture has one solution, no superfluous clue, and no more clues than allowed."""
    size = 4 if kind == "sudoku" else 6
    made, solution = make_boards.make(kind, size, size, seed=1, givens=9, edges=12)
    puzzle = load(made)
    sizes = [len(clue.cells) for clue in puzzle.clues()]

    assert solution == solve(puzzle).grid.rows()
    thinner = [puzzle.without(clue) for clue in puzzle.clues()]
    assert [] == [other for other in thinner if other is not None and len(solutions(other, limit=2).grids) == 1]
    assert sizes.count(1) <= 9
    assert len(sizes) - sizes.count(1) <= 12
