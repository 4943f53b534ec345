"""Other pages: hidden answers are not read, and what nobody knows how to enter is not entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.loop import play
from scrapers import websudoku
from tests.scrapers.test_nyt import opened

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def test_hidden_fields_of_web_sudoku_are_not_read(context: BrowserContext) -> None:
    """The page holds a wrong answer and a wrong mask; what is entered is the solution of the board."""
    page, fixture = opened(context, websudoku.SITE, "begun_wrong")
    played = play(page, websudoku.SITE)
    planted = page.locator("#cheat").input_value()

    assert "Congratulations! You solved this Sudoku!" == played.said
    assert fixture.solution == tuple(played.solution or ())
    assert (81, False) == (len(planted), planted == "".join(fixture.solution))
    assert planted not in repr(page.locator("#puzzle_grid").evaluate(websudoku.GRID.MEASURE))
