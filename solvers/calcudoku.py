"""CalcuDoku: a Latin square with cages, whose digits make a number by one operation."""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

Operation = OneOf["+", "-", "*", "/"]
SIGNS: dict[str, Operation] = {"+": "+", "-": "-", "*": "*", "/": "/"}
VERBS = {"+": "add up to", "-": "differ by", "*": "multiply to", "/": "have the quotient", None: "make, in some way,"}
MOST_WAYS = 100_000
"""How many ways to fill a cage are listed."""


class Calculated(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A cage: its cells, the number that their digits make, and the operation; null is any."""

    cells: tuple[Cell, ...]
    target: int
    operation: Operation | None = None

    def fits(self, *digits: int) -> bool:
        """Return whether digits make the number, the largest first if the operation is - or /."""
        most, total, whole = max(digits), sum(digits), prod(digits)
        made = {"+": total == self.target, "*": whole == self.target}
        if len(digits) <= PAIR:
            made |= {"-": 2 * most - total == self.target, "/": most * most == self.target * whole}
        return made[self.operation] if self.operation else any(made.values())

    def __str__(self) -> str:
        first, *more = self.cells
        if len(more) > 1:
            return f"the {len(self.cells)} cells from {first} to {more[-1]}"
        return f"{first} and {more[0]}" if more else f"the cage {first}"


LETTERS = {"+": "a", "-": "s", "*": "m", "/": "d"}
"""The operations in a game ID."""


class Calculations:
    """What a game ID holds: borders, signs that repeat with their number behind, then the clue of each cage."""

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part."""
        width = text.board.width
        found = text.match(r"([a-z_\d]+),((?:[asmd]\d{1,9})+)")
        if found is None:
            raise BadPuzzle(f"the board of a game ID of Keen is like aa_3bb_,a5m6s1, not {text.rest()[:20]!r}")
        signs = re.sub(r"([a-z_])(\d{1,4})", lambda part: part[1] * int(part[2]), found[1])
        borders = codes.Text(signs, text.board.height, width, what=text.what)
        parts = regions.parts(ids.BORDERS.read(borders)["regions"])
        borders.end()
        clues = re.findall(r"([asmd])(\d+)", found[2])
        if len(clues) != len(parts):
            raise BadPuzzle(f"the game ID has {len(parts)} cages, but {len(clues)} numbers")
        operations = {letter: sign for sign, letter in LETTERS.items()}
        cages = [
            {"cells": [*map(str, part)], "target": int(number)}
            | ({"operation": operations[letter]} if len(part) > 1 else {})
            for part, (letter, number) in zip(parts, clues, strict=True)
        ]
        return {"givens": ["." * width] * text.board.height, "cages": cages}

    def write(self, fields: link_parts.Fields, board: Grid) -> str:
        """Write the part."""
        clues = {
            tuple(map(Cell.parse, cage["cells"])): f"{LETTERS[cage.get('operation') or '+']}{cage['target']}"
            for cage in fields["cages"]
        }
        if sum(map(len, clues)) < board.height * board.width:
            raise BadPuzzle("a game ID has each cell in a cage")
        borders = ids.BORDERS.write({"regions": regions.rows_of(regions.lettered(clues))}, board)
        return re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", borders) + "," + "".join(clues.values())


@dataclass(frozen=True)
class Calcudoku(LatinSquare):
    """CalcuDoku, a square with the digits from 1 to its side.

    1. Each cell holds one digit.
    2. Each row and column holds each digit once.
    3. The digits of a cage make its `target`: with + and * all of them, with - and / two, the larger one first. If its
       operation is unknown, it is one of these.

    A digit may stand twice in a cage (source: the rules of Simon Tatham's Keen, and of janko.at's Kendoku).
    """

    givens: Grid
    cages: tuple[Calculated, ...]

    GAME_ID: ClassVar = (Calculations(),)
    LARGEST_NEW: ClassVar = 9

    def __post_init__(self) -> None:
        super().__post_init__()
        side = self.givens.height
        signs = [cage.operation if len(cage.cells) > 1 else None for cage in self.cages]
        found = [
            Calculated(tuple(sorted(cage.cells)), cage.target, sign)
            for cage, sign in zip(self.cages, signs, strict=True)
        ]
        cages.canonical((cages.Cage(cage.cells) for cage in found), self.givens, side * side)
        for cage in found:
            if cage.target < 1 or (cage.operation in {"-", "/"} and len(cage.cells) > PAIR):
                sign = cage.operation or ""
                raise BadPuzzle(
                    f"cages: {cage} cannot make {sign}{cage.target}: a target is 1 or more, - and / take two"
                )
        object.__setattr__(self, "cages", tuple(sorted(found, key=lambda cage: cage.cells)))

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for cage in self.cages:
            literals, size = digits_in(cage.cells, self.values), len(cage.cells)
            if size == PAIR:
                constraint: Pair | Total | Table = Pair(allowed(self.values, cage.fits), literals)
            elif cage.operation == "+":
                constraint = Total(cage.target, size, literals)
            else:
                constraint = _ways(cage, self.givens.height)
            verb = f"{VERBS[cage.operation]} {cage.target}" if size > 1 else f"is {cage.target}"
            yield Clue(
                f"{cage} {verb}", cage.cells, constraint, "cage", f"{cage} could not {verb.replace('is ', 'be ')}"
            )

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and all(
            cage.fits(*(grid[cell] or 0 for cell in cage.cells)) for cage in self.cages
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        fills = regions.lettered(cage.cells for cage in self.cages)
        corners = {cage.cells[0]: f"{cage.target}{cage.operation or ''}" for cage in self.cages}
        return replace(super().picture(grid), fills=fills, corners=corners)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        signs = {cell: number[-1] for cell, number in picture.corners.items() if number[-1] in SIGNS}
        found = (
            Calculated(
                cage.cells, cage.sum or 0, next((SIGNS[signs[cell]] for cell in cage.cells if cell in signs), None)
            )
            for cage in cages.read(picture)
        )
        return cls(picture.grid(), tuple(found))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        if size[0] != size[1]:
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        grid = latin_square(size[0], rng)
        drawn = []
        for cage in cages.random(grid, rng):
            low, *more = sorted(grid[cell] or 0 for cell in cage.cells)
            made: dict[Operation, int] = {"+": low + sum(more), "*": low * prod(more)}
            if len(more) == 1:
                made["-"] = more[0] - low
                made |= {"/": more[0] // low} if more[0] % low == 0 else {}
            sign = rng.choice([*made])
            drawn.append(Calculated(cage.cells, made[sign], sign))
        return cls(grid, tuple(drawn)), grid


@lru_cache(maxsize=1024)
def _ways(cage: Calculated, highest: int) -> Table:
    """Return the digits with which a cage makes its number, none twice in a line."""
    ways: list[tuple[int, ...]] = [()]
    for at, cell in enumerate(cage.cells):
        near = [
            before for before, other in enumerate(cage.cells[:at]) if other.row == cell.row or other.col == cell.col
        ]
        ways = [
            (*way, digit)
            for way in ways
            for digit in range(1, highest + 1)
            if all(way[before] != digit for before in near)
            and (cage.operation is None or cage.target % (digit * prod(way)) == 0)
        ]
        if len(ways) > MOST_WAYS:
            raise BadPuzzle(f"cages: {cage} can be filled in more than {MOST_WAYS:,} ways")
    fit = (way for way in ways if cage.fits(*way))
    return Table(tuple(tuple(holds(cell, digit) for cell, digit in zip(cage.cells, way, strict=True)) for way in fit))
