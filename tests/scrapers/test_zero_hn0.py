"""The page of 0h n0: a board of another size than the address asks for, and what only its script tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.play.loop import play
from bot.play.reading import Options
from scrapers import ReadError
from scrapers.zero import SITES
from tests.cases import CASES
from tests.scrapers.test_nyt import opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

_, SITE = SITES


@pytest.mark.parametrize("case", ["another_size_open", "first_visit"])
def test_size_is_the_one_asked_for(page: Page, case: str) -> None:
    """A board of another size and the tutorial are left for the size in the address."""
    opened(page, SITE, case)

    assert CASES[f"{SITE.NAME}/{case}"].puzzle == play(page, SITE, options=Options(dry_run=True)).puzzle


def test_nothing_is_entered_without_the_script(page: Page) -> None:
    """A page whose script does not tell which walls are locked is refused: some may be the player's."""
    opened(page, SITE, "begun")
    page.evaluate("delete window.Game")

    with pytest.raises(ReadError, match="the script of the page does not say which tiles are locked"):
        play(page, SITE)
