"""Replay a session: run today's code on the recorded board, offline and without a browser, and compare.

This shows whether a new version still plays last month's pages. The board is read and solved, and the first round of
inputs is planned again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.errors import EnterError, UsageError
from bot.json_file import dumps
from bot.play.saved import BOARD, read_state
from bot.play.sites import site_named
from bot.record.recorder import as_data
from scrapers import Click, ReadError, Site, clean, read_saved
from solvers import Clock, GivensError, Grid, SolveError, dump, dump_grid, solve

if TYPE_CHECKING:
    from bot.sessions.store import Session

FAILED = "failed"
"""The name of the files of a board that could not be read."""
MAX_WORDS = 160
"""Characters of a value in a sentence: two lines in a terminal."""


class Difference(NamedTuple):
    """A recorded value, and the value that today's code gives."""

    what: str
    was: Any
    now: Any
    code: int = 0
    """The exit code of the difference; 0 if it does not matter."""

    @property
    def words(self) -> str:
        """The difference in a sentence."""
        texts = (each if isinstance(each, str) else dumps(each) for each in (self.was, self.now))
        was, now = (clean(text, MAX_WORDS) for text in texts)
        return f"{self.what} was {was}, is {now}"


@dataclass(slots=True)
class ReplayResult:
    """The result of replaying one session."""

    session: Session
    differences: list[Difference] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    """The steps that were repeated: `read`, `solved`, `planned`."""
    why_not: str = ""
    """The reason if further steps could not be repeated."""
    clock: Clock = field(default_factory=lambda: Clock(None))
    """How long each phase takes now."""

    @property
    def code(self) -> int:
        """The exit code of the first difference that matters."""
        return next((difference.code for difference in self.differences if difference.code), 0)

    def line(self) -> dict[str, Any]:
        """Return the JSON line of `givens sessions replay`."""
        differences = [
            {"what": change.what, "was": change.was, "now": change.now, "matters": bool(change.code)}
            for change in self.differences
        ]
        ms, before = self.clock.ms(), self.session.record.ms
        return {
            "target": self.session.id,
            "site": self.session.record.site,
            "done": self.done,
            "why_not": self.why_not or None,
            "differences": differences,
            "same": not self.code,
            "ms": {phase: {"was": before.get(phase), "now": now} for phase, now in ms.items()} | {"total": ms["total"]},
        }

    def differ(self, what: str, was: object, now: object, code: int = 0) -> bool:
        """Compare two values, add a difference if they are not equal, and return whether they differ."""
        if was != now:
            self.differences.append(Difference(what, was, now, code))
        return was != now


def replay(session: Session) -> ReplayResult:
    """Repeat the steps of a session."""
    result = ReplayResult(session)
    try:
        site = site_named(session.record.site)
    except UsageError:
        result.why_not = f"the site {session.record.site} no longer exists"
        result.differ("the site", session.record.site, None, ReadError.EXIT)
        return result
    if session.path(f"{BOARD}.html") is not None:
        _read_again(result, site)
    elif session.path(f"{FAILED}.html") is not None:
        _fail_again(result, site)
    else:
        result.why_not = "no board was recorded"
    return result


def _read_again(result: ReplayResult, site: Site) -> None:
    """Read and solve the board again, and plan the inputs."""
    session = result.session
    try:
        snapshot = read_state(session.folder / f"{BOARD}.html")
        reading = read_saved(site, snapshot)
    except GivensError as error:
        result.differ("the reading", "a puzzle", str(error), ReadError.EXIT)
        return
    result.clock.lap("read")
    result.done.append("read")
    result.differ("the layout", session.record.layout or None, reading.layout.NAME)
    if result.differ("the puzzle", session.json("puzzle.json"), dump(reading.puzzle), ReadError.EXIT):
        return
    recorded = session.json("solution.json")
    if recorded is None:
        result.why_not = "no solution was recorded"
        return
    try:
        solution = Grid.parse(recorded)
        if session.record.verdict == "several":
            is_right = reading.puzzle.is_solved_by(solution)
            result.differ("the solution", "one of several", "one of several" if is_right else "none", SolveError.EXIT)
        else:
            solution = solve(reading.puzzle).grid
            result.clock.lap("solve")
            result.differ("the solution", recorded, dump_grid(solution, reading.puzzle), SolveError.EXIT)
    except GivensError as error:
        result.differ("the solution", recorded, str(error), error.EXIT or SolveError.EXIT)
        return
    result.done.append("solved")
    events = [event for event in session.events() if event["event"] == "input"]
    made = [{key: value for key, value in event.items() if key not in {"t", "event"}} for event in events]
    if not made:
        result.why_not = "nothing was entered"
        return
    moves = reading.layout.moves(snapshot, solution)
    result.clock.lap("plan")
    result.done.append("planned")
    planned = json.loads(json.dumps([as_data(move) for move in moves]))
    # The inputs start with the plan or stop within it; clicks may be in any order.
    if all(isinstance(move, Click) for move in moves):
        agree = all(move in made for move in planned) or all(move in planned for move in made)
    else:
        agree = all(first == second for first, second in zip(made, planned, strict=False))
    if not agree:
        new = next((move for move in planned if move not in made), planned[:1])
        result.differences.append(Difference("the plan", made[:1], new, EnterError.EXIT))


def _fail_again(result: ReplayResult, site: Site) -> None:
    """Read a board that could not be read; a reading that succeeds now is a difference that does not matter."""
    failure = result.session.record.error
    was = failure and failure.message
    try:
        reading = read_saved(site, read_state(result.session.folder / f"{FAILED}.html"))
    except GivensError as error:
        result.differ("the failure", was, error.message)
    else:
        result.differ("the reading", was, f"a puzzle, by layout {reading.layout.NAME}")
    result.done.append("read")
