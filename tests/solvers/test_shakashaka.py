"""Shakashaka against brute force in plain Python."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, NoSolution, Shakashaka, explain, generate, load, solve
from solvers._core.families.shaded import BLOCK
from solvers.shakashaka import areas, has_right_angles, is_rectangle
from tests.brute import check, wrong_grids
from tests.tiers import examples

CELLS = [Cell(*at) for at in product(range(3), repeat=2)]


@examples(300, quick=15)
@given(
    st.sets(st.sampled_from(CELLS), min_size=3, max_size=4), st.lists(st.integers(0, 2) | st.just(BLOCK), min_size=9)
)
def test_all_solutions(open_cells: set[Cell], numbers: list[int]) -> None:
    """With any black cells and numbers, the solver finds what brute force finds."""
    check(Shakashaka(Grid.make(3, 3, lambda cell: None if cell in open_cells else numbers[CELLS.index(cell)])))


def test_angles() -> None:
    """Around a corner, right and straight angles are allowed, and white all around it."""
    allowed = {2, 4, 8}

    for count in range(9):
        white = (True,) * count + (False,) * (8 - count)
        assert (count in {0, *allowed}) == has_right_angles(white) == has_right_angles(white[3:] + white[:3])


def test_rectangles() -> None:
    """A tilted square is a rectangle, and so is an upright one, but an L is none."""
    tilted = {Cell(0, 0): 4, Cell(0, 1): 3, Cell(1, 0): 1, Cell(1, 1): 2}

    assert [True] == [*map(is_rectangle, areas(tilted))]
    assert [True] == [*map(is_rectangle, areas(dict.fromkeys(tilted, 0)))]
    assert [False] == [*map(is_rectangle, areas({Cell(0, 0): 0, Cell(0, 1): 0, Cell(1, 0): 0}))]


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("shakashaka", (5, 5), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_errors() -> None:
    """Numbers above 4 are refused, and clues that clash are named."""
    with pytest.raises(BadPuzzle, match="blocks: R1C1 holds 5, but a cell is blank or holds a number from 0 to 4 or b"):
        load({"kind": "shakashaka", "blocks": ["5."]})
    with pytest.raises(NoSolution) as caught:
        solve(load({"kind": "shakashaka", "blocks": ["1.", "b."]}))

    assert ["R1C1 has 1 triangle beside it"] == [clue.words for clue in caught.value.core]


def test_words() -> None:
    """A step says where white would have a wrong angle."""
    puzzle = load({"kind": "shakashaka", "blocks": ["2...1.", "...3..", "..4...", "3.....", "......", "...1.."]})
    words = {step.words for step in explain(puzzle)}

    assert any("white would have a wrong angle at the corner of R" in sentence for sentence in words)
