"""`sites probe` in a real Chromium: it finds boards, learns clicks, and stays away from what it must not touch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests import FIXTURES
from tests.addons.unknown.test_probe import BLANK, own, probed
from tests.tiers import long

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Givens

__all__ = ["own"]


def test_buttons_are_named_where_there_is_no_board(givens: Givens, own: Callable[..., Path]) -> None:
    """Without a board nothing is clicked; the buttons are listed, and one of them leads to the board."""
    folder = own(start='document.querySelector("#start").addEventListener("click", mount);')

    without = givens("sites", "probe", folder, "--trust")
    line = probed(givens, folder, "--press", "#start", *BLANK)

    assert 2 == without.returncode
    assert "no board of squares is shown; the page shows the button 'Start'" in " ".join(without.stderr.split())
    assert 'board="#board:has(.cell)"' in line["draft"]


@pytest.mark.parametrize(
    ("case", "press", "place"),
    [
        ("brainbashers_three_in_a_row/table_2022_6", [], "id"),
        *long(
            ("linkedin_tango/guest_replaced", ["#launch-footer-start-button"], "aria-describedby"),
            ("linkedin_tango/guest", ["#launch-footer-start-button"], "aria-describedby"),
            ("zero_hh1/size_6", ["[data-action=play-daily]", '[data-gridsize="6"]'], "data-x"),
        ),
    ],
)
def test_fixtures(case: str, press: list[str], place: str, givens: Givens) -> None:
    """Replicas of real pages: place, and a cycle of three."""
    line = probed(givens, FIXTURES / case, *(word for selector in press for word in ("--press", selector)))

    assert f'place_in("{place}"' in line["draft"]
    assert re.search(r"cycle=\(None, (0, 1|1, 0)\)", line["draft"])
