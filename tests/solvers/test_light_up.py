"""Light Up against brute force in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Grid, LightUp
from tests.brute import check, clash, refused
from tests.tiers import examples

BLANKS = {(1, 1): 1, (2, 2): 2, (3, 3): 6}
"""A board without black cells has as many solutions as a chessboard has ways to place rooks, one in each row."""


@pytest.mark.parametrize("size", BLANKS, ids=str)
def test_open_boards(size: tuple[int, int]) -> None:
    """On a board without black cells, bulbs are rooks that attack every cell."""
    assert BLANKS[size] == check(LightUp(Grid.make(*size)))


@examples(150, quick=8)
@given(st.lists(st.sampled_from(["....", "....", "b", "0", "1", "2", "3", "4"]), min_size=9, max_size=12))
def test_all_solutions(words: list[str]) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(words)[:12].ljust(12, ".")
    check(LightUp(Grid.parse([cells[:4], cells[4:8], cells[8:]])))


def test_errors() -> None:
    """A number that no black cell can have is refused; the numbers that contradict each other are named."""
    refused("blocks: R1C2 holds 5, but a cell is blank or holds a number from 0 to 4 or b", "light_up", blocks=[".5"])
    words = "no solution: R1C1 has 1 bulb beside it, but R1C3 has no bulb beside it"
    clash(words, "light_up", blocks=["1.0", "b.."])
