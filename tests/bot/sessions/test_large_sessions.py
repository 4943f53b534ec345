"""Test sessions that are too large to be shown as a whole: what is shown has a limit, and a sentence says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.sessions import playback, store
from bot.sessions.playback import inputs, left_out, most_frames, puzzle_of, steps
from solvers import load
from tests.bot.sessions.test_store import make
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path

    from bot.sessions.store import Session
    from tests.conftest import Givens

COMMANDS = (
    ["sessions", "show", "last"],
    ["sessions", "report", "last"],
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

    film = inputs(session, puzzle)

    assert (10, 11) == (most_frames(puzzle), len(film.frames))
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
