"""LinkedIn Zip: the guest page (`trail-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026; the signed-in page from one that was saved solved,
July 2026, and from the sources of working tools. A wall is drawn as the one thick border of a pseudo-element that
spans its cell. No page shows the order in which its path passes the cells. The solution in the signed-in
page is never read.
"""

# Long: walls between cells and a path through them, which no other page has.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from scrapers import (
    DOWN,
    LEFT,
    RIGHT,
    TAKEN,
    UP,
    Entry,
    Givens,
    Part,
    PartReading,
    _linkedin,
    centre,
    check_inside,
    neighbour,
    number,
    path_moves,
    said_of,
    select,
    selectors,
    tokens,
)
from solvers import Zip

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Board, BoardLayout, Box, Cells, ElementContext, Facts, Located, Move, Side, Statement
    from solvers import Cell, Grid

ADDRESSES = r"linkedin\.com/.*/zip"
MIN_WALL_WIDTH = 0.1
"""The width of a border that draws a wall, at least, in cells; rings and lines are thinner."""
BORDERS = (UP, RIGHT, DOWN, LEFT)
"""The sides in the order in which a style lists border widths."""


@dataclass(frozen=True, slots=True)
class Walls:
    """Walls on edges, each an element in a cell whose `::after` draws one thick border on its side."""

    css: str
    sides: Mapping[str, Side] = field(default_factory=dict)
    """The side of the cell by the class of the element; without any its classes are a look."""

    def read(self, located: Located) -> Iterator[Statement]:
        """Say of each element on which side of its cell it is a wall, or that it is none."""
        parts = [
            (cell, part, _border(located.board, part, located.boxes[cell]))
            for cell, node in located.nodes.items()
            for part in select(node, self.css)
        ]
        # A page without its styles draws no border at all.
        is_drawn = not self.sides or any(border for *_, border in parts)
        for at, (cell, node, border) in enumerate(parts):
            names: dict[str, Side | None] = {
                f"its {css}": side for css, side in self.sides.items() if css in tokens(node)
            }
            if is_drawn:
                names["its border"] = border
            # Classes that mean nothing still distinguish walls from other things.
            look = frozenset(tokens(node))
            looks: dict[str, object] = {} if self.sides else {"classes": look}
            if any(names.values()):
                check_inside(located.board.box(node), located.boxes[cell], f"a wall of {cell}")
            yield from said_of("wall", Part(f"a wall of {cell}", cell, at), names, looks, str(sorted(look)))

    def result(self, facts: Facts) -> PartReading:
        """Return the edges with a wall."""
        said: dict[tuple[Cell, Cell], list[bool]] = {}
        for part, side in facts.parts("wall"):
            if side.value is not None:
                other = neighbour(part.cell, side.value)
                said.setdefault((min(part.cell, other), max(part.cell, other)), []).append(side.confirmed)
        confirmed = {frozenset(edge): any(sure) or len(sure) > 1 for edge, sure in said.items()}
        return PartReading({"walls": tuple(said)}, confirmed)


def _border(board: Board, part: Node, cell: Box | None) -> Side | None:
    """Return the side on which a part of a cell draws a thick border, None unless it is the only one."""
    widths = board.measured(part).get("after", {}).get("borders")
    if cell is None or widths is None:
        return None
    least = MIN_WALL_WIDTH * min(cell.width, cell.height)
    thick = [side for side, width in zip(BORDERS, widths, strict=True) if width >= least]
    return thick[0] if len(thick) == 1 else None


def numbers_in_labels(spot: ElementContext) -> tuple[dict[str, int | None], dict[str, object]]:
    """Name the number in the label of a cell, and of what is in it, if it is the label's only number."""
    names: dict[str, int | None] = {}
    for css in ("[data-cell-idx]", "[data-cell-content]"):
        for node in select(spot.content, css):
            digits = re.findall(r"\d+", node.attributes.get("aria-label") or "", re.ASCII)
            if len(digits) == 1:
                names[f"the label of {css}"] = int(digits[0])
    return names, {}


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
        numbers_in_labels,
    ),
    clues=(Walls("[data-cell-idx] > div:not([data-testid], [data-cell-content])"),),
)


SITE = _linkedin.game(
    "zip",
    first=date(2025, 3, 18),
    board=".trail-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=[path_layout(GUEST, ".trail-cell--filled"), path_layout(SIGNED_IN, "[data-testid=filled-cell]")],
    min_elapsed=2.8,
    shows_marks=False,
)
