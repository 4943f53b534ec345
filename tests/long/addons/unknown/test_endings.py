"""How a page that no module knows may end: what a person takes for success is accepted, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import SharedPlaywright
from tests.wild import verdicts
from tests.wild.play import guessed

SILENT = ["fails_ja", "hidden_from_the_start", "other_cookies", "other_taken_back_panel"]
CHANGED = frozenset({"mark_changed"})
"""The pages whose board does not show the solution in the end."""


@pytest.mark.parametrize("name", [*SILENT, *verdicts.BOARDS])
def test_nothing_else_is_accepted_on_a_whole_page(
    shared_playwright: SharedPlaywright, tmp_path: Path, name: str
) -> None:
    """Words of failure, or another board, are an error; anything else is left to check, with exit code 0."""
    outcome = guessed(shared_playwright, verdicts.write(tmp_path, name), kind="binairo")

    assert outcome.result.accepted is not True, outcome.result.said
    assert (5 if name in verdicts.FAILS | CHANGED else 0) == outcome.exit_code, outcome.sentence
    assert outcome.result.to_check is (name not in verdicts.FAILS | CHANGED)
