"""Text to share: what it says, and that no mark of a solution is in it."""

from __future__ import annotations

import pytest

from bot.play.result import share_text
from solvers import Grid, Queens, ThreeInARow, load

BOARD = load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
SQUARES = "⬜⬜⬜⬜\n⬜⬛⬛⬜\n⬜⬛⬜⬜\n⬛⬜⬜⬜"


@pytest.mark.parametrize(
    ("about", "seconds", "streak", "line"),
    [
        ({"number": 776, "date": "2026-11-25"}, 3.4, 9, "Three in a row #776 · 0:03 · streak 9"),
        ({"date": "2026-11-25"}, 75, 1, "Three in a row 2026-11-25 · 1:15"),
        ({}, 0.2, 0, "Three in a row · 0:01"),
    ],
)
def test_line(about: dict[str, object], seconds: float, streak: int, line: str) -> None:
    """The line has the number or the date, the time in whole seconds, and a streak from two days on."""
    assert f"{line}\n{SQUARES}" == share_text(BOARD, about, seconds, streak)


def test_regions_are_squares_of_a_colour() -> None:
    """A puzzle of regions shows these, and none of its queens."""
    queens = Queens(("AABB", "AABB", "CCDD", "CCDD"))

    assert ["🟥🟥🟧🟧"] * 2 + ["🟨🟨🟩🟩"] * 2 == share_text(queens, {}, 1).splitlines()[1:]


def test_a_wide_board_is_not_drawn() -> None:
    """A board that would be wrapped where it is pasted is left out."""
    assert ["Three in a row · 0:01"] == share_text(ThreeInARow(Grid.make(4, 16)), {}, 1).splitlines()
