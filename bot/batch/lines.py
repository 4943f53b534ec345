"""Read puzzles from files: JSON, JSON Lines, plain-text pictures, addresses, or lines that another command wrote."""

from __future__ import annotations

import errno
import json
import re
import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from io import BufferedIOBase, BufferedReader, BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Any, cast

from bot.errors import UsageError, reading
from bot.files import COMMENT, MAX_BYTES, MEGABYTE, open_regular
from bot.json_file import VERSION, parse
from solvers import BadPuzzle, GivensError, Puzzle, boards, is_line, is_object, load

MAX_OBJECT_BYTES = 2**24
"""The longest text of one puzzle, including the keys that another command wrote; a longer one is not parsed."""
TOO_LARGE = errno.EFBIG, f"a puzzle in it is larger than {MAX_BYTES // MEGABYTE} MB"
CONTROL = re.compile(rb"[\0-\x08\x0e-\x1f\x7f]")
"""What no text has."""
OWN_KEYS = {
    *("v", "site", "layout", "url", "about", "confirmed", "single", "session", "ms", "error", "puzzle", "kind"),
    *("verdict", "solution", "solutions", "answers", "complete", "forced", "entered", "accepted", "said"),
    *("proof", "inputs", "repaired", "steps", "grade", "techniques", "seed", "address", COMMENT),
}
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
    """Yield the puzzles of a file or of standard input (`-`), as soon as they are there; raise `UsageError`."""
    if source == "-" and sys.stdin is None:
        raise UsageError("standard input is closed, so there is nothing to read")
    with reading(source), nullcontext(sys.stdin.buffer) if source == "-" else open_file(source) as file:
        yield from _split("stdin" if source == "-" else source, cast("BufferedIOBase", file))


def open_file(source: str) -> BufferedReader:
    """Open a regular file, or a stream that this process was given; raise `OSError` for other pipes and for devices."""
    path = Path(source)
    if not path.is_file():
        from bot.record.output import STREAMS  # Rarely needed, and slow to import.

        if any(map(path.absolute().is_relative_to, STREAMS)):
            return path.open("rb")
    return open_regular(path)


def _lines(file: BufferedIOBase) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file in UTF-8 with their numbers, as soon as they are there, in whatever they end."""
    number = 1
    while block := file.readline(MAX_BYTES + 1):
        if number == 1 and block.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
            block = (block + file.read(MAX_BYTES)).decode("utf-16", "replace").encode()
        if len(block) > MAX_BYTES:
            raise OSError(*TOO_LARGE)
        for line in block.removeprefix(BOM_UTF8).splitlines(keepends=True):
            yield number, line
            number += 1


def _split(name: str, file: BufferedIOBase) -> Iterator[RawEntry]:
    """Split a file into puzzles: lines if the first one is a puzzle by itself, else the file as one, or its games."""
    each, held, first = _lines(file), bytearray(), b""
    for number, line in each:
        if not first and line.strip():
            first = line
            if is_line(first[:MEGABYTE].decode(errors="replace")) or (first.lstrip()[:1] == b"{" and _is_json(first)):
                text, each = first, chain([(number, first)], each)
                break
        held += line
        if len(held) > MAX_BYTES:
            raise OSError(*TOO_LARGE)
    else:
        text = bytes(held)
        if first.lstrip()[:1] != b"{":
            each = enumerate(map(str.encode, boards(text.decode(errors="replace"))), start=1)
        elif first.strip() == b"{" or (len(text) <= MAX_OBJECT_BYTES and _is_json(text)):
            each = iter(())
        else:  # JSON Lines, of which the first is broken.
            each = _lines(BytesIO(text))
    each = (line for line in each if line[1].strip())
    first_two = [*islice(each, 2)]
    if len(first_two) > 1:
        yield from (RawEntry(f"{name}:{at}", line) for at, line in chain(first_two, each))
    else:
        yield RawEntry(name, text, whole=True)


def _is_json(text: bytes) -> bool:
    """Return whether a text is one JSON value; of one that is too long to be parsed, only its end is looked at."""
    if len(text) > MAX_OBJECT_BYTES:
        return text.rstrip().endswith(b"}")
    with suppress(ValueError, RecursionError):  # `UnicodeDecodeError` is a `ValueError`.
        json.loads(text)
        return True
    return False


def _parse_json(entry: InputPuzzle, line: str, kind: str | None) -> Puzzle:
    """Return the puzzle of an object, or of a line that holds one under `puzzle`, whose other keys the entry gets."""
    name = entry.name
    try:
        value = parse(line)
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
