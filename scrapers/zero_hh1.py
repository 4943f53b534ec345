"""0h h1: a table of tiles whose classes say red or blue, behind title, menu, tutorial and a choice of size.

How the markup is known: the site's own source as published in jsarenik/0hh1@13ca037 of July 2026 (MIT); 0hh1.com itself
has not been seen. The largest size is wrapped as a gift, which one click unwraps. After every fifth game, a screen that
asks to share the page hides the sizes. Givens show their locks only after a click on one. Cells have two shades.
"""

from __future__ import annotations

from scrapers import (
    Button,
    Cells,
    Choice,
    Entrance,
    Givens,
    KnownBy,
    Page,
    Policy,
    Success,
    classes,
    colour,
    has,
    place_in,
)
from solvers import Binairo

ADDRESSES = r"0hh1\.com"
RED, BLUE = 0, 1
AT = r"(?P<col>\d{1,4})-(?P<row>\d{1,4})$"
GRID = Cells(
    "grid",
    kind=Binairo,
    cell="td[data-x][data-y]",
    content=".tile",
    places_by=(
        place_in("data-x", "data-y", pattern=f"^{AT}", required=True),
        place_in("id", inside=".tile", pattern=f"^tile-{AT}", required=True),
    ),
    marks_by=(
        classes({"tile-": None, "tile-0": None, "tile-1": RED, "tile-2": BLUE}, prefix="tile-"),
        colour(".inner"),
    ),
    groups=("td.odd:not(.even)", "td.even:not(.odd)"),
    givens=Givens(locked=(has(".tile.system"),), fresh=lambda state: state.get("filled") == "0%"),
    state={"filled": 'document.querySelector("#percentage .value")?.textContent ?? null'},
    cycle=(None, RED, BLUE),
)
GAME = "#game:not(.isTutorial)"
SIZES = ("4", "6", "8", "10", "12")
SIZE = Choice(
    SIZES,
    default="6",
    buttons={size: Button(f'#menugrid:not(.hidden) [data-size="{number}"]') for number, size in enumerate(SIZES, 1)},
    board=":has(tr:nth-child({}):last-child)",
)
SITE = Page(
    name="zero_hh1",
    kind="binairo",
    home="https://0hh1.com/",
    url=r"https?://(www\.)?0hh1\.com/?(index\.html)?([?#]|$)",
    template="https://0hh1.com/",
    policy=Policy(timezone=None),
    evidence=KnownBy("captured", "2026-07-18"),
    choices={"size": SIZE},
    entrance=Entrance(
        board=f"{GAME} #board:not(.hidden) #grid:has(td[data-x])",  # A hidden board is only moved out of view.
        start=(
            Button("#title:not(.show01)[data-action=close-titleScreen]"),
            # The tutorial, or a board of another size than the address asks for.
            Button("#game:has(#board:not(.hidden) td[data-x]) [data-action=back]"),
            Button("#game.show-share [data-action=hide-share]"),
            Button("#menu [data-action=play-daily]"),
            Button("#menu [data-action=play]"),
        ),
    ),
    layouts=[GRID],
    title="0h h1, {size} x {size}",
    # Once a size has been solved, its best time is shown here instead.
    facts={f"{GAME} #boardsize span": r"^(?P<size>\d{1,3}) x \d{1,3}$"},
    success=Success(
        present="#grid.completed, #grid:not(:has(.tile:not(.completed))):has(.tile)", words="#boardsize span"
    ),
)
