"""The kinds against brute force in plain Python, published counts and real boards."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, event, find, given, settings
from hypothesis import strategies as st

from solvers import (
    KINDS,
    Cell,
    Clue,
    Edge,
    Grid,
    NoSolution,
    NotUnique,
    Solution,
    Tango,
    ThreeInARow,
    load,
    solutions,
    solve,
)
from tests.children import run
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "puzzles"
T = TypeVar("T")
SHAPES = [(2, 2), (2, 4), (4, 2), (4, 4), (4, 6), (6, 4), (6, 6)]


@cache
def lines(length: int) -> list[str]:
    """Return the lines with as many of each mark and no three equal neighbours."""
    marks = map("".join, product("01", repeat=length))
    return [line for line in marks if line.count("1") == length / 2 and "000" not in line and "111" not in line]


@cache
def boards(height: int, width: int) -> list[Grid]:
    """Return every full board, adding rows as long as all columns begin like lines."""
    beginnings = {line[:end] for line in lines(height) for end in range(height + 1)}
    found: list[tuple[str, ...]] = [()]
    for _ in range(height):
        longer = ((*rows, line) for rows in found for line in lines(width))
        found = [rows for rows in longer if beginnings.issuperset(map("".join, zip(*rows, strict=True)))]
    return [Grid.parse(rows) for rows in found]


def brute_force(puzzle: Tango | ThreeInARow) -> set[Grid]:
    """Return every solution, by trying every board."""
    marks = list(puzzle.givens.marked())
    equal, opposite = (puzzle.equal, puzzle.opposite) if isinstance(puzzle, Tango) else ((), ())
    return {
        board
        for board in boards(puzzle.givens.height, puzzle.givens.width)
        if all(board[cell] == value for cell, value in marks)
        and all(board[cell] == board[neighbour] for cell, neighbour in equal)
        and all(board[cell] != board[neighbour] for cell, neighbour in opposite)
    }


def common(grids: Collection[Grid]) -> Grid:
    """Return the marks that all grids have in common, blank elsewhere."""
    first, *others = grids
    return Grid.make(
        first.height,
        first.width,
        lambda cell: first[cell] if all(grid[cell] == first[cell] for grid in others) else None,
    )


def edges(board: Grid) -> list[Edge]:
    """Return all edges of a board."""
    return [(cell, other) for cell in board.cells() for other in cell.neighbours() if other in board]


@st.composite
def tangos(draw: st.DrawFn, shapes: Sequence[tuple[int, int]] = SHAPES) -> Tango:
    """Draw marks and signs that hold on a full board, at most two of them falsified."""
    truth = draw(st.sampled_from(boards(*draw(st.sampled_from(shapes)))))
    marks = _some(draw, list(truth.cells()))
    signs = _some(draw, edges(truth))
    equal = {edge for edge, true in signs.items() if true == (truth[edge[0]] == truth[edge[1]])}
    return Tango(
        Grid.make(
            truth.height, truth.width, lambda cell: int(marks[cell] == (truth[cell] == 1)) if cell in marks else None
        ),
        tuple(equal),
        tuple(set(signs) - equal),
    )


def _some(draw: st.DrawFn, clues: list[T]) -> dict[T, bool]:
    """Choose some clues, each with whether it is true; at most one is not."""
    most = int(len(clues) * draw(st.sampled_from([0.1, 0.5, 1])))
    chosen = draw(st.permutations(clues))[: draw(st.integers(most // 2, most))]
    lies = draw(st.sampled_from([0, 0, 1]))
    return {clue: number >= lies for number, clue in enumerate(chosen)}


def answer(puzzle: Tango) -> Solution | NoSolution | NotUnique:
    """Return the result of `solve`, or the error that it raises."""
    try:
        return solve(puzzle)
    except (NoSolution, NotUnique) as error:
        return error


def only(puzzle: Tango, clues: Sequence[Clue]) -> Tango:
    """Return the puzzle with only these clues."""
    units = {clue.cells for clue in clues}
    return Tango(
        Grid.make(
            puzzle.givens.height, puzzle.givens.width, lambda cell: puzzle.givens[cell] if (cell,) in units else None
        ),
        tuple(edge for edge in puzzle.equal if edge in units),
        tuple(edge for edge in puzzle.opposite if edge in units),
    )


def verdict(puzzle: Tango) -> str:
    """Return the result of brute force."""
    return {0: "none", 1: "one"}.get(len(brute_force(puzzle)), "several")


@examples(300, suppress_health_check=[HealthCheck.too_slow])
@given(tangos())
def test_brute_force(puzzle: Tango) -> None:
    """Z3 and brute force agree on the only solution, on the forced cells of several, or on contradicting clues."""
    expected = brute_force(puzzle)
    event(verdict(puzzle))
    match answer(puzzle):
        case NoSolution(core=clues):
            core = only(puzzle, clues)

            assert set() == expected == brute_force(core)
            assert tuple(clues) == tuple(core.clues())
            for clue in clues:
                assert set() != brute_force(only(puzzle, [other for other in clues if other != clue]))
        case NotUnique(first=first, second=second, forced=forced):
            every = [board.values for board in expected]

            assert first != second
            assert {first, second} <= expected
            for row, col in forced.cells():
                marks = {values[row][col] for values in every}

                assert forced.values[row][col] == (marks.pop() if len(marks) == 1 else None)
        case Solution(grid=grid, unique=unique):
            assert expected == {grid}
            assert unique


@examples(60)
@given(tangos())
def test_brute_force_all_solutions(puzzle: Tango) -> None:
    """Z3 lists each solution of brute force once."""
    found = solutions(puzzle, limit=200)

    assert min(200, len(brute_force(puzzle))) == len(found.grids) == len(set(found.grids))
    assert set(found.grids) <= brute_force(puzzle)
    assert found.complete == (len(brute_force(puzzle)) <= len(found.grids) < 200)


@pytest.mark.parametrize("wanted", ["none", "one", "several"])
@pytest.mark.parametrize("shape", [(4, 4), (2, 4), (4, 6), (6, 6)], ids=str)
def test_brute_force_covers_every_verdict(wanted: str, shape: tuple[int, int]) -> None:
    """The drawn boards include solvable, contradictory and ambiguous ones, small and large ones, and signs."""
    drawn = find(
        tangos([shape]),
        lambda puzzle: verdict(puzzle) == wanted and bool(puzzle.equal and puzzle.opposite),
        settings=settings(max_examples=500, database=None, phases=[Phase.generate]),
    )

    assert wanted == verdict(drawn)


@pytest.mark.parametrize("kind", [ThreeInARow, Tango])
@pytest.mark.parametrize(
    ("size", "count"), [(2, 2), (4, 90), pytest.param(6, 11222, marks=pytest.mark.long("that count all boards"))]
)
def test_counts_on_empty_boards(kind: type[Tango | ThreeInARow], size: int, count: int) -> None:
    """The number of solutions is the published one, also by brute force."""
    assert count == len(boards(size, size))
    if kind is ThreeInARow or size < 6:
        found = solutions(kind(Grid.make(size, size)))

        assert found.complete
        assert set(boards(size, size)) == set(found.grids)
        assert count == len(found.grids)


def test_rectangle_counts() -> None:
    """A rotated board has as many solutions."""
    tall, wide = (solutions(ThreeInARow(Grid.make(*shape))).grids for shape in ((6, 4), (4, 6)))

    assert len(boards(6, 4)) == len(tall) == len(wide)


@examples(40)
@given(st.data(), st.sampled_from([(4, 4), (2, 4), (6, 6)]))
def test_is_solved_by(data: st.DataObject, shape: tuple[int, int]) -> None:
    """The plain check accepts a solution, and rejects it with a changed or blank cell, or in another shape."""
    truth = data.draw(st.sampled_from(boards(*shape)))
    equal = tuple(edge for edge in edges(truth) if truth[edge[0]] == truth[edge[1]])
    for puzzle in (ThreeInARow(Grid.make(*shape)), Tango(Grid.make(*shape), equal[:3])):
        assert puzzle.is_solved_by(truth)
        for cell in truth.cells():
            for wrong in (1 - (truth[cell] or 0), None, 2):
                values = [list(row) for row in truth.values]
                values[cell.row][cell.col] = wrong

                assert not puzzle.is_solved_by(Grid(values))
        for rows in (truth.values[:1], truth.values * 2, [row * 2 for row in truth.values]):
            assert not puzzle.is_solved_by(Grid(rows))


@examples(60)
@given(st.sampled_from(boards(4, 4)), st.data())
def test_is_solved_by_checks_every_clue(truth: Grid, data: st.DataObject) -> None:
    """The plain check rejects a grid that obeys the rules but contradicts one given or sign."""
    cell, edge = data.draw(st.sampled_from(list(truth.cells()))), data.draw(st.sampled_from(edges(truth)))
    alike = truth[edge[0]] == truth[edge[1]]
    blank = Grid.make(4, 4)

    assert not ThreeInARow(Grid.make(4, 4, lambda at: 1 - (truth[at] or 0) if at == cell else None)).is_solved_by(truth)
    assert alike == Tango(blank, equal=(edge,)).is_solved_by(truth)
    assert alike != Tango(blank, opposite=(edge,)).is_solved_by(truth)


def test_forced_cells_without_listing_all_solutions() -> None:
    """The forced cells of a board are found quickly even if it has too many solutions to list."""
    givens = Grid.make(14, 14, {Cell(0, 0): 1, Cell(0, 1): 1}.get)
    with pytest.raises(NotUnique) as caught:
        solve(ThreeInARow(givens), timeout=20)

    assert [(Cell(0, 0), 1), (Cell(0, 1), 1), (Cell(0, 2), 0)] == list(caught.value.forced.marked())


def test_words_of_a_contradiction() -> None:
    """The message names the contradicting clues, in the order of the board."""
    puzzle = Tango(Grid.parse(["1.....", "......", "...0..", "......", "......", "......"]))
    puzzle = replace(puzzle, equal=((Cell(0, 0), Cell(0, 1)), (Cell(0, 1), Cell(0, 2)), (Cell(4, 4), Cell(4, 5))))

    with pytest.raises(NoSolution) as caught:
        solve(puzzle)

    assert str(caught.value) == "no solution: R1C1 = R1C2, but R1C2 = R1C3"
    assert caught.value.details() == {
        "smallest": True,
        "core": [
            {"clue": "R1C1 = R1C2", "cells": ["R1C1", "R1C2"]},
            {"clue": "R1C2 = R1C3", "cells": ["R1C2", "R1C3"]},
        ],
    }


def test_words_of_an_ambiguity() -> None:
    """The message counts the uncertain cells and names the first ones."""
    with pytest.raises(NotUnique) as caught:
        solve(ThreeInARow(Grid.parse(["1...", "0...", "....", "...."])))

    doubt = sum(value is None for row in caught.value.forced.values for value in row)

    assert f"several solutions: {doubt} of 16 cells are in doubt (R1C2, R1C3, R1C4 …)" == str(caught.value)


def real(name: str) -> list[dict[str, Any]]:
    """Return the real puzzles of a file, or skip the test."""
    path = REAL / name
    if not path.exists():
        pytest.skip(f"the real puzzles are not here ({name}): their licences do not let us ship them")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_linkedin_tangos() -> None:
    """Each of LinkedIn's boards has exactly one solution."""
    found = []
    for line in real("linkedin/tango.jsonl"):
        symbols = {Cell(row, col): "MS".index(symbol) for row, col, symbol in line["symbols"]}
        height, width = line["grid_size"]
        walls: dict[str, list[Edge]] = {"=": [], "x": []}
        for cell, neighbour, sign in line["walls"]:
            walls[sign].append((Cell(*cell), Cell(*neighbour)))
        puzzle = Tango(Grid.make(height, width, symbols.get), tuple(walls["="]), tuple(walls["x"]))
        solution = solve(puzzle)
        found.append(solution.grid)

        assert solution.unique
        if puzzle.shape == (6, 6):
            assert {solution.grid} == brute_force(puzzle)

    assert len(found) == 34


def test_archived_tangos() -> None:
    """Each board has exactly the recorded solution, even with every sign removed."""
    for line in real("tango_cc0.jsonl"):
        puzzle, expected = load(line["puzzle"]), Grid.parse(line["solution"])
        assert isinstance(puzzle, Tango)

        assert expected == solve(puzzle).grid
        assert expected == solve(Tango(puzzle.givens)).grid
        assert expected == solve(ThreeInARow(puzzle.givens)).grid


def test_real_three_in_a_rows() -> None:
    """Each board has the recorded solution, and is unique or not as recorded."""
    for line in real("three_in_a_row.jsonl"):
        puzzle = load(line["puzzle"])
        if line["unique"]:
            assert Grid.parse(line["solution"]) == solve(puzzle).grid
        else:
            with pytest.raises(NotUnique) as caught:
                solve(puzzle)

            assert puzzle.is_solved_by(caught.value.first)
            assert puzzle.is_solved_by(caught.value.second)


def test_boards_of_the_benchmark() -> None:
    """Each board of the benchmark has exactly the recorded solution."""
    path = ROOT / "tests" / "boards" / "boards.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    assert len(lines) == 66
    assert [line["solution"] for line in lines] == [solve(load(line["puzzle"])).grid.rows() for line in lines]


def test_import_is_light() -> None:
    """`import solvers` imports neither Z3 nor a browser nor a renderer."""
    program = "import sys, solvers; print(sorted({'z3', 'playwright', 'selectolax'} & set(sys.modules)))"
    said = run([sys.executable, "-c", program], cwd=ROOT, check=True).stdout

    assert said == "[]\n"


def test_every_plain_file_is_a_kind() -> None:
    """Each plain file in the folder is a kind."""
    plain = sorted(path.stem for path in (ROOT / "solvers").glob("*.py") if not path.stem.startswith("_"))

    assert plain == sorted(KINDS)
    assert {name: f"solvers.{name}" for name in plain} == {name: kind.__module__ for name, kind in KINDS.items()}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_rules_are_numbered(kind: type[Any]) -> None:
    """The docstring of a kind numbers its rules from 1."""
    words = [line.strip() for line in (kind.__doc__ or "").splitlines()]
    numbers = [int(line.partition(".")[0]) for line in words if line.partition(".")[0].isdigit()]

    assert numbers
    assert list(range(1, len(numbers) + 1)) == numbers


def test_rules_depend_on_shape_alone() -> None:
    """Two puzzles have equal rules and answers exactly if they have the same shape."""
    bare = Tango(Grid.make(4, 6))
    full = Tango(boards(4, 6)[0], equal=((Cell(0, 0), Cell(1, 0)),))

    assert list(bare.rules()) == list(full.rules())
    assert list(bare.answer()) == list(full.answer())
    assert bare.shape == full.shape != Tango(Grid.make(6, 4)).shape
    assert list(bare.rules()) != list(Tango(Grid.make(6, 4)).rules())
