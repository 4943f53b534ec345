"""Pruning: sessions that are too old, or too many, are removed, but none kept by hand or perhaps still running."""

from __future__ import annotations

import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot import config
from bot.errors import SetupError, UsageError
from bot.record.recorder import sessions_folder
from bot.sessions.store import sessions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bot.sessions.store import Session

FOREVER, ANY = "forever", "any"
"""What stands for no limit of age, and of size."""
ENDED = frozenset({"accepted", "read", "failed", "interrupted"})
"""The outcomes of runs that are over."""
DAY = timedelta(days=1)
"""After how long without a change a session that has not ended was killed; and how often the settings are applied."""
MARK = ".pruned"
"""The file whose time tells when the settings were applied last."""
REMOVED = ".removed"
"""What the name of a session ends with while it is removed, so that it is never seen in part."""

_HOURS = {"h": 1, "d": 24, "w": 7 * 24}
_BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_AMOUNT = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?([A-Za-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long sessions are kept, and how many bytes they may take; None is no limit."""

    age: timedelta | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Surplus:
    """A session to be removed, and why."""

    session: Session
    size: int
    """Bytes."""
    why: str


def age(text: str) -> timedelta | None:
    """Return an age like `30d`, `12h` or `8w`, None for `forever`; raises `UsageError`."""
    if text == FOREVER:
        return None
    found = _AMOUNT.fullmatch(text)
    if found is None or found[2] not in _HOURS:
        msg = f"{text!r} is no age: write it like 12h, 30d or 8w (hours, days, weeks), or {FOREVER}"
        raise UsageError(msg)
    try:
        return timedelta(hours=float(found[1]) * _HOURS[found[2]])
    except OverflowError:
        return None


def size(text: str) -> int | None:
    """Return a size like `500MB` or `2GB` in bytes, None for `any`; raises `UsageError`."""
    if text == ANY:
        return None
    found = _AMOUNT.fullmatch(text)
    if found is None or found[2].upper() not in _BYTES:
        msg = f"{text!r} is no size: write it like 500MB or 2GB (kB, MB, GB, TB), or {ANY}"
        raise UsageError(msg)
    return int(float(found[1]) * _BYTES[found[2].upper()])


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
    limits = config.limits()
    # A full disk takes no mark; then it is all the more time to prune.
    with suppress(OSError):
        mark.touch()
    for rest in at.glob(f".*{REMOVED}"):
        shutil.rmtree(rest, ignore_errors=True)
    return [*remove(surplus(sessions(at), limits, datetime.now(UTC), spared=DAY))]
