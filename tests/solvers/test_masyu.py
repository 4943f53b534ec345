"""Masyu against all loops of small boards, and its words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, Masyu, generate, solutions
from solvers.masyu import BLACK, WHITE
from tests.brute import check, clash, refused, told
from tests.solvers.test_loops import loops
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

CIRCLES = st.sampled_from([None, None, None, BLACK, WHITE])


@pytest.mark.parametrize("side", [2, 3, 4])
def test_blank_board(side: int) -> None:
    """A blank board has as many solutions as there are loops through its cells."""
    assert len(loops(side - 1, side - 1)) == len(solutions(Masyu(Grid.make(side, side))).grids)


@examples(20, quick=3)
@given(st.lists(CIRCLES, min_size=6, max_size=6))
def test_all_solutions_by_brute_force(circles: list[int | None]) -> None:
    """On any circles, the solver finds what brute force finds."""
    check(Masyu(Grid([circles[:3], circles[3:]])))


@cache
def loops_of_four() -> Sequence[Grid]:
    """Return all loops on a board of 4×4."""
    return solutions(Masyu(Grid.make(4, 4))).grids


@examples(300, quick=6)
@given(st.lists(st.lists(CIRCLES, min_size=4, max_size=4), min_size=4, max_size=4))
def test_all_solutions(circles: list[list[int | None]]) -> None:
    """On a larger board it finds those of all loops that the plain check accepts."""
    puzzle = Masyu(Grid(circles))

    check(puzzle, among=loops_of_four())


def test_errors() -> None:
    """Other letters are refused, and the circles that clash are named."""
    refused("circles: R1C2 holds 12, but a cell is blank or holds b or w", "masyu", circles=[".c"])
    words = "no solution: the loop turns at R2C2 and goes straight beside it, which"
    clash(words, "masyu", circles=["...", ".b.", "..."])
    with pytest.raises(BadPuzzle, match="at least 2 rows and columns, not 1 and 5"):
        generate("masyu", (1, 5))


def test_words() -> None:
    """Steps name the circles that force them."""
    steps = told("masyu", circles=["......", "..bb..", ".....w", ".w....", ".....w", ".ww..."])

    assert steps[0][1] == (
        "R1C3-R2C3 is empty and R2C3-R3C3 and R3C3-R4C3 are lines: the loop turns at R2C3 and goes straight beside it"
    )
    assert {"black circle", "white circle", "fork", "dead end"} <= {technique for technique, _ in steps}
    assert any("a loop would close without R2C4" in words for _, words in steps)
