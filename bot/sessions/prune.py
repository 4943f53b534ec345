"""Prune sessions: remove those that are too old or take too much space, unless kept by hand or still running.

Only what a recorder writes is removed: a folder that is not a readable session, or that holds anything else, stays.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot import config
from bot.errors import writing
from bot.files import is_own, sessions_folder
from bot.sessions.store import Session, sessions

if TYPE_CHECKING:
    from bot.config import Limits

ENDED = frozenset({"accepted", "entered", "read", "failed", "interrupted"})
"""The outcomes of finished runs."""
DAY = timedelta(days=1)
"""An unfinished session that has not changed for this long was killed; the settings are applied this often."""
MARK = ".pruned"
"""The file whose modification time is when the settings were last applied."""
RECORD = "session.json"
"""The file that marks a folder as a session: it is written first and removed last."""
_NAMES = (
    r"(?:(?:session|puzzle|solution|report)\.json|(?:before|after|failed)\.(?:html|png|state\.json)|(?:page|report)\.html"
    r"|(?:events|console|requests)\.jsonl|traceback\.txt|board\.svg|trace\.zip|video\.webm|kept)"
)
OWN = re.compile(rf"{_NAMES}|\.{_NAMES}(?:\.\w+)?")
"""The names of the files of sessions and of unpacked bug reports, also while they are written."""


class Surplus(NamedTuple):
    """A session to remove, and the reason."""

    session: Session
    size: int
    """Bytes."""
    why: str


def surplus(
    found: Iterable[Session], limits: Limits, now: datetime, *, spared: timedelta = timedelta()
) -> list[Surplus]:
    """Return the sessions to remove, oldest first; `found` is sorted like that.

    Sessions that are kept by hand or unreadable do not count. Sessions that may be running, are younger than `spared`
    or hold files of others count but stay.
    """
    counted = [(session, session.size) for session in found if not session.kept and session.problem is None]
    total = sum(size for _, size in counted)
    chosen = []
    for session, size in counted:
        age = now - session.record.started
        old = limits.age is not None and age > limits.age
        large = limits.size is not None and total > limits.size
        if (old or large) and age >= spared and not may_run(session, now) and not foreign(session.folder):
            total -= size
            chosen.append(Surplus(session, size, "too old" if old else "over the size"))
    return chosen


def foreign(folder: Path) -> list[str]:
    """Return the names in a session's folder that no recorder writes: folders, links, and files of others."""
    with suppress(FileNotFoundError):
        others = (path for path in folder.iterdir() if not (OWN.fullmatch(path.name) and is_own(path)))
        return sorted(path.name for path in others)
    return []


def may_run(session: Session, now: datetime) -> bool:
    """Return whether a session may still be running: it has no outcome, and a file changed within a day."""
    if session.record.outcome in ENDED:
        return False
    with suppress(FileNotFoundError):
        changed = max([session.folder.stat().st_mtime, *(about.st_mtime for about in session.files().values())])
        return now - datetime.fromtimestamp(changed, UTC) < DAY
    return False


def remove(chosen: Iterable[Surplus]) -> Iterator[Surplus]:
    """Remove sessions one by one, and yield each that still existed and was not kept in the meantime.

    Raise `SetupError` if one cannot be removed.
    """
    for each in chosen:
        folder = each.session.folder
        if each.session.kept or foreign(folder):
            continue
        with writing(f"the session {folder}", "removed"), suppress(FileNotFoundError):
            for path in sorted(folder.iterdir(), key=lambda path: path.name == RECORD):
                if OWN.fullmatch(path.name):
                    path.unlink(missing_ok=True)
            folder.rmdir()
            yield each


def tidy() -> list[Surplus]:
    """Apply the limits in the settings once a day, except to sessions of the last day; return the removed sessions.

    Raise `UsageError` for a mistake in the settings, `SetupError` if a session cannot be removed.
    """
    at = sessions_folder()
    mark = at / MARK
    with suppress(OSError):
        if 0 <= time.time() - mark.stat().st_mtime < DAY.total_seconds():
            return []
    limits = config.load().sessions.limits
    # A full disk cannot hold the mark, and needs pruning most.
    with suppress(OSError):
        if not mark.is_symlink():
            mark.touch()
    return [*remove(surplus(sessions(at), limits, datetime.now(UTC), spared=DAY))]
