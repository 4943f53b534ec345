"""Test `givens daily schedule`: what it writes or prints, what it leaves alone, and when puzzles are published."""

from __future__ import annotations

import json
import os
import plistlib
import re
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
import yaml

from bot.daily import schedule as schedulers
from bot.daily.schedule import MARK, OURS, Plan, next_run, program, time_zone, times
from scrapers import SITES
from tests.conftest import ROOT

if TYPE_CHECKING:
    from tests.conftest import Givens

BERLIN, PACIFIC = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Los_Angeles")
AUTUMN = date(2026, 11, 21)
COMMAND = program()[0]


def plan(at: str, zone: ZoneInfo | None) -> Plan:
    """Return a plan."""
    return Plan(time.fromisoformat(at), zone, AUTUMN, [*SITES])


def line(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the only line of stdout, parsed as JSON."""
    (text,) = done.stdout.splitlines()
    parsed: dict[str, Any] = json.loads(text)
    return parsed


@pytest.mark.posix("links")
def test_systemd(givens: Givens, tmp_path: Path) -> None:
    """The command writes a persistent timer and its service, and prints the commands that start it."""
    place = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "TZ": "Europe/Berlin"}
    done = givens("daily", "schedule", "systemd", "--at", "9:20", "--timezone", "europe/berlin", **place)
    folder = tmp_path / "config" / "systemd" / "user"

    assert 0 == done.returncode
    assert {"givens-daily.service", "givens-daily.timer"} == {path.name for path in folder.iterdir()}
    assert f'Type=oneshot\nExecStart="{COMMAND}" "daily" "run"\n' in (folder / "givens-daily.service").read_text()
    assert (
        "[Timer]\nOnCalendar=*-*-* 09:20:00 Europe/Berlin\nRandomizedDelaySec=5min\nPersistent=true\n\n"
        "[Install]\nWantedBy=timers.target\n"
    ) in (folder / "givens-daily.timer").read_text()
    assert (
        "now type:\n    systemctl --user daemon-reload\n    systemctl --user enable --now givens-daily.timer\n"
        "    loginctl enable-linger\n"
    ) in done.stdout

    (folder / "timers.target.wants").mkdir()
    (folder / "timers.target.wants" / "givens-daily.timer").symlink_to(folder / "givens-daily.timer")
    (folder / "other.timer").touch()
    removed = line(givens("daily", "schedule", "systemd", "--remove", "--json", **place))

    assert {folder / "other.timer"} == {path for path in folder.rglob("*") if not path.is_dir()}
    assert 3 == len(removed["removed"])
    assert "nothing to remove\n" == givens("daily", "schedule", "systemd", "--remove", **place).stdout


@pytest.mark.parametrize("bus", [False, True])
def test_user_bus(givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, bus: bool) -> None:
    """Where `systemctl --user` would fail, the command says so at once."""
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    if bus:
        (tmp_path / "bus").touch()
    place = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_RUNTIME_DIR": str(tmp_path)}
    done = givens("daily", "schedule", "systemd", "tango", "--json", **place)

    assert bus != any("no user bus" in warning for warning in line(done)["warnings"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_accepts_the_files(givens: Givens, tmp_path: Path) -> None:
    """systemd-analyze accepts the time and the files."""
    done = givens("daily", "schedule", "systemd", "tango", "--timezone", "Europe/Berlin", XDG_CONFIG_HOME=str(tmp_path))
    units = [*(tmp_path / "systemd" / "user").iterdir()]
    timer = (tmp_path / "systemd" / "user" / "givens-daily.timer").read_text()
    when = next(text for text in timer.splitlines() if text.startswith("OnCalendar=")).partition("=")[2]
    # The tool needs this folder, which does not exist under cron or in a container.
    environment = os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)}

    assert 0 == done.returncode
    for command in (["calendar", when], ["--user", "verify", *map(str, units)]):
        subprocess.run(["systemd-analyze", *command], check=True, capture_output=True, env=environment)  # noqa: S607


def test_files_of_others_are_left(givens: Givens, tmp_path: Path) -> None:
    """A file of that name that this program did not write is neither replaced nor removed."""
    theirs = tmp_path / "systemd" / "user" / "givens-daily.timer"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("[Timer]\nOnCalendar=daily\n")

    for options in ([], ["--remove"]):
        done = givens("daily", "schedule", "systemd", *options, XDG_CONFIG_HOME=str(tmp_path))

        assert 2 == done.returncode
        assert f"{theirs} was not written by givens daily schedule, so it stays unchanged" in done.stderr
    assert "[Timer]\nOnCalendar=daily\n" == theirs.read_text()
    assert not (theirs.parent / "givens-daily.service").exists()


def test_print_writes_nothing(givens: Givens, tmp_path: Path) -> None:
    """With --print the files go to stdout, everything else to stderr, and nothing is written."""
    done = givens("daily", "schedule", "systemd", "--print", XDG_CONFIG_HOME=str(tmp_path))

    assert 0 == done.returncode
    assert f"# {tmp_path / 'systemd' / 'user' / 'givens-daily.service'}\n{OURS} systemd\n" in done.stdout
    assert "next run: " in done.stderr
    assert not (tmp_path / "systemd").exists()


def test_cron(givens: Givens) -> None:
    """The line goes to stdout, everything else to stderr; the user adds the line."""
    done = givens("daily", "schedule", "cron", "--at", "09:20", TZ="UTC")

    assert 0 == done.returncode
    assert f"20 9 * * * {COMMAND} daily run {MARK}\n" == done.stdout
    assert f"add this line to your crontab, in place of one that ends with {MARK}; --now does it\n" in done.stderr
    assert "next run: " in done.stderr
    assert "now type:\n    crontab -e\n" in done.stderr


def test_cron_knows_no_time_zone(givens: Givens) -> None:
    """Cron uses local time: a converted time would be wrong after the next change of clocks."""
    done = givens("daily", "schedule", "cron", "--timezone", "Asia/Tokyo", "--at", "18:30")

    assert 2 == done.returncode
    assert "cron uses the clock of this machine: leave out --timezone, or choose systemd" in done.stderr


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
    assert ["make browser", ".venv/bin/givens daily run"] == [step["run"].strip() for step in steps if "run" in step]
    assert "${{ github.workspace }}/.github/givens.toml" == environment["GIVENS_CONFIG"]
    assert [f"${{{{ github.workspace }}}}/{name}" for name in kept] == [
        environment["GIVENS_HISTORY"],
        environment["GIVENS_SESSIONS"],
    ]


def test_make_target_of_the_workflow() -> None:
    """The Makefile has the target that the workflow uses."""
    assert "\nbrowser: " in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["systemd", "--at", "25:00"], 2, "--at 25:00 is not a time of day like 09:15"),
        (["systemd", "--at", "9"], 2, "--at 9 is not a time of day like 09:15"),
        (["systemd", "--at", "٠٩:١٥"], 2, "is not a time of day"),
        (["cron", "--timezone", "Berlin"], 2, "no time zone is named 'Berlin'; did you mean Europe/Berlin?"),
        (["cron", "--timezone", "Europe/Berln"], 2, "did you mean Europe/Berlin"),
        (["cron", "--timezone", "../etc/passwd"], 2, "no time zone is named '../etc/passwd'"),
        (["systemd", "--print", "--remove"], 2, "--now, --print and --remove cannot be used together"),
        (["launchd" if sys.platform != "darwin" else "windows", "--now"], 7, "does not run here: leave out --now"),
        (["cron", "tangoo"], 2, "no site is named 'tangoo'"),
        (["anacron"], 2, "no site is named 'anacron'"),
    ],
)
def test_bad_input(givens: Givens, arguments: list[str], code: int, words: str) -> None:
    """Wrong arguments cause an error in one sentence."""
    done = givens("daily", "schedule", *arguments)

    assert code == done.returncode
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_unwritable_folder(givens: Givens, tmp_path: Path) -> None:
    """A folder that cannot be written causes an error in one sentence."""
    (tmp_path / "systemd").touch()
    done = givens("daily", "schedule", "systemd", XDG_CONFIG_HOME=str(tmp_path))

    assert 7 == done.returncode
    assert "givens-daily.service cannot be written: Not a directory" in done.stderr


def test_environment_variables(givens: Givens) -> None:
    """A note lists the variables of the shell, which a scheduled run does not have."""
    result = line(givens("daily", "schedule", "cron", "--json", GIVENS_PACE="5"))

    assert (
        "GIVENS_HISTORY, GIVENS_PACE, GIVENS_SESSIONS of this shell will not be set in scheduled runs"
        in result["notes"][-1]
    )


def test_targets(givens: Givens, tmp_path: Path) -> None:
    """The run plays the named targets, or those in the settings; without any there is a warning."""
    place = {"GIVENS_CONFIG": str(tmp_path / "config.toml")}
    named = line(givens("daily", "schedule", "cron", "tango", "three_in_a_row:size=14,diff=2", "--json", **place))
    unset = line(givens("daily", "schedule", "cron", "--json", **place))
    (tmp_path / "config.toml").write_text('[[daily]]\ntarget = "zero_hh1"\n')
    settings = line(givens("daily", "schedule", "cron", "--json", **place))

    assert named["line"].endswith(f"givens daily run tango three_in_a_row:size=14,diff=2 {MARK}")
    assert {"linkedin_tango", "brainbashers_three_in_a_row"} == set(named["new"])
    assert ["no puzzle is chosen, so nothing will be played: name targets, or type givens daily init"] == unset[
        "warnings"
    ]
    assert (["zero_hh1"], []) == ([*settings["new"]], settings["warnings"])


def test_times() -> None:
    """Midnight in California is 9:00 in Berlin, and 8:00 while only one of them has changed its clocks."""
    result = times(time(), PACIFIC, BERLIN, AUTUMN)

    assert {time(9): AUTUMN, time(8): date(2027, 3, 15)} == result


def test_new_puzzles() -> None:
    """A puzzle is published at midnight of its site, or of the machine for a page that uses the visitor's clock."""
    found = {site: next(iter(when)) for site, when in plan("09:15", BERLIN).new().items()}
    local = next(iter(times(time(), None, BERLIN, AUTUMN)))

    assert {
        "brainbashers_three_in_a_row": time(1),
        "linkedin_tango": time(9),
        "zero_hh1": local,
    }.items() <= found.items()
    assert {site.NAME for site in SITES} == set(found)


@pytest.mark.parametrize(
    ("at", "zone", "words"),
    [
        ("08:30", BERLIN, "at 09:00 Europe/Berlin, 30 minutes after the run, which plays the previous one;"),
        ("07:30", BERLIN, "at 09:00 Europe/Berlin, 90 minutes"),
        ("09:00", BERLIN, None),
        ("09:15", BERLIN, None),
        ("06:00", BERLIN, "at 08:00 Europe/Berlin from 2027-03-15, 120 minutes"),
        ("23:30", PACIFIC, "at 00:00 America/Los_Angeles, 30 minutes"),
    ],
)
def test_warnings(at: str, zone: ZoneInfo, words: str | None) -> None:
    """A run shortly before a puzzle is published causes a warning, now or later in the year."""
    warnings = [text for text in plan(at, zone).warnings() if text.startswith("linkedin_tango")]

    assert (0 if words is None else 1) == len(warnings)
    assert words is None or words in warnings[0]


def test_warnings_for_a_clock_without_summer_time() -> None:
    """A time that will be too early in winter causes a warning in summer."""
    summer = Plan(time(7, 15), UTC, date(2026, 7, 1), [*SITES])
    (warning,) = [text for text in summer.warnings() if text.startswith("linkedin_tango")]

    assert "at 08:00 UTC from 2026-11-02, 45 minutes after the run" in warning
    assert warning.endswith("--at 08:15 plays the new one")


def test_next_run() -> None:
    """The next run is today if its time has not passed, otherwise tomorrow, also across a clock change."""
    berlin = plan("09:15", BERLIN)

    assert datetime(2026, 11, 21, 9, 15, tzinfo=BERLIN) == berlin.following(datetime(2026, 11, 21, 8, tzinfo=UTC))
    assert datetime(2026, 11, 22, 9, 15, tzinfo=BERLIN) == berlin.following(datetime(2026, 11, 21, 9, tzinfo=UTC))
    assert datetime(2027, 3, 28, 9, 15, tzinfo=BERLIN) == berlin.following(datetime(2027, 3, 27, 9, tzinfo=UTC))


def test_time_zone_in_any_case() -> None:
    """Names of time zones may be written in any case."""
    assert time_zone("america/los_angeles") == PACIFIC


def test_paths_with_special_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path with a space and a percent sign is escaped for systemd and cron."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(schedulers, "program", lambda: ["/a b/50%/givens"])
    service, _ = schedulers.systemd(plan("09:15", None)).files.values()

    assert 'ExecStart="/a b/50%%/givens" "daily" "run"\n' in service
    assert rf"15 9 * * * '/a b/50\%/givens' daily run {MARK}" == schedulers.cron(plan("09:15", None)).text


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
    """With --now the timer starts at once, its next run is known, and --remove stops it; a failure is an error."""
    for name, value in programs.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "crontab").write_text(f"@daily true\n1 2 * * * old {MARK}\n")
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def ran() -> list[str]:
        text = (tmp_path / "ran").read_text()
        (tmp_path / "ran").write_text("")
        return text.splitlines()

    started = line(givens("daily", "schedule", "systemd", "tango", "--at", "9:20", "--now", "--json"))
    wants = tmp_path / "config" / "systemd" / "user" / "timers.target.wants"
    wants.mkdir()
    (wants / "givens-daily.timer").symlink_to(wants.parent / "givens-daily.timer")

    assert ("started", []) == (started["action"], started["type"])
    assert ["systemctl --user daemon-reload", "systemctl --user enable --now givens-daily.timer"] == ran()[:2]
    assert datetime(2026, 11, 22, 9, 20, tzinfo=UTC) == next_run(noon)

    assert 3 == len(line(givens("daily", "schedule", "systemd", "--remove", "--json"))["removed"])
    assert ["systemctl --user stop givens-daily.timer", "systemctl --user daemon-reload"] == ran()
    assert datetime(2026, 11, 22, 2, 1, tzinfo=UTC) == next_run(noon)

    assert 0 == givens("daily", "schedule", "cron", "tango", "--at", "13:30", "--now").returncode
    assert f"@daily true\n30 13 * * * {COMMAND} daily run tango {MARK}\n" == (tmp_path / "crontab").read_text()
    assert datetime(2026, 11, 21, 13, 30, tzinfo=UTC) == next_run(noon)

    assert givens("daily", "schedule", "--remove").stdout.startswith("removed: 30 13 * * * ")
    assert "@daily true\n" == (tmp_path / "crontab").read_text()
    assert next_run(noon) is None
    (tmp_path / "crontab").unlink()
    unread = givens("daily", "schedule", "cron", "tango", "--now")
    assert (7, True) == (unread.returncode, "crontab: No such file" in unread.stderr)
    assert not (tmp_path / "crontab").exists()

    (tmp_path / "programs" / "systemctl").write_text("#!/bin/sh\necho no bus >&2\nexit 1\n")
    failed = givens("daily", "schedule", "systemd", "tango", "--now")
    assert (7, True) == (failed.returncode, "daemon-reload` failed: no bus" in failed.stderr)


def test_other_systems(givens: Givens) -> None:
    """What launchd and Windows need is printed with the program, the puzzles and the time."""
    arguments = ("tango", "three_in_a_row:size=14", "--at", "9:05", "--print")
    printed = {name: givens("daily", "schedule", name, *arguments, TZ="UTC") for name in ("launchd", "windows")}
    head, _, text = printed["launchd"].stdout.partition("\n")
    service = plistlib.loads(text.encode())

    assert head.endswith("/Library/LaunchAgents/givens-daily.plist")
    assert [COMMAND, "daily", "run", "tango", "three_in_a_row:size=14"] == service["ProgramArguments"]
    assert {"Hour": 9, "Minute": 5} == service["StartCalendarInterval"]
    assert f"-Execute '{COMMAND}' -Argument 'daily run tango three_in_a_row:size=14'\n" in printed["windows"].stdout
    assert "New-ScheduledTaskTrigger -Daily -At 09:05\n" in printed["windows"].stdout
    assert "type these lines in PowerShell; --now does it" in printed["windows"].stderr


@pytest.mark.parametrize("scheduler", ["cron", "systemd"])
def test_no_line_of_its_own(givens: Givens, scheduler: str) -> None:
    """A target with a line break makes no second line in a crontab or a unit."""
    done = givens("daily", "schedule", scheduler, "tango:\n* * * * * touch ran", "--print")

    assert 2 == done.returncode
    assert "touch ran" not in done.stdout
