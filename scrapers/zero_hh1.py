"""0h h1: a table of tiles whose classes say red or blue, behind title, menu, tutorial and a choice of size.

How the markup is known: the site's own source as published in jsarenik/0hh1@13ca037 of July 2026 (MIT); the
pages at 0hh1.com themselves have not been seen. The address names no puzzle and no size: the page's script
makes today's puzzle of each size, and the size is asked for in a fragment, which the page leaves
alone. Red is 0, blue is 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._board import Board, attribute, once, select, tokens
from scrapers._cells import Marked, Place, places
from scrapers._entrance import Button, Entrance
from scrapers._errors import ReadError
from scrapers._measure import measuring
from scrapers._page import Choice, Page, Success
from scrapers._site import Policy, Reading
from scrapers._sources import Seen, agree
from solvers import Binairo, Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._site import Click, Layout, Snapshot
    from solvers import Grid

RED, BLUE = 0, 1
CYCLE = (None, RED, BLUE)
STATES = {"tile-": None, "tile-0": None, "tile-1": RED, "tile-2": BLUE}
"""What a tile's class says; `tile-` is a tile that was never clicked."""
WORDS = {BLUE: Binairo.MARKS[BLUE], RED: Binairo.MARKS[RED], None: "blank"}
CELL = "td[data-x][data-y]"
LOCK = "system"
"""The class of givens while the page shows their locks, as it does once a given is clicked."""

_MEASURE = measuring(filled='document.querySelector("#percentage .value")?.textContent ?? null')


@dataclass(frozen=True, slots=True)
class GridLayout:
    """The table as it is drawn since 2014, with the locks and the percentage of later years."""

    NAME: str = "grid"
    MEASURE: str = _MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the marks with a lock, or all marks of a board that nobody has begun or that is full."""
        marked, locked = self._look(snapshot)
        marks = marked.by_cell()
        shown = {cell for cell, mark in marks.items() if mark.value is not None}
        filled = snapshot.state.get("filled")
        fresh = filled == "0%"
        if blank := sorted(locked - shown):
            msg = f"{blank[0]} is locked, but blank"
            raise ReadError(msg, selector=f".{LOCK}")
        if not locked and not fresh and len(shown) < len(marks):
            msg = f"the board is begun ({filled} filled) and shows no locks: which marks are givens cannot be told"
            raise ReadError(msg, selector=f"#grid .{LOCK}")
        given = locked or shown
        told = {
            f"{cell} is {Binairo.MARKS[value]}": mark.confirmed and fresh and given == shown
            for cell, mark in marks.items()
            if cell in given and (value := mark.value) is not None
        }
        return Reading.of(self, Binairo(marked.grid(given)), told, placed=marked.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return what stands in each cell, given or entered."""
        return self._look(snapshot)[0].grid()

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Click]:
        """Return one click for each cell that is not right yet."""
        return self._look(snapshot)[0].clicks(solution, CYCLE)

    @once
    def _look(self, snapshot: Snapshot) -> tuple[Marked, set[Cell]]:
        """Return the board, and the cells that bear a lock."""
        board = Board(snapshot)
        cells = board.all(CELL, of=self.NAME)
        tiles = [_one(cell, ".tile") for cell in cells]
        boxes = [board.box(cell) for cell in cells]
        claims: dict[str, list[Place]] = {
            "data-x and data-y": [_place(f"{attribute(cell, 'data-x')}-{attribute(cell, 'data-y')}") for cell in cells],
            "#tile-x-y": [_place(attribute(tile, "id").removeprefix("tile-")) for tile in tiles],
        }
        where = places(boxes, claims, {})
        colours = [_colour(board, _one(tile, ".inner")) for tile in tiles]
        seen = [
            _mark(tile, place, _shade(cell), colour)
            for cell, tile, place, colour in zip(cells, tiles, where.cells, colours, strict=True)
        ]
        marks = agree(seen, WORDS)
        # Blanks have one shade only: that also tells them from marks where one shade has no other mark.
        blank = {colour for mark, colour in zip(marks, colours, strict=True) if mark.value is None} - {None}
        for place, mark, colour in zip(where.cells, marks, colours, strict=True):
            if mark.value is not None and colour in blank:
                msg = f"{place} is called {WORDS[mark.value]}, but has the colour of blank tiles"
                raise ReadError(msg, selector=".inner")
        locked = {place for tile, place in zip(tiles, where.cells, strict=True) if LOCK in tokens(tile)}
        return Marked(where, boxes, marks), locked


def _mark(tile: Node, place: Cell, shade: str, colour: str | None) -> Seen[int | None]:
    states = {token for token in tokens(tile) if token.startswith("tile-")}
    if not states or not states <= STATES.keys():
        said = ", ".join(sorted(states - STATES.keys())) or "no state"
        msg = f"{place} is of class {said}, not of one of {', '.join(STATES)}"
        raise ReadError(msg, selector=".tile")
    names = {f"its class {state}": STATES[state] for state in sorted(states)}
    return Seen(str(place), names, {f"colour among the {shade} cells": colour})


def _shade(cell: Node) -> str:
    """Return which of its two shades a mark in this cell has: cells alternate as on a chessboard."""
    shade = tokens(cell) & {"odd", "even"}
    if len(shade) != 1:
        msg = f"a cell of class {cell.attributes.get('class')!r} is not either odd or even"
        raise ReadError(msg, selector=CELL)
    return shade.pop()


def _colour(board: Board, inner: Node) -> str | None:
    """Return the colour of a tile, None where it is not visible."""
    return board.measured(inner).get("ground", "none") if board.box(inner) is not None else None


def _one(node: Node, selector: str) -> Node:
    """Return the one element that a selector finds in another; raises `ReadError` unless there is just one."""
    found = select(node, selector)
    if len(found) != 1:
        msg = f"<{node.tag} id={node.attributes.get('id')!r}> holds {len(found)} of {selector}, not one"
        raise ReadError(msg, selector=selector)
    return found[0]


def _place(text: str) -> Cell:
    """Return the cell of `x-y`."""
    match = re.fullmatch(r"(\d{1,4})-(\d{1,4})", text, re.ASCII)
    if match is None:
        msg = f"a tile is said to be at {text!r}, not at two numbers x-y"
        raise ReadError(msg, selector=CELL)
    return Cell(int(match[2]), int(match[1]))


LAYOUTS: Sequence[Layout] = [GridLayout()]
SIZES = ("4", "6", "8", "10")

SITE = Page(
    name="zero_hh1",
    kind="binairo",
    home="https://0hh1.com/",
    url=r"https?://(www\.)?0hh1\.com/?(index\.html)?([?#]|$)",
    template="https://0hh1.com/",
    policy=Policy(timezone=None),
    choices={
        "size": Choice(
            SIZES,
            default="6",
            buttons={
                size: Button(f'#menugrid:not(.hidden) [data-size="{number}"]') for number, size in enumerate(SIZES, 1)
            },
        )
    },
    entrance=Entrance(
        # Hidden boards are only moved aside, and the tutorial is a board as well.
        board="#game:not(.isTutorial) #board:not(.hidden) #grid:has(td[data-x])",
        start=(
            Button("#title:not(.show01)[data-action=close-titleScreen]"),
            Button("#game.isTutorial:has(#board:not(.hidden)) [data-action=back]"),
            Button("#menu [data-action=play-daily]"),
            Button("#menu [data-action=play]"),
        ),
    ),
    layouts=LAYOUTS,
    title="0h h1, {size} x {size}",
    facts={"#game:not(.isTutorial) #boardsize span": r"^(?P<size>\d{1,3}) x \d{1,3}$"},
    # The word of praise above the board is in the user's language.
    success=Success(
        present="#grid.completed, #grid:not(:has(.tile:not(.completed))):has(.tile)", words="#boardsize span"
    ),
)
