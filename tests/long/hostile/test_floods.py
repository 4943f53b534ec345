"""Floods and large pages: whatever a page does without end or in masses, a run ends at its time limit with a sentence.

These runs are processes of their own, because a flood may cost the browser and its driver.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.bot.browser.test_faults import begun, outcomes, remaining
from tests.children import finish, until
from tests.hostile import GUESTS, attacks, hostile_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.children import Start

SECONDS = 8
"""The time limit of a run."""
MOST_BYTES = 5_000_000
"""The largest session of a page that floods."""
EACH = [*attacks("floods"), *attacks("large")]


@pytest.mark.parametrize("attack", EACH)
def test_ends_at_the_time_limit(start: Start, tmp_path: Path, attack: str) -> None:
    """The run ends with a sentence and the exit code of its family, its session is small, and nothing stays behind.

    Each attack is on another site in turn.
    """
    made = hostile_tree(tmp_path / "fixtures", attack, GUESTS[EACH.index(attack) % len(GUESTS)])
    run, temporary = begun(start, tmp_path, "--trust", "--timeout", SECONDS, case=made)
    out, err = finish(run)
    line = json.loads(out)
    sizes = [path.stat().st_size for path in tmp_path.glob("sessions/*/*") if not path.name.startswith("page")]

    assert run.returncode in {0, 3, 4, 5, 6, 7}  # The last on a machine that starts no browser in time.
    assert (run.returncode == 0) == (line.get("accepted") is True)
    assert "Traceback" not in err
    assert "Exception" not in err
    assert set(outcomes(tmp_path)) <= {"accepted" if run.returncode == 0 else "failed"}
    assert MOST_BYTES > sum(sizes) or attack.startswith("large/")  # A large board is saved as it is.
    until(lambda: not remaining(temporary))
