"""BrainBashers 3-In-A-Row: the tables of 2015 to 2022, and squares by their ids or by the grid alone as of 2026.

How the markup is known: a description of 2015, working tools of 2018, 2019 and 2022, the page's skeleton from a saved
sister page of 2020. Since then no page of this puzzle is known. What is expected today is inferred from sister pages of
2025 and 2026 (`docs/sites/brainbashers.md`): ids stay, images have alts, the first table is the board.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from scrapers import Cells, Choice, Givens, KnownBy, Listed, colour, in_table, place_in, selectors, text
from scrapers._brainbashers.drawn import ALT, CLASS, FILE, TEXT, words_of
from scrapers._brainbashers.layout import COUNTERS, LNSIZE, NO_RIM, RING, SIZES, in_rims, state
from scrapers._brainbashers.page import daily
from solvers import ThreeInARow

if TYPE_CHECKING:
    from scrapers import ElementContext

ADDRESSES = r"brainbashers\.com/"
BLUE, WHITE = 1, 0
LETTERS = {"X": BLUE, "O": WHITE}
# The page calls blue squares black.
COLOURS = {"black": BLUE, "blue": BLUE, "white": WHITE, "grey": None, "gray": None}
ENDS = COLOURS | {"blank": None, "empty": None}
WORDS = ENDS | {"x": BLUE, "o": WHITE}


def named(spot: ElementContext) -> tuple[dict[str, int | None], dict[str, Hashable]]:
    """Name the value of each word in what a cell says, in its classes of each part that ends with one.

    A cell that says nothing is blank. An alt or a file without a known word is a look.
    """
    if len(pictures := spot.content.css("img")) > 1:
        raise spot.fail(f"shows {len(pictures)} pictures, not one", "img")
    said = words_of(spot.content)
    names: dict[str, int | None] = {}
    looks: dict[str, Hashable] = {}
    for where, words in said.items():
        pieces = re.split(r"[^a-z]+", words)
        if where == CLASS:
            found = [word for word in ENDS if any(piece.endswith(word) for piece in pieces)]
        else:
            found = [word for word in WORDS if word in pieces]
        names |= {f"{where} ({word})": WORDS[word] for word in sorted(found)}
        if not found and where in {ALT, FILE}:
            looks[where.removeprefix("its ")] = words
    if not names and not said.keys() & {ALT, FILE, TEXT}:
        names[TEXT] = None
    return names, looks


TABLE_2022 = Cells(
    "table_2022",
    kind=ThreeInARow,
    cell=", ".join(f"td[id^=square][class*={word}]" for word in COLOURS),
    places_by=(in_table, place_in("id", inside="[id^=square]", pattern=r"^square(?P<number>\d{1,4})$")),
    sizes_by=SIZES,
    quoted=LNSIZE,
    marks_by=(
        selectors({f"td[class*={word}]": mark for word, mark in COLOURS.items()}),
        text(LETTERS),
        colour(image=True),
    ),
    givens=Givens(listed=Listed(("inline", "lcpuzzle"), {"B": BLUE, "W": WHITE})),
    cycle=(None, BLUE, WHITE),
    state=state("lcpuzzle", "lnsize"),
)
TABLE_2015 = replace(TABLE_2022, NAME="table_2015", cell=", ".join(f"td[class*={word}]" for word in COLOURS))
SQUARES = replace(
    TABLE_2022,
    NAME="squares",
    cell="td[id^=square], td:has(> [id^=square]), td.inarow_td",
    marks_by=(named, colour(image=True)),
    cycle=(),  # The order of clicks on today's page is not known.
    must_say=True,
)
GRID = replace(
    SQUARES,
    NAME="grid",
    cell=in_rims(NO_RIM, COUNTERS, RING, ids="[id^=square]", sizes_by=SIZES, multiple=2),
    places_by=(in_table,),
)
SITE = daily(
    "three_in_a_row",
    [TABLE_2022, TABLE_2015, SQUARES, GRID],
    "table.inarowtable:has(td), #puzzlediv table:has(td), table:not(:has(table)):has(#square0)",
    known=KnownBy("described", "2022-06"),
    title="3-In-A-Row",
    page="3inarow",
    size=Choice(("6", "8", "10", "12", "14", "18"), words="18 is the weekly special"),
    diff=Choice(("1", "2"), words="easy or medium", limits={"size=18": ("2",)}),
)
