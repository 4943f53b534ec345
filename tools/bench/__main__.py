"""Run the benchmarks, from the root of the repository.

`python -m tools.bench [--quick] [--only SECTION] [--json FILE] [--markdown FILE]`
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from tools.bench import entering, hard, kinds, large, whole
from tools.bench.report import Report, say, table, timed, typical

if TYPE_CHECKING:
    from types import ModuleType

SECTIONS: dict[str, ModuleType] = {"kinds": kinds, "hard": hard, "whole": whole, "entering": entering, "large": large}
"""The modules of the sections, each with a `TITLE`, what it is `ABOUT`, and a `run` that returns a `Report`."""

MACHINE = "Where it ran"
"""The title of the first section, which names the machine and the versions of the last run."""


def main() -> int:
    """Run the sections, print and write their results; return 1 if any answer was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Time givens beside others.")
    parser.add_argument("--quick", action="store_true", help="fewer boards and rounds")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="run this section; may be repeated")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every time here")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables here, by their headings")
    options = parser.parse_args()
    reports: dict[str, Report] = {}
    for name in options.only or SECTIONS:
        start, before = time.perf_counter(), _pace()
        report = reports[name] = SECTIONS[name].run(quick=options.quick)
        pace = f"Pace {before} to {_pace()}{', `--quick`' if options.quick else ''}."
        text = f"## {SECTIONS[name].TITLE}\n\n{SECTIONS[name].ABOUT}{pace}\n\n{table(report.header, report.rows)}"
        sys.stdout.write(f"{text}\n")
        if options.markdown:  # Write at once, so that finished sections survive an interruption.
            _write(options.markdown, text)
            _write(options.markdown, _where())
        say(f"{name}: done in {time.perf_counter() - start:.0f} s")
    if options.json:
        data = {"v": 1, "quick": options.quick, "sections": {name: report.data for name, report in reports.items()}}
        options.json.write_text(f"{json.dumps(data, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    wrong = [words for report in reports.values() for words in report.wrong]
    for words in wrong:
        sys.stderr.write(f"wrong answer: {words}\n")
    return 1 if wrong else 0


def _pace() -> str:
    """Return how long a million additions take now, which shows the load of the machine."""
    return f"{typical([timed(lambda: sum(range(1_000_000)), time.perf_counter)[0] for _ in range(5)])} ms"


def _where() -> str:
    """Name the machine, but not by its name."""
    try:
        system = platform.freedesktop_os_release()["NAME"]
    except OSError:
        system = platform.system()
    versions = [f"Python {platform.python_version()}"]
    versions += [f"{name} {version(name)}" for name in ("z3-solver", "playwright")]
    machine = f"{os.cpu_count()} cores, {system}, {platform.machine().replace('_', '-')}"
    return f"## {MACHINE}\n\nOn {machine}, {', '.join(versions)}.\n"


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
