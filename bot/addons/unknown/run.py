"""The run of a page that is read by what it looks like: marks are learned, and success is seen as a person sees it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, cast

from bot.addons.unknown.guess.site import WAYS
from bot.addons.unknown.learning import Attempt, attempts
from bot.addons.unknown.seeing import SeenBoardEntry, SeenJudge, SeenLive, seen
from bot.play.judge import NOTHING_SAID, POLL_MS
from bot.play.loop import Run
from bot.play.reading import ACCEPT_TIMEOUT
from scrapers import Accepted, Patience

if TYPE_CHECKING:
    from bot.play.entering import BoardEntry
    from bot.play.reading import Task
    from solvers import GivensError, Grid


class SeenRun(Run):
    """One run of a page that is read by what it looks like."""

    JUDGE: ClassVar = SeenJudge
    BOARD_ENTRY: ClassVar = SeenBoardEntry
    judge: SeenJudge
    live = SeenLive
    """Finds the board."""

    def __init__(self, task: Task) -> None:
        """Take the task, and the sign of success that a person has named."""
        super().__init__(task)
        self.site = seen(task)
        self.site.success = task.options.success

    def way_past(self) -> str:
        """Return what a person can do about what covers a cell."""
        return super().way_past() if self.site.known else f"Nothing was pressed: {WAYS}"

    def must_show(self, board_entry: BoardEntry) -> bool:
        """Return whether the board must show the solution in the end."""
        return board_entry.clicker.complete or self.site.is_judged

    def enter_and_wait(self, board_entry: BoardEntry, solution: Grid) -> tuple[Accepted, Grid]:
        """Enter the solution in each likely way until the page accepts it."""
        answer = NOTHING_SAID
        for attempt in self.attempts(board_entry, solution):
            solution = attempt.solution
            answer = attempt.answer or self.confirmed_verdict(attempt.within, board_entry)
            if answer.verdict or self.judge.is_weak(answer) or (attempt.is_final and answer.verdict is not None):
                return answer, solution
        if not self.site.is_judged:
            return answer, solution
        success = self.site.success
        raise self.silent(answer, f"{success!r}, the text of --success" if success else "that it is solved")

    def attempts(self, board_entry: BoardEntry, solution: Grid) -> Iterator[Attempt]:
        """Yield what was entered in each likely way."""
        return attempts(cast("SeenBoardEntry", board_entry), solution)

    def confirmed_verdict(self, within: float, board_entry: BoardEntry) -> Accepted:
        """Return the page's verdict once it has one that is confirmed; a sign that is not may be followed by others."""
        patience = Patience(self.task.clock, within)
        while True:
            said = self.wait_for_verdict(patience.left)
            patience.spent += self.judge.waited
            answer = cast("SeenBoardEntry", board_entry).confirmed(said)
            if answer.verdict is not None or said.verdict is None or not patience.wait(POLL_MS):
                return answer

    def verdict_after(self, error: GivensError, board_entry: BoardEntry) -> Accepted:
        """Return the page's verdict after something has come over the board with the last input, or that has gone."""
        clicker = board_entry.clicker
        if clicker.finished and not clicker.complete and self._is_covered(board_entry) and not self.site.is_judged:
            return cast("SeenBoardEntry", board_entry).confirmed(self.wait_for_verdict(ACCEPT_TIMEOUT))
        return super().verdict_after(error, board_entry)

    def has_gone(self, board_entry: BoardEntry) -> bool:
        """Return whether the page has removed its board, or covered it."""
        return self._is_covered(board_entry) or super().has_gone(board_entry)

    def _is_covered(self, board_entry: BoardEntry) -> bool:
        """Return whether something has come over the board, so that it cannot be seen, or not as a whole."""
        clicker = board_entry.clicker
        return clicker.lacked_one and (bool(clicker.obstacle) or board_entry.look() is None)

    def verdict_by_now(self) -> Accepted:
        """Return the page's verdict on what was entered of a solution."""
        return super().verdict_by_now() if self.site.is_judged else self.judge.wait(0.0)

    def record_verdict(self, answer: Accepted) -> None:
        """Store the page's verdict; where there is none, suggest what a person may take for it."""
        if answer.verdict is not None:
            super().record_verdict(answer)
            return
        said, more = self.judge.appeared_last(), {}
        if self.site.unasked:
            said = f"press {self.site.unasked!r} on the page to be told; {said}"
        elif not self.site.is_judged and (candidates := self.judge.candidates(answer.said)):
            more = {"candidates": candidates}
            shown = ", ".join(map(repr, candidates))
            sign = shlex.quote(candidates[0])
            said = f"since the last input it shows {shown}; if that says that it is solved, add --success {sign}"
        self.task.result.accepted, self.task.result.said = None, said
        self.task.recorder.event("unconfirmed", said=said, **more)
