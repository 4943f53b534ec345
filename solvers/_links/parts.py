"""Parts of addresses: which values a part holds in which order, and which fields they make, in their form in JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isqrt
from typing import Any, Protocol

from solvers._core.families.crossing import summed, sums_at
from solvers._core.families.shaded import BLOCK
from solvers._core.model import regions
from solvers._core.model.edges import by_cell
from solvers._core.model.edges import edges as edges_of
from solvers._core.model.edges import parts as parts_of
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.files import with_untold
from solvers._core.model.grid import DIGITS, UNTOLD, Cell, Edge, Grid
from solvers._links.codes import (
    CLUES,
    NUMBERS,
    Code,
    Hexadecimal,
    Pointing,
    Refused,
    Text,
    Twice,
    fixed,
    gap,
    packed,
    read_values,
    with_gap,
    write_values,
)

Fields = dict[str, Any]
WHITE, BLACK = 1, 2
"""The colours of dots."""
OLD_SIX = 6
"""The side of the one Sudoku whose boxes are not square."""
SUM = fixed({sign: total for total, sign in enumerate(f"{DIGITS[:20]}{DIGITS[10:].upper()}")} | {"-": 0}, "a sum")
"""The sums of a Kakuro: 0 … 9, a … j, A … Z; `-` for none."""
SIDES = ("top", "bottom", "left", "right")
POINTED = ("none", "up", "down", "left", "right")
BITS = packed((None, True), 5, "the borders of its board")


class AddressPart(Protocol):
    """A part of an address's text."""

    def read(self, text: Text) -> Fields:
        """Read the part, and return the fields that it holds; raises `BadPuzzle`."""

    def write(self, fields: Fields, board: Grid) -> str:
        """Return the part for a puzzle's fields; what it cannot hold is left out, or raises `BadPuzzle`."""


@dataclass(frozen=True)
class Values:
    """Values of places of a board, such as its cells."""

    codes: Sequence[Code]
    places: Callable[[Grid], Sequence[object]]
    """What the values belong to, in their order; the names are those of errors."""
    fields: Callable[[list[Any], Grid], Fields]
    """The fields that some values make."""
    values: Callable[[Fields, Grid], Iterable[Any]]
    """The values of some fields."""
    optional: bool = False
    """Whether the part may be missing at the end of the text: then all its values are None."""
    beyond: Any = None
    """A value that is written behind the last place, where only a value ends a gap."""
    open_end: bool = False
    """Whether None is left out behind the last value."""

    def read(self, text: Text) -> Fields:
        places = [*self.places(text.board)]
        if self.optional and not text.rest():
            return self.fields([None] * len(places), text.board)
        end = [] if self.beyond is None else ["the end of the board"]
        values = read_values(text, self.codes, places + end, missing=len(places) if self.open_end else 0)
        if end and values.pop() is None:
            raise BadPuzzle(f"the {text.what} has a gap that ends behind the last place of its board")
        return self.fields(values, text.board)

    def write(self, fields: Fields, board: Grid) -> str:
        values = [*self.values(fields, board)]
        if (self.optional or self.open_end) and set(values) <= {None}:
            return ""
        while self.open_end and values[-1] is None:
            values.pop()
        return write_values(self.codes, values if self.beyond is None else [*values, self.beyond])


def cells(field: str, *codes: Code, more: int = 0, optional: bool = False, beyond: int | None = None) -> Values:
    """Return the part of a grid, in reading order; it may have so many rows and columns `more` than the board."""

    def grid(board: Grid) -> Grid:
        return Grid.make(board.height + more, board.width + more)

    return Values(
        codes or NUMBERS,
        lambda board: [*grid(board).cells()],
        lambda values, board: {field: _rows(values, grid(board))},
        lambda fields, _: chain.from_iterable(Grid.parse(fields[field]).values),
        optional,
        beyond,
    )


def lines(*codes: Code) -> Values:
    """Return the part of one number for each column, then for each row; None for a line without one."""

    def fields(values: list[Any], board: Grid) -> Fields:
        rims = [[] if number is None else [number] for number in values]
        return {"rows": rims[board.width :], "columns": rims[: board.width]}

    return Values(
        codes or NUMBERS,
        lambda board: [name for name, _ in (*[*board.lines()][board.height :], *[*board.lines()][: board.height])],
        fields,
        lambda fields, _: (numbers[0] if numbers else None for numbers in (*fields["columns"], *fields["rows"])),
    )


def runs_of_lines() -> Values:
    """Return the part of all numbers of each column, then of each row: the last, next to the board, comes first."""

    def slots(board: Grid) -> list[int]:
        return [(board.height + 1) // 2] * board.width + [(board.width + 1) // 2] * board.height

    def fields(values: list[Any], board: Grid) -> Fields:
        left = iter(values)
        lines = [[next(left) for _ in range(count)][::-1] for count in slots(board)]
        found = [[number for number in line if number is not None] for line in lines]
        return {"rows": found[board.width :], "columns": found[: board.width]}

    def values(fields: Fields, board: Grid) -> Iterable[Any]:
        lines = zip((*fields["columns"], *fields["rows"]), slots(board), strict=True)
        return chain.from_iterable((*numbers[::-1], *[None] * (count - len(numbers))) for numbers, count in lines)

    return Values(NUMBERS, lambda board: ["a run"] * sum(slots(board)), fields, values)


def sides(*codes: Code) -> Values:
    """Return the part of the numbers above, below, to the left and to the right of the board."""

    def places(board: Grid) -> list[str]:
        lengths = (board.width, board.width, board.height, board.height)
        return [side for side, length in zip(SIDES, lengths, strict=True) for _ in range(length)]

    def fields(values: list[Any], board: Grid) -> Fields:
        found: Fields = {side: [] for side in SIDES}
        for side, value in zip(places(board), values, strict=True):
            found[side].append(value)
        return found

    return Values(
        codes or NUMBERS,
        lambda board: [f"the {side}" for side in places(board)],
        fields,
        lambda fields, _: chain.from_iterable(with_untold(fields[side]) for side in SIDES),
    )


def edges(names: Sequence[str], *codes: Code) -> Values:
    """Return the part of signs on edges, those between columns first; each sign is one of the fields."""

    def fields(values: list[Any], board: Grid) -> Fields:
        signed = [*zip(_edges(board), values, strict=True)]
        return {name: [[str(one), str(other)] for (one, other), held in signed if held == name] for name in names}

    def values(fields: Fields, board: Grid) -> Iterable[Any]:
        signs = {frozenset(edge): name for name in names for edge in fields[name]}
        return (signs.get(frozenset(map(str, edge))) for edge in _edges(board))

    return Values(codes, lambda board: [f"{one} and {other}" for one, other in _edges(board)], fields, values)


def compared(onward: str, back: str, *codes: Code) -> Values:
    """Return the part of numbers and directions, which tell the field of an edge: `onward` if to the right or down."""
    names = {"U": back, "R": onward, "D": onward, "L": back}

    def around(cell: Cell) -> dict[str, tuple[str, ...]]:
        return {way: tuple(map(str, sorted((cell, near)))) for way, near in zip("RDLU", cell.around(), strict=True)}

    def fields(values: list[Any], board: Grid) -> Fields:
        inside = {tuple(map(str, edge)) for edge in edges_of(board)}
        found: dict[str, dict[tuple[str, ...], None]] = {onward: {}, back: {}}
        for cell, (_, ways) in zip(board.cells(), values, strict=True):
            for way in ways:
                if (edge := around(cell)[way]) not in inside:
                    raise BadPuzzle(f"{cell} has a sign that points off its board")
                found[names[way]][edge] = None
        numbers = [number or None for number, _ in values]
        return {"givens": _rows(numbers, board)} | {name: [*map(list, signs)] for name, signs in found.items()}

    def values(fields: Fields, board: Grid) -> Iterator[Any]:
        signs = {(name, tuple(sorted(edge))) for name in (onward, back) for edge in fields[name]}
        for cell, given in zip(board.cells(), chain.from_iterable(Grid.parse(fields["givens"]).values), strict=True):
            near = {way: (names[way], tuple(sorted(edge))) for way, edge in around(cell).items()}
            yield given or 0, "".join(way for way in names if near[way] in signs)

    return Values(codes, lambda board: [*board.cells()], fields, values)


def each(field: str, codes: Sequence[Code], clue: Callable[[Any], Fields], value: Callable[[Fields], Any]) -> Values:
    """Return the part of clues in cells, given what a clue says besides its cell, and the value of one."""

    def fields(values: list[Any], board: Grid) -> Fields:
        held = zip(board.cells(), values, strict=True)
        return {field: [{"cell": str(cell), **clue(value)} for cell, value in held if value is not None]}

    def values(fields: Fields, board: Grid) -> Iterable[Any]:
        found = {clue["cell"]: value(clue) for clue in with_untold(fields[field])}
        return (found.get(str(cell)) for cell in board.cells())

    return Values(codes, lambda board: [*board.cells()], fields, values)


def areas(*codes: Code) -> Values:
    """Return the part of the clues of Shikaku, some of which have no number."""
    return each(
        "clues",
        codes or CLUES,
        lambda area: {"shape": "any", "area": None if area == UNTOLD else area},
        lambda clue: clue["area"] or UNTOLD,
    )


def arrows(field: str, *colours: str) -> Values:
    """Return the part of arrows with numbers in cells, each behind its colour if there are some."""

    def clue(held: Sequence[int]) -> Fields:
        *colour, side, number = held
        told = {"colour": colours[colour[0]]} if colour else {}
        return {**told, "direction": POINTED[side], "number": number}

    def value(clue: Fields) -> Sequence[int]:
        colour = [colours.index(clue["colour"])] if colours else []
        return *colour, POINTED.index(clue.get("direction", "none")), clue.get("number", UNTOLD)

    return each(field, (Pointing(len(colours), free=bool(colours)), gap(10, 26)), clue, value)


def signs(field: str) -> Values:
    """Return the part of circles, perhaps with numbers, and arrows in cells."""
    arrows = fixed(dict(zip("ghij", POINTED[1:], strict=True)), "an arrow")
    unknown = fixed(dict.fromkeys("@%", Refused("has a sign in {} that is not told")))
    return each(
        field,
        (arrows, Hexadecimal(least=3), fixed({".": UNTOLD}), unknown, gap(20, 16)),
        lambda held: {"shape": held} if isinstance(held, str) else {"shape": "circle", "number": held},
        lambda sign: sign.get("number", UNTOLD) if sign["shape"] == "circle" else sign["shape"],
    )


class Gates:
    """Blocks and gates, then the number of each block, then the place of the start."""

    TILES = (fixed({"1": DIGITS.index("b"), "2": DIGITS.index("v"), "3": DIGITS.index("h")}, "a tile"), gap(4, 32))
    ORDERS = (Pointing(free=True), gap(16))

    def read(self, text: Text) -> Fields:
        tiles = read_values(text, self.TILES, [*text.board.cells()])
        blocks = self._blocks(tiles, text.board)
        orders = zip(blocks, read_values(text, self.ORDERS, blocks), strict=True)
        start = re.fullmatch(r"/([0-9]{1,4})", text.rest(), re.ASCII)
        if "d" not in text.flags or start is None or int(start[1]) >= len(tiles):
            raise BadPuzzle("the address lacks the d before its size, or the place of the start at its end")
        text.at, tiles[int(start[1])] = len(text.body), DIGITS.index("s")
        told = [{"cell": cell, "number": held[1], "direction": POINTED[held[0]]} for cell, held in orders if held]
        return {"tiles": _rows(tiles, text.board), "orders": told}

    def write(self, fields: Fields, board: Grid) -> str:
        tiles = [*chain.from_iterable(Grid.parse(fields["tiles"]).values)]
        start = tiles.index(DIGITS.index("s"))
        tiles[start] = None
        told = {order["cell"]: (POINTED.index(order["direction"]), order["number"]) for order in fields["orders"]}
        orders = write_values(self.ORDERS, map(told.get, self._blocks(tiles, board)))
        return f"{write_values(self.TILES, tiles)}{orders}/{start}"

    def _blocks(self, tiles: Sequence[int | None], board: Grid) -> list[str]:
        return [str(cell) for cell, tile in zip(board.cells(), tiles, strict=True) if tile == DIGITS.index("b")]


def dots(field: str, *codes: Code) -> Values:
    """Return the part of dots in cells, on borders and at corners: white or black ones, whose colour says nothing."""

    def places(board: Grid) -> list[Cell]:
        return [Cell(row, col) for row in range(1, 2 * board.height) for col in range(1, 2 * board.width)]

    return Values(
        codes or (with_gap((WHITE, BLACK), 7, "a dot", "the board"), gap(16)),
        places,
        lambda values, board: {field: [str(at) for at, dot in zip(places(board), values, strict=True) if dot]},
        lambda fields, board: (WHITE if str(at) in fields[field] else None for at in places(board)),
        open_end=bool(codes),
    )


@dataclass(frozen=True)
class Whole:
    """A bit for each cell that is no part of the board; only boards without such cells are read."""

    def read(self, text: Text) -> Fields:
        cells = [*text.board.cells()]
        if text.rest() and any(read_values(text, [BITS], cells)):
            raise BadPuzzle("the address has cells that are no part of its board, which this kind does not have")
        return {}

    def write(self, fields: Fields, board: Grid) -> str:  # noqa: ARG002 - nothing is left out
        return ""


@dataclass(frozen=True)
class Behind:
    """A part behind a sign; both are missing where the part is empty."""

    sign: str
    part: AddressPart

    def read(self, text: Text) -> Fields:
        if text.rest() and text.take() != self.sign:
            raise text.wrong(self.sign)
        return self.part.read(text)

    def write(self, fields: Fields, board: Grid) -> str:
        written = self.part.write(fields, board)
        return self.sign + written if written else ""


USUAL = {"c": 123, "d": 1234, "e": 12345}
"""The fleets that have a letter in an address."""
SHIPS = {size: f"{DIGITS[size]}1{'v' * (size // 5)}{('', *'gosu')[size % 5]}" for size in range(1, 10)}
"""How a ship of each length is written: its columns, its rows, and a bit for each cell, five in a digit of base 32."""


class Fleet:
    """The ships of a puzzle: the letter of a usual fleet, or how many there are and the form of each."""

    def read(self, text: Text) -> Fields:
        usual = re.fullmatch(r"//([cde])", text.rest())
        ships = re.fullmatch(r"/\d+((?:/\w+)+)", text.rest())
        sizes = {form: size for size, ship in SHIPS.items() for form in (ship, ship[1::-1] + ship[2:])}
        found = Counter(sizes.get(form, 0) for form in ships[1].split("/")[1:]) if ships else Counter()
        if not usual and (not found or 0 in found or max(found.values()) > 9):  # noqa: PLR2004 - a digit each
            raise BadPuzzle(f"the address ends in {text.rest()!r}, not in a fleet of up to nine ships of each length")
        text.at = len(text.body)
        digits = "".join(str(found[size]) for size in range(max(found, default=0), 0, -1))
        return {"fleet": USUAL[usual[1]] if usual else int(digits)}

    def write(self, fields: Fields, board: Grid) -> str:  # noqa: ARG002 - the fleet has no places
        if letters := [letter for letter, fleet in USUAL.items() if fleet == fields["fleet"]]:
            return f"//{letters[0]}"
        sizes = [size for size, count in enumerate(reversed(str(fields["fleet"])), 1) for _ in range(int(count))]
        return "/".join(("", str(len(sizes)), *(SHIPS[size] for size in sizes)))


@dataclass(frozen=True)
class Decimal:
    """A number of the whole board in decimals, and a slash; `only` is the one value that a kind without it has."""

    field: str
    only: int | None = None

    def read(self, text: Text) -> Fields:
        digits = ""
        while (sign := text.take(f"the number of {self.field}")) != "/":
            if sign not in DIGITS[:10] or len(digits) > 2:  # noqa: PLR2004 - more than any board holds
                raise text.wrong(f"the number of {self.field} and a slash")
            digits += sign
        number = int(digits or "0")
        if self.only is None:
            return {self.field: number}
        if number != self.only:
            raise BadPuzzle(f"the address says {number} {self.field}, but this kind always has {self.only}")
        return {}

    def write(self, fields: Fields, board: Grid) -> str:  # noqa: ARG002 - it has no places
        return f"{fields[self.field] if self.only is None else self.only}/"


@dataclass(frozen=True)
class Implied:
    """A field for which an address has no room: it follows from the board."""

    field: str
    value: Callable[[Grid], object]

    def read(self, text: Text) -> Fields:
        return {self.field: self.value(text.board)}

    def write(self, fields: Fields, board: Grid) -> str:  # noqa: ARG002 - nothing is held
        return ""


BOARD_SIZE = Implied("size", lambda board: [board.height, board.width])


def boxes(board: Grid) -> tuple[int, int]:
    """Return the boxes that the page draws for a Sudoku; raises `BadPuzzle` for a board that is none."""
    side = isqrt(board.width)
    box = (2, 3) if board.width == OLD_SIX else (side, side)
    if board.height != board.width or box[0] * box[1] != board.width:
        size = f"{board.height}×{board.width}"
        raise BadPuzzle(f"puzz.link has no boxes for a Sudoku of {size}, but for 4×4, 6×6, 9×9, …")
    return box


@dataclass(frozen=True)
class Rooms:
    """Connected regions: for each edge between two cells whether it is a border, those between columns first."""

    field: str = "regions"
    level_flag: str = ""
    """The flag that says that a whole region has one level of water, not each of its bodies."""
    borders: Code = BITS
    walls: bool = False
    """Whether a border that ends inside a region is a wall by the rules of the kind."""

    def read(self, text: Text) -> Fields:
        board = text.board
        walls: set[Edge] = set()
        for group in self._groups(board):
            read = read_values(text, [self.borders], [*group, *self._beyond])
            walls |= {edge for edge, wall in zip(group, read, strict=False) if wall}
        found = [tuple(sorted(part)) for part in parts_of(board, by_cell(set(edges_of(board)) - walls))]
        inside = {cell: at for at, cells in enumerate(found) for cell in cells}
        within = [edge for edge in sorted(walls) if inside[edge[0]] == inside[edge[1]]]
        if within and not self.walls:
            one, other = within[0]
            text.odd(f"the border between {one} and {other} ends inside a region of the {text.what}'s board")
        if self.level_flag not in text.flags:
            _check_levels(found)
        held = {"walls": [[*map(str, edge)] for edge in within]} if within and self.walls else {}
        return {self.field: regions.rows_of(regions.lettered(found)), **held}

    def write(self, fields: Fields, board: Grid) -> str:
        walls = {(Cell.parse(one), Cell.parse(other)) for one, other in fields.get("walls", ())}
        part = {
            cell: at for at, cells in enumerate(regions.parts(tuple(map(tuple, fields[self.field])))) for cell in cells
        }
        borders = (
            [part[edge[0]] != part[edge[1]] or edge in walls or None for edge in group] for group in self._groups(board)
        )
        return "".join(write_values([self.borders], [*group, *self._beyond]) for group in borders)

    @property
    def _beyond(self) -> Sequence[bool]:
        return () if self.borders is BITS else (True,)

    def _groups(self, board: Grid) -> Sequence[Sequence[Edge]]:
        """Return the edges, as they are written: in two texts, or in one, in which the second is column by column."""
        beside, below = _edge_groups(board)
        return (beside, below) if not self._beyond else ([*beside, *sorted(below, key=lambda edge: edge[0].col)],)


@dataclass(frozen=True)
class NumberedRooms:
    """Connected regions, then a number or a gap for each, in the order of their first cells, where the field has it."""

    rooms = Rooms(walls=True)

    def read(self, text: Text) -> Fields:
        fields = self.rooms.read(text)
        found = regions.parts(fields[self.rooms.field])
        read = read_values(text, CLUES, [f"the room of {cells[0]}" for cells in found])
        numbers = {cells[0]: number for cells, number in zip(found, read, strict=True)}
        return fields | {"numbers": _rows([numbers.get(cell) for cell in text.board.cells()], text.board)}

    def write(self, fields: Fields, board: Grid) -> str:
        numbers = Grid.parse(fields["numbers"])
        found = regions.parts(tuple(map(tuple, fields[self.rooms.field])))
        return self.rooms.write(fields, board) + write_values(CLUES, (numbers[cells[0]] for cells in found))


def _check_levels(found: Iterable[Sequence[Cell]]) -> None:
    """Raise `BadPuzzle` if a region could have two levels of water."""
    for cells in found:
        for row in {cell.row for cell in cells}:
            if len(regions.connected_parts([[cell for cell in cells if cell.row >= row]])) > 1:
                raise BadPuzzle(
                    f"the region of {cells[0]} may have two levels of water by the rules of this address; "
                    "only the rules with one level (r/ before the size) are known"
                )


class Crossword:
    """The black cells of Kakuro with the sums below and to the right of them; then those of the upper and left rim."""

    codes = (fixed({".": BLOCK}), Twice(SUM, "a sum"), gap(20, 16))

    def read(self, text: Text) -> Fields:
        values = read_values(text, self.codes, [*text.board.cells()])
        blocks = Grid(_rows([None if value is None else BLOCK for value in values], text.board))
        rim = _rim(blocks)
        sums = dict(zip(rim, read_values(text, [SUM], rim), strict=True))
        for cell, value in zip(blocks.cells(), values, strict=True):
            if isinstance(value, tuple):
                sums["columns", cell], sums["rows", cell] = value
        return {"blocks": [list(row) for row in blocks.values]} | summed(blocks, sums)

    def write(self, fields: Fields, board: Grid) -> str:  # noqa: ARG002 - the grid knows it
        blocks, told = Grid.parse(fields["blocks"]), {name: with_untold(fields[name]) for name in ("rows", "columns")}
        sums = {(name, before): told[name][line][at] for name, line, at, before in sums_at(blocks)}
        sums = {place: 0 if total == UNTOLD else total for place, total in sums.items()}
        pairs = {cell: tuple(sums.get((name, cell), 0) for name in ("columns", "rows")) for cell in blocks.cells()}
        values = (
            None if blocks[cell] is None else pairs[cell] if any(pairs[cell]) else BLOCK for cell in blocks.cells()
        )
        return write_values(self.codes, values) + write_values([SUM], (sums.get(place, 0) for place in _rim(blocks)))


def _rim(blocks: Grid) -> list[tuple[str, Cell]]:
    """Return the places beside the board before each column, then each row, that begins with an open cell."""
    columns = [("columns", Cell(-1, col)) for col in range(blocks.width) if blocks[Cell(0, col)] is None]
    return columns + [("rows", Cell(row, -1)) for row in range(blocks.height) if blocks[Cell(row, 0)] is None]


def _rows(places: Sequence[int | None], board: Grid) -> list[list[int | None]]:
    return [list(places[at : at + board.width]) for at in range(0, len(places), board.width)]


def _edges(board: Grid) -> list[Edge]:
    """Return the edges between columns, then those between rows, each in reading order."""
    return [*chain.from_iterable(_edge_groups(board))]


def _edge_groups(board: Grid) -> tuple[list[Edge], list[Edge]]:
    beside = [(cell, other) for cell, other in edges_of(board) if cell.row == other.row]
    below = [(cell, other) for cell, other in edges_of(board) if cell.col == other.col]
    return beside, below
