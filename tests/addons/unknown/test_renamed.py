"""A redesign: all names in the markup of a page are other ones, and its puzzle is still played."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser

from bot.browser.launch import new_context
from bot.play.fixture import serve
from bot.play.resolve import resolve
from bot.play.runner import Runner
from scrapers import clock_of
from tests.clock import set_virtual
from tests.command import SharedPlaywright
from tests.tiers import LONG, TIER, first
from tests.wild.play import played, setup
from tests.wild.renamed import SCRIPT, play, renamed, targets, wrong_marks

NAMES = """() => [...document.querySelectorAll("*")].flatMap((element) =>
    [...element.classList, element.id, ...element.getAttributeNames().filter((name) => name.startsWith("data-"))])"""


@pytest.mark.parametrize("name", targets() if TIER == LONG else ())
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


@pytest.mark.parametrize(
    ("name", "names"),
    first(
        [
            ("puzzle_team_loop", 2),
            ("puzzle_team_tapa", 0),  # Some cells and all numbers are still found: the task of its script is the same.
            ("linkedin_zip", 2),
            ("brainbashers_hitori", 2),
            ("websudoku", 1),
            ("puzzle_team_kakurasu", 0),
            ("puzzle_team_kakuro", 2),
            ("puzzle_team_yin_yang", 1),
            ("nyt_sudoku", 1),
        ],
        quick=0,
    ),
)
def test_redesigned_page_is_played(shared_playwright: SharedPlaywright, name: str, names: int) -> None:
    """The board, its start button and the page's verdict are found by their looks, and the module must be updated."""
    with Runner(setup(), lambda _: None, cast("Any", shared_playwright)) as run:
        outcome, solved = play(run, name, names)

    assert ("accepted", True) == (outcome.verdict, solved), outcome.sentence
    assert not wrong_marks(outcome)
    if "brainbashers" not in name:  # Its words and its tables are read without names.
        assert "must be updated" in outcome.result.note


def test_task_of_another_puzzle_is_not_entered(shared_playwright: SharedPlaywright) -> None:
    """A redesigned page whose script states another puzzle than is drawn stays refused."""
    (target,) = resolve("fixtures/puzzle_team_binairo/random_task")
    with Runner(setup(), lambda _: None, cast("Any", shared_playwright)) as run, renamed(2, []):
        outcome = played(run, target, Path())

    assert ("refused", 0, 3) == (outcome.verdict, outcome.inputs, outcome.exit_code), outcome.sentence
