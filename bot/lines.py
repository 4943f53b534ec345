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
            text, name = Path(source).read_text(encoding="utf-8"), source
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
    except ValueError:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        for number, line in lines:
            yield _from_json(f"{name}:{number}" if len(lines) > 1 else name, line, kind)
    else:
        yield _of_object(name, whole, kind)


def _from_json(name: str, line: str, kind: str | None) -> Given:
    try:
        value = json.loads(line)
    except ValueError as error:
        return Given(name, None, BadPuzzle(f"{name} is not JSON: {error}"))
    return _of_object(name, value, kind)


def _of_object(name: str, value: Any, kind: str | None) -> Given:  # noqa: ANN401 - any JSON value
    """Take a puzzle's object, or a line with a `puzzle` in it."""
    if isinstance(value, dict) and isinstance(value.get("puzzle"), dict):
        rest = {key: item for key, item in value.items() if key not in OURS}
        return _given(str(rest.get("target", name)), rest, lambda: load(value["puzzle"]))
    if isinstance(value, dict) and kind is not None:
        value = {"kind": kind} | value
    return _given(name, {}, lambda: load(value))


def _given(name: str, rest: dict[str, Any], make: Any) -> Given:  # noqa: ANN401 - a function without arguments
    try:
        return Given(name, make(), None, rest)
    except BadPuzzle as error:
        return Given(name, None, error, rest)
