"""Other pages: hidden answers are not read, what was not asked for is not played, nor what nobody knows to enter."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.play.fixture import serve
from bot.play.loop import play
from bot.play.reading import Options
from bot.record.recorder import Recorder
from scrapers import ReadError, daily_akari, puzzlemadness, websudoku
from scrapers.nyt_pips import SITE as PIPS
from scrapers.nyt_pips import TABLE
from scrapers.nyt_sudoku import SITE as SUDOKU
from scrapers.zero import SITES
from solvers import Grid, load
from tests.cases import CASES
from tests.snapshots import presses
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.play.fixture import Fixture
    from scrapers import Site

HH1, HN0 = SITES


def opened(page: Page, site: Site, case: str) -> Fixture:
    """Open a case of a replica."""
    fixture = CASES[f"{site.NAME}/{case}"]
    serve(page.context, fixture)
    page.goto(fixture.url)
    return fixture


def test_planted_answer_of_sudoku_is_not_read(page: Page) -> None:
    """The page's script holds a wrong puzzle with a wrong answer; the solution is that of the board."""
    fixture = opened(page, SUDOKU, "begun")
    played = play(page, SUDOKU, options=Options(dry_run=True))

    assert [8] * 81 == page.evaluate("gameData.easy.puzzle_data.solution")
    assert fixture.solution == tuple(played.solution or ())
    assert (24, 0) == (played.confirmed, played.single)


def test_answer_of_the_day_of_pips_is_dropped(page: Page) -> None:
    """The file of the day holds a wrong answer, which no snapshot has; with several solutions, any right one counts."""
    opened(page, PIPS, "several")
    served = page.evaluate("fetch('/svc/pips/v1/2026-11-25.json').then((answer) => answer.text())")
    played = play(page, PIPS, options=Options(dry_run=True))
    state = page.locator("#js-hook-game-wrapper").evaluate(TABLE.MEASURE)

    assert '"solution"' in served
    assert [{"dominoes", "regions"}] * 3 == [set(level) for level in state["day"]]
    assert "solution" not in repr(state["day"])
    assert ("several", 124, True, 0) == (played.verdict, played.answers, played.complete, played.single)
    assert load(played.puzzle).is_solved_by(Grid.parse(played.solution or []))


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


# --- 0h h1 and 0h n0 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", first(["after_another_size", "another_size_open"]))
def test_size_is_the_one_asked_for(page: Page, case: str) -> None:
    """A board of another size, finished or open, is left for the size in the address."""
    opened(page, HH1, case)
    played = play(page, HH1, options=Options(dry_run=True))

    assert played.puzzle is not None
    assert 8 == len(played.puzzle["givens"])
    assert {"title": "0h h1, 8 x 8"} == played.about


@pytest.mark.parametrize(("case", "size", "address"), [("size_8", 8, "#"), ("best_time", 6, "#size=6")])
def test_size_is_told(page: Page, case: str, size: int, address: str) -> None:
    """An address without a size is answered with the open board; a best time in place of the size is none."""
    opened(page, HH1, case)
    HH1.board(page, 10, presses(page))
    page.goto(f"https://0hh1.com/{address}")

    assert {"title": f"0h h1, {size} x {size}"} == play(page, HH1, options=Options(dry_run=True)).about


def test_buttons_are_recorded(page: Page, tmp_path: Path) -> None:
    """The session says which buttons were pressed how often: the gift tile twice."""
    opened(page, HH1, "size_12")
    play(page, HH1, recorder=Recorder(tmp_path), options=Options(dry_run=True))

    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [{"#menu [data-action=play-daily]": 1, '#menugrid:not(.hidden) [data-size="5"]': 2}] == [
        event["buttons"] for event in events if event["event"] == "pressed"
    ]


@pytest.mark.parametrize("case", first(["first_visit", "another_size_open"]))
def test_size_of_0h_n0_is_the_one_asked_for(page: Page, case: str) -> None:
    """A board of another size and the tutorial are left for the size in the address."""
    opened(page, HN0, case)

    assert CASES[f"{HN0.NAME}/{case}"].puzzle == play(page, HN0, options=Options(dry_run=True)).puzzle


def test_nothing_is_entered_without_the_script(page: Page) -> None:
    """A page whose script does not tell which walls are locked is refused: some may be the player's."""
    opened(page, HN0, "begun")
    page.evaluate("delete window.Game")

    with pytest.raises(ReadError, match="the script of the page does not say which tiles are locked"):
        play(page, HN0)
