"""Boards that are drawn on a canvas: read from pixels, entered, and refused where something is not certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from solvers import generate
from tests import canvas
from tests.unknown import played

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright

SIZES = {
    "sudoku": (9, 9),
    "binairo": (8, 8),
    "queens": (8, 8),
    "star_battle": (8, 8),
    "nonogram": (10, 10),
    "light_up": (7, 7),
}
"""The kinds of the pages, and the sizes of their boards."""
TASTED = [
    ("sudoku", "plain"),
    ("sudoku", "notebook"),
    ("binairo", "dark"),
    ("binairo", "tiles"),
    ("queens", "offset"),
    ("star_battle", "thin"),
    ("nonogram", "plain"),
    ("nonogram", "dark"),
    ("light_up", "thin"),
]


@pytest.mark.parametrize(("kind", "taste"), TASTED)
def test_board_on_a_canvas(shared_playwright: SharedPlaywright, tmp_path: Path, kind: str, taste: str) -> None:
    """A board that no element shows is read from pixels, entered at the middles of its cells, and accepted."""
    made = generate(kind, SIZES[kind], seed=2)

    outcome = played(shared_playwright, tmp_path, canvas.page(kind, made.puzzle, made.solution, taste), kind=kind)

    assert "" == outcome.message
    assert outcome.result.accepted is True
