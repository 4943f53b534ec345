"""Binairo: fill the board with two marks, no two lines alike."""

from __future__ import annotations

from itertools import combinations

from solvers.kind import *


@dataclass(frozen=True)
class Binairo(Balanced):
    """A Binairo of any even size, rectangles too; 1 = blue, 0 = red (Takuzu, Binary Puzzle, 0h h1).

    1. Half of each line holds each mark.
    2. No three neighbours in a line are equal.
    3. No two rows are equal, and no two columns.

    The colours and the rules are those of 0h h1 (source: the rules screen of its published code).
    """

    givens: Grid

    MARKS: ClassVar = {1: "blue", 0: "red"}
    SPELLED: ClassVar = dict.fromkeys("xXbB#⚫🔵", "1") | dict.fromkeys("oOwW□○⚪🔴", "0")
    LOOKS: ClassVar = {1: ("■", "cool"), 0: ("●", "warm")}
    SIZE: ClassVar = (10, 10)
    RARE: ClassVar = {5: 1}
    LARGEST_NEW: ClassVar = 16
    MOST_CELLS: ClassVar = 2_500  # every two lines are compared

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        lines = list(self.givens.lines())
        for same_way in (lines[: self.givens.height], lines[self.givens.height :]):
            for (name, line), (other_name, other) in combinations(same_way, 2):
                constraint = Different(tuple(map(is_one, line)), tuple(map(is_one, other)))
                two = gathered((name, other_name))
                words, otherwise = f"{two} are not alike", f"{two} would be alike"
                yield Rule(words, (*line, *other), constraint, "lines not alike", otherwise)

    def is_solved_by(self, grid: Grid) -> bool:
        lines = grid.line_values()
        rows, columns = lines[: grid.height], lines[grid.height :]
        alike = len(set(rows)) < len(rows) or len(set(columns)) < len(columns)
        return super().is_solved_by(grid) and not alike
