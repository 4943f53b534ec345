"""Pages with two boards, or with one that does not answer, moves or is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hostile import attacked, matrix

if TYPE_CHECKING:
    from tests.command import SharedPlaywright

TWO = {"copy_after", "copy_before", "copy_transparent", "copy_out_of_view"}
"""The attacks with two visible boards from the start."""
HARMLESS = {"hidden_copy", "invisible_copy", "modal_that_goes", "moves_away"}
"""The attacks that do not keep a person from playing either."""
DEAD = {"dead", "dead_copy_at_once"}
"""The attacks whose board never answers."""
PROGRESS = {"dead_after_three", "dead_copy_in_front"}
"""The attacks whose board stops answering after three inputs."""


@pytest.mark.parametrize(("attack", "case"), matrix("boards"))
def test_boards(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Two boards are refused, a board that does not answer gets three inputs, and harmless changes are overcome."""
    name = attack.partition("/")[2]

    outcome = attacked(shared_playwright, attack, case)

    assert outcome.inputs_outside <= 1
    if name in HARMLESS:
        assert (True, 0) == (outcome.result.accepted, outcome.exit_code), outcome.error
        return
    assert outcome.result.accepted is None
    if name in TWO:
        assert (3, 0) == (outcome.exit_code, outcome.result.inputs)
        assert "2 visible elements match" in str(outcome.error)
    else:
        assert 5 == outcome.exit_code
        assert name not in DEAD or outcome.result.inputs <= 3
