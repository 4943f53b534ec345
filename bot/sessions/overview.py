"""An overview of many sessions: counts, medians, and plots over time, with positions in percent."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, timedelta
from math import ceil, floor, log10
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bot.play.result import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date, datetime

    from bot.sessions.store import Session

OUTCOMES = ("accepted", "entered", "read", "failed", "interrupted", "unfinished", "unreadable")
"""The outcomes in the order of the page; unknown ones follow."""
PHASES = ("open", "read", "solve", "enter", "accept", "total")
PLOTTED = {"total": "From opening to accepted", "solve": "Solving"}
"""The phases that are plotted, with the titles of their plots."""
MARKERS = 6
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


class Bar(NamedTuple):
    """The sessions of one day with the same outcome."""

    x: float
    y: float
    width: float
    height: float
    outcome: str
    label: str


class Overview:
    """Everything that the page shows about all sessions together."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        """Count and plot one or more sessions."""
        self.outcomes = outcomes_of(sessions)
        kinds = sorted({kind_of(session) for session in sessions})
        self.markers = {kind: at % MARKERS for at, kind in enumerate(kinds)}
        """The marker of each kind."""
        by_page: dict[tuple[str, str], list[Session]] = {}
        by_day: dict[date, list[Session]] = {}
        for session in sessions:
            by_page.setdefault((session.record.site, kind_of(session)), []).append(session)
            by_day.setdefault(session.record.started.astimezone(UTC).date(), []).append(session)
        self.groups = [_group(site, kind, members) for (site, kind), members in sorted(by_page.items())]
        self.most = max(map(len, by_day.values()))
        """The highest number of sessions on one day."""
        self.bars = list(_bars(by_day, self.most))
        self.bar_days = _days(min(by_day), max(by_day))
        failed: dict[str, list[Session]] = {}
        for session in sessions:
            if session.record.error:
                failed.setdefault(session.record.error.brief(session.record.target), []).append(session)
        self.failures = sorted(failed.items(), key=lambda item: -len(item[1]))
        """The sessions that failed in the same way, by how they failed, the most frequent failure first."""
        accepted = [session for session in sessions if session.record.outcome == "accepted"]
        timed = {phase: [each for each in accepted if phase in each.record.ms] for phase in PLOTTED}
        self.plots = [Plot(phase, found, self.markers) for phase, found in timed.items() if found]


class Plot:
    """A plot of one duration of each session, on a logarithmic scale."""

    def __init__(self, phase: str, sessions: Sequence[Session], markers: Mapping[str, int]) -> None:
        """Plot the duration of a phase, which all sessions have."""
        self.title = PLOTTED[phase]
        times = [max(session.record.ms[phase], MIN_MS) for session in sessions]
        shortest, middle, longest = (duration(function(times)) for function in (min, median, max))
        count = f"{len(times)} session{'' if len(times) == 1 else 's'}"
        self.summary = f"{count}: shortest {shortest}, median {middle}, longest {longest}"
        """The plot in words, also for screen readers."""
        levels = _levels(min(times), max(times))
        low, high = log10(levels[0]), log10(levels[-1])
        tops = [100 - 100 * (log10(ms) - low) / (high - low) for ms in (*levels, *times)]
        self.levels = list(zip(tops, levels, strict=False))
        """The position and the milliseconds of each line of the scale."""
        starts = [session.record.started.astimezone(UTC) for session in sessions]
        first, last = min(starts), max(starts)
        self.days = _moments(first, last)
        self.dots = []
        for session, start, took, y in zip(sessions, starts, times, tops[len(levels) :], strict=True):
            x = 50.0 if first == last else MARGIN + (100 - 2 * MARGIN) * ((start - first) / (last - first))
            label = f"{session.record.site}, {start:%Y-%m-%d %H:%M}: {duration(took)}"
            self.dots.append(Dot(x, y, markers[kind_of(session)], session.id, label))


def kind_of(session: Session) -> str:
    """Return the kind of a session's puzzle for people."""
    return (session.kind or "unknown").replace("_", " ")


def outcomes_of(sessions: Iterable[Session]) -> dict[str, int]:
    """Count sessions by outcome, in the order of `OUTCOMES`."""
    counts = Counter(session.record.outcome for session in sessions)
    order = (*OUTCOMES, *sorted(counts.keys() - set(OUTCOMES)))
    return {outcome: counts[outcome] for outcome in order if counts[outcome]}


def duration(ms: float) -> str:
    """Return a duration with its unit, for people."""
    second = 1000
    return f"{ms:.3g}\u00a0ms" if ms < second else f"{ms / second:.3g}\u00a0s"  # Never apart on two lines.


def _group(site: str, kind: str, members: Sequence[Session]) -> Group:
    records = [session.record for session in members if session.record.outcome == "accepted"]
    times = {phase: [record.ms[phase] for record in records if phase in record.ms] for phase in PHASES}
    inputs = [record.inputs for record in records if record.inputs is not ABSENT]
    medians = {phase: median(known) for phase, known in times.items() if known}
    return Group(site, kind, outcomes_of(members), medians, median(inputs) if inputs else None)


def _bars(by_day: Mapping[date, Sequence[Session]], most: int) -> Iterator[Bar]:
    """Yield the bars of each day, stacked by outcome."""
    first = min(by_day)
    slot = 100 / ((max(by_day) - first).days + 1)
    width = min(0.8 * slot, MAX_BAR_WIDTH)
    for day, members in sorted(by_day.items()):
        left, top = ((day - first).days + 0.5) * slot - width / 2, 100.0
        for outcome, count in outcomes_of(members).items():
            height = 100 * count / most
            top -= height
            yield Bar(left, top, width, height, outcome, f"{day}: {count} {outcome}")


def _days(first: date, last: date) -> list[tuple[float, str]]:
    """Return labels for some days, with their positions."""
    count = (last - first).days + 1
    parts = min(count, LABELS) - 1
    chosen = [round((count - 1) * at / parts) for at in range(parts + 1)] if parts else [0]
    return [(100 * (at + 0.5) / count, f"{first + timedelta(days=at)}") for at in chosen]


def _levels(low: float, high: float) -> list[float]:
    """Return two or more round numbers for a scale that includes both values."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    round_numbers = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    below = max(at for at, level in enumerate(round_numbers) if at == 0 or level <= low)
    above = next((at for at, level in enumerate(round_numbers) if level >= high), len(round_numbers))
    within = round_numbers[below : above + 1]
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
