"""Read JSON files, whose problems are reported in one sentence; write lines of JSON, in the one place that does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bot.errors import UsageError, reading
from bot.files import MAX_BYTES, read_text
from solvers import explained

MAX_DEPTH = 100
"""How deeply lists and objects may be nested in a file, as they are walked by recursion."""

Facts = TypeVar("Facts")

_TOO_DEEP = "it is nested too deeply"
VERSION = 1
"""The version of the lines that commands write."""


class _Versioned(msgspec.Struct):
    v: int


def parse(text: str | bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value; raise `ValueError` if there is none, or if it is nested too deeply."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} in line {error.lineno}, column {error.colno}") from None
    opening = ("[", "{") if isinstance(text, str) else (b"[", b"{")
    if sum(map(text.count, opening)) <= MAX_DEPTH:  # type: ignore[arg-type] # of the same type as the text
        return value
    inside: list[Any] = [[value]]
    for _ in range(MAX_DEPTH + 1):
        values = (child for each in inside for child in (each.values() if isinstance(each, dict) else each))
        inside = [child for child in values if isinstance(child, dict | list)]
        if not inside:
            return value
    raise ValueError(_TOO_DEEP)


def read_json(path: Path, limit: int = MAX_BYTES) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a JSON file; raise `UsageError` where there is none."""
    try:
        with reading(path):
            return parse(read_text(path, limit))
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from None


def read_object(path: Path, newest: int, limit: int = MAX_BYTES) -> dict[str, Any]:
    """Return the object of a JSON file; raise `UsageError` where there is none, or where its version is newer."""
    value: dict[str, Any] = read_json(path, limit)
    version = convert(value, _Versioned, path).v
    if version > newest:
        message = f"{path} is of version {version}; this program reads versions up to {newest}"
        raise UsageError(message, command="pip install --upgrade givens")
    return value


def convert(value: object, to: type[Facts], path: Path) -> Facts:
    """Convert the content of a file to a type; raise `UsageError` with the wrong key and its expected value."""
    try:
        return msgspec.convert(value, to)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise UsageError(explained(error, path)) from None


def json_line(facts: Mapping[str, object]) -> str:
    """Return facts as one line of JSON, the version of the format first."""
    version = {"v": VERSION}
    return dumps(version | dict(facts) | version)


def dumps(value: object) -> str:
    """Return a value as JSON in which only printable characters stand as they are."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    # Outside of texts, JSON has no character that cannot be printed.
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)
