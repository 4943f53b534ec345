"""Bug reports: the files of a session that a maintainer needs to fix a site module, scrubbed again."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import writing
from bot.play.targets import BOARD, STATE, read_state, site_named
from bot.record.recorder import versions, write_whole
from bot.record.scrub import Scrubber
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sessions.store import Session

VERSION = 1
"""The version of `report.json`."""
REPORT = "report.json"
BOARDS = ("failed", BOARD, "after")
"""The names of a session's boards."""
OBJECTS = ("session.json", "puzzle.json", "solution.json", *(f"{name}{STATE}" for name in BOARDS))
LINES = ("events.jsonl", "console.jsonl", "requests.jsonl")
TEXTS = (*(f"{name}.html" for name in BOARDS), "page.html", "traceback.txt")
PICTURES = tuple(f"{name}.png" for name in BOARDS)


def gather(session: Session, *, pictures: bool) -> dict[str, bytes]:
    """Return the files of a report by name; `pictures` adds the screenshots, which cannot be scrubbed."""
    files: dict[str, str] = {REPORT: _json(_report(session))}
    for name in OBJECTS:
        if (value := session.json(name)) is not None:
            files[name] = _json(value)
    for name in LINES:
        if lines := session.lines(name):
            files[name] = "".join(map(_json, lines))
    for name in TEXTS:
        if (text := session.text(name)) is not None:
            files[name] = _clean(text)
    contents = {name: text.encode() for name, text in files.items()}
    if pictures:
        contents |= {name: path.read_bytes() for name in PICTURES if (path := session.path(name))}
    return contents


def pack(session: Session, files: Mapping[str, bytes]) -> bytes:
    """Return the files as a ZIP archive, which unpacks into a session folder."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files.items():
            out.writestr(f"{session.id}/{name}", content)
    return archive.getvalue()


def write(archive: bytes, path: Path) -> None:
    """Write the archive completely or not at all; raise `SetupError`."""
    with writing(path):
        write_whole(path.resolve(), archive)


def _report(session: Session) -> dict[str, Any]:
    """Return facts that the session does not hold: the current versions, and each layout's result for each board."""
    return {
        "v": VERSION,
        "id": session.id,
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "versions": versions(),
        "layouts": {name: _readings(session, name) for name in BOARDS if session.path(f"{name}.html")},
    }


def _readings(session: Session, name: str) -> dict[str, str] | str:
    """Return by layout whether today's code reads a board, or why it cannot be tried."""
    try:
        site, snapshot = site_named(session.site), read_state(session.folder / f"{name}.html")
    except GivensError as error:
        return error.message
    results = {}
    for layout in site.LAYOUTS:
        try:
            layout.read(snapshot)
        except GivensError as error:
            results[layout.NAME] = f"{type(error).__name__}: {error.message}"
        except Exception as error:  # noqa: BLE001 - report any bug in a layout
            results[layout.NAME] = f"bug: {type(error).__name__}: {error}"
        else:
            results[layout.NAME] = "reads"
    return results


def _json(value: object) -> str:
    return _without_home(json.dumps(Scrubber().deep(value), ensure_ascii=False)) + "\n"


def _clean(text: str) -> str:
    return _without_home(Scrubber()(text))


def _without_home(text: str) -> str:
    """Return a text with `~` in place of the user's home folder, which often contains their name."""
    home = Path.home()
    if home == Path(home.anchor):
        return text
    for spelling in {str(home), json.dumps(str(home))[1:-1], home.as_posix()}:
        text = text.replace(spelling, "~")
    return text
