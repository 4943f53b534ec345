"""Test `givens daily run`: failures of pages and messages, and when which puzzle is tried again."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from click import Command, Context

from bot.commands.daily import DailyOptions, _tasks
from bot.config import DailyPuzzle, Settings
from bot.daily.daily import Day, DayTask, Throttle, is_same, lock
from bot.daily.history import History, key
from bot.daily.notify import to_send
from bot.errors import PageGone
from bot.play.options import Options
from bot.play.resolve import resolve
from bot.play.result import TargetResult
from bot.play.targets import Target
from scrapers import SITES, NeedsHuman
from scrapers._site import stated_day
from solvers import GivensError
from tests.children import run
from tests.conftest import FIXTURES, ROOT, Givens, homes
from tests.days import KILLED, day
from tests.tiers import first

TANGO, BRAINBASHERS, ZERO_HH1 = "linkedin_tango", "brainbashers_three_in_a_row", "zero_hh1"
NOW = "2026-11-19T18:00Z"


@pytest.fixture
def config(givens: Givens, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the settings, which do not exist yet."""
    path = givens.folder / "config.toml"
    monkeypatch.setenv("GIVENS_CONFIG", str(path))
    return path


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
        """Run `givens daily run`; return the exit code, and each puzzle with its day and result, sorted."""
        code, lines, _ = self.run(now, pages, "daily", "run", "--pause", "0", "--json", *args)
        return code, sorted((line["target"], line["day"], _result(line)) for line in lines)

    def outcomes(self) -> list[str]:
        """Return the outcomes of all sessions, sorted."""
        files = self.folder.glob("sessions/*/session.json")
        return sorted(json.loads(path.read_text())["outcome"] for path in files)


def _result(line: dict[str, Any]) -> str:
    if "error" in line:
        return str(line["error"]["kind"])
    return "before" if line["before"] else "accepted" if line["accepted"] else "?"


def test_what_is_left_to_check_is_listed_and_not_played_again(tmp_path: Path) -> None:
    """A solution that was entered and that nothing confirms is listed by the next run of the day, without a page."""
    task = DayTask("tango", Options(), notify="on_error")
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


@pytest.mark.parametrize("command", first([["daily", "run", "--tries", "1"], ["play"], ["read"]]))
def test_date_that_was_asked_for(givens: Givens, command: list[str]) -> None:
    """A page that states another date than the one that was asked for is not played, nor read."""
    days = Days(givens)
    pages = {BRAINBASHERS: [days.page(BRAINBASHERS, "table_2022_6", "November 19")]}

    code, (line,), _ = days.run(NOW, pages, *command, "three_in_a_row:date=2026-11-02", "--json")

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


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('[[daily]]\ntarget = "tnago"', "[[daily]] 1: no site is named 'tnago'; did you mean tango?"),
        ('[[daily]]\ntarget = "a"\n\n[[daily]]\ntraget = "a"', "`daily[1].traget` is not known"),
        ("[[daily]]\npace = 3", "`daily[0].target` is missing"),
        (
            '[[daily]]\ntarget = "tango"\nchoices = { size = 6 }',
            "[[daily]] 1: 'size=6' is not a choice of linkedin_tango; it has no choices",
        ),
        ("[daily]\ntarget = 'tango'", "config.toml: `daily` must be a list, not an object"),
        ("[notify]\nto = [3]", "`notify.to[0]` must be text, not a whole number"),
        ("", "no puzzle is chosen, and the settings file "),
    ],
)
def test_bad_settings(givens: Givens, config: Path, settings: str, words: str) -> None:
    """A mistake in the settings is an error with its place."""
    config.write_text(settings)

    done = givens("daily", "run")

    assert 2 == done.returncode
    assert words in done.stderr


def test_init(givens: Givens, config: Path) -> None:
    """`init` adds what is named to the file, each puzzle once, in few lines, and says what is played."""
    left = givens("daily", "today")
    assert (2, True) == (left.returncode, f"the settings file {config} does not exist" in left.stderr)
    config.touch()
    assert f"the settings file {config} lists none" in givens("daily", "today").stderr
    config.unlink()
    new = givens("daily", "init", "linkedin")

    assert len(config.read_text().splitlines()) <= 40
    assert 0 == new.returncode
    assert re.match(r"added to your day: linkedin_\w+, .*linkedin_\w+ \(", new.stdout)
    assert f"({config}). Next: givens daily run" in new.stdout

    config.write_text('[defaults]\npace = 5\n\n[[daily]]\ntarget = "tango"\npace = 50\n\n[notify]\nwhen = "always"')
    before = config.read_text()
    wrong = givens("daily", "init", "nosuch")
    none = givens("daily", "init")
    assert [(2, 2), before] == [(wrong.returncode, none.returncode), config.read_text()]
    assert "givens daily init tango queens" in none.stderr

    added = givens("daily", "init", "linkedin_tango", "three_in_a_row:size=14,diff=2")
    after = config.read_text()
    again = givens("daily", "init", "brainbashers_three_in_a_row:diff=2,size=14")
    assert after.startswith(before)
    assert after == config.read_text()
    assert added.stdout.startswith("added to your day: brainbashers_three_in_a_row:diff=2,size=14; 2 in all (")
    assert again.stdout.startswith("your day has these already; 2 in all (")

    left = givens("daily", "today")
    assert 0 == left.returncode, left.stderr
    lines = left.stdout.splitlines()
    assert ["tango", "brainbashers_three_in_a_row:diff=2,size=14"] == [line.split()[2] for line in lines]

    config.write_text("daily = [{ target = 'tango' }]\n")
    inline = givens("daily", "init", "queens")
    assert (2, True) == (inline.returncode, "as a table that begins with [[daily]]" in inline.stderr)


def test_init_by_questions(givens: Givens, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal it asks for puzzles, their choices, an address and a time; wrong answers are asked for again."""
    monkeypatch.setattr("bot.commands.daily.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr("bot.daily.notify.send", lambda to, *_: [f"no message was sent to {to[0][:4]}://…"])
    answers = ["nosuch", "linkedin_tango, three_in_a_row", "3", "14", "2", "me", "json://127.0.0.1:1", "25:00", ""]

    done = givens("daily", "init", stdin="".join(f"{answer}\n" for answer in answers))

    assert 0 == done.returncode, done.stderr
    settings = tomllib.loads(config.read_text(encoding="utf-8"))
    assert [
        {"target": "linkedin_tango"},
        {"target": "brainbashers_three_in_a_row", "choices": {"diff": 2, "size": 14}},
    ] == settings["daily"]
    assert {"to": ["json://127.0.0.1:1"], "when": "on_error"} == settings["notify"]
    assert "no site is named 'nosuch'" in done.stderr
    assert "me is no address" in done.stderr
    assert "25:00 is not a time" in done.stderr
    assert "chosen: linkedin_tango, brainbashers_three_in_a_row" in done.stdout
    assert "no message was sent to json://" in done.stderr


def test_wall_is_told_once(givens: Givens) -> None:
    """The error of a site is printed once; the table has its puzzles, with those that were not tried."""
    days = Days(givens)
    with day(NOW, {TANGO: [days.page(TANGO, "challenge")]}):
        done = givens("daily", "run", "tango", "queens", "--pause", "0", "--no-record", **days.settings)

    assert (6, 1) == (done.returncode, done.stderr.count("error:"))
    table = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert re.search(r"\ntango +2026-11-19 +failed[^\0]+\nqueens +2026-11-19 +failed +not tried", table)


@pytest.mark.parametrize("target", ["three_in_a_row:size=14,diff=2", "three_in_a_row:diff=2,size=14"])
def test_settings_of_choices_in_any_order(target: str) -> None:
    """A target has the settings of its puzzle, in whatever order its choices are written; a pace is in milliseconds."""
    puzzle = DailyPuzzle("three_in_a_row", {"size": 14, "diff": 2}, pace=50)

    with Context(Command("run")):
        (task,) = _tasks(DailyOptions(targets=(target,)), Settings(daily=(puzzle,)))

    assert (puzzle.text, 0.05) == (task.text, task.options.pace)


def test_nothing_is_played(givens: Givens, tmp_path: Path) -> None:
    """A target that does not exist, a history that cannot be written, another run or browser: nothing is stored."""
    unknown = givens("daily", "run", "nosuch")
    (tmp_path / "file").write_text("")
    unwritable = givens("daily", "run", "tango", GIVENS_HISTORY=str(tmp_path / "file" / "history.sqlite"))
    with lock(tmp_path / "history.sqlite"):
        busy = givens("daily", "run", "tango", "--json")
    no_browser = givens("play", "tango", "--browser", "/nowhere/chrome")

    assert [2, 7, 7, 7] == [done.returncode for done in (unknown, unwritable, busy, no_browser)]
    assert "no site is named 'nosuch'" in unknown.stderr
    assert "sites are" not in unknown.stdout
    assert re.search(r"failed +no site is named 'nosuch' *\n", unknown.stdout)
    assert "try: set GIVENS_HISTORY to a file of yours" in unwritable.stderr
    assert {"kind": "Busy", "retry": True}.items() <= json.loads(busy.stdout)["error"].items()
    assert "" == givens("daily", "history", "--json").stdout


@dataclass
class Pages:
    """Stands in for the runner: says which page was opened when, and fails as often as it is told."""

    failures: dict[str, int] = field(default_factory=dict)
    error: GivensError = field(default_factory=lambda: PageGone("there is no network"))
    opened: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    """What was shown while it waited."""
    told: list[str] = field(default_factory=list)
    """What was printed."""
    seconds: float = 0.0
    """How long it waited."""
    options: Any = None

    def play(self, target: Target, _check: object) -> TargetResult:
        """Return a result, a temporary failure at first."""
        self.opened.append(target.name)
        result = TargetResult.begin(target.name, target.site.NAME, target.url, entering=True)
        if self.failures.get(target.name, 0) > 0:
            self.failures[target.name] -= 1
            result.fail(self.error)
        else:
            result.accepted = True
        return result

    @contextmanager
    def day(self, history: History) -> Iterator[Day]:
        """Yield a day with these pages, on a clock that only moves when somebody sleeps."""

        def sleep(seconds: float) -> None:
            self.seconds += seconds

        clock = SimpleNamespace(monotonic=lambda: 1000 + self.seconds, sleep=sleep)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.daily.daily.time", clock)
            throttle = Throttle(self.shown.append, 5.0)
            yield Day(cast("Any", self), history, throttle, tries=4, tell=self.told.append)

    def results(self, folder: Path, *names: str) -> list[TargetResult]:
        """Play a day, and return the results in order."""
        with History(folder / "history.sqlite") as history, self.day(history) as day:
            return [result for _, result in day.play([DayTask(name, Options()) for name in names])]


def test_site_by_site(tmp_path: Path) -> None:
    """The puzzles of a site follow each other with pauses, whatever the order in which they are named."""
    names = ["linkedin_tango", "brainbashers_three_in_a_row", "linkedin_zip", "zero_hh1", "brainbashers_sudoku"]
    in_order = [names[at] for at in (0, 2, 1, 4, 3)]
    pages = Pages()
    results = pages.results(tmp_path, *names)

    assert in_order == pages.opened == [result.target for result in results]
    assert 5 + 5 == pages.seconds


def test_site_that_fails_once(tmp_path: Path) -> None:
    """While a site is left alone after a failure, none of its pages is opened, but those of others are.

    A line says which attempt comes next, why, and in how many seconds.
    """
    names = ["linkedin_tango", "linkedin_zip", "zero_hh1"]
    pages = Pages({"linkedin_tango": 2})
    results = pages.results(tmp_path, *names)
    why = ": there is no network"

    assert [names[at] for at in (0, 2, 0, 0, 1)] == pages.opened
    assert [names[at] for at in (2, 0, 1)] == [result.target for result in results if result.accepted]
    attempts = [f"linkedin_tango: attempt {number}{why}" for number in ("2 of 4 in 10 s", "3 of 4 in 40 s")]
    assert [*attempts, "linkedin_tango: it was solved already: accepted"] == [
        told for told in pages.told if told.startswith("linkedin_tango")
    ]
    assert "linkedin_tango: waiting 10 s" == pages.shown[0]


def test_without_a_network(tmp_path: Path) -> None:
    """One page of each host is tried, and the pauses before further tries pass for all at once."""
    names = [site.NAME for site in SITES]
    pages = Pages(dict.fromkeys(names, 99))
    results = pages.results(tmp_path, *names)

    hosts = {urlsplit(target.url).netloc for name in names for target in resolve(name)}
    assert {4} == {*Counter(pages.opened).values()}
    assert len(hosts) == len({*pages.opened})
    assert 10 + 40 + 160 == pages.seconds
    assert {("PageGone", True), ("NotTried", True)} == {(each.error.kind, each.error.retry) for each in results}


def test_page_that_is_missing(tmp_path: Path) -> None:
    """A site that answers, but lacks one page, is played on."""
    pages = Pages({"linkedin_tango": 99}, PageGone("the site responded with 404", status=404))
    results = pages.results(tmp_path, "linkedin_tango", "linkedin_zip")

    assert ["linkedin_tango", "linkedin_zip", *["linkedin_tango"] * 3] == pages.opened
    assert ({"status": 404}, True) == (results[1].error.details, results[0].accepted)


def test_behind_a_login_wall(tmp_path: Path) -> None:
    """Behind a wall, the site's other pages are left alone, with the reason; nothing is stored of them."""
    names = ["linkedin_tango", "linkedin_zip", "linkedin_queens", "zero_hh1"]
    wall = "a login wall at https://www.linkedin.com: only a person can pass it"
    pages = Pages({"linkedin_zip": 1}, NeedsHuman(wall))
    results = pages.results(tmp_path, *names)

    assert [*names[:2], "zero_hh1"] == pages.opened
    error = results[2].line()["error"]
    assert (6, "NotTried", False) == (results[2].exit_code, error["kind"], error["retry"])
    assert f"not tried after what linkedin_zip met: {wall}" == error["message"]
    assert "not tried after what linkedin_zip met" == results[2].error.brief("linkedin_queens")
    with History(tmp_path / "history.sqlite") as history:
        assert ["linkedin_tango", "linkedin_zip", "zero_hh1"] == sorted(play.site for play in history.plays())
