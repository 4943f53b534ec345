"""`--here` finds, reads and plays the open tab of a person's own browser; the text to share holds no mark."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from bot.errors import UsageError
from bot.play.result import TargetResult
from bot.play.targets import Here, Target, find_tab
from solvers import Grid, Puzzle, Queens, ThreeInARow, dump, load
from tests.conftest import Givens

TANGO = "https://www.linkedin.com/games/view/tango/desktop"
QUEENS = "https://www.linkedin.com/games/view/queens/desktop"


def open_tabs(context: BrowserContext, *addresses: str) -> None:
    """Open a tab for each address, which answers with an empty page."""
    context.route("**/*", lambda route: route.fulfill(body="<title>a</title>", content_type="text/html"))
    for address in addresses:
        context.new_page().goto(address)


def tab_of(context: BrowserContext, wish: Here) -> tuple[Target, Page]:
    """Return the tab that is found in a browser with this context alone."""
    return find_tab(cast("Browser", SimpleNamespace(contexts=[context])), wish)


def test_the_tab_is_found_by_its_address(context: BrowserContext) -> None:
    """The only tab of a known site is meant; a part of the address chooses among several."""
    open_tabs(context, "https://news.example/", TANGO)
    target, page = tab_of(context, Here())

    assert (target.site.NAME, target.url, page.url) == ("linkedin_tango", TANGO, TANGO)

    open_tabs(context, QUEENS)
    with pytest.raises(UsageError, match=r"2 open tabs match: .*tango.*queens.*Name one by a part of its address"):
        tab_of(context, Here())

    assert tab_of(context, Here("queens"))[0].site.NAME == "linkedin_queens"
    assert len(context.pages) == 3


def test_a_tab_that_nobody_knows(context: BrowserContext) -> None:
    """Without a page there is no tab; without a site there must be --guess, which then takes the page as it is."""
    context.new_page()
    with pytest.raises(UsageError, match="the browser has no tab with a page"):
        tab_of(context, Here())
    open_tabs(context, "https://news.example/")
    with pytest.raises(UsageError, match=r"no site module knows https://news\.example/"):
        tab_of(context, Here())
    with pytest.raises(UsageError, match="no open tab has 'tango' in its address"):
        tab_of(context, Here("tango"))

    assert tab_of(context, Here(site="--guess"))[0].site.NAME == "guessed"


@pytest.mark.parametrize(("command", "missing"), [("coach", "TARGET"), ("play", "TARGET...")])
def test_usage(givens: Givens, command: str, missing: str) -> None:
    """Without --here, a target must be named."""
    done = givens(command)

    assert (2, True) == (done.returncode, f"missing argument '{missing}'" in done.stderr)


BOARD = load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
SQUARES = "⬜⬜⬜⬜\n⬜⬛⬛⬜\n⬜⬛⬜⬜\n⬛⬜⬜⬜"


def shared(puzzle: Puzzle, about: dict[str, object], seconds: float, streak: int = 0) -> str:
    """Return what is shared of an accepted puzzle."""
    ms = {"total": 1000 * seconds}
    return TargetResult(target="", accepted=True, puzzle=dump(puzzle), about=about, ms=ms, streak=streak).share_text()


@pytest.mark.parametrize(
    ("about", "seconds", "streak", "line"),
    [
        ({"number": 776, "date": "2026-11-25"}, 3.4, 9, "Three in a row #776 · 0:03 · streak 9"),
        ({"date": "2026-11-25"}, 75, 1, "Three in a row 2026-11-25 · 1:15"),
        ({}, 0.2, 0, "Three in a row · 0:01"),
    ],
)
def test_line(about: dict[str, object], seconds: float, streak: int, line: str) -> None:
    """The line has the number or the date, the time in whole seconds, and a streak from two days on."""
    assert f"{line}\n{SQUARES}" == shared(BOARD, about, seconds, streak)


def test_squares() -> None:
    """A puzzle of regions shows these, and none of its queens; a board too wide to paste or damaged is left out."""
    queens = Queens(("AABB", "AABB", "CCDD", "CCDD"))

    assert ["🟥🟥🟧🟧"] * 2 + ["🟨🟨🟩🟩"] * 2 == shared(queens, {}, 1).splitlines()[1:]
    assert ["Three in a row · 0:01"] == shared(ThreeInARow(Grid.make(4, 16)), {}, 1).splitlines()
    assert not TargetResult(target="", accepted=True, puzzle={"kind": "tango"}).share_text()
