"""A report on sessions: one HTML page that needs no network, no other file and no mouse.

The content of a session is untrusted. The page contains it only as text, or as JSON that cannot end its element; the
page's policy lets no other script run and nothing load.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from datetime import UTC
from importlib import resources
from statistics import median
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import msgspec

from bot.draw.svg import layers, shapes, sheet
from bot.errors import writing
from bot.files import without_home
from bot.play.result import ABSENT
from bot.play.targets import BOARD
from bot.record.output import OURS_ONLY, Replacing, write_output
from bot.sessions.playback import Film, inputs, left_out, puzzle_of, solution_of, steps
from bot.sessions.store import converted
from scrapers import clean
from solvers import dump

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from bot.draw.svg import Layers
    from bot.sessions.store import Session
    from solvers import Puzzle

OUTCOMES = ("accepted", "entered", "read", "failed", "interrupted", "unfinished", "unreadable")
"""The outcomes in the order of the page; unknown ones follow."""
PHASES = ("open", "read", "solve", "enter", "accept", "total")
MAX_FULL = 12
"""The number of sessions up to which a report includes screenshots and explanations; more would make it too large."""
EXPLAIN_TIMEOUT = 10.0
"""The time limit in seconds for explaining one puzzle."""
PNG = b"\x89PNG\r\n\x1a\n"
PICTURES = {"before": "before", "after": "after", "failed": "when it failed"}
SPEEDS = (2, 5, 10, 30)
"""The speeds of a playback in moves per second."""
AROUND = 24
"""How much of the page a picture shows around its board, in px."""
MAX_PLAYBACK = 30
"""The longest playback in seconds at the initial speed."""


class Figure(NamedTuple):
    """A screenshot as a data URI, or a drawn board instead."""

    caption: str
    source: str | None
    board: Layers | None
    whole: str = ""
    """The view box of the whole screenshot."""
    crop: str = ""
    """The view box of the board in it, "" if its place is not known."""


class GuessFindings(msgspec.Struct, frozen=True):
    """The findings on a page that `--guess` has read."""

    boards: tuple[tuple[float, float, float, float], ...] = ()
    """The boxes of the boards in px, the largest first."""
    looks: dict[str, int] = {}
    hypotheses: tuple[str, ...] = ()

    @property
    def window(self) -> str:
        """The view box of the picture that outlines the boards."""
        right = max((left + width for left, _, width, _ in self.boards), default=0)
        bottom = max((top + height for _, top, _, height in self.boards), default=0)
        return f"0 0 {max(1280, right):.0f} {max(720, bottom):.0f}"


class _Element(msgspec.Struct):
    box: tuple[float, float, float, float] | None = None


class _Elements(msgspec.Struct):
    elements: list[_Element]


class _Boxes(msgspec.Struct):
    """The measured state of a board, whose first element is the board."""

    state: _Elements


class SessionView:
    """What the page shows about one session."""

    def __init__(self, key: str, session: Session, *, full: bool) -> None:
        """Draw a session, with screenshots and an explanation if `full`; the ids of its elements begin with `key`."""
        self.key, self.session = key, session
        self.title, self.facts, self.versions = _title(session), _facts(session), _versions(session)
        self.files = {name: stat.st_size for name, stat in session.files().items()}
        events = [] if session.problem else session.events()
        guessed = [event for event in events if event["event"] == "guessed"]
        self.found = converted(guessed[-1], GuessFindings) if guessed else None
        """The last findings, if `--guess` has read the page."""
        self.inputs: Film | None = None
        self.steps: Film | None = None
        self.share = ""
        """What the player may tell others, "" unless the page accepted the solution."""
        self.unexplained = ""
        """Why steps are missing, if any are."""
        drawn = {}
        if not session.problem and (puzzle := puzzle_of(session)) is not None:
            film = inputs(session, puzzle)
            self.inputs, self.share = film if len(film.frames) > 1 else None, session.record.share_text()
            drawn["before"] = "before, drawn from the reading", film.first
            if (solution := solution_of(session, puzzle)) is not None:
                drawn["after"] = "the solution, drawn", layers(puzzle.picture(solution))
            if full:
                film, self.unexplained = steps(puzzle, within=EXPLAIN_TIMEOUT)
                self.steps = film if len(film.frames) > 1 else None
        self.figures = _figures(session, drawn) if full else []

    @property
    def ticks(self) -> list[tuple[int, float]]:
        """The inputs by number, with their positions in time in percent."""
        frames = self.inputs.frames if self.inputs else ()
        times = {at: frame.t for at, frame in enumerate(frames) if frame.t is not None}
        first, last = min(times.values(), default=0.0), max(times.values(), default=0.0)
        return [(at, 1 + 98 * (t - first) / (last - first) if last > first else 50.0) for at, t in times.items()]

    @property
    def longest(self) -> float:
        """The duration of the longest phase in milliseconds."""
        return max((ms for phase, ms in self.session.record.ms.items() if phase != "total"), default=0.0) or 1.0

    def drawn(self) -> list[Film | Layers]:
        """Return every drawn board."""
        boards = [self.inputs, self.steps, *(figure.board for figure in self.figures)]
        return [board for board in boards if board is not None]


class SessionGroup(NamedTuple):
    """The sessions of one site and kind: their outcomes, and medians over the accepted ones."""

    site: str
    kind: str
    outcomes: Mapping[str, int]
    ms: Mapping[str, float]
    inputs: float | None


class Overview:
    """What the page shows about all sessions together."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        """Count one or more sessions."""
        self.outcomes = _outcomes(sessions)
        by_page: dict[tuple[str, str], list[Session]] = {}
        failed: dict[str, list[Session]] = {}
        for session in sessions:
            by_page.setdefault((session.record.site, _kind(session)), []).append(session)
            if session.record.error:
                failed.setdefault(session.record.error.brief(session.record.target), []).append(session)
        self.groups = [_group(site, kind, members) for (site, kind), members in sorted(by_page.items())]
        self.failures = sorted(failed.items(), key=lambda item: -len(item[1]))
        """The sessions that failed in the same way, by how they failed, the most frequent failure first."""


def write(
    sessions: Sequence[Session],
    path: Path,
    set_status: Callable[[str], None] = lambda _: None,
    replacing: Replacing = OURS_ONLY,
) -> int:
    """Write the report on sessions, oldest first, and return its size in bytes.

    Raise `SetupError`, or `UsageError` if it may not replace a file.
    """
    replacing.check(path)
    page = report(sessions, set_status)
    with writing(path):
        write_output(path, page, replacing)
    return len(page.encode())


def report(sessions: Sequence[Session], set_status: Callable[[str], None] = lambda _: None) -> str:
    """Return the page about one or more sessions; equal sessions give equal pages."""
    full = len(sessions) <= MAX_FULL
    views = []
    for at, session in enumerate(sessions, start=1):
        set_status(f"drawing session {at} of {len(sessions)}")
        views.append(SessionView(f"s{at}", session, full=full))
    drawn = [board for view in views for board in view.drawn()]
    styles = sheet(sorted({style for board in drawn for style in board.styles}))
    css = "\n".join((_source("base.css"), _source("report.css"), styles))
    # One module: what the player exports is not imported by anything else here.
    script = "\n".join((_source("player.js"), _source("report.js")))
    page = render(
        "report.html",
        views=views,
        keys={view.session.id: view.key for view in views},
        overview=Overview(sessions) if len(sessions) > 1 else None,
        columns=PHASES,
        full=full,
        limit=MAX_FULL,
        shapes=shapes(sorted({shape for board in drawn for shape in board.shapes})),
        css=css,
        script=script,
        hashes={"css": _hash(css), "script": _hash(script)},
    )
    return without_home(page)


def playback(session: Session) -> str:
    """Return a part of a page: the session's title, facts and inputs, played back by `player.js`."""
    puzzle = None if session.problem else puzzle_of(session)
    film = None if puzzle is None else inputs(session, puzzle)
    address = "" if puzzle is None else puzzle_fragment(puzzle)
    return render(
        "playback.html", session=session, title=_title(session), facts=_facts(session), film=film, address=address
    )


def puzzle_fragment(puzzle: Puzzle) -> str:
    """Return the part of the studio's address that opens a puzzle."""
    return f"#puzzle={quote(json.dumps(dump(puzzle), separators=(',', ':')))}"


def render(template: str, package: str = "bot.sessions", **values: object) -> str:
    """Return a filled template of a package, which may use those of this one."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("bot.sessions")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    environment.filters |= {"ms": duration, "size": _size, "pace": _pace}
    return environment.get_template(template).render(speeds=SPEEDS, **values)


def _printable(value: object) -> object:
    """Return a value for a template: plain text loses its control characters, markup stays."""
    return clean(value, lines=True) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _source(name: str) -> str:
    """Return a file of the templates folder as it is."""
    return (resources.files("bot.sessions") / "templates" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash that allows a style or a script in the page's policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _figures(session: Session, boards: Mapping[str, tuple[str, Layers]]) -> list[Figure]:
    """Return the screenshots of a session, or drawn boards where there are none."""
    figures = []
    for name, caption in PICTURES.items():
        picture = session.content(f"{name}.png") or b""
        if picture.startswith(PNG):
            source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
            size = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
            figures.append(Figure(caption, source, None, f"0 0 {size[0]} {size[1]}", _crop(session, name, size)))
        elif name in boards:
            figures.append(Figure(boards[name][0], None, boards[name][1]))
    return figures


def _crop(session: Session, name: str, size: tuple[int, int]) -> str:
    """Return the view box of a board in a screenshot; "" unless the inputs show that its recorded box is there.

    A page that has moved the board in the end has put its message where the board was, so both places are shown.
    """
    points = [point for entry in session.inputs() for point in ([entry.click] if entry.click else entry.drag or [])]
    boxes = [_box(session, file) for file in (BOARD, name)]
    found = [box for box in boxes if box is not None]
    if boxes[0] is None or not points:
        return ""
    first_left, first_top, width, height = boxes[0]
    inside = all(0 <= x - first_left <= width and 0 <= y - first_top <= height for x, y in points)
    left, top = (min(box[at] for box in found) for at in (0, 1))
    right, bottom = (max(box[at] + box[at + 2] for box in found) for at in (0, 1))
    if not inside or min(left, top) < 0 or right > size[0] or bottom > size[1]:
        return ""
    left, top = max(0, left - AROUND), max(0, top - AROUND)
    return f"{left:g} {top:g} {right + AROUND - left:g} {bottom + AROUND - top:g}"


def _box(session: Session, name: str) -> tuple[float, float, float, float] | None:
    """Return the recorded box of a board, None if there is none."""
    saved = converted(session.json(f"{name}.state.json"), _Boxes)
    return saved.state.elements[0].box if saved is not None and saved.state.elements else None


def duration(ms: float) -> str:
    """Return a duration with its unit, for people."""
    second = 1000
    return f"{ms:.3g}\u00a0ms" if ms < second else f"{ms / second:.3g}\u00a0s"  # Never apart on two lines.


def _kind(session: Session) -> str:
    """Return the kind of a session's puzzle for people."""
    return (session.kind or "unknown").replace("_", " ")


def _outcomes(sessions: Iterable[Session]) -> dict[str, int]:
    """Count sessions by outcome, in the order of `OUTCOMES`."""
    counts = Counter(session.record.outcome for session in sessions)
    return {
        outcome: counts[outcome] for outcome in (*OUTCOMES, *sorted(counts.keys() - set(OUTCOMES))) if counts[outcome]
    }


def _group(site: str, kind: str, members: Sequence[Session]) -> SessionGroup:
    records = [session.record for session in members if session.record.outcome == "accepted"]
    times = {phase: [record.ms[phase] for record in records if phase in record.ms] for phase in PHASES}
    inputs = [record.inputs for record in records if record.inputs is not ABSENT]
    medians = {phase: median(known) for phase, known in times.items() if known}
    return SessionGroup(site, kind, _outcomes(members), medians, median(inputs) if inputs else None)


def _title(session: Session) -> str:
    """Return the title of a session's puzzle: the page's title, with the kind where it does not say it."""
    about = session.record.about
    kind, title = _kind(session), str(about.get("title") or "")
    if kind not in title.casefold():
        title = f"{kind.capitalize()}: {title}" if title else kind.capitalize()
    return f"{title} #{about['number']}" if about.get("number") is not None else title


def _facts(session: Session) -> dict[str, str]:
    """Return the facts of a session in words."""
    record = session.record
    repeated = f", {record.repaired} repeated" if record.repaired else ""
    took = _took(session)
    facts = {
        "session": session.id,
        "target": session.record.target,
        "site": session.record.site,
        "layout": record.layout,
        "address": record.url,
        "date": record.about.get("date"),
        "difficulty": record.about.get("difficulty"),
        "clues": record.clues or None,
        "solution": {"one": "proven unique by Z3", "several": "one of several", "none": "none"}.get(record.verdict),
        "inputs": None if record.inputs is ABSENT else f"{record.inputs}{repeated}",
        "the page said": record.said,
        "started": f"{session.record.started.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",
        "took": None if took is None else f"{took:.1f} s, including the start of the browser",
        "refused": ", ".join(record.not_served),
        "kept by hand": "yes" if session.kept else None,
        "too large": "; ".join([] if session.problem else left_out(session)),
    }
    return {name: str(value) for name, value in facts.items() if value}


def _versions(session: Session) -> dict[str, str]:
    browser = {f"browser {name}": value for name, value in session.record.browser.items()}
    words: dict[str | bool, str] = {True: "yes", False: "no"}
    return {name: words.get(value, str(value)) for name, value in (session.record.versions | browser).items()}


def _took(session: Session) -> float | None:
    """Return the duration of a session in seconds."""
    ended = session.record.ended
    return max(0.0, (ended - session.record.started).total_seconds()) if ended else None


def _size(value: int) -> str:
    """Return a size with its unit, for people."""
    kilo = 1000
    if value < kilo:
        return f"{value} B"
    return f"{value / kilo:.0f} kB" if value < kilo * kilo else f"{value / kilo / kilo:.1f} MB"


def _pace(film: Film) -> int:
    """Return the initial speed of a film: one at which it is not too long."""
    return next((speed for speed in SPEEDS[1:] if len(film.frames) <= speed * MAX_PLAYBACK), SPEEDS[-1])
