"""The store: find and read recorded sessions, which `bot/record/recorder.py` writes, each a folder.

The content of a session is untrusted: it may be incomplete, of a newer version, or of another program.
See `docs/sessions.md` for the formats.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec

from bot.errors import SessionError, SetupError, UsageError, writing
from bot.files import FILE, MEGABYTE, is_own, read_bytes, read_start, sessions_folder
from bot.json_file import convert, parse, read_object
from bot.play.result import TargetResult
from bot.record.recorder import VERSION

KEPT = "kept"
"""The file that marks a session as kept by hand."""
LINES = ".jsonl"
"""The ending of JSON Lines files."""
LAST = "last"
"""The name for the newest session."""

MAX_FILE = 4 * MEGABYTE
"""Bytes that are read of a file, so that even a hostile session is shown quickly: of lines, about 40,000 inputs."""
OPENED = "report.html"
"""The report on a session that was written to be shown."""
UNREAD = (".zip", ".webm", OPENED)
"""The endings of files that are never loaded, so that they may have any size."""
YEARS = range(1970, 9000)
"""The years in which a session may have started: others have no time in every time zone."""

Duration = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Time = Annotated[datetime, msgspec.Meta(tz=True)]
SiteName = Annotated[str, msgspec.Meta(pattern=r"\A\w+\Z")]
"""A name, never the path of a module, which reading a session would import."""

ID = re.compile(r"\d{4}-\d\d-\d\dT\d{6}-\w+-[0-9a-f]{4}", re.ASCII)
_TIME_LENGTH = len("2026-11-20T071502")
_LIST = "givens sessions list"


class Record(TargetResult, kw_only=True):
    """The content of `session.json`: the result of the run, and facts about the session."""

    outcome: str
    """`accepted`, `entered`, `read`, `failed`, `interrupted` or `unfinished`; `unreadable` if there is a problem."""
    site: SiteName
    started: Time
    ended: Time | None = None
    ms: dict[str, Duration] = msgspec.field(default_factory=dict)
    about: dict[str, Any] = msgspec.field(default_factory=dict)
    versions: dict[str, str] = msgspec.field(default_factory=dict)
    browser: dict[str, str | bool] = msgspec.field(default_factory=dict)
    not_served: list[str] = msgspec.field(default_factory=list, name="refused")
    """The addresses that a fixture did not serve."""


class RunEvent(msgspec.Struct, frozen=True):
    """A line of `events.jsonl`."""

    event: str
    t: Duration | None = None
    """Seconds since the start of the run."""
    leaves: dict[str, list[int | None]] = {}
    """By cell, the marks that an input may leave."""


@dataclass(frozen=True, slots=True)
class Session:
    """The folder of one run."""

    folder: Path
    record: Record
    """`session.json`; for an unreadable session, the facts in the folder's name."""
    problem: str | None = None
    """Why the session is unreadable, in one sentence; `load` raises an error instead."""

    @classmethod
    def load(cls, folder: Path) -> Session:
        """Read a session; raise `SessionError` if it is missing, damaged, of another program or of a newer version."""
        try:
            return cls(folder, _record(folder / "session.json"))
        except UsageError as error:
            message = f"{folder.name} is not a session that can be read: {error.message}"
            raise SessionError(message, command=error.command or _LIST) from None

    @property
    def id(self) -> str:
        """The name of the folder."""
        return self.folder.name

    @property
    def kind(self) -> str | None:
        """The kind of the recorded puzzle, or of the site's puzzles; None if neither is known."""
        from scrapers import SITES

        puzzle = self.record.puzzle or self.json("puzzle.json")
        kind = puzzle.get("kind") if isinstance(puzzle, dict) else None
        if isinstance(kind, str):
            return kind
        return next((site.KIND for site in SITES if self.record.site == site.NAME), None)

    @property
    def kept(self) -> bool:
        """Whether the session is kept by hand."""
        return os.path.lexists(self.folder / KEPT)

    def keep(self, *, kept: bool) -> None:
        """Mark the session as kept by hand, or remove the mark; raise `SetupError` if the folder cannot be written."""
        mark = self.folder / KEPT
        with writing(f"the session {self.folder}", "marked"):
            if mark.is_symlink():
                raise SetupError(f"the session {self.folder} cannot be marked: {KEPT} is a link")
            if kept:
                mark.touch(mode=FILE)
            else:
                mark.unlink(missing_ok=True)

    @property
    def size(self) -> int:
        """The size of all files in bytes."""
        return sum(stat.st_size for stat in self.files().values())

    def files(self) -> dict[str, os.stat_result]:
        """Return the status of all files by name, without files that are deleted meanwhile."""
        stats: dict[str, os.stat_result] = {}
        # This runs for thousands of sessions, and strings are ten times faster than paths.
        with suppress(FileNotFoundError), os.scandir(self.folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    if not entry.is_dir(follow_symlinks=False):
                        stats[entry.name] = entry.stat(follow_symlinks=False)
        return dict(sorted(stats.items()))

    def events(self) -> list[dict[str, Any]]:
        """Return the valid events of the run."""
        return [line for line in self.lines("events.jsonl") if _event(line)]

    def inputs(self) -> list[RunEvent]:
        """Return the valid inputs of the run."""
        return [found for line in self.lines("events.jsonl") if (found := _event(line)) and found.event == "input"]

    def lines(self, name: str) -> list[dict[str, Any]]:
        """Return the complete objects of a JSON Lines file; a kill or a full disk may truncate one."""
        objects = []
        for line in (self.text(name) or "").split("\n"):
            with suppress(ValueError):
                objects.append(parse(line))
        return [value for value in objects if isinstance(value, dict)]

    @property
    def shortened(self) -> list[str]:
        """Sentences about the files that are too large to be read, or to be read to their ends."""
        return [
            f"{name} has {stat.st_size / MEGABYTE:,.1f} MB, of which "
            + (f"the first {MAX_FILE / MEGABYTE:g} MB are read" if name.endswith(LINES) else "nothing is read")
            for name, stat in self.files().items()
            if stat.st_size > MAX_FILE and not name.endswith(UNREAD)
        ]

    def path(self, name: str) -> Path | None:
        """Return the path of a file, None if it is missing, too large, or a link, which could point anywhere."""
        file = self.folder / name
        if not is_own(file):
            return None
        return file if name.endswith((LINES, *UNREAD)) or file.stat().st_size <= MAX_FILE else None

    def text(self, name: str) -> str | None:
        """Return the text of a file, None if it is missing or too large; of a large file of lines, the beginning."""
        content = self.content(name)
        return None if content is None else content.decode(errors="replace")

    def content(self, name: str) -> bytes | None:
        """Return the bytes of a file, as `text` does."""
        if (file := self.path(name)) is not None:
            with suppress(OSError):
                return (read_start if name.endswith(LINES) else read_bytes)(file, MAX_FILE)
        return None

    def json(self, name: str) -> Any:  # noqa: ANN401 - any JSON value
        """Return the JSON value of a file, None if it is missing or damaged."""
        try:
            return parse(self.text(name) or "null")
        except ValueError:
            return None


def _record(file: Path) -> Record:
    """Return the content of a `session.json`; raise `UsageError` if it cannot be read."""
    if os.path.islink(file):
        raise UsageError(f"{file} is a link")
    record = convert(read_object(file, VERSION, MAX_FILE), Record, file)
    for name, time in (("started", record.started), ("ended", record.ended)):
        if time is not None and time.year not in YEARS:
            raise UsageError(f"{file}: `{name}` is in the year {time.year}")
    return record


def sessions(folder: Path | None = None) -> list[Session]:
    """Return all sessions in a folder (by default the user's), oldest first; unreadable ones have a `problem`.

    Raise `SessionError` if the folder cannot be read.
    """
    result = []
    for name, path in _folders(folder or sessions_folder()).items():
        try:
            result.append(Session.load(path))
        except SessionError as error:
            site = name[_TIME_LENGTH + 1 : -5]
            record = Record(outcome="unreadable", target=site, site=site, started=_time(name))
            result.append(Session(path, record, error.message))
    return sorted(result, key=lambda session: (session.record.started, session.id))


def find(text: str) -> Session:
    """Return the session at a path, which contains a slash, with an id or an unambiguous start of one, or the `last`.

    Raise `SessionError` if there is none, or more than one.
    """
    if re.search(r"[/\\]", text):
        return Session.load(Path(os.path.realpath(text)))  # `Path.resolve` raises for links that lead to each other.
    if not text:
        raise SessionError("name a session by its id, the start of its id, last, or a path", command=_LIST)
    at = sessions_folder()
    names = _folders(at)
    if text == LAST and names:
        # Names have whole seconds, sessions more digits.
        second = max(names)[:_TIME_LENGTH]
        newest = [Session.load(path) for name, path in names.items() if name.startswith(second)]
        return max(newest, key=lambda session: session.record.started)
    matches = [name for name in names if name.startswith(text)]
    if len(matches) == 1 or text in names:
        return Session.load(names.get(text, names[matches[0]]))
    if not names:
        raise SessionError(f"no sessions exist in {at}", command="givens play TARGET")
    message = f"{len(matches)} sessions start with {text}, from {min(matches)} to {max(matches)}" if matches else ""
    raise SessionError(message or f"no session starts with {text!r}", command=_LIST)


def _folders(folder: Path) -> dict[str, Path]:
    """Return the folders that are named like sessions, by name; links are left out, so nothing elsewhere is touched."""
    try:
        with os.scandir(folder) as entries:
            names = [each.name for each in entries if _is_id(each.name) and each.is_dir(follow_symlinks=False)]
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SessionError(
            f"the sessions in {folder} cannot be read: {error.strerror}",
            command="set GIVENS_SESSIONS to a folder of yours",
        ) from None
    return {name: folder / name for name in names}


def _time(name: str) -> datetime:
    """Return the time in UTC in the name of a session; raise `ValueError` if it is none."""
    return datetime.fromisoformat(f"{name[:_TIME_LENGTH]}Z")


def _is_id(name: str) -> bool:
    """Return whether a name is the id of a session, with a valid time."""
    with suppress(ValueError):
        return ID.fullmatch(name) is not None and _time(name).year in YEARS
    return False


def _event(line: dict[str, Any]) -> RunEvent | None:
    """Return a line as an event, None if it has another form."""
    with suppress(msgspec.ValidationError, UnicodeEncodeError):
        return msgspec.convert(line, RunEvent)
    return None
