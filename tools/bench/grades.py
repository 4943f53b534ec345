"""Generating: what comes without a grade, and whether each grade comes, at the size that is made by default."""

from __future__ import annotations

from functools import partial
from time import process_time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from solvers import GRADES, KINDS, GaveUp, generate
from solvers._core.model import results
from tools.bench.kinds import timed
from tools.bench.report import Options, Report, Target, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

TITLE = "Generating, by kind, size and grade"
ABOUT = """\
One puzzle of each kind and grade, with the seed 0, within 5 s of processor time. Impossible grades
are left out; [grading.md](grading.md) lists them.
"""

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
    with patch.object(results, "time", SimpleNamespace(perf_counter=process_time)):
        say(f"grades: {kind}, grade {grade}")
        try:
            return timed(partial(generate, kind, grade=grade, timeout=LONGEST_S), process_time)[0]
        except GaveUp:
            return None


def _report(data: Sequence[Mapping[str, Any]]) -> Report:
    rows = []
    for grade in (None, *range(1, len(GRADES) + 1)):
        fields = [field["ms"] for field in data if field["grade"] == grade]
        if made := [ms for ms in fields if ms is not None]:
            rows.append([str(grade or "any"), f"{len(made)} of {len(fields)}", typical(made), milliseconds(max(made))])
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
    measured = table(["grade", "made", "median", "slowest"], rows)
    return Report({"rows": [*data], "targets": reached}, f"{measured}\n{shown}")


def _size(size: tuple[int, int]) -> str:
    return "×".join(map(str, size))
