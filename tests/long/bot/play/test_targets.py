"""`--here` in a person's own browser, by commands of their own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.play.fixture import Fixture, serve
from tests.bot.browser.test_remote import debugged, pages, program
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Playwright

    from tests.conftest import Givens

__all__ = ["program"]

SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"


def test_read_and_play(givens: Givens, playwright: Playwright, program: str, tmp_path: Path) -> None:
    """The tab's puzzle is read, then its solution is entered; the same tabs are open afterwards."""
    case = Fixture.load(SMALL)
    with debugged(program, tmp_path / "person") as (address, _):
        browser = playwright.chromium.connect_over_cdp(address, no_defaults=True)
        (context,) = browser.contexts
        serve(context, case)
        (page,) = context.pages
        page.goto(case.url)
        before = pages(address)
        options = ("--here", "--browser", address, "--json")
        read, played = givens.process("read", *options), givens.process("play", *options)

        assert json.loads(read.stdout)["puzzle"] == json.loads((SMALL / "puzzle.json").read_text())
        assert json.loads(played.stdout)["accepted"]
        assert page.evaluate("__solved")
        assert before == pages(address)
        browser.close()
