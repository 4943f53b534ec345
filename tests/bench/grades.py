"""Generating: what comes without a grade, and whether each grade comes, at the size that is made by default."""

from __future__ import annotations

from functools import partial
from time import process_time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from solvers import GRADES, KINDS, GaveUp, generate
from solvers._core.model import clock
from tests.bench.kinds import timed
from tests.bench.report import Options, Report, Target, milliseconds, say, table, targets

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

TITLE = "Generating, by kind, size and grade"

LONGEST_S = 5.0
"""The time limit of one puzzle, in processor time."""
SHARE = 0.9
"""The share of the fields that are to be reached, of those that are not impossible."""
IMPOSSIBLE: Mapping[str, Collection[int]] = {
    **{name: kind.NO_GRADES for name, kind in KINDS.items()},
    "star_battle": {1, 2},  # With two stars, as at the usual size.
}
"""For each kind the grades that no new puzzle of the usual size has; docs/grading.md says why."""
UNKNOWN: Mapping[str, Collection[int]] = {
    "abc_view": (5,),
    "galaxies": (5,),
    "hashi": (5,),
    "hitori": (5,),
    "kakuro": (4, 5),
    "killer_sudoku": (5,),
    "light_up": (5,),
    "lits": (2, 4, 5),
    "off_by_one_sums": (5,),
    "patches": (5,),
    "shakashaka": (5,),
    "skyscrapers": (5,),
    "tapa": (5,),
    "thermometers": (5,),
    "yajilin": (5,),
}
"""For each kind the grades that no known puzzle has, at the usual size or at another that would do.

`docs/grading.md` says what was searched.
"""


def run(options: Options) -> Report:
    """Make a puzzle of each kind and grade, and write each row as soon as it is there."""
    data: list[dict[str, Any]] = []
    report = Report({}, "")
    for kind in KINDS:
        possible = (grade for grade in range(1, len(GRADES) + 1) if grade not in IMPOSSIBLE[kind])
        data += ({"kind": kind, "grade": grade, "ms": _time(kind, grade)} for grade in (None, *possible))
        report = _report(data)
        options.write(report)
    return report


def _time(kind: str, grade: int | None) -> float | None:
    """Return how many milliseconds a puzzle takes; None if it takes too long."""
    # The machine may be shared, so the limit is one of processor time, too.
    with patch.object(clock, "time", SimpleNamespace(perf_counter=process_time)):
        say(f"grades: {kind}, grade {grade}")
        try:
            return timed(partial(generate, kind, grade=grade, timeout=LONGEST_S), process_time)[0]
        except GaveUp:
            return None


def _report(data: Sequence[Mapping[str, Any]]) -> Report:
    rows: dict[str, list[str]] = {}
    for field in data:
        kind = field["kind"]
        if field["grade"] is None:
            rows[kind] = [f"{kind} {_size(KINDS[kind].SIZE)}", *["impossible"] * (len(GRADES) + 1)]
        missing = "never found" if field["grade"] in UNKNOWN.get(kind, ()) else "none"
        other = KINDS[kind].SIZES.get(field["grade"])
        shown = missing if field["ms"] is None else milliseconds(field["ms"])
        rows[kind][1 + (field["grade"] or 0)] = shown + (f" at {_size(other)}" if other else "")
    plain = [field["ms"] is not None for field in data if field["grade"] is None]
    wanted = [field for field in data if field["grade"] is not None]
    known = [
        field for field in wanted if field["ms"] is not None or field["grade"] not in UNKNOWN.get(field["kind"], ())
    ]
    came, time = sum(field["ms"] is not None for field in wanted), f"within {LONGEST_S:g} s"
    verdicts = [
        Target(words, f"{count} of {total} ({count / max(total, 1):.0%})", count >= share * total)
        for words, count, total, share in (
            (f"any grade {time}", sum(plain), len(plain), 1),
            (f"the wanted grade {time} ≥ {SHARE:.0%}, of all fields that are not impossible", came, len(wanted), SHARE),
            (f"the wanted grade {time} ≥ {SHARE:.0%}, of the fields with a known puzzle", came, len(known), SHARE),
        )
    ]
    reached, shown = targets(verdicts)
    measured = table(["kind and size", "any grade", *map(str, range(1, len(GRADES) + 1))], [*rows.values()])
    found = "\n".join(f"- {verdict.words}: {verdict.measured}" for verdict in verdicts)
    return Report({"rows": [*data], "targets": reached}, f"{LEGEND}\n{measured}\n{found}\n\n{shown}")


def _size(size: tuple[int, int]) -> str:
    return "×".join(map(str, size))


LEGEND = f"""\
New puzzles of the size that `generate` makes by default, with the seed 0, each within {LONGEST_S:g} s of processor
time, which the table shows, with the size of a grade that the usual size does not have. *none*: none came, but there
are such puzzles. *never found*: no search of ours found one. *impossible*: there is none. `docs/grading.md` says why,
and what was searched.
"""
