"""A redesign: all names in the markup of a page are other ones, and its puzzle is still played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.browser.launch import new_context
from bot.play.fixture import serve
from scrapers import clock_of
from tests.clock import set_virtual
from tests.tiers import first
from tests.wild.renamed import SCRIPT, targets

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = """() => [...document.querySelectorAll("*")].flatMap((element) =>
    [...element.classList, element.id, ...element.getAttributeNames().filter((name) => name.startsWith("data-"))])"""


@pytest.mark.parametrize(
    "name", first(["puzzle_team_bridges", "zero_hn0", "nyt_pips", "brainbashers_hitori", *targets()], quick=3)
)
def test_page_is_the_same_but_for_its_names(chromium: Browser, name: str) -> None:
    """The page's own script builds what it would have built, and it is drawn alike."""
    target, pictures, names = targets()[name], [], []
    for script in ("", f"({SCRIPT})(2)"):
        context = new_context(chromium)
        set_virtual(context)
        context.add_init_script(script)
        assert target.fixture is not None
        serve(context, target.fixture)
        page = context.new_page()
        page.goto(target.url.partition("#")[0])
        clock_of(page).pause(3000)
        pictures.append(page.screenshot())
        names.append({*page.evaluate(NAMES)} - {""})
        context.close()

    assert pictures[0] == pictures[1]
    assert names[0]
    assert not any(any(letter.isalpha() for letter in name) for name in names[0] & names[1])
