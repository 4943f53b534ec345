"""The session: a folder that one run leaves behind, readable whenever the run is stopped.

`session.json` is there from the first moment, with the outcome `unfinished`, and is replaced at the end;
`events.jsonl` grows line by line. See `docs/sessions.md` for the formats.
"""

from __future__ import annotations

import errno
import json
import os
import platform
import secrets
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from bot.browser.limits import bounded
from bot.errors import SetupError, first_line
from bot.record.scrub import Scrubber
from scrapers import Click, Drag, Keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from playwright.sync_api import BrowserContext, Page

    from bot.record.console import Console
    from bot.record.video import Video
    from scrapers import Move, Snapshot

VERSION = 1
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What a disk says that takes no more, and one whose share for this user is used up."""
NAMES = 9
"""How many names are tried for a session."""
PICTURE_WITHIN = 5.0
"""Seconds that a screenshot may take: a page that hangs has none."""


def sessions_folder() -> Path:
    """Return where sessions are kept: `GIVENS_SESSIONS`, else the user's data folder."""
    told = os.environ.get("GIVENS_SESSIONS")
    return Path(told) if told else platformdirs.user_data_path("givens", appauthor=False) / "sessions"


def versions() -> dict[str, str]:
    """Return the versions of all that matters to a run but the browser."""
    from importlib.metadata import version

    return {
        "givens": version("givens"),
        "playwright": version("playwright"),
        "z3-solver": version("z3-solver"),
        "python": platform.python_version(),
        "platform": platform.platform(terse=True),
    }


class Recorder:
    """Writes one session; a recorder without a folder (`--no-record`) writes nothing."""

    def __init__(self, folder: Path | None) -> None:
        """Take the session's folder, or None to write nothing."""
        self.folder = folder
        self._scrub = Scrubber()
        self._context: BrowserContext | None = None
        self.lost: str | None = None
        """Why something could not be written, if so: the run goes on and tells it."""
        self.video: Video | None = None
        self.no_video: str | None = None
        """Why there is no video, if one was asked for."""
        self.console: Console | None = None
        """What is heard of the page, if it is to be written as it comes."""
        self._start = time.monotonic()
        self._session: dict[str, Any] = {}

    @classmethod
    def start(cls, site: str, target: str, *, record: bool) -> Recorder:
        """Make the session's folder; raises `SetupError` where it cannot be made, unless the disk is full.

        Then nothing is recorded and the loss is told, as when the disk is full later on.
        """
        if not record:
            return cls(None)
        stamp = datetime.now(UTC)
        try:
            recorder = cls(_made(f"{stamp:%Y-%m-%dT%H%M%S}-{site}"))
        except OSError as error:
            msg = f"the session cannot be recorded in {sessions_folder()}: {error.strerror}"
            if error.errno in FULL:
                recorder = cls(None)
                recorder.lost = msg
                return recorder
            raise SetupError(
                msg, command="givens play --no-record …, or set GIVENS_SESSIONS to a folder of yours"
            ) from None
        recorder.update(
            v=VERSION, outcome="unfinished", target=target, site=site, started=stamp.isoformat(), versions=versions()
        )
        return recorder

    def update(self, **facts: Any) -> None:  # noqa: ANN401 - any JSON value
        """Add facts to `session.json`, which is replaced as a whole."""
        if self.folder is None:
            return
        self._session |= facts
        self.json("session.json", self._session)

    def finish(self, outcome: str, line: Mapping[str, Any], refused: Sequence[str] = ()) -> None:
        """Write how the run ended, and all that its line says."""
        facts = {key: value for key, value in line.items() if key not in {"v", "target", "session"}}
        self.update(outcome=outcome, ended=datetime.now(UTC).isoformat(), **facts, refused=list(refused))

    def event(self, name: str, **data: Any) -> None:  # noqa: ANN401 - any JSON value
        """Append a step or an input, with the seconds since the start."""
        if self.folder is None:
            return
        # Inputs are many and hold nothing of the page's.
        scrub = self._scrub if name == "input" else self.scrubber()
        self._append("events.jsonl", [{"t": time.monotonic(), "event": name, **data}], scrub)
        if self.console is not None and name != "input":
            self.console.write(self)

    def lines(self, name: str, lines: Sequence[Mapping[str, Any]]) -> None:
        """Append to a file of JSON lines what was noted by the monotonic clock."""
        self._append(name, lines, self.scrubber())

    def move(self, move: Move) -> None:
        """Append an input."""
        self.event("input", **as_data(move))

    def puzzle(self, puzzle: Mapping[str, Any]) -> None:
        """Write the puzzle that was read."""
        self.json("puzzle.json", puzzle)

    def solution(self, rows: Sequence[object]) -> None:
        """Write the solution that was found."""
        self.json("solution.json", rows)

    def board(self, name: str, page: Page, snapshot: Snapshot) -> None:
        """Write a board as HTML with its measured state, and the page as a picture."""
        self.snapshot(name, snapshot)
        self.picture(name, page)

    def snapshot(self, name: str, snapshot: Snapshot) -> None:
        """Write a snapshot's HTML and, beside it, its measured state."""
        state = self.scrubber().deep({"v": VERSION, "url": snapshot.url, "state": dict(snapshot.state)})
        self.text(f"{name}.html", snapshot.html)
        # One element a line: a state can be read by people and compared line by line.
        self.put(f"{name}.state.json", json.dumps(state, ensure_ascii=False).replace('{"tag"', '\n{"tag"') + "\n")

    def json(self, name: str, value: object) -> None:
        """Write a JSON file of the session."""
        self.put(name, json.dumps(self.scrubber().deep(value), ensure_ascii=False, indent=1) + "\n")

    def text(self, name: str, content: str) -> None:
        """Write a text of the session."""
        self.put(name, self.scrubber()(content))

    def scrubber(self) -> Scrubber:
        """Return what takes out secrets: the values of all cookies by now, and what looks like one."""
        if self._context is not None:
            self._scrub = self._scrub.knowing(self._context)
        return self._scrub

    @contextmanager
    def knowing(self, context: BrowserContext) -> Iterator[None]:
        """Know the cookies of a context, while it is open and afterwards."""
        self._context = context
        try:
            yield
        finally:
            self.scrubber()
            self._context = None

    def picture(self, name: str, page: Page) -> None:
        """Write the page as it looks now, if it still answers."""
        from playwright.sync_api import Error

        if self.folder is None:
            return
        try:
            with bounded(PICTURE_WITHIN, "a screenshot"):
                picture = page.screenshot()
        except (Error, OSError) as error:
            self.event("no picture", picture=name, why=first_line(error))
        else:
            self.put(f"{name}.png", picture)

    def put(self, name: str, content: str | bytes) -> None:
        """Write a file of the session whole or not at all."""
        if self.folder is None:
            return
        try:
            write_whole(self.folder / name, content)
        except OSError as error:
            self.lose(name, error)

    def _append(self, name: str, lines: Sequence[Mapping[str, Any]], scrub: Scrubber) -> None:
        if self.folder is None:
            return
        clean = ({**scrub.deep(line), "t": round(line["t"] - self._start, 4)} for line in lines)
        try:
            with (self.folder / name).open("a", encoding="utf-8") as file:
                file.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in clean))
        except OSError as error:
            self.lose(name, error)

    def lose(self, name: str, error: OSError) -> None:
        """Note that a file could not be written: the run goes on, and tells it in the end."""
        self.lost = f"{name} of the session could not be written: {error.strerror}"


def _made(name: str) -> Path:
    """Make a new folder for a session: another process may have taken a name in the same second."""
    for left in reversed(range(NAMES)):
        folder = sessions_folder() / f"{name}-{secrets.token_hex(2)}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            if not left:
                raise
        else:
            break
    return folder


def as_data(move: Move) -> dict[str, Any]:
    """Return an input as JSON values: where, and what it may leave in which cell."""
    match move:
        case Click(at=point, then=second):
            data: dict[str, Any] = {"click": point} | ({"then": second} if second else {})
        case Drag(through=points):
            data = {"drag": points}
        case Keys(keys=keys):
            data = {"keys": keys}
    return data | {"leaves": {str(cell): sorted(marks, key=str) for cell, marks in move.leaves.items()}}


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there, so that it is never seen half-written."""
    data = content.encode() if isinstance(content, str) else content
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
