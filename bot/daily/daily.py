"""The day's puzzles: each played at most once in its site's day, one page at a time, politely; safe to run again."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from bot.daily.history import choices_of
from bot.errors import Busy, SetupError
from bot.play.result import TargetResult
from bot.play.targets import resolve, today_of
from bot.record.recorder import write_whole
from scrapers import NotYet
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from bot.daily.history import History
    from bot.play.politeness import Polite
    from bot.play.runner import Runner, Setup
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


@dataclass(slots=True)
class Day:
    """One run over the day's puzzles."""

    runner: Runner
    history: History
    polite: Polite
    tries: int
    """How often a puzzle is tried in one run where the cause of its failure may pass."""

    def play(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, TargetResult]]:
        """Play the rest of the day, in order; the failure of one puzzle never stops the others."""
        for task in tasks:
            try:
                targets = resolve(task.text, signed_in=task.setup.profile is not None)
            except GivensError as error:
                yield task, TargetResult.refused(task.text, error, day=None, done_before=False)
                continue
            for target in targets:
                yield task, self._play(task, target)

    def _play(self, task: Task, target: Target) -> TargetResult:
        """Play one puzzle, unless it is done."""
        day, choices = key(task, target)
        site = target.site.NAME
        try:
            done = self.history.get(site, choices, day)
            if done is not None and done.done:
                result = done.result()
                result.target, result.day, result.done_before = target.name, str(day), True
                return result
            self._check_clock(site, choices, day)
            result = self._try(task, target, lambda result: self._check_new(result, choices, day))
            self.history.note(site, choices, day, result.line())
        except GivensError as error:
            return TargetResult.refused(target.name, error, day=str(day), done_before=False)
        result.day, result.done_before = str(day), False
        return result

    def _try(self, task: Task, target: Target, check: Callable[[TargetResult], None]) -> TargetResult:
        """Play a page, again after growing pauses while the cause of its failure may pass."""
        from tenacity import RetryCallState, Retrying, retry_if_result, stop_after_attempt, wait_exponential

        self.runner.setup = replace(task.setup, options=replace(task.setup.options, check=check))

        def last(state: RetryCallState) -> TargetResult:
            assert state.outcome is not None  # noqa: S101 - tenacity asks once there is one
            result: TargetResult = state.outcome.result()
            return result

        def tell(state: RetryCallState) -> None:
            self.polite.tell(f"{target.name}: {last(state).error.message}; again in {state.upcoming_sleep:.0f} s")

        first = 2 * self.polite.pause_of(target)
        retrying = Retrying(
            retry=retry_if_result(may_pass),
            stop=stop_after_attempt(self.tries),
            wait=wait_exponential(multiplier=first, exp_base=GROWTH, max=LONGEST),
            retry_error_callback=last,
            before_sleep=tell,
        )
        return retrying(self._open, target)

    def _open(self, target: Target) -> TargetResult:
        """Play a page once, a pause after the last one of its host."""
        with self.polite.page(target):
            return self.runner.play(target)

    def _check_clock(self, site: str, choices: str, day: date) -> None:
        """Raise `SetupError` where a later day was played: then the clock has jumped, now or at that time."""
        last = self.history.last(site, choices)
        if last is not None and last.day > day:
            msg = f"by this machine's clock it is {day}, but {last.name} was played on {last.day}: is the clock right?"
            raise SetupError(msg, command=f"givens history {site}")

    def _check_new(self, result: TargetResult, choices: str, day: date) -> None:
        """Raise `NotYet` where the page shows what an earlier day's page showed."""
        last = self.history.last(result.site, choices, before=day)
        if last is None:
            return
        number = result.about.get("number")
        same_number = number is not None and number == last.line.get("about", {}).get("number")
        same_puzzle = bool(result.puzzle) and result.puzzle == last.line.get("puzzle")
        if same_number or same_puzzle:
            raise NotYet(f"{result.url} still shows the puzzle of {last.day}")


def key(task: Task, target: Target) -> tuple[date, str]:
    """Return the day and the choices under which a target's plays are kept."""
    if target.day is None:
        return today_of(target.site), target.name  # A page that was not named by its site is its own choice.
    return target.day, choices_of(target, task.setup.profile)


def may_pass(result: TargetResult) -> bool:
    """Tell whether a failure has a cause that may pass by itself: network, browser, a page that is not there yet."""
    return bool(result.error) and bool(result.error.retry)


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
