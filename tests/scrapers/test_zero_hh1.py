"""The page of 0h h1: its sizes, a board of another size than the address asks for, and its title."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.play.fixture import serve
from bot.play.loop import play
from bot.play.reading import Options
from bot.record.recorder import Recorder
from scrapers import NeedsHuman, ReadError
from scrapers.zero import SITES
from tests.cases import CASES
from tests.snapshots import presses
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

SITE, _ = SITES


def opened(page: Page, case: str) -> Page:
    """Open a case of the replica."""
    fixture = CASES[f"{SITE.NAME}/{case}"]
    serve(page.context, fixture)
    page.goto(fixture.url)
    return page


def inputs(page: Page) -> int:
    """Count the clicks on cells."""
    count: int = page.evaluate("__log.filter(({type, index}) => type === 'mousedown' && index !== null).length")
    return count


def test_finished_board_is_not_another_size(page: Page) -> None:
    """After a finished 4×4, an address that asks for 8×8 is not answered with the old board."""
    opened(page, "size_4")
    assert play(page, SITE).accepted
    before = inputs(page)

    page.goto("https://0hh1.com/#size=8")
    with pytest.raises(
        (ReadError, NeedsHuman), match=r"no board|data-size=.3.*stays"
    ):  # The replica has one board only.
        play(page, SITE, options=Options(timeout=15))

    assert before == inputs(page)


@pytest.mark.parametrize("case", first(["after_another_size", "another_size_open"]))
def test_size_is_the_one_asked_for(page: Page, case: str) -> None:
    """A board of another size, finished or open, is left for the size in the address."""
    played = play(opened(page, case), SITE, options=Options(dry_run=True))

    assert played.puzzle is not None
    assert 8 == len(played.puzzle["givens"])
    assert {"title": "0h h1, 8 x 8"} == played.about


def test_any_open_board_without_a_size(page: Page) -> None:
    """An address that asks for no size is answered with the board that is open."""
    opened(page, "size_8")
    SITE.board(page, 10, presses(page))
    page.goto("https://0hh1.com/#")

    played = play(page, SITE, options=Options(dry_run=True))

    assert {"title": "0h h1, 8 x 8"} == played.about


def test_title_beside_a_best_time(page: Page) -> None:
    """Where the best time stands instead of the size, the address still names the size."""
    opened(page, "best_time")
    played = play(page, SITE, options=Options(dry_run=True))

    assert {"title": "0h h1, 6 x 6"} == played.about


@pytest.mark.parametrize(
    ("case", "buttons"),
    [
        ("share", {"#game.show-share [data-action=hide-share]": 1, '#menugrid:not(.hidden) [data-size="2"]': 1}),
        ("size_12", {"#menu [data-action=play-daily]": 1, '#menugrid:not(.hidden) [data-size="5"]': 2}),
    ],
)
def test_buttons_are_recorded(page: Page, tmp_path: Path, case: str, buttons: dict[str, int]) -> None:
    """The session says which buttons were pressed how often: the gift tile twice."""
    play(opened(page, case), SITE, recorder=Recorder(tmp_path), options=Options(dry_run=True))

    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [buttons] == [event["buttons"] for event in events if event["event"] == "pressed"]
