"""The whole program: from the start of its process to success on the page, beside the simplest script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bot.browser.driver import playwright_started
from bot.browser.launch import find
from bot.play.fixture import Fixture, bundled
from tests.hasty import hasty
from tools.bench.day import watch
from tools.bench.report import Options, Report, Target, limit, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

TITLE = "The whole program"
ABOUT = """\
`givens play` on a replica of LinkedIn's Tango, which waits 0.6 s (a guess). *Ours* is all but
browser, page and recording. *The simplest script* proves and records nothing.
"""

FIXTURE = bundled() / "linkedin_tango" / "guest"
START_AT_MOST = 2000.0
"""The target in milliseconds from the start of the process to success on the page."""
OURS_AT_MOST = 500.0
"""The target in milliseconds for our own part of that."""
OWN = ("imports", "read", "solve", "enter", "accept")
"""The parts of our own time."""
PARTS = ("total", "browser", "page", "ours", *OWN, "rest")
OURS = {
    "cold": "a new process, a new browser",
    "hasty": "the same, without waiting",
    "warm": "the second page of a process",
}
"""The descriptions of our runs."""
NAIVE, WINDOWED = "naive", "windowed"
SIDES = {WINDOWED: "ours, in a browser that can show windows", NAIVE: "the simplest script"}
"""The descriptions of the runs to compare with."""


def run(options: Options) -> Report:
    """Let both sides take turns, then measure the memory of each."""
    with tempfile.TemporaryDirectory() as folder:
        return _run_on(Fixture.load(FIXTURE), Fixture.load(hasty(FIXTURE, Path(folder))), options)


def _run_on(case: Fixture, quick: Fixture, options: Options) -> Report:
    rounds = 1 if options.quick else 7
    with playwright_started() as playwright:
        browser_path = os.environ.get("GIVENS_BROWSER")
        browser, windowed = (str(find(playwright, browser_path, window=window).path) for window in (False, True))
    ours = ["tools.bench.probe", "play", "--json", "--trust", "--browser"]
    naive = ["tools.bench.naive", str(FIXTURE), browser]
    times: dict[str, dict[str, list[float]]] = {side: defaultdict(list) for side in (*OURS, WINDOWED, NAIVE)}
    wrong: list[str] = []
    for number in range(0 if options.quick else -1, rounds):
        say(f"the whole program: {f'round {number + 1} of {rounds}' if number >= 0 else 'warming up'}")
        found = dict(zip(("cold", "warm"), _played([*ours, browser], [case, case], wrong), strict=True))
        (found["hasty"],) = _played([*ours, browser], [quick], wrong)
        if windowed != browser and not options.quick:
            (found[WINDOWED],) = _played([*ours, windowed], [case], wrong)
        found[NAIVE] = _naive(naive, case, wrong)
        for side, parts in found.items() if number >= 0 else ():
            for part, ms in parts.items():
                times[side][part].append(round(ms, 1))
    megabytes = {}
    if not options.quick:
        say("the whole program: memory")
        megabytes = {"ours": _memory([*ours, browser, str(FIXTURE)]), NAIVE: _memory(naive)}
        if windowed != browser:
            megabytes[WINDOWED] = _memory([*ours, windowed, str(FIXTURE)])
    return _report(times, megabytes, rounds, wrong)


def _report(
    times: Mapping[str, Mapping[str, list[float]]], megabytes: Mapping[str, float], rounds: int, wrong: list[str]
) -> Report:
    cold = times["cold"]
    rows = []
    for side, words in {**OURS, **SIDES}.items():
        found, peak = times[side], megabytes.get("ours" if side == "cold" else side)
        if found:
            ours = typical(found["ours"]) if "ours" in found else "–"
            rows.append([words, typical(found["total"]), ours, f"{peak:.0f} MB" if peak else "–"])
    wanted = [
        Target(f"{name} ≤ {limit(at_most)}", milliseconds(median(ms)), median(ms) <= at_most)
        for name, ms, at_most in (
            ("start to accepted, as the replica waits", cold["total"], START_AT_MOST),
            ("start to accepted, without waiting", times["hasty"]["total"], START_AT_MOST),
            ("our own time of that", cold["ours"], OURS_AT_MOST),
        )
    ]
    data, reached = targets(wanted)
    facts = {"rounds": rounds, "ms": times, "megabytes": megabytes, "targets": data}
    measured = table(["6×6 Tango", "to acceptance", "of it **ours**", "memory"], rows)
    return Report(facts, f"{measured}\n{reached}", wrong)


def _played(command: Sequence[str], cases: Sequence[Fixture], wrong: list[str]) -> Iterator[dict[str, float]]:
    """Play fixtures with one process; return the milliseconds of the parts of each."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        done = _run([*command, *(str(case.folder) for case in cases)], folder)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    moments: list[dict[str, float]] = [{}]
    for name, at in json.loads(done.stderr.splitlines()[-1]):
        if name == "target" and name in moments[-1]:
            moments.append({})
        moments[-1][name] = at
    for number, (case, line, at) in enumerate(zip(cases, lines, moments, strict=True)):
        waits = case.replica.get("waits", True)
        praise = max(action.get("after", 0) for action in case.replica["on"]["solved"]) if waits else 0
        if not line["accepted"] or line["solution"] != list(case.solution or ()):
            wrong.append(f"ours: {case.name} is not played as it should be")
        yield _parts(line["ms"], at, at["target"] if number else start, praise)


def _parts(ms: Mapping[str, float], at: Mapping[str, float], start: float, praise: float) -> dict[str, float]:
    """Return the milliseconds of each part, from the JSON line and the times of the stages."""

    def took(stage: str) -> float:
        return 1000 * (at[f"{stage} end"] - at[stage]) if stage in at else 0.0

    total = 1000 * (at["accepted end"] - start)
    waited = min(ms["accept"], praise)
    own = {phase: ms[phase] for phase in OWN[1:]} | {"accept": ms["accept"] - waited}
    # Imports run while the driver starts, so they count only if they take longer.
    own["imports"] = 1000 * (at["driver"] - start + at["imported"] - at["driver end"]) if "driver" in at else 0.0
    parts = {
        "total": total,
        "browser": took("driver") + took("launch"),
        "page": took("open") + ms["open"] + waited,
        "ours": sum(own.values()),
    }
    return parts | own | {"rest": total - parts["browser"] - parts["page"] - parts["ours"]}


def _naive(command: Sequence[str], case: Fixture, wrong: list[str]) -> dict[str, float]:
    """Let the naive bot play; its time ends with the line that it prints on success."""
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        rows = process.stdout.readline().split()
        took = 1000 * (time.perf_counter() - start)
    if rows != list(case.solution or ()):
        wrong.append(f"{NAIVE}: {case.name} is not played as it should be")
    return {"total": took}


def _run(command: Sequence[str], folder: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | _homes(folder)
    return subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True, text=True, env=environment)


def _homes(folder: str) -> dict[str, str]:
    return {"GIVENS_SESSIONS": str(Path(folder) / "sessions"), "GIVENS_HISTORY": str(Path(folder) / "history.sqlite")}


def _memory(command: Sequence[str]) -> float:
    """Return the peak megabytes of a side with its browser, in a separate run because measuring takes time."""
    most: list[float] = [0.0]
    with tempfile.TemporaryDirectory() as folder:
        environment: dict[str, Any] = os.environ | _homes(folder)
        process = subprocess.Popen(
            [sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        watcher = threading.Thread(target=watch, args=(process, most))
        watcher.start()
        watcher.join()
    return round(most[0], 1)
