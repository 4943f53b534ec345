"""The games of the New York Times: answers in their scripts are not read, and what is shown is read twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.fixture import serve
from bot.play.loop import play
from bot.play.reading import Options
from scrapers.nyt_pips import SITE as PIPS
from scrapers.nyt_pips import TABLE
from scrapers.nyt_sudoku import SITE as SUDOKU
from solvers import Grid, load
from tests.cases import CASES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.play.fixture import Fixture
    from scrapers import Site


def opened(page: Page, site: Site, case: str) -> Fixture:
    """Open a case of a replica."""
    fixture = CASES[f"{site.NAME}/{case}"]
    serve(page.context, fixture)
    page.goto(fixture.url)
    return fixture


def test_planted_answer_of_sudoku_is_not_read(page: Page) -> None:
    """The page's script holds a wrong puzzle with a wrong answer; the solution is that of the board."""
    fixture = opened(page, SUDOKU, "begun")
    played = play(page, SUDOKU, options=Options(dry_run=True))

    assert [8] * 81 == page.evaluate("gameData.easy.puzzle_data.solution")
    assert fixture.solution == tuple(played.solution or ())
    assert (24, 0) == (played.confirmed, played.single)


def test_answer_of_the_day_of_pips_is_dropped(page: Page) -> None:
    """The file of the day holds a wrong answer, which no snapshot has; with several solutions, any right one counts."""
    opened(page, PIPS, "several")
    served = page.evaluate("fetch('/svc/pips/v1/2026-11-25.json').then((answer) => answer.text())")
    played = play(page, PIPS, options=Options(dry_run=True))
    state = page.locator("#js-hook-game-wrapper").evaluate(TABLE.MEASURE)

    assert '"solution"' in served
    assert [{"dominoes", "regions"}] * 3 == [set(level) for level in state["day"]]
    assert "solution" not in repr(state["day"])
    assert ("several", 124, True, 0) == (played.verdict, played.answers, played.complete, played.single)
    assert load(played.puzzle).is_solved_by(Grid.parse(played.solution or []))
