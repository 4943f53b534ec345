"""Sessions as one page for people: it needs no network, no other file and no mouse.

What stands in a session is a stranger's: it goes into the page as text, and as JSON that cannot end its element; no
script but ours may run there, and nothing may be loaded.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.draw.svg import layers, shapes, sheet
from bot.errors import writing
from bot.record.recorder import write_whole
from bot.sessions.overview import OUTCOMES, duration, kind_of, ms_of, overview
from bot.sessions.playback import Film, inputs, number, puzzle_of, seconds, solution_of, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from jinja2 import Environment

    from bot.draw.svg import Layers
    from bot.sessions.store import Session

WHOLE = 12
"""Sessions of a report that holds their pictures and explanations, too: for more it would grow too large."""
EXPLAIN_WITHIN = 10.0
"""Seconds that explaining one puzzle may take."""
PNG = b"\x89PNG\r\n\x1a\n"
PICTURES = {"before": "before", "after": "after", "failed": "when it failed"}
ENDS = {
    "read": ("open", "opened and read"),
    "solved": ("solve", "solved"),
    "entered": ("enter", "entered"),
    "accepted": ("accept", "accepted"),
    "refused": ("accept", "refused"),
    "error": ("fail", "failed"),
}
"""The events that end a phase: its name, and the word for it."""
SPEEDS = (2, 5, 10, 30)
"""Moves a second."""
PATIENCE = 30
"""Seconds that a whole playback takes at most, at the speed that is set first."""


class Span(NamedTuple):
    """A phase of a run: its name and word, when it began and ended in seconds, and where in percent it is drawn."""

    phase: str
    word: str
    start: float
    end: float
    x: float
    width: float


class Figure(NamedTuple):
    """A picture of the page as a data URI, or a board that is drawn instead."""

    caption: str
    source: str | None
    board: Layers | None


@dataclass(frozen=True, slots=True)
class Told:
    """What the page tells of one session."""

    key: str
    """What its elements are named by."""
    session: Session
    title: str
    facts: Mapping[str, str]
    versions: Mapping[str, str]
    error: Mapping[str, Any]
    spans: Sequence[Span]
    ms: Mapping[str, float]
    files: Mapping[str, int]
    """Their sizes in bytes."""
    inputs: Film | None
    steps: Film | None
    unexplained: str
    """Why there are no steps, or no more of them, if so."""
    figures: Sequence[Figure]

    @property
    def ticks(self) -> list[tuple[int, float]]:
        """The inputs by number, each with its place in percent between the first and the last."""
        times = {at: one.t for at, one in enumerate(self.inputs.frames) if one.t is not None} if self.inputs else {}
        first, last = min(times.values(), default=0.0), max(times.values(), default=0.0)
        return [(at, 1 + 98 * (t - first) / (last - first) if last > first else 50.0) for at, t in times.items()]

    @property
    def longest(self) -> float:
        """The milliseconds of the longest phase."""
        return max((ms for phase, ms in self.ms.items() if phase != "total"), default=0.0) or 1.0

    def boards(self) -> Iterator[Film | Layers]:
        """Iterate over all boards that are drawn."""
        yield from (film for film in (self.inputs, self.steps) if film is not None)
        yield from (figure.board for figure in self.figures if figure.board is not None)


def write(sessions: Sequence[Session], path: Path, tell: Callable[[str], None] = lambda _: None) -> int:
    """Write the report of sessions, oldest first, and return its size in bytes; raises `SetupError`."""
    page = report(sessions, tell)
    with writing(path):
        write_whole(path, page)
    return len(page.encode())


def report(sessions: Sequence[Session], tell: Callable[[str], None] = lambda _: None) -> str:
    """Return the page that tells sessions, of which there is one at least: equal sessions, equal pages."""
    whole = len(sessions) <= WHOLE
    told = []
    for at, session in enumerate(sessions, start=1):
        tell(f"drawing session {at} of {len(sessions)}")
        told.append(_told(f"s{at}", session, whole=whole))
    drawn: list[Film | Layers] = [board for one in told for board in one.boards()]
    used = sorted({shape for board in drawn for shape in board.shapes})
    styles = sorted({style for board in drawn for style in board.styles})
    environment = _environment()
    css, script = map(_source, ("report.css", "report.js"))
    css += sheet(styles)
    page = environment.get_template("report.html").render(
        told=told,
        keys={one.session.id: one.key for one in told},
        overview=overview(sessions) if len(sessions) > 1 else None,
        outcomes=OUTCOMES,
        whole=whole,
        limit=WHOLE,
        shapes=shapes(used),
        css=css,
        script=script,
        hashes={name: _hash(text) for name, text in (("css", css), ("script", script))},
    )
    # A text that was cut may hold half a letter, which no file takes.
    return page.encode(errors="replace").decode()


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bot.sessions"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    environment.filters |= {"ms": duration, "size": _size, "pace": _pace}
    environment.globals["speeds"] = SPEEDS
    return environment


def _source(name: str) -> str:
    """Return a text of ours that is no template."""
    return (resources.files("bot.sessions") / "templates" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return by what a page's policy knows a style or a script of ours."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _told(key: str, session: Session, *, whole: bool) -> Told:
    puzzle = None if session.problem else puzzle_of(session)
    solution = None if puzzle is None else solution_of(session, puzzle)
    film = None if puzzle is None else inputs(session, puzzle)
    explained, why = (None, "") if puzzle is None or not whole else steps(puzzle, within=EXPLAIN_WITHIN)
    boards = {}
    if puzzle is not None and film is not None:
        boards["before"] = ("before, drawn from what was read", film.first)
        if solution is not None:
            boards["after"] = ("the solution, drawn", layers(puzzle.picture(solution)))
    error = session.facts.get("error")
    return Told(
        key,
        session,
        _title(session),
        _facts(session),
        _versions(session),
        error if isinstance(error, dict) else {},
        _spans(session),
        ms_of(session),
        {name: about.st_size for name, about in session.files().items()},
        film if film is not None and len(film.frames) > 1 else None,
        explained if explained is not None and len(explained.frames) > 1 else None,
        why,
        _figures(session, boards) if whole else [],
    )


def _figures(session: Session, boards: Mapping[str, tuple[str, Layers]]) -> list[Figure]:
    """Return the pictures of a session, boards that are drawn where there are none."""
    found = []
    for name, caption in PICTURES.items():
        path = session.path(f"{name}.png")
        picture = b"" if path is None else path.read_bytes()
        if picture.startswith(PNG):
            source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
            found.append(Figure(caption, source, None))
        elif name in boards:
            found.append(Figure(boards[name][0], None, boards[name][1]))
    return found


def _title(session: Session) -> str:
    """Return what people call the puzzle of a session."""
    about = _object(session.facts.get("about"))
    title = about.get("title") or kind_of(session).capitalize()
    return f"{title} #{about['number']}" if about.get("number") is not None else str(title)


def _facts(session: Session) -> dict[str, str]:
    """Return what a session says of itself, in words."""
    facts = session.facts
    about = _object(facts.get("about"))
    clues = [number(facts.get(name)) for name in ("confirmed", "single")]
    told = {
        "session": session.id,
        "target": session.target,
        "site": session.site,
        "layout": facts.get("layout"),
        "address": facts.get("url"),
        "date": about.get("date"),
        "difficulty": about.get("difficulty"),
        "clues": None if None in clues else f"{clues[0]:g} read in two places, {clues[1]:g} in one",
        "solution": {"one": "the only one", "several": "one of several", "none": "none"}.get(str(facts.get("verdict"))),
        "inputs": _inputs(facts),
        "the page said": facts.get("said"),
        "started": f"{session.started.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",
        "took": None if (took := _took(session)) is None else f"{took:.1f} s, the browser's start included",
        "refused": ", ".join(map(str, refused)) if isinstance(refused := facts.get("refused"), list) else None,
        "kept by hand": "yes" if session.kept else None,
    }
    return {name: str(value) for name, value in told.items() if value is not None and value != ""}


def _inputs(facts: Mapping[str, Any]) -> str | None:
    made, again = number(facts.get("inputs")), number(facts.get("repaired"))
    return None if made is None else f"{made:g}" + (f", {again:g} of them repeated" if again else "")


def _versions(session: Session) -> dict[str, str]:
    browser = {f"browser {name}": value for name, value in _object(session.facts.get("browser")).items()}
    words = {True: "yes", False: "no"}
    return {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in (_object(session.facts.get("versions")) | browser).items()
    }


def _took(session: Session) -> float | None:
    """Return the seconds from the beginning of a session to its end."""
    try:
        ended = datetime.fromisoformat(str(session.facts.get("ended")))
        return number((ended - session.started).total_seconds())
    except (ValueError, TypeError):
        return None


def _spans(session: Session) -> list[Span]:
    """Return the phases of a run, each from the end of the one before."""
    found: list[tuple[str, str, float, float]] = []
    last = 0.0
    for event in () if session.problem else session.events():
        end = seconds(event)
        if event["event"] in ENDS and end is not None and end > last:
            found.append((*ENDS[event["event"]], last, end))
            last = end
    took = _took(session)
    if found and took is not None and took > last:
        found.append(("end", "recorded, closed", last, took))
        last = took
    return [Span(*one, 100 * one[2] / last, 100 * (one[3] - one[2]) / last) for one in found]


def _object(value: object) -> dict[str, Any]:
    """Return a JSON object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def _size(value: int) -> str:
    """Write bytes as people read them."""
    kilo = 1000
    if value < kilo:
        return f"{value} B"
    return f"{value / kilo:.0f} kB" if value < kilo * kilo else f"{value / kilo / kilo:.1f} MB"


def _pace(film: Film) -> int:
    """Return the moves a second at which a film is not too long."""
    return next((speed for speed in SPEEDS[1:] if len(film.frames) <= speed * PATIENCE), SPEEDS[-1])
