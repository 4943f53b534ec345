"""The day's puzzles: three simulated days with all that can come between, and every piece by itself."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from bot.daily.daily import alone
from bot.errors import Busy, SetupError
from bot.play.fixture import ENGINE
from bot.play.targets import today_of
from scrapers import Policy, zero_hh1
from tests.children import run
from tests.conftest import FIXTURES, ROOT, Givens, homes

TANGO, BRAINBASHERS = "linkedin_tango", "brainbashers_three_in_a_row"


class Inbox:
    """An address for messages, and those that have come."""

    def __init__(self) -> None:
        """Listen at an address of this machine."""
        self.messages: list[dict[str, Any]] = []
        inbox = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                inbox.messages.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"json://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """Return an address that takes messages while the test runs."""
    box = Inbox()
    thread = threading.Thread(target=box.server.serve_forever)
    thread.start()
    yield box
    box.server.shutdown()
    thread.join()
    box.server.server_close()


class Days:
    """A user's machine on which the days go by."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        """Keep everything in a folder, the settings among it."""
        self.folder = folder
        (folder / ENGINE).parent.mkdir()
        shutil.copy(FIXTURES / ENGINE, folder / ENGINE)
        (folder / "config.toml").write_text(settings)
        self.environment = os.environ | homes(folder) | {"GIVENS_CONFIG": str(folder / "config.toml")}

    def page(self, site: str, case: str, number: int | None = None) -> str:
        """Return the folder of a site's page, with a number of its own if one is given."""
        if number is None:
            return str(FIXTURES / site / case)
        folder = self.folder / site / f"{case}_{number}"
        folder.mkdir(parents=True, exist_ok=True)
        facts = {"v": 1, "extends": str(FIXTURES / site / case), "replica": {"snippets": {"number": str(number)}}}
        (folder / "fixture.json").write_text(json.dumps(facts))
        return str(folder)

    def run(self, now: str, pages: dict[str, list[str]], *args: str) -> tuple[int, list[dict[str, Any]], str]:
        """Run a command at a moment; returns its exit code, its lines, and its words for people."""
        (self.folder / "scenario.json").write_text(json.dumps({"now": now, "pages": pages}))
        command = [sys.executable, "-m", "tests.days", str(self.folder / "scenario.json"), *args]
        done = run(command, timeout=240, cwd=ROOT, env=self.environment)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    def daily(self, now: str, pages: dict[str, list[str]], *args: str) -> tuple[int, list[tuple[Any, ...]]]:
        """Run the day's puzzles; returns the exit code and, of each puzzle, its site, its day and what came of it."""
        code, lines, _ = self.run(now, pages, "daily", "--pause", "0", "--json", *args)
        return code, [(line["target"], line["day"], _came(line)) for line in lines]


def _came(line: dict[str, Any]) -> str:
    if "error" in line:
        return str(line["error"]["kind"])
    return "before" if line["before"] else "accepted" if line["accepted"] else "?"


def test_three_days(tmp_path: Path, inbox: Inbox) -> None:
    """Three days with a page that comes late, a crash, a second run, a challenge and a changed layout."""
    settings = f"""
[notify]
to = ["{inbox.address}"]
when = "on_error"
[[daily]]
target = "tango"
[[daily]]
target = "brainbashers"
choices = {{ size = 6 }}
"""
    days = Days(tmp_path, settings)
    tango = {
        number: days.page(TANGO, case, number)
        for number, case in ((774, "guest"), (775, "guest_hard"), (776, "guest_french"))
    }
    square, late, size_8 = (
        days.page(BRAINBASHERS, case) for case in ("table_2022_6", "table_2022_late", "table_2022_8")
    )
    other = "brainbashers:size=6"

    # The first day; then the same evening, when a new day has begun in Greenwich, but not in California.
    first = days.daily("2026-11-19T18:00Z", {TANGO: [tango[774]], BRAINBASHERS: [square]})

    assert (0, [("tango", "2026-11-19", "accepted"), (other, "2026-11-19", "accepted")]) == first
    assert [] == inbox.messages

    # The second day: the first run dies while it enters; the next finds one page still at the first day's puzzle.
    died = days.daily("2026-11-20T05:00Z", {BRAINBASHERS: [f"killed:{late}"]})
    evening = days.daily("2026-11-20T06:00Z", {BRAINBASHERS: [late]})
    early = days.daily("2026-11-20T08:01Z", {TANGO: [tango[774]]}, "--tries", "2")
    again = days.daily("2026-11-20T09:00Z", {TANGO: [tango[774], tango[775]]})
    nothing = days.daily("2026-11-20T10:00Z", {})

    assert (-9, [("tango", "2026-11-19", "before")]) == died
    assert (0, [("tango", "2026-11-19", "before"), (other, "2026-11-20", "accepted")]) == evening
    assert (3, [("tango", "2026-11-20", "NotYet"), (other, "2026-11-20", "before")]) == early
    assert (0, [("tango", "2026-11-20", "accepted"), (other, "2026-11-20", "before")]) == again
    assert (0, [("tango", "2026-11-20", "before"), (other, "2026-11-20", "before")]) == nothing

    # The third day: a challenge, which a person passes; then a page whose markup has changed.
    wall = {TANGO: [days.page(TANGO, "challenge")], BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_disagree")]}
    changed = {TANGO: [days.page(TANGO, "unknown_layout")], BRAINBASHERS: [size_8]}
    stopped = days.daily("2026-11-21T09:00Z", wall)
    misread = days.daily("2026-11-21T10:00Z", changed)

    assert (6, [("tango", "2026-11-21", "NeedsHuman"), (other, "2026-11-21", "ReadError")]) == stopped
    assert (3, [("tango", "2026-11-21", "ReadError"), (other, "2026-11-21", "accepted")]) == misread

    code, kept, _ = days.run("2026-11-21T11:00Z", {}, "history", "--json")
    assert 0 == code
    assert [
        ("2026-11-19", other.replace("brainbashers", BRAINBASHERS), True),
        ("2026-11-19", TANGO, True),
        ("2026-11-20", other.replace("brainbashers", BRAINBASHERS), True),
        ("2026-11-20", TANGO, True),
        ("2026-11-21", other.replace("brainbashers", BRAINBASHERS), True),
        ("2026-11-21", TANGO, False),
    ] == [(line["day"], line["target"], line["done"]) for line in kept]

    assert [
        "givens: 0 of 1 done",
        "givens: 0 of 2 done",
        "givens: 0 of 1 done",
    ] == [message["title"] for message in inbox.messages]
    url = "https://www.linkedin.com/games/view/tango/desktop"
    told = f"tango, 2026-11-20: NotYet: {url} still shows the puzzle of 2026-11-19"
    assert told == inbox.messages[0]["message"]
    assert [["failed.png"], ["failed.png", "failed.png"], ["failed.png"]] == [
        [picture["filename"] for picture in message["attachments"]] for message in inbox.messages
    ]
    assert ["warning"] * 3 == [message["type"] for message in inbox.messages]

    # Every session is there, the one of the run that died among them, as far as it came.
    outcomes = sorted(json.loads(path.read_text())["outcome"] for path in tmp_path.glob("sessions/*/session.json"))
    assert ["accepted"] * 5 + ["failed"] * 6 + ["unfinished"] == outcomes


def test_lock(tmp_path: Path) -> None:
    """One run at a time; what another left behind when it died holds nobody up."""
    (tmp_path / "daily.holder.json").write_text('{"process": 1, "since": "07:15"}')
    file = tmp_path / "history.sqlite"
    with alone(file), pytest.raises(Busy) as busy, alone(file):
        pass

    assert f"process {os.getpid()}" in busy.value.message
    assert busy.value.RETRY
    assert not (tmp_path / "daily.holder.json").exists()


def test_two_runs_at_once(tmp_path: Path) -> None:
    """The second of two runs is told who is at work, and plays nothing."""
    days = Days(tmp_path)
    with alone(tmp_path / "history.sqlite"):
        code, lines, _ = days.run("2026-11-19T18:00Z", {}, "daily", "tango", "--json")

    assert (7, "Busy", True) == (code, lines[0]["error"]["kind"], lines[0]["error"]["retry"])


def test_message_of_every_run(tmp_path: Path, inbox: Inbox) -> None:
    """With `always` a message tells what was played, with its picture; a run that had nothing to do tells nothing."""
    days = Days(tmp_path, f'[notify]\nto = ["{inbox.address}"]\nwhen = "never"\n')
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6")]}
    for hour in (18, 19):
        days.daily(f"2026-11-19T{hour}:00Z", pages, "brainbashers", "--notify", "always")

    assert [("givens: 1 of 1 done", "success", ["after.png"])] == [
        (message["title"], message["type"], [picture["filename"] for picture in message["attachments"]])
        for message in inbox.messages
    ]


def test_message_that_fails(tmp_path: Path) -> None:
    """An address that does not answer, and one that is none, are told without their passwords, and fail nothing."""
    to = ["json://me:secret-word@127.0.0.1:1", "nonsense://secret-word"]
    days = Days(tmp_path, f"[notify]\nto = {json.dumps(to)}\n")
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6")]}

    code, lines, err = days.run("2026-11-19T18:00Z", pages, "daily", "brainbashers", "--notify", "always", "--json")

    assert (0, [True]) == (code, [line["accepted"] for line in lines])
    assert "warning: no message was sent to json://…" in err
    assert "warning: no message was sent to nonsense://…: Apprise does not know such an address" in err
    assert "secret-word" not in err


def test_full_disk(tmp_path: Path) -> None:
    """Where the session cannot be written the day goes on, and the loss is told."""
    days = Days(tmp_path)
    pages = {BRAINBASHERS: [f"full:{days.page(BRAINBASHERS, 'table_2022_6')}"]}

    code, lines, err = days.run("2026-11-19T18:00Z", pages, "daily", "brainbashers", "--json")

    assert (0, [True]) == (code, [line["accepted"] for line in lines])
    assert "warning: session.json of the session could not be written: No space left on device" in err


def test_clock_that_jumped(tmp_path: Path) -> None:
    """Where a later day was played than the clock tells, nothing is played: one of the two is wrong."""
    days = Days(tmp_path)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6")]}

    assert 0 == days.daily("2026-11-19T18:00Z", pages, "brainbashers")[0]

    code, lines, _ = days.run("2026-11-17T18:00Z", pages, "daily", "brainbashers", "--json")

    assert 7 == code
    assert (
        "by this machine's clock it is 2026-11-17, but brainbashers_three_in_a_row was played on 2026-11-19: "
        "is the clock right?"
    ) == lines[0]["error"]["message"]


def test_play_counts(tmp_path: Path) -> None:
    """What was played by hand is not played again; a dry run and one that is not recorded are forgotten."""
    days = Days(tmp_path)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6")], TANGO: [days.page(TANGO, "guest")]}
    now = "2026-11-19T18:00Z"
    for args in (["brainbashers"], ["tango", "--dry-run"], ["tango", "--no-record"]):
        assert 0 == days.run(now, pages, "play", *args, "--json")[0]

    code, left, _ = days.run(now, pages, "daily", "tango", "brainbashers", "--dry-run", "--json")

    assert 0 == code
    assert [("tango", False), ("brainbashers", True)] == [(line["target"], line["before"]) for line in left]


def test_already_solved(tmp_path: Path) -> None:
    """A page that is solved already is done for the day, without any input."""
    days = Days(tmp_path)
    code, lines, _ = days.run(
        "2026-11-19T18:00Z", {TANGO: [days.page(TANGO, "guest_solved")]}, "daily", "tango", "--json"
    )

    assert (0, True, False, 0) == (code, lines[0]["accepted"], lines[0]["entered"], lines[0]["inputs"])


def test_browser_that_dies(tmp_path: Path) -> None:
    """A browser that ends in the middle is started again, and the puzzle is played from the start."""
    days = Days(tmp_path)
    page = days.page(BRAINBASHERS, "table_2022_6")

    came = days.daily("2026-11-19T18:00Z", {BRAINBASHERS: [f"died:{page}", page]}, "brainbashers")

    assert (0, [("brainbashers", "2026-11-19", "accepted")]) == came
    outcomes = sorted(json.loads(path.read_text())["outcome"] for path in tmp_path.glob("sessions/*/session.json"))
    assert ["accepted", "failed"] == outcomes


def test_day_without_a_puzzle(tmp_path: Path) -> None:
    """A page that is not there for the day is told, and does not keep the next one from being played."""
    days = Days(tmp_path)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "redirected")], TANGO: [days.page(TANGO, "guest")]}

    code, came = days.daily("2026-11-19T18:00Z", pages, "brainbashers", "tango", "--tries", "1")

    assert [("brainbashers", "ReadError"), ("tango", "accepted")] == [(name, what) for name, _, what in came]
    assert 3 == code


def test_unknown_time_zone() -> None:
    """A site whose time zone is not known here is told by its name, with what to type."""
    site = replace(zero_hh1.SITE, policy=Policy(timezone="Mars/Olympus"))

    with pytest.raises(SetupError, match=r"the time zone of zero_hh1, 'Mars/Olympus', is not known") as told:
        today_of(site)

    assert "pip install tzdata" == told.value.command


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('[[daily]]\ntarget = "tnago"', "line 2: no site is named 'tnago'; did you mean tango?"),
        (
            '[[daily]]\ntarget = "tango"\n\n[[daily]]\ntraget = "tango"',
            "line 5: daily has no 'traget'; did you mean target?",
        ),
        ("[[daily]]\npace = 3", "line 1: [[daily]] needs a target, such as target = 'tango'"),
        (
            '[[daily]]\ntarget = "tango"\nchoices = { size = 6 }',
            "line 3: 'size=6' is not a choice of linkedin_tango; its choices: none",
        ),
        (
            '[[daily]]\ntarget = "tango"\nrecord = "ful"',
            'line 3: record must be none, light or full, not "ful"; did you mean full?',
        ),
        ("[daily]\ntarget = 'tango'", "line 1: each puzzle begins with [[daily]], in double brackets"),
        ("[notify]\nto = 'x'", 'line 2: to must be a list, not "x"'),
        ("[notify]\nto = [3]", "line 2: to[0] must be text, not 3"),
        (
            "[notify]\nwhen = 'on error'",
            'line 2: when must be always, on_error or never, not "on error"; did you mean on_error?',
        ),
        ("[[daily]\n", "is not TOML"),
        ("", "no puzzle is chosen: name targets, or write settings"),
    ],
)
def test_bad_settings(givens: Givens, tmp_path: Path, settings: str, words: str) -> None:
    """What is wrong in the settings is told with its line."""
    (tmp_path / "config.toml").write_text(settings)

    done = givens("daily", GIVENS_CONFIG=str(tmp_path / "config.toml"))

    assert 2 == done.returncode
    assert words in done.stderr


def test_init(givens: Givens, tmp_path: Path) -> None:
    """The settings that `--init` writes are complete, keep what was there, and are not written twice."""
    config = {"GIVENS_CONFIG": str(tmp_path / "config.toml")}
    (tmp_path / "config.toml").write_text("[defaults]\npace = 5\n")

    assert 0 == givens("daily", "--init", **config).returncode
    assert (tmp_path / "config.toml").read_text().startswith("[defaults]\npace = 5\n")

    left = givens("daily", "--dry-run", **config)
    assert 0 == left.returncode, left.stderr
    linkedin = [f"linkedin_{game}" for game in ("tango", "queens", "zip", "mini_sudoku", "patches")]
    assert [*linkedin, "brainbashers_three_in_a_row:size=14,diff=2"] == [
        line.split()[2] for line in left.stdout.splitlines()
    ]

    again = givens("daily", "--init", **config)
    assert (2, True) == (again.returncode, "lists daily puzzles already" in again.stderr)


def test_unwritable(givens: Givens, tmp_path: Path) -> None:
    """A history that cannot be written is told before anything is played."""
    (tmp_path / "file").write_text("")
    done = givens("daily", "tango", GIVENS_HISTORY=str(tmp_path / "file" / "history.sqlite"))

    assert 7 == done.returncode
    assert "try: set GIVENS_HISTORY to a file in a folder of yours" in done.stderr
