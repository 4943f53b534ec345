"""The session: the folder that a run writes, readable even if the run is killed.

`session.json` is written first, with the outcome `unfinished`, and is replaced at the end; `events.jsonl` grows line by
line. See `docs/sessions.md` for the formats.
"""

from __future__ import annotations

import json
import os
import platform
import secrets
import shlex
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copymode
from typing import TYPE_CHECKING, Any, Final

from bot.browser.limits import ANSWER_TIMEOUT, limit_time
from bot.errors import PageGone, first_line
from bot.files import FILE, is_own, make_folder, sessions_folder
from scrapers import Click, Drag, Keys, Move, Snapshot, clean

if TYPE_CHECKING:
    from playwright.sync_api import Page

VERSION = 1
POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
)
"""The first element of saved markup: it loads nothing and runs nothing, and only inline styles apply."""

MAX_MESSAGE = 10_000
"""Characters of one message."""
MAX_ADDRESS = 2_000
"""Characters of one address."""
MIN_ERROR_STATUS: Final = 400
"""The lowest status code of a failed request."""
CONSOLE, REQUESTS, VIDEO = "console.jsonl", "requests.jsonl", "video.webm"
VIDEO_TIMEOUT = 20.0
"""Seconds in which the browser must begin or save a video."""
MAX_VIDEO_SIZE = {"width": 1024, "height": 720}
"""The largest size of a frame: the window of a guest, scaled."""
INSTALL_FFMPEG = ("-m", "playwright", "install", "ffmpeg")


def versions() -> dict[str, str]:
    """Return the versions of the program, of its main libraries and of the system."""
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
        self.lost: str | None = None
        """Why something could not be written, if so; the run goes on and reports it at the end."""
        self._start = time.monotonic()
        self._session: dict[str, Any] = {}

    @classmethod
    def start(cls, site: str, target: str) -> Recorder:
        """Create the session's folder; if that fails, nothing is recorded and `lost` says why."""
        stamp = datetime.now(UTC)
        try:
            folder = sessions_folder() / f"{stamp:%Y-%m-%dT%H%M%S}-{site}-{secrets.token_hex(2)}"
            make_folder(folder, exist_ok=False)
            recorder = cls(folder)
        except OSError as error:
            recorder = cls(None)
            recorder.lost = f"the session cannot be recorded in {sessions_folder()}: {error.strerror}"
        recorder.update(
            v=VERSION, outcome="unfinished", target=target, site=site, started=stamp.isoformat(), versions=versions()
        )
        return recorder

    def update(self, **facts: Any) -> None:  # noqa: ANN401 - any JSON value
        """Add facts to `session.json`, and write it again as a whole."""
        self._session |= facts
        self.json("session.json", self._session)

    def finish(self, outcome: str, line: Mapping[str, Any], refused: Sequence[str] = ()) -> None:
        """Write the outcome of the run, and the facts of its JSON line."""
        facts = {key: value for key, value in line.items() if key not in {"v", "target", "session"}}
        self.update(outcome=outcome, ended=datetime.now(UTC).isoformat(), **facts, refused=list(refused))

    def discard(self) -> None:
        """Remove the session, which holds nothing of a page; write nothing from now on."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None

    def event(self, name: str, **data: Any) -> None:  # noqa: ANN401 - any JSON value
        """Append a step or an input to the events, with the seconds since the start."""
        if self.folder is None:
            return
        file = self.folder / "events.jsonl"
        try:
            file.touch(mode=FILE)
            with file.open("a", encoding="utf-8", errors="backslashreplace") as events:
                events.write(self._lines([{"t": time.monotonic(), "event": name, **data}]))
        except OSError as error:
            self.lose(file.name, error)

    @contextmanager
    def everything(self, page: Page) -> Iterator[None]:
        """Record a video of the page, and its console; a recording that fails is noted and stops nothing else."""
        if self.folder is None:
            yield
            return
        file = self.folder / VIDEO
        is_on = self._start_video(page, file)
        try:
            yield
            self.log(page)  # The evidence of a failed run holds it already.
        finally:
            if is_on:
                try:
                    with limit_time(VIDEO_TIMEOUT, "the browser does not answer", failed=""):
                        page.screencast.stop()
                    file.chmod(FILE)
                except (OSError, PageGone) as error:
                    self.event("no video", why=first_line(error))

    def _start_video(self, page: Page, file: Path) -> bool:
        """Start Playwright's own video; return whether that was done."""
        size: Any = MAX_VIDEO_SIZE
        try:
            with limit_time(VIDEO_TIMEOUT, "the page does not answer", failed=""):
                page.screencast.start(path=file, size=size)
        except PageGone as error:
            missing = "ffmpeg" in str(error)
            why = "Playwright's ffmpeg is not installed" if missing else f"this browser does not provide one: {error}"
            self.lost = f"no video is recorded, because {why}"
            self.event("no video", why=why)
            if missing:
                self.lost += f"; try: {shlex.join([sys.executable, *INSTALL_FFMPEG])}"
            return False
        return True

    def log(self, page: Page) -> str:
        """Write what the page's console says, and the requests that failed; return the first error nobody caught."""
        try:
            with limit_time(ANSWER_TIMEOUT, "the page's console took too long", failed=""):
                messages, errors = page.console_messages(filter="all"), page.page_errors(filter="all")
                requests = [(each, each.existing_response) for each in page.requests()]
        except PageGone as error:
            self.event("no console", why=first_line(error))
            return ""
        now, began = time.monotonic(), time.time() - time.monotonic()
        said = [
            {
                "t": message.timestamp / 1000 - began,
                "type": message.type,
                "text": _short(message.text),
                "at": f"{place['url'][:MAX_ADDRESS]}:{place['lineNumber'] + 1}" if place["url"] else "",
            }
            for message in messages
            for place in [message.location]
        ]
        said += [
            {"t": now, "type": "uncaught", "text": _short(each.stack or each.message), "at": ""} for each in errors
        ]
        failed = [
            {
                "t": now,
                "method": request.method,
                "url": request.url[:MAX_ADDRESS],
                "resource": request.resource_type,
                **({"failure": request.failure} if response is None else {"status": response.status}),
            }
            for request, response in requests
            if (request.failure if response is None else response.status >= MIN_ERROR_STATUS)
        ]
        for name, lines in ((CONSOLE, said), (REQUESTS, failed)):
            if lines:
                self.put(name, self._lines(lines))
        return next((error.message for error in errors), "")

    def board(self, name: str, page: Page, snapshot: Snapshot) -> None:
        """Write a board as HTML with its measured state, and a screenshot of the page."""
        self.snapshot(name, snapshot)
        self.picture(name, page)

    def snapshot(self, name: str, snapshot: Snapshot) -> None:
        """Write a snapshot's HTML and, beside it, its measured state."""
        if self.folder is None:
            return
        state = {"v": VERSION, "url": snapshot.url, "state": dict(snapshot.state)}
        self.put(f"{name}.html", inert(snapshot.html))
        # One element per line, so that people can read a state and compare it line by line.
        self.put(f"{name}.state.json", json.dumps(state, ensure_ascii=False).replace('{"tag"', '\n{"tag"') + "\n")

    def json(self, name: str, value: object) -> None:
        """Write a JSON file of the session."""
        self.put(name, json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def picture(self, name: str, page: Page) -> None:
        """Write a screenshot of the page, if it still answers."""
        if self.folder is None:
            return
        try:
            with limit_time(ANSWER_TIMEOUT, f"the screenshot took longer than {ANSWER_TIMEOUT:g} s", failed=""):
                self.put(f"{name}.png", page.screenshot(timeout=1000 * ANSWER_TIMEOUT))
        except (OSError, PageGone) as error:
            self.event("no picture", picture=name, why=first_line(error))

    def put(self, name: str, content: str | bytes) -> None:
        """Write a file of the session as a whole or not at all."""
        if self.folder is None:
            return
        try:
            write_whole(self.folder / name, content, private=True)
        except OSError as error:
            self.lose(name, error)

    def _lines(self, lines: Sequence[Mapping[str, Any]]) -> str:
        timed = ({**line, "t": round(line["t"] - self._start, 4)} for line in lines)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in timed)

    def lose(self, name: str, error: OSError) -> None:
        """Note that a file could not be written; the run goes on and reports it at the end."""
        self.lost = f"{name} of the session could not be written: {error.strerror}"


def as_data(move: Move) -> dict[str, Any]:
    """Return an input as JSON values: its place, and the marks that it may leave in its cells."""
    data: dict[str, Any]
    match move:
        case Click(at=point, then=second, keys=keys):
            data = {"click": point} | ({"then": second} if second else {}) | ({"keys": keys} if keys else {})
        case Drag(through=points):
            data = {"drag": points}
        case Keys(keys=keys):
            data = {"keys": keys}
    if not isinstance(move, Keys) and move.button != "left":
        data["button"] = move.button
    return data | {"leaves": {str(cell): sorted(marks, key=str) for cell, marks in move.leaves.items()}}


def write_whole(path: Path, content: str | bytes, *, private: bool = False, flushed: bool = False) -> None:
    """Write a temporary file and rename it, so that readers never see half of it; it has the mode of the old file.

    A new file is for the user alone if `private`. With `flushed`, it is on the disk before the old one is gone.
    """
    # A lone half of a character, as in the name of a file, is written as JSON writes it.
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    beside.touch(mode=FILE if private else 0o666, exist_ok=False)  # Never through a link, nor over another file.
    try:
        if is_own(path):
            copymode(path, beside)
        beside.write_bytes(data)
        if flushed:
            with beside.open("ab") as file:
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def inert(html: str) -> str:
    """Return markup with the policy."""
    return html if POLICY in html else POLICY + html


def as_taken(html: str) -> str:
    """Return saved markup without the policy: the page's own markup."""
    return html.replace(POLICY, "", 1)


def _short(text: str) -> str:
    """Clean a text, and cut a long one between two words."""
    return clean(text if len(text) <= MAX_MESSAGE else text[:MAX_MESSAGE].rpartition(" ")[0], lines=True)
