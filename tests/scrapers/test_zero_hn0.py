"""The page of 0h n0: a board of another size than the address asks for, and what only its script tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.play.fixture import Fixture, serve
from bot.play.loop import play
from bot.play.reading import Options
from scrapers import ReadError
from scrapers.zero import SITES
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

_, SITE = SITES


@pytest.mark.parametrize("case", ["another_size_open", "first_visit"])
def test_size_is_the_one_asked_for(context: BrowserContext, case: str) -> None:
    """A board of another size and the tutorial are left for the size in the address."""
    fixture = Fixture.load(FIXTURES / SITE.NAME / case)
    serve(context, fixture)
    page = context.new_page()
    page.goto(fixture.url)

    played = play(page, SITE, options=Options(dry_run=True))

    assert fixture.puzzle == played.puzzle


def test_nothing_is_entered_without_the_script(context: BrowserContext) -> None:
    """A page whose script does not tell which walls are locked is refused: some may be the player's."""
    fixture = Fixture.load(FIXTURES / SITE.NAME / "begun")
    serve(context, fixture)
    page = context.new_page()
    page.goto(fixture.url)
    page.evaluate("delete window.Game")

    with pytest.raises(ReadError, match="the script of the page does not say which tiles are locked"):
        play(page, SITE)
