"""Nonograms against published counts and brute force in plain Python."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Nonogram, NoSolution, NotUnique, generate, load, solve
from tests.brute import check, grids, wrong_grids
from tests.tiers import examples

UNIQUE = {(1, 1): 2, (2, 2): 14, (3, 3): 384, (4, 4): 52362}
"""How many boards follow from their numbers (OEIS A242876)."""


@pytest.mark.parametrize(
    "size", [*list(UNIQUE)[:3], pytest.param((4, 4), marks=pytest.mark.long("that count all boards"))], ids=str
)
def test_unique_boards(size: tuple[int, int]) -> None:
    """As many boards as published are the only ones with their numbers."""
    counts = Counter(map(Nonogram.of, grids(*size)))

    assert UNIQUE[size] == sum(count for count in counts.values() if count == 1)


@examples(200)
@given(st.sampled_from([(3, 3), (2, 4)]).flatmap(lambda size: st.sampled_from(grids(*size))))
def test_all_solutions(grid: object) -> None:
    """Z3 finds the boards that brute force finds."""
    assert check(Nonogram.of(grid)) >= 1  # type: ignore[arg-type] # Hypothesis loses the type


def test_known_verdicts() -> None:
    """Two diagonals have the same numbers; a line's numbers may contradict those that cross it."""
    with pytest.raises(NotUnique):
        solve(load({"kind": "nonogram", "rows": [[1], [1]], "columns": [[1], [1]]}))
    with pytest.raises(NoSolution) as caught:
        solve(load({"kind": "nonogram", "rows": [[3], [], [1]], "columns": [[1], [2], [1]]}))

    assert caught.value.message == "no solution: row 2 has no runs, but column 2 has the run 2"


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("nonogram", (4, 5), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_a_long_line() -> None:
    """A line with millions of arrangements is solved as quickly as a short one."""
    rows = [[1, 2, 3, 2, 1, 2, 2]] * 2
    puzzle = load({"kind": "nonogram", "rows": rows, "columns": [[]] * 40})
    with pytest.raises(NoSolution):
        solve(puzzle)


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        ([], [[1]], "rows: a board has at least one"),
        ([[-1]], [[]], "row 1: a run of -1 cells"),
        ([[1, 1]], [[1], [1]], "row 1: runs of 1 and 1 do not fit into 2 cells"),
        ([[1]], [[2]], "column 1: runs of 2 do not fit into 1 cells"),
    ],
)
def test_bad_puzzles(rows: list[list[int]], columns: list[list[int]], words: str) -> None:
    """Numbers that no line can have are refused."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "nonogram", "rows": rows, "columns": columns})
