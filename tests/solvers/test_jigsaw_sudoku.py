"""Jigsaw Sudoku against brute force and published counts."""

from __future__ import annotations

import pytest

from solvers import Grid, JigsawSudoku, generate
from tests.brute import check, refused, squares
from tests.tiers import first

BOXES = ("AABB", "AABB", "CCDD", "CCDD")
ROWS = ("AAAA", "BBBB", "CCCC", "DDDD")
SNAKES = ("AAAB", "CABB", "CCDB", "CDDD")


@pytest.mark.parametrize(("regions", "count"), first([(BOXES, 288), (ROWS, 576)]))
def test_published_counts(regions: tuple[str, ...], count: int) -> None:
    """With boxes there are as many solutions as of a 4×4 Sudoku, with rows as many as Latin squares."""
    puzzle = JigsawSudoku(regions, Grid.make(4, 4))

    assert count == check(puzzle, among=squares(4))


@pytest.mark.parametrize("givens", [["...."] * 4, ["1...", "....", "...2", "...."]])
def test_all_solutions(givens: list[str]) -> None:
    """With regions of any shape, the solver finds what brute force finds."""
    puzzle = JigsawSudoku(SNAKES, Grid.parse(givens))

    assert check(puzzle, among=squares(4))


def test_regions_without_solution_are_drawn_again() -> None:
    """Some regions that are drawn for this seed have no solution."""
    made = generate("jigsaw_sudoku", (5, 5), seed=19)

    assert made.puzzle.is_solved_by(made.solution)


@pytest.mark.parametrize(
    ("regions", "words"),
    [
        (["AAB", "ABB", "CC"], "the board is a square"),
        (["AAB", "ABB", "CCB"], "region B has 4 cells, but a row has 3"),
        (["ABA", "ABB", "CCC"], "R1C3 is cut off"),
        (["AAA", "BBB", "CC1"], "named by one letter"),
    ],
)
def test_errors(regions: list[str], words: str) -> None:
    """Regions of another size, in parts, or without a letter are refused."""
    refused(words, "jigsaw_sudoku", regions=regions, givens=["..."] * 3)
