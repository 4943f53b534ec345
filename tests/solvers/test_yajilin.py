"""Yajilin against all loops of small boards."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import Cell, Grid, Slitherlink, Yajilin, explain, generate
from solvers._core.model.grid import spot
from solvers.yajilin import SHADED, SIDES, Arrow
from tests.brute import check, clash, refused
from tests.solvers.test_loops import loops
from tests.tiers import examples

CELLS = [Cell(row, col) for row in range(3) for col in range(4)]
CORNERS = Slitherlink(Grid.make(2, 3))
"""The board whose corners are the cells of a board of 3×4."""
ARROWS = st.builds(Arrow, st.sampled_from(CELLS), st.sampled_from([*SIDES]), st.integers(0, 2))


@examples(300, quick=8)
@given(st.lists(ARROWS, max_size=4, unique_by=lambda arrow: arrow.cell))
def test_all_solutions(arrows: list[Arrow]) -> None:
    """With any arrows, the solver finds every loop that the plain check accepts with all cells shaded beside it."""
    puzzle, right = Yajilin((3, 4), tuple(arrows)), set()
    assume(not any(arrow.cell.row == 1 for arrow in arrows))
    for loop in loops(2, 3):
        lines = {CORNERS.ends(edge) for at, edge in enumerate(CORNERS.ways()) if loop >> at & 1}
        passed = {cell for line in lines for cell in line}
        marks = {spot(edge): int(edge in lines) for edge in puzzle.ways()}
        marks |= {spot(cell): 0 if cell in passed else SHADED for cell in puzzle.free()}
        grid = Grid.make(7, 9, marks.get)
        if lines <= {*puzzle.ways()} and puzzle.is_solved_by(grid):
            right.add(grid)

    check(puzzle, right)


def test_errors() -> None:
    """Arrows off the board, two in a cell and boards without room are refused; arrows that clash are named."""
    arrow = {"cell": "R1C1", "direction": "right", "number": 2}
    for arrows, words in (
        ([arrow | {"cell": "R4C1"}], "R4C1 is off the board of 3×3"),
        ([arrow, arrow], "R1C1 has two"),
        ([arrow | {"number": -1}], "R1C1 says -1"),
    ):
        refused(words, "yajilin", size=[3, 3], arrows=arrows)
    refused("no two neighbours are left for the loop", "yajilin", size=[1, 1], arrows=[])
    words = "no solution: R1C1 points right at 2 shaded cells, which"
    clash(words, "yajilin", size=[3, 3], arrows=[arrow])


def test_words() -> None:
    """Steps name the arrows, and what the loop could not pass."""
    steps = [step for seed in range(3) for step in explain(generate("yajilin", (5, 5), seed=seed).puzzle)]

    assert {"arrow", "neighbours", "passed or shaded", "shaded"} <= {step.technique for step in steps}
