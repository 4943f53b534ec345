"""Solving the kinds with a loop, or with connected cells, beside multi-puzzle-solver and CP-SAT.

`python -m tests.bench.connected` makes the boards again, which takes some minutes, and writes `connected.jsonl`.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from time import process_time

from solvers import dump, generate, load
from tests.bench import cp_rules, kind_peers
from tests.bench.family import Size, _solved, _times
from tests.bench.peers import PEERS
from tests.bench.report import Options, Report, Target, factor, milliseconds, say, spread, table, targets

TITLE = "Solving kinds that are connected"

BOARDS = Path(__file__).with_suffix(".jsonl")
COUNT, QUICK_COUNT = 3, 1
ROUNDS = 3
MOST_MS = 50
STATED = ("nurikabe", "slitherlink")
"""The kinds that we state for CP-SAT; that something is connected is kept by lazy cuts."""
SIZES = (
    Size("nurikabe", 10, 10, kind_peers.nurikabe),
    Size("heyawake", 8, 8, kind_peers.heyawake),
    Size("kurodoko", 10, 10, kind_peers.kurodoko),
    Size("yin_yang", 10, 10, None),
    Size("tapa", 10, 10, None),
    Size("lits", 6, 6, kind_peers.lits),
    Size("slitherlink", 10, 10, kind_peers.slitherlink),
    Size("masyu", 10, 10, kind_peers.masyu),
    Size("shingoki", 10, 10, None),
    Size("yajilin", 8, 8, None),
    Size("hashi", 10, 10, None),
    Size("galaxies", 10, 10, kind_peers.galaxies),
)


def run(options: Options) -> Report:
    """Let all sides solve all boards in turn, and compare their answers."""
    version, cp_version = PEERS[-1].version(), next(peer.version() for peer in PEERS if peer.name.startswith("CP-SAT"))
    report = Report({"peer": version, "rows": []}, "")
    rows, verdicts = [], []
    puzzles = [load(json.loads(line)) for line in BOARDS.read_text(encoding="utf-8").splitlines()]
    for size in SIZES:
        say(f"connected: {size}")
        boards = [puzzle for puzzle in puzzles if puzzle.KIND == size.kind][: QUICK_COUNT if options.quick else COUNT]
        sides = [
            _solved,
            size.peer if version else None,
            cp_rules.solve if cp_version and size.kind in STATED else None,
        ]
        mine, *others = _times(str(size), boards, sides, 1 if options.quick else ROUNDS, report.wrong, process_time)
        row = [f"{size}, {len(boards)} boards", spread(mine)]
        for name, times in zip(("multi-puzzle-solver", "CP-SAT"), others, strict=True):
            ratio = median(times) / median(mine) if times else 0
            row.append(f"{spread(times)} · **{factor(ratio)}**" if times else "–")
            if times:
                verdicts.append(Target(f"{size}, ahead of {name}", factor(ratio), ratio > 1))
        verdicts.append(Target(f"{size} ≤ {MOST_MS} ms", milliseconds(median(mine)), median(mine) <= MOST_MS))
        rows.append(row)
        report.data["rows"].append({"name": str(size), "ours_ms": mine, "peer_ms": others[0], "cp_sat_ms": others[1]})
    report.data["targets"], reached = targets(verdicts)
    header = [
        "boards",
        "**ours**",
        f"multi-puzzle-solver {version or ''}".strip(),
        f"CP-SAT {cp_version or ''}".strip(),
    ]
    report.markdown = f"{_legend()}\n{table(header, rows)}\n{reached}"
    return report


def _legend() -> str:
    return f"""\
Boards made by `generate` without a superfluous clue (`tests/bench/connected.jsonl`). All sides build the puzzle, solve
it, and prove that the solution is unique; they take turns, and the answers are checked. Times are processor time, of
all threads: the median over the boards and, in brackets, the fastest and the slowest; a board that takes more than
300 ms is timed once, otherwise the median of {ROUNDS} rounds counts. In bold, how many times as long as ours.
multi-puzzle-solver lists all solutions, with all cores; it has no Yin-Yang and other rules for Yajilin, stops at a
Tapa's 8, does not give one solution for Hashi, and its Shingoki does not run with this OR-tools. *CP-SAT* is our own
statement of the same rules, with one worker; what is connected is told by cuts, where a solution breaks it.
"""


if __name__ == "__main__":
    with BOARDS.open("w", encoding="utf-8") as file:
        for chosen in SIZES:
            for seed in range(COUNT):
                say(f"making {chosen}, seed {seed}")
                made = generate(chosen.kind, (chosen.rows, chosen.columns), seed=seed)
                file.write(json.dumps(dump(made.puzzle)) + "\n")
