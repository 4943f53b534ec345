"""What a constraint forces, read off its table: compared with all rows of booleans that obey it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from solvers._core.deduce import NOTHING, Count, Known, bits, inferences, line, spread
from solvers._core.rules import AtMost, Clause, Constraint, Different, Exactly, Literal, Same, Table
from tests.test_engine import holds
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH = 5
NAMES = [f"R1C{number}" for number in range(1, WIDTH + 1)]


def bit(literal: Literal) -> tuple[int, bool]:
    """Give each boolean a bit, in the order of their names."""
    return 1 << NAMES.index(literal.name), literal.holds


@st.composite
def literals(draw: st.DrawFn, least: int = 1, most: int = WIDTH) -> tuple[Literal, ...]:
    """Draw literals of different booleans."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=least, max_size=most, unique=True))
    return tuple(Literal(name, draw(st.booleans())) for name in names)


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    """Draw any constraint but a raw term."""
    word = draw(st.sampled_from([Clause, Exactly, AtMost, Same, Different, Table]))
    if word in {Same, Different}:
        told = draw(literals(2))
        return word(told[: len(told) // 2], told[len(told) // 2 :][: len(told) // 2])
    if word is Table:
        return Table(tuple(draw(st.lists(literals(), min_size=1, max_size=4))))
    told = draw(literals())
    return Clause(told) if word is Clause else word(draw(st.integers(0, len(told))), told)


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Draw what is known of the booleans."""
    values = draw(st.lists(st.sampled_from([None, True, False]), min_size=WIDTH, max_size=WIDTH))
    return Known(
        sum(1 << at for at, value in enumerate(values) if value is True),
        sum(1 << at for at, value in enumerate(values) if value is False),
    )


def allowed(says: Iterable[Constraint], told: Known) -> list[int]:
    """Return the rows that obey constraints and agree with what is known, as masks of what holds."""
    says = list(says)
    masks = []
    for row in product([False, True], repeat=WIDTH):
        mask = sum(1 << at for at, value in enumerate(row) if value)
        if not told.ones & ~mask and not told.zeros & mask and all(holds(one, row) for one in says):
            masks.append(mask)
    return masks


def common(masks: list[int], told: Known) -> Known:
    """Return what all rows share beyond what is known."""
    everything = (1 << WIDTH) - 1
    ones, zeros = everything, everything
    for mask in masks:
        ones, zeros = ones & mask, zeros & ~mask
    return Known(ones & ~told.mask, zeros & ~told.mask)


@examples(600)
@given(constraints(), known())
def test_constraint_alone(says: Constraint, told: Known) -> None:
    """A constraint forces just what all rows share that it allows; and the booleans it names as reason suffice."""
    rows = allowed([says], told)
    found = NOTHING
    for inference in inferences(says, 1, bit):
        one = inference.infer(*told)
        if one is None:
            assert not rows
            reason = told.within(inference.reason(*told, 0))

            assert not allowed([says], reason)
            return
        found = found.also(one)
        for forced in bits(one.mask):
            reason = told.within(inference.reason(*told, forced))

            assert one.within(forced) == common(allowed([says], reason), NOTHING).within(forced)
    # Equal sequences are told pair by pair, each in two halves that know what they force, but not of one another.
    if not isinstance(says, Same):
        assert rows
        assert found == common(rows, told)


@examples(300)
@given(st.lists(constraints(), min_size=1, max_size=4), known())
def test_spread_is_sound(says: list[Constraint], told: Known) -> None:
    """What several constraints force one after the other holds in every row that obeys them all."""
    among = [one for number, said in enumerate(says) for one in inferences(said, 1 << number, bit)]
    rows = allowed(says, told)
    found = spread(among, told, fresh=-1)

    assert found.clash is None or not rows
    for mask in rows:
        assert not found.known.ones & ~mask
        assert not found.known.zeros & mask


@examples(300)
@given(st.lists(constraints(), min_size=1, max_size=3), known())
def test_line_forces_all_that_can_be_forced(says: list[Constraint], told: Known) -> None:
    """All rules inside one line together force just what all of its fillings share."""
    counted = [one for one in says if not isinstance(one, Different | Table)]
    among = [one for said in counted for one in inferences(said, 1, bit)]
    counts = [one for one in among if isinstance(one, Count)]
    made = line((1 << WIDTH) - 1, counts, [])
    rows = allowed(counted, told)

    if made is None:
        assert not allowed(counted, NOTHING)
    else:
        found = made.infer(*told)

        assert found == (common(rows, told) if rows else None)
