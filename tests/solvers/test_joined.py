"""Kinds that join cells (Hashi, Net, Numberlink), against brute force in plain Python."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import Cell, Grid, Hashi, Net, Numberlink, grade, load, load_link, solutions
from solvers._core.model.known import bits
from solvers._core.search import engine
from solvers.hashi import OneNet
from tests.brute import check, told
from tests.tiers import examples, long

MOST_PLACES = 7
NUMBERS = st.sampled_from([None, None, 1, 2, 3, 4])


@examples(500, quick=6)
@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=3, max_size=3))
def test_all_solutions(numbers: list[list[int | None]]) -> None:
    """On any islands, the solver finds what brute force finds with up to two bridges in each place."""
    numbers[0][0] = numbers[0][0] or 1
    puzzle = Hashi(Grid(numbers))
    assume(len(puzzle.spans()) < MOST_PLACES)
    counts = product(range(3), repeat=len(puzzle.spans()))
    grids = (puzzle.grid([one == count for one in row for count in range(3)]) for row in counts)

    check(puzzle, among=grids)


NET = OneNet(Hashi(Grid.parse(["?.?.?", ".....", "?.?.?"])))
NETS = [net for net in range(NET.graph.all + 1) if len(NET.graph.reached([0], NET.graph.all & ~net)) == 6]
"""All places of bridges between six islands, and all sets of them that connect the islands."""


@examples(500, quick=100)
@given(st.integers(0, NET.graph.all), st.integers(0, NET.graph.all))
def test_connection(ones: int, zeros: int) -> None:
    """What is forced holds in every net with what is known, and follows from the reason alone."""
    zeros &= ~ones
    found = NET.forced(ones, zeros)
    for forced in [0] if found is None else bits(found[0]):
        places = {literal: 1 << at for at, literal in enumerate(NET.literals)}
        reason = sum(places[literal] for literal in NET.rule(ones, zeros, forced).constraint.literals)

        assert forced == reason & ~zeros
        assert all(net & reason for net in NETS)
    assert (found is None) == all(net & zeros for net in NETS)


def test_words() -> None:
    """A step says which islands would be cut off."""
    first, *rest = told("hashi", numbers=["1.1", "...", "2.2"])
    cut_off = "otherwise R1C1-R3C1 and R1C3-R3C3 would be empty, and R1C1 and R1C3 would be cut off"

    assert f"R1C1-R1C3 is empty: {cut_off}" == first[1]
    assert {"count"} == {technique for technique, _ in rest}


def test_grade_2() -> None:
    """A bridge must lead to the islands on the left, whose only way out it is, so none crosses it: that is level 2."""
    numbers = ["....1.2", ".......", "3.5...3", ".......", "2.3....", ".......", "....1.2"]

    assert {"one rule": 9, "one line": 1} == grade(load({"kind": "hashi", "numbers": numbers})).techniques


SIZES = [(1, 2, False), (2, 2, False), (2, 4, False), (3, 3, False), (3, 3, True)]
MOST_BOARDS = 5000
"""How many boards brute force tries at most."""


@examples(60, quick=6)
@given(st.sampled_from(SIZES), st.integers(0, 999))
def test_all_solutions_of_net(size: tuple[int, int, bool], seed: int) -> None:
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


def test_words_of_net() -> None:
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


CELLS = st.sampled_from([Grid.make(2, 3), *long(Grid.make(3, 3))]).flatmap(
    lambda board: st.permutations([*board.cells()])
)


@examples(40, quick=6)
@given(cells=CELLS, pairs=st.integers(1, 4), full=st.booleans())
def test_all_solutions_of_numberlink(cells: list[Cell], pairs: int, *, full: bool) -> None:
    """Z3 finds the boards that brute force finds, also of lines that pass all cells."""
    numbers = {cell: 1 + at // 2 for at, cell in enumerate(cells[: 2 * min(pairs, len(cells) // 2)])}
    check(Numberlink(Grid.make(len(cells) // 3, 3, numbers.get), full=full))


def test_words_of_numberlink() -> None:
    """Steps name numbers that would be joined, lines that end, loops, and lines that touch themselves."""
    steps = {
        step
        for numbers in (["1..", "22.", "331"], ["12345.", "1.3.4.", "......", ".5....", "..2.6.", "7...67"])
        for step in told("numberlink", numbers=numbers)
    }

    assert {
        ("other number", "R1C1-R2C1 is empty: 1 and 2 would be joined"),
        ("end", "R1C1-R1C2 is a line: R1C1-R2C1 is empty, and one line ends at R1C1"),
        (
            "dead end",
            "R1C2-R1C3 is a line: R1C1-R1C2 is a line, R1C2-R2C2 is empty, and a line goes on at R1C2",
        ),
        ("fork", "R2C4-R3C4 is empty: R1C4-R2C4 and R2C4-R2C5 are lines, and at most two lines meet at R2C4"),
    } <= steps


def test_faults() -> None:
    """Two lines of a square leave it, and a loop around it is stated as one."""
    (lazy,) = Numberlink(Grid.make(2, 2)).lazy_constraints()

    assert (0, 0b1100) == lazy.forced(0b0011, 0)
    assert "a line would touch itself at R1C2" == lazy.rule(0b0011, 0, 0b1000).words
    assert lazy.forced(0b1111, 0) is None
    assert ["a loop would close"] == [rule.words for rule in lazy.broken([True] * 4)]


def test_each_board_of_numberlink_is_simplified() -> None:
    """Z3 simplifies a board that stands in no scope, so nothing of it is kept, and equal boards take equal ways."""
    puzzle = Numberlink(Grid.parse(["1..2", ".3..", "..3.", "1..2"]))
    grids = [solutions(puzzle).grids for _ in range(2)]

    assert grids[0] == grids[1]
    assert (puzzle.KIND, puzzle.shape) not in engine._warm
