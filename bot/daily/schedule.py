"""When `givens daily` is to run: a time of day, what it is on another clock, and when each puzzle is new."""

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
"""Days looked ahead: all clock changes are among them."""
SHORTLY = timedelta(hours=2)
"""How long after a run a new puzzle is soon."""
AFTER = timedelta(minutes=15)
"""How long after a new puzzle to run, if that is to be proposed."""
LATER = timedelta(minutes=7)
"""How long after the full hour to run, where that is a bad time."""
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """A time of day as it was asked for, and as the clock that starts the run shows it."""

    at: time
    zone: tzinfo | None
    """The time zone that was asked for; None is this machine's."""
    clock: tzinfo | None
    """The time zone of the clock that starts the run; None is this machine's."""
    machine: tzinfo | None
    """The time zone of the machine that plays, which a page may go by."""
    today: date
    sites: Sequence[Site]
    """The sites whose puzzles are played."""
    targets: Sequence[str] = ()
    """What `givens daily` is told to play; the settings say it without."""

    @property
    def on_clock(self) -> Mapping[time, date]:
        """The time of day on the clock that starts the run, over a year; only the first is written."""
        return times(self.at, self.zone, self.clock, self.today)

    @property
    def new(self) -> Mapping[str, Mapping[time, date]]:
        """By site: when its puzzle is new, in the time zone that was asked for."""
        return self._new(self.zone)

    def off_the_hour(self) -> Plan:
        """Return the plan, some minutes later if its clock starts it at minute 0, when everybody's is started."""
        if next(iter(self.on_clock)).minute != 0:
            return self
        return replace(self, at=(datetime.combine(self.today, self.at) + LATER).time())

    def following(self, now: datetime) -> datetime:
        """Return when the next run is, in the time zone that was asked for."""
        at = next(iter(self.on_clock))
        first = now.astimezone(self.clock).date()
        runs = (instant(first + days * DAY, at, self.clock) for days in range(2))
        return next(run for run in runs if run > now).astimezone(self.zone)

    def notes(self) -> list[str]:
        """Return what to know of a clock that does not change with the time zone that was asked for."""
        (at, _), *changes = self.on_clock.items()
        if not changes:
            return []
        later, day = changes[0]
        words = (
            f"this clock knows {name(self.clock)} only: {at:%H:%M} is {self.at:%H:%M} {name(self.zone)} until clocks"
            f" change, from {day} on it has to be {later:%H:%M}; type the command again then"
        )
        return [words]

    def warnings(self) -> list[str]:
        """Return a sentence for each site whose puzzle is new shortly after the run, now or later in the year."""
        at, found = next(iter(self.on_clock)), []
        for site, when in self._new(self.clock).items():
            for new, day in when.items():
                gap = (_since_midnight(new) - _since_midnight(at)) % DAY
                if timedelta(0) < gap <= SHORTLY:
                    since = "" if day == self.today else f" from {day} on"
                    better = (datetime.combine(self.today, self.at) + gap + AFTER).time()
                    found.append(
                        f"{site} has a new puzzle at {new:%H:%M} {name(self.clock)}{since}, {gap // MINUTE} minutes"
                        f" after the run, which plays the day before's; --at {better:%H:%M} plays the new one"
                    )
                    break
        return found

    def _new(self, zone: tzinfo | None) -> dict[str, Mapping[time, date]]:
        midnight = time()
        return {
            site.NAME: times(
                midnight,
                self.machine if site.POLICY.timezone is None else ZoneInfo(site.POLICY.timezone),
                zone,
                self.today,
            )
            for site in self.sites
        }


def time_of_day(text: str) -> time:
    """Return the time that a text like 09:15 says; raises `UsageError`."""
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", text, re.ASCII):
        msg = f"--at {text} is no time of day like 09:15"
        raise UsageError(msg)
    hour, minute = map(int, text.split(":"))
    return time(hour, minute)


def time_zone(text: str) -> ZoneInfo:
    """Return the time zone of a name like Europe/Berlin; raises `UsageError` with the names that are near."""
    known = {name.lower(): name for name in available_timezones()}
    if text.lower() in known:
        return ZoneInfo(known[text.lower()])
    near = [known[found] for found in get_close_matches(text.lower(), known, n=3)]
    hint = f"did you mean {' or '.join(near)}?" if near else "write one like Europe/Berlin"
    raise UsageError(f"no time zone is named {text!r}; {hint}")


def instant(day: date, at: time, zone: tzinfo | None) -> datetime:
    """Return when it is that time on that day, in UTC; None is this machine's time zone."""
    return datetime.combine(day, at, zone).astimezone(UTC)


def times(at: time, zone: tzinfo | None, other: tzinfo | None, today: date) -> dict[time, date]:
    """Return what a time of day is in another time zone over the coming year, each with the first day of it."""
    found: dict[time, date] = {}
    for days in range(YEAR):
        day = today + days * DAY
        found.setdefault(instant(day, at, zone).astimezone(other).time(), day)
    return found


def name(zone: tzinfo | None) -> str:
    """Return the name of a time zone in a sentence."""
    return "local time" if zone is None else str(zone)


def _since_midnight(at: time) -> timedelta:
    return timedelta(hours=at.hour, minutes=at.minute)
