"""Fillomino against brute force in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Fillomino, Grid, solutions
from solvers import fillomino as module
from tests.brute import check, clash, told
from tests.tiers import examples

BLANKS = {(1, 1): 1, (1, 2): 1, (1, 3): 3, (1, 4): 4, (2, 2): 5}
"""The open boards: a row of three is 333, 122 or 221; a square is 4444, a 1 and three 3s, but not two 2s."""


@pytest.mark.parametrize("size", BLANKS, ids=str)
def test_open_boards(size: tuple[int, int]) -> None:
    """Without givens, parts of equal size do not touch."""
    assert BLANKS[size] == check(Fillomino(Grid.make(*size)))


@examples(60, quick=4)
@given(st.text("....1234", min_size=5, max_size=5))
def test_all_solutions(cells: str) -> None:
    """Z3 finds the boards that brute force finds."""
    check(Fillomino(Grid.parse([cells])))
    check(Fillomino(Grid.parse([cells[:2], cells[2:4]])))


@examples(60, quick=2)
@given(st.lists(st.sampled_from([*".......12345678"]), min_size=12, max_size=12))
def test_room(numbers: list[str]) -> None:
    """On a large board, numbers are thought of only where they have room, which loses no solution."""
    cells = "".join(numbers)
    puzzle = Fillomino(Grid.parse([cells[:4], cells[4:8], cells[8:]]))
    expected = {*solutions(puzzle, limit=60).grids}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WHOLE", 0)
        found = {*solutions(puzzle, limit=60).grids}

    assert len(expected) == len(found)
    assert expected == found or len(found) == 60
    assert all(map(puzzle.is_solved_by, found))


@pytest.mark.parametrize("number", [None, 2, 5, 9])
def test_few_givens(number: int | None) -> None:
    """Two solutions of a board with hardly any givens are found within few steps."""
    puzzle = Fillomino(Grid.make(8, 8, {Cell(2, 4): number}.get))
    found = solutions(puzzle, limit=2, steps=700_000).grids

    assert 2 == len({*found})
    assert all(map(puzzle.is_solved_by, found))


def test_room_for_large_parts() -> None:
    """On a large board a part without a given number has at most what is left by those that have one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WHOLE", 0)
        room = Fillomino(Grid.parse(["3..3", ".1..", "...."]))._numbers()

    assert [3] == room[Cell(0, 0)]
    assert [1, 2, 3, 4, 5] == room[Cell(2, 0)]
    assert [2, 3, 4, 5] == room[Cell(2, 1)]


def test_words() -> None:
    """Steps name the part that has to grow, or may not, and the number that is left; givens that clash are named."""
    assert [
        ("size of a part", "R1C2 is 3: R1C1 is 3, R2C1 is 1, and R1C1 has an equal neighbour if it is 3"),
        ("size of a part", "R2C3 is 2: R1C2 is 3, R1C3 is 2, and R1C3 has an equal neighbour if it is 2"),
        ("size of a part", "R2C2 is 3: R1C2 is 3, R1C3 is 2, R2C1 is 1, and each part of connected 3s has 3 cells"),
    ] == told("fillomino", givens=["3.2", "1.."])
    clash("no solution: R1C1 is 2, but R1C2 is 1 and R2C1 is 3", "fillomino", givens=["21.", "3..", "..."])
