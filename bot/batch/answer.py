"""Answer one puzzle with a line for a script and an exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.play.result import error_facts
from solvers import GivensError, dump

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.batch.lines import Entry
    from solvers import Puzzle


def answer_line(entry: Entry, fill: Callable[[Puzzle, dict[str, Any]], None]) -> tuple[dict[str, Any], int]:
    """Return the line and exit code for a puzzle; `fill` completes the line, or raises an error for the puzzle."""
    line: dict[str, Any] = ({} if "target" in entry.rest else {"line": entry.name}) | entry.rest
    try:
        puzzle = entry.get()
        line["puzzle"] = dump(puzzle)
        fill(puzzle, line)
    except GivensError as error:
        return line | error_facts(error), error.EXIT
    return line, 0
