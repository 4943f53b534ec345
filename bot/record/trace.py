"""The trace of a run: every call to the browser, every state of the page, for Playwright's viewer; scrubbed.

Playwright's own file never comes near the session: it is written into a private folder for the time of the rewriting.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from bot.record.scrub import SCRUBBED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

    from bot.record.scrub import Scrubber

PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF", b"wOFF", b"wOF2", b"OTTO", b"\0\1\0\0")
"""How pictures and fonts begin: no text stands in them."""
LINES = (".trace", ".network")
"""The endings of what holds one JSON object a line."""
LEFT_OUT = (".stacks", ".jsonl")
"""Paths of this machine's files; what passed through web sockets, in any encoding."""
FIELD = "__playwright_value_"
"""What the trace calls the content of a field of a form."""
MARK = 2
"""Characters of a field that is a cell of a puzzle; what is longer somebody has typed."""
TOLD = frozenset({"cookie", "set-cookie", "authorization", "csrf-token", "x-csrf-token"})
"""Headers whose values are secret wherever they stand."""


def begin(context: BrowserContext, title: str) -> None:
    """Trace a context's pages from now on."""
    context.tracing.start(title=title, screenshots=True, snapshots=True)


def end(context: BrowserContext, file: Path, scrub: Scrubber) -> None:
    """Stop tracing, and write the trace without secrets; raises Playwright's errors, and `OSError`."""
    with tempfile.TemporaryDirectory(prefix="givens-") as private:
        raw = Path(private) / "trace.zip"
        context.tracing.stop(path=raw)
        if raw.exists():
            rewrite(raw, file, scrub)


def rewrite(raw: Path, file: Path, scrub: Scrubber) -> None:
    """Write a trace without secrets: texts are scrubbed, pictures and fonts taken over, anything else is left out."""
    beside = file.with_name(f".{file.name}")
    try:
        with ZipFile(raw) as old, ZipFile(beside, "w") as new:
            names = [name for name in old.namelist() if not name.endswith(LEFT_OUT)]
            for name in names:
                if name.endswith(LINES):
                    scrub = scrub.also(secret for line in _lines(old.read(name)) for secret in _secrets(line))
            for name in names:
                data = old.read(name)
                if data.startswith(PICTURES):
                    new.writestr(name, data, ZIP_STORED)
                elif (text := _scrubbed(name, data, scrub)) is not None:
                    new.writestr(scrub(name), text, ZIP_DEFLATED)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _scrubbed(name: str, data: bytes, scrub: Scrubber) -> str | None:
    """Return a text of a trace without secrets, None for what is no text."""
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
    """Return the JSON objects of lines, without one that was cut short."""
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            continue


def _secrets(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Return the values of cookies and of telling headers that stand anywhere in a line of a trace."""
    if isinstance(value, list):
        for item in value:
            yield from _secrets(item)
    elif isinstance(value, dict):
        name, told = str(value.get("name")).lower(), value.get("value")
        if isinstance(told, str) and name in TOLD:
            # What follows the first cookie that is set is about it.
            parts = told.split(";") if name == "cookie" else told.split(";")[:1]
            yield from (part.partition("=")[2] for part in parts)
            yield told.rpartition(" ")[2]
        for item in value.values():
            yield from _secrets(item)


def _without_content(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a line of a trace without what is typed into fields, and without bodies of answers, which are Base64."""
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
