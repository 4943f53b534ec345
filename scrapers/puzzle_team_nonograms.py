"""Nonograms at puzzle-nonograms.com."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapers import ReadError, line, select
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import team
from scrapers._puzzle_team.moves import States
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import Nonogram

if TYPE_CHECKING:
    from scrapers import Groups, Located, Place

ADDRESSES = r"puzzle-nonograms\.com"
RUN = ".task-cell.selectable"
"""The selector of the elements that say the length of a run."""


def runs(located: Located) -> Groups:
    """Read several numbers for each line: groups of cells above the board and on its left, in document order."""
    found: dict[Place, tuple[int, ...]] = {}
    for kind, css, count in (("column", "#taskTop", located.size[1]), ("row", "#taskLeft", located.size[0])):
        groups = [node for outer in select(located.board.root, css) for node in outer.css(".task-group")]
        if len(groups) != count:
            raise ReadError(f"{css} holds {len(groups)} groups of numbers for {count} lines", selector=css)
        for number, node in enumerate(groups):
            numbers = [drawn.number_of(part, line(kind, number), RUN) for part in node.css(RUN)]
            found[line(kind, number)] = tuple(run for run in numbers if run is not None)
    return {"rim": found}


NONOGRAMS = team(
    slug="nonograms",
    kind=Nonogram,
    cell=".cell:not(.task-cell)",
    drawn=(runs,),
    task=task.rims("/", "."),
    puzzle=lambda facts: Nonogram(*facts.rims()),
    enter=States(paints=True),
)
SITE = TeamPage.of(NONOGRAMS, menu(6, 5, 7, sized("5 10 15 20 25")))
