"""The file that a user names with `-o`: written as a whole and renamed, or directly if it is a pipe or device."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.errors import UsageError, writing
from bot.files import is_ours
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
    # Unlike those of `Path`, these answer also in a folder that may not be read.
    is_other = os.path.exists(path) and not os.path.isdir(path)
    return is_other and (not path.is_file() or any(map(path.is_relative_to, STREAMS)))


def open_special(out: Path) -> int:
    """Open a pipe or device for writing; raise `OSError` for a pipe that no program reads, instead of waiting."""
    at_once: int = getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(out, os.O_WRONLY | os.O_APPEND | at_once)
    except OSError as error:
        raise OSError(error.errno, "no program reads it" if error.errno == errno.ENXIO else error.strerror) from None
    if at_once:
        os.set_blocking(descriptor, True)
    return descriptor


def resolve(out: Path) -> Path:
    """Return the file that an output names, through links of the user; raise `OSError` for a link of somebody else.

    In a folder such as /tmp, others can put a link with any name, which would choose what is replaced.
    """
    path = out
    for _ in range(MAX_LINKS):
        if not path.is_symlink():
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(out))
            return Path(os.path.realpath(path))  # `Path.resolve` raises for links that lead to each other.
        if hasattr(os, "getuid") and path.lstat().st_uid not in {os.getuid(), ROOT}:
            raise OSError(errno.EPERM, "it is a link of another user", str(out))
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(out))


@dataclass(frozen=True, slots=True)
class Replacing:
    """What an output may replace: a file as givens wrote it, with `force` any other, but never one of the inputs."""

    force: bool = False
    inputs: Sequence[str | Path] = ()

    def check(self, out: Path) -> Path:
        """Return the file that an output names, through links of the user.

        Raise `UsageError` if it must not be replaced, and `SetupError` if it cannot be.
        """
        if is_special(out):
            return out
        with writing(out):
            path = resolve(out)
        if not os.path.isfile(path):
            return path
        self.check_inputs(path, out)
        if not (self.force or is_ours(path) or not path.stat().st_size):
            raise UsageError(f"{out} exists and was not written by givens, or was changed since; --force replaces it")
        return path

    def check_inputs(self, path: Path, out: Path) -> None:
        """Raise `UsageError` if a file that an output needs is an input."""
        for source in self.inputs:
            if _belongs(path, source):
                raise UsageError(f"{out} belongs to the input {source}, which is never replaced")


OURS_ONLY = Replacing()
"""What an output may replace that nobody has named by an option."""


def _belongs(path: Path, source: str | Path) -> bool:
    """Return whether a file is a source, by whatever name, or lies in it; `-` is the standard input."""
    with suppress(OSError, ValueError):  # A source may be an address, or too long for a name.
        if os.path.samestat(path.stat(), os.fstat(0) if source == "-" else Path(source).stat()):
            return True
        return Path(source).is_dir() and path.is_relative_to(Path(source).resolve())
    return False


def write_output(out: Path, content: str | bytes, replacing: Replacing = OURS_ONLY, *, private: bool = False) -> None:
    """Write the content of an output, `private` for the user alone.

    Raise `OSError`, and what `Replacing.check` raises.
    """
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    path = replacing.check(out)
    if not is_special(path):
        write_whole(path, data, private=private, flushed=True)
        return
    with os.fdopen(open_special(out), "wb") as file:
        file.write(data)
