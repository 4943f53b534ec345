"""The way to a board: what lies before it is opened, once, on toy pages; what a page of LinkedIn keeps of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error

from bot.play.fixture import Fixture, serve
from scrapers import _entrance, _linkedin, site_of
from scrapers._entrance import Door, Entrance, texts_shown
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

ENTRANCE = Entrance(url="about:blank", board="#board", doors=[Door("#close")], starts=[Door("#start")])
BOARD = '<div id="board" style="width: 100px; height: 100px"></div>'


def entered(page: Page, html: str) -> int:
    """Find the board of a toy page; return how often something was pressed."""
    page.set_content(f"<script>let pressed = 0; onclick = () => pressed++;</script>{html}")
    board = ENTRANCE.enter(page, 5, lambda: None)

    assert board.is_visible()
    pressed: int = page.evaluate("pressed")
    return pressed


def test_what_fades_away_is_pressed_once(page: Page) -> None:
    """A banner that takes its time to go is not pressed again meanwhile."""
    fades = "onclick='setTimeout(() => this.remove(), 300)'"

    assert 1 == entered(page, f"{BOARD}<button id=close {fades}>x</button>")


def test_what_goes_by_itself_need_not_be_pressed(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A banner that goes just when it is to be pressed leaves the way free."""
    monkeypatch.setattr(_entrance, "PRESS_WITHIN", 1000)
    goes = "setTimeout(() => document.querySelector('#close').remove(), 200)"

    assert 0 == entered(page, f"{BOARD}<button id=close disabled>x</button><script>{goes}</script>")


def test_what_cannot_be_pressed_is_told(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button that stays, and cannot be pressed, ends the attempt with what the browser says of it."""
    monkeypatch.setattr(_entrance, "PRESS_WITHIN", 200)
    with pytest.raises(Error, match="#close"):
        entered(page, f"{BOARD}<button id=close disabled>x</button>")


def test_one_button_after_the_other(page: Page) -> None:
    """What stands in the place of a button that was pressed is not taken for it."""
    script = """<script>document.querySelector("#start").onclick = () => {
        document.querySelector("main").innerHTML = `<button id=close onclick="this.remove()">x</button>%s`;
    }</script>"""

    assert 2 == entered(page, f"<main><button id=start>go</button></main>{script % BOARD}")


def test_texts_shown(page: Page) -> None:
    """The text of the first visible match, one line, "" where there is none."""
    page.set_content("<p hidden>no</p><p> one\n line </p><p>two</p><svg><text class=drawn>3  4</text></svg>")

    assert ["one line", "", "3 4"] == texts_shown(page, "p", ".none", ".drawn")


@pytest.mark.parametrize(
    ("case", "keeps"),
    [
        ("linkedin_patches/guest", False),
        ("linkedin_patches/signed_in", True),
        ("linkedin_tango/guest", False),
        ("linkedin_tango/signed_in", True),
        ("linkedin_mini_sudoku/guest", False),
        ("linkedin_mini_sudoku/signed_in", True),
    ],
)
def test_pages_that_keep_a_score(context: BrowserContext, page: Page, case: str, *, keeps: bool) -> None:
    """A guest has no score that could fail to be saved; whoever is signed in has one."""
    fixture = Fixture.load(FIXTURES / case)
    serve(context, fixture)
    page.goto(fixture.url)
    site = site_of(page.url)
    assert site is not None
    site.board(page, 10, lambda: None)

    assert keeps == _linkedin._ask(page, "*")[1]
