"""The play loop: from an open page to its accepted solution."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING

from bot import addon
from bot.browser.limits import Deadline
from bot.errors import EnterError, UsageError
from bot.play.entering import Enterer, others, record_solution, solved
from bot.play.judge import POLL_MS, Judge
from bot.play.options import Options
from bot.play.reading import ACCEPT_TIMEOUT, NEXT_AFTER, Attempt, Task, is_another
from bot.play.result import TargetResult
from bot.play.targets import site_of_page, today_of
from bot.record.recorder import Recorder
from scrapers import Accepted, AlreadySolved, NeedsHuman, Patience, ReadError, Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
    site, options = site_of_page(page.url, site, guess=guess), options or Options()
    site.attend(by_person=False, success=options.success)
    result = TargetResult.begin(page.url, site.NAME, page.url, entering=True)
    limit = Deadline(options.timeout)
    Run(Task(page, site, result, options, recorder or Recorder(None), limit=limit)).play()
    return result


class Run:
    """One run of a task: its stages, and the judgement on what was entered."""

    def __init__(self, task: Task) -> None:
        """Take the task."""
        self.task, self.judge = task, Judge(task)

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
            task.check(task.result)
            today = site.POLICY.number(today_of(site))
            self.record_verdict(self.judge.without_board(today))
            return
        task.check(task.result)
        board, solution = solved(task, board)
        if task.options.dry_run:
            return
        enterer = Enterer(task, self.judge, board)
        try:
            verdict, solution = self.enter_and_wait(enterer, solution)
        except (EnterError, ReadError) as error:
            if enterer.clicker.inputs == 0 and "covered by" in error.message:
                ways = site.POLICY.covered or self.task.live.way_past()
                if ways:
                    raise NeedsHuman(f"{error.message}. {ways}") from error
            verdict = self.verdict_after(error, enterer)
        self.compare(enterer, solution, verdict)

    def compare(self, enterer: Enterer, solution: Grid, verdict: Accepted) -> None:
        """Record the verdict on a solution; raise `EnterError` if the board does not show it in the end."""
        task, clicker, goal = self.task, enterer.clicker, self.task.site.POLICY.shown(solution)
        with task.result.timed("accept"), task.bounded("reading the board"):
            last = enterer.look()
        is_seen = clicker.complete or task.site.POLICY.judged
        differs = is_seen and last is not None and enterer.after is not None and not enterer.after.agrees_with(goal)
        if last is not None and differs and clicker.complete and is_another(enterer.board, last):
            last, differs = None, False
            enterer.set_last_board(clicker.seen)
        if not differs:
            self.record_verdict(verdict)
        with task.result.timed("record"):
            if last is not None:
                task.recorder.board("after", task.page, last)
            else:
                task.recorder.picture("after", task.page)
        if differs:
            raise EnterError(
                f"the page at {task.page.url} accepted a board that differs from the solution:\n{enterer.after}"
                if verdict.verdict
                else f"the board at {task.page.url} does not show the solution any more:\n{enterer.after}"
            )
        if enterer.after == goal or not clicker.complete:
            enterer.set_last_board(solution)  # Also where the board does not distinguish two marks, or has gone.

    def enter_and_wait(self, enterer: Enterer, solution: Grid) -> tuple[Accepted, Grid]:
        """Enter the solution in each way, then other ones if there are any, until the page accepts one.

        Return its verdict and the solution that was entered last.
        """
        attempts = addon.provided("attempts") if enterer.board.layout.learns else self.attempts
        answer = Accepted(None)
        for attempt in attempts(enterer, solution):
            solution = attempt.solution
            answer = attempt.answer or self.confirmed_verdict(attempt.within, enterer.confirmed)
            if answer.verdict or self.judge.is_weak(answer) or (attempt.is_final and answer.verdict is not None):
                return answer, solution
        if not self.task.site.POLICY.judged:
            return answer, solution
        said = f"; it says {answer.said!r}" if answer.said else ""
        success = self.task.site.POLICY.success
        sign = f"{success!r}, the text of --success" if success else "that it is solved"
        raise EnterError(
            f"the board at {self.task.page.url} shows the solution, but the page does not say {sign}{said}"
            f"; {self.judge.appeared('first')}"
        )

    def attempts(self, enterer: Enterer, solution: Grid) -> Iterator[Attempt]:
        """Enter one solution after the other: a page that says nothing may expect another. A refusal is final."""
        solution = enterer.enter(enterer.board.snapshot, solution)
        for other in chain(others(self.task, enterer.board.puzzle, solution), [None]):
            yield Attempt(solution, ACCEPT_TIMEOUT if other is None else NEXT_AFTER)
            if other is not None:
                record_solution(self.task, other, enterer.board.puzzle, unique=False)
                solution = enterer.enter(enterer.take(), other)

    def verdict_after(self, error: GivensError, enterer: Enterer) -> Accepted:
        """Return the page's verdict after the board has gone with the last input; raise what is wrong."""
        clicker = enterer.clicker
        self.judge.check_wall()
        is_covered = (
            # Something has come over the board, so that it cannot be seen, or not as a whole.
            enterer.board.layout.learns and clicker.lacked_one and (bool(clicker.obstacle) or enterer.look() is None)
        )
        if clicker.finished and not clicker.complete and is_covered and not self.task.site.POLICY.judged:
            return enterer.confirmed(self.wait_for_verdict(ACCEPT_TIMEOUT))
        if clicker.finished and not clicker.complete and (is_covered or self.task.has_gone(enterer.board)):
            with self.task.result.timed("accept"):
                answer = self.judge.without_last_look(error, ACCEPT_TIMEOUT, lacked_one=clicker.lacked_one)
            self.task.result.said = answer.said
            return answer
        is_judged = self.task.site.POLICY.judged
        answer = self.judge.ask().since(self.judge.at_first) if is_judged else self.judge.wait(0.0)
        if not answer.verdict or clicker.complete:
            raise error
        self.task.result.said = answer.said
        raise self.judge.unproven(answer, error)

    def wait_for_verdict(self, within: float) -> Accepted:
        """Return the page's verdict as soon as it has one."""
        with self.task.result.timed("accept"):
            answer = self.judge.wait(within)
        self.task.result.said = answer.said
        return answer

    def confirmed_verdict(self, within: float, confirmed: Callable[[Accepted], Accepted]) -> Accepted:
        """Return the page's verdict once it has one that is confirmed; a sign that is not may be followed by others."""
        patience = Patience(self.task.clock, within)
        while True:
            said = self.wait_for_verdict(patience.left)
            patience.spent += self.judge.waited
            answer = confirmed(said)
            if answer.verdict is not None or said.verdict is None or not patience.wait(POLL_MS):
                return answer

    def record_verdict(self, answer: Accepted) -> None:
        """Store the page's verdict; raise `EnterError` if it refuses the solution."""
        task, said = self.task, self.judge.appeared("last") if answer.verdict is None else answer.said
        more: dict[str, list[str]] = {}
        policy = task.site.POLICY
        if answer.verdict is None and policy.unasked:
            said = f"press {policy.unasked!r} on the page to be told; {said}"
        elif answer.verdict is None and not policy.judged and (candidates := self.judge.candidates(answer.said)):
            more = {"candidates": candidates}
            shown = ", ".join(map(repr, candidates))
            sign = shlex.quote(candidates[0])
            said = f"since the last input it shows {shown}; if that says that it is solved, add --success {sign}"
        task.result.accepted, task.result.said = answer.verdict, said
        events = {True: "accepted", False: "refused", None: "unconfirmed"}
        task.recorder.event(events[answer.verdict], said=said, **more)
        if answer.verdict is False:
            raise EnterError(f"the page at {task.page.url} refuses the solution: {answer.said!r}")
