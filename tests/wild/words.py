"""What wild pages say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

WORDS: Mapping[str, str] = {
    "title": "Daily puzzle", "rules": "Fill the board so that every rule holds. There is one solution.",
    "solved": "Well done! You solved it.", "wrong": "Something is not right yet.", "start": "Start", "undo": "Undo",
    "clear": "Clear", "hint": "Hint", "new": "New game", "moves": "Moves", "time": "Time", "left": "Left",
    "home": "Home", "archive": "Archive", "about": "About", "fine": "OK", "legend": "Click to change a cell:",
}  # fmt: skip
"""The words of a page."""


def tables(file: Path) -> dict[str, dict[str, str]]:
    """Return the tables of a file: a line is a name and a script, after the name of its table in brackets."""
    found, table = dict[str, dict[str, str]](), ""
    for line in filter(None, file.read_text(encoding="utf-8").splitlines()):
        name, sign, script = line.partition(" = ")
        if sign:
            found[table][name] = script
        else:
            table = line.strip("[]")
            found[table] = {}
    return found
