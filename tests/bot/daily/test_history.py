"""Test the history: its rows, damaged files, and several processes."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.history import History, store, streaks
from bot.errors import SetupError
from bot.play.result import TargetResult
from bot.play.targets import resolve
from tests.children import finish, run
from tests.conftest import ROOT
from tests.tiers import LONG, TIER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.children import Start
    from tests.conftest import Givens

DAY = date(2026, 11, 19)
DONE = {"accepted": True, "said": "well done", "ms": {"open": 900.0, "solve": 2.0, "total": 902.0}}
FAILED: dict[str, Any] = {"accepted": None, "error": {"family": "EnterError", "kind": "PageGone", "message": "gone"}}
READ = {"puzzle": {"kind": "binairo", "givens": ["10", "01"]}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path for a new history."""
    return tmp_path / "kept" / "history.sqlite"


def test_accepted_row_is_final(file: Path) -> None:
    """A later play replaces a failure, but never an accepted play."""
    with History(file) as history:
        for line in (FAILED, DONE, FAILED, DONE | {"said": "again"}):
            history.note("tango", "", DAY, line)

        play = history.get("tango", "", DAY)

    assert play is not None
    assert (True, DONE) == (play.done, play.line)


def test_entered_row_is_left_to_check(file: Path) -> None:
    """What was entered, and nothing confirms, is not done; it is to be checked until a later play replaces it."""
    entered = {"entered": True, "accepted": None, "said": "since the last input it shows 'Hello'"}
    with History(file) as history:
        states = []
        for line in ({"entered": False, "accepted": None}, FAILED | {"entered": True}, entered, DONE, entered):
            history.note("tango", "", DAY, line)
            play = history.get("tango", "", DAY)
            assert play is not None
            states.append(play.state)

    assert ["failed", "failed", "check", "done", "done"] == states


@pytest.mark.parametrize(
    ("choices", "target"),
    [
        ("", "tango"),
        ("diff=2,size=14", "tango:diff=2,size=14"),
        ("demo:tango", "demo:tango"),
        ("/home/me/a=b.html", "/home/me/a=b.html"),
    ],
)
def test_target_of_a_row(file: Path, choices: str, target: str) -> None:
    """A row is named as a person would name its puzzle again."""
    with History(file) as history:
        history.note("tango", choices, DAY, DONE)

        assert [target] == [play.name for play in history.plays()]


def test_keys(file: Path) -> None:
    """Site, choices and day together identify a row."""
    with History(file) as history:
        for choices in ("", "size=14", "profile=me"):
            for later in (0, 1):
                history.note("tango", choices, DAY + timedelta(days=later), DONE)

        assert 6 == len(history.plays())
        assert 6 == len(history.plays(["tango"]))
        assert [] == history.plays(["queens"])
        assert None is history.get("queens", "", DAY)


def test_last(file: Path) -> None:
    """The last accepted play is found, without failures."""
    with History(file) as history:
        history.note("tango", "", DAY, DONE)
        history.note("tango", "", DAY + timedelta(days=1), FAILED)
        last = history.last("tango", "")

    assert last is not None
    assert DAY == last.day


def test_last_that_was_read(file: Path) -> None:
    """The last puzzle before a day counts, whether it was accepted or not; a page that was not read has none."""
    with History(file) as history:
        for later, line in enumerate([DONE | READ, FAILED | READ, FAILED]):
            history.note("tango", "", DAY + timedelta(days=later), line)
        days = [history.last_read("tango", "", DAY + timedelta(days=later)) for later in range(4)]

    assert [None, DAY, DAY + timedelta(days=1), DAY + timedelta(days=1)] == [play and play.day for play in days]


def test_newer_file(file: Path) -> None:
    """A history of a newer version is refused and stays unchanged."""
    with History(file):
        pass
    with sqlite3.connect(file) as base:
        base.execute("PRAGMA user_version = 2")
    base.close()
    before = file.read_bytes()

    with pytest.raises(SetupError, match=r"has version 2; this program reads versions up to 1"):
        History(file)

    assert before == file.read_bytes()


def test_foreign_database(file: Path) -> None:
    """The database of another program is refused and stays unchanged."""
    file.parent.mkdir()
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE theirs (x)")
    base.close()
    before = file.read_bytes()

    with pytest.raises(SetupError, match="is a database, but not a history of givens"):
        History(file)

    assert before == file.read_bytes()


@pytest.mark.parametrize("damage", ["no database at all", "half"])
def test_damaged_file(file: Path, damage: str) -> None:
    """A damaged history is an error with a command to try, and stays unchanged."""
    with History(file) as history:
        for later in range(300):
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


WRITER = """
import sys
from datetime import date, timedelta
from pathlib import Path
from bot.daily.history import History
with History(Path(sys.argv[1])) as history:
    for number in range(int(sys.argv[3])):
        history.note(sys.argv[2], "", date(2020, 1, 1) + timedelta(days=number), {"accepted": True})
        print(number, flush=True)
"""


def writer(start: Start, file: Path, site: str, rows: int) -> subprocess.Popen[str]:
    """Start a process that stores one day after the other and prints each."""
    return start([sys.executable, "-c", WRITER, file, site, str(rows)], stdout=subprocess.PIPE, cwd=ROOT)


def test_two_processes(start: Start, file: Path) -> None:
    """Two processes that create a history together and write to it lose nothing."""
    both = [writer(start, file, site, 50) for site in ("tango", "queens")]
    for process in both:
        finish(process)

    with History(file) as history:
        assert [0, 0, 100] == [*(process.returncode for process in both), len(history.plays())]


OPENERS = """
import os, sys
from pathlib import Path
from bot.daily.history import History

for trial in range(int(sys.argv[3])):
    waiting, start = os.pipe()
    children = []
    for _ in range(int(sys.argv[2])):
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
    """Of 50 processes that open a new history at the same moment, none fails."""
    command = [sys.executable, "-c", OPENERS, str(file), "50", "4" if TIER == LONG else "1"]
    done = run(command, cwd=ROOT)

    assert (0, "") == (done.returncode, done.stdout), done.stderr


@pytest.mark.posix("signals")
def test_killed(start: Start, file: Path) -> None:
    """After a process is killed, every day that it printed is stored, and the history works."""
    process = writer(start, file, "tango", 100_000)
    assert process.stdout is not None
    days = [process.stdout.readline() for _ in range(20)]
    process.send_signal(signal.SIGKILL)
    days += process.stdout.readlines()
    process.wait()
    process.stdout.close()

    with History(file) as history:
        kept = len(history.plays())
        history.note("tango", "", DAY, DONE)

        assert len(days) <= kept <= len(days) + 1
        assert kept + 1 == len(history.plays())


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
        {"day": "yesterday"},
        {"at": "soon"},
        {"line": "{"},
        {"line": "[]"},
        {"line": '{"ms": "soon"}'},
        {"line": '{"error": "no"}'},
        {"line": '{"said": 3}'},
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


def test_forget_sites(givens: Givens, tmp_path: Path) -> None:
    """All plays of named sites are removed; nothing is without a name."""
    with History(tmp_path / "history.sqlite") as history:
        for site in ("linkedin_tango", "brainbashers_three_in_a_row", "brainbashers_hitori"):
            for later in range(2):
                history.note(site, "", DAY + timedelta(days=later), FAILED)

    assert 2 == givens("daily", "history", "--forget", "all").returncode
    assert 4 == len(givens("daily", "history", "brainbashers", "--forget", "all", "--json").stdout.splitlines())
    lines = [json.loads(line) for line in givens("daily", "history", "--json").stdout.splitlines()]
    assert ["linkedin_tango"] * 2 == [line["target"] for line in lines]
    assert 2 == givens("daily", "history", "--forget", "someday").returncode


def test_history_command(givens: Givens, tmp_path: Path) -> None:
    """The command prints streaks, medians and the last plays, or JSON lines."""
    with History(tmp_path / "history.sqlite") as history:
        for later in range(3):
            line = DONE | {"puzzle": {"kind": "tango"}}
            history.note("linkedin_tango", "", DAY + timedelta(days=later), line)
        history.note("linkedin_tango", "", DAY + timedelta(days=3), FAILED)
        history.note("brainbashers_three_in_a_row", "size=14", DAY, DONE)

    done = givens("daily", "history")
    lines = [
        json.loads(line) for line in givens("daily", "history", "tango", "--days", "2", "--json").stdout.splitlines()
    ]

    assert 0 == done.returncode
    assert "linkedin_tango" in done.stdout
    assert "failed  gone" in done.stdout
    assert "2\xa0ms" in done.stdout
    assert [("2026-11-21", True), ("2026-11-22", False)] == [(line["day"], line["done"]) for line in lines]


@pytest.mark.parametrize("width", [55, 60, 80])
def test_history_in_a_narrow_terminal(givens: Givens, tmp_path: Path, width: int) -> None:
    """Dates, headings and the words of names and results are whole in any terminal."""
    name = "brainbashers_three_in_a_row:size=14,diff=2"
    ms = {"solve": 12.3, "open": 60_000.0, "total": 61_000.0}
    with History(tmp_path / "history.sqlite") as history:
        for later in range(3):
            history.note(
                "brainbashers_three_in_a_row",
                "size=14,diff=2",
                DAY + timedelta(days=later),
                DONE | {"ms": ms, "said": "well done " * 9},
            )
            history.note("linkedin_tango", "", DAY + timedelta(days=later), DONE | {"ms": ms})
    shown = givens("daily", "history", COLUMNS=str(width)).stdout
    first, second = (table.splitlines() for table in shown.split("\n\n"))

    assert "…" not in shown
    assert {"days", "rate", "streak", "last"} <= set(first[0].split())
    assert (width == 80) == ({"longest", "solve", "page"} <= set(first[0].split()))
    assert ["2026-11-21"] * 4 == re.findall(r"2026-11-21", shown)
    assert width >= max(map(len, first + second[:-1]))
    assert {*re.findall(r"[a-z]+|\d+", name), "well", "done"} <= set(re.findall(r"[a-z]+|\d+", "\n".join(second)))
    assert name == "".join(line.split()[0] for line in takewhile(lambda line: "linkedin" not in line, first[1:]))


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["tnago"], 2, "no site is named 'tnago'; did you mean tango?"),
        (["--days", "0"], 2, "0 is not in the range x>=1"),
    ],
)
def test_bad_history_command(givens: Givens, args: list[str], code: int, words: str) -> None:
    """Wrong arguments cause an error in one sentence."""
    done = givens("daily", "history", *args)

    assert (code, True) == (done.returncode, words in done.stderr), done.stderr


def result(**fields: object) -> TargetResult:
    """Return a result with these fields."""
    return TargetResult.from_line({"target": "tango", **fields})


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Hold the lock of a history, as another process might."""
    base = sqlite3.connect(file, isolation_level=None)
    base.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        base.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Wait for no other process, and use the test's file."""
    monkeypatch.setattr("bot.daily.history.LOCK_TIMEOUT", 0.01)
    monkeypatch.setenv("GIVENS_HISTORY", str(file))


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("opened", ["before", "then"])
def test_locked_history(file: Path, opened: str) -> None:
    """A row that cannot be written is said to be lost; the play itself does not fail."""
    played = result(accepted=True, said="well done")
    with History(file) as history, held(file):
        store(resolve("tango")[0], played, None, history if opened == "before" else None)

    assert (played.lost or "").endswith("is locked; the result is only in the session")
