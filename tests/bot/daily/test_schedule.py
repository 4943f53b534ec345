"""Test `givens daily schedule`: what it prints or installs, what it leaves alone, and when puzzles are new."""

from __future__ import annotations

import json
import os
import plistlib
import re
import shutil
import subprocess
import sys
from datetime import datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
import yaml

from bot.daily import schedule as schedulers
from bot.daily.schedule import MARK, following, program, too_early
from tests.conftest import ROOT, Givens

BERLIN = ZoneInfo("Europe/Berlin")
COMMAND = program()[0]


def line(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the only line of stdout, parsed as JSON."""
    (text,) = done.stdout.splitlines()
    parsed: dict[str, Any] = json.loads(text)
    return parsed


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_accepts_the_files(givens: Givens, tmp_path: Path) -> None:
    """systemd-analyze accepts the time and the files."""
    done = givens("daily", "schedule", "systemd", "tango", "--json")
    units = [tmp_path / Path(name).name for name in line(done)["files"]]
    for unit, text in zip(units, line(done)["files"].values(), strict=True):
        unit.write_text(text)
    timer = units[1].read_text()
    when = next(text for text in timer.splitlines() if text.startswith("OnCalendar=")).partition("=")[2]
    # The tool needs this folder, which does not exist under cron or in a container.
    environment = os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)}

    assert 0 == done.returncode
    for command in (["calendar", when], ["--user", "verify", *map(str, units)]):
        subprocess.run(["systemd-analyze", *command], check=True, capture_output=True, env=environment)  # noqa: S607


def test_what_is_printed(givens: Givens, tmp_path: Path) -> None:
    """Files and lines go to stdout, with the program, the puzzles and the time, everything else to stderr."""
    words = ("tango", "three_in_a_row:size=14", "--at", "9:20")
    names = ("systemd", "cron", "launchd", "windows")
    done = [givens("daily", "schedule", name, *words, XDG_CONFIG_HOME=str(tmp_path), TZ="UTC") for name in names]
    systemd, cron, launchd, windows = (each.stdout for each in done)
    head, _, text = launchd.partition("\n")
    service = plistlib.loads(text.encode())

    assert [0] * 4 == [each.returncode for each in done]
    assert all("next run: " in each.stderr for each in done)
    assert f"# {tmp_path / 'systemd' / 'user' / 'givens-daily.service'}\n[Unit]\n" in systemd
    assert f'Type=oneshot\nExecStart="{COMMAND}" "daily" "run" "tango" "three_in_a_row:size=14"\n' in systemd
    assert "[Timer]\nOnCalendar=*-*-* 09:20:00\nRandomizedDelaySec=5min\nPersistent=true\n" in systemd
    assert "[Install]\nWantedBy=timers.target\n" in systemd
    now = "now type:\n    givens daily schedule systemd tango three_in_a_row:size=14 --at 09:20 --now\n"
    assert now in done[0].stderr
    assert [] == [*tmp_path.iterdir()]
    assert f"20 9 * * * {COMMAND} daily run tango three_in_a_row:size=14 {MARK}\n" == cron
    assert head.endswith("/Library/LaunchAgents/givens-daily.plist")
    assert [COMMAND, "daily", "run", "tango", "three_in_a_row:size=14"] == service["ProgramArguments"]
    assert {"Hour": 9, "Minute": 20} == service["StartCalendarInterval"]
    assert f"-Execute '{COMMAND}' -Argument 'daily run tango three_in_a_row:size=14')" in windows
    assert "(New-ScheduledTaskTrigger -Daily -At 09:20)" in windows


def test_github() -> None:
    """The workflow in the docs plays what is chosen, as a guest, and keeps history and sessions."""
    text = (ROOT / "docs" / "daily.md").read_text("utf-8").partition("```yaml\n")[2].partition("```")[0]
    workflow = yaml.safe_load(text)
    steps = workflow["jobs"]["play"]["steps"]
    kept = [step["with"]["path"] for step in steps if step.get("if") == "always()"]
    environment = workflow["jobs"]["play"]["env"]

    # YAML 1.1 reads the key `on` as true.
    assert [{"cron": "22 9 * * *"}] == workflow[True]["schedule"]
    assert {"contents": "read"} == workflow["permissions"]
    assert all(re.search("@[0-9a-f]{40}$", step["uses"]) for step in steps if "uses" in step)
    assert "\nbrowser: " in (ROOT / "Makefile").read_text()
    assert ["make browser", ".venv/bin/givens daily run"] == [step["run"].strip() for step in steps if "run" in step]
    assert "${{ github.workspace }}/.github/givens.toml" == environment["GIVENS_CONFIG"]
    assert [f"${{{{ github.workspace }}}}/{name}" for name in kept] == [
        environment["GIVENS_HISTORY"],
        environment["GIVENS_SESSIONS"],
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["systemd", "--at", "25:00"], 2, "--at 25:00 is not a time of day like 09:15"),
        (["systemd", "--at", "٠٩:١٥"], 2, "is not a time of day"),
        (["systemd", "--now", "--remove"], 2, "--now and --remove cannot be used together"),
        (["launchd" if sys.platform != "darwin" else "windows", "--now"], 7, "does not run here: leave out --now"),
        (["anacron"], 2, "no site is named 'anacron'"),
        (["systemd", "tango:\n* * * * * touch ran"], 2, ""),
        (["cron", "tango:\n* * * * * touch ran"], 2, ""),
    ],
)
def test_bad_input(givens: Givens, arguments: list[str], code: int, words: str) -> None:
    """Wrong arguments cause an error in one sentence."""
    done = givens("daily", "schedule", *arguments)

    assert code == done.returncode
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "touch ran" not in done.stdout


def test_unwritable_folder(givens: Givens, tmp_path: Path) -> None:
    """A folder that cannot be written causes an error in one sentence."""
    (tmp_path / "systemd").touch()
    done = givens("daily", "schedule", "systemd", "--now", XDG_CONFIG_HOME=str(tmp_path))

    assert 7 == done.returncode
    assert "givens-daily.service cannot be written: Not a directory" in done.stderr


def test_targets(givens: Givens, tmp_path: Path) -> None:
    """The run plays the named targets, or those in the settings, without the variables of the shell; else it warns."""
    place = {"GIVENS_CONFIG": str(tmp_path / "config.toml")}
    targets = ("tango", "three_in_a_row:size=14,diff=2")
    named = line(givens("daily", "schedule", "cron", *targets, "--json", GIVENS_PACE="5", **place))
    unset = line(givens("daily", "schedule", "cron", "--json", **place))
    (tmp_path / "config.toml").write_text('[[daily]]\ntarget = "zero_hh1"\n')
    settings = line(givens("daily", "schedule", "cron", "--json", **place))

    assert named["line"].endswith(f"givens daily run tango three_in_a_row:size=14,diff=2 {MARK}")
    assert {"linkedin_tango", "brainbashers_three_in_a_row"} == set(named["new"])
    variables = "GIVENS_CONFIG, GIVENS_HISTORY, GIVENS_PACE, GIVENS_SESSIONS"
    assert f"{variables} of this shell will not be set in scheduled runs" in named["notes"][-1]
    words = "no puzzle is chosen, so nothing will be played: name targets, or type givens daily init"
    assert [words] == unset["warnings"]
    assert (["zero_hh1"], []) == ([*settings["new"]], settings["warnings"])


@pytest.mark.posix("time zones")
def test_new_puzzles(givens: Givens) -> None:
    """A puzzle is new at midnight of its site, or of the machine for a page that uses the visitor's clock."""
    with time_machine.travel(datetime(2026, 11, 21, 13, tzinfo=BERLIN)):
        found = line(givens("daily", "schedule", "cron", "tango", "three_in_a_row", "zero_hh1", "--json"))

    assert {
        "linkedin_tango": "09:00",
        "brainbashers_three_in_a_row": "01:00",
        "zero_hh1": "00:00",
    } == found["new"]


@pytest.mark.parametrize(
    ("at", "begins", "words"),
    [
        ("08:30", "09:00", "at 09:00, 30 minutes after the run, which plays the previous one; --at 09:15 plays"),
        ("07:00", "09:00", "at 09:00, 120 minutes"),
        ("06:59", "09:00", None),
        ("09:00", "09:00", None),
        ("09:15", "09:00", None),
        ("23:30", "00:00", "at 00:00, 30 minutes"),
    ],
)
def test_warnings(at: str, begins: str, words: str | None) -> None:
    """A run shortly before a puzzle is new causes a warning."""
    warning = too_early(time.fromisoformat(at), "linkedin_tango", datetime.fromisoformat(f"2026-11-21T{begins}+01:00"))

    assert (words is None) == (not warning)
    assert words is None or words in warning


@pytest.mark.posix("time zones")
@pytest.mark.parametrize(("now", "run"), [("2026-11-21T09", 21), ("2026-11-21T10", 22), ("2027-03-27T10", 28)])
def test_next_run(now: str, run: int) -> None:
    """The next run is today if its time has not passed, otherwise tomorrow, also across a clock change."""
    moment = datetime.fromisoformat(f"{now}:00").replace(tzinfo=BERLIN)
    with time_machine.travel(moment):
        assert moment.replace(day=run, hour=9, minute=15) == following(time(9, 15), moment)


def test_paths_with_special_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path with a space and a percent sign is escaped for systemd and cron."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(schedulers, "program", lambda: ["/a b/50%/givens"])
    systemd, cron = (schedulers.schedule(name, time(9, 15), ["tango"], now=False) for name in ("systemd", "cron"))

    assert any('ExecStart="/a b/50%%/givens" "daily" "run" "tango"\n' in text for text in systemd["files"].values())
    assert rf"15 9 * * * '/a b/50\%/givens' daily run tango {MARK}" == cron["line"]


@pytest.fixture
def programs(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which programs note their arguments in `ran`, and `crontab` has a file."""
    folder = tmp_path / "programs"
    folder.mkdir()
    note = f'#!/bin/sh\necho "$(basename "$0") $*" >> {tmp_path}/ran\n'
    table = f"cd {tmp_path}\ncase $1 in -l) cat crontab;; -) cat > new; mv new crontab;; esac\n"
    for name, body in {"systemctl": "", "loginctl": "exit 1\n", "launchctl": "", "crontab": table}.items():
        (folder / name).write_text(note + body)
        (folder / name).chmod(0o700)
    path = f"{folder}:{os.environ['PATH']}"
    return {"PATH": path, "XDG_CONFIG_HOME": str(tmp_path / "config"), "HOME": str(tmp_path), "TZ": "UTC"}


@pytest.mark.posix("shell scripts")
@pytest.mark.skipif(sys.platform != "linux", reason="systemd and cron are of Linux")
def test_now_and_remove(
    givens: Givens, tmp_path: Path, programs: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --now the timer starts at once, and --remove stops it; a failure is an error."""
    for name, value in programs.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "crontab").write_text(f"@daily true\n1 2 * * * old {MARK}\n")

    def ran() -> list[str]:
        text = (tmp_path / "ran").read_text()
        (tmp_path / "ran").write_text("")
        return text.splitlines()

    started = line(givens("daily", "schedule", "systemd", "tango", "--at", "9:20", "--now", "--json"))
    folder = tmp_path / "config" / "systemd" / "user"
    (folder / "other.timer").touch()

    assert ("started", []) == (started["action"], started["type"])
    assert ["systemctl --user daemon-reload", "systemctl --user enable --now givens-daily.timer"] == ran()[:2]

    assert 2 == len(line(givens("daily", "schedule", "systemd", "--remove", "--json"))["removed"])
    assert ["systemctl --user disable --now givens-daily.timer"] == ran()
    assert [folder / "other.timer"] == [*folder.iterdir()]
    assert "nothing to remove\n" == givens("daily", "schedule", "systemd", "--remove").stdout

    assert 0 == givens("daily", "schedule", "cron", "tango", "--at", "13:30", "--now").returncode
    assert f"@daily true\n30 13 * * * {COMMAND} daily run tango {MARK}\n" == (tmp_path / "crontab").read_text()

    assert givens("daily", "schedule", "--remove").stdout.startswith("removed: 30 13 * * * ")
    assert "@daily true\n" == (tmp_path / "crontab").read_text()
    (tmp_path / "crontab").unlink()
    unread = givens("daily", "schedule", "cron", "tango", "--now")
    assert (7, True) == (unread.returncode, "crontab: No such file" in unread.stderr)
    assert not (tmp_path / "crontab").exists()

    (tmp_path / "programs" / "systemctl").write_text("#!/bin/sh\necho no bus >&2\nexit 1\n")
    failed = givens("daily", "schedule", "systemd", "tango", "--now")
    assert (7, True) == (failed.returncode, "daemon-reload` failed: no bus" in failed.stderr)
