"""Futoshiki: a Latin square, and between some neighbours which is less."""

from __future__ import annotations

import operator

from solvers.kind import *


@dataclass(frozen=True)
class Futoshiki(LatinSquare, Signed):
    """Futoshiki (Unequal) on a square of up to 50 rows.

    1. Each cell holds one digit.
    2. Each row and column holds each digit once.
    3. Of two cells with a sign between them, the digit that its point shows is less.

    In `less`, the first cell of a pair holds less than the second, in `greater` more. Both take pairs in either order;
    in a puzzle, the left or upper cell is the first (source: the help page of puzzle-futoshiki.com).
    """

    givens: Grid
    less: tuple[Edge, ...] = ()
    greater: tuple[Edge, ...] = ()

    LOGIC: ClassVar = "QF_FD"
    SIGNS: ClassVar = {"less": "<", "greater": ">"}
    SIZE: ClassVar = (5, 5)
    SIZES: ClassVar = {5: (9, 9)}
    LARGEST_NEW: ClassVar = 9

    def __post_init__(self) -> None:
        less = {*self.less, *((second, first) for first, second in self.greater)}
        object.__setattr__(self, "less", tuple(edge for edge in less if edge[0] <= edge[1]))
        object.__setattr__(self, "greater", tuple(edge[::-1] for edge in less if edge[0] > edge[1]))
        super().__post_init__()

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for edge in self.less:
            yield pair_clue(edge, self.values, operator.lt, "{} < {}", "sign")
        for edge in self.greater:
            yield pair_clue(edge, self.values, operator.gt, "{} > {}", "sign")

    def is_solved_by(self, grid: Grid) -> bool:
        signs = {(edge, field) for field in self.SIGNS for edge in getattr(self, field)}
        return super().is_solved_by(grid) and all(self.sign_on(edge, grid) == field for edge, field in signs)

    @staticmethod
    def sign_on(edge: Edge, solution: Grid) -> str:
        return "less" if (solution[edge[0]] or 0) < (solution[edge[1]] or 0) else "greater"
