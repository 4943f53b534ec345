"""The puzzles that puzz.link has, a row for each kind of ours: its name there, and what its address holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers._core.grid import DIGITS
from solvers._links.parts import (
    Areas,
    Base36,
    Blank,
    Boxes,
    Counts,
    Crossword,
    Decimal,
    Numbers,
    Quarters,
    Regions,
    Runs,
    Sides,
    Signs,
    Slash,
    Sums,
    Tanks,
    Trees,
)

if TYPE_CHECKING:
    from solvers._links.parts import Part


@dataclass(frozen=True)
class Genre:
    """A kind of ours under its name in an address."""

    name: str
    kind: str
    parts: tuple[Part, ...]
    """What the text behind the size holds, in order; the names in them are those of the kind's fields in JSON."""
    aliases: tuple[str, ...] = ()
    flags: str = ""
    """The letters before the size that are known; all of them are written."""


GENRES = (
    Genre("akari", "light_up", (Quarters("blocks"),), aliases=("lightup",)),
    Genre("aquarium", "aquarium", (Tanks("regions"), Slash(), Counts()), flags="r"),
    Genre("box", "kakurasu", (Sums(),)),
    Genre("easyasabc", "abc_view", (Decimal("letters"), Sides(), Blank("givens"))),
    Genre("hitori", "hitori", (Base36("numbers"),)),
    Genre("kakuro", "kakuro", (Crossword("blocks"),)),
    Genre("minarism", "futoshiki", (Signs("less", "greater"), Blank("givens"))),
    Genre("mines", "minesweeper", (Numbers("numbers"),)),
    Genre("nonogram", "nonogram", (Runs(),)),
    Genre("norinori", "norinori", (Regions("regions"),)),
    Genre("shikaku", "patches", (Areas("size", "clues"),)),
    Genre("skyscrapers", "skyscrapers", (Sides(), Numbers("givens", optional=True)), ("building", "skyscraper")),
    Genre("starbattle", "star_battle", (Decimal("stars"), Regions("regions"))),
    Genre("starbattle", "queens", (Decimal("stars", only=1), Regions("regions"))),
    Genre("sudoku", "sudoku", (Boxes("box"), Numbers("givens"))),
    Genre("tents", "tents", (Counts(), Trees("trees", DIGITS.index("t")))),
)
