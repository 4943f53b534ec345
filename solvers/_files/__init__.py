"""Puzzles as other programs and people write them; the drawings and objects of our own are read by `_core.model.files`.

What a text is: an address, a form that a kind knows (`in_text`), a table (`tables`), or one that is known and unread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields as dataclass_fields
from typing import Any

import msgspec

from solvers._core.families.boxes import squarest
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.files import Kinds, load, load_picture, parsed, told_kind
from solvers._core.model.grid import BLANK, BLANK_WORDS, Grid
from solvers._core.model.picture import RIM, parse_picture
from solvers._core.model.puzzle import GRIDS, Puzzle
from solvers._files import tables
from solvers._files.unread import check_known

FORMS = ("nonogram", "sudoku")
"""The kinds that a text may be of without saying so."""
OPERATIONS = dict.fromkeys("x×·∙", "*") | dict.fromkeys("÷:", "/") | dict.fromkeys("\u2212–", "-")
OTHER_FIELDS = frozenset({"board", "grid", "puzzle", "cells", "clues", "problem"})
"""What other programs call the rows of a board."""


def read(text: str, kind: str | None, kinds: Kinds) -> Puzzle | None:
    """Make the puzzle of a text in one of these forms, None for other texts; raises `BadPuzzle` for a known form.

    `kind` is the name of the kind, None if nobody has told it.
    """
    if len(each := boards(text)) > 1:
        raise BadPuzzle(f"the text has {len(each)} boards, and one is read at a time")
    told, names = kind is not None, (kind,) if kind else FORMS
    found = [(name, kinds[name].in_text(text, told=told)) for name in names]
    if not any(fields for _, fields in found):
        check_known(text)
        tabled = filter(tables.rectangular, tables.tables(tables.lines_of(text)))
        found = [(name, kinds[name].in_rows(rows, told=told)) for rows in tabled for name in names]
    if fields := next(({"kind": name, **fields} for name, fields in found if fields), None):
        return load(fields, kinds)
    errors, rimmed = list[BadPuzzle](), list[BadPuzzle]()
    for drawn in tables.drawings(text, kinds[kind]) if kind else ():
        try:
            return load_picture(drawn, kinds, kind)
        except BadPuzzle as error:
            (rimmed if f" {RIM} " in drawn and RIM not in text else errors).append(error)
    if rimmed:
        raise rimmed[0]
    if errors and (strange := tables.strange(text)):
        raise BadPuzzle(strange)
    if len(errors) > 1 and not re.search("[=|<>~%:]", text):
        raise errors[1]
    return None


def boards(text: str) -> list[str]:
    """Return the texts of the puzzles in a text that has several, in a form that holds one each; else nothing."""
    if "<opensudoku" in text[:1000]:
        return re.findall(r"<game\b[^>]*?\bdata=\"([^\"]*)\"", text)
    if re.match(r"\s*\[\s*\{\s*\"", text):
        value = parsed(text)
        return [msgspec.json.encode(one).decode() for one in value] if isinstance(value, list) else []
    return tables.boards(text)


WRITERS = {
    "sdm": ("sudoku", ""),
    "non": ("nonogram", ""),
    "sudokuwiki": ("sudoku", "https://www.sudokuwiki.org/sudoku.htm?bd="),
}
"""The forms that are written, too: each with its kind, and what stands before the text."""


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


def usual(fields: Mapping[str, Any], kinds: Kinds) -> dict[str, Any]:
    """Return an object without what people write otherwise: sizes, blanks, signs, regions by numbers or colours."""
    made = {"columns" if key == "cols" else key: fields[key] for key in fields if key not in {"width", "height"}}
    kind = made.get("kind")
    spelled = kinds[kind].SPELLED if isinstance(kind, str) and kind in kinds else {}
    own = {at.name for at in dataclass_fields(kinds[kind])} if isinstance(kind, str) and kind in kinds else set()  # type: ignore[arg-type] # every kind is a dataclass
    others = [key for key in made if key in OTHER_FIELDS - own]
    if len(grids := [key for key in own if key in GRIDS - {*made}]) == len(others) == 1:
        made[grids[0]] = made.pop(others[0])
    for name, rows in made.items():
        if name in {"rows", "columns"} and isinstance(rows, list):
            made[name] = [[] if line in (0, "0", "") else line for line in rows]
        elif name in {"regions", "cages", *GRIDS} and isinstance(rows, list | str):
            made[name] = [_usual(row, name, spelled) for row in (rows.split("\n") if isinstance(rows, str) else rows)]
    if "box" in own and isinstance(rows := made.get("givens"), list):
        made.setdefault("box", squarest(len(rows)))
    return made


def _usual(row: Any, name: str, spelled: Mapping[str, str]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a row of a board, or a cage, as our objects have it."""
    if name == "cages" and isinstance(row, dict):
        return {key: OPERATIONS.get(str(value), value) if key == "operation" else value for key, value in row.items()}
    if isinstance(row, list) and all(mark is None or type(mark) in {str, int} for mark in row):
        words = [str(mark).strip() for mark in row]
        row = words if name == "regions" else " " + " ".join(BLANK if word in BLANK_WORDS else word for word in words)
    is_board = isinstance(row, str) and name != "regions"
    return "".join(spelled.get(sign, sign) for sign in row) if is_board else row
