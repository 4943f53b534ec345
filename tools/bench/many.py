"""Many puzzles: how many per second, with one process and with two, by us and by another solver; and the memory."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle, islice, product
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import psutil

from bot.batch.answer import solve_line
from bot.batch.lines import InputPuzzle, RawEntry
from bot.batch.pool import ProcessPool, cores
from bot.batch.stream import Work, spread
from solvers import dump, solve
from tools.bench import boards
from tools.bench.day import watch
from tools.bench.peers import PEERS, multi_puzzle_solver, puzzle_of
from tools.bench.report import Options, Report, Target, say, table, targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Side = tuple[str, int]
    """The name of a side, and its number of processes."""

TITLE = "Many"
ABOUT = """\
2,040 lines of 6×6 Tangos, from JSON to the answer line, in processes that are warm.
[batch.md](batch.md) draws the conclusions.
"""

RATE = 300.0
"""The target in boards per second and core."""
TWICE = 1.8
"""The target ratio of two processes to one."""
AHEAD = 3.0
"""The target ratio to multi-puzzle-solver."""
MEMORY = 300.0
"""The memory limit in megabytes."""
MIXED = 10_000
"""The number of boards that one process must solve within that limit."""


@dataclass(frozen=True)
class Times:
    """Boards per second of wall time, and per second of processor time."""

    rate: float
    of_processor: float


def theirs(entry: InputPuzzle) -> tuple[dict[str, Any], int]:
    """Solve a puzzle with multi-puzzle-solver, in a worker like ours."""
    board = boards._board({"puzzle": dump(entry.get()), "solution": ()})
    return {"solution": list(multi_puzzle_solver(board, 0))}, 0


def run(options: Options) -> Report:
    """Let all sides take turns, then measure the memory."""
    rounds, count, mixed = (2, 340, 100) if options.quick else (7, 2040, MIXED)
    whose, tangos = boards.tangos()
    puzzles = [puzzle_of(board) for board in tangos]
    asked = [(json.dumps({"puzzle": dump(puzzle)}).encode(), solve(puzzle).grid.rows()) for puzzle in puzzles]
    sides = {("ours", at): (Work(partial(solve_line, limit=None, timeout=None)), count) for at in _counts()}
    version = PEERS[-1].version()
    if version is not None:
        sides |= {("multi-puzzle-solver", at): (Work(theirs), count // 4) for at in _counts()}
    times: dict[Side, list[Times]] = {side: [] for side in sides}
    wrong: list[str] = []
    for number in range(rounds):
        say(f"many: round {number + 1} of {rounds}")
        for side, (work, boards_each) in sides.items():
            times[side].append(_timed(work, side[1], asked, boards_each, wrong))
    say(f"many: the memory of {mixed} boards")
    megabytes, shapes = _memory(mixed)
    rates = {side: [round_times.rate for round_times in found] for side, found in times.items()}
    rows = [
        [
            f"{name}, {_processes(at)}",
            _middle(rates[name, at]),
            _middle([round_times.of_processor for round_times in found]),
        ]
        for (name, at), found in times.items()
    ]
    data, reached = targets([*_verdicts(times, megabytes, mixed)])
    facts = {
        "rounds": rounds,
        "boards": whose,
        "peer": version,
        "sides": {
            f"{name} × {at}": [asdict(round_times) for round_times in found] for (name, at), found in times.items()
        },
        "memory": {"boards": mixed, "shapes": shapes, "megabytes": megabytes},
        "targets": data,
    }
    rates_table = table(["boards per second", "by the clock", "of processor time"], rows)
    memory = f"One process that solves {mixed:,} boards of {shapes} shapes has {megabytes:.0f} MB at most.\n"
    return Report(facts, f"{rates_table}\n{memory}\n{reached}", wrong)


def _counts() -> Sequence[int]:
    return range(1, min(2, cores()) + 1)


def _processes(count: int) -> str:
    return "one process" if count == 1 else f"{count} processes"


def _timed(work: Work, processes: int, asked: Sequence[tuple[bytes, list[str]]], count: int, wrong: list[str]) -> Times:
    """Time processes that have solved each board before."""
    boards = list(islice(cycle(asked), count))
    with ProcessPool(processes) as workers:
        list(spread(_raws([*asked, *asked]), work, workers, wrong.append))
        used, start = _processor(), time.perf_counter()
        lines = list(spread(_raws(boards), work, workers, wrong.append))
        seconds, processor = time.perf_counter() - start, _processor() - used
    found = [json.loads(line).get("solution") for line, _ in lines]
    wrong += [f"{text.decode()}: {rows}" for (text, right), rows in zip(boards, found, strict=True) if rows != right]
    return Times(count / seconds, count / processor)


def _processor() -> float:
    """Return the processor seconds used by this process and its descendants."""
    ours = psutil.Process()
    return sum(used.user + used.system for used in (process.cpu_times() for process in (ours, *ours.children())))


def _raws(boards: Sequence[tuple[bytes, list[str]]]) -> list[RawEntry]:
    return [RawEntry(str(at), at, text) for at, (text, _) in enumerate(boards)]


def _middle(rates: Sequence[float]) -> str:
    return f"{median(rates):,.0f}"


def _verdicts(times: Mapping[Side, Sequence[Times]], megabytes: float, mixed: int) -> Iterator[Target]:
    rate = median(found.of_processor for found in times["ours", 1])
    yield Target(f"≥ {RATE:g} per second of processor time", f"{rate:.0f}", rate >= RATE)
    if ("ours", 2) in times:
        twice = _ratio(times["ours", 2], times["ours", 1])
        yield Target(f"two processes ≥ {TWICE:g}× one", f"{twice:.2f}×", twice >= TWICE)
    for count in (at for name, at in times if name != "ours"):
        ahead = _ratio(times["ours", count], times["multi-puzzle-solver", count])
        words = f"{_processes(count)} ≥ {AHEAD:g}× multi-puzzle-solver's"
        yield Target(words, f"{ahead:.1f}×", ahead >= AHEAD)
    yield Target(f"{mixed:,} boards of mixed shapes ≤ {MEMORY:g} MB", f"{megabytes:.0f} MB", megabytes <= MEMORY)


def _ratio(many: Sequence[Times], few: Sequence[Times]) -> float:
    """Return the median ratio of two sides' rates in the same round."""
    return median(larger.rate / smaller.rate for larger, smaller in zip(many, few, strict=True))


def _memory(count: int) -> tuple[float, int]:
    """Let one process solve boards of mixed shapes; return its peak megabytes and the number of shapes."""
    shapes = [{"kind": kind, "givens": ["." * width] * height} for kind, height, width in _blank()]
    solvable = [json.loads(line)["puzzle"] for line in boards.OURS.read_text(encoding="utf-8").splitlines()]
    # Any reproducible order that mixes the shapes is fine.
    drawn = random.Random(1)  # noqa: S311 - not for secrets
    mixed = (drawn.choice(solvable if at % 3 == 0 else shapes) for at in range(count))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "mixed.jsonl"
        source.write_text("".join(f"{json.dumps(puzzle)}\n" for puzzle in mixed), encoding="utf-8")
        command = [sys.executable, "-m", "bot", "solve", str(source), "--limit", "1", "--workers", "1"]
        # What the system tells of a process that has ended has this one's memory in it, which it had before it began.
        most = [0.0]
        watch(process := subprocess.Popen([*command, "-o", str(Path(folder) / "out.jsonl")]), most)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return most[0], len(shapes)


def _blank() -> Iterator[tuple[str, int, int]]:
    even = range(4, 17, 2)
    for height, width in product(even, even):
        yield "three_in_a_row", height, width
        yield "tango", height, width
    for side in range(4, 31):
        yield "n_queens", side, side
    for side in (20, 24, 30):
        yield "three_in_a_row", side, side
