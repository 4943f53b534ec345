"""Entering a solution in rounds: look, do what is missing, wait until it shows, look again.

So late, lost and surplus inputs, crosses set by the page and re-rendered elements heal by themselves;
on a sound page no input is wasted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from bot.errors import EnterError
from scrapers import Click, Drag, Keys, ReadError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.play.live import Live
    from scrapers import Accepted, Layout, Move, Point, Snapshot
    from solvers import Grid, Step

PATIENCE = 1.2
"""Seconds without any change on the board after which an input that does not show is called lost."""
BEAT = 25
"""Milliseconds between two looks at the board while inputs are not shown yet."""
IDLE_ROUNDS = 4
"""Rounds without progress after which entering is given up."""


@dataclass(slots=True)
class Entered:
    """What was entered so far."""

    inputs: int = 0
    repaired: int = 0
    """Inputs whose effect did not show in time, so that the board had to be looked at again."""
    rounds: int = 0
    seen: Grid | None = None
    """The last board seen."""


@dataclass(slots=True)
class Clicker:
    """Enters one solution on one live board."""

    live: Live
    layout: Layout
    accepted: Callable[[], Accepted]
    """Asks the page what it says of the solution."""
    note: Callable[[Move], None]
    """Is told of every input as it is made."""
    pace: float
    """Seconds from one input to the next, at least."""
    min_elapsed: float
    """Seconds from the first input to the last, at least."""
    shown: Callable[[Grid], Grid] = lambda solution: solution
    """Returns what the board shows when it holds the solution."""
    steps: Sequence[Step] = ()
    """In what order to enter, where the moves allow any: all that a step sets, then what the next one sets."""
    say: Callable[[str], None] = lambda _: None
    """Is told each step in words, just before the first input for it."""
    said: int = 0
    """How many steps were told."""
    done: Entered = field(default_factory=Entered)
    first_input: float | None = None
    covered: str = ""
    """What lay over the board in the last round, if that kept everything from being entered."""

    def enter(self, snapshot: Snapshot, solution: Grid) -> None:
        """Bring the board, which is as in `snapshot`, to the solution, until the page needs nothing more.

        Raises `EnterError` after several rounds without progress, `PageGone` when the board has gone.
        """
        idle, goal = 0, self.shown(solution)
        self.done.seen = self.layout.marks(snapshot)
        while needed := self.layout.moves(snapshot, solution):
            self.done.rounds += 1
            # A step may be covered that another uncovers.
            moves = needed if idle > 1 else self._of_one_step(needed)
            if self.done.repaired:
                moves = of_one_run(moves)
            if idle and not self.covered:
                moves = [by_keyboard(move) for move in moves]
            if idle > 1 and isinstance(moves[0], Keys) and moves[0].otherwise is not None:
                moves = [moves[0].otherwise]
            made = self._perform(moves, goal, finishing=len(moves) == len(needed))
            before = self.done.seen
            try:
                snapshot, self.done.seen = self._settle(made)
            except EnterError:
                if self.accepted().verdict is None:
                    raise
                return  # A page may submit or leave by itself once it is solved.
            idle = 0 if self.done.seen != before else idle + 1
            if idle >= IDLE_ROUNDS:
                cell = next(iter(moves[0].leaves))
                why = (
                    f"is covered by {self.covered}" if self.covered else f"is not right after {self.done.inputs} inputs"
                )
                msg = f"the board at {snapshot.url} stays as it is: {cell} {why}"
                raise EnterError(msg)

    def _of_one_step(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves for the first step that needs any, and tell it; all moves where their order matters."""
        if all(isinstance(move, Click) for move in moves):
            for number, step in enumerate(self.steps, start=1):
                if its := [move for move in moves if step.sets.keys() & move.leaves.keys()]:
                    self._say_until(number)
                    return its
        self._say_until(len(self.steps))
        return moves

    def _say_until(self, number: int) -> None:
        for step in self.steps[self.said : number]:
            self.say(step.words)
        self.said = max(self.said, number)

    def _perform(self, moves: Sequence[Move], goal: Grid, *, finishing: bool) -> list[Move]:
        """Make the moves whose places are free, and return them; open what lies over all of them."""
        places = [(at, point) for at, move in enumerate(moves) for point in starts(move)]
        covers = self.live.covers([point for _, point in places])
        covered = {at: (cover, point) for (at, point), cover in zip(places, covers, strict=True) if cover}
        free = [move for at, move in enumerate(moves) if at not in covered]
        if covered and not all(isinstance(move, Click) for move in moves):
            free = []  # Where order matters it is all or none.
        self.covered = ""
        if not free:
            self.covered, point = next(iter(covered.values()))
            self.live.page.wait_for_timeout(1000 * PATIENCE / 2)  # It may pass by itself.
            self.live.find_board()
            self.live.show(point)
            return []
        offset = self.live.offset()
        finishes = (
            finishing
            and len(free) == len(moves)
            and all(goal[cell] in marks for move in moves for cell, marks in move.leaves.items())
        )
        for number, (before, move) in enumerate(zip([None, *free], free, strict=False), start=1):
            self._keep_pace(final=finishes and number == len(free))
            if isinstance(move, Keys) and not isinstance(before, Keys):
                self.live.focus()
            self.live.do(move, offset)
            self.done.inputs += 1
            self.note(move)
        return free

    def _keep_pace(self, *, final: bool) -> None:
        """Wait as long as the pace asks for and, before the last input, as the shortest time does."""
        now = time.monotonic()
        if self.first_input is None:
            self.first_input = now
            return
        wait = max(self.pace, self.first_input + self.min_elapsed - now) if final else self.pace
        if wait > 0:
            self.live.page.wait_for_timeout(1000 * wait)

    def _settle(self, made: Sequence[Move]) -> tuple[Snapshot, Grid]:
        """Look until every move shows or nothing has changed for a while, and return the last look and its marks."""
        # What a later move changes again is not as the earlier one left it.
        wanted = {cell: marks for move in made for cell, marks in move.leaves.items()}.items()
        seen, changed = self.done.seen, time.monotonic()
        while True:
            snapshot = self.live.take(self.layout.MEASURE)
            try:
                marks = self.layout.marks(snapshot)
            except ReadError as error:
                lost, unreadable = len(wanted), error.message  # The page may be drawing.
            else:
                lost, unreadable = sum(marks[cell] not in allowed for cell, allowed in wanted), ""
                if marks != seen:
                    seen, changed = marks, time.monotonic()
            if lost == 0 and not unreadable:
                return snapshot, marks
            if time.monotonic() - changed > PATIENCE:
                if unreadable:
                    msg = f"the board cannot be read any more: {unreadable}"
                    raise EnterError(msg)
                self.done.repaired += lost
                return snapshot, marks
            self.live.page.wait_for_timeout(BEAT)


def of_one_run(moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves up to the first that presses other keys: of like ones a lost one leads nowhere else."""
    keys = moves[0].keys if isinstance(moves[0], Keys) else None
    return moves if keys is None else list(takewhile(lambda move: isinstance(move, Keys) and move.keys == keys, moves))


def by_keyboard(move: Move) -> Move:
    """Return the keys that do what a drag did not, any other move as it is."""
    return Keys(move.keys, move.leaves) if isinstance(move, Drag) and move.keys else move


def starts(move: Move) -> Sequence[Point]:
    """Return the points at which a move presses or releases the button, none for keys."""
    match move:
        case Click(at=first, then=second):
            return [first] if second is None else [first, second]
        case Drag(through=points):
            return [points[0], points[-1]]
        case _:
            return []
