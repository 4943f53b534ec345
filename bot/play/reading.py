"""Reading: find the board on an open page, and read its puzzle; the task that this stage and the later ones share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, Self

from bot import addon
from bot.browser.limits import ANSWER_TIMEOUT, Deadline, Limit, limit_time
from bot.play.live import Live, answer_dialogs, press, press_nothing
from bot.play.options import Options
from bot.play.result import TargetResult
from bot.play.sites import seen_site
from bot.record.recorder import Recorder
from scrapers import (
    GUESSED,
    MAX_PRESSES,
    About,
    Layout,
    NeedsHuman,
    PageClock,
    Patience,
    Press,
    PressTarget,
    ReadError,
    Reading,
    Site,
    Snapshot,
    clock_of,
    read,
)
from solvers import BadPuzzle, Grid, Puzzle, dump

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from bot.play.targets import Target

MOUNT_TIMEOUT = 20.0
"""Seconds in which a page must show its board."""
PERSON_TIMEOUT = 300.0
"""Seconds in which a person must have opened the board in the window."""
DRAWN_TIMEOUT = 1.2
"""Seconds in which a board that is not a proper puzzle may still be completed by the page."""
READ_AGAIN_TIMEOUT = 2.0
"""Seconds in which a board that cannot be read may still change."""
LOOKS_AFTER = 4.0
"""Seconds after which a board is also looked for by what it looks like."""
LOOK_SECONDS = 2.0
"""Seconds in which it must be found so, each time."""
POLL_MS = 50
"""Milliseconds between two checks of a page."""

ACCEPT_TIMEOUT = 10.0
"""Seconds in which a page must accept a board that shows the solution."""
NEXT_AFTER = 3.0
"""Seconds in which a page must accept one of several attempts; then the next one is made."""


@dataclass(frozen=True, slots=True)
class BoardReading:
    """A board as it was read."""

    snapshot: Snapshot
    reading: Reading
    marks: Grid

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle it shows."""
        return self.reading.puzzle

    @property
    def layout(self) -> Layout:
        """The layout to use from now on."""
        return self.reading.layout


@dataclass(slots=True)
class Task:
    """One target to read or to play; the result is filled as its stages go on.

    Its board is found and read as often as it changes.
    """

    target: Target
    options: Options = field(default_factory=Options)
    recorder: Recorder = field(default_factory=lambda: Recorder(None))
    set_status: Callable[[str], None] = lambda _: None
    """Called with the current activity, in a few words."""
    limit: Deadline = field(default_factory=lambda: Deadline(None))
    """The time limit of the target."""
    check: Callable[[TargetResult], None] = lambda _: None
    """Called with the result before anything is entered; raises an error if the puzzle must not be played."""
    entering: bool = False
    """Whether the puzzle is to be played."""
    result: TargetResult = field(init=False)
    site: Site = field(init=False)
    """The target's site, or its page as one that is read by what it looks like."""
    opened: bool = False
    """Whether a page has answered, so that there is something to record."""
    refused: list[str] = field(default_factory=list)
    """The addresses that were refused, as no saved file stands for them."""
    page: Page = field(init=False)
    dialogs: list[str] = field(default_factory=list)
    """The messages of the page's dialogs."""
    live: Live = field(init=False)
    about: About = field(default_factory=About)
    seen: Snapshot | None = None
    """The board that was read."""
    unread: Snapshot | None = None
    """The board that could not be read, if that is what failed."""
    seen_at: float = 0.0
    """When a board was first looked at, by the page's clock."""

    def __post_init__(self) -> None:
        """Begin the result."""
        target = self.target
        self.site = target.site
        self.result = TargetResult.begin(target.name, target.site.NAME, target.url, entering=self.entering)

    def attach(self, page: Page) -> Self:
        """Take the open page, and answer its dialogs from now on."""
        self.page, self.dialogs = page, answer_dialogs(page)
        return self

    def check_result(self) -> None:
        """Raise an error if the puzzle must not be played: its page may show that of another day."""
        if self.target.dated:
            self.target.check_day(self.result)
        self.check(self.result)

    @property
    def clock(self) -> PageClock:
        """The clock of the page."""
        return clock_of(self.page)

    def read(self) -> BoardReading:
        """Open the board and read its puzzle."""
        self.set_status("finding the board" + "; open it in the window if it is covered" * self.by_person)
        with self.result.time_phase("open"), self.limit_time("finding the board"), limit_looks(self.page):
            self._read_about()
            self._make_live()
            self.result.url = self.page.url
        with self.result.time_phase("read"), self.limit_time("reading the board"):
            board = self._read_board()
            self._read_about()
        return self._recorded(board)

    def read_settled(self) -> BoardReading:
        """Open the board and read it once it has stopped changing, as no solution confirms the reading."""
        board = self.read()
        while (later := self.read_again(board)).puzzle != board.puzzle:
            board = later
        return later

    def read_again(self, before: BoardReading) -> BoardReading:
        """Read the board once it has changed, or after a while; raise the same errors as `read`."""
        with self.result.time_phase("read"), self.limit_time("reading the board again"):
            for _ in Patience(self.clock, self.limit.remaining(DRAWN_TIMEOUT)).looks(2 * POLL_MS):
                if self.live.take(before.layout.MEASURE).html != before.snapshot.html:
                    break
            board = self._read_board()
            self._read_about()
        return self._recorded(board)

    @property
    def by_person(self) -> bool:
        """Whether a person may open the board meanwhile."""
        return self.options.headed and bool(self.site.PLAYED_BY)

    def _make_live(self) -> None:
        """Find the board, as the site that it is found by wants it looked at."""
        site = None
        while site is not self.site:  # What is found by its looks has a site of its own.
            site = self.site
            own = addon.imported(site.PLAYED_BY) if site.PLAYED_BY else None
            self.live = Live(self.page, self.find_board) if own is None else own.live(self)

    def find_board(self) -> Any:  # noqa: ANN401 - a Locator, which is imported for types only
        """Find the board through the site module."""
        pressed = Counter[str]()

        def press_declared(element: Locator, button: str, seen: PressTarget) -> bool:
            self._read_about()  # What the page shows beside the button may disappear.
            if pressed[button] == MAX_PRESSES:
                return False
            pressed[button] += 1
            return not press(self.page, element, seen)

        # Less than the time limit, so that the error names what is missing.
        within = min(PERSON_TIMEOUT if self.by_person else MOUNT_TIMEOUT, 0.9 * self.limit.remaining())
        try:
            if self.seen is None and not self.site.PLAYED_BY:
                with suppress(ReadError):  # A page that has not changed may only be slow.
                    return self._found(min(LOOKS_AFTER, within), press_declared)
            return self._found(within, press_declared)
        finally:
            if pressed:
                self.recorder.event("pressed", buttons=pressed)

    def _found(self, within: float, press: Press) -> Locator:
        """Return the board that the module finds or, before any was read, what looks like it; raise `ReadError`."""
        try:
            return self.site.board(self.page, within, press)
        except ReadError as error:
            if not error.is_missing or self.seen is not None:
                raise
            return self._turn_to_looks(error)

    def _turn_to_looks(self, error: ReadError) -> Locator:
        """Return the board by what it looks like, and keep to that; raise `error`, why the module cannot read it."""
        # A board that the module finds and cannot read may be altered: then a second source must say the same.
        site = seen_site(self.site, stated=not (error.is_missing or error.is_undeclared))
        if site is None or error.is_final:
            raise error
        try:
            board = site.board(self.page, LOOK_SECONDS, press_nothing)
        except (ReadError, NeedsHuman) as other:
            if not error.is_missing:
                error.layouts[GUESSED] = other.message
            elif isinstance(other, NeedsHuman):  # It names the buttons, and how a person can press one.
                error.add(other.message.partition(f"{self.page.url}: ")[2] or other.message)
            raise error from None
        self.site = site
        self.recorder.event("changed_page", why=error.message)
        return board

    def _read_about(self) -> None:
        """Store what the page currently says about its puzzle."""
        self.about |= self.site.about(self.page)
        facts = {key: getattr(self.about, key) for key in ("number", "date", "difficulty", "title")}
        self.result.about = {key: value for key, value in facts.items() if value is not None}

    def _read_board(self) -> BoardReading:
        """Read the board; if that fails, read it again while it changes, as the page may still be drawing."""
        self.seen_at = self.seen_at or self.clock.now()
        patience = Patience(self.clock, self.limit.remaining(READ_AGAIN_TIMEOUT))
        before: Mapping[str, Snapshot] = {}
        while True:
            snapshots = take_snapshots(self.site, self.live)
            try:
                board = board_of(self.site, snapshots)
            except ReadError as error:
                if snapshots != before and patience.wait(4 * POLL_MS):
                    before = snapshots
                    continue
                self.unread = next(iter(snapshots.values()))
                self._turn_to_looks(error)
                self.unread = None
                self._make_live()
                continue
            self.seen = board.snapshot
            self.result.set_reading(board.reading, board.marks)
            return board

    def _recorded(self, board: BoardReading) -> BoardReading:
        """Record and return what was read."""
        reading = board.reading
        words = {name: sorted(getattr(reading, name)) for name in ("confirmed", "single", "left_aside")}
        self.recorder.event("read", layout=board.layout.NAME, **words)
        with self.result.time_phase("record"):
            self.recorder.board("before", self.page, board.snapshot)
            self.recorder.json("puzzle.json", dump(board.puzzle))
        return board

    def limit_time(self, doing: str, seconds: float = inf) -> AbstractContextManager[Limit]:
        """Limit the block to the target's time and `seconds`; raise `PageGone` for the browser's own errors."""
        left, words = self.limit.within(seconds)
        late = f"{doing} at {self.page.url} took longer than {words}"
        return limit_time(left, late, failed=f"the page at {self.page.url} does not answer while {doing}")


@contextmanager
def limit_looks(page: Page) -> Iterator[None]:
    """Limit each look of a block that looks at a page and waits by turns; raise `PageGone` if it does not answer."""
    with limit_time(ANSWER_TIMEOUT, f"the page at {page.url} did not answer for {ANSWER_TIMEOUT:g} s") as look:
        clock_of(page).on_look = look.renew
        yield


def take_snapshots(site: Site, live: Live) -> dict[str, Snapshot]:
    """Return a board as it is now, by the measure of each layout of its site."""
    return {measure: live.take(measure) for measure in {layout.MEASURE for layout in site.LAYOUTS}}


def board_of(site: Site, snapshots: Mapping[str, Snapshot]) -> BoardReading:
    """Return the board that snapshots show, by their measures; raise `ReadError`."""
    reading = read(site, snapshots)
    snapshot = snapshots[reading.layout.MEASURE]
    return BoardReading(snapshot, reading, reading.layout.marks(snapshot))


def is_another(board: BoardReading, now: Snapshot) -> bool:
    """Return whether a snapshot no longer shows the puzzle that was read, but perhaps more marks.

    While it is being entered, a board need not show which marks are givens, so more of them are no change.
    """
    try:
        again = board.layout.read(now).puzzle
    except (ReadError, BadPuzzle):
        marks = board.layout.marks(now)
        return shows_givens(board.marks, board.puzzle) and not shows_givens(marks, board.puzzle)
    return not continues(board.puzzle, again)


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
