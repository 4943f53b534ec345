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
from tests.bot.commands.test_cli import BEGUN, lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bot.sessions.replay import ReplayResult
    from tests.command import Givens
    from tests.recordings import Recordings

CASES = ("linkedin_tango/guest", BEGUN, "linkedin_tango/missing_cell")
"""A new board, a begun board, and an unreadable page."""


@pytest.fixture
def sessions(recordings: Recordings, tmp_path: Path) -> list[Path]:
    """Return copies of the sessions of the cases, which a test may change."""
    return [recordings.copy(case, tmp_path / "sessions") for case in CASES]


def again(folder: Path) -> ReplayResult:
    """Replay a session."""
    return replay(Session.load(folder))


def edit(folder: Path, name: str, change: Callable[[Any], Any]) -> None:
    """Change a JSON file of a session."""
    (folder / name).write_text(json.dumps(change(json.loads((folder / name).read_text()))))


def test_no_difference(sessions: list[Path]) -> None:
    """A session replays without a difference, also of an unreadable page, in another order, or of an early end."""
    results = [again(folder) for folder in sessions]
    whole = ["read", "solved", "planned"]

    assert [whole, whole, ["read"]] == [result.done for result in results]
    assert {"read", "solve", "plan", "total"} == set(results[0].line()["ms"])

    events = (sessions[0] / "events.jsonl").read_text().splitlines()
    entered = [line for line in events if '"event": "input"' in line]
    for made in (entered[::-1], entered[:5]):
        (sessions[0] / "events.jsonl").write_text("\n".join(made))
        results.append(again(sessions[0]))

    assert [] == [difference.words for result in results for difference in result.differences]


@pytest.mark.parametrize(
    ("name", "change", "code", "found", "done"),
    [
        ("session.json", lambda facts: facts | {"layout": "guest_2025"}, 0, "the layout was guest_2025, is guest", 3),
        ("puzzle.json", lambda puzzle: puzzle | {"equal": []}, 3, "the puzzle", 1),
        ("solution.json", lambda rows: rows[::-1], 4, "the solution", 3),
    ],
)
def test_other_files(
    sessions: list[Path], name: str, change: Callable[[Any], Any], code: int, found: str, done: int
) -> None:
    """Another puzzle or solution is a difference that matters, another name of the layout is not."""
    edit(sessions[0], name, change)

    result = again(sessions[0])

    assert (code, done) == (result.code, len(result.done))
    assert result.differences[0].words.startswith(found)


def test_other_module(sessions: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Other inputs, and a page that can no longer be read, are differences that matter."""
    cycled = [replace(linkedin_tango.GUEST, cycle=(None, 0, 1))]
    others = [layout for layout in linkedin_tango.SITE.LAYOUTS if layout.NAME != "guest"]
    found = []
    for layouts in (cycled, others):
        site = replace(linkedin_tango.SITE, layouts=layouts)
        monkeypatch.setattr("bot.sessions.replay.site_named", lambda _, site=site: site)
        result = again(sessions[0])
        found.append((result.code, [difference.what for difference in result.differences]))

    assert [(5, ["the plan"]), (3, ["the reading"])] == found


def test_page_that_reads_now(sessions: list[Path]) -> None:
    """A page that can be read now is a difference that does not matter."""
    for name in ("html", "state.json"):
        shutil.copy(sessions[0] / f"before.{name}", sessions[2] / f"failed.{name}")

    result = again(sessions[2])

    assert (0, "a puzzle, by layout guest") == (result.code, result.differences[0].now)


def test_nothing_recorded(sessions: list[Path]) -> None:
    """The result says why a session without a board, or of a removed site, cannot be replayed."""
    for name in ("before.html", "before.state.json"):
        (sessions[0] / name).unlink()
    edit(sessions[1], "session.json", lambda facts: facts | {"site": "gone"})

    nothing, gone = map(again, sessions[:2])

    assert (0, "no board was recorded") == (nothing.code, nothing.why_not)
    assert (3, "the site gone no longer exists") == (gone.code, gone.why_not)


def test_command(givens: Givens, sessions: list[Path]) -> None:
    """The command replays one session or all, and ends with the code of what matters."""
    every = givens("sessions", "replay", "--all", "--json")
    one = givens("sessions", "replay", sessions[1].name, "--json")
    edit(sessions[0], "solution.json", lambda rows: rows[::-1])
    different = givens("sessions", "replay", "--all")

    assert [0, 0, 4] == [done.returncode for done in (every, one, different)]
    assert [True, True, True] == [line["same"] for line in lines(every)]
    assert [([], ["read", "solved", "planned"])] == [(line["differences"], line["done"]) for line in lines(one)]
    assert "the solution was" in different.stdout
    assert "3 replayed, 1 of them differs" in different.stdout
    assert 2 == givens("sessions", "replay").returncode
