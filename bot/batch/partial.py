"""`OUT.partial`: it holds the lines of an output until all are there, and only one run at a time writes it."""

from __future__ import annotations

import errno
import os
import shlex
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

from bot.errors import Busy, SetupError, writing

if TYPE_CHECKING:
    from collections.abc import Iterator

DEVICES = Path("/dev"), Path("/proc")
"""Folders of files that are written directly: a renamed file would not reach their readers."""


def partial_path(out: Path) -> Path:
    """Return the file that holds the lines until all are there."""
    return out.with_name(f"{out.name}.partial")


def is_special(out: Path) -> bool:
    """Return whether an output is a pipe or device."""
    path = out.absolute()
    return path.exists() and not path.is_dir() and (not path.is_file() or any(map(path.is_relative_to, DEVICES)))


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold the lock on an output; raise `Busy` if another run writes it, `SetupError` if it cannot be written."""
    from filelock import FileLock, Timeout

    folder = out if out.is_dir() else out.parent
    if out.is_dir() or not folder.is_dir() or not os.access(out if out.exists() else folder, os.W_OK):
        raise SetupError(f"{out} cannot be written")
    lock = FileLock(f"{partial_path(out)}.lock", timeout=0)
    with writing(out):
        try:
            lock.acquire()
        except Timeout:  # Which is an `OSError`, too.
            raise Busy(f"another run is writing {out}; wait for it, or choose another file with -o") from None
    try:
        yield
    finally:
        # While the lock is held: after the release the file might be that of another run.
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


def open_partial(out: Path, *, append: bool) -> IO[str]:
    """Open `OUT.partial` for lines; raise `SetupError` if it is a link or cannot be written."""
    return _text(_open(partial_path(out), os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)))


def open_special(out: Path) -> IO[str]:
    """Open a pipe or device for lines; raise `SetupError` if it cannot be written."""
    with writing(out):
        return _text(os.open(out, os.O_WRONLY | os.O_APPEND))


def reopen(out: Path) -> BinaryIO:
    """Open `OUT.partial` to read and shorten it; raise `SetupError` if it is a link or cannot be written."""
    return os.fdopen(_open(partial_path(out), os.O_RDWR), "r+b")


def set_aside(out: Path) -> Path | None:
    """Rename the lines of a stopped run to `OUT.partial.old`, and return that path; None if there are none."""
    path = partial_path(out)
    if not path.is_file() or path.is_symlink() or not path.stat().st_size:
        return None
    old = path.with_name(f"{path.name}.old")
    with writing(old):
        path.replace(old)
    return old


def _open(path: Path, flags: int) -> int:
    """Open a file, but not through a link: whoever made that would choose what is overwritten."""
    with writing(path):
        try:
            return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise SetupError(
                    f"{path} is a link, which is never followed", command=f"rm {shlex.quote(str(path))}"
                ) from None
            raise


def _text(descriptor: int) -> IO[str]:
    return os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
