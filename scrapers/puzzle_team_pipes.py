"""Pipes at puzzle-pipes.com."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapers import BOARD, CellPress, Entry, KnownBy, ReadError, Statement, select, tokens
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import SHOWN, team
from scrapers._puzzle_team.page import Menu, TeamPage, sized, specials
from solvers import Net

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Located, Mark
    from solvers import Cell

ADDRESSES = r"puzzle-pipes\.com"
TILES = {f"pipe{arms}": arms for arms in range(1, 16)}
"""By class, the arms of a tile as it is given: 1 to the right, 2 up, 4 to the left, 8 down."""
TURNS = {f"cell-{turns}": turns for turns in range(4)}
"""By class, the quarter turns to the left of how a tile is given."""


@dataclass(frozen=True, slots=True)
class Turns(Entry):
    """Tiles that a click turns to the right, unless they are pinned: a right click pins and unpins them."""

    def mark(self, _located: Located, cell: Cell, node: Node) -> Mark:
        """Return the arms of a tile as it is turned."""
        tiles, turns = ([values[name] for name in tokens(node) if name in values] for values in (TILES, TURNS))
        if len(tiles) != 1 or len(turns) != 1:
            raise ReadError(f"{cell} has {len(tiles)} classes such as pipe3 and {len(turns)} such as cell-0, not one")
        return (tiles[0] << turns[0] | tiles[0] >> 4 - turns[0]) & 15

    def set_mark(self, located: Located, cell: Cell, stands: Mark, _wanted: Mark) -> CellPress:
        """Return a click, or the right click that unpins a tile."""
        arms = stands or 0
        turned = (arms >> 1 | arms << 3) & 15
        if "pinned" in tokens(located.nodes[cell]):
            return CellPress({arms, turned}, "right")  # Two, so that nothing more is planned before the next look.
        return CellPress({turned})


def wraps(located: Located) -> Iterator[Statement]:
    """Read whether what leaves the board comes back on the other side: it then has helpers beyond its rim."""
    if select(located.board.root, ".wrapH, .wrapV"):
        yield Statement("wraps", BOARD, SHOWN, value=True)


PIPES = team(
    slug="pipes",
    kind=Net,
    drawn=(drawn.shown(".cell", TILES),),
    task=task.characters,
    puzzle=lambda facts: Net(facts.grid(), BOARD in facts.groups.get("wraps", {})),
    enter=Turns(),
)
PIPES = replace(PIPES, readers=(*PIPES.readers, wraps))
SIZES = {size: number for number, size in enumerate(sized("4 5 7 10 15 20 25"))}
SIZES |= {f"{size}-wrap": 10 + number for size, number in SIZES.items()}
SITE = TeamPage.of(PIPES, Menu(SIZES, specials(7, 8, 9)), known=KnownBy("described", "2026-06-07"))
