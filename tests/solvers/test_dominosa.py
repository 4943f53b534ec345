"""Dominosa against all tilings of small boards in plain Python, which are counted in the literature."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Dominosa, Grid, NoSolution, generate, load, solutions, solve
from solvers.dominosa import domino_set, random_dominoes, with_sides
from tests.brute import wrong_grids
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Edge

TILINGS = {(1, 2): 1, (2, 3): 3, (3, 4): 11, (4, 5): 95, (5, 6): 1183}
"""In how many ways dominoes cover a board (Kasteleyn; OEIS A099390)."""


def tilings(board: Grid) -> Iterator[list[Edge]]:
    """Yield every way to cover a board with dominoes."""

    def cover(covered: set[Cell], dominoes: list[Edge]) -> Iterator[list[Edge]]:
        first = next((cell for cell in board.cells() if cell not in covered), None)
        if first is None:
            yield dominoes
            return
        for other in first.neighbours():
            if other in board and other not in covered:
                yield from cover(covered | {first, other}, [*dominoes, (first, other)])

    return cover(set(), [])


def shuffled(size: tuple[int, int], highest: int, seed: int) -> Dominosa:
    """Return a board on which the numbers of a set lie at random."""
    numbers = [number for pair in domino_set(highest) for number in pair]
    Random(seed).shuffle(numbers)  # noqa: S311 - any board
    return Dominosa(Grid(numbers[row * size[1] : (row + 1) * size[1]] for row in range(size[0])))


@pytest.mark.parametrize("size", TILINGS, ids=str)
def test_tilings(size: tuple[int, int]) -> None:
    """There are as many tilings as published, and a random one is among them."""
    board = Grid.make(*size)
    found = [with_sides(board, dominoes) for dominoes in tilings(board)]

    assert TILINGS[size] == len(found) == len(set(found))
    assert with_sides(board, random_dominoes(board, Random(1))) in found  # noqa: S311 - any tiling


@examples(60, quick=4)
@given(st.sampled_from([((3, 4), 2), ((2, 6), 2), ((4, 5), 3)]), st.integers(0, 10**6))
def test_all_solutions(board: tuple[tuple[int, int], int], seed: int) -> None:
    """Z3 finds the tilings that have each domino once, also where there are none or many."""
    puzzle = shuffled(*board, seed)
    found = solutions(puzzle)
    expected = {with_sides(puzzle.numbers, dominoes) for dominoes in tilings(puzzle.numbers)}

    assert found.complete
    assert set(filter(puzzle.is_solved_by, expected)) == set(found.grids)
    assert len(found.grids) == len(set(found.grids))


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("dominosa", (4, 5), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_clashing_dominoes() -> None:
    """Dominoes that cannot all lie on the board are named."""
    with pytest.raises(NoSolution, match="no solution: one domino is 0-0, but one domino is 1-1"):
        solve(load({"kind": "dominosa", "numbers": ["0110", "1022", "2012"]}))


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (["00", "0."], "numbers: 4 cells, but dominoes from 0 to 0 cover 2"),
        (["011", "110"], "numbers: 2 cells hold 0, but 3 halves of dominoes do"),
    ],
)
def test_bad_puzzles(numbers: list[str], words: str) -> None:
    """Numbers that no set of dominoes has are refused."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "dominosa", "numbers": numbers})


@pytest.mark.parametrize("size", [(4, 4), (1, 3)], ids=str)
def test_sizes_of_no_set(size: tuple[int, int]) -> None:
    """A board that no set of dominoes covers cannot be made."""
    with pytest.raises(BadPuzzle, match="no dominosa has"):
        generate("dominosa", size)
