"""Play the daily puzzles: each at most once on its site's day, one page at a time; a second run is safe."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from bot.daily.history import History, key, store
from bot.errors import PageGone, SetupError, again, held
from bot.play.reading import continues
from bot.play.resolve import resolve
from bot.play.result import DayResult
from bot.play.sites import family_of
from scrapers import NeedsHuman, NotYet
from solvers import BadPuzzle, GivensError, load

if TYPE_CHECKING:
    from bot.play.options import Options
    from bot.play.result import TargetResult
    from bot.play.runner import Runner
    from bot.play.targets import Target

BACKOFF = 4
"""The factor between the pauses before two tries; the first is twice the pause between pages."""
NOT_TRIED = "NotTried"
"""The kind of the error of a puzzle that is left alone."""
MAX_PAUSE = 600.0
"""The longest pause before a try, in seconds."""


@dataclass(slots=True)
class Throttle:
    """Remember when a page of each host was closed."""

    set_status: Callable[[str], None]
    pause: float
    """Seconds between two pages of one host."""
    left: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def page(self, target: Target) -> Iterator[None]:
        """Wait until the target's page may be opened, and note when it is closed."""
        host = urlsplit(target.url).netloc
        wait = self.left.get(host, -inf) + self.pause_of(target) - time.monotonic()
        if wait > 0:
            self.set_status(f"{target.name}: waiting {wait:.0f} s")
            time.sleep(wait)
        try:
            yield
        finally:
            self.left[host] = time.monotonic()

    def pause_of(self, target: Target) -> float:
        """Return the seconds between two pages of the target's host; a saved page needs no pause."""
        return self.pause if target.is_live else 0.0


@dataclass(frozen=True, slots=True)
class DayTask:
    """A daily puzzle, with the options for playing it."""

    text: str
    """The target as the user wrote it."""
    options: Options
    notify: str = "never"


@dataclass(slots=True)
class Day:
    """One run of the daily puzzles."""

    runner: Runner
    history: History
    throttle: Throttle
    tries: int
    """The number of tries in one run for a puzzle with a temporary failure."""

    force: bool = False
    """Whether to play although a later day was played."""
    tell: Callable[[str], None] = lambda _message: None
    """Prints how each attempt ended without an error that is final: what shows the activity may show it to nobody."""

    def play(self, tasks: Sequence[DayTask]) -> Iterator[tuple[DayTask, DayResult]]:
        """Play the rest of the day, site by site, and yield each result once it is final.

        A failure of one puzzle stops no other, unless its site lets nobody in. Before another try, pages of other sites
        are played.
        """
        waiting: list[_Puzzle] = []
        for task, target in by_site(tasks):
            if isinstance(target, GivensError):
                yield task, DayResult.refused(task.text, target, day=None)
                continue
            puzzle = _Puzzle(task, target, *key(target, task.options.profile))
            if (result := self._known(puzzle)) is None:
                waiting.append(puzzle)
            else:
                yield task, result
        while waiting:
            yield from self._attempt(waiting)

    def _attempt(self, waiting: list[_Puzzle]) -> Iterator[tuple[DayTask, DayResult]]:
        """Play the next puzzle once; yield final results, whose puzzles wait no longer."""
        puzzle = self._next(waiting)
        name = puzzle.target.name
        result = self._play(puzzle)
        others = _behind(puzzle, result, waiting)
        if result.error and result.error.retry and puzzle.tries < self.tries:
            # It waits longer each time.
            pause = min(2 * self.throttle.pause_of(puzzle.target) * BACKOFF ** (puzzle.tries - 1), MAX_PAUSE)
            puzzle.due = time.monotonic() + pause
            attempt = f"attempt {puzzle.tries + 1} of {self.tries} in {pause:.0f} s"
            self.tell(f"{name}: {attempt}: {result.error.brief(name)}")
            for other in others:
                other.due = max(other.due, puzzle.due)
            return
        if not result.error:
            self.tell(f"{name}: {result.words}")
        for each in (puzzle, *others):
            waiting.remove(each)
        yield puzzle.task, result
        yield from ((other.task, _not_tried(other, result)) for other in others)

    def _known(self, puzzle: _Puzzle) -> DayResult | None:
        """Return the result of a puzzle that is done or cannot be played; None if it is left."""
        site, day = puzzle.target.site.NAME, puzzle.day
        done = self.history.get(site, puzzle.choices, day)
        if done is not None and done.state != "failed":
            result = DayResult.of(done.result, str(day), done_before=True)
            result.target = puzzle.target.name
            result.streak = self.history.streak(site, puzzle.choices, day)
            return result
        last = None if self.force or puzzle.target.dated else self.history.last(site, puzzle.choices)
        if last is None or last.day <= day:
            return None
        error = SetupError(  # The clock is wrong now, or was wrong then.
            f"the clock says {day}, but {last.name} was played on {last.day}: is the clock right?",
            command=again("givens daily run", puzzle.target.name, options=["--force"]),
        )
        return puzzle.refused(error)

    def _next(self, waiting: Sequence[_Puzzle]) -> _Puzzle:
        """Return the puzzle whose page may be opened first, as soon as it may."""
        now = time.monotonic()
        puzzle = min(waiting, key=lambda puzzle: max(puzzle.due, now))
        if puzzle.due > now:
            self.throttle.set_status(f"{puzzle.target.name}: waiting {puzzle.due - now:.0f} s")
            time.sleep(puzzle.due - now)
        return puzzle

    def _play(self, puzzle: _Puzzle) -> DayResult:
        """Play a puzzle once, and store the result."""
        puzzle.tries += 1
        target, self.runner.options = puzzle.target, puzzle.task.options
        try:
            with self.throttle.page(target):
                result = self.runner.play(target, partial(self._check_new, puzzle))
        except GivensError as error:
            return puzzle.refused(error)
        store(target, result, puzzle.task.options.profile, self.history)
        return DayResult.of(result, str(puzzle.day))

    def _check_new(self, puzzle: _Puzzle, result: TargetResult) -> None:
        """Raise `NotYet` if the page shows the puzzle of an earlier day."""
        puzzle.target.check_day(result)
        last = self.history.last_read(result.site, puzzle.choices, puzzle.day)
        if last is None:
            return
        number = result.about.get("number")
        same_number = number is not None and number == (last.result.about or {}).get("number")
        if same_number or (result.puzzle and is_same(result.puzzle, last.line["puzzle"])):
            raise NotYet(f"{result.url} still shows the puzzle of {last.day}")


@dataclass(slots=True, eq=False)
class _Puzzle:
    """A puzzle that is left to play."""

    task: DayTask
    target: Target
    day: date
    choices: str
    tries: int = 0
    due: float = 0.0
    """The monotonic time of the next try."""

    def refused(self, error: GivensError) -> DayResult:
        """Return the result of the puzzle if it could not be begun."""
        site, day = self.target.site.NAME, str(self.day)
        return DayResult.refused(self.target.name, error, site=site, day=day)


def by_site(tasks: Sequence[DayTask]) -> list[tuple[DayTask, Target | GivensError]]:
    """Return the targets of all tasks, or why a task has none; those of one family of sites follow each other."""
    families: dict[str, list[tuple[DayTask, Target | GivensError]]] = {}
    for task in tasks:
        try:
            for target in resolve(task.text, signed_in=task.options.profile is not None):
                families.setdefault(family_of(target.site.NAME), []).append((task, target))
        except GivensError as error:
            families.setdefault("", []).append((task, error))
    return [each for targets in families.values() for each in targets]


def _behind(puzzle: _Puzzle, result: DayResult, waiting: Sequence[_Puzzle]) -> list[_Puzzle]:
    """Return the puzzles whose pages stand behind what kept a page from being seen, such as a login wall."""
    if result.layout or not result.error or result.error.kind not in {NeedsHuman.__name__, PageGone.__name__}:
        return []
    if "status" in result.error.details:  # The site is there, and lacks this page.
        return []

    def entry(puzzle: _Puzzle) -> tuple[str, str | None]:
        return urlsplit(puzzle.target.url).netloc, puzzle.task.options.profile

    others = [other for other in waiting if other is not puzzle and other.target.is_live]
    return [other for other in others if puzzle.target.is_live and entry(other) == entry(puzzle)]


def _not_tried(puzzle: _Puzzle, result: DayResult) -> DayResult:
    """Return the result of a puzzle that is left alone after what another page of its site has said."""
    message = f"not tried after what {result.target} met: {result.error.message}"
    error = msgspec.structs.replace(result.error, kind=NOT_TRIED, message=message, details={})
    target, day = puzzle.target, str(puzzle.day)
    return DayResult(target=target.name, site=target.site.NAME, day=day, error=error)


def is_same(puzzle: Mapping[str, Any], earlier: object) -> bool:
    """Return whether two puzzles are one; where the marks of a begun board count as givens, it has more of them."""
    with suppress(BadPuzzle):
        now, before = load(puzzle), load(earlier)
        return continues(before, now) or continues(now, before)
    return False


def lock(history: Path) -> AbstractContextManager[None]:
    """Hold the lock beside an open history that allows one run at a time; raise `Busy` if another run holds it."""
    return held(history.with_name("daily.lock"), "another `givens daily run` is running; try again when it has ended")
