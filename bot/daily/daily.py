"""The day's puzzles: each played at most once in its site's day, one page at a time, politely; safe to run again."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.daily.history import choices_of
from bot.errors import Busy, SetupError
from bot.play.runner import VERSION, error_line
from bot.play.targets import resolve, today_of
from bot.record.recorder import write_whole
from scrapers import NotYet
from solvers import GivensError, dump

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from bot.daily.history import History
    from bot.play.loop import Played
    from bot.play.politeness import Polite
    from bot.play.runner import Outcome, Runner, Setup
    from bot.play.targets import Target

GROWTH = 4
"""How much longer each pause before another try is than the one before; the first is two pauses between pages."""
LONGEST = 600.0
"""Seconds of the longest pause before another try."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be played every day, and how."""

    text: str
    """The target, as it was written."""
    setup: Setup
    notify: str = "never"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one puzzle on one day."""

    name: str
    task: Task
    day: date | None
    """None where the target itself is wrong."""
    facts: dict[str, Any]
    """The line of `givens play`."""
    code: int
    before: bool = False
    """Whether an earlier run of this day has done it."""
    problem: BaseException | None = None
    session: Path | None = None
    lost: str | None = None
    """Why something of the session could not be written, if so."""

    def line(self) -> dict[str, Any]:
        """Return the line that a script reads."""
        about = {"target": self.name, "day": None if self.day is None else str(self.day), "before": self.before}
        return {"v": VERSION} | about | {key: value for key, value in self.facts.items() if key not in {"v", "target"}}

    @property
    def words(self) -> str:
        """What came of it, in a sentence."""
        if self.problem is not None:
            return f"{type(self.problem).__name__}: {self.problem}"
        if self.before:
            return "done before"
        said = self.facts.get("said") or "accepted"
        return said if self.facts.get("entered") else f"it was solved already: {said}"


@dataclass(slots=True)
class Day:
    """One run over the day's puzzles."""

    runner: Runner
    history: History
    polite: Polite
    tries: int
    """How often a puzzle is tried in one run where the cause of its failure may pass."""

    def play(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """Play what is left of the day, in order; one puzzle's failure never stops the others."""
        for task in tasks:
            try:
                targets = resolve(task.text, signed_in=task.setup.profile is not None)
            except GivensError as error:
                yield Result(task.text, task, None, error_line(error), error.EXIT, problem=error)
                continue
            for target in targets:
                yield self._play(task, target)

    def _play(self, task: Task, target: Target) -> Result:
        """Play one puzzle, unless it is done."""
        day, choices = key(task, target)
        site = target.site.NAME
        try:
            done = self.history.get(site, choices, day)
            if done is not None and done.done:
                return Result(target.name, task, day, dict(done.line), 0, before=True)
            self._check_clock(site, choices, day)
            outcome = self._try(task, target, lambda played: self._check_new(played, choices, day))
            line = outcome.line(entering=True)
            self.history.note(site, choices, day, line)
        except GivensError as error:
            return Result(target.name, task, day, error_line(error), error.EXIT, problem=error)
        kept = outcome.recorder
        return Result(
            target.name, task, day, line, outcome.exit_code, problem=outcome.error, session=kept.folder, lost=kept.lost
        )

    def _try(self, task: Task, target: Target, check: Callable[[Played], None]) -> Outcome:
        """Play a page, again after growing pauses while the cause of its failure may pass."""
        from tenacity import RetryCallState, Retrying, retry_if_result, stop_after_attempt, wait_exponential

        self.runner.setup = replace(task.setup, options=replace(task.setup.options, check=check))

        def last(state: RetryCallState) -> Outcome:
            assert state.outcome is not None  # noqa: S101 - tenacity asks once there is one
            outcome: Outcome = state.outcome.result()
            return outcome

        def tell(state: RetryCallState) -> None:
            self.polite.tell(f"{target.name}: {last(state).error}; again in {state.upcoming_sleep:.0f} s")

        first = 2 * self.polite.pause_of(target)
        retrying = Retrying(
            retry=retry_if_result(may_pass),
            stop=stop_after_attempt(self.tries),
            wait=wait_exponential(multiplier=first, exp_base=GROWTH, max=LONGEST),
            retry_error_callback=last,
            before_sleep=tell,
        )
        return retrying(self._open, target)

    def _open(self, target: Target) -> Outcome:
        """Play a page once, a pause after the last one of its host."""
        with self.polite.page(target):
            return self.runner.play(target)

    def _check_clock(self, site: str, choices: str, day: date) -> None:
        """Raise `SetupError` where a later day was played: then the clock has jumped, now or at that time."""
        last = self.history.last(site, choices)
        if last is not None and last.day > day:
            msg = f"by this machine's clock it is {day}, but {last.name} was played on {last.day}: is the clock right?"
            raise SetupError(msg, command=f"givens history {site}")

    def _check_new(self, played: Played, choices: str, day: date) -> None:
        """Raise `NotYet` where the page shows what an earlier day's page showed."""
        last = self.history.last(played.site.NAME, choices, before=day)
        if last is None:
            return
        number = played.about.number
        same_number = number is not None and number == last.line.get("about", {}).get("number")
        same_puzzle = played.reading is not None and dump(played.reading.puzzle) == last.line.get("puzzle")
        if same_number or same_puzzle:
            msg = f"{played.url} still shows the puzzle of {last.day}"
            raise NotYet(msg)


def key(task: Task, target: Target) -> tuple[date, str]:
    """Return the day and the choices under which a target's plays are kept."""
    if target.day is None:
        return today_of(target.site), target.name  # A page that was not named by its site is its own choice.
    return target.day, choices_of(target, task.setup.profile)


def may_pass(outcome: Outcome) -> bool:
    """Tell whether a failure has a cause that may pass by itself: network, browser, a page that is not there yet."""
    return isinstance(outcome.error, GivensError) and outcome.error.RETRY


@contextmanager
def alone(beside: Path) -> Iterator[None]:
    """Hold the lock that lets one run at a time go on; raises `Busy` while another has it.

    It is the system's own lock on a file beside `beside`, which ends with its process, however that ends: so
    none is ever stale, and what is written about its holder counts only while it is held.
    """
    from filelock import FileLock, Timeout

    holder = beside.with_name("daily.holder.json")
    lock = FileLock(beside.with_name("daily.lock"), timeout=0)
    try:
        beside.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        msg = f"another `givens daily` is at work{_holder(holder)}; what it leaves can be played when it has ended"
        raise Busy(msg) from None
    except OSError as error:
        msg = f"{lock.lock_file} cannot be written: {error.strerror}"
        raise SetupError(msg, command="set GIVENS_HISTORY to a file in a folder of yours") from None
    try:
        write_whole(holder, json.dumps({"process": os.getpid(), "since": f"{datetime.now():%H:%M}"}))  # noqa: DTZ005 - for the eye
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _holder(path: Path) -> str:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return f" since {told['since']} (process {told['process']})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
