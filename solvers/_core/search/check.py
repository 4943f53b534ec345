"""Check the marks of a person who has not finished a puzzle: whether they are right so far, or which are wrong."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from solvers._core.model.grid import Cell, Grid, Place, cells_of, place_name
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import Check, Clock, NoSolution, NotUnique
from solvers._core.model.rules import Clause, Clue
from solvers._core.model.sentences import spoken
from solvers._core.search.engine import solve


def check(puzzle: Puzzle, marks: Grid, clock: Clock, *, order: Sequence[Place] = ()) -> Check:
    """Return which of the marks are right, and how many solutions have them all.

    `order`: places in marking order; a cell includes its edges. Marks elsewhere come before these, and those of a path
    in the order of the path. Raises `NoSolution` if the puzzle itself has none, `BadPuzzle` for marks that are none of
    the kind, and `GaveUp`.
    """
    entered, in_order = _entered(puzzle, marks, order), bool(order) or puzzle.PATHS
    left = None
    try:
        solution = solve(puzzle, clock)
    except NotUnique:
        answers, wrong = _among_several(puzzle, entered, clock, in_order=in_order)
    else:
        right = puzzle.assignment(solution.grid)
        wrong = tuple(place for place, value in entered.items() if right.get(place, 0) != value)
        answers = "none" if wrong else "one"
        rest = _entered(puzzle, solution.grid, ()).items()
        left = sum(place not in entered and puzzle.is_needed(value) for place, value in rest)
    names = tuple(spoken(puzzle, place) for place in wrong)
    return Check(entered, wrong, names, left, answers, in_order=in_order)


def _entered(puzzle: Puzzle, marks: Grid, order: Sequence[Place]) -> dict[Place, int]:
    """Return what the marks assign that the puzzle does not print, in order; raises `BadPuzzle`."""
    puzzle.check_marks(marks)
    assigned = puzzle.assignment(marks)
    given = puzzle.given_marks
    entered = {
        place: value
        for place, value in assigned.items()
        if given is None or not isinstance(place, Cell) or given[place] != value
    }
    numbers: dict[Place, int] = {place: number for number, place in enumerate(order)}
    if puzzle.PATHS and not order:
        numbers = dict(marks.marked())

    def number_of(place: Place) -> int:
        return numbers.get(place, max(numbers.get(cell, -1) for cell in cells_of(place)))

    return dict(sorted(entered.items(), key=lambda item: number_of(item[0])))


def _among_several(
    puzzle: Puzzle, entered: Mapping[Place, int], clock: Clock, *, in_order: bool
) -> tuple[str, tuple[Place, ...]]:
    """Return how many of several solutions have all of the marks, and the marks that no solution has together."""
    answers, clashing = _answers(puzzle, entered, clock)
    if answers != "none" or not in_order:
        return answers, clashing
    places = [*entered]

    def is_wrong(last: int) -> bool:
        begun = {place: entered[place] for place in places[: last + 1]}
        return _answers(puzzle, begun, clock)[0] == "none"

    # The first wrong mark is the one after the longest beginning that a solution has.
    return answers, (places[bisect_left(range(len(places) - 1), 1, key=is_wrong)],)


def _answers(puzzle: Puzzle, entered: Mapping[Place, int], clock: Clock) -> tuple[str, tuple[Place, ...]]:
    """Return how many solutions have all of the marks, and those that clash if none has."""
    choices = puzzle.choices()
    clues = [
        Clue(_words(puzzle, place, value), cells_of(place), Clause((literal,)))
        for place, value in entered.items()
        for literal in choices[place][value]
    ]
    try:
        solve(puzzle, clock, clues)
    except NotUnique:
        return "several", ()
    except NoSolution as error:
        words = {clue.words for clue in error.core}
        return "none", tuple(place for place in entered if _words(puzzle, place, entered[place]) in words)
    return "one", ()


def _words(puzzle: Puzzle, place: Place, value: int) -> str:
    return f"{place_name(place)} is marked {puzzle.MARKS.get(value, value)}"
