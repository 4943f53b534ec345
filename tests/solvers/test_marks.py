"""Marks in every form in which people have them: what is drawn is read back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from solvers import BadPuzzle, Grid, check, load, load_marks
from solvers._core.model.files import dump_picture
from solvers._core.model.picture import picture_text
from tests.solvers.test_kinds import LINES, OF_KIND, PUZZLES, of_families
from tests.tiers import first

if TYPE_CHECKING:
    from solvers import Place, Puzzle
    from tests.conftest import Givens

WHOLE = {"patches"}
"""The kinds whose marks are drawn as pieces, not cell by cell."""


@pytest.mark.parametrize("kind", of_families(2))
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


def test_command(givens: Givens) -> None:
    """What `draw` writes is what `check` takes."""
    givens("generate", "slitherlink", "--size", "4", "--json", "-o", "p.json")
    givens("draw", "p.json", "-o", "mine.txt", "--solution")
    done = givens("check", "p.json", "--marks", "mine.txt")

    assert (0, True) == (done.returncode, "right so far" in done.stdout), done.stdout + done.stderr


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
