"""Off-by-one sums: ours and the published encoding, from cold: each process has only imported Z3."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median
from typing import TYPE_CHECKING

import z3  # noqa: F401 - the time of the import does not count

from solvers import OffByOneSums, load, solve
from tests import ROOT
from tools.bench.published import off_by_one_sums
from tools.bench.report import Options, Report, Target, factor, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TITLE = "Off-by-one sums"
ABOUT = """\
From JSON, in a new process. We wrote the published encoding from its description.
"""

PUZZLES = ROOT / "tests" / "puzzles" / "off_by_one_sums.jsonl"
SHAPE = (6, 6, 5)
LIMIT = 60.0
"""Seconds for each side; the published encoding needs about one."""
AT_MOST, AHEAD = 150.0, 8.0
"""Milliseconds of ours from cold, and how many times as long the published encoding must take."""


def ours(puzzle: OffByOneSums, limit: float) -> tuple[str, ...]:
    """Solve with `solvers.solve`."""
    return tuple(solve(puzzle, timeout=limit).grid.rows())


SIDES: dict[str, Callable[[OffByOneSums, float], tuple[str, ...]]] = {"ours": ours, "published": off_by_one_sums}


def run(options: Options) -> Report:
    """Time both sides in turn on all puzzles of 6×6 cells and the digits 1 … 5."""
    rounds = 2 if options.quick else 9
    lines = [json.loads(line) for line in PUZZLES.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if load(line["puzzle"]).shape == SHAPE]
    say(f"off-by-one sums: {len(lines)} puzzles, {rounds} rounds")
    times: dict[str, list[float]] = {side: [] for side in SIDES}
    wrong = []
    for _ in range(rounds):
        for number, line in enumerate(lines, start=1):
            for side, ms in times.items():
                took, rows = _cold(side, line["puzzle"])
                ms.append(took)
                if rows != line["solution"]:
                    wrong.append(f"{side}, puzzle {number} of 6×6: {rows}")
    return _report(times, _warm([line["puzzle"] for line in lines], rounds), len(lines), rounds, wrong)


def _cold(side: str, puzzle: object) -> tuple[float, list[str]]:
    """Return milliseconds and the answer of a side in its own process."""
    command = [sys.executable, "-m", __name__, side, json.dumps(puzzle)]
    ms, rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return ms, rows


def _warm(puzzles: Sequence[object], rounds: int) -> list[float]:
    """Time our solver with a warm shape, but without cached tables of lines."""
    from solvers import off_by_one_sums as segments

    times = []
    for _ in range(rounds + 1):
        for puzzle in puzzles:
            segments.fillings.cache_clear()
            segments.may_fit.cache_clear()
            times.append(_timed("ours", puzzle)[0])
    return times[len(puzzles) :]


def _timed(side: str, value: object) -> tuple[float, tuple[str, ...]]:
    """Return milliseconds, including the parsing of the JSON object, and the answer."""
    start = time.perf_counter()
    puzzle = load(value)
    assert isinstance(puzzle, OffByOneSums)
    rows = SIDES[side](puzzle, LIMIT)
    return 1000 * (time.perf_counter() - start), rows


def _report(
    times: dict[str, list[float]], warm: Sequence[float], puzzles: int, rounds: int, wrong: list[str]
) -> Report:
    mine, theirs = median(times["ours"]), median(times["published"])
    data, reached = targets(
        [
            Target(f"6×6 from cold ≤ {AT_MOST:g} ms", milliseconds(mine), mine <= AT_MOST),
            Target(
                f"6×6, ≥ {AHEAD:g} × ahead of the published encoding", factor(theirs / mine), theirs >= AHEAD * mine
            ),
        ]
    )
    rows = [
        ["**ours**", typical(times["ours"])],
        ["published encoding", typical(times["published"])],
        ["ours, shape warm", typical(warm)],
    ]
    header = ["6×6, digits 1 … 5", "time"]
    facts = {"rounds": rounds, "puzzles": puzzles, "ms": times | {"warm": list(warm)}, "targets": data}
    return Report(facts, f"{table(header, rows)}\n{reached}", wrong)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_timed(sys.argv[1], json.loads(sys.argv[2]))))
