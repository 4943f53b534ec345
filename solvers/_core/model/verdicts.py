"""The errors that say a puzzle has no solution, or several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.model.errors import SolveError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers._core.model.grid import Grid
    from solvers._core.model.rules import Clue

NAMED_CELLS = 3
"""How many uncertain cells a message names."""


class NoSolution(SolveError):
    """No grid obeys the rules and all clues; `core` holds the clues that contradict each other."""

    def __init__(self, core: Sequence[Clue]) -> None:
        self.core = tuple(core)
        words = [clue.words for clue in self.core]
        if not words:
            super().__init__("no solution: the rules alone allow none on a board of this shape")
        elif len(words) == 1:
            super().__init__(f"no solution: {words[0]}, which the rules forbid")
        else:
            super().__init__(f"no solution: {words[0]}, but {' and '.join(words[1:])}")

    def details(self) -> dict[str, object]:
        """Return the words and cells of each contradicting clue."""
        return {"core": [{"clue": clue.words, "cells": [str(cell) for cell in clue.cells]} for clue in self.core]}


class NotUnique(SolveError):
    """Several grids obey the rules and all clues; `forced` holds the cells equal in all of them (blank elsewhere)."""

    def __init__(
        self, first: Grid, second: Grid, forced: Grid, rows: Callable[[Grid], object] = lambda grid: grid.rows()
    ) -> None:
        """`rows` turns a grid into the JSON form of its kind."""
        self.first, self.second, self.forced, self._rows = first, second, forced, rows
        uncertain = [cell for cell in forced.cells() if forced[cell] is None]
        shown = ", ".join(map(str, uncertain[:NAMED_CELLS])) + (" …" if len(uncertain) > NAMED_CELLS else "")
        count = len(list(forced.cells()))
        super().__init__(f"several solutions: {len(uncertain)} of {count} cells are in doubt ({shown})")

    def details(self) -> dict[str, object]:
        """Return two solutions and the forced cells, as rows."""
        grids = {"first": self.first, "second": self.second, "forced": self.forced}
        return {name: self._rows(grid) for name, grid in grids.items()}
