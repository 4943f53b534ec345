"""Plays in which a page goes on, or does not do what it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from bot.play.fixture import serve
from bot.play.loop import play
from bot.play.reading import Options
from scrapers import NeedsHuman, ReadError, websudoku
from scrapers.linkedin_zip import SITE as ZIP
from scrapers.zero import SITES
from tests.cases import CASES
from tests.scrapers.test_others import opened

if TYPE_CHECKING:
    from playwright.sync_api import Page


def inputs(page: Page) -> int:
    """Count the clicks on cells."""
    count: int = page.evaluate("__log.filter(({type, index}) => type === 'mousedown' && index !== null).length")
    return count


def test_finished_board_is_not_another_size(page: Page) -> None:
    """After a finished 4×4, an address that asks for 8×8 is not answered with the old board."""
    opened(page, SITES[0], "size_4")
    assert play(page, SITES[0]).accepted
    before = inputs(page)

    page.goto("https://0hh1.com/#size=8")
    with pytest.raises(
        (ReadError, NeedsHuman), match=r"no board|data-size=.3.*stays"
    ):  # The replica has one board only.
        play(page, SITES[0], options=Options(timeout=15))

    assert before == inputs(page)


def test_path_in_another_order(page: Page) -> None:
    """A path that looks correct, but visits its cells in another order, is shortened once keys have no effect."""
    case = CASES["linkedin_zip/guest"]
    start = ["..21..", "..345.", "...76.", "......", "......", "......"]
    case = structs.replace(case, replica={**case.replica, "start": start})
    serve(page.context, case)
    page.goto(case.url)
    played = play(page, ZIP)

    assert (True, 2) == (played.accepted, played.repaired)


def test_answer_of_web_sudoku_on_a_new_page(page: Page) -> None:
    """What the page says counts, too, if it is sent in and another one comes, without the board."""
    opened(page, websudoku.SITE, "begun_wrong")
    answer = "<span id=message><font><b>Congratulations! You solved this Sudoku!</b></font></span>"
    page.route("**/?answer", lambda route: route.fulfill(body=answer, content_type="text/html"))
    page.locator("[name=submit]").evaluate("(button) => { button.onclick = () => { location.href = '/?answer'; }; }")
    played = play(page, websudoku.SITE)

    assert ("https://nine.websudoku.com/?answer", True) == (page.url, played.accepted)
