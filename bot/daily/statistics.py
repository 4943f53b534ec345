"""Statistics of the history: streaks and medians of each puzzle, and the last plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter
from statistics import median
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from bot.daily.history import History, Play, history_file, streaks, target_of
from bot.draw.terminal import NAMES, in_lines, out
from bot.errors import UsageError
from bot.play.sites import site_named, sites_named, today_of
from bot.sessions.report import duration
from bot.sessions.show import WIDE

ALL = "all"
"""What stands for every day."""
PAGE = frozenset({"open", "read", "enter", "accept"})
"""The phases in which a page is at work."""


def recent_plays(sites: Iterable[str], days: int | None) -> list[Play]:
    """Return the plays of some sites (by default all) on the last days (by default all), by day."""
    chosen = [site for name in sites for site in sites_named(name)]
    with History(history_file()) as history:
        plays = history.plays([site.NAME for site in chosen])
    if days is None or not plays:
        return plays
    first = max(play.day for play in plays) - timedelta(days=days - 1)
    return [play for play in plays if play.day >= first]


def forget(sites: Sequence[str], day: str) -> list[dict[str, Any]]:
    """Remove the plays of some sites (by default all) on a day, or of named sites on all, and return their names."""
    chosen = {site.NAME for name in sites for site in sites_named(name)}
    if day == ALL and not chosen:
        raise UsageError(
            f"--forget {ALL} needs the sites to forget", command=f"givens daily history SITE --forget {ALL}"
        )
    with History(history_file()) as history:
        names = history.forget(lambda name: (not chosen or name[0] in chosen) and day in {ALL, name[2]})
        found = [{"target": target_of(*name[:2]), "day": name[2]} for name in names]
    if not found and day != ALL:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise UsageError(f"--forget must be a date like 2026-11-19, or {ALL}, not {day!r}") from None
    return found


def figures(plays: Sequence[Play]) -> dict[str, Any]:
    """Return the figures of one puzzle, whose plays these are: counts, rate, streaks, and medians in milliseconds."""
    done = [play for play in plays if play.done]
    streak, longest = streaks((play.day for play in done), today_of(site_named(plays[0].site)))
    times = [play.result.ms or {} for play in done]
    solve = [ms["solve"] for ms in times if "solve" in ms]
    page = [sum(ms.get(phase, 0) for phase in PAGE) for ms in times if not PAGE.isdisjoint(ms)]
    return {
        "plays": len(plays),
        "done": len(done),
        "rate": round(len(done) / len(plays), 4),
        "streak": streak,
        "longest": longest,
        "ms": {"solve": median(solve) if solve else None, "page": median(page) if page else None},
    }


def lines(plays: Iterable[Play]) -> Iterator[dict[str, Any]]:
    """Yield the JSON line of each play, with the figures of its puzzle over all of these plays."""
    plays = list(plays)
    by_puzzle = {name: figures(members) for name, members in _by_puzzle(plays).items()}
    return (line(play) | {"figures": by_puzzle[play.name]} for play in plays)


def line(play: Play) -> dict[str, Any]:
    """Return the JSON line of a play: the line of `givens play`, with its day."""
    facts = {"target": play.name, "day": str(play.day), "at": play.at.isoformat(), "done": play.done}
    return facts | {key: value for key, value in play.line.items() if key not in facts}


def print_plays(plays: Sequence[Play], last: int) -> None:
    """Print a row for each puzzle, then so many of the last plays."""
    puzzles = _by_puzzle(plays)
    is_wide = out.width >= WIDE
    heads = "days", "rate", "streak", "last", *(("longest", "solve", "page") if is_wide else ())
    table = Table("puzzle", *(Column(head, no_wrap=True) for head in heads), box=None, pad_edge=False)
    for name, members in puzzles.items():
        known = figures(members)
        facts = known["done"], f"{100 * known['rate']:.0f} %", known["streak"], str(members[-1].day)
        times = ("–" if ms is None else duration(ms) for ms in known["ms"].values())
        more = (str(known["longest"]), *times) if is_wide else ()
        table.add_row(Text(in_lines(name, out.width - (61 if is_wide else 33))), *map(str, facts), *more)
    out.print(table)
    shown = {name: in_lines(name, out.width // NAMES) for name in puzzles}
    room = max(len(line) for name in shown.values() for line in name.splitlines())
    listed = Table("day", Column("puzzle", min_width=room), "", "result", box=None, pad_edge=False)
    for play in plays[-last:]:
        words = play.result.error.brief(play.name) if play.result.error else play.result.said or ""
        state = Text(play.state, {"done": "green", "check": "yellow", "failed": "red"}[play.state])
        listed.add_row(str(play.day), Text(shown[play.name]), state, Text(words))
    out.print()
    out.print(listed)
    if len(plays) > last:
        out.print(Text(f"the last {last} of {len(plays)} plays; --last N or --json shows more", "dim"))


def _by_puzzle(plays: Iterable[Play]) -> Mapping[str, list[Play]]:
    """Return the plays of each puzzle."""
    name = attrgetter("name")
    return {puzzle: [*group] for puzzle, group in groupby(sorted(plays, key=name), name)}
