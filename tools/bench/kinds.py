"""Solving each kind beside peers, on boards that are new to the process."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from solvers import Grid, Puzzle, load, solve
from tests import ROOT
from tools.bench import cp_sat, multi
from tools.bench.report import NotTheOnly, Report, named, ratio, say, timed, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TITLE = "Kinds beside peers"
ABOUT = """\
Our own boards, most without a superfluous clue; processor time. Each board is new to the process,
and each time is stating it, solving it and proving that the solution is the only one. *First*: the
first board of a shape. Peers: how many times as long as ours they take; *CP-SAT* is our own
statement of the same rules, with one worker.
"""

BOARDS = ("boards", "family", "connected")
"""The files in `tests/boards`."""
QUICK = 5
"""How many boards of each size `--quick` solves."""


class Peer(NamedTuple):
    """Another solver: its package and the module to import before it is timed, what it can state, and its answer."""

    package: str
    module: str
    is_stated: Callable[[Puzzle], bool]
    solve: Callable[[Puzzle], Grid]

    def version(self) -> str | None:
        """Return the installed version, None if it is not installed."""
        try:
            importlib.import_module(self.module)  # The time of the import does not count.
            return importlib.metadata.version(self.package)
        except ImportError:
            return None


PEERS = {
    "multi-puzzle-solver": Peer(
        "multi-puzzle-solver", "puzzle_solver.core.utils_ortools", multi.is_stated, multi.solve
    ),
    "CP-SAT": Peer("ortools", "ortools.sat.python.cp_model", cp_sat.is_stated, cp_sat.solve),
}


def run(*, quick: bool) -> Report:
    """Let all sides solve all boards in turn, and compare their answers."""
    versions = {name: peer.version() for name, peer in PEERS.items()}
    report = Report(
        ["boards", "**ours**, ms", "first, ms", *(f"{name} {version or ''}" for name, version in versions.items())]
    )
    report.data["peers"] = versions
    solve(load({"kind": "n_queens", "givens": ["."]}))  # The time of the import does not count.
    for name, boards in groups():
        say(f"kinds: {name}")
        chosen = boards[: QUICK + 1 if quick else None]
        first, _ = timed(partial(solve, chosen[0]))
        sides = {"ours": _ours} | {
            side: peer.solve for side, peer in PEERS.items() if versions[side] and peer.is_stated(chosen[0])
        }
        for peer in [*sides.values()][1:]:
            peer(chosen[0])  # So that it is no more at its first board than ours is.
        times: dict[str, list[float]] = {side: [] for side in sides}
        for board in chosen[1:]:
            for side, its in sides.items():
                try:
                    ms, answer = timed(partial(its, board))
                except NotTheOnly:
                    report.wrong.append(f"{name}: {side} finds several solutions or none")
                    continue
                times[side].append(ms)
                if not board.is_solved_by(answer):
                    report.wrong.append(f"{name}: {side} answers {answer}")
        beside = (ratio(times.get(side, []), times["ours"]) for side in PEERS)
        report.rows.append([name, typical(times["ours"]), typical([first]), *beside])
        report.data[name] = times | {"first": [first]}
    return report


def groups() -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield the kind and size of the boards that lie in files, and the boards, each with one solution."""
    found: dict[str, list[Puzzle]] = {}
    for name in BOARDS:
        for line in (ROOT / "tests" / "boards" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            board = json.loads(line)
            puzzle = load(board.get("puzzle", board))
            found.setdefault(named(puzzle), []).append(puzzle)
    yield from found.items()


def _ours(board: Puzzle) -> Grid:
    return solve(board).grid
