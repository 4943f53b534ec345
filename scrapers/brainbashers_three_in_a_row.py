"""BrainBashers 3-In-A-Row: the tables of 2015 to 2022, and images or letters since the site's change in 2025.

How the markup is known: a description of 2015, working tools of 2018, 2019 and 2022, the page's skeleton from a saved
sister page of 2020. What the puzzle looks like since 2025 is inferred from a sister page. Only words distinguish
"Puzzle Solved" from "No Mistakes Found": the page offers nothing else. Where the page draws its table from an inline
script, the question is in that script, too.
"""

from __future__ import annotations

from dataclasses import replace

from scrapers._entrance import Entrance
from scrapers._page import Choice, Page, Success
from scrapers._reading import (
    Cells,
    Givens,
    Listed,
    class_words,
    colour,
    in_table,
    otherwise,
    picture,
    place_in,
    size_stated,
    text,
)
from scrapers._site import Policy
from solvers import ThreeInARow

BLUE, WHITE = 1, 0
LETTERS = {"X": BLUE, "O": WHITE}
# The page calls blue squares black.
COLOURS = {"black": BLUE, "blue": BLUE, "white": WHITE, "grey": None, "gray": None}
TABLE_2022 = Cells(
    "table_2022",
    kind=ThreeInARow,
    cell=", ".join(f"td[id^=square][class*={word}]" for word in COLOURS),
    places_by=(in_table, place_in("id", inside="[id^=square]", pattern=r"^square(?P<number>\d{1,4})$")),
    sizes_by=(size_stated("inline", "lnsize"),),
    marks_by=(class_words(COLOURS), text(LETTERS), colour(image=True)),
    givens=Givens(listed=Listed(("inline", "lcpuzzle"), {"B": BLUE, "W": WHITE})),
    cycle=(None, BLUE, WHITE),
    state={
        "inline": r"""Object.fromEntries([...[...document.scripts].map((script) => script.text).join("\n").matchAll(
            /\b(lcpuzzle|lnsize)\s*=\s*["']?([^"';\s]+)/g)].map(([, name, value]) => [name, value]))"""
    },
)
TABLE_2015 = replace(TABLE_2022, NAME="table_2015", cell=", ".join(f"td[class*={word}]" for word in COLOURS))
IMAGE_2025 = replace(
    TABLE_2022,
    NAME="image_2025",
    cell="td:has(> img[id^=square]), td.inarow_td",
    marks_by=(
        picture({"x": BLUE, "o": WHITE, "blank": None}),
        otherwise(text(LETTERS | {"": None}, required=True)),
        text(LETTERS),
        colour(image=True),
    ),
)
SITE = Page(
    name="brainbashers_three_in_a_row",
    kind="three_in_a_row",
    home="https://www.brainbashers.com/3inarow.asp",
    url=r"https?://(www\.)?brainbashers\.com/show3inarow\.asp",
    template="https://www.brainbashers.com/show3inarow.asp?date={date:%m%d}&diff={diff}&size={size}",
    policy=Policy(timezone="Etc/GMT"),
    choices={
        "size": Choice(("6", "8", "10", "12", "14", "18"), words="18 is the weekly special"),
        "diff": Choice(("1", "2"), words="easy or medium", limits={"size=18": ("2",)}),
    },
    past_days=360,  # The address has no year, so an older date would open another puzzle.
    entrance=Entrance(
        board="table.inarowtable:has(td), #puzzlediv table:has(td), "
        "table:has(> tbody > tr > td#square0), table:has(> tbody > tr > td > img#square0)"
    ),
    layouts=[TABLE_2022, TABLE_2015, IMAGE_2025],
    title="3-In-A-Row",
    facts={"#showtext": r"^(?P<date>\w+ \d+) - (?P<difficulty>\w+) \d+ x \d+"},
    success=Success(
        words="#showtext",
        yes=r"^Puzzle Solved[.!]?( \[Time\b[^\]]*\])?$",
        no=r"(?<!No )\bMistakes Found\b",
    ),
)
