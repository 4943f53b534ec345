"""A whole play beside a plain script: from the start of the process to success on the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.browser.driver import start_playwright
from bot.browser.launch import find
from bot.play.fixture import Fixture, bundled
from tools.bench.report import Report, say, typical

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE = "A whole play beside a plain script"
ABOUT = """\
`givens play` on a replica of LinkedIn's Tango, which waits 0.6 s (a guess), in a new process with a
new browser. *Of it ours*: reading, proving and entering. *The plain script*
(`tools/bench/naive.py`) proves and records nothing.
"""

FIXTURE = bundled() / "linkedin_tango" / "guest"
OWN = ("read", "solve", "enter")
"""The parts of our own time; waiting for the page to accept is not one of them."""


def run(*, quick: bool) -> Report:
    """Let all sides take turns; the first round is for warming up."""
    rounds = 1 if quick else 7
    with start_playwright() as playwright:
        browser = str(find(playwright, os.environ.get("GIVENS_BROWSER"), window=False).path)
    report = Report(["6×6 Tango", "to acceptance, ms", "of it **ours**, ms"])
    ours = ["bot", "play", "--json", "--trust", "--browser", browser]
    times: defaultdict[str, list[float]] = defaultdict(list)
    own: defaultdict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        waiting, quick_page = str(FIXTURE), str(_without_delays(FIXTURE, Path(folder)))
        sides = {
            "**ours**": [*ours, waiting],
            "the same, without waiting": [*ours, quick_page],
            "ours, without recording and waiting": [*ours, "--no-record", quick_page],
            "the plain script": ["tools.bench.naive", waiting, browser],
            "the plain script, without waiting": ["tools.bench.naive", quick_page, browser],
        }
        solution = list(Fixture.load(FIXTURE).solution or ())
        for number in range(1 + rounds):
            say(f"a whole play: {f'round {number} of {rounds}' if number else 'warming up'}")
            for side, command in sides.items():
                ms, line = _played(command, folder)
                if line["solution"] != solution or not line["accepted"]:
                    report.wrong.append(f"{side} has not played the page as it should be")
                if number:
                    times[side].append(round(ms, 1))
                    own[side] += [sum(line["ms"][part] for part in OWN)] if "ms" in line else []
    report.rows += [[side, typical(times[side]), typical(own[side])] for side in sides]
    report.data |= {"total": times, "own": own}
    return report


def _without_delays(case: Path, into: Path) -> Path:
    """Write a copy of a fixture without its delays, and return its folder."""
    facts = {"v": 1, "extends": str(case.resolve()), "replica": {"waits": False}}
    folder = into / case.parent.name / case.name
    folder.mkdir(parents=True)
    (folder / "fixture.json").write_text(json.dumps(facts), encoding="utf-8")
    return folder


def _played(command: Sequence[str], folder: str) -> tuple[float, dict[str, Any]]:
    """Return the milliseconds until a process prints the line of its success, and the line."""
    homes = {"GIVENS_SESSIONS": str(Path(folder) / "sessions"), "GIVENS_HISTORY": str(Path(folder) / "history.sqlite")}
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=os.environ | homes
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        took = 1000 * (time.perf_counter() - start)
    return took, json.loads(line)
