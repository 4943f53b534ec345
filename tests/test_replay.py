"""Replaying sessions: today's code on what was recorded, and every way in which it can have become different."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from bot.sessions import store
from bot.sessions.replay import replayed
from bot.sessions.store import Session
from scrapers import linkedin_tango
from tests.conftest import FIXTURES, homes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Givens

GUEST = FIXTURES / "linkedin_tango" / "guest"
BEGUN = FIXTURES / "linkedin_tango" / "guest_begun"
ODD = FIXTURES / "linkedin_tango" / "missing_cell"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three sessions in this order: a fresh board, one begun, a page that does not read."""
    home = tmp_path_factory.mktemp("recorded")
    command = [sys.executable, "-m", "bot", "play", str(GUEST), str(BEGUN), str(ODD), "--json"]
    subprocess.run(command, check=False, capture_output=True, cwd=home, env=os.environ | homes(home))
    return home / "sessions"


@pytest.fixture
def sessions(recorded: Path, tmp_path: Path) -> list[Path]:
    """Return copies of the sessions, in which a test may change what it likes."""
    shutil.copytree(recorded, tmp_path / "sessions")
    return [session.folder for session in store.sessions(tmp_path / "sessions")]


def test_nothing_differs(sessions: list[Path]) -> None:
    """What was just recorded reads, solves and plans as it did; a page that does not read still does not."""
    results = [replayed(Session.load(folder)) for folder in sessions]

    assert [[], [], []] == [[one.words for one in result.differences] for result in results]
    assert [["read", "solved", "planned"], ["read", "solved", "planned"], ["read"]] == [one.done for one in results]
    assert {"read", "solve", "plan", "total"} == set(results[0].line()["ms"])


def edit(folder: Path, name: str, change: Callable[[Any], Any]) -> None:
    """Change a JSON file of a session."""
    (folder / name).write_text(json.dumps(change(json.loads((folder / name).read_text()))))


def test_another_layout(sessions: list[Path]) -> None:
    """That the layout has another name is told, and does not matter."""
    edit(sessions[0], "session.json", lambda facts: facts | {"layout": "guest_2025"})

    result = replayed(Session.load(sessions[0]))

    assert (0, ["the layout was guest_2025, is guest"]) == (result.code, [one.words for one in result.differences])


def test_another_puzzle(sessions: list[Path]) -> None:
    """That another puzzle is read matters most, and nothing more is compared."""
    edit(sessions[0], "puzzle.json", lambda puzzle: puzzle | {"equal": []})

    result = replayed(Session.load(sessions[0]))

    assert (3, ["the puzzle"], ["read"]) == (result.code, [one.what for one in result.differences], result.done)


def test_another_solution(sessions: list[Path]) -> None:
    """That another solution is found matters."""
    edit(sessions[0], "solution.json", lambda rows: rows[::-1])

    result = replayed(Session.load(sessions[0]))

    assert (4, "the solution") == (result.code, result.differences[0].what)


def test_another_plan(sessions: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """That other inputs would be made matters."""
    monkeypatch.setattr(linkedin_tango, "CYCLE", (None, 0, 1))

    result = replayed(Session.load(sessions[0]))

    assert (5, ["the plan"]) == (result.code, [one.what for one in result.differences])


def test_order_of_clicks_is_free(sessions: list[Path]) -> None:
    """Clicks may have been made in another order, and a run may have broken off."""
    lines = (sessions[0] / "events.jsonl").read_text().splitlines()
    entered = [line for line in lines if '"event": "input"' in line]
    (sessions[0] / "events.jsonl").write_text("\n".join(entered[::-1]))
    backwards = replayed(Session.load(sessions[0]))
    (sessions[0] / "events.jsonl").write_text("\n".join(entered[:5]))
    broken_off = replayed(Session.load(sessions[0]))

    assert [[], []] == [backwards.differences, broken_off.differences]


def test_a_layout_that_is_gone(sessions: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """That a page is not read any more matters."""
    others = [layout for layout in linkedin_tango.LAYOUTS if layout.NAME != "guest"]
    monkeypatch.setattr(linkedin_tango, "LAYOUTS", others)

    result = replayed(Session.load(sessions[0]))

    assert (3, "the reading") == (result.code, result.differences[0].what)


def test_a_page_that_reads_at_last(sessions: list[Path]) -> None:
    """That a page is read which could not be is told, and does not matter."""
    for name in ("html", "state.json"):
        shutil.copy(sessions[0] / f"before.{name}", sessions[2] / f"failed.{name}")

    result = replayed(Session.load(sessions[2]))

    assert (0, "a puzzle, by layout guest") == (result.code, result.differences[0].now)


def test_nothing_recorded(sessions: list[Path]) -> None:
    """A session without a board, or of a site that is no more, says why it cannot be replayed."""
    for name in ("before.html", "before.state.json"):
        (sessions[0] / name).unlink()
    edit(sessions[1], "session.json", lambda facts: facts | {"site": "gone"})

    nothing, gone = (replayed(Session.load(folder)) for folder in sessions[:2])

    assert (0, "no board was recorded") == (nothing.code, nothing.why_not)
    assert (3, "there is no site gone any more") == (gone.code, gone.why_not)


def test_command(givens: Givens, sessions: list[Path]) -> None:
    """The command replays one or all, plays fixtures again if wanted, and ends with what matters."""
    every = givens("sessions", "replay", "--all", "--json")
    played = givens("sessions", "replay", sessions[1].name, "--enter", "--json")
    edit(sessions[0], "solution.json", lambda rows: rows[::-1])
    told = givens("sessions", "replay", "--all")
    neither = givens("sessions", "replay")

    assert (0, [True, True, True]) == (
        every.returncode,
        [json.loads(line)["same"] for line in every.stdout.splitlines()],
    )
    assert (0, [], ["read", "solved", "planned", "entered"]) == (
        played.returncode,
        json.loads(played.stdout)["differences"],
        json.loads(played.stdout)["done"],
    )
    assert 4 == told.returncode
    assert "the solution was" in told.stdout
    assert "3 replayed, 1 of them differs" in told.stdout
    assert 2 == neither.returncode
