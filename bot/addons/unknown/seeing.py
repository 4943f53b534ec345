"""The stages of a play on a page that is read by what it looks like: where these differ from the usual ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, ClassVar, cast

import msgspec

from bot.addons.unknown.guess.site import WAYS, GuessedSite
from bot.addons.unknown.guess.success import checks
from bot.addons.unknown.pixels.eye import offset_of, strips_in
from bot.errors import EnterError, listed
from bot.play.clicker import Clicker
from bot.play.entering import BoardEntry
from bot.play.judge import CHECK_AFTER, Judge
from bot.play.live import Live
from scrapers import Accepted, Click, Move, NeedsHuman, Patience, Point, Snapshot
from scrapers._ask import DOM
from scrapers._site import GUESSED
from solvers import GivensError, Grid

if TYPE_CHECKING:
    from bot.addons.unknown.guess.layout import SeenLayout
    from bot.play.reading import Task

WATCH_SECONDS = 1.0
"""The time to watch a page before the first input, to learn which of its parts change by themselves."""
WATCH_MS = 240
"""Milliseconds between two looks at the page in that time."""
HELD_MS = 50.0
"""Milliseconds for which the button is held once a press was lost."""
STILL_SECONDS = 2.0
"""Seconds without a change after which the page is not waited for any more."""

_HIDDEN = f"""(board, points, {{ rgba }} = {DOM}) => points.map(([x, y]) => {{
    const stack = document.elementsFromPoint(x, y);
    const own = stack.findIndex((one) => one.contains(board) || board.contains(one));
    const isFull = (one) => rgba(getComputedStyle(one).backgroundColor)[3] * getComputedStyle(one).opacity > 0.99;
    return own < 0 || stack.slice(0, own).some(isFull);
}})"""
"""Returns whether something opaque lies over each of some points of a board."""


class SeenLive(Live):
    """A board that is found by its looks, also after the page has moved or rebuilt it."""

    RETURNS: ClassVar = True

    def __init__(self, task: Task) -> None:
        """Find the board, and record how."""
        self.site = seen(task)
        if task.options.any_solution and not self.site.known:  # A clue may be overlooked: the site says when any is.
            self.site.any_right = True
            task.options = replace(task.options, any_solution=False)
        self.layout: SeenLayout | None = None
        """The layout of the board, once it was read."""
        try:
            super().__init__(task.page, task.find_board)
        finally:
            found = self.site.found
            boxes = [[round(number) for number in board.box] for board in found.boards]
            task.recorder.event(GUESSED, boards=boxes, hypotheses=[str(one) for one in found.hypotheses])

    def take(self, measure: str) -> Snapshot:
        """Return the board with what is drawn on it; look for it once more where it is not."""
        from playwright.sync_api import Error

        try:
            taken = self._taken(measure)
            if self.layout is None or self.layout.is_shown(taken):
                return taken
        except Error as error:
            gone, taken = self._gone(error), None
        try:
            self.find_board()
            return self._taken(measure)
        except (Error, GivensError):
            if taken is None:
                raise gone from None
            return taken

    def way_past(self) -> str:
        """Return what a person can do about what covers a cell."""
        return super().way_past() if self.site.known else f"Nothing was pressed: {WAYS}"

    def _taken(self, measure: str) -> Snapshot:
        taken, layout, frame = self.site.see(self.page, super()._taken(measure)), self.layout, self.site.frame
        if layout is None or frame is None or not layout.is_shown(taken):
            return taken
        looks = layout.look(taken)
        if not (places := dict(layout.entry.strips(looks))):
            return taken
        hidden = [False] * len(places)
        if any(map(looks.is_covered, looks.cells)):
            hidden = self._on_board(_HIDDEN, [place[:2] for place in places.values()], list[bool])
        seen = zip(places, strips_in(self.page, [*places.values()], offset_of(frame)), hidden, strict=True)
        strips = [(place, strip) for place, strip, is_hidden in seen if not is_hidden]
        return replace(taken, state={**taken.state, "strips": msgspec.to_builtins(strips)})


class SeenClicker(Clicker):
    """Enters marks on a page that may judge wrong ones: each cell is finished before the next one is begun."""

    def _in_round(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves until a digit of a pad is used up, or a cell needs a second click, if inputs were lost."""
        if cast("SeenLayout", self.layout).entry.way.startswith("pad"):  # Its key may go, so that the others move.
            return moves[: 1 + min({frozenset(move.leaves.values()): at for at, move in enumerate(moves)}.values())]
        again = [isinstance(then, Click) and one.leaves.keys() == then.leaves.keys() for one, then in pairwise(moves)]
        return moves[: again.index(True) + 1 if self.repaired and any(again) else None]

    def make(self, move: Move, later: Sequence[Point] = ()) -> None:
        """Make one move whose effect is not known; raise `EnterError` if it cannot be made.

        `later` are points besides cells that other moves will press; what a press there does is looked at before.
        """
        if not self._perform([move], Grid([[None]]), only_one=True, completing=0, later=later):
            raise EnterError(f"no input is taken at {self.live.address}: {next(iter(move.leaves))} {self.obstacle}")

    def _perform(
        self, moves: Sequence[Move], solution: Grid, *, only_one: bool, completing: int, later: Sequence[Point] = ()
    ) -> list[Move]:
        """Make moves as usual; a click that selects a cell, and the key that enters its digit, are made together."""
        entry = cast("SeenLayout", self.layout).entry
        self.pace = max(self.pace, min(self.repaired // 2, 10) / 10)  # A page may ignore what comes too soon.
        if only_one and entry.is_digits and entry.way in {"keys", "pad anew"}:
            moves, only_one = moves[:2], False  # The click and its key.
        return super()._perform(moves, solution, only_one=only_one, completing=completing, later=later)

    def _wait_longer(self) -> None:
        self.live.move_away()
        if self.repaired and not cast("SeenLayout", self.layout).entry.is_digits:
            self.live.hold = HELD_MS


@dataclass
class SeenJudge(Judge):
    """Waits for signs of success, which may need each other."""

    LONGEST: ClassVar = 10.0

    def before_last(self) -> None:
        """Keep what the page says before the input that completes the solution."""
        seen(self.task).begin("last input")
        super().before_last()
        seen(self.task).begin("verdict")

    def _patience(self, within: float) -> Callable[[Accepted, float], bool]:
        """Wait on while a sign is not enough, and no longer where nothing has changed for a while."""
        within, site = self.task.limit.remaining(within), seen(self.task)
        seen_last: list[tuple[Accepted, float]] = []

        def is_over(answer: Accepted, spent: float) -> bool:
            if not seen_last or answer != seen_last[-1][0]:
                seen_last.append((answer, spent))
            is_silent = self.task.site.NAME == GUESSED and not answer.said
            still = CHECK_AFTER if checks(site.unasked) and site.endings.checked_at == inf else STILL_SECONDS
            is_still = is_silent and spent >= seen_last[-1][1] + still
            return is_still or (spent >= within and not self.is_weak(answer))

        return is_over

    def is_weak(self, answer: Accepted) -> bool:
        """Return whether an answer is a sign that is not enough."""
        return answer.verdict is None and bool(answer.said) and not seen(self.task).is_judged

    def has_news(self, pattern: str = "") -> bool:
        """Return whether the page has said anything that matches since the last input, beside its board."""
        answer = self.ask()
        return answer.verdict is not None or bool(answer.said) or any(re.search(pattern, one) for one in answer.signs)


@dataclass
class SeenBoardEntry(BoardEntry):
    """Enters a solution on a board whose marks are learned."""

    MAX_CHANGES: ClassVar = 0  # What was learned is of no use on another puzzle.
    CLICKER: ClassVar = SeenClicker

    def __post_init__(self) -> None:
        """Make the clicker for this board."""
        super().__post_init__()
        cast("SeenLive", self.task.live).layout = cast("SeenLayout", self.board.layout)

    def _before_first(self) -> None:
        """Watch the page for a while: it must be safe, and what changes by itself says nothing later."""
        task = self.task
        seen(task).begin("input")
        left = task.limit.remaining(task.seen_at + WATCH_SECONDS - task.clock.now())
        for _ in Patience(task.clock, left).looks(WATCH_MS):
            self.judge.ask()
        self._check_dangers()
        super()._before_first()

    def _check_dangers(self) -> None:
        """Raise `NeedsHuman` if input might do more than enter a solution."""
        page = self.task.page
        if not self.task.options.enter_here and (dangers := seen(self.task).dangers(page)):
            raise NeedsHuman(
                f"nothing was entered at {page.url}, which may be more than a puzzle: {listed(dangers)}. If it is one, "
                "add --yes-enter-here"
            )

    def _is_accepted(self) -> bool:
        """Return whether the page has accepted the solution: new words, or a board that is new or blank, are enough."""
        judge, layout = cast("SeenJudge", self.judge), cast("SeenLayout", self.board.layout)
        has_news = not seen(self.task).is_judged and judge.has_news(r"[^\d\s!-/:-@]")
        entry, looks = layout.entry, layout.look(self.take())
        return super()._is_accepted() or has_news or entry.is_blank(looks) or entry.is_drawn_anew(looks)


def seen(task: Task) -> GuessedSite:
    """Return the site of a task, which is read by what it looks like."""
    return cast("GuessedSite", task.site)
