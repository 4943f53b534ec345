"""Read the board of a page on which a person plays. Nothing is pressed, and nothing is entered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from bot.errors import PageGone
from bot.play.live import Live, press_nothing
from bot.play.reading import BoardReading, board_of, continues, is_another, take_snapshots
from bot.play.result import known_marks
from bot.play.sites import seen_site
from scrapers import Layout, ReadError, Site, Snapshot, clock_of
from solvers import Cell, GivensError, Grid, Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Box = tuple[float, float, float, float]

BY_LOOKS_AFTER = 4.0
"""Seconds after which a board is found by its looks that the site's module does not find, and between two attempts."""


class BoardView(NamedTuple):
    """What a board shows at one moment."""

    puzzle: Puzzle
    marks: Grid
    boxes: Mapping[Cell, Box]
    """Where the cells are, in px from the top left of the window."""


class BoardWatcher:
    """The board of one page, found again whenever it has gone."""

    def __init__(self, page: Page, site: Site) -> None:
        """Take the page and the site that it belongs to."""
        self.page, self.site = page, site
        self._live: Live | None = None
        self._layout: Layout | None = None
        self._first: BoardReading | None = None
        """The board when its puzzle was first read: a later reading may take marks for givens."""
        self._last: tuple[Snapshot, BoardView] | None = None
        self._clock = clock_of(page)
        self._by_looks_at = self._clock.now() + BY_LOOKS_AFTER

    def forget(self) -> None:
        """Find the board again at the next look, as the page has gone on to another document."""
        self._live = self._layout = self._last = None

    def look(self) -> BoardView | None:
        """Read the board, None if there is none; raise `ReadError` or `BadPuzzle` if it cannot be read."""
        if self._live is None and (found := self._find()) is not None:
            self._live = Live(self.page, lambda: found)
        if self._live is None:
            return None
        try:
            snapshot = self._seen(self._live)
            left, top = self._live.offset()
        except PageGone:
            self.forget()
            return None
        if snapshot is None or self._first is None or self._layout is None:
            return None
        if self._last is not None and self._last[0] == snapshot:
            marks = self._last[1].marks
        else:
            marks = known_marks(self._layout.marks(snapshot), self._first.puzzle)
        found_boxes = self._layout.boxes(snapshot).items()
        boxes = {cell: (box[0] + left, box[1] + top, box[2], box[3]) for cell, box in found_boxes if box is not None}
        sight = BoardView(self._first.puzzle, marks, boxes)
        self._last = snapshot, sight
        return sight

    def _seen(self, live: Live) -> Snapshot | None:
        """Return the board as it is now; of another puzzle than before, read it anew, None if that is not possible."""
        is_new = self._layout is None or self._first is None
        if self._layout is not None and self._first is not None:
            snapshot = live.take(self._layout.MEASURE)
            if (self._last is not None and self._last[0] == snapshot) or not is_another(self._first, snapshot):
                return snapshot
            self._first = None
        try:
            board = read_now(self.site, live)
        except GivensError:
            if is_new:
                raise
            self.forget()  # The page may have put its result in place of the board.
            return None
        self._layout = board.layout
        if self._first is None or not continues(self._first.puzzle, board.puzzle):
            self._first = board
        return board.snapshot

    def _find(self) -> Locator | None:
        """Return the board as the site's module finds it or, after a while, by its looks."""
        found, by_looks = self.site.find(self.page), seen_site(self.site)
        if found is not None or by_looks is None:
            return found
        if self._clock.now() < self._by_looks_at or not re.match(self.site.URL, self.page.url):
            return None
        self._by_looks_at = self._clock.now() + BY_LOOKS_AFTER
        try:
            return self.site.board(self.page, 0.0, press_nothing)
        except ReadError as error:
            return by_looks.find(self.page) if error.is_missing else None
        except GivensError:
            return None


def read_now(site: Site, live: Live) -> BoardReading:
    """Return a board as it is at this moment, by the layouts of its site or else by its looks; raise `ReadError`."""
    try:
        return board_of(site, take_snapshots(site, live))
    except ReadError as error:
        other = seen_site(site) if error.is_undeclared else None
        if other is None:
            raise
        return board_of(other, take_snapshots(other, live))
