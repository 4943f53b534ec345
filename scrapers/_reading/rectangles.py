"""Enter rectangles from corner to corner, by mouse or by keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from scrapers._reading.clicks import centre
from scrapers._site import Drag, Keys, Move
from solvers import Cell, Grid

if TYPE_CHECKING:
    from scrapers._reading.board import Box


def rectangle_moves(boxes: Mapping[Cell, Box | None], shown: Grid, solution: Grid) -> Sequence[Move]:
    """Return the keys that remove wrong rectangles; if there are none, a drag for each one that is missing.

    Both grids hold the number of the rectangle that each cell belongs to.
    """
    size, drawn, wanted = (solution.height, solution.width), _by_number(shown), _by_number(solution)
    wrong = [cells for number, cells in drawn.items() if wanted.get(number) != cells]
    if wrong:
        # Nothing can be drawn over a rectangle.
        gone: frozenset[int | None] = frozenset({None})
        return [Keys(_keys(size, cells[0], "Backspace"), dict.fromkeys(cells, gone)) for cells in wrong]
    return [
        Drag(
            tuple(centre(cell, boxes[cell]) for cell in _way(cells[0], cells[-1])),
            dict.fromkeys(cells, frozenset({number})),
            _keys(size, cells[0], "Enter", *_arrows(cells[0], cells[-1]), "Enter"),
        )
        for number, cells in wanted.items()
        if number not in drawn
    ]


def _by_number(grid: Grid) -> dict[int, list[Cell]]:
    """Return the cells of each rectangle in reading order."""
    found: dict[int, list[Cell]] = {}
    for cell, number in grid.marked():
        found.setdefault(number, []).append(cell)
    return found


def _way(first: Cell, last: Cell) -> Iterable[Cell]:
    """Iterate over the cells from one corner of a rectangle to the opposite one, along its rim."""
    yield from (Cell(first.row, col) for col in range(first.col, last.col + 1))
    yield from (Cell(row, last.col) for row in range(first.row + 1, last.row + 1))


def _arrows(first: Cell, last: Cell) -> tuple[str, ...]:
    return ("ArrowDown",) * (last.row - first.row) + ("ArrowRight",) * (last.col - first.col)


def _keys(size: tuple[int, int], cell: Cell, *keys: str) -> tuple[str, ...]:
    """Return keys for a cell: onto the board, to the first cell from any cell, to the cell, and off the board again."""
    home = ("ArrowUp",) * (size[0] - 1) + ("ArrowLeft",) * (size[1] - 1)
    return ("Escape", "Enter", *home, *_arrows(Cell(0, 0), cell), *keys, "Escape")
