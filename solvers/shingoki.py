"""Shingoki: one loop through the centres of cells; a circle says how far it goes straight on from there."""

from __future__ import annotations

from itertools import count as counting
from itertools import pairwise, takewhile
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

Colour = OneOf["white", "black"]
LEAST = 2
"""The least number: both parts have a line."""
SYMBOLS: dict[Colour, str] = {"white": "○", "black": "●"}


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clue: the loop goes straight through the cell (white) or turns there, and goes straight on for so long."""

    cell: Cell
    colour: Colour
    number: int


@dataclass(frozen=True)
class Shingoki(Loop):
    """Shingoki (Semaphores, Traffic Lights) of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop goes straight through white circles, and turns at black ones.
    3. The number of a circle is the length of both straight parts of the loop that meet there, together; `?` does not
       tell it.

    In a solution, the doubled board, each border between two cells holds 1 (a line crosses it) or 0.

    Source: the rules of puzzle-shingoki.com.
    """

    size: tuple[int, int]
    circles: tuple[Circle, ...]

    UNKNOWN_IN: ClassVar = frozenset({"circles"})
    REMOVABLE: ClassVar = frozenset({"white circle", "black circle"})
    LISTED: ClassVar = "circles"
    WORDS: ClassVar = {r"[○⚪]([0-9]+|\?)": r"w\1", r"[●⚫]([0-9]+|\?)": r"b\1", r"([0-9]+)([WwBb])": r"\2\1"}
    LARGEST_NEW: ClassVar = 15

    def __post_init__(self) -> None:
        super().__post_init__()
        for circle in self.circles:
            if circle.number < LEAST:
                raise BadPuzzle(f"circles: {circle.cell} says {circle.number}, but a number is 2 or more")

    def clues(self) -> Iterator[Clue]:
        for circle in self.circles:
            passes = "goes straight through" if circle.colour == "white" else "turns at"
            words = f"the loop {passes} {circle.cell}"
            words += "" if circle.number == UNKNOWN else f", and both parts are {circle.number} long"
            otherwise = f"it could not pass {circle.cell}"
            yield Clue(words, (circle.cell,), Table(tuple(self._passed(circle))), f"{circle.colour} circle", otherwise)

    def _passed(self, circle: Circle) -> Iterator[tuple[Literal, ...]]:
        """Yield the ways in which the loop can pass a circle."""
        for one, other, empty in self.passing(circle.cell, max(self.size), straight=circle.colour == "white"):
            if circle.number == UNKNOWN:
                yield (one[0], other[0], *empty)
                continue
            for length in range(1, circle.number):
                lengths = (one, length), (other, circle.number - length)
                if all(long <= len(arm) for arm, long in lengths):
                    ends = [~arm[long] for arm, long in lengths if long < len(arm)]
                    yield (*one[:length], *other[: circle.number - length], *ends, *empty)

    def needs(self) -> Iterator[tuple[str, list[Edge]]]:
        return self.at_cells(circle.cell for circle in self.circles)

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and all(
            found is not None and circle.colour == found.colour and circle.number in {UNKNOWN, found.number}
            for circle in self.circles
            for found in [circle_at(grid, circle.cell)]
        )

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        drawn = ((circle.cell, circle.colour, number_text(circle.number)) for circle in self.circles)
        return {cell: printed(f"{colour[0]}{number}", f"{SYMBOLS[colour]}{number}") for cell, colour, number in drawn}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        found = picture.lettered(SYMBOLS, "a clue is w or b, then its number")
        circles = (Circle(cell, colour, number or 0) for cell, colour, number in found)
        return cls((picture.height, picture.width), tuple(circles))

    @classmethod
    def of(cls, grid: Grid) -> Self:
        size = cls.board_size(grid)
        circles = (circle_at(grid, cell) for cell in Grid.make(*size).cells())
        return cls(size, tuple(circle for circle in circles if circle))


def circle_at(grid: Grid, cell: Cell) -> Circle | None:
    """Return the circle that a loop passes in a cell of a doubled board, None if it does not pass it."""
    beside = linked(grid, cell)
    if not beside:
        return None
    one, other = beside
    is_straight = one.row == other.row or one.col == other.col
    return Circle(cell, "white" if is_straight else "black", sum(length(grid, cell, end) for end in beside))


def length(grid: Grid, cell: Cell, other: Cell) -> int:
    """Return how many lines follow each other straight on from a cell over one beside it."""
    down, right = other.row - cell.row, other.col - cell.col
    way = (Cell(cell.row + at * down, cell.col + at * right) for at in counting())
    return sum(1 for _ in takewhile(lambda step: step[1] in linked(grid, step[0]), pairwise(way)))
