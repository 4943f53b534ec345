"""givens: read a grid puzzle, prove its solution, play it on its page.

>>> import givens
>>> puzzle = givens.load({"kind": "three_in_a_row", "givens": ["1...", "..0.", ".1..", "...."]})
>>> givens.solutions(puzzle, limit=1).grids[0][givens.Cell(0, 0)]
1

Names are imported when they are first used; `givens.pyi` declares their types.
"""

from importlib import import_module
from typing import Any

_FROM_BOT = {"Options": "bot.play.task", "TargetResult": "bot.play.result", "play": "bot.play.loop"}
_FROM_SOLVERS = (
    *("load", "load_link", "load_picture", "dump", "dump_grid", "dump_link", "schema"),
    *("solve", "solutions", "explain", "refute", "check", "grade", "generate"),
    *("KINDS", "Puzzle", "Cell", "Grid", "Edge", "Patch", "Rule", "Clue", "Picture", "Glyph"),
    *("Solution", "Solutions", "Step", "Clash", "Explanation", "Check", "Grade", "Generated"),
    *("GivensError", "SolveError", "BadPuzzle", "NoSolution", "NotUnique", "GaveUp"),
)
"""Beside these all puzzle kinds are exported."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Import a name, or return the list of all names."""
    if name != "__all__" and (name.startswith("_") or name not in __getattr__("__all__")):
        raise AttributeError(f"module 'givens' has no attribute {name!r}")
    solvers = import_module("solvers")
    if name == "__all__":
        return sorted({*_FROM_BOT, *_FROM_SOLVERS, *solvers.KIND_CLASSES})
    return getattr(import_module(_FROM_BOT[name]) if name in _FROM_BOT else solvers, name)


def __dir__() -> list[str]:
    """Return all names."""
    return [*globals(), *__getattr__("__all__")]
