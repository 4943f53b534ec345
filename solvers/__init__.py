"""The solvers: puzzles as values, and the engine that proves a solution the only one.

`load` and `dump` turn JSON objects into puzzles and back, `solve` gives the one solution, `solutions`
all of them. A plain file in this folder is a puzzle kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solvers import _files
from solvers._errors import BadPuzzle, GaveUp, GivensError, NoSolution, NotUnique, SolveError
from solvers._grid import Cell, Grid
from solvers._picture import Edge, Glyph, Picture
from solvers._puzzle import Puzzle, Solution
from solvers._rules import Clue, Rule
from solvers.binairo import Binairo
from solvers.tango import Tango
from solvers.three_in_a_row import ThreeInARow

if TYPE_CHECKING:
    from solvers._engine import Solutions

_ALL: list[type[Puzzle]] = [ThreeInARow, Tango, Binairo]
KINDS = {kind.KIND: kind for kind in _ALL}
"""Every puzzle kind by its name."""


def load(value: object) -> Puzzle:
    """Make a puzzle from its JSON object; raises `BadPuzzle`."""
    return _files.load(value, KINDS)


def load_picture(drawn: str, kind: str | None = None) -> Puzzle:
    """Make a puzzle from its drawn text, whose first line is `kind: NAME` unless `kind` says it; raises `BadPuzzle`."""
    return _files.load_picture(drawn, KINDS, kind)


def dump(puzzle: Puzzle) -> dict[str, Any]:
    """Give the JSON object of a puzzle, the same for equal puzzles."""
    return _files.dump(puzzle)


def schema(kind: type[Puzzle]) -> dict[str, Any]:
    """Return the JSON schema of a kind's object."""
    return _files.schema(kind)


def solve(puzzle: Puzzle, *, timeout: float | None = None) -> Solution:
    """Return the one solution; `timeout` in seconds; raises `NoSolution`, `NotUnique` or `GaveUp`."""
    from solvers import _engine  # Z3 is imported when it is needed.

    return _engine.solve(puzzle, timeout=timeout)


def solutions(puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None) -> Solutions:
    """Return at most `limit` solutions and whether those are all; `timeout` in seconds; raises `GaveUp`."""
    from solvers import _engine

    return _engine.solutions(puzzle, limit=limit, timeout=timeout)


__all__ = [
    "KINDS",
    "BadPuzzle",
    "Binairo",
    "Cell",
    "Clue",
    "Edge",
    "GaveUp",
    "GivensError",
    "Glyph",
    "Grid",
    "NoSolution",
    "NotUnique",
    "Picture",
    "Puzzle",
    "Rule",
    "Solution",
    "SolveError",
    "Tango",
    "ThreeInARow",
    "dump",
    "load",
    "load_picture",
    "schema",
    "solutions",
    "solve",
]
