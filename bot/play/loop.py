"""The play loop: from an open page to its accepted solution."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from bot import addon
from bot.browser.limits import Deadline
from bot.errors import EnterError, PageGone, UsageError
from bot.play.entering import BoardEntry, others, record_solution, solve_board
from bot.play.judge import Judge
from bot.play.options import Options
from bot.play.reading import ACCEPT_TIMEOUT, NEXT_AFTER, BoardReading, Task, is_another
from bot.play.sites import site_of_page, today_of
from bot.play.targets import Target
from bot.record.recorder import Recorder
from scrapers import Accepted, AlreadySolved, NeedsHuman, ReadError, Site, Snapshot

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.play.result import TargetResult
    from solvers import GivensError, Grid


def play(
    page: Page,
    site: Site | ModuleType | str | None = None,
    *,
    guess: bool = False,
    options: Options | None = None,
    recorder: Recorder | None = None,
) -> TargetResult:
    """Play the puzzle on an open page: read it, solve it, enter the solution, wait until the page accepts it.

    `site` is a site's name or a part of it, its module, or the site itself; by default the page's address says it. With
    `guess`, a page that no module knows is read by what it looks like. Raises the error of what failed; the page stays
    open.

    >>> page.goto("https://www.linkedin.com/games/view/tango/desktop").ok
    True
    >>> givens.play(page, site="tango").accepted
    True
    """
    target, options = Target(page.url, site_of_page(page.url, site, guess=guess), page.url), options or Options()
    limit = Deadline(options.timeout)
    task = Task(target, options, recorder or Recorder(None), limit=limit, entering=True).attach(page)
    Run(task).play()
    return task.result


class Run:
    """One run of a task: its stages, and the judgement on what was entered."""

    JUDGE: ClassVar[type[Judge]] = Judge
    BOARD_ENTRY: ClassVar[type[BoardEntry]] = BoardEntry

    def __init__(self, task: Task) -> None:
        """Take the task."""
        self.task, self.judge = task, self.JUDGE(task)

    def play(self) -> None:
        """Read, solve and enter the puzzle, and wait until the page accepts the solution."""
        task, site = self.task, self.task.site
        if task.options.robot and not site.POLICY.robot_field:
            raise UsageError(
                f"{site.NAME} has no field in which programs say what they are", command="givens sites list"
            )
        try:
            board = self.task.read()
        except AlreadySolved:
            task.check_result()
            today = site.POLICY.number(today_of(site))
            self.record_verdict(self.judge.without_board(today))
            return
        task.check_result()
        played_by = task.site.PLAYED_BY
        run: Run = addon.imported(played_by)(task) if played_by else self
        run.enter(board)

    def enter(self, board: BoardReading) -> None:
        """Solve a board, enter the solution, and wait until the page accepts it."""
        task = self.task
        board, solution = solve_board(task, board)
        if task.options.dry_run:
            return
        board_entry = self.BOARD_ENTRY(task, self.judge, board)
        try:
            verdict, solution = self.enter_and_wait(board_entry, solution)
        except (EnterError, ReadError) as error:
            if board_entry.clicker.inputs == 0 and "covered by" in error.message and (ways := task.live.way_past()):
                raise NeedsHuman(f"{error.message}. {ways}") from error
            verdict = self.verdict_after(error, board_entry)
        self.compare(board_entry, solution, verdict)

    def compare(self, board_entry: BoardEntry, solution: Grid, verdict: Accepted) -> None:
        """Record the verdict on a solution; raise `EnterError` if the board does not show it in the end."""
        task, clicker, goal = self.task, board_entry.clicker, self.task.site.POLICY.shown(solution)
        with task.result.time_phase("accept"), task.limit_time("reading the board"):
            last = board_entry.look()
        is_seen = last is not None and board_entry.after is not None and self.must_show(board_entry, last)
        differs = is_seen and board_entry.after is not None and not board_entry.after.agrees_with(goal)
        if last is not None and differs and clicker.complete and is_another(board_entry.board, last):
            last, differs = None, False
            board_entry.set_last_board(clicker.seen)
        if not differs:
            self.record_verdict(verdict)
        with task.result.time_phase("record"):
            if last is not None:
                task.recorder.board("after", task.page, last)
            else:
                task.recorder.picture("after", task.page)
        if differs:
            raise EnterError(
                f"the page at {task.page.url} accepted a board that differs from the solution:\n{board_entry.after}"
                if verdict.verdict
                else f"the board at {task.page.url} does not show the solution any more:\n{board_entry.after}"
            )
        if board_entry.after == goal or not clicker.complete:
            board_entry.set_last_board(solution)  # Also where the board does not distinguish two marks, or has gone.

    def must_show(self, _board_entry: BoardEntry, _last: Snapshot) -> bool:
        """Return whether the board must show the solution in the end."""
        return True

    def enter_and_wait(self, board_entry: BoardEntry, solution: Grid) -> tuple[Accepted, Grid]:
        """Enter one solution after the other until the page accepts one; a page that says nothing may expect another.

        Return its verdict and the solution that was entered last. A refusal is final.
        """
        solution = board_entry.enter(board_entry.board.snapshot, solution)
        answer = Accepted(None)
        for other in chain(others(self.task, board_entry.board.puzzle, solution), [None]):
            answer = self.wait_for_verdict(ACCEPT_TIMEOUT if other is None else NEXT_AFTER)
            if answer.verdict is not None:
                return answer, solution
            if other is not None:
                record_solution(self.task, other, board_entry.board.puzzle, unique=False)
                solution = board_entry.enter(board_entry.take(), other)
        raise self.silent(answer, "that it is solved")

    def silent(self, answer: Accepted, sign: str) -> EnterError:
        """Return the error of a page that does not accept the solution on its board."""
        said = f"; it says {answer.said!r}" if answer.said else ""
        return EnterError(
            f"the board at {self.task.page.url} shows the solution, but the page does not say {sign}{said}"
            f"; {self.judge.appeared()}"
        )

    def verdict_after(self, error: GivensError, board_entry: BoardEntry) -> Accepted:
        """Return the page's verdict after the board has gone with the last input; raise what is wrong."""
        clicker = board_entry.clicker
        self.judge.check_wall()
        if clicker.finished and not clicker.complete and self.has_gone(board_entry):
            with self.task.result.time_phase("accept"):
                answer = self.judge.without_last_look(error, ACCEPT_TIMEOUT, lacked_one=clicker.lacked_one)
            self.task.result.said = answer.said
            return answer
        answer = self.verdict_by_now()
        if not answer.verdict or clicker.complete:
            raise error
        self.task.result.said = answer.said
        raise self.judge.unproven(answer, error)

    def has_gone(self, board_entry: BoardEntry) -> bool:
        """Return whether the page has removed its board; one that cannot be read is still there."""
        try:
            with self.task.limit_time("looking for the board"), suppress(ReadError):
                board_entry.take()
        except PageGone:
            return True
        return False

    def verdict_by_now(self) -> Accepted:
        """Return the page's verdict on what was entered of a solution."""
        return self.judge.ask().since(self.judge.at_first)

    def wait_for_verdict(self, within: float) -> Accepted:
        """Return the page's verdict as soon as it has one."""
        with self.task.result.time_phase("accept"):
            answer = self.judge.wait(within)
        self.task.result.said = answer.said
        return answer

    def record_verdict(self, answer: Accepted) -> None:
        """Store the page's verdict; raise `EnterError` if it refuses the solution."""
        result = self.task.result
        result.accepted, result.said = answer.verdict, answer.said
        self.task.recorder.event("accepted" if answer.verdict else "refused", said=answer.said)
        if answer.verdict is False:
            raise EnterError(f"the page at {self.task.page.url} refuses the solution: {answer.said!r}")
