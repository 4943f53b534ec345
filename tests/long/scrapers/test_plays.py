"""Plays in which a page goes on, does not do what it is asked for, or is begun; and the player of puzz.link."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Page

from bot.addons.coach.coach import TICK_MS, Coach
from bot.addons.coach.panel import Panel
from bot.addons.coach.thinker import Thinker
from bot.play.fixture import serve
from bot.play.loop import play
from bot.play.options import Options
from scrapers import NeedsHuman, ReadError, websudoku
from scrapers.linkedin_zip import SITE as ZIP
from scrapers.puzzlink import SITE
from scrapers.zero import SITES
from tests import FIXTURES
from tests.cases import CASES
from tests.command import Givens
from tests.player import made, samples
from tests.scrapers.test_others import opened
from tests.scrapers.test_puzzlink import folder
from tests.scrapers.test_puzzlink import opened as opened_player

__all__ = ["folder"]


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


@pytest.mark.posix("links")
def test_unknown_squares_are_read_by_their_looks(givens: Givens, tmp_path: Path) -> None:
    """Where no layout knows the squares, they are guessed: kind, address and the words of success are known."""
    folder = tmp_path / "brainbashers_three_in_a_row" / "varied"
    folder.mkdir(parents=True)
    (tmp_path / "_replica").symlink_to(FIXTURES / "_replica")
    base = str(FIXTURES / "brainbashers_three_in_a_row" / "2026_plain")
    looks = {"snippets": {"letter": {"1": "●", "0": "○", "blank": ""}}}
    (folder / "fixture.json").write_text(json.dumps({"v": 1, "extends": base, "replica": looks}))

    done = givens("play", folder, "--no-record", "--trust", "--json")
    line = json.loads(done.stdout)
    assert "error" not in line, line

    assert ("guessed", True) == (line["layout"], line["accepted"])
    assert line["said"].startswith("Puzzle Solved")


HALF = "() => { puzzle.board.cell.each((cell) => { if (cell.bx < 6) SET; }); puzzle.redraw(); }"


@pytest.mark.parametrize(
    "start",
    [
        *("https://puzz.link/p.html?", "http://pzv.jp/p.html?", "https://pzprxs.vercel.app/p?"),
        *("https://pzplus.tck.mn/p?", "https://puzz.link/pzprv3/?"),
    ],
)
def test_other_addresses(page: Page, start: str) -> None:
    """The sisters of the site, and its older addresses, are played, too."""
    assert play(opened_player(page, "norinori/5/5/cag4ocjo", start=start)).accepted


@pytest.mark.parametrize(
    ("query", "set_one", "lacking"),
    [
        ("box/5/5/7a9979672f", "cell.setQans(1)", 11),
        ("norinori/5/5/cag4ocjo", "cell.setQsub(1)", 5),
        ("sudoku/4/4/g1k23k3g", "if (cell.qnum === -1) cell.setAnum(1)", 10),
        ("shikaku/6/6/j3g56h6t6h23g5j", "cell.adjborder.right.setBorder()", 10),
    ],
    ids=["painted", "marked", "typed", "walled"],
)
def test_begun_board_is_resumed(page: Page, query: str, set_one: str, lacking: int) -> None:
    """What a person has entered is kept where it is right, and corrected where it is wrong."""
    opened_player(page, query)
    page.evaluate(HALF.replace("SET", set_one))

    result = play(page)

    assert (True, 0, lacking) == (result.accepted, result.repaired, result.inputs)


@pytest.mark.parametrize("genre", ["akari", "slither"])
@pytest.mark.realtime
def test_coach(page: Page, genre: str) -> None:
    """The coach has a reason for a first step on the page, and outlines its cells where they are drawn."""
    opened_player(page, samples().get(genre) or next(made("slitherlink")))
    with Thinker() as thinker:
        coach = Coach(page, SITE, Panel(page), thinker)
        with coach.watching():
            while coach.ready is None:
                coach.tick()
                page.wait_for_timeout(TICK_MS)
            assert coach.sight is not None
            board = page.locator("#divques").bounding_box()
            for left, top, width, height in coach.sight.boxes.values():
                assert board is not None
                assert board["x"] <= left <= left + width <= board["x"] + board["width"]
                assert board["y"] <= top <= top + height <= board["y"] + board["height"]


def test_commands(givens: Givens, folder: Path) -> None:
    """The page is played, captured and replayed by commands; a capture is read as its page was."""
    played = line_of(givens("play", folder, "--trust", "--json"))
    captured = givens("sites", "capture", folder, "--trust", "-o", "captured")
    again = line_of(givens("read", "captured", "--json"))
    replayed = givens("sessions", "replay", played["session"])

    assert (True, "Complete!", 5) == (played["accepted"], played["said"], played["inputs"])
    assert 0 == captured.returncode == replayed.returncode, captured.stderr + replayed.stderr
    for key in ("site", "layout", "puzzle", "confirmed", "single"):
        assert played[key] == again[key]


def line_of(done: CompletedProcess[str]) -> dict[str, Any]:
    """Return the only line that a command has written."""
    assert 0 == done.returncode, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
