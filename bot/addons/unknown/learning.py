"""The run of a page that is read by what it looks like: its marks are learned by trying what a click or a key does."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import permutations
from math import inf
from typing import TYPE_CHECKING, ClassVar, cast

from bot.addons.unknown.guess.between import Between
from bot.addons.unknown.guess.find import centre, seen_of
from bot.addons.unknown.guess.layout import UNKNOWN, Learned, SeenLayout, like
from bot.addons.unknown.guess.looks import distance
from bot.addons.unknown.guess.scheme import MAX_MARK_DISTANCE
from bot.addons.unknown.guess.success import any_denied, claim
from bot.addons.unknown.seeing import HELD_MS, SeenBoardEntry, SeenClicker, SeenJudge, SeenLive, seen
from bot.errors import EnterError, PageGone, PuzzleChanged, listed
from bot.play.clicker import MAX_IGNORED, PATIENCE, left_by
from bot.play.judge import NOTHING_SAID, appeared
from bot.play.live import EDGE
from bot.play.loop import Run
from bot.play.reading import ACCEPT_TIMEOUT
from scrapers import Accepted, Click, Drag, Keys, MouseButton, Move, Patience, Point, ReadError, Snapshot
from solvers import GivensError

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.addons.unknown.guess.looks import Looks
    from bot.addons.unknown.guess.site import GuessedSite
    from bot.play.entering import BoardEntry
    from bot.play.reading import Task
    from solvers import Cell, Grid

MOST_CLICKS = 6
"""The most clicks on one cell to see all of its marks."""
SAMPLE_MS = 60
"""Milliseconds between two looks at a cell."""
STILL_SECONDS = 0.3
"""Seconds for which a cell must look the same to have settled: a mark may come with a ring, or go."""


@dataclass
class EntryGuard:
    """Stops entering at once if the page takes a mark back."""

    page: Page
    judge: SeenJudge
    clicker: SeenClicker
    layout: SeenLayout
    solution: Grid
    seen: Snapshot
    """The board as it was seen last."""
    right: set[Cell] = field(default_factory=set)
    """The cells that were seen to show their marks."""
    was_right: bool = False
    """Whether all marks stood there before other cells were marked off."""

    @property
    def wanted(self) -> dict[Cell, int]:
        """The mark that each cell is to have."""
        return self.entry.wanted(self.solution)

    @property
    def site(self) -> GuessedSite:
        """The page."""
        return seen(self.judge.task)

    @property
    def entry(self) -> Learned:
        """How the board is entered."""
        return self.layout.entry

    @property
    def looks(self) -> Looks:
        """What was seen of the board last."""
        return self.layout.look(self.seen)

    def take(self) -> Snapshot:
        """Return the board as it is now."""
        self.seen = self.clicker.live.take(self.layout.MEASURE)
        return self.seen

    def key(self, cell: Cell) -> Hashable:
        """Return the key of the look that a cell showed last."""
        return self.entry.key(cell, self.looks)

    def click(self, cell: Cell, button: MouseButton = "left") -> Click:
        """Return a press on a cell whose effect is not known."""
        return Click(centre(self.looks.boxes[cell]), {cell: frozenset()}, button=button)

    def was_told(self) -> bool:
        """Return whether an alert or a message claims success after the input that completes the solution."""
        said = [*self.judge.task.dialogs[self.site.endings.dialogs :], *(sign.words for sign in self.site.endings.read)]
        return self.clicker.finished and any(claim(text.splitlines())[0] for text in said)

    def look(self, snapshot: Snapshot) -> None:
        """Raise `EnterError` if a mark that was right has gone."""
        if self._lost(snapshot):
            self.clicker.live.clock.pause(2 * SAMPLE_MS)  # The page may have been drawing the board anew.
            for cell in self._lost(self.take()):
                raise TakenBack(f"the page at {self.page.url} takes back the mark of {self.entry.cells_of(cell)[0]}")
        self.right |= self.right_in(snapshot)

    def is_covered(self, cell: Cell, looks: Looks) -> bool:
        """Return whether something lies over where a mark is."""
        return any(map(looks.is_covered, self.entry.cells_of(cell)))

    def right_in(self, snapshot: Snapshot) -> set[Cell]:
        """Return the cells that show the marks that they are to have."""
        marks = self.layout.marks(snapshot)
        return {cell for cell, mark in self.wanted.items() if marks[cell] == mark}

    def _lost(self, snapshot: Snapshot) -> list[Cell]:
        """Return the cells that show another mark, or none, where the right one was; an unknown look is no mark.

        What lies under something else, such as a message that the puzzle is solved, is not gone.
        """
        marks, looks = self.layout.marks(snapshot), self.layout.look(snapshot)
        is_anew = self.entry.is_drawn_anew(looks) or (self.clicker.finished and self.entry.is_blank(looks))
        if self.entry.is_path or self.entry.is_cover or is_anew:
            return []
        gone = sorted(cell for cell in self.right - self.right_in(snapshot) if marks[cell] != UNKNOWN)
        return [cell for cell in gone if not self.is_covered(cell, looks)]


class TakenBack(EnterError):
    """A mark that was right has gone."""


def attempts(board_entry: SeenBoardEntry, guard: EntryGuard) -> Iterator[bool]:
    """Enter the solution with each look that may be the mark; yield whether a refusal is final."""

    def checked(now: Snapshot) -> None:
        board_entry.check_puzzle(now)
        guard.look(now)

    ways = _learn(guard)
    guard.clicker.check = checked
    for number, means in enumerate(ways, start=1):
        if number > 1 and not _is_silent(guard):
            return
        _enter_way(board_entry, guard, means)
        yield number == len(ways)
        if number == len(ways) and guard.site.known is not None and len(means) == 1 and _is_silent(guard):
            ways += [dict.fromkeys(means, look) for look in _by_right(guard, [*guard.wanted][-1])]  # The loop goes on.
    for means in reversed(ways):  # The likeliest stays.
        if not _is_silent(guard):
            return
        if len(ways) > 1:
            _enter_way(board_entry, guard, means)
        if means and _decide(board_entry, guard):
            yield True
            del guard.entry.means[0]  # It may be the mark.
            guard.entry.needs_both = False


def _decide(board_entry: SeenBoardEntry, guard: EntryGuard) -> bool:
    """Mark the other cells with the other look of a click, or of the right button, as some pages want; say if so."""
    entry, solution = guard.entry, guard.solution
    others = [cell for cell, mark in solution.marked() if not mark and entry.is_open(cell)]
    if {*entry.means} != {1} or not others or entry.toggles:
        return False
    looks = [look for look in dict(entry.came_up) if look not in {entry.blank, *entry.means.values()}]
    if not (looks := looks or ([] if guard.site.known else _by_right(guard, others[-1]))):
        return False
    entry.needs_both, guard.was_right = True, guard.clicker.complete
    try:
        _enter_way(board_entry, guard, {0: looks[0]})
    except EnterError as error:
        if not guard.was_right or isinstance(error, TakenBack):
            raise
        del entry.means[0]
        entry.needs_both = False
        _enter_way(board_entry, guard, {})  # The board was right without them.
    return entry.needs_both


def _by_right(guard: EntryGuard, cell: Cell) -> list[Hashable]:
    """Return the look that the right button gives a cell; none if it gives no other."""
    entry = guard.entry
    entry.order = {}  # What is near to a known look may be another one.
    guard.right.clear()  # What stands there need not stay.
    look = _after(guard, cell, guard.click(cell, "right"))
    if is_known := look in {entry.blank, *dict(entry.came_up)}:
        _tidy(guard)
    else:
        entry.came_up.append((look, guard.looks.cells[cell]))
        entry.otherwise = {look: "right"}
    entry.follow()
    return [] if is_known else [look]


def _is_silent(guard: EntryGuard) -> bool:
    """Return whether nothing new is written on the page, nothing lies over a cell to be marked, and the board is there.

    What is new may be a message of success, with buttons of its own. A page that is to be asked says nothing.
    """
    try:
        guard.layout.read(guard.take())  # The page may have gone on to the next puzzle.
        is_silent = not (guard.judge.has_news() or guard.site.unasked or guard.site.endings.checked_at < inf)
        is_hidden = any(guard.is_covered(cell, guard.looks) for cell in guard.wanted)
        is_anew = guard.entry.is_drawn_anew(guard.looks)
        return is_silent and not (is_hidden or is_anew or guard.entry.is_blank(guard.looks))
    except (PageGone, ReadError):
        return False


def _tidy(guard: EntryGuard) -> str:
    """Take back each wrong mark, or click on to the right one; return those that are left, in words."""
    entry, solution = guard.entry, guard.solution
    if entry.is_path:
        return ""
    guard.take()
    guard.clicker.most_inputs = inf
    for cell in entry.left_wrong(guard.looks, solution):
        for move in _back(guard, cell):
            is_same = guard.key(cell) == _after(guard, cell, move)
            if cell not in entry.left_wrong(guard.looks, solution) or (is_same and not entry.is_digits):
                break
    return _named(guard, entry.left_wrong(guard.looks, solution))


def _back(guard: EntryGuard, cell: Cell) -> Iterator[Move]:
    """Yield the inputs that may take a wrong mark back, until it is gone: more clicks, or what erases a digit."""
    entry = guard.entry
    if not entry.is_digits:
        yield from (entry.press_on(cell, guard.looks) for _ in range(MOST_CLICKS))
    elif entry.way == "click" or 0 in entry.pad(guard.looks):
        yield from entry.digits(guard.looks, {cell: 0})
    if entry.is_digits and _takes_keys(guard, cell):
        yield Keys(("Delete", "Backspace"), {cell: frozenset()})


def _named(guard: EntryGuard, cells: Sequence[Cell]) -> str:
    digits = {cell: f"shows {guard.key(cell) or 'nothing'}" for cell in cells if guard.entry.is_digits}
    return listed([f"{guard.entry.cells_of(cell)[0]} {digits.get(cell, 'is wrong')}" for cell in cells])


def _wrong(guard: EntryGuard) -> str:
    """Return where the board does not show the solution; "" if it does, or it cannot be seen.

    Once it was right, or all but the last input, only another mark is wrong: a page may draw a win.
    """
    entry, solution = guard.entry, guard.solution
    with suppress(PageGone, ReadError):
        if entry.is_drawn or _shows(guard):
            return ""
        guard.layout.read(guard.seen)
        cells = entry.left_wrong(guard.looks, solution)
        if guard.clicker.complete or guard.clicker.lacked_one or entry.is_drawn_anew(guard.looks):
            cells = [cell for cell in cells if entry.is_digits or guard.key(cell) in entry.known]
        elif not cells:
            cells = sorted(guard.wanted.keys() - guard.right_in(guard.seen))
        return "" if any(guard.is_covered(cell, guard.looks) for cell in cells) else _named(guard, cells)
    return ""


def _enter_way(board_entry: SeenBoardEntry, guard: EntryGuard, means: Mapping[int, Hashable]) -> None:
    """Enter the solution with some looks as marks; if the board was right before, this may be given up soon."""
    clicker, entry, solution = guard.clicker, guard.entry, guard.solution
    snapshot = guard.take()
    guard.look(snapshot)
    entry.means |= means
    guard.right.clear()
    moves = guard.layout.moves(snapshot, solution)
    most = len(moves) + MOST_CLICKS * (1 + len(left_by(moves)))
    clicker.most_inputs = clicker.inputs + (len(moves) + MAX_IGNORED if entry.needs_both and guard.was_right else most)
    try:
        board_entry.enter(snapshot, solution)
    except ReadError as error:
        raise EnterError(f"the board at {guard.page.url} can no longer be entered: {error.message}") from None
    if entry.way == "keys" and not entry.is_drawn and _is_silent(guard):
        clicker.inputs += 1
        clicker.live.perform([Keys(("Tab",), {})])  # A page may take what is in a field only when it is left.


def _confirmed(guard: EntryGuard, answer: Accepted) -> Accepted:
    """Return the answer of a page that no module knows; an acceptance needs a board that shows the solution."""
    if not answer.verdict or guard.site.is_judged:
        return answer
    # Its message may have replaced the board.
    has_shown = guard.was_right or guard.clicker.complete or guard.was_told() or guard.clicker.lacked_one
    with suppress(PageGone):
        has_shown = _shows(guard, may_go=has_shown)
    return answer if has_shown else Accepted(None, answer.said)


def _shows(guard: EntryGuard, *, may_go: bool = False) -> bool:
    """Return whether the board soon shows the solution, has shown all but the last input, or begins anew if told so."""
    entry, was_right = guard.entry, guard.clicker.complete or guard.clicker.lacked_one
    for now in _samples(guard):
        # A picture may be veiled, and the next puzzle be there.
        is_anew = guard.was_told() or (may_go and (guard.site.is_drawn or guard.clicker.complete))
        with suppress(ReadError):  # The page may be drawing the board anew.
            guard.layout.read(now)  # Its clues must not have changed.
            looks, marks = guard.looks, guard.layout.marks(now)
            is_anew |= guard.clicker.complete or (may_go and all(map(looks.is_covered, looks.cells)))
            is_anew &= all(marks[cell] is None for cell in guard.wanted)
            is_repainted = (was_right or not entry.is_drawn) and entry.is_repainted(looks, guard.solution)
            if is_repainted or not entry.moves(looks, guard.solution):
                return True
        has_gone = is_anew or (may_go and like(entry.start.lattice, seen_of(now), whole=False) is None)
        if has_gone or (was_right and entry.shows_no_other(now, guard.solution)):
            return True
    return False


def _learn(guard: EntryGuard) -> list[dict[int, Hashable]]:
    """Return each likely assignment of unknown looks to the marks that have none yet."""
    entry, wanted, live = guard.entry, guard.wanted, guard.clicker.live
    points = [*map(centre, guard.looks.boxes.values()), *entry.pad(guard.looks).values()]
    if EDGE in live.covers(points) and live.widen(points):
        guard.take()  # A key of a pad is out of the window while its cell is in it.
    if not entry.moves(guard.looks, guard.solution):
        return [{}]
    if guard.clicker.inputs == 0 and len(entry.hypothesis.scheme.marks) == 1:  # No marks stand there.
        guard.layout.read(guard.take())
        entry.begin(guard.looks)
    if entry.is_drawn:
        _learn_line(guard, entry) if isinstance(entry, Between) else _learn_drawn(guard)
        return [{}]
    marks = entry.marks(guard.looks)
    cells = [cell for cell in wanted if marks[cell] is None] or [*wanted]
    other = (cells[1:] or cells)[0]  # The first may be selected already: then a click changes nothing.
    if entry.is_digits:
        _learn_digits(guard, other)
        return [{}]
    needed = {wanted[cell] for cell in cells}
    tried, looks = _cycle(guard, cells)
    missing, unknown = _unmatched(entry, needed, looks)
    if looks and len(unknown) < len(missing):  # A mark that does not come up may be that of the other button.
        looks += _by_right(guard, next(cell for cell in cells if wanted[cell] in missing))
        missing, unknown = _unmatched(entry, needed, looks)
    if len(unknown) < len(missing) and entry.is_written:
        entry.is_digits = True
        _learn_digits(guard, other)
        return [{}]
    if len(unknown) < len(missing):
        raise EnterError(f"clicks on {tried} at {guard.page.url} bring up {len(unknown)} of {len(missing)} marks")
    ways = [dict(zip(missing, order, strict=True)) for order in permutations(unknown, len(missing))]
    scores = [sum(entry.likeness(look, value) for value, look in way.items()) for way in ways]
    order = sorted(zip(scores, ways, strict=True), key=lambda scored: -scored[0])
    return [way for score, way in order if score > max(scores) - 0.1][: 1 if entry.toggles else None]


def _learn_drawn(guard: EntryGuard) -> None:
    """Find out how a path or a rectangle is drawn: by which way what it is to leave comes up on the board."""
    entry = guard.entry
    if entry.is_path and len({*entry.marks(guard.looks).marked()}) > 1:
        entry.way = "keys"  # They can undo what stands there already.
        return
    for way in entry.ways:
        entry.way = way
        for move in (moves := entry.trial(guard.looks, guard.solution)):
            guard.clicker.make(move)
        left = left_by(moves).items()
        if not left or any(all(entry.marks(guard.looks)[cell] in each for cell, each in left) for _ in _samples(guard)):
            guard.clicker.answers = True
            return
    entry.way = "stroke"  # Perhaps only a whole path stays.
    if entry.is_cover:
        raise EnterError(f"what is to be drawn at {guard.page.url} comes up by none of {listed(entry.ways)}")


def _learn_line(guard: EntryGuard, entry: Between) -> None:
    """Find out how a line of the solution is drawn and what it looks like, a double one too if there are any."""
    guard.take()
    entry.before, most = guard.looks.strips, max(guard.wanted.values())
    place = next(place for place, lines in guard.wanted.items() if lines == most)
    where = f"beside {entry.cells_of(place)[0]} at {guard.page.url}"
    for way in entry.ways:
        entry.way, first = way, guard.key(place)
        last = first
        for presses in range(1, MOST_CLICKS + 1):
            later = [guard.looks.spot(link.at) for link in entry.links.values() if way == "click"]
            look = _after(guard, place, entry.press_on(place, guard.looks), later)
            if look != last and presses == 1:
                _check_stays(guard, place, first)
            if look in {first, last, None} or entry.learn_line(guard.looks, place, presses) == most:
                break
            last = look
        if entry.lines:
            break
        if guard.looks.strips != entry.before:
            _after(guard, place, entry.press_on(place, guard.looks))  # Once more may take it back.
        if left := [entry.cells_of(at)[0] for at, strip in guard.looks.strips.items() if strip != entry.before.get(at)]:
            raise EnterError(f"what comes up {where} after a press is no line there; it is left beside {left[0]}")
    if len(entry.lines) < most:
        found = "only a single line is" if entry.lines else "no line is"
        raise EnterError(f"{found} drawn {where} by a press, a drag, or a press on each end")
    guard.clicker.answers = True


def _unmatched(entry: Learned, needed: Collection[int], looks: Sequence[Hashable]) -> tuple[list[int], list[Hashable]]:
    """Return the needed marks without a known look among `looks`, and the looks that belong to no known mark."""
    missing = sorted(value for value in needed if entry.means.get(value) not in looks)
    if entry.hypothesis.puzzle.LOOKS.get(1, ("",))[0] == "■":  # A number that gets a circle is to stay.
        discs = {key for key, look in entry.came_up if look.drawing.text and "'disc'" in str(look.drawing.shapes)}
        looks = [look for look in looks if look not in discs or entry.blank in discs]
    return missing, [look for look in looks if look not in {*entry.means.values(), entry.blank}]


def _cycle(guard: EntryGuard, cells: Sequence[Cell]) -> tuple[Cell, list[Hashable]]:
    """Return one of the first cells that responds, and the looks that it cycles through; none if keys may write."""
    entry = guard.entry
    needed, entry.order = {entry.means.get(guard.wanted[cell]) for cell in cells}, {}
    for cell in cells[:MAX_IGNORED]:
        looks = _looks_of(guard, cell, needed)
        if len(looks) > 1:
            entry.follow()
            return cell, looks
        guard.clicker.live.hold = HELD_MS
    if entry.is_written:
        return cells[0], []
    raise EnterError(f"a click changes nothing in {listed([*map(str, cells[:MAX_IGNORED])])} at {guard.page.url}")


def _looks_of(guard: EntryGuard, cell: Cell, needed: set[Hashable]) -> list[Hashable]:
    """Press a cell until a look repeats, or all needed ones were seen; return its looks in order."""
    first, lost = guard.key(cell), 0
    came_up = guard.entry.came_up = [(first, guard.looks.cells[cell])]
    for _ in range(MOST_CLICKS):
        look, (last, before) = _after(guard, cell, guard.click(cell)), came_up[-1]
        inks = [own.drawing.colours for own in (guard.looks.cells[cell], before)]
        if look == last != first and max(map(distance, *inks), default=0.0) > MAX_MARK_DISTANCE:
            look = look, inks[0]  # The same is drawn in another colour.
        if look == last:
            if (lost := lost + 1) > 1 or len(came_up) == 1:  # One input may be lost.
                break
            continue
        if len(came_up) == 1:
            _check_stays(guard, cell, first)
        came_up.append((look, guard.looks.cells[cell]))
        if len(dict(came_up)) < len(came_up) or needed <= {*dict(came_up)} or guard.looks.is_locked(cell):
            guard.clicker.answers = True
            break
    return [*dict(came_up)]


def _check_stays(guard: EntryGuard, cell: Cell, before: Hashable) -> None:
    """Raise `EnterError` if the first mark is taken back."""
    guard.clicker.live.clock.pause(1000 * STILL_SECONDS)
    guard.take()
    if guard.key(cell) == before:
        raise TakenBack(f"the page at {guard.page.url} takes back the mark of {guard.entry.cells_of(cell)[0]}")


def _takes_keys(guard: EntryGuard, cell: Cell) -> bool:
    """Press a cell; return whether that leaves its mark as it is, and sets the focus there or shows a selection."""
    guard.take()
    is_same = guard.key(cell) == _after(guard, cell, guard.click(cell), selects=True)
    return is_same and (guard.site.known is not None or _is_selected(guard, cell))


def _is_selected(guard: EntryGuard, cell: Cell) -> bool:
    """Return whether a cell has the focus, or looks otherwise than at first beside its mark."""
    now, before = (looks.cells[cell] for looks in (guard.looks, guard.entry.start))
    return guard.looks.has_focus(cell) or (now.names, now.ground) != (before.names, before.ground)


def _learn_digits(guard: EntryGuard, cell: Cell) -> None:
    """Find out how a digit is entered: by a pad, by its key once its cell is selected, or by clicks."""
    entry, digit, url = guard.entry, guard.solution[cell] or 0, guard.page.url
    ways = ("pad first", "pad", "pad first", "pad first", "pad", "pad drag")  # The first click may be lost, or choose.
    for way in ways if {*guard.wanted.values()} <= entry.pad(guard.looks).keys() else ():  # Else these count rules.
        entry.way, pad, press = way, entry.pad(guard.looks), guard.click(cell)
        key, left = pad[digit], press.leaves
        moves: dict[str, Move] = {"pad first": press, "pad": Click(key, left), "pad drag": Drag((key, press.at), left)}
        if _after(guard, cell, moves[way], selects=way == "pad first") == str(digit):
            others = [at for at, mark in guard.wanted.items() if (mark, way) == (digit, "pad") and not guard.key(at)]
            if any(_after(guard, at, guard.click(at), selects=True) == str(digit) for at in others[:1]):
                entry.way = "pad anew"  # It stays chosen: it would enter another cell, and the next one this.
            return
        if entry.left_wrong(guard.looks, guard.solution) not in ([], [cell]):
            raise EnterError(f"a click on {cell} at {url} and one on a key of its keypad enter a digit in another cell")
    if _takes_keys(guard, cell) or (not guard.key(cell) and _takes_keys(guard, cell)):  # One may be lost.
        entry.way = "keys"
        shown = any(_after(guard, cell, key) == str(digit) for key in entry.digits(guard.looks, {cell: digit})[1:] * 2)
    elif str(first := guard.key(cell)).isdecimal():  # Each click may count.
        entry.way = "click"
        shown = any(map(str.isdecimal, {str(_after(guard, cell, guard.click(cell))) for _ in range(2)} - {first}))
    else:
        raise EnterError(f"a click on {cell} at {url} neither selects it nor sets the focus, so no key is pressed")
    if not shown:
        after = "clicks" if entry.way == "click" else f"a click and the key {digit}"
        raise EnterError(f"{cell} shows {guard.key(cell) or 'nothing'} at {url} after {after}")
    guard.clicker.answers = entry.way != "click"


def _samples(guard: EntryGuard) -> Iterator[Snapshot]:
    """Yield the board as it is from time to time while an input may be answered."""
    patience = Patience(guard.clicker.live.clock, PATIENCE)
    guard.clicker.live.move_away()
    while patience.wait(SAMPLE_MS):
        yield guard.take()


def _after(
    guard: EntryGuard, cell: Cell, move: Move, later: Sequence[Point] = (), *, selects: bool = False
) -> Hashable:
    """Make a move on a cell; return its look once it has changed and settled, or its old look if nothing changes.

    Nothing more is awaited than the digit of the solution or, of a move that `selects`, that the cell is selected.
    """

    def seen_now() -> tuple[Hashable, bool]:
        return guard.key(cell), selects and _is_selected(guard, cell)

    last = before = seen_now()
    guard.clicker.make(move, later or ([*guard.entry.pad(guard.looks).values()] if guard.entry.is_written else ()))
    since, clock = 0.0, guard.clicker.live.clock
    for _ in _samples(guard):
        if (now := seen_now()) != last:
            last, since = now, clock.now()
            if guard.entry.is_digits and now[0] == str(guard.wanted.get(cell)):
                break
        elif last != before and clock.now() >= since + STILL_SECONDS:
            break
    guard.judge.ask()  # What the page says with any input is no success, and a clock runs on.
    return last[0]


class SeenRun(Run):
    """One run of a page that is read by what it looks like."""

    JUDGE: ClassVar = SeenJudge
    BOARD_ENTRY: ClassVar = SeenBoardEntry
    judge: SeenJudge
    live = SeenLive
    """Finds the board."""
    guard: EntryGuard
    """Watches the board while it is entered."""

    def __init__(self, task: Task) -> None:
        """Take the task, and the sign of success that a person has named."""
        super().__init__(task)
        self.site = seen(task)
        self.site.success = task.options.success

    def must_show(self, board_entry: BoardEntry, last: Snapshot) -> bool:
        """Return whether the board must show the solution in the end, and not what lies over it."""
        is_other = not self.guard.entry.shows_no_other(last, self.guard.solution)
        return is_other and (self.site.is_judged or (board_entry.clicker.complete and not self.guard.was_told()))

    def enter_and_wait(self, board_entry: BoardEntry, solution: Grid) -> tuple[Accepted, Grid]:
        """Enter the solution in each likely way until the page accepts it."""
        answer, entry = NOTHING_SAID, cast("SeenBoardEntry", board_entry)
        layout, clicker = cast("SeenLayout", entry.board.layout), cast("SeenClicker", entry.clicker)
        self.guard = EntryGuard(self.task.page, self.judge, clicker, layout, solution, entry.board.snapshot)
        if self.guard.entry.is_path and (answer := self.judge.ask()).verdict:
            return answer, solution  # A board that is all path looks like one without any.
        for is_final in attempts(entry, self.guard):
            answer = _confirmed(self.guard, self.wait_for_verdict(ACCEPT_TIMEOUT))
            if answer.verdict is None and self._checks():  # It showed the solution; the next puzzle may be there now.
                answer = self.wait_for_verdict(ACCEPT_TIMEOUT)
            if answer.verdict or self.judge.is_weak(answer) or (is_final and answer.verdict is not None):
                break
        if answer.verdict is None and (wrong := _wrong(self.guard)):
            raise EnterError(f"the board at {self.task.page.url} does not show the solution: {wrong}")
        if answer.verdict is not None or not self.site.is_judged:
            return answer, solution
        success = self.site.success
        raise self.silent(answer, f"{success!r}, the text of --success" if success else "that it is solved")

    def _checks(self) -> bool:
        """Press the control that checks the board, if that shows the solution; return whether that was done."""
        is_unknown = self.site.known is None and not self.site.is_judged
        with suppress(PageGone, ReadError):
            if is_unknown and _shows(self.guard) and self.site.check(self.task.page):
                self.task.recorder.event("pressed", buttons={"check": 1})
                return True
        return False

    def verdict_after(self, error: GivensError, board_entry: BoardEntry) -> Accepted:
        """Return the page's verdict after the last input has covered, removed or repainted the board."""
        board_entry.record()
        clicker = board_entry.clicker
        is_covered = clicker.finished and not clicker.complete and self._is_covered(board_entry)
        was_right = clicker.finished and (clicker.lacked_one or clicker.complete)
        may_change = (was_right and isinstance(error, TakenBack)) or self.guard.was_told()
        if (is_covered or may_change) and not self.site.is_judged:
            answer = _confirmed(self.guard, self.wait_for_verdict(ACCEPT_TIMEOUT))
            if is_covered or answer.verdict:
                return answer
        else:
            try:
                return super().verdict_after(error, board_entry)
            except GivensError as raised:
                if raised is not error:
                    raise
        if clicker.inputs and not isinstance(error, (PageGone, PuzzleChanged)):
            with suppress(EnterError, ReadError):
                if left := _tidy(self.guard):
                    error.add(f"wrong marks are left: {left}")
        raise error

    def has_gone(self, board_entry: BoardEntry) -> bool:
        """Return whether the page has removed its board, or covered it."""
        return self._is_covered(board_entry) or super().has_gone(board_entry)

    def _is_covered(self, board_entry: BoardEntry) -> bool:
        """Return whether something has come over the board, so that it cannot be seen, or not as a whole."""
        clicker = board_entry.clicker
        return clicker.lacked_one and (bool(clicker.obstacle) or board_entry.look() is None)

    def record_verdict(self, answer: Accepted) -> None:
        """Store the page's verdict; where there is none, suggest what a person may take for it."""
        if answer.verdict is not None:
            super().record_verdict(answer)
            return
        is_gone = self.site.is_gone and not self.site.news
        said = "its board is gone, or something is drawn over it" if is_gone else appeared(self.site.news, "last")
        if self.site.endings.stopped:
            said = f"{said}; {self.site.endings.stopped}"
        if self.site.unasked and self.site.endings.checked_at == inf:
            said = f"press {self.site.unasked!r} on the page to be told; {said}"
        elif self.site.news and not any_denied(self.site.news):
            likeliest = min(self.site.news, key=lambda line: (line not in answer.said, "!" not in line))
            said = f"{said}; if that says that it is solved, add --success {shlex.quote(likeliest)}"
        self.task.result.accepted, self.task.result.said = None, said
        self.task.recorder.event("unconfirmed", said=said)
