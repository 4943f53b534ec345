"""The trace of a run for Playwright's viewer: every call to the browser and every state of the page, scrubbed.

Playwright's own file never enters the session: it stays in a private temporary folder until it is rewritten.
"""

from __future__ import annotations

import json
import tempfile
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from bot.browser.limits import bounded
from bot.browser.temporary import current_folder
from bot.errors import PageGone
from bot.private import make_file
from bot.record.scrub import SCRUBBED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext

    from bot.record.scrub import Scrubber

PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF", b"wOFF", b"wOF2", b"OTTO", b"\0\1\0\0")
"""The first bytes of pictures and fonts, which contain no text."""
LINES = (".trace", ".network")
"""The endings of files with one JSON object per line."""
LEFT_OUT = (".stacks", ".jsonl")
"""The endings of files that are left out: paths of this machine, and web socket messages in any encoding."""
FIELD = "__playwright_value_"
"""The trace's key for the content of a form field."""
MARK = 2
"""Characters of a field that is a cell of a puzzle; a longer text was typed by a person."""
SECRET_HEADERS = frozenset({"cookie", "set-cookie", "authorization", "csrf-token", "x-csrf-token"})
"""Headers whose values are secret wherever they occur."""

ANSWER_TIMEOUT = 20.0
"""Seconds in which the browser must return a trace."""


def begin(context: BrowserContext, title: str) -> None:
    """Start tracing the pages of a context."""
    context.tracing.start(title=title, screenshots=True, snapshots=True)


def end(context: BrowserContext, file: Path, scrub: Scrubber, remaining: Callable[[], float] = lambda: inf) -> None:
    """Stop tracing and write the trace without secrets; raise Playwright's errors and `OSError`.

    Raise `PageGone` if that takes longer than the seconds that `remaining` returns.
    """
    # If this process is killed, a later one removes what is in its folder.
    with tempfile.TemporaryDirectory(prefix="trace-", dir=current_folder()) as private:
        raw = Path(private) / "trace.zip"
        with bounded(min(ANSWER_TIMEOUT, remaining()), "the browser does not answer"):
            context.tracing.stop(path=raw)
        if raw.exists():
            rewrite(raw, file, scrub, remaining)


def rewrite(raw: Path, file: Path, scrub: Scrubber, remaining: Callable[[], float] = lambda: inf) -> None:
    """Write a trace without secrets: scrub texts, copy pictures and fonts, leave out everything else."""
    beside = file.with_name(f".{file.name}")
    try:
        make_file(beside)
        with ZipFile(raw) as old, ZipFile(beside, "w") as new:
            names = [name for name in old.namelist() if not name.endswith(LEFT_OUT)]
            for name in names:
                if name.endswith(LINES):
                    scrub = scrub.with_secrets(secret for line in _lines(old.read(name)) for secret in _secrets(line))
            for name in names:
                if not remaining():
                    raise PageGone("the time limit has passed")
                data = old.read(name)
                if data.startswith(PICTURES):
                    new.writestr(name, data, ZIP_STORED)
                elif (text := _scrubbed(name, data, scrub)) is not None:
                    new.writestr(scrub(name), text, ZIP_DEFLATED)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _scrubbed(name: str, data: bytes, scrub: Scrubber) -> str | None:
    """Return a text file of a trace without secrets, None for a file that is not text."""
    if name.endswith(LINES):
        lines = (scrub.deep(_without_content(line)) for line in _lines(data))
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    clean: str = scrub.deep(text)
    return clean


def _lines(data: bytes) -> Iterator[Any]:
    """Yield the JSON objects of lines, without a line that is cut short."""
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            continue


def _secrets(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Yield the values of cookies and secret headers in a line of a trace."""
    if isinstance(value, list):
        for item in value:
            yield from _secrets(item)
    elif isinstance(value, dict):
        name, content = str(value.get("name")).lower(), value.get("value")
        if isinstance(content, str) and name in SECRET_HEADERS:
            # After the first part of a cookie that is set, the other parts are its attributes.
            parts = content.split(";") if name == "cookie" else content.split(";")[:1]
            yield from (part.partition("=")[2] for part in parts)
            yield content.rpartition(" ")[2]
        for item in value.values():
            yield from _secrets(item)


def _without_content(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a line of a trace without the text of form fields and without Base64 bodies of responses."""
    if isinstance(value, list):
        return [_without_content(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: SCRUBBED
        if (key == FIELD and len(str(item)) > MARK) or (key in {"body", "postData", "binary"} and isinstance(item, str))
        else _without_content(item)
        for key, item in value.items()
        if key != "_webSocketMessages"
    }
