"""Solve puzzles for scripts: a line with the verdict for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.batch.answer import answer_line
from solvers import dump_grid, solutions, solve

if TYPE_CHECKING:
    from bot.batch.lines import Entry
    from solvers import Puzzle, Solutions


def solve_line(entry: Entry, *, limit: int | None, timeout: float | None) -> tuple[dict[str, Any], int]:
    """Solve a puzzle and return its line and exit code; with a limit, find up to that many solutions."""

    def fill(puzzle: Puzzle, line: dict[str, Any]) -> None:
        if limit is None:
            solution = solve(puzzle, timeout=timeout)
            line |= {"verdict": "one", "solution": dump_grid(solution.grid, puzzle), "ms": dict(solution.ms)}
            return
        found = some_solutions(puzzle, limit, timeout)
        grids = [dump_grid(grid, puzzle) for grid in found.grids]
        line |= {
            "verdict": "several" if len(grids) > 1 else "one" if found.complete else "unknown",
            "solution": grids[0],
            "solutions": grids,
            "complete": found.complete,
            "ms": dict(found.ms),
        }

    return answer_line(entry, fill)


def some_solutions(puzzle: Puzzle, limit: int, timeout: float | None) -> Solutions:
    """Return 1 to `limit` solutions; raises `NoSolution` where there is none."""
    found = solutions(puzzle, limit=limit, timeout=timeout)
    if not found.grids:
        solve(puzzle, timeout=timeout)  # Raises an error that names the clashing clues.
    return found
