"""Slant at puzzle-slant.com."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scrapers import KnownBy, ReadError, on_doubled, places_of, select, spot
from scrapers._puzzle_team import task
from scrapers._puzzle_team.layout import team
from scrapers._puzzle_team.moves import States
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import Grid, Slant

if TYPE_CHECKING:
    from scrapers import Facts, Groups, Located, Place

ADDRESSES = r"puzzle-slant\.com"


def shown(located: Located) -> Groups:
    """Read the numbers at corners of cells: which class they have is not known, so those are all such texts there."""
    found: dict[Place, int] = {}
    places = {*places_of("corner", *located.size)}
    for node in select(located.board.root, ":not(.cell)"):
        box = located.board.box(node)
        if box is not None and node.child is not None and node.child.tag == "-text":
            at, text = spot(*on_doubled(located, box)), node.text().strip()
            is_number = at in places and re.fullmatch(r"\d", text, re.ASCII)
            if is_number and found.setdefault(at, int(text)) != int(text):
                raise ReadError(f"{at} has two numbers", selector="*")
    return {"corner": found}


def listed(text: str, size: tuple[int, int]) -> Groups:
    """Decode the numbers as those in cells of a board with one more row and column."""
    numbers: dict[Any, int] = task.cells()(text, (size[0] + 1, size[1] + 1))["number"]
    return {"corner": {spot(2 * cell.row, 2 * cell.col): number for cell, number in numbers.items()}}


def puzzle(facts: Facts) -> Slant:
    """Return the puzzle of the numbers at corners, of which there is one more row and column."""
    numbers = facts.groups.get("corner", {})
    return Slant(
        Grid.make(facts.height + 1, facts.width + 1, lambda point: numbers.get(spot(2 * point.row, 2 * point.col)))
    )


SLANT = team(kind=Slant, drawn=(shown,), task=listed, puzzle=puzzle, enter=States(spare=False))
SITE = TeamPage.of(
    SLANT, menu(10, 11, 12, sized("5 7 10 15 20", "easy", "normal")), known=KnownBy("described", "2026-05-25")
)
