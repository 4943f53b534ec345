"""Entering a solution in rounds: read the board, make the missing moves, wait until they show, read again.

The rounds repair late, lost and surplus inputs, crosses set by the page, and re-rendered elements. On a page that
works, no input is wasted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby, takewhile
from math import inf
from typing import TYPE_CHECKING

from bot.errors import EnterError
from bot.play.live import EDGE, Live, MoveReport, pressed
from scrapers import Click, Drag, Keys, Layout, Move, Patience, Point, ReadError, Snapshot

if TYPE_CHECKING:
    from solvers import Cell, Grid, Step

PATIENCE = 1.2
"""Seconds without a change on the board after which an input that does not show counts as lost."""
POLL_MS = 25
"""Milliseconds between two snapshots of the board while inputs do not show yet."""
IDLE_ROUNDS = 4
"""Rounds without progress after which the clicker gives up."""
MAX_IGNORED = 3
"""Inputs to one cell, without any change on the board, after which the clicker gives up."""
MOST_CHANGES = 100
"""Changes after an input up to which each is waited for: a board that is won may glow for ever."""


@dataclass(slots=True)
class Clicker:
    """Enter one solution on one live board."""

    live: Live
    layout: Layout
    note: Callable[[Move], None]
    """Called with every input after it was made."""
    pace: float
    """The shortest time from one input to the next, in seconds."""
    min_elapsed: float
    """The shortest time from the end of the first input to the last input, in seconds."""
    most_inputs: float = inf
    """How many inputs may be made in all."""
    check: Callable[[Snapshot], None] = lambda _: None
    """Called with every new snapshot before the next input; raises an error if the board shows another puzzle."""
    before_first: Callable[[], None] = lambda: None
    """Called before the first input."""
    before_last: Callable[[], None] = lambda: None
    """Called before the input that completes the solution."""
    is_accepted: Callable[[], bool] = lambda: False
    """Returns whether the page has accepted the solution; called if the board lacks something after that input."""
    shown: Callable[[Grid], Grid] = lambda solution: solution
    """Returns the marks that the board shows once it holds the solution."""
    steps: Sequence[Step] = ()
    """The order in which to enter, if the moves may be made in any order: the cells of one step, then of the next."""
    say: Callable[[str], None] = lambda _: None
    """Called with each step in words, before the first input of the step."""
    steps_said: int = 0
    """How many steps `say` was called with."""
    inputs: int = 0
    """How many inputs were made."""
    repaired: int = 0
    """Inputs that did not show in time, so that the board had to be read again."""
    rounds: int = 0
    seen: Grid | None = None
    """The last board seen."""
    finished: bool = False
    """Whether the input that completes the solution was made."""
    lacked_one: bool = False
    """Whether, before that input, the board lacked no other mark."""
    complete: bool = False
    """Whether the board showed the whole solution."""
    answers: bool = False
    """Whether the board has shown every input of the last round."""
    draws_at_once: bool = False
    """Whether it had done so by the first look after the round, so that a cell may be clicked twice in the next one."""
    first_input: float | None = None
    """When the first input had been sent. The page starts its own clock while it handles that input."""
    snapshot: Snapshot | None = None
    """The board after the last moves, if it was taken and nobody has looked at it yet."""
    obstacle: str = ""
    """Why nothing could be entered in the last round, as the end of a sentence, if that was so."""

    def enter(self, snapshot: Snapshot, solution: Grid) -> None:
        """Enter what the board in `snapshot` still lacks, until it shows the whole solution.

        At first, and while inputs are lost, only one input is made at a time. While the board shows inputs late, each
        cell is clicked only once in a round. Once the page has accepted the solution, nothing is entered any more.
        Raise `EnterError` if the board does not change or can no longer be read, `PageGone` if it disappears.
        """
        idle = ignored = 0
        self.seen = self.layout.marks(snapshot)
        self.finished = self.lacked_one = self.complete = False
        by_keys = False
        while needed := self._needed(snapshot, solution):
            if self.finished and self.is_accepted():
                return
            self.rounds += 1
            # The cells of one step may be covered by something that another step removes.
            moves = self._in_round(needed if idle > 1 else self._of_one_step(needed))
            if self.repaired:
                moves = first_run(moves)
            by_keys = by_keys or (idle > 0 and not self.obstacle)
            if by_keys:
                drags = (move.keys if isinstance(move, Drag) else None for move in moves)
                moves = [Keys(keys, move.leaves) if keys else move for keys, move in zip(drags, moves, strict=True)]
            if idle > 1 and isinstance(moves[0], Keys) and moves[0].otherwise is not None:
                moves = [moves[0].otherwise]
            before, repaired = self.seen, self.repaired
            made = self._perform(moves, solution, only_one=not self.answers, completing=len(needed))
            rest = moves[len(made) :]
            begun = bool(made and rest) and rest[0].leaves == made[-1].leaves
            snapshot, self.seen = self._settle(made, begun=begun)
            self.check(snapshot)
            changed = self.seen != before
            self.answers = changed and self.repaired == repaired
            idle = 0 if changed else idle + 1
            ignored = 0 if changed else ignored + bool(made)
            if idle >= IDLE_ROUNDS or ignored >= MAX_IGNORED:
                cell = next(iter((made or moves)[0].leaves))
                why = self.obstacle or f"does not respond to {ignored} inputs"
                raise EnterError(f"the board at {snapshot.url} does not change: {cell} {why}")
        self.complete = True

    def _needed(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the moves that a board still needs; if the page has hidden it, those of the one that it shows now."""
        try:
            return self.layout.moves(snapshot, solution)
        except ReadError:
            self.live.find_board()
            self.check(snapshot := self.live.take(self.layout.MEASURE))
            return self.layout.moves(snapshot, solution)

    def _of_one_step(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves of the first step that needs any, and say the step; all moves if their order matters."""
        if all(isinstance(move, Click) for move in moves):
            for number, step in enumerate(self.steps, start=1):
                of_step = [move for move in moves if step.sets.keys() & move.leaves.keys()]
                if of_step:
                    self._say_until(number)
                    return of_step
        self._say_until(len(self.steps))
        return moves

    def _say_until(self, number: int) -> None:
        for step in self.steps[self.steps_said : number]:
            self.say(step.words)
        self.steps_said = max(self.steps_said, number)

    def _in_round(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves to make before the board is looked at again."""
        return moves if self.draws_at_once else first_clicks(moves)

    def _wait_longer(self) -> None:
        """Do what is needed when a board does not show its moves by the first look."""

    def _perform(
        self, moves: Sequence[Move], solution: Grid, *, only_one: bool, completing: int, later: Sequence[Point] = ()
    ) -> list[Move]:
        """Make the moves whose points are free, and return them; find the board again if none could be made.

        `only_one` allows only the first of them. `completing` is how many moves the whole solution needs.
        """
        if self.inputs == 0:
            self.before_first()
        make = partial(self._make, solution=solution, only_one=only_one, completing=completing, later=later)
        made, performed = make(moves)
        if performed.refused:
            places = [(at, point) for at, move in enumerate(moves) for point in touched(move)]
            covers = self.live.covers([point for _, point in places])
            covered = {at: (cover, point) for (at, point), cover in zip(places, covers, strict=True) if cover}
            free = [move for at, move in enumerate(moves) if at not in covered]
            if covered and not all(isinstance(move, Click) for move in moves):
                free = []  # If order matters, make all moves or none.
            if not free:
                cover, point = next(iter(covered.values()))
                # A drag can only be made where all of it is in the window.
                is_large = cover == EDGE and isinstance(moves[0], Drag) and self.live.widen(moves[0].through)
                self._find_again(f"is covered by {cover}", None if is_large else point)
                return []
            if covered:
                moves = free
                made, performed = make(moves)
        self.obstacle = ""
        if not made:
            self._find_again(f"cannot be entered, because {performed.stopped}", next(iter(touched(moves[0])), None))
        return made

    def _make(
        self, moves: Sequence[Move], *, solution: Grid, only_one: bool, completing: int, later: Sequence[Point]
    ) -> tuple[list[Move], MoveReport]:
        """Make moves until the page stops them; return those that were made, and what the last of them came to."""
        goal = self.shown(solution)
        planned: Sequence[Point] = [*(point for move in moves for point in touched(move)), *later]
        if only_one:
            moves = moves[:1]
        finishes = len(moves) == completing and all(goal[cell] in marks for cell, marks in left_by(moves).items())
        made: list[Move] = []
        performed = MoveReport([])
        for at_once in self._at_once(moves, finishes=finishes):
            if self.inputs + len(at_once) > self.most_inputs:
                raise EnterError(
                    f"the board at {self.live.address} still does not show the solution after {self.inputs} "
                    f"inputs; it should need {self.most_inputs:g} at most"
                )
            is_last = at_once[-1] is moves[-1]
            self._keep_pace(final=finishes and is_last)
            if finishes and is_last:
                # It may take the board away.
                self.lacked_one = completing == 1 or self._lacks_only(at_once[-1], solution)
                self.before_last()
            looks = is_last or (finishes and at_once[-1] is moves[-2])
            performed = self.live.perform(at_once, planned, self.layout.MEASURE if looks else "")
            planned, self.snapshot = (), performed.snapshot
            if performed.moves:  # An input that was refused takes nothing back.
                self.finished = finishes and is_last and len(performed.moves) == len(at_once)
                self.first_input = self.first_input or self.live.clock.now()
            for move in performed.moves:
                self.inputs += 1
                self.note(move)
            made += performed.moves
            if performed.stopped:
                break
        return made, performed

    def _lacks_only(self, move: Move, solution: Grid) -> bool:
        """Return whether only the marks of this move are missing, once the board has drawn the moves before it."""
        for _ in Patience(self.live.clock, PATIENCE).looks(POLL_MS):
            with suppress(ReadError):  # The page may still be drawing.
                # The first look came with the end of the moves before.
                snapshot, self.snapshot = self.snapshot or self.live.take(self.layout.MEASURE), None
                lacking = self.layout.moves(snapshot, solution)
                if {cell for other in lacking for cell in other.leaves} <= move.leaves.keys():
                    return True
            self.live.move_away()
        return False

    def _at_once(self, moves: Sequence[Move], *, finishes: bool) -> Iterator[Sequence[Move]]:
        """Yield the moves in order, grouped so that the moves of a group need no pause between them."""
        if self.pace:
            yield from ([move] for move in moves)
            return
        last = len(moves) - 1 if finishes else None
        for _, group in groupby(enumerate(moves), lambda move: (isinstance(move[1], Keys), move[0] == last)):
            yield [move for _, move in group]

    def _find_again(self, obstacle: str, point: Point | None) -> None:
        """Wait for an obstacle to disappear, then find the board again and scroll a point of it into view."""
        self.obstacle, self.snapshot = obstacle, None
        self.live.clock.pause(1000 * PATIENCE / 2)
        self.live.find_board()
        if point is not None:
            self.live.show(point)

    def _keep_pace(self, *, final: bool) -> None:
        """Wait for the pace and, before the final input, until the shortest time has passed since the first input."""
        if self.first_input is None:
            return
        rest = self.first_input + self.min_elapsed - self.live.clock.now()
        wait = max(self.pace, rest) if final else self.pace
        if wait > 0:
            self.live.clock.pause(1000 * wait)

    def _settle(self, made: Sequence[Move], *, begun: bool) -> tuple[Snapshot, Grid]:
        """Wait until every move shows or the board stops changing; return the last snapshot and its marks.

        If what the moves leave needs more moves like them (`begun`), any change of the board is enough.
        """
        wanted = left_by(made).items()
        patience = Patience(self.live.clock, PATIENCE)
        seen, self.draws_at_once, changes = self.seen, True, 0
        while True:
            # The first look came with the end of the moves.
            snapshot, self.snapshot = self.snapshot or self.live.take(self.layout.MEASURE), None
            try:
                marks = self.layout.marks(snapshot)
            except ReadError as error:
                lost, unreadable = len(wanted), error.message  # The page may still be drawing.
            else:
                lost, unreadable = sum(marks[cell] not in allowed for cell, allowed in wanted), ""
                if marks != seen and (changes := changes + 1) < MOST_CHANGES:
                    seen = marks
                    patience.renew()
            if not unreadable and (lost == 0 or (begun and marks != self.seen)):
                return snapshot, marks
            if not patience.left:
                if unreadable:
                    raise EnterError(f"the board can no longer be read: {unreadable}")
                self.repaired += lost
                return snapshot, marks
            if self.draws_at_once:
                self._wait_longer()
            self.draws_at_once = False
            patience.wait(POLL_MS)


def left_by(moves: Sequence[Move]) -> dict[Cell, frozenset[int | None]]:
    """Return the marks that moves may leave in each cell; if several moves change a cell, the last one counts."""
    return {cell: marks for move in moves for cell, marks in move.leaves.items()}


def first_clicks(moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves without the second clicks on cells."""
    first: dict[object, Move] = {}
    for at, move in enumerate(moves):
        first.setdefault(frozenset(move.leaves) if isinstance(move, Click) else at, move)
    return [*first.values()]


def first_run(moves: Sequence[Move]) -> Sequence[Move]:
    """Return the first moves that press the same keys: if one of these is lost, the others still lead the same way."""
    keys = moves[0].keys if isinstance(moves[0], Keys) else None
    return moves if keys is None else list(takewhile(lambda move: isinstance(move, Keys) and move.keys == keys, moves))


def touched(move: Move) -> Sequence[Point]:
    """Return the points at which a move presses the mouse button, drags it or releases it; none for keys."""
    return move.through if isinstance(move, Drag) else [*dict.fromkeys(pressed(move))]
