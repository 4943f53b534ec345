"""Shingoki: one loop through the centres of cells; a circle says how far it goes straight on from there."""

from __future__ import annotations

from typing import Literal as OneOf

import msgspec

from solvers.kind import *


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clue: the loop goes straight through the cell (white) or turns there, and goes straight on for so long."""

    cell: Cell
    colour: OneOf["white", "black"]
    number: int


@dataclass(frozen=True)
class Shingoki(ListedLoop):
    """Shingoki (Semaphores, Traffic Lights) of any size, rectangles too.

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop goes straight through white circles, and turns at black ones.
    3. The number of a circle is the length of both straight parts of the loop that meet there, together; `?` is an
       unknown number.

    In a solution, the doubled board, each border between two cells holds 1 (a line crosses it) or 0.

    Source: the rules of puzzle-shingoki.com.
    """

    size: tuple[int, int]
    circles: tuple[Circle, ...]

    UNKNOWN_IN: ClassVar = frozenset({"circles"})
    REMOVABLE: ClassVar = frozenset({"white circle", "black circle"})
    LISTED: ClassVar = "circles"
    CLUE: ClassVar = Circle
    DRAWN: ClassVar = {"white": "○{}", "black": "●{}"}
    FORM: ClassVar = "a clue is w or b, then its number"
    LEAST: ClassVar = 2
    WORDS: ClassVar = {r"[○⚪]([0-9]+|\?)": r"w\1", r"[●⚫]([0-9]+|\?)": r"b\1", r"([0-9]+)([WwBb])": r"\2\1"}
    LARGEST_NEW: ClassVar = 15

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
            for found in [self.clue_at(grid, circle.cell)]
        )

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> Circle | None:
        if not (beside := linked(grid, cell)):
            return None
        lines = sum(length(grid, cell, end) for end in beside)
        return Circle(cell, "white" if is_straight(grid, cell) else "black", lines)


def length(grid: Grid, cell: Cell, other: Cell) -> int:
    """Return how many lines follow each other straight on from a cell over one beside it."""
    side, lines = cell.around().index(other), 1
    while (ahead := other.around()[side]) in linked(grid, other):
        other, lines = ahead, lines + 1
    return lines
