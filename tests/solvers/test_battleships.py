"""Battleships against brute force in plain Python."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Battleships, load, load_link
from solvers._core.model.lines import forced_by_ways
from tests.brute import check, clash, refused, told
from tests.tiers import examples

FLEETS = {(1, 3, 1): 3, (1, 3, 2): 1, (1, 3, 10): 2, (1, 3, 100): 1, (3, 3, 2): 16, (3, 3, 3): 8, (3, 3, 10): 12}
"""Rows, columns and fleet of open boards, with their number of solutions: single ships are kings that do not attack."""


def fields(parts: list[str], fleet: int, rows: list[list[int]] | None = None) -> dict[str, Any]:
    """Return a board without numbers above its columns."""
    return {
        "kind": "battleships", "parts": parts, "fleet": fleet,
        "rows": rows or [[]] * len(parts), "columns": [[]] * len(parts[0]),
    }  # fmt: skip


@pytest.mark.parametrize("size", FLEETS, ids=str)
def test_open_boards(size: tuple[int, int, int]) -> None:
    """Without numbers, a fleet lies in each way in which no two ships touch."""
    assert FLEETS[size] == check(load(fields(["." * size[1]] * size[0], size[2])))


@examples(150, quick=8)
@given(
    st.lists(st.sampled_from([*".......01omnesw"]), min_size=9, max_size=9),
    st.lists(st.lists(st.integers(0, 3), max_size=1), min_size=3, max_size=3),
    st.sampled_from([1, 2, 3, 10, 11, 100, 101]),
)
def test_all_solutions(parts: list[str], rows: list[list[int]], fleet: int) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(parts)
    check(load(fields([cells[:3], cells[3:6], cells[6:]], fleet, rows)))


WAYS = st.lists(st.tuples(st.integers(0, 31), st.integers(0, 31)), min_size=1, max_size=5)


@examples(500, quick=100)
@given(st.integers(0, 3), WAYS, st.integers(0, 31), st.integers(0, 31))
def test_what_ways_force(count: int, ways: list[tuple[int, int]], ones: int, zeros: int) -> None:
    """What so many ways force is so in each filling in which just so many hold."""
    ways = [(held, empty & ~held) for held, empty in ways]
    zeros &= ~ones
    fillings = [
        filling
        for filling in range(32)
        if not (ones & ~filling or zeros & filling)
        and count == sum(not (held & ~filling or empty & filling) for held, empty in ways)
    ]
    found = forced_by_ways(count, ways, ones, zeros)

    assert not fillings if found is None else all(not (found[0] & ~one or found[1] & one) for one in fillings)
    assert found is None or not (found[0] | found[1]) & (ones | zeros)
    if ones | zeros == 31:
        assert (found is None) == (not fillings)


def test_errors() -> None:
    """Wrong parts and fleets are refused; the clues that contradict each other are named."""
    refused("parts: R1C1 holds 5, but a cell is blank or holds 0, 1, o, m, n, e, s or w", **fields(["5.."], 1))
    refused("fleet: 0, but it has a digit for each length of a ship that fits into a line", **fields(["..."], 0))
    refused("fleet: 1000, but", **fields(["..."], 1000))
    clash("no solution: R1C1 is a ship cell, but R1C1 is printed as o", **fields(["o..."], 10))
    clash("no solution: R1C2 is water, but R1C4 is water", **fields([".0.0"], 10, [[2]]))


def test_words() -> None:
    """Steps name the numbers, the parts, ships that would touch, and the fleet."""
    assert [
        ("part", "R1C2 is a ship cell and R2C1 is water: R1C1 is printed as w"),
        ("touching ships", "R2C2 is water: R1C1 is a ship cell, and ships in R1C1 and R2C2 would touch"),
        ("touching ships", "R2C3 is water: R1C2 is a ship cell, and ships in R1C2 and R2C3 would touch"),
        ("fleet", "R1C3 is water: R1C2 is a ship cell, and the fleet has 1 ship of 1 cell"),
        ("count", "R1C4 is a ship cell: R1C3 is water, and row 1 has 3 ship cells"),
        ("fleet", "R2C4 is water: R1C1, R1C2 and R1C4 are ship cells, and the fleet has 1 ship of 1 cell"),
    ] == told(**fields(["w...", "...."], 11, [[3], []]))


def test_fleet_of_an_address() -> None:
    """An address names each ship of a fleet that is not usual, in any order, lying or standing."""
    link = "https://puzz.link/p?battleship/3/3/lo"

    for fleet, ships in ((201, "/3/11g/13s/31s"), (12, "/3/11g/21o/11g")):
        puzzle = load_link(link + ships)
        assert isinstance(puzzle, Battleships)
        assert fleet == puzzle.fleet
    for wrong in ("//x", "/1/22u", "/1", "/10" + "/11g" * 10):
        with pytest.raises(BadPuzzle, match="not in a fleet of up to nine ships of each length"):
            load_link(link + wrong)
