"""Parts of addresses: which values a part holds in which order, and which fields they make, in their form in JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from solvers._core.model import regions
from solvers._core.model.edges import by_cell
from solvers._core.model.edges import edges as edges_of
from solvers._core.model.edges import parts as parts_of
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.files import with_unknown
from solvers._core.model.grid import UNKNOWN, Cell, Edge, Grid
from solvers._links.codes import CLUES, NUMBERS, Code, Text, gap, packed, pointing, read_values, write_values

Fields = dict[str, Any]
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
        lambda values, board: {field: in_rows(values, grid(board))},
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
        lambda fields, _: chain.from_iterable(with_unknown(fields[side]) for side in SIDES),
    )


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
        return {"givens": in_rows(numbers, board)} | {name: [*map(list, signs)] for name, signs in found.items()}

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
        found = {clue["cell"]: value(clue) for clue in with_unknown(fields[field])}
        return (found.get(str(cell)) for cell in board.cells())

    return Values(codes, lambda board: [*board.cells()], fields, values)


def arrows(field: str, *colours: str) -> Values:
    """Return the part of arrows with numbers in cells, each behind its colour if there are some."""

    def clue(held: Sequence[int]) -> Fields:
        *colour, side, number = held
        first = {"colour": colours[colour[0]]} if colour else {}
        return {**first, "direction": POINTED[side], "number": number}

    def value(clue: Fields) -> Sequence[int]:
        colour = [colours.index(clue["colour"])] if colours else []
        return *colour, POINTED.index(clue.get("direction", "none")), clue.get("number", UNKNOWN)

    return each(field, (pointing(len(colours), free=bool(colours)), gap(10, 26)), clue, value)


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


@dataclass(frozen=True)
class Decimal:
    """A number of the whole board in decimals, and a slash; `only` is the one value that a kind without it has."""

    field: str
    only: int | None = None

    def read(self, text: Text) -> Fields:
        found = text.match(r"(\d{0,3})/")
        if found is None:
            raise BadPuzzle(f"the address has no slash behind the number of {self.field}, at its start")
        number = int(found[1] or "0")
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


@dataclass(frozen=True)
class Rooms:
    """Connected regions: for each edge between two cells whether it is a border, those between columns first."""

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
        held = {"walls": [[*map(str, edge)] for edge in within]} if within and self.walls else {}
        return {"regions": regions.rows_of(regions.lettered(found)), **held}

    def write(self, fields: Fields, board: Grid) -> str:
        walls = {(Cell.parse(one), Cell.parse(other)) for one, other in fields.get("walls", ())}
        part = {
            cell: at for at, cells in enumerate(regions.parts(tuple(map(tuple, fields["regions"])))) for cell in cells
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
        beside, below = edge_groups(board)
        return (beside, below) if not self._beyond else ([*beside, *sorted(below, key=lambda edge: edge[0].col)],)


@dataclass(frozen=True)
class NumberedRooms:
    """Connected regions, then a number or a gap for each, in the order of their first cells, where the field has it."""

    rooms = Rooms(walls=True)

    def read(self, text: Text) -> Fields:
        fields = self.rooms.read(text)
        found = regions.parts(fields["regions"])
        read = read_values(text, CLUES, [f"the room of {cells[0]}" for cells in found])
        numbers = {cells[0]: number for cells, number in zip(found, read, strict=True)}
        return fields | {"numbers": in_rows([numbers.get(cell) for cell in text.board.cells()], text.board)}

    def write(self, fields: Fields, board: Grid) -> str:
        numbers = Grid.parse(fields["numbers"])
        found = regions.parts(tuple(map(tuple, fields["regions"])))
        return self.rooms.write(fields, board) + write_values(CLUES, (numbers[cells[0]] for cells in found))


def in_rows(places: Sequence[int | None], board: Grid) -> list[list[int | None]]:
    """Return the rows of values that stand in reading order."""
    return [list(places[at : at + board.width]) for at in range(0, len(places), board.width)]


def edge_groups(board: Grid) -> tuple[list[Edge], list[Edge]]:
    """Return the edges between columns, and those between rows, each in reading order."""
    beside = [(cell, other) for cell, other in edges_of(board) if cell.row == other.row]
    below = [(cell, other) for cell, other in edges_of(board) if cell.col == other.col]
    return beside, below
