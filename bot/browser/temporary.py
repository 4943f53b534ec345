"""Temporary folders with a lock: what a killed process leaves, a later run removes, and nothing else.

The lock of the operating system ends with its process, so it tells whose process is dead, across containers, too. Its
file names the folder and its inode, so that a copy or a folder of another name is nobody's.
"""

from __future__ import annotations

import glob
import os
import shutil
import stat
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from filelock import BaseFileLock

PREFIX = "givens-"
"""The beginning of a folder's name; short, because a browser may create a socket below, whose path is limited."""
PLACE = "/tmp" if sys.platform == "darwin" else None  # noqa: S108 - the folder in it is new and private
"""The parent folder, None for the user's temporary folder; on macOS its path is too long."""
VARIABLES = ("TEMP", "TMP") if os.name == "nt" else ("TMPDIR",)
"""The environment variables that name the temporary folder."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Create a folder that only its owner can open, and remove it at the end; raise `SetupError` if that fails."""
    try:
        folder, lock = _made(_place(), PREFIX)
    except OSError as error:
        from bot.errors import SetupError  # Not at the top: the driver is to be started first.

        where = f" at {error.filename}" if error.filename else ""
        raise SetupError(f"no temporary folder can be created{where}: {error.strerror}") from None
    try:
        yield folder
    finally:
        _remove(folder, lock)


@contextmanager
def growing_folder(target: Path) -> Iterator[Path]:
    """Create a folder beside a new one, which takes its name at the end, or is removed after an error.

    What dead processes have left of the same folder is removed first. Raise `OSError`.
    """
    _remove_abandoned(target.parent, f".{target.name}.")
    folder, lock = _made(target.parent, f".{target.name}.")
    try:
        yield folder
        lock.release()
        Path(lock.lock_file).unlink(missing_ok=True)
        folder.rename(target)
    finally:
        _remove(folder, lock)


def remove_abandoned() -> None:
    """Remove the folders that dead processes of this user have left, and nothing else."""
    _remove_abandoned(_place(), PREFIX)


def _place() -> Path:
    return Path(PLACE or tempfile.gettempdir())


def _remove_abandoned(place: Path, prefix: str) -> None:
    for folder in place.glob(f"{glob.escape(prefix)}*"):
        with suppress(OSError):
            if _is_ours(folder):
                lock = _lock(folder)
                lock.acquire(timeout=0)  # Raises an `OSError` if its process lives.
                _remove(folder, lock)


def _made(place: Path, prefix: str) -> tuple[Path, BaseFileLock]:
    """Create a folder in a place, and lock it."""
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
    lock = _lock(folder)
    lock.acquire()
    return folder, lock


def _lock(folder: Path) -> BaseFileLock:
    from filelock import FileLock

    return FileLock(folder / f"{folder.name}.{folder.lstat().st_ino}.lock", is_singleton=False)


def _is_ours(folder: Path) -> bool:
    """Return whether a path is a private folder of this user, no link, with the lock that we put into it."""
    facts, mark = folder.lstat(), Path(_lock(folder).lock_file).lstat()
    is_private = os.name == "nt" or (facts.st_uid == os.getuid() and stat.S_IMODE(facts.st_mode) == stat.S_IRWXU)
    is_mark = stat.S_ISREG(mark.st_mode) and mark.st_uid == facts.st_uid and (mark.st_size, mark.st_nlink) == (0, 1)
    return stat.S_ISDIR(facts.st_mode) and is_private and is_mark


def _remove(folder: Path, lock: BaseFileLock) -> None:
    lock.release()
    shutil.rmtree(folder, ignore_errors=True)
