"""The main loop on every playable fixture in a real Chromium: each ends as its `expect` says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.play.reading import Options
from solvers import GivensError, NotUnique
from tests.bot.play.test_loop import replica, run
from tests.cases import CASES, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_any_enters_one_of_several(page: Page) -> None:
    """With `any_solution`, one of several solutions is entered; this page expects another and does not accept it."""
    case = CASES["linkedin_tango/ambiguous"]
    opened(page, case)

    with pytest.raises(GivensError) as caught:
        run(page, case, Options(any_solution=True))

    assert not isinstance(caught.value, NotUnique)
    shown = replica(page).evaluate("__shown")
    assert None not in shown
