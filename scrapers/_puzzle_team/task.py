"""Decode the task, the text in the page's script from which it draws its board."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scrapers._errors import ReadError
from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, neighbour
from scrapers._reading.facts import BLACK, COLUMN, ROW, in_order, line
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapers._reading.facts import Groups

Size = tuple[int, int]
Task = Callable[[str, Size], "Groups"]
"""Decodes a text for a board of so many rows and columns; raises `ReadError`."""

TOWARDS = {"D": DOWN, "U": UP, "R": RIGHT, "L": LEFT}
LISTED = 5
"""In a task, the direction of a thermometer whose cells are listed; 1 is right, 2 left, 3 down, 4 up."""
SKIPS = {chr(ord("a") + number): number + 1 for number in range(26)}
"""How many cells without a number a letter stands for."""


def bad(task: str, why: str) -> ReadError:
    """Return an error about a task."""
    return ReadError(f"the task of the page, {task[:60]!r}, {why}", selector="script")


def cells(
    name: str = "number",
    letters: Mapping[str, int] | None = None,
    marks: Mapping[int, int] | None = None,
    digits: int = 1,
) -> Task:
    """Return a decoder of numbers in cells, row by row: letters from `a` on skip cells.

    `letters` stand for values of their own, `marks` replaces numbers by marks. A number has up to so many `digits`;
    `_` parts two numbers.
    """
    words, known = letters or {}, marks
    form = re.compile(rf"(?P<number>\d{{1,{digits}}})|(?P<skip>[a-z])|(?P<word>[{''.join(words) or '_'}])|_")

    def decode(task: str, size: Size) -> Groups:
        found: dict[object, int] = {}
        place = end = 0
        for match in form.finditer(task):
            if match.start() != end:
                break
            end = match.end()
            if skip := match["skip"]:
                place += SKIPS[skip]
                continue
            if match[0] == "_" and "_" not in words:
                continue
            number = words[match["word"]] if match["word"] else int(match["number"])
            if known is not None and number not in known:
                raise bad(task, f"has {number}, not one of {', '.join(map(str, known))}")
            found[_cell(place, size)] = known[number] if known is not None else number
            place += 1
        _check(task, end, place, size)
        return {name: found}  # type: ignore[dict-item] # cells only

    return decode


def characters(name: str = "number") -> Task:
    """Return a decoder of one character for each cell: a digit, a letter for a number from 10 on, `.` for none."""

    def decode(task: str, size: Size) -> Groups:
        if len(task) != size[0] * size[1] or not re.fullmatch(r"[0-9a-zA-Z.]*", task):
            raise bad(task, f"is not {size[0]}×{size[1]} characters for numbers")
        return {name: {_cell(at, size): int(number, 36) for at, number in enumerate(task) if number != "."}}

    return decode


def bracketed(task: str, size: Size) -> Groups:
    """Decode a number for each cell: a digit, or several in brackets."""
    found = re.findall(r"\[(\d{2,3})\]|(\d)", task)
    if re.fullmatch(r"(\d|\[\d{2,3}\])*", task, re.ASCII) is None or len(found) != size[0] * size[1]:
        raise bad(task, f"is not {size[0]}×{size[1]} digits, or numbers in brackets")
    return {"number": {_cell(at, size): int(long or short) for at, (long, short) in enumerate(found)}}


def sums_of_runs(task: str, size: Size) -> Groups:
    """Decode black cells: `B`, or the sum of the run to the right, in hundreds, and of the one below; letters skip."""
    numbers: dict[Any, int] = cells(letters={"B": 0}, digits=4)(task, size)["number"]
    return {
        "black": dict.fromkeys(numbers, BLACK),
        "across": {cell: number // 100 for cell, number in numbers.items() if number >= 100},  # noqa: PLR2004 - the task's
        "down": {cell: number % 100 for cell, number in numbers.items() if number % 100},
    }


def cells_after(name: str, value: int) -> Task:
    """Return a decoder of equal things in cells: a letter skips cells and then stands for one, `_` for one at once."""

    def decode(task: str, size: Size) -> Groups:
        found: dict[object, int] = {}
        place = 0
        for letter in task:
            if letter not in SKIPS and letter != "_":
                raise bad(task, f"has {letter!r}, which is neither a letter nor _")
            place += SKIPS.get(letter, 0)
            if place < size[0] * size[1]:
                found[_cell(place, size)] = value
            place += 1
        if place not in {size[0] * size[1], size[0] * size[1] + 1}:
            raise bad(task, f"fills {place} cells of {size[0]}×{size[1]}")
        return {name: found}  # type: ignore[dict-item] # cells only

    return decode


def rims(between: str, inside: str = "", *, names: Sequence[str] = (COLUMN, ROW)) -> Task:
    """Return a decoder of numbers on the rim, parted by `between`: those of all columns first, then those of all rows.

    The numbers of one line are parted by `inside`.
    """

    def decode(task: str, size: Size) -> Groups:
        lines = [line(kind, number) for kind in names for number in range(size[kind == COLUMN])]
        texts = task.split(between)
        if len(texts) != len(lines) or not re.fullmatch(rf"[\d{re.escape(between + inside)}]*", task):
            raise bad(task, f"has {len(texts)} numbers for {len(lines)} lines")
        parts = (text.split(inside) if inside else [text] for text in texts)
        return {"rim": {at: tuple(int(part) for part in found if part) for at, found in zip(lines, parts, strict=True)}}

    return decode


def views(between: str, *names: str) -> Task:
    """Return a decoder of one number or none on these sides of each line, parted by `between`."""

    def decode(task: str, size: Size) -> Groups:
        found = rims(between, names=names)(task, size)["rim"]
        return {"view": {at: numbers[0] if numbers else None for at, numbers in found.items()}}

    return decode


def region_ids(name: str = "region") -> Task:
    """Return a decoder of the region of each cell, row by row."""

    def decode(task: str, size: Size) -> Groups:
        ids = task.split(",")
        if len(ids) != size[0] * size[1] or not re.fullmatch(r"[\d,]*", task):
            raise bad(task, f"names the regions of {len(ids)} cells, but the board is {size[0]}×{size[1]}")
        return {name: in_order({Cell(*divmod(place, size[1])): number for place, number in enumerate(ids)})}

    return decode


def signs(values: Mapping[str, str]) -> Task:
    """Return a decoder of signs on edges: for each cell, after a comma, directions, each with a sign."""
    form = re.compile(rf"([{''.join(TOWARDS)}])([{re.escape(''.join(values))}])")

    def decode(task: str, size: Size) -> Groups:
        texts = task.split(",")
        if len(texts) != size[0] * size[1]:
            raise bad(task, f"has the signs of {len(texts)} cells, but the board is {size[0]}×{size[1]}")
        found: dict[Any, str] = {}
        for place, text in enumerate(texts):
            if form.sub("", text):
                raise bad(task, f"has {text!r}, which is no direction with a sign")
            for direction, sign in form.findall(text):
                cell = _cell(place, size)
                edge = tuple(sorted((cell, neighbour(cell, TOWARDS[direction]))))
                if found.setdefault(edge, values[sign]) != values[sign]:
                    raise bad(task, f"has two signs between {edge[0]} and {edge[1]}")
        return {"sign": found}

    return decode


def compared(onward: str, back: str) -> Task:
    """Return a decoder of numbers with signs: for each cell, after a comma, its number or 0, and directions.

    A direction to the right or down means the sign `onward` between a cell and the next, one to the left or up `back`.
    """

    def decode(task: str, size: Size) -> Groups:
        texts = task.split(",")
        if len(texts) != size[0] * size[1]:
            raise bad(task, f"has {len(texts)} cells, but the board is {size[0]}×{size[1]}")
        numbers: dict[Any, int] = {}
        found: dict[Any, str] = {}
        for place, text in enumerate(texts):
            match = re.fullmatch(rf"(\d{{0,2}})([{''.join(TOWARDS)}]*)", text, re.ASCII)
            if match is None:
                raise bad(task, f"has {text!r}, which is no number with directions")
            cell = _cell(place, size)
            if int(match[1] or 0):
                numbers[cell] = int(match[1])
            for direction in match[2]:
                other = neighbour(cell, TOWARDS[direction])
                edge, sign = ((cell, other), onward) if cell < other else ((other, cell), back)
                if found.setdefault(edge, sign) != sign:
                    raise bad(task, f"has two signs between {edge[0]} and {edge[1]}")
        return {"number": numbers, "sign": found}

    return decode


def thermometers(task: str, size: Size) -> Groups:
    """Decode thermometers, parted by `;`: a direction and a length, from the first cell left, or 5 and the cells.

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


def parted(between: str, *parts: Task, fewest: int = 0) -> Task:
    """Return a decoder of several parts, of which the last takes the rest; there may be only the `fewest` first."""

    def decode(task: str, size: Size) -> Groups:
        texts = task.split(between, len(parts) - 1)
        if not (fewest or len(parts)) <= len(texts) <= len(parts):
            raise bad(task, f"has {len(texts)} parts, not {len(parts)}")
        decoded = [part(text, size) for text, part in zip(texts, parts, strict=False)]
        return {name: found for groups in decoded for name, found in groups.items()}

    return decode


def _cell(place: int, size: Size) -> Cell:
    return Cell(*divmod(place, size[1]))


def _check(task: str, end: int, place: int, size: Size) -> None:
    if end != len(task):
        raise bad(task, f"has {task[end]!r}, which stands for nothing")
    if place != size[0] * size[1]:
        raise bad(task, f"fills {place} cells, but the board is {size[0]}×{size[1]}")
