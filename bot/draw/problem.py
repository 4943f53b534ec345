"""Pictures of puzzles that do not have exactly one solution."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solvers import NoSolution, NotUnique

if TYPE_CHECKING:
    from solvers import GivensError, Picture, Puzzle


def problem(puzzle: Puzzle, error: GivensError) -> Picture:
    """Draw a puzzle and light up the cells of the clashing clues, or those that differ between solutions."""
    if isinstance(error, NoSolution):
        return replace(puzzle.picture(), lit=frozenset(cell for clue in error.core for cell in clue.cells))
    if isinstance(error, NotUnique):
        picture = puzzle.picture(error.forced)
        return replace(picture, lit=frozenset(cell for cell in picture.cells() if error.forced[cell] is None))
    return puzzle.picture()
