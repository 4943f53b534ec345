"""Hashi against brute force in plain Python, and its connection against all nets of small boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Grid,
    Hashi,
    NoSolution,
    explain,
    generate,
    grade,
    load,
    solutions,
    solve,
)
from solvers._core.model.known import bits
from solvers.hashi import OneNet
from tests.brute import wrong_grids
from tests.tiers import examples

MOST_PLACES = 7
NUMBERS = st.sampled_from([None, None, 1, 2, 3, 4])


def brute_force(puzzle: Hashi) -> set[Grid]:
    """Return every grid with so many bridges in each place that the plain check accepts."""
    counts = product(range(3), repeat=len(puzzle.spans()))
    grids = (puzzle.grid([one == count for one in row for count in range(3)]) for row in counts)
    return {grid for grid in grids if puzzle.is_solved_by(grid)}


@examples(500, quick=12)
@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=3, max_size=3))
def test_all_solutions(numbers: list[list[int | None]]) -> None:
    """On any islands, the solver finds what brute force finds."""
    numbers[0][0] = numbers[0][0] or 1
    puzzle = Hashi(Grid(numbers))
    assume(len(puzzle.spans()) < MOST_PLACES)
    found = solutions(puzzle)

    assert found.complete
    assert brute_force(puzzle) == set(found.grids)
    assert len(found.grids) == len(set(found.grids))


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


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("hashi", (5, 5), seed=3)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_crossing() -> None:
    """Bridges that cross are wrong."""
    puzzle = load({"kind": "hashi", "numbers": [".1.", "1.1", ".1."]})

    assert not puzzle.is_solved_by(puzzle.grid([False, True, False, False, True, False]))


def test_errors() -> None:
    """Numbers above 8 and boards without islands are refused, and the islands that clash are named."""
    with pytest.raises(BadPuzzle, match="numbers: R1C2 holds 9, but a cell is blank or holds a number from 1 to 8"):
        load({"kind": "hashi", "numbers": ["19"]})
    with pytest.raises(BadPuzzle, match="no cell holds a number"):
        load({"kind": "hashi", "numbers": ["..", ".."]})
    with pytest.raises(BadPuzzle, match="at least 3 rows or columns, not 2 and 2"):
        generate("hashi", (2, 2))
    with pytest.raises(NoSolution) as caught:
        solve(load({"kind": "hashi", "numbers": ["1.2", "...", "1.1"]}))

    with pytest.raises(NoSolution, match="R1C1 has 1 bridge, which the rules forbid"):
        solve(load({"kind": "hashi", "numbers": ["1."]}))

    assert ["R1C1 has 1 bridge", "R3C3 has 1 bridge"] == [clue.words for clue in caught.value.core]


def test_words() -> None:
    """A step says which islands would be cut off."""
    steps = list(explain(load({"kind": "hashi", "numbers": ["1.1", "...", "2.2"]})))

    cut_off = "otherwise R1C1-R3C1 and R1C3-R3C3 would be empty, and R1C1 and R1C3 would be cut off"

    assert f"R1C1-R1C3 is empty: {cut_off}" == steps[0].words
    assert {"count"} == {step.technique for step in steps[1:]}


def test_grade_2() -> None:
    """A bridge must lead to the islands on the left, whose only way out it is, so none crosses it: that is level 2."""
    numbers = ["....1.2", ".......", "3.5...3", ".......", "2.3....", ".......", "....1.2"]

    assert {"one rule": 9, "one line": 1} == grade(load({"kind": "hashi", "numbers": numbers})).techniques
