"""Answer one puzzle with a line for a script and an exit code: solve it, or check marks."""

from __future__ import annotations

import json
import sys
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from bot.batch.sources import is_file
from bot.errors import UsageError
from bot.files import read_text
from bot.play.result import error_facts
from solvers import PROOF, BadPuzzle, GivensError, Grid, check, dump, dump_grid, place_name, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.batch.lines import InputPuzzle
    from solvers import Place, Puzzle, Solutions

    Facts = dict[str, Any]

Options = ParamSpec("Options")


def answering(
    fill: Callable[Concatenate[InputPuzzle, Puzzle, Facts, Options], None],
) -> Callable[Concatenate[InputPuzzle, Options], tuple[Facts, int]]:
    """Turn a function that fills in the line of a puzzle into one that returns an entry's line and exit code."""

    @wraps(fill)
    def answer(entry: InputPuzzle, /, *args: Options.args, **options: Options.kwargs) -> tuple[Facts, int]:
        line: Facts = ({} if "target" in entry.rest else {"line": entry.name}) | entry.rest
        try:
            puzzle = entry.get()
            line["puzzle"] = dump(puzzle)
            fill(entry, puzzle, line, *args, **options)
        except GivensError as error:
            return line | error_facts(error), error.EXIT
        return line, 0

    return answer


@answering
def solve_line(_entry: InputPuzzle, puzzle: Puzzle, line: Facts, *, limit: int | None, timeout: float | None) -> None:
    """Solve a puzzle; with a limit, find up to that many solutions."""
    if limit is None:
        solution = solve(puzzle, timeout=timeout)
        line |= {
            "verdict": "one",
            "solution": dump_grid(solution.grid, puzzle),
            "proof": PROOF,
            "ms": dict(solution.ms),
        }
        return
    found = some_solutions(puzzle, limit, timeout)
    grids = [dump_grid(grid, puzzle) for grid in found.grids]
    line |= {
        "verdict": "several" if len(grids) > 1 else "one" if found.complete else "unknown",
        "solution": grids[0],
        "solutions": grids,
        "complete": found.complete,
        "proof": PROOF,
        "ms": dict(found.ms),
    }


def some_solutions(puzzle: Puzzle, limit: int, timeout: float | None) -> Solutions:
    """Return 1 to `limit` solutions; raises `NoSolution` where there is none."""
    found = solutions(puzzle, limit=limit, timeout=timeout)
    if not found.grids:
        solve(puzzle, timeout=timeout)  # Raises an error that names the clashing clues.
    return found


@answering
def check_line(
    _entry: InputPuzzle, puzzle: Puzzle, line: Facts, marks: Grid, *, order: Sequence[Place], timeout: float | None
) -> None:
    """Check marks of a puzzle."""
    found = check(puzzle, marks, order=order, timeout=timeout)
    line |= {
        "marks": dump_grid(marks, puzzle),
        "verdict": found.answers,
        "right": len(found.entered) - len(found.wrong),
        "wrong": [place_name(place) for place in found.wrong],
        "after": found.after,
        "left": found.left,
        "words": found.words,
    }


def marks_of(text: str) -> Grid:
    """Return the grid that a file holds, or a text with `/` between its rows; raise `UsageError` for any other."""
    rows: Any = text.split("/")
    try:
        if is_file(text):
            content = sys.stdin.read() if text == "-" else read_text(Path(text))
            rows = json.loads(content) if content.lstrip().startswith("[") else content.splitlines()
        return Grid.parse(rows)
    except (OSError, ValueError, RecursionError, BadPuzzle) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"--marks {text} cannot be read: {why}") from None
