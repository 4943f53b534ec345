"""The error tree, drawn from the top: one family a layer, one exit code each.

::

    GivensError
    ├── SetupError    7   bot       no browser, wrong version, unwritable folder: says what to type
    ├── ReadError     3   scrapers  the page does not say what its site module expects
    ├── SolveError    4   solvers   BadPuzzle | NoSolution | NotUnique | GaveUp
    ├── EnterError    5   bot       the page did not end up showing, or accepting, the solution; PageGone
    └── NeedsHuman    6   scrapers  login wall, challenge, consent that cannot be declined

Exit 0 is done, 1 a bug, 2 usage, 8 several targets that failed differently, 130 Ctrl-C.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers._core.grid import Grid
    from solvers._core.rules import Clue


class GivensError(Exception):
    """What `givens` can tell its user in one clear sentence."""

    EXIT: ClassVar[int] = 1
    RETRY: ClassVar[bool] = False
    """Whether the cause may pass by itself (network, a page not there yet)."""

    def __init__(self, message: str, *, command: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.command = command
        """What the user can type next, if anything helps."""

    @property
    def family(self) -> str:
        """The name of the class just below `GivensError`."""
        bases = type(self).__mro__
        return bases[bases.index(GivensError) - 1].__name__

    def details(self) -> dict[str, object]:
        """Return the data of this error, as JSON values."""
        return {}


class SolveError(GivensError):
    """The puzzle does not have exactly one solution, or it could not be found."""

    EXIT = 4


class BadPuzzle(SolveError):
    """The puzzle is malformed: the message names the field and the cell."""


class NoSolution(SolveError):
    """No grid obeys the rules and all clues; `core` holds the clues that clash."""

    def __init__(self, core: Sequence[Clue]) -> None:
        self.core = tuple(core)
        words = [clue.words for clue in self.core]
        if not words:
            super().__init__("no solution: the rules alone leave none on a board of this shape")
        elif len(words) == 1:
            super().__init__(f"no solution: {words[0]}, which the rules forbid")
        else:
            super().__init__(f"no solution: {words[0]}, but {' and '.join(words[1:])}")

    def details(self) -> dict[str, object]:
        """Return the words and cells of each clue that clashes."""
        return {
            "core": [{"clue": clue.words, "cells": [str(cell) for cell in clue.cells]} for clue in self.core],
        }


class NotUnique(SolveError):
    """Several grids obey the rules and all clues; `forced` holds the cells equal in all of them (blank elsewhere)."""

    def __init__(
        self, first: Grid, second: Grid, forced: Grid, rows: Callable[[Grid], object] = lambda grid: grid.rows()
    ) -> None:
        """`rows` gives a grid the form that its kind has in files."""
        self.first, self.second, self.forced, self._rows = first, second, forced, rows
        doubt = [cell for cell in forced.cells() if forced[cell] is None]
        shown = ", ".join(map(str, doubt[:3])) + (" …" if len(doubt) > 3 else "")  # noqa: PLR2004 - three name the place, more hide it
        super().__init__(f"several solutions: {len(doubt)} of {len(list(forced.cells()))} cells are in doubt ({shown})")

    def details(self) -> dict[str, object]:
        """Return two solutions and the forced cells, as rows."""
        grids = {"first": self.first, "second": self.second, "forced": self.forced}
        return {name: self._rows(grid) for name, grid in grids.items()}


class GaveUp(SolveError):
    """Z3 did not decide; `limit` is the time limit in seconds, if that was the cause."""

    def __init__(self, reason: str, limit: float | None = None) -> None:
        self.reason, self.limit = reason, limit
        within = "" if limit is None else f" within {limit:g} s"
        super().__init__(f"gave up{within}: {reason}")

    def details(self) -> dict[str, object]:
        """Return the reason and the time limit in seconds."""
        return {"reason": self.reason, "limit": self.limit}
