"""givens: read a grid puzzle, prove its solution, play it on its page.

>>> import givens
>>> puzzle = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
>>> print(givens.solve(puzzle))
1 0 0 1
0 1 1 0
1 1 0 0
0 0 1 1

Read and write   load, load_picture, load_link, load_marks, dump, dump_grid, dump_link, schema
Solve            solve, solutions, check
Explain          explain, refute, grade
Make             generate
Play             play(page), on a page of Playwright's sync API; sites
Kinds            KINDS by name, and a class for each: Tango, Queens, Sudoku, ...
Values           Puzzle, Cell, Grid, Edge, Patch, Rule, Clue, Picture, Glyph
Results          Solution, Solutions, Step, Clash, Explanation, Check, Grade, Generated, TargetResult; Options of play
Errors           GivensError, SolveError, BadPuzzle, NoSolution, NotUnique, GaveUp

help(givens.solve) shows an example, as does the help of each function. A puzzle, a solution and a step draw themselves:
as text where they are printed, as pictures in a notebook. Names are imported when they are first used.
"""

from importlib import import_module
from typing import Any

_FROM_BOT = {
    "Options": "bot.play.options",
    "TargetResult": "bot.play.result",
    "play": "bot.play.loop",
    "sites": "bot.play.sites",
}
_FROM_SOLVERS = (
    *("load", "load_link", "load_marks", "load_picture", "dump", "dump_grid", "dump_link", "schema"),
    *("solve", "solutions", "explain", "refute", "check", "grade", "generate"),
    *("KINDS", "Puzzle", "Cell", "Grid", "Edge", "Patch", "Rule", "Clue", "Picture", "Glyph"),
    *("Solution", "Solutions", "Step", "Clash", "Explanation", "Check", "Grade", "Generated"),
    *("GivensError", "SolveError", "BadPuzzle", "NoSolution", "NotUnique", "GaveUp"),
)
"""Beside these all puzzle kinds are exported. `givens.pyi` declares their types."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Import a name."""
    if name.startswith("_") or name not in __dir__():
        raise AttributeError(f"module 'givens' has no attribute {name!r}")
    solvers = import_module("solvers")
    solvers.Shown.SVG = _svg
    return getattr(import_module(_FROM_BOT[name]) if name in _FROM_BOT else solvers, name)


def __dir__() -> list[str]:
    """Return all names."""
    return sorted({*_FROM_BOT, *_FROM_SOLVERS, *import_module("solvers").KIND_CLASSES})


def _svg(picture: Any) -> str:  # noqa: ANN401 - a `Picture`, which is not imported here
    """Draw a picture as SVG."""
    drawn: str = import_module("bot.draw.svg").svg(picture)
    return drawn
