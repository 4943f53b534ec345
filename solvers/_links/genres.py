"""The puzzles that puzz.link has, a row for each kind of ours: its name there, and what its address holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers._core.families.shaded import BLOCK
from solvers._core.model.grid import DIGITS
from solvers._links.codes import Base, Fixed, Gap, Refused, WithGap
from solvers._links.parts import (
    Crossword,
    Decimal,
    Implied,
    Rooms,
    Slash,
    areas,
    boxes,
    cells,
    edges,
    lines,
    runs_of_lines,
    sides,
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


BLOCKS = (WithGap(range(5), 2, "a number from 0 to 4", open_end=True), Fixed({".": BLOCK}, "a block"), Gap(16))
NO_NUMBER = Fixed(dict.fromkeys(".%@", Refused("has no number for {}, but each cell holds one")))
SIGNS = (
    Fixed({"g": "less", "h": "greater"}, "a sign"),
    Gap(18, 18),
    Fixed(
        dict.fromkeys(f"{DIGITS[:16]}-.", Refused("states the difference of {}, which Futoshiki does not have")),
    ),
)
TREES = (WithGap((DIGITS.index("t"),), 17, "a tree"), Gap(18, 18))
NO_GIVENS = Implied("givens", lambda board: ["." * board.width] * board.height)

GENRES = (
    Genre("akari", "light_up", (cells("blocks", *BLOCKS),), aliases=("lightup",)),
    Genre("aquarium", "aquarium", (Rooms(level_flag="r"), Slash(), lines()), flags="r"),
    Genre("box", "kakurasu", (lines(Base(32)),)),
    Genre("easyasabc", "abc_view", (Decimal("letters"), sides(), NO_GIVENS)),
    Genre("hitori", "hitori", (cells("numbers", NO_NUMBER, Base(36)),)),
    Genre("kakuro", "kakuro", (Crossword(),)),
    Genre("minarism", "futoshiki", (edges(("less", "greater"), *SIGNS), NO_GIVENS)),
    Genre("mines", "minesweeper", (cells("numbers"),)),
    Genre("nonogram", "nonogram", (runs_of_lines(),)),
    Genre("norinori", "norinori", (Rooms(),)),
    Genre("shikaku", "patches", (areas(),)),
    Genre("skyscrapers", "skyscrapers", (sides(), cells("givens", optional=True)), ("building", "skyscraper")),
    Genre("starbattle", "star_battle", (Decimal("stars"), Rooms())),
    Genre("starbattle", "queens", (Decimal("stars", only=1), Rooms())),
    Genre("sudoku", "sudoku", (Implied("box", boxes), cells("givens"))),
    Genre("tents", "tents", (lines(), cells("trees", *TREES))),
)
