"""What `--record full` adds to a session: the page's console as it is written, a video, and a trace.

Playwright's own trace never enters the session: it stays in a private temporary folder until it is rewritten without
bodies, cookies, headers and typed texts.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from math import inf
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from bot.browser.driver import temporary_folder
from bot.browser.limits import answered
from bot.errors import PageGone, SetupError, first_line
from bot.files import make_file
from bot.record.video import Video

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.record.recorder import Console, Recorder

VIDEO, TRACE = "video.webm", "trace.zip"
LEFT_OUT = "[left out]"
ANSWER_TIMEOUT = 20.0
"""Seconds in which the browser must begin or return a video or a trace."""
PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF", b"wOFF", b"wOF2", b"OTTO", b"\0\1\0\0")
"""The first bytes of pictures and fonts, which contain no text."""
LINES = (".trace", ".network")
"""The endings of files with one JSON object per line."""
STYLES = ".css"
"""The ending of the only other files that stay: bodies of requests and of other responses may say anything."""
FIELD = "__playwright_value_"
"""The trace's key for the content of a form field."""
MARK = 2
"""Characters of a field that is a cell of a puzzle; a longer text was typed by a person."""
BODIES = frozenset(
    {"postData", "body", "text", "binary", "_webSocketMessages", "cookies", "result", "args", "arg", "expression"}
)
"""Keys of lines that never stay: bodies in any encoding, cookies, the arguments and results of scripts."""
FILES = ("_file", "_sha1")
"""Keys that name the file of a body."""
PLAIN_HEADERS = frozenset(
    {
        *("accept", "accept-encoding", "accept-ranges", "age", "cache-control", "connection", "content-encoding"),
        *("content-length", "content-type", "date", "expires", "last-modified", "location", "origin", "pragma"),
        *("referer", "transfer-encoding", "upgrade-insecure-requests", "user-agent", "vary"),
    }
)
"""The headers whose values stay; of all others, only the names."""


@contextmanager
def recorded(
    recorder: Recorder, page: Page, console: Console, title: str, remaining: Callable[[], float] = lambda: inf
) -> Iterator[None]:
    """Record the console, a video and a trace of a page; a recording that fails is noted and stops nothing else.

    At the end, what cannot be written in the seconds that `remaining` returns is left out.
    """
    if recorder.folder is None:
        yield
        return
    recorder.console = console
    try:
        recorder.video = Video(page, recorder.folder / VIDEO)
    except SetupError as error:
        recorder.no_video = f"{error.message}; try: {error.command}" if error.command else error.message
        recorder.event("no video", why=error.message)
    # After the video, because whichever starts first sets the frame size for both.
    traced = _begin_trace(recorder, page, title)
    try:
        yield
    finally:
        recorder.console = None
        recorder.drain(console)
        video, recorder.video = recorder.video, None
        if video is not None:
            try:
                video.end(remaining())
            except OSError as error:
                recorder.lose(VIDEO, error)
            except PageGone as error:
                recorder.event("no video", why=first_line(error))
        if traced:
            _end_trace(recorder, page, recorder.folder, remaining)


def _begin_trace(recorder: Recorder, page: Page, title: str) -> bool:
    """Start tracing the pages of a context; return whether it is traced."""
    try:
        with answered(ANSWER_TIMEOUT, "the browser does not answer"):
            page.context.tracing.start(title=title, screenshots=True, snapshots=True)
    except PageGone as error:
        recorder.event("no trace", why=first_line(error))
        return False
    return True


def _end_trace(recorder: Recorder, page: Page, folder: Path, remaining: Callable[[], float]) -> None:
    """Stop tracing, and rewrite the trace if the remaining seconds suffice."""
    try:
        # If this process is killed, a later one removes the folder.
        with temporary_folder() as private:
            raw = private / TRACE
            with answered(min(ANSWER_TIMEOUT, remaining()), "the browser does not answer"):
                page.context.tracing.stop(path=raw)
            if raw.exists():
                rewrite(raw, folder / TRACE, remaining)
    except OSError as error:
        recorder.lose(TRACE, error)
    except (PageGone, SetupError, BadZipFile, RecursionError) as error:
        recorder.event("no trace", why=first_line(error))


def rewrite(raw: Path, file: Path, remaining: Callable[[], float] = lambda: inf) -> None:
    """Write a trace anew: lines without bodies, headers and typed texts, styles, pictures and fonts, nothing else."""
    beside = file.with_name(f".{file.name}")
    try:
        make_file(beside)
        with ZipFile(raw) as old, ZipFile(beside, "w") as new:
            names = old.namelist()
            kept = {name for name in names if name.endswith(STYLES) or _is_picture(old, name)}
            for name in names:
                if not remaining():
                    raise PageGone("the time limit has passed")
                if name.endswith(LINES):
                    clean = (_without_bodies(line, kept) for line in _lines(old.read(name)))
                    lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in clean]
                    new.writestr(name, "".join(lines), ZIP_DEFLATED)
                elif name in kept:
                    new.writestr(name, old.read(name), ZIP_DEFLATED if name.endswith(STYLES) else ZIP_STORED)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _is_picture(archive: ZipFile, name: str) -> bool:
    with archive.open(name) as file:
        return file.read(max(map(len, PICTURES))).startswith(PICTURES)


def _lines(data: bytes) -> Iterator[Any]:
    """Yield the JSON objects of lines, without a line that is cut short."""
    for line in data.splitlines():
        with suppress(ValueError, RecursionError):
            if isinstance(value := json.loads(line), dict):
                yield value


def _without_bodies(value: Any, kept: Collection[str]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a line of a trace without bodies, typed texts, and values of headers that may be secret."""
    if isinstance(value, list):
        return [_without_bodies(item, kept) for item in value]
    if not isinstance(value, dict):
        return value
    clean = {
        key: LEFT_OUT if key == FIELD and len(str(item)) > MARK else _without_bodies(item, kept)
        for key, item in value.items()
        if not (key in BODIES and (key != "text" or value.get("type") != "console"))
        and (key not in FILES or item in kept)
    }
    if isinstance(headers := clean.get("headers"), list):
        clean["headers"] = [
            header if str(header.get("name")).lower() in PLAIN_HEADERS else header | {"value": LEFT_OUT}
            for header in headers
            if isinstance(header, dict)
        ]
    return clean
