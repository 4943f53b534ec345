"""Test `givens daily run`: failures of pages and messages, and when which puzzle is tried again."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from bot.daily.history import History, store
from bot.play.fixture import Fixture
from bot.play.resolve import resolve
from bot.play.result import TargetResult
from tests.bot.daily.test_daily import BRAINBASHERS, NOW, TANGO, ZERO_HH1, Days, config
from tests.bot.daily.test_history import DAY, DONE, file
from tests.children import Start, finish, serving
from tests.conftest import FIXTURES, ROOT, Givens

__all__ = ["config", "file"]

SENDS = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")
"""Apprise imports what Python is about to drop."""


@dataclass
class Inbox:
    """A local address for messages, with the received messages."""

    address: str
    messages: list[dict[str, Any]]


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """Yield an address that receives messages during the test."""
    messages: list[dict[str, Any]] = []

    def receive(request: BaseHTTPRequestHandler) -> None:
        messages.append(json.loads(request.rfile.read(int(request.headers["Content-Length"]))))
        request.send_response(200)
        request.end_headers()

    with serving(receive) as place:
        yield Inbox(f"json://{place}", messages)


@SENDS
def test_message_that_fails_and_full_disk(givens: Givens, inbox: Inbox) -> None:
    """Neither a session that cannot be written nor a message that cannot be sent fails; no password is told."""
    to = [inbox.address, "json://me:secret-word@127.0.0.1:1", "nonsense://secret-word"]
    days = Days(givens, f"[notify]\nto = {json.dumps(to)}\nwhen = 'always'\n[[daily]]\ntarget = 'three_in_a_row'\n")
    page = f"full:{days.page(BRAINBASHERS, 'table_2022_6', 'November 19')}"
    code, lines, err = days.run(NOW, {BRAINBASHERS: [page]}, "daily", "run", "--json")
    nothing = days.run(NOW, {}, "daily", "run", "--json")

    assert (0, [True]) == (code, [line["accepted"] for line in lines])
    assert "warning: session.json of the session could not be written: No space left on device" in err
    messages = [(sent["title"], sent["type"], sent["attachments"]) for sent in inbox.messages]
    assert [("givens: 1 of 1 done", "success", [])] == messages
    assert 1 == err.count("a message was sent to json://…\n")
    assert "warning: no message was sent to json://…" in err
    assert "warning: no message was sent to nonsense://…: Apprise does not know this kind of address" in err
    assert "secret-word" not in err
    assert (0, "") == (nothing[0], nothing[2])


def test_browser_that_dies(givens: Givens) -> None:
    """After the browser died, it is started again and the puzzle is played from the start."""
    days = Days(givens)
    page = days.page(BRAINBASHERS, "table_2022_6", "November 19")

    results = days.daily(NOW, {BRAINBASHERS: [f"died:{page}", page]}, "three_in_a_row")

    assert (0, [("three_in_a_row", "2026-11-19", "accepted")]) == results
    assert ["accepted", "failed"] == days.outcomes()


@SENDS
def test_test_of_messages(givens: Givens, inbox: Inbox, config: Path) -> None:
    """A test is sent to the addresses in the settings; without any, the command says what to add."""
    config.write_text(f'[notify]\nto = ["{inbox.address}"]\n')
    sent = givens("daily", "init", "--test-message")
    config.write_text("")
    nowhere = givens("daily", "init", "--test-message")

    assert (0, ["givens: a test"]) == (sent.returncode, [message["title"] for message in inbox.messages])
    assert "a message was sent to json://…\n" == sent.stdout
    assert 2 == nowhere.returncode
    assert 'Add to config.toml: [notify] to = ["ntfy://…"]' in " ".join(nowhere.stderr.split())


@pytest.mark.parametrize("uncounted", ["--dry-run", "--no-record"])
def test_play_counts(givens: Givens, uncounted: str) -> None:
    """A puzzle played with `givens play` is done; a dry run or a run without a record does not count."""
    days = Days(givens)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")], TANGO: [days.page(TANGO, "guest")]}
    for args in (["three_in_a_row"], ["tango", uncounted]):
        assert 0 == days.run(NOW, pages, "play", *args, "--json")[0]

    code, left, _ = days.run(NOW, pages, "daily", "today", "tango", "three_in_a_row", "--json")

    assert 0 == code
    assert [("tango", False), ("three_in_a_row", True)] == [(line["target"], line["before"]) for line in left]


@SENDS
def test_three_days(givens: Givens, inbox: Inbox) -> None:
    """Three days with a late page, a crash, a second run, a challenge and a changed layout."""
    settings = f"""
[notify]
to = ["{inbox.address}"]
when = "on_error"
[[daily]]
target = "tango"
[[daily]]
target = "three_in_a_row"
choices = {{ size = 6 }}
"""
    days = Days(givens, settings)
    tango = {
        number: days.page(TANGO, case, number)
        for number, case in ((773, "guest"), (774, "guest_hard"), (775, "guest_french"))
    }
    square, late, size_8 = (
        days.page(BRAINBASHERS, case, f"November {day}")
        for case, day in (("table_2022_6", 19), ("table_2022_late", 20), ("table_2022_8", 21))
    )
    other = "three_in_a_row:size=6"

    # The first day.
    first = days.daily("2026-11-19T18:00Z", {TANGO: [tango[773]], BRAINBASHERS: [square]})

    assert (0, [("tango", "2026-11-19", "accepted"), (other, "2026-11-19", "accepted")]) == first
    assert [] == inbox.messages

    # The second day starts in Greenwich, not in California. One run dies; a later one finds a page with the old puzzle.
    died = days.daily("2026-11-20T05:00Z", {BRAINBASHERS: [f"killed:{late}"]})
    evening = days.daily("2026-11-20T06:00Z", {BRAINBASHERS: [late]})
    early = days.daily("2026-11-20T08:01Z", {TANGO: [tango[773]]}, "--tries", "2")
    again = days.daily("2026-11-20T09:00Z", {TANGO: [tango[773], tango[774]]})
    nothing = days.daily("2026-11-20T10:00Z", {})

    assert (-9, [("tango", "2026-11-19", "before")]) == died
    assert (0, [("tango", "2026-11-19", "before"), (other, "2026-11-20", "accepted")]) == evening
    assert (3, [("tango", "2026-11-20", "NotYet"), (other, "2026-11-20", "before")]) == early
    assert (0, [("tango", "2026-11-20", "accepted"), (other, "2026-11-20", "before")]) == again
    assert (0, [("tango", "2026-11-20", "before"), (other, "2026-11-20", "before")]) == nothing

    # The third day: first a challenge, then a page with a changed layout.
    wall = {TANGO: [days.page(TANGO, "challenge")], BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_disagree")]}
    changed = {TANGO: [days.page(TANGO, "unknown_layout")], BRAINBASHERS: [size_8]}
    stopped = days.daily("2026-11-21T09:00Z", wall)
    misread = days.daily("2026-11-21T10:00Z", changed)

    assert (6, [("tango", "2026-11-21", "NeedsHuman"), (other, "2026-11-21", "ReadError")]) == stopped
    assert (3, [("tango", "2026-11-21", "ReadError"), (other, "2026-11-21", "accepted")]) == misread

    code, kept, _ = days.run("2026-11-21T11:00Z", {}, "daily", "history", "--json")
    assert 0 == code
    names = (other.replace("three_in_a_row", BRAINBASHERS), TANGO)
    assert [(f"2026-11-{day}", name, (day, name) != (21, TANGO)) for day in (19, 20, 21) for name in names] == [
        (line["day"], line["target"], line["done"]) for line in kept
    ]

    titles = [message["title"] for message in inbox.messages]
    assert [f"givens: 0 of {count} done" for count in (1, 2, 1)] == titles
    url = "https://www.linkedin.com/games/view/tango/desktop"
    message = f"tango, 2026-11-20: {url} shows number 773 instead of 774: the puzzle of 2026-11-20 is not there"
    assert message == inbox.messages[0]["message"]
    assert [[]] * 3 == [message["attachments"] for message in inbox.messages]
    assert ["warning"] * 3 == [message["type"] for message in inbox.messages]

    # Every run has a session, also the one that died.
    assert ["accepted"] * 5 + ["failed"] * 6 + ["unfinished"] == days.outcomes()


def test_number_of_another_day(givens: Givens) -> None:
    """A page that states another number than today's is played only by who asks for the page, and for no day."""
    days = Days(givens)
    pages = {TANGO: [days.page(TANGO, "guest", 500)]}
    runs = [days.run(NOW, pages, *words, "tango", "--json") for words in (["daily", "run", "--tries", "1"], ["play"])]

    assert [3, 0] == [code for code, _, _ in runs]
    words = "shows number 500 instead of 773: the puzzle of 2026-11-19 is not there"
    assert words in runs[0][1][0]["error"]["message"]


def test_clock_that_was_wrong_once(givens: Givens) -> None:
    """A play in the future blocks its puzzle until it is forgotten, or the puzzle is forced."""
    case = FIXTURES / BRAINBASHERS / "table_2022_6"
    with History(givens.folder / "history.sqlite") as history:
        history.note(BRAINBASHERS, str(case), date(2199, 1, 1), {"accepted": True})
    blocked = givens("daily", "run", case)
    forced = givens("daily", "run", case, "--force", "--json")
    forgotten = givens("daily", "history", "--forget", "2199-01-01")

    assert (7, True) == (blocked.returncode, "--force" in blocked.stderr)
    assert f"but {case} was played on 2199-01-01: is the clock right?" in " ".join(blocked.stderr.split())
    assert (0, True) == (forced.returncode, json.loads(forced.stdout)["accepted"])
    assert (0, f"forgotten: {case} on 2199-01-01\n") == (forgotten.returncode, forgotten.stdout)
    assert 0 == givens("daily", "run", case).returncode


def test_locked_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that cannot be written for ten seconds is said to be lost; the play itself does not fail."""
    file = tmp_path / "history.sqlite"
    monkeypatch.setenv("GIVENS_HISTORY", str(file))
    lost = []
    with History(file) as history:
        base = sqlite3.connect(file, isolation_level=None)
        base.execute("BEGIN EXCLUSIVE")
        for opened in (history, None):
            played = TargetResult.from_line({"target": "tango", "accepted": True, "said": "well done"})
            store(resolve("tango")[0], played, None, opened)
            lost.append((played.lost or "").partition(" is ")[2])
        base.close()

    assert ["locked; the result is only in the session"] * 2 == lost


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


@pytest.mark.posix("signals")
def test_two_processes(start: Start, file: Path) -> None:
    """Two processes that create a history together and write to it lose nothing, not even where one is killed."""

    def writer(site: str, rows: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WRITER, file, site, str(rows)]
        return start(command, stdout=subprocess.PIPE, cwd=ROOT)

    killed, other = writer("tango", 100_000), writer("queens", 50)
    assert killed.stdout is not None
    days = [killed.stdout.readline() for _ in range(20)]
    killed.send_signal(signal.SIGKILL)
    days += killed.stdout.readlines()
    finish(other)

    with History(file) as history:
        kept = len(history.plays(["tango"]))
        history.note("tango", "", DAY, DONE)

        assert len(days) <= kept <= len(days) + 1
        assert [0, 50, kept + 1] == [other.returncode, *(len(history.plays([site])) for site in ("queens", "tango"))]


def test_puzzle_of_yesterday(givens: Givens) -> None:
    """A page without a number must differ from what was last seen there, also where that failed or has marks now."""
    days = Days(givens)
    pages = {ZERO_HH1: [days.page(ZERO_HH1, "size_4")], TANGO: [days.page(TANGO, "guest_solved")]}
    with History(givens.folder / "history.sqlite") as history:
        for site, case in ((ZERO_HH1, "size_4"), (TANGO, "guest")):
            puzzle = Fixture.load(FIXTURES / site / case).puzzle
            history.note(site, "", date(2026, 11, 18), {"accepted": None, "puzzle": puzzle})

    code, lines, _ = days.run(NOW, pages, "daily", "run", "--json", "--tries", "1", "zero_hh1", "tango")

    assert 3 == code
    assert ["still shows the puzzle of 2026-11-18"] * 2 == [line["error"]["message"][-36:] for line in lines]
