"""Tango: suns and moons, with signs on edges."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class Tango(Balanced, Signed):
    """A Tango of any even size, rectangles too; 1 = sun, 0 = moon.

    1. Half of each line holds each mark.
    2. No three neighbours in a line are equal.
    3. Two cells with `=` on their edge (`equal`) hold the same mark.
    4. Two cells with `×` on their edge (`opposite`) hold different marks.

    Equal lines are allowed (source: the game's own legend, 2026).
    """

    givens: Grid
    equal: tuple[Edge, ...] = ()
    opposite: tuple[Edge, ...] = ()

    MARKS: ClassVar = {1: "a sun", 0: "a moon"}
    SPELLED: ClassVar = dict.fromkeys("sSXx🌞🌕🟡🟠", "1") | dict.fromkeys("mMoO☽🌙🌑🌚🔵", "0")
    LOOKS: ClassVar = {1: ("☀", "warm"), 0: ("☾", "cool")}
    SIGNS: ClassVar = {"equal": "=", "opposite": "x"}
    LARGEST_NEW: ClassVar = 16

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for edges, sign, form in ((self.equal, "=", Same), (self.opposite, "×", Different)):
            for first, second in edges:
                yield Clue(
                    f"{first} {sign} {second}",
                    (first, second),
                    form((is_one(first),), (is_one(second),)),
                    "edge",
                    f"{first} and {second} would {'differ' if sign == '=' else 'be equal'}",
                )

    def is_solved_by(self, grid: Grid) -> bool:
        kept = super().is_solved_by(grid)
        same = kept and all(grid[first] == grid[second] for first, second in self.equal)
        return same and all(grid[first] != grid[second] for first, second in self.opposite)

    @staticmethod
    def sign_on(edge: Edge, solution: Grid) -> str:
        return "equal" if solution[edge[0]] == solution[edge[1]] else "opposite"
