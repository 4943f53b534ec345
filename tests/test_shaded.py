"""Kinds that shade cells, against brute force in plain Python and published counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Grid, Kakurasu, Mosaic, NoSolution, generate, load, solutions, solve
from tests.brute import check, grids, wrong_grids
from tests.tiers import examples

if TYPE_CHECKING:
    from solvers import Puzzle

SIZES = {"kakurasu": (3, 3), "minesweeper": (3, 3), "mosaic": (3, 3), "tents": (3, 4)}


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


@pytest.mark.parametrize("kind", SIZES)
def test_plain_check(kind: str) -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate(kind, SIZES[kind], seed=1)

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
    ],
)
def test_clashing_clues(puzzle: dict[str, object], words: str) -> None:
    """The clues that contradict each other are named."""
    with pytest.raises(NoSolution, match=words):
        solve(load(puzzle))
