"""Solving: from a board that was read to the solution to enter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers import PROOF, GivensError, Grid, NoSolution, NotUnique, dump_grid, explain, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.play.reading import Board, Reader
    from bot.play.task import Task
    from solvers import Puzzle, Step

MAX_SOLUTIONS = 12
"""How many solutions are entered at most."""
MOST_COUNTED = 1000
"""How many solutions are counted at most, where any is right."""
SOLUTIONS_TIMEOUT = 10.0
"""Seconds that finding the other solutions may take."""
EXPLAIN_TIMEOUT = 5.0
"""Seconds that finding the steps may take: a person is watching."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves the puzzles of one page, and records what it finds."""

    task: Task
    reader: Reader

    def solve(self, board: Board) -> tuple[Board, Grid]:
        """Return a board and its solution; without a unique one, read and solve the board again a moment later.

        The page may still have been drawing when the board was read.
        """
        failed: NotUnique | NoSolution | None = None
        try:
            solution = self._solution(board.puzzle)
        except (NotUnique, NoSolution) as error:
            failed = error
        if failed is None and self.task.result.unique:
            return board, solution
        again = self.reader.read_again(board)
        if again.puzzle != board.puzzle:
            return again, self._solution(again.puzzle)
        if failed is not None:
            raise failed
        return again, solution

    def _solution(self, puzzle: Puzzle) -> Grid:
        """Find the solution; raise `NotUnique` if there are several, unless that is allowed."""
        task = self.task
        task.set_status("solving")
        with task.result.timed("solve"):
            limit = None if task.options.timeout is None else task.limit.remaining(task.options.timeout)
            solution, unique = self._any_right(puzzle, limit) or self._one(puzzle, limit)
        self.record(solution, puzzle, unique=unique)
        return solution

    def _one(self, puzzle: Puzzle, limit: float | None) -> tuple[Grid, bool]:
        """Return a solution, and whether it is the only one."""
        try:
            return solve(puzzle, timeout=limit).grid, True
        except NotUnique as error:
            if not (self.task.options.any_solution or self.task.site.POLICY.solutions == "several"):
                raise
            return error.first, False

    def _any_right(self, puzzle: Puzzle, limit: float | None) -> tuple[Grid, bool] | None:
        """Return the first of several solutions, and count them, if the page accepts any of them; else None.

        It does if it judges rules and each clue was read in two places. The plain check has confirmed each solution.
        """
        result = self.task.result
        if self.task.site.POLICY.solutions != "any" or result.single:
            return None
        found = solutions(puzzle, limit=MOST_COUNTED, timeout=limit)
        if len(found.grids) <= 1:
            return None
        result.answers, result.complete = len(found.grids), found.complete
        return found.grids[0], False

    def record(self, solution: Grid, puzzle: Puzzle, *, unique: bool) -> None:
        """Record the solution to enter."""
        task, rows = self.task, dump_grid(solution, puzzle)
        result = task.result
        result.verdict, result.proof, result.solution = "one" if unique else "several", PROOF, rows
        task.recorder.solution(rows)
        task.recorder.event("solved", unique=unique)

    def others(self, puzzle: Puzzle, first: Grid) -> Iterator[Grid]:
        """Yield the other solutions of a puzzle, if its site allows several."""
        task = self.task
        if task.site.POLICY.solutions == "several" and not task.result.unique:
            with task.result.timed("solve"):
                found = solutions(puzzle, limit=MAX_SOLUTIONS, timeout=task.limit.remaining(SOLUTIONS_TIMEOUT))
            yield from (grid for grid in found.grids if grid != first)

    def explain(self, board: Board) -> list[Step]:
        """Return the steps to say and to enter, if a person is watching; none if finding them takes too long."""
        task, say = self.task, self.task.options.say
        if say is None:
            return []
        task.set_status("explaining")
        with task.result.timed("explain"):
            try:
                steps = list(explain(board.puzzle, timeout=task.limit.remaining(EXPLAIN_TIMEOUT)))
            except GivensError as error:  # The page can be played without reasons.
                say(f"entering in the page's own order, because no steps were found: {error.message}")
                return []
        # A step whose marks are already on the board needs no explanation.
        standing = dict(board.marks.marked())
        return [step for step in steps if not step.sets.items() <= standing.items()]
