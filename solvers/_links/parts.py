"""How fields of a puzzle stand in an address, one class for each encoding; a field has its form in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Any, Protocol

from solvers._core import regions
from solvers._core.crossing import SHORTEST, runs
from solvers._core.edges import by_cell, edges, parts
from solvers._core.errors import BadPuzzle
from solvers._core.grid import DIGITS, Cell, Grid
from solvers._core.regions import cells_by_region, connected_parts, lettered, rows_of
from solvers._core.shaded import BLOCK
from solvers._links.text import (
    HIDDEN,
    check_end,
    read_bits,
    read_numbers,
    shown,
    with_gaps,
    write_bits,
    write_numbers,
    write_short_or_long,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers._core.grid import Edge
    from solvers._links.text import Text

    Fields = dict[str, Any]

NONE = "-"
"""No sum in one direction of a Kakuro's black cell."""
SUMS = f"{DIGITS[:20]}{DIGITS[10:].upper()}"
"""The sums of a Kakuro: 0 … 9, a … j, A … Z."""
OLD_SIX = 6
"""The side of the one Sudoku whose boxes are not square."""


class Part(Protocol):
    """A part of an address's text."""

    def read(self, text: Text) -> Fields:
        """Read the part, and return the fields that it holds; raises `BadPuzzle`."""

    def write(self, fields: Fields, height: int, width: int) -> str:
        """Return the part for a puzzle's fields; what it cannot hold is left out, or raises `BadPuzzle`."""


@dataclass(frozen=True)
class Slash:
    """A slash between two parts."""

    def read(self, text: Text) -> Fields:
        """Read it."""
        if text.take() != "/":
            raise text.wrong("/")
        return {}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - always the same
        """Return it."""
        return "/"


@dataclass(frozen=True)
class Decimal:
    """A number of the whole board in decimals, and a slash; `only` is the one value that a kind without it has."""

    field: str
    only: int | None = None

    def read(self, text: Text) -> Fields:
        """Read up to the slash."""
        digits = ""
        while (sign := text.take(what=f"the number of {self.field}")) != "/":
            if sign not in DIGITS[:10] or len(digits) > 2:  # noqa: PLR2004 - more than any board holds
                raise text.wrong(f"the number of {self.field} and a slash")
            digits += sign
        number = int(digits or "0")
        if self.only is None:
            return {self.field: number}
        if number != self.only:
            raise BadPuzzle(f"the address says {number} {self.field}, but this kind always has {self.only}")
        return {}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - it has no places
        """Return the number."""
        return f"{fields[self.field] if self.only is None else self.only}/"


@dataclass(frozen=True)
class Numbers:
    """A grid of numbers and gaps; if it is optional, it may be missing where no number stands."""

    field: str
    optional: bool = False

    def read(self, text: Text) -> Fields:
        """Read a number or None for each cell."""
        blank = Grid.make(text.height, text.width)
        if self.optional and not text.rest():
            return {self.field: _rows([None] * (text.height * text.width), text.width)}
        places = read_numbers(text, text.height * text.width)
        return {self.field: _rows(list(shown(places, blank.cells())), text.width)}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the grid knows them
        """Return the numbers."""
        places = _places(fields[self.field])
        return "" if self.optional and set(places) == {None} else write_numbers(places)


@dataclass(frozen=True)
class Blank:
    """A grid for which the address has no room."""

    field: str

    def read(self, text: Text) -> Fields:
        """Return a blank grid."""
        return {self.field: ["." * text.width] * text.height}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - nothing is held
        """Return nothing."""
        return ""


@dataclass(frozen=True)
class Boxes:
    """The boxes of a Sudoku, which follow from its side."""

    field: str

    def read(self, text: Text) -> Fields:
        """Return the boxes that the page draws; raises `BadPuzzle` where they do not make a Sudoku."""
        side = isqrt(text.width)
        box = (2, 3) if text.width == OLD_SIX else (side, side)
        if text.height != text.width or box[0] * box[1] != text.width:
            raise BadPuzzle(
                f"puzz.link has no boxes for a Sudoku of {text.height}×{text.width}, but for 4×4, 6×6, 9×9, …"
            )
        return {self.field: box}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - as for reading
        """Return nothing."""
        return ""


@dataclass(frozen=True)
class Quarters:
    """Black cells with a number from 0 to 4, each with the gap of 0 to 2 behind it, or without a number."""

    field: str

    def read(self, text: Text) -> Fields:
        """Read a number, a block or None for each cell."""
        count = text.height * text.width
        places: list[int | None] = []
        while len(places) < count:
            sign = text.take()
            value = DIGITS.find(sign)
            if sign == ".":
                places.append(BLOCK)
            elif 0 <= value < 15:  # noqa: PLR2004 - five numbers, three gaps
                # The gap behind the last number may reach beyond the board.
                places += [value % 5, *[None] * min(value // 5, count - len(places) - 1)]
            elif value > 15:  # noqa: PLR2004 - as above
                places += [None] * (value - 15)
            else:
                raise text.wrong("a number from 0 to 4, a block or a gap")
        check_end(places, count)
        return {self.field: _rows(places, text.width)}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the grid knows them
        """Return the black cells."""
        places = _places(fields[self.field])
        tokens: list[str | None] = []
        at = 0
        while at < len(places):
            value = places[at]
            at += 1
            if value is None or value == BLOCK:
                tokens.append(None if value is None else ".")
                continue
            gap = next((gap for gap in range(2) if places[at + gap : at + gap + 1] not in ([None], [])), 2)
            tokens.append(DIGITS[value + 5 * gap])
            at += gap
        return with_gaps(tokens, first=16)


@dataclass(frozen=True)
class Base36:
    """A full grid of numbers, each a digit of base 36, or two behind a sign."""

    field: str

    def read(self, text: Text) -> Fields:
        """Read a number for each cell."""
        places: list[int | None] = []
        for cell in Grid.make(text.height, text.width).cells():
            sign = text.take()
            if sign in ".%@":
                raise BadPuzzle(f"the address has no number for {cell}, but each cell holds one")
            places.append(text.short_or_long(36, sign))
        return {self.field: _rows(places, text.width)}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the grid knows them
        """Return the numbers."""
        values = [value or 0 for _, value in Grid.parse(fields[self.field]).marked()]
        return "".join(write_short_or_long(value, 36) for value in values)


@dataclass(frozen=True)
class Areas:
    """The clues of Shikaku: numbers, of which some may be hidden."""

    size: str
    clues: str

    def read(self, text: Text) -> Fields:
        """Return the size of the board and its clues."""
        places = read_numbers(text, text.height * text.width)
        cells = Grid.make(text.height, text.width).cells()
        clues = [
            {"cell": str(cell), "shape": "any", "area": None if area == HIDDEN else area}
            for cell, area in zip(cells, places, strict=True)
            if area is not None
        ]
        return {self.size: (text.height, text.width), self.clues: clues}

    def write(self, fields: Fields, height: int, width: int) -> str:
        """Return the numbers."""
        areas = {Cell.parse(clue["cell"]): clue["area"] or HIDDEN for clue in fields[self.clues]}
        return write_numbers(areas.get(cell) for cell in Grid.make(height, width).cells())


@dataclass(frozen=True)
class Regions:
    """Connected regions: a bit for each edge between two cells, those between columns first."""

    field: str

    def read(self, text: Text) -> Fields:
        """Return a letter for each cell."""
        board = Grid.make(text.height, text.width)
        walls: set[Edge] = set()
        for group in _edges(board):
            walls |= {edge for edge, wall in zip(group, read_bits(text, len(group)), strict=True) if wall}
        found = [tuple(sorted(part)) for part in parts(board, by_cell(set(edges(board)) - walls))]
        inside = {cell: at for at, cells in enumerate(found) for cell in cells}
        for one, other in sorted(walls):
            if inside[one] == inside[other]:
                raise BadPuzzle(f"the border between {one} and {other} ends inside a region of the address's board")
        return {self.field: rows_of(lettered(found))}

    def write(self, fields: Fields, height: int, width: int) -> str:
        """Return the borders."""
        names = fields[self.field]
        by_part = {
            cell: at for at, cells in enumerate(connected_parts(cells_by_region(names).values())) for cell in cells
        }
        groups = _edges(Grid.make(height, width))
        return "".join(write_bits([by_part[one] != by_part[other] for one, other in group]) for group in groups)


@dataclass(frozen=True)
class Tanks(Regions):
    """The regions of Aquarium; the flag `r` says that a whole region has one level, not each body of water."""

    def read(self, text: Text) -> Fields:
        """Read the regions; raises `BadPuzzle` if a region could have two levels."""
        fields = Regions.read(self, text)
        if "r" not in text.flags:
            for cells in regions.parts(tuple(map("".join, fields[self.field]))):
                for row in {cell.row for cell in cells}:
                    below = [cell for cell in cells if cell.row >= row]
                    if len(connected_parts([below])) > 1:
                        raise BadPuzzle(
                            f"the region of {cells[0]} may have two levels of water by the rules of this address; "
                            "only the rules with one level (r/ before the size) are known"
                        )
        return fields


@dataclass(frozen=True)
class Counts:
    """A number or none for each column, then for each row."""

    def read(self, text: Text) -> Fields:
        """Read the numbers."""
        names = [name for name, _ in Grid.make(text.height, text.width).lines()]
        columns_first = [*names[text.height :], *names[: text.height]]
        numbers = list(shown(read_numbers(text, text.width + text.height), columns_first))
        rims = [[] if number is None else [number] for number in numbers]
        return {"rows": rims[text.width :], "columns": rims[: text.width]}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the rim knows them
        """Return the numbers."""
        return write_numbers(numbers[0] if numbers else None for numbers in (*fields["columns"], *fields["rows"]))


@dataclass(frozen=True)
class Sums:
    """A number for each column, then for each row, each a digit of base 32, or two behind a sign."""

    def read(self, text: Text) -> Fields:
        """Read the numbers."""
        rims = [[text.short_or_long(32, text.take())] for _ in range(text.width + text.height)]
        return {"rows": rims[text.width :], "columns": rims[: text.width]}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the rim knows them
        """Return the numbers; a line without one has 0, which is refused when it is read back."""
        sums = [numbers[0] if numbers else 0 for numbers in (*fields["columns"], *fields["rows"])]
        return "".join(write_short_or_long(total, 32) for total in sums)


@dataclass(frozen=True)
class Runs:
    """The numbers of each column, then of each row; the last of a line is next to the board and comes first."""

    def read(self, text: Text) -> Fields:
        """Read the numbers."""
        high, wide = _slots(text.height), _slots(text.width)
        places = read_numbers(text, text.width * high + text.height * wide)
        above, beside = places[: text.width * high], places[text.width * high :]
        return {
            "rows": [self._line(beside[at : at + wide]) for at in range(0, len(beside), wide)],
            "columns": [self._line(above[at : at + high]) for at in range(0, len(above), high)],
        }

    @staticmethod
    def _line(places: Sequence[int | None]) -> list[int]:
        return [place for place in shown(places[::-1], ["a run"] * len(places)) if place is not None]

    def write(self, fields: Fields, height: int, width: int) -> str:
        """Return the numbers."""
        lines = ((fields["columns"], _slots(height)), (fields["rows"], _slots(width)))
        return write_numbers(
            place
            for numbers_of, most in lines
            for numbers in numbers_of
            for place in (*numbers[::-1], *[None] * (most - len(numbers)))
        )


@dataclass(frozen=True)
class Sides:
    """The numbers above, below, to the left and to the right of the board."""

    fields: tuple[str, str, str, str] = ("top", "bottom", "left", "right")

    def read(self, text: Text) -> Fields:
        """Read the numbers."""
        lengths = (text.width, text.width, text.height, text.height)
        places = iter(read_numbers(text, sum(lengths)))
        sides = (
            (side, [next(places) for _ in range(length)]) for side, length in zip(self.fields, lengths, strict=True)
        )
        return {side: list(shown(numbers, [f"the {side}"] * len(numbers))) for side, numbers in sides}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the sides know them
        """Return the numbers."""
        return write_numbers(chain.from_iterable(fields[side] for side in self.fields))


@dataclass(frozen=True)
class Trees:
    """Cells that hold one value: each is a digit that says how many blank cells are behind it."""

    field: str
    value: int
    most: int = 18

    def read(self, text: Text) -> Fields:
        """Read the value or None for each cell."""
        count = text.height * text.width
        places: list[int | None] = []
        while len(places) < count:
            behind = DIGITS.find(text.take())
            if behind < 0:
                raise text.wrong("a letter or a digit")
            held = [self.value] if behind < self.most else []
            places += [*held, *[None] * (behind + 1 - self.most * (not held) - len(held))]
        check_end(places, count)
        return {self.field: _rows(places, text.width)}

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the grid knows them
        """Return the cells."""
        places = _places(fields[self.field])
        written, at = "", 0
        while at < len(places):
            held = places[at] is not None
            blanks = next(
                (n for n, place in enumerate(places[at + held :]) if place is not None), len(places) - at - held
            )
            now = min(blanks, self.most - held)
            written += DIGITS[now] if held else DIGITS[self.most + now - 1]
            at += held + now
        return written


@dataclass(frozen=True)
class Signs:
    """The signs `<` and `>` on edges, those between columns first; numbers there are differences, which are refused."""

    less: str
    greater: str

    def read(self, text: Text) -> Fields:
        """Read the signs."""
        edges = [*chain.from_iterable(_edges(Grid.make(text.height, text.width)))]
        signs: list[str | None] = []
        while len(signs) < len(edges):
            sign = text.take()
            if sign in "gh":
                signs.append(sign)
            elif sign in DIGITS[18:]:
                signs += [None] * (DIGITS.index(sign) - 17)
            elif sign in f"{DIGITS[:16]}-.":
                one, other = edges[len(signs)]
                raise BadPuzzle(
                    f"the address states the difference of {one} and {other}, which Futoshiki does not have"
                )
            else:
                raise text.wrong("a sign or a gap")
        check_end(signs, len(edges))
        by_sign = {
            sign: [list(map(str, edge)) for edge, held in zip(edges, signs, strict=True) if held == sign]
            for sign in "gh"
        }
        return {self.less: by_sign["g"], self.greater: by_sign["h"]}

    def write(self, fields: Fields, height: int, width: int) -> str:
        """Return the signs."""
        signs = {
            frozenset(map(str, edge)): sign
            for sign, name in (("g", self.less), ("h", self.greater))
            for edge in fields[name]
        }
        edges = chain.from_iterable(_edges(Grid.make(height, width)))
        return with_gaps((signs.get(frozenset(map(str, edge))) for edge in edges), first=18, most=18)


@dataclass(frozen=True)
class Crossword:
    """The black cells of Kakuro with the sums below and to the right of them; then those of the upper and left rim."""

    blocks: str

    def read(self, text: Text) -> Fields:
        """Read the black cells and the sums of the runs."""
        count = text.height * text.width
        cells = list(Grid.make(text.height, text.width).cells())
        sums: dict[tuple[str, Cell], int] = {}
        places: list[int | None] = []
        while len(places) < count:
            sign = text.take()
            if sign in DIGITS[20:]:
                places += [None] * (DIGITS.index(sign) - 19)
                continue
            if sign != ".":
                cell = cells[len(places)]
                sums["below", cell] = self._sum(text, sign)
                sums["right", cell] = self._sum(text, text.take())
            places.append(BLOCK)
        check_end(places, count)
        blocks = Grid(_rows(places, text.width))
        for way, cell in _rim(blocks):
            sums[way, cell] = self._sum(text, text.take(what="the rim"))
        rims = [list(self._line(line, way, sums, blocks)) for way, line in _lines(blocks)]
        return {
            self.blocks: [list(row) for row in blocks.values],
            "rows": rims[: text.height],
            "columns": rims[text.height :],
        }

    def _line(self, line: Sequence[Cell], way: str, sums: dict[tuple[str, Cell], int], blocks: Grid) -> Iterator[int]:
        """Yield the sums of a line's runs; raises `BadPuzzle` for a run without one, and a sum without a run."""
        before = _before(line[0], way)
        lengths = {before: 0}
        for cell in line:
            if blocks[cell] is None:
                lengths[before] += 1
            else:
                before = cell
                lengths[before] = 0
        for cell, length in lengths.items():
            total = sums.get((way, cell), 0)
            first = cell.around()[0 if way == "right" else 1]
            if length >= SHORTEST and not total:
                raise BadPuzzle(f"the run from {first} has no sum in the address, but this kind has a sum for each run")
            if length < SHORTEST and total:
                raise BadPuzzle(f"the address has the sum {total} before {first}, where no run of two cells begins")
            if total:
                yield total

    @staticmethod
    def _sum(text: Text, sign: str) -> int:
        """Return the sum that a sign stands for, 0 for none."""
        if sign != NONE and sign not in SUMS:
            raise text.wrong("a sum")
        return 0 if sign == NONE else SUMS.index(sign)

    def write(self, fields: Fields, height: int, width: int) -> str:  # noqa: ARG002 - the grid knows them
        """Return the black cells and the sums."""
        blocks = Grid.parse(fields[self.blocks])
        sums: dict[tuple[str, Cell], int] = {}
        totals = [*fields["rows"], *fields["columns"]]
        for (way, _), found, line_sums in zip(_lines(blocks), runs(blocks).values(), totals, strict=True):
            long = [run for run in found if len(run) >= SHORTEST]
            sums |= {(way, _before(run[0], way)): total for run, total in zip(long, line_sums, strict=True)}

        def both(cell: Cell) -> str:
            pair = [sums.get((way, cell)) for way in ("below", "right")]
            return "".join(NONE if total is None else SUMS[total] for total in pair) if any(pair) else "."

        board = with_gaps((None if blocks[cell] is None else both(cell) for cell in blocks.cells()), first=20, most=16)
        rim = (sums.get(place) for place in _rim(blocks))
        return board + "".join(NONE if total is None else SUMS[total] for total in rim)


def _before(cell: Cell, way: str) -> Cell:
    """Return the cell before the first one of a run, on the board or beside it."""
    return Cell(cell.row, cell.col - 1) if way == "right" else Cell(cell.row - 1, cell.col)


def _lines(blocks: Grid) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Iterate over rows and columns, each with the way in which its runs go."""
    for number, (_, line) in enumerate(blocks.lines()):
        yield "right" if number < blocks.height else "below", line


def _rim(blocks: Grid) -> Iterator[tuple[str, Cell]]:
    """Iterate over the columns and rows that begin with an open cell: the way of their runs and the place before."""
    for col in range(blocks.width):
        if blocks[Cell(0, col)] is None:
            yield "below", Cell(-1, col)
    for row in range(blocks.height):
        if blocks[Cell(row, 0)] is None:
            yield "right", Cell(row, -1)


def _slots(length: int) -> int:
    """Return the most runs of a line."""
    return (length + 1) // 2


def _rows(places: Sequence[int | None], width: int) -> list[list[int | None]]:
    return [list(places[at : at + width]) for at in range(0, len(places), width)]


def _places(field: Any) -> list[int | None]:  # noqa: ANN401 - JSON
    """Return the values of a grid in reading order."""
    return [value for row in Grid.parse(field).values for value in row]


def _edges(board: Grid) -> tuple[list[Edge], list[Edge]]:
    """Return the edges between columns, then those between rows, each in reading order."""
    beside = [(cell, other) for cell, other in edges(board) if cell.row == other.row]
    below = [(cell, other) for cell, other in edges(board) if cell.col == other.col]
    return beside, below
