"""Hitori against brute force in plain Python and published numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, Hitori, NoSolution, generate, load, solve
from tests.brute import check, grids, wrong_grids
from tests.tiers import examples

FEWEST = {2: 1, 3: 2}
"""The fewest black cells of a board to which none can be added (OEIS A322125)."""


@examples(60, quick=10)
@given(st.lists(st.integers(1, 4), min_size=9, max_size=9))
def test_all_solutions(numbers: list[int]) -> None:
    """On any numbers, the solver finds what brute force finds."""
    check(Hitori(Grid(numbers[start : start + 3] for start in (0, 3, 6))))


@pytest.mark.parametrize("side", FEWEST)
def test_fewest_black_cells(side: int) -> None:
    """Without repeated numbers, the boards to which no black cell can be added have as many as published at least."""
    puzzle = Hitori(Grid(range(row * side, (row + 1) * side) for row in range(side)))
    found = [{cell for cell, mark in grid.marked() if mark} for grid in grids(side, side) if puzzle.is_solved_by(grid)]
    fullest = [black for black in found if not any(black < other for other in found)]

    assert check(puzzle) == len(found)
    assert FEWEST[side] == min(map(len, fullest))


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("hitori", (4, 4), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_errors() -> None:
    """A blank cell is refused, and the numbers that cannot stay are named."""
    with pytest.raises(BadPuzzle, match="numbers: R1C2 is blank"):
        load({"kind": "hitori", "numbers": ["1."]})
    with pytest.raises(NoSolution, match="row 1 keeps at most one 1"):
        solve(load({"kind": "hitori", "numbers": ["111", "111"]}))
