"""Thermometers at puzzle-thermometers.com."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scrapers import DOWN, LEFT, RIGHT, UP, ReadError, neighbour, tokens
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import team
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import Cell, Thermometers

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Facts, Groups, Located, Place, Side

ADDRESSES = r"puzzle-thermometers\.com"
TURNS = ("r1", "r2", "r3")
ONE_SIDE = tuple(frozenset({side}) for side in (RIGHT, DOWN, LEFT, UP))
SHAPES = {
    "start": ONE_SIDE,
    "end": ONE_SIDE,
    "straight": (frozenset({LEFT, RIGHT}), frozenset({UP, DOWN})),
    "curve": tuple(map(frozenset, ((RIGHT, DOWN), (LEFT, DOWN), (LEFT, UP), (RIGHT, UP)))),
}
"""By the class of a part of a thermometer, the sides on which it goes on: after each rotation, the last without one."""
LISTED = 5
"""In a task, the direction of a thermometer whose cells are listed; 1 is right, 2 left, 3 down, 4 up."""


def shown(located: Located) -> Groups:
    """Read the bulb of the thermometer that each cell belongs to, and how many cells it is away, from their shapes."""
    shapes = {cell: _openings(node, cell) for cell, node in located.nodes.items()}
    found: dict[Place, tuple[str, int]] = {}
    for bulb, (shape, _) in shapes.items():
        cell, back, place = bulb, None, 0
        while shape == "start" and cell not in found:
            found[cell] = (str(bulb), place)
            kind, openings = shapes[cell]
            if kind == "end":
                break
            (way,) = openings - {back}
            cell, back, place = neighbour(cell, way), (-way[0], -way[1]), place + 1
            if cell not in shapes or back not in shapes[cell][1] or shapes[cell][0] == "start":
                raise ReadError(f"the thermometer of {bulb} does not go on to {cell}", selector=".start")
    return {"thermometer": found}


def _openings(node: Node, cell: Cell) -> tuple[str, frozenset[Side]]:
    """Return the shape of a cell, and on which of its sides it goes on; its classes name the shape and its rotation."""
    names = [name for name in SHAPES if name in tokens(node)]
    turns = [turn for turn in TURNS if turn in tokens(node)]
    if len(names) != 1 or len(turns) > 1:
        raise ReadError(f"{cell} has {len(names)} shapes and {len(turns)} rotations, not one", selector=".start")
    rotations = SHAPES[names[0]]
    return names[0], rotations[TURNS.index(turns[0]) % len(rotations) if turns else -1]


def listed(text: str, size: tuple[int, int]) -> Groups:
    """Decode thermometers, separated by `;`: a direction and a length, from the first cell left, or 5 and the cells.

    A thermometer to the left or up begins with its tip.
    """
    cells = task.cells_of(size)
    found: dict[Place, tuple[str, int]] = {}
    for each in text.split(";"):
        if re.fullmatch(r"[1-5](,\d{1,4})+", each, re.ASCII) is None:
            raise task.bad(text, f"has {each!r}, which is no thermometer")
        way, *numbers = map(int, each.split(","))
        if way != LISTED:
            first = next((number for number, cell in enumerate(cells) if cell not in found), len(cells))
            step = 1 if way in {1, 2} else size[1]
            numbers = [first + step * number for number in range(numbers[0])][:: 1 if way in {1, 3} else -1]
        if max(numbers, default=len(cells)) >= len(cells) or any(cells[number] in found for number in numbers):
            raise task.bad(text, f"has {each!r}, which leaves the board or meets another thermometer")
        found |= {cells[number]: (str(cells[numbers[0]]), place) for place, number in enumerate(numbers)}
    return {"thermometer": found}


def puzzle(facts: Facts) -> Thermometers:
    """Return the puzzle, with the cells of each thermometer from the bulb on."""
    found: dict[str, list[tuple[int, Any]]] = {}
    for cell, (bulb, place) in facts.groups["thermometer"].items():
        found.setdefault(bulb, []).append((place, cell))
    return Thermometers(tuple(tuple(cell for _, cell in sorted(cells)) for cells in found.values()), *facts.rims())


THERMOMETERS = team(
    kind=Thermometers,
    cell=".cell.selectable:not(.task)",
    drawn=(shown, drawn.rim(".cell.task")),
    task=task.sections(";", task.rims("_"), listed),
    puzzle=puzzle,
)
SITE = TeamPage.of(THERMOMETERS, menu(8, 10, 12, sized("4 6 10 15", "straight", "curved")))
