"""Suguru: each region holds each number from 1 to its size, and equal numbers never touch."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class Suguru(Roomed):
    """Suguru (Tectonic, Number Blocks) of any size, rectangles too.

    1. Each cell holds one number.
    2. A region of n cells holds each number from 1 to n once.
    3. Equal numbers do not touch, not even at a corner.

    Connected cells of `regions` with the same name are one region (source: the rules of puzz.link).
    """

    regions: tuple[str | tuple[str, ...], ...]
    givens: Grid

    SPELLED: ClassVar = {"?": "."}

    def apart(self) -> Iterator[tuple[str, tuple[Cell, ...], int]]:
        for cells in squares(self.givens):
            for number in self.values:
                yield f"{cells[0]} to {cells[-1]}", cells, number

    def too_near(self, marks: Mapping[Cell, int], cell: Cell, number: int) -> bool:
        around = (Cell(cell.row + down, cell.col + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
        return any(marks.get(other) == number for other in around if other != cell)
