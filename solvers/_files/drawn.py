"""Boards drawn with other signs than ours: regions as letters, colours, numbers or emoji alone, and marks in words."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Any

from solvers._core.model.regions import LETTERS

REGIONED = frozenset({"queens", "star_battle", "norinori", "lits"})
"""The kinds of which regions are all that a board shows, or nearly."""
SIGNS = {
    "tango": {**dict.fromkeys("sSX☀🌞🌕🟡🟠1", "1"), **dict.fromkeys("mMoO☾☽🌙🌑🌚🔵0", "0")},
    "binairo": {**dict.fromkeys("xX#■●⚫🔵1", "1"), **dict.fromkeys("oO□○⚪🔴0", "0")},
    "three_in_a_row": {**dict.fromkeys("xXbB#■●🟦🔵1", "1"), **dict.fromkeys("oOwW□○⚪⬜0", "0")},
    "yin_yang": {**dict.fromkeys("bB#●⚫1", "1"), **dict.fromkeys("wWoO○⚪0", "0")},
}
"""The marks of kinds with two, as people write them."""
BLANKS = "._-*·⬜⬛🔲 "
WORD, EMOJI = re.compile(r"[a-z][a-z -]+", re.IGNORECASE), re.compile("[\u2600-\U0001ffff]\ufe0f?")
SELECTORS = re.compile("[\ufe0e\ufe0f\u200d]")
"""What follows an emoji, and draws nothing."""


def words(text: str) -> list[list[str]]:
    """Return the words of each row, or its characters if there are no spaces between them."""
    lines = [line.strip() for line in SELECTORS.sub("", text).splitlines() if line.strip()]
    if any(re.search(r"\S[ \t,;]+\S", line) for line in lines):
        return [re.split(r"[ \t,;]+", line.strip(",;")) for line in lines]
    return [[*line] for line in lines]


def lettered(rows: Sequence[Sequence[Hashable]]) -> list[list[str]] | None:
    """Return regions by letters in reading order, from numbers, words or emoji; None for other rows, or too many."""
    try:
        names = list(dict.fromkeys(name for row in rows for name in row))
    except TypeError:
        return None
    if not any(all(map(is_one, map(str, names))) for is_one in (str.isdecimal, WORD.fullmatch, EMOJI.fullmatch)):
        return None
    letters = dict(zip(names, LETTERS, strict=False))
    return None if len(names) > len(letters) else [[letters[name] for name in row] for row in rows]


def regions(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read a board that shows nothing but its regions."""
    rows = words(text) if kind in REGIONED else []
    if len({len(row) for row in rows}) != 1:
        return None
    is_named = all(len(word) == 1 and word.isascii() and word.isalpha() for row in rows for word in row)
    named = rows if is_named else lettered(rows)
    return None if named is None else {"kind": kind, "regions": named}


def marks(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read a board whose cells show marks of two sorts, without any signs between cells."""
    signs = SIGNS.get(kind or "", {})
    rows = words(text) if signs else []
    found = [[signs.get(word, "." if word in BLANKS else "?") for word in row] for row in rows]
    if len({len(row) for row in rows}) != 1 or any("?" in row for row in found):
        return None
    return {"kind": kind, "givens": ["".join(row) for row in found]}
