"""Puzzle Baron: CalcuDoku, Campsites (Tents), Number Links and Star Battle, each on a host of its own; only read.

How the pages are known: from a program of 2026 that reads them and clicks without looking (`docs/sites/others.md`). How
they show what a person has entered is not known, so nothing is entered.
"""

# Long: four readers and four kinds share one form of boxes.

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from scrapers import (
    BOARD,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    BoardLayout,
    Button,
    Entrance,
    Facts,
    KnownBy,
    Located,
    Page,
    Policy,
    ReadError,
    ReadOnly,
    Statement,
    Success,
    connected,
    tokens,
)
from solvers import TREE, Calcudoku, Cell, Grid, Numberlink, Puzzle, StarBattle, Tents, load

ADDRESSES = r"puzzlebaron\.com"
NAMES = """calcudoku tents numberlink star_battle"""
CLASS = "its class"
SIDES = {"r": RIGHT, "l": LEFT, "u": UP, "d": DOWN}
LAYOUTS = ["rlud", "rud", "rld", "lud", "rlu", "rd", "ud", "ru", "ld", "rl", "lu", "d", "l", "u", "r"]
"""By the number of a class such as `layout6`, from 1, the sides on which a cell's region goes on."""
SIGNS = {
    "+": "+",
    "-": "-",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "x": "*",
    "×": "*",
    "*": "*",
    "/": "/",
    "÷": "/",
}


def regions(located: Located) -> Iterator[Statement]:
    """Read the regions, of which each cell names the sides on which its own goes on; neighbours must agree."""
    open_: dict[Cell, set[tuple[int, int]]] = {}
    for cell, node in located.nodes.items():
        found = [name for name in tokens(node) if re.fullmatch(r"layout(\d|1[0-5])", name) and name != "layout0"]
        if len(found) != 1:
            raise ReadError(f"{cell} has {len(found)} classes such as layout6, not one", selector="[class*=layout]")
        open_[cell] = {SIDES[side] for side in LAYOUTS[int(found[0].removeprefix("layout")) - 1]}

    def is_open(cell: Cell, other: Cell, side: tuple[int, int]) -> bool:
        if (side in open_[cell]) != ((-side[0], -side[1]) in open_[other]):
            raise ReadError(f"a border of {cell} and {other} is drawn in only one of them", selector="[class*=layout]")
        return side in open_[cell]

    first = connected(located.nodes, is_open)
    for cell, other in first.items():
        yield Statement("region", cell, CLASS, other.row * located.size[1] + other.col)


def texts(located: Located) -> Iterator[Statement]:
    """Read what is printed in each cell."""
    for cell, node in located.nodes.items():
        yield Statement("number", cell, "its text", node.text(strip=True) or None)


def trees(located: Located) -> Iterator[Statement]:
    """Read the trees, and the numbers beside the rows, then below the columns; the last is that of the corner."""
    for cell, node in located.nodes.items():
        yield Statement("tree", cell, CLASS, TREE if "marked3" in tokens(node) else None)
    numbers = [node.text(strip=True) for node in located.board.root.css("td.tdnumber")][:-1]
    if len(numbers) != sum(located.size) or not all(map(str.isdecimal, numbers)):
        raise ReadError(f"{len(numbers)} numbers are beside the board, not {sum(located.size)}", selector="td.tdnumber")
    yield Statement("rims", BOARD, "the rim", tuple(map(int, numbers)))


def stars(located: Located) -> Iterator[Statement]:
    """Read how many stars each line holds, from the signs in the heading."""
    count = located.board.state.get("stars")
    if not isinstance(count, int) or not 1 <= count < located.size[0]:
        raise ReadError(f"the heading shows {count} stars", selector=".header_font")
    yield Statement("stars", BOARD, "the heading", count)


def calcudoku(facts: Facts) -> Puzzle:
    """Return the puzzle of cages, each with a number and a sign in one of its cells."""
    cages: dict[int, list[Cell]] = {}
    for cell, fact in facts.cells("region"):
        cages.setdefault(fact.value, []).append(cell)
    found = []
    for cells in cages.values():
        said = [fact.value for cell, fact in facts.cells("number") if cell in cells and fact.value]
        parts = re.fullmatch(r"(\d{1,9})(\D?)", said[0]) if len(said) == 1 else None
        if parts is None or parts[2] not in {"", *SIGNS}:
            raise ReadError(f"the cage of {cells[0]} says {said}, not a number with a sign", selector=".gridbox")
        found.append({"cells": [*map(str, cells)], "target": int(parts[1]), "operation": SIGNS.get(parts[2])})
    return load({"kind": "calcudoku", "givens": ["." * facts.width] * facts.height, "cages": found})


def tents(facts: Facts) -> Puzzle:
    """Return the puzzle of trees and of the numbers of rows, then columns."""
    numbers = [(number,) for number in facts.one("rims")]
    return Tents(facts.grid("tree"), tuple(numbers[: facts.height]), tuple(numbers[facts.height :]))


def numberlink(facts: Facts) -> Puzzle:
    """Return the puzzle of numbers."""
    held = {cell: fact.value for cell, fact in facts.cells("number") if fact.value}
    if not all(map(str.isdecimal, held.values())):
        raise ReadError("a cell holds something else than a number", selector=".gridbox")
    return Numberlink(Grid.make(facts.height, facts.width, lambda cell: int(held[cell]) if cell in held else None))


STARS = (
    "[...(document.querySelectorAll('div.header_font')[1]?.textContent ?? '')].filter((sign) => sign === '★').length"
)


def boxes(
    kind: type[Puzzle],
    cell: str,
    readers: Sequence[Callable[[Located], Iterator[Statement]]],
    puzzle: Callable[[Facts], Puzzle],
) -> BoardLayout:
    """Return the layout of a kind."""
    entry = ReadOnly("how the page draws what is entered")
    return BoardLayout(
        NAME="boxes",
        kind=kind,
        cell=cell,
        readers=readers,
        puzzle=puzzle,
        placed=True,
        entry=entry,
        state={"stars": STARS},
    )


def baron(host: str, query: str, board: str, layout: BoardLayout) -> Page:
    """Return the page of a kind, on a host of its own; `query` is what its address asks for."""
    kind = layout.kind.KIND
    return Page(
        NAME=f"puzzlebaron_{kind}",
        KIND=kind,
        HOME=f"https://{host}.puzzlebaron.com/",
        URL=rf"https?://{host}\.puzzlebaron\.com/init2\.php\b",
        template=f"https://{host}.puzzlebaron.com/init2.php?{query}",
        POLICY=Policy(timezone=None, read_only=True),
        EVIDENCE=KnownBy("described", "2026-01-02"),
        entrance=Entrance(board=board, start=(Button(".button_green", retry_after=3.0),)),
        layouts=[layout],
        title=f"Puzzle Baron, {kind.replace('_', ' ')}",
        success=Success(),
    )


CAGES = boxes(Calcudoku, "div.gridbox", (regions, texts), calcudoku)
TREES = boxes(Tents, "div.gridbox", (trees,), tents)
PAIRS = boxes(Numberlink, "div.gridbox", (texts,), numberlink)
FIELDS = boxes(StarBattle, "div.box", (regions, stars), lambda facts: StarBattle(facts.regions(), facts.one("stars")))
BOXES = "#container:has(div.gridbox)"
SITES = (
    baron("calcudoku", "sg=5&sd=3", BOXES, CAGES),
    baron("campsites", "sg=5&sd=3", "#campsite:has(div.gridbox)", TREES),
    baron("numberlinks", "sg=7", BOXES, PAIRS),
    baron("starbattle", "sg=3", "#playing_board:has(div.box)", FIELDS),
)
