"""The page of a daily puzzle: its addresses, where its board is, and its verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrapers._brainbashers.layout import TABLE
from scrapers._entrance import Entrance, lines_shown, texts_shown
from scrapers._page import Choice, Page, Success
from scrapers._reading.layout import BoardLayout, ReadOnly
from scrapers._signs import SuccessSigns
from scrapers._site import Accepted, KnownBy, Policy, Quote

if TYPE_CHECKING:
    from playwright.sync_api import Page as BrowserPage

    from scrapers._reading.cells import Cells

SOLVED = r"^Puzzle Solved[.!]?( \[Time\b[^\]]*\])?$"
STATUS = Success(words="#showtext", yes=SOLVED, no=r"(?<!No )\bMistakes Found\b")
MISTAKES = r"^Mistakes Found[.!]?( \[Time\b[^\]]*\])?$"
"""Only words distinguish "Puzzle Solved" from "No Mistakes Found": the page offers nothing else."""
LINE = SuccessSigns(lines=((SOLVED,),))
CHECK = r"^check( (answer|board|grid|puzzle|solution))?$"
DRAWN = "#puzzlediv table:not(:has(table)):has(td), table:not(:has(table)):has(#square0)"
SMALLEST = 4
DAYS = 364
"""The address of a puzzle has no year, so an older date would open another one."""


def verdict(page: BrowserPage, dialogs: Sequence[str]) -> Accepted:
    """Return the page's verdict: in its status line or, if it has none, in any line of its own or a dialog."""
    if any(texts_shown(page, STATUS.words)):
        return STATUS(page, dialogs)
    said = [line for line in dialogs[-1:] if re.search(SOLVED, line)]
    if solved := [*LINE.now(page), *said]:
        return Accepted(verdict=True, said=solved[0], signs=tuple(solved))
    wrong = [line for line in [*lines_shown(page), *dialogs[-1:]] if re.search(MISTAKES, line)]
    return Accepted(verdict=False if wrong else None, said=wrong[0] if wrong else "")


def daily(  # noqa: PLR0913 - what differs between the puzzles
    name: str,
    layouts: Sequence[BoardLayout | Cells],
    board: str = DRAWN,
    *,
    known: KnownBy,
    title: str = "",
    page: str = "",
    **choices: Choice | str,
) -> Page:
    """Return the page of a puzzle; `board` matches the board by its ids, `known` is how its markup is known.

    `title` and `page`, the name in its address, follow from its name by default. The values of a choice may be a text,
    separated by spaces.
    """
    page = f"show{page or name.replace('_', '')}"
    query = "".join(f"&{choice}={{{choice}}}" for choice in sorted(choices))
    layout = layouts[0]
    return Page(
        NAME=f"brainbashers_{name}",
        KIND=layout.kind.KIND,
        HOME=f"https://www.brainbashers.com/{page.removeprefix('show')}.asp",
        URL=rf"https?://(www\.)?brainbashers\.com/{page.removesuffix('s')}s?\.asp",
        template=f"https://www.brainbashers.com/{page}.asp?date={{date:%m%d}}{query}",
        POLICY=Policy(
            timezone="Etc/GMT",
            dated=Quote("#showtext of a page saved in sheth/brainbashers-skyscraper@2022fa4", "2020-05-21"),
            check=CHECK,
            read_only=isinstance(layout, BoardLayout) and isinstance(layout.entry, ReadOnly),
        ),
        EVIDENCE=known,
        choices={
            name: Choice(tuple(choice.split())) if isinstance(choice, str) else choice
            for name, choice in choices.items()
        },
        past_days=DAYS,
        entrance=Entrance(
            board=board,
            otherwise=f"{TABLE}:has(> tbody > tr:nth-child({SMALLEST}) > :nth-child({SMALLEST}))",
        ),
        layouts=layouts,
        title=title or name.replace("_", " ").title(),
        facts={"#showtext": r"^(?P<date>\w+ \d+) - (?P<difficulty>\w+)\b"},
        success=verdict,
    )
