"""A temporary folder for each process that starts a browser, for profiles, artifacts and traces.

What a killed process leaves in its folder, a later run removes. A lock of the operating system on a file in the folder
ends with its process, so it tells whose process is dead, across containers, too.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from filelock import FileLock

PREFIX = "givens-"
"""The beginning of the folders' names; short, because a browser may create a socket below, whose path is limited."""
PLACE = "/tmp" if sys.platform == "darwin" else None  # noqa: S108 - the folder in it is new and private
"""Where the folders are, None for the user's temporary folder; that of macOS has too long a path."""
VARIABLES = ("TEMP", "TMP") if os.name == "nt" else ("TMPDIR",)
"""The environment variables that name the temporary folder."""
LOCK = "lock"
NEW = 60.0
"""Seconds for which a folder without a lock counts as new: its process may not have locked it yet."""

_locks: dict[Path, FileLock | None] = {}
"""The folders of this process with their locks, the last one in use."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Create a folder that only its owner can open, and remove it at the end; raise `SetupError` if that fails."""
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=PLACE))
    except OSError as error:
        from bot.errors import SetupError  # Not at the top: the driver is to be started first.

        place = PLACE or tempfile.gettempdir()
        raise SetupError(f"no temporary folder can be created in {place}: {error.strerror}") from None
    _locks[folder] = None
    try:
        yield folder
    finally:
        lock = _locks.pop(folder)
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            lock.release()


def current_folder() -> Path | None:
    """Return the folder of this process, None if it has started no browser."""
    return next(reversed(_locks), None)


def lock(folder: Path) -> None:
    """Lock a folder of this process until it is removed; another thread may do so, as it takes some time."""
    from filelock import FileLock

    with suppress(OSError):  # Without a lock, another run removes the folder after `NEW` seconds.
        file_lock = FileLock(folder / LOCK, timeout=0, thread_local=False)
        file_lock.acquire()
        _locks[folder] = file_lock


def remove_abandoned() -> None:
    """Remove the folders that dead processes of this user have left."""
    for folder in Path(PLACE or tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if folder not in _locks and _abandoned(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    """Return whether the process of a folder is dead."""
    from filelock import FileLock, Timeout

    try:
        facts = folder.lstat()
        if not stat.S_ISDIR(facts.st_mode) or (hasattr(os, "getuid") and facts.st_uid != os.getuid()):
            return False
        if not (folder / LOCK).is_file():
            return time.time() - facts.st_mtime > NEW
        with FileLock(folder / LOCK, timeout=0):
            return True
    except (OSError, Timeout):
        return False
