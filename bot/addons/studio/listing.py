"""The list of all sessions, and the playback of one, as parts of the page."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bot.draw.svg import svg
from bot.sessions.playback import Film, input_frames, last_picture, puzzle_of
from bot.sessions.report import render, title_of
from bot.sessions.show import brief, facts
from bot.sessions.store import sessions
from solvers import dump, names_of

if TYPE_CHECKING:
    from bot.sessions.store import Session
    from solvers import Puzzle

UNITS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}
LIVE = timedelta(minutes=10)
"""The age from which on a session that has not ended is not going on."""


def page() -> str:
    """Return the list: those that go on, then the newest first; raise `SetupError` if they cannot be read."""
    rows = sorted(listed(), key=lambda row: (row["result"] == "running", row["started"]), reverse=True)
    return render("sessions.html", __package__, rows=rows)


def listed() -> list[dict[str, Any]]:
    """Return what the list says of each session."""
    now = datetime.now(UTC)
    return [
        brief(session)
        | {
            "names": " ".join(names_of(session.kind)),
            "result": "running" if outcome == "unfinished" and now - started < LIVE else outcome,
            "ago": ago((now - started).total_seconds()),
        }
        for session in sessions()
        for started, outcome in [(session.record.started, session.record.outcome)]
    ]


def ago(seconds: float) -> str:
    """Say how long ago something was."""
    unit, length = next(((unit, length) for unit, length in UNITS.items() if seconds >= length), ("second", 1))
    count = int(seconds / length)
    return f"{count} {unit}{'' if count == 1 else 's'} ago" if count > 0 else "now"


def playback(session: Session) -> str:
    """Return a part of a page: the session's title, facts and inputs, played back by `player.js`."""
    puzzle = None if session.problem else puzzle_of(session)
    return render(
        "playback.html",
        __package__,
        session=session,
        title=title_of(session),
        facts=facts(session),
        film=puzzle and Film(input_frames(session, puzzle)),
        address=puzzle and puzzle_fragment(puzzle),
    )


def drawn(session: Session) -> str:
    """Return the board of a session, as it is now or was in the end, as an SVG document; "" without a puzzle."""
    puzzle = None if session.problem else puzzle_of(session)
    return "" if puzzle is None else svg(last_picture(session, puzzle), rulers=False)


def puzzle_fragment(puzzle: Puzzle) -> str:
    """Return the part of the studio's address that opens a puzzle."""
    return f"#puzzle={quote(json.dumps(dump(puzzle), separators=(',', ':')))}"
