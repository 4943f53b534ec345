"""Boards that are drawn on a canvas: read from pixels, entered, and refused where something is not certain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.addons.unknown.pixels.eye import board_in
from solvers import generate
from tests import canvas
from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.command import SharedPlaywright

SIZES = {
    "sudoku": (9, 9),
    "binairo": (8, 8),
    "queens": (8, 8),
    "star_battle": (8, 8),
    "nonogram": (10, 10),
    "light_up": (5, 5),
}
"""The kinds of the pages, and the sizes of their boards."""
TASTED = [
    ("light_up", "thin"),
    ("sudoku", "plain"),
    ("sudoku", "notebook"),
    ("binairo", "dark"),
    ("binairo", "tiles"),
    ("queens", "offset"),
    ("star_battle", "thin"),
    ("nonogram", "plain"),
    ("nonogram", "dark"),
]


@pytest.mark.parametrize(("kind", "taste"), first(TASTED))
def test_board_on_a_canvas(shared_playwright: SharedPlaywright, tmp_path: Path, kind: str, taste: str) -> None:
    """A board that no element shows is read from pixels, entered at the middles of its cells, and accepted."""
    made = generate(kind, SIZES[kind], seed=2)

    outcome = played(shared_playwright, tmp_path, canvas.page(kind, made.puzzle, made.solution, taste), kind=kind)

    assert "" == outcome.message
    assert outcome.result.accepted is True


@pytest.mark.parametrize(
    "style",
    first(["color: transparent", "clip-path: inset(100%)", "opacity: 0.01", "text-indent: 200px; overflow: hidden"]),
)
def test_number_that_nobody_sees(shared_playwright: SharedPlaywright, tmp_path: Path, style: str) -> None:
    """A number in the markup that is not drawn is no given: the board is refused untouched."""
    css = f"<style>.cell:nth-child(2).given, .cell:nth-child(9) {{ {style} }}</style>"

    outcome = played(shared_playwright, tmp_path, unknown_page(css + "{board}"))

    assert re.search("no puzzle was recognized|says ., but nothing is drawn there", outcome.message)
    assert 0 == outcome.pressed()


def test_person_sees_no_other_window(chromium: Browser) -> None:
    """A picture of a page in a window that a person sees is looked at in another browser."""
    context = chromium.new_context(no_viewport=True)
    page = context.new_page()
    page.set_content("<div style='width: 300px; height: 300px; background: #ddd'></div>")
    shown = [*chromium.contexts]
    board_in(page, (0.0, 0.0, 200.0, 200.0))

    assert shown == chromium.contexts
    context.close()
