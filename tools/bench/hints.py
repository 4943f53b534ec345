"""Grading and explaining at the largest size of each kind, and hints: the first step from boards that were begun."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from solvers import KINDS, GaveUp, cells_of, explain, generate, grade, load, refute, solve
from tests import ROOT
from tools.bench.kinds import timed
from tools.bench.report import Options, Report, Target, limit, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from solvers import Place, Puzzle, Solution

    _Begun = tuple[Puzzle, Solution, Mapping[Place, int]]
    """A board, its solution, and what is settled on it."""

TITLE = "Grading and explaining at the largest sizes, and hints"
ABOUT = """\
Each kind at the largest size of its pages, without a superfluous clue; processor time. A hint is
the first step from a board that was begun.
"""

GRADED_MS = 5000
"""The most that grading may take at the largest size of a kind's page."""
HINT_MS, EXPLAINED_MS = 1000, 10_000
"""The most that a hint may take, and a whole explanation."""
TASKS = (
    ("grade", "graded", GRADED_MS),
    ("explain", "explained", EXPLAINED_MS),
    ("hint", "hints", HINT_MS),
    ("why a mark is wrong", "clashes", HINT_MS),
)
"""What is timed, its key in the results, and the most that it may take."""
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
    "abc_view": (6, 6),
    "galaxies": (10, 10),
    "hashi": (15, 15),
    "heyawake": (10, 10),
    "kurodoko": (10, 10),
    "lits": (7, 7),
    "masyu": (15, 15),
    "nurikabe": (14, 14),
    "pips": (5, 5),
    "shakashaka": (10, 10),
    "shingoki": (10, 10),
    "slant": (10, 10),
    "slitherlink": (10, 10),
    "stitches": (10, 10),
    "tapa": (14, 14),
    "yajilin": (8, 8),
    "yin_yang": (10, 10),
}
"""The largest size on the page of a kind, or the size that is common in print; `generate` may stop below it."""
SEEDS = range(1, 3)
PUZZLES = ROOT / "tests" / "puzzles"
BEGUN = (0, 25, 50, 75, 90)
"""How many percent of a board are settled when a hint is asked for."""
LONGEST_S = 20.0


def run(options: Options) -> Report:
    """Time grading, explaining and hints for each kind, and write each row as soon as it is there."""
    data: list[dict[str, Any]] = []
    report = Report({}, "")
    for kind, of_page in LARGEST.items():
        most_made = KINDS[kind].LARGEST_NEW
        size = min(of_page[0], most_made), min(of_page[1], most_made)
        say(f"hints: {kind}")
        large = list(_made(kind, size, 1 if options.quick else len(SEEDS)))
        explained: list[float] = []
        begun: list[_Begun] = []
        for puzzle in (*large, *_small(kind)):
            ms, found = timed(partial(_begun, puzzle), process_time)
            explained += [ms] if puzzle in large else []
            begun += found
        data.append(
            {
                "kind": kind,
                "size": size,
                "graded": [timed(partial(grade, puzzle), process_time)[0] for puzzle in large],
                "explained": explained,
                "hints": [timed(partial(_hint, *board), process_time)[0] for board in begun],
                "clashes": [timed(partial(_clash, *board), process_time)[0] for board in begun],
            }
        )
        report = _report(data)
        options.write(report)
    return report


def _report(data: Sequence[Mapping[str, Any]]) -> Report:
    rows, verdicts = [], []
    for words, what, most in TASKS:
        times = {f"{part['kind']} {'×'.join(map(str, part['size']))}": part[what] for part in data if part[what]}
        if times:
            slowest = max(times, key=lambda name: max(times[name]))
            middle = typical([median(ms) for ms in times.values()])
            rows.append([words, middle, f"{milliseconds(max(times[slowest]))}, {slowest}"])
        for name, ms in times.items():
            verdicts.append(Target(f"{words}, {name} ≤ {limit(most)}", milliseconds(max(ms)), max(ms) <= most))
        missing = [part["kind"] for part in data if not part[what]]
        verdicts += [Target(f"{words}, {kind} ≤ {limit(most)}", "not made", reached=False) for kind in missing]
    reached, shown = targets(verdicts)
    return Report({"rows": data, "targets": reached}, f"{table(['what', 'median', 'slowest'], rows)}\n{shown}")


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


def _begun(puzzle: Puzzle) -> list[_Begun]:
    """Explain a board, and settle parts of it, chosen at random."""
    solution = solve(puzzle)
    settled = {place: value for step in explain(puzzle, solution=solution) for place, value in step.sets.items()}
    places = sorted(settled, key=cells_of)
    parts = (Random(percent).sample(places, len(places) * percent // 100) for percent in BEGUN)  # noqa: S311 - the seed is intended
    return [(puzzle, solution, {place: settled[place] for place in chosen}) for chosen in parts]


def _hint(puzzle: Puzzle, solution: Solution, known: Mapping[Place, int]) -> object:
    return next(explain(puzzle, known=known, solution=solution), None)


def _clash(puzzle: Puzzle, solution: Solution, known: Mapping[Place, int]) -> object:
    """Find why a mark is wrong, on the first place that is not known and can hold another."""
    right, choices = puzzle.assignment(solution.grid), puzzle.choices()
    for place, values in choices.items():
        wrong = [value for value in values if value != right.get(place, 0)]
        if place not in known and wrong:
            return refute(puzzle, place, wrong[0], known=known, solution=solution)
    return None
