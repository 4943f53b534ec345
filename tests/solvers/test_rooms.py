"""Suguru and Ripple Effect against brute force in plain Python."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, RippleEffect, Suguru, load, solutions
from tests.brute import check, clash, refused, told
from tests.tiers import examples

KINDS = Suguru, RippleEffect


@pytest.mark.parametrize("kind", KINDS)
@examples(100, quick=4)
@given(st.permutations("AABBBC"), st.sampled_from([".", "1", "2"]))
def test_all_solutions(kind: type[Suguru | RippleEffect], names: list[str], first: str) -> None:
    """Z3 finds the boards that brute force finds."""
    rows = ("".join(names[:3]), "".join(names[3:]))
    try:
        check(kind(rows, Grid.parse([f"{first}..", "..."])))
    except BadPuzzle as error:
        assert "holds 2, but its region holds the numbers from 1 to 1" in error.message  # noqa: PT017


def test_equal_numbers() -> None:
    """Regions of one cell hold 1: those of a line are too near for Ripple Effect, those at a corner for Suguru."""
    found = {
        (kind.KIND, rows): len(solutions(load({"kind": kind.KIND, "regions": rows, "givens": ["..", ".."]})).grids)
        for kind, rows in product(KINDS, [("AB", "BA"), ("AB", "AB"), ("AA", "AA")])
    }

    assert {
        ("suguru", ("AB", "BA")): 0,
        ("suguru", ("AB", "AB")): 0,
        ("suguru", ("AA", "AA")): 24,
        ("ripple_effect", ("AB", "BA")): 0,
        ("ripple_effect", ("AB", "AB")): 2,
        ("ripple_effect", ("AA", "AA")): 24,
    } == found


def test_distance() -> None:
    """In Ripple Effect at least one cell stands between two 1, two between two 2, three between two 3."""
    found = solutions(RippleEffect(("AAABBB",), Grid.parse(["......"]))).grids

    assert {"231213", "312132"} == {str(grid) for grid in found}


def test_words() -> None:
    """Steps are named as in a Sudoku."""
    assert [
        ("hidden single", "R1C3 is 1: the region of R1C2 has no other cell for 1"),
        ("hidden single", "R1C2 is 3: the region of R1C2 has no other cell for 3"),
        ("hidden single", "R3C1 is 3: the region of R1C1 has no other cell for 3"),
        ("full house", "R1C1 is 2: only 2 is missing in the region of R1C1"),
    ] == told("suguru", regions=["ABBC", "ABCC", "ABCC"], givens=["....", "1..4", "..3."])[:4]


@pytest.mark.parametrize("kind", ["suguru", "ripple_effect"])
def test_errors(kind: str) -> None:
    """Numbers that no cell of a region holds, and boards of two sizes, are refused; numbers that clash are named."""
    refused("givens: 2 rows and 3 columns, but the regions have 1 and 3", kind, regions=["AAB"], givens=["..."] * 2)
    refused("R1C3 holds 2, but its region holds the numbers from 1 to 1", kind, regions=["AAB"], givens=["..2"])
    refused("regions: the region of R1C1 has 51 cells, more than 50", kind, regions=["A" * 51], givens=["." * 51])
    clash("no solution: R1C1 is 1, but R1C3 is 1", kind, regions=["AAA"], givens=["1.1"])
