"""Text of strangers: whatever a page says is cleaned once, where it enters."""

from __future__ import annotations

import unicodedata
from typing import Any

MAX_WORDS = 500
"""Characters of a title, a verdict, a message or an address; the rest is cut."""
JOINERS = "\u200c\u200d"
"""Invisible characters that words of some languages and emojis need, and that change nothing else."""
SPACES = str.maketrans(dict.fromkeys("\n\r\t\u2028\u2029", " "))


def clean(text: object, limit: int | None = None, *, lines: bool = False) -> str:
    r"""Return a text in which control characters, escape sequences and marks of direction are shown, as in `\x1b`.

    Line breaks and tabs become spaces, unless the text keeps its `lines`. What is above the limit is cut.
    """
    words = str(text)
    if limit is not None and len(words) > limit:
        words = f"{words[: limit - 1]}…"
    if words.isprintable():
        return words
    allowed = f"{JOINERS}\n\t" if lines else JOINERS
    return "".join(_shown(letter, allowed) for letter in (words if lines else words.translate(SPACES)))


def well_formed(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value without lone halves of characters, which no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [well_formed(content) for content in value]
    if isinstance(value, dict):
        return {well_formed(name): well_formed(content) for name, content in value.items()}
    return value


def _shown(letter: str, allowed: str) -> str:
    """Return a character that may be printed as it is, and the escape of any other."""
    if letter.isprintable() or letter in allowed or unicodedata.category(letter) == "Zs":
        return letter
    return letter.encode("unicode_escape").decode()
