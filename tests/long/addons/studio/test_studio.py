"""Test the studio's server and editor, without a browser."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.addons.studio.page import Studio
from tests.bot.sessions.test_report import in_every_state


def test_every_state_is_listed_and_shown(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far a session came, it has a row, a player and a board; a row without a result says what goes on."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    ids = [session.id for session in in_every_state(tmp_path)]

    rows = studio.ask("sessions/page")
    said = dict(re.findall(r'#session=([\w-]+)".*?<span class="badge \w*">([\w ]+)</span>', rows.text, re.DOTALL))
    pictures = re.findall(r'src="(sessions/[\w-]+/board.svg)"', rows.text)
    readable = [each for each in ids if said[each] != "unreadable"]

    assert (200, sorted(ids)) == (rows.status, sorted(said))
    assert {"running": 2, "unfinished": 2, "unreadable": 3}.items() <= Counter(said.values()).items()
    assert sorted(f"sessions/{each}/board.svg" for each in readable) == sorted(pictures)
    assert {200} == {studio.ask(path).status for path in pictures}
    assert {200} == {studio.ask(f"sessions/{each}/player").status for each in readable}
