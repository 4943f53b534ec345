"""Captures are read like their pages: the same puzzle, from the same layout, with the same confirmed clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapers import SITES, read_saved
from solvers import dump
from tests.bot.commands.test_cli import lines
from tests.cases import CASES, UNCOPIED
from tests.snapshots import site_named
from tests.tiers import chosen

if TYPE_CHECKING:
    from bot.play.fixture import Fixture
    from tests.conftest import Givens
    from tests.snapshots import Boards

UNREAD = {
    "brainbashers_bridges",
    *(f"puzzle_team_{name}" for name in ("dominosa", "shikaku", "stitches")),
    *("daily_akari", "puzzlemadness_giant_sudoku", "puzzlemadness_jigsaw_sudoku"),
}
"""The sites whose boards are refused, because no page of them is known well enough to enter anything."""


QUICK = {"brainbashers_futoshiki/fresh", "brainbashers_skyscrapers/saved_2020", "linkedin_mini_sudoku/signed_in"}
"""The cases of the quick tier: each has lost something in a capture, and no two alike."""
READ = [case for case in CASES.values() if case.expect in ("accepted", "read")]


def test_every_site_is_captured() -> None:
    """Every site has a case that is read."""
    assert set() == {site.NAME for site in SITES} - {case.site for case in READ} - UNREAD - UNCOPIED
    assert set() == QUICK - {case.name for case in READ}


@pytest.mark.parametrize("case", chosen(READ, QUICK, lambda case: str(case.name)))
def test_capture_is_read_like_its_page(givens: Givens, boards: Boards, case: Fixture) -> None:
    """The reading of a capture is that of its page, confirmations included."""
    done = givens("sites", "capture", case.folder, "-o", "captured"), givens("read", "captured", "--json")
    site = site_named(case.url)
    page = read_saved(site, boards[case.name])
    (line,) = lines(done[1])

    assert [0, 0] == [each.returncode for each in done], done[0].stderr
    assert (site.NAME, page.layout.NAME, dump(page.puzzle)) == (line["site"], line["layout"], line["puzzle"])
    assert (len(page.confirmed), len(page.single)) == (line["confirmed"], line["single"])
