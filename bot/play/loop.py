"""The play loop: from an open page to its accepted solution."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any

from bot.browser.limits import Deadline
from bot.errors import EnterError, PageGone, PuzzleChanged, UsageError
from bot.play import guess
from bot.play.clicker import Clicker
from bot.play.clicker import Entered as Inputs
from bot.play.judge import Judge, answering
from bot.play.live import ANSWER_TIMEOUT, Live, answer_dialogs
from bot.play.press import press
from bot.play.result import TargetResult, is_mark, known_marks
from bot.play.targets import today_of
from bot.record.recorder import Recorder
from scrapers import (
    GUESSED,
    About,
    Accepted,
    AlreadySolved,
    GuessedSite,
    ReadError,
    read,
    site_of,
)
from solvers import BadPuzzle, GivensError, Grid, NoSolution, NotUnique, dump, dump_grid, explain, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from playwright.sync_api import Locator, Page

    from scrapers import Deed, Guess, Layout, Move, Reading, Site, Snapshot
    from solvers import Puzzle, Step

MOUNT_TIMEOUT = 20.0
"""Seconds in which a page must show its board."""
PERSON_TIMEOUT = 300.0
"""Seconds in which a person must have opened the board in the window."""
ACCEPT_TIMEOUT = 10.0
"""Seconds in which a page must accept a board that shows the solution."""
NEXT_AFTER = 3.0
"""Seconds in which a page must accept one of several solutions; then the next one is entered."""
MAX_SOLUTIONS = 12
"""How many solutions are entered at most."""
DRAWN_TIMEOUT = 1.2
"""Seconds in which a board that is not a proper puzzle may still be completed by the page."""
READ_AGAIN_TIMEOUT = 2.0
"""Seconds in which a board that cannot be read may still change."""
EXPLAIN_TIMEOUT = 5.0
"""Seconds that finding the steps may take: a person is watching."""
MAX_CHANGES = 3
"""How often a page may change its puzzle while the solution is entered."""
POLL_MS = 50
"""Milliseconds between two checks of a page."""


def accept_any(_result: TargetResult) -> None:
    """Accept every reading; a named function, because options are sent to processes."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to play."""

    dry_run: bool = False
    any_solution: bool = False
    pace: float | None = None
    """Seconds from one input to the next; never less than the site's own pace."""
    timeout: float | None = None
    """Seconds for the target, everything included."""
    enter_here: bool = False
    """Whether a guessed page may be entered even if it is in a form, or asks for what no puzzle needs."""
    robot: bool = False
    """Whether to say so in the field that a site asks programs to set."""
    say: Callable[[str], None] | None = None
    """Called with each step of the explanation as it is entered; without it, the layout orders the moves."""
    check: Callable[[TargetResult], None] = accept_any
    """Called with the result before anything is entered; raises an error if the puzzle must not be played."""


def play(
    page: Page, site: Site | None = None, *, options: Options | None = None, recorder: Recorder | None = None
) -> TargetResult:
    """Play the puzzle on an open page: read it, solve it, enter the solution, wait until the page accepts it.

    Without `site` the page's address names the site. Raises the error of what failed; the page stays open.
    """
    if site is None and (site := site_of(page.url)) is None:
        raise UsageError(f"no site module knows {page.url}")
    result = TargetResult.begin(page.url, site.NAME, page.url, entering=True)
    Run(page, site, result, options or Options(), recorder or Recorder(None)).play()
    return result


@dataclass(slots=True)
class Run:
    """One run on one page; the result is filled as it goes on."""

    page: Page
    site: Site
    result: TargetResult
    options: Options
    recorder: Recorder
    set_status: Callable[[str], None] = lambda _: None
    """Called with the current activity, in a few words."""
    deadline: Deadline | None = None
    """The time limit of the target, if it started before the page was open."""
    limit: Deadline = field(init=False)
    live: Live = field(init=False)
    judge: Judge = field(init=False)
    layout: Layout = field(init=False)
    dialogs: list[str] = field(init=False)
    """The messages of the page's dialogs."""
    about: About = field(default_factory=About)
    reading: Reading = field(init=False)
    before: Grid | None = None
    """The board when it was read."""
    after: Grid | None = None
    """The board when it was last seen."""
    unread: Snapshot | None = None
    """The board that could not be read, if that is what failed."""
    seen: Snapshot | None = None
    """The board that was read."""
    seen_at: float = 0.0
    """When it was first looked at, by the clock of `time.monotonic`."""

    def __post_init__(self) -> None:
        self.limit = self.deadline or Deadline(self.options.timeout)
        self.dialogs = answer_dialogs(self.page)
        self.judge = Judge(self.page, self.site, self.dialogs, self.limit, self.record_check)

    def record_check(self) -> None:
        """Record that the control was pressed that checks the board."""
        self.recorder.event("pressed", buttons={"check": 1})

    @property
    def is_guessed(self) -> bool:
        """Whether the board was read by what it looks like."""
        return self.layout.NAME == GUESSED

    def play(self) -> None:
        """Read, solve and enter the puzzle, and wait until the page accepts the solution."""
        if self.options.robot and not self.site.POLICY.robot_field:
            raise UsageError(
                f"{self.site.NAME} has no field in which programs say what they are", command="givens sites"
            )
        self.chapter("reading")
        try:
            snapshot, puzzle = self.read()
        except AlreadySolved:
            self.options.check(self.result)
            self.record_verdict(
                self.judge.without_board(self.about.number, self.site.POLICY.number(today_of(self.site)))
            )
            self.chapter("accepted")
            return
        self.options.check(self.result)
        self.chapter("solving")
        snapshot, puzzle, solution = self.solve_drawn(snapshot, puzzle)
        if self.options.dry_run:
            return
        clicker = self.clicker(self.explain(puzzle))
        self.chapter("entering", marking=True)
        try:
            verdict, solution = self.enter_and_wait(clicker, snapshot, puzzle, solution)
        except (EnterError, ReadError) as error:
            guess.check_cover(self, error, clicker.done)
            verdict = self.verdict_after(error, clicker.done)
        goal = self.site.POLICY.shown(solution)
        with self.result.timed("accept"), self.bounded("reading the board"):
            last = self.last_board()
        differs = last is not None and self.after is not None and not self.after.agrees_with(goal)
        if last is not None and differs and clicker.done.complete and self.is_another_puzzle(last):
            last, differs = None, False
            self.set_last_board(clicker.done.seen)
        if not differs:
            self.record_verdict(verdict)
            self.chapter("accepted" if verdict.verdict else "entered")
        with self.result.timed("record"):
            if last is not None:
                self.recorder.board("after", self.page, last)
            else:
                self.recorder.picture("after", self.page)
        if differs:
            raise EnterError(
                f"the page at {self.page.url} accepted a board that differs from the solution:\n{self.after}"
                if verdict.verdict
                else f"the board at {self.page.url} does not show the solution any more:\n{self.after}"
            )
        if self.after == goal or not clicker.done.complete:
            self.set_last_board(solution)  # Also where the board does not distinguish two marks, or has gone.

    def enter_and_wait(
        self, clicker: Clicker, snapshot: Snapshot, puzzle: Puzzle, solution: Grid
    ) -> tuple[Accepted, Grid]:
        """Enter the solution, then other ones if there are any, until the page accepts one; return its verdict."""
        if self.is_guessed:
            return guess.enter(self, clicker, snapshot, puzzle, solution)
        puzzle, solution = self.enter(clicker, snapshot, puzzle, solution)
        for other in chain(self.others(puzzle, solution), [None]):
            answer = self.wait_for_verdict(ACCEPT_TIMEOUT if other is None else NEXT_AFTER)
            if answer.verdict is not None:
                return answer, solution
            if other is not None:
                # A page that says nothing may expect another solution. A refusal is final.
                self.record_solution(other, puzzle, unique=False)
                puzzle, solution = self.enter(clicker, self.live.take(self.layout.MEASURE), puzzle, other)
        said = f"; it says {answer.said!r}" if answer.said else ""
        raise EnterError(
            f"the board at {self.page.url} shows the solution, but the page does not say that it is solved{said}"
            f"{self.judge.appeared()}"
        )

    def verdict_after(self, error: GivensError, done: Inputs) -> Accepted:
        """Return the page's verdict after the board has gone with the last input; raise what is wrong."""
        self.judge.check_wall()
        if done.finished and not done.complete and self.board_has_gone():
            with self.result.timed("accept"):
                answer = self.judge.without_last_look(error, ACCEPT_TIMEOUT, self.about, lacked_one=done.lacked_one)
            self.result.said = answer.said
            return answer
        answer = self.judge.ask().since(self.judge.at_first)
        if not answer.verdict or done.complete:
            raise error
        self.result.said = answer.said
        raise self.judge.unproven(answer, error)

    def wait_for_verdict(self, within: float) -> Accepted:
        """Return the page's verdict as soon as it has one."""
        with self.result.timed("accept"):
            answer = self.judge.wait(within)
        self.result.said = answer.said
        return answer

    def board_has_gone(self) -> bool:
        """Return whether the page has removed its board."""
        try:
            with self.bounded("looking for the board", ANSWER_TIMEOUT):
                self.live.take(self.layout.MEASURE)
        except PageGone:
            return True
        except ReadError:
            return False
        return False

    def is_another_puzzle(self, snapshot: Snapshot) -> bool:
        """Return whether the page has gone on to another puzzle than the one that was entered."""
        try:
            self.check_puzzle(snapshot)
        except PuzzleChanged:
            return True
        return False

    def set_last_board(self, board: Grid | None) -> None:
        """Store the board as it was last seen."""
        if board is not None:
            self.after = known_marks(board, self.reading.puzzle)
            self.result.board_after = self.rows(self.after)

    def rows(self, board: Grid) -> list[Any]:
        """Return the rows of a board, in the form that its puzzle kind has in files."""
        return dump_grid(board, self.reading.puzzle)

    def chapter(self, title: str, *, marking: bool = False) -> None:
        """Begin a chapter of the video, if there is one; mark inputs in it if `marking`."""
        if self.recorder.video is not None:
            with self.result.timed("record"):
                self.recorder.video.chapter(title, marking=marking)

    def read(self) -> tuple[Snapshot, Puzzle]:
        """Open the board and read its puzzle."""
        self.set_status("finding the board" + "; open it in the window if it is covered" * self.waits)
        with self.result.timed("open"), self.bounded("finding the board", self.longest_mount + ANSWER_TIMEOUT):
            self.read_about()
            self.live = Live(self.page, self.find_board)
            self.result.url = self.page.url
        with self.result.timed("read"), self.bounded("reading the board"):
            snapshot, reading = self.read_board()
            self.read_about()
        self.record_reading(snapshot, reading)
        return snapshot, reading.puzzle

    def read_settled(self) -> tuple[Snapshot, Puzzle]:
        """Open the board and read it once it has stopped changing, as no solution confirms the reading."""
        snapshot, puzzle = self.read()
        while True:
            later, again = self.read_again(snapshot)
            if again == puzzle:
                return later, puzzle
            snapshot, puzzle = later, again

    def read_again(self, before: Snapshot) -> tuple[Snapshot, Puzzle]:
        """Read the board once it has changed, or after a while; raise the same errors as `read`."""
        with self.result.timed("read"), self.bounded("reading the board again"):
            end = time.monotonic() + self.limit.remaining(DRAWN_TIMEOUT)
            while time.monotonic() < end and self.live.take(self.layout.MEASURE).html == before.html:
                self.page.wait_for_timeout(2 * POLL_MS)
            snapshot, reading = self.read_board()
        self.record_reading(snapshot, reading)
        return snapshot, reading.puzzle

    def record_reading(self, snapshot: Snapshot, reading: Reading) -> None:
        """Record what was read."""
        if (found := guess.found_on(self.site)) is not None:
            self.record_found(found)
        words = {"confirmed": sorted(reading.confirmed), "single": sorted(reading.single)}
        self.recorder.event("read", layout=self.layout.NAME, **words)
        with self.result.timed("record"):
            self.recorder.board("before", self.page, snapshot)
            self.recorder.puzzle(dump(reading.puzzle))

    def record_found(self, found: Guess) -> None:
        """Record what was found on a page whose board had to be guessed."""
        self.recorder.event("guessed", **guess.words_of(found))

    def find_board(self) -> Any:  # noqa: ANN401 - a Locator, which is imported for types only
        """Find the board through the site module."""
        pressed = Counter[str]()

        def press_declared(element: Locator, button: str, seen: Deed) -> bool:
            self.read_about()  # What the page shows beside the button may disappear.
            pressed[button] += 1
            return press(self.page, element, seen).is_clean

        try:
            return self.site.board(self.page, self.mount_within(), press_declared)
        except AlreadySolved:
            raise
        except ReadError as error:
            return guess.board_by_looks(self, error)
        finally:
            if pressed:
                self.recorder.event("pressed", buttons=pressed)

    def mount_within(self) -> float:
        """Return how long to wait for the board: less than the time limit, so that the error names what is missing."""
        return min(self.longest_mount, 0.9 * self.limit.remaining())

    @property
    def waits(self) -> bool:
        """Whether a person may still open the board in the window."""
        return isinstance(self.site, GuessedSite) and self.site.waits

    @property
    def longest_mount(self) -> float:
        """The number of seconds in which the board must be there."""
        return PERSON_TIMEOUT if self.waits else MOUNT_TIMEOUT

    def read_about(self) -> None:
        """Store what the page currently says about its puzzle."""
        self.about |= self.site.about(self.page)
        self.result.set_about(self.about)

    def read_board(self) -> tuple[Snapshot, Reading]:
        """Read the board; if that fails, read it again while it changes, as the page may still be drawing."""
        self.seen_at = self.seen_at or time.monotonic()
        end = time.monotonic() + self.limit.remaining(READ_AGAIN_TIMEOUT)
        before: list[str] = []
        while True:
            snapshots = {
                measure: self.live.take(measure) for measure in {layout.MEASURE for layout in self.site.LAYOUTS}
            }
            try:
                reading = read(self.site, snapshots)
            except ReadError as error:
                html = [snapshot.html for snapshot in snapshots.values()]
                if html != before and time.monotonic() <= end:
                    before = html
                    self.page.wait_for_timeout(4 * POLL_MS)
                    continue
                self.unread = next(iter(snapshots.values()))
                snapshot, reading = guess.read_by_looks(self.site, self.live, error, self.record_found)
                self.unread = None
            else:
                snapshot = snapshots[reading.layout.MEASURE]
            self.layout, self.reading = reading.layout, reading
            self.seen = snapshot
            self.before = self.layout.marks(snapshot)
            self.result.set_reading(self.site, reading, self.before)
            return snapshot, reading

    def solve_drawn(self, snapshot: Snapshot, puzzle: Puzzle) -> tuple[Snapshot, Puzzle, Grid]:
        """Solve a puzzle; without a unique solution, read and solve the board again a moment later.

        The page may still have been drawing when the board was read.
        """
        failed: NotUnique | NoSolution | None = None
        try:
            solution = self.solve(puzzle)
        except (NotUnique, NoSolution) as error:
            failed = error
        if failed is None and self.result.unique:
            return snapshot, puzzle, solution
        snapshot, again = self.read_again(snapshot)
        if again != puzzle:
            return snapshot, again, self.solve(again)
        if failed is not None:
            raise failed
        return snapshot, puzzle, solution

    def solve(self, puzzle: Puzzle) -> Grid:
        """Find the solution; raise `NotUnique` if there are several, unless that is allowed."""
        self.set_status("solving")
        with self.result.timed("solve"):
            limit = None if self.options.timeout is None else self.limit.remaining(self.options.timeout)
            try:
                solution, unique = solve(puzzle, timeout=limit).grid, True
            except NotUnique as error:
                if not (self.options.any_solution or self.site.POLICY.several):
                    raise
                solution, unique = error.first, False
        return self.record_solution(solution, puzzle, unique=unique)

    def record_solution(self, solution: Grid, puzzle: Puzzle, *, unique: bool) -> Grid:
        """Record the solution to enter."""
        rows = dump_grid(solution, puzzle)
        self.result.verdict, self.result.solution = "one" if unique else "several", rows
        self.recorder.solution(rows)
        self.recorder.event("solved", unique=unique)
        return solution

    def others(self, puzzle: Puzzle, first: Grid) -> Iterator[Grid]:
        """Yield the other solutions of a puzzle, if its site allows several."""
        if self.site.POLICY.several and not self.result.unique:
            with self.result.timed("solve"):
                found = solutions(puzzle, limit=MAX_SOLUTIONS, timeout=self.limit.remaining(ACCEPT_TIMEOUT))
            yield from (grid for grid in found.grids if grid != first)

    def explain(self, puzzle: Puzzle) -> list[Step]:
        """Return the steps to say and to enter, if a person is watching; none if finding them takes too long."""
        if self.options.say is None:
            return []
        self.set_status("explaining")
        with self.result.timed("explain"):
            try:
                steps = list(explain(puzzle, timeout=self.limit.remaining(EXPLAIN_TIMEOUT)))
            except GivensError as error:  # The page can be played without reasons.
                self.options.say(f"entering in the page's own order, because no steps were found: {error.message}")
                return []
        # A step whose marks are already on the board needs no explanation.
        standing = {} if self.before is None else dict(self.before.marked())
        return [step for step in steps if not step.sets.items() <= standing.items()]

    def clicker(self, steps: Sequence[Step] = ()) -> Clicker:
        """Return the clicker for this board, which enters in the order of the steps if there are any."""
        policy = self.site.POLICY
        self.live.one_by_one = self.recorder.video is not None
        return Clicker(
            self.live,
            self.layout,
            note=self.record_move,
            check=self.check_puzzle,
            before_first=self.before_first,
            before_last=self.before_last,
            looks_before_last=not self.is_guessed,
            pace=max(policy.pace, self.options.pace or 0.0),
            min_elapsed=max(policy.min_elapsed.values(), default=0.0)
            if self.is_guessed
            else policy.min_elapsed.get(self.layout.NAME, 0.0),
            shown=policy.shown,
            steps=steps,
            say=self.options.say or (lambda _: None),
        )

    def before_first(self) -> None:
        """Keep what the page says before the first input, and check that it still shows the puzzle that was read."""
        self.declare_robot()
        if self.is_guessed:
            guess.watch(self)
        self.judge.before_first()
        snapshot = self.live.take(self.layout.MEASURE)
        try:
            again = self.layout.read(snapshot).puzzle
        except (ReadError, BadPuzzle) as error:
            raise PuzzleChanged(
                f"the board at {self.page.url} has changed since it was read: {error.message}"
            ) from None
        if again != self.reading.puzzle:
            raise PuzzleChanged(f"the puzzle at {self.page.url} has changed since it was read")

    def before_last(self) -> None:
        """Keep what the page says before the last input."""
        self.declare_robot()
        self.judge.before_last()

    def declare_robot(self) -> None:
        """Set the field in which the site asks programs to say what they are; raise `ReadError` if it is missing."""
        field = self.site.POLICY.robot_field
        if self.options.robot and not self.live.set_field(field, "1"):
            raise ReadError(f"the page at {self.page.url} has no field {field}", selector=field)

    def check_puzzle(self, snapshot: Snapshot) -> None:
        """Raise `PuzzleChanged` if the board no longer shows the puzzle that is being entered.

        While it is being entered, a board need not show which marks are givens, so more of them are no change.
        """
        try:
            again = self.layout.read(snapshot).puzzle
        except (ReadError, BadPuzzle):
            puzzle, before = self.reading.puzzle, self.before
            marks = self.layout.marks(snapshot)
            changed = before is not None and shows_givens(before, puzzle) and not shows_givens(marks, puzzle)
        else:
            changed = not continues(self.reading.puzzle, again)
        if changed:
            raise PuzzleChanged(f"the puzzle at {self.page.url} has changed while its solution was entered")

    def enter(self, clicker: Clicker, snapshot: Snapshot, puzzle: Puzzle, solution: Grid) -> tuple[Puzzle, Grid]:
        """Enter what the board still lacks; where the page changes its puzzle, read and solve again.

        Return the puzzle and the solution that the board shows in the end.
        """
        self.set_status("entering")
        for left in reversed(range(MAX_CHANGES + 1)):
            try:
                with self.result.timed("enter"), self.bounded("entering"):
                    try:
                        clicker.enter(snapshot, solution)
                    finally:
                        self.record_entered(clicker.done)
            except (PuzzleChanged, ReadError):  # A board that cannot be read may be about to change.
                if not left or self.is_guessed:  # What was learned is of no use on another puzzle.
                    raise
                snapshot, puzzle, solution = self.read_changed()
                clicker.layout, clicker.steps, clicker.answers = self.layout, (), False
            else:
                break
        return puzzle, solution

    def read_changed(self) -> tuple[Snapshot, Puzzle, Grid]:
        """Read and solve a board whose puzzle the page has changed."""
        self.recorder.event("changed")
        with self.result.timed("read"), self.bounded("reading the board again"):
            self.page.wait_for_timeout(POLL_MS)
            snapshot, reading = self.read_board()
            self.read_about()
        self.record_reading(snapshot, reading)
        self.options.check(self.result)
        return self.solve_drawn(snapshot, reading.puzzle)

    def record_move(self, move: Move) -> None:
        """Record an input, with the marks that it may leave."""
        puzzle = self.reading.puzzle
        leaves = {
            cell: frozenset(mark for mark in marks if is_mark(mark, puzzle)) for cell, marks in move.leaves.items()
        }
        self.recorder.move(replace(move, leaves=leaves))

    def record_entered(self, done: Inputs) -> None:
        """Store what the clicker entered, even if it failed."""
        self.result.inputs, self.result.repaired, self.result.entered = done.inputs, done.repaired, done.inputs > 0
        self.set_last_board(done.seen)
        self.recorder.event("entered", inputs=done.inputs, repaired=done.repaired, rounds=done.rounds)

    def record_verdict(self, answer: Accepted) -> None:
        """Store the page's verdict; raise `EnterError` if it refuses the solution."""
        said = self.judge.appeared_last() if answer.verdict is None else answer.said
        self.result.accepted, self.result.said = answer.verdict, said
        events = {True: "accepted", False: "refused", None: "unconfirmed"}
        self.recorder.event(events[answer.verdict], said=said)
        if answer.verdict is False:
            raise EnterError(f"the page at {self.page.url} refuses the solution: {answer.said!r}")

    def last_board(self) -> Snapshot | None:
        """Return the board once more, None if the page has removed it."""
        try:
            snapshot = self.live.take(self.layout.MEASURE)
            self.set_last_board(self.layout.marks(snapshot))
        except (PageGone, ReadError):
            return None
        return snapshot

    def bounded(self, doing: str, seconds: float = inf) -> AbstractContextManager[None]:
        """Limit the block to the target's time and `seconds`; raise `PageGone` for the browser's own errors."""
        return answering(self.page, self.limit, doing, seconds)


def continues(puzzle: Puzzle, again: Puzzle) -> bool:
    """Return whether `again` is `puzzle`, perhaps with more givens."""
    before, now = dump(puzzle), dump(again)
    givens = again.given_marks
    if givens is None or "givens" not in before:
        return before == now
    return before == now | {"givens": before["givens"]} and shows_givens(givens, puzzle)


def shows_givens(marks: Grid, puzzle: Puzzle) -> bool:
    """Return whether a board with these marks shows the givens of a puzzle; there may be none."""
    givens = puzzle.given_marks
    if givens is None:
        return True
    same_size = (marks.height, marks.width) == (givens.height, givens.width)
    return same_size and all(marks[cell] == mark for cell, mark in givens.marked())
