"""Solving the kinds of the Puzzle-Team family at the sizes of its daily pages: ours beside multi-puzzle-solver."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from solvers import KINDS, solutions, solve
from solvers._core.shaded import Numbered
from tests.bench import kind_peers
from tests.bench.kinds import Group, _times
from tests.bench.peers import PEERS
from tests.bench.report import Options, Report, Target, factor, milliseconds, say, spread, table, targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers import Grid, Puzzle

TITLE = "Solving the Puzzle-Team family"

COUNT, QUICK_COUNT = 20, 5


@dataclass(frozen=True)
class Size:
    """A kind, its rows and columns, and the peer's function."""

    kind: str
    rows: int
    columns: int
    peer: Callable[[Any], Grid]


SIZES = (
    Size("nonogram", 15, 15, kind_peers.nonogram),
    Size("light_up", 14, 14, kind_peers.light_up),
    Size("star_battle", 8, 8, kind_peers.star_battle),
    Size("tents", 15, 15, kind_peers.tents),
    Size("mosaic", 15, 15, kind_peers.mosaic),
    Size("kakurasu", 9, 9, kind_peers.kakurasu),
    Size("minesweeper", 15, 15, kind_peers.minesweeper),
    Size("norinori", 8, 8, kind_peers.norinori),
    Size("aquarium", 15, 15, kind_peers.aquarium),
    Size("thermometers", 15, 15, kind_peers.thermometers),
    Size("dominosa", 10, 11, kind_peers.dominosa),
)


def run(options: Options) -> Report:
    """Let both sides solve all boards in turn, and compare their answers."""
    version = PEERS[-1].version()
    report = Report({"peer": version, "rows": []}, "")
    rows, verdicts = [], []
    for size in SIZES:
        name = f"{size.kind} {size.rows}×{size.columns}"
        say(f"family: {name}")
        boards = [*_made(size, QUICK_COUNT if options.quick else COUNT)]
        group = Group(name, "ours", boards, size.peer)
        mine, theirs = _times(group, boards, 1 if options.quick else 3, size.peer if version else None, report.wrong)
        ratio = median(theirs) / median(mine) if theirs else None
        pairs = [other / own for own, other in zip(mine, theirs, strict=bool(theirs))]
        ahead = f"{sum(pair > 1 for pair in pairs)} of {len(pairs)}" if pairs else "–"
        rows.append([name, spread(mine), spread(theirs) if theirs else "–", factor(ratio) if ratio else "–", ahead])
        report.data["rows"].append({"name": name, "ours_ms": mine, "peer_ms": theirs})
        if ratio:
            verdicts.append(Target(f"{name}, ahead of multi-puzzle-solver", factor(ratio), ratio > 1))
        verdicts.append(Target(f"{name} ≤ 50 ms", milliseconds(median(mine)), median(mine) <= 50))
    report.data["targets"], reached = targets(verdicts)
    header = ["boards", "**ours**", f"multi-puzzle-solver {version or ''}".strip(), "ratio of medians", "boards ahead"]
    report.markdown = f"{_legend()}\n{table(header, rows)}\n{reached}"
    return report


def _made(size: Size, count: int) -> Iterator[Puzzle]:
    """Make boards with one solution, with all clues that the kind's pages have."""
    kind = KINDS[size.kind]
    rng = Random(f"{size.kind} {size.rows}×{size.columns}")  # noqa: S311 - the seed is intended

    def other(puzzle: Puzzle, solution: Grid) -> Grid | None:
        return next((grid for grid in solutions(puzzle, limit=2).grids if grid != solution), None)

    while count:
        puzzle, solution = kind.random((size.rows, size.columns), rng, other)
        if other(puzzle, solution) is None:
            yield _thinned(puzzle, rng, solution)
            count -= 1


def _thinned(puzzle: Puzzle, rng: Random, solution: Grid) -> Puzzle:
    """Leave out up to half of the numbers in cells if they are not needed, as pages do."""
    clues = list(puzzle.clues()) if isinstance(puzzle, Numbered) else []
    for clue in rng.sample(clues, len(clues) // 2):
        thinner = puzzle.without(clue)
        if thinner is not None and len(solutions(thinner, limit=2).grids) == 1:
            puzzle = thinner
    if solve(puzzle).grid != solution:
        raise AssertionError(f"a clue was lost that was needed:\n{puzzle}")
    return puzzle


def _legend() -> str:
    return f"""\
{COUNT} boards of each kind, made by us: pages cannot be shipped. The sizes are the largest of the pages' regular ones
that are made in a few seconds. Both sides build the puzzle, solve it, and prove that the solution is unique; they take
turns, and the answers are compared. multi-puzzle-solver states its boards for CP-SAT and lists all solutions; it takes
black cells without a number for open ones, so those of Light Up have one. The table shows the median over the boards
and, in brackets, the fastest and the slowest board.
"""
