"""Other pages: hidden answers are not read, and what nobody knows how to enter is not entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.play.loop import play
from bot.play.reading import Options
from scrapers import ReadError, daily_akari, puzzlemadness, websudoku
from tests.scrapers.test_nyt import opened
from tests.tiers import first

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from scrapers import Site


def test_hidden_fields_of_web_sudoku_are_not_read(page: Page) -> None:
    """The page holds a wrong answer and a wrong mask; what is entered is the solution of the board."""
    fixture = opened(page, websudoku.SITE, "begun_wrong")
    played = play(page, websudoku.SITE)
    planted = page.locator("#cheat").input_value()

    assert "Congratulations! You solved this Sudoku!" == played.said
    assert fixture.solution == tuple(played.solution or ())
    assert (81, False) == (len(planted), planted == "".join(fixture.solution))
    assert planted not in repr(page.locator("#puzzle_grid").evaluate(websudoku.GRID.MEASURE))


@pytest.mark.parametrize("site", first([*reversed(puzzlemadness.SITES)]), ids=lambda site: site.NAME)
def test_puzzle_madness_is_read(page: Page, site: Site) -> None:
    """The script's puzzle is read and solved, without the wrong answers beside it; nothing is entered."""
    fixture = opened(page, site, "fresh")
    played = play(page, site, options=Options(dry_run=True))
    with pytest.raises(ReadError, match="how the page draws a digit is not known"):
        play(page, site)

    assert fixture.puzzle == played.puzzle
    assert fixture.solution == tuple(played.solution or ())
    assert "answers" not in page.locator("main").evaluate(site.LAYOUTS[0].MEASURE)["data"]


@pytest.mark.parametrize(
    ("case", "words"),
    first(
        [
            ("other_day", "the script holds 16by16giantsudoku of 2026/11/25, not what the address asks for"),
            ("more_regions", "the puzzle has 3 more regions"),
            ("not_boxes", "the regions of the board are not its boxes"),
            ("no_puzzle", "the page's script does not hold a puzzle"),
        ]
    ),
)
def test_puzzle_madness_is_refused(page: Page, case: str, words: str) -> None:
    """Data of another day or variant, or none at all, is not read."""
    opened(page, puzzlemadness.SITES[0], case)

    with pytest.raises(ReadError, match=words):
        play(page, puzzlemadness.SITES[0], options=Options(dry_run=True))


@pytest.mark.parametrize("case", first(["archive", "today"]))
@pytest.mark.realtime
def test_daily_akari_is_read(page: Page, case: str) -> None:
    """The board's address in the page's own file is read, once, and solved; nothing is entered."""
    fixture = opened(page, daily_akari.SITE, case)
    played = play(page, daily_akari.SITE, options=Options(dry_run=True))
    with pytest.raises(ReadError, match="how the canvas draws a bulb is not known"):
        play(page, daily_akari.SITE)

    assert (fixture.puzzle, 0) == (played.puzzle, played.confirmed)
    assert fixture.solution == tuple(played.solution or ())


@pytest.mark.parametrize("case", first(["old_form", "other_genre", "no_puzzle"]))
def test_daily_akari_is_refused(page: Page, case: str) -> None:
    """A file without the address of a Light Up is refused; the older form, which has the answer, does not leave it."""
    opened(page, daily_akari.SITE, case)

    with pytest.raises(ReadError, match="the file of the day holds no Light Up") as error:
        play(page, daily_akari.SITE, options=Options(dry_run=True))

    assert "1...." not in error.value.message


def test_answer_of_web_sudoku_on_a_new_page(page: Page) -> None:
    """What the page says counts, too, if it is sent in and another one comes, without the board."""
    opened(page, websudoku.SITE, "begun_wrong")
    answer = "<span id=message><font><b>Congratulations! You solved this Sudoku!</b></font></span>"
    page.route("**/?answer", lambda route: route.fulfill(body=answer, content_type="text/html"))
    page.locator("[name=submit]").evaluate("(button) => { button.onclick = () => { location.href = '/?answer'; }; }")
    played = play(page, websudoku.SITE)

    assert ("https://nine.websudoku.com/?answer", True) == (page.url, played.accepted)
