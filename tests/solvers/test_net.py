"""Net against brute force in plain Python."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, Net, NoSolution, NotUnique, explain, generate, load, load_link, solve
from tests.brute import check, wrong_grids
from tests.tiers import examples

SIZES = [(1, 2, False), (2, 2, False), (2, 4, False), (3, 3, False), (3, 3, True)]
MOST_BOARDS = 5000
"""How many boards brute force tries at most."""


def drawn(height: int, width: int, rng: Random, *, wraps: bool) -> tuple[Net, Grid]:
    """Return the tiles of a random tree, and the tree."""
    tiles = {Cell(row, col): 0 for row in range(height) for col in range(width)}
    part = {cell: {cell} for cell in tiles}
    ways = [(cell, side, Cell(cell.row + (side == 8), cell.col + (side == 1))) for cell in tiles for side in (1, 8)]
    for cell, side, beyond in rng.sample(ways, len(ways)):
        other = Cell(beyond.row % height, beyond.col % width) if wraps else beyond
        if other in tiles and part[cell] is not part[other]:
            tiles[cell] |= side
            tiles[other] |= {1: 4, 8: 2}[side]
            part |= dict.fromkeys(part[other] | part[cell], part[cell])
            part[cell] |= {joined for joined, its in part.items() if its is part[cell]}
    grid = Grid.make(height, width, tiles.get)
    return Net(grid, wraps), grid


@examples(60, quick=6)
@given(st.sampled_from(SIZES), st.integers(0, 999))
def test_all_solutions(size: tuple[int, int, bool], seed: int) -> None:
    """Z3 finds the boards that brute force finds, the drawn one among them."""
    height, width, wraps = size
    puzzle, grid = drawn(height, width, Random(seed), wraps=wraps)  # noqa: S311 - for boards

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
    steps = [
        (step.technique, step.words)
        for tiles in (["1113", "7f35", "1155", "1573"], ["1131", "37f1", "3773", "1311"])
        for step in explain(load({"kind": "net", "tiles": tiles}))
    ]

    assert {
        ("rim", "R1C4 is open left and down: R1C4 has no arm off the board"),
        ("arms", "R1C1 is open down: the arms of R1C1 and R2C1 meet"),
        (
            "short assumption",
            "R1C1 is open down: otherwise R1C1 would be open right, and the 2 tiles around R1C1 would be cut off",
        ),
    } <= {*steps}


def test_wrong_parts() -> None:
    """A closed part, with a loop elsewhere for the same number of arms, is no solution."""
    tiles = Net(Grid.parse(["331", "331"]), wraps=False)

    assert not tiles.is_solved_by(Grid.parse(["9c8", "362"]))


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("net", (5, 5), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


def test_several_and_none() -> None:
    """Straight tiles may have several solutions, and tiles that do not fit have none."""
    with pytest.raises(NotUnique):
        solve(load({"kind": "net", "tiles": ["711", "371", "351"], "wraps": True}))
    with pytest.raises(NoSolution):
        solve(load({"kind": "net", "tiles": ["333", "317", "511"], "wraps": True}))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"tiles": ["1.1"]}, "tiles: R1C2 is blank, but each cell holds a tile"),
        ({"tiles": ["1g1"]}, "tiles: R1C2 holds 16, but a cell is blank or holds a sum of arms from 1 to 15"),
        ({"tiles": ["111"]}, "tiles: they have 3 arms, but 4 join 3 tiles without a loop"),
        ({"tiles": ["171", "111"]}, "tiles: they have 8 arms, but 10 join 6 tiles"),
        ({"tiles": ["f11", "111"]}, "tiles: they have 9 arms"),
        ({"tiles": ["f11", "112"]}, "tiles: they have 9 arms"),
        ({"tiles": ["f11", "113"]}, "tiles: R1C1 holds f, which would have an arm off the board"),
        ({"tiles": ["151"], "wraps": True}, "wraps: a board that wraps has at least 3 rows and columns"),
    ],
)
def test_errors(fields: dict[str, Any], words: str) -> None:
    """Tiles that no tree has, or no board of this size, are refused."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "net", **fields})


def test_barriers_are_refused() -> None:
    """An ID with barriers is one of other rules."""
    with pytest.raises(BadPuzzle, match="character 2 of the game ID's board is 'v'"):
        load_link("net:2x1b1:1v4")
