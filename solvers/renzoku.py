"""Renzoku: a Latin square, with a dot between neighbours that hold consecutive digits, and between no others."""

from __future__ import annotations

from solvers.kind import *

MOST_LISTED = 7
"""The longest line whose orders of digits are listed: 5,040 of 7 digits, 40,320 of 8."""


@dataclass(frozen=True)
class Renzoku(LatinSquare, Signed):
    """Renzoku (Neighbours) on a square of up to 50 rows.

    1. Each cell holds one digit.
    2. Each row and column holds each digit once.
    3. Two neighbours with a dot between them hold consecutive digits, all others do not.

    `consecutive` is a list of all edges with a dot (source: the help page of puzzle-futoshiki.com, which has both).
    """

    givens: Grid
    consecutive: tuple[Edge, ...] = ()

    LOGIC: ClassVar = "QF_FD"
    SIGNS: ClassVar = {"consecutive": "~"}
    SIZE: ClassVar = (5, 5)
    SIZES: ClassVar = {4: (7, 7), 5: (8, 8)}
    LARGEST_NEW: ClassVar = 9

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        dots = set(self.consecutive)
        for edge in edges(self.givens):
            if edge in dots:
                yield pair_clue(edge, self.values, are_consecutive, "{} and {} are consecutive", "dot")
            else:
                yield pair_clue(edge, self.values, are_apart, "{} and {} are not consecutive", "no dot")

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and self.consecutive == _dots(grid)

    @staticmethod
    def sign_on(edge: Edge, solution: Grid) -> str | None:
        return "consecutive" if edge in _dots(solution) else None

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        grid = latin_square(cls.blank(size).givens.height, rng)
        return cls(grid, _dots(grid)), grid

    def without(self, clue: Clue) -> Self | None:
        return Marks.without(self, clue)  # All dots stay, because an edge without one says something, too.


def _dots(grid: Grid) -> tuple[Edge, ...]:
    """Return the edges between consecutive digits."""
    return tuple(
        (first, second) for first, second in edges(grid) if are_consecutive(grid[first] or 0, grid[second] or 0)
    )
