"""Star Battle against Queens, published counts and brute force in plain Python."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, NoSolution, Queens, StarBattle, generate, load, solutions, solve
from solvers._core.placed import star_fields
from tests.brute import brute_force, wrong_grids
from tests.test_kinds import PUZZLES
from tests.tiers import examples

FREE = {4: 2, 5: 14, 6: 90, 7: 646}
"""In how many ways queens can stand on a board without regions if none touch, by the side of the board."""


@pytest.mark.parametrize("name", [name for name, puzzle in PUZZLES.items() if isinstance(puzzle, Queens)])
def test_one_star_is_queens(name: str) -> None:
    """With one star, a board has the solution of the same board of Queens."""
    queens = PUZZLES[name]
    assert isinstance(queens, Queens)
    stars = StarBattle(queens.regions, 1, queens.givens, queens.connected)

    assert set(solutions(queens, limit=9).grids) == set(solutions(stars, limit=9).grids)


@pytest.mark.parametrize("side", FREE)
def test_counts_without_regions(side: int) -> None:
    """If each row is a region, there are as many solutions as published."""
    puzzle = StarBattle(tuple("ABCDEFGH"[row] * side for row in range(side)))

    assert FREE[side] == len(solutions(puzzle).grids) == len(list(star_fields({}, side, 1, Random(1))))


@examples(40, quick=3)
@given(st.integers(0, 10**6))
def test_all_solutions(seed: int) -> None:
    """Z3 finds the boards that brute force finds, also where a board has several."""
    puzzle = generate("star_battle", (4, 4), seed=seed).puzzle
    assert isinstance(puzzle, StarBattle)
    several = StarBattle(("AAAA", "BBBB", "CCCC", "DDDD"), 1, puzzle.givens)

    assert brute_force(puzzle) == set(solutions(puzzle).grids)
    assert brute_force(several) == set(solutions(several).grids)


def test_two_stars() -> None:
    """All placements of two stars in each line of an 8×8 board are found, in which none touch."""
    puzzle = StarBattle(tuple(letter * 8 for letter in "ABCDEFGH"), 2)
    placed = {frozenset(stars) for stars in star_fields({}, 8, 2, Random(1))}
    found = {frozenset(cell for cell, mark in grid.marked() if mark) for grid in solutions(puzzle).grids}

    assert placed == found
    assert len(found) == len(solutions(puzzle).grids)


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change, and stars that touch."""
    made = generate("star_battle", (8, 8), seed=1)
    rows = StarBattle(("AAAA", "BBBB", "CCCC", "DDDD"))

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))
    assert rows.is_solved_by(Grid.parse(["0100", "0001", "1000", "0010"]))
    assert not rows.is_solved_by(Grid.parse(["0100", "1000", "0001", "0010"]))


def test_clashing_regions() -> None:
    """Regions that cannot all hold their stars are named."""
    with pytest.raises(NoSolution, match="no solution: region A holds one star, but region B holds one star"):
        solve(load({"kind": "star_battle", "regions": ["ABCC", "CCCC", "CCCD", "CCCC"]}))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"regions": ["AB", "AB"], "stars": 0}, "stars: 0, but each line holds one at least"),
        ({"regions": ["AA", "AA"]}, "regions: 1 regions, but 2 rows, and each holds one star"),
        ({"regions": ["AB", "BA"]}, "R2C2 is cut off from the rest of region A"),
        ({"regions": ["AB", "A"]}, "row 2 has 1 cells"),
    ],
)
def test_bad_puzzles(fields: dict[str, object], words: str) -> None:
    """Stars and regions that no board has are refused."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "star_battle"} | fields)
