"""Pages that replace what is built into JavaScript, or that grow beyond measure: no traceback, no wrong input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hostile import attacked, matrix

if TYPE_CHECKING:
    from tests.command import SharedPlaywright


@pytest.mark.parametrize(("attack", "case"), matrix("lying"))
def test_lying(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """The board is played as usual, or the run ends with an error of the page, and no input is stray."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.exit_code in {0, 3, 5}, repr(outcome.error)
    assert outcome.inputs_outside == 0
