"""Pruning: sessions that are too old, or too many, are removed, but none kept by hand or perhaps still running."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot import config
from bot.errors import SetupError
from bot.record.recorder import sessions_folder
from bot.sessions.store import sessions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bot.retention import Limits
    from bot.sessions.store import Session

ENDED = frozenset({"accepted", "read", "failed", "interrupted"})
"""The outcomes of runs that are over."""
DAY = timedelta(days=1)
"""After how long without a change a session that has not ended was killed; and how often the settings are applied."""
MARK = ".pruned"
"""The file whose time tells when the settings were applied last."""
REMOVED = ".removed"
"""What the name of a session ends with while it is removed, so that it is never seen in part."""


@dataclass(frozen=True, slots=True)
class Surplus:
    """A session to be removed, and why."""

    session: Session
    size: int
    """Bytes."""
    why: str


def surplus(
    found: Iterable[Session], limits: Limits, now: datetime, *, spared: timedelta = timedelta()
) -> list[Surplus]:
    """Return what is to be removed, oldest first, of sessions in that order.

    What is kept by hand does not count; what may still be running, or is younger than `spared`, does, but stays.
    """
    counted = [(session, session.size) for session in found if not session.kept]
    total = sum(its for _, its in counted)
    chosen = []
    for session, its in counted:
        old = limits.age is not None and now - session.started > limits.age
        if not (old or (limits.size is not None and total > limits.size)):
            continue
        if now - session.started < spared or may_run(session, now):
            continue
        total -= its
        chosen.append(Surplus(session, its, "too old" if old else "over the size"))
    return chosen


def may_run(session: Session, now: datetime) -> bool:
    """Tell whether a session may still be written: it has not ended, and something in it is younger than a day."""
    if session.outcome in ENDED:
        return False
    try:
        last = max([session.folder.stat().st_mtime, *(about.st_mtime for about in session.files().values())])
    except FileNotFoundError:
        return False
    return now - datetime.fromtimestamp(last, UTC) < DAY


def remove(chosen: Iterable[Surplus]) -> Iterator[Surplus]:
    """Remove sessions, one each time the next is asked for; yields those that were there and not kept meanwhile.

    Raises `SetupError` where one cannot be removed.
    """
    for one in chosen:
        folder = one.session.folder
        if one.session.kept:
            continue
        aside = folder.with_name(f".{folder.name}{REMOVED}")
        try:
            # Of two processes that remove it, one moves it away.
            folder.rename(aside)
            shutil.rmtree(aside)
        except FileNotFoundError:
            continue
        except OSError as error:
            msg = f"the session {folder} cannot be removed: {error.strerror}"
            raise SetupError(msg) from None
        yield one


def tidy(folder: Path | None = None) -> list[Surplus]:
    """Apply the limits of the settings, once a day, and return what was removed; nothing of the last day is.

    Raises `UsageError` for settings that are wrong, `SetupError` where something cannot be removed.
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
    # A full disk takes no mark; then it is all the more time to prune.
    with suppress(OSError):
        mark.touch()
    for rest in at.glob(f".*{REMOVED}"):
        shutil.rmtree(rest, ignore_errors=True)
    return [*remove(surplus(sessions(at), limits, datetime.now(UTC), spared=DAY))]
