"""What one loop forces, compared with all loops of small boards."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Grid, Slitherlink
from solvers._core.explain.deduce import inferences
from solvers._core.model.edges import used
from solvers._core.model.known import Known, bits
from solvers._core.model.regions import connected_part
from tests.tiers import examples

if TYPE_CHECKING:
    from solvers._core.model.rules import Rule


@cache
def loops(height: int, width: int) -> list[int]:
    """Return all loops along the borders of a board as masks: the borders of connected cells without a hole."""
    ways, found = Slitherlink(Grid.make(height, width)).ways(), []
    around = {Cell(row, col) for row in range(-1, height + 1) for col in range(-1, width + 1)}
    cells = [cell for cell in around if 0 <= cell.row < height and 0 <= cell.col < width]
    for held in product((False, True), repeat=len(cells)):
        inside = {cell for cell, is_in in zip(cells, held, strict=True) if is_in}
        outside = around - inside
        corners = (
            [Cell(row + down, col + right) in inside for down, right in ((0, 0), (0, 1), (1, 1), (1, 0))]
            for row in range(-1, height)
            for col in range(-1, width)
        )
        if (
            inside
            and len(connected_part(sorted(inside))) == len(inside)
            and len(connected_part(sorted(outside))) == len(outside)
            and all(corner not in ([True, False, True, False], [False, True, False, True]) for corner in corners)
        ):
            found.append(sum(1 << at for at, (one, other) in enumerate(ways) if (one in inside) != (other in inside)))
    return found


@st.composite
def cases(draw: st.DrawFn) -> tuple[Slitherlink, Known, list[int]]:
    """Draw a board with numbers, known edges, and all loops that pass what the numbers need."""
    height, width = draw(st.sampled_from([(2, 2), (2, 4), (3, 3)]))
    number = st.sampled_from([None, None, None, 1])
    numbers = [draw(st.lists(number, min_size=width, max_size=width)) for _ in range(height)]
    puzzle = Slitherlink(Grid(numbers))
    graph = puzzle.graph()
    right = [loop for loop in loops(height, width) if all(loop & need for need in graph.needs)]
    # What is known agrees with a loop except for a few edges.
    loop = draw(st.sampled_from(loops(height, width)))
    seen = draw(st.integers(0, graph.all)) | draw(st.integers(0, graph.all))
    wrong = sum(1 << at for at in draw(st.sets(st.integers(0, len(graph.ends) - 1), max_size=3)))
    values = loop ^ wrong
    return puzzle, Known(values & seen, ~values & graph.all & seen), right


@examples(3000, quick=200)
@given(cases())
def test_what_follows_holds_in_every_loop(case: tuple[Slitherlink, Known, list[int]]) -> None:
    """What is forced holds in every loop with what is known, and follows from the reason alone."""
    puzzle, known, right = case
    graph = puzzle.graph()

    def fit(ones: int) -> list[int]:
        return [loop for loop in right if loop & ones == ones]

    found = graph.closing(*known)
    for bit in [0] if found is None else bits(found):
        loop, missed = graph.closed_by(known.ones, bit.bit_length() - 1 if bit else None)
        other = 0 if missed is None or missed < len(graph.needs) else 1 << missed - len(graph.needs)

        assert not fit(loop | other | bit)
        assert not (loop | other) & ~known.ones


@examples(2000, quick=100)
@given(cases())
def test_stated_rules(case: tuple[Slitherlink, Known, list[int]]) -> None:
    """Lazy rules hold in every loop, and force what was inferred from what is known."""
    puzzle, known, right = case
    order = [used(edge).name for edge in puzzle.ways()]
    lazy = puzzle.lazy()

    def check(rule: Rule, forced: int) -> None:
        (count,) = inferences(rule.says, 1, lambda literal: (1 << order.index(literal.name), literal.holds))
        for loop in right:
            assert count.infer(loop, ((1 << len(order)) - 1) & ~loop) is not None, rule
        found = count.infer(*known)
        assert found is None if not forced else found is not None and found.zeros & forced, rule

    found = lazy.forced(*known)
    for forced in [0] if found is None else bits(found[1]):
        check(lazy.rule(*known, forced), forced)
    for (_, zeros), rule in lazy.on_whole_board(*known) if found is not None else ():
        check(rule, zeros)
