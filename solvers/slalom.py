"""Slalom: one loop from a start through all gates, those with a number in this order."""

# Long: the order of gates takes a count along the loop, which is stated for Z3 and walked by the plain check.

from __future__ import annotations

import re
from functools import cached_property
from zlib import crc32

import msgspec

from solvers.kind import *

BY_LETTER: dict[str | None, Direction] = {way[0]: way for way in DIRECTIONS} | {None: "none"}
UPRIGHT, LEVEL, START = map(DIGITS.index, "vhs")
GATED = 2
"""One in so many cells of a new loop that can have a gate has one."""


class Order(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number on a block: a gate beside it, in this direction if there is one, is the first, second … of the loop."""

    cell: Cell
    number: int
    direction: Direction = "none"


class Gates:
    """What an address holds: blocks and gates, then the number of each block, then the place of the start."""

    TILES = (codes.fixed({"1": BLOCK, "2": UPRIGHT, "3": LEVEL}, "a tile"), codes.gap(4, 32))
    ORDERS = (codes.pointing(free=True), codes.gap(16))

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part."""
        cells = [*text.board.cells()]
        tiles = codes.read_values(text, self.TILES, cells)
        blocks = [cell for cell, tile in zip(cells, tiles, strict=True) if tile == BLOCK]
        orders = codes.read_values(text, self.ORDERS, blocks)
        start = text.match(r"/(\d{1,4})$")
        if "d" not in text.flags or start is None or int(start[1]) >= len(tiles):
            raise BadPuzzle("the address lacks the d before its size, or the place of the start at its end")
        tiles[int(start[1])] = START
        numbered = [
            {"cell": str(cell), "number": held[1], "direction": link_parts.POINTED[held[0]]}
            for cell, held in zip(blocks, orders, strict=True)
            if held
        ]
        return {"tiles": link_parts.in_rows(tiles, text.board), "orders": numbered}

    def write(self, fields: link_parts.Fields, board: Grid) -> str:
        """Write the part."""
        marks = dict(Grid.parse(fields["tiles"]).marked())
        start = next(cell for cell, tile in marks.items() if tile == START)
        numbered = {
            order["cell"]: (link_parts.POINTED.index(order["direction"]), order["number"]) for order in fields["orders"]
        }
        tiles = codes.write_values(self.TILES, (None if cell == start else marks.get(cell) for cell in board.cells()))
        orders = (numbered.get(str(cell)) for cell, tile in marks.items() if tile == BLOCK)
        return f"{tiles}{codes.write_values(self.ORDERS, orders)}/{start.row * board.width + start.col}"


@dataclass(frozen=True)
class Slalom(Loop):
    """Slalom (Suraromu) of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes the start and no block.
    3. The loop passes exactly one cell of each gate.
    4. On the way around from the start, in one of both directions, a gate beside a block with the number 1 is passed
       first, one beside a 2 second, and so on; an arrow at the number says on which side it is.

    In `tiles`, `s` is the start, `b` a block, `v` a gate from top to bottom and `h` one from left to right; gates are
    as long as such cells follow each other. In a solution, the doubled board, each border between two cells that are no
    blocks holds 1 (a line crosses it) or 0 (source: the rules of puzz.link).
    """

    tiles: Grid
    orders: tuple[Order, ...] = ()

    HELD: ClassVar = {"tiles": ((BLOCK, UPRIGHT, LEVEL, START), "b, v, h or s")}
    LINK: ClassVar = (Gates(),)
    SQUARES: ClassVar = "grid"
    LARGEST_NEW: ClassVar = 6
    TURNS: ClassVar = 1
    TURNED: ClassVar = {"u": "l", "l": "u", "d": "r", "r": "d", "v": "h", "h": "v"}

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "orders", in_order("orders", self.orders, (self.tiles.height, self.tiles.width)))
        if len(self._all(START)) != 1:
            raise BadPuzzle(f"tiles: {len(self._all(START))} cells hold s, but a board has one start")
        for order in self.orders:
            if self.tiles[order.cell] != BLOCK:
                raise BadPuzzle(f"orders: {order.cell} is no block")
            if not 1 <= order.number <= len(self.gates) or not self._beside(order):
                raise BadPuzzle(f"orders: {order.cell} says {order.number}, but there is no such gate beside it")
        if not self.ways():
            raise BadPuzzle("tiles: no two neighbours are left for the loop")

    def _all(self, tile: int) -> list[Cell]:
        return [cell for cell, held in self.tiles.marked() if held == tile]

    @cached_property
    def gates(self) -> list[list[Cell]]:
        """The cells of each gate."""
        found = list[list[Cell]]()
        for number, (_, line) in enumerate(self.tiles.lines()):
            tile, begun = (LEVEL if number < self.tiles.height else UPRIGHT), False
            for cell in line:
                if self.tiles[cell] == tile:
                    found += [] if begun else [[]]
                    found[-1].append(cell)
                begun = self.tiles[cell] == tile
        return sorted(found)

    def _beside(self, order: Order) -> list[int]:
        """Return the gates that a number may be about."""
        near = [*zip(DIRECTIONS, order.cell.around(), strict=True)]
        ends = {
            cell: UPRIGHT if way in {"up", "down"} else LEVEL for way, cell in near if order.direction in {"none", way}
        }
        at = {cell: number for number, gate in enumerate(self.gates) for cell in gate}
        return [at[cell] for cell, tile in ends.items() if cell in self.tiles and self.tiles[cell] == tile]

    @property
    def shape(self) -> tuple[object, ...]:
        return self.tiles, bool(self.orders)

    def ways(self) -> Sequence[Edge]:
        blocks = {*self._all(BLOCK)}
        return [edge for edge in super().ways() if blocks.isdisjoint(edge)]

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        ways = by_cell(self.ways())
        (start,) = self._all(START)
        constraint = Exactly(2, tuple(map(used, ways.get(start, ()))))
        yield Rule(f"the loop passes the start {start}", (start,), constraint, "start")
        for gate in self.gates:
            for cell in gate:
                lines = tuple(map(used, ways.get(cell, ())))
                words = f"the loop passes {cell} if a line does"
                yield Rule(words, (cell,), Clause((~is_one(cell), *lines)), "gate", f"the loop could not pass {cell}")
                for line in lines:
                    yield Rule(words, (cell,), Clause((is_one(cell), ~line)), "gate")
            words, otherwise = (
                f"the loop passes the gate at {gate[0]} once",
                f"it could not pass the gate at {gate[0]} once",
            )
            yield Rule(words, tuple(gate), Exactly(1, tuple(map(is_one, gate))), "gate", otherwise)
        if self.orders:
            yield from self._counting(start)

    def _counting(self, start: Cell) -> Iterator[Rule]:
        """Yield that the loop has a direction, in which each cell has passed as many gates as the one before it."""
        count, ways = len(self.gates), by_cell(self.ways())
        gated = {cell for gate in self.gates for cell in gate}
        passed = {cell: tuple(_passed(cell, number) for number in range(1, count + 1)) for cell in ways}
        yield Rule(f"no gate is passed before {start}", (start,), Table((tuple(~one for one in passed[start]),)))
        for cell, near in ways.items():
            others = [edge[edge[0] == cell] for edge in near]
            words = f"the loop leaves {cell} once, and comes there once"
            yield Rule(words, (cell,), AtMost(1, tuple(_step(cell, other) for other in others)))
            yield Rule(words, (cell,), AtMost(1, tuple(_step(other, cell) for other in others)))
            for other in others:
                step, edge = _step(cell, other), border(cell, other)
                words = f"a line from {cell} to {other} has one direction"
                yield Rule(words, edge, Clause((~step, used(edge))))
                yield Rule(words, edge, Clause((~used(edge), step, _step(other, cell))))
                before, after = passed[cell], passed[other]
                words = f"at {other} as many gates are passed as at {cell}"
                if other == start:
                    yield Rule(words, edge, Clause((~step, before[-1])))
                    continue
                if other in gated:
                    yield Rule(words, edge, Clause((~step, after[0])))
                    yield Rule(words, edge, Clause((~step, ~before[-1])))
                    before, after = before[:-1], after[1:]
                yield Rule(words, edge, Clauses((~step,), (tuple(~one for one in before), after)))
                yield Rule(words, edge, Clauses((~step,), (before, tuple(~one for one in after))))
        for number, gate in enumerate(self.gates):
            for at in range(1, count + 1):
                is_at, held = ~_is_at(number, at), tuple(~is_one(cell) for cell in gate)
                words = f"the gate at {gate[0]} is number {at}"
                yield Rule(words, tuple(gate), Clauses((is_at,), (held, tuple(_passed(cell, at) for cell in gate))))
                if at < count:
                    less = tuple(~_passed(cell, at + 1) for cell in gate)
                    yield Rule(words, tuple(gate), Clauses((is_at,), (held, less)))

    def clues(self) -> Iterator[Clue]:
        for order in self.orders:
            constraint = Clause(tuple(_is_at(gate, order.number) for gate in self._beside(order)))
            words = f"the gate beside {order.cell} is number {order.number} of the loop"
            yield Clue(words, (order.cell,), constraint, "order", f"it could not be number {order.number}")

    def needs(self) -> Iterator[tuple[str, Iterable[Edge]]]:
        ways = by_cell(self.ways())
        for cells in (self._all(START), *self.gates):
            yield f"the gate at {cells[0]}", {edge for cell in cells for edge in ways.get(cell, ())}

    def is_solved_by(self, grid: Grid) -> bool:
        (start,) = self._all(START)
        if not super().is_solved_by(grid) or not linked(grid, start):
            return False
        way, at = along(grid, start), {cell: number for number, gate in enumerate(self.gates) for cell in gate}
        found = [at[cell] for cell in way if cell in at]
        return sorted(found) == [*range(len(self.gates))] and any(
            all(passed[order.number - 1] in self._beside(order) for order in self.orders)
            for passed in (found, found[::-1])
        )

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        tiles = {
            BLOCK: Glyph("b", "■", "block", given=False),
            UPRIGHT: printed("v", "┊"),
            LEVEL: printed("h", "┈"),
            START: Glyph("s", str(len(self.gates)), "disc", given=False),
        }
        return {cell: tiles[tile] for cell, tile in self.tiles.marked()} | {
            order.cell: Glyph(
                f"b{order.direction[0].replace('n', '')}{order.number}",
                f"{order.number}{ARROWS[order.direction]}",
                "block",
                given=False,
            )
            for order in self.orders
        }

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        orders, tiles = list[Order](), dict[Cell, int]()
        for cell, glyph in picture.glyphs.items():
            found = re.fullmatch(r"([bvhs])|b([udlr])?(\d+)", glyph.text, re.ASCII)
            if found is None:
                form = "a clue is s, v, h or b, which perhaps has u, d, l or r and a number"
                raise BadPuzzle(f"{cell} of the picture holds {glyph.text!r}: {form}")
            tiles[cell] = DIGITS.index(found[1] or "b")
            orders += [Order(cell, int(found[3]), BY_LETTER[found[2]])] if found[3] else []
        return cls(Grid.make(picture.height, picture.width, tiles.get), tuple(orders))

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(Grid.make(*size, {Cell(0, 0): START}.get))

    @classmethod
    def of(cls, grid: Grid) -> Self:
        board = Grid.make(*cls.board_size(grid))
        passed = [cell for cell in board.cells() if linked(grid, cell)]
        start = min(passed, key=lambda cell: crc32(str(cell).encode()))
        tiles, orders = {start: START}, list[Order]()
        gates = 0
        for cell in along(grid, start)[1:]:
            one, other = linked(grid, cell)
            is_level = one.row != other.row
            near = [side for side in cell.around() if side not in {one, other} and side in board]
            free = all(side not in passed and tiles.get(side, BLOCK) == BLOCK for side in near)
            if is_straight(grid, cell) and near and free and crc32(f"{cell} gate".encode()) % GATED == 0:
                gates += 1
                tiles |= {cell: LEVEL if is_level else UPRIGHT} | dict.fromkeys(near, BLOCK)
                side = near[0]
                if all(order.cell != side for order in orders):
                    orders.append(Order(side, gates, DIRECTIONS[side.around().index(cell)]))
        return cls(Grid.make(board.height, board.width, tiles.get), tuple(orders))


def _step(cell: Cell, other: Cell) -> Literal:
    """Return the literal "the loop goes from a cell to a neighbour"."""
    return Literal(f"{cell}>{other}")


def _passed(cell: Cell, number: int) -> Literal:
    """Return the literal "on the way to a cell, it included, so many gates are passed, or more"."""
    return Literal(f"{cell}_{number}")


def _is_at(gate: int, number: int) -> Literal:
    """Return the literal "the gate is passed as the first, second …"."""
    return Literal(f"gate{gate}_{number}")
