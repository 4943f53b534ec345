"""Binairo against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Binairo, Cell, Grid, load, solutions, solve
from tests.brute import check, check_verdict, clash, refused
from tests.solvers.test_solvers import boards, real
from tests.tiers import LONG, TIER, examples, long

SHAPES = [(2, 2), (2, 4), (4, 4), (6, 4), *long((6, 6))]


@cache
def binairos(height: int, width: int) -> list[Grid]:
    """Return every full board."""

    def is_binairo(board: Grid) -> bool:
        rows, columns = {*board.values}, {*zip(*board.values, strict=True)}
        return (len(rows), len(columns)) == (height, width)

    return [*filter(is_binairo, boards(height, width))]


@st.composite
def puzzles(draw: st.DrawFn) -> Binairo:
    """Draw marks of a board that obeys all rules except the one on equal lines; the puzzle need not have a solution."""
    height, width = draw(st.sampled_from(SHAPES))
    truth = draw(st.sampled_from(boards(height, width)))
    shown = draw(st.sets(st.sampled_from(list(truth.cells()))))
    return Binairo(Grid.make(height, width, lambda cell: truth[cell] if cell in shown else None))


@examples(150)
@given(puzzles())
def test_brute_force(puzzle: Binairo) -> None:
    """Z3, the plain check and brute force agree on the only solution, on two of several, or that there is none."""
    shape = puzzle.givens.height, puzzle.givens.width
    expected = [board for board in binairos(*shape) if puzzle.givens.agrees_with(board)]

    assert expected == [board for board in boards(*shape) if puzzle.is_solved_by(board)]
    check_verdict(puzzle, expected)


@pytest.mark.parametrize(("size", "count"), [(2, 2), (4, 72), *long((6, 4140))])
def test_counts_on_empty_boards(size: int, count: int) -> None:
    """The number of solutions is the published one (OEIS A253316), also by brute force."""
    assert count == check(Binairo(Grid.make(size, size)), binairos(size, size))


def test_rectangles() -> None:
    """A rotated board has as many solutions; more than six rows of four cells cannot all differ."""
    assert check(Binairo(Grid.make(6, 4)), binairos(6, 4)) == len(solutions(Binairo(Grid.make(4, 6))).grids)
    clash("no solution", "binairo", givens=["...."] * 8)


def test_errors() -> None:
    """The error for an invalid board names the field and the cell; a rule names the cells of two lines."""
    refused("givens: 3 columns", "binairo", givens=["...", "..."])
    refused("givens: 3 rows", "binairo", givens=["..", "..", ".."])
    refused("givens: R2C2 holds 2", "binairo", givens=["..", ".2"])
    *_, rule = Binairo(Grid.make(4, 6)).rules()

    assert ("columns 5 and 6 are not alike", Cell(3, 5)) == (rule.words, rule.cells[-1])


def test_real_boards() -> None:
    """Each board has exactly the recorded solution; the quick tier solves some."""
    boards = real("binairo.jsonl")

    assert len(boards) == 410
    for line in boards[:: 1 if TIER == LONG else 25]:
        assert line["solution"] == solve(load(line["puzzle"])).grid.rows()
