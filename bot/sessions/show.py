"""A session retold: as lines for scripts, as a table of many, and one of them whole on the terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.filesize import decimal
from rich.text import Text

from bot.draw.terminal import out, pictures
from bot.errors import EnterError
from bot.play.targets import BOARD, read_state, site_named
from scrapers import ReadError, read_saved
from solvers import GivensError, Grid, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.sessions.store import Session
    from solvers import Picture

HEAD = ("id", "kind", "outcome", "seconds", "size", "", "target")
MENDED = frozenset({ReadError.__name__, EnterError.__name__})
"""The families of errors that a maintainer can do something about."""


def brief(session: Session) -> dict[str, Any]:
    """Return what `givens sessions list` says of a session to a script."""
    return {
        "target": session.target,
        "id": session.id,
        "session": str(session.folder),
        "site": session.site,
        "kind": session.kind,
        "outcome": session.outcome,
        "started": session.started.isoformat(),
        "kept": session.kept,
        "size": session.size,
        "ms": _object(session.facts.get("ms")),
        "problem": session.problem,
    }


def whole(session: Session) -> dict[str, Any]:
    """Return what `givens sessions show` says of a session to a script: all facts, events and files."""
    files = {name: about.st_size for name, about in session.files().items()}
    return dict(session.facts) | brief(session) | {"events": session.events(), "files": files}


def table(sessions: Iterable[Session]) -> Iterator[str]:
    """Iterate over the lines of a table, its head first."""
    rows = [HEAD, *map(_row, sessions)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEAD) - 1)]
    for *cells, last in rows:
        # The numbers are right-aligned.
        yield (
            "  ".join(
                cell.rjust(width) if head in {"seconds", "size"} else cell.ljust(width)
                for head, cell, width in zip(HEAD, cells, widths, strict=False)
            )
            + f"  {last}"
        )


def _row(session: Session) -> tuple[str, ...]:
    total = _object(session.facts.get("ms")).get("total")
    seconds = f"{total / 1000:.1f}" if isinstance(total, int | float) else ""
    return (
        session.id,
        session.kind or "",
        session.outcome,
        seconds,
        decimal(session.size),
        "kept" if session.kept else "",
        clean(session.problem or session.target),
    )


def tell(session: Session) -> None:
    """Tell one session: its facts, its boards, its phases, its inputs, its error with what to type."""
    out.print(Text(session.id, "bold"))
    for name, words in _facts(session):
        out.print(Text.assemble((f"{name:8} ", "dim"), clean(words)))
    drawn = boards(session)
    if drawn:
        out.print(pictures(drawn))
    events = session.events()
    # The error stands at the end, with what to type.
    for event in events:
        if event["event"] not in {"input", "error"}:
            out.print(Text(_step(event)))
    inputs = [event for event in events if event["event"] == "input"]
    if inputs:
        out.print(Text(_inputs(inputs)))
    ms = _object(session.facts.get("ms"))
    if ms:
        out.print(Text(" · ".join(f"{clean(phase)} {took:.0f} ms" for phase, took in ms.items()), "dim"))
    error = _object(session.facts.get("error"))
    if error:
        out.print(Text(clean(f"{error.get('kind')}: {error.get('message')}"), "red"))
        if error.get("try"):
            out.print(Text(clean(f"try: {error['try']}")))
        if error.get("family") in MENDED:
            out.print(Text(f"try: givens bug-report {session.id} -o FILE.zip   (what a maintainer needs)"))


def _facts(session: Session) -> Iterator[tuple[str, str]]:
    facts, browser = session.facts, _object(session.facts.get("browser"))
    yield "target", session.target
    yield "page", " · ".join(filter(None, [session.site, facts.get("layout"), session.kind, facts.get("url")]))
    about = " · ".join(f"{name} {value}" for name, value in _object(facts.get("about")).items())
    if about:
        yield "about", about
    yield "outcome", " · ".join(filter(None, [session.outcome, facts.get("said")]))
    yield "started", f"{session.started:%Y-%m-%d %H:%M:%S %Z}"
    versions = {**_object(facts.get("versions")), "browser": browser.get("version", "")}
    yield "versions", ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    yield "folder", f"{session.folder} · {decimal(session.size)}{' · kept' if session.kept else ''}"


def boards(session: Session) -> list[tuple[str, Picture]]:
    """Return the board before and after, drawn as today's code sees it; the puzzle and its solution where it cannot.

    There is none where no puzzle was recorded, or today's code knows its kind no more.
    """
    try:
        puzzle = load(session.facts.get("puzzle") or session.json("puzzle.json"))
    except GivensError:
        return []
    return [(title, puzzle.picture(grid)) for title, grid in (_marks(session) or _solution(session))]


def _marks(session: Session) -> list[tuple[str, Grid | None]]:
    """Return what stood on the recorded boards, nothing where they cannot be read."""
    names = [name for name in (BOARD, "after") if session.path(f"{name}.html")]
    try:
        site, snapshots = site_named(session.site), [read_state(session.folder / f"{name}.html") for name in names]
        layout = read_saved(site, snapshots[0]).layout
        return [(name, layout.marks(snapshot)) for name, snapshot in zip(names, snapshots, strict=True)]
    except (GivensError, IndexError):
        return []


def _solution(session: Session) -> Sequence[tuple[str, Grid | None]]:
    givens: tuple[str, Grid | None] = ("givens", None)
    try:
        return givens, ("solution", Grid.parse(session.json("solution.json")))
    except (GivensError, TypeError):
        return [givens]


def _step(event: Mapping[str, Any]) -> str:
    """Return a line for an event that is no input."""
    data = {name: value for name, value in event.items() if name not in {"t", "event"}}
    words = ", ".join(f"{name} {len(value) if isinstance(value, list) else value}" for name, value in data.items())
    at = event.get("t")
    return clean(
        f"{at:8.2f} s  {event['event']}: {words}" if isinstance(at, int | float) else f"{event['event']}: {words}"
    )


def _inputs(inputs: Sequence[Mapping[str, Any]]) -> str:
    """Return how many inputs of each sort there were, and how long they took."""
    sorts = Counter(sort for event in inputs for sort in ("click", "drag", "keys") if sort in event)
    times = [at for event in inputs if isinstance(at := event.get("t"), int | float)]
    took = f" in {max(times) - min(times):.2f} s" if times else ""
    return f"{len(inputs)} inputs{took}: {', '.join(f'{sort} {count}' for sort, count in sorts.items())}"


def clean(words: object) -> str:
    """Return a text without what would command the terminal: it may stem from a page."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(words))


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
