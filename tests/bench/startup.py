"""Start-up: the time of whole processes, and the heavy packages that each imports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bot.play.fixture import bundled
from tests.bench.report import Options, Report, Target, milliseconds, say, spread, table, targets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TITLE = "Start-up"

FIXTURE = "linkedin_tango/guest"
HEAVY = ("z3", "playwright", "selectolax", "rich", "matplotlib")
AT_MOST = {"givens --help": 300.0, "givens read BOARD": 400.0}
"""Milliseconds."""
WITHOUT = {
    "givens --help": ("z3", "playwright", "selectolax", "matplotlib"),
    "givens read BOARD": ("z3", "playwright", "matplotlib"),
    "givens solve FILE": ("playwright", "matplotlib"),
}
"""The packages that a command must not import."""


def run(options: Options) -> Report:
    """Time the commands in turn."""
    rounds = 1 if options.quick else 9
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"GIVENS_SESSIONS": str(Path(folder) / "sessions")}
        fixture = str(bundled() / FIXTURE)
        say("start-up: making a saved board")
        # The session of a run provides the input of the other commands.
        session = Path(json.loads(_run(["play", fixture, "--json"], environment).stdout)["session"])
        commands = {
            "givens --help": ["--help"],
            "givens read BOARD": ["read", str(session)],
            "givens solve FILE": ["solve", str(session / "puzzle.json")],
            "givens play FIXTURE": ["play", fixture],
        }
        say(f"start-up: {rounds} rounds")
        times: dict[str, list[float]] = {name: [] for name in commands}
        for warming_up in (True, *(False for _ in range(rounds))):
            for name, arguments in commands.items():
                if warming_up and arguments[0] == "play":
                    continue  # It has made the board just now.
                start = time.perf_counter()
                _run(arguments, environment)
                took = 1000 * (time.perf_counter() - start)
                if not warming_up:
                    times[name].append(round(took, 1))
        loaded = {name: _loaded(arguments, environment) for name, arguments in commands.items()}
    return _report(times, loaded, rounds)


def _report(times: Mapping[str, list[float]], loaded: Mapping[str, Sequence[str]], rounds: int) -> Report:
    wanted = [
        Target(f"`{name}` ≤ {limit / 1000:g} s", milliseconds(median(times[name])), median(times[name]) <= limit)
        for name, limit in AT_MOST.items()
    ]
    wanted += [
        Target(
            f"`{name}` loads none of {', '.join(unwanted)}",
            ", ".join(surplus := [package for package in loaded[name] if package in unwanted]) or "none",
            not surplus,
        )
        for name, unwanted in WITHOUT.items()
    ]
    data, reached = targets(wanted)
    rows = [[f"`{name}`", spread(ms), ", ".join(loaded[name]) or "none"] for name, ms in times.items()]
    header = ["command", "time", f"loads, of {', '.join(HEAVY)}"]
    facts = {"rounds": rounds, "ms": times, "loaded": loaded, "targets": data}
    return Report(facts, f"{_legend(rounds)}\n{table(header, rows)}\n{reached}")


def _run(arguments: Sequence[str], environment: Mapping[str, str], *flags: str) -> subprocess.CompletedProcess[str]:
    """Run a command as its own process."""
    return subprocess.run(
        [sys.executable, *flags, "-m", "bot", *arguments], check=True, capture_output=True, text=True, env=environment
    )


def _loaded(arguments: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return the heavy packages that a command imports, according to the interpreter."""
    told_by_python = _run(arguments, environment, "-X", "importtime").stderr
    imported = set(re.findall(r"\| +(\w+)(?:\.[\w.]+)?$", told_by_python, re.MULTILINE))
    return [package for package in HEAVY if package in imported]


def _legend(rounds: int) -> str:
    return f"""\
Whole processes, from start to end, in turn, {rounds} rounds after a warm-up. The table shows the median and, in
brackets, the fastest and the slowest. *BOARD* is a saved board with its measured state, and *FILE* its puzzle as JSON;
neither needs a browser. *FIXTURE* is the replica of a Tango page, played as a user would play it: Chromium starts, the
page waits before it shows its board and before it reports success, and a session is recorded.
"""
