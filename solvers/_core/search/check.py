"""Check the marks of a person who has not finished a puzzle: whether they are right so far, or which are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solvers._core.model.grid import Cell, Grid, Place, cells_of, place_name
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import Check, Clock, NoSolution, NotUnique
from solvers._core.model.rules import Clause, Clue
from solvers._core.model.sentences import spoken
from solvers._core.search.engine import solve


def check(puzzle: Puzzle, marks: Grid, clock: Clock, *, order: Sequence[Place] = ()) -> Check:
    """Return which of the marks are right, and how many solutions have them all.

    `order` are places in the order in which they were marked, of which a cell stands for the edges at it, too; marks
    elsewhere come before these. Marks of a path come in
    the order of the path. Raises `NoSolution` if the puzzle itself has none, `BadPuzzle` for marks that are none of the
    kind, and `GaveUp`.
    """
    entered = _entered(puzzle, marks, order)
    try:
        solution = solve(puzzle, clock)
    except NotUnique:
        return _among_several(puzzle, entered, clock, in_order=bool(order))
    right = puzzle.assignment(solution.grid)
    wrong = tuple(place for place, value in entered.items() if right.get(place, 0) != value)
    rest = _entered(puzzle, solution.grid, ()).items()
    left = sum(place not in entered and puzzle.is_needed(value) for place, value in rest)
    return Check(
        entered, wrong, _names(puzzle, wrong), left, "none" if wrong else "one", in_order=bool(order) or puzzle.PATHS
    )


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


def _among_several(puzzle: Puzzle, entered: Mapping[Place, int], clock: Clock, *, in_order: bool) -> Check:
    """Check marks of a puzzle with several solutions: wrong are those that no solution has together."""
    in_order = in_order or puzzle.PATHS
    answers, clashing = _answers(puzzle, entered, clock)
    if answers != "none" or not in_order:
        return Check(entered, clashing, _names(puzzle, clashing), None, answers, in_order=in_order)
    # The first wrong mark is the one after the longest beginning that a solution has.
    places = [*entered]
    low, high = 0, len(places)
    while high - low > 1:
        middle = (low + high) // 2
        begun = {place: entered[place] for place in places[:middle]}
        low, high = (middle, high) if _answers(puzzle, begun, clock)[0] != "none" else (low, middle)
    wrong = (places[low],)
    return Check(entered, wrong, _names(puzzle, wrong), None, "none", in_order=True)


def _names(puzzle: Puzzle, places: Iterable[Place]) -> tuple[str, ...]:
    return tuple(spoken(puzzle, place) for place in places)


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
