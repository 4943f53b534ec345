"""Killer Sudoku at puzzle-killer-sudoku.com."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapers import KnownBy, ReadError, check_inside, in_order, select, tokens
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import SQUARE, box_of, team
from scrapers._puzzle_team.moves import DigitPad
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import KillerSudoku

if TYPE_CHECKING:
    from scrapers import Groups, Located, Place
    from solvers import Cell

ADDRESSES = r"puzzle-killer-sudoku\.com"
CAGE = ".killer"
"""The selector of the elements that say which cage a cell is in."""


def cages(located: Located) -> Groups:
    """Read the cage of each cell, and its sum where it is drawn: one element for each cell, whose class is a number."""
    nodes = select(located.board.root, CAGE)
    if len(nodes) != len(located.nodes):
        raise ReadError(f"{len(nodes)} cells are in a cage, but the board has {len(located.nodes)}", selector=CAGE)
    names: dict[Cell, object] = {}
    sums: dict[Place, int] = {}
    for cell, node in zip(located.nodes, nodes, strict=True):
        check_inside(located.board.box(node), located.boxes[cell], f"the cage of {cell}")
        numbered = [name for name in tokens(node) if re.fullmatch(r"cage\d+", name, re.ASCII)]
        if len(numbered) != 1:
            raise ReadError(f"{cell} is in {len(numbered)} cages, not one", selector=CAGE)
        names[cell] = numbered[0]
        total = drawn.number_of(node, f"the cage of {cell}", CAGE)
        if total is not None:
            sums[cell] = total
    return {"cage": in_order(names), "sum": sums}


KILLER_SUDOKU = team(
    kind=KillerSudoku,
    cell=SQUARE,
    boxed=True,
    drawn=(drawn.numbers(".immutable", content=".number"), cages),
    task=task.sections(";", task.cells(digits=2), task.region_ids("cage"), task.cells("sum", digits=3)),
    puzzle=lambda facts: KillerSudoku(box_of(facts), facts.grid(), facts.cages()),
    enter=DigitPad(".number"),
)
SITE = TeamPage.of(
    KILLER_SUDOKU, menu(9, 10, 11, sized("4 6 9", "easy", "normal", "hard")), known=KnownBy("described", "2026-11-22")
)
