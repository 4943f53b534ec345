"""Test the replay of sessions, and every kind of difference."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.sessions import playback, store
from bot.sessions.playback import input_frames, left_out, most_frames, puzzle_of, steps
from bot.sessions.replay import Difference, ReplayResult, replay
from bot.sessions.store import Session
from scrapers import linkedin_tango
from solvers import load
from tests.bot.commands.test_cli import BEGUN, lines
from tests.bot.sessions.test_store import make
from tests.command import Givens
from tests.recordings import Recordings
from tests.tiers import first

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


@pytest.mark.parametrize(
    ("name", "change", "code", "found", "done"),
    first(
        [
            (
                "session.json",
                lambda facts: facts | {"layout": "guest_2025"},
                0,
                "the layout was guest_2025, is guest",
                3,
            ),
            ("puzzle.json", lambda puzzle: puzzle | {"equal": []}, 3, "the puzzle", 1),
            ("solution.json", lambda rows: rows[::-1], 4, "the solution", 3),
        ],
        quick=2,
    ),
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


COMMANDS = (
    ["sessions", "show", "last"],
    ["sessions", "report", "last", "-o", "report.html"],
    ["sessions", "share", "last", "-o", "bug.zip", "--yes"],
)


def large(folder: Path, size: int, count: int) -> Session:
    """Record a session of a board with so many rows, and so many inputs."""
    (folder / "sessions").mkdir()
    session = make(folder / "sessions")
    puzzle = {"kind": "three_in_a_row", "givens": ["." * size] * size}
    (session.folder / "puzzle.json").write_text(json.dumps(puzzle))
    places = (f"R{number // size % size + 1}C{number % size + 1}" for number in range(count))
    events = ({"t": 0.1, "event": "input", "click": [1, 2], "leaves": {place: [1]}} for place in places)
    (session.folder / "events.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    return session


@pytest.mark.parametrize(
    ("size", "count", "words"),
    first(
        [
            (2100, 10, "puzzle.json has 4.2 MB, of which nothing is read"),
            (200, 10, "more than 10,000 cells, the most for three_in_a_row"),
            (4, 60_000, "of which the first 4 MB are read"),
        ],
        quick=2,
    ),
)
def test_large_session(
    givens: Givens, tmp_path: Path, size: int, count: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever shows a session leaves out what is too large, and says so in a sentence."""
    monkeypatch.setattr(playback, "MAX_INPUTS", 50)
    session = large(tmp_path, size, count)
    done = [givens(*command, COLUMNS="500") for command in first(COMMANDS, quick=2)]

    assert {0} == {each.returncode for each in done}
    assert any(words in sentence for sentence in left_out(session))
    assert words in done[0].stdout + done[0].stderr
    assert words in (tmp_path / "report.html").read_text()


def test_inputs_that_are_played_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The larger a board is, the fewer inputs are drawn; an explanation has the same limit."""
    monkeypatch.setattr(playback, "MAX_DRAWN", 160)
    session = large(tmp_path, 4, 20)
    puzzle = puzzle_of(session)
    assert puzzle is not None

    assert (10, 11) == (most_frames(puzzle), len([*input_frames(session, puzzle)]))
    assert ["only the first 10 of 20 inputs are played back"] == left_out(session)
    explained, why = steps(load({"kind": "three_in_a_row", "givens": ["10..", "....", "..01", "0..."]}), within=60)
    assert len(explained.frames) <= 10
    assert "steps are drawn" in why or len(explained.frames) < 10
    film, why = steps(load({"kind": "three_in_a_row", "givens": ["." * 60] * 60}), within=60)
    assert (1, "a board of 3,600 cells is not explained") == (len(film.frames), why)


@pytest.mark.parametrize("name", ["before.html", "page.html", "before.png", "traceback.txt", "solution.json"])
def test_large_file(givens: Givens, tmp_path: Path, name: str) -> None:
    """A file above its limit is left out; a trace or a video may have any size."""
    session = large(tmp_path, 4, 4)
    for file in (name, "trace.zip"):
        with (session.folder / file).open("wb") as out:
            out.truncate(store.MAX_FILE + 1)

    assert None is session.path(name)
    assert session.path("trace.zip")
    assert [name] == [sentence.split()[0] for sentence in session.shortened]
    for command in COMMANDS[1:]:
        assert 0 == givens(*command).returncode
    shown = json.loads(givens("sessions", "show", "last", "--json").stdout)
    assert session.shortened == shown["shortened"]


def test_a_long_row_is_cut() -> None:
    """Of a value without a space, the beginning is said."""
    words = Difference("the solution", ["." * 200], "1" * 200).words

    assert words == f'the solution was ["{"." * 157}…, is {"1" * 159}…'
