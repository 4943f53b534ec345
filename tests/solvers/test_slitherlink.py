"""Slitherlink against brute force in plain Python and published numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Grid,
    NoSolution,
    Slitherlink,
    explain,
    generate,
    load,
    solutions,
    solve,
)
from tests.brute import check, wrong_grids
from tests.solvers.test_loops import loops
from tests.tiers import examples

CYCLES = {1: 1, 2: 13, 3: 213}
"""The closed loops along the lines of a board of so many rows and columns (OEIS A140517)."""
MAYBE = st.one_of(st.none(), st.none(), st.integers(0, 4))


@pytest.mark.parametrize("side", CYCLES)
def test_blank_board(side: int) -> None:
    """A blank board has as many solutions as there are loops."""
    assert CYCLES[side] == len(solutions(Slitherlink(Grid.make(side, side))).grids)


@pytest.mark.long("of brute force")
def test_blank_board_of_four() -> None:
    """So has a blank board of 4×4."""
    assert len(solutions(Slitherlink(Grid.make(4, 4))).grids) == 9349


def test_blank_board_by_brute_force() -> None:
    """The check in plain Python accepts the same loops."""
    assert check(Slitherlink(Grid.make(2, 1))) == 3


@examples(300, quick=8)
@given(st.lists(st.lists(MAYBE, min_size=3, max_size=3), min_size=3, max_size=3))
def test_all_solutions(numbers: list[list[int | None]]) -> None:
    """On any numbers, the solver finds those loops that pass each cell as often as its number says."""
    puzzle = Slitherlink(Grid(numbers))
    grids = [puzzle.grid([bool(loop >> at & 1) for at in range(24)]) for loop in loops(3, 3)]
    found = solutions(puzzle)

    assert found.complete
    assert {grid for grid in grids if puzzle.is_solved_by(grid)} == set(found.grids)
    assert len(found.grids) == len(set(found.grids))


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("slitherlink", (3, 4), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_errors() -> None:
    """A number above 4 is refused, and the numbers that clash are named."""
    with pytest.raises(BadPuzzle, match="numbers: R1C2 holds 5, but a cell is blank or holds a number from 0 to 4"):
        load({"kind": "slitherlink", "numbers": [".5"]})
    with pytest.raises(NoSolution) as caught:
        solve(load({"kind": "slitherlink", "numbers": ["0...", "...3", "...4"]}))

    assert ["R2C4 has 3 lines around it", "R3C4 has 4 lines around it"] == [clue.words for clue in caught.value.core]


@pytest.mark.parametrize("numbers", [[None, None, 1], [1, None, 1]])
def test_any_number_may_be_missed(numbers: list[int | None]) -> None:
    """A loop is seen to close too early, be it the first number that it would miss or another."""
    puzzle = Slitherlink(Grid([numbers]))
    around = [at for at, edge in enumerate(puzzle.ways()) if Cell(0, 0) in edge]
    *three, last = (1 << at for at in around)

    assert last == puzzle.graph().closing(sum(three), 0)


def test_words() -> None:
    """A loop that would close too early is explained by what it would leave out."""
    numbers = [".11..", "3..33", ".....", "23..2", "..1.2"]
    steps = list(explain(load({"kind": "slitherlink", "numbers": numbers})))
    words = [step.words for step in steps]

    assert any("a loop would close without R" in sentence for sentence in words)
    assert {"count", "fork", "dead end"} <= {step.technique for step in steps}
