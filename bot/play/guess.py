"""Playing a board that was guessed: find it where the site's module does not, and learn how its marks are entered."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, Protocol

from bot.errors import EnterError
from bot.play.press import press_nothing
from scrapers import (
    UNKNOWN,
    WAYS,
    Accepted,
    Click,
    Entered,
    GuessedLayout,
    GuessedSite,
    Keys,
    NeedsHuman,
    ReadError,
    guessable,
)
from solvers import KINDS, Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence

    from playwright.sync_api import Locator, Page

    from bot.browser.limits import Deadline
    from bot.play.clicker import Clicker
    from bot.play.clicker import Entered as Inputs
    from bot.play.judge import Judge
    from bot.play.live import Live
    from scrapers import Guess, Layout, MouseButton, Move, Reading, Site, Snapshot
    from solvers import Cell, GivensError, Puzzle

MOST_CLICKS = 6
"""Clicks on one cell that may be needed to see all of its marks."""
SILENT_CELLS = 3
"""Cells that do not answer, one after the other, before the board counts as another one."""
ANSWER_SECONDS = 1.2
"""Seconds in which a cell must answer to an input."""
SAMPLE_MS = 60
"""Milliseconds between two looks at a cell; two equal ones count."""
SILENCE = 3.0
"""Seconds of the page's silence after which another look is taken for the mark; a refusal is as good."""
LAST_SILENCE = 10.0
"""The same after the last of them."""
STANDS_FOR = 1.0
"""Seconds after which a page that no module knows must still accept the solution."""
WATCHED_FOR = 2.0
"""Seconds of watching a page from its first look to the first input: what changes by itself says nothing."""
KEPT_FOR = 0.6
"""Seconds for which the first mark must stay."""
MOST_LOST = 12
"""How many inputs may be lost where each cell needs one."""
MOST_DANGERS = 4
"""How many reasons not to enter anything a message names."""
MOST_BOARDS = 12
"""How many boards a record outlines."""
ASIDE = (1.0, 1.0)
"""Where the pointer does not hover over the board."""


class Allowing(Protocol):
    """What is used here of the options."""

    @property
    def enter_here(self) -> bool:
        """Whether a person wants a solution entered on a page that may be more than a puzzle."""


class Playing(Protocol):
    """What is used here of a run of the play loop."""

    page: Page
    site: Site
    live: Live
    layout: Layout
    limit: Deadline
    judge: Judge
    seen_at: float

    @property
    def options(self) -> Allowing:
        """How to play."""

    def record_entered(self, done: Inputs, /) -> None:
        """Store what was entered, even if it failed."""

    def enter(self, clicker: Clicker, snapshot: Snapshot, puzzle: Puzzle, solution: Grid, /) -> tuple[Puzzle, Grid]:
        """Enter what the board still lacks."""

    def wait_for_verdict(self, within: float, /) -> Accepted:
        """Return the page's verdict as soon as it has one."""


@dataclass
class Guard:
    """What stops entering at once: a counter that falls, and a mark that is taken back."""

    run: Playing
    clicker: Clicker
    layout: Entered
    solution: Grid
    seen: Snapshot
    """The board as it was seen last."""
    wanted: dict[Cell, int] = field(init=False)
    lacking: int = field(init=False)
    """How many cells lacked their marks at first; a counter of as many, or more, may count what is left."""
    at_first: dict[str, int] = field(init=False)
    """The counters when the page was first looked at; those that have changed by the first input are clocks."""
    changed_at: float = 0.0
    """When the cell that was tried last was first seen to have changed."""
    last: dict[str, int] = field(default_factory=dict)
    right: set[Cell] = field(default_factory=set)
    """The cells that were seen to show their marks."""

    def __post_init__(self) -> None:
        """Remember what the page shows at first."""
        marks, self.wanted = self.layout.marks(self.seen), self.layout.wanted(self.solution)
        self.lacking = sum(marks[cell] is None for cell in self.wanted)
        self.at_first = counters(self.run.judge.lines_now())

    def take(self) -> Snapshot:
        """Return the board as it is now."""
        self.seen = self.run.live.take(self.layout.MEASURE)
        return self.seen

    def key(self, cell: Cell) -> Hashable:
        """Return what tells the mark that a cell showed last."""
        return self.layout.key(cell, self.layout.looks(self.seen))

    def click(self, cell: Cell, button: MouseButton = "left") -> Click:
        """Return a click on a cell whose effect is not known."""
        return Click(self.layout.point(cell, self.seen), {cell: frozenset()}, button=button)

    def count(self, *, changed: bool) -> None:
        """Raise `EnterError` if a counter has fallen that does not count what is left of a board that has changed."""
        steady = {
            key: number for key, number in counters(self.run.judge.lines).items() if self.at_first.get(key) == number
        }
        for key, number in counters(self.run.judge.lines_now()).items():
            before = self.last.get(key, steady.get(key, number))
            if key in steady and number < before and not (changed and steady[key] >= self.lacking):
                raise EnterError(
                    f"a counter falls at {self.run.page.url} after an input: {key.replace('#', str(before))!r} has "
                    f"become {key.replace('#', str(number))!r}"
                )
            self.last[key] = number

    def look(self, snapshot: Snapshot) -> None:
        """Raise `EnterError` if a counter has fallen or a mark that was right has gone."""
        self.count(changed=True)
        if self._lost(snapshot):
            self.run.page.wait_for_timeout(2 * SAMPLE_MS)  # The page may have been drawing the board anew.
            for cell in self._lost(self.take()):
                raise taken_back(cell, self.run)
        self.right |= self._right(snapshot)

    def _right(self, snapshot: Snapshot) -> set[Cell]:
        marks = self.layout.marks(snapshot)
        return {cell for cell, mark in self.wanted.items() if marks[cell] == mark}

    def _lost(self, snapshot: Snapshot) -> list[Cell]:
        """Return the cells that show another mark, or none, where the right one was; an unknown look is no mark."""
        if self.layout.is_path or self.layout.is_cover:
            return []
        marks = self.layout.marks(snapshot)
        return sorted(cell for cell in self.right - self._right(snapshot) if marks[cell] != UNKNOWN)


def taken_back(cell: Cell, run: Playing) -> EnterError:
    """Return the error of a page that takes a mark back."""
    return EnterError(f"the page at {run.page.url} takes back the mark of {cell}")


def counters(lines: Iterable[str]) -> dict[str, int]:
    """Return the number in each line that holds one number and other words, by the line without it."""
    found = defaultdict[str, set[int]](set)
    for line in lines:
        words = re.split(r"(\d+)", line)
        if len(words) == 3 and (words[0].strip() or words[2].strip()):  # noqa: PLR2004 - before, the number, after
            found[f"{words[0]}#{words[2]}"].add(int(words[1]))
    return {key: numbers.pop() for key, numbers in found.items() if len(numbers) == 1}


def by_looks(site: Site) -> GuessedSite:
    """Return a known site as one whose board is found by its looks."""
    return GuessedSite({site.KIND: KINDS[site.KIND]}, KIND=site.KIND)


def board_by_looks(run: Playing, error: ReadError) -> Locator:
    """Return the board that a known site's module does not find any more; raise its error if there is none.

    A page that the module refuses for another reason, as it shows two boards, is refused.
    """
    if isinstance(run.site, GuessedSite) or not error.is_missing:
        raise error
    try:
        return by_looks(run.site).board(run.page, 1.0, press_nothing)
    except Exception:  # noqa: BLE001 - what the module says is the better error
        raise error from None


def read_by_looks(
    site: Site, live: Live, error: ReadError, on_found: Callable[[Guess], object] = lambda _: None
) -> tuple[Snapshot, Reading]:
    """Return what a board shows that no layout of its known site can read; raise `error` if only these may read it."""
    if isinstance(site, GuessedSite) or not guessable(error):
        raise error
    layout = GuessedLayout({site.KIND: KINDS[site.KIND]}, on_found=on_found)
    snapshot = live.take(layout.MEASURE)
    try:
        return snapshot, layout.read(snapshot)
    except ReadError as again:
        error.layouts[layout.NAME] = again.message
        raise error from None


def found_on(site: Site) -> Guess | None:
    """Return what was found on a page that no module knows, None if one does."""
    return site.found if isinstance(site, GuessedSite) else None


@contextmanager
def recorded(run: Playing, clicker: Clicker) -> Iterator[None]:
    """Record what was entered if the block fails."""
    try:
        yield
    except (EnterError, ReadError):
        run.record_entered(clicker.done)
        raise


def check_dangers(run: Playing) -> None:
    """Raise `NeedsHuman` if input to a page that no module knows might do more than enter a solution."""
    if not isinstance(run.site, GuessedSite) or run.options.enter_here:
        return
    if dangers := run.site.dangers(run.page):
        named = "; ".join(dangers[:MOST_DANGERS])
        more = f" and {len(dangers) - MOST_DANGERS} more" if len(dangers) > MOST_DANGERS else ""
        raise NeedsHuman(
            f"nothing was entered at {run.page.url}, which may be more than a puzzle: {named}{more}. If it is one, add "
            "--yes-enter-here"
        )


def check_cover(run: Playing, error: GivensError, done: Inputs) -> None:
    """Raise `NeedsHuman` if nothing was entered on a page that no module knows, as something covers a cell."""
    if isinstance(run.site, GuessedSite) and done.inputs == 0 and "covered by" in error.message:
        raise NeedsHuman(f"{error.message}. Nothing was pressed: {WAYS}") from error


def watch(run: Playing) -> None:
    """Look at a page until a while has passed since the first look."""
    check_dangers(run)
    if isinstance(run.site, GuessedSite):
        run.site.is_begun = True
    run.judge.listen()
    end = time.monotonic() + run.limit.remaining(run.seen_at + WATCHED_FOR - time.monotonic())
    while (left := end - time.monotonic()) > 0:
        run.judge.ask()
        run.page.wait_for_timeout(min(4 * SAMPLE_MS, 1000 * left))
    check_dangers(run)  # The page may have changed meanwhile.


def enter(run: Playing, clicker: Clicker, snapshot: Snapshot, puzzle: Puzzle, solution: Grid) -> tuple[Accepted, Grid]:
    """Enter the solution with each look that may be the mark, until the page accepts it; return its verdict."""
    layout = run.layout
    if not isinstance(layout, Entered):
        raise TypeError(f"{layout.NAME} was not guessed")
    if layout.is_path and (answer := run.judge.ask()).verdict:
        return answer, solution  # A board that is all path looks like one without any.
    guard = Guard(run, clicker, layout, solution, snapshot)
    with recorded(run, clicker):
        ways = list(_learn(guard))
    check = clicker.check

    def checked(now: Snapshot) -> None:
        check(now)
        guard.look(now)

    clicker.check = checked
    answer = Accepted(None)
    for number, means in enumerate(ways, start=1):
        last = number == len(ways)
        _enter_way(guard, means, puzzle)
        answer = _confirmed(guard, run.wait_for_verdict(LAST_SILENCE if last else SILENCE))
        if answer.verdict or (last and answer.verdict is not None):
            return answer, solution
        if last and means and not layout.right_button:
            with recorded(run, clicker):
                ways += _of_other_button(guard, means)  # The loop goes on with these.
    if not run.judge.is_unknown:
        said = f"; it says {answer.said!r}" if answer.said else ""
        done = "the solution was entered" if clicker.done.inputs else "the solution stands"
        raise EnterError(
            f"{done} at {run.page.url}, but the page does not say that it is solved{said}{run.judge.appeared()}"
        )
    if len(ways) > 1:
        _enter_way(guard, ways[0], puzzle)  # The likeliest.
    return answer, solution


def _enter_way(guard: Guard, means: Mapping[int, Hashable], puzzle: Puzzle) -> None:
    """Enter the solution with some looks as marks."""
    run, clicker, layout, solution = guard.run, guard.clicker, guard.layout, guard.solution
    snapshot = guard.take()
    guard.look(snapshot)
    layout.means |= means
    layout.tries.clear()
    guard.right.clear()
    needed = len(layout.moves(snapshot, solution)) + len({mark for _, mark in solution.marked()}) * layout.is_cover
    clicker.most_inputs = clicker.done.inputs + max(layout.cycle * needed, needed + MOST_LOST)
    try:
        run.enter(clicker, snapshot, puzzle, solution)
    except ReadError as error:
        raise EnterError(f"the board at {run.page.url} can no longer be entered: {error.message}") from None


def _confirmed(guard: Guard, answer: Accepted) -> Accepted:
    """Return an acceptance of a page that no module knows only if it stands, and the board shows the solution then."""
    judge = guard.run.judge
    if not answer.verdict or not judge.is_unknown:
        return answer
    guard.run.page.wait_for_timeout(1000 * STANDS_FOR)
    answer = judge.wait(0)
    if not answer.verdict:
        return answer
    for _ in _samples(guard):
        try:
            if guard.layout.shows(guard.seen, guard.solution):
                return answer
        except ReadError:
            pass  # The page may be drawing the board anew.
    return Accepted(None)


def _learn(guard: Guard) -> Iterator[dict[int, Hashable]]:
    """Yield what the looks that come up may mean, as far as that is not known."""
    run, layout, wanted = guard.run, guard.layout, guard.wanted
    if layout.is_path or layout.is_cover or not layout.moves(guard.seen, guard.solution):
        yield {}
        return
    marks = layout.marks(guard.seen)
    cells = [cell for cell in wanted if marks[cell] is None] or [*wanted]
    if layout.is_digits:
        _learn_keys(guard, cells[0])
        yield {}
        return
    needed = {wanted[cell] for cell in cells}
    tried, looks = _cycle(guard, cells)
    missing, unknown = _unmatched(layout, needed, looks)
    if len(unknown) < len(missing) and layout.means.keys() & {*missing}:
        # A mark that is known, but does not come up, may be that of the other button.
        tried, others = _cycle(guard, [tried], button="right")
        layout.right_button = frozenset(others) - {*looks, layout.blank}
        looks = list(dict.fromkeys([*looks, *others]))
        missing, unknown = _unmatched(layout, needed, looks)
    layout.learn(looks)
    layout.cycle = max(len(looks), len(needed | layout.means.keys()) + 1)
    if len(unknown) < len(missing):
        raise EnterError(
            f"{tried} at {run.page.url} has shown {len(unknown)} unknown looks, but {len(missing)} marks are missing"
        )
    ways = [dict(zip(missing, order, strict=True)) for order in permutations(unknown, len(missing))]
    yield from sorted(ways, key=lambda way: -sum(layout.likeness(look, value) for value, look in way.items()))


def _of_other_button(guard: Guard, means: Mapping[int, Hashable]) -> list[dict[int, Hashable]]:
    """Return what a look may mean that comes up by the other button, where one mark is needed and one came up."""
    layout = guard.layout
    if len(means) > 1 or {*guard.wanted.values()} != {*means} or len(layout.learned) > 1:
        return []
    if guard.run.judge.is_unknown and all(layout.likeness(look, value) >= 0 for value, look in means.items()):
        return []  # It looks like no cross, so nothing is ambiguous.
    guard.right.clear()  # What stands there need not stay.
    cell = [*guard.wanted][-1]
    guard.take()
    look = _after(guard, cell, guard.click(cell, "right"))
    if look in {layout.blank, *layout.means.values(), *layout.learned}:
        return []
    layout.learn([look])
    layout.right_button = frozenset({look})
    return [dict.fromkeys(means, look)]


def _unmatched(layout: Entered, needed: Collection[int], looks: Sequence[Hashable]) -> tuple[list[int], list[Hashable]]:
    """Return the needed marks whose looks did not come up, and the looks that are those of none."""
    missing = sorted(value for value in needed if layout.means.get(value) not in looks)
    return missing, [look for look in looks if look not in {*layout.means.values(), layout.blank}]


def _cycle(guard: Guard, cells: Sequence[Cell], button: MouseButton = "left") -> tuple[Cell, list[Hashable]]:
    """Return a cell that answers to clicks, with the looks that come up; a few cells may be silent."""
    needed = {guard.layout.means.get(guard.wanted[cell]) for cell in cells}
    for cell in cells[:SILENT_CELLS]:
        looks = _looks_of(guard, cell, needed, button)
        if len(looks) > 1:
            return cell, guard.layout.hypothesis.scheme.settle(looks)
    silent = ", ".join(map(str, cells[:SILENT_CELLS]))
    raise EnterError(f"{silent} do not answer to a click at {guard.run.page.url}")


def _looks_of(guard: Guard, cell: Cell, needed: set[Hashable], button: MouseButton) -> list[Hashable]:
    """Return the looks that come up as a cell is clicked, until one comes again, or all are known."""
    looks, lost = [guard.key(cell)], 0
    for _ in range(MOST_CLICKS):
        look = _after(guard, cell, guard.click(cell, button))
        if look == looks[-1]:
            lost += 1
            if lost > 1 or len(looks) == 1:  # One input may be lost.
                break
            continue
        if len(looks) == 1:
            guard.run.page.wait_for_timeout(1000 * max(0.0, guard.changed_at + KEPT_FOR - time.monotonic()))
            guard.take()
            if guard.key(cell) == looks[0]:
                raise taken_back(cell, guard.run)
        looks.append(look)
        if look in looks[:-1] or needed <= {*looks}:
            guard.clicker.answers = True
            break
    return looks


def _learn_keys(guard: Guard, cell: Cell) -> None:
    """Find out how a digit is entered: by a pad, by its key once its cell is selected, or by clicks."""
    layout, digit, url = guard.layout, str(guard.solution[cell]), guard.run.page.url
    before, click = guard.seen, guard.click(cell)
    if layout.has_pad(before):
        guard.clicker.make(click)
        layout.way, layout.selected = "pad", _selected(guard, cell, before)
        guard.count(changed=False)
    elif _after(guard, cell, click) != "":
        layout.cycle = len(layout.hypothesis.puzzle.MARKS) + 1
    else:
        layout.way, guard.clicker.answers = "keys", True
        if _after(guard, cell, Keys((digit,), {cell: frozenset()})) != digit:
            raise EnterError(f"{cell} shows nothing at {url} after a click and the key {digit}")


def _samples(guard: Guard) -> Iterator[Snapshot]:
    """Yield the board as it is from time to time while an input may be answered."""
    end = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < end:
        guard.run.page.wait_for_timeout(SAMPLE_MS)
        yield guard.take()


def _selected(guard: Guard, cell: Cell, before: Snapshot) -> str:
    """Return the selector of a cell that has just been selected; raise `EnterError` if no cell is seen to be."""
    for now in _samples(guard):
        if selector := guard.layout.selection(cell, before, now):
            return selector
    url = guard.run.page.url
    raise EnterError(f"a click on {cell} at {url} does not visibly select it, so the keypad is not pressed")


def _after(guard: Guard, cell: Cell, move: Move) -> Hashable:
    """Make one move on a cell; return its look once it has changed and stays, or what it was if it does not change."""
    last = before = guard.key(cell)
    guard.clicker.make(move)
    guard.run.page.mouse.move(*ASIDE)
    for _ in _samples(guard):
        if (now := guard.key(cell)) == last != before:
            break
        if last == before:
            guard.changed_at = time.monotonic()
        last = now
    guard.count(changed=last != before)
    return last


def words_of(found: Guess) -> Mapping[str, object]:
    """Return what was found, for the record of a session."""
    return {
        "boards": [[round(number) for number in board.box] for board in found.boards[:MOST_BOARDS]],
        "looks": found.looks,
        "hypotheses": [str(one) for one in found.hypotheses],
    }
