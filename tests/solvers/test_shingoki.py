"""Shingoki against all loops of small boards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, NoSolution, Shingoki, explain, generate, load, solutions, solve
from solvers.shingoki import Circle
from tests.brute import check, wrong_grids
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers import Grid

CIRCLES = st.lists(
    st.builds(
        Circle,
        st.builds(Cell, st.integers(0, 3), st.integers(0, 3)),
        st.sampled_from(["white", "black"]),
        st.integers(2, 5),
    ),
    max_size=3,
    unique_by=lambda circle: circle.cell,
)


@cache
def loops_of_four() -> Sequence[Grid]:
    """Return all loops on a board of 4×4."""
    return solutions(Shingoki((4, 4), ())).grids


@examples(300, quick=8)
@given(CIRCLES)
def test_all_solutions(circles: list[Circle]) -> None:
    """On any circles, the solver finds those of all loops that the plain check accepts."""
    puzzle = Shingoki((4, 4), tuple(circles))
    found = solutions(puzzle)

    assert {grid for grid in loops_of_four() if puzzle.is_solved_by(grid)} == set(found.grids)
    assert found.complete


def test_all_solutions_by_brute_force() -> None:
    """So does brute force on a smaller board."""
    assert check(Shingoki((2, 3), (Circle(Cell(0, 0), "black", 3),))) == 1


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("shingoki", (4, 5), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_errors() -> None:
    """Circles off the board, two in a cell and numbers below 2 are refused; circles that clash are named."""
    start = {"kind": "shingoki", "size": [3, 3]}
    circle = {"cell": "R2C2", "colour": "black", "number": 5}
    for circles, words in (
        ([circle | {"cell": "R4C1"}], "R4C1 is off the board of 3×3"),
        ([circle, circle], "R2C2 has two"),
        ([circle | {"number": 1}], "R2C2 says 1, but a number is 2 or more"),
    ):
        with pytest.raises(BadPuzzle, match=words):
            load({**start, "circles": circles})
    with pytest.raises(BadPuzzle, match="size: 0×1, but a board has at least one row"):
        load({"kind": "shingoki", "size": [0, 1], "circles": []})
    with pytest.raises(NoSolution) as caught:
        solve(load({**start, "circles": [circle]}))

    assert ["the loop turns at R2C2, and both parts are 5 long"] == [clue.words for clue in caught.value.core]


def test_words() -> None:
    """Steps name the circles that force them."""
    steps = [step for seed in range(2) for step in explain(generate("shingoki", (5, 5), seed=seed).puzzle)]

    assert {"black circle", "white circle", "dead end"} <= {step.technique for step in steps}
