"""Hard boards beside python-sat's CaDiCaL, each building, solving and proving from the same clues.

The boards are ours: random nonograms, changed until CaDiCaL found no other solution, Sudokus whose givens were removed
while it found none, a Tents board made by `generate`, and Light Ups: cells whose marks did not follow became black,
then numbers were removed while the search found no other solution.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
from collections import defaultdict
from functools import partial

from solvers import load, solve
from tests import ROOT
from tools.bench.report import Report, named, ratio, say, timed, typical
from tools.bench.sat import Solvable, cadical

TITLE = "Hard boards"
ABOUT = """\
Boards that need search, beside clauses for CaDiCaL, which takes so many times as long as ours;
processor time. *First*: the first board of a shape.
"""

PEER = "python-sat"


def run(*, quick: bool) -> Report:
    """Let both sides solve all boards in turn, and compare their answers."""
    try:
        importlib.import_module("pysat.solvers")
        version: str | None = importlib.metadata.version(PEER)
    except ImportError:
        version = None
    groups: defaultdict[str, list[Solvable]] = defaultdict(list)
    for line in (ROOT / "tests" / "boards" / "hard.jsonl").read_text(encoding="utf-8").splitlines():
        puzzle = load(json.loads(line))
        groups[named(puzzle)].append(puzzle)  # type: ignore[arg-type] # the boards are of these kinds
    report = Report(["boards", "**ours**, ms", "first, ms", f"{PEER}, CaDiCaL {version or ''}"])
    for name, boards in groups.items():
        say(f"hard boards: {name}")
        mine, theirs = list[float](), list[float]()
        first, _ = timed(partial(solve, boards[0]))
        for board in boards[:1] if quick else boards:
            ms, answer = timed(partial(solve, board))
            mine.append(ms)
            if version:
                ms, other = timed(partial(cadical, board))
                theirs.append(ms)
                if other != answer.grid:
                    report.wrong.append(f"{name}: {answer.grid} and {other}")
        report.rows.append([name, typical(mine), typical([first]), ratio(theirs, mine)])
        report.data[name] = {"first": [first], "ours": mine, PEER: theirs}
    return report
