"""What the tests of unknown pages share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Believe signs of success sooner: `test_endings` tests for how long they must stand."""
    monkeypatch.setattr("bot.addons.unknown.guess.endings.ALONE_SECONDS", 1.0)
    monkeypatch.setattr("bot.addons.unknown.guess.endings.STRONG_SECONDS", 0.5)
    monkeypatch.setattr("bot.play.judge.SIGN_TIMEOUT", 3.0)
    monkeypatch.setattr("bot.addons.unknown.learning.ACCEPT_TIMEOUT", 4.0)
    monkeypatch.setattr("bot.addons.unknown.start.explore.BOARD_TIMEOUT", 4.0)
