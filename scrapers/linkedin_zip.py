"""LinkedIn Zip: the guest page (`trail-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026; the signed-in page from one that was saved solved,
July 2026, and from the sources of working tools. A wall is drawn as the one thick border of a pseudo-element that
spans its cell. No page shows the order in which its path passes the cells. The solution in the signed-in
page is never read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from scrapers import (
    TAKEN,
    Entry,
    Givens,
    Walls,
    _linkedin,
    centre,
    number,
    number_in_label,
    path_moves,
    select,
    selectors,
)
from solvers import Zip

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import BoardLayout, Cells, Located, Move
    from solvers import Cell, Grid

ADDRESSES = r"linkedin\.com/.*/zip"
GUEST = _linkedin.cells(
    "guest",
    kind=Zip,
    board=".trail-grid",
    marks_by=(number(digits=3, part=".trail-cell-content"), selectors({".trail-cell-segment--circle-start": 1})),
    givens=Givens(always=True),
    clues=(Walls("[data-cell-idx] .trail-cell-wall", _linkedin.sides("trail-cell-wall--{}")),),
    words={1: "1", None: "no number"},
)
SIGNED_IN = replace(
    GUEST,
    NAME="signed_in",
    board="[data-testid=interactive-grid]",
    marks_by=(
        number(digits=3, part="[data-cell-content]"),
        number_in_label("[data-cell-idx]", "[data-cell-content]"),
    ),
    clues=(Walls("[data-cell-idx] > div:not([data-testid], [data-cell-content])"),),
)


@dataclass(frozen=True, slots=True)
class PathEntry(Entry):
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


def path_layout(cells: Cells, taken: str) -> BoardLayout:
    """Return the layout of a board, declared as it is before play, whose cells on the path match a selector."""
    layout = cells.layout
    return replace(layout, readers=(layout.entry.reads, *layout.readers), entry=PathEntry(taken))


SITE = _linkedin.game(
    "zip",
    first=date(2025, 3, 18),
    board=".trail-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=[path_layout(GUEST, ".trail-cell--filled"), path_layout(SIGNED_IN, "[data-testid=filled-cell]")],
    min_elapsed=2.8,
    shows_marks=False,
)
