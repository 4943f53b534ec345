"""Playing pages that no module knows, and telling what came of it and where every input fell."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn, cast
from unittest.mock import patch

from playwright.sync_api import BrowserContext, Page

from bot.play import runner
from bot.play.fixture import Fixture, serve
from bot.play.options import Options
from bot.play.resolve import resolve
from bot.play.result import Failure, TargetResult
from bot.play.runner import Runner
from bot.play.targets import Target
from scrapers import Site, Snapshot
from scrapers._errors import OtherLayout
from solvers import Grid
from tests.command import SharedPlaywright
from tests.wild.puzzles import BINARY, PLACED

TIMEOUT = 240.0
"""Seconds that a page has."""
SHADED = frozenset({"kakurasu", "nonogram", "mosaic", "light_up"})
"""Kinds in which cells are filled according to numbers and the others may stay blank."""
PRESSES = ("pointerdown", "mousedown", "click", "touchstart")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of playing one page."""

    name: str
    result: TargetResult
    error: BaseException | None
    seconds: float
    events: Sequence[Sequence[str]]
    """The page's trusted events: type, place, key."""
    shown: dict[str, int | None] = field(default_factory=dict)
    """What the cells held in the end, as the page itself says."""
    puzzle: dict[str, Any] | None = None
    solution: list[Any] | None = None
    """The puzzle that the page shows, which was never in the page, and its solution."""

    @property
    def exit_code(self) -> int:
        """The exit code that the command would end with."""
        return 0 if self.error is None else Failure.of(self.error).exit_code

    @property
    def sentence(self) -> str:
        """What the error says."""
        return "" if self.error is None else str(Failure.of(self.error))

    @property
    def inputs(self) -> int:
        """How many inputs reached cells: presses on them, and keys; what was entered where the page keeps no log."""
        return self.presses(cells=True) + self.keys if self.events else self.result.inputs or 0

    def presses(self, *, cells: bool) -> int:
        """Return how many presses fell on cells, or on anything else that a guess may not touch."""
        counts = Counter(
            event
            for event, place, _ in self.events
            if place.startswith("cell") == cells and not place.startswith("allowed")
        )
        return max(counts[event] for event in PRESSES)

    @property
    def keys(self) -> int:
        """How many keys were pressed, without Escape."""
        return sum(event == "keydown" and key != "Escape" for event, _, key in self.events)

    @property
    def is_misread(self) -> bool:
        """Whether the solution that was found is not that of the page's puzzle."""
        if self.puzzle is None or self.solution is None or not self.result.solution:
            return False
        return not same_solution(self.puzzle["kind"], self.result.solution, self.solution)

    @property
    def verdict(self) -> str:
        """What came of it in a word.

        `accepted`; `refused` without input on a cell; `wrong`: something was entered, and the reading was wrong or
        nothing was there to be read; `silent`: entered, but the page said nothing; `stopped` while entering; `bug`.
        """
        if self.inputs and (self.puzzle is None or self.is_misread):
            return "wrong"
        if self.result.accepted:
            return "accepted"
        if self.error is not None and self.exit_code == 1:
            return "bug"
        if self.error is not None and not self.inputs:
            return "refused"
        return (
            "silent"
            if not self.error or "does not say" in self.sentence or "said nothing" in self.sentence
            else "stopped"
        )


class Unknown:
    """A layout that reads nothing."""

    NAME, MEASURE = "unknown", "() => ({})"

    def read(self, snapshot: Snapshot) -> NoReturn:
        """Raise `OtherLayout`."""
        raise OtherLayout(f"{snapshot.url} is not known")

    def stated(self, _snapshot: Snapshot, _size: tuple[int, int]) -> None:
        """Return nothing."""


def same_solution(kind: str, found: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Return whether two solutions ask for the same input; the names of two marks of equal rank do not matter."""
    marks, others = _marks(found), _marks(wanted)
    if kind in {"hashi", "kakuro"}:  # Outer lines without islands, or of walls alone, may be none of the board.
        return [*filter("123456789".__contains__, marks)] == [*filter("123456789".__contains__, others)]
    if kind in BINARY:
        return marks in (others, [{"0": "1", "1": "0"}.get(mark, mark) for mark in others])
    if kind in PLACED | SHADED:
        return [mark == "1" for mark in marks] == [mark == "1" for mark in others]
    return marks == others


def _marks(rows: Sequence[Any]) -> list[str]:
    """Return the marks of a solution in reading order."""
    grid = Grid.parse(rows)
    return [str(grid[cell]) for cell in grid.cells()]


def setup() -> Options:
    """Return how pages are played: nothing is recorded."""
    return Options(timeout=TIMEOUT, trust=True)


def guessed(playwright: SharedPlaywright, case: Path, *, kind: str | None = None) -> Outcome:
    """Play a case by looks alone, in the browser of the tests."""
    with Runner(setup(), lambda _: None, cast("Any", playwright)) as run:
        return play(run, case, kind=kind)


def without_layouts(site: Site) -> Site:
    """Return a site none of whose layouts reads its pages."""
    return cast("Site", replace(cast("Any", site), layouts=[Unknown()]))


def play(run: Runner, case: Path, *, kind: str | None = None) -> Outcome:
    """Play a case as `--guess` does; what is in front of its board is pressed, as a person would say."""
    html = (case / "page.html").read_text(encoding="utf-8")
    run.options = replace(run.options, press=["[data-closes]"] * html.count("<button data-closes"))
    target = resolve(str(case), site=f"--guess:{kind}" if kind else "--guess")[0]
    return played(run, target, case)


def played(run: Runner, target: Target, case: Path) -> Outcome:
    """Play a target; the case's puzzle and solution stand beside its page."""
    events: list[list[str]] = []
    shown: dict[str, int | None] = {}
    start = time.monotonic()
    with watched(events, shown):
        result = run.play(target)
    seconds = time.monotonic() - start
    puzzle, solution = (_json(case / f"{name}.json") for name in ("puzzle", "solution"))
    return Outcome(case.name, result, run.error, seconds, events, shown, puzzle, solution)


def log(page: Page) -> list[list[str]]:
    """Return the trusted events of a page."""
    text: Any = page.evaluate("() => sessionStorage.getItem('log') ?? ''")
    return [json.loads(line) for line in text.splitlines()]


def _json(file: Path) -> Any:  # noqa: ANN401 - any JSON
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


@contextmanager
def watched(events: list[list[str]], shown: dict[str, int | None]) -> Iterator[None]:
    """Take the log of each page just before the page is closed."""
    contexts: list[BrowserContext] = []
    close = runner._close

    def served(context: BrowserContext, fixture: Fixture) -> list[str]:
        contexts.append(context)
        return serve(context, fixture)

    def closed(context: BrowserContext) -> None:
        for page in context.pages if context in contexts else ():
            for frame in page.frames:
                take(frame)
        close(context)

    def take(frame: Any) -> None:  # noqa: ANN401 - a frame
        logged = frame.evaluate(
            "() => { try { return [sessionStorage.log, sessionStorage.shown] } catch { return [] } }"
        )
        lines, state = [*(logged or ()), None, None][:2]  # A page may break what takes its answer.
        if lines and (new := [json.loads(line) for line in lines.splitlines()]) != events:
            events.extend(new)
        if state:
            shown.update(json.loads(state))

    with patch.object(runner, "serve", served), patch.object(runner, "_close", closed):
        yield
