"""What the coach answers besides hints: one mark, why a mark is wrong, and the grade."""

from __future__ import annotations

import pytest

from bot.addons.coach.hints import CoachHints
from solvers import BadPuzzle, Grid, load
from tests.solvers.test_hints import blank_and_given
from tests.solvers.test_kinds import PUZZLES


def test_why_not() -> None:
    """A mark is wrong, right, printed, or missing, and a solved board lacks none."""
    puzzle = PUZZLES["sudoku:1"]
    hints = CoachHints.of(puzzle)
    blank, given = blank_and_given(hints)
    right = hints.grids[0]
    marks = right.with_value([blank], 1 + (right[blank] or 0) % puzzle.board.height)

    assert hints.why_not(puzzle.board, str(blank)).verdict == "blank"
    assert hints.why_not(puzzle.board, str(given)).verdict == "given"
    assert hints.why_not(right, str(blank)).verdict == "right"
    assert hints.why_not(marks, str(blank)).words == hints.next(marks).reason
    assert (shown := hints.reveal(marks)) is not None
    assert (shown.place, shown.value) == (str(blank), right[blank])
    assert hints.reveal(right) is None
    assert [str(blank)] == [mark.place for mark in hints.wrong(marks)]
    with pytest.raises(BadPuzzle, match="a cell is written like R1C1"):
        hints.why_not(right, "here")


def test_grade_of_several_solutions() -> None:
    """A puzzle with several solutions has no grade."""
    puzzle = load({"kind": "tango", "givens": ["11..", "1.0.", "....", "...."]})

    assert CoachHints.of(puzzle).grade() is None
    assert CoachHints.of(PUZZLES["tango:2"]).grade() is not None
    with pytest.raises(BadPuzzle, match="cells, but the board is not"):
        CoachHints.of(puzzle).wrong(Grid.make(1, 1))
