"""Test the replay of sessions, and every kind of difference."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.sessions.replay import replay
from bot.sessions.store import Session
from scrapers import linkedin_tango

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Givens
    from tests.recordings import Recordings

CASES = ("linkedin_tango/guest", "brainbashers_three_in_a_row/table_2022_begun", "linkedin_tango/missing_cell")
"""A new board, a begun board, and an unreadable page."""


@pytest.fixture
def sessions(recordings: Recordings, tmp_path: Path) -> list[Path]:
    """Return copies of the sessions of the cases, which a test may change."""
    return [recordings.copy(case, tmp_path / "sessions") for case in CASES]


def test_no_difference(sessions: list[Path]) -> None:
    """A new session replays without a difference, also one of an unreadable page."""
    results = [replay(Session.load(folder)) for folder in sessions]

    assert [[], [], []] == [[difference.words for difference in result.differences] for result in results]
    assert [["read", "solved", "planned"], ["read", "solved", "planned"], ["read"]] == [
        result.done for result in results
    ]
    assert {"read", "solve", "plan", "total"} == set(results[0].line()["ms"])


def edit(folder: Path, name: str, change: Callable[[Any], Any]) -> None:
    """Change a JSON file of a session."""
    (folder / name).write_text(json.dumps(change(json.loads((folder / name).read_text()))))


def test_another_layout(sessions: list[Path]) -> None:
    """Another name of the layout is a difference that does not matter."""
    edit(sessions[0], "session.json", lambda facts: facts | {"layout": "guest_2025"})

    result = replay(Session.load(sessions[0]))

    assert (0, ["the layout was guest_2025, is guest"]) == (
        result.code,
        [difference.words for difference in result.differences],
    )


def test_another_puzzle(sessions: list[Path]) -> None:
    """Another puzzle is a difference that matters, and ends the comparison."""
    edit(sessions[0], "puzzle.json", lambda puzzle: puzzle | {"equal": []})

    result = replay(Session.load(sessions[0]))

    assert (3, ["the puzzle"], ["read"]) == (
        result.code,
        [difference.what for difference in result.differences],
        result.done,
    )


def test_another_solution(sessions: list[Path]) -> None:
    """Another solution is a difference that matters."""
    edit(sessions[0], "solution.json", lambda rows: rows[::-1])

    result = replay(Session.load(sessions[0]))

    assert (4, "the solution") == (result.code, result.differences[0].what)


def test_another_plan(sessions: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Other inputs are a difference that matters."""
    layouts = [replace(linkedin_tango.GUEST, cycle=(None, 0, 1))]
    site = replace(linkedin_tango.SITE, layouts=layouts)
    monkeypatch.setattr("bot.sessions.replay.site_named", lambda _: site)

    result = replay(Session.load(sessions[0]))

    assert (5, ["the plan"]) == (result.code, [difference.what for difference in result.differences])


def test_order_of_clicks_is_free(sessions: list[Path]) -> None:
    """Clicks in another order, and a run that stopped early, are no differences."""
    lines = (sessions[0] / "events.jsonl").read_text().splitlines()
    entered = [line for line in lines if '"event": "input"' in line]
    (sessions[0] / "events.jsonl").write_text("\n".join(entered[::-1]))
    backwards = replay(Session.load(sessions[0]))
    (sessions[0] / "events.jsonl").write_text("\n".join(entered[:5]))
    stopped = replay(Session.load(sessions[0]))

    assert [[], []] == [backwards.differences, stopped.differences]


def test_removed_layout(sessions: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that can no longer be read is a difference that matters."""
    others = [layout for layout in linkedin_tango.SITE.LAYOUTS if layout.NAME != "guest"]
    site = replace(linkedin_tango.SITE, layouts=others)
    monkeypatch.setattr("bot.sessions.replay.site_named", lambda _: site)

    result = replay(Session.load(sessions[0]))

    assert (3, "the reading") == (result.code, result.differences[0].what)


def test_page_that_reads_now(sessions: list[Path]) -> None:
    """A page that can be read now is a difference that does not matter."""
    for name in ("html", "state.json"):
        shutil.copy(sessions[0] / f"before.{name}", sessions[2] / f"failed.{name}")

    result = replay(Session.load(sessions[2]))

    assert (0, "a puzzle, by layout guest") == (result.code, result.differences[0].now)


def test_nothing_recorded(sessions: list[Path]) -> None:
    """The result says why a session without a board, or of a removed site, cannot be replayed."""
    for name in ("before.html", "before.state.json"):
        (sessions[0] / name).unlink()
    edit(sessions[1], "session.json", lambda facts: facts | {"site": "gone"})

    nothing, gone = (replay(Session.load(folder)) for folder in sessions[:2])

    assert (0, "no board was recorded") == (nothing.code, nothing.why_not)
    assert (3, "the site gone no longer exists") == (gone.code, gone.why_not)


def test_command(givens: Givens, sessions: list[Path]) -> None:
    """The command replays one session or all, and ends with the code of what matters."""
    every = givens("sessions", "replay", "--all", "--json")
    one = givens("sessions", "replay", sessions[1].name, "--json")
    edit(sessions[0], "solution.json", lambda rows: rows[::-1])
    different = givens("sessions", "replay", "--all")
    neither = givens("sessions", "replay")

    assert (0, [True, True, True]) == (
        every.returncode,
        [json.loads(line)["same"] for line in every.stdout.splitlines()],
    )
    assert (0, [], ["read", "solved", "planned"]) == (
        one.returncode,
        json.loads(one.stdout)["differences"],
        json.loads(one.stdout)["done"],
    )
    assert 4 == different.returncode
    assert "the solution was" in different.stdout
    assert "3 replayed, 1 of them differs" in different.stdout
    assert 2 == neither.returncode
