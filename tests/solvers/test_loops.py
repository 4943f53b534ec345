"""Kinds whose answer is one loop, or borders, against all loops of small boards; what a loop forces."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Grid,
    Masyu,
    Shingoki,
    Slitherlink,
    Yajilin,
    explain,
    generate,
    load,
    solutions,
)
from solvers._core.explain.deduce import inferences
from solvers._core.model.edges import used
from solvers._core.model.grid import spot
from solvers._core.model.known import Known, bits
from solvers._core.model.regions import connected_part
from solvers._core.model.rules import Rule
from solvers.masyu import BLACK, WHITE
from solvers.shingoki import Circle
from solvers.yajilin import SHADED, Arrow
from tests.brute import check, told
from tests.tiers import examples, first


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
    (constraint,) = puzzle.lazy_constraints()
    graph = constraint.graph
    right = [loop for loop in loops(height, width) if all(loop & need for need in graph.needs)]
    # What is known agrees with a loop except for a few edges.
    loop = draw(st.sampled_from(loops(height, width)))
    seen = draw(st.integers(0, graph.all)) | draw(st.integers(0, graph.all))
    wrong = sum(1 << at for at in draw(st.sets(st.integers(0, len(graph.ends) - 1), max_size=3)))
    values = loop ^ wrong
    return puzzle, Known(values & seen, ~values & graph.all & seen), right


@examples(3000, quick=100)
@given(cases())
def test_what_follows_holds_in_every_loop(case: tuple[Slitherlink, Known, list[int]]) -> None:
    """What is forced holds in every loop with what is known, and follows from the reason alone."""
    puzzle, known, right = case
    (constraint,) = puzzle.lazy_constraints()
    graph = constraint.graph

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
    (lazy,) = puzzle.lazy_constraints()

    def check(rule: Rule, forced: int) -> None:
        (count,) = inferences(rule.constraint, 1, lambda literal: (1 << order.index(literal.name), literal.holds))
        for loop in right:
            assert count.infer(loop, ((1 << len(order)) - 1) & ~loop) is not None, rule
        found = count.infer(*known)
        assert found is None if not forced else found is not None and found.zeros & forced, rule

    found = lazy.forced(*known)
    for forced in [0] if found is None else bits(found[1]):
        check(lazy.rule(*known, forced), forced)
    for (_, zeros), rule in lazy.on_whole_board(*known) if found is not None else ():
        check(rule, zeros)


def rows(signs: str, height: int = 2, width: int = 3) -> st.SearchStrategy[list[str]]:
    """Return the rows of boards with these signs."""
    return st.lists(st.text(signs, min_size=width, max_size=width), min_size=height, max_size=height)


def clues(cells: Sequence[str] = ("R1C1", "R1C2", "R2C1", "R2C2"), **fields: Sequence[Any]) -> st.SearchStrategy[Any]:
    """Return lists of up to two clues."""
    drawn = {name: st.sampled_from(values) for name, values in {"cell": cells, **fields}.items()}
    return st.lists(st.fixed_dictionaries(drawn), max_size=2, unique_by=lambda clue: str(clue["cell"]))


CIRCLES = st.sampled_from([None, None, None, BLACK, WHITE])
SIZE = st.sampled_from([[2, 3], [3, 2], [3, 3]])
WALLS = st.lists(st.sampled_from([["R1C1", "R1C2"], ["R1C2", "R2C2"], ["R2C2", "R2C3"]]), max_size=1)
WAYS = ["up", "down", "left", "right"]
FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "country_road": {
        "numbers": st.sampled_from(".1234").map(lambda first: [f"{first}..", "..."]),
        "regions": rows("AABC"),
        "walls": WALLS,
    },
    "shingoki": {"size": SIZE, "circles": clues(colour=["white", "black"], number=["?", 2, 3])},
    "sashigane": {"size": SIZE, "signs": clues(shape=["circle", *WAYS], number=["?", "?", 3, 4])},
    "castle_wall": {
        "size": SIZE,
        "towers": clues(colour=["white", "black", "grey"], direction=WAYS, number=["?", 0, 1]),
    },
    "double_choco": {"grey": rows(".1", 2, 4), "numbers": rows(".....12?", 2, 4)},
    "slalom": {
        "tiles": rows(".vhvh", 3).map(lambda tiles: ["s" + tiles[0][1:], f"{tiles[1][0]}b{tiles[1][2]}", tiles[2]]),
        "orders": clues(["R2C2"], direction=["none", *WAYS], number=[1, 2]),
    },
}


@pytest.mark.parametrize("kind", FIELDS)
@examples(40, quick=3)
@given(data=st.data())
def test_all_solutions_by_brute_force(kind: str, data: st.DataObject) -> None:
    """With any clues, the solver finds what brute force finds."""
    with suppress(BadPuzzle):  # A clue stands where it cannot.
        check(load({"kind": kind, **{name: data.draw(field) for name, field in FIELDS[kind].items()}}))


@cache
def loops_of_four() -> Sequence[Grid]:
    """Return all loops on a board of 4×4."""
    return solutions(Masyu(Grid.make(4, 4))).grids


@examples(300, quick=6)
@given(st.lists(st.lists(CIRCLES, min_size=4, max_size=4), min_size=4, max_size=4))
def test_all_solutions_of_masyu(circles: list[list[int | None]]) -> None:
    """On a larger board it finds those of all loops that the plain check accepts."""
    puzzle = Masyu(Grid(circles))

    check(puzzle, among=loops_of_four())


def test_words_of_masyu() -> None:
    """Steps name the circles that force them."""
    steps = told("masyu", circles=["......", "..bb..", ".....w", ".w....", ".....w", ".ww..."])

    assert steps[0][1] == (
        "R1C3-R2C3 is empty and R2C3-R3C3 and R3C3-R4C3 are lines: the loop turns at R2C3 and goes straight beside it"
    )
    assert {"black circle", "white circle", "fork", "dead end"} <= {technique for technique, _ in steps}
    assert any("a loop would close without R2C4" in words for _, words in steps)


MAYBE = st.one_of(st.none(), st.none(), st.integers(0, 4))


@examples(300, quick=5)
@given(st.lists(st.lists(MAYBE, min_size=3, max_size=3), min_size=3, max_size=3))
def test_all_solutions_of_slitherlink(numbers: list[list[int | None]]) -> None:
    """On any numbers, the solver finds those loops that pass each cell as often as its number says."""
    puzzle = Slitherlink(Grid(numbers))
    grids = [puzzle.grid([bool(loop >> at & 1) for at in range(24)]) for loop in loops(3, 3)]

    check(puzzle, among=grids)


def test_words_of_slitherlink() -> None:
    """A loop that would close too early is explained by what it would leave out."""
    steps = told("slitherlink", numbers=[".11..", "3..33", ".....", "23..2", "..1.2"])

    assert any("a loop would close without R" in words for _, words in steps)
    assert {"count", "fork", "dead end"} <= {technique for technique, _ in steps}


CIRCLES_SHINGOKI = st.lists(
    st.builds(
        Circle,
        st.builds(Cell, st.integers(0, 3), st.integers(0, 3)),
        st.sampled_from(["white", "black"]),
        st.integers(2, 5),
    ),
    max_size=3,
    unique_by=lambda circle: circle.cell,
)


@examples(300, quick=6)
@given(CIRCLES_SHINGOKI)
def test_all_solutions_of_shingoki(circles: list[Circle]) -> None:
    """On any circles, the solver finds those of all loops that the plain check accepts."""
    puzzle = Shingoki((4, 4), tuple(circles))

    check(puzzle, among=loops_of_four())


STEPS = {
    ("shingoki", 5): {"black circle", "white circle", "dead end"},
    ("yajilin", 5): {"arrow", "neighbours", "passed or shaded", "shaded"},
    ("double_choco", 4): {"alone", "room", "full", "shape", "two numbers"},
}


@pytest.mark.parametrize("kind", first(STEPS, quick=2))
def test_names_of_steps(kind: tuple[str, int]) -> None:
    """Steps name the clues that force them, and what could not be otherwise."""
    steps = [step for seed in range(3) for step in explain(generate(kind[0], (kind[1],) * 2, seed=seed).puzzle)]

    assert STEPS[kind] <= {step.technique for step in steps}


CELLS = [Cell(row, col) for row in range(3) for col in range(4)]
CORNERS = Slitherlink(Grid.make(2, 3))
"""The board whose corners are the cells of a board of 3×4."""
ARROWS = st.builds(Arrow, st.sampled_from(CELLS), st.sampled_from(WAYS), st.integers(0, 2))


@examples(300, quick=5)
@given(st.lists(ARROWS, max_size=4, unique_by=lambda arrow: arrow.cell))
def test_all_solutions_of_yajilin(arrows: list[Arrow]) -> None:
    """With any arrows, the solver finds every loop that the plain check accepts with all cells shaded beside it."""
    puzzle, right = Yajilin((3, 4), tuple(arrows)), set()
    assume(not any(arrow.cell.row == 1 for arrow in arrows))
    for loop in loops(2, 3):
        lines = {CORNERS.ends(edge) for at, edge in enumerate(CORNERS.ways()) if loop >> at & 1}
        passed = {cell for line in lines for cell in line}
        marks = {spot(edge): int(edge in lines) for edge in puzzle.ways()}
        marks |= {spot(cell): 0 if cell in passed else SHADED for cell in puzzle.free()}
        grid = Grid.make(7, 9, marks.get)
        if lines <= {*puzzle.ways()} and puzzle.is_solved_by(grid):
            right.add(grid)

    check(puzzle, right)
