"""What kinds with edges share: all edges of a board, and a field of edges in canonical order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.errors import BadPuzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers._core.grid import Grid
    from solvers._core.picture import Edge


def edges(board: Grid) -> list[Edge]:
    """Return every edge of the board, the left or upper cell first, in reading order."""
    return [(cell, other) for cell in board.cells() for other in cell.neighbours() if other in board]


def canonical(field: str, told: Iterable[Edge], board: Grid) -> tuple[Edge, ...]:
    """Return a field's edges once each, in reading order, the left or upper cell first; raises `BadPuzzle`."""
    for one, other in told:
        for cell in (one, other):
            if cell not in board:
                msg = f"{field}: {cell} is off the board of {board.height}×{board.width}"
                raise BadPuzzle(msg)
        if abs(one.row - other.row) + abs(one.col - other.col) != 1:
            msg = f"{field}: {one} and {other} share no edge"
            raise BadPuzzle(msg)
    return tuple(sorted({(min(edge), max(edge)) for edge in told}))
