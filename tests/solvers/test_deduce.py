"""Deduction, compared with all rows of booleans that obey the constraints, and with Z3 on boards of all kinds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import product
from operator import and_, or_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Puzzle, dump, load, solutions
from solvers._core.explain.deduce import Count, inferences, line, propagate
from solvers._core.explain.reasoner import ASSUMPTION, SHORT_ASSUMPTION, Reasoner
from solvers._core.model.known import NOTHING, Known, bits
from solvers._core.model.rules import (
    AtMost,
    Clause,
    Clauses,
    Constraint,
    Different,
    Exactly,
    Literal,
    Same,
    Sight,
    Sum,
    Table,
)
from solvers.nonogram import Runs
from tests.solvers.test_engine import Toy, brute_force, found, holds
from tests.solvers.test_kinds import OF_KIND, PUZZLES, of_families
from tests.tiers import examples

WIDTH = 5
NAMES = [f"R1C{number}" for number in range(1, WIDTH + 1)]


def bit(literal: Literal) -> tuple[int, bool]:
    """Return the bit of a literal's boolean, in the order of names, and whether it must hold."""
    return 1 << NAMES.index(literal.name), literal.holds


@st.composite
def literals(draw: st.DrawFn, least: int = 1, most: int = WIDTH) -> tuple[Literal, ...]:
    """Draw literals of different booleans."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=least, max_size=most, unique=True))
    return tuple(Literal(name, draw(st.booleans())) for name in names)


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    """Draw any constraint except a raw term."""
    word = draw(st.sampled_from([Clause, Clauses, Exactly, AtMost, Same, Different, Table, Sum, Runs]))
    if word in {Same, Different}:
        drawn = draw(literals(2))
        return word(drawn[: len(drawn) // 2], drawn[len(drawn) // 2 :][: len(drawn) // 2])
    if word is Table:
        return Table(tuple(draw(st.lists(literals(), min_size=1, max_size=4))))
    drawn = draw(literals())
    if word is Sum:
        weights = draw(st.lists(st.integers(1, 4), min_size=len(drawn), max_size=len(drawn)))
        linked = st.integers(0, 2 ** len(drawn) - 1).map(lambda positions: positions & ~1)
        return Sum(draw(st.integers(0, sum(weights))), tuple(weights), drawn, (draw(linked), draw(linked)))
    if word is Runs:
        return Runs(tuple(draw(st.lists(st.integers(1, 3), max_size=3))), drawn)
    if word is Clauses:
        return Clauses(drawn[: len(drawn) // 3], (drawn[len(drawn) // 3 :],))
    return Clause(drawn) if word is Clause else word(draw(st.integers(0, len(drawn))), drawn)


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Draw known booleans."""
    values = draw(st.lists(st.sampled_from([None, True, False]), min_size=WIDTH, max_size=WIDTH))
    return Known(
        sum(1 << at for at, value in enumerate(values) if value is True),
        sum(1 << at for at, value in enumerate(values) if value is False),
    )


def allowed(constraints: Iterable[Constraint], facts: Known) -> list[int]:
    """Return the rows that obey the constraints and agree with what is known, as masks of the booleans that hold."""
    constraints = list(constraints)
    masks = []
    for row in product([False, True], repeat=WIDTH):
        mask = sum(1 << at for at, value in enumerate(row) if value)
        agrees = not facts.ones & ~mask and not facts.zeros & mask
        if agrees and all(holds(constraint, row) for constraint in constraints):
            masks.append(mask)
    return masks


def common(masks: list[int], facts: Known) -> Known:
    """Return what all rows have in common beyond the known booleans."""
    everything = (1 << WIDTH) - 1
    ones, zeros = everything, everything
    for mask in masks:
        ones, zeros = ones & mask, zeros & ~mask
    return Known(ones & ~facts.mask, zeros & ~facts.mask)


@examples(600)
@given(constraints(), known())
def test_constraint_alone(constraint: Constraint, facts: Known) -> None:
    """A constraint forces exactly what all allowed rows have in common, and its reasons are sufficient."""
    rows = allowed([constraint], facts)
    found = NOTHING
    for inference in inferences(constraint, 1, bit):
        inferred = inference.infer(*facts)
        if inferred is None:
            assert not rows
            reason = facts.within(inference.reason(*facts, 0))

            assert not allowed([constraint], reason)
            return
        found = found.also(inferred)
        for forced in bits(inferred.mask):
            reason = facts.within(inference.reason(*facts, forced))

            assert inferred.within(forced) == common(allowed([constraint], reason), NOTHING).within(forced)
    # Both become several inferences, which do not combine what they force.
    if not isinstance(constraint, Same | Clauses):
        assert rows
        assert found == common(rows, facts)


@examples(600, quick=40)
@given(constraints())
def test_z3_allows_the_same_rows(constraint: Constraint) -> None:
    """A constraint allows the same rows in Z3 as in plain Python."""
    toy = Toy(WIDTH, (constraint,))

    assert brute_force(toy) == found(toy)


SIGHT = Sight(3, (2, 4), tuple(Literal(f"R1C{col}") for col in range(1, 7)))


@examples(300, quick=40)
@given(ones=st.integers(0, 63), zeros=st.integers(0, 63))
def test_what_is_seen(ones: int, zeros: int) -> None:
    """What arms force is what all ways to see so many have in common."""
    zeros &= ~ones
    lines = {way: f"{way:06b}"[::-1] for way in range(64) if ones & ~way == way & zeros == 0}
    ways = [way for way, line in lines.items() if sum(len(arm.split("0")[0]) for arm in (line[:2], line[2:])) == 3]
    must, may = reduce(and_, ways, 63), reduce(or_, ways, 0)

    assert SIGHT.forced(ones, zeros) == ((must & ~ones, 63 & ~(may | zeros)) if ways else None)


@examples(300)
@given(st.lists(constraints(), min_size=1, max_size=4), known())
def test_spread_is_sound(stated: list[Constraint], facts: Known) -> None:
    """What several constraints force in turn holds in every row that obeys all of them."""
    among = [inference for number, each in enumerate(stated) for inference in inferences(each, 1 << number, bit)]
    rows = allowed(stated, facts)
    found = propagate(among, facts, fresh=-1)

    assert found.conflict is None or not rows
    for mask in rows:
        assert not found.known.ones & ~mask
        assert not found.known.zeros & mask


@examples(300)
@given(st.lists(constraints(), min_size=1, max_size=3), known())
def test_line_forces_all_that_can_be_forced(stated: list[Constraint], facts: Known) -> None:
    """All rules inside a line together force exactly what all its fillings have in common."""
    counted = [constraint for constraint in stated if not isinstance(constraint, Different | Table | Sum | Runs)]
    among = [inference for constraint in counted for inference in inferences(constraint, 1, bit)]
    counts = [inference for inference in among if isinstance(inference, Count)]
    made = line((1 << WIDTH) - 1, counts, [])
    rows = allowed(counted, facts)

    if made is None:
        assert not allowed(counted, NOTHING)
    else:
        found = made.infer(*facts)

        assert found == (common(rows, facts) if rows else None)


@pytest.mark.parametrize("kind", of_families(3))
@examples(300, quick=2)
@given(data=st.data())
def test_z3_agrees(kind: str, data: st.DataObject) -> None:
    """With any clues left out, and perhaps a wrong mark, what follows holds in the solutions that Z3 finds."""
    puzzle = PUZZLES[data.draw(st.sampled_from(OF_KIND[kind]))]
    clues = list(puzzle.clues())
    for clue in data.draw(st.lists(st.sampled_from(clues), max_size=3, unique=True)) if clues else ():
        puzzle = puzzle.without(clue) or puzzle
    puzzle = altered(puzzle, data)
    reasoner = Reasoner(puzzle)
    found = reasoner.consequences(reasoner.base, data.draw(st.sampled_from([SHORT_ASSUMPTION, ASSUMPTION])))

    grids = solutions(puzzle, limit=2).grids

    assert found is not None or not grids
    if found is not None:
        settled = puzzle.grid(reasoner.answers(found))

        for grid in grids:
            assert all(grid[cell] == mark for cell, mark in settled.marked())


def altered(puzzle: Puzzle, data: st.DataObject) -> Puzzle:
    """Return the puzzle, or with another mark in one cell that has one."""
    written = dump(puzzle)
    rows = written.get("givens")
    if not rows or not isinstance(rows[0], str) or not data.draw(st.booleans()):
        return puzzle
    row, col = data.draw(st.sampled_from(list(product(range(len(rows)), range(len(rows[0]))))))
    digits = sorted({digit for row in rows for digit in row} - {"."}) or ["1"]
    rows[row] = rows[row][:col] + data.draw(st.sampled_from(digits)) + rows[row][col + 1 :]
    try:
        return load(written)
    except BadPuzzle:  # Small regions hold small numbers only.
        return puzzle
