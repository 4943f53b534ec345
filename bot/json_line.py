"""The one place that writes a line of JSON for scripts, and the version of its format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
"""The version of the lines that commands write."""


def json_line(facts: Mapping[str, object]) -> str:
    """Return facts as one line of JSON, the version of the format first."""
    version = {"v": VERSION}
    return dumps(version | dict(facts) | version)


def dumps(value: object) -> str:
    """Return a value as JSON in which only printable characters stand as they are."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    """Return a character of JSON, escaped if it cannot be printed; outside of texts JSON has none of these."""
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]
