"""Pages that are read by what they look like."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.play.runner import Runner
from bot.play.targets import guessing, resolve
from tests.wild.play import setup, without_layouts

if TYPE_CHECKING:
    from tests.command import SharedPlaywright


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
        "linkedin_patches/signed_in_wrong",
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
    how = replace(setup(), press=press, options=replace(setup().options, enter_here=True))
    with Runner(how, lambda _: None, cast("Any", shared_playwright)) as run:
        result = run.play(replace(target, site=guessing("")))

    assert result.accepted, result.error
