"""Shingoki against all loops of small boards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Shingoki, explain, generate
from solvers.shingoki import Circle
from tests.brute import check, clash, refused
from tests.solvers.test_masyu import loops_of_four
from tests.tiers import examples

CIRCLES = st.lists(
    st.builds(
        Circle,
        st.builds(Cell, st.integers(0, 3), st.integers(0, 3)),
        st.sampled_from(["white", "black"]),
        st.integers(2, 5),
    ),
    max_size=3,
    unique_by=lambda circle: circle.cell,
)


@examples(300, quick=6)
@given(CIRCLES)
def test_all_solutions(circles: list[Circle]) -> None:
    """On any circles, the solver finds those of all loops that the plain check accepts."""
    puzzle = Shingoki((4, 4), tuple(circles))

    check(puzzle, among=loops_of_four())


def test_all_solutions_by_brute_force() -> None:
    """So does brute force on a smaller board."""
    assert check(Shingoki((2, 3), (Circle(Cell(0, 0), "black", 3),))) == 1


def test_errors() -> None:
    """Circles off the board, two in a cell and numbers below 2 are refused; circles that clash are named."""
    circle = {"cell": "R2C2", "colour": "black", "number": 5}
    for circles, words in (
        ([circle | {"cell": "R4C1"}], "R4C1 is off the board of 3×3"),
        ([circle, circle], "R2C2 has two"),
        ([circle | {"number": 1}], "R2C2 says 1, but a number is 2 or more"),
    ):
        refused(words, "shingoki", size=[3, 3], circles=circles)
    refused("size: 0×1, but a board has at least one row", "shingoki", size=[0, 1], circles=[])
    words = "no solution: the loop turns at R2C2, and both parts are 5 long, which"
    clash(words, "shingoki", size=[3, 3], circles=[circle])


def test_words() -> None:
    """Steps name the circles that force them."""
    steps = [step for seed in range(2) for step in explain(generate("shingoki", (5, 5), seed=seed).puzzle)]

    assert {"black circle", "white circle", "dead end"} <= {step.technique for step in steps}
