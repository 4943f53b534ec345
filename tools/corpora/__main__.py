"""Try the solvers on boards that others published.

`python -m tools.corpora FOLDER… [--most N] [--timeout S] [--beside] [--json FILE] [--keep FILE]`, or `--fetch` without
folders.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from solvers import BadPuzzle, GaveUp, Nonogram, NoSolution, NotUnique, Sudoku, Tents, solve
from tools.bench.report import NotTheOnly, table, typical
from tools.bench.sat import cadical
from tools.corpora.samples import Sample, read, scripts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SOURCES = (
    "robx/pzprjs",
    "semiexp/cspuz_core",
    "T0nyX1ang/noqx",
    "pierre-dejoue/picross-solver",
    "danioellay/gramcracker",
    "SmilingWayne/puzzlekit-dataset",
)
"""What `--fetch` brings from GitHub; the last two have no licence."""


@dataclass
class Tried:
    """What came of the boards of one genre of one corpus."""

    tried: int = 0
    solved: int = 0
    several: int = 0
    none: int = 0
    unfinished: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    agreed: int = 0
    broken: int = 0
    """Answers that break a rule of the corpus and of ours."""
    wrong: list[str] = field(default_factory=list)
    """Answers on which the corpus and ours differ."""
    ms: list[float] = field(default_factory=list)
    """The processor time of each board."""
    beside_ms: list[float] = field(default_factory=list)
    """That of CaDiCaL."""

    def add(self, sample: Sample, limit: float, *, beside: bool = False) -> None:
        """Solve a board unless it is a wrong answer's, with CaDiCaL, too, if it can; compare the answers."""
        try:
            puzzle = sample.puzzle()
        except BadPuzzle as error:
            self.tried += not sample.breaks
            self.refused[re.sub(r"R\d+C\d+|[\d,]*\d", "N", error.message)] += not sample.breaks
            return
        told = sample.answer(puzzle) if sample.answer else None
        if sample.breaks:
            if told is not None and puzzle.is_solved_by(told):
                self.wrong.append(f"ours accepts what breaks {sample.breaks}: {told}")
            elif told is not None:
                self.broken += 1
            return
        self.tried += 1
        if told is not None and not puzzle.is_solved_by(told):
            self.wrong.append(f"ours does not accept {told}")
        if beside and isinstance(puzzle, Nonogram | Sudoku | Tents):
            start = time.process_time()
            with suppress(NotTheOnly):
                cadical(puzzle)
            self.beside_ms.append(1000 * (time.process_time() - start))
        start = time.process_time()
        try:
            found = solve(puzzle, timeout=limit).grid
        except NotUnique:
            self.several += 1
            return
        except NoSolution:
            self.none += 1
            return
        except GaveUp:
            self.unfinished += 1
            return
        finally:
            self.ms.append(1000 * (time.process_time() - start))
        self.solved += 1
        self.agreed += told == found

    def row(self) -> list[str]:
        """Return the numbers of the table."""
        counts = self.tried, self.solved, self.several, self.none, self.unfinished, self.refused.total()
        compared = self.agreed, self.broken, len(self.wrong)
        spent = [f"{typical(ms)} ms (≤ {typical([max(ms)])})" if ms else "–" for ms in (self.ms, self.beside_ms)]
        return [*map(str, (*counts, *compared)), *spent]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all boards, print the table and the reasons; return 1 if an answer differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.corpora", description="Solve boards that others published.")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="a checkout, or a file of --keep")
    parser.add_argument("--fetch", action="store_true", help=f"fetch {', '.join(SOURCES)} with git, for this run")
    parser.add_argument("--most", type=int, default=100, metavar="N", help="at most N boards of each genre (100)")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds for one board (10)")
    parser.add_argument("--beside", action="store_true", help="solve nonograms, Sudokus and Tents with CaDiCaL, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what pzprjs's scripts hold, a genre a line")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        folders = [*options.folders, *(fetched(name, Path(folder)) for name in SOURCES if options.fetch)]
        if options.keep:
            found = [json.dumps(asdict(script)) for folder in folders for script in scripts(folder)]
            options.keep.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
        samples = [sample for folder in folders for sample in read(folder)]
        results = _tried(samples, options.most, options.timeout, beside=options.beside)
    header = ["corpus, genre", "tried", "solved", "several", "none", "unfinished", "refused"]
    header += ["agreed", "broken", "**differ**", "median (slowest)", "CaDiCaL"]
    sys.stdout.write(table(header, [[", ".join(name), *tried.row()] for name, tried in results.items()]))
    for name, tried in results.items():
        for reason, count in tried.refused.items():
            sys.stdout.write(f"{', '.join(name)}: {count} refused: {reason}\n") if count else None
        for words in tried.wrong:
            sys.stdout.write(f"{', '.join(name)}: differs: {words}\n")
    if options.json:
        data: list[dict[str, Any]] = [{"corpus": name[0], "genre": name[1], **vars(it)} for name, it in results.items()]
        options.json.write_text(json.dumps({"v": 1, "results": data}, indent=1, ensure_ascii=False), encoding="utf-8")
    return int(any(tried.wrong for tried in results.values()))


def _tried(samples: Iterable[Sample], most: int, limit: float, *, beside: bool) -> dict[tuple[str, str], Tried]:
    """Try at most so many boards of each genre, spread over all; genres without a kind of ours count as one."""
    genres: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for sample in samples:
        genres[sample.corpus, sample.genre].append(sample)
    results: dict[tuple[str, str], Tried] = {}
    for name, found in genres.items():
        tried = Tried()
        for sample in found[:: -(-len(found) // most)]:
            tried.add(sample, limit, beside=beside)
        if any("which givens does not have" in reason for reason in tried.refused):
            others = results.setdefault((name[0], "genres without a kind"), Tried())
            others.tried += tried.tried
            others.refused["no such kind"] += tried.tried
        else:
            results[name] = tried
    return results


def fetched(name: str, folder: Path) -> Path:
    """Clone a repository without its history."""
    here = folder / name.replace("/", "+")
    subprocess.run(
        [which("git") or "git", "clone", "--quiet", "--depth", "1", f"https://github.com/{name}", str(here)], check=True
    )
    return here


if __name__ == "__main__":
    sys.exit(main())
