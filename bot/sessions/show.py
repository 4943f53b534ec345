"""Show sessions: as JSON lines, as a table, one in detail in the terminal, and its files in the user's browser."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Sequence
from datetime import UTC
from typing import TYPE_CHECKING, Any

from rich.filesize import decimal
from rich.table import Column, Table
from rich.text import Text

from bot.browser.launch import no_display
from bot.draw.terminal import out, pictures, short_names
from bot.errors import EnterError, SetupError
from bot.play.result import ABSENT
from bot.sessions.playback import input_frames, last_picture, left_out, puzzle_of
from scrapers import ReadError, clean

if TYPE_CHECKING:
    from pathlib import Path

    from bot.sessions.store import Session
    from solvers import Picture

SHORT_ID = len("2026-11-20T071500")
"""The first characters of an id, which nearly always are enough to name it."""
WIDE = 80
"""The columns of a terminal from which a list has numbers, or ids of sessions."""
FIXABLE = frozenset({ReadError.__name__, EnterError.__name__})
"""The families of errors that a maintainer can fix."""


def brief(session: Session) -> dict[str, Any]:
    """Return the JSON line of `givens sessions list` for a session."""
    return {
        "target": session.record.target,
        "id": session.id,
        "session": str(session.folder),
        "site": session.record.site,
        "kind": session.kind,
        "outcome": session.record.outcome,
        "started": session.record.started.isoformat(),
        "kept": session.kept,
        "size": session.size,
        "ms": session.record.ms,
        "problem": session.problem,
    }


def whole(session: Session) -> dict[str, Any]:
    """Return the JSON line of `givens sessions show`: all facts, events and files."""
    files = {name: stat.st_size for name, stat in session.files().items()}
    facts: dict[str, Any] = session.json("session.json")
    return facts | brief(session) | {"events": session.events(), "files": files, "shortened": session.shortened}


def print_table(sessions: Sequence[Session], count: int) -> None:
    """Print a table of the newest of `count` sessions, each with a beginning of its id that no other of them has."""
    numbers = ["seconds", "size"] if out.width >= WIDE else []
    columns = [Column(title, no_wrap=True) for title in ("id", "outcome")]
    columns += [Column(title, justify="right") for title in numbers]
    table = Table(*columns, "target", box=None, pad_edge=False)
    names = short_names([clean(session.record.target) for session in sessions])
    ids = [session.id for session in sessions]
    for session, name in zip(sessions, names, strict=True):
        total = session.record.ms.get("total")
        kept = ", kept" if session.kept else ""
        beginnings = (session.id[:length] for length in range(SHORT_ID, len(session.id) + 1))
        table.add_row(
            next(begun for begun in beginnings if sum(id_.startswith(begun) for id_ in ids) == 1),
            f"{session.record.outcome}{kept}",
            *["" if total is None else f"{total / 1000:.1f}", decimal(session.size)][: len(numbers)],
            Text(name),
        )
    out.print(table)
    for session in sessions:
        if session.problem:
            out.print(Text(session.problem))
    if len(sessions) < count:
        out.print(f"the newest {len(sessions)} of {count} sessions; --limit N shows more")


def print_session(session: Session) -> None:
    """Print a session: its facts, boards and events, and its error with a command to try."""
    folder = f"{session.folder} · {decimal(session.size)}"
    known = {"outcome": session.record.outcome} | facts(session) | {"folder": folder}
    for name, value in known.items():
        out.print(Text.assemble((f"{name:13} ", "dim"), clean(value)))
    if drawn := boards(session):
        out.print(pictures(drawn))
    for words in steps_taken(session):
        out.print(Text(words))
    if error := session.record.error:
        out.print(Text(clean(error), "red"))
        if error.command:
            out.print(Text(clean(f"try: {error.command}")))
        if error.family in FIXABLE:
            out.print(Text(f"try: givens sessions share {session.id} -o FILE.zip   (for a maintainer)"))


def facts(session: Session) -> dict[str, str]:
    """Return the facts of a session in words."""
    record = session.record
    late = f", {record.repaired} late or lost" if record.repaired else ""
    seconds = (record.ended - record.started).total_seconds() if record.ended else None
    facts = {
        "session": session.id,
        "target": record.target,
        "site": record.site,
        "kind": session.kind,
        "layout": record.layout,
        "address": record.url,
        "about": " · ".join(f"{name} {value}" for name, value in record.about.items()),
        "clues": record.clues or None,
        "solution": {"one": "proven unique by Z3", "several": "one of several", "none": "none"}.get(record.verdict),
        "inputs": None if record.inputs is ABSENT else f"{record.inputs}{late}",
        "the page said": record.said,
        "started": f"{record.started.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",
        "took": None if seconds is None else f"{max(0.0, seconds):.1f} s, including the start of the browser",
        "times": " · ".join(f"{phase} {took:.0f} ms" for phase, took in record.ms.items()),
        "refused": ", ".join(record.not_served),
        "kept by hand": "yes" if session.kept else None,
        "too large": "; ".join([] if session.problem else left_out(session)),
        "versions": ", ".join(f"{name} {version}" for name, version in record.versions.items()),
        "browser": ", ".join(f"{name} {_value_words(value)}" for name, value in record.browser.items()),
    }
    return {name: str(value) for name, value in facts.items() if value}


def boards(session: Session) -> list[tuple[str, Picture]]:
    """Return pictures of the board as it was found and, if that is another, as it was in the end.

    There are none without a recorded puzzle of a known kind.
    """
    puzzle = puzzle_of(session)
    if puzzle is None:
        return []
    before, after = next(input_frames(session, puzzle)).picture, last_picture(session, puzzle)
    return [("before", before), ("after", after)][: 1 + (before != after)]


def steps_taken(session: Session) -> list[str]:
    """Return a line about each event of a session that is no input and no error."""
    lines = []
    for event in session.events():
        name, time = event.pop("event"), event.pop("t", None)
        if name not in {"input", "error"}:
            words = ", ".join(f"{key} {_value_words(value)}" for key, value in event.items())
            lines.append(clean(f"{'' if time is None else f'{time:8.2f} s  '}{name}: {words}"))
    return lines


def _value_words(value: object) -> object:
    """Return a recorded value for people: of a list its length, of counts the names of what was counted."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " and ".join(key if count == 1 else f"{count} × {key}" for key, count in value.items())
    return len(value) if isinstance(value, list) else value


def open_page(page: Path) -> None:
    """Open a page in the user's browser; raise `SetupError` if there is no display or no browser."""
    if not has_display():
        raise SetupError(f"{page} was written, but there is no display to open it on")
    if not webbrowser.open(page.resolve().as_uri()):
        raise SetupError(
            f"{page} was written, but no browser was found to open it", command="set BROWSER to the browser to use"
        )


def has_display() -> bool:
    """Return whether a browser can be opened; without a display, one in the terminal would take it over."""
    return not no_display() or bool(os.environ.get("BROWSER"))  # Which may name one that needs no display.
