"""Reading and writing addresses: the genre, the size, and the parts that the genre's row names.

There is a row for each kind of ours that puzz.link has: its name there, and what its address holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from solvers._core.families.shaded import BLOCK
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.files import Kinds, dump, load
from solvers._core.model.grid import UNKNOWN, Grid
from solvers._core.model.puzzle import Puzzle
from solvers._links import GAME_ID, LINK_HOSTS, address_in, ids
from solvers._links.codes import CLUES, NUMBERS, Text, check_board, fixed, gap, hexadecimal, of_base, packed, with_gap
from solvers._links.parts import BOARD_SIZE, AddressPart, Decimal, NumberedRooms, Rooms, arrows, cells, lines, sides
from solvers._names import added, kind_like, nearest


@dataclass(frozen=True)
class Genre:
    """A kind of ours under its name in an address."""

    name: str
    kind: str
    parts: tuple[AddressPart, ...] = ()
    """What the text behind the size holds, in order, by the fields' names in JSON; if empty, the kind's `LINK`."""
    aliases: tuple[str, ...] = ()
    flags: str = ""
    """The letters before the size that are known; all of them are written."""
    looks: str = ""
    """The letters there that only change how the page draws the board."""


UP_TO_FOUR = with_gap(range(5), 2, "a number from 0 to 4", "the board")
BLOCKS = (UP_TO_FOUR, fixed({".": BLOCK}, "a block"), gap(16))
UNKNOWN_SIGNS = fixed(dict.fromkeys(".%@", UNKNOWN))
LETTERS = (hexadecimal(1), *NUMBERS[1:])
ISLANDS = (hexadecimal(1), *CLUES[1:])

GENRES = (
    Genre("akari", "light_up", (cells("blocks", *BLOCKS),), aliases=("lightup", "bijutsukan")),
    Genre("aquarium", "aquarium", flags="r"),
    Genre("battleship", "battleships"),
    Genre("box", "kakurasu", (lines(of_base(32)),)),
    Genre("castle", "castle_wall", (BOARD_SIZE, arrows("towers", "grey", "white", "black"))),
    Genre("country", "country_road", (NumberedRooms(),)),
    Genre("dbchoco", "double_choco", (cells("grey", packed((None, 1), 5)), cells("numbers", *ISLANDS))),
    Genre("easyasabc", "abc_view", (Decimal("letters"), sides(*CLUES), cells("givens", *LETTERS, optional=True))),
    Genre("fillomino", "fillomino", (cells("givens", *LETTERS),), aliases=("fillomino01",)),
    Genre("gokigen", "slant", (cells("points", UP_TO_FOUR, *CLUES[1:], more=1),)),
    Genre("hashikake", "hashi", (cells("numbers", *CLUES),), aliases=("hashi", "bridges")),
    Genre("heyawake", "heyawake", (NumberedRooms(),), aliases=("heyawacky",)),
    Genre("hitori", "hitori", (cells("numbers", UNKNOWN_SIGNS, of_base(36)),)),
    Genre("kakuro", "kakuro"),
    Genre("kurodoko", "kurodoko", (cells("numbers", *ISLANDS),)),
    Genre("kurotto", "kurotto", (cells("numbers", *CLUES),)),
    Genre("lits", "lits", (Rooms(walls=True),)),
    Genre("mashu", "masyu", aliases=("masyu", "pearl")),
    Genre("minarism", "futoshiki"),
    Genre("mines", "minesweeper", (cells("numbers", *CLUES),)),
    Genre("nonogram", "nonogram"),
    Genre("norinori", "norinori", (Rooms(),)),
    Genre("numlin", "numberlink", (cells("numbers", *LETTERS),), aliases=("numberlink",)),
    Genre("nurikabe", "nurikabe", (cells("numbers", *ISLANDS),)),
    Genre("nurimisaki", "nurimisaki", (cells("numbers", hexadecimal(2), *CLUES[1:]),)),
    Genre("ripple", "ripple_effect", (Rooms(), cells("givens")), aliases=("hakyukoka",)),
    Genre("sashigane", "sashigane"),
    Genre("shakashaka", "shakashaka", (cells("blocks", *BLOCKS),)),
    Genre("shikaku", "patches"),
    Genre("skyscrapers", "skyscrapers", (sides(*CLUES), cells("givens", optional=True)), ("building", "skyscraper")),
    Genre("slalom", "slalom", aliases=("suraromu",), flags="d"),
    Genre("slither", "slitherlink", (cells("numbers", UP_TO_FOUR, *CLUES[1:]),), aliases=("slitherlink",)),
    Genre("starbattle", "star_battle", (Decimal("stars"), Rooms())),
    Genre("starbattle", "queens", (Decimal("stars", only=1), Rooms())),
    Genre("sudoku", "sudoku"),
    Genre("suguru", "suguru", (Rooms(), cells("givens"))),
    Genre("tapa", "tapa"),
    Genre("tentaisho", "galaxies"),
    Genre("tents", "tents"),
    Genre("yajilin", "yajilin", (BOARD_SIZE, arrows("arrows")), aliases=("yajirin",), looks="b"),
    Genre("yinyang", "yin_yang", (cells("givens", packed((None, 0, 1), 3)),)),
)
LINKED_KINDS: Mapping[str, str] = {genre.kind: genre.name for genre in GENRES}
"""The kinds that have addresses, each with its name there."""
MAX_LENGTH = 2**16
"""The longest address that is read, in characters."""
_QUERY = re.compile(
    r"(?:\w+=\w*&)*(?P<genre>[\w.-]+?)(?:_edit|_play)?/"
    r"(?P<variant>v:[^/]*/)?(?:(?P<flags>[a-z]+)?/)?(?P<width>[0-9]{1,9})/(?P<height>[0-9]{1,9})/?(?P<body>.*)",
    re.ASCII,
)


def load_link(link: str, kinds: Kinds, kind: str | None = None) -> Puzzle:
    """Make the puzzle of an address; `kind` chooses where an address may hold one of several. Raises `BadPuzzle`."""
    if (game_id := GAME_ID.fullmatch(link.strip())) is not None:
        return ids.load_id(game_id, kinds, kind)
    address = address_in(link)
    if address is None or len(link) > MAX_LENGTH:
        shown = link if len(link) <= 60 else f"{link[:60]}…"  # noqa: PLR2004 - as much as fits in a line
        raise BadPuzzle(f"an address of a puzzle is like https://puzz.link/p?sudoku/4/4/g1k23k3g, not {shown!r}")
    query = unquote(address["query"].partition("#")[0])
    if re.match(r"(?:\w+=\w*&)*pzprv[0-9.]*(/|$)", query):
        raise BadPuzzle(
            "the address holds a file of the editor (pzprv3), not a puzzle; export the puzzle's URL in the editor"
        )
    parts = _QUERY.fullmatch(query)
    if parts is None:
        raise BadPuzzle("the address lacks the name of a puzzle, its columns or its rows, as in ?sudoku/9/9/…")
    genre = _genre(parts["genre"], kind)
    if parts["variant"]:
        raise BadPuzzle(f"the address says that its {genre.name} is a variant, but not what its rules are")
    if unknown := sorted({*(parts["flags"] or "")} - {*genre.flags, *genre.looks}):
        raise BadPuzzle(f"the address says {unknown[0]!r} before the size, which has no known meaning for {genre.name}")
    width, height = int(parts["width"]), int(parts["height"])
    check_board(height, width, kinds[genre.kind])
    text = Text(parts["body"].removesuffix("/"), height, width, parts["flags"] or "")
    fields: dict[str, Any] = {"kind": genre.kind}
    for part in genre.parts or kinds[genre.kind].LINK:
        fields |= part.read(text)
    text.end()
    return load(fields, kinds)


def dump_link(puzzle: Puzzle, kinds: Kinds, host: str = "puzzlink") -> str:
    """Return the address of a puzzle; raises `BadPuzzle` for one that such an address cannot hold."""
    if host not in LINK_HOSTS:
        raise BadPuzzle(f"addresses can be written for {', '.join(LINK_HOSTS)}, not for {host}")
    fields, board = dump(puzzle), Grid.make(puzzle.board.height, puzzle.board.width)
    name, link = (ids.written if host == "tatham" else _written)(puzzle, fields, board)
    link = LINK_HOSTS[host] + link
    try:
        held = dump(load_link(link, kinds, puzzle.KIND))
    except BadPuzzle as error:
        raise BadPuzzle(f"an address of {name} cannot hold this puzzle: {error.message}") from None
    if lost := [name for name in {**fields, **held} if fields.get(name) != held.get(name)]:
        raise BadPuzzle(f"an address of {name} cannot hold the {' and the '.join(lost)} of this puzzle")
    return link


def _written(puzzle: Puzzle, fields: dict[str, Any], board: Grid) -> tuple[str, str]:
    """Return the name of a puzzle on puzz.link, and its address behind the question mark."""
    genre = next((genre for genre in GENRES if genre.kind == puzzle.KIND), None)
    if genre is None:
        names = ", ".join(LINKED_KINDS)
        raise BadPuzzle(f"puzz.link has no puzzle of kind {puzzle.KIND}; kinds that it has are {names}")
    body = "".join(part.write(fields, board) for part in genre.parts or puzzle.LINK)
    flags = f"{genre.flags}/" if genre.flags else ""
    # A text that ends in a sign is cut off by programs that find addresses in a message.
    end = "" if body[-1:].isalnum() else "/"
    return genre.name, f"{genre.name}/{flags}{board.width}/{board.height}/{body}{end}"


def _genre(name: str, kind: str | None) -> Genre:
    """Return the genre of a name, the one of this kind if there are several."""
    called = [genre for genre in GENRES if name in {genre.name, *genre.aliases}]
    found = called or [genre for genre in GENRES if kind_like(name) == genre.kind and not added(name)]
    if not found:
        known = sorted({genre.name for genre in GENRES})
        near = nearest(name, [*known, *(alias for genre in GENRES for alias in genre.aliases)])
        hint = f"did you mean {near}?" if near else f"it has {', '.join(known)}"
        raise BadPuzzle(f"the address holds a puzzle {name!r}, which givens does not have; {hint}")
    of_kind = [genre for genre in found if kind in {None, genre.kind}]
    if not of_kind:
        raise BadPuzzle(f"the address holds a puzzle {name!r}, which is {found[0].kind}, not {kind}")
    return of_kind[0]
