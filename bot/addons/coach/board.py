"""Read the board of a page on which a person plays. Nothing is pressed, and nothing is entered."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, NamedTuple

from bot.errors import PageGone
from bot.play.live import Live
from bot.play.press import press_nothing
from bot.play.reading import continues, read_by_looks, shows_givens
from bot.play.result import known_marks
from bot.play.targets import seen_site
from scrapers import ReadError, read
from solvers import BadPuzzle, GivensError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Locator, Page

    from scrapers import Layout, Site, Snapshot
    from solvers import Cell, Grid, Puzzle

    Box = tuple[float, float, float, float]

BY_LOOKS_AFTER = 4.0
"""Seconds after which a board is found by its looks that the site's module does not find, and between two attempts."""


class Sight(NamedTuple):
    """What a board shows at one moment."""

    puzzle: Puzzle
    marks: Grid
    boxes: Mapping[Cell, Box]
    """Where the cells are, in px from the top left of the window."""


class Board:
    """The board of one page, found again whenever it has gone."""

    def __init__(self, page: Page, site: Site) -> None:
        """Take the page and the site that it belongs to."""
        self.page, self.site = page, site
        self._live: Live | None = None
        self._layout: Layout | None = None
        self._last: tuple[Snapshot, Sight] | None = None
        self._by_looks_at = time.monotonic() + BY_LOOKS_AFTER
        self.puzzle: Puzzle | None = None
        self._first: Grid | None = None
        """The marks when the puzzle was first read."""

    def forget(self) -> None:
        """Find the board again at the next look, as the page has gone on to another document."""
        self._live = self._layout = self._last = None

    def look(self) -> Sight | None:
        """Read the board, None if there is none; raise `ReadError` or `BadPuzzle` if it cannot be read."""
        if self._live is None and (found := self._find()) is not None:
            self._live = Live(self.page, lambda: found)
        if self._live is None:
            return None
        try:
            if self._layout is None:
                snapshot, puzzle, self._layout = self._read(self._live)
                self._begin(puzzle, self._layout.marks(snapshot))
            else:
                snapshot = self._live.take(self._layout.MEASURE)
            left, top = self._live.offset()
        except PageGone:
            self.forget()
            return None
        return self._sight(snapshot, self._layout, (left, top))

    def _find(self) -> Locator | None:
        """Return the board as the site's module finds it or, after a while, by its looks."""
        found, by_looks = self.site.find(self.page), seen_site(self.site)
        if found is not None or by_looks is None:
            return found
        if time.monotonic() < self._by_looks_at or not re.match(self.site.URL, self.page.url):
            return None
        self._by_looks_at = time.monotonic() + BY_LOOKS_AFTER
        try:
            return self.site.board(self.page, 0.0, press_nothing)
        except ReadError as error:
            return by_looks.find(self.page) if error.is_missing else None
        except GivensError:
            return None

    def _read(self, live: Live) -> tuple[Snapshot, Puzzle, Layout]:
        """Read a board that has just been found."""
        snapshots = {measure: live.take(measure) for measure in {layout.MEASURE for layout in self.site.LAYOUTS}}
        try:
            reading = read(self.site, snapshots)
            snapshot = snapshots[reading.layout.MEASURE]
        except ReadError as error:
            snapshot, reading = read_by_looks(self.site, live, error)
        return snapshot, reading.puzzle, reading.layout

    def _begin(self, puzzle: Puzzle, marks: Grid) -> None:
        """Take a puzzle for the one on the board, unless it is the one that was there before."""
        if self.puzzle is None or not continues(self.puzzle, puzzle):
            self.puzzle, self._first = puzzle, marks

    def _sight(self, snapshot: Snapshot, layout: Layout, offset: tuple[float, float]) -> Sight | None:
        last, self._last = self._last, None
        if last is not None and (last[0].html, last[0].state) == (snapshot.html, snapshot.state):
            marks = last[1].marks
        else:
            marks = layout.marks(snapshot)
            self._check(snapshot, layout, marks)
        if self.puzzle is None:
            return None
        left, top = offset
        found = layout.boxes(snapshot).items()
        boxes = {cell: (box[0] + left, box[1] + top, box[2], box[3]) for cell, box in found if box is not None}
        sight = Sight(self.puzzle, known_marks(marks, self.puzzle), boxes)
        self._last = snapshot, sight
        return sight

    def _check(self, snapshot: Snapshot, layout: Layout, marks: Grid) -> None:
        """Begin again if the board shows another puzzle; while it is played it need not show which marks are givens."""
        if self.puzzle is None or self._first is None:
            return
        try:
            puzzle = layout.read(snapshot).puzzle
        except (ReadError, BadPuzzle):
            if shows_givens(self._first, self.puzzle) and not shows_givens(marks, self.puzzle):
                self.puzzle = None
                self.forget()
        else:
            self._begin(puzzle, marks)
