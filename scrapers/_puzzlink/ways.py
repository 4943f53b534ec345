"""Ways of the mouse over a board: along cells that touch each other, or along lines that meet.

All places are those of the doubled board, of 2h+1 rows and 2w+1 columns: the cell in row r and column c (from zero) is
at 2r+1, 2c+1, a border is between the places of its two cells, and corners are where borders meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapers._site import Click, Drag, Leaves, MouseButton
from solvers import Cell

if TYPE_CHECKING:
    from scrapers._puzzlink.drawn import Drawn

LONGEST, DETOUR = 150, 8
"""The numbers of steps after which, in all or since the last aim, a walk ends, as another drag is faster."""
Near = dict[Cell, Cell]
"""The places that can be reached next, each with what is passed on the way to it."""


def doubled(cell: Cell) -> Cell:
    """Return the place of a cell."""
    return Cell(2 * cell.row + 1, 2 * cell.col + 1)


def drag(drawn: Drawn, places: Iterable[Cell], leaves: Leaves, button: MouseButton = "left") -> Click | Drag:
    """Return a drag along places, through those where it begins, turns and ends; a click on the only one."""
    way = [*places]
    if len(way) == 1:
        return Click(drawn.at(*way[0]), leaves, button=button)
    steps = [(there.row - here.row, there.col - here.col) for here, there in pairwise(way)]
    turns = [at for at, (before, after) in zip(way[1:], pairwise(steps), strict=False) if before != after]
    return Drag(tuple(drawn.at(*at) for at in (way[0], *turns, way[-1])), leaves, button=button)


def along_cells(
    inside: set[Cell], aims: set[Cell], *, from_others: bool = False
) -> Iterator[tuple[list[Cell], set[Cell]]]:
    """Yield ways from neighbour to neighbour that are inside, until all aims are passed, each with those it passes.

    A way begins with an aim; with `from_others`, where possible with a cell inside that is none, or is none any more.
    """
    left = {*aims}
    while left:
        beside = (near for cell in sorted(left) for near in cell.around() if near in inside - left)
        first = next(beside, None) if from_others else None
        first = first or min(left)
        way = walk(first, lambda cell: {near: near for near in cell.around() if near in inside}, left - {first})
        passed = left & {*way}
        left -= passed
        yield way, passed


def along_lines(inside: set[Cell], aims: set[Cell], *, on_borders: bool) -> Iterator[tuple[list[Cell], set[Cell]]]:
    """Yield ways along lines that are inside, until all aims are passed, each with the aims that it passes.

    Lines are on borders, or cross them from centre to centre; both are named by the place of the border. Each way
    begins with an aim, because what happens to the first line happens to all lines of a drag.
    """
    left = {*aims}

    def near(at: Cell) -> Near:
        lines = sorted(inside.intersection(at.around()), key=lambda line: line not in left)
        return {Cell(2 * line.row - at.row, 2 * line.col - at.col): line for line in lines}

    while left:
        first = min(left)
        is_level = (first.row % 2 == 0) == on_borders
        way = walk(Cell(first.row, first.col - 1) if is_level else Cell(first.row - 1, first.col), near, left)
        passed = left & {between(here, there) for here, there in pairwise(way)}
        left -= passed
        yield way, passed


def between(here: Cell, there: Cell) -> Cell:
    """Return the place in the middle of two places."""
    return Cell((here.row + there.row) // 2, (here.col + there.col) // 2)


def walk(start: Cell, near: Callable[[Cell], Near], aims: Iterable[Cell]) -> list[Cell]:
    """Return a way past all aims that can be reached, which ends at the last one and goes back where it must.

    It ends before a long detour, and if it becomes long itself, so others may have to follow.
    """
    way, end = [start], 1
    left, seen, steps = {*aims}, {start}, set[frozenset[Cell]]()
    branches = [_Branch(start, near(start).items(), 0)]
    while branches:
        branch = branches[-1]
        step = next((step for step in branch.rest if frozenset({branch.at, step[0]}) not in steps), None)
        if step is not None:
            there, passed = step
            steps.add(frozenset({branch.at, there}))
            is_aim, is_new = passed in left, there not in seen
            if not is_aim and not is_new:
                continue
            if is_aim and end > 1 and (end > LONGEST or len(way) - end > DETOUR):
                break
            left.discard(passed)
            seen.add(there)
            branch.leads_to_aim |= is_aim
            way.append(there)
            end = len(way) if is_aim else end
            if is_new:
                ahead = Cell(2 * there.row - branch.at.row, 2 * there.col - branch.at.col)
                onward = sorted(near(there).items(), key=lambda step: step[0] != ahead)
                branches.append(_Branch(there, onward, len(way) - 1))
                branches[-1].leads_to_aim = is_aim
            else:
                way.append(branch.at)
            continue
        branches.pop()
        if branches and branch.leads_to_aim:
            branches[-1].leads_to_aim = True
            way.append(branches[-1].at)
        elif branches:
            del way[branch.length :]
    return way[:end]


class _Branch:
    """A place on a walk, with the steps from it that were not looked at."""

    def __init__(self, at: Cell, steps: Iterable[tuple[Cell, Cell]], length: int) -> None:
        self.at, self.rest, self.length = at, iter(steps), length
        self.leads_to_aim = False
