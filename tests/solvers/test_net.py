"""Net against brute force in plain Python."""

from __future__ import annotations

from math import prod
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import Grid, Net, NotUnique, load, load_link, solve
from tests.brute import check, clash, refused, told
from tests.tiers import examples

SIZES = [(1, 2, False), (2, 2, False), (2, 4, False), (3, 3, False), (3, 3, True)]
MOST_BOARDS = 5000
"""How many boards brute force tries at most."""


@examples(60, quick=6)
@given(st.sampled_from(SIZES), st.integers(0, 999))
def test_all_solutions(size: tuple[int, int, bool], seed: int) -> None:
    """Z3 finds the boards that brute force finds, the drawn one among them."""
    *shape, wraps = size
    drawn, grid = Net.random((shape[0], shape[1]), Random(seed))  # noqa: S311 - for boards
    puzzle = Net(drawn.tiles, wraps=wraps)

    assert puzzle.is_solved_by(grid)
    assume(prod(map(len, puzzle.choices().values())) <= MOST_BOARDS)
    assert check(puzzle) >= 1


def test_turned_tiles_are_one_puzzle() -> None:
    """How a tile is turned says nothing, in JSON as in an ID."""
    tiles = Grid.parse(["1113", "7f35", "1155", "1573"])

    assert {Net(tiles)} == {
        load({"kind": "net", "tiles": ["248c", "ef6a", "84a5", "2ab9"]}),
        load_link("net:4x4:248cef6a84a52ab9"),
        load_link("net:4x4b0.1a:1113df9511a54a76"),
    }
    assert Net(tiles, wraps=True) == load_link("net:4x4w:248cef6a84a52ab9")


def test_words() -> None:
    """Steps name the rim, the arms that meet, and a part that would be closed."""
    boards = ["1113", "7f35", "1155", "1573"], ["1131", "37f1", "3773", "1311"]

    assert {
        ("rim", "R1C4 is open left and down: R1C4 has no arm off the board"),
        ("arms", "R1C1 is open down: the arms of R1C1 and R2C1 meet"),
        (
            "short assumption",
            "R1C1 is open down: otherwise R1C1 would be open right, and the 2 tiles around R1C1 would be cut off",
        ),
    } <= {step for tiles in boards for step in told("net", tiles=tiles)}


def test_several_and_none() -> None:
    """Straight tiles may have several solutions, and tiles that do not fit have none."""
    with pytest.raises(NotUnique):
        solve(load({"kind": "net", "tiles": ["711", "371", "351"], "wraps": True}))
    clash("no solution", "net", tiles=["333", "317", "511"], wraps=True)


def test_errors() -> None:
    """Tiles that no tree has, or no board of this size, are refused."""
    for tiles, words in (
        (["1.1"], "tiles: R1C2 is blank, but each cell holds a tile"),
        (["1g1"], "tiles: R1C2 holds 16, but a cell is blank or holds a sum of arms from 1 to 15"),
        (["111"], "tiles: they have 3 arms, but 4 join 3 tiles without a loop"),
        (["171", "111"], "tiles: they have 8 arms, but 10 join 6 tiles"),
        (["f11", "112"], "tiles: they have 9 arms"),
        (["f11", "113"], "tiles: R1C1 holds f, which would have an arm off the board"),
    ):
        refused(words, "net", tiles=tiles)
    refused("wraps: a board that wraps has at least 3 rows and columns", "net", tiles=["151"], wraps=True)
