"""Solving the kinds of the Puzzle-Team family at the sizes of its pages, beside multi-puzzle-solver and CP-SAT.

`python -m tools.bench.family` makes the boards again, which takes some minutes, and writes `family.jsonl`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from bot.browser.driver import playwright_started
from bot.play.fixture import Fixture, bundled
from solvers import KINDS, dump, generate, load, solutions, solve
from solvers._core.families.latin import Latin
from solvers._core.families.shaded import Numbered
from solvers._core.generate.fill import is_only
from tests import ROOT
from tools.bench import cp_rules, kind_peers
from tools.bench.entering import opened_board, opened_browser
from tools.bench.kinds import _forget, _warm, timed
from tools.bench.peers import PEERS, NotTheOnly
from tools.bench.report import Options, Report, Target, factor, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers import Grid, Puzzle

    Solve = Callable[[Any], Grid]

TITLE = "Solving the Puzzle-Team family"
ABOUT = """\
20 boards of each kind, made by us; processor time, each board after another of its size. *CP-SAT*
is our own statement of the same rules, with one worker.
"""

BOARDS = ROOT / "tests" / "boards" / "family.jsonl"
COUNT, QUICK_COUNT = 20, 5
ROUNDS = 3
SLOW = 300
"""What takes longer than so many milliseconds is timed once."""


PAINTED = {
    "puzzle_team_nonograms/size_15": "15×15 Nonogram",
    "puzzle_team_aquarium/size_10": "10×10 Aquarium",
    "puzzle_team_mosaic/size_10": "10×10 Mosaic",
    "puzzle_team_kakurasu/size_8": "8×8 Kakurasu",
}
"""For each fixture of a board that drags paint its name in the table."""


@dataclass(frozen=True)
class Size:
    """A kind, its rows and columns, the peer's function, and whether this is the size of the daily play."""

    kind: str
    rows: int
    columns: int
    peer: Solve | None
    daily: bool = True

    def __str__(self) -> str:
        return f"{self.kind} {self.rows}×{self.columns}"


SIZES = (
    Size("nonogram", 15, 15, kind_peers.nonogram),
    Size("nonogram", 25, 25, kind_peers.nonogram, daily=False),
    Size("light_up", 14, 14, kind_peers.light_up),
    Size("light_up", 25, 25, kind_peers.light_up, daily=False),
    Size("star_battle", 8, 8, kind_peers.star_battle),
    Size("star_battle", 10, 10, kind_peers.star_battle),
    Size("tents", 15, 15, kind_peers.tents),
    Size("mosaic", 20, 20, kind_peers.mosaic),
    Size("kakurasu", 9, 9, kind_peers.kakurasu),
    Size("minesweeper", 20, 20, kind_peers.minesweeper),
    Size("norinori", 8, 8, kind_peers.norinori),
    Size("aquarium", 15, 15, kind_peers.aquarium),
    Size("thermometers", 10, 10, kind_peers.thermometers),
    Size("dominosa", 10, 11, kind_peers.dominosa),
    Size("hitori", 10, 10, kind_peers.hitori),
    Size("hitori", 20, 20, kind_peers.hitori, daily=False),
    Size("skyscrapers", 6, 6, kind_peers.skyscrapers),
    Size("futoshiki", 9, 9, kind_peers.futoshiki),
    Size("renzoku", 7, 7, kind_peers.renzoku),
    Size("killer_sudoku", 9, 9, kind_peers.killer_sudoku),
    Size("sudoku", 9, 9, kind_peers.sudoku),
    Size("kakuro", 6, 6, kind_peers.kakuro),
    Size("binairo", 14, 14, kind_peers.binairo),
)


def run(options: Options) -> Report:
    """Let all sides solve all boards in turn, and compare their answers."""
    version, cp_version = PEERS[-1].version(), next(peer.version() for peer in PEERS if peer.name.startswith("CP-SAT"))
    report = Report({"peer": version, "rows": []}, "")
    rows, verdicts = [], []
    for size in SIZES:
        say(f"family: {size}")
        boards = _boards(size)[: QUICK_COUNT if options.quick else COUNT]
        sides: list[Solve | None] = [
            _solved,
            size.peer if version else None,
            cp_rules.solve if cp_version and cp_rules.is_stated(boards[0]) else None,
        ]
        mine, theirs, cp_sat = _times(str(size), boards, sides, 1 if options.quick else ROUNDS, report.wrong)
        row = [str(size), typical(mine)]
        for name, times in (("multi-puzzle-solver", theirs), ("CP-SAT", cp_sat)):
            if not times:
                row.append("–")
                continue
            ratio = median(times) / median(mine)
            row.append(factor(ratio))
            verdicts.append(Target(f"{size}, ahead of {name}", factor(ratio), ratio > 1))
        rows.append(row)
        report.data["rows"].append({"name": str(size), "ours_ms": mine, "peer_ms": theirs, "cp_sat_ms": cp_sat})
        if size.daily:
            verdicts.append(Target(f"{size} ≤ 50 ms", milliseconds(median(mine)), median(mine) <= 50))
    report.data["targets"], reached = targets(verdicts)
    report.data["inputs"] = [*_inputs()]
    header = [
        "boards",
        "**ours**",
        f"multi-puzzle-solver {version or ''}".strip(),
        f"CP-SAT {cp_version or ''}".strip(),
    ]
    report.markdown = f"{table(header, rows)}\n{reached}"
    return report


def _inputs() -> Iterator[list[str]]:
    """Yield for boards that drags paint how many cells have to be filled, and how many inputs that takes."""
    with playwright_started() as playwright, opened_browser(playwright) as browser:
        for name, words in PAINTED.items():
            with opened_board(browser, Fixture.load(bundled() / name)) as opened:
                moves = opened.layout.moves(opened.live.take(opened.layout.MEASURE), opened.solution)
            cells = sum(len(move.leaves) for move in moves)
            yield [words, str(cells), str(len(moves)), f"{1 - len(moves) / cells:.0%}"]


def _times(
    name: str,
    boards: Sequence[Puzzle],
    sides: Sequence[Solve | None],
    rounds: int,
    wrong: list[str],
) -> list[list[float]]:
    """Return the median processor time of each board, for each side that there is."""
    found: list[list[list[float]]] = [[[] for _ in boards] if side else [] for side in sides]
    for side in sides[1:]:
        if side:
            side(boards[0])  # The time of the import does not count.
    for _ in range(rounds):
        _forget()
        for number, board in enumerate(boards):
            _warm(boards[number - 1], cold=False)  # Each board is new, perhaps with the structure of its shape.
            for side, times in zip(sides, found, strict=True):
                if side is None or (times[number] and times[number][0] > SLOW):
                    continue
                try:
                    ms, answer = timed(partial(side, board), process_time)
                except NotTheOnly:
                    wrong.append(f"{name}, board {number + 1}: {side.__module__} finds several solutions or none")
                    ms, answer = 0.0, board.board
                times[number].append(ms)
                if not board.is_solved_by(answer):
                    wrong.append(f"{name}, board {number + 1}: {side.__module__} answers {answer}")
    return [[median(times) for times in side] for side in found]


def _solved(board: Puzzle) -> Grid:
    return solve(board).grid


def _boards(size: Size) -> list[Puzzle]:
    """Return the boards of a size; each has one solution."""
    puzzles = [load(json.loads(line)) for line in BOARDS.read_text(encoding="utf-8").splitlines()]
    shape = size.rows, size.columns
    return [it for it in puzzles if it.KIND == size.kind and (it.board.height, it.board.width) == shape]


def _made(size: Size) -> Iterator[Puzzle]:
    """Make boards with one solution, with about as many clues as those of the pages."""
    kind, shape = KINDS[size.kind], (size.rows, size.columns)
    rng = Random(str(size))  # noqa: S311 - the seed is intended

    for seed in range(COUNT) if issubclass(kind, Latin) or kind.KIND == "binairo" else ():
        yield generate(kind.KIND, shape, seed=seed).puzzle
    made = COUNT if issubclass(kind, Latin) or kind.KIND == "binairo" else 0
    while made < COUNT:
        puzzle, solution = kind.random(shape, rng)
        if _suits(puzzle) and is_only(puzzle, solution, rng):
            yield _thinned(puzzle, rng)
            made += 1


def _suits(puzzle: Puzzle) -> bool:
    """Return whether the peer can state a puzzle: without cells in no thermometer, and without lines in no run."""
    if puzzle.KIND == "thermometers":
        return len(puzzle.choices()) == puzzle.board.height * puzzle.board.width
    return puzzle.KIND != "kakuro" or all(None in line for line in puzzle.board.line_values())


def _thinned(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Leave out up to half of the numbers in cells if they are not needed, as pages do."""
    clues = list(puzzle.clues()) if isinstance(puzzle, Numbered) else []
    for clue in rng.sample(clues, len(clues) // 2):
        thinner = puzzle.without(clue)
        if thinner is not None and len(solutions(thinner, limit=2).grids) == 1:
            puzzle = thinner
    return puzzle


if __name__ == "__main__":
    with BOARDS.open("w", encoding="utf-8") as file:
        for chosen in SIZES:
            say(f"making {chosen}")
            for puzzle in _made(chosen):
                file.write(json.dumps(dump(puzzle)) + "\n")
                file.flush()
