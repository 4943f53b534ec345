"""Generating: what comes without a grade, and whether each grade comes, at the usual size of each kind."""

from __future__ import annotations

from functools import partial
from time import process_time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from solvers import GRADES, KINDS, GaveUp, generate
from solvers._core.model import clock
from tests.bench.kinds import timed
from tests.bench.report import Options, Report, Target, milliseconds, say, spread, table, targets

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

TITLE = "Generating, by kind, size and grade"

SEEDS, QUICK_SEEDS = 2, 1
LONGEST_S = 5.0
"""The time limit of one puzzle, in processor time; the first that does not come ends a field."""
SHARE = 0.9
"""The share of the fields that are to be reached: those with a puzzle for every seed, of those that are possible."""
IMPOSSIBLE: Mapping[str, Collection[int]] = dict.fromkeys(
    (
        "aquarium",
        "heyawake",
        "hitori",
        "kakurasu",
        "kurodoko",
        "n_queens",
        "nonogram",
        "star_battle",
        "tapa",
        "thermometers",
        "yin_yang",
    ),
    (2,),
)
"""For each kind the grades that no puzzle has; docs/grading.md says why."""


def run(options: Options) -> Report:
    """Make puzzles of each kind and grade, and write each row as soon as it is there."""
    seeds = QUICK_SEEDS if options.quick else SEEDS
    data: list[dict[str, Any]] = []
    report = Report({}, "")
    for kind in KINDS:
        possible = (grade for grade in range(1, len(GRADES) + 1) if grade not in IMPOSSIBLE.get(kind, ()))
        data += ({"kind": kind, "grade": grade, "times": [*_times(kind, grade, seeds)]} for grade in (None, *possible))
        report = _report(data, seeds)
        options.write(report)
    return report


def _times(kind: str, grade: int | None, seeds: int) -> Iterator[float]:
    """Yield the milliseconds that each seed takes, until one takes too long."""
    # The machine may be shared, so the limit is one of processor time, too.
    with patch.object(clock, "time", SimpleNamespace(perf_counter=process_time)):
        for seed in range(seeds):
            say(f"grades: {kind}, grade {grade}, seed {seed}")
            try:
                yield timed(partial(generate, kind, grade=grade, seed=seed, timeout=LONGEST_S), process_time)[0]
            except GaveUp:
                return


def _report(data: Sequence[Mapping[str, Any]], seeds: int) -> Report:
    rows: dict[str, list[str]] = {}
    for field in data:
        kind, times = field["kind"], field["times"]
        if field["grade"] is None:
            size = "×".join(map(str, KINDS[kind].SIZE))
            rows[kind] = [f"{kind} {size}", *["impossible"] * (len(GRADES) + 1)]
        if len(times) < seeds:
            shown = f"{len(times)} of {seeds}" if times else "none"
        else:
            shown = spread(times) if seeds > 1 else milliseconds(times[0])
        rows[kind][1 + (field["grade"] or 0)] = shown
    found = {
        grade: [len(field["times"]) == seeds for field in data if bool(field["grade"]) == grade] for grade in (0, 1)
    }
    verdicts = [
        Target(words, f"{sum(fields)} of {len(fields)}", sum(fields) >= share * len(fields))
        for words, fields, share in (
            (f"any grade within {LONGEST_S:g} s", found[0], 1),
            (f"the wanted grade within {LONGEST_S:g} s ≥ {SHARE:.0%}", found[1], SHARE),
        )
    ]
    reached, shown = targets(verdicts)
    measured = table(["kind and size", "any grade", *map(str, range(1, len(GRADES) + 1))], [*rows.values()])
    fields = f"{verdicts[0].measured} kinds came without a wanted grade, {verdicts[1].measured} fields with one."
    report = {"rows": [*data], "seeds": seeds, "targets": reached}
    return Report(report, f"{_legend(seeds)}\n{measured}\n{fields} {shown}")


def _legend(seeds: int) -> str:
    return f"""\
New puzzles of the size that `generate` makes by default, with {seeds} of the seeds from 0 on, each within
{LONGEST_S:g} s. The table shows processor time; of several seeds the median and, in brackets, the fastest and the
slowest, or how many came before the first that did not. *none*: the first seed gave no puzzle in time, and perhaps
there is no such puzzle. `docs/grading.md` says which fields are impossible.
"""
