"""Shakashaka at puzzle-shakashaka.com."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers import BLACK, CellPress, Entry, KnownBy
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import team
from scrapers._puzzle_team.moves import mark_named
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import Shakashaka

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Located, Mark
    from solvers import Cell

ADDRESSES = r"puzzle-shakashaka\.com"
CORNERS: Mapping[int, tuple[str, float, float]] = {
    1: ("cell-4", -0.3, 0.3),
    2: ("cell-3", 0.3, 0.3),
    3: ("cell-2", 0.3, -0.3),
    4: ("cell-1", -0.3, -0.3),
}
"""For each triangle its class, and where its corner is pressed, in widths and heights of the cell from its middle."""
CLASSES = {name: mark for mark, (name, _, _) in CORNERS.items()} | {"cell-5": 0}
"""By class, the triangle of a cell; 0 is the player's mark that there is none."""


@dataclass(frozen=True, slots=True)
class TriangleClicks(Entry):
    """Cells with triangles: a click near a corner puts one there, another takes it away."""

    alike = frozenset({None, 0})

    def mark(self, _located: Located, cell: Cell, node: Node) -> Mark:
        """Return the triangle of a cell."""
        return mark_named(cell, node, CLASSES)

    def set_mark(self, _located: Located, _cell: Cell, stands: Mark, wanted: Mark) -> CellPress:
        """Return the click near the corner of the triangle that is missing, or that is there."""
        _, right, down = CORNERS[wanted or stands or 0]
        return CellPress({wanted} if wanted else {0, None}, right=right, down=down)


SHAKASHAKA = team(
    kind=Shakashaka,
    cell=".cell, .shakashaka-task-cell",
    drawn=(drawn.numbers(".shakashaka-task-cell", words={"wall": BLACK}),),
    task=task.cells(letters={"B": BLACK}),
    enter=TriangleClicks(),
)
SITE = TeamPage.of(SHAKASHAKA, menu(5, 6, 7, sized("5 10 15 20 25")), known=KnownBy("described", "2026-11-22"))
