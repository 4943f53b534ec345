"""The solvers: puzzles as values, and the engine that proves a solution the only one.

`load` and `dump` turn JSON objects into puzzles and back, `solve` gives the one solution, `solutions`
all of them. A plain file in this folder is a puzzle kind.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvers._core import files
from solvers._core.clock import Clock
from solvers._core.errors import BadPuzzle, GaveUp, GivensError, NoSolution, NotUnique, SolveError
from solvers._core.grid import Cell, Grid
from solvers._core.picture import Edge, Glyph, Picture
from solvers._core.picture import text as picture_text
from solvers._core.puzzle import Puzzle, Solution
from solvers._core.rules import Clue, Rule
from solvers.binairo import Binairo
from solvers.n_queens import NQueens
from solvers.off_by_one_sums import OffByOneSums
from solvers.patches import Patch, Patches
from solvers.queens import Queens
from solvers.sudoku import Sudoku
from solvers.tango import Tango
from solvers.three_in_a_row import ThreeInARow
from solvers.zip import Zip

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers._core.engine import Solutions
    from solvers._core.explain import Explanation, Step
    from solvers._core.explain import name_of as place_name
    from solvers._core.generate import Generated
    from solvers._core.grade import NAMES as GRADES
    from solvers._core.grade import Grade

_ALL: list[type[Puzzle]] = [ThreeInARow, Tango, Binairo, NQueens, Queens, Sudoku, Zip, Patches, OffByOneSums]
KINDS = {kind.KIND: kind for kind in _ALL}
"""Every puzzle kind by its name."""


def load(value: object) -> Puzzle:
    """Make a puzzle from its JSON object; raises `BadPuzzle`."""
    return files.load(value, KINDS)


def load_picture(drawn: str, kind: str | None = None) -> Puzzle:
    """Make a puzzle from its drawn text, whose first line is `kind: NAME` unless `kind` says it; raises `BadPuzzle`."""
    return files.load_picture(drawn, KINDS, kind)


def dump(puzzle: Puzzle) -> dict[str, Any]:
    """Give the JSON object of a puzzle, the same for equal puzzles."""
    return files.dump(puzzle)


def dump_grid(grid: Grid, kind: type[Puzzle] | Puzzle) -> list[Any]:
    """Give the JSON form of a grid of a kind: a text a row, or a list a row for kinds whose numbers are not digits."""
    return files.dump_grid(grid, kind)


def schema(kind: type[Puzzle]) -> dict[str, Any]:
    """Return the JSON schema of a kind's object."""
    return files.schema(kind)


def solve(puzzle: Puzzle, *, timeout: float | None = None) -> Solution:
    """Return the one solution; `timeout` in seconds; raises `NoSolution`, `NotUnique` or `GaveUp`."""
    from solvers._core import engine  # Z3 is imported when it is needed.

    return engine.solve(puzzle, Clock(timeout))


def solutions(puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None) -> Solutions:
    """Return at most `limit` solutions and whether those are all; `timeout` in seconds; raises `GaveUp`."""
    from solvers._core import engine

    return engine.solutions(puzzle, Clock(timeout), limit=limit)


def explain(
    puzzle: Puzzle, *, timeout: float | None = None, tell: Callable[[int, int], None] = lambda _done, _all: None
) -> Explanation:
    """Return the one solution, and an iterator over the steps to it, easiest first; raises what `solve` raises.

    `timeout` is in seconds and counts all steps; `tell` is told how many places are settled, and how many there are.
    """
    from solvers._core import explain as explanations

    return explanations.explain(puzzle, timeout=timeout, tell=tell)


def generate(
    kind: str,
    size: tuple[int, int] | None = None,
    *,
    grade: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
) -> Generated:
    """Make a new puzzle with one solution, from which no clue can go, or which has the wanted grade (1 … 5).

    `size` is rows and columns, `timeout` in seconds; equal seeds give equal puzzles. Raises `BadPuzzle` for what the
    kind does not have, `GaveUp`.
    """
    from solvers._core import generate as generator

    return generator.generate(files.kind_of(kind, KINDS), size, grade=grade, seed=seed, timeout=timeout)


def grade(puzzle: Puzzle, *, timeout: float | None = None) -> Grade:
    """Tell how hard a puzzle is for a person; `timeout` in seconds; raises what `solve` raises."""
    from solvers._core import grade as grades

    return grades.grade(puzzle, timeout=timeout)


_LAZY = {
    "GRADES": ("grade", "NAMES"),
    "Explanation": ("explain", "Explanation"),
    "Generated": ("generate", "Generated"),
    "Grade": ("grade", "Grade"),
    "Solutions": ("engine", "Solutions"),
    "Step": ("explain", "Step"),
    "place_name": ("explain", "name_of"),
}
"""Names whose modules import Z3, each with its module and its name there."""

if not TYPE_CHECKING:  # Type checkers see the imports above.

    def __getattr__(name: str) -> object:
        """Import what needs Z3 when it is first used."""
        if name not in _LAZY:
            raise AttributeError(f"module 'solvers' has no attribute {name!r}")
        module, attribute = _LAZY[name]
        return getattr(import_module(f"solvers._core.{module}"), attribute)


__all__ = [
    "GRADES",
    "KINDS",
    "BadPuzzle",
    "Binairo",
    "Cell",
    "Clock",
    "Clue",
    "Edge",
    "Explanation",
    "GaveUp",
    "Generated",
    "GivensError",
    "Glyph",
    "Grade",
    "Grid",
    "NQueens",
    "NoSolution",
    "NotUnique",
    "OffByOneSums",
    "Patch",
    "Patches",
    "Picture",
    "Puzzle",
    "Queens",
    "Rule",
    "Solution",
    "Solutions",
    "SolveError",
    "Step",
    "Sudoku",
    "Tango",
    "ThreeInARow",
    "Zip",
    "dump",
    "dump_grid",
    "explain",
    "generate",
    "grade",
    "load",
    "load_picture",
    "picture_text",
    "place_name",
    "schema",
    "solutions",
    "solve",
]
