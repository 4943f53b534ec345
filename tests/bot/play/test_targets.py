"""`--here`: the tab that is open in a person's own browser is found, read, and played; nothing is opened or closed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.browser.launch import new_context
from bot.errors import UsageError
from bot.play.fixture import Fixture, serve
from bot.play.targets import Here, find_tab
from tests.bot.browser.test_remote import debugged, pages, program
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Playwright

    from tests.conftest import Givens

__all__ = ["program"]

SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
TANGO = "https://www.linkedin.com/games/view/tango/desktop"
QUEENS = "https://www.linkedin.com/games/view/queens/desktop"


@pytest.fixture
def person(chromium: Browser) -> Iterator[BrowserContext]:
    """Open a person's tabs: every address answers with an empty page."""
    context = new_context(chromium)
    context.route("**/*", lambda route: route.fulfill(body="<title>a</title>", content_type="text/html"))
    yield context
    context.close()


def open_tabs(person: BrowserContext, *addresses: str) -> None:
    """Open a tab for each address."""
    for address in addresses:
        person.new_page().goto(address)


def test_the_tab_is_found_by_its_address(chromium: Browser, person: BrowserContext) -> None:
    """The only tab of a known site is meant; a part of the address chooses among several."""
    open_tabs(person, "https://news.example/", TANGO)
    target, page = find_tab(chromium, Here())

    assert (target.site.NAME, target.url, page.url) == ("linkedin_tango", TANGO, TANGO)

    open_tabs(person, QUEENS)
    with pytest.raises(UsageError, match=r"2 open tabs match: .*tango.*queens.*Name one by a part of its address"):
        find_tab(chromium, Here())

    assert find_tab(chromium, Here("queens"))[0].site.NAME == "linkedin_queens"
    assert len(person.pages) == 3


def test_a_tab_that_nobody_knows(chromium: Browser, person: BrowserContext) -> None:
    """Without a site there must be --guess, which then takes the page as it is."""
    open_tabs(person, "https://news.example/")
    with pytest.raises(UsageError, match=r"no site module knows https://news\.example/"):
        find_tab(chromium, Here())
    with pytest.raises(UsageError, match="no open tab has 'tango' in its address"):
        find_tab(chromium, Here("tango"))

    assert find_tab(chromium, Here(site="--guess"))[0].site.NAME == "guessed"


def test_no_tab(chromium: Browser, person: BrowserContext) -> None:
    """A browser without a page says so."""
    person.new_page()
    with pytest.raises(UsageError, match="the browser has no tab with a page"):
        find_tab(chromium, Here())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["coach"], "missing argument '[TARGET]'"),
        (["play"], "missing argument 'TARGET...'"),
    ],
)
def test_usage(givens: Givens, words: list[str], message: str) -> None:
    """What is missing, or does not go together, is a wrong usage."""
    done = givens(*words)

    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.long("of a person's browser")
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
