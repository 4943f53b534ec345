"""The results of a section of the benchmark, how times are taken, and the format of numbers."""

from __future__ import annotations

import gc
import sys
import time
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers import Puzzle

T = TypeVar("T")


class NotTheOnly(Exception):
    """A peer found no solution, or more than one."""


@dataclass
class Report:
    """A section's table, and its results for `--json`; `wrong` answers fail the run."""

    header: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    data: dict[str, object] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def timed(function: Callable[[], T], clock: Callable[[], float] = time.process_time) -> tuple[float, T]:
    """Return the milliseconds by a clock, without garbage collection, and the answer."""
    gc.collect()
    gc.freeze()  # The next collection looks at what is new only.
    gc.disable()
    start = clock()
    try:
        answer = function()
        return 1000 * (clock() - start), answer
    finally:
        gc.enable()


def named(puzzle: Puzzle) -> str:
    """Return the kind and size of a board."""
    return f"{puzzle.KIND} {puzzle.board.height}×{puzzle.board.width}"


def typical(ms: Sequence[float]) -> str:
    """Return the median, or a dash if there is none; the JSON file has every measurement."""
    return f"{median(ms):.{0 if median(ms) >= 100 else 1}f}" if ms else "–"


def ratio(theirs: Sequence[float], mine: Sequence[float]) -> str:
    """Return how many times as long as ours theirs took, or a dash if it is not known."""
    return f"{median(theirs) / median(mine):,.1f}×" if theirs and mine else "–"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose first column holds words and whose others hold numbers."""
    rule = ["---", *("---:" for _ in header[1:])]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows)) + "\n"


def say(words: str) -> None:
    """Print what is being timed."""
    sys.stderr.write(f"{words}\n")
