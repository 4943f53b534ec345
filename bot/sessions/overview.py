"""Many sessions at a glance: counts, medians, and plots over time, laid out in percent of whatever room there is."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, timedelta
from math import ceil, floor, log10
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bot.sessions.playback import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime

    from bot.sessions.store import Session

OUTCOMES = ("accepted", "read", "failed", "interrupted", "unfinished", "unreadable")
"""In the order in which they are told; what else a session says comes last."""
PHASES = ("open", "read", "solve", "enter", "accept", "total")
MARKERS = 8
"""How many kinds are told apart in a plot."""
NAMED = 4
"""Days or moments that a plot names."""
WIDEST = 12.0
"""Percent that a bar is wide at most."""
EDGE = 2.0
"""Percent that a plot leaves free on its left and right."""
LOWEST = 0.1
"""Milliseconds below which a plot does not tell times apart."""


class Group(NamedTuple):
    """The sessions of one puzzle page: how they ended, and the medians of those that the page accepted."""

    site: str
    kind: str
    outcomes: Mapping[str, int]
    ms: Mapping[str, float]
    inputs: float | None


class Dot(NamedTuple):
    """A session in a plot; left and top in percent."""

    x: float
    y: float
    marker: int
    session: str
    words: str


class Plot(NamedTuple):
    """A plot of one time of each session, on a scale of powers of ten."""

    title: str
    words: str
    """What it shows, for those who do not see it."""
    dots: Sequence[Dot]
    levels: Sequence[tuple[float, float]]
    """Top in percent, and milliseconds."""
    days: Sequence[tuple[float, str]]


class Bar(NamedTuple):
    """The sessions of a day that ended alike; all lengths in percent."""

    x: float
    y: float
    width: float
    height: float
    outcome: str
    words: str


class Overview(NamedTuple):
    """All that is told of many sessions."""

    outcomes: Mapping[str, int]
    groups: Sequence[Group]
    markers: Mapping[str, int]
    """The marker of each kind."""
    bars: Sequence[Bar]
    bar_days: Sequence[tuple[float, str]]
    most: int
    """The sessions of the fullest day."""
    plots: Sequence[Plot]


def overview(sessions: Sequence[Session]) -> Overview:
    """Return what is to be told of sessions, of which there is one at least."""
    kinds = sorted({kind_of(session) for session in sessions})
    markers = {kind: at % MARKERS for at, kind in enumerate(kinds)}
    days = Counter(map(day_of, sessions))
    accepted = [session for session in sessions if session.outcome == "accepted"]
    most = max(days.values())
    return Overview(
        outcomes_of(sessions),
        _groups(sessions),
        markers,
        _bars(sessions, most),
        _days(min(days), max(days)),
        most,
        [
            plot
            for title, phase in (("From opening to accepted", "total"), ("Solving", "solve"))
            if (plot := _plot(title, phase, accepted, markers))
        ],
    )


def kind_of(session: Session) -> str:
    """Return a word for the kind of a session's puzzle."""
    return (session.kind or "unknown").replace("_", " ")


def day_of(session: Session) -> date:
    """Return the day in UTC on which a session began."""
    return session.started.astimezone(UTC).date()


def ms_of(session: Session) -> dict[str, float]:
    """Return the milliseconds of a session's phases, as far as it tells them."""
    told = session.facts.get("ms")
    return {
        name: ms
        for name, value in (told.items() if isinstance(told, dict) else ())
        if (ms := number(value)) is not None
    }


def outcomes_of(sessions: Iterable[Session]) -> dict[str, int]:
    """Count sessions by how they ended."""
    counts = Counter(session.outcome for session in sessions)
    order = [*(one for one in OUTCOMES if one in counts), *sorted(counts.keys() - set(OUTCOMES))]
    return {outcome: counts[outcome] for outcome in order}


def duration(ms: float) -> str:
    """Write milliseconds as people read them."""
    second = 1000
    return f"{ms:.3g} ms" if ms < second else f"{ms / second:.3g} s"


def _groups(sessions: Sequence[Session]) -> list[Group]:
    groups: dict[tuple[str, str], list[Session]] = {}
    for session in sessions:
        groups.setdefault((session.site, kind_of(session)), []).append(session)
    found = []
    for (site, kind), its in sorted(groups.items()):
        done = [session for session in its if session.outcome == "accepted"]
        times = [ms_of(session) for session in done]
        ms = {phase: median(known) for phase in PHASES if (known := [one[phase] for one in times if phase in one])}
        inputs = [many for session in done if (many := number(session.facts.get("inputs"))) is not None]
        found.append(Group(site, kind, outcomes_of(its), ms, median(inputs) if inputs else None))
    return found


def _bars(sessions: Sequence[Session], most: int) -> list[Bar]:
    """Stack the sessions of each day by how they ended."""
    by_day: dict[date, list[Session]] = {}
    for session in sessions:
        by_day.setdefault(day_of(session), []).append(session)
    first = min(by_day)
    room = 100 / ((max(by_day) - first).days + 1)
    width = min(0.8 * room, WIDEST)
    bars = []
    for day, its in sorted(by_day.items()):
        top = 100.0
        for outcome, count in outcomes_of(its).items():
            height = 100 * count / most
            top -= height
            left = ((day - first).days + 0.5) * room - width / 2
            bars.append(Bar(left, top, width, height, outcome, f"{day}: {count} {outcome}"))
    return bars


def _days(first: date, last: date) -> list[tuple[float, str]]:
    """Return some days to name below the bars."""
    count = (last - first).days + 1
    parts = min(count, NAMED) - 1
    chosen = [round((count - 1) * at / parts) for at in range(parts + 1)] if parts else [0]
    return [(100 * (at + 0.5) / count, f"{first + timedelta(days=at)}") for at in chosen]


def _plot(title: str, phase: str, sessions: Sequence[Session], markers: Mapping[str, int]) -> Plot | None:
    """Plot one time of sessions; None where none tells it."""
    times = {session.id: max(ms[phase], LOWEST) for session in sessions if phase in (ms := ms_of(session))}
    its = [session for session in sessions if session.id in times]
    if not its:
        return None
    levels = _levels(min(times.values()), max(times.values()))
    low, high = log10(levels[0]), log10(levels[-1])
    began = [session.started.astimezone(UTC) for session in its]
    first, last = min(began), max(began)
    length = last - first
    dots = []
    for session, at in zip(its, began, strict=True):
        took = times[session.id]
        x = 50.0 if not length else EDGE + (100 - 2 * EDGE) * ((at - first) / length)
        y = 100 - 100 * (log10(took) - low) / (high - low)
        words = f"{session.site}, {at:%Y-%m-%d %H:%M}: {duration(took)}"
        dots.append(Dot(x, y, markers[kind_of(session)], session.id, words))
    shortest, middle, longest = (duration(one(times.values())) for one in (min, median, max))
    words = f"{len(its)} sessions: shortest {shortest}, median {middle}, longest {longest}"
    tops = [(100 - 100 * (log10(level) - low) / (high - low), level) for level in levels]
    return Plot(title, words, dots, tops, _moments(first, last))


def _levels(low: float, high: float) -> list[float]:
    """Return the round numbers to name on a scale that holds both, two at least."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    fine = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    within = [
        level
        for at, level in enumerate(fine)
        if (at + 1 == len(fine) or fine[at + 1] > low) and (at == 0 or fine[at - 1] < high)
    ]
    if len(within) > 6:  # noqa: PLR2004 - more stand too close to be read
        within = [10.0**power for power in powers]
    return within if len(within) > 1 else [within[0] / 2, within[0] * 2]


def _moments(first: datetime, last: datetime) -> list[tuple[float, str]]:
    """Return some moments to name below the dots, each by its day, or by its time where they are near."""
    if first == last:
        return [(50.0, f"{first:%Y-%m-%d %H:%M}")]
    form = "%Y-%m-%d" if last - first > timedelta(days=NAMED) else "%m-%d %H:%M"
    parts = NAMED - 1
    places = {f"{first + (last - first) * at / parts:{form}}": at for at in (*range(1, parts), parts, 0)}
    return sorted((EDGE + (100 - 2 * EDGE) * at / parts, moment) for moment, at in places.items())
