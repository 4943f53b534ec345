"""Star Battle against Queens, published counts and brute force in plain Python."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, NoSolution, Queens, StarBattle, generate, load, solutions, solve
from solvers._core.families.placed import star_fields
from solvers._core.model.regions import rows_of
from tests.brute import wrong_grids
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import examples

FREE = {4: 2, 5: 14, 6: 90}
"""In how many ways queens can stand on a board without regions if none touch, by the side of the board."""


@pytest.mark.parametrize("name", [name for name, puzzle in PUZZLES.items() if isinstance(puzzle, Queens)])
def test_one_star_is_queens(name: str) -> None:
    """With one star, a board has the solution of the same board of Queens."""
    queens = PUZZLES[name]
    assert isinstance(queens, Queens)
    stars = StarBattle(queens.regions, 1, queens.givens, queens.connected)

    assert all(map(stars.is_solved_by, solutions(queens, limit=9).grids))
    assert all(map(queens.is_solved_by, solutions(stars, limit=9).grids))


@pytest.mark.parametrize("side", FREE)
def test_counts_without_regions(side: int) -> None:
    """If each row is a region, there are as many solutions as published."""
    puzzle = StarBattle(tuple("ABCDEFGH"[row] * side for row in range(side)))

    assert FREE[side] == len(solutions(puzzle).grids) == len(list(star_fields({}, side, 1, Random(1))))  # noqa: S311 - any order


@examples(40, quick=8)
@given(st.lists(st.sampled_from("ABCDEF"), min_size=30, max_size=30))
def test_all_solutions(letters: list[str]) -> None:
    """On any regions, Z3 finds the placements that a search in plain Python finds."""
    names = dict(zip(Grid.make(6, 6).cells(), [*letters, *"ABCDEF"], strict=True))
    puzzle = StarBattle(rows_of(names), connected=False)
    found = {frozenset(cell for cell, mark in grid.marked() if mark) for grid in solutions(puzzle).grids}

    assert {frozenset(stars) for stars in star_fields(names, 6, 1, Random(1))} == found  # noqa: S311 - any order


def test_two_stars() -> None:
    """All placements of two stars in each line of an 8×8 board are found, in which none touch."""
    puzzle = StarBattle(tuple(letter * 8 for letter in "ABCDEFGH"), 2)
    placed = {frozenset(stars) for stars in star_fields({}, 8, 2, Random(1))}  # noqa: S311 - any order
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
        solve(load({"kind": "star_battle", "regions": ["ABCCC", "CCCCC", "CCCCD", "CCCCC", "CCEEE"]}))


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
