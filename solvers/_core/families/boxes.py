"""What Sudokus share: boxes of one shape."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from solvers._core.families.latin import HIGHEST
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Edge, Grid
from solvers._core.model.picture import Picture

Box = tuple[int, int]
"""The rows and columns of a box."""


def check_boxes(box: Box, givens: Grid) -> None:
    """Raise `BadPuzzle` unless the board has the size that follows from its boxes."""
    rows, columns = box
    side = rows * columns
    if min(box) < 1 or side > HIGHEST:
        raise BadPuzzle(f"box: {rows}×{columns}, but a box has 1 to {HIGHEST} cells")
    if (givens.height, givens.width) != (side, side):
        size = f"{givens.height} rows and {givens.width} columns"
        raise BadPuzzle(f"givens: {size}, but a board with boxes of {rows}×{columns} is {side}×{side}")


def boxes(box: Box) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Iterate over the boxes of a board in reading order, with their names."""
    rows, columns = box
    for number in range(rows * columns):
        top, left = number // rows * rows, number % rows * columns
        cells = tuple(Cell(top + row, left + col) for row in range(rows) for col in range(columns))
        yield f"box {number + 1}", cells


def squarest(side: int) -> Box:
    """Return the shape of box that is as square as possible, and wide rather than tall."""
    rows = next(rows for rows in range(isqrt(side), 0, -1) if side % rows == 0)
    return rows, side // rows


def squarest_box(size: tuple[int, int]) -> Box:
    """Return that shape for a new board; raises `BadPuzzle` if it is a line."""
    box = squarest(size[0])
    if 1 in box and size != (1, 1):
        raise BadPuzzle(f"no box but a line has {size[0]} cells")
    return box


def walls_of_boxes(box: Box) -> dict[Edge, str]:
    """Return the walls between boxes, as signs of a picture."""
    rows, columns = box
    side = range(rows * columns)
    upright = [(Cell(row, col - 1), Cell(row, col)) for row in side for col in side[columns::columns]]
    level = [(Cell(row - 1, col), Cell(row, col)) for row in side[rows::rows] for col in side]
    return dict.fromkeys(upright, "|") | dict.fromkeys(level, "-")


def box_of_walls(picture: Picture) -> Box:
    """Return the shape of box that the walls of a picture outline; without walls, the squarest."""
    walls = {*picture.edges("-"), *picture.edges("|")}
    if not walls:
        return squarest(picture.height)
    rows = min((edge[1].row for edge, sign in picture.signs.items() if sign == "-"), default=0) or picture.height
    columns = min((edge[1].col for edge, sign in picture.signs.items() if sign == "|"), default=0) or picture.width
    if wrong := walls ^ walls_of_boxes((rows, columns)).keys():
        raise BadPuzzle(
            f"the walls of the picture outline no boxes of {rows}×{columns}, as that beside {min(wrong)[0]}"
        )
    return rows, columns
