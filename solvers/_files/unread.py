"""Forms of other programs that are known and not read: each is named, with what would help."""

from __future__ import annotations

import re

from solvers._core.model.errors import BadPuzzle

FORMS = (
    (r"https?://\S*penpa-edit\S*", "an address of Penpa", "export it from there for puzz.link, if that has the kind"),
    (
        r"https?://\S*(?:sudocle|sudokustudio|crackingthecryptic|sudokupad|f-puzzles|swaroopg92)\S*",
        "an address of SudokuPad, f-puzzles or another editor",
        "copy the 81 digits of a plain Sudoku instead",
    ),
    (
        r"(?i)<(?:!doctype html|html|table|body|div|svg)\b",
        "a page, or a part of one",
        "save the page and use givens read",
    ),
    (r"SAVEFILE:41:", "a saved game of Simon Tatham's programs", "copy its game ID instead (Game, Specific)"),
    (
        r"(?:pzprv3(?:\.\d)?|<\?xml[^>]*>\s*<puzzle\b)",
        "a file of the editor of puzz.link or of kanpen",
        "export the address of the puzzle instead",
    ),
)
"""What a text of each form begins with, what it is, and what would help."""


def is_unread(line: str) -> bool:
    """Return whether a line is an address of such a form."""
    return line.lstrip().startswith("http") and any(re.fullmatch(form, line.strip()) for form, *_ in FORMS)


def check_known(text: str) -> None:
    """Raise `BadPuzzle` for a text of a form that is known and not read."""
    text = text.lstrip("\ufeff \n")
    for form, words, advice in FORMS:
        if re.match(form, text):
            raise BadPuzzle(f"this is {words}, which givens does not read; {advice}")
