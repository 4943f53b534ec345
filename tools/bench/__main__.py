"""Run the benchmarks, from the root of the repository.

`python -m tools.bench [--quick] [--only SECTION] [--anchors FOLDER] [--json FILE] [--markdown FILE]`
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import time
import traceback
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from tools.bench import (
    anchors,
    connected,
    day,
    entering,
    family,
    grades,
    hard,
    hints,
    kinds,
    many,
    seeing,
    solving,
    startup,
    studio,
    sums,
    thinking,
    whole,
)
from tools.bench.report import Absent, Options, Report, say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

SECTIONS: list[ModuleType] = [
    solving,
    kinds,
    family,
    connected,
    hard,
    sums,
    anchors,
    thinking,
    hints,
    grades,
    entering,
    whole,
    seeing,
    day,
    startup,
    studio,
    many,
]
"""The modules of the sections, each with a `TITLE`, what it is `ABOUT`, and a `run` that returns a `Report`."""

MACHINE = "Where it ran"
"""The title of the first section, which names the machine and the versions of the last run."""


def main() -> int:
    """Run the sections, print and write their results; return 1 if any answer was wrong, or a section failed."""
    names = [_name(section) for section in SECTIONS]
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description="Time everything that claims to be fast."
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds and shorter limits")
    parser.add_argument("--only", choices=names, action="append", help="run this section; may be repeated")
    parser.add_argument(
        "--before", type=Path, metavar="FOLDER", help="another checkout, whose commands take turns with ours (startup)"
    )
    parser.add_argument(
        "--anchors", type=Path, metavar="FOLDER", help="the source of Simon Tatham's puzzles, else apt-get's (anchors)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the tables here, each section under its heading"
    )
    options = parser.parse_args()
    chosen = [section for section in SECTIONS if options.only is None or _name(section) in options.only]
    reports: dict[ModuleType, Report] = {}
    paces: dict[ModuleType, list[float]] = {}
    failed: list[str] = []
    for section in chosen:
        start, before = time.perf_counter(), _pace()
        say(f"{_name(section)}: begins at {time.strftime('%H:%M:%S')}")
        try:
            write = partial(_write_so_far, section, options.markdown, before, quick=options.quick)
            report = reports[section] = section.run(Options(options.quick, options.before, options.anchors, write))
        except Absent as reason:
            say(f"{_name(section)}: left out: {reason}")
            continue
        except Exception:  # noqa: BLE001 - the other sections are still worth running
            traceback.print_exc()
            failed.append(_name(section))
            continue
        paces[section] = [before, _pace()]
        say(f"{_name(section)}: done in {time.perf_counter() - start:.0f} s")
        text = _markdown(section, report, paces[section], quick=options.quick)
        sys.stdout.write(f"{text}\n")
        if options.markdown:  # Write at once, so that finished sections survive an interruption.
            _write(options.markdown, text)
            _write(options.markdown, _where())
    if options.json:
        data = {"v": 1, "machine": _machine(), "quick": options.quick}
        sections = {
            _name(section): report.data | {"wrong": report.wrong, "pace": paces[section]}
            for section, report in reports.items()
        }
        written = json.dumps(data | {"sections": sections}, indent=1, ensure_ascii=False)
        options.json.write_text(f"{written}\n", encoding="utf-8")
    wrong = [words for report in reports.values() for words in report.wrong]
    for words in wrong:
        sys.stderr.write(f"wrong answer: {words}\n")
    for name in failed:
        sys.stderr.write(f"not finished: {name}\n")
    return 1 if wrong or failed else 0


def _name(section: ModuleType) -> str:
    return section.__name__.rpartition(".")[2]


def _pace() -> float:
    """Return the milliseconds that a million additions take now, which shows the load of the machine."""
    times = []
    for _ in range(5):
        start, total = time.perf_counter(), 0
        for number in range(1_000_000):
            total += number
        times.append(1000 * (time.perf_counter() - start))
    return round(median(times), 1)


def _markdown(section: ModuleType, report: Report, pace: Sequence[float], *, quick: bool) -> str:
    made = f"Pace {pace[0]:.0f} to {pace[1]:.0f} ms{', `--quick`' if quick else ''}."
    return f"## {section.TITLE}\n\n{section.ABOUT}{made}\n\n{report.markdown}"


def _where() -> str:
    machine = _machine()
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    return f"## {MACHINE}\n\nOn {machine['cores']} cores, {machine['system']}, {versions}.\n"


def _machine() -> dict[str, Any]:
    """Describe the machine, without its name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2] for line in lines if line.startswith("model name")]
    return {
        "cpu": " ".join(models[0].split()) if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": f"{_system()}, {platform.machine().replace('_', '-')}",
        "versions": {"Python": platform.python_version()}
        | {name: version(name) for name in ("z3-solver", "playwright")},
    }


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["NAME"]
    except OSError:
        return platform.system()


def _write_so_far(section: ModuleType, path: Path | None, before: float, report: Report, *, quick: bool) -> None:
    if path:
        _write(path, _markdown(section, report, [before, _pace()], quick=quick))


def _write(path: Path, section: str) -> None:
    document = path.read_text(encoding="utf-8") if path.exists() else "# Benchmarks\n"
    path.write_text(replaced(document, section), encoding="utf-8")


def replaced(document: str, section: str) -> str:
    """Return a document with the section of this title replaced, or appended."""
    parts = re.split(r"^(?=## )", document, flags=re.MULTILINE)
    title = section.partition("\n")[0]
    at = next((at for at, part in enumerate(parts) if part.partition("\n")[0] == title), len(parts))
    parts[at : at + 1] = [section]
    return "\n".join(f"{part.rstrip()}\n" for part in parts)


if __name__ == "__main__":
    sys.exit(main())
