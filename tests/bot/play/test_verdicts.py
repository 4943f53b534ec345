"""Pages that no module knows: only what success alone shows is an acceptance, and anything else is left to check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.play.runner import Runner
from tests.wild import verdicts
from tests.wild.play import Outcome, play, setup

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright

QUICK = frozenset({"en", "fails_ja", "hidden_opacity", "other_cookies"})
"""The pages that the quick tier plays."""
FAILS = frozenset(name for name in verdicts.WITHOUT_SUCCESS if name.startswith("fails_")) | {"other_failed_and_won"}
CHANGED = frozenset({"board_emptied", "mark_changed"})
"""The pages whose board does not show the solution in the end."""


def some(names: Any) -> list[Any]:  # noqa: ANN401 - a mapping's keys
    """Return pages as parameters, of which the quick tier plays some."""
    return [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long("of wild pages")) for name in names]


def guessed(playwright: SharedPlaywright, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> Outcome:
    """Play a page by looks alone, with little patience unless its sign takes a while."""
    for silence in ("NEXT_AFTER", "ACCEPT_TIMEOUT"):
        monkeypatch.setattr(f"bot.addons.unknown.learning.{silence}", 20.0 if name in verdicts.SUCCESSES else 1.0)
    with Runner(setup(), lambda _: None, cast("Any", playwright)) as run:
        return play(run, verdicts.write(folder, name), kind="binairo")


@pytest.mark.parametrize("name", some(verdicts.SUCCESSES))
def test_success_is_accepted(
    shared_playwright: SharedPlaywright, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Words of success in many languages, cells that all turn, and a clock that stops, are an acceptance."""
    outcome = guessed(shared_playwright, tmp_path, monkeypatch, name)

    assert outcome.result.accepted is True, outcome.sentence or outcome.result.said


@pytest.mark.parametrize("name", some(verdicts.WITHOUT_SUCCESS))
def test_nothing_else_is_accepted(
    shared_playwright: SharedPlaywright, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Words of failure are an error; anything else is left to check, with exit code 0."""
    outcome = guessed(shared_playwright, tmp_path, monkeypatch, name)

    assert outcome.result.accepted is not True, outcome.result.said
    assert (5 if name in FAILS | CHANGED else 0) == outcome.exit_code, outcome.sentence
    assert outcome.result.to_check is (name not in FAILS | CHANGED)
