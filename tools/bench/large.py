"""The largest boards of each kind that others published."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

from solvers import BadPuzzle, GaveUp, GivensError, Puzzle, solve
from tools.bench.report import Report, say, typical
from tools.corpora.__main__ import fetched
from tools.corpora.samples import read

TITLE = "The largest boards of others"
ABOUT = """\
Of the boards of each kind in puzzlekit-dataset, which is fetched and not kept, the largest third:
how many of those that were tried have their verdict within so many seconds of processor time.
Kinds that have all of them within a second share a row.
"""

SOURCE = "SmilingWayne/puzzlekit-dataset"
SECONDS = (1, 5, 20)
TRIED, QUICK = 20, 3
"""How many boards of each kind are solved, evenly chosen by size, and how many with `--quick`."""


def run(*, quick: bool) -> Report:
    """Solve some of the largest boards of each kind."""
    report = Report(["kind", "cells", "median if solved, ms", *(f"within {seconds} s" for seconds in SECONDS)])
    try:
        found = _boards()
    except CalledProcessError:  # git has said why
        report.rows.append(["not fetched", *["–"] * (len(report.header) - 1)])
        return report
    for kind, boards in sorted(found.items()):
        largest = boards[-(-len(boards) * 2 // 3) :]
        tried = largest[:: -(-len(largest) // (QUICK if quick else TRIED))]
        ms = [*map(_spent, tried)]
        cells = sorted(board.board.height * board.board.width for board in tried)
        shares = [sum(spent <= 1000 * seconds for spent in ms) for seconds in SECONDS]
        report.data[kind] = ms
        say(f"large: {kind}")
        if shares[0] < len(ms):
            solved = typical([spent for spent in ms if spent < float("inf")])
            counts = [f"{share} of {len(ms)}" for share in shares]
            report.rows.append([kind, f"{cells[0]:,}–{cells[-1]:,}", solved, *counts])
    quickly = len(found) - len(report.rows)
    report.rows.append([f"the other {quickly} kinds", "", "", *["all"] * len(SECONDS)])
    return report


def _boards() -> dict[str, list[Puzzle]]:
    """Return the boards of each kind, the smallest first."""
    found = defaultdict[str, list[Puzzle]](list)
    with TemporaryDirectory() as folder:
        for sample in read(fetched(SOURCE, Path(folder))):
            try:
                puzzle = sample.puzzle()
            except BadPuzzle:
                continue
            found[puzzle.KIND].append(puzzle)
    for boards in found.values():
        boards.sort(key=lambda puzzle: puzzle.board.height * puzzle.board.width)
    return found


def _spent(puzzle: Puzzle) -> float:
    """Return the milliseconds until the verdict, or infinity without one."""
    start = time.process_time()
    try:
        solve(puzzle, timeout=SECONDS[-1])
    except GaveUp:
        return float("inf")
    except GivensError:
        pass
    return 1000 * (time.process_time() - start)
