"""Puzzles as other programs and people write them: a reader for each form, which returns the JSON object of a puzzle.

A reader returns None for a text of another form; the drawings and objects of our own are read by `_core.model.files`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.files import parsed, told_kind
from solvers._core.model.grid import Grid
from solvers._core.model.picture import parse_picture
from solvers._core.model.puzzle import Puzzle
from solvers._files import drawn, nonograms, sudokus
from solvers._files.unread import check_known

READERS = (nonograms.non, sudokus.hodoku, sudokus.line, sudokus.grid, drawn.regions, drawn.marks)

WRITERS = {"sdm": ("sudoku", sudokus.signs), "non": ("nonogram", nonograms.lists)}
"""The forms that are written, too: each with its kind."""


def read(text: str, kind: str | None) -> dict[str, Any] | None:
    """Return the object of a puzzle in one of these forms, None for other texts; raises `BadPuzzle` for a known form.

    `kind` is the name of the kind, None if nobody has told it.
    """
    if (in_address := sudokus.address(text, kind)) is not None:
        return in_address
    check_known(text)
    return next((fields for reader in READERS if (fields := reader(text, kind)) is not None), None)


def in_rows(marks: str | Sequence[Any]) -> Grid:
    """Return marks that are written a row after the other: in a list, as JSON, or as a text with lines or `/`."""
    if not isinstance(marks, str):
        return Grid.parse(marks)
    rows: Any = parsed(marks) if marks.lstrip().startswith("[") else marks.strip().split("/" if "/" in marks else "\n")
    return Grid.parse(rows)


def in_drawing(text: str, puzzle: Puzzle) -> Grid:
    """Return the marks in a drawing of a puzzle; raises `BadPuzzle` for one that is not of this puzzle."""
    picture = parse_picture(told_kind(text, None)[1].strip("\n"), puzzle.MOST_CELLS)
    if (picture.height, picture.width) != (puzzle.board.height, puzzle.board.width):
        size = f"{picture.height}×{picture.width}, and the puzzle {puzzle.board.height}×{puzzle.board.width}"
        raise BadPuzzle(f"the drawing of the marks is {size}")
    grid = puzzle.grid_of(puzzle.assigned_in(picture))
    shown, plain = puzzle.picture(grid).glyphs, puzzle.picture().glyphs
    for cell, glyph in picture.glyphs.items():
        if glyph not in {shown.get(cell), plain.get(cell)}:
            raise BadPuzzle(f"{cell} of the marks holds {glyph.text!r}, which is no mark of this puzzle")
    return grid


def usual(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object without what people write otherwise: sizes, 0 for no run, regions by numbers or colours."""
    made = {key: value for key, value in fields.items() if key not in {"width", "height"}}
    if isinstance(rows := made.get("regions"), list):
        made["regions"] = drawn.lettered([[*row] if isinstance(row, str) else row for row in rows]) or rows
    for name in ("rows", "columns"):
        if isinstance(lines := made.get(name), list):
            made[name] = [[] if line in (0, "0", "") else line for line in lines]
    return made
