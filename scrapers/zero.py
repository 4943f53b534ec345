"""0h h1 and 0h n0: tables of tiles whose classes say their marks, behind title, menu, tutorial and a choice of size.

How the markup is known: of 0h h1 the site's own source as published in jsarenik/0hh1@13ca037 of July 2026 (MIT), of 0h
n0 that of May 2015 in callahad/0hn0@543fc25 (MIT), which has been played, and its script of about 2021, saved in
Adrian-de-Lucas-Gomez/VideojuegosTelefonicos@5ff4bd4. The pages themselves have not been seen. In 0h h1 the largest size
is wrapped as a gift, which one click unwraps; after every fifth game, a screen that asks to share the page hides the
sizes. Givens show their locks only after a click on one. Cells have two shades. In 0h n0 a wall that stands there from
the start looks like one that was entered, so the page's script is asked which tiles are locked.
"""

# Long: two games behind one menu, each with tiles of its own.

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scrapers import (
    Button,
    Cells,
    Choice,
    ElementContext,
    Entrance,
    Facts,
    Givens,
    KnownBy,
    Listed,
    Page,
    PartReading,
    Policy,
    Quote,
    ReadError,
    Statement,
    Success,
    classes,
    colour,
    has,
    number,
    place_in,
)
from solvers import DIGITS, Binairo, ZeroHn0

if TYPE_CHECKING:
    from scrapers import Located

ADDRESSES = r"0h(h1|n0)\.com"
NAMES = """hh1 hn0"""
RED, BLUE = 0, 1
WALL, DOT = 0, 1
ROWS = ":has(tr:nth-child({}):last-child)"
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
            drawn = number(digits=2)(ElementContext(located.board, cell, node, node))[0]["its text"]
            is_wall = listed[cell] is not None and node.css_first(".tile-1") is not None
            yield Statement("number", cell, "the script", listed[cell])
            yield Statement("number", cell, "the tile", WALL if is_wall and drawn is None else drawn)

    def result(self, facts: Facts) -> PartReading:
        """Return the numbers."""
        confirmed = {frozenset({cell}): fact.confirmed for cell, fact in facts.cells("number")}
        return PartReading({"numbers": facts.grid()}, confirmed)


tiles = partial(
    Cells,
    "grid",
    cell="td[data-x][data-y]",
    content=".tile",
    places_by=(
        place_in("data-x", "data-y", pattern=f"^{AT}"),
        place_in("id", inside=".tile", pattern=f"^tile-{AT}"),
    ),
)
HH1 = tiles(
    kind=Binairo,
    marks_by=(
        classes({"tile-": None, "tile-0": None, "tile-1": RED, "tile-2": BLUE}, prefix="tile-"),
        colour(".inner"),
    ),
    groups=("td.odd:not(.even)", "td.even:not(.odd)"),
    givens=Givens(locked=(has(".tile.system"),), fresh=lambda state: state.get("filled") == "0%"),
    state={"filled": 'document.querySelector("#percentage .value")?.textContent ?? null'},
    cycle=(None, RED, BLUE),
)
HN0 = tiles(
    kind=ZeroHn0,
    marks_by=(classes({"tile-": None, "tile-1": WALL, "tile-2": DOT}, prefix="tile-"), colour(".inner")),
    clues=(Numbers(),),
    state={"tiles": TILES},
    cycle=(None, DOT, WALL),
)


def game(  # noqa: PLR0913 - what the games differ in
    name: str, layout: Cells, evidence: KnownBy, *, quoted: Quote, begun: str, title: str, sizes: Mapping[str, Button]
) -> Page:
    """Return the page of a game: `begun` matches what holds a board that is played, `title` the screen before it."""
    return Page(
        NAME=f"zero_{name}",
        KIND=layout.kind.KIND,
        HOME=f"https://0{name}.com/",
        URL=rf"https?://(www\.)?0{name}\.com/?(index\.html)?([?#]|$)",
        template=f"https://0{name}.com/",
        POLICY=Policy(timezone=None),
        EVIDENCE=evidence,
        choices={"size": Choice([*sizes], default="6", buttons=sizes, board=ROWS, quoted=quoted)},
        entrance=Entrance(
            board=f"{begun} #board:not(.hidden) #grid:has(td[data-x])",  # A hidden board is only moved out of view.
            start=(
                Button(f"{title}[data-action=close-titleScreen]"),
                # The tutorial, or a board of another size than the address asks for.
                Button("#game:has(#board:not(.hidden) td[data-x]) [data-action=back]"),
                Button("#game.show-share [data-action=hide-share]"),
                Button("#menu [data-action=play-daily]"),
                Button("#menu [data-action=play]"),
            ),
        ),
        layouts=[layout],
        title=f"0{name[0]} {name[1:]}, {{size}} x {{size}}",
        # Once a size has been solved, its best time is shown here instead.
        facts={f"{begun} #boardsize span": r"^(?P<size>\d{1,3}) x \d{1,3}$"},
        success=Success(
            present="#grid.completed, #grid:not(:has(.tile:not(.completed))):has(.tile)", words="#boardsize span"
        ),
    )


SITES = (
    game(
        "hh1",
        HH1,
        KnownBy("captured", "2026-07-18"),
        quoted=Quote("the source in jsarenik/0hh1@13ca037", "2026-07-18"),
        begun="#game:not(.isTutorial)",
        title="#title:not(.show01)",
        sizes={
            size: Button(f'#menugrid:not(.hidden) [data-size="{number}"]')
            for number, size in enumerate(("4", "6", "8", "10", "12"), 1)
        },
    ),
    game(
        "hn0",
        HN0,
        KnownBy("captured", "2021"),
        quoted=Quote("the script of 0h n0 in VideojuegosTelefonicos@5ff4bd4", "2021"),
        begun="html:not(.tutorial) #game",
        title="#title:not(.hide-subtitle)",
        # In the script of 2015 the element with this id is hidden, in that of 2021 those of this class.
        sizes={
            size: Button("#menugrid:not(.hidden) [data-size]:not(.menugrid.hidden *)", f"^{size}$") for size in "456789"
        },
    ),
)
