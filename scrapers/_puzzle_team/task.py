"""Decode the task, the text in the page's script from which it draws its board.

Where Simon Tatham's Portable Puzzle Collection has the puzzle, the task is its game description, letter by letter:
`unequal.c` (Futoshiki, Renzoku), `tents.c`, `galaxies.c`, `dominosa.c`, `lightup.c`, `singles.c` (Hitori), `range.c`
(Kurodoko), `rect.c` (Shikaku), `pattern.c` (Nonograms), `towers.c` (Skyscrapers), `slant.c`, `loopy.c`, `bridges.c`
and `pearl.c` (Masyu).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from scrapers._errors import ReadError
from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, neighbour
from scrapers._reading.statements import BLACK, COLUMN, ROW, WHITE, Groups, in_order, line, spot
from solvers import BadPuzzle, Cell
from solvers._links.codes import Code, Decimals, Text, fixed, read_values, until
from solvers._links.ids import BRACKETED, GAP, LETTERS, SIGNS

Options = ParamSpec("Options")
Size = tuple[int, int]
Task = Callable[[str, Size], "Groups"]
"""Decodes a text for a board of so many rows and columns; raises `ReadError`."""

TOWARDS = {"D": DOWN, "U": UP, "R": RIGHT, "L": LEFT}
LISTED = 5
"""In a task, the direction of a thermometer whose cells are listed; 1 is right, 2 left, 3 down, 4 up."""


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
    return {name: _read(re.sub(r"_(?!\d)", "", task), size, _cells(size), *codes)}


def circles(task: str, size: Size) -> Groups:
    """Decode circles with numbers, row by row: `B` or `W` before each number; letters skip cells."""
    return {
        **cells("colour", letters={"B": BLACK, "W": WHITE})(re.sub(r"\d", "", task), size),
        **cells(digits=2)(re.sub("[BW]", "_", task), size),
    }


def corners(task: str, size: Size) -> Groups:
    """Decode numbers at the corners of cells as those in cells of a board with one more row and column."""
    numbers = cells()(task, (size[0] + 1, size[1] + 1))["number"]
    return {"corner": {spot(2 * cell.row, 2 * cell.col): number for cell, number in numbers.items()}}  # type: ignore[union-attr] # cells


def centres(task: str, size: Size) -> Groups:
    """Decode centres of areas on the doubled board without its rim: a letter skips places, `z` alone has no centre."""
    height, width = (2 * side for side in size)
    places = [Cell(row, col) for row in range(1, height) for col in range(1, width)]
    found = _read(task, size, places, until(LETTERS, value=True), missing=len(places))
    return {"centre": {spot(*cell): cell for cell in found}}


def characters(task: str, size: Size) -> Groups:
    """Decode one character for each cell: a digit, a letter from `a` on for 10, from `A` on for 36, `.` for none."""
    return {"number": _read(task, size, _cells(size), fixed(SIGNS | {".": None}, "a digit, a letter or ."))}


def bracketed(task: str, size: Size) -> Groups:
    """Decode a number for each cell: a digit, or several in brackets."""
    return {"number": _read(task, size, _cells(size), BRACKETED)}


def sums_of_runs(task: str, size: Size) -> Groups:
    """Decode black cells: `B`, or the sum of the run to the right, in hundreds, and of the one below; letters skip."""
    numbers: dict[Any, int] = cells(letters={"B": 0}, digits=4)(task, size)["number"]
    return {
        "black": dict.fromkeys(numbers, BLACK),
        "across": {cell: number // 100 for cell, number in numbers.items() if number >= 100},  # noqa: PLR2004 - the task's
        "down": {cell: number % 100 for cell, number in numbers.items() if number % 100},
    }


@with_options
def cells_after(task: str, size: Size, name: str, value: int) -> Groups:
    """Decode run-length positions: a-y skip 1-25 cells and mark the next, `_` marks at once, z only skips 25.

    The last letter may mark the place after the last cell.
    """
    found = _read(task, size, [*_cells(size), "the end"], until(f"_{LETTERS}", value), missing=1)
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
def views(task: str, size: Size, between: str, *names: str) -> Groups:
    """Decode one number or none on these sides of each line, separated by `between`."""
    found = rims(between, names=names)(task, size)["rim"]
    return {"view": {at: numbers[0] if numbers else None for at, numbers in found.items()}}


@with_options
def region_ids(task: str, size: Size, name: str = "region") -> Groups:
    """Decode the region of each cell, row by row."""
    found = _each_cell(task, task.split(","), size, r"\d*")
    return {name: in_order({cell: number[0] for cell, number in found.items()})}


def rooms(task: str, size: Size) -> Groups:
    """Decode rectangular rooms, separated by `;`: the number of each or `b` for none, its width and its height.

    Each begins in the first cell that no room before it has, and that cell has the number.
    """
    owner: dict[Cell, int] = {}
    numbers: dict[Any, int] = {}
    board = _cells(size)
    for at, text in enumerate(task.split(";")):
        first = next((cell for cell in board if cell not in owner), None)
        if first is None or re.fullmatch(r"(b|\d{1,3})(,[1-9]\d?){2}", text, re.ASCII) is None:
            raise bad(task, f"has {text!r}, which is no room")
        number, width, height = text.split(",")
        cells_of = {
            Cell(first.row + down, first.col + right) for down in range(int(height)) for right in range(int(width))
        }
        if not cells_of <= {*board} - owner.keys():
            raise bad(task, f"has {text!r}, which leaves the board or meets another room")
        owner |= dict.fromkeys(cells_of, at)
        if number != "b":
            numbers[first] = int(number)
    _check_count(task, len(owner), size)
    return {"region": in_order(owner), "number": numbers}


@with_options
def signs(task: str, size: Size, values: Mapping[str, str]) -> Groups:
    """Decode signs on edges: for each cell, after a comma, directions, each with a sign.

    In another form letters skip cells, and one digit tells the signs of two edges: 3 × that below + that to the right,
    0 for none, 1 and 2 for the `values` in their order.
    """
    if not re.search(f"[,{''.join(TOWARDS)}]", task):
        names = ["", *values.values()]
        codes = {cell: divmod(code, len(names)) for cell, code in cells()(task, size)["number"].items()}
        coded: list[tuple[Any, str, str]] = [
            (cell, way, names[at]) for cell, pair in codes.items() for way, at in zip("DR", pair, strict=True) if at
        ]
        return {"sign": _on_edges(task, coded)}
    form = f"[{''.join(TOWARDS)}][{re.escape(''.join(values))}]"
    found = _each_cell(task, task.split(","), size, f"({form})*")
    said = [(cell, way, values[sign]) for cell, text in found.items() for way, sign in re.findall("(.)(.)", text[0])]
    return {"sign": _on_edges(task, said)}


@with_options
def compared(task: str, size: Size, onward: str, back: str) -> Groups:
    """Decode numbers with signs: for each cell, with a comma after it, its number or 0, and directions.

    The last comma may be missing. A direction to the right or down means the sign `onward` between a cell and the next,
    one to the left or up `back`.
    """
    found = _each_cell(task, task.removesuffix(",").split(","), size, rf"(\d{{0,2}})([{''.join(TOWARDS)}]*)")
    numbers: dict[Any, int] = {cell: int(text[1]) for cell, text in found.items() if int(text[1] or 0)}
    said = [(cell, way, onward if way in "RD" else back) for cell, text in found.items() for way in text[2]]
    return {"number": numbers, "sign": _on_edges(task, said)}


def _on_edges(task: str, signs: Iterable[tuple[Cell, str, str]]) -> dict[Any, str]:
    """Return the sign of each edge, of which two cells may say the same."""
    found: dict[Any, str] = {}
    for cell, way, sign in signs:
        edge = tuple(sorted((cell, neighbour(cell, TOWARDS[way]))))
        if found.setdefault(edge, sign) != sign:
            raise bad(task, f"has two signs between {edge[0]} and {edge[1]}")
    return found


def thermometers(task: str, size: Size) -> Groups:
    """Decode thermometers, separated by `;`: a direction and a length, from the first cell left, or 5 and the cells.

    A thermometer to the left or up begins with its tip.
    """
    places: dict[int, tuple[int, int]] = {}
    for text in task.split(";"):
        if re.fullmatch(r"[1-5](,\d{1,4})+", text, re.ASCII) is None:
            raise bad(task, f"has {text!r}, which is no thermometer")
        way, *numbers = map(int, text.split(","))
        if way != LISTED:
            first = next(place for place in range(size[0] * size[1] + 1) if place not in places)
            step = 1 if way in {1, 2} else size[1]
            numbers = [first + step * number for number in range(numbers[0])][:: 1 if way in {1, 3} else -1]
        if max(numbers) >= size[0] * size[1] or places.keys() & set(numbers):
            raise bad(task, f"has {text!r}, which leaves the board or meets another thermometer")
        places |= {place: (numbers[0], number) for number, place in enumerate(numbers)}
    return {
        "thermometer": {
            _cell(place, size): (str(_cell(bulb, size)), number) for place, (bulb, number) in places.items()
        }
    }


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


def _cells(size: Size) -> list[Cell]:
    return [_cell(place, size) for place in range(size[0] * size[1])]


def _cell(place: int, size: Size) -> Cell:
    return Cell(*divmod(place, size[1]))


def _check_count(task: str, count: int, size: Size) -> None:
    if count != size[0] * size[1]:
        raise bad(task, f"has {count} cells, but the board is {size[0]}×{size[1]}")


def _each_cell(task: str, texts: Sequence[str], size: Size, form: str) -> dict[Cell, re.Match[str]]:
    """Return the match of `form` for each cell, in reading order."""
    _check_count(task, len(texts), size)
    found = {_cell(place, size): re.fullmatch(form, text, re.ASCII) for place, text in enumerate(texts)}
    for cell, match in found.items():
        if match is None:
            raise bad(task, f"has {texts[cell.row * size[1] + cell.col]!r} for {cell}, which stands for nothing")
    return {cell: match for cell, match in found.items() if match is not None}
