"""Game IDs of Simon Tatham's Portable Puzzle Collection, such as `5x5:a0b3c…`: the size, then the board sign by sign.

How each board is written is what `decode_params`, `new_game_desc` and `validate_desc` of its game say, in the source at
https://git.tartarus.org/?p=simon/puzzles.git. There is a row for each kind of ours that the collection has.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import unquote

from solvers._core.families.shaded import BLOCK
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.files import Kinds, load
from solvers._core.model.grid import Grid
from solvers._core.model.puzzle import Puzzle
from solvers._links.codes import BySign, Decimals, Matched, Text, check_board, fixed, gap, until
from solvers._links.parts import AddressPart, Behind, Implied, Rooms, cells, compared
from solvers._names import kind_like

WHAT = "game ID"
SIGNS = {sign: value for value, sign in enumerate(string.digits + string.ascii_lowercase + string.ascii_uppercase)}
"""The numbers that one sign stands for."""
LETTERS = string.ascii_lowercase[:25]
"""A value at once, or behind so many gaps; behind `z` there is none."""
GAP = gap(10, 26)
NUMBERS = (Decimals(), GAP)
BRACKETED = Matched(
    r"\d|\[\d{1,3}\]",
    lambda found: int(found.strip("[]")),
    lambda number: str(number) if number < len(string.digits) else f"[{number}]",
    "a number",
)
COMPARED = Matched(
    r",\d{1,2}[URDL]*",
    lambda found: (int(found[1:].rstrip("URDL")), found.lstrip(",0123456789")),
    lambda cell: f",{cell[0]}{cell[1]}",
    "a number and directions",
)


def digits(signs: str, **more: int) -> BySign:
    """Return the code of numbers of one sign each."""
    return fixed({sign: SIGNS[sign] for sign in signs} | more)


def behind(sign: str, count: str, **blank: str) -> Matched:
    """Return the code of numbers, each with a sign before it."""
    return Matched(
        rf"{sign}\d{count}",
        lambda found: int(found[1:]) if found[1:] else None,
        f"{sign}{{}}".format,
        "a number",
        **blank,
    )


BORDERS = Rooms(borders=until(f"_{LETTERS}", value=True))


class Size(NamedTuple):
    """How the size of a board is written."""

    read: Callable[[int, int], tuple[int, int]]
    """Returns rows and columns for the two numbers of an ID, of which the second may be missing: 0."""
    write: Callable[[Mapping[str, Any], Grid], str]


SIDES = Size(lambda width, height: (height or width, width), lambda _, board: f"{board.width}x{board.height}")
SQUARE = Size(lambda side, _: (side, side), lambda _, board: f"{board.width}")
HIGHEST = Size(lambda highest, _: (highest + 1, highest + 2), lambda _, board: f"{board.height - 1}")
BOX = Size(
    lambda rows, columns: (rows * (columns or rows),) * 2,
    lambda fields, _: "x".join(map(str, fields["box"])) + "x" * fields.get("diagonals", False),
)
WRAPPED = Size(SIDES.read, lambda fields, board: f"{board.width}x{board.height}" + "w" * fields.get("wraps", False))
JIGSAW = Size(lambda side, more: (side * (more or 1),) * 2, lambda _, board: f"{board.width}")


@dataclass(frozen=True)
class Game:
    """A kind of ours under its name in the collection."""

    name: str
    kind: str
    parts: tuple[AddressPart, ...] = ()
    """What the text behind the size holds; if empty, the kind's `GAME_ID`."""
    size: Size = SIDES
    rules: str = ""
    """The letters behind the size that say which rules there are; without them there are others."""
    ignored: str = ""
    """A pattern of what may stand there besides: what only new puzzles depend on."""
    between: str = ""
    """What the parts begin with, but no ID does: it stands between values only."""


TILES, BARRIERS = fixed({sign: SIGNS[sign] for sign in "123456789abcdef"}, "a tile"), r"(?:b[\d.]+)?a?"
SYMMETRY = r"(?:a|r\d|md?\d)*"
MARKS = cells("givens", until(LETTERS, 0), until(LETTERS.upper(), 1), beyond=0)
GAMES = (
    Game("bridges", "hashi", rules="m2", ignored=r"(?:i\d+)?(?:e\d+)?"),
    Game("dominosa", "dominosa", (cells("numbers", BRACKETED),), HIGHEST, ignored="a?"),
    Game("filling", "fillomino", (cells("givens", digits("123456789"), GAP, fixed({"0": None})),)),
    Game("galaxies", "galaxies"),
    Game("keen", "calcudoku", size=SQUARE, ignored="m?"),
    Game("lightup", "light_up", (cells("blocks", digits("01234", B=BLOCK), GAP),), ignored=r"(?:b\d+)?(?:s\d)?r?"),
    Game("loopy", "slitherlink", (cells("numbers", digits("01234"), GAP),), rules="t0"),
    Game("mosaic", "mosaic", (cells("numbers", digits(string.digits), GAP),), ignored=r"(?:h\d)?"),
    Game("net", "net", (cells("tiles", TILES),), WRAPPED, ignored=BARRIERS),
    Game("net", "net", (cells("tiles", TILES), Implied("wraps", lambda _: True)), WRAPPED, "w", BARRIERS),
    Game("pattern", "nonogram", between="/"),
    Game("pearl", "masyu", ignored="n?"),
    Game("range", "kurodoko", (cells("numbers", *NUMBERS),)),
    Game("rect", "patches", ignored=r"(?:e[\d.]+)?a?"),
    Game("singles", "hitori", (cells("numbers", fixed(SIGNS)),)),
    Game("slant", "slant", (cells("points", digits("01234"), GAP, more=1),)),
    Game("solo", "sudoku", (cells("givens", *NUMBERS),), BOX, ignored=SYMMETRY),
    Game("solo", "sudoku", (cells("givens", *NUMBERS), Implied("diagonals", lambda _: True)), BOX, "x", SYMMETRY),
    Game("solo", "jigsaw_sudoku", (cells("givens", *NUMBERS), Behind(",", BORDERS)), JIGSAW, "j", SYMMETRY),
    Game("solo", "killer_sudoku", size=BOX, rules="k", ignored=SYMMETRY),
    Game("tents", "tents"),
    Game("towers", "skyscrapers", size=SQUARE, between="/"),
    Game("unequal", "futoshiki", (compared("greater", "less", COMPARED),), SQUARE, between=","),
    Game("unequal", "renzoku", (compared("consecutive", "consecutive", COMPARED),), SQUARE, "a", between=","),
    Game("unruly", "three_in_a_row", (MARKS,)),
    Game("unruly", "binairo", (MARKS,), rules="u"),
)
DEFAULTS = ("m2", "t0")
"""The rules that an ID may leave out."""


def load_id(game_id: re.Match[str], kinds: Kinds, kind: str | None) -> Puzzle:
    """Make the puzzle of a game ID; `kind` says which game it is if the ID does not. Raises `BadPuzzle`."""
    name = game_id["page"] or game_id["name"]
    called = [game for game in GAMES if name in {None, game.name}]
    called = called or [game for game in GAMES if kind_like(name or "") == game.kind]
    games = [game for game in called if kind in {None, game.kind}]
    if not games:
        names = ", ".join(dict.fromkeys(game.name for game in GAMES))
        raise BadPuzzle(
            f"givens has no game IDs of {' and '.join(filter(None, (name, kind)))}; it has those of {names}"
        )
    if name is None and kind is None:
        raise BadPuzzle("a game ID does not say of which game it is: name the kind, or write it as in unequal:4:…")
    if game_id["sign"] == "#":
        raise BadPuzzle(
            "the game ID is a random seed, of which only Simon Tatham's program can make the board; take the one that "
            "has a colon, which Game > Specific shows"
        )
    found = ((game, re.fullmatch(_size_of(game), game_id["size"], re.ASCII)) for game in games)
    game, size = next(((game, size) for game, size in found if size), (games[0], None))
    if size is None:
        raise BadPuzzle(
            f"the game ID says {game_id['size']!r}, which is no size of {game.name} with rules that {game.kind} has: "
            f"{' or '.join(dict.fromkeys(f'5x5{game.rules}' for game in games))}"
        )
    first, second = int(size[1]), int(size[2] or 0)
    body = game.between + (unquote(game_id["body"]) if game_id["page"] else game_id["body"])
    body = body.removesuffix(",") if game.between == "," else body
    board = game.size.read(first, second)
    check_board(*board, kinds[game.kind], WHAT)
    text = Text(body, *board, what=WHAT)
    text.added = len(game.between)
    fields: dict[str, Any] = {"kind": game.kind} | ({"box": [first, second or first]} if game.size is BOX else {})
    for part in game.parts or kinds[game.kind].GAME_ID:
        fields |= part.read(text)
    text.end()
    return load(fields, kinds)


def written(puzzle: Puzzle, fields: dict[str, Any], board: Grid) -> tuple[str, str]:
    """Return the name of a puzzle's game, and the address of the puzzle on its page behind that of the folder."""
    game = next((game for game in GAMES if game.kind == puzzle.KIND), None)
    if game is None:
        names = ", ".join(game.kind for game in GAMES)
        raise BadPuzzle(f"Simon Tatham's collection has no game of kind {puzzle.KIND}; kinds that it has are {names}")
    body = "".join(part.write(fields, board) for part in game.parts or puzzle.GAME_ID).removeprefix(game.between)
    return game.name, f"{game.name}.html#{game.size.write(fields, board)}{game.rules}:{body}"


def _size_of(game: Game) -> str:
    """Return the pattern of the size and the rules of a game, with two groups for the size."""
    rules = f"(?:{game.rules})?" if game.rules in DEFAULTS else game.rules
    return rf"(\d+)(?:x(\d+))?{game.ignored}{rules}{game.ignored}(?:d\w)?"
