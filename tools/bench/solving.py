"""Solving: ours beside its peers, each building, solving and proving from the same clues.

Sides take turns on every board (A B C A B C …), so that other load on the machine affects all equally.
"""

from __future__ import annotations

import gc
import time
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

from solvers._core.search import engine
from tools.bench import boards
from tools.bench.peers import PEERS, NotTheOnly, Peer, TimeIsOut, ours
from tools.bench.report import Options, Report, Target, factor, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tools.bench.boards import Board

TITLE = "Solving"
ABOUT = """\
3-in-a-rows from which no given can be removed. Peers: how many times as long as ours they take (≥:
stopped after 20 s). *First*: the first board of a shape, nothing warm.
"""

SLOW = 500.0
"""From this many milliseconds on, a board is timed once, and only `FEW` boards are timed."""
FEW = 3

TARGETS = {6: 2.0, 14: 10.0, 20: 32.0}
"""Our targets in milliseconds, by size."""
FIRST_TARGETS = {6: 15.0, 14: 40.0}
"""Our targets in milliseconds for the first board of a shape."""


@dataclass
class Times:
    """The milliseconds of one side per round, by board; the limit for a round that did not finish."""

    by_board: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    unfinished: set[int] = field(default_factory=set)

    def medians(self) -> dict[int, float]:
        """Return the median time of each board."""
        return {board: median(rounds) for board, rounds in self.by_board.items()}

    def is_slow(self) -> bool:
        """Return whether any board is too slow for repeated timing."""
        return any(ms > SLOW for rounds in self.by_board.values() for ms in rounds)

    def wants(self, board: int) -> bool:
        """Return whether another round on this board is worthwhile."""
        if not self.is_slow():
            return True
        return board not in self.by_board and len(self.by_board) < FEW


def run(options: Options) -> Report:
    """Time all sides on all boards."""
    limit, rounds = (1.0, 1) if options.quick else (20.0, 7)
    whose, tangos = boards.tangos()
    groups: list[tuple[str, Sequence[Board]]] = [(f"6×6 Tango ({whose})", tangos)]
    groups += [(f"{size}×{size}", group) for size, group in boards.ours().items()]
    peers = {peer: peer.version() for peer in PEERS}
    versions = {peer.package: version for peer, version in peers.items()}
    report = Report({"limit_s": limit, "rounds": rounds, "peers": versions, "rows": []}, "")
    rows: list[list[str]] = []
    verdicts: list[Target] = []
    for name, group in groups:
        say(f"solving: {name}")
        times = _compare(group, [peer for peer in PEERS if peers[peer]], limit, rounds, report.wrong)
        row, first = _row(name, group, times, limit, rounds)
        report.data["rows"].append(row)
        mine = list(times["ours"].medians().values())
        rows.append([name, typical(mine), *(_beside(times, peer) for peer in PEERS), typical(first)])
        verdicts += _verdicts(group[0].height, bool(group[0].signs), row)
    named = (f"{peer.name} {peers[peer] or ''}".strip() for peer in PEERS)
    header = ["board", "**ours**", *named, "first"]
    report.data["targets"], reached = targets(verdicts)
    report.markdown = f"{table(header, rows)}\n{reached}"
    return report


def _compare(
    group: Sequence[Board], peers: Sequence[Peer], limit: float, rounds: int, wrong: list[str]
) -> dict[str, Times]:
    """Let all sides solve all boards in turn, and compare their answers."""
    sides = {"ours": ours} | {peer.name: peer.solve for peer in peers}
    times = {name: Times() for name in sides}
    answers: dict[int, tuple[str, ...]] = {}
    for warming_up in (True, False):
        for _ in range(1 if warming_up else rounds):
            for number, board in enumerate(group[:1] if warming_up else group):
                for name, solve in sides.items():
                    if warming_up:
                        _timed(solve, board, 1)
                    elif times[name].wants(number):
                        ms, answer = _timed(solve, board, limit)
                        times[name].by_board[number].append(ms)
                        if answer is None:
                            times[name].unfinished.add(number)
                        elif answer != answers.setdefault(number, board.solution or answer):
                            wrong.append(f"{name}, {board.height}×{board.width} board {number + 1}: {answer}")
    return times


def _timed(
    solve: Callable[[Board, float], tuple[str, ...]], board: Board, limit: float
) -> tuple[float, tuple[str, ...] | None]:
    """Return milliseconds and the answer, None if it took longer than the limit."""
    gc.collect()
    gc.freeze()  # The next collection looks at what is new only.
    gc.disable()
    start = time.perf_counter()
    try:
        answer: tuple[str, ...] | None = solve(board, limit)
    except TimeIsOut:
        answer = None
    except NotTheOnly:
        answer = ("not the only solution",)
    finally:
        took = time.perf_counter() - start
        gc.enable()
    return 1000 * (limit if answer is None else took), answer


def _row(
    name: str, group: Sequence[Board], times: dict[str, Times], limit: float, rounds: int
) -> tuple[dict[str, Any], list[float]]:
    """Return the results of a group as JSON values; also time the first boards of a shape."""
    first = []
    for board in group[:rounds]:
        engine._warm.clear()  # as in a process that has imported Z3 and solved nothing
        first.append(_timed(ours, board, limit)[0])
    sides = {
        side: {
            "median_ms": round(median(result.medians().values()), 3),
            "boards_ms": {str(board + 1): round(ms, 3) for board, ms in sorted(result.medians().items())},
            "unfinished": sorted(board + 1 for board in result.unfinished),
            "ratio": round(_ratio(times, side), 4),
        }
        for side, result in times.items()
    }
    return {"name": name, "boards": len(group), "sides": sides, "first_ms": [round(ms, 3) for ms in first]}, first


def _ratio(times: dict[str, Times], side: str) -> float:
    """Return the ratio of a side's time to ours: medians over the boards that both solved."""
    theirs, mine = times[side].medians(), times["ours"].medians()
    return median(theirs.values()) / median(mine[board] for board in theirs)


def _beside(times: dict[str, Times], peer: Peer) -> str:
    if peer.name not in times:
        return "not installed"
    least = "≥ " if times[peer.name].unfinished else ""
    return f"{least}{factor(_ratio(times, peer.name))}"


def _verdicts(size: int, has_signs: bool, row: dict[str, Any]) -> list[Target]:  # noqa: FBT001 - private
    """Compare one row with the targets."""
    sides, name = row["sides"], f"{size}×{size} {'Tango' if has_signs else '3-in-a-row'}"
    ints, cp_sat, sat, multi = (peer.name for peer in PEERS)
    least = {multi: 1.0, cp_sat: 1.0, sat: 1.0} | ({ints: 100.0} if size == 14 else {})
    mine, first = sides["ours"]["median_ms"], median(row["first_ms"])
    verdicts = [
        Target(f"{name}{words} ≤ {most[size]:g} ms", milliseconds(ms), ms <= most[size])
        for words, ms, most in (("", mine, TARGETS), (", first board of a shape", first, FIRST_TARGETS))
        if size in most
    ]
    return verdicts + [
        Target(f"{name}, {f'≥ {times:g} × ' if times > 1 else ''}ahead of {peer}", factor(ratio), ratio > times)
        for peer, times in least.items()
        if peer in sides and (ratio := sides[peer]["ratio"])
    ]
