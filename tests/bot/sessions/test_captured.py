"""Captures are read like their pages: the same puzzle, from the same layout, with the same confirmed clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.record.share import Share
from scrapers import SITES, read_saved
from solvers import dump
from tests.bot.commands.test_cli import lines
from tests.cases import CASES, UNCOPIED
from tests.snapshots import READABLE, site_named
from tests.tiers import chosen, spread

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


PLAIN = ("fresh", "guest", "today")
PLAIN_CASES = {
    case.site: name
    for name, case in sorted(CASES.items(), key=lambda item: item[1].folder.name in PLAIN)
    if name in READABLE or case.folder.name in PLAIN
}
"""A plain case of each site, even if it is only read."""


def test_every_site_is_captured() -> None:
    """Every site has a case that is read."""
    assert set() == {site.NAME for site in SITES} - {case.site for case in READ} - UNREAD - UNCOPIED
    assert set() == QUICK - {case.name for case in READ}
    assert {site.NAME for site in SITES} - UNCOPIED == PLAIN_CASES.keys()


@pytest.mark.parametrize("name", spread(sorted(PLAIN_CASES.values()), of=12))
def test_shared_board_is_read_like_its_page(boards: Boards, name: str) -> None:
    """What is shared of a board of each site can be read, and holds the same puzzle and as many sources."""
    board = boards[name]
    site = site_named(board.url)
    share = Share(site, board.url, board)
    assert share.board is not None
    page, shared = read_saved(site, board), read_saved(site, share.board)

    assert (None, None) == (share.unread, share.lost)
    assert (page.puzzle, page.layout.NAME) == (shared.puzzle, shared.layout.NAME)
    assert (page.confirmed, page.single) == (shared.confirmed, shared.single)


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
