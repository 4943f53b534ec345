"""Read and enter a path through the cells of a board, drawn with arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, select
from scrapers._reading.layout import BoardLayout, Entry
from scrapers._reading.moves import centre
from scrapers._site import Click, Keys, Move, Point

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.cells import Cells
    from scrapers._reading.places import Located
    from solvers import Cell, Grid

TAKEN = 1
"""The mark of a cell on the path, at any position."""
ARROWS = {RIGHT: "ArrowRight", DOWN: "ArrowDown", LEFT: "ArrowLeft", UP: "ArrowUp"}


def PathLayout(cells: Cells, taken: str) -> BoardLayout:  # noqa: N802 - declared like a class, as `Cells` is
    """Return the layout of numbered cells whose answer is a path; the page shows its cells, but not their order.

    `cells` are the board before play. A cell on the path, or an element in it, matches the selector `taken`.
    """
    layout = cells.layout
    return replace(layout, readers=(layout.entry.reads, *layout.readers), entry=Path(taken))


@dataclass(frozen=True, slots=True)
class Path(Entry):
    """Cells that a path passes."""

    taken: str
    """A selector that a cell on the path matches, or an element in it."""

    def mark(self, _located: Located, _cell: Cell, node: Node) -> int | None:
        """Return 1 for a cell on the path."""
        return TAKEN if select(node, self.taken) else None

    def moves(self, located: Located, solution: Grid) -> list[Move]:
        """Return an arrow key for each cell that is still missing, or the keys that undo a wrong path."""
        taken = {cell for cell, _ in self.marks(located).marked()}
        return path_moves(taken, solution, lambda start: centre(start, located.boxes[start]))


def path_moves(taken: Collection[Cell], solution: Grid, point: Callable[[Cell], Point]) -> list[Move]:
    """Return an arrow key for each cell that is not taken yet, or the keys that undo a wrong path."""
    path = [cell for _, cell in sorted((number, cell) for cell, number in solution.marked())]
    start = path[0]
    if start not in taken:
        return [Click(point(start), {start: frozenset({TAKEN})})]
    # The page does not show the order of the cells: only the start of a wrong path is certain.
    blank = {cell: frozenset({None}) for cell in sorted({*taken} - {start})}
    if {*taken} != set(path[: len(taken)]):
        return [Keys(("Backspace",), blank)] * len(blank)
    back = Keys(("Backspace",) * len(blank), blank) if blank else None
    steps = list(pairwise(path))[len(taken) - 1 :]
    return [
        Keys((ARROWS[other.row - cell.row, other.col - cell.col],), {other: frozenset({TAKEN})}, otherwise=back)
        for cell, other in steps
    ]
