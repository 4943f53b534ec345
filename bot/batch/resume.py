"""Keep the lines of an output in `OUT.partial` until all are there, and resume a stopped run.

Only one run at a time writes it; `OUT.partial.json` records the origin of its lines.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from bot.errors import Busy, SetupError, UsageError, writing
from bot.files import is_own, read_bytes
from bot.json_file import parse
from bot.record.output import OURS_ONLY, Replacing, is_special
from bot.record.recorder import write_whole
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Origin = dict[str, Any]
    """The origin of an output: version, command, options, and files with their digests."""


@dataclass(frozen=True)
class FinishedLines:
    """The number of finished lines, and of each exit code among them."""

    lines: int = 0
    codes: Mapping[int, int] = field(default_factory=dict)


def origin_of(command: str, options: Mapping[str, Any], sources: Sequence[str]) -> Origin:
    """Return the origin of lines; a file that cannot be read has no digest."""
    files = [[source, _digest(Path(source))] for source in sources]
    return {"v": 1, "givens": version("givens"), "command": command, "options": dict(options), "files": files}


def begin(out: Path, origin: Origin) -> FinishedLines:
    """Record the origin of the lines to come."""
    path = _origin_path(out)
    if os.path.lexists(path) and _origin_in(path) is None:
        raise UsageError(
            f"{path} was not written by givens, so it stays unchanged",
            command=shlex.join(["mv", str(path), f"{path}.mine"]),
        )
    with writing(out):
        write_whole(path, f"{json.dumps(origin, ensure_ascii=False)}\n")
    return FinishedLines()


def resume(out: Path, origin: Origin) -> FinishedLines:
    """Return the finished lines without a broken last one; begin if nothing was written before.

    Raises `UsageError` if the lines have another origin.
    """
    path = partial_path(out)
    if not path.exists():
        return begin(out, origin)
    before = _origin_in(_origin_path(out))
    if before is None:
        raise UsageError(f"{path} has no record of its origin; run without --resume to start over")
    now = json.loads(json.dumps(origin))
    if before != now:
        key = next(key for key in (*now, *before) if before.get(key) != now.get(key))
        difference = {"files": "another input", "options": "other options"}.get(key, f"another {key}")
        raise UsageError(f"{path} was made with {difference}; run without --resume to start over")
    with reopen(out) as file:
        return _whole_lines(file)


def finish(out: Path) -> None:
    """Remove the record of the origin: all lines are there."""
    _origin_path(out).unlink(missing_ok=True)


def _origin_path(out: Path) -> Path:
    return out.with_name(f"{out.name}.partial.json")


def _origin_in(path: Path) -> Origin | None:
    """Return the origin that a file records, None if it records none."""
    try:
        value = parse(read_bytes(path)) if is_own(path) else None
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) and {"v", "givens", "files"} <= value.keys() else None


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _whole_lines(file: BinaryIO) -> FinishedLines:
    """Truncate a file after its last whole line; count its lines and the exit codes of their errors."""
    exits = {family.__name__: family.EXIT for family in GivensError.__subclasses__()}
    codes, lines, end = Counter[int](), 0, 0
    for line in file:
        if not (line.startswith(b"{") and line.endswith(b"}\n")):
            break
        error = json.loads(line).get("error") if b'"error"' in line else None
        codes[exits.get(error["family"], 1) if error else 0] += 1
        lines, end = lines + 1, end + len(line)
    file.truncate(end)
    return FinishedLines(lines, codes)


def partial_path(out: Path) -> Path:
    """Return the file that holds the lines until all are there."""
    return out.with_name(f"{out.name}.partial")


@contextmanager
def locked(out: Path | None, replacing: Replacing = OURS_ONLY) -> Iterator[None]:
    """Hold the lock on an output; raise `Busy` if another run writes it, `SetupError` if it cannot be written.

    Raise `UsageError` if it may not be replaced. The standard output, pipes and devices have no lock.
    """
    if out is None or is_special(out):
        yield
        return
    from filelock import FileLock, Timeout

    out = replacing.check(out)
    replacing.check_inputs(partial_path(out), out)
    folder = out if out.is_dir() else out.parent
    if out.is_dir() or not folder.is_dir() or not os.access(out if out.exists() else folder, os.W_OK):
        raise SetupError(f"{out} cannot be written")
    lock = FileLock(own_lock(Path(f"{partial_path(out)}.lock")), timeout=0)
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


def open_output(out: Path, *, special: bool, append: bool) -> IO[str]:
    """Open `OUT.partial`, or a pipe or device itself, for lines; raise `SetupError` if it cannot be written."""
    if special:
        with writing(out):
            descriptor = os.open(out, os.O_WRONLY | os.O_APPEND)
    else:
        descriptor = _open(partial_path(out), os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC))
    return os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", buffering=1)


def reopen(out: Path) -> BinaryIO:
    """Open `OUT.partial` to read and shorten it; raise `SetupError` if it is a link or cannot be written."""
    return os.fdopen(_open(partial_path(out), os.O_RDWR), "r+b")


def set_aside(out: Path) -> Path | None:
    """Rename the lines of a stopped run to `OUT.partial.old`, and return that path; None if there are none."""
    path = partial_path(out)
    if not path.is_file() or path.is_symlink() or not path.stat().st_size:
        return None
    names = (f"{path.name}.old{f'-{number}' if number > 1 else ''}" for number in count(1))
    old = next(free for free in map(path.with_name, names) if not os.path.lexists(free))
    with writing(old):
        path.replace(old)
    return old


def own_lock(path: Path) -> Path:
    """Return the path of a lock; raise `SetupError` if another file is there, which locking would empty."""
    if os.path.lexists(path) and not (is_own(path) and not path.stat().st_size):
        raise SetupError(
            f"{path} is not a lock of givens, so it stays unchanged",
            command=shlex.join(["mv", str(path), f"{path}.mine"]),
        )
    return path


def _open(path: Path, flags: int) -> int:
    """Open a regular file, but not through a link, whose author would choose the file that is overwritten."""
    if os.path.lexists(path) and not (path.is_file() and not path.is_symlink()):
        raise SetupError(f"{path} is not a regular file", command=f"rm {shlex.quote(str(path))}")
    with writing(path):
        return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
