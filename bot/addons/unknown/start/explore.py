"""What an open page shows: its board, what a click on a cell does, and what appears when the game is won."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.addons.unknown.fields import asked_for
from bot.addons.unknown.guess.find import ancestors, seen_of
from bot.addons.unknown.guess.hypotheses import Hypothesis, seeable
from bot.addons.unknown.guess.layout import like
from bot.addons.unknown.guess.looks import Looks
from bot.addons.unknown.guess.site import GuessedSite, guessing, holder_of, look_at, path_of
from bot.addons.unknown.start.probe import ProbedBoard, Trial
from bot.errors import PageGone, UsageError
from bot.play.live import press_nothing
from bot.play.targets import BY_LOOKS, Target, resolve
from scrapers import NeedsHuman, ReadError, frames
from solvers import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Page


ROWS = frozenset({"tbody", "thead", "tr"})
"""What is not parsed without the table around it."""
BOARD_TIMEOUT = 10.0
"""Seconds in which a board must appear."""
DRAWN_MS = 500
"""The time after which a board is looked at again, as the page may still have been drawing it."""


@dataclass(slots=True)
class PageFindings:
    """The findings about one page."""

    asked: str
    """The address that was opened; the page may have gone on to another."""
    url: str
    is_inert: bool
    """Whether it is a saved page that does nothing."""
    answer: Hypothesis | None
    """The puzzle that was recognized."""
    refusal: str = ""
    """Why no puzzle was recognized, or no markup of its board."""
    board: ProbedBoard | None = None
    trial: Trial = field(default_factory=Trial)


def target_of(text: str, kind: str | None) -> Target:
    """Return a page, a saved one or a fixture as one that no module knows; raise `UsageError` for several."""
    target, *others = resolve(text, site=BY_LOOKS)
    if others:
        raise UsageError(f"{text} contains {1 + len(others)} pages: name one")
    return replace(target, site=guessing(kind if kind and not (kind in KINDS and seeable(KINDS[kind])) else ""))


def explore(page: Page, target: Target) -> PageFindings:
    """Look at an open page and click one empty cell of its board where that is safe.

    Raise `NeedsHuman` where the page asks for a login or a payment, or something is in front of the board.
    """
    site = target.site
    if not isinstance(site, GuessedSite):
        raise TypeError(f"{target.name} is not to be guessed")
    site.waits = False
    refusal = ""
    try:
        site.board(page, BOARD_TIMEOUT, press_nothing)
        page.wait_for_timeout(DRAWN_MS)
        site.found = replace(site.found, answer=None)
        site.board(page, BOARD_TIMEOUT, press_nothing)
    except (ReadError, NeedsHuman) as error:
        refusal = error.message
    for frame in frames(page, written=True):
        if serious := asked_for(frame)[1]:
            raise NeedsHuman(f"the page at {page.url} is not probed, because {serious[0]}")
    answer = site.found.answer
    seen = PageFindings(target.url, page.url, target.is_inert, answer, refusal)
    cover, names = site.front(page)
    try:
        board = _board(page, site)
    except (PageGone, ReadError) as error:
        seen.refusal = refusal or error.message
    else:
        seen.board, cover = board, cover if answer is None else ""
    if cover:
        buttons = f", with {', '.join(map(repr, names))}" if names else ""
        raise NeedsHuman(f"{cover} is in front of the page at {page.url}{buttons}: press it away by --press")
    if seen.board is not None:
        given = dict(answer.puzzle.given_marks.marked()) if answer and answer.puzzle.given_marks else {}
        solution = dict(answer.solution.marked()) if answer and answer.solution else {}
        free = {cell: mark for cell, mark in solution.items() if cell not in given}
        seen.trial = seen.board.try_cell([cell for cell, mark in free.items() if mark == 1] or [*free])
    return seen


def _board(page: Page, site: GuessedSite) -> ProbedBoard:
    """Return the board that was recognized, else the first one; raise `ReadError` if the page has none.

    What stands around the cells belongs to the board, unless something there looks like a cell.
    """
    answer, boards = site.found.answer, [board for board in site.found.boards if not board.broken]
    if site.frame is None or not boards:
        raise ReadError(f"no board of squares is shown at {page.url}")
    elements = seen_of(look_at(site.frame))
    lattice = like(boards[0] if answer is None else answer.lattice, elements)
    if lattice is None:
        raise ReadError(f"no elements show the cells of the board at {page.url}")
    cells = {*lattice.cells.values()}
    around = set.intersection(*({*ancestors(number, elements)} for number in cells)) - cells
    near = next(
        outer for outer in ancestors(min(cells), elements) if outer in around and elements[outer].tag not in ROWS
    )
    found = None
    for holder in (holder_of(Looks(lattice, elements)), path_of(near, elements)):
        with suppress(ReadError):
            found = ProbedBoard(page, site.frame, lattice, holder)
            if found.cell_selectors:
                break
    if found is None:
        raise ReadError(f"the markup of the board at {page.url} cannot be read")
    return found
