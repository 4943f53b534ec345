"""The main job: from an open page to its accepted solution."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any

from bot.browser.limits import Deadline, bounded
from bot.errors import EnterError, PageGone, UsageError, first_line
from bot.play.clicker import Clicker, Entered
from bot.play.live import ANSWER_WITHIN, Live, hear
from bot.record.recorder import Recorder
from scrapers import About, Accepted, AlreadySolved, ReadError, read, site_of
from solvers import GivensError, NoSolution, NotUnique, dump, dump_grid, explain, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Page

    from scrapers import Layout, Reading, Site, Snapshot
    from solvers import Grid, Puzzle
    from solvers._core.explain import Step

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


def _sound(_played: Played) -> None:
    """Have nothing against playing what was read; it has a name, as options are sent to processes."""


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
    check: Callable[[Played], None] = _sound
    """Is shown what was read before anything is entered, and raises what speaks against playing it."""


@dataclass(slots=True)
class Played:
    """What a run came to; the fields are filled as it goes on, so that a failure leaves what is known."""

    site: Site
    url: str = ""
    about: About = field(default_factory=About)
    layout: str | None = None
    reading: Reading | None = None
    solution: Grid | None = None
    unique: bool = False
    before: Grid | None = None
    after: Grid | None = None
    entered: bool = False
    accepted: bool | None = None
    said: str = ""
    inputs: int = 0
    repaired: int = 0
    heard: Sequence[str] = ()
    unread: Snapshot | None = None
    """The board that could not be read, if that was it."""
    ms: dict[str, float] = field(default_factory=dict)

    @property
    def note(self) -> str:
        """What the user should know of a puzzle played in this layout."""
        return self.site.POLICY.notes.get(self.layout or "", "")

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Add the time that something takes to a phase, in milliseconds."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.ms[phase] = round(self.ms.get(phase, 0.0) + 1000 * (time.perf_counter() - start), 1)

    def read_line(self) -> dict[str, Any]:
        """Return what `givens read` says of the page."""
        about = {
            key: value
            for key in ("number", "date", "difficulty", "title")
            if (value := getattr(self.about, key)) is not None
        }
        line: dict[str, Any] = {"site": self.site.NAME, "layout": self.layout, "url": self.url, "about": about}
        if self.reading is not None:
            line |= {
                "puzzle": dump(self.reading.puzzle),
                "confirmed": len(self.reading.confirmed),
                "single": len(self.reading.single),
            }
        return line | {"ms": self._totals()}

    def line(self) -> dict[str, Any]:
        """Return what `givens play` says of the run."""
        line = self.read_line()
        if self.solution is not None and self.reading is not None:
            solution = dump_grid(self.solution, self.reading.puzzle)
            line |= {"verdict": "one" if self.unique else "several", "solution": solution}
        return line | {
            "entered": self.entered,
            "accepted": self.accepted,
            "said": self.said,
            "inputs": self.inputs,
            "repaired": self.repaired,
            "ms": self._totals(),
        }

    def _totals(self) -> dict[str, float]:
        return self.ms | {"total": round(sum(self.ms.values()), 1)}


def play(
    page: Page, site: Site | None = None, *, options: Options | None = None, recorder: Recorder | None = None
) -> Played:
    """Play the puzzle on an open page: read it, solve it, enter the solution, see the page accept it.

    The site is found by the page's address unless told. Raises the family of what failed; the page stays open.
    """
    if site is None and (site := site_of(page.url)) is None:
        msg = f"no site module knows {page.url}"
        raise UsageError(msg)
    played = Played(site)
    Run(page, played, options or Options(), recorder or Recorder(None)).play()
    return played


@dataclass(slots=True)
class Run:
    """One run on one page."""

    page: Page
    played: Played
    options: Options
    recorder: Recorder
    tell: Callable[[str], None] = lambda _: None
    """Is told, in a few words, what is being done."""
    deadline: Deadline | None = None
    """The end of the target's time, if it has begun before the page was open."""
    limit: Deadline = field(init=False)
    live: Live = field(init=False)
    layout: Layout = field(init=False)
    heard: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.limit = self.deadline or Deadline(self.options.timeout)
        self.heard = self.played.heard = hear(self.page)

    def play(self) -> None:
        """Do the whole job."""
        self.chapter("reading")
        try:
            snapshot, puzzle = self.read()
        except AlreadySolved:
            self.options.check(self.played)
            self.note_accepted(self.ask())
            self.chapter("accepted")
            return
        self.options.check(self.played)
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
        with self.played.timed("accept"), self.bounded("looking at the board"):
            last = self.look_at_the_end()
        self.chapter("accepted")
        with self.played.timed("record"):
            if last is not None:
                self.recorder.board("after", self.page, last)
            else:
                self.recorder.picture("after", self.page)
        goal = self.played.site.POLICY.shown(solution)
        if self.played.after is not None and not self.played.after.agrees_with(goal):
            msg = f"the page at {self.page.url} accepted a board that is not the solution:\n{self.played.after}"
            raise EnterError(msg)
        if self.played.after == goal:
            self.played.after = solution  # Also where the board does not tell one mark from another.

    def chapter(self, title: str, *, marking: bool = False) -> None:
        """Begin a chapter of the video, if there is one, in which inputs are marked or not."""
        if self.recorder.video is not None:
            with self.played.timed("record"):
                self.recorder.video.chapter(title, marking=marking)

    def read(self) -> tuple[Snapshot, Puzzle]:
        """Open the board and read its puzzle."""
        self.tell("finding the board")
        with self.played.timed("open"), self.bounded("finding the board", MOUNT_WITHIN + ANSWER_WITHIN):
            self.look_around()
            self.live = Live(self.page, self.find_board)
            self.played.url = self.page.url
        with self.played.timed("read"), self.bounded("reading the board"):
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
        with self.played.timed("read"), self.bounded("reading the board again"):
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
        with self.played.timed("record"):
            self.recorder.board("before", self.page, snapshot)
            self.recorder.puzzle(dump(reading.puzzle))

    def find_board(self) -> Any:  # noqa: ANN401 - a Locator, which is imported for types only
        """Find the board through the site module."""
        return self.played.site.board(self.page, self.mount_within(), self.look_around)

    def mount_within(self) -> float:
        """Return how long to wait for the board: shorter than the time limit, so that it is told what was missing."""
        return min(MOUNT_WITHIN, 0.9 * self.limit.remaining())

    def look_around(self) -> None:
        """Note what stands beside the board now."""
        self.played.about |= self.played.site.about(self.page)

    def read_board(self) -> tuple[Snapshot, Reading]:
        """Read the board; where that fails, again while it changes: the page may still be drawing."""
        end = time.monotonic() + self.limit.remaining(READ_AGAIN_WITHIN)
        before: list[str] = []
        while True:
            snapshots = {
                measure: self.live.take(measure) for measure in {layout.MEASURE for layout in self.played.site.LAYOUTS}
            }
            try:
                reading = read(self.played.site, snapshots)
            except ReadError:
                html = [snapshot.html for snapshot in snapshots.values()]
                if html == before or time.monotonic() > end:
                    self.played.unread = next(iter(snapshots.values()))
                    raise
                before = html
                self.page.wait_for_timeout(4 * BEAT)
                continue
            self.layout = reading.layout
            self.played.layout, self.played.reading = self.layout.NAME, reading
            snapshot = snapshots[self.layout.MEASURE]
            self.played.before = self.layout.marks(snapshot)
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
        if failed is None and self.played.unique:
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
        with self.played.timed("solve"):
            limit = None if self.options.timeout is None else self.limit.remaining(self.options.timeout)
            try:
                solution, unique = solve(puzzle, timeout=limit).grid, True
            except NotUnique as error:
                if not (self.options.any_solution or self.played.site.POLICY.several):
                    raise
                solution, unique = error.first, False
        return self.note_solution(solution, puzzle, unique=unique)

    def note_solution(self, solution: Grid, puzzle: Puzzle, *, unique: bool) -> Grid:
        """Record the solution that is to be entered."""
        self.played.solution, self.played.unique = solution, unique
        self.recorder.solution(dump_grid(solution, puzzle))
        self.recorder.event("solved", unique=unique)
        return solution

    def others(self, puzzle: Puzzle, first: Grid) -> Iterator[Grid]:
        """Iterate over the other solutions to enter, where the site allows several and the puzzle has them."""
        if self.played.site.POLICY.several and not self.played.unique:
            with self.played.timed("solve"):
                found = solutions(puzzle, limit=MOST_TRIED, timeout=self.limit.remaining(ACCEPT_WITHIN))
            yield from (grid for grid in found.grids if grid != first)

    def explain(self, puzzle: Puzzle) -> list[Step]:
        """Find the steps in whose order to enter, if somebody is to be told them; none if that takes too long."""
        if self.options.say is None:
            return []
        self.tell("explaining")
        with self.played.timed("explain"):
            try:
                steps = list(explain(puzzle, timeout=self.limit.remaining(EXPLAIN_WITHIN)))
            except GivensError as error:  # The page can be played without reasons.
                self.options.say(f"entering in the page's own order, as no steps were found: {error.message}")
                return []
        # What somebody has entered before needs no reasons.
        standing = {} if self.played.before is None else dict(self.played.before.marked())
        return [step for step in steps if not step.sets.items() <= standing.items()]

    def clicker(self, steps: Sequence[Step] = ()) -> Clicker:
        """Return what enters solutions, in the order of the steps if there are any."""
        policy = self.played.site.POLICY
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
        with self.played.timed("enter"), self.bounded("entering"):
            try:
                clicker.enter(snapshot, solution)
            finally:
                self.note_entered(clicker.done)

    def note_entered(self, done: Entered) -> None:
        """Take over what the clicker did, also when it failed."""
        self.played.inputs, self.played.repaired, self.played.after = done.inputs, done.repaired, done.seen
        self.played.entered = done.inputs > 0
        self.recorder.event("entered", inputs=done.inputs, repaired=done.repaired, rounds=done.rounds)

    def ask(self) -> Accepted:
        """Ask what the page says of the solution."""
        with self.bounded("asking whether it is solved", ANSWER_WITHIN):
            return self.played.site.accepted(self.page, self.heard)

    def wait_for_verdict(self, within: float) -> Accepted | None:
        """Wait until the page says whether it accepts the solution; None where it says nothing."""
        doing = "waiting until the solution is accepted"
        with self.played.timed("accept"), self.bounded(doing, within + ANSWER_WITHIN):
            end = time.monotonic() + self.limit.remaining(within)
            while (said := self.ask()).verdict is None and time.monotonic() < end:
                self.page.wait_for_timeout(BEAT)
        self.played.said = said.said
        return said if said.verdict is not None else None

    def note_accepted(self, said: Accepted | None) -> None:
        """Take over the page's verdict; raises `EnterError` if it refuses the solution, or says nothing of it."""
        if said is None:
            words = f"; it says {self.played.said!r}" if self.played.said else ""
            msg = f"the board at {self.page.url} shows the solution, but the page does not say that it is solved{words}"
            raise EnterError(msg)
        self.played.accepted, self.played.said = said.verdict, said.said
        self.recorder.event("accepted" if said.verdict else "refused", said=said.said)
        if not said.verdict:
            msg = f"the page at {self.page.url} refuses the solution: {said.said!r}"
            raise EnterError(msg)

    def look_at_the_end(self) -> Snapshot | None:
        """Look at the board once more, if it is still there."""
        try:
            snapshot = self.live.take(self.layout.MEASURE)
            self.played.after = self.layout.marks(snapshot)
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
