"""The store: the sessions that are kept, found by their ids, each a folder that `bot/record/recorder.py` wrote.

A session is data of unknown origin: it may be half-written, of another version, or of another program altogether.
See `docs/sessions.md` for the formats.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import SessionError, SetupError
from bot.record.recorder import VERSION, sessions_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT = "kept"
"""The file whose presence marks a session as kept by hand."""
LAST = "last"
"""What stands for the newest session."""

_ID = re.compile(r"\d{4}-\d\d-\d\dT\d{6}-\w+-[0-9a-f]{4}", re.ASCII)
_SECOND = len("2026-11-20T071502")
_LIST = "givens sessions list"


class _Foreign(SessionError):
    """A folder that bears a session's name is another program's."""


@dataclass(frozen=True, slots=True)
class Session:
    """What one run left behind."""

    folder: Path
    facts: Mapping[str, Any]
    """`session.json`; of a session that cannot be read, what its name tells."""
    problem: str | None = None
    """Why it cannot be read, in one sentence, if so; `load` raises that instead."""

    @classmethod
    def load(cls, folder: Path) -> Session:
        """Read a session's folder; raises `SessionError` if it is missing, damaged, foreign or of a newer version."""
        try:
            facts = json.loads((folder / "session.json").read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            if not folder.is_dir():
                msg = f"there is no session {folder}"
            elif _ID.fullmatch(folder.name):
                msg = f"the session {folder.name} is damaged: it has no session.json"
            else:
                msg = f"{folder} is no session"
            raise SessionError(msg, command=_LIST) from None
        except OSError as error:
            msg = f"the session {folder} cannot be read: {error.strerror}"
            raise SessionError(msg) from None
        except (ValueError, RecursionError) as error:
            msg = f"the session {folder.name} is damaged: session.json is not JSON ({error})"
            raise SessionError(msg, command=_LIST) from None
        version = facts.get("v") if isinstance(facts, dict) else None
        if isinstance(version, int) and version > VERSION:
            msg = f"the session {folder.name} is of version {version}; this program reads versions up to {VERSION}"
            raise SessionError(msg, command="pip install --upgrade givens")
        if version != VERSION or "outcome" not in facts:
            msg = f"{folder} is no session: its session.json is another program's"
            raise _Foreign(msg, command=_LIST)
        if missing := [
            name for name in ("outcome", "target", "site", "started") if not isinstance(facts.get(name), str)
        ]:
            msg = f"the session {folder.name} is damaged: session.json does not tell its {missing[0]}"
            raise SessionError(msg, command=_LIST)
        if re.fullmatch(r"\w+", facts["site"]) is None:
            # A site's name may also be a file to import: a session never names one.
            msg = f"the session {folder.name} is damaged: {facts['site']!r} is no site's name"
            raise SessionError(msg, command=_LIST)
        if not _is_time(facts["started"]):
            msg = f"the session {folder.name} is damaged: it started at {facts['started']!r}, which is no time"
            raise SessionError(msg, command=_LIST)
        return cls(folder, facts)

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def site(self) -> str:
        """The name of the site."""
        return str(self.facts["site"])

    @property
    def kind(self) -> str | None:
        """The kind of the puzzle that was read, else the one that the site shows; None if neither is known."""
        from scrapers import SITES

        puzzle = self.facts.get("puzzle") or self.json("puzzle.json")
        told = puzzle.get("kind") if isinstance(puzzle, dict) else None
        return told if isinstance(told, str) else next((one.KIND for one in SITES if self.site == one.NAME), None)

    @property
    def target(self) -> str:
        """The target as it was written."""
        return str(self.facts["target"])

    @property
    def outcome(self) -> str:
        """`accepted`, `read`, `failed`, `interrupted` or `unfinished`; `unreadable` where there is a problem."""
        return str(self.facts["outcome"])

    @property
    def started(self) -> datetime:
        """When the run began, with its time zone."""
        return datetime.fromisoformat(self.facts["started"])

    @property
    def kept(self) -> bool:
        """Whether it is kept by hand."""
        return (self.folder / KEPT).exists()

    def keep(self, *, kept: bool) -> None:
        """Mark it as kept by hand, or no more; raises `SetupError` where its folder cannot be written."""
        mark = self.folder / KEPT
        try:
            if kept:
                mark.touch()
            else:
                mark.unlink(missing_ok=True)
        except OSError as error:
            msg = f"the session {self.folder} cannot be marked: {error.strerror}"
            raise SetupError(msg) from None

    @property
    def size(self) -> int:
        """What all its files take, in bytes."""
        return sum(about.st_size for about in self.files().values())

    def files(self) -> dict[str, os.stat_result]:
        """Return what is known of each of its files, by name; one that is gone meanwhile is none."""
        found: dict[str, os.stat_result] = {}
        waiting = [""]
        while waiting:
            inside = waiting.pop()
            # Thousands of sessions are asked this: texts cost a tenth of what paths do.
            with suppress(FileNotFoundError), os.scandir(os.path.join(self.folder, inside)) as entries:  # noqa: PTH118
                for entry in entries:
                    name = f"{inside}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(f"{name}/")
                        continue
                    with suppress(FileNotFoundError):
                        found[name] = entry.stat(follow_symlinks=False)
        return dict(sorted(found.items()))

    def events(self) -> list[dict[str, Any]]:
        """Return the events of the run."""
        return [line for line in self.lines("events.jsonl") if isinstance(line.get("event"), str)]

    def lines(self, name: str) -> list[dict[str, Any]]:
        """Return the objects of one of its files of JSON lines that are whole: a kill or a full disk may cut one."""
        found = []
        for line in (self.text(name) or "").split("\n"):
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                found.append(value)
        return found

    def path(self, name: str) -> Path | None:
        """Return where one of its files is, None where there is none; a link is none: it may lead anywhere."""
        file = self.folder / name
        return file if file.is_file() and not file.is_symlink() else None

    def text(self, name: str) -> str | None:
        """Return the text of one of its files, None where there is none."""
        file = self.path(name)
        return None if file is None else file.read_text(encoding="utf-8", errors="replace")

    def json(self, name: str) -> Any:  # noqa: ANN401 - any JSON value
        """Return the JSON value of one of its files, None where there is none or it is damaged."""
        try:
            return json.loads(self.text(name) or "null")
        except (ValueError, RecursionError):
            return None


def sessions(folder: Path | None = None) -> list[Session]:
    """Return all sessions of a folder (the user's unless told), oldest first; what is damaged has a `problem`.

    What is no session is left out. Raises `SessionError` where the folder cannot be read.
    """
    found = []
    for name, path in _folders(folder or sessions_folder()).items():
        try:
            found.append(Session.load(path))
        except _Foreign:
            continue
        except SessionError as error:
            second, site = _parts(name)
            facts = {"outcome": "unreadable", "target": site, "site": site, "started": f"{second}Z"}
            found.append(Session(path, facts, error.message))
    return sorted(found, key=lambda session: (session.started, session.id))


def find(text: str, folder: Path | None = None) -> Session:
    """Return the session of an id, of a beginning that no other id has, the `last` one, or the one at a path.

    Raises `SessionError` where there is none, or several.
    """
    if not text:
        msg = "a session is named by its id, the beginning of one, last, or a path"
        raise SessionError(msg, command=_LIST)
    if re.search(r"[/\\]", text) or text in {".", ".."}:
        return Session.load(Path(text).resolve())
    at = folder or sessions_folder()
    names = _folders(at)
    if text == LAST and names:
        # Names tell seconds, sessions more.
        second, _ = _parts(max(names))
        newest = [Session.load(path) for name, path in names.items() if name.startswith(second)]
        return max(newest, key=lambda session: session.started)
    found = [path for name, path in names.items() if name.startswith(text)]
    if len(found) == 1 or text in names:
        return Session.load(names.get(text, found[0]))
    if found:
        msg = f"{len(found)} sessions begin with {text}, the first {min(found).name}, the last {max(found).name}"
        raise SessionError(msg, command=_LIST)
    if os.path.exists(Path(text, "session.json")):  # noqa: PTH110 - a name that no disk takes is none, not an error
        return Session.load(Path(text).resolve())
    if not names:
        msg = f"there is no session in {at}"
        raise SessionError(msg, command="givens play TARGET")
    msg = f"no session begins with {text!r}"
    raise SessionError(msg, command=_LIST)


def _folders(folder: Path) -> dict[str, Path]:
    """Return the folders that bear a session's name, by name; a link is none, so that nothing elsewhere is touched."""
    try:
        with os.scandir(folder) as entries:
            names = [one.name for one in entries if _ID.fullmatch(one.name) and one.is_dir(follow_symlinks=False)]
    except FileNotFoundError:
        return {}
    except OSError as error:
        msg = f"the sessions in {folder} cannot be read: {error.strerror}"
        raise SessionError(msg, command="set GIVENS_SESSIONS to a folder of yours") from None
    return {name: folder / name for name in names if _is_time(f"{_parts(name)[0]}Z")}


def _parts(name: str) -> tuple[str, str]:
    """Return the second in UTC and the site that a session's name tells."""
    return name[:_SECOND], name[_SECOND + 1 : -5]


def _is_time(text: str) -> bool:
    """Tell whether a text is a moment, with its time zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
