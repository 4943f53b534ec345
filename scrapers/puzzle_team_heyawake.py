"""Heyawake at puzzle-heyawake.com."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scrapers import KnownBy, ReadError, in_order
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import team
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import Cell, Heyawake

if TYPE_CHECKING:
    from scrapers import Groups, Located, Place

ADDRESSES = r"puzzle-heyawake\.com"


def shown(located: Located) -> Groups:
    """Read the regions that borders separate, and the number of each, which may be in any of its cells."""
    region = drawn.regions(located)["region"]
    found: dict[Place, int] = {}
    for cell, number in drawn.numbers()(located)["number"].items():
        first = next(other for other in region if region[other] == region[cell])
        if first in found:
            raise ReadError(f"the region of {first} has two numbers", selector=".cell")
        found[first] = number
    return {"region": region, "number": found}


def listed(text: str, size: tuple[int, int]) -> Groups:
    """Decode rectangular rooms, separated by `;`: the number of each or `b` for none, its width and its height.

    Each begins in the first cell that no room before it has, and that cell has the number.
    """
    owner: dict[Cell, int] = {}
    numbers: dict[Any, int] = {}
    board = task.cells_of(size)
    for at, room in enumerate(text.split(";")):
        first = next((cell for cell in board if cell not in owner), None)
        if first is None or re.fullmatch(r"(b|\d{1,3})(,[1-9]\d?){2}", room, re.ASCII) is None:
            raise task.bad(text, f"has {room!r}, which is no room")
        number, width, height = room.split(",")
        cells = {
            Cell(first.row + down, first.col + right) for down in range(int(height)) for right in range(int(width))
        }
        if not cells <= {*board} - owner.keys():
            raise task.bad(text, f"has {room!r}, which leaves the board or meets another room")
        owner |= dict.fromkeys(cells, at)
        if number != "b":
            numbers[first] = int(number)
    if len(owner) != len(board):
        raise task.bad(text, f"has {len(owner)} cells, but the board is {size[0]}×{size[1]}")
    return {"region": in_order(owner), "number": numbers}


HEYAWAKE = team(
    kind=Heyawake, drawn=(shown,), task=listed, puzzle=lambda facts: Heyawake(facts.grid(), facts.regions())
)
SITE = TeamPage.of(
    HEYAWAKE,
    menu(15, 16, 17, sized("6 8 10 15 20", "easy", "normal", "hard")),
    known=KnownBy("described", "2026-05-25"),
)
