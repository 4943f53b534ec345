"""Galaxies against brute force in plain Python."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Galaxies, explain, generate
from solvers._core.model.known import bits
from solvers.galaxies import Area, Galaxy, around, of, opposite
from tests.brute import check, clash, refused
from tests.tiers import examples

PLACES = [Cell(row, col) for row in range(1, 6) for col in range(1, 4)]
"""Where a centre on a board of 3×2 can be."""


@examples(300, quick=10)
@given(st.sets(st.sampled_from(PLACES), min_size=1, max_size=4))
def test_all_solutions(centres: set[Cell]) -> None:
    """With any centres, the solver finds what brute force finds."""
    check(Galaxies((3, 2), tuple(centres)))


@pytest.mark.parametrize("centre", PLACES)
def test_half_a_turn(centre: Cell) -> None:
    """The cells that touch a centre are those that half a turn about it leaves together."""
    cells = {Cell(row, col) for row, col in product(range(3), range(2))}
    near = {cell for cell in cells if max(abs(2 * cell.row + 1 - centre.row), abs(2 * cell.col + 1 - centre.col)) < 2}

    assert near == {*around(centre)} == {opposite(cell, centre) for cell in near}


def test_errors() -> None:
    """A centre at the rim is refused, and the centres that clash are named."""
    refused("centres: R1C2 is not inside the doubled board of 2×2", "galaxies", size=[2, 2], centres=["R1C2"])
    refused("size: 0×2", "galaxies", size=[0, 2], centres=[])
    for size, centres in (([1, 2], ["R2C2", "R2C3"]), ([1, 5], ["R2C2", "R2C6"])):  # No galaxy could reach R1C5.
        clash("^no solution: R1C1 touches the galaxy of R1C1, which", "galaxies", size=size, centres=centres)


def test_words() -> None:
    """Steps say which galaxies would be in the way."""
    words = {step.words for seed in range(4) for step in explain(generate("galaxies", (5, 5), seed=seed).puzzle)}

    assert any("otherwise a border would run through the galaxy of R" in sentence for sentence in words)
    assert any("otherwise R" in sentence and "would belong to no galaxy" in sentence for sentence in words)


CELLS = tuple(Cell(row, col) for row in range(2) for col in range(3))
AREA = Area(CELLS, [of(cell, Cell(1, 1)) for cell in CELLS], 0, "the area")
SETS = [cells for cells in range(1 << len(CELLS)) if cells & 1 and AREA.far(~cells & 63) == 0]
"""All connected sets of the cells with the first."""


@examples(300, quick=50)
@given(st.integers(0, 63), st.integers(0, 63))
def test_connection(ones: int, zeros: int) -> None:
    """What cannot reach the start is not connected with it."""
    zeros &= ~ones & ~1
    galaxy = Galaxy(Galaxies((1, 1), ()))
    galaxy.areas = (AREA,)
    found = galaxy.forced(ones, zeros)
    fit = [cells for cells in SETS if cells & ones == ones and not cells & zeros]

    assert (found is None) == (not fit)
    for at in () if found is None else bits(found[1]):
        assert not any(cells & at for cells in fit)
