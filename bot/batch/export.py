"""Write puzzles as addresses for scripts: a line with the address of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.batch.answer import answer_line
from solvers import dump_link

if TYPE_CHECKING:
    from bot.batch.lines import Entry
    from solvers import Puzzle


def export_line(entry: Entry, host: str) -> tuple[dict[str, Any], int]:
    """Return the line of a puzzle with its address on a host, and the exit code."""

    def fill(puzzle: Puzzle, line: dict[str, Any]) -> None:
        line["address"] = dump_link(puzzle, host)

    return answer_line(entry, fill)
