"""The command line as users and scripts run it: exit codes, stdout and stderr."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest
from click.core import ParameterSource

from bot import addon
from bot.cli import app
from bot.commands import COMMANDS, _output, daily
from bot.play.resolve import address_of
from scrapers import SITES
from solvers import KINDS
from tests.bot.sessions.test_store import make
from tests.children import Start, finish, run, signals, until
from tests.conftest import FIXTURES, Givens, homes
from tests.recordings import Recordings
from tests.tiers import first

GUEST = FIXTURES / "linkedin_tango" / "guest"
SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
SOUND = {"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}
BEGUN = "brainbashers_three_in_a_row/table_2022_begun"
PUZZLE = {"kind": "tango", "givens": ["1...", "....", "....", "...0"], "equal": [["R1C2", "R1C3"]], "opposite": []}


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """Parse stdout, which must hold only JSON lines."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def session_of(tmp_path: Path) -> Path:
    """Return the only session that a run has recorded."""
    (folder,) = (path for path in (tmp_path / "sessions").iterdir() if path.is_dir())
    return folder


@pytest.mark.parametrize("command", first(["--help", "solve -", "sessions list", "kinds", "daily history"]))
def test_command_line_is_light(tmp_path: Path, command: str) -> None:
    """No command imports a library that derives options from types; help and lists of sessions import nothing heavy."""
    code = """if True:
        import atexit, sys
        from bot.__main__ import main
        atexit.register(lambda: print(*sys.modules, file=sys.stderr))
        main()
    """

    done = run(
        [sys.executable, "-c", code, *command.split()],
        input=json.dumps(SOUND),
        check=True,
        env=os.environ | homes(tmp_path),
    )
    loaded = done.stderr.split()

    assert {"bot.cli", "click"} <= set(loaded)
    assert {"typer", "pydantic", "pydantic_core"} & set(loaded) == set()
    assert command not in {"--help", "sessions list"} or {"z3", "playwright", "selectolax"} & set(loaded) == set()


def leaves(command: click.Command, *names: str) -> Iterator[tuple[str, ...]]:
    """Yield the names of all commands below a command."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (child := command.get_command(context, name)) is not None:
                yield from leaves(child, *names, name)
    else:
        yield names


@pytest.mark.parametrize("command", [*leaves(app)], ids=" ".join)
def test_help(givens: Givens, command: tuple[str, ...]) -> None:
    """The help of each command has a description and examples."""
    done = givens(*command, "--help")
    _, _, description = done.stdout.partition("\n\n  ")
    name = " ".join(command)

    assert 0 == done.returncode
    assert (COMMANDS | addon.declared("COMMANDS"))[name][1] == " ".join(description.partition("\n\n")[0].split())
    assert f"\n    givens {name}" in description.partition("Examples:")[2]
    assert 'default: ""' not in description


def test_help_fits_a_screen(givens: Givens) -> None:
    """The help of `givens`, and the prompt below it, fit 80 columns and 24 rows, with one line for each command."""
    shown = givens("--help", COLUMNS="80").stdout.splitlines()
    commands = [line.split()[0] for line in shown if re.match(r"  [a-z]+ +[A-Z]", line)]

    assert len(shown) <= 23
    assert max(map(len, shown)) <= 80
    assert app.list_commands(click.Context(app)) == commands
    assert len(commands) == 16


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(givens: Givens, option: str) -> None:
    """The version is that of the package."""
    assert f"{version('givens')}\n" == givens(option).stdout


@pytest.mark.parametrize("group", ["daily", "sessions", "sites", "agent"])
def test_list_of_commands(givens: Givens, group: str) -> None:
    """The first sentence of each command fits the list of commands."""
    commands = givens(group, "--help", COLUMNS="80").stdout.partition("Commands:\n")[2].splitlines()

    assert len(commands) >= 2
    assert [] == [line for line in commands if not re.match(r"  [a-z]+ +[A-Z].*[.)]$", line)]


@pytest.mark.parametrize(("command", "meant"), [("sesions", "sessions"), ("sessions lst", "list")])
def test_command_of_another_name(givens: Givens, command: str, meant: str) -> None:
    """A command of another name is refused with the one that is meant."""
    done = givens(*command.split())

    assert (2, "") == (done.returncode, done.stdout)
    assert f" Did you mean {meant!r}?\ntry: givens " in done.stderr


def test_play_json(givens: Givens, tmp_path: Path) -> None:
    """The line of a played page has all keys of the contract, and the session says the same."""
    done = givens("play", SMALL, "--json")

    (line,) = lines(done)

    assert (0, "") == (done.returncode, done.stderr)
    assert {
        "v": 1,
        "target": str(SMALL),
        "site": "brainbashers_three_in_a_row",
        "layout": "table_2022",
        "verdict": "one",
        "proof": "z3",
        "entered": True,
        "accepted": True,
        "repaired": 0,
    }.items() <= line.items()
    more = "url about puzzle confirmed single proof solution said inputs session ms"
    assert set(more.split()) <= set(line)
    assert {"open", "read", "solve", "enter", "accept", "total"} <= set(line["ms"])
    session = json.loads((session_of(tmp_path) / "session.json").read_text())

    assert (session["outcome"], session["puzzle"]) == ("accepted", line["puzzle"])
    assert str(session_of(tmp_path)) == line["session"]


def test_play_for_people(givens: Givens) -> None:
    """Without --json the boards before and after are drawn, with the page's words and the session's folder."""
    done = givens("play", GUEST)

    assert 0 == done.returncode
    for words in ("before", "after", "☀", "accepted: You’re crushing it!", "recorded in", "solve "):
        assert words in done.stdout


def test_play_of_lines_that_are_only_read(givens: Givens) -> None:
    """Where nobody knows how a page shows its lines, the board is drawn without any."""
    done = givens("play", FIXTURES / "brainbashers_bridges" / "fresh")

    assert (3, True) == (done.returncode, "how bridges are entered is not known" in done.stderr)
    for words in ("before", "after", "recorded in"):
        assert words in done.stdout


@pytest.mark.parametrize("options", first([["--record", "full", "--no-record"], ["--no-record"], ["--record", "none"]]))
def test_no_record(givens: Givens, tmp_path: Path, options: list[str]) -> None:
    """Without recording no session is written."""
    done = givens("play", SMALL, "--dry-run", "--json", *options)

    assert 0 == done.returncode
    assert None is lines(done)[0]["session"]
    assert not (tmp_path / "sessions").exists()


@pytest.mark.parametrize("arguments", [["--no-record"], ["--record", "light", "--no-record"]])
def test_no_record_goes_before_settings(arguments: list[str]) -> None:
    """--no-record counts as given, so it overrides the settings of a puzzle; commands see only `record`."""
    context = daily.run.make_context("run", [*arguments], default_map={"record": "full"})

    assert ("none", ParameterSource.COMMANDLINE) == (context.params["record"], context.get_parameter_source("record"))
    assert "no_record" not in context.params


@pytest.mark.parametrize("overrides", first(["", "environment", "option"], quick=2))
def test_settings(givens: Givens, tmp_path: Path, overrides: str) -> None:
    """A setting applies unless an option or the environment overrides it."""
    (tmp_path / "config.toml").write_text('[defaults]\nrecord = "none"\n')
    options = ["--record", "light"] if overrides == "option" else []
    environment = {"GIVENS_RECORD": "light"} if overrides == "environment" else {}

    (line,) = lines(
        givens(
            "play", SMALL, "--dry-run", "--json", *options, GIVENS_CONFIG=str(tmp_path / "config.toml"), **environment
        )
    )

    assert bool(overrides) == (line["session"] is not None)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("[defaults]\npaace = 3", "config.toml: `defaults.paace` is not known"),
        ("[defaults]\n\npace = 'x'", "`defaults.pace` must be a number or null, not text"),
        ("[defaults]\npace = -1", "`defaults.pace`: Expected `float` >= 0"),
        ("[defaults]\nrecord = 'lite'", "`defaults.record` must be one of none, light, full"),
        ("[defaults", "config.toml cannot be read: "),
        ('[sessions]\nkeep = "30 years"', "`sessions`: '30 years' is not an age: write 12h, 30d or 8w"),
        ('[sessions]\nmax = "much"', "`sessions`: 'much' is not a size"),
        ('[notify]\nwhn = "always"', "`notify.whn` is not known"),
        ("defaults = 3", "`defaults` must be an object, not a whole number"),
        ("pace = 3", "config.toml: `pace` is not known"),
        ("pace\xe8\xff", "config.toml cannot be read: 'utf-8' codec"),
    ],
)
def test_bad_settings(givens: Givens, tmp_path: Path, settings: str, words: str) -> None:
    """The error for wrong settings names the place and the value."""
    (tmp_path / "config.toml").write_bytes(settings.encode("latin-1"))

    done = givens("sites", "list", GIVENS_CONFIG=str(tmp_path / "config.toml"))

    assert 2 == done.returncode
    assert words in done.stderr


@pytest.mark.parametrize(("codes", "joint"), [([0, 0], 0), ([0, 3, 3], 3), ([3, 4], 8), ([3, 6, 4], 6), ([], 0)])
def test_joint_exit_code(codes: list[int], joint: int) -> None:
    """The joint code is 6 if any target needs a human, the common code of all failures, else 8."""
    assert joint == _output.joint_exit_code(codes)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("play https://example.com/", 2, "no site module knows https://example.com/"),
        ("play tangoo", 2, "no site is named 'tangoo'; did you mean tango?\n"),
        ("play ./nowhere", 2, "there is no file or folder nowhere"),
        ("play .", 2, "is not a fixture, capture or session"),
        ("play tango:date=2026-01-01", 2, "'date=2026-01-01' is not a choice of linkedin_tango; it has no choices"),
        ("play three_in_a_row:size=7", 2, "size=7 is not available"),
        ("play three_in_a_row:date=yesterday", 2, "date=yesterday is not a date like"),
        ("play three_in_a_row:date=2019-11-18", 2, "is not available: choose one of the last 364 days"),
        ("play three_in_a_row:size", 2, "'size' is not a choice of brainbashers"),
        ("play tango --site nowhere.py", 2, "there is no site module nowhere.py"),
        ("play", 2, "error: missing argument 'TARGET...'.\ntry: givens play --help\n"),
        ("play --bogus", 2, "error: no such option '--bogus'."),
        ("daily history --forget", 2, "option '--forget' requires an argument"),
        ("play tango --pace -1", 2, "--pace"),
        ("play tango --browser /no/chrome", 7, "no program /no/chrome (from --browser, GIVENS_BROWSER or config.toml)"),
        ("play tango --profile nobody", 7, "there is no profile 'nobody'"),
        ("sites capture tango -o .", 2, ". exists already"),
        (f"sites capture {FIXTURES}/linkedin_tango -o x", 2, "but only one at a time can be captured"),
        ("read tango --site three_in_a_row", 2, "tango belongs to linkedin_tango, not to brainbashers"),
        ("read tango -o /nowhere/out.jsonl", 7, "/nowhere/out.jsonl cannot be written"),
        ("play tango --yes-enter-here", 2, "--yes-enter-here can only be used with --guess"),
        ("play --here --guess --seed 0", 2, "--clock and --seed cannot be used with --here"),
        ("draw tango --title Mine", 2, "can only be used with --booklet"),
        ("bogus", 2, "no such command 'bogus'.\ntry: givens --help\n"),
        *((f"doctor --uninstall {option}", 2, "--uninstall") for option in ("--fix", "--json")),
        ("read Towers", 2, "'towers' matches several sites: brainbashers_skyscrapers, puzzle_team_skyscrapers\n"),
        ("read demo:tnago", 2, "no demo is named 'tnago'; demos are three_in_a_row, tango\n"),
        ("generate go", 2, "no kind is named 'go'\n"),
        ("generate tango --size six", 2, "--size must be a number or ROWSxCOLUMNS, not 'six'"),
        ("generate tango --grade 6", 2, "5 hard, or a range like 1-5"),
        ("generate tango --size 5", 4, "must be even"),
        ("explain --grade", 2, "missing argument"),
        ("solve p.jsonl --workers 2", 2, "--workers needs JSON output: add --json or -o OUT"),
        ("solve p.jsonl --json --resume", 2, "--resume needs input files"),
        ("play tango --clock soon", 2, "'soon' is not a time like 2026-11-19 or 2026-11-19T08:30"),
        ("play tango --clock 0001-01-01", 2, "'0001-01-01' is not a time like 2026-11-19"),
        ("play tango --headed --browser ws://127.0.0.1:1", 2, "it has no window to show"),
        ("play tango --profile mine --browser ws://127.0.0.1:1", 2, "needs a local browser"),
        ("sites login tango --browser ws://127.0.0.1:1", 2, "runs elsewhere"),
        ("doctor --fix --browser ws://127.0.0.1:1", 2, "runs elsewhere"),
        ("sites login", 2, "name a site, or use --list or --forget NAME"),
        ("sites login tango --profile ../mine", 2, "use up to 60 letters, digits, - and _"),
        ("sites login --forget nobody --yes", 2, "there is no profile 'nobody'"),
        ("sites check tango", 2, "--out"),
        ("sessions list --site tnago", 2, "no site is named 'tnago'; did you mean tango?"),
        ("sessions list --day yesterday", 2, "'yesterday' is not a time like 2026-11-19"),
        ("daily history --days 0", 2, "0 is not in the range x>=1"),
        ("daily history --forget someday", 2, "'someday'"),
        ("daily history --forget all", 2, "needs the sites to forget"),
        ("draw p.jsonl -o board.gif", 2, "board.gif must end in .txt, .svg, .png or .pdf, or in / for a folder"),
        ("draw p.jsonl -o /proc/nowhere/board.svg", 7, "/proc/nowhere/board.svg cannot be written"),
        ("solve p.jsonl --json --workers 2 --cluster 127.0.0.1:1", 2, "--workers cannot be used with --cluster"),
    ],
)
def test_usage(givens: Givens, tmp_path: Path, line: str, code: int, words: str) -> None:
    """Invalid arguments are an error in one sentence, without a traceback."""
    (tmp_path / "p.jsonl").write_text(json.dumps(SOUND))
    done = givens(*line.split(), DISPLAY=":7")

    assert (code, False) == (done.returncode, "Traceback" in done.stderr)
    assert words in " ".join(done.stderr.split()) or words in done.stderr


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ("play tangoo", "givens sites list"),
        ("read tango --kind tango", "givens read --help"),
        ("solve p.json --workers many", "givens solve --help"),
        ("sessions prune --max much", "givens sessions prune --help"),
    ],
)
def test_usage_as_json(givens: Givens, arguments: str, command: str) -> None:
    """With --json even an error before the first target is a line."""
    done = givens(*arguments.split(), "--json")
    (line,) = lines(done)

    assert (2, "UsageError", command) == (done.returncode, line["error"]["kind"], line["error"]["try"])


def test_no_browser(givens: Givens, tmp_path: Path) -> None:
    """Without a browser the error names the command that installs one."""
    done = givens.process("play", GUEST, PATH=str(tmp_path), HOME=str(tmp_path), PLAYWRIGHT_BROWSERS_PATH=str(tmp_path))

    assert 7 == done.returncode
    assert "no browser was found" in done.stderr
    assert "try: givens doctor --fix" in done.stderr


@pytest.mark.posix("file modes, shell scripts")
@pytest.mark.parametrize(
    ("options", "environment", "words"),
    [
        ("--browser ./false", {}, "false (chosen) cannot be started"),
        ("--headed", {"DISPLAY": "", "WAYLAND_DISPLAY": ""}, "needs a display"),
    ],
)
def test_what_cannot_be_used(
    givens: Givens, tmp_path: Path, options: str, environment: dict[str, str], words: str
) -> None:
    """No browser and no display are errors in one sentence, before anything is played."""
    (tmp_path / "false").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "false").chmod(0o755)

    done = givens("play", GUEST, *options.split(), **environment)

    assert (7, 1) == (done.returncode, done.stderr.count("error: "))
    assert words in done.stderr


@pytest.mark.parametrize("command", first(["play", "read"]))
def test_failure_keeps_evidence(givens: Givens, tmp_path: Path, command: str) -> None:
    """A page that cannot be read leaves its markup, board, picture and error, and the command that helps."""
    done = givens(command, FIXTURES / "linkedin_tango" / "two_marks")
    session = session_of(tmp_path)
    files = {path.name for path in session.iterdir()}

    assert 3 == done.returncode
    assert "R2C2 holds 2 marks, not one" in done.stderr
    assert "try: givens sites capture" in done.stderr
    assert {"session.json", "events.jsonl", "page.html", "failed.png", "failed.html", "failed.state.json"} <= files
    assert "failed" == json.loads((session / "session.json").read_text())["outcome"]


def test_saved_board_needs_no_browser(givens: Givens, recordings: Recordings, tmp_path: Path) -> None:
    """A board that was saved with its state can be read without a browser, from session or file, but not played."""
    session = recordings.copy(BEGUN, tmp_path)
    played = json.loads((session / "session.json").read_text())

    for saved in (session, session / "before.html"):
        done = givens("read", saved, "--json", PATH=str(tmp_path), PLAYWRIGHT_BROWSERS_PATH=str(tmp_path))
        (line,) = lines(done)

        assert (done.returncode, line["puzzle"], line["confirmed"]) == (0, played["puzzle"], played["confirmed"])
    refused = givens("play", session)

    assert (2, True) == (refused.returncode, "it can be read, not played" in refused.stderr)


def test_read_pipes_into_solve(givens: Givens, tmp_path: Path) -> None:
    """A line of `read` is a puzzle for `solve`, which passes unknown keys on; reading records nothing."""
    read = givens("read", SMALL, "--json")
    assert not (tmp_path / "sessions").exists()
    line = lines(read)[0] | {"mine": 7}

    (solved,) = lines(givens("solve", "-", "--json", stdin=json.dumps(line)))

    assert (solved["puzzle"], solved["verdict"], solved["mine"]) == (line["puzzle"], "one", 7)


def test_sites_and_kinds(givens: Givens) -> None:
    """Sites and kinds are listed for people and for scripts."""
    sites, kinds = lines(givens("sites", "list", "--json")), lines(givens("kinds", "--json"))

    assert {"linkedin_tango", "brainbashers_three_in_a_row"} <= {line["site"] for line in sites}
    assert [*KINDS] == [line["kind"] for line in kinds]
    assert all(line["schema"]["additionalProperties"] is False for line in kinds)
    assert max(map(len, givens("sites", "list").stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sites", "list"], "linkedin_tango              tango          yes  captured  2026-10\n"),
        (["sites", "list", "linkedin_tango"], "\n    layouts: guest, signed_in"),
        (["kinds"], "tango            A Tango of any even size, rectangles too; 1 = sun, 0 = moon.\n"),
        (["kinds", "three_in_a_row"], "1. Half of each line"),
        (["kinds", "Takuzu", "LIGHTUP", "spiral galaxies"], "binairo\n"),
        (["kinds", "akari", "--json"], '"const": "light_up"'),
        (["sites", "list", "3-in-a-row"], "brainbashers_three_in_a_row  (three_in_a_row)\n"),
        (["kinds", "kakurasu"], "    New puzzles: 5×5, 7×7 of grade 4, 7×7 of grade 5; none of grade 2\n"),
    ],
)
def test_lists(givens: Givens, arguments: list[str], words: str) -> None:
    """Lists have one line for each thing; what is named is shown as a whole."""
    assert words in givens(*arguments).stdout


def test_doctor(givens: Givens) -> None:
    """The doctor finds everything on this machine, and the browser starts; a display is only for windows."""
    done = givens("doctor", "--json", DISPLAY="", WAYLAND_DISPLAY="")
    checks = {line["check"]: line for line in lines(done)}
    display = checks.pop("display")

    assert 0 == done.returncode
    assert {"givens", "playwright", "z3-solver", "browser", "sessions"} <= set(checks)
    assert all(check["ok"] for check in checks.values())
    if sys.platform.startswith("linux"):
        assert (False, True) == (display["ok"], display["optional"])
        assert "there is none (DISPLAY is not set), for --headed, --watch, login and coach" == display["words"]


@pytest.mark.parametrize("answer", ["n", "y"])
def test_uninstall(givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    """What givens keeps is removed if a person agrees, and nothing else; then the command for the program is named."""
    for kind in ("data", "config", "cache"):
        folder = tmp_path / kind
        monkeypatch.setattr(f"platformdirs.user_{kind}_path", lambda *_, at=folder, **__: at / "givens")
        (folder / "givens" / "more").mkdir(parents=True)
        (folder / "other").mkdir()
    monkeypatch.setattr("bot.daily.schedule.SCHEDULERS", {})
    done = givens("doctor", "--uninstall", stdin=f"{answer}\n")

    assert 0 == done.returncode
    assert answer == "n" or re.search(r"now type:\n    .* uninstall .*givens\n$", done.stdout)
    left = ["givens", "other"] if answer == "n" else ["other"]
    assert [left] * 3 == [
        sorted(path.name for path in (tmp_path / kind).iterdir()) for kind in ("data", "config", "cache")
    ]


@pytest.mark.posix("links")
def test_uninstall_elsewhere(givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is a link, and what `GIVENS_…` names elsewhere, are named and asked for; files of others stay."""
    for kind in ("data", "config", "cache"):
        monkeypatch.setattr(f"platformdirs.user_{kind}_path", lambda *_, at=tmp_path / kind, **__: at)
    monkeypatch.setattr("bot.daily.schedule.SCHEDULERS", {})
    for name in ("disk", "disk/profiles", "mine"):
        (tmp_path / name).mkdir()
    (tmp_path / "data").symlink_to("disk")
    places = {"GIVENS_SESSIONS": str(tmp_path / "mine"), "GIVENS_HISTORY": str(tmp_path / "mine" / "plays.sqlite")}
    make(tmp_path / "mine")
    for name in ("notes.txt", "plays.sqlite", "daily.lock"):
        (tmp_path / "mine" / name).touch()
    refused = givens("doctor", "--uninstall", stdin="n\n", **places)
    before = sorted(path.name for path in (tmp_path / "mine").iterdir())
    done = givens("doctor", "--uninstall", stdin="y\n", **places)
    asked = " ".join(done.stderr.split())

    assert [0, 0] == [refused.returncode, done.returncode], done.stderr
    assert 4 == len(before)
    assert f"Remove {tmp_path / 'data'}, a link to {tmp_path / 'disk'} and " in asked
    assert f"{tmp_path / 'mine' / 'daily.lock'} and the sessions in {tmp_path / 'mine'}?" in asked
    assert ["mine", "mine/notes.txt"] == sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NAME = 'mine'\n", "mine.py does not define SITE"),
        ("SITE = 'mine'\n", "mine.py is incomplete: it lacks NAME, KIND"),
        ("from scrapers._page import Page\nSITE = Page(NAME='mine')\n", "mine.py cannot be imported: TypeError: "),
    ],
)
def test_file_that_is_no_site(givens: Givens, tmp_path: Path, text: str, message: str) -> None:
    """A file without a complete site is refused with what is missing."""
    (tmp_path / "mine.py").write_text(text)

    done = givens("read", SMALL, "--site", tmp_path / "mine.py")

    assert 2 == done.returncode
    assert message in done.stderr


def started(start: Start, tmp_path: Path, *args: str | Path) -> subprocess.Popen[str]:
    """Start the command and wait for the first input."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = os.environ | homes(tmp_path)
    process = start([sys.executable, "-m", "bot", *args], **pipes, env=environment, cwd=tmp_path)
    until(
        lambda: (
            any('"event": "input"' in path.read_text() for path in tmp_path.glob("sessions/*/events.jsonl"))
            or process.poll() is not None
        )
    )
    return process


@pytest.mark.posix("signals")
@pytest.mark.parametrize("how", first(signals("SIGTERM", "SIGINT", "SIGKILL", "SIGHUP")))
def test_stopped_in_the_middle(start: Start, tmp_path: Path, how: signal.Signals) -> None:
    """The session of an interrupted or killed run can be read, and says how the run ended."""
    process = started(start, tmp_path, "play", SMALL, "--pace", "300", "--json")
    process.send_signal(how)
    out, err = finish(process)
    session = json.loads((session_of(tmp_path) / "session.json").read_text())
    events = [json.loads(line) for line in (session_of(tmp_path) / "events.jsonl").read_text().splitlines()]

    assert (session_of(tmp_path) / "before.html").exists()
    assert len([event for event in events if event["event"] == "input"]) >= 1
    if how is signal.SIGKILL:
        assert "unfinished" == session["outcome"]
    else:
        assert (128 + how, "interrupted") == (process.returncode, session["outcome"])
        assert (session_of(tmp_path) / "page.html").exists(), "there was time to save the page"
        assert "Traceback" not in out + err


@pytest.mark.parametrize("module", first(["bot.cli", "click", "bot.commands.help", "bot.config", "solvers"]))
def test_ctrl_c_while_modules_are_imported(tmp_path: Path, module: str) -> None:
    """Ctrl-C ends the program with one line, even while it is still being imported."""
    code = f"""if True:
        import os, signal, sys
        class CtrlC:
            def find_spec(self, name, *_):
                if name == "{module}":
                    os.kill(os.getpid(), signal.SIGINT)
        sys.meta_path.insert(0, CtrlC())
        from bot.__main__ import main
        main()
    """

    done = run(
        [sys.executable, "-c", code, "kinds"],
        timeout=60,
        env=os.environ | homes(tmp_path),
    )

    assert (130, "", "interrupted") == (done.returncode, done.stdout, done.stderr.strip())


def test_ctrl_c_leaves_half_finished_objects() -> None:
    """After Ctrl-C nothing is printed of objects that cannot be destroyed well, such as those of a driver's start."""
    code = """if True:
        import bot.cli
        class Half:
            def __del__(self):
                raise RuntimeError("Event loop is closed")
        def interrupted(**_):
            half = Half()
            half.own = half
            raise KeyboardInterrupt
        bot.cli.app = interrupted
        bot.cli.main()
    """

    done = run([sys.executable, "-c", code], timeout=60)

    assert (130, "interrupted") == (done.returncode, done.stderr.strip())


def test_reader_that_goes_away(tmp_path: Path) -> None:
    """A reader may close the output early."""
    many = "\n".join(
        json.dumps({"kind": "three_in_a_row", "givens": ["....", "....", "....", "...."]}) for _ in range(400)
    )
    (tmp_path / "many.jsonl").write_text(many)

    done = subprocess.run(  # noqa: S602 - the pipe is what is tested
        f"({sys.executable} -m bot solve {tmp_path / 'many.jsonl'} --limit 1 --json; echo $? >&2) | head -1",
        shell=True,
        check=False,
        capture_output=True,
        text=True,
    )

    assert 1 == len(done.stdout.splitlines())
    assert "0\n" == done.stderr, "the exit code alone"


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ('{"v": 1, "url": "https://0hh1.com/", "state": []}', "`state` must be an object, not a list"),
        ('{"v": 1, "url": 5, "state": {}}', "`url` must be text, not a whole number"),
        ('{"v": 2, "url": "https://example.com", "state": {}}', "is of version 2; this program reads versions up to 1"),
    ],
)
def test_bad_state_of_a_saved_board(givens: Givens, tmp_path: Path, state: str, words: str) -> None:
    """A state that is malformed, or of a newer version, is refused in one sentence."""
    (tmp_path / "board.html").write_text("<table></table>")
    (tmp_path / "board.state.json").write_text(state)

    done = givens("read", tmp_path / "board.html")

    assert 2 == done.returncode
    assert words in done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, ""),
        ("\ufeff" + json.dumps(PUZZLE), ""),
        ('{\n"kind": "tango",\n"givens": [\n', ""),
        ("[1, 2]", "begins with a line like 'kind: tango', not '[1, 2]'"),
        ("{", "is not JSON: "),
        ("kind: tango\n1 .\n. ?\n", "R2C2 of the picture holds '?'"),
        (json.dumps({"v": 99, "puzzle": SOUND}), "has version 99"),
        ('{"kind": "tango", "givens": ["11", ".."]}', "R1C1 is a sun, but R1C2 is a sun"),
    ],
)
def test_odd_files(givens: Givens, tmp_path: Path, text: str, words: str) -> None:
    """Deep, broken or marked JSON, a wrong picture, or a contradiction gives one line, never a traceback."""
    (tmp_path / "odd.json").write_text(text, encoding="utf-8")

    done = givens("solve", "odd.json", "--json")
    (line,) = lines(done)

    assert (4, "") == (done.returncode, done.stderr)
    assert words in line["error"]["message"]
    assert not words or ("NoSolution" if "is a sun" in words else "BadPuzzle") == line["error"]["kind"]


def test_ambiguous_page_tells_its_verdict(givens: Givens) -> None:
    """The line of an ambiguous puzzle has the verdict and the forced cells."""
    (line,) = lines(givens("play", FIXTURES / "linkedin_tango" / "ambiguous", "--json", "--no-record"))

    assert ("several", None, False) == (line["verdict"], line["solution"], line["entered"])
    assert 6 == len(line["forced"])


@pytest.mark.posix("devices")
@pytest.mark.parametrize("unbuffered", first(["", "1"]))
@pytest.mark.parametrize(
    "command", first([["--help"], ["solve", "p.json"], ["solve", "p.json", "--json"], ["sites", "list"]])
)
def test_full_disk_behind_stdout(tmp_path: Path, command: list[str], unbuffered: str) -> None:
    """Output that cannot be written is an error in one sentence."""
    (tmp_path / "p.json").write_text(json.dumps(SOUND))
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        done = run([sys.executable, "-m", "bot", *command], cwd=tmp_path, stdout=full, env=environment)

    assert (7, "error: the output cannot be written: No space left on device\n") == (done.returncode, done.stderr)


UNWRITTEN = "error: the output cannot be written: Bad file descriptor\n"


@pytest.mark.parametrize(
    ("command", "code", "out", "err"),
    first(
        [
            ("solve nosuch.json 2>/dev/full", 7, "nosuch.json\n", ""),
            ("solve - <&-", 2, "-\n", "error: standard input is closed, so there is nothing to read\n"),
            ("solve nosuch.json 2>&-", 2, "nosuch.json\n", ""),
            ("nosuch 2>&-", 2, "", ""),
            *((f"{command} >&-", 7, "", UNWRITTEN) for command in ("solve p.json", "solve p.json --json", "kinds")),
            ("--help >&-", 7, "", UNWRITTEN),
            ("solve p.json -o q.jsonl >&-", 0, "", "wrote q.jsonl: 1 line\n"),
        ],
        quick=2,
    ),
)
def test_closed_streams(tmp_path: Path, command: str, code: int, out: str, err: str) -> None:
    """A closed or full standard stream is no bug, and leaves the other streams alone."""
    (tmp_path / "p.json").write_text(json.dumps(SOUND))
    done = run(["sh", "-c", f"{sys.executable} -m bot {command}"], cwd=tmp_path)

    assert (code, out, err) == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("width", [40, 80])
def test_names_in_tables(givens: Givens, tmp_path: Path, width: int) -> None:
    """The tables of several commands name each puzzle, without the folders that all share."""
    folder = tmp_path / "a_folder_with_a_long_name" / "and_another_below"
    folder.mkdir(parents=True)
    names = [f"one_puzzle_of_{kind}.json" for kind in ("the_first_kind", "the_second_kind")]
    for name in names:
        (folder / name).write_text(json.dumps(SOUND))

    graded = givens("explain", "--grade", *(folder / name for name in names), COLUMNS=str(width))

    rows = graded.stdout.partition("\n\n")[0].splitlines()[1:]
    assert max(map(len, graded.stdout.splitlines())) <= width
    assert (0, "".join(names)) == (graded.returncode, "".join(row.split()[0] for row in rows if row[1] != " "))


@pytest.mark.parametrize("name", ["linkedin", "LinkedIn", "brainbashers"])
def test_company(givens: Givens, name: str) -> None:
    """The name of a company means all its pages that can be played, in upper or lower case."""
    left = lines(givens("daily", "today", name, "--json"))
    playable = [site.NAME for site in SITES if not site.POLICY.read_only]
    expected = [site for site in playable if site.startswith(name.lower())]

    assert (expected if len(expected) > 1 else [name]) == [line["target"] for line in left]


@pytest.mark.posix("links")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "nosuch"], "there is no file nosuch, and no site has such a name\n"),
        (["solve", "p.jsn"], "there is no file p.jsn, and no site has such a name; did you mean p.json?\n"),
        (["solve", "null.json"], "begins with a line like 'kind: tango', not 'null'"),
        (["play", "x" * 6000], f"no site is named '{'x' * 60}…'\n"),
        (["generate", "x" * 6000], f"no kind is named '{'x' * 60}…'\n"),
        (["draw", "p.json", "-o", f"{'x' * 300}.svg"], "… cannot be written: File name too long\n"),
        (["solve", "p.json", "-o", f"{'x' * 300}/p.svg"], "… cannot be written: File name too long\n"),
        (["solve", "error.jsonl"], "tango holds an error (the page is gone), not a puzzle\n"),
        *((["solve", f"{'x' * 6000}{end}", "--json"], "") for end in ("", ".json", ".html", "/p.json")),
        (["read", f"{'x' * 6000}.html"], ""),
        (["read", "p.json", "--site", f"{'x' * 6000}.py"], ""),
        (["read", "tango", "--profile", "x" * 6000], ""),
        (["sessions", "show", f"./{'x' * 6000}"], ""),
        *(
            (command.split(), "error: ")
            for command in ("sessions show loop/x", "solve loop/x", "solve p.json -o loop/x")
        ),
    ],
)
def test_names_and_files(givens: Givens, tmp_path: Path, arguments: list[str], words: str) -> None:
    """An error about a name or a file says what was looked for, briefly."""
    (tmp_path / "p.json").write_text(json.dumps(SOUND))
    (tmp_path / "null.json").write_text("null")
    error = {"v": 1, "target": "tango", "error": {"kind": "PageGone", "message": "the page is gone"}}
    (tmp_path / "error.jsonl").write_text(json.dumps(error))
    (tmp_path / "loop").symlink_to("loop")

    done = givens(*arguments)

    assert done.returncode in {2, 4, 7}
    assert words in done.stderr
    assert len(done.stderr) < 500 or not words


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://www.linkedin.com/games/tango", "https://www.linkedin.com/games/tango"),
        ("linkedin.com/games/tango", "https://www.linkedin.com/games/tango"),
        ("HTTPS://linkedin.com/games/tango", "https://www.linkedin.com/games/tango"),
        ("puzzle-sudoku.com/?size=3", "https://puzzle-sudoku.com/?size=3"),
        ("example.com:8080/puzzle", "https://example.com:8080/puzzle"),
        ("example.com", ""),
        ("puzzle.json", ""),
        ("there.com/tango.html", ""),
        ("tango:date=2026-01-01", ""),
    ],
)
def test_address_without_a_scheme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, url: str) -> None:
    """The host of a site begins an address, and so does what looks like a host before a path, unless it is a file."""
    (tmp_path / "there.com").mkdir()
    (tmp_path / "there.com" / "tango.html").touch()
    monkeypatch.chdir(tmp_path)

    assert url == address_of(text)


def test_unknown_address_without_a_scheme(givens: Givens) -> None:
    """The error says both that there is no such file, and that no site has the address."""
    for command in ("read", "solve"):
        done = givens(command, "example.com/puzzle")
        words = " ".join(done.stderr.split())

        assert 2 == done.returncode
        assert "there is no file example.com/puzzle, and no site module knows https://example.com/puzzle;" in words
        assert "try: givens read example.com/puzzle --guess" in words


@pytest.mark.parametrize("command", ["solve", "explain", "check --marks ....", "draw", "read", "play"])
def test_kind_of_a_guess(givens: Givens, command: str) -> None:
    """Every command that guesses reads the kind that was named."""
    done = givens(*command.split(), "https://example.com/p", "--guess", "--kind", "pips")

    assert 2 == done.returncode, done.stdout
    assert "--guess cannot read the" in done.stdout + done.stderr


def test_plain_terminal(tmp_path: Path) -> None:
    """The output is UTF-8, whatever the locale says."""
    (tmp_path / "p.json").write_text(json.dumps(PUZZLE | {"givens": ["10..", "....", "....", "...0"]}))
    command = [sys.executable, "-m", "bot", "solve", "p.json", "--limit", "1"]

    shown = run(command, cwd=tmp_path, env=os.environ | {"PYTHONIOENCODING": "ascii"}).stdout

    assert "☀ ☾" in shown


@pytest.mark.parametrize(
    ("marks", "order", "code", "words"),
    [
        ("1.../..../..../....", "", 0, "right so far: 1 mark, 11 left\nwith these marks the puzzle has exactly one"),
        ("mine.txt", "", 4, "wrong: R1C3 (1 of 1 mark)\nwith these marks the puzzle has no solution\n"),
        ("mine.json", "R1C3", 4, "the first wrong mark is R1C3; no mark came after it\n"),
        ("nosuch.txt", "", 2, "--marks nosuch.txt cannot be read: No such file"),
        ("1.", "", 4, "the marks have 1 row and 2 columns"),
        ("1.../..../..../....", "R0", 4, "a cell is written like R1C1, not 'R0'"),
    ],
)
def test_check(givens: Givens, tmp_path: Path, marks: str, order: str, code: int, words: str) -> None:
    """Marks are checked, from rows on the command line or a file, with the exit code of an error if they are wrong."""
    (tmp_path / "p.json").write_text(json.dumps(SOUND))
    (tmp_path / "mine.txt").write_text("..1.\n....\n....\n....\n")
    (tmp_path / "mine.json").write_text('["..1.", "....", "....", "...."]')

    done = givens("check", "p.json", "--marks", marks, "--order", order)
    told = givens("check", "p.json", "--marks", marks, "--order", order, "--json")

    assert code == done.returncode == told.returncode
    assert words in done.stdout + done.stderr
    assert code == 0 or json.loads(told.stdout).keys() & {"error", "wrong"}


def test_checked_marks_are_drawn_on_what_is_printed(givens: Givens, tmp_path: Path) -> None:
    """A black cell of a Hitori, whose number stays, is one of the board that `givens check` prints."""
    (tmp_path / "p.json").write_text('{"kind": "hitori", "numbers": ["11", "12"]}')

    assert "1■" in givens("check", "p.json", "--marks", "1./..").stdout


def test_table(givens: Givens) -> None:
    """Many targets are printed as a table with results and seconds, without boards; errors go to stderr."""
    done = givens("play", SMALL, "./nowhere", "./nothing", "--no-record", COLUMNS="300")
    head, *rows = [line.split() for line in done.stdout.splitlines()]

    assert 2 == done.returncode
    assert ["puzzle", "result", "seconds"] == head
    assert [[str(SMALL), "done"], ["./nowhere", "failed"], ["./nothing", "failed"]] == [row[:2] for row in rows]
    assert 0 < float(rows[0][-1])
    assert "there is no file or folder nothing" in done.stderr


def completed(givens: Givens, words: str) -> list[str]:
    """Return what the shell offers for the last of some words."""
    done = givens(_GIVENS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("givens play linkedin_t", ["linkedin_tango"]),
        ("givens play tan", ["linkedin_tango"]),
        ("givens sites list tent", ["brainbashers_tents", "puzzle_team_tents", "puzzlebaron_tents"]),
        ("givens play zero_hh1:", ["zero_hh1:size="]),
        ("givens daily run zero_hh1:si", ["zero_hh1:size="]),
        ("givens daily history zero_hh", ["zero_hh1"]),
        ("givens solve x --kind tan", ["tango"]),
        ("givens play no_such", ["no_such"]),
        ("givens sessions show la", ["last"]),
        ("givens da", ["daily"]),
        ("givens sites n", ["new"]),
    ],
)
def test_completed_words(givens: Givens, words: str, expected: list[str]) -> None:
    """Sites by any part of their names, their choices, kinds and sessions are completed; another target is a file."""
    assert expected == completed(givens, words)
