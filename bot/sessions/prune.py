"""Prune sessions: remove those that are too old or take too much space, unless kept by hand or still running."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot import config
from bot.errors import SetupError
from bot.record.place import sessions_folder
from bot.sessions.store import sessions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bot.retention import Limits
    from bot.sessions.store import Session

ENDED = frozenset({"accepted", "entered", "read", "failed", "interrupted"})
"""The outcomes of finished runs."""
DAY = timedelta(days=1)
"""An unfinished session that has not changed for this long was killed; the settings are applied this often."""
MARK = ".pruned"
"""The file whose modification time is when the settings were last applied."""
REMOVED = ".removed"
"""The suffix of a session's folder while it is removed, so that nobody sees part of it."""


@dataclass(frozen=True, slots=True)
class Surplus:
    """A session to remove, and the reason."""

    session: Session
    size: int
    """Bytes."""
    why: str


def surplus(
    found: Iterable[Session], limits: Limits, now: datetime, *, spared: timedelta = timedelta()
) -> list[Surplus]:
    """Return the sessions to remove, oldest first; `found` is sorted like that.

    Sessions kept by hand do not count. Sessions that may be running or are younger than `spared` count but stay.
    """
    counted = [(session, session.size) for session in found if not session.kept]
    total = sum(size for _, size in counted)
    chosen = []
    for session, size in counted:
        old = limits.age is not None and now - session.started > limits.age
        if not (old or (limits.size is not None and total > limits.size)):
            continue
        if now - session.started < spared or may_run(session, now):
            continue
        total -= size
        chosen.append(Surplus(session, size, "too old" if old else "over the size"))
    return chosen


def may_run(session: Session, now: datetime) -> bool:
    """Return whether a session may still be running: it has no outcome, and a file changed within a day."""
    if session.outcome in ENDED:
        return False
    try:
        changed = max([session.folder.stat().st_mtime, *(about.st_mtime for about in session.files().values())])
    except FileNotFoundError:
        return False
    return now - datetime.fromtimestamp(changed, UTC) < DAY


def remove(chosen: Iterable[Surplus]) -> Iterator[Surplus]:
    """Remove sessions one by one, and yield each that still existed and was not kept in the meantime.

    Raise `SetupError` if one cannot be removed.
    """
    for surplus_session in chosen:
        folder = surplus_session.session.folder
        if surplus_session.session.kept:
            continue
        aside = folder.with_name(f".{folder.name}{REMOVED}")
        try:
            # If two processes remove the same session, only one of them can rename it.
            folder.rename(aside)
            shutil.rmtree(aside)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SetupError(f"the session {folder} cannot be removed: {error.strerror}") from None
        yield surplus_session


def tidy(folder: Path | None = None) -> list[Surplus]:
    """Apply the limits in the settings once a day, except to sessions of the last day; return the removed sessions.

    Raise `UsageError` for a mistake in the settings, `SetupError` if a session cannot be removed.
    """
    at = folder or sessions_folder()
    mark = at / MARK
    try:
        since = time.time() - mark.stat().st_mtime
    except OSError:
        since = None
    if since is not None and 0 <= since < DAY.total_seconds():
        return []
    limits = config.load().limits
    # A full disk cannot hold the mark, and needs pruning most.
    with suppress(OSError):
        mark.touch()
    for leftover in at.glob(f".*{REMOVED}"):
        shutil.rmtree(leftover, ignore_errors=True)
    return [*remove(surplus(sessions(at), limits, datetime.now(UTC), spared=DAY))]
