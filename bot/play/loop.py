"""The main job: from an open page to its accepted solution."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any

from bot.browser.limits import Deadline, bounded
from bot.errors import EnterError, PageGone, UsageError, first_line
from bot.play.clicker import Clicker, Entered
from bot.play.live import ANSWER_WITHIN, Live, hear
from bot.play.result import TargetResult
from bot.record.recorder import Recorder
from scrapers import About, Accepted, AlreadySolved, ReadError, read, site_of
from solvers import GivensError, NoSolution, NotUnique, dump, dump_grid, explain, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Page

    from scrapers import Layout, Reading, Site, Snapshot
    from solvers import Grid, Puzzle, Step

MOUNT_WITHIN = 20.0
"""Seconds in which a page must show its board."""
ACCEPT_WITHIN = 10.0
"""Seconds in which a page must say that it accepts a board that shows the solution."""
NOT_THIS_ONE = 3.0
"""Seconds in which a page must say that it accepts a solution that is not the only one; then the next is entered."""
MOST_TRIED = 12
"""How many solutions are entered at most."""
DRAWN_WITHIN = 1.2
"""Seconds in which a board that seems to be no sound puzzle may still get what it lacks."""
READ_AGAIN_WITHIN = 2.0
"""Seconds in which a board that cannot be read may still change."""
EXPLAIN_WITHIN = 5.0
"""Seconds that finding the steps to enter may take: somebody is looking on."""
BEAT = 50
"""Milliseconds between two questions to a page."""


def accept_any(_result: TargetResult) -> None:
    """Accept every reading; a named function, because options are sent to processes."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to play."""

    dry_run: bool = False
    any_solution: bool = False
    pace: float | None = None
    """Seconds from one input to the next; the site's own pace unless told, and never less than that."""
    timeout: float | None = None
    """Seconds for the target, everything included."""
    say: Callable[[str], None] | None = None
    """Is told each step of the explanation as it is entered; without it the order is the page's own."""
    check: Callable[[TargetResult], None] = accept_any
    """Is shown what was read before anything is entered, and raises what speaks against playing it."""


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
    """One run on one page."""

    page: Page
    site: Site
    result: TargetResult
    options: Options
    recorder: Recorder
    tell: Callable[[str], None] = lambda _: None
    """Is told, in a few words, what is being done."""
    deadline: Deadline | None = None
    """The end of the target's time, if it has begun before the page was open."""
    limit: Deadline = field(init=False)
    live: Live = field(init=False)
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

    def __post_init__(self) -> None:
        self.limit = self.deadline or Deadline(self.options.timeout)
        self.dialogs = hear(self.page)

    def play(self) -> None:
        """Do the whole job."""
        self.chapter("reading")
        try:
            snapshot, puzzle = self.read()
        except AlreadySolved:
            self.options.check(self.result)
            self.note_accepted(self.ask())
            self.chapter("accepted")
            return
        self.options.check(self.result)
        self.chapter("solving")
        snapshot, puzzle, solution = self.solve_drawn(snapshot, puzzle)
        if self.options.dry_run:
            return
        clicker = self.clicker(self.explain(puzzle))
        self.chapter("entering", marking=True)
        for other in chain(self.others(puzzle, solution), [None]):
            self.enter(clicker, snapshot, solution)
            said = self.wait_for_verdict(ACCEPT_WITHIN if other is None else NOT_THIS_ONE)
            if said is not None or other is None:
                break
            # A page that says nothing may hold another solution for the right one; what it says is its last word.
            snapshot, solution = self.live.take(self.layout.MEASURE), self.note_solution(other, puzzle, unique=False)
        self.note_accepted(said)
        with self.result.timed("accept"), self.bounded("looking at the board"):
            last = self.look_at_the_end()
        self.chapter("accepted")
        with self.result.timed("record"):
            if last is not None:
                self.recorder.board("after", self.page, last)
            else:
                self.recorder.picture("after", self.page)
        goal = self.site.POLICY.shown(solution)
        if self.after is not None and not self.after.agrees_with(goal):
            raise EnterError(f"the page at {self.page.url} accepted a board that is not the solution:\n{self.after}")
        if self.after == goal:
            self.note_after(solution)  # Also where the board does not distinguish two marks.

    def note_after(self, board: Grid | None) -> None:
        """Take over the board as it was last seen."""
        if board is not None:
            self.after, self.result.board_after = board, self.rows(board)

    def rows(self, board: Grid) -> list[Any]:
        """Return the rows of a board, in the form that its puzzle kind has in files."""
        return dump_grid(board, self.reading.puzzle)

    def chapter(self, title: str, *, marking: bool = False) -> None:
        """Begin a chapter of the video, if there is one, in which inputs are marked or not."""
        if self.recorder.video is not None:
            with self.result.timed("record"):
                self.recorder.video.chapter(title, marking=marking)

    def read(self) -> tuple[Snapshot, Puzzle]:
        """Open the board and read its puzzle."""
        self.tell("finding the board")
        with self.result.timed("open"), self.bounded("finding the board", MOUNT_WITHIN + ANSWER_WITHIN):
            self.look_around()
            self.live = Live(self.page, self.find_board)
            self.result.url = self.page.url
        with self.result.timed("read"), self.bounded("reading the board"):
            snapshot, reading = self.read_board()
            self.look_around()
        self.note_reading(snapshot, reading)
        return snapshot, reading.puzzle

    def read_settled(self) -> tuple[Snapshot, Puzzle]:
        """Open the board and read it once it has stopped changing: a reading alone has no solution to prove it."""
        snapshot, puzzle = self.read()
        while True:
            later, again = self.read_again(snapshot)
            if again == puzzle:
                return later, puzzle
            snapshot, puzzle = later, again

    def read_again(self, before: Snapshot) -> tuple[Snapshot, Puzzle]:
        """Read the board when it looks different from before, or after a while; raises as `read` does."""
        with self.result.timed("read"), self.bounded("reading the board again"):
            end = time.monotonic() + self.limit.remaining(DRAWN_WITHIN)
            while time.monotonic() < end and self.live.take(self.layout.MEASURE).html == before.html:
                self.page.wait_for_timeout(2 * BEAT)
            snapshot, reading = self.read_board()
        self.note_reading(snapshot, reading)
        return snapshot, reading.puzzle

    def note_reading(self, snapshot: Snapshot, reading: Reading) -> None:
        """Record what was read."""
        words = {"confirmed": sorted(reading.confirmed), "single": sorted(reading.single)}
        self.recorder.event("read", layout=self.layout.NAME, **words)
        with self.result.timed("record"):
            self.recorder.board("before", self.page, snapshot)
            self.recorder.puzzle(dump(reading.puzzle))

    def find_board(self) -> Any:  # noqa: ANN401 - a Locator, which is imported for types only
        """Find the board through the site module."""
        pressed = Counter[str]()

        def before_press(button: str) -> None:
            self.look_around()
            pressed[button] += 1

        try:
            return self.site.board(self.page, self.mount_within(), before_press)
        finally:
            if pressed:
                self.recorder.event("pressed", buttons=pressed)

    def mount_within(self) -> float:
        """Return how long to wait for the board: shorter than the time limit, so that it is told what was missing."""
        return min(MOUNT_WITHIN, 0.9 * self.limit.remaining())

    def look_around(self) -> None:
        """Note what stands beside the board now."""
        self.about |= self.site.about(self.page)
        self.result.set_about(self.about)

    def read_board(self) -> tuple[Snapshot, Reading]:
        """Read the board; where that fails, again while it changes: the page may still be drawing."""
        end = time.monotonic() + self.limit.remaining(READ_AGAIN_WITHIN)
        before: list[str] = []
        while True:
            snapshots = {
                measure: self.live.take(measure) for measure in {layout.MEASURE for layout in self.site.LAYOUTS}
            }
            try:
                reading = read(self.site, snapshots)
            except ReadError:
                html = [snapshot.html for snapshot in snapshots.values()]
                if html == before or time.monotonic() > end:
                    self.unread = next(iter(snapshots.values()))
                    raise
                before = html
                self.page.wait_for_timeout(4 * BEAT)
                continue
            self.layout, self.reading = reading.layout, reading
            snapshot = snapshots[self.layout.MEASURE]
            self.before = self.layout.marks(snapshot)
            self.result.set_reading(self.site, reading, self.before)
            return snapshot, reading

    def solve_drawn(self, snapshot: Snapshot, puzzle: Puzzle) -> tuple[Snapshot, Puzzle, Grid]:
        """Solve a puzzle; where that fails or gives several solutions, what the board shows a moment later.

        The page may have been drawing when it was read.
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
        """Find the solution and prove it the only one, where several are not allowed."""
        self.tell("solving")
        with self.result.timed("solve"):
            limit = None if self.options.timeout is None else self.limit.remaining(self.options.timeout)
            try:
                solution, unique = solve(puzzle, timeout=limit).grid, True
            except NotUnique as error:
                if not (self.options.any_solution or self.site.POLICY.several):
                    raise
                solution, unique = error.first, False
        return self.note_solution(solution, puzzle, unique=unique)

    def note_solution(self, solution: Grid, puzzle: Puzzle, *, unique: bool) -> Grid:
        """Record the solution that is to be entered."""
        rows = dump_grid(solution, puzzle)
        self.result.verdict, self.result.solution = "one" if unique else "several", rows
        self.recorder.solution(rows)
        self.recorder.event("solved", unique=unique)
        return solution

    def others(self, puzzle: Puzzle, first: Grid) -> Iterator[Grid]:
        """Iterate over the other solutions to enter, where the site allows several and the puzzle has them."""
        if self.site.POLICY.several and not self.result.unique:
            with self.result.timed("solve"):
                found = solutions(puzzle, limit=MOST_TRIED, timeout=self.limit.remaining(ACCEPT_WITHIN))
            yield from (grid for grid in found.grids if grid != first)

    def explain(self, puzzle: Puzzle) -> list[Step]:
        """Find the steps in whose order to enter, if somebody is to be told them; none if that takes too long."""
        if self.options.say is None:
            return []
        self.tell("explaining")
        with self.result.timed("explain"):
            try:
                steps = list(explain(puzzle, timeout=self.limit.remaining(EXPLAIN_WITHIN)))
            except GivensError as error:  # The page can be played without reasons.
                self.options.say(f"entering in the page's own order, as no steps were found: {error.message}")
                return []
        # What somebody has entered before needs no reasons.
        standing = {} if self.before is None else dict(self.before.marked())
        return [step for step in steps if not step.sets.items() <= standing.items()]

    def clicker(self, steps: Sequence[Step] = ()) -> Clicker:
        """Return what enters solutions, in the order of the steps if there are any."""
        policy = self.site.POLICY
        return Clicker(
            self.live,
            self.layout,
            accepted=self.ask,
            note=self.recorder.move,
            pace=max(policy.pace, self.options.pace or 0.0),
            min_elapsed=policy.min_elapsed.get(self.layout.NAME, 0.0),
            shown=policy.shown,
            steps=steps,
            say=self.options.say or (lambda _: None),
        )

    def enter(self, clicker: Clicker, snapshot: Snapshot, solution: Grid) -> None:
        """Enter what is missing."""
        self.tell("entering")
        with self.result.timed("enter"), self.bounded("entering"):
            try:
                clicker.enter(snapshot, solution)
            finally:
                self.note_entered(clicker.done)

    def note_entered(self, done: Entered) -> None:
        """Take over what the clicker did, also when it failed."""
        self.result.inputs, self.result.repaired, self.result.entered = done.inputs, done.repaired, done.inputs > 0
        self.note_after(done.seen)
        self.recorder.event("entered", inputs=done.inputs, repaired=done.repaired, rounds=done.rounds)

    def ask(self) -> Accepted:
        """Ask what the page says of the solution."""
        with self.bounded("asking whether it is solved", ANSWER_WITHIN):
            return self.site.accepted(self.page, self.dialogs)

    def wait_for_verdict(self, within: float) -> Accepted | None:
        """Wait until the page says whether it accepts the solution; None where it says nothing."""
        doing = "waiting until the solution is accepted"
        with self.result.timed("accept"), self.bounded(doing, within + ANSWER_WITHIN):
            end = time.monotonic() + self.limit.remaining(within)
            while (said := self.ask()).verdict is None and time.monotonic() < end:
                self.page.wait_for_timeout(BEAT)
        self.result.said = said.said
        return said if said.verdict is not None else None

    def note_accepted(self, said: Accepted | None) -> None:
        """Take over the page's verdict; raises `EnterError` if it refuses the solution, or says nothing of it."""
        if said is None:
            words = f"; it says {self.result.said!r}" if self.result.said else ""
            msg = f"the board at {self.page.url} shows the solution, but the page does not say that it is solved{words}"
            raise EnterError(msg)
        self.result.accepted, self.result.said = said.verdict, said.said
        self.recorder.event("accepted" if said.verdict else "refused", said=said.said)
        if not said.verdict:
            msg = f"the page at {self.page.url} refuses the solution: {said.said!r}"
            raise EnterError(msg)

    def look_at_the_end(self) -> Snapshot | None:
        """Look at the board once more, if it is still there."""
        try:
            snapshot = self.live.take(self.layout.MEASURE)
            self.note_after(self.layout.marks(snapshot))
        except (PageGone, ReadError):
            return None
        return snapshot

    @contextmanager
    def bounded(self, doing: str, seconds: float = inf) -> Iterator[None]:
        """Bound what is done with the page by the time limit and `seconds`; turn the browser's own errors into ours."""
        from playwright.sync_api import Error

        left = self.limit.remaining()
        limit = f"the time limit of {self.limit.seconds} s" if left < seconds else f"{seconds:g} s"
        try:
            with bounded(min(left, seconds), f"{limit} went by while {doing} at {self.page.url}"):
                yield
        except Error as error:
            msg = f"the page at {self.page.url} does not answer while {doing}: {first_line(error)}"
            raise PageGone(msg) from error
