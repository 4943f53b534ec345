"""Daily Akari: a Light Up on a canvas in a frame, whose board stands as an address of puzz.link in the file of the day.

How the page is known: from two programs that read this file, of 2026, one of which clicks the canvas
(`docs/sites/others.md`). An older form of the file, `levelData`, holds the answer and is never read. How the canvas
draws a bulb is not known, and its cells are turned a little: nothing is entered, as nothing could be checked.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from scrapers import BOARD, BoardLayout, Entrance, KnownBy, Page, Policy, Quote, ReadError, ReadOnly, Statement, Success
from solvers import BadPuzzle, LightUp, load_link

if TYPE_CHECKING:
    from scrapers import Board

ADDRESSES = r"dailyakari\.com"
SOURCE = "the file of the day"
LINK = r"""(globalThis.akariOfTheDay ??= (() => {
    try {
        const archived = parent.location.pathname.match(/\/archive\/(\d+)/)?.[1];
        const form = archived ? `/archivepuzzle\\?(.*&)?number=${archived}(&|$)` : "/dailypuzzle(\\?|$)";
        const asked = [parent, window].flatMap((view) => view.performance.getEntriesByType("resource"))
            .map(({ name }) => new URL(name)).find((address) => address.origin === location.origin
                && new RegExp(`^${form}`).test(address.pathname + address.search));
        const request = new XMLHttpRequest();
        request.open("GET", asked, false);
        request.send();
        const { puzzlink } = JSON.parse(request.responseText);
        return String(puzzlink ?? "").slice(0, 4000);
    } catch { return null; } // The page has not asked yet.
})())"""
"""JavaScript for the board's address: the page's own request for the file is made again, and the rest is dropped."""


def puzzle_of(board: Board) -> LightUp:
    """Return the puzzle of the file of the day; raise `ReadError` if it has none."""
    link = board.state.get("link")
    try:
        puzzle = load_link(link) if isinstance(link, str) and link else None
    except BadPuzzle as error:
        raise ReadError(f"{SOURCE}: {error.message}", selector="script") from None
    if not isinstance(puzzle, LightUp):
        raise ReadError(f"{SOURCE} holds no Light Up, but {link!r}", selector="script")
    return puzzle


CANVAS = BoardLayout(
    NAME="canvas",
    kind=LightUp,
    cell=lambda board: (puzzle_of(board).board.height, puzzle_of(board).board.width),
    readers=(lambda located: [Statement("puzzle", BOARD, SOURCE, puzzle_of(located.board))],),
    puzzle=lambda facts: facts.one("puzzle"),
    entry=ReadOnly("how the canvas draws a bulb"),
    placed=False,
    state={"link": LINK},
)
SITE = Page(
    NAME="daily_akari",
    KIND="light_up",
    HOME="https://dailyakari.com/",
    URL=r"https?://(www\.)?dailyakari\.com/(archive/\d+/?)?([?#]|$)",
    template="https://dailyakari.com/",
    POLICY=Policy(timezone=None, dated=Quote("445 on 2026-03-26", "2026-09"), first=date(2025, 1, 6), read_only=True),
    EVIDENCE=KnownBy("described", "2026-09-26"),
    entrance=Entrance(board="canvas"),
    layouts=[CANVAS],
    title="Daily Akari",
    success=Success(),
)
