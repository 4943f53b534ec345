"""Other pages: hidden answers are not read, and what nobody knows how to enter is not entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.play.loop import play
from bot.play.reading import Options
from scrapers import ReadError, daily_akari, puzzlemadness, websudoku
from scrapers.nyt_pips import TABLE
from solvers import Grid, load
from tests.cases import CASES, opened
from tests.tiers import first

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRY = Options(dry_run=True)
BEGUN = "websudoku/begun_wrong"
"""A page with a wrong answer and a wrong mask in hidden fields."""


def test_planted_answer_of_nyt_sudoku_is_not_read(page: Page) -> None:
    """The page's script holds a wrong puzzle with a wrong answer; the solution is that of the board."""
    opened(page, "nyt_sudoku/begun")
    played = play(page, options=DRY)

    assert [8] * 81 == page.evaluate("gameData.easy.puzzle_data.solution")
    assert CASES["nyt_sudoku/begun"].solution == tuple(played.solution or ())
    assert (24, 0) == (played.confirmed, played.single)


def test_answer_of_the_day_of_nyt_pips_is_dropped(page: Page) -> None:
    """The file of the day holds a wrong answer, which no snapshot has; with several solutions, any right one counts."""
    opened(page, "nyt_pips/several")
    served = page.evaluate("fetch('/svc/pips/v1/2026-11-25.json').then((answer) => answer.text())")
    played = play(page, options=DRY)
    state = page.locator("#js-hook-game-wrapper").evaluate(TABLE.MEASURE)

    assert '"solution"' in served
    assert [{"dominoes", "regions"}] * 3 == [set(level) for level in state["day"]]
    assert "solution" not in repr(state["day"])
    assert ("several", 124, True, 0) == (played.verdict, played.answers, played.complete, played.single)
    assert load(played.puzzle).is_solved_by(Grid.parse(played.solution or []))


def test_hidden_fields_of_web_sudoku_are_not_read(page: Page) -> None:
    """What is entered is the solution of the board; the page's words count, too, if they come on another page."""
    opened(page, BEGUN)
    answer = "<span id=message><font><b>Congratulations! You solved this Sudoku!</b></font></span>"
    page.route("**/?answer", lambda route: route.fulfill(body=answer, content_type="text/html"))
    page.locator("[name=submit]").evaluate("(button) => { button.onclick = () => { location.href = '/?answer'; }; }")
    planted = page.locator("#cheat").input_value()
    state = page.locator("#puzzle_grid").evaluate(websudoku.GRID.MEASURE)
    played = play(page)
    solution = tuple(played.solution or ())

    assert ("Congratulations! You solved this Sudoku!", CASES[BEGUN].solution) == (played.said, solution)
    assert (81, False, False) == (len(planted), planted == "".join(solution), planted in repr(state))
    assert "https://nine.websudoku.com/?answer" == page.url


@pytest.mark.parametrize(
    ("case", "css", "why"),
    [
        *(
            (f"{site.NAME}/fresh", "main", "how the page draws a digit is not known")
            for site in first([*reversed(puzzlemadness.SITES)])
        ),
        *((f"daily_akari/{case}", "", "how the canvas draws a bulb is not known") for case in ("archive", "today")),
    ],
)
def test_only_read(page: Page, case: str, css: str, why: str) -> None:
    """The script's puzzle is read and solved, without the answers beside it; nothing is entered."""
    opened(page, case)
    played = play(page, options=DRY)
    with pytest.raises(ReadError, match=why):
        play(page)

    assert CASES[case].puzzle == played.puzzle
    assert CASES[case].solution == tuple(played.solution or ())
    assert not css or "answers" not in page.locator(css).evaluate(puzzlemadness.SITES[0].LAYOUTS[0].MEASURE)["data"]


MADNESS, AKARI = puzzlemadness.SITES[0].NAME, "the file of the day holds no Light Up"


@pytest.mark.parametrize(
    ("case", "words"),
    first(
        [
            (f"{MADNESS}/other_day", "the script holds 16by16giantsudoku of 2026/11/25, not what the address asks for"),
            ("daily_akari/old_form", AKARI),
            (f"{MADNESS}/more_regions", "the puzzle has 3 more regions"),
            (f"{MADNESS}/not_boxes", "the regions of the board are not its boxes"),
            (f"{MADNESS}/no_puzzle", "the page's script does not hold a puzzle"),
            ("daily_akari/other_genre", AKARI),
            ("daily_akari/no_puzzle", AKARI),
        ],
        quick=2,
    ),
)
def test_refused_data(page: Page, case: str, words: str) -> None:
    """Data of another day, variant or form, or none at all, is not read, and an answer in it does not leave it."""
    opened(page, case)
    with pytest.raises(ReadError, match=words) as error:
        play(page, options=DRY)

    assert "1...." not in error.value.message


def test_file_of_the_day_that_comes_later(page: Page) -> None:
    """A Daily Akari that has not asked for its file yet is asked again."""
    page.route("**/archivepuzzle*", lambda route: route.abort())
    opened(page, "daily_akari/archive")
    canvas = page.frame_locator("iframe").locator("canvas")
    look = f"(canvas) => ({daily_akari.CANVAS.MEASURE})(canvas).link"
    before = canvas.evaluate(look)
    page.unroute("**/archivepuzzle*")
    page.evaluate("fetch('/archivepuzzle?number=629').then((answer) => answer.json())")

    assert (None, True) == (before, "akari" in canvas.evaluate(look))
