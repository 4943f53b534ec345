"""What a player tells others: the puzzle, its time, the streak, and a board of squares that gives nothing away."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers import Puzzle

GIVEN, BLANK = "⬛", "⬜"
REGIONS = "🟥🟧🟨🟩🟦🟪🟫"
WIDEST = 15
"""Columns of the widest board that is drawn: a wider one would be wrapped where it is pasted."""


def share_text(puzzle: Puzzle, about: Mapping[str, Any], seconds: float, streak: int = 0) -> str:
    """Return a line about a puzzle that was solved, and its board without a mark; a streak begins with two days."""
    name = puzzle.KIND.replace("_", " ").capitalize()
    number = f" #{about['number']}" if "number" in about else f" {about['date']}" if "date" in about else ""
    minutes, rest = divmod(max(1, round(seconds)), 60)
    facts = [f"{name}{number}", f"{minutes}:{rest:02}", *([f"streak {streak}"] if streak > 1 else [])]
    return "\n".join([" · ".join(facts), *_rows(puzzle)])


def _rows(puzzle: Puzzle) -> list[str]:
    """Draw what the page shows before play: its regions, or which cells are given."""
    picture = puzzle.picture()
    squares = {cell: REGIONS[ascii_uppercase.find(name) % len(REGIONS)] for cell, name in picture.fills.items()}
    squares = squares or dict.fromkeys(picture.glyphs, GIVEN)
    cells = [squares.get(cell, BLANK) for cell in picture.cells()]
    if picture.width > WIDEST:
        return []
    return ["".join(cells[at : at + picture.width]) for at in range(0, len(cells), picture.width)]
