"""New puzzles whose making takes long, and grades that no new puzzle has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import KINDS, Cell, Clock, generate, grade
from solvers._core.explain.reasoner import Reasoner
from solvers._core.generate import dice
from solvers._core.generate.generate import _thinnest, from_start
from solvers._core.generate.starts import STARTS
from solvers._core.search.engine import Others
from tests.tiers import examples

if TYPE_CHECKING:
    from random import Random


def test_start_with_its_clues() -> None:
    """A start may say which clues its puzzle keeps, which are then not searched."""
    (start,) = STARTS["slant", 5]
    assert isinstance(start, tuple)
    found = from_start(KINDS["slant"], KINDS["slant"].SIZES[5], 5, start, Clock(None))
    assert found is not None

    assert (5, start[1].bit_count()) == (grade(found[0]).level, len([*found[0].clues()]))


def test_too_hard_with_all_clues() -> None:
    """What is too hard with all its clues comes back as it is, and the search goes on."""
    puzzle = generate("hitori", grade=4).puzzle
    rng = dice.Dice(0)
    rng.clock, rng.wanted = Clock(None), 3
    thinnest, removed = _thinnest(puzzle, (), Others(puzzle), rng)

    assert (puzzle, [], 4) == (thinnest, removed, rng.judged(thinnest).grade.level)


def test_size_of_a_grade() -> None:
    """A grade that the usual size does not have comes at another; a size that is given is kept, whatever the grade."""
    made = [generate("kakurasu", size, grade=4, seed=2) for size in (None, None, (6, 6))]

    assert made[0].puzzle == made[1].puzzle
    assert [7, 7, 6] == [each.puzzle.board.height for each in made]
    assert [4] * 3 == [each.grade.level for each in made]


@pytest.mark.parametrize("sort", [Cell, tuple])
@examples(10)
@given(st.randoms(use_true_random=False))
def test_no_pips_of_grade_2(sort: type, rng: Random) -> None:
    """Level 2 finds no border of a Pips, even if all numbers are known, and no number if all borders are."""
    made = generate("pips", seed=3)
    reasoner = Reasoner(made.puzzle)
    settled = made.puzzle.assignment(made.solution).items()
    reasoner.learn({place: value for place, value in settled if type(place) is sort or rng.random() < 1 / 4})
    while new := reasoner.advance(1):
        reasoner.learn(new)

    assert {} == reasoner.advance(2)


def test_no_yajilin_of_grade_1() -> None:
    """No rule or clue of a Yajilin by itself says that the loop uses an edge, even if all the rest is known."""
    made = generate("yajilin", seed=3)
    reasoner = Reasoner(made.puzzle)
    reasoner.learn({place: value for place, value in made.puzzle.assignment(made.solution).items() if value != 1})

    assert {} == reasoner.advance(1)
    assert reasoner.open()
