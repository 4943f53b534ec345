"""The list of all sessions, as a part of the page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.sessions.report import render
from bot.sessions.show import brief
from bot.sessions.store import sessions
from solvers import names_of

TONES = {"accepted": "good", "failed": "bad", "unreadable": "bad", "running": "live", "read": ""}
UNITS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}
LIVE = timedelta(minutes=10)
"""The age from which on a session that has not ended is not going on."""


def page() -> str:
    """Return the list: those that go on, then the newest first; raise `SetupError` if they cannot be read."""
    rows = sorted(listed(), key=lambda row: (row["result"] == "running", row["started"]), reverse=True)
    return render("sessions.html", __package__, rows=rows, tones=TONES)


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
