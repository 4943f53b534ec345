"""Ripple Effect: each region holds each number from 1 to its size, and equal numbers of a line keep their distance."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class RippleEffect(Roomed):
    """Ripple Effect (Hakyuu) of any size, rectangles too.

    1. Each cell holds one number.
    2. A region of n cells holds each number from 1 to n once.
    3. Between two equal numbers of a row or column there are at least as many cells as the number says.

    Connected cells of `regions` with the same name are one region (source: the rules of Nikoli).
    """

    regions: tuple[str | tuple[str, ...], ...]
    givens: Grid

    SPELLED: ClassVar = {"?": "."}

    def apart(self) -> Iterator[tuple[str, tuple[Cell, ...], int]]:
        for _, line in self.givens.lines():
            for number in self.values:
                for start in range(max(len(line) - number, 1)):
                    cells = line[start : start + number + 1]
                    yield f"{cells[0]} to {cells[-1]}", cells, number

    def too_near(self, marks: Mapping[Cell, int], cell: Cell, number: int) -> bool:
        steps = [*range(-number, 0), *range(1, number + 1)]
        line = [Cell(cell.row + step, cell.col) for step in steps] + [Cell(cell.row, cell.col + step) for step in steps]
        return any(marks.get(other) == number for other in line)
