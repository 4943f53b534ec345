"""Generating: what comes without a grade, and whether each grade comes, at the usual size of each kind."""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import TYPE_CHECKING, Any

from solvers import KINDS, GaveUp, generate
from tests.bench.hints import LARGEST
from tests.bench.kinds import timed
from tests.bench.report import Options, Report, Target, limit, milliseconds, say, spread, table, targets

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Generating, by kind, size and grade"

SEEDS, QUICK_SEEDS = 3, 1
LONGEST_S, QUICK_LONGEST_S = 30.0, 10.0
"""The time limit of one puzzle."""
MOST_MS = 5000
"""How long a puzzle of no wanted grade may take."""
SHARE = 0.9
"""The share of the fields that are to be reached: those with a puzzle for every seed, of those with one for any."""


def run(options: Options) -> Report:
    """Make puzzles of each kind, size and grade."""
    seeds, longest = (QUICK_SEEDS, QUICK_LONGEST_S) if options.quick else (SEEDS, LONGEST_S)
    rows: list[list[str]] = []
    verdicts: list[Target] = []
    data: list[dict[str, Any]] = []
    for kind, size in _fields():
        name = f"{kind} {size[0]}×{size[1]}"
        row = [name]
        for grade in (None, 1, 2, 3, 4, 5):
            say(f"grades: {name}, grade {grade}")
            times: list[float] = []
            for seed in range(seeds):
                try:
                    make = partial(generate, kind, size, grade=grade, seed=seed, timeout=longest)
                    times.append(timed(make, process_time)[0])
                except GaveUp:
                    continue
            row.append("–" if not times else f"{spread(times)}{'' if len(times) == seeds else f' · {len(times)}'}")
            data.append({"kind": kind, "size": size, "grade": grade, "times": times})
            if grade is None:
                slowest = milliseconds(max(times)) if times else f"more than {longest:.0f} s"
                reached = len(times) == seeds and max(times) <= MOST_MS
                verdicts.append(Target(f"{name} ≤ {limit(MOST_MS)}", slowest, reached))
        rows.append(row)
    possible = [len(field["times"]) == seeds for field in data if field["grade"] and field["times"]]
    share = f"{sum(possible)} of {len(possible)}"
    verdicts.append(Target(f"grades that come ≥ {SHARE:.0%}", share, sum(possible) >= SHARE * len(possible)))
    reached_targets, shown = targets(verdicts)
    measured = table(["kind and size", "any grade", "1", "2", "3", "4", "5"], rows)
    report = {"rows": data, "seeds": seeds, "targets": reached_targets}
    return Report(report, f"{_legend(seeds, longest)}\n{measured}\n{shown}")


def _fields() -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each kind with its usual size, and with the largest of its page, if it makes new puzzles of that."""
    for kind, (height, width) in LARGEST.items():
        most = KINDS[kind].LARGEST_NEW
        yield from dict.fromkeys([(kind, KINDS[kind].SIZE), (kind, (min(height, most), min(width, most)))])


def _legend(seeds: int, longest: float) -> str:
    return f"""\
New puzzles with the seeds 0 … {seeds - 1}, each within {longest:.0f} s. The table shows processor time: the median and,
in brackets, the fastest and the slowest; then for how many of the seeds there was a puzzle, if not for all. A dash
stands for none; perhaps there is no such puzzle. The first size of a kind is the one that `generate` makes by default,
the second the largest of its pages.
"""
