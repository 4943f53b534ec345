"""Marks of a person are right so far, or the wrong ones are named."""

from __future__ import annotations

import pytest

from solvers import BadPuzzle, Cell, Grid, check, load, place_name
from tests.solvers.test_kinds import LINES, OF_KIND, PUZZLES, of_families

SEVERAL = {"kind": "tango", "givens": ["1...", "..0.", ".1..", "...."], "equal": [["R1C2", "R1C3"]], "opposite": []}
"""A board with three solutions, whose first row is 1001 in all."""


@pytest.mark.parametrize("kind", of_families(1))
def test_every_kind(kind: str) -> None:
    """The solution is right, and so is its beginning; a changed mark is found, and what came after it is counted."""
    name = max(OF_KIND[kind], key=lambda name: PUZZLES[name].board.height * PUZZLES[name].board.width)
    puzzle, solution = PUZZLES[name], Grid.parse(LINES[name]["solution"])
    marked = [cell for cell, _ in solution.marked()]
    begun = marked[: len(marked) // 2]
    beginning = Grid.make(solution.height, solution.width, {cell: solution[cell] for cell in begun}.get)

    whole, half = check(puzzle, solution), check(puzzle, beginning)

    assert ((), 0, "one") == (whole.wrong, whole.left, whole.answers)
    assert ((), "one") == (half.wrong, half.answers)
    if not all(isinstance(place, Cell) for place in puzzle.choices()):
        return
    given = puzzle.given_marks
    choices = puzzle.choices()
    cell = next(cell for cell in begun if (given is None or given[cell] is None) and len(choices[cell]) > 1)
    other = next(value for value in choices[cell] if value != solution[cell])
    changed = {at: solution[at] for at in begun} | {cell: other}

    found = check(puzzle, Grid.make(solution.height, solution.width, changed.get), order=begun)

    after = len(found.entered) - 1 - [*found.entered].index(cell)
    assert ((cell,), "none", after) == (found.wrong, found.answers, found.after)


def test_path() -> None:
    """The marks of a path come in its order."""
    puzzle, solution = PUZZLES["zip:3"], Grid.parse(LINES["zip:3"]["solution"])
    path = [cell for _, cell in sorted((number, cell) for cell, number in solution.marked())]
    at, off = next((at, cell) for at in range(2, len(path)) for cell in path[at - 1].around() if cell in path[at + 1 :])
    marks = {cell: number for number, cell in enumerate([*path[:at], off], start=1)}

    found = check(puzzle, Grid.make(solution.height, solution.width, marks.get))

    assert 0 == found.after
    assert {path[at - 1], off} == {*map(Cell.parse, place_name(found.wrong[0]).split("-"))}


@pytest.mark.parametrize(
    ("rows", "order", "words", "answers"),
    [
        ("..../..../..../....", "", "right so far: no mark", "several"),
        ("1001/..../..../....", "", "right so far: 3 marks", "several"),
        ("..../0.../..../....", "", "right so far: 1 mark", "one"),
        ("..../00../..../....", "", "wrong: R2C1, R2C2 (2 of 2 marks)", "none"),
        ("..1./1.../..../....", "R2C1 R1C3", "the first wrong mark is R1C3; no mark came after it", "none"),
        ("..1./1.../..../....", "R1C3 R2C1", "the first wrong mark is R1C3; 1 of 2 marks came after it", "none"),
    ],
)
def test_several_solutions(rows: str, order: str, words: str, answers: str) -> None:
    """Marks of a puzzle with several solutions are right if one of them has all, and may leave only one."""
    cells = [Cell.parse(name) for name in order.split()]

    found = check(load(SEVERAL), Grid.parse(rows.split("/")), order=cells)

    assert (words, answers) == (found.words, found.answers)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["..."], "the marks have 1 row and 3 columns, and a solution 4 rows and 4 columns"),
        (["9...", *["...."] * 3], "the marks: R1C1 holds 9, which no cell of tango can"),
    ],
)
def test_marks_that_are_none(rows: list[str], words: str) -> None:
    """Marks of another size or another kind are refused."""
    with pytest.raises(BadPuzzle, match=words):
        check(load(SEVERAL), Grid.parse(rows))
