"""The start page: a card for each puzzle of the day, with what is left and how its last twelve weeks went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bot.config import ConfigFile
from bot.daily import settings
from bot.daily.history import History, Play, history_file, key, target_of
from bot.daily.statistics import figures, line
from bot.draw.svg import Layers, layers
from bot.errors import UsageError
from bot.files import sessions_folder
from bot.play.resolve import resolve
from bot.play.sites import family_of, today_of
from bot.sessions.report import duration, render
from scrapers import SITES, Site
from solvers import KINDS, BadPuzzle, Grid, Picture, load

DAYS = 12 * 7
"""How many days a calendar has."""
TONES = {"done": "good", "failed": "bad", "check": "warn", "left": "", "playing": "live"}
LABELS = {"done": "accepted", "failed": "failed", "check": "to check", "left": "left", "playing": "playing …"}
SPOKEN = {"zero": "", "hh1": "0h h1", "hn0": "0h n0", "abc": "ABC", "lits": "LITS", "nyt": "NYT"}
SPOKEN |= {"linkedin": "LinkedIn", "brainbashers": "BrainBashers", "hashi": "Bridges (Hashi)"}
SPOKEN |= {"patches": "Shikaku (Patches)"}
"""How people write what is no plain word, or what they know by another."""
FAMILY = 3
"""How many puzzles of a family stand under its name."""
HEAD = r"[ \t]*\[\[[ \t]*daily[ \t]*\]\]"


def spoken(name: str) -> str:
    """Return the name of a kind or a site as people write it."""
    return " ".join(SPOKEN.get(word, word.title()) for word in name.split("_")).strip()


def page(playing: str = "") -> str:
    """Return the part of a page that shows the day; `playing` is the puzzle that is being played."""
    puzzles = dailies()
    taken = {daily.target for daily in puzzles if daily.chosen}
    names = [site.NAME for site in SITES if site.POLICY.daily and site.NAME not in taken]
    sizes, families = Counter(map(family_of, names)), dict[str, dict[str, str]]()
    for name in sorted(names, key=lambda name: sizes[family_of(name)] < FAMILY):
        family = family_of(name) if sizes[family_of(name)] >= FAMILY else ""
        words = spoken(name.removeprefix(f"{family}_")).replace(" ", "\u00a0")
        families.setdefault(spoken(family) or "Others", {})[name] = words
    return render(
        "today.html",
        __package__,
        cards=[card(daily, playing) for daily in puzzles],
        families=families,
        tones=TONES,
        labels=LABELS,
    )


def card(daily: Daily, playing: str = "") -> dict[str, Any]:
    """Return what the card of a puzzle says."""
    play = daily.plays.get(daily.day)
    facts = {} if play is None else line(play)
    number = (facts.get("about") or {}).get("number")
    session = Path(facts.get("session") or "").name
    total = facts.get("ms", {}).get("total")
    days = [*_calendar(daily)]
    return {
        "target": daily.target,
        "title": spoken(daily.target) + ("" if number is None else f" #{number}"),
        "state": "playing" if daily.target == playing else "left" if play is None else play.state,
        "words": "" if play is None else _words(play),
        "board": _board(facts, daily.site.KIND),
        "blank": play is None,
        "took": duration(total) if total and play is not None and play.done else "",
        "session": session if session and (sessions_folder() / session).is_dir() else "",
        "figures": figures([*daily.plays.values()]) if daily.plays else None,
        "days": days,
        "weekday": date.fromisoformat(days[0]["day"]).weekday(),
    }


def _board(play: dict[str, Any], kind: str | None) -> Layers | None:
    """Draw the board of a play with its solution, or an empty board of the kind."""
    with suppress(BadPuzzle, KeyError, TypeError):
        puzzle = load(play["puzzle"])
        return layers(puzzle.picture(Grid.parse(play["solution"])), rulers=False)
    return layers(Picture(*KINDS[kind].SIZE), rulers=False) if kind else None


class Daily(NamedTuple):
    """A puzzle of every day."""

    target: str
    site: Site
    day: date
    """The site's current day."""
    plays: Mapping[date, Play]
    chosen: bool
    """Whether the settings name it."""


def dailies() -> list[Daily]:
    """Return the daily puzzles: those of the settings, then others that were played in these weeks.

    Raise `UsageError` for a mistake in the settings, `SetupError` if the history cannot be used.
    """
    with History(history_file()) as history:
        return [*_dailies(history.plays())]


def choose(names: Sequence[str]) -> None:
    """Add sites to the settings; raise `UsageError` for none, for an unknown one, and what `settings.add` raises."""
    known = {site.NAME for site in SITES if site.POLICY.daily}
    if not names or not known.issuperset(names):
        raise UsageError("tick at least one puzzle of the list")
    settings.add(names)


def remove(target: str) -> bool:
    """Remove a puzzle from the settings, and its plays from the history; return whether there was any of it.

    Raise what `settings.write` raises.
    """
    if target not in {daily.target for daily in dailies()}:
        return False
    file = ConfigFile.read()
    for number, puzzle in enumerate(file.settings().daily):
        if target in {found.name for found in resolve(puzzle.text, signed_in=puzzle.profile is not None)}:
            settings.write(file, without_daily(file.text, number))
            break
    with History(history_file()) as history:
        history.forget(lambda name: target_of(*name[:2]) == target)
    return True


def without_daily(text: str, number: int) -> str:
    """Return settings without a `[[daily]]`, by its number from zero; comments stay.

    Raise `UsageError` if the puzzles are written in another form.
    """
    tables = re.split(r"(?m)^(?=[ \t]*\[)", text)
    places = [at for at, table in enumerate(tables) if re.match(HEAD, table)]
    if number >= len(places):
        raise UsageError("your day is written as one value: write each as a table that begins with [[daily]]")
    at = places[number]
    tables[at] = re.sub(r"(?m)^[ \t]*[^#\s].*\n?", "", tables[at])
    return "".join(tables)


def _dailies(plays: Sequence[Play]) -> Iterator[Daily]:
    by_puzzle: dict[tuple[str, str], dict[date, Play]] = {}
    for play in plays:
        by_puzzle.setdefault((play.site, play.choices), {})[play.day] = play
    chosen = settings.load().daily
    for puzzle in chosen:
        for target in resolve(puzzle.text, signed_in=puzzle.profile is not None):
            day, choices = key(target, puzzle.profile)
            yield Daily(target.name, target.site, day, by_puzzle.pop((target.site.NAME, choices), {}), chosen=True)
    for (name, choices), played in by_puzzle.items():
        site = next((site for site in SITES if name == site.NAME), None)
        if site is None or "/" in choices or all(play.state == "failed" for play in played.values()):
            continue  # What nobody has chosen, and what never went well, may have been a mistake.
        if max(played) > today_of(site) - timedelta(days=DAYS):
            yield Daily(next(iter(played.values())).name, site, today_of(site), played, chosen=False)


def _calendar(daily: Daily) -> Iterator[dict[str, Any]]:
    """Yield the days of the last weeks: how each went, and why."""
    first = min(daily.plays, default=daily.day)
    for ago in reversed(range(DAYS)):
        day = daily.day - timedelta(days=ago)
        play = daily.plays.get(day)
        state = play.state if play is not None else "missed" if first < day < daily.day else "none"
        words = _words(play) if play is not None else "not played" if state == "missed" else ""
        yield {"day": str(day), "state": state, "words": words}


def _words(play: Play) -> str:
    """Say how a play went, in few words."""
    if play.result.error:
        return play.result.error.brief(play.name)
    return "accepted" if play.done else play.result.said or "not accepted"
