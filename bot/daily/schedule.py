"""Schedule `givens daily run`: what each scheduler needs for it, when it runs next, and when puzzles are new."""

from __future__ import annotations

import os
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from bot.daily import settings
from bot.errors import SetupError, UsageError, command_line, writing
from bot.files import is_ours, is_own, marked
from bot.play.resolve import resolve
from bot.play.sites import now_at
from bot.record.recorder import write_whole

SOON = timedelta(hours=2)
"""A puzzle that is new within this time after a run causes a warning."""
MARGIN = timedelta(minutes=15)
"""The time to suggest is this long after a puzzle is new."""
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
SCHEDULERS = {"systemd": "linux", "cron": "linux", "launchd": "darwin", "windows": "win32"}
"""The platform of each scheduler."""
MAY_FAIL = ("loginctl", "bootout")
"""What a command that may fail contains: what it does is not needed, or was never there."""
MARK = "# givens daily"
"""The end of our line in a crontab."""
TIMER_FILE = "givens-daily.timer"
LABEL = "givens-daily"
"""The name of launchd's service."""
TASK = "'givens daily run'"
"""The name of Windows' task, quoted."""

SERVICE = """\
[Unit]
Description=Play the puzzles of the day

[Service]
Type=oneshot
ExecStart=@COMMAND@
"""
TIMER = """\
[Unit]
Description=Play the puzzles of the day, once a day

[Timer]
OnCalendar=*-*-* @TIME@:00
RandomizedDelaySec=5min
Persistent=true

[Install]
WantedBy=timers.target
"""
# A table that cannot be read stays as it is.
CRONTAB = f"""\
old=$(crontab -l 2>&1) || case $old in *"no crontab"*) old= ;; *) echo "$old" >&2; exit 1 ;; esac
{{ [ -z "$old" ] || printf '%s\\n' "$old" | grep -v '{MARK}$'; @LINE@; }} | crontab -"""


class Form(NamedTuple):
    """What one scheduler needs to run a command every day."""

    start: Sequence[Sequence[str]]
    """The commands that start the daily run, once the files are there."""
    stop: Sequence[Sequence[str]]
    files: Mapping[Path, str] = {}
    line: str = ""
    """What stands for the files where there are none."""


def systemd(at: time, command: Sequence[str]) -> Form:
    """Return the files of the service and of the timer that starts it."""
    folder = units()
    # Neither a path that systemd accepts nor the name of a target contains quotes or backslashes.
    quoted = " ".join(f'"{word}"' for word in command).replace("%", "%%")
    files = {
        folder / "givens-daily.service": SERVICE.replace("@COMMAND@", quoted),
        folder / TIMER_FILE: TIMER.replace("@TIME@", f"{at:%H:%M}"),
    }
    files = {path: marked(text, "# ", "\n").decode() for path, text in files.items()}
    # The last command lets the timer run while the user is not logged in.
    start = "systemctl --user daemon-reload", f"systemctl --user enable --now {TIMER_FILE}", "loginctl enable-linger"
    return Form([*map(str.split, start)], [f"systemctl --user disable --now {TIMER_FILE}".split()], files)


def cron(at: time, command: Sequence[str]) -> Form:
    """Return our line for the crontab, without a newline."""
    # Cron passes everything after an unescaped % to the command as input.
    line = f"{at.minute} {at.hour} * * * {shlex.join(command)} {MARK}".replace("%", r"\%")
    start, stop = (
        ["sh", "-c", CRONTAB.replace("@LINE@", echo)] for echo in (f"printf '%s\\n' {shlex.quote(line)}", ":")
    )
    return Form([start], [stop], line=line)


def launchd(at: time, command: Sequence[str]) -> Form:
    """Return the file of launchd's service."""
    facts = {
        "Label": LABEL,
        "ProgramArguments": command,
        "StandardErrorPath": str(Path.home() / "Library" / "Logs" / f"{LABEL}.log"),
        "StartCalendarInterval": {"Hour": at.hour, "Minute": at.minute},
    }
    text = marked(plistlib.dumps(facts), "<!-- ", " -->\n").decode()
    user = f"gui/{os.getuid()}" if hasattr(os, "getuid") else "gui/UID"
    stop = ["launchctl", "bootout", f"{user}/{LABEL}"]
    return Form([stop, ["launchctl", "bootstrap", user, str(agent())]], [stop], {agent(): text})


def windows(at: time, command: Sequence[str]) -> Form:
    """Return the line of PowerShell that creates Windows' task; unlike one of `schtasks`, it makes up a missed run."""
    # A quote in a string of PowerShell is written twice.
    run, arguments = (words.replace("'", "''") for words in (command[0], subprocess.list2cmdline(command[1:])))
    line = (
        f"Register-ScheduledTask {TASK} -Force"
        f" -Action (New-ScheduledTaskAction -Execute '{run}' -Argument '{arguments}')"
        f" -Trigger (New-ScheduledTaskTrigger -Daily -At {at:%H:%M})"
        " -Settings (New-ScheduledTaskSettingsSet -StartWhenAvailable)"
    )
    shell = ["powershell", "-NoProfile", "-Command"]
    return Form([[*shell, line]], [[*shell, f"Unregister-ScheduledTask {TASK} -Confirm:$false"]], line=line)


FORMS = {"systemd": systemd, "cron": cron, "launchd": launchd, "windows": windows}


def default_scheduler() -> str:
    """Return the scheduler of this machine."""
    if sys.platform in {"darwin", "win32"}:
        return "launchd" if sys.platform == "darwin" else "windows"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    has_bus = "DBUS_SESSION_BUS_ADDRESS" in os.environ or (runtime is not None and Path(runtime, "bus").exists())
    return "systemd" if shutil.which("systemctl") and has_bus else "cron"


def schedule(scheduler: str, at: time, targets: Sequence[str], *, now: bool) -> dict[str, Any]:
    """Return the facts on a daily run of some targets (by default those in the settings); start it `now` if wanted.

    Raise `UsageError` for a target that would become a line of its own, `SetupError` if it cannot be started.
    """
    for target in targets:
        if not target.isprintable():
            raise UsageError(f"{target!r} is not a target: it has a line break or another control character")
    played = targets or [puzzle.text for puzzle in settings.load().daily]
    sites = {target.site.NAME: target.site for text in played for target in resolve(text)}
    new = {
        name: now_at(site).replace(hour=0, minute=0, second=0, microsecond=0).astimezone()
        for name, site in sites.items()
    }
    form = FORMS[scheduler](at, [*program(), "daily", "run", *targets])
    to_type = command_line("givens daily schedule", scheduler, *targets, options=["--at", f"{at:%H:%M}", "--now"])
    is_here = SCHEDULERS[scheduler] == sys.platform
    if now and not is_here:
        raise SetupError(f"{scheduler} does not run here: leave out --now, and only the text for it is printed")
    if now and scheduler == "cron" and shutil.which("crontab") is None:
        raise SetupError("cron is not installed: install it, or let another scheduler type givens daily run")
    if now:
        write(form.files)
        if failed := failures(form.start):
            raise SetupError("; ".join(failed), command=f"givens daily schedule {scheduler}")
    notes = []
    if names := sorted(name for name in os.environ if name.startswith("GIVENS_")):
        notes.append(f"{', '.join(names)} of this shell will not be set in scheduled runs; use config.toml instead")
    warnings = [words for site, begins in new.items() if (words := too_early(at, site, begins))]
    if not sites:
        warnings.append("no puzzle is chosen, so nothing will be played: name targets, or type givens daily init")
    return {
        "action": "started" if now else "printed",
        **({"files": {str(path): text for path, text in form.files.items()}} if form.files else {"line": form.line}),
        "type": [to_type] if is_here and not now else [],
        "notes": notes,
        "warnings": warnings,
        "at": f"{at:%H:%M}",
        "next": following(at, datetime.now().astimezone()).isoformat(),
        "new": {site: f"{begins:%H:%M}" for site, begins in new.items()},
    }


def remove(schedulers: Iterable[str]) -> dict[str, Any]:
    """Stop the daily run of some schedulers and remove what they have of it; return the command's facts."""
    gone: list[str] = []
    to_type: list[str] = []
    for scheduler in schedulers:
        if SCHEDULERS[scheduler] != sys.platform:
            continue
        form = FORMS[scheduler](time(), program())
        files = [path for path in form.files if os.path.lexists(path)]
        _check_ours(files)
        found = re.findall(rf".*{MARK}$", crontab(), re.MULTILINE) if scheduler == "cron" else [*map(str, files)]
        failed = failures(form.stop) if found or scheduler == "windows" else []
        for path in files:
            with writing(path):
                path.unlink()
        if scheduler == "windows" and not failed:
            found = [f"the task {TASK}"]
        if failed and found:
            to_type += map(shlex.join, form.stop)
        gone += found
    return {"action": "removed", "removed": gone, "type": to_type}


def sentences(facts: Mapping[str, Any]) -> list[str]:
    """Return sentences on what was done, the next run, each site's next puzzle, and the notes and warnings."""
    if facts["action"] == "removed":
        return [f"removed: {gone}" for gone in facts["removed"]] or ["nothing to remove"]
    return [
        *(f"started: {each}" for each in facts.get("files", [facts.get("line")]) if facts["action"] == "started"),
        f"next run: {datetime.fromisoformat(facts['next']):%A %Y-%m-%d %H:%M}",
        *(f"new puzzle of {site}: at {at}" for site, at in facts["new"].items()),
        *facts["notes"],
        *(f"warning: {warning}" for warning in facts["warnings"]),
    ]


def time_of_day(text: str) -> time:
    """Return the time of a text such as 09:15; raise `UsageError`."""
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", text, re.ASCII):
        raise UsageError(f"--at {text} is not a time of day like 09:15")
    hour, minute = map(int, text.split(":"))
    return time(hour, minute)


def following(at: time, now: datetime) -> datetime:
    """Return when a time of day comes next, on this machine's clock."""
    first = now.astimezone().date()
    return next(run for days in range(2) if (run := datetime.combine(first + days * DAY, at).astimezone()) > now)


def too_early(at: time, site: str, begins: datetime) -> str:
    """Return a warning if a site's puzzle is new soon after the time of the run, otherwise ""."""
    gap = (begins - datetime.combine(begins, at, begins.tzinfo)) % DAY
    if not timedelta() < gap <= SOON:
        return ""
    return (
        f"{site} has a new puzzle at {begins:%H:%M}, {gap // MINUTE} minutes after the run, which plays the previous "
        f"one; --at {begins + MARGIN:%H:%M} plays the new one"
    )


def program() -> list[str]:
    """Return the command that starts this installation from any folder."""
    script = shutil.which("givens", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "bot"]


def units() -> Path:
    """Return the folder of the user's units of systemd."""
    return platformdirs.user_config_path() / "systemd" / "user"


def agent() -> Path:
    """Return the place of launchd's service."""
    return Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist"


def crontab() -> str:
    """Return the person's crontab, "" if there is none."""
    if shutil.which("crontab") is None:
        return ""
    return subprocess.run(["crontab", "-l"], check=False, capture_output=True, text=True).stdout  # noqa: S607


def failures(commands: Iterable[Sequence[str]]) -> list[str]:
    """Run commands; return a sentence for each that fails and must not."""
    found = []
    for command in commands:
        try:
            done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)  # noqa: S603 - one of ours
            why = "" if done.returncode == 0 else f": {(done.stderr or done.stdout).strip()}"
        except (OSError, subprocess.TimeoutExpired) as error:
            why = f": {error}"
        if why and not any(word in command for word in MAY_FAIL):
            found.append(f"`{shlex.join(command)}` failed{why}")
    return found


def write(files: Mapping[Path, str]) -> None:
    """Write files; raise `UsageError` if one was not written by us, `SetupError` if one cannot be written."""
    _check_ours(files)
    for path, text in files.items():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)


def _check_ours(files: Iterable[Path]) -> None:
    """Raise `UsageError` for a file that is not as we wrote it."""
    for path in files:
        if os.path.lexists(path) and not (is_own(path) and is_ours(path)):
            raise UsageError(
                f"{path} was not written by givens daily schedule, or was changed since, so it stays unchanged",
                command=command_line("mv", path, f"{path}.mine"),
            )
