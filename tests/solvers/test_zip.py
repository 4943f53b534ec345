"""Zip against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise, permutations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Edge,
    Grid,
    NoSolution,
    NotUnique,
    Zip,
    dump,
    explain,
    load,
    load_picture,
    solutions,
    solve,
)
from solvers._core.model.edges import edges, random_path
from solvers._core.model.files import dump_grid, dump_picture
from solvers._core.model.rules import Clause
from solvers._core.search.engine import LISTED
from tests.solvers.test_kinds import PUZZLES
from tests.solvers.test_solvers import REAL, common
from tests.tiers import LONG, TIER, examples

if TYPE_CHECKING:
    from collections.abc import Iterator

SHAPES = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (4, 3), (3, 5), (4, 4)]
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


@examples(200)
@given(puzzles())
def test_brute_force(puzzle: Zip) -> None:
    """Z3, the plain check and brute force agree on all solutions, and only forced cells are reported as forced."""
    shape = puzzle.givens.height, puzzle.givens.width
    expected = brute_force(puzzle)
    event(str(min(2, len(expected))))
    found = solutions(puzzle)

    assert found.complete
    assert len(expected) == len(found.grids)
    assert expected == set(found.grids)
    assert expected == {grid for path in paths(*shape) if puzzle.is_solved_by(grid := numbered(path, shape))}
    if len(expected) > 1:
        with pytest.raises(NotUnique) as raised:
            solve(puzzle)
        shared = common(expected)

        assert raised.value.forced.agrees_with(shared)
        if len(expected) <= LISTED:
            assert shared == raised.value.forced
        for cell, number in puzzle.givens.marked():
            if number in {1, len(list(puzzle.givens.marked()))}:
                assert shared[cell] == raised.value.forced[cell]


@pytest.mark.parametrize(
    ("size", "count"), [(1, 1), (2, 8), (3, 40), pytest.param(4, 552, marks=pytest.mark.long("that count all boards"))]
)
def test_counts(size: int, count: int) -> None:
    """The number of paths over all pairs of ends is the published one (OEIS A096969)."""
    board = Grid.make(size, size)
    ends: list[tuple[Cell, ...]] = [*permutations(board.cells(), 2)] or [(Cell(0, 0),)]
    found = [
        solutions(Zip(Grid.make(size, size, {cell: end + 1 for end, cell in enumerate(pair)}.get))) for pair in ends
    ]

    assert all(some.complete for some in found)
    assert count == sum(len(some.grids) for some in found) == len(paths(size, size))


@examples(100)
@given(st.data())
def test_lazy_clauses(data: st.DataObject) -> None:
    """A lazy clause contradicts the values that it was made for, and holds for every path, whatever the numbers."""
    shape = data.draw(st.sampled_from(SHAPES[1:-1]))
    first, *_, last = Grid.make(*shape).cells()
    puzzle = Zip(Grid.make(*shape, {first: 1, last: 2}.get))
    names = puzzle.answer()
    values = data.draw(st.lists(st.booleans(), min_size=len(names), max_size=len(names)))
    broken = list(puzzle.lazy().broken(values))
    event(str(min(2, len(broken))))
    for rule in broken:
        assert isinstance(rule.says, Clause)
        assert not any(values[names.index(literal.name)] for literal in rule.says.literals)
        for path in paths(*shape):
            taken = crossed(path)
            names_taken = {name for name, edge in zip(names, puzzle.choices(), strict=True) if edge in taken}

            assert any(literal.name in names_taken for literal in rule.says.literals)


@examples(60)
@given(st.sampled_from(SHAPES), st.data())
def test_choices_and_grid(shape: tuple[int, int], data: st.DataObject) -> None:
    """Each edge is used or not; a partial grid numbers the cells connected to an end, correctly."""
    path = data.draw(st.sampled_from(paths(*shape)))
    puzzle = Zip(Grid.make(*shape, {path[-1]: 2, path[0]: 1}.get) if len(path) > 1 else Grid([[1]]))
    taken, choices = crossed(path), puzzle.choices()
    values = [edge in taken for edge in choices]
    known = data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
    true = dict(zip(puzzle.answer(), values, strict=True))
    for edge, chosen in choices.items():
        assert {1 if edge in taken else 0} == {
            value for value, literals in chosen.items() if all(true[name] == holds for name, holds in literals)
        }

    assert numbered(path, shape) == puzzle.grid(values)
    assert puzzle.grid(
        [value if known_value else None for value, known_value in zip(values, known, strict=True)]
    ).agrees_with(numbered(path, shape))
    assert {path[0]: 1, path[-1]: len(path)} == dict(puzzle.grid([None] * len(values)).marked())


def test_is_solved_by() -> None:
    """The plain check rejects grids without a path, other shapes, wrong ends, numbers out of order, and walls."""
    puzzle = Zip(CORNERS)
    good = Grid([[1, 2, 3], [8, 9, 4], [7, 6, 5]])

    assert not puzzle.is_solved_by(good)
    ring = Zip(Grid([[1, None, 2], [None, 5, None], [4, None, 3]]))

    assert ring.is_solved_by(good)
    assert not Zip(ring.givens, ((Cell(0, 0), Cell(0, 1)),)).is_solved_by(good)
    assert not Zip(Grid([[1, None, 3], [None, 5, None], [4, None, 2]])).is_solved_by(good)
    assert not ring.is_solved_by(Grid.make(3, 3))
    assert not ring.is_solved_by(Grid([[1, 2], [4, 3]]))
    for cell in good.cells():
        for wrong in (None, 0, 1, 10):
            changed = Grid.make(3, 3, ({each: good[each] for each in good.cells()} | {cell: wrong}).get)

            assert (good == changed) == ring.is_solved_by(changed)


def test_contradicting_clues_are_named() -> None:
    """The error for a board without a solution names the contradicting numbers and walls."""
    with pytest.raises(NoSolution) as raised:
        solve(Zip(Grid([[1, None], [None, 2]])))

    assert ["R1C1 is 1", "R2C2 is 2"] == [clue.words for clue in raised.value.core]
    with pytest.raises(NoSolution) as raised:
        solve(Zip(Grid([[1, None, None], [2, None, None]]), ((Cell(0, 2), Cell(1, 2)),)))

    assert "a wall separates R1C3 and R2C3" in [clue.words for clue in raised.value.core]
    assert {"R2C1 is 2", "a wall separates R1C3 and R2C3"} >= {clue.words for clue in raised.value.core}


def test_closed_loops_are_excluded() -> None:
    """A board that would allow loops beside the path has as many solutions as brute force finds."""
    puzzle = Zip(Grid.make(4, 5, {Cell(0, 0): 1, Cell(0, 1): 2}.get))

    assert brute_force(puzzle) == set(solutions(puzzle).grids)


@given(puzzles())
def test_files_are_read_back(puzzle: Zip) -> None:
    """JSON and the drawn text can be read back; the picture of a solution has the path."""
    assert puzzle == load(json.loads(json.dumps(dump(puzzle))))
    assert puzzle == load_picture(dump_picture(puzzle))


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
    assert "kind: zip\n1 . 2\n-\n. . .\n\n4 .|3\n" == dump_picture(puzzle)
    assert (
        tuple(Cell(*at) for at in ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (2, 0), (2, 1), (2, 2)))
        == drawn.path
    )
    assert puzzle.picture().glyphs == drawn.glyphs
    assert (Cell(0, 0), Cell(0, 1)) == puzzle.picture(Grid([[1, 2, None], [None] * 3, [None, 8, 9]])).path


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"givens": ["..", ".."]}, "givens: no cell holds 1"),
        ({"givens": ["1.", ".."]}, "givens: no cell holds 2"),
        ({"givens": ["12", "4."]}, "givens: no cell holds 3"),
        ({"givens": ["12", "2."]}, "givens: R1C2 and R2C1 both hold 2"),
        ({"givens": [[1, 2], [None, 2501]]}, "givens: R2C2 holds 2501"),
        ({"givens": ["12", "3"]}, "givens: a grid needs rows of equal length"),
        ({"givens": [[1, 2, *[None] * 2499]]}, "givens: 1 row and 2,501 columns are more than 2,500 cells"),
        ({"givens": ["12", ".."], "walls": [["R1C1", "R2C2"]]}, "walls: R1C1 and R2C2 share no edge"),
        ({"givens": ["12", ".."], "walls": [["R1C1", "R1C1"]]}, "walls: R1C1 and R1C1 share no edge"),
        ({"givens": ["12", ".."], "walls": [["R1C2", "R1C3"]]}, "walls: R1C3 is off the board of 2×2"),
        ({"givens": ["12", ".."], "clues": []}, "no field is called 'clues'; its fields are givens, walls"),
    ],
)
def test_bad_input(value: dict[str, object], words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "zip", **value})


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("1=2\n. .", "between R1C1 and R1C2 of the picture has the sign '='"),
        ("1-2\n. .", "between R1C1 and R1C2 of the picture has the sign '-'"),
        ("1 2\n|\n. .", "between R1C1 and R2C1 of the picture has the sign '|'"),
        ("1 s2\n. .", "R1C2 of the picture holds 's2'"),
    ],
)
def test_bad_pictures(drawn: str, words: str) -> None:
    """A picture of another kind is refused."""
    with pytest.raises(BadPuzzle, match=words):
        load_picture(drawn, "zip")


def test_rules_depend_on_size_and_numbers_alone() -> None:
    """The rules depend on the size and the number of numbers, not on their cells or the walls."""
    open_zip, walled_zip = (
        Zip(CORNERS),
        Zip(Grid([[None, 1, 2], [None] * 3, [3, None, 4]]), ((Cell(0, 0), Cell(0, 1)),)),
    )

    assert open_zip.shape == walled_zip.shape
    assert list(open_zip.rules()) == list(walled_zip.rules())
    assert open_zip.shape != Zip(Grid([[1, None, 2], [None] * 3, [None] * 3])).shape


def test_steps_in_words() -> None:
    """Steps name what people see, and say what would happen otherwise."""
    puzzle = PUZZLES["zip:6"]
    words = {(step.technique, step.words.partition(": otherwise ")[2]) for step in explain(puzzle)}

    assert {
        ("two ways", "R1C1 would be a dead end"),
        ("two ways", "the path would fork at R5C1"),
        ("two ways", "no way would lead from 1"),
        ("number order", "the path would go from 3 straight to 6"),
        ("closed loop", "a loop would close"),
        ("only way between numbers", "no way would be left from 4 to 5"),
    } <= words


def test_large_boards_are_explained() -> None:
    """A walled board of 12×12 is explained to the end, each step in a short sentence."""
    path = random_path(Grid.make(12, 12), Random(5))  # noqa: S311 - the seed is intended
    numbers = {path[at]: at // 11 + 1 for at in range(0, len(path), 11)}
    puzzle = Zip(Grid.make(12, 12, numbers.get))
    free = [edge for edge in edges(puzzle.givens) if edge not in crossed(tuple(path))]
    puzzle = Zip(puzzle.givens, tuple(edge for at, edge in enumerate(free) if at % 6))
    steps = list(explain(puzzle))

    assert solve(puzzle).grid == numbered(tuple(path), (12, 12))
    assert set(puzzle.choices()) == {*puzzle.walls, *(edge for step in steps for edge in step.sets)}
    assert max(len(step.words) for step in steps) <= 200


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 3), (5, 4), (6, 6)])
def test_random(size: tuple[int, int]) -> None:
    """A random puzzle has exactly the solution it was made from and depends only on the seed; walls can be left out."""
    (puzzle, solution), again = (Zip.random(size, Random(2)) for _ in range(2))  # noqa: S311 - the seed is intended

    assert (puzzle, solution) == again
    assert solution == solve(puzzle).grid
    for clue in puzzle.clues():
        thinner = puzzle.without(clue)

        assert (clue.name == "number") == (thinner is None)
        assert thinner is None or [left for left in puzzle.clues() if left != clue] == list(thinner.clues())


def test_real_boards() -> None:
    """Each board has one solution; the quick tier solves every third."""
    file = REAL / "linkedin" / "zip.jsonl"
    if not file.exists():
        pytest.skip(f"{file.name} does not lie beside the clone")
    archived = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for board in archived[:: 1 if TIER == LONG else 3]:
        numbers = {Cell(node["row"], node["col"]): node["id"] for node in board["nodes"]}
        walls = tuple((Cell(*cell), Cell(*neighbour)) for cell, neighbour in board["walls"])

        height, width = board["grid_size"]

        assert solve(Zip(Grid.make(height, width, numbers.get), walls)).unique
    assert len(archived) == 34
