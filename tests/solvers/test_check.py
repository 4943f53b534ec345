"""Marks of a person are right so far, or the wrong ones are named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from solvers import BadPuzzle, Cell, Grid, check, load, place_name, solve
from tests.conftest import ROOT

if TYPE_CHECKING:
    from solvers import Puzzle

PUZZLES = ROOT / "tests" / "puzzles"
SEVERAL = {"kind": "tango", "givens": ["1...", "..0.", ".1..", "...."], "equal": [["R1C2", "R1C3"]], "opposite": []}
"""A board with three solutions, whose first row is 1001 in all."""


def largest(kind: str) -> tuple[Puzzle, Grid]:
    """Return the largest of the stored puzzles of a kind and its solution."""
    lines = (PUZZLES / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    puzzles = [load(json.loads(line)["puzzle"]) for line in lines]
    puzzle = max(puzzles, key=lambda puzzle: puzzle.board.height * puzzle.board.width)
    return puzzle, solve(puzzle).grid


@pytest.mark.parametrize("kind", sorted(path.stem for path in PUZZLES.glob("*.jsonl")))
def test_every_kind(kind: str) -> None:
    """The solution is right, and so is its beginning; a changed mark is found, and what came after it is counted."""
    puzzle, solution = largest(kind)
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
    puzzle, solution = largest("zip")
    path = [cell for _, cell in sorted((number, cell) for cell, number in solution.marked())]
    turns = next(at for at in range(2, len(path)) if solution[path[at]] and _beside(path, at) is not None)
    off = _beside(path, turns)
    assert off is not None
    marks = {cell: number for number, cell in enumerate([*path[:turns], off], start=1)}

    found = check(puzzle, Grid.make(solution.height, solution.width, marks.get))

    assert 0 == found.after
    assert {path[turns - 1], off} == {*map(Cell.parse, place_name(found.wrong[0]).split("-"))}


def _beside(path: list[Cell], at: int) -> Cell | None:
    """Return a cell to which the path could go wrong instead of going on."""
    return next((cell for cell in path[at - 1].around() if cell in path[at + 1 :]), None)


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
