"""CalcuDoku against brute force in plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Calcudoku,
    Grid,
    NoSolution,
    dump_link,
    explain,
    generate,
    load,
    load_link,
    load_picture,
    solve,
)
from solvers import calcudoku as module
from solvers._core.model.files import dump_picture
from tests.brute import check, wrong_grids
from tests.tiers import examples

if TYPE_CHECKING:
    from random import Random

CAGES = (["R1C1", "R1C2", "R2C1"], ["R1C3", "R2C3"], ["R2C2", "R3C2"], ["R3C1"])
"""Cages of a 3×3: one of three cells, two of two, one of one; R3C3 is in none."""


def board(cages: list[dict[str, Any]], side: int = 3, givens: str = "") -> Calcudoku:
    """Return a board with these cages."""
    rows = [givens or "." * side, *["." * side] * (side - 1)]
    puzzle = load({"kind": "calcudoku", "givens": rows, "cages": cages})
    assert isinstance(puzzle, Calcudoku)
    return puzzle


@examples(100, quick=2)
@given(
    st.lists(st.tuples(st.sampled_from([None, "+", "-", "*", "/"]), st.integers(1, 9)), min_size=4, max_size=4),
    st.sampled_from(["...", ".1.", "3.."]),
)
def test_all_solutions(made: list[tuple[str | None, int]], givens: str) -> None:
    """Z3 finds the boards that brute force finds, whatever the cages say."""
    cages = [
        {"cells": cells, "target": target}
        | ({"operation": "*" if sign in {"-", "/"} and len(cells) > 2 else sign} if sign else {})
        for cells, (sign, target) in zip(CAGES, made, strict=True)
    ]
    check(board(cages, givens=givens))


@pytest.mark.parametrize(
    ("sign", "target", "digits", "fits"),
    [
        ("-", 2, (1, 3), True),
        ("-", 2, (3, 1), True),
        ("-", 2, (3, 2), False),
        ("/", 2, (2, 4), True),
        ("/", 2, (4, 3), False),
        ("*", 12, (2, 3, 2), True),
        ("+", 7, (2, 3, 2), True),
        (None, 3, (6, 2), True),
        (None, 3, (6, 2, 1), False),
        (None, 9, (6, 2, 1), True),
        (None, 5, (5,), True),
    ],
)
def test_operations(sign: Any, target: int, digits: tuple[int, ...], *, fits: bool) -> None:  # noqa: ANN401 - one of four or none
    """Sums and products take all digits, differences and quotients two, the larger one first."""
    assert fits == module.Calculated((), target, sign).fits(*digits)


def test_drawing() -> None:
    """A drawing has the operation behind the number."""
    puzzle = board(
        [{"cells": ["R1C1", "R1C2"], "target": 3, "operation": "*"}, {"cells": ["R2C1", "R3C1"], "target": 2}]
    )
    drawn = dump_picture(puzzle)

    assert "corners:\n3*  .  .\n 2  .  .\n" in drawn
    assert puzzle == load_picture(drawn)
    assert "3×" == puzzle.picture().corner(puzzle.cages[0].cells[0])


def test_clashing_cages() -> None:
    """The cages that contradict each other are named."""
    cages = [{"cells": ["R1C1", "R1C2"], "target": 6, "operation": "*"}, {"cells": ["R1C3"], "target": 3}]

    with pytest.raises(NoSolution, match="no solution: R1C1 and R1C2 multiply to 6, but the cage R1C3 is 3"):
        solve(board(cages))


def test_words() -> None:
    """Steps name the cage, besides the names of any Latin square."""
    cages = [{"cells": ["R1C1", "R1C2"], "target": 2, "operation": "/"}, {"cells": ["R2C1"], "target": 2}]

    assert [
        ("cage", "R2C1 is 2: the cage R2C1 is 2"),
        ("full house", "R2C2 is 1: only 1 is missing in row 2"),
        ("full house", "R1C1 is 1: only 1 is missing in column 1"),
        ("full house", "R1C2 is 2: only 2 is missing in row 1"),
    ] == [(step.technique, step.words) for step in explain(board(cages, 2))]


@examples(50, quick=10)
@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_game_ids(side: int, rng: Random) -> None:
    """A game ID of Keen is read back, also if its signs repeat."""
    puzzle = replace(Calcudoku.random((side, side), rng)[0], givens=Grid.make(side, side))
    link = dump_link(puzzle, host="tatham")

    assert puzzle == load_link(link)
    assert "keen.html#" in link


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("keen:3:_a_a3_a,s1m6m3", "the game ID has 4 cages, but 3 numbers"),
        ("keen:3:_a_a3_a", "the board of a game ID of Keen is like"),
        ("keen:3:_a_a9_a,s1m6m3a5", "a gap|goes on|ends inside"),
    ],
)
def test_bad_game_id(text: str, words: str) -> None:
    """A malformed game ID is refused in one sentence."""
    with pytest.raises(BadPuzzle, match=words):
        load_link(text)


@pytest.mark.parametrize(
    ("cage", "words"),
    [
        ({"cells": ["R1C1", "R1C2", "R1C3"], "target": 1, "operation": "-"}, "cannot make -1: a target is 1 or more"),
        ({"cells": ["R1C1", "R1C2"], "target": 0, "operation": "+"}, r"cannot make \+0"),
        ({"cells": ["R1C1", "R2C2"], "target": 3, "operation": "+"}, "R2C2 is cut off from the rest of its cage"),
        ({"cells": ["R1C1", "R1C2"], "target": 3, "operation": "%"}, "operation"),
    ],
)
def test_bad_cages(cage: dict[str, Any], words: str) -> None:
    """A cage that cannot be is refused."""
    with pytest.raises(BadPuzzle, match=words):
        board([cage])


def test_plain_check() -> None:
    """The check in plain Python rejects a solution with any change, and digits that only make a Latin square."""
    made = generate("calcudoku", (4, 4), seed=1)

    assert made.puzzle.is_solved_by(made.solution)
    assert not any(map(made.puzzle.is_solved_by, wrong_grids(made.solution)))
    assert not made.puzzle.is_solved_by(Grid(row[::-1] for row in made.solution.values))
