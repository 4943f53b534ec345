"""The family of kinds that shade cells so that some of them are connected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from solvers._core.families.marks import is_one
from solvers._core.families.placed import squares
from solvers._core.families.shaded import CROSS, Shaded
from solvers._core.model.connected import CONNECTION, Connected
from solvers._core.model.edges import edges
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.puzzle import Broken, Puzzle, Step
from solvers._core.model.regions import connected_part
from solvers._core.model.rules import AtMost, Clause, Rule
from solvers._core.model.sentences import assigned

SQUARE = 4
"""How many cells two rows and two columns share."""


def refuted(puzzle: Puzzle, step: Step, broken: Broken | None) -> str:  # noqa: ARG001 - the rule says it
    """Say what would be the case otherwise if a step follows from one rule that has words for it."""
    rule = step.because[0]
    return f"{assigned(puzzle, step)}: otherwise {rule.otherwise}" if len(step.because) == 1 and rule.otherwise else ""


class Blocks(Shaded):
    """Kinds that shade any cells of a board, with and without a clue."""

    LOGIC: ClassVar[str] = "QF_FD"
    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("■", "block"), 0: CROSS}
    TEXTS: ClassVar[Mapping[int, str]] = {1: "o", 0: "x"}
    LARGEST_NEW: ClassVar[int] = 20

    def open_cells(self) -> Iterable[Cell]:
        return self.board.cells()

    words = refuted


class Apart(Blocks):
    """Kinds whose black cells do not share edges, and whose white cells are connected.

    Their first rules are these two; `super().is_solved_by` says whether a grid obeys them.
    """

    MARKS: ClassVar[Mapping[int, str]] = {1: "black", 0: "white"}

    def rules(self) -> Iterator[Rule]:
        for cell, other in edges(self.board):
            says = AtMost(1, (is_one(cell), is_one(other)))
            yield Rule(f"{cell} and {other} are not both black", (cell, other), says, "neighbours")
        yield connected(self.board, "white cells", 0, apart=True)

    def is_solved_by(self, grid: Grid) -> bool:
        white, black = ([cell for cell, held in grid.marked() if held == mark] for mark in (0, 1))
        return (
            self.has_marks(grid)
            and {*black}.isdisjoint(near for cell in black for near in cell.around())
            and is_connected(white)
        )


def connected(board: Grid, words: str, mark: int = 1, others: str = "", *, apart: bool = False) -> Rule:
    """Return the rule that all cells with a mark are connected, with the words for them; see `Connected`."""
    cells = tuple(board.cells())
    says = Connected(board.width, tuple(map(is_one, cells)), mark, others or f"other {words}", apart)
    return Rule(f"the {words} are connected", cells, says, CONNECTION)


def no_squares(board: Grid, words: str, mark: int = 1) -> Iterator[Rule]:
    """Yield that no four cells in a square all have a mark, with the words for such cells."""
    for cells in squares(board):
        if len(cells) == SQUARE:
            says = Clause(tuple(~is_one(cell) if mark else is_one(cell) for cell in cells))
            ends = f"from {cells[0]} to {cells[-1]}"
            yield Rule(f"not all cells {ends} are {words}", cells, says, "square", f"all cells {ends} would be {words}")


def has_square(grid: Grid, mark: int | None = 1) -> bool:
    """Return whether four cells in a square all have a mark."""
    return any([grid[cell] for cell in cells].count(mark) == SQUARE for cells in squares(grid))


def is_connected(cells: Sequence[Cell]) -> bool:
    """Return whether some cells, if there are any, are connected."""
    return not cells or len(connected_part(cells)) == len(cells)
