"""What kinds with edges share: all edges of a board, and edges as fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Edge, Grid, Place, spot
from solvers._core.model.rules import Literal

INNER = 4
"""How many cells meet at a corner that is not on the rim."""


def edges(board: Grid) -> tuple[Edge, ...]:
    """Return every edge of the board in reading order, the left or upper cell first."""
    return _edges(board.height, board.width)


@lru_cache(maxsize=32)
def _edges(height: int, width: int) -> tuple[Edge, ...]:
    board = Grid.make(height, width)
    return tuple((cell, other) for cell in board.cells() for other in cell.neighbours() if other in board)


@lru_cache(maxsize=32)
def borders(height: int, width: int) -> tuple[Edge, ...]:
    """Return every border of the cells of a board in the order of the doubled board, its rim included.

    At the rim one of the two cells is beside the board: `R0C1` is above `R1C1`.
    """
    beside = [(Cell(row, col - 1), Cell(row, col)) for row in range(height) for col in range(width + 1)]
    below = [(Cell(row - 1, col), Cell(row, col)) for row in range(height + 1) for col in range(width)]
    return tuple(sorted(beside + below, key=spot))


def canonical(field: str, drawn: Iterable[Edge], board: Grid) -> tuple[Edge, ...]:
    """Return the edges of a field once each, in reading order, the left or upper cell first; raises `BadPuzzle`."""
    for edge in drawn:
        for cell in edge:
            if cell not in board:
                raise BadPuzzle(f"{field}: {cell} is off the board of {board.height}×{board.width}")
        if not touch(*edge):
            raise BadPuzzle(f"{field}: {edge[0]} and {edge[1]} share no edge")
    return tuple(sorted({(min(edge), max(edge)) for edge in drawn}))


def touch(first: Cell, second: Cell) -> bool:
    """Return whether two cells share an edge."""
    return abs(first.row - second.row) + abs(first.col - second.col) == 1


def border(one: Cell, other: Cell) -> Edge:
    """Return the edge of two neighbours."""
    return min(one, other), max(one, other)


@lru_cache(maxsize=4096)
def used(edge: Edge) -> Literal:
    """Return the literal "the answer uses the edge"."""
    return Literal(f"{edge[0]}-{edge[1]}")


def edge_choices(ways: Iterable[Edge]) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
    """Return the choices of each edge: used (1) or not (0)."""
    return {edge: {0: (~used(edge),), 1: (used(edge),)} for edge in ways}


def corner(board: Grid, point: Cell) -> tuple[str, tuple[Cell, ...]]:
    """Return the name and the cells of a corner, which is that at the upper left of the cell in this row and column."""
    row, col = point
    around = (Cell(row - 1, col - 1), Cell(row - 1, col), Cell(row, col - 1), point)
    cells = tuple(cell for cell in around if cell in board)
    names = " and ".join(map(str, dict.fromkeys((cells[0], cells[-1]))))
    return f"the corner of {names}{'' if len(cells) == INNER else ' at the rim'}", cells


def by_cell(chosen: Iterable[Edge]) -> dict[Cell, list[Edge]]:
    """Return the edges of each cell."""
    found: dict[Cell, list[Edge]] = {}
    for edge in chosen:
        for cell in edge:
            found.setdefault(cell, []).append(edge)
    return found


def parts(board: Grid, ways: Mapping[Cell, Iterable[Edge]]) -> Iterator[set[Cell]]:
    """Yield the parts of a board that edges join, in reading order; `ways` holds the edges of the cells with any."""
    left = set(board.cells())
    for first in board.cells():
        if first not in left:
            continue
        part: set[Cell] = set()
        new = {first}
        while new:
            part |= new
            new = {cell for other in new for edge in ways.get(other, ()) for cell in edge} - part
        left -= part
        yield part
