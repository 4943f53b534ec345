"""Star Battle against Queens, published counts and a search in plain Python."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Grid, Queens, StarBattle, solutions
from solvers._core.families.placed import star_fields
from solvers._core.model.regions import rows_of
from tests.brute import check, clash, refused
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import examples, spread

FREE = {4: 2, 5: 14, 6: 90}
"""In how many ways queens can stand on a board without regions if none touch, by the side of the board."""
QUEENS = {name: puzzle for name, puzzle in PUZZLES.items() if isinstance(puzzle, Queens)}
RNG = Random(1)  # noqa: S311 - any order


@pytest.mark.parametrize("name", spread(QUEENS, of=8))
def test_one_star_is_queens(name: str) -> None:
    """With one star, a board has the solutions of the same board of Queens."""
    queens = QUEENS[name]
    stars = StarBattle(queens.regions, 1, queens.givens, queens.connected)

    assert all(map(stars.is_solved_by, solutions(queens, limit=9).grids))
    assert all(map(queens.is_solved_by, solutions(stars, limit=9).grids))


@pytest.mark.parametrize("side", FREE)
def test_counts_without_regions(side: int) -> None:
    """If each row is a region, there are as many solutions as published."""
    puzzle = StarBattle(tuple("ABCDEFGH"[row] * side for row in range(side)))

    assert FREE[side] == len(solutions(puzzle).grids) == len(list(star_fields({}, side, 1, RNG)))


def placed(stars: list[frozenset[tuple[int, int]]], side: int) -> list[Grid]:
    """Return the grids with these stars."""
    return [Grid.make(side, side, lambda cell: int(cell in held)) for held in stars]  # noqa: B023 - called at once


@examples(40, quick=8)
@given(st.lists(st.sampled_from("ABCDEF"), min_size=30, max_size=30))
def test_all_solutions(letters: list[str]) -> None:
    """On any regions, Z3 finds the placements that a search in plain Python finds."""
    names = dict(zip(Grid.make(6, 6).cells(), [*letters, *"ABCDEF"], strict=True))

    check(StarBattle(rows_of(names), connected=False), placed([*map(frozenset, star_fields(names, 6, 1, RNG))], 6))


def test_two_stars() -> None:
    """All placements of two stars in each line of an 8×8 board are found, in which none touch."""
    puzzle = StarBattle(tuple(letter * 8 for letter in "ABCDEFGH"), 2)

    check(puzzle, placed([*map(frozenset, star_fields({}, 8, 2, RNG))], 8))


def test_touching_stars() -> None:
    """The check in plain Python rejects stars that touch."""
    rows = StarBattle(("AAAA", "BBBB", "CCCC", "DDDD"))

    assert rows.is_solved_by(Grid.parse(["0100", "0001", "1000", "0010"]))
    assert not rows.is_solved_by(Grid.parse(["0100", "1000", "0001", "0010"]))


def test_errors() -> None:
    """Stars and regions that no board has are refused; regions that cannot all hold their stars are named."""
    for fields, words in (
        ({"regions": ["AB", "AB"], "stars": 0}, "stars: 0, but each line holds one at least"),
        ({"regions": ["AA", "AA"]}, "regions: 1 regions, but 2 rows, and each holds one star"),
        ({"regions": ["AB", "BA"]}, "R2C2 is cut off from the rest of region A"),
        ({"regions": ["AB", "A"]}, "row 2 has 1 cells"),
    ):
        refused(words, "star_battle", **fields)
    words = "no solution: region A holds one star, but region B holds one star"
    clash(words, "star_battle", regions=["ABCCC", "CCCCC", "CCCCD", "CCCCC", "CCEEE"])
