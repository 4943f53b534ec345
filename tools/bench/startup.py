"""Start-up: the time of whole processes, and the heavy packages that each imports."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.conftest import ROOT
from tools.bench.report import Options, Report, Target, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TITLE = "Start-up"
ABOUT = """\
Whole processes. *BOARD* is a saved board, *FILE* its puzzle, *FIXTURE* a replica that is played in
a browser.
"""

FIXTURE = "linkedin_tango/guest"
HEAVY = ("z3", "playwright", "selectolax", "rich")
AT_MOST = {"givens --help": 300.0, "givens read BOARD": 400.0, "givens solve FILE": 300.0, "import scrapers": 100.0}
"""Milliseconds."""
WITHOUT = {
    "givens --help": ("z3", "playwright", "selectolax"),
    "givens read BOARD": ("z3", "playwright"),
    "givens solve FILE": ("playwright",),
}
"""The packages that a command must not import."""


FIRST_REQUEST = "givens play tango → first request"
IMPORT = "import scrapers"
SITE = """
from dataclasses import replace

from scrapers.linkedin_tango import SITE as TANGO

SITE = replace(TANGO, URL=r"http://127\\.0\\.0\\.1", template="http://127.0.0.1:{port}/")
"""
"""The site of Tango at an address of this machine."""
TIMED_IMPORT = "import time; start = time.perf_counter(); import scrapers; print(1000 * (time.perf_counter() - start))"


def run(options: Options) -> Report:
    """Time the commands in turn, with those of another checkout if there is one."""
    rounds = 1 if options.quick else 9
    sides = {"": ROOT} | ({"before": options.before.resolve()} if options.before else {})
    with tempfile.TemporaryDirectory() as folder:
        # As in an installed package, what is imported was compiled before.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"GIVENS_SESSIONS": str(Path(folder) / "sessions"), "PYTHONPYCACHEPREFIX": folder}
        fixture = f"fixtures/{FIXTURE}"
        say("start-up: making a saved board")
        # The session of a run provides the input of the other commands.
        session = Path(json.loads(_run(["play", fixture, "--json"], environment).stdout)["session"])
        commands = {
            "givens --help": ["--help"],
            "givens read BOARD": ["read", str(session)],
            "givens solve FILE": ["solve", str(session / "puzzle.json")],
            "givens play FIXTURE": ["play", fixture],
        }
        site = Path(folder) / "local_tango.py"
        names = [f"{name}, {side}" if side else name for name in (*commands, IMPORT, FIRST_REQUEST) for side in sides]
        times: dict[str, list[float]] = {name: [] for name in names}
        modules: dict[str, int] = {}
        say(f"start-up: {rounds} rounds")
        for number in range(1 + rounds):
            for name in names:
                command, _, side = name.partition(", ")
                root = sides[side]
                if command == IMPORT:
                    done = _python(["-c", TIMED_IMPORT], environment, root)
                    took = float(done.stdout)
                elif command == FIRST_REQUEST:
                    took, count = _first_request(site, environment, root, count=number == 0)
                    modules.setdefault(name, count)
                else:
                    start = time.perf_counter()
                    _run(commands[command], environment, root=root)
                    took = 1000 * (time.perf_counter() - start)
                if number:
                    times[name].append(round(took, 1))
                elif command != FIRST_REQUEST:
                    arguments = commands.get(command)
                    done = _python(
                        ["-X", "importtime", *(["-m", "bot", *arguments] if arguments else ["-c", TIMED_IMPORT])],
                        environment,
                        root,
                    )
                    modules[name] = _own_modules(done.stderr)
        loaded = {name: _loaded(arguments, environment) for name, arguments in commands.items()}
    return _report(times, modules, loaded, rounds)


def _report(
    times: Mapping[str, list[float]], modules: Mapping[str, int], loaded: Mapping[str, Sequence[str]], rounds: int
) -> Report:
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
    rows = [
        [f"`{name}`", typical(ms), ", ".join(loaded.get(name.partition(", ")[0], ())) or "none"]
        for name, ms in times.items()
    ]
    header = ["command", "time", f"loads, of {', '.join(HEAVY)}"]
    facts = {"rounds": rounds, "ms": times, "modules": modules, "loaded": loaded, "targets": data}
    return Report(facts, f"{table(header, rows)}\n{reached}")


def _run(
    arguments: Sequence[str], environment: Mapping[str, str], *flags: str, root: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command as its own process."""
    return _python([*flags, "-m", "bot", *arguments], environment, root)


def _python(arguments: Sequence[str], environment: Mapping[str, str], root: Path) -> subprocess.CompletedProcess[str]:
    """Run Python in the folder of a checkout, whose packages it imports."""
    return subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, text=True, env=environment, cwd=root
    )


def _first_request(site: Path, environment: Mapping[str, str], root: Path, *, count: bool) -> tuple[float, int]:
    """Return the milliseconds until the browser asks for the page, and, if asked, our modules imported until then."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        site.write_text(SITE.format(port=server.getsockname()[1]), encoding="utf-8")
        flags = ["-X", "importtime"] if count else []
        command = [sys.executable, *flags, "-m", "bot", "play", "linkedin_tango", "--site", str(site), "--no-record"]
        start = time.perf_counter()
        with subprocess.Popen(
            command, env=environment, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            server.settimeout(60)
            connection, _ = server.accept()
            with connection:
                connection.recv(1)
                took = 1000 * (time.perf_counter() - start)
                process.send_signal(signal.SIGINT)
                connection.close()
                _, errors = process.communicate()
    return took, _own_modules(errors)


def _own_modules(errors: str) -> int:
    """Return how many modules of the project a process has imported, according to the interpreter."""
    return len(re.findall(r"\| +(?:bot|scrapers|solvers)(?:\.[\w.]+)?$", errors, re.MULTILINE))


def _loaded(arguments: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return the heavy packages that a command imports, according to the interpreter."""
    errors = _run(arguments, environment, "-X", "importtime").stderr
    imported = set(re.findall(r"\| +(\w+)(?:\.[\w.]+)?$", errors, re.MULTILINE))
    return [package for package in HEAVY if package in imported]
