"""Jigsaw Sudoku against brute force and published counts."""

from __future__ import annotations

import pytest

from solvers import BadPuzzle, Grid, JigsawSudoku, generate, load, solutions

BOXES = ("AABB", "AABB", "CCDD", "CCDD")
ROWS = ("AAAA", "BBBB", "CCCC", "DDDD")
SNAKES = ("AAAB", "CABB", "CCDB", "CDDD")


@pytest.mark.parametrize(("regions", "count"), [(BOXES, 288), (ROWS, 576)])
def test_published_counts(regions: tuple[str, ...], count: int) -> None:
    """With boxes there are as many solutions as of a 4×4 Sudoku, with rows as many as Latin squares."""
    found = solutions(JigsawSudoku(regions, Grid.make(4, 4)))

    assert found.complete
    assert count == len(found.grids)


def test_all_solutions() -> None:
    """With regions of any shape, the solver finds what brute force finds."""
    squares = list(solutions(JigsawSudoku(ROWS, Grid.make(4, 4))).grids)

    for givens in (["...."] * 4, ["1...", "....", "...2", "...."]):
        puzzle = JigsawSudoku(SNAKES, Grid.parse(givens))
        found = solutions(puzzle)

        assert found.complete
        assert {*filter(puzzle.is_solved_by, squares)} == {*found.grids} != set()


def test_generated() -> None:
    """A new puzzle has regions with as many cells as a row, and equal seeds give equal puzzles."""
    made = generate("jigsaw_sudoku", (6, 6), seed=4)

    assert made.puzzle == generate("jigsaw_sudoku", (6, 6), seed=4).puzzle
    assert {6} == {"".join(map("".join, made.puzzle.regions)).count(name) for name in "ABCDEF"}  # type: ignore[attr-defined]


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
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "jigsaw_sudoku", "regions": regions, "givens": ["..."] * 3})
