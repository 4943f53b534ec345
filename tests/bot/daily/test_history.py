"""Test the history: its rows, damaged files, and several processes."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from datetime import date, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.history import History, streaks
from bot.errors import SetupError
from tests.bot.commands.test_cli import lines
from tests.children import run
from tests.conftest import ROOT, Givens
from tests.tiers import LONG, TIER, first

DAY = date(2026, 11, 19)
DONE = {"accepted": True, "said": "well done", "ms": {"open": 900.0, "solve": 2.0, "total": 902.0}}
FAILED: dict[str, Any] = {"accepted": None, "error": {"family": "EnterError", "kind": "PageGone", "message": "gone"}}
READ = {"puzzle": {"kind": "binairo", "givens": ["10", "01"]}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path for a new history."""
    return tmp_path / "kept" / "history.sqlite"


def test_which_row_stays(file: Path) -> None:
    """A later play replaces a failure, or what was entered and is left to check, but never an accepted play."""
    entered = {"entered": True, "accepted": None, "said": "since the last input it shows 'Hello'"}
    plays = []
    with History(file) as history:
        for line in ({"accepted": None}, FAILED | {"entered": True}, entered, DONE, FAILED, DONE | {"said": "again"}):
            history.note("tango", "", DAY, line)
            play = history.get("tango", "", DAY)
            assert play is not None
            plays.append(play)

    assert ["failed", "failed", "check", "done", "done", "done"] == [play.state for play in plays]
    assert (True, DONE) == (plays[-1].done, plays[-1].line)


@pytest.mark.parametrize(
    ("choices", "target"),
    [
        ("", "tango"),
        ("diff=2,size=14", "tango:diff=2,size=14"),
        ("demo:tango", "demo:tango"),
        ("/home/me/a=b.html", "/home/me/a=b.html"),
    ],
)
def test_rows(file: Path, choices: str, target: str) -> None:
    """Site, choices and day together identify a row, which is named as a person would name its puzzle again."""
    with History(file) as history:
        for site, day in (("tango", DAY), ("tango", DAY + timedelta(days=1)), ("queens", DAY), ("tango", DAY)):
            history.note(site, choices, day, DONE)

        assert 3 == len(history.plays())
        assert [target] * 2 == [play.name for play in history.plays(["tango"])]
        assert [] == history.plays(["zip"])
        assert None is history.get("tango", "x", DAY)


def test_last(file: Path) -> None:
    """The last accepted play is found; the last puzzle before a day counts, whether it was accepted or not."""
    with History(file) as history:
        for later, line in enumerate([DONE | READ, FAILED | READ, FAILED]):
            history.note("tango", "", DAY + timedelta(days=later), line)
        days = [history.last_read("tango", "", DAY + timedelta(days=later)) for later in range(4)]
        last = history.last("tango", "")

    assert [None, DAY, DAY + timedelta(days=1), DAY + timedelta(days=1)] == [play and play.day for play in days]
    assert last is not None
    assert DAY == last.day


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("PRAGMA user_version = 2", "has version 2; this program reads versions up to 1"),
        ("CREATE TABLE theirs (x)", "is a database, but not a history of givens"),
    ],
)
def test_newer_or_foreign_file(file: Path, statement: str, words: str) -> None:
    """A history of a newer version, and the database of another program, are refused and stay unchanged."""
    file.parent.mkdir()
    if "PRAGMA" in statement:
        with History(file):
            pass
    with sqlite3.connect(file) as base:
        base.execute(statement)
    base.close()
    before = file.read_bytes()

    with pytest.raises(SetupError, match=words):
        History(file)

    assert before == file.read_bytes()


@pytest.mark.parametrize("damage", first(["half", "no database at all"]))
def test_damaged_file(file: Path, damage: str) -> None:
    """A damaged history is an error with a command to try, and stays unchanged."""
    with History(file) as history:
        for later in range(60):
            history.note("tango", "", DAY + timedelta(days=later), DONE | {"said": "x" * 100})
    if damage == "no database at all":
        file.write_bytes(b"this is no database, but it is long enough to be taken for one" * 20)
    else:
        data = bytearray(file.read_bytes())
        data[1000 : len(data) - 100] = b"\xff" * (len(data) - 1100)
        file.write_bytes(data)
    before = file.read_bytes()

    with (
        pytest.raises(SetupError, match=r"is damaged: .*; nothing was written to it") as error,
        History(file) as history,
    ):
        history.plays()

    assert f"mv {file} {file}.damaged" == error.value.command
    assert before == file.read_bytes()


OPENERS = """
import os, sys
from pathlib import Path
from bot.daily.history import History

for trial in range(int(sys.argv[2])):
    waiting, start = os.pipe()
    children = []
    for _ in range(int(sys.argv[3])):
        child = os.fork()
        if child == 0:
            os.close(start)
            os.read(waiting, 1)  # Returns when the parent closes the other end: for all children at once.
            try:
                with History(Path(f"{sys.argv[1]}.{trial}")):
                    os._exit(0)
            except BaseException as error:
                print(error, flush=True)
                os._exit(1)
        children.append(child)
    os.close(start)
    os.close(waiting)
    for child in children:
        os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_many_processes_create_one_history(file: Path) -> None:
    """Of many processes that open a new history at the same moment, none fails."""
    done = run([sys.executable, "-c", OPENERS, str(file), *(("4", "50") if TIER == LONG else ("1", "10"))], cwd=ROOT)

    assert (0, "") == (done.returncode, done.stdout), done.stderr


@given(st.sets(st.integers(0, 20)), st.integers(0, 25))
def test_streaks(numbers: set[int], today: int) -> None:
    """A streak is a series of days; the current one ends today or yesterday."""
    days = [DAY + timedelta(days=number) for number in numbers]
    runs = [length for length in range(1, 22) for start in range(21) if numbers >= set(range(start, start + length))]
    now = [
        length
        for end in (today, today - 1)
        for length in range(1, 22)
        if numbers >= set(range(end - length + 1, end + 1))
    ]
    last = max(numbers, default=-9)
    alive = today - last <= 1

    streak, longest = streaks(days, DAY + timedelta(days=today))

    assert max(runs, default=0) == longest
    if last <= today:
        assert (max(now, default=0) if alive else 0) == streak


@pytest.mark.parametrize(
    "values",
    [
        *({"day": "yesterday"}, {"at": "soon"}),
        *first([{"line": line} for line in ("{", "[]", '{"ms": "soon"}', '{"error": "no"}', '{"said": 3}')]),
    ],
    ids=str,
)
def test_malformed_row(givens: Givens, tmp_path: Path, values: dict[str, str]) -> None:
    """A row that cannot be read is named, with the command that removes it, and the others are shown."""
    file = tmp_path / "history.sqlite"
    with History(file) as history:
        for later in range(3):
            history.note("linkedin_tango", "size=6", DAY + timedelta(days=later), DONE)
    ((column, value),) = values.items()
    with sqlite3.connect(file) as base:
        base.execute(f"UPDATE plays SET {column} = ? WHERE day = '2026-11-20'", (value,))  # noqa: S608 - a column of ours
    base.close()
    day = values.get("day", "2026-11-20")

    done = givens("daily", "history", COLUMNS="200")
    assert 0 == done.returncode
    assert f"the row of linkedin_tango:size=6 on {day} in the history cannot be read" in done.stderr
    assert ["2026-11-19", "2026-11-21"] == re.findall(r"^2026-11-\d\d", done.stdout, re.MULTILINE)
    assert 2 == len(givens("daily", "history", "--json").stdout.splitlines())
    command = f"givens daily history linkedin_tango --forget {day}"
    assert command in " ".join(done.stderr.split())
    assert f"forgotten: linkedin_tango:size=6 on {day}\n" == givens(*command.split()[1:]).stdout
    assert not givens("daily", "history").stderr


def test_history_command(givens: Givens, tmp_path: Path) -> None:
    """The command prints streaks, medians and the last plays, or JSON lines; plays of named sites are forgotten."""
    with History(tmp_path / "history.sqlite") as history:
        for later in range(3):
            history.note("linkedin_tango", "", DAY + timedelta(days=later), DONE | {"puzzle": {"kind": "tango"}})
        history.note("linkedin_tango", "", DAY + timedelta(days=3), FAILED)
        for site in ("three_in_a_row", "hitori"):
            history.note(f"brainbashers_{site}", "size=14", DAY, DONE)

    done = givens("daily", "history")
    tango = lines(givens("daily", "history", "tango", "--days", "2", "--json"))

    assert 0 == done.returncode
    for words in ("linkedin_tango", "failed  gone", "2\xa0ms"):
        assert words in done.stdout
    assert [("2026-11-21", True), ("2026-11-22", False)] == [(line["day"], line["done"]) for line in tango]
    assert 2 == len(lines(givens("daily", "history", "brainbashers", "--forget", "all", "--json")))
    assert ["linkedin_tango"] * 4 == [line["target"] for line in lines(givens("daily", "history", "--json"))]


@pytest.mark.parametrize("width", [55, 60, 80])
def test_history_in_a_narrow_terminal(givens: Givens, tmp_path: Path, width: int) -> None:
    """Dates, headings and the words of names and results are whole in any terminal."""
    site, choices = "brainbashers_three_in_a_row", "size=14,diff=2"
    line = DONE | {"ms": {"solve": 12.3, "open": 60_000.0, "total": 61_000.0}}
    with History(tmp_path / "history.sqlite") as history:
        for later in range(3):
            day = DAY + timedelta(days=later)
            history.note(site, choices, day, line | {"said": "well done " * 9})
            history.note("linkedin_tango", "", day, line)
    shown = givens("daily", "history", COLUMNS=str(width)).stdout
    upper, second = (table.splitlines() for table in shown.split("\n\n"))
    headings, name = set(upper[0].split()), f"{site}:{choices}"

    assert "…" not in shown
    assert {"days", "rate", "streak", "last"} <= headings
    assert (width == 80) == ({"longest", "solve", "page"} <= headings)
    assert ["2026-11-21"] * 4 == re.findall(r"2026-11-21", shown)
    assert width >= max(map(len, upper + second[:-1]))
    assert {*re.findall(r"[a-z]+|\d+", name), "well", "done"} <= set(re.findall(r"[a-z]+|\d+", "\n".join(second)))
    assert name == "".join(line.split()[0] for line in takewhile(lambda line: "linkedin" not in line, upper[1:]))
