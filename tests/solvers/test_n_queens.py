"""N-queens against published counts and brute force in plain Python."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Grid, NQueens, solutions
from tests.brute import check_verdict, clash, refused
from tests.tiers import examples, first, long

SIDES = [1, 2, 3, 4, 5, *long(6)]
COUNTS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]
"""The solutions of empty boards (OEIS A000170)."""


@cache
def placements(side: int) -> list[Grid]:
    """Return every board with one queen in each row and column."""
    return [Grid.make(side, side, lambda cell: int(cols[cell.row] == cell.col)) for cols in permutations(range(side))]  # noqa: B023 - called at once


def queens_of(board: Grid) -> list[Cell]:
    """Return the cells with queens."""
    return [cell for cell, value in board.marked() if value]


@cache
def n_queens(side: int) -> list[Grid]:
    """Return every board on which no queen attacks another."""
    return [
        board
        for board in placements(side)
        if len({cell.row - cell.col for cell in queens_of(board)}) == side
        and len({cell.row + cell.col for cell in queens_of(board)}) == side
    ]


@st.composite
def some_marks(draw: st.DrawFn, truth: Grid) -> Grid:
    """Draw marks of a board, at most one of them wrong."""
    shown = draw(st.sets(st.sampled_from(list(truth.cells())), max_size=draw(st.sampled_from([1, 3, 40]))))
    wrong = draw(st.sampled_from([None, None, *shown]))
    return Grid.make(
        truth.height,
        truth.width,
        lambda cell: None if cell not in shown else 1 - (truth[cell] or 0) if cell == wrong else truth[cell],
    )


@examples(100)
@given(st.data())
def test_brute_force(data: st.DataObject) -> None:
    """Z3 and brute force agree on the only solution, on the forced cells of several, or that there is none."""
    side = data.draw(st.sampled_from(SIDES))
    puzzle = NQueens(data.draw(some_marks(data.draw(st.sampled_from(n_queens(side) or placements(side))))))
    expected = [*filter(puzzle.givens.agrees_with, n_queens(side))]

    assert expected == [*filter(puzzle.is_solved_by, placements(side))]
    check_verdict(puzzle, expected)


@pytest.mark.parametrize("side", first(range(1, 11), quick=8))
def test_counts_on_empty_boards(side: int) -> None:
    """The number of solutions is the published one."""
    found = solutions(NQueens(Grid.make(side, side)))

    assert found.complete
    assert COUNTS[side - 1] == len(set(found.grids)) == len(found.grids)


@pytest.mark.parametrize("side", first([50, 100]))
def test_large_boards(side: int) -> None:
    """A solution of a large board is found; it is not the only one."""
    found = solutions(NQueens(Grid.make(side, side)), limit=1)

    assert side == len(queens_of(found.grids[0]))
    assert not found.complete


def test_errors() -> None:
    """The error for an invalid board names the field and the cell, and that of given queens the two that attack."""
    refused("givens: 2 rows and 3 columns, but the board is 2×2", "n_queens", givens=["...", "..."])
    refused("givens: R2C2 holds 2, but a cell holds 0 or 1", "n_queens", givens=["..", ".2"])
    clash("no solution: R1C1 is empty, which the rules forbid", "n_queens", givens=["0"])
    for other, row in (("R1C5", "1...1"), ("R4C4", "1....")):
        rows = [row, ".....", ".....", "...1." if row.count("1") == 1 else ".....", "...0."]
        clash(f"no solution: R1C1 is a queen, but {other} is a queen$", "n_queens", givens=rows)


def test_rules() -> None:
    """Each rule is described as a line or a diagonal, and a step is named after the lines it needs."""
    puzzle = NQueens(Grid.make(6, 6))
    rules = {rule.words.removesuffix(" holds one queen"): rule for rule in puzzle.rules()}
    one, other = "the diagonal R1C2–R5C6 holds at most one queen", "the diagonal R1C6–R6C1 holds at most one queen"

    def name(because: str, *sets: str) -> str:
        return puzzle.technique([rules[words] for words in because.split(", ")], list(map(Cell.parse, sets)))

    assert 6 + 6 + 9 + 9 == len(rules)
    assert ["row", "column", "diagonal"] == [name(line, "R1C1") for line in ("row 1", "column 1", one)]
    assert name("row 1, row 2, column 1, column 2", "R5C1", "R6C2") == "rows in as many columns"
    assert name("row 1, row 2, column 1, column 2", "R2C5") == "columns in as many rows"
    assert name(f"row 1, {one}, {other}", "R2C2") == ""
    assert name("row 2, row 1, column 1", "R1C1") == "blocked row"
