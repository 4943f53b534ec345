"""A temporary folder for each process that starts a browser, for profiles, artifacts and traces.

What a killed process leaves in its folder, a later run removes, and nothing else: only a folder in a parent of ours
with a file that says exactly that we made this folder. The lock of the operating system on that file ends with its
process, so it tells whose process is dead, across containers, too.
"""

from __future__ import annotations

import glob
import json
import os
import secrets
import shutil
import stat
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bot.private import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "givens"
"""The beginning of a parent's name; short, because a browser may create a socket below, whose path is limited."""
PARENTS = 4
"""How many names a parent may have: another user may have taken one."""
PLACE = "/tmp" if sys.platform == "darwin" else None  # noqa: S108 - the folder in it is new and private
"""The parent folder, None for the user's temporary folder; on macOS its path is too long."""
VARIABLES = ("TEMP", "TMP") if os.name == "nt" else ("TMPDIR",)
"""The environment variables that name the temporary folder."""
MARK = "owner.json"
"""The file that says who made a folder. It is locked before it has a content, so a mark without a lock is abandoned."""
FORMAT, VERSION = "givens temporary folder", 1
MAX_MARK = 1000
"""Bytes of the largest mark."""
TIME = "%Y-%m-%dT%H:%M:%SZ"

_folders: dict[Path, int | None] = {}
"""The folders of this process with their locked marks, the last one in use."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Create a folder that only its owner can open, and remove it at the end; raise `SetupError` if that fails."""
    try:
        folder = _new_folder(_place())
    except OSError as error:
        from bot.errors import SetupError  # Not at the top: the driver is to be started first.

        where = f" at {error.filename}" if error.filename else ""
        raise SetupError(f"no temporary folder can be created{where}: {error.strerror}") from None
    _folders[folder] = _marked(folder)
    try:
        yield folder
    finally:
        mark = _folders.pop(folder)
        _remove(folder, mark)


@contextmanager
def growing_folder(target: Path) -> Iterator[Path]:
    """Create a folder beside a new one, which takes its name at the end, or is removed after an error.

    What dead processes have left of the same folder is removed first. Raise `OSError`.
    """
    for left in target.parent.glob(f".{glob.escape(target.name)}.*"):
        if _is_private(left) and (mark := _lock_abandoned(left)) is not None:
            _remove(left, mark)
    folder = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    make_folder(folder, exist_ok=False)
    mark = _marked(folder)
    try:
        yield folder
        if mark is not None:
            os.close(mark)
            mark = None
        (folder / MARK).unlink(missing_ok=True)
        folder.rename(target)
    finally:
        _remove(folder, mark)


def current_folder() -> Path | None:
    """Return the folder of this process, None if it has started no browser."""
    return next(reversed(_folders), None)


def remove_abandoned() -> None:
    """Remove the folders that dead processes of this user have left, and nothing else."""
    for parent in filter(_is_private, _parents(_place())):
        with suppress(OSError):
            for folder in parent.iterdir():
                if folder not in _folders and _is_private(folder) and (mark := _lock_abandoned(folder)) is not None:
                    _remove(folder, mark)


def _place() -> Path:
    return Path(PLACE or tempfile.gettempdir())


def _user() -> int:
    """Return the id of this user; Windows gives each user a temporary folder of their own."""
    return os.getuid() if hasattr(os, "getuid") else 0


def _parents(place: Path) -> list[Path]:
    """Return the paths that a parent may have in a place."""
    return [place / f"{NAME}-{_user()}{f'-{number}' if number else ''}" for number in range(PARENTS)]


def _is_private(folder: Path) -> bool:
    """Return whether a path is a folder, not a link, that belongs to this user and that only this user can open."""
    try:
        facts = folder.lstat()
    except OSError:
        return False
    is_open = os.name != "nt" and stat.S_IMODE(facts.st_mode) & 0o777 != stat.S_IRWXU
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == _user() and not is_open


def _new_folder(place: Path) -> Path:
    """Create a folder in a parent of ours; if others have taken all names of it, one that no later run looks for."""
    for parent in _parents(place):
        with suppress(FileExistsError):
            parent.mkdir(mode=stat.S_IRWXU)
        if _is_private(parent):
            return Path(tempfile.mkdtemp(prefix="", dir=parent))
    return Path(tempfile.mkdtemp(prefix=f"{NAME}-", dir=place))


def _content(folder: Path, process: int, started: str) -> bytes:
    """Return the content of the mark of a folder: a copy of it, in a folder of another name or place, is no mark."""
    facts = {
        "format": FORMAT,
        "v": VERSION,
        "user": _user(),
        "process": process,
        "started": started,
        "folder": folder.name,
        "inode": folder.lstat().st_ino,
    }
    return json.dumps(facts).encode()


def _marked(folder: Path) -> int | None:
    """Write the mark of a new folder; return its open, locked file, None if this system has no locks.

    Without a lock, the mark stays empty, and only this process removes the folder.
    """
    with suppress(OSError):
        mark = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
        try:
            _lock(mark)
            os.write(mark, _content(folder, os.getpid(), time.strftime(TIME, time.gmtime())))
        except OSError:
            os.close(mark)
        else:
            return mark
    return None


def _lock_abandoned(folder: Path) -> int | None:
    """Return the open, locked mark of a folder of ours whose process is dead; None if the folder must stay."""
    try:
        mark = os.open(folder / MARK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        if _states(mark, folder):
            _lock(mark)
            return mark
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        pass
    os.close(mark)
    return None


def _states(mark: int, folder: Path) -> bool:
    """Return whether an open file is the mark of a folder; raise an error if it is no mark at all."""
    facts = os.fstat(mark)
    if not stat.S_ISREG(facts.st_mode) or facts.st_uid != _user() or facts.st_nlink != 1 or facts.st_size > MAX_MARK:
        return False
    content = os.read(mark, MAX_MARK)
    stated = json.loads(content)
    time.strptime(stated["started"], TIME)
    is_process = type(stated["process"]) is int and stated["process"] > 0
    return is_process and content == _content(folder, stated["process"], stated["started"])


def _lock(mark: int) -> None:
    """Lock an open file until it is closed; raise `OSError` if another process holds the lock."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(mark, MAX_MARK, os.SEEK_SET)  # A locked byte cannot be read.
        msvcrt.locking(mark, msvcrt.LK_NBLCK, 1)
        os.lseek(mark, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _remove(folder: Path, mark: int | None) -> None:
    """Remove a folder, its mark last, so that a later process can finish if this one is killed."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name == MARK:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()
    if mark is not None:
        os.close(mark)
    with suppress(OSError):
        if {path.name for path in folder.iterdir()} <= {MARK}:
            (folder / MARK).unlink(missing_ok=True)
            folder.rmdir()
