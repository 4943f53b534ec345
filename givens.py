"""givens: read a grid puzzle, prove its solution, play it on its page.

>>> import givens
>>> puzzle = givens.load({"kind": "three_in_a_row", "givens": ["1...", "..0.", ".1..", "...."]})
>>> givens.solutions(puzzle, limit=1).grids[0][givens.Cell(0, 0)]
1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.play.loop import Options, play
    from bot.play.result import TargetResult
    from solvers import (
        KINDS,
        BadPuzzle,
        Cell,
        GaveUp,
        GivensError,
        Grid,
        NoSolution,
        NotUnique,
        Puzzle,
        Solution,
        SolveError,
        dump,
        dump_grid,
        explain,
        generate,
        grade,
        load,
        load_picture,
        solutions,
        solve,
    )

_FROM_BOT = ("Options", "TargetResult", "play")

__all__ = [
    "KINDS",
    "BadPuzzle",
    "Cell",
    "GaveUp",
    "GivensError",
    "Grid",
    "NoSolution",
    "NotUnique",
    "Options",
    "Puzzle",
    "Solution",
    "SolveError",
    "TargetResult",
    "dump",
    "dump_grid",
    "explain",
    "generate",
    "grade",
    "load",
    "load_picture",
    "play",
    "solutions",
    "solve",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever is asked for
    if name not in __all__:
        msg = f"module 'givens' has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module("bot.play.loop" if name in _FROM_BOT else "solvers"), name)
