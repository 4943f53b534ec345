"""Numberlink against brute force in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Grid, Numberlink, solutions
from solvers._core.search.engine import is_warm
from tests.brute import check, clash, refused, told
from tests.tiers import examples, long

BOARDS = [Grid.make(2, 3), *long(Grid.make(3, 3))]


@examples(40, quick=6)
@given(st.sampled_from(BOARDS).flatmap(lambda board: st.permutations([*board.cells()])), st.integers(1, 4))
def test_all_solutions(cells: list[Cell], pairs: int) -> None:
    """Z3 finds the boards that brute force finds."""
    numbers = {cell: 1 + at // 2 for at, cell in enumerate(cells[: 2 * min(pairs, len(cells) // 2)])}
    check(Numberlink(Grid.make(len(cells) // 3, 3, numbers.get)))


@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        (["1.", ".1"], 2),
        (["1.", "1."], 1),
        (["1.1", "..."], 2),
        (["12", "21"], 0),
        (["1..1", "...."], 4),
        (["11..", "...."], 1),
        *long((["1..", "...", "..1"], 6), (["...", "...", "..."], 1)),
    ],
)
def test_lines_do_not_touch_themselves(numbers: list[str], count: int) -> None:
    """A line that could step to a neighbour at once is none, but a wide detour is one."""
    assert count == check(Numberlink(Grid.parse(numbers)))


def test_each_board_is_simplified() -> None:
    """Z3 simplifies a board that stands in no scope, so nothing of it is kept, and equal boards take equal ways."""
    puzzle = Numberlink(Grid.parse(["1..2", ".3..", "..3.", "1..2"]))
    grids = [solutions(puzzle).grids for _ in range(2)]

    assert grids[0] == grids[1]
    assert not is_warm(puzzle)


def test_words() -> None:
    """Steps name numbers that would be joined, lines that end, loops, and lines that touch themselves."""
    steps = {
        step
        for numbers in (["1..", "22.", "331"], ["12345.", "1.3.4.", "......", ".5....", "..2.6.", "7...67"])
        for step in told("numberlink", numbers=numbers)
    }

    assert {
        ("other number", "R1C1-R2C1 is empty: 1 and 2 would be joined"),
        ("end", "R1C1-R1C2 is a line: R1C1-R2C1 is empty, and one line ends at R1C1"),
        (
            "dead end",
            "R1C2-R1C3 is a line: R1C1-R1C2 is a line, R1C2-R2C2 is empty, and a line goes on at R1C2",
        ),
        ("fork", "R2C4-R3C4 is empty: R1C4-R2C4 and R2C4-R2C5 are lines, and at most two lines meet at R2C4"),
    } <= steps


def test_faults() -> None:
    """Two lines of a square leave it, and a loop around it is told as one."""
    lazy = Numberlink(Grid.make(2, 2)).lazy()

    assert (0, 0b1100) == lazy.forced(0b0011, 0)
    assert "a line would touch itself at R1C2" == lazy.rule(0b0011, 0, 0b1000).words
    assert lazy.forced(0b1111, 0) is None
    assert ["a loop would close"] == [rule.words for rule in lazy.broken([True] * 4)]


def test_errors() -> None:
    """Numbers that are no pair are refused; a number without room for its line is named."""
    refused("1 stands there 3 times, but a line joins two of it", "numberlink", numbers=["1.1", "..1"])
    refused("1 stands there 1 time, but a line joins two of it", "numberlink", numbers=["1.", ".."])
    clash("no solution: ", "numberlink", numbers=["12", "21"])
