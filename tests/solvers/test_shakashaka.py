"""Shakashaka against brute force in plain Python."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Grid, Shakashaka
from solvers._core.families.shaded import BLOCK
from tests.brute import check, clash, refused, told
from tests.tiers import examples

CELLS = [Cell(*at) for at in product(range(3), repeat=2)]


@examples(300, quick=8)
@given(
    st.sets(st.sampled_from(CELLS), min_size=3, max_size=4), st.lists(st.integers(0, 2) | st.just(BLOCK), min_size=9)
)
def test_all_solutions(open_cells: set[Cell], numbers: list[int]) -> None:
    """With any black cells and numbers, the solver finds what brute force finds."""
    check(Shakashaka(Grid.make(3, 3, lambda cell: None if cell in open_cells else numbers[CELLS.index(cell)])))


def test_words() -> None:
    """A step says where white would have a wrong angle; numbers above 4 are refused, and clues that clash are named."""
    steps = told("shakashaka", blocks=["2...1.", "...3..", "..4...", "3.....", "......", "...1.."])

    assert any("white would have a wrong angle at the corner of R" in words for _, words in steps)
    refused("blocks: R1C1 holds 5, but a cell is blank or holds a number from 0 to 4 or b", "shakashaka", blocks=["5."])
    clash("no solution: R1C1 has 1 triangle beside it, which the rules forbid", "shakashaka", blocks=["1.", "b."])
