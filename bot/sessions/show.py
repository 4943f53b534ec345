"""Show sessions: as JSON lines, as a table, one in detail in the terminal, and its files in the user's browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections import Counter
from typing import TYPE_CHECKING, Any

import platformdirs
from rich.filesize import decimal
from rich.table import Column, Table
from rich.text import Text

from bot.draw.terminal import out, pictures, short_names
from bot.errors import EnterError, SetupError, writing
from bot.sessions.playback import recorded_marks, solution_of, too_large
from scrapers import ReadError, clean
from solvers import GivensError, load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bot.sessions.store import Input, Session
    from solvers import Grid, Picture

SHORT_ID = len("2026-11-20T071500")
"""The first characters of an id, which nearly always are enough to name it."""
WIDE = 80
"""The columns of a terminal from which a list has numbers, or ids of sessions."""
FIXABLE = frozenset({ReadError.__name__, EnterError.__name__})
"""The families of errors that a maintainer can fix."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""The variables that, on Unix, show that a browser can be opened; the last may name one that needs no display."""


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
            out.print(Text(f"{session.id}: {session.problem}"))
    if len(sessions) < count:
        out.print(f"the newest {len(sessions)} of {count} sessions; --limit N shows more")


def print_session(session: Session) -> None:
    """Print a session: its facts, boards, phases and inputs, and its error with a command to try."""
    out.print(Text(session.id, "bold"))
    for name, value in _facts(session):
        out.print(Text.assemble((f"{name:8} ", "dim"), clean(value)))
    for sentence in too_large(session):
        out.print(Text(sentence, "yellow"))
    if drawn := boards(session):
        out.print(pictures(drawn))
    for event in session.events():
        if event["event"] not in {"input", "error"}:
            out.print(Text(_step(event)))
    if inputs := session.inputs():
        out.print(Text(_inputs(inputs)))
    if ms := session.record.ms:
        out.print(Text(" · ".join(f"{clean(phase)} {took:.0f} ms" for phase, took in ms.items()), "dim"))
    if error := session.record.error:
        out.print(Text(clean(error), "red"))
        if error.command:
            out.print(Text(clean(f"try: {error.command}")))
        if error.family in FIXABLE:
            out.print(Text(f"try: givens sessions share {session.id} -o FILE.zip   (for a maintainer)"))


def _facts(session: Session) -> Iterator[tuple[str, str]]:
    record = session.record
    yield "target", session.record.target
    yield "page", " · ".join(filter(None, [session.record.site, record.layout, session.kind, record.url]))
    if record.about:
        yield "about", " · ".join(f"{name} {value}" for name, value in record.about.items())
    yield "outcome", " · ".join(filter(None, [session.record.outcome, record.said]))
    yield "started", f"{session.record.started:%Y-%m-%d %H:%M:%S %Z}"
    versions = {**record.versions, "browser": record.browser.get("version")}
    yield "versions", ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    yield "folder", f"{session.folder} · {decimal(session.size)}{' · kept' if session.kept else ''}"


def boards(session: Session) -> list[tuple[str, Picture]]:
    """Return pictures of the board before and after, or of the puzzle and its solution if the board cannot be read.

    There are none without a recorded puzzle of a known kind.
    """
    try:
        puzzle = load(session.record.puzzle or session.json("puzzle.json"))
    except GivensError:
        return []
    grids: dict[str, Grid | None] = {**recorded_marks(session, puzzle)}
    if not grids:
        solution = solution_of(session, puzzle)
        grids = {"givens": None} | ({} if solution is None else {"solution": solution})
    return [(title, puzzle.picture(grid)) for title, grid in grids.items()]


def _step(event: Mapping[str, Any]) -> str:
    """Return a line about an event other than an input."""
    data = {name: value for name, value in event.items() if name not in {"t", "event"}}
    words = ", ".join(f"{name} {_told(value)}" for name, value in data.items())
    time = f"{event['t']:8.2f} s  " if event.get("t") is not None else ""
    return clean(f"{time}{event['event']}: {words}")


def _told(value: object) -> object:
    """Return a value of an event for people: of a list its length, of counts the names of what was counted."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " and ".join(key if count == 1 else f"{count} × {key}" for key, count in value.items())
    return len(value) if isinstance(value, list) else value


def _inputs(inputs: Sequence[Input]) -> str:
    """Return the number of inputs, of each kind of input, and their duration."""
    kinds = Counter(entry.kind for entry in inputs)
    times = [entry.t for entry in inputs if entry.t is not None]
    duration = f" in {max(times) - min(times):.2f} s" if times else ""
    return f"{len(inputs)} inputs{duration}: {', '.join(f'{kind} {count}' for kind, count in kinds.items())}"


def place(name: str) -> Path:
    """Return the path for a page that is written only to be shown; raise `SetupError`."""
    folder = platformdirs.user_cache_path("givens", appauthor=False)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / name


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
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, DISPLAYS))
