"""Solving: from a board that was read to the solution to enter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers import GivensError, Grid, NoSolution, NotUnique, dump_grid, explain, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.play.reading import Board, Reader
    from bot.play.task import Task
    from solvers import Puzzle, Step

MAX_SOLUTIONS = 12
"""How many solutions are entered at most."""
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
            try:
                solution, unique = solve(puzzle, timeout=limit).grid, True
            except NotUnique as error:
                if not (task.options.any_solution or task.site.POLICY.several):
                    raise
                solution, unique = error.first, False
        self.record(solution, puzzle, unique=unique)
        return solution

    def record(self, solution: Grid, puzzle: Puzzle, *, unique: bool) -> None:
        """Record the solution to enter."""
        task, rows = self.task, dump_grid(solution, puzzle)
        task.result.verdict, task.result.solution = "one" if unique else "several", rows
        task.recorder.solution(rows)
        task.recorder.event("solved", unique=unique)

    def others(self, puzzle: Puzzle, first: Grid) -> Iterator[Grid]:
        """Yield the other solutions of a puzzle, if its site allows several."""
        task = self.task
        if task.site.POLICY.several and not task.result.unique:
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
