"""Keep the lines of a stopped run, and resume it.

Lines are written to `OUT.partial` (`bot.batch.partial`); `OUT.partial.json` records their origin.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from bot.batch.partial import partial_path, reopen
from bot.errors import UsageError, writing
from bot.files import is_own, read_bytes
from bot.json_file import parse
from bot.record.recorder import write_whole
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
