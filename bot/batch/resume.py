"""What a long run leaves when it is stopped, and how the next one goes on from there.

The lines stand in `OUT.partial` until they are all there; `OUT.partial.json` beside it says what they are made of.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import UsageError, writing
from bot.record.recorder import write_whole
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Made = dict[str, Any]
    """What lines are made of, as JSON values: command, options, files by their content."""


@dataclass(frozen=True)
class Kept:
    """How many lines are done already, and their exit codes."""

    lines: int = 0
    codes: frozenset[int] = frozenset()


def path_of(out: Path) -> Path:
    """Return where the lines stand until they are all there."""
    return out.with_name(f"{out.name}.partial")


def made(command: str, options: Mapping[str, Any], sources: Sequence[str]) -> Made:
    """Return what lines are made of; a file that cannot be read is told apart from all others by that."""
    files = [[source, _digest(Path(source))] for source in sources]
    return {"v": 1, "givens": version("givens"), "command": command, "options": dict(options), "files": files}


def begin(out: Path, made: Made | None) -> Kept:
    """Say what the lines to come are made of; None is what cannot be had again. Nothing is done yet."""
    with writing(out):
        _beside(out).unlink(missing_ok=True)
        if made is not None:
            write_whole(_beside(out), f"{json.dumps(made, ensure_ascii=False)}\n".encode(errors="backslashreplace"))
    return Kept()


def resume(out: Path, made: Made) -> Kept:
    """Return what is done already, and leave only whole lines; where nothing is, begin.

    Raises `UsageError` where the lines are made of something else.
    """
    path = path_of(out)
    if not path.exists():
        return begin(out, made)
    try:
        before = json.loads(_beside(out).read_bytes())
    except (OSError, ValueError):
        before = None
    if not isinstance(before, dict):
        raise UsageError(f"{path} does not say what it is made of; without --resume it is made anew")
    now = json.loads(json.dumps(made))
    if before != now:
        different = next(key for key in (*now, *before) if before.get(key) != now.get(key))
        what = {"files": "another input", "options": "other options"}.get(different, f"another {different}")
        raise UsageError(f"{path} is made of {what}; without --resume it is made anew")
    with writing(path):
        return _whole_lines(path)


def finish(out: Path) -> None:
    """Forget what the lines were made of: they are all there."""
    _beside(out).unlink(missing_ok=True)


def _beside(out: Path) -> Path:
    return out.with_name(f"{out.name}.partial.json")


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _whole_lines(path: Path) -> Kept:
    """Cut off what a sudden end has left of a last line; a line's error has the exit code of its family."""
    exits = {family.__name__: family.EXIT for family in GivensError.__subclasses__()}
    codes, lines, end = {0}, 0, 0
    with path.open("r+b") as file:
        for line in file:
            if not (line.startswith(b"{") and line.endswith(b"}\n")):
                break
            if b'"error"' in line:
                error = json.loads(line).get("error")
                codes.add(exits.get(error["family"], 1) if error else 0)
            lines, end = lines + 1, end + len(line)
        file.truncate(end)
    return Kept(lines, frozenset(codes))
