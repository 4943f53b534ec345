"""Play the daily puzzles: each at most once on its site's day, one page at a time; a second run is safe."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from bot.daily.history import choices_of, store
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
    from bot.play.runner import Runner, Setup
    from bot.play.targets import Target
    from bot.play.throttle import Throttle

BACKOFF = 4
"""The factor between the pauses before two tries; the first is twice the pause between pages."""
MAX_PAUSE = 600.0
"""The longest pause before a try, in seconds."""


@dataclass(frozen=True, slots=True)
class Task:
    """A daily puzzle, with the options for playing it."""

    text: str
    """The target as the user wrote it."""
    setup: Setup
    notify: str = "never"


@dataclass(slots=True)
class Day:
    """One run of the daily puzzles."""

    runner: Runner
    history: History
    throttle: Throttle
    tries: int
    """The number of tries in one run for a puzzle with a temporary failure."""

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
        """Play one puzzle unless it is done."""
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
            store(result, site, choices, day, self.history)
        except GivensError as error:
            return TargetResult.refused(target.name, error, day=str(day), done_before=False)
        result.day, result.done_before = str(day), False
        return result

    def _try(self, task: Task, target: Target, check: Callable[[TargetResult], None]) -> TargetResult:
        """Play a page; after a temporary failure, try again after growing pauses."""
        from tenacity import RetryCallState, Retrying, retry_if_result, stop_after_attempt, wait_exponential

        self.runner.setup = replace(task.setup, options=replace(task.setup.options, check=check))

        def last(state: RetryCallState) -> TargetResult:
            assert state.outcome is not None  # noqa: S101 - set before tenacity calls this
            result: TargetResult = state.outcome.result()
            return result

        def report(state: RetryCallState) -> None:
            self.throttle.set_status(
                f"{target.name}: {last(state).error.message}; trying again in {state.upcoming_sleep:.0f} s"
            )

        first = 2 * self.throttle.pause_of(target)
        retrying = Retrying(
            retry=retry_if_result(is_temporary),
            stop=stop_after_attempt(self.tries),
            wait=wait_exponential(multiplier=first, exp_base=BACKOFF, max=MAX_PAUSE),
            retry_error_callback=last,
            before_sleep=report,
        )
        return retrying(self._open, target)

    def _open(self, target: Target) -> TargetResult:
        """Play a page once, after the pause for its host."""
        with self.throttle.page(target):
            return self.runner.play(target)

    def _check_clock(self, site: str, choices: str, day: date) -> None:
        """Raise `SetupError` if a later day was played: the clock is wrong now, or was wrong then."""
        last = self.history.last(site, choices)
        if last is not None and last.day > day:
            raise SetupError(
                f"the clock says {day}, but {last.name} was played on {last.day}: is the clock right?",
                command=f"givens history {site}",
            )

    def _check_new(self, result: TargetResult, choices: str, day: date) -> None:
        """Raise `NotYet` if the page shows the puzzle of an earlier day."""
        last = self.history.last(result.site, choices, before=day)
        if last is None:
            return
        number = result.about.get("number")
        same_number = number is not None and number == last.line.get("about", {}).get("number")
        same_puzzle = bool(result.puzzle) and result.puzzle == last.line.get("puzzle")
        if same_number or same_puzzle:
            raise NotYet(f"{result.url} still shows the puzzle of {last.day}")


def key(task: Task, target: Target) -> tuple[date, str]:
    """Return the day and the choices that identify a target in the history."""
    if target.day is None:
        return today_of(target.site), target.name  # A page that is not named by its site has its name as choices.
    return target.day, choices_of(target, task.setup.profile)


def is_temporary(result: TargetResult) -> bool:
    """Return whether a failure may disappear by itself: network, browser, or a page that is not published yet."""
    return bool(result.error) and bool(result.error.retry)


@contextmanager
def lock(history: Path) -> Iterator[None]:
    """Hold the lock that allows one run at a time; raise `Busy` if another run holds it.

    It is a lock of the operating system on a file beside the history. It ends with its process, so it is never stale,
    and the file about its holder counts only while the lock is held.
    """
    from filelock import FileLock, Timeout

    holder = history.with_name("daily.holder.json")
    file_lock = FileLock(history.with_name("daily.lock"), timeout=0)
    try:
        history.parent.mkdir(parents=True, exist_ok=True)
        file_lock.acquire()
    except Timeout:
        raise Busy(f"another `givens daily` is running{_describe(holder)}; try again when it has ended") from None
    except OSError as error:
        raise SetupError(
            f"{file_lock.lock_file} cannot be written: {error.strerror}",
            command="set GIVENS_HISTORY to a file in a folder of yours",
        ) from None
    try:
        with suppress(OSError):  # It is only for the message of another run.
            write_whole(holder, json.dumps({"process": os.getpid(), "since": f"{datetime.now():%H:%M}"}))  # noqa: DTZ005 - local time, for people
        yield
    finally:
        holder.unlink(missing_ok=True)
        file_lock.release()


def _describe(holder: Path) -> str:
    """Return who holds the lock, in words; an empty text if that is unknown."""
    try:
        facts = json.loads(holder.read_text(encoding="utf-8"))
        return f" since {facts['since']} (process {facts['process']})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
