"""Test `givens daily run`: three simulated days with every kind of failure, and each part separately."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import pytest

from bot.addon import install_command
from bot.commands.daily import _chosen
from bot.config import DailyPuzzle
from bot.daily.daily import Day, DayTask, Throttle, is_same, lock
from bot.daily.history import History, key
from bot.daily.notify import to_send
from bot.errors import Busy, PageGone, SetupError
from bot.play.result import TargetResult
from bot.play.runner import Runner, Setup
from bot.play.targets import Target, resolve, today_of
from scrapers import SITES, NeedsHuman, Policy, zero
from scrapers._site import stated_day
from tests.children import run
from tests.conftest import FIXTURES, ROOT, Givens, homes
from tests.days import KILLED, day
from tests.tiers import first

if TYPE_CHECKING:
    from bot.play.targets import Target
    from solvers import GivensError

TANGO, BINAIRO = "linkedin_tango", "puzzle_team_binairo"
BRAINBASHERS, ZERO_HH1 = "brainbashers_three_in_a_row", "zero_hh1"
SENDS = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")
"""Apprise imports what Python is about to drop."""


class Inbox:
    """A local address for messages, with the received messages."""

    def __init__(self) -> None:
        """Start to listen on this machine."""
        self.messages: list[dict[str, Any]] = []
        inbox = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                inbox.messages.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"json://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """Yield an address that receives messages during the test."""
    box = Inbox()
    thread = threading.Thread(target=box.server.serve_forever)
    thread.start()
    yield box
    box.server.shutdown()
    thread.join()
    box.server.server_close()


class Days:
    """The machine of a user on several days."""

    def __init__(self, givens: Givens, settings: str = "") -> None:
        """Write the settings into the folder of a runner of commands."""
        self.givens, self.folder = givens, givens.folder
        (self.folder / "config.toml").write_text(settings)
        self.settings = {"GIVENS_CONFIG": str(self.folder / "config.toml")}

    def page(self, site: str, case: str, shows: int | str | None = None) -> str:
        """Return the folder of a page, which shows another number of the puzzle, or another day, if one is given."""
        if shows is None:
            return str(FIXTURES / site / case)
        folder = self.folder / site / f"{case}_{shows}".replace(" ", "_")
        folder.mkdir(parents=True, exist_ok=True)
        snippets = {"day": shows} if isinstance(shows, str) else {"number": str(shows)}
        facts = {"v": 1, "extends": str(FIXTURES / site / case), "replica": {"snippets": snippets}}
        (folder / "fixture.json").write_text(json.dumps(facts))
        return str(folder)

    def run(self, now: str, pages: dict[str, list[str]], *args: str) -> tuple[int, list[dict[str, Any]], str]:
        """Run a command at a time; return its exit code, its JSON lines, and stderr."""
        if any(page.startswith(KILLED) for each in pages.values() for page in each):
            scenario = self.folder / "scenario.json"
            scenario.write_text(json.dumps({"now": now, "pages": pages}))
            command = [sys.executable, "-m", "tests.days", str(scenario), *args]
            environment = os.environ | homes(self.folder) | self.settings
            done = run(command, timeout=240, cwd=ROOT, env=environment)
        else:
            with day(now, pages):
                done = self.givens(*args, **self.settings)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    def daily(self, now: str, pages: dict[str, list[str]], *args: str) -> tuple[int, list[tuple[Any, ...]]]:
        """Run `givens daily run`; return the exit code and the target, the day and the result of each puzzle."""
        code, lines, _ = self.run(now, pages, "daily", "run", "--pause", "0", "--json", *args)
        return code, [(line["target"], line["day"], _result(line)) for line in lines]


def _result(line: dict[str, Any]) -> str:
    if "error" in line:
        return str(line["error"]["kind"])
    return "before" if line["before"] else "accepted" if line["accepted"] else "?"


def test_what_is_left_to_check_is_listed_and_not_played_again(tmp_path: Path) -> None:
    """A solution that was entered and that nothing confirms is listed by the next run of the day, without a page."""
    task = DayTask("tango", Setup(record=False), notify="on_error")
    (target,) = resolve("tango")
    line = {"target": "tango", "site": target.site.NAME, "entered": True, "accepted": None, "said": "it shows 'Hello'"}
    with History(tmp_path / "history.sqlite") as history:
        history.note(target.site.NAME, "", key(target, None)[0], line)
        run = Day(cast("Any", None), history, cast("Any", None), tries=1)

        ((_, result),) = run.play([task])

    assert (True, True, 0) == (result.to_check, result.done_before, result.exit_code)
    assert result.words.startswith("entered before, but nothing proves that the page accepted it, so look yourself")
    assert [] == to_send([(task, result)])
    result.done_before = False
    assert [result] == to_send([(task, result)])


@SENDS
@pytest.mark.long("of several days")
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
    assert [
        ("2026-11-19", other.replace("three_in_a_row", BRAINBASHERS), True),
        ("2026-11-19", TANGO, True),
        ("2026-11-20", other.replace("three_in_a_row", BRAINBASHERS), True),
        ("2026-11-20", TANGO, True),
        ("2026-11-21", other.replace("three_in_a_row", BRAINBASHERS), True),
        ("2026-11-21", TANGO, False),
    ] == [(line["day"], line["target"], line["done"]) for line in kept]

    assert [
        "givens: 0 of 1 done",
        "givens: 0 of 2 done",
        "givens: 0 of 1 done",
    ] == [message["title"] for message in inbox.messages]
    url = "https://www.linkedin.com/games/view/tango/desktop"
    message = f"tango, 2026-11-20: {url} shows number 773 instead of 774: the puzzle of 2026-11-20 is not there"
    assert message == inbox.messages[0]["message"]
    assert [[]] * 3 == [message["attachments"] for message in inbox.messages]
    assert ["warning"] * 3 == [message["type"] for message in inbox.messages]

    # Every run has a session, also the one that died.
    outcomes = sorted(json.loads(path.read_text())["outcome"] for path in days.folder.glob("sessions/*/session.json"))
    assert ["accepted"] * 5 + ["failed"] * 6 + ["unfinished"] == outcomes


def test_lock(tmp_path: Path) -> None:
    """One run holds the lock."""
    file = tmp_path / "history.sqlite"
    with lock(file), pytest.raises(Busy) as busy, lock(file):
        pass

    assert busy.value.RETRY


def test_two_runs_at_once(givens: Givens, tmp_path: Path) -> None:
    """The second of two runs says which one is running, and plays nothing."""
    days = Days(givens)
    with lock(tmp_path / "history.sqlite"):
        code, lines, _ = days.run("2026-11-19T18:00Z", {}, "daily", "run", "tango", "--json")

    assert (7, "Busy", True) == (code, lines[0]["error"]["kind"], lines[0]["error"]["retry"])


@SENDS
@pytest.mark.long("of several days")
def test_message_of_every_run(givens: Givens, inbox: Inbox) -> None:
    """With `always`, there is a message in words for a played puzzle, and none for a run without any."""
    days = Days(givens, f'[notify]\nto = ["{inbox.address}"]\nwhen = "never"\n')
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")]}
    for hour in (18, 19):
        days.daily(f"2026-11-19T{hour}:00Z", pages, "three_in_a_row", "--notify", "always")

    assert [("givens: 1 of 1 done", "success", [])] == [
        (message["title"], message["type"], message["attachments"]) for message in inbox.messages
    ]


def test_text_to_share(givens: Givens) -> None:
    """--share prints the number, the time, the streak, and a board without a mark of the solution."""
    days = Days(givens)
    with History(givens.folder / "history.sqlite") as history:
        history.note(TANGO, "", date(2026, 11, 19), {"accepted": True})
    with day("2026-11-20T18:00Z", {TANGO: [days.page(TANGO, "guest_hard", 774)]}):
        done, again = (givens("daily", "run", "tango", "--share", "--pause", "0", **days.settings) for _ in range(2))

    lines = done.stdout.rstrip().splitlines()[-7:]
    assert re.fullmatch(r"Tango #774 · 0:\d\d · streak 2", lines[0])
    assert ({"⬛", "⬜"}, {6}) == ({*"".join(lines[1:])}, {len(line) for line in lines[1:]})
    assert lines[1:] == again.stdout.rstrip().splitlines()[-6:]
    assert 0 == givens("sessions", "report", "-o", "report.html").returncode
    assert lines[0] in (givens.folder / "report.html").read_text(encoding="utf-8")


@SENDS
def test_test_of_messages(givens: Givens, inbox: Inbox) -> None:
    """A test is sent to the addresses in the settings; without any, the command says what to add."""
    settings = {"GIVENS_CONFIG": str(givens.folder / "config.toml")}
    (givens.folder / "config.toml").write_text(f'[notify]\nto = ["{inbox.address}"]\n')
    sent = givens("daily", "init", "--test-message", **settings)
    (givens.folder / "config.toml").write_text("")
    nowhere = givens("daily", "init", "--test-message", **settings)

    assert (0, ["givens: a test"]) == (sent.returncode, [message["title"] for message in inbox.messages])
    assert f"a message was sent to {inbox.address.partition(':')[0]}://…\n" == sent.stdout
    assert 2 == nowhere.returncode
    assert 'Add to config.toml: [notify] to = ["ntfy://…"]' in " ".join(nowhere.stderr.split())


@SENDS
def test_message_that_fails(givens: Givens, inbox: Inbox) -> None:
    """A message that was sent is told; failing addresses cause warnings without their passwords, and no exit code."""
    to = [inbox.address, "json://me:secret-word@127.0.0.1:1", "nonsense://secret-word"]
    days = Days(givens, f"[notify]\nto = {json.dumps(to)}\n")
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")]}

    code, lines, err = days.run(
        "2026-11-19T18:00Z", pages, "daily", "run", "three_in_a_row", "--notify", "always", "--json"
    )

    assert (0, [True]) == (code, [line["accepted"] for line in lines])
    assert 1 == len(inbox.messages) == err.count("a message was sent to json://…\n")
    assert "warning: no message was sent to json://…" in err
    assert "warning: no message was sent to nonsense://…: Apprise does not know this kind of address" in err
    assert "secret-word" not in err


def test_full_disk(givens: Givens) -> None:
    """If the session cannot be written, the run continues with a warning."""
    days = Days(givens)
    pages = {BRAINBASHERS: [f"full:{days.page(BRAINBASHERS, 'table_2022_6', 'November 19')}"]}

    code, lines, err = days.run("2026-11-19T18:00Z", pages, "daily", "run", "three_in_a_row", "--json")

    assert (0, [True]) == (code, [line["accepted"] for line in lines])
    assert "warning: session.json of the session could not be written: No space left on device" in err


@pytest.mark.long("of cases like those of this tier")
@pytest.mark.parametrize("shown", first([500, 774]))
def test_number_of_another_day(givens: Givens, shown: int) -> None:
    """A page that states another number than today's is not played, and nothing is done."""
    days = Days(givens)
    pages = {TANGO: [days.page(TANGO, "guest", shown)]}
    now = "2026-11-19T18:00Z"

    code, lines, _ = days.run(now, pages, "daily", "run", "tango", "--json", "--tries", "1")
    played, results, _ = days.run(now, pages, "play", "tango", "--json")
    again, (left,), _ = days.run(now, pages, "daily", "run", "tango", "--json", "--tries", "1")

    assert (3, "NotYet", True) == (code, lines[0]["error"]["kind"], lines[0]["error"]["retry"])
    assert f"shows number {shown} instead of 773: the puzzle of 2026-11-19 is not there" in lines[0]["error"]["message"]
    assert (0, True) == (played, results[0]["accepted"])  # Somebody who asks for the page, and for no day, plays it.
    assert (3, "NotYet") == (again, left["error"]["kind"])


@pytest.mark.parametrize("command", first([["daily", "run", "--tries", "1"], ["play"], ["read"]]))
def test_date_that_was_asked_for(givens: Givens, command: list[str]) -> None:
    """A page that states another date than the one that was asked for is not played, nor read."""
    days = Days(givens)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")]}

    code, (line,), _ = days.run("2026-11-19T18:00Z", pages, *command, "three_in_a_row:date=2026-11-02", "--json")

    assert (3, "NotYet") == (code, line["error"]["kind"])
    assert "instead of 2026-11-02: the puzzle of 2026-11-02 is not there" in line["error"]["message"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-19", (2026, 11, 19)),
        ("November 19", (11, 19)),
        ("Thursday, November 19th, 2026", (2026, 11, 19)),
        ("19 november 2026", (2026, 11, 19)),
        ("19/11/2026", None),
        ("11/12", None),
        ("Nov 19", None),
        ("19 novembre", None),
        ("٢٠٢٦-١١-١٩", None),
        ("November 19 and November 20", None),
        ("", None),
    ],
)
def test_stated_day(text: str, day: tuple[int, ...] | None) -> None:
    """A date counts only where it can be read in one way."""
    assert day == stated_day(text)


def test_puzzle_of_yesterday(givens: Givens) -> None:
    """A page without a number must differ from what was last seen there, also where that failed or has marks now."""
    days = Days(givens)
    fresh, solved = days.page(ZERO_HH1, "size_4"), days.page(TANGO, "guest_solved")
    args = "--json", "--tries", "1", "--pause", "0", "zero_hh1", "tango"

    first_day = days.run("2026-11-18T18:00Z", {ZERO_HH1: [fresh], TANGO: [solved]}, "daily", "run", *args)
    second = days.run("2026-11-19T18:00Z", {ZERO_HH1: [fresh], TANGO: [solved]}, "daily", "run", *args)

    assert (0, 3) == (first_day[0], second[0])
    assert ["still shows the puzzle of 2026-11-18"] * 2 == [
        line["error"]["message"][-len("still shows the puzzle of 2026-11-18") :] for line in second[1]
    ]


@pytest.mark.parametrize(
    ("now", "earlier", "is_one"),
    [
        (["1001", "0110", "1...", "...."], ["1...", "....", "1...", "...."], True),
        (["1...", "....", "1...", "...."], ["1001", "0110", "1...", "...."], True),
        (["1...", "....", "1...", "...."], ["0...", "....", "1...", "...."], False),
        (["1...", "....", "1...", "...."], None, False),
    ],
)
def test_begun_board_of_yesterday(now: list[str], earlier: list[str] | None, is_one: bool) -> None:  # noqa: FBT001 - expected
    """A puzzle is that of an earlier day, too, if marks of the player are read as givens."""
    assert is_one == is_same({"kind": "binairo", "givens": now}, {"kind": "binairo", "givens": earlier})


@pytest.mark.long("of several days")
def test_clock_that_jumped(givens: Givens) -> None:
    """Nothing is played if the history has a later day than the clock."""
    days = Days(givens)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")]}

    assert 0 == days.daily("2026-11-19T18:00Z", pages, "three_in_a_row")[0]

    code, lines, _ = days.run("2026-11-17T18:00Z", pages, "daily", "run", "three_in_a_row", "--json")

    assert 7 == code
    assert (
        "the clock says 2026-11-17, but brainbashers_three_in_a_row was played on 2026-11-19: is the clock right?"
    ) == lines[0]["error"]["message"]


@pytest.mark.parametrize("uncounted", first(["--dry-run", "--no-record"]))
def test_play_counts(givens: Givens, uncounted: str) -> None:
    """A puzzle played with `givens play` is done; a dry run or a run without a record does not count."""
    days = Days(givens)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")], TANGO: [days.page(TANGO, "guest")]}
    now = "2026-11-19T18:00Z"
    for args in (["three_in_a_row"], ["tango", uncounted]):
        assert 0 == days.run(now, pages, "play", *args, "--json")[0]

    code, left, _ = days.run(now, pages, "daily", "today", "tango", "three_in_a_row", "--json")

    assert 0 == code
    assert [("tango", False), ("three_in_a_row", True)] == [(line["target"], line["before"]) for line in left]


@pytest.mark.long("of several days")
def test_already_solved(givens: Givens) -> None:
    """A page that is already solved is done, without input."""
    days = Days(givens)
    code, lines, _ = days.run(
        "2026-11-19T18:00Z", {TANGO: [days.page(TANGO, "guest_solved")]}, "daily", "run", "tango", "--json"
    )

    assert (0, True, False, 0) == (code, lines[0]["accepted"], lines[0]["entered"], lines[0]["inputs"])


def test_browser_that_dies(givens: Givens) -> None:
    """After the browser died, it is started again and the puzzle is played from the start."""
    days = Days(givens)
    page = days.page(BRAINBASHERS, "table_2022_6", "November 19")

    results = days.daily("2026-11-19T18:00Z", {BRAINBASHERS: [f"died:{page}", page]}, "three_in_a_row")

    assert (0, [("three_in_a_row", "2026-11-19", "accepted")]) == results
    outcomes = sorted(json.loads(path.read_text())["outcome"] for path in days.folder.glob("sessions/*/session.json"))
    assert ["accepted", "failed"] == outcomes


def test_day_without_a_puzzle(givens: Givens) -> None:
    """A missing page is an error and does not stop the next puzzle."""
    days = Days(givens)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "redirected")], ZERO_HH1: [days.page(ZERO_HH1, "size_4")]}

    code, results = days.daily("2026-11-19T18:00Z", pages, "three_in_a_row", "zero_hh1", "--tries", "1", "--no-record")

    assert [("three_in_a_row", "ReadError"), ("zero_hh1", "accepted")] == [
        (name, result) for name, _, result in results
    ]
    assert 3 == code


def test_unknown_time_zone() -> None:
    """An unknown time zone is an error with the name of the site and a command to try."""
    site = replace(zero.SITES[0], POLICY=Policy(timezone="Mars/Olympus"))

    with pytest.raises(SetupError, match=r"the time zone of zero_hh1, 'Mars/Olympus', is not known") as error:
        today_of(site)

    assert install_command("tzdata") == error.value.command


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('[[daily]]\ntarget = "tnago"', "[[daily]] 1: no site is named 'tnago'; did you mean tango?"),
        (
            '[[daily]]\ntarget = "tango"\n\n[[daily]]\ntraget = "tango"',
            "[[daily]] 2: there is no 'traget'; did you mean target?",
        ),
        ("[[daily]]\npace = 3", "[[daily]] 1: it needs a target, such as target = 'tango'"),
        (
            '[[daily]]\ntarget = "tango"\nchoices = { size = 6 }',
            "[[daily]] 1: 'size=6' is not a choice of linkedin_tango; it has no choices",
        ),
        (
            '[[daily]]\ntarget = "tango"\nrecord = "ful"',
            '[[daily]] 1: record must be none, light or full, not "ful"; did you mean full?',
        ),
        ("[daily]\ntarget = 'tango'", "config.toml: each puzzle begins with [[daily]], in double brackets"),
        ("[notify]\nto = 'x'", '[notify]: to must be a list, not "x"'),
        ("[notify]\nto = [3]", "[notify]: to[0] must be text, not 3"),
        (
            "[notify]\nwhen = 'on error'",
            '[notify]: when must be always, on_error or never, not "on error"; did you mean on_error?',
        ),
        ("[[daily]\n", "is not TOML"),
        ("", "no puzzle is chosen, and the settings file "),
    ],
)
def test_bad_settings(givens: Givens, tmp_path: Path, settings: str, words: str) -> None:
    """A mistake in the settings is an error with its place."""
    (tmp_path / "config.toml").write_text(settings)

    done = givens("daily", "run", GIVENS_CONFIG=str(tmp_path / "config.toml"))

    assert 2 == done.returncode
    assert words in done.stderr


def test_init(givens: Givens, tmp_path: Path) -> None:
    """`init` adds what is named to the file, each puzzle once, in few lines, and says what is played."""
    file = tmp_path / "config.toml"
    config = {"GIVENS_CONFIG": str(file)}
    new = givens("daily", "init", "linkedin", **config)

    assert len(file.read_text().splitlines()) <= 40
    assert 0 == new.returncode
    assert re.match(r"added to your day: linkedin_\w+, .*linkedin_\w+ \(", new.stdout)
    assert f"({file}). Next: givens daily run" in new.stdout

    file.write_text('[defaults]\npace = 5\n\n[[daily]]\ntarget = "tango"\npace = 50\n\n[notify]\nwhen = "always"')
    before = file.read_text()
    wrong = givens("daily", "init", "nosuch", **config)
    none = givens("daily", "init", **config)
    assert [(2, 2), before] == [(wrong.returncode, none.returncode), file.read_text()]
    assert "givens daily init tango queens" in none.stderr

    added = givens("daily", "init", "linkedin_tango", "three_in_a_row:size=14,diff=2", **config)
    after = file.read_text()
    again = givens("daily", "init", "brainbashers_three_in_a_row:diff=2,size=14", **config)
    assert after.startswith(before)
    assert after == file.read_text()
    assert added.stdout.startswith("added to your day: brainbashers_three_in_a_row:diff=2,size=14; 2 in all (")
    assert again.stdout.startswith("your day has these already; 2 in all (")

    left = givens("daily", "today", **config)
    assert 0 == left.returncode, left.stderr
    lines = left.stdout.splitlines()
    assert ["linkedin", "brainbashers"] == lines[::2]
    assert ["tango", "brainbashers_three_in_a_row:diff=2,size=14"] == [line.split()[2] for line in lines[1::2]]

    file.write_text("daily = [{ target = 'tango' }]\n")
    inline = givens("daily", "init", "queens", **config)
    assert (2, True) == (inline.returncode, "as a table that begins with [[daily]]" in inline.stderr)


def test_init_by_questions(givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal it asks for puzzles, their choices, an address and a time; wrong answers are asked for again.

    Names may stand with commas between.
    """
    config = {"GIVENS_CONFIG": str(tmp_path / "config.toml")}
    monkeypatch.setattr("bot.commands.daily.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr("bot.daily.notify.send", lambda to, *_: [f"no message was sent to {to[0][:4]}://…"])
    answers = ["nosuch", "linkedin_tango, three_in_a_row", "3", "14", "2", "json://127.0.0.1:1", ""]

    done = givens("daily", "init", stdin="".join(f"{answer}\n" for answer in answers), **config)

    assert 0 == done.returncode, done.stderr
    settings = tomllib.loads((tmp_path / "config.toml").read_text(encoding="utf-8"))
    assert [
        {"target": "linkedin_tango"},
        {"target": "brainbashers_three_in_a_row", "choices": {"diff": 2, "size": 14}},
    ] == settings["daily"]
    assert {"to": ["json://127.0.0.1:1"], "when": "on_error"} == settings["notify"]
    assert "no site is named 'nosuch'" in done.stderr
    assert "no message was sent to json://" in done.stderr


@pytest.mark.parametrize(("exists", "words"), [(False, "does not exist"), (True, "lists none")])
def test_no_settings(givens: Givens, tmp_path: Path, exists: bool, words: str) -> None:  # noqa: FBT001
    """Without targets, the error says what is wrong with the settings file."""
    if exists:
        (tmp_path / "mine.toml").touch()

    done = givens("daily", "today", GIVENS_CONFIG=str(tmp_path / "mine.toml"))

    assert 2 == done.returncode
    assert f"the settings file {tmp_path / 'mine.toml'} {words}" in done.stderr


@pytest.mark.parametrize("target", ["three_in_a_row:size=14,diff=2", "three_in_a_row:diff=2,size=14"])
def test_settings_of_choices_in_any_order(target: str) -> None:
    """A target has the settings of its puzzle, in whatever order its choices are written."""
    puzzle = DailyPuzzle("three_in_a_row", {"size": 14, "diff": 2}, pace=50)

    assert [puzzle] == [*_chosen([target], [puzzle])]


def test_target_that_does_not_exist(givens: Givens) -> None:
    """Its error is printed once; the table only names it."""
    done = givens("daily", "run", "nosuch")

    assert 2 == done.returncode
    assert "no site is named 'nosuch'" in done.stderr
    assert "sites are" not in done.stdout
    assert re.search(r"failed +no site is named 'nosuch'\n", re.sub(" +\n", "\n", done.stdout))


def test_unwritable(givens: Givens, tmp_path: Path) -> None:
    """A history that cannot be written is an error before anything is played."""
    (tmp_path / "file").write_text("")
    done = givens("daily", "run", "tango", GIVENS_HISTORY=str(tmp_path / "file" / "history.sqlite"))

    assert 7 == done.returncode
    assert "try: set GIVENS_HISTORY to a file of yours" in done.stderr


class Pages:
    """Stands in for the runner: says which page was opened when, and fails as often as it is told."""

    def __init__(self, failures: dict[str, int], error: GivensError | None = None) -> None:
        """`failures` are the failures of each target, by its name."""
        self.failures, self.opened = failures, list[str]()
        self.error = error or PageGone("there is no network")
        self.setup: Any = None

    def play(self, target: Target) -> TargetResult:
        """Return a result, a temporary failure at first."""
        self.opened.append(target.name)
        result = TargetResult.begin(target.name, target.site.NAME, target.url, entering=True)
        if self.failures.get(target.name, 0) > 0:
            self.failures[target.name] -= 1
            result.fail(self.error)
        else:
            result.accepted = True
        return result


class Clock:
    """A clock that only moves when somebody sleeps."""

    now = 1000.0

    def monotonic(self) -> float:
        """Return the time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


def play(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pages: Pages,
    *names: str,
    shown: list[str] | None = None,
    told: list[str] | None = None,
) -> tuple[list[TargetResult], float]:
    """Play a day with pages that fail; return the results in order, and how long it waited.

    What is shown meanwhile is added to `shown`, and what is printed to `told`.
    """
    show = list[str]().append if shown is None else shown.append
    clock = Clock()
    monkeypatch.setattr("bot.daily.daily.time", clock)
    with History(tmp_path / "history.sqlite") as history:
        day = Day(
            cast("Runner", pages), history, Throttle(show, 5.0), tries=4, tell=([] if told is None else told).append
        )
        results = list(day.play([DayTask(name, Setup()) for name in names]))
    return [result for _, result in results], clock.now - Clock.now


def test_site_by_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzles of a site follow each other with pauses, whatever the order in which they are named."""
    names = ["linkedin_tango", "brainbashers_three_in_a_row", "linkedin_zip", "zero_hh1", "brainbashers_sudoku"]
    in_order = ["linkedin_tango", "linkedin_zip", "brainbashers_three_in_a_row", "brainbashers_sudoku", "zero_hh1"]
    pages = Pages({})

    results, waited = play(tmp_path, monkeypatch, pages, *names)

    assert in_order == pages.opened == [result.target for result in results]
    assert 5 + 5 == waited


def test_site_that_fails_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a site is left alone after a failure, none of its pages is opened, but those of others are."""
    names = ["linkedin_tango", "linkedin_zip", "zero_hh1"]
    pages = Pages({"linkedin_tango": 1})

    results, _ = play(tmp_path, monkeypatch, pages, *names)

    assert ["linkedin_tango", "zero_hh1", "linkedin_tango", "linkedin_zip"] == pages.opened
    assert names == [result.target for result in results if result.accepted]


def test_without_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One page of each host is tried, and the pauses before further tries pass for all at once."""
    names = [site.NAME for site in SITES]
    pages = Pages(dict.fromkeys(names, 99))

    results, waited = play(tmp_path, monkeypatch, pages, *names)

    hosts = {urlsplit(target.url).netloc for name in names for target in resolve(name)}
    assert {4} == {*Counter(pages.opened).values()}
    assert len(hosts) == len({*pages.opened})
    assert 10 + 40 + 160 == waited
    assert {("PageGone", True), ("NotTried", True)} == {(each.error.kind, each.error.retry) for each in results}


def test_page_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that answers, but lacks one page, is played on."""
    names = ["linkedin_tango", "linkedin_zip"]
    pages = Pages({"linkedin_tango": 99}, PageGone("the site responded with 404", status=404))

    results, _ = play(tmp_path, monkeypatch, pages, *names)

    assert ["linkedin_tango", "linkedin_zip", *["linkedin_tango"] * 3] == pages.opened
    assert ({"status": 404}, True) == (results[0].error.details, results[1].accepted)


def test_behind_a_login_wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a wall, the site's other pages are left alone, with the reason; nothing is stored of them."""
    names = ["linkedin_tango", "linkedin_zip", "linkedin_queens", "zero_hh1"]
    pages = Pages(
        {"linkedin_zip": 1}, NeedsHuman("a login wall at https://www.linkedin.com: only a person can pass it")
    )

    results, _ = play(tmp_path, monkeypatch, pages, *names)

    assert [*names[:2], "zero_hh1"] == pages.opened
    why = "not tried after what linkedin_zip met: a login wall at https://www.linkedin.com: only a person can pass it"
    error = results[2].line()["error"]
    assert (6, "NotTried", why, False) == (results[2].exit_code, error["kind"], error["message"], error["retry"])
    assert "not tried after what linkedin_zip met" == results[2].error.brief("linkedin_queens")
    with History(tmp_path / "history.sqlite") as history:
        assert ["linkedin_tango", "linkedin_zip", "zero_hh1"] == sorted(play.site for play in history.plays())


def test_wall_is_told_once(givens: Givens) -> None:
    """The error of a site is printed once; the table has its puzzles together, with those that were not tried."""
    days = Days(givens)
    with day("2026-11-19T18:00Z", {TANGO: [days.page(TANGO, "challenge")]}):
        done = givens("daily", "run", "tango", "queens", "--pause", "0", "--no-record", **days.settings)

    assert (6, 1) == (done.returncode, done.stderr.count("error:"))
    table = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert re.search(r"\nlinkedin\n  tango +2026-11-19 +failed[^\0]+\n  queens +2026-11-19 +failed +not tried", table)


def test_each_attempt_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a pipe, a line says at once why a puzzle was put off, when it is tried again, and how it ended."""
    told: list[str] = []
    play(tmp_path, monkeypatch, Pages({"linkedin_tango": 2}), "linkedin_tango", told=told)

    attempts = [
        f"linkedin_tango: attempt {number}: there is no network" for number in ("2 of 4 in 10 s", "3 of 4 in 40 s")
    ]
    assert [*attempts, "linkedin_tango: it was solved already: accepted"] == told


def test_countdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it waits, it shows which attempt comes next, why, and in how many seconds."""
    shown: list[str] = []
    play(tmp_path, monkeypatch, Pages({"linkedin_tango": 1}), "linkedin_tango", shown=shown)

    counts = (f"linkedin_tango: attempt 2 of 4 in {left} s: there is no network" for left in range(10, 0, -1))
    assert [*counts] == shown


@pytest.mark.long("of cases like those of this tier")
def test_clock_that_was_wrong_once(tmp_path: Path, givens: Givens) -> None:
    """A play in the future blocks its puzzle until it is forgotten, or the puzzle is forced."""
    case = FIXTURES / BRAINBASHERS / "table_2022_6"
    with History(tmp_path / "history.sqlite") as history:
        history.note(BRAINBASHERS, str(case), date(2199, 1, 1), {"accepted": True})
    blocked = givens("daily", "run", case)
    forced = givens("daily", "run", case, "--force", "--json")
    forgotten = givens("daily", "history", "--forget", "2199-01-01")

    assert (7, True) == (blocked.returncode, "--force" in blocked.stderr)
    assert (0, True) == (forced.returncode, json.loads(forced.stdout)["accepted"])
    assert (0, f"forgotten: {case} on 2199-01-01\n") == (forgotten.returncode, forgotten.stdout)
    assert 0 == givens("daily", "run", case).returncode


def test_wrong_usage_is_no_play(givens: Givens) -> None:
    """The history has no row for a browser that does not exist."""
    assert 7 == givens("play", "tango", "--browser", "/nowhere/chrome").returncode
    assert "" == givens("daily", "history", "--json").stdout
