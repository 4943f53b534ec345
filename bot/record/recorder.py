"""The session: the folder that a run writes, readable even if the run is killed.

`session.json` is written first, with the outcome `unfinished`, and is replaced at the end; `events.jsonl` grows line by
line. See `docs/sessions.md` for the formats.
"""

from __future__ import annotations

import errno
import json
import os
import platform
import secrets
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copymode
from typing import TYPE_CHECKING, Any, Final

from bot.browser.limits import ANSWER_TIMEOUT, limit_time
from bot.errors import PageGone, SetupError, first_line
from bot.files import FILE, is_own, make_file, make_folder, sessions_folder
from scrapers import Click, Drag, Keys, Move, Snapshot, clean

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response

VERSION = 1
DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The errors of a full disk and of an exhausted quota."""
TRIES = 9
"""How many names are tried for a session's folder."""
POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
)
"""The first element of saved markup: it loads nothing and runs nothing, and only inline styles apply."""

MAX_MESSAGE = 20_000
"""Characters of one message."""
MAX_TEXT = 2_000_000
"""Characters of all messages of a page together; later ones are dropped."""
MAX_WORDS = 300
"""Characters of the first uncaught error in the error of a run."""
MAX_ADDRESS = 2_000
"""Characters of one address."""
MAX_EVENTS = 2_000
"""How many events of one sort are heard: a page that floods its console would slow down everything else."""
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
        self.console: Console | None = None
        """The page's console, if it is to be written after every event."""
        self._start = time.monotonic()
        self._session: dict[str, Any] = {}

    @classmethod
    def start(cls, site: str, target: str) -> Recorder:
        """Create the session's folder; raise `SetupError` if that fails, unless the disk is full.

        On a full disk nothing is recorded and `lost` is set, as when the disk becomes full later.
        """
        stamp = datetime.now(UTC)
        try:
            recorder = cls(_new_folder(f"{stamp:%Y-%m-%dT%H%M%S}-{site}"))
        except OSError as error:
            message = f"the session cannot be recorded in {sessions_folder()}: {error.strerror}"
            if error.errno not in DISK_FULL:
                command = "givens play --no-record …, or set GIVENS_SESSIONS to a folder of yours"
                raise SetupError(message, command=command) from None
            recorder = cls(None)
            recorder.lost = message
        recorder.update(
            v=VERSION, outcome="unfinished", target=target, site=site, started=stamp.isoformat(), versions=versions()
        )
        return recorder

    def update(self, **facts: Any) -> None:  # noqa: ANN401 - any JSON value
        """Add facts to `session.json`, and write it again as a whole."""
        if self.folder is None:
            return
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
        self._append("events.jsonl", [{"t": time.monotonic(), "event": name, **data}])
        if self.console is not None and name != "input":
            self.drain(self.console)

    @contextmanager
    def everything(self, page: Page, console: Console) -> Iterator[None]:
        """Record the page's console and a video of it; a recording that fails is noted and stops nothing else."""
        if self.folder is None:
            yield
            return
        self.console = console
        video = None
        try:
            video = Video(page, self.folder / VIDEO)
        except SetupError as error:
            self.lost = f"{error.message}; try: {error.command}" if error.command else error.message
            self.event("no video", why=error.message)
        try:
            yield
        finally:
            self.console = None
            self.drain(console)
            if video is not None:
                try:
                    video.end()
                except OSError as error:
                    self.lose(VIDEO, error)
                except PageGone as error:
                    self.event("no video", why=first_line(error))

    def drain(self, console: Console) -> None:
        """Append the buffered lines of a page's console to their files."""
        for name, lines in console.drain():
            self._append(name, lines)

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

    def _append(self, name: str, lines: Sequence[Mapping[str, Any]]) -> None:
        if self.folder is None:
            return
        timed = ({**line, "t": round(line["t"] - self._start, 4)} for line in lines)
        try:
            make_file(self.folder / name)
            with (self.folder / name).open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in timed))
        except OSError as error:
            self.lose(name, error)

    def lose(self, name: str, error: OSError) -> None:
        """Note that a file could not be written; the run goes on and reports it at the end."""
        self.lost = f"{name} of the session could not be written: {error.strerror}"


def _new_folder(name: str) -> Path:
    """Create a folder with a new name: another process may take the same name in the same second."""
    for left in reversed(range(TRIES)):
        folder = sessions_folder() / f"{name}-{secrets.token_hex(2)}"
        try:
            make_folder(folder, exist_ok=False)
        except FileExistsError:
            if not left:
                raise
        else:
            break
    return folder


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


class Console:
    """Buffer console messages and failed requests of one page."""

    def __init__(self, page: Page) -> None:
        """Listen from now on."""
        self.uncaught: str | None = None
        """The first error that the page's scripts did not catch."""
        self._text = 0
        self._lines: dict[str, list[dict[str, Any]]] = {CONSOLE: [], REQUESTS: []}
        self._listen(page, "console", self._on_message)
        self._listen(page, "pageerror", self._on_error)
        self._listen(page, "requestfailed", lambda request: self._on_request(request, failure=request.failure))
        self._listen(page, "response", self._on_response)

    def _listen(self, page: Page, name: str, handler: Callable[[Any], None]) -> None:
        """Handle the first `MAX_EVENTS` events of a sort, then tell the browser not to send more."""
        heard = 0

        def count(event: object) -> None:
            nonlocal heard
            heard += 1
            if heard <= MAX_EVENTS:
                handler(event)
            if heard == MAX_EVENTS:
                words = f"{MAX_EVENTS} events named {name}: no more are recorded"
                self._buffer(CONSOLE, type="givens", text=words, at="")
                page.remove_listener(name, count)

        page.on(name, count)  # type: ignore[call-overload] # each name has an overload of its own

    def drain(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Yield each file's name with its buffered lines, and remove them from the buffer."""
        for name, lines in self._lines.items():
            if lines:
                yield name, lines[:]
                lines.clear()

    def _on_message(self, message: ConsoleMessage) -> None:
        place = message.location
        at = f"{place['url'][:MAX_ADDRESS]}:{place['lineNumber'] + 1}" if place["url"] else ""
        self._buffer(CONSOLE, type=message.type, text=_short(message.text), at=at)

    def _on_error(self, error: Error) -> None:
        self.uncaught = self.uncaught or error.message[:MAX_WORDS]
        self._buffer(CONSOLE, type="uncaught", text=_short(error.stack or error.message), at="")

    def _on_response(self, response: Response) -> None:
        if response.status >= MIN_ERROR_STATUS:
            self._on_request(response.request, status=response.status)

    def _on_request(self, request: Request, **facts: str | int | None) -> None:
        address, resource = request.url[:MAX_ADDRESS], request.resource_type
        self._buffer(REQUESTS, method=request.method, url=address, resource=resource, **facts)

    def _buffer(self, name: str, **line: Any) -> None:  # noqa: ANN401 - any JSON value
        self._text += len(line.get("text", ""))
        if self._text <= MAX_TEXT:
            self._lines[name].append({"t": time.monotonic(), **line})


def _short(text: str) -> str:
    """Clean a text, and cut a long one between two words."""
    return clean(text if len(text) <= MAX_MESSAGE else text[:MAX_MESSAGE].rpartition(" ")[0], lines=True)


class Video:
    """Playwright's own recording of one page, which is saved when it ends."""

    def __init__(self, page: Page, file: Path) -> None:
        """Start; raise `SetupError` if this browser or installation gives no video."""
        self.page, self.file = page, file
        try:
            with limit_time(VIDEO_TIMEOUT, "the page does not answer", failed=""):
                page.screencast.start(path=file, size=MAX_VIDEO_SIZE)  # type: ignore[arg-type] # a TypedDict
        except PageGone as error:
            missing = "ffmpeg" in str(error)
            why = "Playwright's ffmpeg is not installed" if missing else f"this browser does not provide one: {error}"
            command = shlex.join([sys.executable, *INSTALL_FFMPEG]) if missing else None
            raise SetupError(f"no video is recorded, because {why}", command=command) from error

    def end(self) -> None:
        """Stop and save; raise `PageGone` or `OSError`."""
        with limit_time(VIDEO_TIMEOUT, "the browser does not answer", failed=""):
            self.page.screencast.stop()
        self.file.chmod(FILE)
