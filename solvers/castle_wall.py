"""Castle Wall: one loop around the white clues and past the black ones; arrows count its lines in their direction."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise, product, takewhile
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

Side = OneOf["none", "up", "down", "left", "right"]
WAYS: dict[Side, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ARROWS: dict[Side, str] = dict(zip(WAYS, "↑↓←→", strict=True))
BY_LETTER: dict[str | None, Side] = {way[0]: way for way in WAYS} | {None: "none"}
Colour = OneOf["white", "black", "grey"]
COLOURS: dict[str, Colour] = {"w": "white", "b": "black", "g": "grey"}


class Tower(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A clue: a cell inside the loop (`white`) or outside it (`black`), perhaps with an arrow and a number."""

    cell: Cell
    colour: Colour
    direction: Side = "none"
    number: int = UNKNOWN


@dataclass(frozen=True)
class CastleWall(Loop):
    """Castle Wall of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes no clue. White clues are inside it, black ones outside; a grey one does not tell.
    3. A number says how many lines lie along its row or column, in the direction of its arrow; `?` does not tell it.

    In a solution, the doubled board, each border between two cells without a clue holds 1 (a line crosses it) or 0
    (source: the rules of puzz.link).
    """

    size: tuple[int, int]
    towers: tuple[Tower, ...]

    LISTED: ClassVar = "towers"
    UNKNOWN_IN: ClassVar = frozenset({"towers"})
    SQUARES: ClassVar = "grid"
    LARGEST_NEW: ClassVar = 8
    TURNS: ClassVar = 1
    TURNED: ClassVar = {"u": "l", "l": "u", "d": "r", "r": "d"}

    def __post_init__(self) -> None:
        super().__post_init__()
        for tower in self.towers:
            if tower.number != UNKNOWN and (tower.direction == "none" or tower.number < 0):
                raise BadPuzzle(f"towers: {tower.cell} says {tower.number}, but has no direction, or less than 0")
        if not self.ways():
            raise BadPuzzle("towers: no two neighbours are left for the loop")

    @cached_property
    def _clued(self) -> frozenset[Cell]:
        return frozenset(tower.cell for tower in self.towers)

    @property
    def shape(self) -> tuple[object, ...]:
        return self.size, self._clued

    def ways(self) -> Sequence[Edge]:
        return [edge for edge in super().ways() if self._clued.isdisjoint(edge)]

    def _inside(self, square: Cell) -> Literal | None:
        """Return the literal "four centres are around a square inside the loop", None for one beside the board."""
        height, width = self.squares
        is_there = square.row in range(height) and square.col in range(width)
        return Literal(f"{square}_inside") if is_there else None

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        ways = {*self.ways()}
        for edge in edges(self.board):
            sides = [*filter(None, map(self._inside, self.faces(edge)))]
            line = [used(edge)] if edge in ways else []
            words = f"the loop changes sides only at its lines, as between {edge[0]} and {edge[1]}"
            if not sides:
                continue  # A board of one row or column has no loop.
            constraint = Table(tuple(_parities((*sides, *line))))
            yield Rule(words, edge, constraint, "inside", f"the inside would end between {edge[0]} and {edge[1]}")

    def clues(self) -> Iterator[Clue]:
        for tower in self.towers:
            if tower.colour != "grey":
                row, col = tower.cell
                squares = product((row - 1, row), (col - 1, col))
                around = [self._inside(Cell(*square)) for square in squares]
                held = [one if tower.colour == "white" else one and ~one for one in around]
                is_out = tower.colour == "white" and None in around
                constraint = Clause(()) if is_out else Table((tuple(filter(None, held)),))
                side = "inside" if tower.colour == "white" else "outside"
                yield Clue(
                    f"{tower.cell} is {side} the loop", (tower.cell,), constraint, "side", f"it could not be {side}"
                )
        for tower, lines in self._counted():
            words = f"{tower.cell} points {tower.direction} at {times(tower.number, 'line')}"
            yield Clue(words, (tower.cell,), Exactly(tower.number, tuple(map(used, lines))), "tower")

    def _counted(self) -> Iterator[tuple[Tower, list[Edge]]]:
        """Yield the clues with a number, each with the edges that may have the lines."""
        ways = {*self.ways()}
        for tower in self.towers:
            if tower.number != UNKNOWN:
                yield tower, [edge for edge in _before(tower, self.board) if edge in ways]

    def needs(self) -> Iterator[tuple[str, Iterable[Edge]]]:
        return ((f"a line before {tower.cell}", lines) for tower, lines in self._counted() if tower.number)

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            super().is_solved_by(grid)
            and all(tower.colour in {"grey", _side(grid, tower.cell)} for tower in self.towers)
            and all(sum(bool(grid[spot(edge)]) for edge in lines) == tower.number for tower, lines in self._counted())
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:  # noqa: ARG002 - clues alone
        return {tower.cell: _drawn(tower) for tower in self.towers}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        towers = []
        for cell, glyph in picture.glyphs.items():
            found = re.fullmatch(r"([wbg])(?:([udlr])(\d+))?|([udlr])\?([wbg])", glyph.text, re.ASCII)
            if found is None:
                form = "a clue is w, b or g, perhaps with u, d, l or r and a number, or is like u?w"
                raise BadPuzzle(f"{cell} of the picture holds {glyph.text!r}: {form}")
            colour, direction = COLOURS[found[1] or found[5]], BY_LETTER[found[2] or found[4]]
            towers.append(Tower(cell, colour, direction, int(found[3]) if found[3] else UNKNOWN))
        return cls((picture.height, picture.width), tuple(towers))

    def without(self, clue: Clue) -> Self | None:
        towers = (
            msgspec.structs.replace(tower, direction="none", number=UNKNOWN) if tower.cell in clue.cells else tower
            for tower in self.towers
        )
        return replace(self, towers=tuple(towers)) if clue.name == "tower" else None

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(size, ())

    @classmethod
    def of(cls, grid: Grid) -> Self:
        board = Grid.make(*cls.board_size(grid))
        towers = []
        for cell in board.cells():
            if not linked(grid, cell):
                tried = [Tower(cell, _side(grid, cell), way, 0) for way in WAYS]
                counts = [sum(bool(grid[spot(edge)]) for edge in _before(tower, board)) for tower in tried]
                towers.append(msgspec.structs.replace(tried[counts.index(max(counts))], number=max(counts)))
        return cls((board.height, board.width), tuple(towers))


def _parities(literals: Sequence[Literal]) -> Iterator[tuple[Literal, ...]]:
    """Yield each way in which an even number of literals hold."""
    for signs in product((False, True), repeat=len(literals)):
        if sum(signs) % 2 == 0:
            yield tuple(one if sign else ~one for one, sign in zip(literals, signs, strict=True))


def _before(tower: Tower, board: Grid) -> Iterator[Edge]:
    """Yield the edges that a clue points along."""
    down, right = WAYS[tower.direction]
    row, col = tower.cell
    line = (Cell(row + down * at, col + right * at) for at in range(1, max(board.height, board.width)))
    yield from (border(*step) for step in pairwise(takewhile(board.__contains__, line)))


def _side(grid: Grid, cell: Cell) -> OneOf["white", "black"]:
    """Return the colour of a clue in a cell that the loop does not pass: lines to its left say whether it is inside."""
    crossed = sum(bool(grid[Cell(2 * cell.row, 2 * col + 1)]) for col in range(cell.col)) if cell.row else 0
    return "white" if crossed % 2 else "black"


def _drawn(tower: Tower) -> Glyph:
    colour, way, number = tower.colour[0], tower.direction[0], number_text(tower.number)
    symbol = "" if tower.direction == "none" else f"{number}{ARROWS[tower.direction]}"
    text = colour if not symbol else f"{way}?{colour}" if tower.number == UNKNOWN else f"{colour}{way}{number}"
    if tower.colour == "black":
        return Glyph(text, f"{symbol}■", "block", given=False)
    return printed(text, f"□{symbol}" if tower.colour == "white" else symbol or "?")
