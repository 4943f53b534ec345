"""Schedule `givens daily`: a time of day, that time on another clock, and the times when puzzles are published."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from bot.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo

    from scrapers import Site

YEAR = 366
"""The number of days to look ahead; they include every clock change."""
SOON = timedelta(hours=2)
"""A puzzle published within this time after a run causes a warning."""
MARGIN = timedelta(minutes=15)
"""The time to suggest is this long after a puzzle is published."""
DELAY = timedelta(minutes=7)
"""The delay after the full hour for a scheduler that is overloaded at that moment."""
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """A daily run: the time that the user chose, and the same time on the clock that starts the run."""

    at: time
    zone: tzinfo | None
    """The time zone of `at`; None is the time zone of this machine."""
    clock: tzinfo | None
    """The time zone of the clock that starts the run; None is the time zone of this machine."""
    machine: tzinfo | None
    """The time zone of the machine that plays; some pages use it."""
    today: date
    sites: Sequence[Site]
    """The sites whose puzzles are played."""
    targets: Sequence[str] = ()
    """The arguments of `givens daily`; without any, it plays the puzzles in the settings."""

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
            site.NAME: self.machine if site.POLICY.timezone is None else ZoneInfo(site.POLICY.timezone)
            for site in self.sites
        }
        return {site: times(time(), place, zone, self.today) for site, place in places.items()}

    def off_the_hour(self) -> Plan:
        """Return the plan, some minutes later if it would start at minute 0, when the scheduler is busiest."""
        if next(iter(self.on_clock)).minute != 0:
            return self
        return replace(self, at=(datetime.combine(self.today, self.at) + DELAY).time())

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
