"""3-in-a-Row, Tango and Binairo against brute force, published counts and real boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from string import ascii_uppercase
from typing import Any, TypeVar

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import (
    Binairo,
    Cell,
    Clue,
    Grid,
    NoSolution,
    NotUnique,
    Patch,
    Patches,
    Puzzle,
    Queens,
    Solution,
    Sudoku,
    Tango,
    ThreeInARow,
    Zip,
    load,
    solutions,
    solve,
)
from solvers import solutions as find
from solvers._core.model.edges import edges
from tests import ROOT, SHARED
from tests.brute import check, check_verdict, common
from tests.tiers import LONG, TIER, examples, long, spread

REAL = SHARED / "puzzles"
T = TypeVar("T")
SHAPES = [(2, 2), (2, 4), (4, 2), (4, 4), (4, 6), *long((6, 4), (6, 6))]


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


def brute_force(puzzle: Tango) -> set[Grid]:
    """Return every solution, by trying every board."""
    marks = list(puzzle.givens.marked())
    return {
        board
        for board in boards(puzzle.givens.height, puzzle.givens.width)
        if all(board[cell] == value for cell, value in marks)
        and all(board[cell] == board[neighbour] for cell, neighbour in puzzle.equal)
        and all(board[cell] != board[neighbour] for cell, neighbour in puzzle.opposite)
    }


@st.composite
def tangos(draw: st.DrawFn) -> Tango:
    """Draw marks and signs that hold on a full board, at most two of them falsified."""
    truth = draw(st.sampled_from(boards(*draw(st.sampled_from(SHAPES)))))
    marks = _some(draw, list(truth.cells()))
    signs = _some(draw, list(edges(truth)))
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


@examples(300, quick=20)
@given(tangos())
def test_brute_force(puzzle: Tango) -> None:
    """Z3 and brute force agree on the only solution, on the forced cells of several, or on contradicting clues."""
    expected = brute_force(puzzle)
    event(str(min(2, len(expected))))
    try:
        answer: Solution | NoSolution | NotUnique = solve(puzzle)
    except (NoSolution, NotUnique) as error:
        answer = error

    assert expected == {*filter(puzzle.is_solved_by, boards(puzzle.givens.height, puzzle.givens.width))}
    match answer:
        case NoSolution(core=clues):
            core = only(puzzle, clues)

            assert set() == expected == brute_force(core)
            assert tuple(clues) == tuple(core.clues())
            for clue in clues:
                assert set() != brute_force(only(puzzle, [other for other in clues if other != clue]))
        case NotUnique(first=first, second=second, forced=forced):
            assert first != second
            assert {first, second} <= expected
            assert common(expected) == forced
        case Solution(grid=grid, unique=unique):
            assert expected == {grid}
            assert unique


@pytest.mark.parametrize(("size", "count"), [(2, 2), (4, 90), *long((6, 11222))])
def test_counts_on_empty_boards(size: int, count: int) -> None:
    """The number of solutions is the published one, also by brute force."""
    assert count == check(ThreeInARow(Grid.make(size, size)), boards(size, size))


def test_forced_cells_without_listing_all_solutions() -> None:
    """The forced cells of a board are found even if it has too many solutions to list."""
    givens = Grid.make(14, 14, {Cell(0, 0): 1, Cell(0, 1): 1}.get)
    with pytest.raises(NotUnique) as caught:
        solve(ThreeInARow(givens))

    assert [(Cell(0, 0), 1), (Cell(0, 1), 1), (Cell(0, 2), 0)] == list(caught.value.forced.marked())


def test_words_of_a_contradiction() -> None:
    """The message names the contradicting clues, in the order of the board."""
    signs = (Cell(0, 0), Cell(0, 1)), (Cell(0, 1), Cell(0, 2)), (Cell(4, 4), Cell(4, 5))
    with pytest.raises(NoSolution) as caught:
        solve(Tango(Grid.parse(["1.....", "......", "...0..", "......", "......", "......"]), signs))

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

    doubt = len([*caught.value.forced.blanks()])

    assert f"several solutions: {doubt} of 16 cells are in doubt (R1C2, R1C3, R1C4 …)" == str(caught.value)
    with pytest.raises(NotUnique, match="1 of 1 cell is in doubt"):
        solve(load({"kind": "off_by_one_sums", "rows": [[2]], "columns": [[2]], "highest": 3}))


def real(name: str) -> list[dict[str, Any]]:
    """Return the real puzzles of a file, or skip the test."""
    path = REAL / name
    if not path.exists():
        pytest.skip(f"the real puzzles are not here ({name}): their licences do not let us ship them")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def tango_of(saved: Mapping[str, Any]) -> Tango:
    """Return the Tango in the JSON beside a saved page."""
    marks = {Cell(row, col): {"M": 0, "S": 1}[mark] for row, col, mark in saved["symbols"]}
    signs: dict[str, list[tuple[Cell, Cell]]] = {"=": [], "x": []}
    for first, second, sign in saved["walls"]:
        signs[sign].append((Cell(*first), Cell(*second)))
    return Tango(
        Grid.make(saved["grid_size"][0], saved["grid_size"][1], marks.get), tuple(signs["="]), tuple(signs["x"])
    )


def patches_of(saved: Mapping[str, Any]) -> Patches:
    """Return the Patches in the JSON beside a saved page."""
    shapes: Mapping[str, Any] = {"free": "any", "square": "square", "V_rect": "tall", "H_rect": "wide"}
    clues = (Patch(Cell(clue["y"], clue["x"]), shapes[clue["type"]], clue["size"]) for clue in saved["clues"])
    return Patches((saved["grid_size"][0], saved["grid_size"][1]), tuple(clues))


def mini_sudoku_of(saved: Mapping[str, Any]) -> Sudoku:
    """Return the Mini Sudoku in the JSON beside a saved page; its boxes have two rows and three columns."""
    return Sudoku((2, 3), Grid(saved["cells"]))


def zip_of(saved: Mapping[str, Any]) -> Zip:
    """Return the Zip in the JSON beside a saved page."""
    numbers = {Cell(node["row"], node["col"]): node["id"] for node in saved["nodes"]}
    walls = tuple((Cell(*first), Cell(*second)) for first, second in saved["walls"])
    return Zip(Grid.make(saved["grid_size"][0], saved["grid_size"][1], numbers.get), walls)


def queens_of(saved: Mapping[str, Any]) -> Queens:
    """Return the regions in the JSON beside a saved page, which does not list the two given queens of guests."""
    return Queens(tuple("".join(ascii_uppercase[region] for region in row) for row in saved["board"]))


PUZZLE_OF: Mapping[str, Callable[[Mapping[str, Any]], Puzzle]] = {
    "minisudoku": mini_sudoku_of,
    "tango": tango_of,
    "patches": patches_of,
    "queens": queens_of,
    "zip": zip_of,
}
"""The function that reads the JSON beside a saved page, by the name of the page's file."""


@pytest.mark.parametrize("name", PUZZLE_OF)
def test_linkedin(name: str) -> None:
    """Each of LinkedIn's boards has one solution, but Patches of two days; the quick tier solves some."""
    lines = real(f"linkedin/{name}.jsonl")
    several = {"2026-07-14": {2, 3}, "2026-07-15": {2, 3}} if name == "patches" else {}

    assert len(lines) >= 33
    for line in spread(lines, of=6):
        found = solutions(PUZZLE_OF[name](line), limit=4)

        assert found.complete
        assert len(found.grids) in several.get(line.get("date"), {1})


def test_archived_tangos() -> None:
    """Each board has exactly the recorded solution, even with every sign removed."""
    for line in spread(real("tango_cc0.jsonl"), of=8):
        puzzle, expected = load(line["puzzle"]), Grid.parse(line["solution"])
        assert isinstance(puzzle, Tango)

        assert (
            expected == solve(puzzle).grid == solve(Tango(puzzle.givens)).grid == solve(ThreeInARow(puzzle.givens)).grid
        )


def test_real_three_in_a_rows() -> None:
    """Each board has the recorded solution, and is unique or not as recorded."""
    for line in real("three_in_a_row.jsonl"):
        puzzle = load(line["puzzle"])
        grids = find(puzzle, limit=2).grids

        assert line["unique"] == (len(grids) == 1)
        assert all(map(puzzle.is_solved_by, grids))
        assert not line["unique"] or Grid.parse(line["solution"]) == grids[0]


def test_boards_of_the_benchmark() -> None:
    """Each board of the benchmark has exactly the recorded solution."""
    path = ROOT / "tests" / "boards" / "boards.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    assert len(lines) == 66
    for line in spread(lines, of=6):
        assert line["solution"] == solve(load(line["puzzle"])).grid.rows()


SHAPES_BINAIRO = [(2, 2), (2, 4), (4, 4), (6, 4), *long((6, 6))]


@cache
def binairos(height: int, width: int) -> list[Grid]:
    """Return every full board."""

    def is_binairo(board: Grid) -> bool:
        rows, columns = {*board.values}, {*zip(*board.values, strict=True)}
        return (len(rows), len(columns)) == (height, width)

    return [*filter(is_binairo, boards(height, width))]


@st.composite
def puzzles(draw: st.DrawFn) -> Binairo:
    """Draw marks of a board that obeys all rules except the one on equal lines; the puzzle need not have a solution."""
    height, width = draw(st.sampled_from(SHAPES_BINAIRO))
    truth = draw(st.sampled_from(boards(height, width)))
    shown = draw(st.sets(st.sampled_from(list(truth.cells()))))
    return Binairo(Grid.make(height, width, lambda cell: truth[cell] if cell in shown else None))


@examples(150)
@given(puzzles())
def test_brute_force_of_binairo(puzzle: Binairo) -> None:
    """Z3, the plain check and brute force agree on the only solution, on two of several, or that there is none."""
    shape = puzzle.givens.height, puzzle.givens.width
    expected = [board for board in binairos(*shape) if puzzle.givens.agrees_with(board)]

    assert expected == [board for board in boards(*shape) if puzzle.is_solved_by(board)]
    check_verdict(puzzle, expected)


@pytest.mark.parametrize(("size", "count"), [(2, 2), (4, 72), *long((6, 4140))])
def test_counts_on_empty_boards_of_binairo(size: int, count: int) -> None:
    """The number of solutions is the published one (OEIS A253316), also by brute force."""
    assert count == check(Binairo(Grid.make(size, size)), binairos(size, size))


def test_rectangles_of_binairo() -> None:
    """A rotated board has as many solutions."""
    assert check(Binairo(Grid.make(6, 4)), binairos(6, 4)) == len(solutions(Binairo(Grid.make(4, 6))).grids)


def test_rules_of_binairo() -> None:
    """A rule names the cells of two lines."""
    *_, rule = Binairo(Grid.make(4, 6)).rules()

    assert ("columns 5 and 6 are not alike", Cell(3, 5)) == (rule.words, rule.cells[-1])


def test_real_binairos() -> None:
    """Each board has exactly the recorded solution; the quick tier solves some."""
    boards = real("binairo.jsonl")

    assert len(boards) == 410
    for line in boards[:: 1 if TIER == LONG else 25]:
        assert line["solution"] == solve(load(line["puzzle"])).grid.rows()
