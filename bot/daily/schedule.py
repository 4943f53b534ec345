"""Schedule `givens daily run`: when it runs and when puzzles are published, and the text for each scheduler."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

import platformdirs

from bot.daily import settings
from bot.errors import SetupError, UsageError, command_line, writing
from bot.files import is_own, read_start
from bot.play.targets import resolve
from bot.record.recorder import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import tzinfo

    from scrapers import Site


YEAR = 366
"""The number of days to look ahead; they include every clock change."""
SOON = timedelta(hours=2)
"""A puzzle published within this time after a run causes a warning."""
MARGIN = timedelta(minutes=15)
"""The time to suggest is this long after a puzzle is published."""
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
ENABLE = (
    "systemctl --user daemon-reload",
    "systemctl --user enable --now givens-daily.timer",
    "loginctl enable-linger",
)
"""The commands that start a new timer; the last one lets it run while the user is not logged in."""
DISABLE = ("systemctl --user stop givens-daily.timer", "systemctl --user daemon-reload")
OURS = "# Written by givens daily schedule"
"""The first line of every file that this program may replace or remove."""
WANTS = "timers.target.wants"
"""The folder of the links by which systemd enables timers."""
MARK = "# givens daily"
"""The end of our line in a crontab."""
TIMER_FILE = "givens-daily.timer"

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


@dataclass(frozen=True, slots=True)
class Plan:
    """A daily run: the time that the user chose, and the clock that starts the run."""

    at: time
    zone: tzinfo | None
    """The time zone of `at`; None is the time zone of this machine."""
    clock: tzinfo | None
    """The time zone of the clock that starts the run; None is the time zone of this machine."""
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
    def on_clock(self) -> Mapping[time, date]:
        """The time of day on the clock that starts the run, over a year; only the first is used."""
        return times(self.at, self.zone, self.clock, self.today)

    def new(self, zone: tzinfo | None) -> Mapping[str, Mapping[time, date]]:
        """Return by site when its puzzle is published, in a time zone."""
        places = {
            site.NAME: None if site.POLICY.timezone is None else ZoneInfo(site.POLICY.timezone) for site in self.sites
        }
        return {site: times(time(), place, zone, self.today) for site, place in places.items()}

    def following(self, now: datetime) -> datetime:
        """Return the time of the next run, in the time zone of `at`."""
        at = next(iter(self.on_clock))
        first = now.astimezone(self.clock).date()
        runs = (instant(first + days * DAY, at, self.clock) for days in range(2))
        return next(run for run in runs if run > now).astimezone(self.zone)

    def notes(self) -> list[str]:
        """Return a note if the clock that starts the run does not follow the time zone of `at`."""
        (at, _), *changes = self.on_clock.items()
        return [
            f"this clock uses {name(self.clock)}: {at:%H:%M} is {self.at:%H:%M} {name(self.zone)} until the clocks"
            f" change; from {day} it must be {later:%H:%M}, so run this command again then"
            for later, day in changes[:1]
        ]

    def warnings(self) -> list[str]:
        """Return a sentence for each site that publishes its puzzle soon after the run, now or later in the year."""
        at, warnings = next(iter(self.on_clock)), []
        for site, when in self.new(self.clock).items():
            for new, day in when.items():
                gap = (datetime.combine(self.today, new) - datetime.combine(self.today, at)) % DAY
                if timedelta(0) < gap <= SOON:
                    since = "" if day == self.today else f" from {day}"
                    better = (datetime.combine(self.today, self.at) + gap + MARGIN).time()
                    warnings.append(
                        f"{site} publishes its puzzle at {new:%H:%M} {name(self.clock)}{since}, {gap // MINUTE} minutes"
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


def units(plan: Plan) -> dict[Path, str]:
    """Return the files of the service and of the timer that starts it."""
    # Neither a path that systemd accepts nor the name of a target contains quotes or backslashes.
    command = " ".join(f'"{word}"' for word in [*program(), "daily", "run", *plan.targets]).replace("%", "%%")
    zone = "" if plan.zone is None else f" {plan.zone}"
    when = f"*-*-* {plan.at:%H:%M}:00{zone}"
    _, timer, service = installed()
    return {service: SERVICE.replace("@COMMAND@", command), timer: TIMER.replace("@WHEN@", when)}


def installed() -> tuple[Path, Path, Path]:
    """Return the places of the link by which systemd enables the timer, of the timer, and of its service.

    Raise `SetupError` on systems without systemd.
    """
    if not sys.platform.startswith("linux"):
        raise SetupError("systemd exists on Linux only; docs/daily.md explains how to schedule on macOS and Windows")
    folder = platformdirs.user_config_path() / "systemd" / "user"
    return folder / WANTS / TIMER_FILE, folder / TIMER_FILE, folder / "givens-daily.service"


def has_user_bus() -> bool:
    """Return whether `systemctl --user` can reach the user's systemd."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return "DBUS_SESSION_BUS_ADDRESS" in os.environ or (runtime is not None and Path(runtime, "bus").exists())


def line(plan: Plan) -> str:
    """Return our line for the crontab, without a newline."""
    at = next(iter(plan.on_clock))
    # Cron passes everything after an unescaped % to the command as input.
    command = shlex.join([*program(), "daily", "run", *plan.targets]).replace("%", r"\%")
    return f"{at.minute} {at.hour} * * * {command} {MARK}"


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
    """Raise `UsageError` for a file that neither begins as ours do nor is the link by which systemd enables a timer."""
    for path in files:
        try:
            if not os.path.lexists(path):
                continue
            if path.parent.name == WANTS:
                ours = path.is_symlink() and path.readlink().name == path.name
            else:
                ours = is_own(path) and read_start(path, len(OURS)) == OURS.encode()
        except OSError as error:
            raise SetupError(f"{path} cannot be read: {error.strerror}") from None
        if not ours:
            raise UsageError(
                f"{path} was not written by givens daily schedule, so it stays unchanged",
                command=command_line("mv", path, f"{path}.mine"),
            )


def made(scheduler: str, plan: Plan, *, printed: bool) -> dict[str, Any]:
    """Write the timer, or build the text to print; return the command's facts."""
    notes: list[str] = []
    facts: dict[str, Any]
    if scheduler == "cron":
        facts = {"action": "printed", "line": line(plan), "type": ["crontab -e"]}
        notes.append(f"add this line to your crontab, in place of one that ends with {MARK}")
    else:
        files = units(plan)
        if not printed:
            write(files)
        contents = {str(path): text for path, text in files.items()}
        action, to_type = ("printed", []) if printed else ("written", [*ENABLE])
        facts = {"action": action, "files": contents, "type": to_type}
    warnings = plan.warnings()
    if facts["action"] == "written" and not has_user_bus():
        warnings.append(
            "no user bus is here, so systemctl --user will fail: type the commands where you are logged in "
            "yourself, not through su or sudo, or use givens daily schedule cron"
        )
    if not plan.sites:
        warnings.append("no puzzle is chosen, so nothing will be played: name targets, or type givens daily init")
    notes += plan.notes()
    names = sorted(name for name in os.environ if name.startswith("GIVENS_"))
    if names:
        notes.append(f"{', '.join(names)} of this shell will not be set in scheduled runs; use config.toml instead")
    new = {
        site: [{"at": f"{new:%H:%M}", "from": f"{day}"} for new, day in when.items()]
        for site, when in plan.new(plan.zone).items()
    }
    return facts | {
        "notes": notes,
        "warnings": warnings,
        "at": f"{plan.at:%H:%M}",
        "timezone": None if plan.zone is None else str(plan.zone),
        "next": plan.following(datetime.now(UTC)).isoformat(),
        "new": new,
    }


def sentences(plan: Plan, done: dict[str, Any]) -> list[str]:
    """Return sentences on the result, the next run, each site's next puzzle, and the notes and warnings."""
    words = [f"{done['action']}: {file_or_line}" for file_or_line in done.get("files", [done.get("line")])]
    words.append(f"next run: {datetime.fromisoformat(done['next']):%A %Y-%m-%d %H:%M} {name(plan.zone)}")
    for site, when in plan.new(plan.zone).items():
        (new, _), *changes = when.items()
        later = "".join(f", sometimes at {at:%H:%M} (next on {day})" for at, day in changes)
        words.append(f"new puzzle of {site}: at {new:%H:%M} {name(plan.zone)}{later}")
    return [*words, *done["notes"], *(f"warning: {warning}" for warning in done["warnings"])]


def planned(scheduler: str, targets: Sequence[str], at: str, timezone: str | None) -> Plan:
    """Return the plan that the options of the command ask for."""
    zone = None if timezone is None else time_zone(timezone)
    clock = zone if scheduler == "systemd" else None  # Only systemd knows time zones.
    played = targets or [puzzle.text for puzzle in settings.load().daily]
    sites = {target.site.NAME: target.site for text in played for target in resolve(text)}
    today = datetime.now(UTC).astimezone(zone).date()
    return Plan(time_of_day(at), zone, clock, today, [*sites.values()], targets)
