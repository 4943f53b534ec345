"""An overview of many sessions: counts, medians, and plots over time, with positions in percent."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, timedelta
from math import ceil, floor, log10
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bot.play.result import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime

    from bot.sessions.store import Session

OUTCOMES = ("accepted", "entered", "read", "failed", "interrupted", "unfinished", "unreadable")
"""The outcomes in the order of the page; unknown ones follow."""
PHASES = ("open", "read", "solve", "enter", "accept", "total")
MARKERS = 8
"""The number of different markers in a plot."""
LABELS = 4
"""The number of labels on a time axis."""
MAX_BAR_WIDTH = 12.0
MARGIN = 2.0
"""The empty space at the left and right of a plot."""
MIN_MS = 0.1
"""The lowest time on a plot's scale."""


class Group(NamedTuple):
    """The sessions of one site and kind: their outcomes, and medians over the accepted ones."""

    site: str
    kind: str
    outcomes: Mapping[str, int]
    ms: Mapping[str, float]
    inputs: float | None


class Dot(NamedTuple):
    """A session in a plot."""

    x: float
    y: float
    marker: int
    session: str
    label: str


class Plot(NamedTuple):
    """A plot of one duration of each session, on a logarithmic scale."""

    title: str
    summary: str
    """The plot in words, also for screen readers."""
    dots: Sequence[Dot]
    levels: Sequence[tuple[float, float]]
    """The position and the milliseconds of each line of the scale."""
    days: Sequence[tuple[float, str]]


class Bar(NamedTuple):
    """The sessions of one day with the same outcome."""

    x: float
    y: float
    width: float
    height: float
    outcome: str
    label: str


class Overview(NamedTuple):
    """Everything that the page shows about all sessions together."""

    outcomes: Mapping[str, int]
    groups: Sequence[Group]
    markers: Mapping[str, int]
    """The marker of each kind."""
    bars: Sequence[Bar]
    bar_days: Sequence[tuple[float, str]]
    most: int
    """The highest number of sessions on one day."""
    plots: Sequence[Plot]


def overview(sessions: Sequence[Session]) -> Overview:
    """Return the overview of one or more sessions."""
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
    """Return the kind of a session's puzzle for people."""
    return (session.kind or "unknown").replace("_", " ")


def day_of(session: Session) -> date:
    """Return the day in UTC on which a session started."""
    return session.started.astimezone(UTC).date()


def outcomes_of(sessions: Iterable[Session]) -> dict[str, int]:
    """Count sessions by outcome, in the order of `OUTCOMES`."""
    counts = Counter(session.outcome for session in sessions)
    order = [*(outcome for outcome in OUTCOMES if outcome in counts), *sorted(counts.keys() - set(OUTCOMES))]
    return {outcome: counts[outcome] for outcome in order}


def duration(ms: float) -> str:
    """Return a duration with its unit, for people."""
    second = 1000
    return f"{ms:.3g} ms" if ms < second else f"{ms / second:.3g} s"


def _groups(sessions: Sequence[Session]) -> list[Group]:
    groups: dict[tuple[str, str], list[Session]] = {}
    for session in sessions:
        groups.setdefault((session.site, kind_of(session)), []).append(session)
    result = []
    for (site, kind), members in sorted(groups.items()):
        done = [session for session in members if session.outcome == "accepted"]
        times = [session.record.ms for session in done]
        ms = {phase: median(known) for phase in PHASES if (known := [ms[phase] for ms in times if phase in ms])}
        inputs = [session.record.inputs for session in done if session.record.inputs is not ABSENT]
        result.append(Group(site, kind, outcomes_of(members), ms, median(inputs) if inputs else None))
    return result


def _bars(sessions: Sequence[Session], most: int) -> list[Bar]:
    """Stack the sessions of each day by outcome."""
    by_day: dict[date, list[Session]] = {}
    for session in sessions:
        by_day.setdefault(day_of(session), []).append(session)
    first = min(by_day)
    slot = 100 / ((max(by_day) - first).days + 1)
    width = min(0.8 * slot, MAX_BAR_WIDTH)
    bars = []
    for day, members in sorted(by_day.items()):
        top = 100.0
        for outcome, count in outcomes_of(members).items():
            height = 100 * count / most
            top -= height
            left = ((day - first).days + 0.5) * slot - width / 2
            bars.append(Bar(left, top, width, height, outcome, f"{day}: {count} {outcome}"))
    return bars


def _days(first: date, last: date) -> list[tuple[float, str]]:
    """Return labels for some days, with their positions."""
    count = (last - first).days + 1
    parts = min(count, LABELS) - 1
    chosen = [round((count - 1) * at / parts) for at in range(parts + 1)] if parts else [0]
    return [(100 * (at + 0.5) / count, f"{first + timedelta(days=at)}") for at in chosen]


def _plot(title: str, phase: str, sessions: Sequence[Session], markers: Mapping[str, int]) -> Plot | None:
    """Plot one duration of each session; None if no session has it."""
    times = {session.id: max(ms[phase], MIN_MS) for session in sessions if phase in (ms := session.record.ms)}
    plotted = [session for session in sessions if session.id in times]
    if not plotted:
        return None
    levels = _levels(min(times.values()), max(times.values()))
    low, high = log10(levels[0]), log10(levels[-1])
    starts = [session.started.astimezone(UTC) for session in plotted]
    first, last = min(starts), max(starts)
    length = last - first
    dots = []
    for session, start in zip(plotted, starts, strict=True):
        took = times[session.id]
        x = 50.0 if not length else MARGIN + (100 - 2 * MARGIN) * ((start - first) / length)
        y = 100 - 100 * (log10(took) - low) / (high - low)
        label = f"{session.site}, {start:%Y-%m-%d %H:%M}: {duration(took)}"
        dots.append(Dot(x, y, markers[kind_of(session)], session.id, label))
    shortest, middle, longest = (duration(function(times.values())) for function in (min, median, max))
    count = f"{len(plotted)} session{'' if len(plotted) == 1 else 's'}"
    summary = f"{count}: shortest {shortest}, median {middle}, longest {longest}"
    tops = [(100 - 100 * (log10(level) - low) / (high - low), level) for level in levels]
    return Plot(title, summary, dots, tops, _moments(first, last))


def _levels(low: float, high: float) -> list[float]:
    """Return two or more round numbers for a scale that includes both values."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    round_numbers = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    within = [
        level
        for at, level in enumerate(round_numbers)
        if (at + 1 == len(round_numbers) or round_numbers[at + 1] > low) and (at == 0 or round_numbers[at - 1] < high)
    ]
    if len(within) > 6:  # noqa: PLR2004 - more labels would overlap
        within = [10.0**power for power in powers]
    return within if len(within) > 1 else [within[0] / 2, within[0] * 2]


def _moments(first: datetime, last: datetime) -> list[tuple[float, str]]:
    """Return labels for some moments, with their positions: days, or times if all are within a few days."""
    if first == last:
        return [(50.0, f"{first:%Y-%m-%d %H:%M}")]
    form = "%Y-%m-%d" if last - first > timedelta(days=LABELS) else "%m-%d %H:%M"
    parts = LABELS - 1
    places = {f"{first + (last - first) * at / parts:{form}}": at for at in (*range(1, parts), parts, 0)}
    return sorted((MARGIN + (100 - 2 * MARGIN) * at / parts, moment) for moment, at in places.items())
