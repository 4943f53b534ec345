"""Brute force over small boards of 0 and 1, without Z3: what the checks in plain Python accept."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from solvers import Cell, Grid, solutions
from solvers._core.families.lined import Lined
from solvers._core.model.grid import spot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers import Puzzle


@cache
def grids(height: int, width: int) -> list[Grid]:
    """Return every board of 0 and 1."""
    return [
        Grid(marks[row * width : (row + 1) * width] for row in range(height))
        for marks in product((0, 1), repeat=height * width)
    ]


def brute_force(puzzle: Puzzle) -> set[Grid]:
    """Return every grid that the plain check accepts, with a value in each cell or on each edge there is to settle."""
    is_lined = isinstance(puzzle, Lined)
    options = {
        spot(place) if is_lined else place: list(values)
        for place, values in puzzle.choices().items()
        if is_lined or isinstance(place, Cell)
    }
    found = set()
    for marks in product(*options.values()):
        grid = Grid.make(*puzzle.answer_size, dict(zip(options, marks, strict=True)).get)
        if puzzle.is_solved_by(grid):
            found.add(grid)
    return found


def check(puzzle: Puzzle) -> int:
    """Assert that Z3 finds exactly what brute force finds; return how many solutions there are."""
    found = solutions(puzzle)

    assert found.complete
    assert brute_force(puzzle) == set(found.grids)
    assert len(found.grids) == len(set(found.grids))
    return len(found.grids)


def wrong_grids(solution: Grid) -> Iterable[Grid]:
    """Return a solution with one mark changed, missing or out of range, and in other shapes."""
    marks = dict(solution.marked())
    for cell, mark in marks.items():
        for wrong in {1 - mark if mark < 2 else 0, None, 2} - {mark}:
            changed: dict[Cell, int | None] = {**marks, cell: wrong}
            yield Grid.make(solution.height, solution.width, changed.get)
    yield from (Grid(solution.values * 2), Grid(row * 2 for row in solution.values))
