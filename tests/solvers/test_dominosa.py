"""Dominosa against all tilings of small boards in plain Python, which are counted in the literature."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Dominosa, Grid, generate
from solvers.dominosa import domino_set, random_dominoes, with_sides
from tests.brute import check, clash, refused
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Edge

TILINGS = {(1, 2): 1, (2, 3): 3, (3, 4): 11, (4, 5): 95, (5, 6): 1183}
"""In how many ways dominoes cover a board (Kasteleyn; OEIS A099390)."""


def coverings(cells: set[Cell]) -> Iterator[list[Edge]]:
    """Yield every way to cover cells with dominoes."""
    if not cells:
        yield []
        return
    first = min(cells)
    for other in first.neighbours():
        if other in cells:
            yield from ([(first, other), *rest] for rest in coverings(cells - {first, other}))


def tilings(board: Grid) -> list[Grid]:
    """Return every way to cover a board with dominoes."""
    return [with_sides(board, dominoes) for dominoes in coverings({*board.cells()})]


@pytest.mark.parametrize("size", TILINGS, ids=str)
def test_tilings(size: tuple[int, int]) -> None:
    """There are as many tilings as published, and a random one is among them."""
    board = Grid.make(*size)
    found = tilings(board)

    assert TILINGS[size] == len(found) == len(set(found))
    assert with_sides(board, random_dominoes(board, Random(1))) in found  # noqa: S311 - any tiling


@examples(60, quick=4)
@given(st.sampled_from([((3, 4), 2), ((2, 6), 2), ((4, 5), 3)]), st.randoms(use_true_random=False))
def test_all_solutions(board: tuple[tuple[int, int], int], rng: Random) -> None:
    """Z3 finds the tilings that have each domino once, also where there are none or many."""
    (height, width), highest = board
    numbers = [number for pair in domino_set(highest) for number in pair]
    rng.shuffle(numbers)
    puzzle = Dominosa(Grid(numbers[row * width : (row + 1) * width] for row in range(height)))

    check(puzzle, among=tilings(puzzle.numbers))


def test_errors() -> None:
    """Numbers and sizes that no set of dominoes has are refused; dominoes that cannot all lie there are named."""
    refused("numbers: 4 cells, but dominoes from 0 to 0 cover 2", "dominosa", numbers=["00", "0."])
    refused("numbers: 2 cells hold 0, but 3 halves of dominoes do", "dominosa", numbers=["011", "110"])
    clash("no solution: one domino is 0-0, but one domino is 1-1", "dominosa", numbers=["0110", "1022", "2012"])
    for size in ((4, 4), (1, 3)):
        with pytest.raises(BadPuzzle, match="no dominosa has"):
            generate("dominosa", size)
