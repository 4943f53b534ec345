"""The games of the New York Times: answers in their scripts are not read, and what is shown is read twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.fixture import Fixture, serve
from bot.play.loop import play
from bot.play.task import Options
from scrapers.nyt_sudoku import SITE as SUDOKU
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def test_planted_answer_of_sudoku_is_not_read(context: BrowserContext) -> None:
    """The page's script holds a wrong puzzle with a wrong answer; the solution is that of the board."""
    fixture = Fixture.load(FIXTURES / SUDOKU.name / "begun")
    serve(context, fixture)
    page = context.new_page()
    page.goto(fixture.url)
    played = play(page, SUDOKU, options=Options(dry_run=True))

    assert [8] * 81 == page.evaluate("gameData.easy.puzzle_data.solution")
    assert fixture.solution == tuple(played.solution or ())
    assert (24, 0) == (played.confirmed, played.single)
