"""Solving the kinds with a loop, or with connected cells, beside multi-puzzle-solver and CP-SAT.

`python -m tools.bench.connected` makes the boards again, which takes some minutes, and writes `connected.jsonl`.
"""

from __future__ import annotations

import json
from statistics import median

from solvers import dump, generate, load
from tests import ROOT
from tools.bench import cp_rules, kind_peers
from tools.bench.family import Size, _solved, _times
from tools.bench.peers import PEERS
from tools.bench.report import Options, Report, Target, factor, milliseconds, say, table, targets, typical

TITLE = "Solving kinds that are connected"
ABOUT = """\
Boards made by `generate` without a superfluous clue; processor time. multi-puzzle-solver lacks some
of these kinds.
"""

BOARDS = ROOT / "tests" / "boards" / "connected.jsonl"
COUNT, QUICK_COUNT = 3, 1
ROUNDS = 3
MOST_MS = 50
STATED = ("nurikabe", "slitherlink")
"""The kinds that we state for CP-SAT; that something is connected is kept by lazy clauses."""
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
        mine, *others = _times(str(size), boards, sides, 1 if options.quick else ROUNDS, report.wrong)
        row = [str(size), typical(mine)]
        for name, times in zip(("multi-puzzle-solver", "CP-SAT"), others, strict=True):
            ratio = median(times) / median(mine) if times else 0
            row.append(factor(ratio) if times else "–")
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
    report.markdown = f"{table(header, rows)}\n{reached}"
    return report


if __name__ == "__main__":
    with BOARDS.open("w", encoding="utf-8") as file:
        for chosen in SIZES:
            for seed in range(COUNT):
                say(f"making {chosen}, seed {seed}")
                made = generate(chosen.kind, (chosen.rows, chosen.columns), seed=seed)
                file.write(json.dumps(dump(made.puzzle)) + "\n")
