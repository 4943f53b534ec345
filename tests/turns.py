"""Puzzles that are the same to their rules, with other names for their marks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from solvers import Grid, Sudoku
from solvers._core.families.marks import Balanced
from solvers._core.model.rules import Given

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers import Puzzle

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
