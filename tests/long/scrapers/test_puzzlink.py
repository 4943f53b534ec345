"""The player of puzz.link: the site's other addresses, begun boards, and the coach."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.addons.coach.coach import TICK_MS, Coach
from bot.addons.coach.panel import Panel
from bot.addons.coach.thinker import Thinker
from bot.play.loop import play
from scrapers.puzzlink import SITE
from tests.player import made, samples
from tests.scrapers.test_puzzlink import folder, opened

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

    from playwright.sync_api import Page

    from tests.conftest import Givens

__all__ = ["folder"]


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
    assert play(opened(page, "norinori/5/5/cag4ocjo", start=start)).accepted


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
    opened(page, query)
    page.evaluate(HALF.replace("SET", set_one))

    result = play(page)

    assert (True, 0, lacking) == (result.accepted, result.repaired, result.inputs)


@pytest.mark.parametrize("genre", ["akari", "slither"])
@pytest.mark.realtime
def test_coach(page: Page, genre: str) -> None:
    """The coach has a reason for a first step on the page, and outlines its cells where they are drawn."""
    opened(page, samples().get(genre) or next(made("slitherlink")))
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
