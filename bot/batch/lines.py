"""Puzzles as commands take them: from files, standard input, drawn text, or any line that a command has written."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from bot.errors import UsageError
from solvers import BadPuzzle, GivensError, load, load_picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Puzzle

VERSION = 1
"""The newest version of a line that is read."""
ONE_OBJECT = 2**24
"""No puzzle that is written over several lines has so many bytes."""
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


@dataclass(frozen=True, slots=True)
class Raw:
    """A puzzle's text as it stands in a file, not looked at yet: a line of it, or all of it."""

    name: str
    number: int
    """The line it begins on, counted from 1."""
    text: bytes
    whole: bool = False

    def given(self, kind: str | None) -> Given:
        """Look at it; one that does not say its kind is of `kind`."""
        try:
            text = self.text.decode()
        except UnicodeDecodeError:
            words = f"{self.name} is not a text in UTF-8"
            return Given(self.name, None, UsageError(words) if self.whole else BadPuzzle(words))
        if text.lstrip().startswith("{") or not self.whole:
            return _from_json(self.name, text, kind)
        return _given(self.name, {}, lambda: load_picture(text, kind))


def texts(source: str) -> Iterator[Raw]:
    """Iterate over the puzzles' texts of a file or of standard input (`-`), one line at a time where it is JSON Lines.

    Raises `UsageError` where it cannot be read, or no longer.
    """
    try:
        if source == "-":
            yield from _parted("stdin", sys.stdin.buffer)
        else:
            with Path(source).open("rb") as file:
                yield from _parted(source, file)
    except OSError as error:
        msg = f"{source} cannot be read: {error.strerror}"
        raise UsageError(msg) from None


def count(source: str) -> int:
    """Return how many lines a file has, 1 where that cannot be told: something is said of it in any case."""
    try:
        with Path(source).open("rb") as file:
            return max(1, sum(1 for _ in file))
    except OSError:
        return 1


def is_lines(source: str) -> bool:
    """Tell whether a file holds JSON Lines, as far as its first line tells."""
    try:
        with Path(source).open("rb") as file:
            return _is_whole(file.readline().removeprefix(BOM_UTF8))
    except OSError:
        return False


def _parted(name: str, file: IO[bytes]) -> Iterator[Raw]:
    """Part a text into its puzzles: JSON Lines if its first line is whole, else whatever all of it is."""
    before, number, first = b"", 0, b""
    for number, first in enumerate(file, start=1):
        if number == 1:
            first = first.removeprefix(BOM_UTF8)  # noqa: PLW2901 - it is no part of the line
        if first.strip():
            break
        before += first
    lines = ((at, line) for at, line in enumerate(file, start=number + 1) if line.strip())
    if not first.lstrip().startswith(b"{"):
        yield Raw(name, 1, before + first + file.read(), whole=True)
    elif _is_whole(first):
        second = next(lines, None)
        if second is None:
            yield Raw(name, number, first, whole=True)
            return
        for at, line in chain([(number, first), second], lines):
            yield Raw(f"{name}:{at}", at, line)
    else:
        yield from _unclear(name, number, first, file)


def _unclear(name: str, number: int, first: bytes, file: IO[bytes]) -> Iterator[Raw]:
    """Part a text whose first line is not whole: one object over several lines, or JSON Lines of which it is broken."""
    near = first + file.read(ONE_OBJECT) + file.readline()
    lines = [(at, line) for at, line in enumerate(BytesIO(near), start=number) if line.strip()]
    rest = enumerate(file, start=number + near.count(b"\n"))
    second = next(rest, None)
    if second is None and (len(lines) == 1 or first.strip() == b"{" or _is_whole(near)):
        yield Raw(name, number, near, whole=True)
        return
    for at, line in chain(lines, () if second is None else (second,), rest):
        if line.strip():
            yield Raw(f"{name}:{at}", at, line)


def _is_whole(text: bytes) -> bool:
    """Tell whether a text is one JSON value."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # what is no UTF-8 is a `ValueError`, too
        return False
    return True


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
