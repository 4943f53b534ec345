"""Web Sudoku: a table of fields, which a button sends in; the answer says whether they are right.

How the markup is known: from programs of 2011 to 2026 that play it (`docs/sites/others.md`). www.websudoku.com shows
the board in a frame of another host, whose addresses these are. The hidden fields `cheat`, which holds the answer, and
`editmask` are never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scrapers import (
    FIELDS,
    BoardLayout,
    Choice,
    Entrance,
    KnownBy,
    Located,
    Page,
    Policy,
    ReadError,
    Statement,
    Success,
    Typed,
    field_of,
    place_in,
    tokens,
)
from solvers import Sudoku

ADDRESSES = r"websudoku\.com"


def givens(located: Located) -> Iterator[Statement]:
    """Read the digits in fields that are locked and have the class of givens; those in others are the player's."""
    for cell, node in located.nodes.items():
        value, locked, field = field_of(located.board, node)
        if locked != ("s0" in tokens(field)):
            raise ReadError(f"{cell} is {'locked' if locked else 'free'}, but its class says otherwise", selector=".s0")
        if locked and re.fullmatch(r"[1-9]", value) is None:
            raise ReadError(f"{cell} is locked, but holds {value!r}, not a digit", selector="input")
        yield Statement("number", cell, "its field", int(value) if locked else None)


GRID = BoardLayout(
    NAME="grid",
    kind=Sudoku,
    cell="td:has(> input)",
    places_by=(
        place_in("id", pattern=r"^c(?P<col>[0-8])(?P<row>[0-8])$"),
        place_in("id", inside="input", pattern=r"^f(?P<col>[0-8])(?P<row>[0-8])$"),
    ),
    readers=(givens,),
    puzzle=lambda facts: Sudoku((3, 3), facts.grid()),
    entry=Typed(),
    required=("number",),
    state={"fields": FIELDS},
)
SITE = Page(
    NAME="websudoku",
    KIND="sudoku",
    HOME="https://www.websudoku.com/",
    URL=r"https?://(?!www\.)\w+\.websudoku\.com/?(\?|$)",
    template="https://nine.websudoku.com/?level={level}",
    POLICY=Policy(timezone=None, check=r"^how am i doing\?$"),
    EVIDENCE=KnownBy("described", "2026-11-23"),
    choices={"level": Choice(("1", "2", "3", "4"), words="easy, medium, hard, evil")},
    entrance=Entrance(board="#puzzle_grid:has(input)"),
    layouts=[GRID],
    title="Web Sudoku, level {level}",
    success=Success(words="#message", yes=r"^Congratulations! You solved this Sudoku\b.*$"),
)
