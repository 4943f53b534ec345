"""0h n0: a table of tiles whose classes say dot or wall, behind title, tutorial, menu and a choice of size.

How the markup is known: the site's own source of May 2015 as published in callahad/0hn0@543fc25 (MIT), which has been
played; of the page today, what zaddmc/0hn0@74e7b6b of May 2024 reads and clicks there: the same tiles. A wall that
stands there from the start looks like one that was entered, so the page's script is asked which tiles are locked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers import (
    Button,
    Cells,
    Choice,
    Entrance,
    Facts,
    KnownBy,
    Page,
    Policy,
    ReadError,
    Success,
    classes,
    colour,
    place_in,
)
from scrapers._reading.cells import Listed
from scrapers._reading.sources import Spot, number
from scrapers._reading.statements import PartReading, Statement
from solvers import DIGITS, ZeroHn0

if TYPE_CHECKING:
    from scrapers._reading.places import Located

ADDRESSES = r"0hn0\.com"
WALL, DOT = 0, 1
AT = r"(?P<col>\d{1,4})-(?P<row>\d{1,4})$"
LOCKED = Listed(("tiles",), {digit: value for value, digit in enumerate(DIGITS)})
TILES = """window.Game?.grid?.tiles?.map(
    ({system, value}) => system && value >= 0 && value < 36 ? value.toString(36) : "-").join("") ?? null"""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers, and 0 for each wall that stands there from the start: as the script lists them, and as drawn."""

    def read(self, located: Located) -> Iterator[Statement]:
        """Say what the script says of each tile, and what is drawn there."""
        listed = LOCKED.grid(located)
        if listed is None:
            raise ReadError("the script of the page does not say which tiles are locked", selector="script")
        for cell, node in located.nodes.items():
            drawn = number(digits=2)(Spot(located.board, cell, node, node))[0]["its text"]
            is_wall = listed[cell] is not None and node.css_first(".tile-1") is not None
            yield Statement("number", cell, "the script", listed[cell])
            yield Statement("number", cell, "the tile", WALL if is_wall and drawn is None else drawn)

    def result(self, facts: Facts) -> PartReading:
        """Return the numbers."""
        confirmed = {frozenset({cell}): fact.confirmed for cell, fact in facts.cells("number")}
        return PartReading({"numbers": facts.grid()}, confirmed)


GRID = Cells(
    "grid",
    kind=ZeroHn0,
    cell="td[data-x][data-y]",
    content=".tile",
    places_by=(
        place_in("data-x", "data-y", pattern=f"^{AT}", required=True),
        place_in("id", inside=".tile", pattern=f"^tile-{AT}", required=True),
    ),
    marks_by=(classes({"tile-": None, "tile-1": WALL, "tile-2": DOT}, prefix="tile-"), colour(".inner")),
    clues=(Numbers(),),
    state={"tiles": TILES},
    cycle=(None, DOT, WALL),
)
GAME = "html:not(.tutorial) #game"
SITE = Page(
    name="zero_hn0",
    kind="zero_hn0",
    home="https://0hn0.com/",
    url=r"https?://(www\.)?0hn0\.com/?(index\.html)?([?#]|$)",
    template="https://0hn0.com/",
    policy=Policy(timezone=None),
    evidence=KnownBy("described", "2024-05-08"),
    choices={
        "size": Choice(
            SIZES := ("5", "6", "7", "8"),
            default="6",
            buttons={size: Button("#menugrid:not(.hidden) [data-size]", f"^{size}$") for size in SIZES},
            board=":has(tr:nth-child({}):last-child)",
        )
    },
    entrance=Entrance(
        board=f"{GAME} #board:not(.hidden) #grid:has(td[data-x])",
        start=(
            Button("#title:not(.hide-subtitle)[data-action=close-titleScreen]"),
            # The tutorial, or a board of another size than the address asks for.
            Button("#game:has(#board:not(.hidden) td[data-x]) [data-action=back]"),
            Button("#menu [data-action=play]"),
        ),
    ),
    layouts=[GRID],
    title="0h n0, {size} x {size}",
    facts={f"{GAME} #boardsize span": r"^(?P<size>\d{1,3}) x \d{1,3}$"},
    success=Success(present="#grid:not(:has(.tile:not(.completed))):has(.tile)", words="#boardsize span"),
)
