"""Pages that are read by what they look like."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from bot.play.resolve import resolve
from bot.play.runner import Runner
from bot.play.sites import guessing
from tests.addons.unknown.test_guess import BEGUN, board
from tests.command import Givens, SharedPlaywright
from tests.wild.play import setup, without_layouts


def test_known_site_keeps_its_shortest_time(shared_playwright: SharedPlaywright) -> None:
    """A board of a known site that is guessed is not finished sooner than its site allows."""
    (target,) = resolve("fixtures/linkedin_patches/signed_in_too_fast")
    site = without_layouts(target.site)

    with Runner(setup(), lambda _: None, cast("Any", shared_playwright)) as run:
        result = run.play(replace(target, site=site))

    assert result.accepted, result.error


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("zero_hh1/dropped", marks=pytest.mark.realtime),
        "puzzle_team_killer_sudoku/size_6",
        "brainbashers_killer_sudoku/plain",
        "brainbashers_hitori/plain",
        "brainbashers_three_in_a_row/2026_alt",
        "linkedin_zip/guest_wrong",
        "linkedin_zip/guest_solved",
        "linkedin_patches/guest_solved",
        pytest.param(
            "linkedin_patches/signed_in_wrong",
            marks=pytest.mark.xfail(strict=True, reason="a wrong patch that stands is not taken back by a drag"),
        ),
        "linkedin_tango/guest_one_given",
        "brainbashers_hitori/fresh",
        "puzzle_team_minesweeper/fresh",
    ],
)
def test_known_site_is_played_without_its_layouts(shared_playwright: SharedPlaywright, name: str) -> None:
    """Lost clicks, wrong answers, solved boards, a refused look and a mark of the other button are no obstacles."""
    (target,) = resolve(f"fixtures/{name}")

    with Runner(setup(), lambda _: None, cast("Any", shared_playwright)) as run:
        result = run.play(replace(target, site=without_layouts(target.site)))

    assert result.accepted, result.error


@pytest.mark.parametrize(
    ("name", "press"),
    [
        ("puzzle_team_nonograms/fresh", []),
        ("linkedin_tango/guest_modal", ["#launch-footer-start-button", ".artdeco-modal__dismiss"]),
        ("linkedin_zip/guest_slow_mount", ["#launch-footer-start-button"]),
    ],
)
def test_page_of_a_known_site_is_played_as_unknown(
    shared_playwright: SharedPlaywright, name: str, press: list[str]
) -> None:
    """Numbers far from the board, an example in a dialog, and a page that loads slowly are no obstacles."""
    (target,) = resolve(f"fixtures/{name}")

    # The boards of Puzzle-Team are in a form.
    how = replace(setup(), press=press, enter_here=True)
    with Runner(how, lambda _: None, cast("Any", shared_playwright)) as run:
        result = run.play(replace(target, site=guessing("")))

    assert result.accepted, result.error


SULKING = """<script>
    const cycle = ["", "?", "a", "b"];
    let left = 4;
    for (const cell of document.querySelectorAll("i")) cell.onclick = () => {
        if (left-- > 0) cell.textContent = cycle[(cycle.indexOf(cell.textContent) + 1) % 4];
    };
</script>"""
"""A board with a third look, which soon stops to answer."""


def test_unknown_look_is_no_mark(givens: Givens, tmp_path: Path) -> None:
    """A look that means nothing is neither drawn nor recorded as a mark."""
    page = f"<meta charset=utf-8>{board(BEGUN, {'1': 'a', '0': 'b', '.': ''})}{SULKING}"
    facts = {"v": 1, "url": "https://example.com/", "scripts": True, "expect": "EnterError", "made": "", "how": ""}
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "fixture.json").write_text(json.dumps(facts | {"evidence": {}}))
    (tmp_path / "case" / "page.html").write_text(page)

    done = givens("play", tmp_path / "case", "--guess", "--kind", "binairo", "--trust")
    shown = givens("sessions", "show", "last")
    (events,) = tmp_path.glob("sessions/*/events.jsonl")
    inputs = [event for line in events.read_text().splitlines() if (event := json.loads(line))["event"] == "input"]

    assert (5, 0) == (done.returncode, shown.returncode), done.stderr
    assert "does not respond to 3 inputs" in done.stderr
    assert "taken for binairo" in done.stdout
    assert {None, 0, 1} >= {mark for event in inputs for left in event["leaves"].values() for mark in left}
