"""A whole day: six pages by one command in one browser, its time from start to end and the memory of all processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import psutil

from bot.play.fixture import bundled
from tests.hasty import hasty
from tools.bench.report import Options, Report, Target, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE = "A whole day"
ABOUT = """\
`givens daily run` on six replicas, in one browser, recorded, without pauses between pages.
"""

WAITING, HASTY = "as the replicas wait", "without waiting"
PAGES = (
    "linkedin_tango/guest",
    "linkedin_queens/guest",
    "linkedin_zip/guest",
    "linkedin_mini_sudoku/guest",
    "linkedin_patches/guest",
    "brainbashers_three_in_a_row/table_2022_14",
)
AT_MOST = 8_000.0
"""Milliseconds, without what the replicas wait."""
MEMORY = 700.0
"""Megabytes."""
BEAT = 0.1
"""Seconds between two measurements of the memory."""


def run(options: Options) -> Report:
    """Play the day several times."""
    rounds = 1 if options.quick else 5
    with tempfile.TemporaryDirectory() as folder:
        pages = [bundled() / page for page in PAGES]
        sides = {} if options.quick else {WAITING: pages}
        sides[HASTY] = [hasty(page, Path(folder)) for page in pages]
        days: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
        for number in range(rounds):
            say(f"a whole day: round {number + 1} of {rounds}")
            for side, pages in sides.items():
                days[side].append(_day(pages))
    times = {side: [day["ms"] for day in played] for side, played in days.items()}
    memory = [day["megabytes"] for played in days.values() for day in played]
    lines = [line for played in days.values() for day in played for line in day["lines"]]
    wrong = [f"{line['target']} is not accepted" for line in lines if not line["accepted"]]
    rows = [["**six pages**", *(typical(times[side]) for side in sides)]]
    took = median(times[HASTY])
    wanted = [
        Target(f"wall time ≤ {AT_MOST / 1000:g} s, {HASTY}", milliseconds(took), took <= AT_MOST),
        Target(f"memory ≤ {MEMORY:g} MB", f"{median(memory):.0f} MB", median(memory) <= MEMORY),
    ]
    data, reached = targets(wanted)
    facts = {"rounds": rounds, "ms": times, "megabytes": memory, "targets": data}
    return Report(facts, f"{table(['', *sides], rows)}\n{reached}", wrong)


def _day(pages: Sequence[Path]) -> dict[str, Any]:
    """Play all pages with one command; return its lines, its time, and the peak memory of its processes."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "GIVENS_SESSIONS": str(Path(folder) / "sessions"),
            "GIVENS_HISTORY": str(Path(folder) / "history.sqlite"),
        }
        command = [sys.executable, "-m", "bot", "daily", "run", *map(str, pages), "--pause", "0", "--trust"]
        start = time.perf_counter()
        process = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True, env=environment)
        most: list[float] = [0.0]
        watcher = threading.Thread(target=watch, args=(process, most))
        watcher.start()
        out, _ = process.communicate()
        took = 1000 * (time.perf_counter() - start)
        watcher.join()
    lines = [json.loads(line) for line in out.splitlines()]
    return {"lines": lines, "ms": round(took, 1), "megabytes": round(most[0], 1)}


def watch(process: subprocess.Popen[Any], most: list[float]) -> None:
    """Measure the memory of a process and its descendants until it ends; shared memory counts once."""
    while process.poll() is None:
        now = 0.0
        try:
            ours = psutil.Process(process.pid)
            for child in (ours, *ours.children(recursive=True)):
                now += child.memory_full_info().pss / 1e6
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            pass
        most[0] = max(most[0], now)
        time.sleep(BEAT)
