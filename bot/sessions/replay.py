"""Replaying: today's code on what a session has recorded, offline and without a browser, and what has become different.

So one learns that a new version still plays last month's pages. The board is read, solved, and its first round of
inputs planned again; a session that came from a fixture can be played again, too.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bot.errors import EnterError, UsageError
from bot.play.targets import BOARD, read_state, resolve, site_named
from bot.record.recorder import as_data
from scrapers import Click, ReadError, read_saved
from solvers import GivensError, Grid, SolveError, dump, dump_grid, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.play.runner import Runner
    from bot.sessions.store import Session
    from scrapers import Move, Site

Value = TypeVar("Value")

FAILED = "failed"
"""The name of the files of a board that could not be read."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What was recorded and what today's code makes of it."""

    what: str
    was: Any
    now: Any
    code: int = 0
    """The exit code of what it means; 0 where it does not matter."""

    @property
    def words(self) -> str:
        """The difference in a sentence."""
        return f"{self.what} was {_short(self.was)}, is {_short(self.now)}"


@dataclass(slots=True)
class Replayed:
    """What came of one session."""

    session: Session
    differences: list[Difference] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    """What could be done again: `read`, `solved`, `planned`, `entered`."""
    why_not: str = ""
    """Why no more could be done, if so."""
    ms: dict[str, tuple[float | None, float]] = field(default_factory=dict)
    """Milliseconds then and now, by phase."""

    @property
    def code(self) -> int:
        """The exit code: that of the first difference that matters."""
        return next((one.code for one in self.differences if one.code), 0)

    def line(self) -> dict[str, Any]:
        """Return the line that a script reads."""
        differences = [
            {"what": one.what, "was": one.was, "now": one.now, "matters": bool(one.code)} for one in self.differences
        ]
        times = {phase: {"was": was, "now": now} for phase, (was, now) in self.ms.items()}
        total = round(sum(now for _, now in self.ms.values()), 1)
        return {
            "v": 1,
            "target": self.session.id,
            "site": self.session.site,
            "done": self.done,
            "why_not": self.why_not or None,
            "differences": differences,
            "same": not self.code,
            "ms": times | {"total": total},
        }


def replayed(session: Session, runner: Runner | None = None) -> Replayed:
    """Do again what a session has recorded; with a runner also play its fixture again, where it came from one."""
    result = Replayed(session)
    try:
        site = site_named(session.site)
    except UsageError:
        result.why_not = f"there is no site {session.site} any more"
        result.differences.append(Difference("the site", session.site, None, ReadError.EXIT))
        return result
    if session.path(f"{BOARD}.html") is not None:
        _read_again(result, site)
    elif session.path(f"{FAILED}.html") is not None:
        _fail_again(result, site)
    else:
        result.why_not = "no board was recorded"
    if runner is not None:
        _play_again(result, runner)
    return result


def _read_again(result: Replayed, site: Site) -> None:
    """Read, solve and plan what was read, solved and entered."""
    session = result.session
    try:
        snapshot = read_state(session.folder / f"{BOARD}.html")
        reading = _timed(result, "read", lambda: read_saved(site, snapshot))
    except GivensError as error:
        result.differences.append(Difference("the reading", "a puzzle", str(error), ReadError.EXIT))
        return
    result.done.append("read")
    _compare(result, "the layout", session.facts.get("layout"), reading.layout.NAME)
    if not _compare(result, "the puzzle", session.json("puzzle.json"), dump(reading.puzzle), ReadError.EXIT):
        return
    recorded = session.json("solution.json")
    if recorded is None:
        result.why_not = "no solution was recorded"
        return
    try:
        was = Grid.parse(recorded)
        now = was
        if session.facts.get("verdict") == "several":
            right = reading.puzzle.is_solved_by(was)
            _compare(result, "the solution", "one of several", "one of several" if right else "none", SolveError.EXIT)
        else:
            now = _timed(result, "solve", lambda: solve(reading.puzzle).grid)
            _compare(result, "the solution", recorded, _plain(dump_grid(now, reading.puzzle)), SolveError.EXIT)
    except GivensError as error:
        result.differences.append(Difference("the solution", recorded, str(error), error.EXIT or SolveError.EXIT))
        return
    result.done.append("solved")
    entered = [event for event in session.events() if event["event"] == "input"]
    if not entered:
        result.why_not = "nothing was entered"
        return
    planned = _timed(result, "plan", lambda: reading.layout.moves(snapshot, now))
    result.done.append("planned")
    was_made, is_planned = [_input(event) for event in entered], [_plain(as_data(move)) for move in planned]
    if not _agree(was_made, is_planned, planned):
        odd = next((one for one in is_planned if one not in was_made), is_planned[:1])
        result.differences.append(Difference("the plan", was_made[:1], odd, EnterError.EXIT))


def _fail_again(result: Replayed, site: Site) -> None:
    """Read what could not be read: that it still cannot is no difference, and that it can is good."""
    was = result.session.facts.get("error", {}).get("message")
    try:
        snapshot = read_state(result.session.folder / f"{FAILED}.html")
        reading = _timed(result, "read", lambda: read_saved(site, snapshot))
    except GivensError as error:
        _compare(result, "the failure", was, error.message)
    else:
        result.differences.append(Difference("the reading", was, f"a puzzle, by layout {reading.layout.NAME}"))
    result.done.append("read")


def _play_again(result: Replayed, runner: Runner) -> None:
    """Play the fixture that a session came from, if it did and is still there."""
    if not (Path(result.session.target) / "fixture.json").is_file():
        result.why_not = result.why_not or "it came from no fixture that is here"
        return
    (target, *_) = resolve(result.session.target)
    outcome = _timed(result, "play", lambda: runner.play(target))
    now = outcome.line(entering=True)
    for key in ("accepted", "entered", "inputs"):
        _compare(result, key, result.session.facts.get(key), now[key], EnterError.EXIT if key == "accepted" else 0)
    result.done.append("entered")


def _compare(result: Replayed, what: str, was: object, now: object, code: int = 0) -> bool:
    """Note a difference, and tell whether there is none."""
    if was != now:
        result.differences.append(Difference(what, was, now, code))
    return was == now


def _agree(made: Sequence[object], planned: Sequence[object], moves: Sequence[Move]) -> bool:
    """Tell whether what was entered began with this plan, or broke off within it; the order of clicks is free."""
    if all(isinstance(move, Click) for move in moves):
        return all(one in made for one in planned) or all(one in planned for one in made)
    return all(one == other for one, other in zip(made, planned, strict=False))


def _input(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in {"t", "event"}}


def _timed(result: Replayed, phase: str, do: Callable[[], Value]) -> Value:
    start = time.perf_counter()
    try:
        return do()
    finally:
        was = result.session.facts.get("ms", {}).get(phase)
        result.ms[phase] = was, round(1000 * (time.perf_counter() - start), 1)


def _plain(value: object) -> Any:  # noqa: ANN401 - any JSON value
    """Return a value as it is after a way through a file."""
    return json.loads(json.dumps(value))


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:160]} …"  # noqa: PLR2004 - two lines of a terminal
