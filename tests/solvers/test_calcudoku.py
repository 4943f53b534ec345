"""CalcuDoku against brute force in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Calcudoku, Cell, Grid, dump_link, load, load_link, load_picture
from solvers._core.model.files import dump_picture
from solvers.calcudoku import Calculated
from tests.brute import check, clash, refused, told
from tests.tiers import examples

if TYPE_CHECKING:
    from random import Random

CAGES = (["R1C1", "R1C2", "R2C1"], ["R1C3", "R2C3"], ["R2C2", "R3C2"], ["R3C1"])
"""Cages of a 3×3: one of three cells, two of two, one of one; R3C3 is in none."""


def fields(*cages: tuple[str, int, str | None], side: int = 3, givens: str = "") -> dict[str, Any]:
    """Return a board with cages: their cells, target and operation."""
    return {
        "kind": "calcudoku",
        "givens": [givens or "." * side, *["." * side] * (side - 1)],
        "cages": [
            {"cells": cells.split(), "target": target} | ({"operation": sign} if sign else {})
            for cells, target, sign in cages
        ],
    }


@examples(100, quick=2)
@given(
    st.lists(st.tuples(st.sampled_from([None, "+", "-", "*", "/"]), st.integers(1, 9)), min_size=4, max_size=4),
    st.sampled_from(["...", ".1.", "3.."]),
)
def test_all_solutions(made: list[tuple[str | None, int]], givens: str) -> None:
    """Z3 finds the boards that brute force finds, whatever the cages say."""
    cages = [
        (" ".join(cells), target, "*" if sign in {"-", "/"} and len(cells) > 2 else sign)
        for cells, (sign, target) in zip(CAGES, made, strict=True)
    ]
    check(load(fields(*cages, givens=givens)))


@pytest.mark.parametrize(
    ("sign", "target", "right", "wrong"),
    [
        ("-", 2, [(1, 3), (3, 1)], [(3, 2)]),
        ("/", 2, [(2, 4)], [(4, 3)]),
        ("*", 12, [(2, 3, 2)], [(2, 3, 1)]),
        ("+", 7, [(2, 3, 2)], [(2, 3, 1)]),
        (None, 3, [(6, 2)], [(6, 2, 1)]),
        (None, 9, [(6, 2, 1)], []),
        (None, 5, [(5,)], [(4,)]),
    ],
)
def test_operations(sign: Any, target: int, right: list[tuple[int, ...]], wrong: list[tuple[int, ...]]) -> None:  # noqa: ANN401 - one of four or none
    """Sums and products take all digits, differences and quotients two, the larger one first."""
    cage = Calculated((), target, sign)

    assert all(cage.fits(*digits) for digits in right)
    assert not any(cage.fits(*digits) for digits in wrong)


def test_drawing() -> None:
    """A drawing has the operation behind the number."""
    puzzle = load(fields(("R1C1 R1C2", 3, "*"), ("R2C1 R3C1", 2, None)))
    drawn = dump_picture(puzzle)

    assert "corners:\n3*  .  .\n 2  .  .\n" in drawn
    assert puzzle == load_picture(drawn)
    assert "3×" == puzzle.picture().corner(Cell(0, 0))


def test_words() -> None:
    """Steps name the cage, besides the names of any Latin square."""
    assert [
        ("cage", "R2C1 is 2: the cage R2C1 is 2"),
        ("full house", "R2C2 is 1: only 1 is missing in row 2"),
        ("full house", "R1C1 is 1: only 1 is missing in column 1"),
        ("full house", "R1C2 is 2: only 2 is missing in row 1"),
    ] == told(**fields(("R1C1 R1C2", 2, "/"), ("R2C1", 2, None), side=2))


@examples(50, quick=5)
@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_game_ids(side: int, rng: Random) -> None:
    """A game ID of Keen is read back, also if its signs repeat."""
    puzzle = replace(Calcudoku.random((side, side), rng)[0], givens=Grid.make(side, side))
    link = dump_link(puzzle, host="tatham")

    assert puzzle == load_link(link)
    assert "keen.html#" in link


def test_errors() -> None:
    """A cage that cannot be is refused; the cages that contradict each other are named."""
    refused("cannot make -1: a target is 1 or more", **fields(("R1C1 R1C2 R1C3", 1, "-")))
    refused(r"cannot make \+0", **fields(("R1C1 R1C2", 0, "+")))
    refused("R2C2 is cut off from the rest of its cage", **fields(("R1C1 R2C2", 3, "+")))
    refused("operation", **fields(("R1C1 R1C2", 3, "%")))
    clash(
        "no solution: R1C1 and R1C2 multiply to 6, but the cage R1C3 is 3",
        **fields(("R1C1 R1C2", 6, "*"), ("R1C3", 3, None)),
    )
