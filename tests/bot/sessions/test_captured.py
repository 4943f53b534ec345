"""Captures are read like their pages: the same puzzle, from the same layout, with the same confirmed clues."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from scrapers import SITES
from tests.cases import CASES, UNCOPIED
from tests.tiers import chosen

if TYPE_CHECKING:
    from bot.play.fixture import Fixture
    from tests.conftest import Givens

SAME = ("site", "layout", "puzzle", "confirmed", "single")
"""The keys of a line that must be the same."""
UNREAD = {
    "brainbashers_bridges",
    *(f"puzzle_team_{name}" for name in ("dominosa", "shikaku", "stitches")),
    *("daily_akari", "puzzlemadness_giant_sudoku", "puzzlemadness_jigsaw_sudoku"),
}
"""The sites whose boards are refused, because no page of them is known well enough to enter anything."""


QUICK = {"brainbashers_futoshiki/fresh", "brainbashers_skyscrapers/saved_2020", "linkedin_mini_sudoku/signed_in"}
"""The cases of the quick tier: each has lost something in a capture, and no two alike."""
READ = [case for case in CASES.values() if case.expect in ("accepted", "read")]


def line(givens: Givens, *args: object) -> dict[str, Any]:
    """Return what a reading says."""
    done = givens("read", *args, "--json")

    assert 0 == done.returncode, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: found[key] for key in SAME}


def test_every_site_is_captured() -> None:
    """Every site has a case that is read."""
    assert set() == {site.NAME for site in SITES} - {case.site for case in READ} - UNREAD - UNCOPIED
    assert set() == QUICK - {case.name for case in READ}


@pytest.mark.parametrize("case", chosen(READ, QUICK, lambda case: str(case.name)))
def test_capture_is_read_like_its_page(givens: Givens, case: Fixture) -> None:
    """The reading of a capture is that of its page, confirmations included."""
    done = givens("sites", "capture", case.folder, "-o", "captured")

    assert 0 == done.returncode, done.stderr
    assert line(givens, case.folder) == line(givens, givens.folder / "captured")
