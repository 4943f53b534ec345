"""Futoshiki: a Latin square, and between some neighbours which is less."""

from __future__ import annotations

import operator
from typing import Any

from solvers.kind import *


def _edges(board: Grid) -> list[Edge]:
    """Return the edges in the order of an address: between columns, then between rows."""
    beside, below = link_parts.edge_groups(board)
    return beside + below


def _signed(values: list[Any], board: Grid) -> link_parts.Fields:
    """Return the fields that the signs of an address make."""
    edges = [*zip(_edges(board), values, strict=True)]
    fields = {name: [[*map(str, edge)] for edge, held in edges if held == name] for name in Futoshiki.SIGNS}
    return {"givens": ["." * board.width] * board.height, **fields}


def _signs(fields: link_parts.Fields, board: Grid) -> Iterator[str | None]:
    """Yield the sign of each edge, None for one without."""
    signs = {(Cell.parse(one), Cell.parse(other)): name for name in Futoshiki.SIGNS for one, other in fields[name]}
    return map(signs.get, _edges(board))


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
    LINK: ClassVar = (
        link_parts.Values(
            (
                codes.fixed({"g": "less", "h": "greater"}, "a sign"),
                codes.gap(18, 18),
                codes.fixed(
                    dict.fromkeys(
                        f"{DIGITS[:16]}-.", codes.Refused("states the difference of {}, which Futoshiki does not have")
                    )
                ),
            ),
            lambda board: [f"{one} and {other}" for one, other in _edges(board)],
            _signed,
            _signs,
        ),
    )
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
