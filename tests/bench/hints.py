"""Grading at the largest size of each kind, and hints: the first step from boards that were begun."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from solvers import KINDS, GaveUp, explain, generate, grade, load, refute, solve
from tests.bench.kinds import timed
from tests.bench.report import Options, Report, Target, limit, milliseconds, say, spread, table, targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from solvers import Place, Puzzle, Solution

TITLE = "Grading at the largest sizes, and hints"

GRADED_MS = 5000
"""The most that grading may take at the largest size of a kind's page."""
HINT_MS = {6: 300, 14: 1000}
"""The most that a hint may take, by the longest side up to which it holds."""
LARGEST: Mapping[str, tuple[int, int]] = {
    "three_in_a_row": (18, 18),
    "tango": (8, 8),
    "binairo": (12, 12),
    "n_queens": (12, 12),
    "queens": (11, 11),
    "off_by_one_sums": (6, 6),
    "sudoku": (9, 9),
    "zip": (8, 8),
    "patches": (8, 8),
    "nonogram": (15, 15),
    "light_up": (14, 14),
    "star_battle": (8, 8),
    "tents": (15, 15),
    "mosaic": (15, 15),
    "kakurasu": (9, 9),
    "minesweeper": (15, 15),
    "norinori": (8, 8),
    "aquarium": (15, 15),
    "thermometers": (15, 15),
    "dominosa": (10, 11),
    "jigsaw_sudoku": (9, 9),
    "killer_sudoku": (9, 9),
    "kakuro": (9, 9),
    "skyscrapers": (6, 6),
    "futoshiki": (8, 8),
    "renzoku": (8, 8),
    "hitori": (10, 10),
}
"""The largest size on the page of a kind, or the size that is common in print; `generate` may stop below it."""
SEEDS = range(1, 4)
PUZZLES = Path(__file__).parents[1] / "puzzles"
BEGUN = (0, 25, 50, 75, 90)
"""How many percent of a board are settled when a hint is asked for."""
LONGEST_S = 60.0


def run(options: Options) -> Report:
    """Time grading and hints for each kind."""
    rows, verdicts, data = [], [], []
    for kind, of_page in LARGEST.items():
        most_made = KINDS[kind].LARGEST_NEW
        size = min(of_page[0], most_made), min(of_page[1], most_made)
        say(f"hints: {kind}")
        large = list(_made(kind, size, 1 if options.quick else len(SEEDS)))
        boards = [*_small(kind), *large]
        graded = [timed(partial(grade, puzzle))[0] for puzzle in large]
        begun = [(puzzle, solution, known) for puzzle in boards for solution, known in _begun(puzzle)]
        hints = [timed(partial(_hint, *board))[0] for board in begun]
        clashes = [timed(partial(_clash, *board))[0] for board in begun]
        sides = max(max(puzzle.board.height, puzzle.board.width) for puzzle in boards)
        most = next((ms for side, ms in HINT_MS.items() if sides <= side), None)
        name = f"{kind} {size[0]}×{size[1]}"
        rows.append(
            [
                name,
                str(len(large)),
                spread(graded) if graded else "not made",
                str(len(hints)),
                milliseconds(median(hints)),
                milliseconds(max(hints)),
                milliseconds(median(clashes)),
                milliseconds(max(clashes)),
            ]
        )
        slowest = max(graded, default=0)
        verdicts.append(Target(f"grade {name} ≤ {limit(GRADED_MS)}", milliseconds(slowest), 0 < slowest <= GRADED_MS))
        if most:
            slowest = max([*hints, *clashes])
            verdicts.append(Target(f"hint in {name} ≤ {limit(most)}", milliseconds(slowest), slowest <= most))
        data.append({"kind": kind, "size": size, "graded": graded, "hints": hints, "clashes": clashes})
    reached, shown = targets(verdicts)
    measured = table(["kind", "boards", "grade", "hints", "median", "slowest", "wrong: median", "slowest"], rows)
    return Report({"rows": data, "targets": reached}, f"{_legend()}\n{measured}\n{shown}")


def _made(kind: str, size: tuple[int, int], count: int) -> Iterator[Puzzle]:
    """Make boards that need every clue, the hardest there are; leave out those that take too long to make."""
    for seed in SEEDS[:count]:
        try:
            yield generate(kind, size, seed=seed, timeout=LONGEST_S).puzzle
        except GaveUp:
            say(f"hints: {kind} {size} of seed {seed} was not made in {LONGEST_S:.0f} s")


def _small(kind: str) -> list[Puzzle]:
    """Return the kind's boards of `tests/puzzles`."""
    lines = (PUZZLES / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return [load(json.loads(line)["puzzle"]) for line in lines]


def _begun(puzzle: Puzzle) -> Iterator[tuple[Solution, Mapping[Place, int]]]:
    """Settle parts of the board, chosen at random; yield them with the solution."""
    solution = solve(puzzle)
    settled = {place: value for step in explain(puzzle, solution=solution) for place, value in step.sets.items()}
    for percent in BEGUN:
        chosen = Random(percent).sample(sorted(settled), len(settled) * percent // 100)  # noqa: S311 - the seed is intended
        yield solution, {place: settled[place] for place in chosen}


def _hint(puzzle: Puzzle, solution: Solution, known: Mapping[Place, int]) -> object:
    return next(explain(puzzle, known=known, solution=solution), None)


def _clash(puzzle: Puzzle, solution: Solution, known: Mapping[Place, int]) -> object:
    """Find why a mark is wrong, on the first place that is not known and can hold another."""
    right, choices = puzzle.settled(solution.grid), puzzle.choices()
    for place, values in choices.items():
        wrong = [value for value in values if value != right.get(place, 0)]
        if place not in known and wrong:
            return refute(puzzle, place, wrong[0], known=known, solution=solution)
    return None


def _legend() -> str:
    return f"""\
Only our own times; grading includes solving, hints do not, as a board is solved once. The boards of the largest size
are made by `generate` with the seeds 1, 2, 3, without a superfluous clue, so they are harder than those of pages. A
hint is the first step of `explain` on one of these boards, or of those of `tests/puzzles`, of which
{", ".join(map(str, BEGUN[:-1]))} or {BEGUN[-1]} % were settled at random; beside it, why a wrong mark in the first open
place is wrong.
"""
