"""What tests of kinds share: brute force on small boards, turned and renamed boards, refusals, and words of steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import permutations, product
from random import Random
from typing import TypeVar

import pytest
from hypothesis import event

from solvers import BadPuzzle, Cell, Clock, Grid, NoSolution, NotUnique, Puzzle, Sudoku, explain, load, solutions, solve
from solvers._core.families.lined import Lined
from solvers._core.families.marks import Balanced
from solvers._core.model.grid import spot
from solvers._core.model.rules import Given


@cache
def grids(height: int, width: int) -> list[Grid]:
    """Return every board of 0 and 1."""
    return [
        Grid(marks[row * width : (row + 1) * width] for row in range(height))
        for marks in product((0, 1), repeat=height * width)
    ]


@cache
def squares(side: int) -> list[Grid]:
    """Return every Latin square of a side."""
    found: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(side):
        found = [
            (*rows, row)
            for rows in found
            for row in permutations(range(1, side + 1))
            if all(len(set(column)) == len(column) for column in zip(*rows, row, strict=True))
        ]
    return list(map(Grid, found))


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


def check(puzzle: Puzzle, expected: Iterable[Grid] | None = None, *, among: Iterable[Grid] = ()) -> int:
    """Assert that Z3 finds exactly these grids, or those of others that the plain check accepts; return how many."""
    found = solutions(puzzle)
    if expected is None:
        expected = filter(puzzle.is_solved_by, among) if among else brute_force(puzzle)

    assert found.complete
    assert {*expected} == {*found.grids}
    assert len(found.grids) == len({*found.grids})
    return len(found.grids)


def common(grids: Collection[Grid]) -> Grid:
    """Return the marks that all grids have in common, blank elsewhere."""
    first, *others = grids
    return Grid.make(
        first.height,
        first.width,
        lambda cell: first[cell] if all(grid[cell] == first[cell] for grid in others) else None,
    )


def check_verdict(puzzle: Puzzle, expected: Iterable[Grid]) -> None:
    """Compare the result of `solve` with all solutions, and the forced cells with what they have in common."""
    expected = {*expected}
    event(str(min(2, len(expected))))
    found, forced = set[Grid](), None
    try:
        found = {solve(puzzle).grid}
    except NoSolution:
        pass
    except NotUnique as error:
        found, forced = {error.first, error.second}, error.forced

    assert forced is None or forced == common(expected)
    assert found <= expected
    assert min(2, len(expected)) == len(found)


def wrong_grids(solution: Grid) -> Iterable[Grid]:
    """Return a solution with one mark changed, missing or out of range, and in other shapes."""
    marks = dict(solution.marked())
    for cell, mark in marks.items():
        for wrong in {1 - mark if mark < 2 else 0, None, 2} - {mark}:
            changed: dict[Cell, int | None] = {**marks, cell: wrong}
            yield Grid.make(solution.height, solution.width, changed.get)
    yield from (Grid(solution.values * 2), Grid(row * 2 for row in solution.values))


def refused(words: str, kind: str, **fields: object) -> None:
    """Assert that a puzzle of these fields is malformed."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": kind, **fields})


def clash(words: str, kind: str, **fields: object) -> None:
    """Assert that the clues of a puzzle contradict each other, and which of them are named."""
    with pytest.raises(NoSolution, match=words):
        solve(load({"kind": kind, **fields}))


def told(kind: str, **fields: object) -> list[tuple[str, str]]:
    """Return the technique and the words of each step of a puzzle."""
    return [(step.technique, step.words) for step in explain(load({"kind": kind, **fields}))]


def out_of_time(monkeypatch: pytest.MonkeyPatch, looks: int) -> list[Clock]:
    """Let the time of a request with a limit be over at so many looks at its clock; return the looks."""
    looked: list[Clock] = []

    def remaining(clock: Clock) -> float | None:
        if clock.limit is None:
            return None
        looked.append(clock)
        return float(len(looked) < looks)

    monkeypatch.setattr(Clock, "remaining", remaining)
    return looked


def seen(heights: Iterable[int]) -> int:
    """Return how many heights are higher than all before them."""
    listed = list(heights)
    return sum(all(height > other for other in listed[:at]) for at, height in enumerate(listed))


def is_view(heights: Sequence[int], count: int, *, distinct: bool = True) -> bool:
    """Return whether heights have so many records and what is used of their difference holds."""
    tops = [0, *(max(heights[: at + 1]) for at in range(len(heights)))]
    if not distinct:
        return seen(heights) == count
    return (
        seen(heights) == count
        and all(top > at for at, top in enumerate(tops[1:]))
        and all(height != top for height, top in zip(heights, tops, strict=False))
    )


def is_cage(digits: Sequence[int], total: int | None) -> bool:
    """Return whether digits differ and have this sum, if there is one."""
    return len({*digits}) == len(digits) and total in {None, sum(digits)}


T = TypeVar("T")


def shuffled(items: Iterable[T], seed: int) -> list[T]:
    """Return the items in another order."""
    result = list(items)
    Random(seed).shuffle(result)  # noqa: S311 - any order is fine
    return result


def renamed(puzzle: Puzzle, seed: int) -> Puzzle:
    """Rename interchangeable marks: both marks of a balanced line, or the digits of a Sudoku."""
    if not isinstance(puzzle, Balanced | Sudoku):
        return puzzle
    if isinstance(puzzle, Sudoku) and any(not isinstance(clue, Given) for clue in puzzle.clues()):
        return puzzle  # Digits that grow, add up or follow each other are not interchangeable.
    names = dict(zip(puzzle.values, shuffled(puzzle.values, seed), strict=True))
    marks = {cell: names[value] for cell, value in puzzle.givens.marked()}
    return puzzle.with_fields(givens=Grid.make(puzzle.givens.height, puzzle.givens.width, marks.get))
