"""The start page: a card for each puzzle of the day, drawn from the facts of `bot.daily.today`."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bot.daily.today import DAYS, puzzles
from bot.draw.svg import layers
from bot.private import sessions_folder
from bot.sessions.report import duration, render
from solvers import KINDS, BadPuzzle, Grid, Picture, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.draw.svg import Layers

MEDIAN_OF = 7
"""How many plays a median in a plot is over."""
WIDE, HIGH, MARGIN = 336.0, 64.0, 4.0
"""The size of a plot in its units, and the space around its dots."""
TONES = {"done": "good", "failed": "bad", "check": "warn", "left": ""}
LABELS = {"done": "accepted", "failed": "failed", "check": "to check", "left": "left"}


def page() -> str:
    """Return the part of a page that shows the day."""
    return render("today.html", cards=[*map(_card, puzzles())], tones=TONES, labels=LABELS)


def _card(facts: dict[str, Any]) -> dict[str, Any]:
    """Add a title, a board, a plot and the session to the facts of a puzzle."""
    play = facts["play"] or {}
    about = play.get("about") or {}
    number = f" #{about['number']}" if about.get("number") is not None else ""
    session = Path(play.get("session") or "").name
    total = play.get("ms", {}).get("total")
    return facts | {
        "title": f"{facts['target'].replace('_', ' ')}{number}",
        "board": _board(play, facts["kind"]),
        "took": duration(total) if total and facts["state"] == "done" else "",
        "session": session if session and (sessions_folder() / session).is_dir() else "",
        "weekday": date.fromisoformat(facts["days"][0]["day"]).weekday(),
        "plot": _plot([day["ms"] for day in facts["days"]]),
    }


def _board(play: dict[str, Any], kind: str | None) -> Layers | None:
    """Draw the board of a play with its solution, or an empty board of the kind."""
    with suppress(BadPuzzle, KeyError, TypeError):
        puzzle = load(play["puzzle"])
        return layers(puzzle.picture(Grid.parse(play["solution"])), rulers=False)
    return layers(Picture(*KINDS[kind].SIZE, {}), rulers=False) if kind else None


def _plot(times: Sequence[float | None]) -> dict[str, Any] | None:
    """Return the dots of a plot and the line of the running median, with the longest time; None without times."""
    known = [(at, ms) for at, ms in enumerate(times) if ms is not None]
    if not known:
        return None
    most = max(ms for _, ms in known)

    def spot(at: int, ms: float) -> tuple[float, float]:
        x = MARGIN + (WIDE - 2 * MARGIN) * at / (DAYS - 1)
        return round(x, 1), round(HIGH - MARGIN - (HIGH - 2 * MARGIN) * ms / most, 1)

    middles = [median(ms for _, ms in known[max(0, end - MEDIAN_OF) : end]) for end in range(1, len(known) + 1)]
    line = " ".join("{:g},{:g}".format(*spot(at, middle)) for (at, _), middle in zip(known, middles, strict=True))
    words = f"times of {len(known)} plays: median {duration(middles[-1])} now, longest {duration(most)}"
    return {"dots": [spot(at, ms) for at, ms in known], "line": line, "most": duration(most), "words": words}
