"""The solvers: puzzles as values, and the engine that proves that a solution is the only one.

`load` and `dump` turn JSON objects into puzzles and back, `solve` returns the one solution, `solutions` all of them.
A plain file in this folder is a puzzle kind, and the table of kinds below has one line for each; `_core` is what they
share. Importing this package does not import Z3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solvers import _links
from solvers._core import files as _files
from solvers._core.cages import Cage as Cage
from solvers._core.clock import OUT_OF_TIME as OUT_OF_TIME
from solvers._core.clock import Clock as Clock
from solvers._core.errors import BadPuzzle as BadPuzzle
from solvers._core.errors import GaveUp as GaveUp
from solvers._core.errors import GivensError as GivensError
from solvers._core.errors import SolveError as SolveError
from solvers._core.grid import DIGITS as DIGITS
from solvers._core.grid import Cell as Cell
from solvers._core.grid import Edge as Edge
from solvers._core.grid import Grid as Grid
from solvers._core.grid import Place as Place
from solvers._core.grid import size_of as size_of
from solvers._core.picture import Glyph as Glyph
from solvers._core.picture import Picture as Picture
from solvers._core.picture import picture_text as picture_text
from solvers._core.puzzle import Puzzle as Puzzle
from solvers._core.rectangles import Shape as Shape
from solvers._core.results import GRADES as GRADES
from solvers._core.results import METHODS as METHODS
from solvers._core.results import Explanation as Explanation
from solvers._core.results import Generated as Generated
from solvers._core.results import Grade as Grade
from solvers._core.results import Solution as Solution
from solvers._core.results import Solutions as Solutions
from solvers._core.rules import Clue as Clue
from solvers._core.rules import Given as Given
from solvers._core.rules import Rule as Rule
from solvers._core.steps import Clash as Clash
from solvers._core.steps import Step as Step
from solvers._core.steps import cells_of as cells_of
from solvers._core.steps import place_name as place_name
from solvers._core.steps import place_of as place_of
from solvers._core.verdicts import NoSolution as NoSolution
from solvers._core.verdicts import NotUnique as NotUnique
from solvers._links import LINK_HOSTS as LINK_HOSTS
from solvers._links import LINKED_KINDS as LINKED_KINDS

# The table of kinds: one line for each.
from solvers.abc_view import AbcView as AbcView
from solvers.aquarium import Aquarium as Aquarium
from solvers.binairo import Binairo as Binairo
from solvers.dominosa import Dominosa as Dominosa
from solvers.futoshiki import Futoshiki as Futoshiki
from solvers.hitori import Hitori as Hitori
from solvers.jigsaw_sudoku import JigsawSudoku as JigsawSudoku
from solvers.kakurasu import Kakurasu as Kakurasu
from solvers.kakuro import Kakuro as Kakuro
from solvers.killer_sudoku import KillerSudoku as KillerSudoku
from solvers.light_up import LightUp as LightUp
from solvers.minesweeper import Minesweeper as Minesweeper
from solvers.mosaic import Mosaic as Mosaic
from solvers.n_queens import NQueens as NQueens
from solvers.nonogram import Nonogram as Nonogram
from solvers.norinori import Norinori as Norinori
from solvers.off_by_one_sums import OffByOneSums as OffByOneSums
from solvers.patches import Patch as Patch
from solvers.patches import Patches as Patches
from solvers.queens import Queens as Queens
from solvers.renzoku import Renzoku as Renzoku
from solvers.skyscrapers import Skyscrapers as Skyscrapers
from solvers.star_battle import StarBattle as StarBattle
from solvers.sudoku import Sudoku as Sudoku
from solvers.tango import Tango as Tango
from solvers.tents import Tents as Tents
from solvers.thermometers import Thermometers as Thermometers
from solvers.three_in_a_row import ThreeInARow as ThreeInARow
from solvers.zip import Zip as Zip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KINDS: dict[str, type[Puzzle]] = {
    kind.KIND: kind
    for kind in tuple(globals().values())
    if isinstance(kind, type) and issubclass(kind, Puzzle) and kind is not Puzzle
}
"""Every puzzle kind by its name."""


def load(value: object) -> Puzzle:
    """Make a puzzle from its JSON object; raises `BadPuzzle`."""
    return _files.load(value, KINDS)


def load_picture(drawn: str, kind: str | None = None) -> Puzzle:
    """Make a puzzle from a drawing, whose first line is `kind: NAME` unless `kind` is given; raises `BadPuzzle`."""
    return _files.load_picture(drawn, KINDS, kind)


def dump(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle, the same for equal puzzles."""
    return _files.dump(puzzle)


def dump_picture(puzzle: Puzzle) -> str:
    """Return a puzzle as a drawing that `load_picture` reads."""
    return _files.dump_picture(puzzle)


def is_link(text: str) -> bool:
    """Return whether a text is an address of puzz.link or one of its sisters, which holds a puzzle."""
    return _links.is_link(text)


def load_link(link: str, kind: str | None = None) -> Puzzle:
    """Make the puzzle of such an address; `kind` chooses one of several that it may be. Raises `BadPuzzle`."""
    return _links.load_link(link, KINDS, kind)


def dump_link(puzzle: Puzzle, host: str = "puzzlink") -> str:
    """Return the address of a puzzle on puzz.link or another of `LINK_HOSTS`; raises `BadPuzzle` if it has none."""
    return _links.dump_link(puzzle, KINDS, host)


def dump_grid(grid: Grid, kind: type[Puzzle] | Puzzle) -> list[Any]:
    """Return the JSON form of a grid: a text per row, or a list per row for kinds whose numbers are not digits."""
    return _files.dump_grid(grid, kind)


def schema(kind: type[Puzzle]) -> dict[str, Any]:
    """Return the JSON schema of a kind's object."""
    return _files.schema(kind)


def solve(puzzle: Puzzle, *, timeout: float | None = None) -> Solution:
    """Return the one solution; `timeout` is in seconds. Raises `NoSolution`, `NotUnique` or `GaveUp`."""
    from solvers._core.solve import solve

    return solve(puzzle, Clock(timeout))


def solutions(puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None) -> Solutions:
    """Return at most `limit` solutions and whether those are all; `timeout` is in seconds. Raises `GaveUp`."""
    from solvers._core.solve import solutions

    return solutions(puzzle, Clock(timeout), limit=limit)


def explain(
    puzzle: Puzzle,
    *,
    known: Mapping[Place, int] | None = None,
    timeout: float | None = None,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
    solution: Solution | None = None,
) -> Explanation:
    """Return the one solution and an iterator over the steps to it, easiest first; raises what `solve` raises.

    `known` holds what is settled already, as on a board that was begun; raises `BadPuzzle` if the solution differs.
    `timeout` is in seconds and covers all steps. `on_progress` is called with the numbers of settled and of all places.
    With `solution`, what `solve` returned, the puzzle is not solved again.
    """
    from solvers._core.explain import explain

    return explain(puzzle, known=known or {}, timeout=timeout, on_progress=on_progress, solution=solution)


def refute(  # noqa: PLR0913 - each is an option
    puzzle: Puzzle,
    place: Place,
    value: int,
    *,
    known: Mapping[Place, int] | None = None,
    timeout: float | None = None,
    solution: Solution | None = None,
) -> Clash:
    """Return why a place cannot have a value: the shortest clash it makes; raises what `explain` raises.

    `known`, `timeout` and `solution` are those of `explain`. Raises `BadPuzzle` if the value is that of the solution,
    or one that the place cannot have.
    """
    from solvers._core.explain import refute

    return refute(puzzle, place, value, known=known or {}, timeout=timeout, solution=solution)


def generate(  # noqa: PLR0913 - each is an option
    kind: str,
    size: tuple[int, int] | None = None,
    *,
    grade: int | str | None = None,
    seed: int = 0,
    timeout: float | None = None,
    on_attempt: Callable[[int], None] = lambda _number: None,
) -> Generated:
    """Make a new puzzle with one solution: one without a superfluous clue, or one of a grade (1 … 5, or its name).

    `size` is rows and columns, `timeout` in seconds; equal seeds give equal puzzles. Raises `BadPuzzle` for a size or
    a grade that the kind does not have, and `GaveUp`. `on_attempt` is called with the number of each random puzzle that
    is tried.
    """
    from solvers._core.generate import generate

    return generate(_files.kind_of(kind, KINDS), size, grade=grade, seed=seed, timeout=timeout, on_attempt=on_attempt)


def grade(puzzle: Puzzle, *, timeout: float | None = None) -> Grade:
    """Return how hard a puzzle is for a person; `timeout` is in seconds. Raises what `solve` raises."""
    from solvers._core.grade import grade

    return grade(puzzle, timeout=timeout)
