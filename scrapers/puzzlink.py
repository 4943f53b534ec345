"""puzz.link and its sisters: one page for all genres, whose address holds the puzzle.

How the page is known: its own published code runs in the tests (`docs/sites/puzzlink.md`). A row says what the boards
of a genre show, and how its answers are entered; `solvers/_links` reads the addresses.
"""

from __future__ import annotations

import solvers
from scrapers import Entrance, Policy, Success
from scrapers._puzzlink.drawn import cells, noted, regions, rim, signs, sums
from scrapers._puzzlink.enter import MARKS, Painted, Typed, Walled
from scrapers._puzzlink.layout import genre
from scrapers._puzzlink.page import PlayerPage

ADDRESSES = r"puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn"
SHADED = Painted(MARKS, paints=True)
APART = Painted(MARKS, paints=False)
EVERYWHERE = ("left", "top", "right", "bottom")
GENRES = (
    genre("akari", solvers.LightUp, cells({"square": "■"}), enter=Painted({"disc": 1, "dot": 0}, paints=False)),
    genre("aquarium", solvers.Aquarium, regions, rim("left", "top"), enter=SHADED),
    genre("box", solvers.Kakurasu, rim("left", "top"), enter=SHADED),
    genre(
        "easyasabc", solvers.AbcView, cells(), rim(*EVERYWHERE), noted("letters", r"\(A-([A-Z])\)"), enter=Typed(letters=True)
    ),
    genre("hitori", solvers.Hitori, cells(), enter=APART),
    genre("kakuro", solvers.Kakuro, cells({"1 strokes": "■"}), sums, enter=Typed()),
    genre("minarism", solvers.Futoshiki, cells(), signs, enter=Typed()),
    genre("mines", solvers.Minesweeper, cells(), enter=Painted({"disc": 1, "dot": 0}, paints=True)),
    genre("nonogram", solvers.Nonogram, rim("left", "top"), enter=SHADED),
    genre("norinori", solvers.Norinori, regions, enter=SHADED),
    genre("shikaku", solvers.Patches, cells({"disc": "?"}), enter=Walled(lambda puzzle: [clue.cell for clue in puzzle.patches])),
    genre("skyscrapers", solvers.Skyscrapers, cells(), rim(*EVERYWHERE), enter=Typed()),
    genre("starbattle", solvers.StarBattle, regions, noted("stars", r"(\d+)"), enter=Painted({"10 corners": 1, "1 strokes": 0}, paints=False)),
    genre("sudoku", solvers.Sudoku, cells(), regions, enter=Typed()),
    genre("tents", solvers.Tents, cells({"disc": "♣"}), rim("left", "top"), enter=Painted({"3 corners": 1, "dot": 0}, paints=False)),
)
SITE = PlayerPage(
    name="puzzlink",
    kind="",
    home="https://puzz.link/",
    url=r"https?://(www\.)?(puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/(p(\.html)?|pzprv3)/?\?(\w+=\w*&)*(?P<puzzle>[^&#]*)",
    template="https://puzz.link/p?sudoku/4/4/g1k23k3g",
    policy=Policy(timezone=None, daily=False, check=r"^(check|チェック)$"),
    entrance=Entrance(board="#divques:has(svg)"),
    layouts=GENRES,
    facts={"#title2": r"^(?P<title>.+?)( player)?$"},
    success=Success(words="#notification", yes=r"^(Complete!|正解です！)$", no="."),
)
