"""Zip against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, permutations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import Cell, Edge, Grid, NotUnique, Zip, dump, explain, load, solutions, solve
from solvers._core.explain.deduce import inferences
from solvers._core.model.edges import edges, used
from solvers._core.model.files import dump_grid, dump_picture
from solvers._core.model.known import Known, bits
from solvers._core.model.rules import Literal, Rule
from solvers.zip import OnePath
from tests.brute import check, common
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import examples, long

SHAPES: list[tuple[int, int]] = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (4, 3), *long((3, 5), (4, 4))]
CORNERS = Grid([[1, None, 2], [None] * 3, [4, None, 3]])

Path = tuple[Cell, ...]


@cache
def paths(height: int, width: int) -> list[Path]:
    """Return every path through all cells, in both directions."""
    board = Grid.make(height, width)
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in board.cells()}
    for cell, neighbour in edges(board):
        beside[cell].append(neighbour)
        beside[neighbour].append(cell)

    def longer(path: Path) -> Iterator[Path]:
        if len(path) == height * width:
            yield path
        for cell in beside[path[-1]]:
            if cell not in path:
                yield from longer((*path, cell))

    return [path for cell in board.cells() for path in longer((cell,))]


def numbered(path: Path, shape: tuple[int, int]) -> Grid:
    """Return the grid with the cells numbered along a path."""
    return Grid.make(*shape, {cell: place for place, cell in enumerate(path, start=1)}.get)


def crossed(path: Path) -> set[Edge]:
    """Return the edges that a path crosses."""
    return {(min(step), max(step)) for step in pairwise(path)}


def brute_force(puzzle: Zip) -> set[Grid]:
    """Return every solution, by trying every path."""
    shape = puzzle.givens.height, puzzle.givens.width
    return {
        numbered(path, shape)
        for path in paths(*shape)
        if [number for cell in path if (number := puzzle.givens[cell])]
        == sorted(number for _, number in puzzle.givens.marked())
        and puzzle.givens[path[0]]
        and puzzle.givens[path[-1]]
        and not crossed(path) & set(puzzle.walls)
    }


@st.composite
def puzzles(draw: st.DrawFn) -> Zip:
    """Draw numbers along a path, or in any cells, and walls; the puzzle need not have a solution."""
    shape = draw(st.sampled_from(SHAPES))
    path = draw(st.sampled_from(paths(*shape)))
    order = path if draw(st.integers(0, 3)) else draw(st.permutations(path))
    ends = {0, len(order) - 1}
    places = sorted(ends | draw(st.sets(st.integers(0, len(order) - 1), max_size=6)))
    numbers = {order[place]: number for number, place in enumerate(places, start=1)}
    free = sorted(set(edges(Grid.make(*shape))) - (crossed(path) if draw(st.integers(0, 3)) else set()))
    walls = draw(st.lists(st.sampled_from(free), max_size=6)) if free else []
    return Zip(Grid.make(*shape, numbers.get), tuple(walls))


@examples(200, quick=25)
@given(puzzles())
def test_brute_force(puzzle: Zip) -> None:
    """Z3, the plain check and brute force agree on all solutions, and only forced cells are reported as forced."""
    shape = puzzle.givens.height, puzzle.givens.width
    expected = brute_force(puzzle)
    event(str(min(2, check(puzzle, expected))))

    assert expected == {grid for path in paths(*shape) if puzzle.is_solved_by(grid := numbered(path, shape))}
    if len(expected) > 1:
        with pytest.raises(NotUnique) as raised:
            solve(puzzle)
        shared = common(expected)

        assert raised.value.forced.agrees_with(shared)
        for cell, number in puzzle.givens.marked():
            if number in {1, len(list(puzzle.givens.marked()))}:
                assert shared[cell] == raised.value.forced[cell]


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 8), (3, 40), *long((4, 552))])
def test_counts(size: int, count: int) -> None:
    """The number of paths over all pairs of ends is the published one (OEIS A096969)."""
    board = Grid.make(size, size)
    ends: list[tuple[Cell, ...]] = [*permutations(board.cells(), 2)] or [(Cell(0, 0),)]
    found = [
        solutions(Zip(Grid.make(size, size, {cell: end + 1 for end, cell in enumerate(pair)}.get))) for pair in ends
    ]

    assert all(some.complete for some in found)
    assert count == sum(len(some.grids) for some in found) == len(paths(size, size))


@examples(60)
@given(st.sampled_from(SHAPES[1:]), st.data())
def test_partial_grids(shape: tuple[int, int], data: st.DataObject) -> None:
    """A partial grid numbers the cells connected to an end, correctly."""
    path = data.draw(st.sampled_from(paths(*shape)))
    puzzle, taken = Zip(Grid.make(*shape, {path[-1]: 2, path[0]: 1}.get)), crossed(path)
    known = data.draw(st.lists(st.booleans(), min_size=len(puzzle.choices()), max_size=len(puzzle.choices())))
    values = [edge in taken if known_value else None for edge, known_value in zip(puzzle.choices(), known, strict=True)]

    assert puzzle.grid(values).agrees_with(numbered(path, shape))
    assert {path[0]: 1, path[-1]: len(path)} == dict(puzzle.grid([None] * len(values)).marked())


def test_json_and_picture() -> None:
    """Grids are always lists of lists, walls are in canonical order, and the drawn solution keeps the clues."""
    puzzle = Zip(CORNERS, ((Cell(2, 1), Cell(2, 2)), (Cell(1, 0), Cell(0, 0))))
    value = {
        "kind": "zip",
        "givens": [[1, None, 2], [None, None, None], [4, None, 3]],
        "walls": [["R1C1", "R2C1"], ["R3C2", "R3C3"]],
    }
    solved = Grid([[1, 2, 3], [6, 5, 4], [7, 8, 9]])
    drawn = puzzle.picture(solved)

    assert value == dump(puzzle)
    assert puzzle == load({**value, "givens": ["1.2", "...", "4.3"]})
    assert [[1, 2, 3], [6, 5, 4], [7, 8, 9]] == dump_grid(solved, puzzle)
    assert "kind: zip\n1 . 2\n-\n. . .\n4 .|3\n" == dump_picture(puzzle)
    assert "R1C1 R1C2 R1C3 R2C3 R2C2 R2C1 R3C1 R3C2 R3C3" == " ".join(map(str, drawn.path))
    assert puzzle.picture().glyphs == drawn.glyphs
    assert (Cell(0, 0), Cell(0, 1)) == puzzle.picture(Grid([[1, 2, None], [None] * 3, [None, 8, 9]])).path


def test_steps_in_words() -> None:
    """Steps name what people see, and say what would happen otherwise."""
    words = {(step.technique, step.words.partition(": otherwise ")[2]) for step in explain(PUZZLES["zip:6"])}

    assert {
        ("two ways", "R1C1 would be a dead end"),
        ("two ways", "the path would fork at R5C1"),
        ("two ways", "no way would lead from 1"),
        ("number order", "the path would go from 3 straight to 6"),
        ("closed loop", "a loop would close"),
        ("only way between numbers", "no way would be left from 4 to 5"),
    } <= words


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


@examples(3000, quick=100)
@given(cases())
def test_rules_hold_on_every_path(case: tuple[Grid, dict[int, Cell], Known, list[int]]) -> None:
    """What is stated holds on every path, and forces what was inferred, or is broken, by what is known."""
    board, numbers, known, right = case
    order = [used(edge).name for edge in edges(board)]
    full = (1 << len(order)) - 1

    def bit(literal: Literal) -> tuple[int, bool]:
        return 1 << order.index(literal.name), literal.holds

    def check(rule: Rule, forced: Known) -> None:
        (count,) = inferences(rule.constraint, 1, bit)
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
