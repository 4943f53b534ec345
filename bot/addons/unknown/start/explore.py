"""What an open page shows: its board, what a click on a cell does, and what appears when the game is won."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bot.addons.unknown.fields import asked_for
from bot.addons.unknown.guess import FoundBoard, GuessedSite, Hypothesis, boards_on, seeable
from bot.addons.unknown.sites import guessing
from bot.addons.unknown.start import facts as cell_facts
from bot.addons.unknown.start.board import ProbedBoard, Trial
from bot.errors import UsageError
from bot.play.live import press_nothing
from bot.play.targets import BY_LOOKS, Target, resolve
from scrapers import NeedsHuman, ReadError, Snapshot
from solvers import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Page


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
    answer: Hypothesis | None
    """The puzzle that was recognized."""
    refusal: str = ""
    """Why no puzzle was recognized."""
    board: ProbedBoard | None = None
    boards: list[FoundBoard] = field(default_factory=list)
    cover: str = ""
    """What is in front of the board, or of the page if there is none."""
    buttons: list[str] = field(default_factory=list)
    snapshot: Snapshot | None = None
    """The board before anything was pressed on it."""
    trial: Trial = field(default_factory=Trial)

    def line(self) -> dict[str, Any]:
        """Return the findings for a line of JSON."""
        answer, board, trial = self.answer, self.board, self.trial
        found: dict[str, Any] = {
            "url": self.url,
            "boards": [],
            "puzzle": None if answer is None else answer.kind,
            "refusal": self.refusal,
            "cover": self.cover,
            "buttons": self.buttons,
        }
        if board is not None:
            others = [
                {"rows": b.lattice.height, "cols": b.lattice.width, "covered": b.lattice.covered}
                for b in self.boards[1:]
            ]
            found["boards"] = [board.line(), *others]
            found["looks"] = cell_facts.looks(board.cells, board.placed)
            found["click"] = trial.line()
        return found


def target_of(text: str, kind: str | None) -> Target:
    """Return a page, a saved one or a fixture as one that no module knows; raise `UsageError` for several."""
    target, *others = resolve(text, site=BY_LOOKS)
    if others:
        raise UsageError(f"{text} contains {1 + len(others)} pages: name one")
    return replace(target, site=guessing(kind if kind and not (kind in KINDS and seeable(KINDS[kind])) else ""))


def explore(page: Page, target: Target) -> PageFindings:
    """Look at an open page and click one empty cell of its board where that is safe.

    Raise `NeedsHuman` where the page asks for a login or a payment.
    """
    _check_sensitive(page)
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
        _check_sensitive(page)
        refusal = error.message
    answer = site.found.answer
    boards = boards_on(page, answer) or boards_on(page)
    seen = PageFindings(target.url, page.url, answer, refusal, boards=boards)
    seen.cover, seen.buttons = site.front(page)
    if not boards:
        return seen
    seen.board = board = ProbedBoard(page, boards[0])
    seen.cover = seen.cover if answer is None else ""
    if answer is None and board.in_dialog:
        seen.cover = seen.cover or "a dialog"
    if seen.cover:
        seen.trial.why = f"{seen.cover} covers the board"
        return seen
    seen.snapshot = board.take()
    given = dict(answer.puzzle.given_marks.marked()) if answer and answer.puzzle.given_marks else {}
    solution = dict(answer.solution.marked()) if answer and answer.solution else {}
    wanted = [cell for cell, mark in solution.items() if mark == 1 and cell not in given]
    seen.trial = board.try_cell(wanted or [cell for cell in solution if cell not in given])
    return seen


def _check_sensitive(page: Page) -> None:
    """Raise `NeedsHuman` if the page asks for a login or a payment."""
    from playwright.sync_api import Error

    for frame in page.frames:
        with suppress(Error):  # It has just gone, or belongs to nobody.
            if serious := asked_for(frame)[1]:
                raise NeedsHuman(f"the page at {page.url} is not probed, because {serious[0]}")
