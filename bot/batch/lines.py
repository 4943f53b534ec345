"""Read puzzles from files: JSON, JSON Lines, plain-text pictures, addresses, or lines that another command wrote."""

from __future__ import annotations

import errno
import json
import re
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field
from io import BufferedIOBase, BufferedReader, BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

from bot.errors import UsageError, reading
from bot.files import COMMENT, MAX_BYTES, MEGABYTE, open_regular
from bot.json_file import VERSION, parse
from solvers import BadPuzzle, GivensError, Puzzle, boards, is_line, is_link, is_object, load

MAX_OBJECT_BYTES = 2**24
"""The longest text of one puzzle, including the keys that another command wrote; a longer one is not parsed."""
CONTROL = re.compile(rb"[\0-\x08\x0e-\x1f\x7f]")
"""What no text has."""
OWN_KEYS = frozenset(
    {
        *("v", "site", "layout", "url", "about", "confirmed", "single", "session", "ms", "error", "puzzle", "kind"),
        *("verdict", "solution", "solutions", "answers", "complete", "forced", "entered", "accepted", "said"),
        *("proof", "inputs", "repaired", "steps", "grade", "techniques", "seed", "address", COMMENT),
    }
)
"""Keys that commands write themselves; all others are passed on unchanged."""


@dataclass(slots=True)
class InputPuzzle:
    """A puzzle with its name, or the error where there is none."""

    name: str
    puzzle: Puzzle | None = None
    error: GivensError | None = None
    rest: dict[str, Any] = field(default_factory=dict)
    """The other keys of its line."""

    def get(self) -> Puzzle:
        """Return the puzzle, or raise the error."""
        if self.puzzle is None:
            raise self.error or BadPuzzle(f"{self.name} holds no puzzle")
        return self.puzzle

    def parse(self, _kind: str | None) -> InputPuzzle:
        """Return it as it is: a puzzle of a page has been read."""
        return self


@dataclass(frozen=True, slots=True)
class RawEntry:
    """The text of one puzzle, not parsed yet: a line of a file, or a whole file."""

    name: str
    number: int
    """The number of its first line, from 1."""
    text: bytes
    whole: bool = False

    def parse(self, kind: str | None) -> InputPuzzle:
        """Parse the text; `kind` is the default for a puzzle that does not name its kind."""
        entry = InputPuzzle(self.name)
        try:
            entry.puzzle = self._puzzle(entry, kind)
        except (BadPuzzle, UsageError) as error:
            entry.error = error
        return entry

    def _puzzle(self, entry: InputPuzzle, kind: str | None) -> Puzzle:
        """Return the puzzle; raise `BadPuzzle` or `UsageError` where there is none."""
        if len(self.text) > MAX_OBJECT_BYTES:
            size = f"{len(self.text):,} bytes are more than the {MAX_OBJECT_BYTES:,} that a puzzle has at most"
            raise BadPuzzle(f"{self.name}: {size}")
        try:
            text = self.text.decode()
        except UnicodeDecodeError:
            if not self.whole or CONTROL.search(self.text):
                raise (UsageError if self.whole else BadPuzzle)(f"{self.name} is not UTF-8 text") from None
            text = self.text.decode("cp1252", "replace")
        if not text.strip():
            raise BadPuzzle(f"{self.name} is empty")
        return _parse_json(entry, text, kind) if is_object(text) else load(text, kind)


def raw_entries(source: str) -> Iterator[RawEntry]:
    """Yield the puzzles of a file or of standard input (`-`), one line at a time for JSON Lines.

    Raises `UsageError` where the file cannot be read.
    """
    if source == "-" and sys.stdin is None:
        raise UsageError("standard input is closed, so there is nothing to read")
    with reading(source):
        if source == "-":
            yield from _split("stdin", cast("BufferedIOBase", sys.stdin.buffer))
        else:
            with open_file(source) as file:
                yield from _split(source, file)


def open_file(source: str) -> BufferedReader:
    """Open a regular file, or a stream that this process was given; raise `OSError` for other pipes and for devices."""
    path = Path(source)
    if not path.is_file():
        from bot.record.output import STREAMS  # Rarely needed, and slow to import.

        if any(map(path.absolute().is_relative_to, STREAMS)):
            return path.open("rb")
    return open_regular(path)


def _chunks(file: BufferedIOBase) -> Iterator[bytes]:
    """Yield a file in parts that end with a line, as soon as they are there; raise `OSError` for a line too large."""
    begun = bytearray()
    while block := file.read1(MEGABYTE):
        end = block.rfind(b"\n") + 1
        if end:
            yield bytes(begun) + block[:end]
            begun.clear()
        begun += block[end:]
        _held(begun)
    yield bytes(begun)


def _lines(chunks: Iterable[bytes], number: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, whether they end in LF, CR or both; `number` is that of the first."""
    for chunk in chunks:
        lines = chunk.splitlines(keepends=True)
        if chunk.strip():
            yield from ((at, line) for at, line in enumerate(lines, start=number) if line.strip())
        number += len(lines)


def _held(text: Sized) -> None:
    """Raise `OSError` for a text that is too large."""
    if len(text) > MAX_BYTES:
        raise OSError(errno.EFBIG, f"a puzzle in it is larger than {MAX_BYTES // MEGABYTE} MB")


def _split(name: str, file: BufferedIOBase) -> Iterator[RawEntry]:
    """Split a file into puzzles: lines if the first one is a puzzle by itself, else the file as one, or its games."""
    chunks = _chunks(file)
    head = bytearray(next(chunks).removeprefix(BOM_UTF8))  # Not `bytes`, which would be copied for each chunk.
    if head.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        yield from _split(name, BytesIO(b"".join((head, *chunks)).decode("utf-16", "replace").encode()))
        return
    at, last = 1, bytes(head)
    while not last.strip() and (chunk := next(chunks, b"")):
        at, last = at + len(last.splitlines()), chunk
        head += last
        _held(head)
    number, first = next(_lines([last], at), (1, b""))
    words, is_object = first[:MEGABYTE].decode(errors="replace"), first.lstrip().startswith(b"{")
    each: Iterable[tuple[int, bytes]]
    if is_link(words) or is_line(words) or (is_object and _is_json(first)):
        each = _lines(chain([last], chunks), at)
        first_two = list(islice(each, 2))
        if len(first_two) == 1:
            yield RawEntry(name, number, first, whole=True)
            return
        each = chain(first_two, each)
    else:
        for chunk in chunks:
            head += chunk
            _held(head)
        text = bytes(head)
        if not is_object and len(several := boards(text.decode(errors="replace"))) > 1:
            yield from (RawEntry(f"{name}:{at}", at, board.encode()) for at, board in enumerate(several, start=1))
            return
        each = [*_lines([text], 1)]
        is_one = len(each) <= 1 or first.strip() == b"{" or (len(text) <= MAX_OBJECT_BYTES and _is_json(text))
        if is_one or not is_object:  # Else it is JSON Lines, of which the first is broken.
            yield RawEntry(name, 1, text, whole=True)
            return
    for at, line in each:
        yield RawEntry(f"{name}:{at}", at, line)


def _is_json(text: bytes) -> bool:
    """Return whether a text is one JSON value; of one that is too long to be parsed, only its end is looked at."""
    if len(text) > MAX_OBJECT_BYTES:
        return text.rstrip().endswith(b"}")
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # `UnicodeDecodeError` is a `ValueError`.
        return False
    return True


def _parse_json(entry: InputPuzzle, line: str, kind: str | None) -> Puzzle:
    """Return the puzzle of an object, or of a line that holds one under `puzzle`, whose other keys the entry gets."""
    name = entry.name
    try:
        value = parse(line)
    except json.JSONDecodeError as error:
        raise BadPuzzle(f"{name} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise BadPuzzle(f"{name} is not JSON: {error}") from None
    if isinstance(value, dict) and (isinstance(value.get("puzzle"), dict) or "error" in value):
        entry.rest = {key: item for key, item in value.items() if key not in OWN_KEYS}
        name = entry.name = str(entry.rest.get("target", entry.rest.get("line", name)))
        version = value.get("v", VERSION)
        if not isinstance(version, int) or version > VERSION:
            raise BadPuzzle(f"{name} has version {version}; versions up to {VERSION} can be read")
        if "puzzle" not in value:
            written, words = value["error"], "an error"
            if isinstance(written, dict) and isinstance(written.get("message"), str):
                words = f"an error ({written['message']})"
            raise BadPuzzle(f"{name} holds {words}, not a puzzle")
        value = value["puzzle"]
    return load(value, kind)
