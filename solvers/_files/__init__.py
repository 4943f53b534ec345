"""Puzzles as other programs and people write them; the drawings and objects of our own are read by `_core.model.files`.

What a text is: an address, a form that a kind knows (`in_text`), a table (`tables`), or one that is known and unread.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from itertools import islice, pairwise
from typing import Any

import msgspec

from solvers._core.families.latin import squarest
from solvers._core.model import files
from solvers._core.model.errors import BadPuzzle, TooLarge, quoted, times
from solvers._core.model.files import KIND_LINE, Kinds, named_kind
from solvers._core.model.grid import BLANK, BLANK_WORDS, Grid
from solvers._core.model.picture import RIM, Parts, parse_picture
from solvers._core.model.puzzle import GRIDS, Puzzle
from solvers._files import tables
from solvers._links import is_link
from solvers._links.links import load_link
from solvers._names import added

Tried = list[tuple[str | Parts, BadPuzzle]]
NAMELESS = ("nonogram", "sudoku")
"""The kinds that a text may be of without saying so."""
ITEM = re.compile(r"^\s*(?:[-*•]|\d+[.)]|[A-Za-z][\w #]*:)\s+|(?<=[\d.]{9})\s+[A-Za-z]\w*$")
"""What stands before an address, or a Sudoku in a line, in a list of some."""
OPERATIONS = dict.fromkeys("x×·∙", "*") | dict.fromkeys("÷:", "/") | dict.fromkeys("\u2212–", "-")
OTHER_KINDS = ("kind", "type", "genre", "variant", "name")
"""What other programs call the kind."""
SIZES = frozenset({"width", "columns", "cols", "height", "rows", "size"})
ASIDE = frozenset({"title", "author", "name", "id", "source", "date", "difficulty", "solution", "comment", "url"})
"""What says nothing about the rules of a board."""
UNREAD = {
    r"https?://\S*penpa-edit|m=(edit|solve)&p=": "an address of Penpa; export it for puzz.link, if that has the kind",
    r"https?://\S*(sudocle|sudokustudio|crackingthecryptic|sudokupad|f-puzzles|swaroopg92)": "an address of SudokuPad,"
    " f-puzzles or another editor; copy the 81 digits of a plain Sudoku instead",
    r"(?i)<(!doctype html|html|table|body|div|svg)\b": "a page, or a part of one; save it and use givens read",
    "SAVEFILE:41:": "a saved game of Simon Tatham's programs; copy its game ID instead (Game, Specific)",
    r"pzprv3|<\?xml[^>]*>\s*<puzzle\b": "a file of the editor of puzz.link or of kanpen; export the address instead",
}
"""What a text begins with that is of a known form and not read, what it is, and what would help."""


def read(text: str, wanted: str | None, kinds: Kinds) -> Puzzle:
    """Make the puzzle of a text that is a drawing or a form of others, of the kind `wanted` unless it names one."""
    name, drawn = named_kind(text, wanted)
    kind = None if name is None else files.kind_of(name, kinds)
    if not drawn.strip():
        raise BadPuzzle("the picture is empty")
    drawings, errors = tables.drawings(drawn, kind) if kind else iter(()), Tried()
    if kind and (puzzle := _drawn(islice(drawings, 1), kind, errors)):
        return puzzle
    if len(each := boards(text, kinds)) > 1:
        raise BadPuzzle(f"the text has {len(each)} boards, and one is read at a time")
    if len(each) == 1 and is_link(each[0]):
        return load_link(each[0], kinds, kind.KIND if kind else None)
    for value in _of_others(drawn, [kind] if kind else [kinds[form] for form in NAMELESS], named=kind is not None):
        return files.load(value, kinds)
    if kind is None:
        raise BadPuzzle(f"a drawn puzzle begins with a line like 'kind: tango', not {quoted(drawn.splitlines()[0])}")
    if puzzle := _drawn(drawings, kind, errors):
        return puzzle
    rimmed = [error for tried, error in errors if f" {RIM} " in repr(tried) and RIM not in drawn]
    is_list = tables.rectangular(tables.listed(drawn))
    if not is_list and (strange := tables.strange(drawn, lengths=not rimmed)):
        raise BadPuzzle(strange)
    tabled = errors[2:] if is_list or not re.search("[=|<>~%:]", drawn) else []
    raise min(rimmed or [error for _, error in tabled or errors], key=lambda error: " wide, not " in error.message)


def _drawn(drawings: Iterator[str | Parts], kind: type[Puzzle], errors: Tried) -> Puzzle | None:
    """Return the puzzle of the first drawing that is one; the others leave an error each."""
    for drawing in drawings:
        try:
            return files.load_picture(drawing, kind)
        except TooLarge:
            raise
        except BadPuzzle as error:
            errors.append((drawing, error))
    return None


def _of_others(text: str, kinds: Sequence[type[Puzzle]], *, named: bool) -> Iterator[dict[str, Any]]:
    """Yield the fields of a text in forms that others have for one of these kinds."""
    yield from ({"kind": kind.KIND, **found} for kind in kinds if (found := kind.in_text(text, named=named)))
    if words := unread(text):
        raise BadPuzzle(f"this is not read: {words}")
    for rows in filter(tables.rectangular, tables.tables([*filter(None, tables.lines_of(text))])):
        yield from ({"kind": kind.KIND, **found} for kind in kinds if (found := kind.in_rows(rows, named=named)))


def unread(text: str) -> str:
    """Say what a text is that is of a known form and not read; "" for other texts."""
    return next((words for form, words in UNREAD.items() if re.match(form, text.lstrip("\ufeff \n"))), "")


def boards(text: str, kinds: Kinds) -> list[str]:
    """Return the texts of the puzzles in a text that has several, in a form that holds one each; else nothing."""
    if "<opensudoku" in text[:1000]:
        return re.findall(r"<game\b[^>]*?\bdata=\"([^\"]*)\"", text)
    if files.is_object(text.lstrip().removeprefix("[")):
        value = files.parsed(text)
        return [msgspec.json.encode(one).decode() for one in value] if isinstance(value, list) else []
    starts = [found.start() for found in KIND_LINE.finditer(text)][1:]
    if starts:  # What stands before the first kind is its heading.
        return [text[start:end] for start, end in pairwise((0, *starts, len(text)))]
    kind, drawn = named_kind(text, None)
    lines = [ITEM.sub("", line) for line in drawn.splitlines() if tables.COMMENT.sub("", line).strip()]
    if lines and all(is_line(line, kinds) for line in lines):
        return lines
    found = tables.blocks(drawn)
    is_several = len(found) > 1 and all(map(tables.is_board, found))
    return [f"kind: {kind}\n{board}" if kind else board for board in found if is_several]


def is_line(text: str, kinds: Kinds) -> bool:
    """Return whether a line is a puzzle by itself: an address, read or not, or a Sudoku that needs no name."""
    is_address = text.lstrip().startswith("http") and len(text.split()) == 1
    return is_link(text) or (is_address and unread(text) != "") or bool(kinds["sudoku"].in_text(text, named=False))


def in_rows(marks: Any) -> Grid:  # noqa: ANN401 - any JSON value
    """Return marks that are written a row after the other: in a list, as JSON, or as a text with lines or `/`."""
    if isinstance(marks, str):
        marks = files.parsed(marks) if marks.lstrip()[:1] == "[" else re.split("[/\n]", marks.strip())
    return Grid.parse(marks)


def in_drawing(text: str, puzzle: Puzzle) -> Grid:
    """Return the marks in a drawing of a puzzle; raises `BadPuzzle` for one that is not of this puzzle."""
    picture = parse_picture(named_kind(text, None)[1].strip("\n"), puzzle.MOST_CELLS)
    if (picture.height, picture.width) != (puzzle.board.height, puzzle.board.width):
        size = f"{puzzle.board.height}×{puzzle.board.width}"
        raise BadPuzzle(f"the drawing of the marks is {picture.height}×{picture.width}, and the puzzle {size}")
    grid = puzzle.grid_of(puzzle.assigned_in(picture))
    shown, plain = puzzle.picture(grid).glyphs, puzzle.picture().glyphs
    for cell, glyph in picture.glyphs.items():
        if glyph not in {shown.get(cell), plain.get(cell)}:
            raise BadPuzzle(f"{cell} of the marks holds {glyph.text!r}, which is no mark of this puzzle")
    return grid


def load_usual(value: Mapping[str, Any], kinds: Kinds) -> Puzzle:
    """Make the puzzle of an object with sizes, blanks, signs, regions and keys as people write them."""
    made = {str(key).lower(): field for key, field in value.items()}
    if isinstance(made.get("cols"), list):
        made["columns"] = made.pop("cols")
    names = [made.pop(key) for key in OTHER_KINDS if isinstance(made.get(key), str) and made[key] in kinds]
    if len({kinds[name] for name in names}) != 1:
        return files.load(value, kinds)
    kind = kinds[names[0]]
    own = files.names_of_fields(kind)
    needed = {at.name for at in fields(kind) if at.default is at.default_factory is MISSING}  # type: ignore[arg-type] # every kind is a dataclass
    sizes = {key: made.pop(key) for key in [*made] if key in SIZES and (type(made[key]) is int or key not in own)}
    aside = {key: made.pop(key) for key in [*made] if key in ASIDE and key not in own}
    others = [key for key in made if key not in own]
    grids = [key for key in own if own[key] in needed and key in GRIDS | {"regions"} and key not in made]
    if len(others) == len(grids) == 1:
        made[grids[0]] = made.pop(others[0])
    for key, rows in made.items():
        if key in {"rows", "columns"} and isinstance(rows, list):
            numbers = [(line, re.fullmatch(r"[\d\s]*", str(line), re.ASCII)) for line in rows]
            made[key] = [[*map(int, found[0].split())] if found else line for line, found in numbers]
        elif key in {"regions", "cages", *GRIDS} and isinstance(rows, list | str):
            lines = rows.split("\n") if isinstance(rows, str) and "\n" in rows else tables.squared(rows)
            made[key] = [_usual(row, key, kind.SPELLED) for row in lines]
    if "box" in own and isinstance(rows := made.get("givens"), list):
        made.setdefault("box", squarest(len(rows)))
    puzzle = files.load({"kind": kind.KIND, **added(*names), **made}, kinds)
    height, width = puzzle.board.height, puzzle.board.width
    for key, size in sizes.items():
        sides = [[height, width], [width, height], height if height == width else None]
        if size not in (sides if key == "size" else [height if key in {"height", "rows"} else width]):
            raise BadPuzzle(f"{key}: {size}, but the board has {times(height, 'row')} and {times(width, 'column')}")
    if aside:
        logging.getLogger("givens").warning("note: %s, which is left aside", ", ".join(aside))
    return puzzle


def _usual(row: Any, name: str, spelled: Mapping[str, str]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a row of a board, or a cage, as our objects have it."""
    if name == "cages" and isinstance(row, dict):
        return {key: OPERATIONS.get(str(value), value) if key == "operation" else value for key, value in row.items()}
    if isinstance(row, list) and all(mark is None or type(mark) in {str, int} for mark in row):
        words = [str(mark).strip() for mark in row]
        row = words if name == "regions" else " " + " ".join(BLANK if word in BLANK_WORDS else word for word in words)
    is_board = isinstance(row, str) and name != "regions"
    return "".join(spelled.get(sign, sign) for sign in row) if is_board else row
