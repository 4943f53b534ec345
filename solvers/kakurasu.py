"""Kakurasu: fill cells so that the numbers of the filled ones add up to the sum of each line."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class Kakurasu(Rimmed, Repaired):
    """Kakurasu of any size, rectangles too; 1 = filled, 0 = empty.

    1. Rows are numbered from the top, columns from the left. The numbers of the columns in which a row has filled cells
       add up to the number beside the row.
    2. The numbers of the rows in which a column has filled cells add up to the number above the column.

    A line without a number may have any sum (source: the help page of puzzle-kakurasu.com). A new puzzle has all
    numbers.
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    SIZE: ClassVar = (5, 5)
    SIZES: ClassVar = {4: (7, 7), 5: (7, 7)}
    NO_GRADES: ClassVar = frozenset({2})
    TURNS: ClassVar = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, line, sums in self.rims():
            if sum(sums) > (most := sum(range(1, len(line) + 1))):
                raise BadPuzzle(f"{name}: the sum {sums[0]}, but the numbers of all its cells add up to {most}")

    def clues(self) -> Iterator[Clue]:
        for name, line, sums in self.rims():
            for total in sums:
                constraint = Sum(total, tuple(range(1, len(line) + 1)), tuple(map(is_one, line)))
                yield Clue(f"the filled cells of {name} add up to {total}", line, constraint, "sum of a line")

    @staticmethod
    def numbers_of(line: Sequence[int | None]) -> tuple[int, ...]:
        return (sum(number for number, mark in enumerate(line, start=1) if mark),)
