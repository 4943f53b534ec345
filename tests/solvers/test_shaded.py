"""Kinds that shade cells, against brute force in plain Python and published counts."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    Aquarium,
    BadPuzzle,
    Grid,
    Kakurasu,
    Mosaic,
    Norinori,
    NoSolution,
    Thermometers,
    explain,
    generate,
    grade,
    load,
    solutions,
    solve,
)
from solvers._core.model.regions import LETTERS, grown, rows_of
from solvers.thermometers import random_paths
from tests.brute import check, grids, wrong_grids
from tests.tiers import examples

if TYPE_CHECKING:
    from solvers import Puzzle

SIZES = {"kakurasu": (3, 3), "minesweeper": (3, 3), "mosaic": (3, 3), "tents": (3, 4)}
CHECKED = {**SIZES, "aquarium": (4, 4), "norinori": (3, 4), "thermometers": (3, 4)}


FIRST = ("aquarium", "norinori", "thermometers")
"""Kinds whose clues are regions or paths, which random boards have, too."""


def random_board(kind: str, seed: int) -> Puzzle:
    """Return a board of 3×4 with random regions or paths, whose numbers a random filling has; some are left out."""
    rng, board = Random(seed), Grid.make(3, 4)  # noqa: S311 - any board
    names = grown(rng.sample(list(board.cells()), rng.randint(1, 3)), board, rng)
    if kind == "norinori":
        return Norinori(rows_of(names))
    level = rng.randint(0, 3)
    rows, columns = (
        tuple(numbers if rng.random() < 0.7 else () for numbers in rim)
        for rim in Aquarium.rims_for(Grid.make(3, 4, lambda cell: int(cell.row >= level or rng.random() < 0.1)))
    )
    if kind == "aquarium":
        return Aquarium(rows_of(names), rows, columns)
    return Thermometers(tuple(random_paths(board, 5, rng)), rows, columns)


@pytest.mark.parametrize("kind", FIRST)
@examples(60, quick=4)
@given(st.integers(0, 10**6))
def test_all_solutions_of_random_boards(kind: str, seed: int) -> None:
    """Z3 finds the boards that brute force finds, also where there are none or many."""
    check(random_board(kind, seed))


def test_one_region_of_norinori() -> None:
    """A board of one region has as many solutions as places for a domino."""
    for rows, columns in ((1, 2), (3, 4), (5, 6)):
        puzzle = Norinori(("A" * columns,) * rows)

        assert rows * (columns - 1) + columns * (rows - 1) == len(solutions(puzzle).grids)


def test_levels_of_an_aquarium() -> None:
    """Without numbers, a region has one more level than rows, also if its parts only meet at the top."""
    shapes = (["AAA", "ABA", "ABA"], ["ABC", "ABC", "ABC"], ["AAA", "BAB", "BBB"])

    assert [4 * 3, 4**3, 3 * 3] == [
        check(load({"kind": "aquarium", "regions": regions, "rows": [[]] * 3, "columns": [[]] * 3}))
        for regions in shapes
    ]


def test_levels_of_thermometers() -> None:
    """Without numbers, a thermometer has one more level than cells."""
    puzzle = load(
        {
            "kind": "thermometers",
            "thermometers": [["R1C1", "R1C2", "R2C2", "R2C1"], ["R1C3", "R2C3"]],
            "rows": [[]] * 2,
            "columns": [[]] * 4,
        }
    )

    assert 5 * 3 == check(puzzle)


def test_more_regions_than_letters() -> None:
    """A board may have more regions than there are letters; those that touch have different ones."""
    names = tuple(tuple(f"{row}-{col // 2}" for col in range(20)) for row in range(12))
    puzzle = Norinori(names)

    assert 120 == len(list(puzzle.clues()))
    assert set("".join(map("".join, puzzle.regions))) == {*LETTERS}
    assert puzzle == Norinori(puzzle.regions) == Norinori.from_picture(puzzle.picture())


def test_region_that_touches_more_others_than_letters() -> None:
    """A region may touch others with every letter; then few letters are used."""
    puzzle = Norinori((tuple(map(str, range(60))), ("long",) * 60))

    assert 61 == len(list(puzzle.clues()))
    assert puzzle == Norinori(puzzle.regions) == Norinori.from_picture(puzzle.picture())


def test_a_line_of_regions_and_paths() -> None:
    """What a number says of whole parts of regions, or of paths, is seen at once: one rule settles cells."""
    aquarium = load({"kind": "aquarium", "regions": ["AAABB"], "rows": [[3]], "columns": [[]] * 5})
    bulbs = [["R1C1", "R1C2", "R1C3", "R1C4"], ["R1C5"]]
    thermometer = load({"kind": "thermometers", "thermometers": bulbs, "rows": [[4]], "columns": [[]] * 4 + [[0]]})

    assert Grid.parse(["11100"]) == solve(aquarium).grid
    assert [1, 1] == [len(list(explain(puzzle))) for puzzle in (aquarium,)] + [grade(thermometer).level]


def with_all_solutions(kind: str, seed: int) -> list[Puzzle]:
    """Return a new puzzle, and the same with some clues left out or changed."""
    made = generate(kind, SIZES[kind], seed=seed).puzzle
    if isinstance(made, Kakurasu):
        return [made, Kakurasu(((),) * 3, made.columns), Kakurasu(((seed % 7,), *made.rows[1:]), made.columns)]
    found = [made]
    for clue in made.clues():
        thinner = made.without(clue)
        found += [] if thinner is None or len(found) > 2 else [thinner]
    return found


@pytest.mark.parametrize("kind", SIZES)
@examples(30, quick=2)
@given(st.integers(0, 10**6))
def test_all_solutions(kind: str, seed: int) -> None:
    """Z3 finds the boards that brute force finds."""
    for puzzle in with_all_solutions(kind, seed):
        check(puzzle)


@pytest.mark.parametrize("kind", CHECKED)
def test_plain_check(kind: str) -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate(kind, CHECKED[kind], seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))


@pytest.mark.parametrize(("kind", "of"), [("kakurasu", Kakurasu.of), ("mosaic", Mosaic.of)])
def test_every_board_has_its_clues(kind: str, of: Any) -> None:  # noqa: ANN401 - a class method of a kind
    """As many boards of 3×3 as share their clues are the solutions of their puzzle."""
    boards = Counter(map(of, grids(3, 3)))
    puzzle, count = max(boards.items(), key=lambda pair: pair[1])

    assert kind == puzzle.KIND
    assert count == len(solutions(puzzle).grids) == check(puzzle)
    assert sum(boards.values()) == 2**9


def test_sums_of_a_row() -> None:
    """A row of 16 cells has as many fillings with a sum as the sum has partitions into different parts up to 16."""
    for total, count in ((0, 1), (3, 2), (10, 10), (16, 32)):
        puzzle = load({"kind": "kakurasu", "rows": [[total]], "columns": [[]] * 16})

        assert count == len(solutions(puzzle).grids)


def test_all_mines() -> None:
    """The number of all mines is one more clue, and the only one on a board without numbers."""
    counts = [
        len(solutions(load({"kind": "minesweeper", "numbers": ["..", ".."], "mines": n})).grids) for n in range(5)
    ]

    assert [1, 4, 6, 4, 1] == counts
    assert 2 == check(load({"kind": "minesweeper", "numbers": [".1.", "..."], "mines": 1})) - 3


def test_tents_with_their_trees() -> None:
    """Each tree has a tent of its own: two trees do not share one, and a tent needs a tree."""
    apart = load({"kind": "tents", "trees": ["..t", "...", "t.."], "rows": [[]] * 3, "columns": [[]] * 3})
    shared = load({"kind": "tents", "trees": ["t.t"], "rows": [[]], "columns": [[]] * 3})
    alone = load({"kind": "tents", "trees": ["t..."], "rows": [[]], "columns": [[]] * 4})

    assert [2, 0, 1] == [check(puzzle) for puzzle in (apart, shared, alone)]
    assert not alone.is_solved_by(Grid.parse([".101"]))


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (
            {"kind": "kakurasu", "rows": [[4]], "columns": [[], []]},
            "row 1: the sum 4, but the numbers of all its cells",
        ),
        ({"kind": "kakurasu", "rows": [], "columns": [[]]}, "rows: a board has at least one"),
        ({"kind": "mosaic", "numbers": ["a"]}, "numbers: R1C1 holds 10, but a cell is blank or holds a number from 0"),
        (
            {"kind": "minesweeper", "numbers": ["9."]},
            "R1C1 holds 9, but a cell is blank or holds a number from 0 to 8",
        ),
        ({"kind": "minesweeper", "numbers": ["1."], "mines": 2}, "mines: 2, but 1 cells have no number"),
        ({"kind": "tents", "trees": ["1."], "rows": [[]], "columns": [[], []]}, "trees: R1C1 holds 1"),
        ({"kind": "tents", "trees": ["t."], "rows": [[]], "columns": [[]]}, "columns: 1 of them, but the board has 2"),
        ({"kind": "tents", "trees": ["t"], "rows": [[1, 1]], "columns": [[]]}, "rows: row 1 has 2 numbers"),
        ({"kind": "norinori", "regions": ["AA", "A"]}, "regions: row 2 has 1 cells, but row 1 has 2"),
        ({"kind": "norinori", "regions": []}, "regions: a board has at least one cell"),
        (
            {"kind": "aquarium", "regions": ["A"], "rows": [[]], "columns": [[], []]},
            "columns: 2 of them, but the board",
        ),
        (
            {"kind": "thermometers", "thermometers": [["R1C1", "R1C3"]], "rows": [[]], "columns": [[]] * 3},
            "thermometers: R1C1 and R1C3 share no edge",
        ),
        (
            {"kind": "thermometers", "thermometers": [["R1C1"], ["R1C1"]], "rows": [[]], "columns": [[]]},
            "thermometers: R1C1 occurs twice",
        ),
        (
            {"kind": "thermometers", "thermometers": [["R2C1"]], "rows": [[]], "columns": [[]]},
            "thermometers: R2C1 is off the board of 1×1",
        ),
    ],
)
def test_bad_puzzles(puzzle: dict[str, object], words: str) -> None:
    """Clues that no board has are refused."""
    with pytest.raises(BadPuzzle, match=words):
        load(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ({"kind": "minesweeper", "numbers": ["1..1"], "mines": 1}, "R1C1 has 1 mine.* and the board has 1 mine"),
        ({"kind": "mosaic", "numbers": ["4.", "..", ".0"]}, "4 cells from R1C1 to R2C2 are filled, but no cell"),
        (
            {"kind": "kakurasu", "rows": [[3], []], "columns": [[], [2]]},
            "row 1 add up to 3, but the filled cells of column 2 add up to 2",
        ),
        (
            {"kind": "tents", "trees": [".t.."], "rows": [[0]], "columns": [[], [], [], []]},
            "row 1 has no tent, which the rules forbid",
        ),
        (
            {"kind": "norinori", "regions": ["ABB"]},
            "the region of R1C1 has two filled cells, which the rules forbid",
        ),
        (
            {"kind": "aquarium", "regions": ["AA"], "rows": [[]], "columns": [[1], [0]]},
            "column 1 has 1 cell of water, but column 2 has no cell of water and the region of R1C1 has one level",
        ),
        (
            {"kind": "thermometers", "thermometers": [["R1C1", "R1C2"]], "rows": [[1]], "columns": [[], [1]]},
            "row 1 has 1 filled cell, but column 2 has 1 filled cell",
        ),
    ],
)
def test_clashing_clues(puzzle: dict[str, object], words: str) -> None:
    """The clues that contradict each other are named."""
    with pytest.raises(NoSolution, match=words):
        solve(load(puzzle))


def test_water_below_zero() -> None:
    """A number below zero has no solution, rather than an error of its own."""
    with pytest.raises(NoSolution):
        solve(load({"kind": "aquarium", "regions": ["AB", "AB"], "rows": [[-1], []], "columns": [[], []]}))
