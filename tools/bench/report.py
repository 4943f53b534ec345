"""The results of a section of the benchmark, and the format of numbers."""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


WIDTH = 100
"""Columns of a line of Markdown."""


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    quick: bool = False
    before: Path | None = None
    """Another checkout of the project, whose commands take turns with ours."""
    anchors: Path | None = None
    """The source of the compiled solvers that ours is compared with."""
    write: Callable[[Report], None] = lambda _report: None
    """Takes what a section has measured so far, so that a long one survives an interruption."""


class Absent(Exception):
    """What a section needs is not here, and the reason."""


@dataclass
class Report:
    """A section's results as JSON values, and its table as Markdown; `wrong` answers fail the run."""

    data: dict[str, Any]
    markdown: str
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Target:
    """A target, the measured value, and whether it reaches the target."""

    words: str
    measured: str
    reached: bool


def targets(wanted: Sequence[Target]) -> tuple[list[dict[str, Any]], str]:
    """Return targets as JSON values, and those that are not reached as a sentence."""
    values = [{"target": target.words, "measured": target.measured, "reached": target.reached} for target in wanted]
    missed = "; ".join(f"{target.words} ({target.measured})" for target in wanted if not target.reached)
    words = f"Missed, of {len(wanted)} targets: {missed}." if missed else ""
    return values, textwrap.fill(words, WIDTH, break_long_words=False, break_on_hyphens=False)


def typical(ms: Sequence[float]) -> str:
    """Return the median; the JSON file has every measurement."""
    return milliseconds(median(ms))


def milliseconds(ms: float) -> str:
    """Return milliseconds with significant digits only."""
    if ms >= 1000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.0f} ms" if ms >= 100 else f"{ms:.1f} ms"


def limit(ms: float) -> str:
    """Return a target in milliseconds in the shortest form."""
    return f"{ms / 1000:g} s" if ms >= 1000 else f"{ms:g} ms"


def factor(times: float) -> str:
    """Return a ratio as text."""
    return f"{times:,.0f}×" if times >= 100 else f"{times:.1f}×"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose first column holds words and whose others hold numbers."""
    rule = ["---", *("---:" for _ in header[1:])]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows)) + "\n"


def say(words: str) -> None:
    """Print what is being timed."""
    sys.stderr.write(f"{words}\n")
