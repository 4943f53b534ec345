"""Marks of a person, in every form: what is drawn is read back, and the wrong ones are named."""

from __future__ import annotations

import re
from typing import Any

import pytest

from solvers import BadPuzzle, Cell, Grid, Place, Puzzle, check, load, load_marks, place_name
from solvers._core.model.files import dump_picture
from solvers._core.model.picture import picture_text
from tests.solvers.test_kinds import LINES, OF_KIND, PUZZLES, of_families
from tests.tiers import first

WHOLE = {"patches", "zip"}
"""The kinds whose marks are drawn as pieces or as one path, not cell by cell."""


@pytest.mark.parametrize("kind", of_families(1))
def test_drawings(kind: str) -> None:
    """The drawing of a solution, or of a part of it, holds its marks, and that of a blank board none."""
    for name in first(OF_KIND[kind]):
        puzzle, solution = PUZZLES[name], Grid.parse(LINES[name]["solution"])
        places = puzzle.assignment(solution)
        half = {place: value for at, (place, value) in enumerate(places.items()) if at % 2}
        for grid in (solution, solution if kind in WHOLE else puzzle.grid_of(half)):
            drawn = f"kind: {kind}\n{picture_text(puzzle.picture(grid))}"
            wanted, found = (check(puzzle, marks).entered for marks in (grid, load_marks(drawn, puzzle)))
            shown, plain = puzzle.picture(grid).glyphs, puzzle.picture().glyphs
            unseen: set[Place] = {cell for cell, glyph in plain.items() if shown.get(cell) == glyph}
            unseen |= {place for place, value in wanted.items() if not (value or puzzle.in_cells or kind == "pips")}
            unseen |= {place for place in wanted if kind == "pips" and place not in found}

            assert found.items() <= wanted.items()
            assert wanted.keys() - found.keys() <= unseen
        assert not check(puzzle, load_marks(dump_picture(puzzle), puzzle)).entered


SUDOKU = load({"kind": "sudoku", "box": [2, 2], "givens": ["1...", ".4..", "..4.", "...3"]})
TANGO = load({"kind": "tango", "givens": ["1...", "....", "....", "...."]})
SLANT = load({"kind": "slant", "points": ["...", ".1.", "..."]})


@pytest.mark.parametrize(
    ("puzzle", "marks", "rows"),
    [
        (SUDOKU, "12../..../..../....", ["12..", "....", "....", "...."]),
        (SUDOKU, "12..\n....\n....\n....\n", ["12..", "....", "....", "...."]),
        (SUDOKU, '["12..", "....", "....", [null, null, null, 3]]', ["12..", "....", "....", "...3"]),
        (SUDOKU, ["12..", "....", "....", "...."], ["12..", "....", "....", "...."]),
        (SUDOKU, "1200000000000000", ["12..", "....", "....", "...."]),
        (SUDOKU, "1 2|0 0\n0 0|0 0\n---+---\n0 0|0 0\n0 0|0 0", ["12..", "....", "....", "...."]),
        (TANGO, "S M . .\n. . . .\n. . . .\n. . . M", ["10..", "....", "....", "...0"]),
        (TANGO, "kind: Tango\n1 0 . .\n. . . .\n. . . .\n. . . .", [".0..", "....", "....", "...."]),
        (SLANT, "1 .\n. 0\n\npoints:\n. . .\n. 1 .\n. . .", ["1.", ".0"]),
    ],
)
def test_forms(puzzle: Puzzle, marks: Any, rows: list[str]) -> None:  # noqa: ANN401 - a text or a list
    """Marks are rows, a drawing, or what people write otherwise."""
    assert rows == load_marks(marks, puzzle).rows()


@pytest.mark.parametrize(
    ("puzzle", "marks", "words"),
    [
        (SUDOKU, "15../..../..../....", "R1C2 holds 5, which no cell of sudoku can"),
        (SUDOKU, "12/..", "the marks have 2 rows and 2 columns, and a solution 4 rows"),
        (SUDOKU, "kind: sudoku\n1 2\n. .", "the drawing of the marks is 2×2, and the puzzle 4×4"),
        (SUDOKU, "kind: sudoku\n1 7 . .\n. . . .\n. . . .\n. . . .", "R1C2 of the marks holds '7'"),
        (SUDOKU, "[1, 2", "the text is not JSON"),
        (SUDOKU, "kind: tango\n1 0\n0 1", "the marks are drawn on a puzzle of kind tango, not on one of kind sudoku"),
    ],
)
def test_bad_marks(puzzle: Puzzle, marks: str, words: str) -> None:
    """Marks that are none are refused in a sentence."""
    with pytest.raises(BadPuzzle, match=re.escape(words)):
        load_marks(marks, puzzle)


def test_text() -> None:
    """`load` takes a text in any form, too: JSON, a drawing, an address, a line of signs; broken JSON is named."""
    for text in (
        '{"kind": "tango", "givens": ["10..", "....", "....", "...."]}',
        "kind: tango\n1 0 . .\n. . . .\n. . . .\n. . . .",
        "kind: tango\nS M . .\n. . . .\n. . . .\n. . . .",
    ):
        assert ["10..", "....", "....", "...."] == load(text).given_marks.rows()  # type: ignore[union-attr]
    assert "norinori" == load("https://puzz.link/p?norinori/5/5/cag4ocjo").KIND
    assert "sudoku" == load("1" + 80 * ".").KIND
    assert "nonogram" == load("rows\n1\n\ncolumns\n1\n").KIND
    assert ["1...", "....", "....", "...."] == load("1" + 15 * "0", "sudoku").given_marks.rows()  # type: ignore[union-attr]
    with pytest.raises(BadPuzzle, match="the text is not JSON"):
        load('{"kind": ')


SEVERAL = {"kind": "tango", "givens": ["1...", "..0.", ".1..", "...."], "equal": [["R1C2", "R1C3"]], "opposite": []}
"""A board with three solutions, whose first row is 1001 in all."""


@pytest.mark.parametrize("kind", of_families(2))
def test_every_kind_is_checked(kind: str) -> None:
    """The solution is right, and so is its beginning; a changed mark is found, and what came after it is counted."""
    name = max(OF_KIND[kind], key=lambda name: PUZZLES[name].board.height * PUZZLES[name].board.width)
    puzzle, solution = PUZZLES[name], Grid.parse(LINES[name]["solution"])
    marked = [cell for cell, _ in solution.marked()]
    begun = marked[: len(marked) // 2]
    beginning = Grid.make(solution.height, solution.width, {cell: solution[cell] for cell in begun}.get)

    whole, half = check(puzzle, solution), check(puzzle, beginning)

    assert ((), 0, "one") == (whole.wrong, whole.left, whole.answers)
    assert ((), "one") == (half.wrong, half.answers)
    if not all(isinstance(place, Cell) for place in puzzle.choices()):
        return
    given = puzzle.given_marks
    choices = puzzle.choices()
    cell = next(cell for cell in begun if (given is None or given[cell] is None) and len(choices[cell]) > 1)
    other = next(value for value in choices[cell] if value != solution[cell])
    changed = {at: solution[at] for at in begun} | {cell: other}

    found = check(puzzle, Grid.make(solution.height, solution.width, changed.get), order=begun)

    after = len(found.entered) - 1 - [*found.entered].index(cell)
    assert ((cell,), "none", after) == (found.wrong, found.answers, found.after)


def test_path_is_checked() -> None:
    """The marks of a path come in its order."""
    puzzle, solution = PUZZLES["zip:3"], Grid.parse(LINES["zip:3"]["solution"])
    path = [cell for _, cell in sorted((number, cell) for cell, number in solution.marked())]
    at, off = next((at, cell) for at in range(2, len(path)) for cell in path[at - 1].around() if cell in path[at + 1 :])
    marks = {cell: number for number, cell in enumerate([*path[:at], off], start=1)}

    found = check(puzzle, Grid.make(solution.height, solution.width, marks.get))

    assert 0 == found.after
    assert {path[at - 1], off} == {*map(Cell.parse, place_name(found.wrong[0]).split("-"))}


@pytest.mark.parametrize(
    ("rows", "order", "words", "answers"),
    [
        ("..../..../..../....", "", "right so far: no mark", "several"),
        ("1001/..../..../....", "", "right so far: 3 marks", "several"),
        ("..../0.../..../....", "", "right so far: 1 mark", "one"),
        ("..../00../..../....", "", "wrong: R2C1, R2C2 (2 of 2 marks)", "none"),
        ("..1./1.../..../....", "R2C1 R1C3", "the first wrong mark is R1C3; no mark came after it", "none"),
        ("..1./1.../..../....", "R1C3 R2C1", "the first wrong mark is R1C3; 1 of 2 marks came after it", "none"),
    ],
)
def test_several_solutions(rows: str, order: str, words: str, answers: str) -> None:
    """Marks of a puzzle with several solutions are right if one of them has all, and may leave only one."""
    cells = [Cell.parse(name) for name in order.split()]

    found = check(load(SEVERAL), Grid.parse(rows.split("/")), order=cells)

    assert (words, answers) == (found.words, found.answers)
