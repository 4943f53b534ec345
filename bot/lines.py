"""Puzzles as commands take them: from files, standard input, drawn text, or any line that a command has written."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import UsageError
from solvers import BadPuzzle, GivensError, load, load_picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Puzzle

VERSION = 1
"""The newest version of a line that is read."""
OURS = frozenset(
    {
        "v",
        "site",
        "layout",
        "url",
        "about",
        "confirmed",
        "single",
        "verdict",
        "solution",
        "solutions",
        "complete",
        "forced",
        "entered",
        "accepted",
        "said",
        "inputs",
        "repaired",
        "session",
        "steps",
        "grade",
        "techniques",
        "seed",
        "error",
        "ms",
        "puzzle",
        "kind",
    }
)
"""Keys of a line that a command writes itself; every other key is passed on unchanged."""


@dataclass(frozen=True, slots=True)
class Given:
    """A puzzle as it came in, or why it is none, with its name and what else stood in its line."""

    name: str
    puzzle: Puzzle | None
    error: GivensError | None = None
    rest: dict[str, Any] = field(default_factory=dict)
    solution: Any = None
    """What stood beside the puzzle as its solution, not looked at yet."""

    def get(self) -> Puzzle:
        """Return the puzzle, or raise why there is none."""
        if self.puzzle is None:
            raise self.error or BadPuzzle(f"{self.name} holds no puzzle")
        return self.puzzle


def puzzles(source: str, *, kind: str | None) -> Iterator[Given]:
    """Iterate over the puzzles of a file or of standard input (`-`); raises `UsageError` where it cannot be read."""
    if source == "-":
        text, name = sys.stdin.read(), "stdin"
    else:
        try:
            text, name = Path(source).read_text(encoding="utf-8-sig"), source
        except OSError as error:
            msg = f"{source} cannot be read: {error.strerror}"
            raise UsageError(msg) from None
        except UnicodeDecodeError:
            msg = f"{source} is not a text in UTF-8"
            raise UsageError(msg) from None
    if not text.lstrip().startswith("{"):
        yield _given(name, {}, lambda: load_picture(text, kind))
        return
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if len(lines) == 1 or lines[0][1].strip() == "{":
            yield _from_json(name, text, kind)  # One object, broken somewhere.
            return
        for number, line in lines:
            yield _from_json(f"{name}:{number}", line, kind)
    else:
        yield _of_object(name, whole, kind)


def _from_json(name: str, line: str, kind: str | None) -> Given:
    try:
        value = json.loads(line)
    except ValueError as error:
        return Given(name, None, BadPuzzle(f"{name} is not JSON: {error}"))
    except RecursionError:
        return Given(name, None, BadPuzzle(f"{name} is nested too deeply"))
    return _of_object(name, value, kind)


def _of_object(name: str, value: Any, kind: str | None) -> Given:  # noqa: ANN401 - any JSON value
    """Take a puzzle's object, or a line with a `puzzle` in it."""
    rest: dict[str, Any] = {}
    solution = None
    if isinstance(value, dict) and ("puzzle" in value or "error" in value):
        rest = {key: item for key, item in value.items() if key not in OURS}
        name = str(rest.get("target", rest.get("line", name)))
        version = value.get("v", VERSION)
        if not isinstance(version, int) or version > VERSION:
            return Given(name, None, BadPuzzle(f"{name} is of version {version}; lines up to {VERSION} are read"), rest)
        if "puzzle" not in value:
            return Given(name, None, BadPuzzle(f"{name} holds no puzzle but an error"), rest)
        value, solution = value["puzzle"], value.get("solution")
    if isinstance(value, dict) and kind is not None:
        value = {"kind": kind} | value
    return _given(name, rest, lambda: load(value), solution)


def _given(name: str, rest: dict[str, Any], make: Any, solution: Any = None) -> Given:  # noqa: ANN401 - a function without arguments, and any JSON value
    try:
        return Given(name, make(), None, rest, solution)
    except BadPuzzle as error:
        return Given(name, None, error, rest)
