"""Explaining, grading, generating and drawing: our times only, each with new boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from bot.draw.svg import svg
from solvers import KINDS, explain, generate, grade, load, solve
from tools.bench import boards
from tools.bench.kinds import EVERY, real, timed
from tools.bench.peers import puzzle_of
from tools.bench.report import Options, Report, Target, limit, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers import Grid, Puzzle

TITLE = "Explaining, grading, generating, drawing"
ABOUT = """\
Only ours. Grading and explaining include solving; an explanation includes all steps.
"""

Size = tuple[int, int]

MADE: Sequence[tuple[str, str, Size, int | None, int, float | None]] = [
    ("Tango", "tango", (6, 6), None, 12, 500),
    ("Tango", "tango", (6, 6), 3, 12, 500),
    ("3-in-a-row", "three_in_a_row", (14, 14), None, 5, 5000),
    ("3-in-a-row", "three_in_a_row", (14, 14), 3, 5, 5000),
    ("Off-by-one sums", "off_by_one_sums", (6, 6), None, 12, 10_000),
    ("Off-by-one sums", "off_by_one_sums", (6, 6), 3, 12, 10_000),
    ("Norinori", "norinori", (9, 9), None, 3, 5000),
    *(
        (name, name.lower(), KINDS[name.lower()].SIZE, None, 5, None)
        for name in ("Queens", "Sudoku", "Binairo", "Zip", "Patches")
    ),
]
"""The puzzles to generate: name, kind, size, grade, number, and the target in milliseconds."""


@dataclass(frozen=True)
class Row:
    """What is done, what each time took, and what is wanted: milliseconds, or how many per second."""

    name: str
    ms: Sequence[float]
    most: float | None = None
    a_second: float | None = None

    def verdict(self) -> Target | None:
        """Compare the median with the target."""
        measured = median(self.ms)
        if self.a_second:
            return Target(
                f"{self.name} ≥ {self.a_second:g} per second", _rate(measured), 1000 / measured >= self.a_second
            )
        if self.most:
            return Target(f"{self.name} ≤ {limit(self.most)}", milliseconds(measured), measured <= self.most)
        return None


def run(options: Options) -> Report:
    """Time each task on new boards."""
    rows = [*_explaining(options), *_generating(options), _drawing()]
    data, reached = targets([verdict for row in rows if (verdict := row.verdict())])
    cells = [[row.name, typical(row.ms)] for row in rows]
    facts = {"rows": [{"name": row.name, "ms": row.ms} for row in rows], "targets": data}
    measured = table(["what", "time"], cells)
    return Report(facts, f"{measured}\n{reached}")


def _rate(ms: float) -> str:
    rate = 1000 / ms
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"


def _each(name: str, do: Callable[[Puzzle], object], puzzles: Sequence[Puzzle], **wanted: float) -> Row:
    """Time a task on each puzzle except the first, which warms up its shape."""
    say(f"thinking: {name}")
    do(puzzles[0])
    return Row(name, [timed(partial(do, puzzle))[0] for puzzle in puzzles[1:]], **wanted)


def _explaining(options: Options) -> list[Row]:
    """Time grading and explaining, and check that both agree on the difficulty."""
    whose, tangos = boards.tangos()
    small = [puzzle_of(board) for board in tangos[:: 6 if options.quick else 1]]
    large = [puzzle_of(board) for board in boards.ours()[14]]
    archive = [load(line["puzzle"]) for line in real("binairo.jsonl") if len(line["puzzle"]["givens"]) == 14]
    say("thinking: what is explained is made")
    seeds = range(1, 2 if options.quick else 5)
    easy, tricky = (
        [large[0], *(generate("three_in_a_row", (14, 14), grade=level, seed=seed).puzzle for seed in seeds)]
        for level in (2, 4)
    )
    rows = [
        _each(f"grade a 6×6 Tango ({whose})", grade, small, a_second=100),
        _each("grade a 14×14 3-in-a-row (ours)", grade, large, a_second=5),
        _each("grade a 14×14 3-in-a-row of grade 4", grade, tricky),
        _each(f"explain a 6×6 Tango ({whose})", _all_steps, small, a_second=20),
        _each("explain a 14×14 3-in-a-row of grade 2 (tables suffice)", _all_steps, easy, most=3000),
        _each("explain a 14×14 3-in-a-row of grade 4 (they do not)", _all_steps, tricky, most=60_000),
    ]
    if archive:
        name = "grade a 14×14 Binairo (two sites', of all levels)"
        rows.insert(2, _each(name, grade, archive[:: 2 * EVERY if options.quick else EVERY], a_second=5))
    return rows


def _all_steps(puzzle: Puzzle) -> object:
    return list(explain(puzzle))


def _generating(options: Options) -> Iterator[Row]:
    """Time generating puzzles with the first seeds."""
    for game, kind, size, level, count, most in MADE:
        name = f"generate {size[0]}×{size[1]} {game}{f' of grade {level}' if level else ''}"
        say(f"thinking: {name}")
        seeds = range(1, 1 + (max(1, count // 12) if options.quick else count))
        made = partial(generate, kind, size, grade=level)
        yield Row(name, [timed(partial(made, seed=seed))[0] for seed in seeds], most)


def _drawing() -> Row:
    """Time drawing solved boards."""
    solved = [(puzzle, solve(puzzle).grid) for puzzle in map(puzzle_of, boards.ours()[20])]
    _drawn(*solved[0])
    ms = [timed(partial(_drawn, puzzle, grid))[0] for puzzle, grid in solved]
    return Row("draw a solved 20×20 3-in-a-row as SVG", ms, most=10)


def _drawn(puzzle: Puzzle, grid: Grid) -> str:
    return svg(puzzle.picture(grid))
