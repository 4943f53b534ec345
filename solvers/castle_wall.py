"""Castle Wall: one loop around the white clues and past the black ones; arrows count its lines in their direction."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

BY_LETTER: dict[str | None, Direction] = {way[0]: way for way in DIRECTIONS} | {None: "none"}
Colour = OneOf["white", "black", "grey"]
COLOURS: dict[str, Colour] = {"w": "white", "b": "black", "g": "grey"}


class Tower(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A clue: a cell inside the loop (`white`) or outside it (`black`), perhaps with an arrow and a number."""

    cell: Cell
    colour: Colour
    direction: Direction = "none"
    number: int = UNKNOWN


@dataclass(frozen=True)
class CastleWall(Around):
    """Castle Wall of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop passes no clue. White clues are inside it, black ones outside, grey ones either.
    3. A number says how many lines lie along its row or column, in the direction of its arrow; `?` is an unknown one.

    In a solution, the doubled board, each border between two cells without a clue holds 1 (a line crosses it) or 0
    (source: the rules of puzz.link).
    """

    size: tuple[int, int]
    towers: tuple[Tower, ...]

    LISTED: ClassVar = "towers"
    UNKNOWN_IN: ClassVar = frozenset({"towers"})
    SQUARES: ClassVar = "grid"
    LARGEST_NEW: ClassVar = 8

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
                steps = pairwise(self.board.arms(tower.cell)[tower.direction])
                yield tower, [edge for step in steps if (edge := border(*step)) in ways]

    def needs(self) -> Iterator[tuple[str, Iterable[Edge]]]:
        return ((f"a line before {tower.cell}", lines) for tower, lines in self._counted() if tower.number)

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            super().is_solved_by(grid)
            and all(tower.colour in {"grey", _side(grid, tower.cell)} for tower in self.towers)
            and all(sum(bool(grid[spot(edge)]) for edge in lines) == tower.number for tower, lines in self._counted())
        )

    def clue_glyphs(self) -> dict[Cell, Glyph]:
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

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> Tower | None:
        board = Grid.make(*CastleWall.board_size(grid))
        arms = board.arms(cell).items()
        counts = {way: sum(bool(grid[spot(step)]) for step in pairwise(cells)) for way, cells in arms}
        way = max(counts, key=counts.__getitem__)
        return None if linked(grid, cell) else Tower(cell, _side(grid, cell), way, counts[way])


def _parities(literals: Sequence[Literal]) -> Iterator[tuple[Literal, ...]]:
    """Yield each way in which an even number of literals hold."""
    for signs in product((False, True), repeat=len(literals)):
        if sum(signs) % 2 == 0:
            yield tuple(one if sign else ~one for one, sign in zip(literals, signs, strict=True))


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
