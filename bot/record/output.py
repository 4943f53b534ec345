"""The file that a user names with `-o`: written as a whole and renamed, or directly if it is a pipe or device."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from bot.record.recorder import write_whole

STREAMS = Path("/dev/fd"), Path("/dev/stdin"), Path("/dev/stdout"), Path("/dev/stderr"), Path("/proc")
"""Files and folders of files that are written directly: a renamed file would not reach their readers."""
MAX_LINKS = 40
"""How many links may lead to each other."""
ROOT = 0
"""The user whose links everybody trusts."""


def is_special(out: Path) -> bool:
    """Return whether an output is a pipe or device."""
    path = out.absolute()
    return path.exists() and not path.is_dir() and (not path.is_file() or any(map(path.is_relative_to, STREAMS)))


def resolved(out: Path) -> Path:
    """Return the file that an output names, through links of the user; raise `OSError` for a link of somebody else.

    In a folder such as /tmp, others can put a link with any name, which would choose what is replaced.
    """
    path = out
    for _ in range(MAX_LINKS):
        if not path.is_symlink():
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(out))
            return path.resolve()
        if hasattr(os, "getuid") and path.lstat().st_uid not in {os.getuid(), ROOT}:
            raise OSError(errno.EPERM, "it is a link of another user", str(out))
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(out))


def write_output(out: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write the content of an output, `private` for the user alone; raise `OSError`."""
    if not is_special(out):
        write_whole(resolved(out), content, private=private)
        return
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    with os.fdopen(os.open(out, os.O_WRONLY | os.O_APPEND), "wb") as file:
        file.write(data)
