"""Hostile pages: pretended success, and floods up to the time limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from bot.errors import EnterError
from bot.play.loop import play
from tests.bot.browser.test_faults import begun, outcomes, remaining
from tests.cases import CASES, opened
from tests.children import Start, finish, until
from tests.command import SharedPlaywright
from tests.hostile import (
    GUESTS,
    attacked,
    attacks,
    hostile_tree,
    matrix,
)
from tests.hostile.test_hostile import PLAIN


@pytest.mark.parametrize(("attack", "case"), matrix("hidden", each=3))
def test_praise_that_nobody_sees(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Praise counts only if a person can see it, and if it was absent until the last input."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.result.accepted is not True, outcome.result.said
    assert outcome.exit_code == EnterError.EXIT, outcome.error


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


COVER = """window.bought = 0;
addEventListener("mousedown", () => {
    const button = document.createElement("button");
    button.style = "position: fixed; inset: 0; z-index: 9999";
    button.onclick = button.onmousedown = () => { bought += 1 };
    document.body.append(button);
}, { once: true, capture: true });"""


def test_page_that_was_opened_before(page: Page) -> None:
    """A page that somebody else has opened is protected, too: nothing presses the button that comes over the board."""
    opened(page, CASES[PLAIN])
    page.evaluate(COVER)

    with pytest.raises(EnterError, match="covered by <button>"):
        play(page)

    assert 0 == page.evaluate("bought")


@pytest.mark.parametrize(("attack", "case"), matrix("lying"))
def test_lying(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """A page that replaces what is built in is played as usual, or is refused, and no input is stray."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.exit_code in {0, 3, 5}, repr(outcome.error)
    assert outcome.inputs_outside == 0
