"""Keep the lines of an output in `OUT.partial` until all are there, and resume a stopped run.

Only one run at a time writes it; `OUT.partial.json` records the origin of its lines.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.draw.terminal import note
from bot.errors import SetupError, UsageError, held, writing
from bot.files import COMMENT, is_ours, is_own, mark_lines, read_bytes
from bot.json_file import parse
from bot.record.output import OURS_ONLY, Replacing, is_special, open_special
from solvers import GivensError

if TYPE_CHECKING:
    Origin = dict[str, Any]
    """The origin of an output: version, command, options, and files with their digests."""


@dataclass
class Output:
    """An output stream and the exit-code counts of its lines, those of a stopped run included."""

    put: Callable[[str], object]
    codes: Counter[int] = field(default_factory=Counter)
    """The number of lines with each exit code."""
    reason: str = ""
    """The first error of this run."""

    def write(self, line: str, code: int = 0) -> None:
        """Write an encoded line, or words for people."""
        self.put(line)
        self.codes[code] += 1
        if code and not self.reason:
            self.reason = json.loads(line)["error"]["message"]


@contextmanager
def output(
    out: Path | None, replacing: Replacing = OURS_ONLY, origin: Origin | None = None, *, resume: bool = False
) -> Iterator[Output]:
    """Yield what writes encoded lines to stdout, a pipe or device, or a file, which is locked.

    The lines of a file go to `OUT.partial`, which is renamed at the end: an interrupted run loses nothing and leaves no
    file that looks complete. One that exists is continued with `resume` if its lines have the same origin, and is
    replaced otherwise. Raise `UsageError`, `SetupError` or `Busy` if the lines cannot be written.
    """
    if out is None:
        yield Output(partial(print, flush=True))
        return
    if is_special(out):
        with writing(out):
            descriptor = open_special(out)
        with _written(out, descriptor) as write:
            yield Output(write)
        return
    with lock(out, replacing) as path:
        place = Path(f"{path}.partial")
        codes = _finished(place, origin) if resume and origin is not None and place.exists() else Counter()
        if not codes:
            _record(place, origin, replacing)
        flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if codes else os.O_TRUNC)
        try:
            with _written(out, _open(place, flags)) as write:
                yield Output(write, codes)
            replacing.check(out)  # It may have been changed since.
        except BaseException:
            if origin is not None:
                note(f"finished lines are in {out}.partial; to continue, repeat with --resume", "yellow")
            raise
        with writing(out):
            with os.fdopen(_open(place, os.O_RDWR), "r+b") as file:
                mark_lines(file)
            place.replace(path)
            Path(f"{place}.json").unlink(missing_ok=True)


@contextmanager
def _written(out: Path, descriptor: int) -> Iterator[Callable[[str], None]]:
    """Yield what writes lines to an open file, and close it; raise `SetupError` if that fails."""
    file = os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", buffering=1)

    def write(line: str) -> None:
        with writing(out):
            print(line, file=file)

    try:
        yield write
    finally:
        with writing(out):
            file.close()


def origin_of(command: str, options: Mapping[str, Any], sources: Sequence[str]) -> Origin:
    """Return the origin of lines; a file that cannot be read has no digest."""
    files = [[source, _digest(Path(source))] for source in sources]
    return {"givens": version("givens"), "command": command, "options": dict(options), "files": files}


def _record(place: Path, origin: Origin | None, replacing: Replacing) -> None:
    """Record the origin of the lines to come, if any; lines that have such a record may be replaced."""
    path = Path(f"{place}.json")
    _check_regular(place)
    replacing.check(path)
    if not is_ours(path):
        replacing.check(place)
    with writing(path), os.fdopen(_open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), "w+b") as file:
        file.write(f"{json.dumps(origin or {'givens': version('givens')})}\n".encode())
        mark_lines(file)


def _finished(place: Path, origin: Origin) -> Counter[int]:
    """Count the finished lines by exit code, and remove a broken last one; raise `UsageError` for another origin."""
    before = _origin_in(Path(f"{place}.json"))
    if before is None:
        raise UsageError(f"{place} has no record of its origin; run without --resume to start over")
    if before != origin:
        key = next(key for key in (*origin, *before) if before.get(key) != origin.get(key))
        difference = {"files": "another input", "options": "other options"}.get(key, f"another {key}")
        raise UsageError(f"{place} was made with {difference}; run without --resume to start over")
    exits = {family.__name__: family.EXIT for family in GivensError.__subclasses__()}
    codes, end = Counter[int](), 0
    with os.fdopen(_open(place, os.O_RDWR), "r+b") as file:
        for line in file:
            if not (line.startswith(b"{") and line.endswith(b"}\n")):
                break
            error = json.loads(line).get("error") if b'"error"' in line else None
            codes[exits.get(error["family"], 1) if error else 0] += 1
            end += len(line)
        file.truncate(end)
    return codes


def _origin_in(path: Path) -> Origin | None:
    """Return the origin that a file records, None if it records none."""
    try:
        value = parse(read_bytes(path))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) and value.pop(COMMENT, None) and "files" in value else None


def _digest(path: Path) -> str | None:
    with suppress(OSError), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
    return None


@contextmanager
def lock(out: Path, replacing: Replacing = OURS_ONLY) -> Iterator[Path]:
    """Hold the lock on an output, and yield the file that it names, through links of the user.

    Raise `Busy` if another run writes it, and what `Replacing.check` raises.
    """
    path = replacing.check(out)
    replacing.check_inputs(Path(f"{path}.partial"), path)
    if not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise SetupError(f"{path} cannot be written")
    lock = Path(f"{path}.partial.lock")
    with held(lock, f"another run is writing {path}; wait for it, or choose another file with -o"):
        try:
            yield path
        finally:
            lock.unlink(missing_ok=True)  # After the release, it might be that of another run.


def _open(path: Path, flags: int) -> int:
    """Open a regular file, but not through a link, whose author would choose the file that is overwritten."""
    _check_regular(path)
    with writing(path):
        return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _check_regular(path: Path) -> None:
    """Raise `SetupError` for what is there and is no regular file."""
    if os.path.lexists(path) and not is_own(path):
        raise SetupError(f"{path} is not a regular file", command=f"rm {shlex.quote(str(path))}")
