"""What wild pages say."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "title": "Daily puzzle",
    "rules": "Fill the board so that every rule holds. There is one solution.",
    "solved": "Well done! You solved it.",
    "wrong": "Something is not right yet.",
    "start": "Start",
    "undo": "Undo",
    "clear": "Clear",
    "hint": "Hint",
    "new": "New game",
    "moves": "Moves",
    "time": "Time",
    "left": "Left",
    "home": "Home",
    "archive": "Archive",
    "about": "About",
    "fine": "OK",
    "legend": "Click to change a cell:",
}
"""The words of a page."""
