"""Fillomino against brute force in plain Python, and boards that break each rule on puzz.link."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Fillomino, Grid, NoSolution, explain, generate, load, load_link, solutions, solve
from solvers import fillomino as module
from tests import SHARED
from tests.brute import check, wrong_grids
from tests.tiers import examples

CORPUS = SHARED / "corpora" / "pzprjs.jsonl"
BLANKS = {(1, 1): 1, (1, 2): 1, (1, 3): 3, (1, 4): 4, (2, 2): 5}
"""The open boards: a row of three is 333, 122 or 221; a square is 4444, a 1 and three 3s, but not two 2s."""


@pytest.mark.parametrize("size", BLANKS, ids=str)
def test_open_boards(size: tuple[int, int]) -> None:
    """Without givens, parts of equal size do not touch."""
    assert BLANKS[size] == check(Fillomino(Grid.make(*size)))


@examples(60, quick=4)
@given(st.lists(st.sampled_from([*"....1234"]), min_size=5, max_size=5))
def test_all_solutions(numbers: list[str]) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(numbers)
    check(Fillomino(Grid.parse([cells])))
    check(Fillomino(Grid.parse([cells[:2], cells[2:4]])))


@examples(60, quick=4)
@given(st.lists(st.sampled_from([*".......12345678"]), min_size=12, max_size=12))
def test_room(numbers: list[str]) -> None:
    """On a large board, numbers are thought of only where they have room, which loses no solution."""
    cells = "".join(numbers)
    puzzle = Fillomino(Grid.parse([cells[:4], cells[4:8], cells[8:]]))
    expected = {*solutions(puzzle, limit=60).grids}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WHOLE", 0)
        found = {*solutions(puzzle, limit=60).grids}

    assert len(expected) == len(found)
    assert expected == found or len(found) == 60
    assert all(map(puzzle.is_solved_by, found))


def test_boards_that_break_a_rule() -> None:
    """The answer that puzz.link takes is the only one; what it refuses is no answer of ours, either."""
    if not CORPUS.is_file():
        pytest.skip(f"{CORPUS.name} is not in shared")
    lines = map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    facts = next(line for line in lines if line["genre"] == "fillomino")
    puzzle = load_link(f"https://puzz.link/p?fillomino/{facts['address']}")
    boards = []
    for rule, file in facts["files"]:
        height, _, rest = re.sub(r"^pzprv3/fillomino/", "", file).replace("/t/", "/").split("/", 2)
        rows = [row.split() for row in rest.split("/")[: 2 * int(height)]]
        both = zip(rows[: int(height)], rows[int(height) :], strict=True)
        cells = [[answer if clue in ".-" else clue for clue, answer in zip(*pair, strict=True)] for pair in both]
        boards.append((rule, Grid([[int(word) if word.isdigit() else None for word in row] for row in cells])))

    assert ("", solve(puzzle).grid) == boards.pop()
    assert not any(puzzle.is_solved_by(grid) for _, grid in boards)
    assert Fillomino(Grid.make(3, 3)).is_solved_by(Grid.parse(["122", "333", "221"]))


def test_clashing_givens() -> None:
    """The givens that contradict each other are named."""
    with pytest.raises(NoSolution, match="no solution: R1C1 is 2, but R1C2 is 1 and R2C1 is 3"):
        solve(load({"kind": "fillomino", "givens": ["21.", "3..", "..."]}))


def test_numbers_of_a_large_board() -> None:
    """A cell of a large board may hold as much as its part of the blank cells, and a given number within its reach."""
    choices = Fillomino(Grid.parse(["1.".ljust(10, "."), "." * 10, "2" * 10, *["." * 10] * 7])).choices()

    assert [*range(1, 20)] == [*choices[Cell(0, 1)]]
    assert [*range(1, 71)] == [*choices[Cell(9, 9)]]
    assert [2] == [*choices[Cell(2, 0)]]


def test_words() -> None:
    """Steps name the part that has to grow, or may not, and the number that is left."""
    steps = [(step.technique, step.words) for step in explain(load({"kind": "fillomino", "givens": ["3.2", "1.."]}))]

    assert [
        ("size of a part", "R1C2 is 3: R1C1 is 3, R2C1 is 1, and R1C1 has an equal neighbour if it is 3"),
        ("size of a part", "R2C3 is 2: R1C2 is 3, R1C3 is 2, and R1C3 has an equal neighbour if it is 2"),
        ("size of a part", "R2C2 is 3: R1C2 is 3, R1C3 is 2, R2C1 is 1, and each part of connected 3s has 3 cells"),
    ] == steps


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change."""
    made = generate("fillomino", (4, 4), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))
