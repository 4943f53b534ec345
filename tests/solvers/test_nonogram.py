"""Nonograms against published counts and brute force in plain Python."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Nonogram
from tests.brute import check, clash, grids, refused
from tests.tiers import examples, first

UNIQUE = {(1, 1): 2, (2, 2): 14, (3, 3): 384, (4, 4): 52362}
"""How many boards follow from their numbers (OEIS A242876)."""


@pytest.mark.parametrize("size", first(UNIQUE, quick=3), ids=str)
def test_unique_boards(size: tuple[int, int]) -> None:
    """As many boards as published are the only ones with their numbers."""
    counts = Counter(map(Nonogram.of, grids(*size)))

    assert UNIQUE[size] == sum(count for count in counts.values() if count == 1)


@examples(200)
@given(st.sampled_from([(3, 3), (2, 4)]).flatmap(lambda size: st.sampled_from(grids(*size))))
def test_all_solutions(grid: object) -> None:
    """Z3 finds the boards that brute force finds."""
    assert check(Nonogram.of(grid)) >= 1  # type: ignore[arg-type] # Hypothesis loses the type


def test_errors() -> None:
    """Numbers that no line can have are refused; lines that clash are named, also among millions of arrangements."""
    for rows, columns, words in (
        ([], [[1]], "rows: a board has at least one"),
        ([[-1]], [[]], "row 1: a run of -1 cells"),
        ([[1, 1]], [[1], [1]], "row 1: runs of 1 and 1 do not fit into 2 cells"),
        ([[1]], [[2]], "column 1: runs of 2 do not fit into 1 cells"),
    ):
        refused(words, "nonogram", rows=rows, columns=columns)
    words = "no solution: row 2 has no runs, but column 2 has the run 2$"
    clash(words, "nonogram", rows=[[3], [], [1]], columns=[[1], [2], [1]])
    clash("no solution: row 1", "nonogram", rows=[[1, 2, 3, 2, 1, 2, 2]] * 2, columns=[[]] * 40)
