"""Slitherlink against brute force in plain Python and published numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Grid, Slitherlink, solutions
from tests.brute import check, clash, refused, told
from tests.solvers.test_loops import loops
from tests.tiers import examples, first

CYCLES = {1: 1, 2: 13, 3: 213, 4: 9349}
"""The closed loops along the lines of a board of so many rows and columns (OEIS A140517)."""
MAYBE = st.one_of(st.none(), st.none(), st.integers(0, 4))


@pytest.mark.parametrize("side", first(CYCLES, quick=3))
def test_blank_board(side: int) -> None:
    """A blank board has as many solutions as there are loops."""
    assert CYCLES[side] == len(solutions(Slitherlink(Grid.make(side, side))).grids)


def test_blank_board_by_brute_force() -> None:
    """The check in plain Python accepts the same loops."""
    assert check(Slitherlink(Grid.make(2, 1))) == 3


@examples(300, quick=8)
@given(st.lists(st.lists(MAYBE, min_size=3, max_size=3), min_size=3, max_size=3))
def test_all_solutions(numbers: list[list[int | None]]) -> None:
    """On any numbers, the solver finds those loops that pass each cell as often as its number says."""
    puzzle = Slitherlink(Grid(numbers))
    grids = [puzzle.grid([bool(loop >> at & 1) for at in range(24)]) for loop in loops(3, 3)]

    check(puzzle, among=grids)


def test_errors() -> None:
    """A number above 4 is refused, and the numbers that clash are named."""
    refused("R1C2 holds 5, but a cell is blank or holds a number from 0 to 4", "slitherlink", numbers=[".5"])
    words = "no solution: R2C4 has 3 lines around it, but R3C4 has 4 lines around it$"
    clash(words, "slitherlink", numbers=["0...", "...3", "...4"])


def test_words() -> None:
    """A loop that would close too early is explained by what it would leave out."""
    steps = told("slitherlink", numbers=[".11..", "3..33", ".....", "23..2", "..1.2"])

    assert any("a loop would close without R" in words for _, words in steps)
    assert {"count", "fork", "dead end"} <= {technique for technique, _ in steps}
