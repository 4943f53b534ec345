"""0h n0 against brute force in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Grid, ZeroHn0
from tests.brute import check, clash, refused, told
from tests.tiers import examples

BLANKS = {(1, 1): 1, (1, 4): 7, (2, 2): 10}
"""A row has as many solutions as there are words of 0 and 1 in which no 1 stands alone (OEIS A005251)."""


@pytest.mark.parametrize("size", BLANKS, ids=str)
def test_open_boards(size: tuple[int, int]) -> None:
    """On a board without numbers, only lone dots are forbidden."""
    assert BLANKS[size] == check(ZeroHn0(Grid.make(*size)))


@examples(150, quick=8)
@given(st.lists(st.sampled_from(["....", "....", "....", *"01234"]), min_size=9, max_size=9))
def test_all_solutions(words: list[str]) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(words)[:9]
    check(ZeroHn0(Grid.parse([cells[:3], cells[3:6], cells[6:]])))


def test_words() -> None:
    """Steps name what is seen, and a dot that would see no other; so do errors, and a number that no cell can have."""
    assert [
        ("number", "R1C2 is a dot: R1C1 sees 2 other dots"),
        ("number", "R2C1 is a dot: R1C3 is a wall, and R1C1 sees 2 other dots"),
        ("lone dot", "R1C4 is a wall: R1C3 and R2C4 are walls, and a dot in R1C4 sees another"),
    ] == told("zero_hn0", numbers=["2.0.", ".000"])
    clash("no solution: R1C1 sees 3 other dots, but R1C4 is a wall", "zero_hn0", numbers=["3..0"])
    refused("R1C2 holds 10000, but a cell is blank or holds a number from 0 to 9", "zero_hn0", numbers=[[None, 10000]])
