"""Solving every kind: ours, the structure of the shape warm and the board new to it, beside multi-puzzle-solver."""

from __future__ import annotations

import gc
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from statistics import median
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, TypeVar

from solvers import (
    Binairo,
    Cell,
    Grid,
    NQueens,
    Queens,
    Sudoku,
    Zip,
    dump,
    generate,
    load,
    solutions,
    solve,
)
from solvers._core.model import lines, rectangles
from solvers._core.model.results import Clock
from solvers._core.search import engine
from tools.bench import boards, kind_peers
from tools.bench.peers import PEERS, NotTheOnly, puzzle_of
from tools.bench.report import Options, Report, Target, factor, limit, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers import Puzzle

    Peer = Callable[[Any], Grid]

T = TypeVar("T")

TITLE = "Solving every kind"
ABOUT = """\
Boards of other people where they are available, otherwise ours. n-queens: the first of many
solutions. Patches and n-queens are timed from cold.
"""

REAL = boards.TANGOS.parents[1]
"""Boards of other people, which must not be shipped; if they are missing, ours replace them."""
PATCHES = {"free": "any", "square": "square", "H_rect": "wide", "V_rect": "tall"}
"""LinkedIn's names of shapes."""
FIRST = 12
"""How many boards are timed as the first of their shape."""
EVERY = 8
"""Only every eighth board of a large collection is timed."""


@dataclass(frozen=True)
class Group:
    """Boards of one kind, with targets in milliseconds for the median and for the slowest board."""

    name: str
    whose: str
    boards: Sequence[Puzzle]
    peer: Peer | None = None
    most: float | None = None
    worst: float | None = None
    ahead: bool = False
    """Whether the target requires the peer to be slower."""
    cold: bool = False
    """Whether the structure is built for each board."""
    first: float | None = None
    """The target for the first board of a shape, if it is timed too."""


def run(options: Options) -> Report:
    """Let both sides solve all boards in turn, and compare their answers."""
    rounds = 1 if options.quick else 5
    version = PEERS[-1].version()
    report = Report({"rounds": rounds, "peer": version, "rows": []}, "")
    rows, verdicts = [], []
    for group in _groups(8 if options.quick else 12):
        say(f"kinds: {group.name}")
        chosen = group.boards[:: -(-len(group.boards) // 6)] if options.quick else group.boards
        mine, theirs = _times(group, chosen, rounds, group.peer if version else None, report.wrong)
        first = [] if group.first is None else _first(chosen[:FIRST])
        ratio = median(theirs) / median(mine) if theirs else None
        name = f"{group.name} ({group.whose})" if group.whose else group.name
        beside = factor(ratio) if ratio else "not installed" if group.peer else "–"
        rows.append([name, typical(mine), beside, typical(first) if first else "–"])
        report.data["rows"].append({"name": name, "ours_ms": mine, "peer_ms": theirs, "first_ms": first})
        verdicts += _verdicts(group, mine, first, ratio)
    report.data["targets"], reached = targets(verdicts)
    header = ["board", "**ours**", f"multi-puzzle-solver {version or ''}".strip(), "first"]
    report.markdown = f"{table(header, rows)}\n{reached}"
    return report


def timed(function: Callable[[], T], clock: Callable[[], float] = time.perf_counter) -> tuple[float, T]:
    """Return the milliseconds by a clock, without garbage collection, and the answer."""
    gc.collect()
    gc.freeze()  # The next collection looks at what is new only.
    gc.disable()
    start = clock()
    try:
        answer = function()
        return 1000 * (clock() - start), answer
    finally:
        gc.enable()


def _times(
    group: Group, chosen: Sequence[Puzzle], rounds: int, peer: Peer | None, wrong: list[str]
) -> tuple[list[float], list[float]]:
    """Return the median time of each board, for us and for the peer."""
    mine: list[list[float]] = [[] for _ in chosen]
    theirs: list[list[float]] = [[] for _ in chosen] if peer else []
    if peer:
        peer(chosen[0])  # the time of the import does not count
    for _ in range(rounds):
        _forget()
        for number, board in enumerate(chosen):
            _warm(board, cold=group.cold)
            ms, answer = timed(partial(_solved, board))
            mine[number].append(ms)
            if peer:
                try:
                    ms, other = timed(partial(peer, board))
                except NotTheOnly:
                    other = None
                theirs[number].append(ms)
                if other is None or not board.is_solved_by(other) or (answer != other and not _is_empty(board)):
                    wrong.append(f"{group.name}, board {number + 1}: {answer} and {other}")
    return [median(times) for times in mine], [median(times) for times in theirs]


def _first(chosen: Sequence[Puzzle]) -> list[float]:
    """Return the time of each board if no structure is there yet."""
    times = []
    for board in chosen:
        _forget()
        times.append(timed(partial(_solved, board))[0])
    return times


def _warm(board: Puzzle, *, cold: bool) -> None:
    """Build the structure of the board's shape without solving this board, or drop all structures."""
    if cold:
        _forget()
    elif not engine.is_warm(board):
        with engine._scope(board, Clock(None)):
            pass


def _forget() -> None:
    engine._warm.clear()
    for known in (*vars(lines).values(), *vars(rectangles).values()):
        if hasattr(known, "cache_clear"):  # What lines and rectangles allow is kept, too.
            known.cache_clear()


def _solved(board: Puzzle) -> Grid:
    return solutions(board, limit=1).grids[0] if _is_empty(board) else solve(board).grid


def _is_empty(board: Puzzle) -> bool:
    """Return whether the puzzle is an empty n-queens board, for which any solution counts."""
    return isinstance(board, NQueens)


def _verdicts(group: Group, mine: Sequence[float], first: Sequence[float], ratio: float | None) -> list[Target]:
    limits = [("", median(mine), group.most), (", slowest board", max(mine), group.worst)]
    if first:
        limits.append((", first board of a shape", median(first), group.first))
    verdicts = [
        Target(f"{group.name}{words} ≤ {limit(most)}", milliseconds(measured), measured <= most)
        for words, measured, most in limits
        if most is not None
    ]
    if group.ahead and ratio:
        verdicts.append(Target(f"{group.name}, ahead of multi-puzzle-solver", factor(ratio), ratio > 1))
    return verdicts


def _groups(made: int) -> list[Group]:
    """Return the groups; of the Patches made, only those with one solution count."""
    peers = kind_peers
    return [
        Group("Queens 7–11", *_queens(), peers.queens, most=8, ahead=True, first=15),
        Group("Mini Sudoku", *_mini_sudokus(), peers.sudoku, most=8, ahead=True, first=15),
        Group("9×9 hard Sudoku", "known ones", _hard(), peers.sudoku, most=60),
        Group("Patches", *_patches(), most=15, cold=True, first=15),
        Group("7×7 Patches, areas alone", "ours", _rectangles(made), peers.patches, ahead=True, cold=True),
        Group("Zip 6–8", *_zips(), most=120, worst=600, first=15),
        Group("20×20 Binairo", *_binairos(), peers.binairo, most=150, ahead=True),
        *(
            Group(f"{side}-queens", "", [NQueens(Grid.make(side, side))], peers.n_queens, most, cold=True)
            for side, most in ((50, 500), (100, 3000))
        ),
    ]


def _queens() -> tuple[str, Sequence[Puzzle]]:
    days, levels = real("linkedin/queens.jsonl"), real("queens.jsonl")
    if not days or not levels:
        return "ours", _ours("queens", range(7, 12), 6)
    found: list[Puzzle] = [
        Queens(tuple("".join(ascii_uppercase[region] for region in row) for row in line["board"])) for line in days
    ]
    large = [line for line in levels if len(line["puzzle"]["regions"]) in {10, 11} and line["solutions"] == 1]
    found += [load(line["puzzle"] | {"connected": False}) for line in large[::EVERY]]
    return "LinkedIn's to 9×9, above a community's", found


def _mini_sudokus() -> tuple[str, Sequence[Puzzle]]:
    found = [Sudoku((2, 3), Grid(line["cells"])) for line in real("linkedin/minisudoku.jsonl")]
    return ("LinkedIn's", found) if found else ("ours", _ours("sudoku", [6], 24))


def _hard() -> Sequence[Puzzle]:
    from tests.solvers.test_sudoku import HARD, hard  # brings the tests' tools, which nothing else here needs

    return [hard(name) for name in HARD]


def _patches() -> tuple[str, Sequence[Puzzle]]:
    found = []
    for line in real("linkedin/patches.jsonl"):
        clues = [
            {"cell": str(Cell(clue["y"], clue["x"])), "shape": PATCHES[clue["type"]], "area": clue["size"]}
            for clue in line["clues"]
        ]
        found.append(load({"kind": "patches", "size": line["grid_size"], "clues": clues}))
    return ("LinkedIn's", _with_one(found)) if found else ("ours", _ours("patches", [7], 24))


def _rectangles(count: int) -> Sequence[Puzzle]:
    """Make Patches with all areas and no shapes."""
    found = []
    for seed in range(1, count + 1):
        made = generate("patches", (7, 7), seed=seed)
        areas = Counter(number for row in made.solution.values for number in row)
        puzzle = dump(made.puzzle)
        puzzle["clues"] = [clue | {"shape": "any", "area": areas[n]} for n, clue in enumerate(puzzle["clues"], start=1)]
        found.append(load(puzzle))
    return _with_one(found)


def _zips() -> tuple[str, Sequence[Puzzle]]:
    found: list[Puzzle] = []
    for line in real("linkedin/zip.jsonl"):
        numbers = {Cell(node["row"], node["col"]): node["id"] for node in line["nodes"]}
        walls = tuple((Cell(*cell), Cell(*neighbour)) for cell, neighbour in line["walls"])
        height, width = line["grid_size"]
        found.append(Zip(Grid.make(height, width, numbers.get), walls))
    return ("LinkedIn's", found) if found else ("ours", _ours("zip", [6, 7, 8], 6))


def _binairos() -> tuple[str, Sequence[Puzzle]]:
    lines = [line for line in real("binairo.jsonl") if len(line["puzzle"]["givens"]) == 20]
    if lines:
        return "two sites', of all levels", [load(line["puzzle"]) for line in lines[::EVERY]]
    return "ours", _with_one([Binairo(puzzle_of(board).givens) for board in boards.ours()[20]])


def _ours(kind: str, sides: Sequence[int], count: int) -> list[Puzzle]:
    return [generate(kind, (side, side), seed=seed).puzzle for side in sides for seed in range(1, count + 1)]


def _with_one(found: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles with exactly one solution."""
    return [puzzle for puzzle in found if len(solutions(puzzle, limit=2).grids) == 1]


def real(name: str) -> list[dict[str, Any]]:
    """Return the lines of a file of other people's boards, none if it is missing."""
    path = REAL / name
    return boards._lines(path) if path.exists() else []
