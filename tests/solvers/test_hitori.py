"""Hitori against brute force in plain Python and published numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Grid, Hitori, explain, generate, grade
from tests.brute import check, clash, grids, refused
from tests.tiers import examples

FEWEST = {2: 1, 3: 2}
"""The fewest black cells of a board to which none can be added (OEIS A322125)."""


@examples(60, quick=6)
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


def test_errors() -> None:
    """A blank cell is refused, and the numbers that cannot stay are named."""
    refused("numbers: R1C2 is blank", "hitori", numbers=["1."])
    clash("no solution: row 1 keeps at most one 1", "hitori", numbers=["111", "111"])


def test_techniques() -> None:
    """What people see at once settles most boards, and each step names it."""
    names = set()
    for seed in range(6):
        puzzle = generate("hitori", (6, 6), seed=seed).puzzle
        names |= {rule.name for step in explain(puzzle) for rule in step.because}

        assert grade(puzzle).level <= 3
    assert {"pair", "between", "connection", "neighbours", "repeated number"} == names
