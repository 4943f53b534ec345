"""Pages that other people wrote: each is won, or nothing is entered; `python -m tests.pages` plays more of them."""

from __future__ import annotations

import pytest

from tests.command import SharedPlaywright
from tests.pages import PAGES, page_folder, why_absent
from tests.pages.play import play
from tests.tiers import chosen, first

QUICK = frozenset({"malik_queens"})
"""The pages of the quick tier: one whose queen follows a dot."""


@pytest.mark.parametrize("number", first(range(3)))
@pytest.mark.parametrize("name", chosen(PAGES, QUICK))
def test_page_is_won(shared_playwright: SharedPlaywright, name: str, number: int) -> None:
    """The page says in its own way that it is won, no press misses the cells, and no mark is wrong."""
    if not page_folder(name):
        pytest.skip(why_absent(name))

    outcome = play(shared_playwright, name, number, kind=True)

    assert (True, 0) == (outcome.won, outcome.stray), outcome
    assert outcome.end in {"accepted", "null"}, outcome
    assert not outcome.wrong, outcome
