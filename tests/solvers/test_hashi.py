"""Hashi against brute force in plain Python, and its connection against all nets of small boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, Hashi, generate, grade, load
from solvers._core.model.known import bits
from solvers.hashi import OneNet
from tests.brute import check, clash, refused, told
from tests.tiers import examples

MOST_PLACES = 7
NUMBERS = st.sampled_from([None, None, 1, 2, 3, 4])


@examples(500, quick=6)
@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=3, max_size=3))
def test_all_solutions(numbers: list[list[int | None]]) -> None:
    """On any islands, the solver finds what brute force finds with up to two bridges in each place."""
    numbers[0][0] = numbers[0][0] or 1
    puzzle = Hashi(Grid(numbers))
    assume(len(puzzle.spans()) < MOST_PLACES)
    counts = product(range(3), repeat=len(puzzle.spans()))
    grids = (puzzle.grid([one == count for one in row for count in range(3)]) for row in counts)

    check(puzzle, among=grids)


NET = OneNet(Hashi(Grid.parse(["?.?.?", ".....", "?.?.?"])))
NETS = [net for net in range(NET.graph.all + 1) if len(NET.graph.reached(0, NET.graph.all & ~net)) == 6]
"""All places of bridges between six islands, and all sets of them that connect the islands."""


@examples(500, quick=100)
@given(st.integers(0, NET.graph.all), st.integers(0, NET.graph.all))
def test_connection(ones: int, zeros: int) -> None:
    """What is forced holds in every net with what is known, and follows from the reason alone."""
    zeros &= ~ones
    found = NET.forced(ones, zeros)
    for forced in [0] if found is None else bits(found[0]):
        places = {literal: 1 << at for at, literal in enumerate(NET.literals)}
        reason = sum(places[literal] for literal in NET.rule(ones, zeros, forced).says.literals)

        assert forced == reason & ~zeros
        assert all(net & reason for net in NETS)
    assert (found is None) == all(net & zeros for net in NETS)


def test_errors() -> None:
    """Numbers above 8 and boards without islands are refused, and the islands that clash are named."""
    refused("numbers: R1C2 holds 9, but a cell is blank or holds a number from 1 to 8", "hashi", numbers=["19"])
    refused("no cell holds a number", "hashi", numbers=["..", ".."])
    clash("no solution: R1C1 has 1 bridge, but R3C3 has 1 bridge$", "hashi", numbers=["1.2", "...", "1.1"])
    clash("R1C1 has 1 bridge, which the rules forbid", "hashi", numbers=["1."])
    with pytest.raises(BadPuzzle, match="at least 3 rows or columns, not 2 and 2"):
        generate("hashi", (2, 2))


def test_words() -> None:
    """A step says which islands would be cut off."""
    first, *rest = told("hashi", numbers=["1.1", "...", "2.2"])
    cut_off = "otherwise R1C1-R3C1 and R1C3-R3C3 would be empty, and R1C1 and R1C3 would be cut off"

    assert f"R1C1-R1C3 is empty: {cut_off}" == first[1]
    assert {"count"} == {technique for technique, _ in rest}


def test_grade_2() -> None:
    """A bridge must lead to the islands on the left, whose only way out it is, so none crosses it: that is level 2."""
    numbers = ["....1.2", ".......", "3.5...3", ".......", "2.3....", ".......", "....1.2"]

    assert {"one rule": 9, "one line": 1} == grade(load({"kind": "hashi", "numbers": numbers})).techniques
