"""Read and enter a path through the cells of a board, drawn with arrow keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, select
from scrapers._reading.clicks import centre
from scrapers._site import Click, Keys

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from scrapers._reading.cells import Cells
    from scrapers._site import Box, Move, Point, Reading, Snapshot
    from solvers import Cell, Grid

TAKEN = 1
"""The mark of a cell on the path, at any position."""
ARROWS = {RIGHT: "ArrowRight", DOWN: "ArrowDown", LEFT: "ArrowLeft", UP: "ArrowUp"}


@dataclass(frozen=True, slots=True)
class PathLayout:
    """A layout of numbered cells whose answer is a path; the page shows the cells of the path, but not their order."""

    cells: Cells
    """The board before play: numbers and walls."""
    taken: str
    """A selector that a cell on the path matches, or an element in it."""

    @property
    def NAME(self) -> str:  # noqa: N802 - the protocol's name
        """Its name in records."""
        return self.cells.NAME

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return self.cells.MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the numbers along the path, and the walls."""
        return replace(self.cells.read(snapshot), layout=self)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return 1 for each cell on the path."""
        located = self.cells.look(snapshot).located
        return located.grid({cell: TAKEN for cell, node in located.nodes.items() if select(node, self.taken)})

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self.cells.boxes(snapshot)

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Move]:
        """Return an arrow key for each cell that is still missing, or the keys that undo a wrong path."""
        taken = {cell for cell, _ in self.marks(snapshot).marked()}
        boxes = self.cells.look(snapshot).located.boxes
        return path_moves(taken, solution, lambda start: centre(start, boxes[start]))


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
