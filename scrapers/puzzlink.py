"""puzz.link and its sisters: one page for all genres, whose address holds the puzzle.

How the page is known: its own published code runs in the tests (`docs/sites/puzzlink.md`). A row says what the boards
of a genre show, and how answers are entered; `solvers/_links` reads the addresses.
"""

from __future__ import annotations

from dataclasses import dataclass

import solvers
from scrapers import BadChoice, Entrance, KnownBy, Page, Policy, Success
from scrapers._puzzlink.drawn import (
    arrows,
    cells,
    centres,
    clues_or_marks,
    noted,
    points,
    regions,
    rim,
    room_numbers,
    signs,
    sums,
)
from scrapers._puzzlink.enter import (
    SHADED,
    Bridges,
    Copied,
    Diagonals,
    Lines,
    LinesAndCells,
    Painted,
    Triangles,
    TypedMarks,
    Walled,
)
from scrapers._puzzlink.layout import genre, puzzle_of

ADDRESSES = r"puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn"
ABOVE_AND_LEFT = rim("left", "top")
ALL_AROUND = rim("left", "top", "right", "bottom")
CIRCLES = {"disc": "●", "ring": "○"}
DISC = {"disc": 1, "dot": 0}
GATES = {"square": "■", "level dashes": "┈", "upright dashes": "┊"}
ROUND = {"disc": "?", "ring": "?"}
"""A circle without a number is a clue that does not tell it."""
STAR = {"10 corners": 1, "1 strokes": 0}
TENT = {"3 corners": 1, "dot": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage(Page):
    """A `Page` that shows the puzzle of its address; as it has no kind, a board is read only if both say the same."""

    def _entrance(self, url: str) -> Entrance:
        """Return the way to the board; raise `BadChoice` for an address without a puzzle that can be solved."""
        try:
            puzzle_of(url)
        except solvers.BadPuzzle as error:
            raise BadChoice(error.message) from None
        return self.entrance


GENRES = (
    genre("akari", solvers.LightUp, cells({"square": "■"}), enter=Painted(DISC, by_drags=False)),
    genre("aquarium", solvers.Aquarium, regions, ABOVE_AND_LEFT, enter=Painted(SHADED)),
    genre("box", solvers.Kakurasu, ABOVE_AND_LEFT, enter=Painted(SHADED)),
    genre("country", solvers.CountryRoad, regions, room_numbers, enter=Lines()),
    genre("dbchoco", solvers.DoubleChoco, cells({"pale": "\xa0"}), enter=Lines(on_borders=True)),
    genre(
        "easyasabc",
        solvers.AbcView,
        cells(),
        ALL_AROUND,
        noted("letters", r"\(A-([A-Z])\)"),
        enter=TypedMarks(letters=True),
    ),
    genre("gokigen", solvers.Slant, points, enter=Diagonals()),
    genre("hashikake", solvers.Hashi, cells(ROUND), enter=Bridges()),
    genre("heyawake", solvers.Heyawake, regions, room_numbers, enter=Painted(SHADED, by_drags=False)),
    genre("hitori", solvers.Hitori, cells(), enter=Painted(SHADED, by_drags=False)),
    genre("kakuro", solvers.Kakuro, cells({"1 strokes": "■"}), sums, enter=TypedMarks()),
    genre("kurodoko", solvers.Kurodoko, cells(ROUND), enter=Painted(SHADED, by_drags=False)),
    genre("kurotto", solvers.Kurotto, cells(ROUND), enter=Painted(SHADED)),
    genre("lits", solvers.Lits, regions, enter=Painted(SHADED)),
    genre("mashu", solvers.Masyu, cells(CIRCLES), enter=Lines(on_borders=False)),
    genre("minarism", solvers.Futoshiki, cells(), signs, enter=TypedMarks()),
    genre("mines", solvers.Minesweeper, cells(), enter=Painted(DISC)),
    genre("nonogram", solvers.Nonogram, ABOVE_AND_LEFT, enter=Painted(SHADED)),
    genre("norinori", solvers.Norinori, regions, enter=Painted(SHADED)),
    genre("numlin", solvers.Numberlink, cells(), enter=Lines(on_borders=False)),
    genre("nurikabe", solvers.Nurikabe, cells(), enter=Painted(SHADED)),
    genre("nurimisaki", solvers.Nurimisaki, cells({"ring": "?"}), enter=Painted(SHADED)),
    genre("ripple", solvers.RippleEffect, cells(), regions, enter=TypedMarks()),
    genre("sashigane", solvers.Sashigane, arrows({"ring": "?"}), enter=Lines(on_borders=True)),
    genre("shakashaka", solvers.Shakashaka, cells({"square": "■"}), enter=Triangles()),
    genre("shikaku", solvers.Patches, cells({"disc": "?"}), enter=Walled()),
    genre("skyscrapers", solvers.Skyscrapers, cells(), ALL_AROUND, enter=TypedMarks()),
    genre("slalom", solvers.Slalom, arrows(GATES), enter=Lines()),
    genre("slither", solvers.Slitherlink, cells(), enter=Lines(on_borders=True)),
    genre("starbattle", solvers.StarBattle, regions, noted("stars", r"(\d+)"), enter=Painted(STAR, by_drags=False)),
    genre("sudoku", solvers.Sudoku, cells(), regions, enter=TypedMarks()),
    genre("tapa", solvers.Tapa, cells(), enter=Painted(SHADED)),
    genre("tentaisho", solvers.Galaxies, centres, enter=Lines(on_borders=True)),
    genre("tents", solvers.Tents, cells({"disc": "♣"}), ABOVE_AND_LEFT, enter=Painted(TENT, by_drags=False)),
    genre("yajilin", solvers.Yajilin, arrows(), enter=LinesAndCells()),
    genre("yinyang", solvers.YinYang, clues_or_marks(CIRCLES), enter=Copied({"disc": 1, "ring": 0})),
)
SITE = PlayerPage(
    NAME="puzzlink",
    KIND="",
    HOME="https://puzz.link/",
    URL=(
        r"https?://(www\.)?(puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/(p(\.html)?|pzprv3)/?"
        r"\?(\w+=\w*&)*(?P<puzzle>[^&#]*)"
    ),
    template="https://puzz.link/p?sudoku/4/4/g1k23k3g",
    POLICY=Policy(timezone=None, daily=False, check=r"^(check|チェック)$"),
    EVIDENCE=KnownBy("real code", "2026-08-22"),
    entrance=Entrance(board="#divques:has(svg)"),
    layouts=GENRES,
    facts={"#title2": r"^(?P<title>.+?)( player)?$"},
    success=Success(words="#notification", yes=r"^(Complete!|正解です\uff01)$", no="."),
)
