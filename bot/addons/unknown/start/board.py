"""A board on an open page: what its cells say, and what a click on one of them changes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.addons.unknown.guess import MEASURE_ALL, FoundBoard
from bot.addons.unknown.start import facts as cell_facts
from bot.errors import PageGone
from bot.play.live import Live
from scrapers import Click, Point, Snapshot

if TYPE_CHECKING:
    from playwright.sync_api import JSHandle, Page

    from bot.addons.unknown.start.facts import Facts, PlaceIn
    from solvers import Cell

MAX_CLICKS = 6
MAX_SILENT = 2
"""The number of clicks without any change after which no more are made."""
MAX_COVERED = 9
"""How many cells are tried if something covers them."""
QUIET_MS = 250
"""The time without a change after which a board has settled."""
SETTLES_TIMEOUT = 2.0
"""Seconds in which an input must show."""
SCRIPT = Path(__file__).with_name("cells.js").read_text(encoding="utf-8")


@dataclass(slots=True)
class Trial:
    """What the clicks on one cell changed."""

    cell: Cell | None = None
    why: str = ""
    """Why there were no more clicks, or none at all."""
    states: list[dict[Cell, Facts]] = field(default_factory=list)
    """What all cells said before the first click and after each."""

    @property
    def shown(self) -> list[Facts]:
        """What the cell said before the first click and after each."""
        return [] if self.cell is None else [state[self.cell] for state in self.states]

    @property
    def cycle(self) -> tuple[int, int] | None:
        """After how many clicks a state first came again, and how many clicks lie between."""
        found = cell_facts.cycle(self.shown)
        return None if found is None or found[1] == 1 else found

    @property
    def marks(self) -> list[Facts]:
        """What the cell said in each state of its cycle from blank on, or in each different state if none came back."""
        shown = self.shown
        if self.cycle is not None:
            start, length = self.cycle
            # The first state may never come back as it was, as the cell had no focus then.
            return [shown[start + (at - start) % length] for at in range(length)]
        return [one for at, one in enumerate(shown) if one not in shown[:at]]

    def changed(self) -> list[dict[str, Any]]:
        """Return, for each click, what it changed in the cell and in others."""
        return [
            {
                str(cell): changed
                for cell in sorted(after, key=lambda cell: cell != self.cell)
                if (changed := cell_facts.changes(before[cell], after[cell]))
            }
            for before, after in zip(self.states, self.states[1:], strict=False)
        ]

    def line(self) -> dict[str, Any]:
        """Return the clicks for a line of JSON."""
        start, length = self.cycle or (None, None)
        cell = str(self.cell) if self.states else None
        return {"cell": cell, "steps": self.changed(), "cycle": length, "from": start, "why": self.why}


class ProbedBoard:
    """One board that the general reader has found on a page."""

    def __init__(self, page: Page, found: FoundBoard) -> None:
        """Take what was found; raise `PageGone` if it is not there any more."""
        self.page, self.found, self.frame = page, found, found.frame
        self.script: JSHandle = self.frame.evaluate_handle(SCRIPT, [found.holder, [*found.cells.values()]])
        self.selectors, self.cell_selectors, self.parents, self.in_dialog = self._call("board")
        """Selectors of the board and of its cells, how many elements hold these, whether it stands in a dialog."""
        self.cells = self.facts()
        self.places: list[PlaceIn] = cell_facts.places(self.cells, found.lattice.width)
        self.placed = frozenset(name for place in self.places for name in place.attributes)

    def _call(self, name: str, *arguments: object) -> Any:  # noqa: ANN401 - what the script returns
        return self.script.evaluate("(script, [name, ...given]) => script[name](...given)", [name, *arguments])

    def facts(self) -> dict[Cell, Facts]:
        """Return the facts of each cell; raise `PageGone` if one is missing."""
        said = self._call("cells")
        if None in said:
            raise PageGone(f"the cells of the board at {self.page.url} are gone")
        return dict(zip(self.found.cells, said, strict=True))

    def line(self) -> dict[str, Any]:
        """Return the board for a line of JSON."""
        frame = None if self.frame.parent_frame is None else self.frame.url
        size = {"rows": self.found.lattice.height, "cols": self.found.lattice.width, "cells": len(self.cells)}
        names = {"selectors": self.selectors, "cell_selectors": self.cell_selectors}
        return {**names, **size, "frame": frame, "places": {p.attributes[0]: str(p) for p in self.places}}

    def take(self) -> Snapshot:
        """Return the board as the general reader and declared layouts read it."""
        return self._live().take(MEASURE_ALL)

    def _live(self) -> Live:
        root = self.script.evaluate_handle("script => script.root()").as_element()
        if root is None:
            raise PageGone(f"the board at {self.page.url} is gone")
        return Live(self.page, lambda: root)

    def try_cell(self, wanted: Sequence[Cell] = ()) -> Trial:
        """Click one empty cell, of `wanted` if it can be, until a state comes back; return what each click changed."""
        from playwright.sync_api import Error

        trial, address = Trial(why="every cell leads to another page"), self.page.url
        free = cell_facts.emptiest(self.cells, self.placed)
        for cell in ([cell for cell in free if cell in wanted] or free)[:MAX_COVERED]:
            try:
                trial = Trial(cell, states=[self._settled()])
                trial.why = self._click(trial, cell)
            except (Error, PageGone) as error:
                trial.why = f"the page went to {self.page.url}" if self.page.url != address else str(error)
            if len(trial.states) > 1:
                return trial
        return Trial(why=trial.why)

    def _click(self, trial: Trial, cell: Cell) -> str:
        """Click a cell until a state comes back; return why there were no more clicks, "" if one did."""
        while len(trial.states) <= MAX_CLICKS and trial.cycle is None:
            point: Point = self._call("middle", [*self.found.cells].index(cell))
            made = self._live().perform([Click(point, {})], [point])
            if made.stopped:
                return made.stopped
            trial.states.append(self._settled())
            self.cell_selectors = self._call("selecting", self.cell_selectors) or self.cell_selectors
            if len(trial.states) > MAX_SILENT and not any(trial.changed()):
                return "two clicks changed nothing: the page may want keys, a drag, or a button of a pad"
        return ""

    def _settled(self) -> dict[Cell, Facts]:
        """Return the facts of each cell once they stay the same for a while."""
        before, end = None, time.monotonic() + SETTLES_TIMEOUT
        while True:
            self.page.wait_for_timeout(QUIET_MS)
            now = self.facts()
            if now == before or time.monotonic() > end:
                return now
            before = now
