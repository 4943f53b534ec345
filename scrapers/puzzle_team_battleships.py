"""Battleships at puzzle-battleships.com."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapers import BOARD, KnownBy, ReadError, Statement, tokens
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import team
from scrapers._puzzle_team.moves import States
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import DIGITS, Battleships, Grid

if TYPE_CHECKING:
    from scrapers import Facts, Located
    from solvers import Cell, Puzzle

ADDRESSES = r"puzzle-battleships\.com"
PARTS = {"ship-single": 1, "ship-middle": 2, "ship-top": 3, "ship-right": 4, "ship-bottom": 5, "ship-left": 6}
"""By class, the digit of a part of a ship in the task, in which 0 is water."""
PART_NAMES = "0omnesw"
"""By such a digit, the letter of the part in puzzles."""
FLEETS = {6: 123, 8: 1233, 10: 1234, 15: 12345}
"""The fleet of a board of so many rows: those with which krarty/battleships@d0b7642 has solved 30 boards of the site
(2021-12-15) and, for 15, what a user script of 2026 falls back on."""
LEGEND = """[...document.querySelectorAll(".cell.ship")].slice(0, 200).map((cell) =>
    cell.className.match(/\\bship_helper_(?:\\S*_)?([1-9])(?!\\S)/)?.[1] ?? "").join("")"""
"""The sizes of ships that the cells of the legend name, wherever on the page it is."""


def printed(located: Located) -> dict[Cell, int]:
    """Return the printed parts of ships by their digit: what is locked or, if nothing is, what no click has marked."""
    words = {cell: tokens(node) for cell, node in located.nodes.items()}
    parts = {cell: next((part for name, part in PARTS.items() if name in words[cell]), 0) for cell in words}
    locked = {cell: part for cell, part in parts.items() if "locked" in words[cell]}
    unmarked = {
        cell: part
        for cell, part in parts.items()
        if "cell-off" not in words[cell] and (part or words[cell].isdisjoint(States().classes))
    }
    return locked or unmarked


@dataclass(frozen=True, slots=True)
class Ships(States):
    """Cells of ships and of water, of which some are printed."""

    def marks(self, located: Located) -> Grid:
        """Return the mark of each cell, printed or entered."""
        given = {cell: min(part, 1) for cell, part in printed(located).items()}
        entered = {cell: States.mark(self, located, cell, node) for cell, node in located.nodes.items()}
        return located.grid(given | {cell: mark for cell, mark in entered.items() if mark is not None})


def legend(located: Located) -> Iterator[Statement]:
    """Read the fleet below the board: each size is named once for each of its cells, and once for each such ship."""
    named = str(located.board.state.get("legend", ""))
    if re.fullmatch("[1-9]+", named, re.ASCII):
        counts = [max(0, named.count(str(size)) - size) for size in range(int(max(named)), 0, -1)]
        yield Statement("fleet", BOARD, "the legend", int("".join(map(str, counts))))


def battleships(facts: Facts) -> Puzzle:
    """Return the puzzle, with the fleet that has as many cells as the numbers beside the rows say."""
    rows, columns = facts.rims()
    total = sum(map(sum, rows))
    fleets = {fleet for fleet in (facts.groups.get("fleet", {}).get(BOARD), FLEETS.get(facts.height)) if fleet}
    fitting = [fleet for fleet in fleets if total == sum(size * int(n) for size, n in enumerate(str(fleet)[::-1], 1))]
    if len(fitting) != 1:
        raise ReadError(f"{len(fitting)} known fleets have {total} cells, as the rows have", selector=".cell.ship")
    parts = {cell: DIGITS.index(PART_NAMES[part]) for cell, part in facts.grid().marked()}
    return Battleships(Grid.make(facts.height, facts.width, parts.get), rows, columns, fitting[0])


BATTLESHIPS = team(
    kind=Battleships,
    cell=".cell:not(.task, .ship)",
    drawn=(lambda located: {"number": dict(printed(located).items())}, drawn.rim(".cell.task")),
    task=task.sections(";", task.rims(","), task.cells()),
    puzzle=battleships,
    enter=Ships(),
)
BATTLESHIPS = replace(
    BATTLESHIPS, readers=(*BATTLESHIPS.readers, legend), state={**BATTLESHIPS.state, "legend": LEGEND}
)
SITE = TeamPage.of(
    BATTLESHIPS, menu(8, 9, 10, sized("6 8 10 15", "easy", "hard")), known=KnownBy("described", "2026-01-02")
)
