"""A board on an open page: what its cells say, and what a click on one of them changes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.addons.unknown.fields import asked_for
from bot.addons.unknown.guess import MEASURE_ALL
from bot.addons.unknown.start import facts as cell_facts
from bot.errors import PageGone
from bot.play.live import Live
from scrapers import Click, NeedsHuman

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from playwright.sync_api import FloatRect, JSHandle, Page

    from bot.addons.unknown.guess import FoundBoard
    from bot.addons.unknown.start.facts import Facts, PlaceIn
    from scrapers import Snapshot
    from solvers import Cell, Edge

MAX_CLICKS = 6
QUIET_MS = 200
"""The time without a change after which a board has settled."""
SETTLES_TIMEOUT = 2.0
"""Seconds in which an input must show."""
FINISHED_TIMEOUT = 5.0
"""Seconds after the last input of a game in which something may appear."""
SHIMMERS = 2
"""An element outside the cells that changes more often at one click is animated, not an answer."""
DOWN, UP = ("mousedown", "pointerdown"), ("click", "mouseup", "pointerup")
"""The events of pressing and of releasing a button, in the order in which they are suspected."""
SCRIPT = Path(__file__).with_name("cells.js").read_text(encoding="utf-8")


@dataclass(slots=True)
class Trial:
    """What the clicks on one cell changed."""

    cell: Cell | None = None
    why: str = ""
    """Why there were no more clicks, or none at all."""
    states: list[dict[str, Any]] = field(default_factory=list)
    """What all cells said before the first click and after each."""
    steps: list[dict[str, Any]] = field(default_factory=list)
    event: str | None = None
    cycle: tuple[int, int] | None = None
    """After how many clicks a state first came again, and how many clicks lie between."""

    @property
    def marks(self) -> list[Facts]:
        """What the cell said in each state of its cycle from blank on, or in each different state if none came back."""
        shown = [state["cells"][self.cell] for state in self.states]
        if self.cycle is not None:
            start, length = self.cycle
            # The first state may never come back as it was, as the cell had no focus then.
            return [shown[start + (at - start) % length] for at in range(length)]
        return [one for at, one in enumerate(shown) if one not in shown[:at]]


class ProbedBoard:
    """One board that the general reader has found on a page."""

    def __init__(self, page: Page, found: FoundBoard) -> None:
        """Take what was found; raise `PageGone` if it is not there any more."""
        self.page, self.found, self.frame = page, found, found.frame
        self.script: JSHandle = self.frame.evaluate_handle(SCRIPT, [found.holder, [*found.cells.values()]])
        self.selectors: Sequence[str]
        self.cell_selectors: list[str]
        self.parents: int
        """How many elements hold the cells."""
        self.in_dialog: bool
        self.selectors, self.cell_selectors, self.parents, self.in_dialog = self._call("board")
        near = self._call("near", [*found.signs.values()])
        self.signs: dict[Edge, Any] = {edge: sign for edge, sign in zip(found.signs, near, strict=True) if sign}
        """The selectors of the signs on edges, and the number of the cell that holds each."""
        self.cells = self.facts()
        self.places: list[PlaceIn] = cell_facts.places(self.cells, found.lattice.width)
        self.placed = frozenset(name for place in self.places for name in place.attributes)

    def _call(self, name: str, *arguments: object) -> Any:  # noqa: ANN401 - what the script returns
        """Call a function of `cells.js` and return its result."""
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
        trial = Trial()
        free = cell_facts.emptiest(self.cells, self.placed)
        free = [cell for cell in free if cell in wanted] or free
        trial.cell = next((cell for cell in free[:9] if not self._cover(cell)), None)
        if trial.cell is None:
            trial.why = f"{self._cover(free[0])} covers the board" if free else "every cell leads to another page"
            return trial
        self._call("watch")
        self.page.mouse.move(*self._centre(trial.cell))
        self._settle()
        shimmer = {change["owner"] for change in self._changes() if change["cell"] < 0}
        address = self.page.url
        trial.states.append(self._state(trial.cell))
        while len(trial.steps) < MAX_CLICKS and not trial.why and cell_facts.cycle(_keys(trial.states)) is None:
            heard = self._press(trial.cell)
            if self.page.url != address:
                trial.why = f"the page went to {self.page.url}"
                break
            trial.states.append(self._state(trial.cell))
            trial.steps.append(self._step(trial, heard, shimmer))
            trial.why = self._reason_to_stop(trial)
        keys = _keys(trial.states)
        trial.cycle = cell_facts.cycle(keys) if len({*keys}) > 1 else None
        events = [step["event"] for step in trial.steps if step["event"]]
        trial.event = max(events, key=events.count, default=None)
        if trial.event is not None and not trial.why:
            trial.event = self._event(trial.cell, trial.event, MAX_CLICKS - len(trial.steps))
        return trial

    def _event(self, cell: Cell, heard: str, clicks: int) -> str:
        """Return the event that a page answers to, found by withholding one event after another.

        `heard` is the latest event before a change, which a page that answers late may not have answered to.
        """
        *suspects, last = DOWN if heard in DOWN else UP
        if clicks < len(suspects):
            return heard
        for suspect in suspects:
            before = self._state(cell)
            self._call("keep", suspect)
            self._press(cell)
            self._call("keep", "")
            after = self._state(cell)
            if before == after:
                return suspect
            if self._cover(cell):
                return heard
        return last

    def _reason_to_stop(self, trial: Trial) -> str:
        """Return the reason to make no more clicks, "" if there is none."""
        check_sensitive(self.page)
        if not self._call("renew"):
            return "the board is gone"
        if trial.cell is not None and (cover := self._cover(trial.cell)):
            return f"{cover} covers the cell"
        if len(trial.steps) > 1 and not any(
            step["changed"] or step["others"] or step["pixels"] for step in trial.steps
        ):
            return "two clicks changed nothing: the page may want keys, a drag, or a button of a pad"
        return ""

    def _cover(self, cell: Cell) -> str:
        """Return a description of the element that covers a cell's middle, "" if a click there reaches the cell."""
        cover: str = self._call("cover", self._number(cell))
        return cover

    def _number(self, cell: Cell) -> int:
        return [*self.found.cells].index(cell)

    def _box(self, cell: Cell) -> FloatRect:
        """Return where a cell is in the window, in px; a page may replace its element at any moment."""
        end = time.monotonic() + SETTLES_TIMEOUT
        while True:
            handle = self.script.evaluate_handle("(script, cell) => script.element(cell)", self._number(cell))
            element = handle.as_element()
            box = None if element is None else element.bounding_box()
            if box is not None:
                return box
            if time.monotonic() > end:
                raise PageGone(f"the cells of the board at {self.page.url} are gone")
            self.page.wait_for_timeout(QUIET_MS / 4)

    def _centre(self, cell: Cell) -> tuple[float, float]:
        box = self._box(cell)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _press(self, cell: Cell) -> list[dict[str, Any]]:
        """Click a cell under the shield, with a pause before the button is released; return the changes."""
        live = self._live()
        (x, y), (left, top) = self._centre(cell), live.offset()
        point = x - left, y - top
        live.perform([Click(point, {})], [point], pause=lambda: self._settle(QUIET_MS / 1000))
        self._settle()
        return self._changes()

    def _settle(self, at_least: float = 2 * QUIET_MS / 1000) -> None:
        """Wait for a while, and until the board has not changed for some time."""
        start = time.monotonic()
        while (passed := time.monotonic() - start) < SETTLES_TIMEOUT:
            self.page.wait_for_timeout(QUIET_MS / 4)
            if passed >= at_least and self._call("isQuiet", QUIET_MS):
                return

    def _changes(self) -> list[dict[str, Any]]:
        """Return the changes since the last call."""
        changes: list[dict[str, Any]] = self._call("take")
        return changes

    def _state(self, cell: Cell) -> dict[str, Any]:
        """Return the facts of all cells, and a digest of the picture of one."""
        picture = self.page.screenshot(clip=self._box(cell), animations="disabled", caret="hide")
        self.cell_selectors = self._call("selecting", self.cell_selectors) or self.cell_selectors
        cells = self.facts()
        return {"cells": cells, "cell": cells[cell], "pixels": sha256(picture).hexdigest()[:12]}

    def _step(self, trial: Trial, heard: Sequence[Mapping[str, Any]], shimmer: set[str]) -> dict[str, Any]:
        """Return the changes made by the last click: in its cell, in other cells, and around the board.

        Elements that change again and again, or without a click, are only counted.
        """
        before, after = trial.states[-2:]
        own = -1 if trial.cell is None else self._number(trial.cell)
        causes = [change for change in heard if change["cell"] == own] or [one for one in heard if one["inside"]]
        others = {
            str(cell): changed
            for cell in self.cells
            if cell != trial.cell and (changed := cell_facts.changes(before["cells"][cell], after["cells"][cell]))
        }
        outside = [change["owner"] for change in heard if change["cell"] < 0 and change["owner"]]
        shimmer |= {owner for owner in outside if outside.count(owner) > SHIMMERS}
        return {
            "event": causes[0]["event"] if causes else None,
            "after_ms": causes[0]["after"] if causes else None,
            "changed": cell_facts.changes(before["cell"], after["cell"]),
            "others": others,
            "outside": sorted({*outside} - shimmer),
            "again": len({*outside} & shimmer),
            "pixels": before["pixels"] != after["pixels"],
        }

    def finish(self, played: Callable[[], None]) -> dict[str, Any]:
        """Wait until a person has finished the game in the window; return the changes on the page."""
        from playwright.sync_api import Error

        self._call("remember")
        played()
        end = time.monotonic() + FINISHED_TIMEOUT
        found: dict[str, Any] = {}
        while True:
            self.page.wait_for_timeout(3 * QUIET_MS)
            try:
                now: dict[str, Any] = self._call("compare")
            except Error:
                return {"url": self.page.url, "appeared": [], "changed": []}
            if time.monotonic() > end or (now == found and any(now.values())):
                return {"url": self.page.url, **now}
            found = now


def check_sensitive(page: Page) -> None:
    """Raise `NeedsHuman` if the page asks for a login or a payment."""
    from playwright.sync_api import Error

    for frame in page.frames:
        try:
            serious = asked_for(frame)[1]
        except Error:
            continue  # It has just gone, or belongs to nobody.
        if serious:
            raise NeedsHuman(f"the page at {page.url} is not probed, because {serious[0]}")


def _keys(states: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a key of each state: the cell's facts, or its pixels if the facts never change."""
    said = [repr(state["cell"]) for state in states]
    return said if len(set(said)) > 1 else [state["pixels"] for state in states] if len(states) > 2 else []  # noqa: PLR2004 - one click may come late
