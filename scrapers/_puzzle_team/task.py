"""Decode the task, the text in the page's script from which it draws its board.

Where Simon Tatham's Portable Puzzle Collection has the puzzle, the task is its game description, letter by letter:
`unequal.c` (Futoshiki, Renzoku), `tents.c`, `galaxies.c`, `dominosa.c`, `lightup.c`, `singles.c` (Hitori), `range.c`
(Kurodoko), `rect.c` (Shikaku), `pattern.c` (Nonograms), `towers.c` (Skyscrapers), `slant.c`, `loopy.c`, `bridges.c`
and `pearl.c` (Masyu).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from scrapers._errors import ReadError
from scrapers._reading.statements import COLUMN, ROW, Groups, in_order, line, spot
from solvers import BadPuzzle, Cell
from solvers._links.codes import Code, Decimals, Text, fixed, read_values, until
from solvers._links.ids import BRACKETED, GAP, LETTERS, SIGNS

Options = ParamSpec("Options")
Size = tuple[int, int]
Task = Callable[[str, Size], "Groups"]
"""Decodes a text for a board of so many rows and columns; raises `ReadError`."""


def with_options(decode: Callable[Concatenate[str, Size, Options], Groups]) -> Callable[Options, Task]:
    """Let a decoder be declared by its options: it is then called with a text and a size alone."""

    @wraps(decode)
    def declared(*args: Options.args, **options: Options.kwargs) -> Task:
        return lambda task, size: decode(task, size, *args, **options)

    return declared


def bad(task: str, why: str) -> ReadError:
    """Return an error about a task."""
    return ReadError(f"the task of the page, {task[:60]!r}, {why}", selector="script")


@with_options
def cells(
    task: str, size: Size, name: str = "number", letters: Mapping[str, int] | None = None, digits: int = 1
) -> Groups:
    """Decode numbers in cells, row by row: letters from `a` on skip cells; only after `z` may another follow.

    `letters` stand for values of their own. A number has up to so many `digits`; `_` may stand between values.
    """
    if skips := re.search("([a-y])([a-z])", task):
        last, skip = skips.groups()
        raise bad(task, f"skips cells by {last!r} and again by {skip!r}: the site has altered it for programs")
    codes = fixed(letters or {}), Decimals(digits), GAP
    return {name: _read(re.sub(r"_(?!\d)", "", task), size, cells_of(size), *codes)}


def centres(task: str, size: Size) -> Groups:
    """Decode centres of areas on the doubled board without its rim: a letter skips places, `z` alone has no centre."""
    height, width = (2 * side for side in size)
    places = [Cell(row, col) for row in range(1, height) for col in range(1, width)]
    found = _read(task, size, places, until(LETTERS, value=True), missing=len(places))
    return {"centre": {spot(*cell): cell for cell in found}}


def characters(task: str, size: Size) -> Groups:
    """Decode one character for each cell: a digit, a letter from `a` on for 10, from `A` on for 36, `.` for none."""
    return {"number": _read(task, size, cells_of(size), fixed(SIGNS | {".": None}, "a digit, a letter or ."))}


def bracketed(task: str, size: Size) -> Groups:
    """Decode a number for each cell: a digit, or several in brackets."""
    return {"number": _read(task, size, cells_of(size), BRACKETED)}


@with_options
def cells_after(task: str, size: Size, name: str, value: int) -> Groups:
    """Decode run-length positions: a-y skip 1-25 cells and mark the next, `_` marks at once, z only skips 25.

    The last letter may mark the place after the last cell.
    """
    found = _read(task, size, [*cells_of(size), "the end"], until(f"_{LETTERS}", value), missing=1)
    found.pop("the end", None)
    return {name: found}


@with_options
def rims(task: str, size: Size, between: str, inside: str = "", *, names: Sequence[str] = (COLUMN, ROW)) -> Groups:
    """Decode numbers on the rim, separated by `between`: those of all columns first, then those of all rows.

    The numbers of one line are separated by `inside`.
    """
    lines = [line(kind, number) for kind in names for number in range(size[kind == COLUMN])]
    texts = task.split(between)
    if len(texts) != len(lines) or not re.fullmatch(rf"[\d{re.escape(between + inside)}]*", task):
        raise bad(task, f"has {len(texts)} numbers for {len(lines)} lines")
    parts = (text.split(inside) if inside else [text] for text in texts)
    return {"rim": {at: tuple(int(part) for part in found if part) for at, found in zip(lines, parts, strict=True)}}


@with_options
def region_ids(task: str, size: Size, name: str = "region") -> Groups:
    """Decode the region of each cell, row by row."""
    found = each_cell(task, task.split(","), size, r"\d*")
    return {name: in_order({cell: number[0] for cell, number in found.items()})}


@with_options
def sections(task: str, size: Size, between: str, *parts: Task, fewest: int = 0) -> Groups:
    """Decode several parts, of which the last takes the rest; there may be only the `fewest` first."""
    texts = task.split(between, len(parts) - 1)
    if not (fewest or len(parts)) <= len(texts) <= len(parts):
        raise bad(task, f"has {len(texts)} parts, not {len(parts)}")
    decoded = [part(text, size) for text, part in zip(texts, parts, strict=False)]
    return {name: found for groups in decoded for name, found in groups.items()}


def _read(task: str, size: Size, places: Sequence[Any], *codes: Code, missing: int = 0) -> dict[Any, Any]:
    """Return the values of those places that have one; raise `ReadError`."""
    text = Text(task, *size, what="task")
    text.hint = ""
    try:
        values = read_values(text, codes, places, missing=missing)
        text.end()
    except BadPuzzle as error:
        raise bad(task, f"cannot be read: {error.message}") from None
    return {place: value for place, value in zip(places, values, strict=True) if value is not None}


def cells_of(size: Size) -> list[Cell]:
    """Return the cells of a board in reading order."""
    return [Cell(*divmod(place, size[1])) for place in range(size[0] * size[1])]


def each_cell(task: str, texts: Sequence[str], size: Size, form: str) -> dict[Cell, re.Match[str]]:
    """Return the match of `form` for each cell, in reading order."""
    board = cells_of(size)
    if len(texts) != len(board):
        raise bad(task, f"has {len(texts)} cells, but the board is {size[0]}×{size[1]}")
    found: dict[Cell, re.Match[str]] = {}
    for cell, text in zip(board, texts, strict=True):
        if (match := re.fullmatch(form, text, re.ASCII)) is None:
            raise bad(task, f"has {text!r} for {cell}, which stands for nothing")
        found[cell] = match
    return found
