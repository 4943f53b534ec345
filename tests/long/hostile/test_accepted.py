"""Pages that pretend that a solution is accepted: no run says so without the whole solution, or a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.errors import EnterError
from tests.hostile import attacked, matrix

if TYPE_CHECKING:
    from tests.command import SharedPlaywright


@pytest.mark.parametrize(("attack", "case"), matrix("hidden"))
def test_praise_that_nobody_sees(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Praise counts only if a person can see it, and if it was absent until the last input."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.result.accepted is not True, outcome.result.said
    assert outcome.exit_code == EnterError.EXIT, outcome.error
