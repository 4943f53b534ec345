"""Schedule `givens daily run`: when it runs and when puzzles are published, and the text for each scheduler."""

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
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

import platformdirs

from bot.daily import settings
from bot.errors import SetupError, UsageError, command_line, writing
from bot.files import is_own, read_start, read_text
from bot.play.targets import resolve
from bot.record.recorder import write_whole

if TYPE_CHECKING:
    from scrapers import Site


YEAR = 366
"""The number of days to look ahead; they include every clock change."""
SOON = timedelta(hours=2)
"""A puzzle published within this time after a run causes a warning."""
MARGIN = timedelta(minutes=15)
"""The time to suggest is this long after a puzzle is published."""
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
SCHEDULERS = {"systemd": "linux", "cron": "linux", "launchd": "darwin", "windows": "win32"}
"""The platform of each scheduler."""
RELOAD = "systemctl --user daemon-reload"
MAY_FAIL = ("loginctl", "bootout")
"""What a command that may fail contains: what it does is not needed, or was never there."""
OURS = "# Written by givens daily schedule"
"""What stands at the start of every file that this program may replace or remove."""
WANTS = "timers.target.wants"
"""The folder of the links by which systemd enables timers."""
MARK = "# givens daily"
"""The end of our line in a crontab."""
TIMER_FILE = "givens-daily.timer"
LABEL = "givens-daily"
"""The name of launchd's service."""
TASK = "'givens daily run'"
"""The name of Windows' task, quoted."""

SERVICE = f"""{OURS} systemd
[Unit]
Description=Play the puzzles of the day

[Service]
Type=oneshot
ExecStart=@COMMAND@
"""
TIMER = f"""{OURS} systemd
[Unit]
Description=Play the puzzles of the day, once a day

[Timer]
OnCalendar=@WHEN@
RandomizedDelaySec=5min
Persistent=true

[Install]
WantedBy=timers.target
"""
# A table that cannot be read stays as it is.
CRONTAB = f"""\
old=$(crontab -l 2>&1) || case $old in *"no crontab"*) old= ;; *) echo "$old" >&2; exit 1 ;; esac
{{ [ -z "$old" ] || printf '%s\\n' "$old" | grep -v '{MARK}$'; @LINE@; }} | crontab -"""


@dataclass(frozen=True, slots=True)
class Plan:
    """A daily run at a time of day."""

    at: time
    zone: tzinfo | None
    """The time zone of `at`; None is that of this machine."""
    today: date
    sites: Sequence[Site]
    """The sites whose puzzles are played."""
    targets: Sequence[str] = ()
    """The arguments of `givens daily run`; without any, it plays the puzzles in the settings."""

    def __post_init__(self) -> None:
        """Raise `UsageError` for a target that would become a line of its own."""
        for target in self.targets:
            if not target.isprintable():
                raise UsageError(f"{target!r} is not a target: it has a line break or another control character")

    @property
    def command(self) -> list[str]:
        """The command to run."""
        return [*program(), "daily", "run", *self.targets]

    def new(self) -> Mapping[str, Mapping[time, date]]:
        """Return by site when its puzzle is published, in the time zone of `at`."""
        places = {
            site.NAME: None if site.POLICY.timezone is None else ZoneInfo(site.POLICY.timezone) for site in self.sites
        }
        return {site: times(time(), place, self.zone, self.today) for site, place in places.items()}

    def following(self, now: datetime) -> datetime:
        """Return the time of the next run, in the time zone of `at`."""
        first = now.astimezone(self.zone).date()
        runs = (instant(first + days * DAY, self.at, self.zone) for days in range(2))
        return next(run for run in runs if run > now).astimezone(self.zone)

    def warnings(self) -> list[str]:
        """Return a sentence for each site that publishes its puzzle soon after the run, now or later in the year."""
        warnings = []
        run = datetime.combine(self.today, self.at)
        for site, when in self.new().items():
            for new, day in when.items():
                gap = (datetime.combine(self.today, new) - run) % DAY
                if timedelta(0) < gap <= SOON:
                    since = "" if day == self.today else f" from {day}"
                    better = (run + gap + MARGIN).time()
                    warnings.append(
                        f"{site} publishes its puzzle at {new:%H:%M} {name(self.zone)}{since}, {gap // MINUTE} minutes"
                        f" after the run, which plays the previous one; --at {better:%H:%M} plays the new one"
                    )
                    break
        return warnings


def time_of_day(text: str) -> time:
    """Return the time of a text such as 09:15; raise `UsageError`."""
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", text, re.ASCII):
        raise UsageError(f"--at {text} is not a time of day like 09:15")
    hour, minute = map(int, text.split(":"))
    return time(hour, minute)


def time_zone(text: str) -> ZoneInfo:
    """Return the time zone with a name such as Europe/Berlin; raise `UsageError` with similar names."""
    known = {name.lower(): name for name in available_timezones()}
    if text.lower() in known:
        return ZoneInfo(known[text.lower()])
    near = [known[match] for match in get_close_matches(text.lower(), known, n=3)]
    hint = f"did you mean {' or '.join(near)}?" if near else "write one like Europe/Berlin"
    raise UsageError(f"no time zone is named {text!r}; {hint}")


def instant(day: date, at: time, zone: tzinfo | None) -> datetime:
    """Return a time on a day as a moment in UTC; None is the time zone of this machine."""
    return datetime.combine(day, at, zone).astimezone(UTC)


def times(at: time, zone: tzinfo | None, other: tzinfo | None, today: date) -> dict[time, date]:
    """Return the times that a time of day has in another time zone over a year, each with its first day."""
    first_days: dict[time, date] = {}
    for days in range(YEAR):
        day = today + days * DAY
        first_days.setdefault(instant(day, at, zone).astimezone(other).time(), day)
    return first_days


def name(zone: tzinfo | None) -> str:
    """Return the name of a time zone for use in a sentence."""
    return "local time" if zone is None else str(zone)


def program() -> list[str]:
    """Return the command that starts this installation from any folder."""
    script = shutil.which("givens", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "bot"]


def installed() -> tuple[Path, Path, Path]:
    """Return the places of the link by which systemd enables the timer, of the timer, and of its service."""
    folder = platformdirs.user_config_path() / "systemd" / "user"
    return folder / WANTS / TIMER_FILE, folder / TIMER_FILE, folder / "givens-daily.service"


def has_user_bus() -> bool:
    """Return whether `systemctl --user` can reach the user's systemd."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return "DBUS_SESSION_BUS_ADDRESS" in os.environ or (runtime is not None and Path(runtime, "bus").exists())


def agent() -> Path:
    """Return the place of launchd's service."""
    return Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist"


@dataclass(frozen=True, slots=True)
class Form:
    """What one scheduler needs."""

    start: Sequence[Sequence[str]]
    """The commands that start the daily run, once the files are there."""
    stop: Sequence[Sequence[str]]
    files: Mapping[Path, str] = field(default_factory=dict)
    text: str = ""
    """What a person adds, if there are no files."""


def systemd(plan: Plan) -> Form:
    """Return the files of the service and of the timer that starts it."""
    # Neither a path that systemd accepts nor the name of a target contains quotes or backslashes.
    command = " ".join(f'"{word}"' for word in plan.command).replace("%", "%%")
    zone = "" if plan.zone is None else f" {plan.zone}"
    when = f"*-*-* {plan.at:%H:%M}:00{zone}"
    _, timer, service = installed()
    # The last command lets the timer run while the user is not logged in.
    start = RELOAD, f"systemctl --user enable --now {TIMER_FILE}", "loginctl enable-linger"
    stop = f"systemctl --user stop {TIMER_FILE}", RELOAD
    files = {service: SERVICE.replace("@COMMAND@", command), timer: TIMER.replace("@WHEN@", when)}
    return Form([*map(shlex.split, start)], [*map(shlex.split, stop)], files)


def cron(plan: Plan) -> Form:
    """Return our line for the crontab, without a newline."""
    # Cron passes everything after an unescaped % to the command as input.
    command = shlex.join(plan.command).replace("%", r"\%")
    line = f"{plan.at.minute} {plan.at.hour} * * * {command} {MARK}"
    start, stop = (
        ["sh", "-c", CRONTAB.replace("@LINE@", echo)] for echo in (f"printf '%s\\n' {shlex.quote(line)}", ":")
    )
    return Form([start], [stop], text=line)


def launchd(plan: Plan) -> Form:
    """Return the file of launchd's service."""
    facts = {
        "Label": LABEL,
        "ProgramArguments": plan.command,
        "StandardErrorPath": str(Path.home() / "Library" / "Logs" / f"{LABEL}.log"),
        "StartCalendarInterval": {"Hour": plan.at.hour, "Minute": plan.at.minute},
    }
    text = plistlib.dumps(facts).decode().replace("<plist", f"<!--{OURS} -->\n<plist", 1)
    user = f"gui/{os.getuid()}" if hasattr(os, "getuid") else "gui/UID"
    stop = ["launchctl", "bootout", f"{user}/{LABEL}"]
    return Form([stop, ["launchctl", "bootstrap", user, str(agent())]], [stop], {agent(): text})


def windows(plan: Plan) -> Form:
    """Return the lines of PowerShell that create Windows' task; a quote in a string is written twice."""
    command, *arguments = (word.replace("'", "''") for word in plan.command)
    text = (
        f"$run = New-ScheduledTaskAction -Execute '{command}' -Argument '{' '.join(arguments)}'\n"
        f"$when = New-ScheduledTaskTrigger -Daily -At {plan.at:%H:%M}\n"
        "$missed = New-ScheduledTaskSettingsSet -StartWhenAvailable\n"
        f"Register-ScheduledTask {TASK} -Action $run -Trigger $when -Settings $missed -Force"
    )
    shell = ["powershell", "-NoProfile", "-Command"]
    return Form([[*shell, text]], [[*shell, f"Unregister-ScheduledTask {TASK} -Confirm:$false"]], text=text)


FORMS = {"systemd": systemd, "cron": cron, "launchd": launchd, "windows": windows}
"""What each scheduler needs for a plan."""


def default_scheduler() -> str:
    """Return the scheduler of this machine."""
    if sys.platform in {"darwin", "win32"}:
        return "launchd" if sys.platform == "darwin" else "windows"
    return "systemd" if shutil.which("systemctl") and has_user_bus() else "cron"


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


def crontab() -> str:
    """Return the person's crontab, "" if there is none."""
    if shutil.which("crontab") is None:
        return ""
    return subprocess.run(["crontab", "-l"], check=False, capture_output=True, text=True).stdout  # noqa: S607


def next_run(now: datetime) -> datetime | None:
    """Return when the scheduled run begins next; None if none is scheduled, and for a task of Windows."""
    found, zone = None, None
    if sys.platform == "darwin" and agent().exists():
        interval = plistlib.loads(agent().read_bytes())["StartCalendarInterval"]
        found = time(interval["Hour"], interval["Minute"])
    elif sys.platform == "linux":
        link, timer, _ = installed()
        at = r"OnCalendar=\S+ (\d+:\d+):00 ?(\S*)"
        if link.exists() and (text := re.search(at, read_text(timer, 2**16))):
            found, zone = time.fromisoformat(text[1]), ZoneInfo(text[2]) if text[2] else None
        elif text := re.search(rf"^(\d+) (\d+) \* \* \* .*{MARK}$", crontab(), re.MULTILINE):
            found = time(int(text[2]), int(text[1]))
    return None if found is None else Plan(found, zone, now.astimezone(zone).date(), []).following(now)


def write(files: Mapping[Path, str]) -> None:
    """Write files; raise `UsageError` if one was not written by us, `SetupError` if one cannot be written."""
    _check_ours(files)
    for path, text in files.items():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)


def remove(files: Iterable[Path]) -> list[Path]:
    """Remove files and return those that existed; raise `UsageError` if one was not written by us."""
    existing = [path for path in files if os.path.lexists(path)]
    _check_ours(existing)
    for path in existing:
        try:
            path.unlink()
        except OSError as error:
            raise SetupError(f"{path} cannot be removed: {error.strerror}") from None
    return existing


def _check_ours(files: Iterable[Path]) -> None:
    """Raise `UsageError` for a file that neither says it is ours nor is the link by which systemd enables a timer."""
    for path in files:
        try:
            if not os.path.lexists(path):
                continue
            if path.parent.name == WANTS:
                ours = path.is_symlink() and path.readlink().name == path.name
            else:
                ours = is_own(path) and OURS.encode() in read_start(path, 300)
        except OSError as error:
            raise SetupError(f"{path} cannot be read: {error.strerror}") from None
        if not ours:
            raise UsageError(
                f"{path} was not written by givens daily schedule, so it stays unchanged",
                command=command_line("mv", path, f"{path}.mine"),
            )


def made(scheduler: str, plan: Plan, *, printed: bool, now: bool) -> dict[str, Any]:
    """Write the timer, or build the text to print, and start it `now` if wanted; return the command's facts."""
    needed = FORMS[scheduler](plan)
    is_here = SCHEDULERS[scheduler] == sys.platform
    if now and not is_here:
        raise SetupError(f"{scheduler} does not run here: leave out --now, and only the text for it is printed")
    printed |= not is_here
    if needed.files and not printed:
        write(needed.files)
    if now and (failed := failures(needed.start)):
        raise SetupError("; ".join(failed), command=f"givens daily schedule {scheduler} --print")
    action = "started" if now else "printed" if printed or needed.text else "written"
    facts: dict[str, Any] = {"action": action, "type": []}
    notes, warnings = list[str](), plan.warnings()
    if needed.files:
        facts["files"] = {str(path): text for path, text in needed.files.items()}
        facts["type"] = [] if now or printed else [*map(shlex.join, needed.start)]
    else:
        facts["line"] = needed.text
    if scheduler == "cron" and not now:
        facts["type"] = ["crontab -e"]
        notes.insert(0, f"add this line to your crontab, in place of one that ends with {MARK}; --now does it")
    if scheduler == "windows" and not now:
        notes.insert(0, "type these lines in PowerShell; --now does it")
    if action == "written" and scheduler == "systemd" and not has_user_bus():
        warnings.append(
            "no user bus is here, so systemctl --user will fail: type the commands where you are logged in "
            "yourself, not through su or sudo, or use givens daily schedule cron"
        )
    if not plan.sites:
        warnings.append("no puzzle is chosen, so nothing will be played: name targets, or type givens daily init")
    names = sorted(name for name in os.environ if name.startswith("GIVENS_"))
    if names:
        notes.append(f"{', '.join(names)} of this shell will not be set in scheduled runs; use config.toml instead")
    new = {
        site: [{"at": f"{new:%H:%M}", "from": f"{day}"} for new, day in when.items()]
        for site, when in plan.new().items()
    }
    return facts | {
        "notes": notes,
        "warnings": warnings,
        "at": f"{plan.at:%H:%M}",
        "timezone": None if plan.zone is None else str(plan.zone),
        "next": plan.following(datetime.now(UTC)).isoformat(),
        "new": new,
    }


def removed(schedulers: Iterable[str]) -> dict[str, Any]:
    """Stop the daily run of some schedulers and remove what they have of it; return the command's facts."""
    gone: list[str] = []
    to_type: list[str] = []
    for scheduler in schedulers:
        if SCHEDULERS[scheduler] != sys.platform:
            continue
        needed = FORMS[scheduler](Plan(time(), None, datetime.now(UTC).date(), []))
        files = [*installed()] if scheduler == "systemd" else [*needed.files]
        found = [str(path) for path in remove(files)]
        if scheduler == "cron":
            found = re.findall(rf".*{MARK}$", crontab(), re.MULTILINE)
        failed = failures(needed.stop) if found or scheduler == "windows" else []
        if scheduler == "windows" and not failed:
            found = [f"the task {TASK}"]
        if failed and found:
            to_type += map(shlex.join, needed.stop)
        gone += found
    return {"action": "removed", "removed": gone, "type": to_type}


def sentences(plan: Plan, done: dict[str, Any]) -> list[str]:
    """Return sentences on the result, the next run, each site's next puzzle, and the notes and warnings."""
    is_shown = "line" in done and done["action"] == "printed"
    words = [] if is_shown else [f"{done['action']}: {one}" for one in done.get("files", [done.get("line")])]
    words.append(f"next run: {datetime.fromisoformat(done['next']):%A %Y-%m-%d %H:%M} {name(plan.zone)}")
    for site, when in plan.new().items():
        (new, _), *changes = when.items()
        later = "".join(f", sometimes at {at:%H:%M} (next on {day})" for at, day in changes)
        words.append(f"new puzzle of {site}: at {new:%H:%M} {name(plan.zone)}{later}")
    return [*words, *done["notes"], *(f"warning: {warning}" for warning in done["warnings"])]


def planned(scheduler: str, targets: Sequence[str], at: str, timezone: str | None) -> Plan:
    """Return the plan that the options of the command ask for."""
    zone = None if timezone is None else time_zone(timezone)
    if zone is not None and scheduler != "systemd":
        raise UsageError(f"{scheduler} uses the clock of this machine: leave out --timezone, or choose systemd")
    played = targets or [puzzle.text for puzzle in settings.load().daily]
    sites = {target.site.NAME: target.site for text in played for target in resolve(text)}
    today = datetime.now(UTC).astimezone(zone).date()
    return Plan(time_of_day(at), zone, today, [*sites.values()], targets)
