"""Numberlink against brute force in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, NoSolution, Numberlink, explain, generate, load, solve
from tests.brute import check, wrong_grids
from tests.tiers import examples

CELLS = [Cell(row, col) for row in range(3) for col in range(3)]
SQUARES = [cell for cell in CELLS if cell.row < 2 and cell.col < 2]


@examples(40, quick=2)
@given(st.permutations(CELLS), st.integers(1, 4))
def test_all_solutions(cells: list[Cell], pairs: int) -> None:
    """Z3 finds the boards that brute force finds."""
    check(Numberlink(Grid.make(3, 3, {cells[at]: 1 + at // 2 for at in range(2 * pairs)}.get)))


@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        (["1.", ".1"], 2),
        (["1.", "1."], 1),
        (["1.1", "..."], 2),
        (["12", "21"], 0),
        (["1..", "...", "..1"], 6),
        (["...", "...", "..."], 1),
    ],
)
def test_lines_do_not_touch_themselves(numbers: list[str], count: int) -> None:
    """A line that could step to a neighbour at once is none, but a wide detour is one."""
    assert count == check(Numberlink(Grid.parse(numbers)))


def test_words() -> None:
    """Steps name numbers that would be joined, lines that end, loops, and lines that touch themselves."""
    steps = {
        (step.technique, step.words)
        for numbers in (["1..", "22.", "331"], ["12345.", "1.3.4.", "......", ".5....", "..2.6.", "7...67"])
        for step in explain(load({"kind": "numberlink", "numbers": numbers}))
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


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("numberlink", (5, 5), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_clash() -> None:
    """A number without room for its line is named."""
    with pytest.raises(NoSolution, match="no solution: "):
        solve(load({"kind": "numberlink", "numbers": ["12", "21"]}))


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (["1.1", "..1"], "numbers: 1 stands there 3 times, but a line joins two of it"),
        (["1.", ".."], "numbers: 1 stands there 1 time, but a line joins two of it"),
    ],
)
def test_errors(numbers: list[str], words: str) -> None:
    """Numbers that are no pair are refused."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "numberlink", "numbers": numbers})
