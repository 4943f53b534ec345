"""Hitori against brute force in plain Python and published numbers."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Grid,
    Hitori,
    NoSolution,
    explain,
    generate,
    grade,
    load,
    solve,
)
from solvers._core.families.joined import Watcher
from solvers._core.families.marks import is_one
from solvers._core.model.connected import Connected
from solvers._core.model.known import bits
from solvers._core.model.regions import connected_part
from tests.brute import check, grids, wrong_grids
from tests.tiers import examples

FEWEST = {2: 1, 3: 2}
"""The fewest black cells of a board to which none can be added (OEIS A322125)."""


@examples(60, quick=10)
@given(st.lists(st.integers(1, 4), min_size=9, max_size=9))
def test_all_solutions(numbers: list[int]) -> None:
    """On any numbers, the solver finds what brute force finds."""
    check(Hitori(Grid(numbers[start : start + 3] for start in (0, 3, 6))))


@pytest.mark.parametrize("side", FEWEST)
def test_fewest_black_cells(side: int) -> None:
    """Without repeated numbers, the boards to which no black cell can be added have as many as published at least."""
    puzzle = Hitori(Grid(range(row * side, (row + 1) * side) for row in range(side)))
    found = [{cell for cell, mark in grid.marked() if mark} for grid in grids(side, side) if puzzle.is_solved_by(grid)]
    fullest = [black for black in found if not any(black < other for other in found)]

    assert check(puzzle) == len(found)
    assert FEWEST[side] == min(map(len, fullest))


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("hitori", (4, 4), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_errors() -> None:
    """A blank cell is refused, and the numbers that cannot stay are named."""
    with pytest.raises(BadPuzzle, match="numbers: R1C2 is blank"):
        load({"kind": "hitori", "numbers": ["1."]})
    with pytest.raises(NoSolution, match="row 1 keeps at most one 1"):
        solve(load({"kind": "hitori", "numbers": ["111", "111"]}))


@cache
def spaced(height: int, width: int) -> dict[int, list[Cell]]:
    """Return the white cells of all boards without two black cells side by side, by the bits of the black ones."""
    places = list(Grid.make(height, width).cells())
    pairs = [
        1 << at | 1 << places.index(other)
        for at, cell in enumerate(places)
        for other in cell.neighbours()
        if other in places
    ]
    return {
        black: [cell for at, cell in enumerate(places) if not black >> at & 1]
        for black in range(1 << len(places))
        if all(black & pair != pair for pair in pairs)
    }


@examples(300, quick=40)
@given(st.integers(2, 4), st.integers(2, 4), st.data())
def test_connection(height: int, width: int, data: st.DataObject) -> None:
    """What the connection forces holds on every board with these black and white cells, and all of it on a full one."""
    places, size = list(Grid.make(height, width).cells()), height * width
    white = spaced(height, width)
    whole = data.draw(st.sampled_from(list(white)))
    known = data.draw(st.integers(0, (1 << size) - 1))
    ones, zeros = whole & known, known & ~whole
    fit = [
        board for board, cells in white.items() if board & known == ones and len(connected_part(cells)) == len(cells)
    ]

    says = Connected(width, tuple(map(is_one, places)), 0, "other white cells", apart=True)
    found = says.forced(ones, zeros)
    lazy = Watcher([says])
    forced = lazy.forced(ones, zeros)

    assert (forced is None) == (found is None)
    for black in [0] if forced is None else bits(forced[1]):
        wall = sum(1 << places.index(cell) for cell in lazy.rule(ones, zeros, black).cells)
        assert black | ones & wall == wall
        assert not any(wall & ~board == 0 for board in fit)
    assert found is not None or not fit
    assert found is None or all(board & found[0] == found[0] and not board & found[1] for board in fit)
    assert (says.forced(whole, whole ^ (1 << size) - 1) is None) == (
        len(connected_part(white[whole])) < len(white[whole])
    )


def test_techniques() -> None:
    """What people see at once settles most boards, and each step names it."""
    names = set()
    for seed in range(6):
        puzzle = generate("hitori", (6, 6), seed=seed).puzzle
        names |= {rule.name for step in explain(puzzle) for rule in step.because}

        assert grade(puzzle).level <= 3
    assert {"pair", "between", "connection", "neighbours", "repeated number"} == names
