"""What the lazy rules of a path state, compared with all paths of small boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from solvers import Grid
from solvers._core.explain.deduce import inferences
from solvers._core.families.paths import OnePath
from solvers._core.model.edges import edges, used
from solvers._core.model.known import Known, bits
from tests.solvers.test_zip import crossed, paths
from tests.tiers import examples

if TYPE_CHECKING:
    from solvers import Cell
    from solvers._core.model.rules import Literal, Rule
    from tests.solvers.test_zip import Path


def steps_of(path: Path, order: list[str]) -> int:
    """Return the steps of a path as bits."""
    return sum(1 << order.index(used(edge).name) for edge in crossed(path))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Grid, dict[int, Cell], Known, list[int]]:
    """Draw a board with numbers, known steps, and the masks of all paths that meet the numbers in order."""
    height, width = draw(st.sampled_from([(2, 3), (3, 3), (3, 4), (4, 4)]))
    board = Grid.make(height, width)
    every = paths(height, width)
    path = draw(st.sampled_from(every))
    inner = draw(st.sets(st.integers(1, len(path) - 2), max_size=4))
    numbers = {number: path[at] for number, at in enumerate(sorted({0, len(path) - 1, *inner}), start=1)}
    order = [used(edge).name for edge in edges(board)]
    right = [steps_of(other, order) for other in every if in_order(other, numbers)]
    # What is known agrees with one path except for a few steps.
    solution, full = draw(st.sampled_from(right)), (1 << len(order)) - 1
    seen = draw(st.integers(0, full)) | draw(st.integers(0, full))
    wrong = sum(1 << at for at in draw(st.sets(st.integers(0, len(order) - 1), max_size=3)))
    values = solution ^ wrong
    return board, numbers, Known(values & seen, ~values & seen), right


def in_order(path: Path, numbers: dict[int, Cell]) -> bool:
    """Return whether a path meets the numbers in order, from its first cell to its last."""
    places = [path.index(cell) for cell in numbers.values()]
    return places == sorted(places) and places[0] == 0 and places[-1] == len(path) - 1


@examples(3000, quick=200)
@given(cases())
def test_rules_hold_on_every_path(case: tuple[Grid, dict[int, Cell], Known, list[int]]) -> None:
    """What is stated holds on every path, and forces what was inferred, or is broken, by what is known."""
    board, numbers, known, right = case
    order = [used(edge).name for edge in edges(board)]
    full = (1 << len(order)) - 1

    def bit(literal: Literal) -> tuple[int, bool]:
        return 1 << order.index(literal.name), literal.holds

    def check(rule: Rule, forced: Known) -> None:
        (count,) = inferences(rule.says, 1, bit)
        for steps in right:
            assert count.infer(steps, full & ~steps) is not None, rule
        reason = count.reason(known.ones, known.zeros, forced.mask)
        found = count.infer(known.ones & reason, known.zeros & reason)
        assert found is None if not forced.mask else found is not None and found.within(forced.mask) == forced, rule

    lazy = OnePath(board, numbers)
    found = lazy.forced(*known)
    if found is None:
        check(lazy.rule(*known, 0), Known())
        return
    for step in bits(found[1]):
        check(lazy.rule(*known, step), Known(0, step))
    if any(not steps & known.zeros and not known.ones & ~steps for steps in right):
        for forced, rule in lazy.on_whole_board(*known):
            check(rule, Known(*forced))
