"""The family of kinds that shade cells so that some of them are connected.

Their rules on the whole board are watched: whatever breaks one is stated as a clause, for the search, for explanations
and for Z3, which knows these rules by such clauses alone.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from solvers._core.families.marks import is_one
from solvers._core.families.placed import squares
from solvers._core.families.shaded import CROSS, Shaded
from solvers._core.model.connected import Connected, Watched
from solvers._core.model.edges import edges
from solvers._core.model.graphs import mask_where
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.lines import Forced
from solvers._core.model.puzzle import Broken, Puzzle, Step
from solvers._core.model.regions import connected_part
from solvers._core.model.rules import AtMost, Clause, Lazy, Literal, Rule
from solvers._core.model.sentences import assigned

SQUARE = 4
"""How many cells two rows and two columns share."""


class Watching(Puzzle):
    """Kinds with rules that are watched; list it before the family that says which marks there are.

    Every cell of the board holds 1 or 0.
    """

    LOGIC: ClassVar[str] = "QF_FD"

    @abstractmethod
    def watched(self) -> Iterator[Watched]:
        """Yield the rules that are watched."""

    def lazy(self) -> Watcher:
        return Watcher([*self.watched()])

    def words(self, step: Step, broken: Broken | None) -> str:  # noqa: ARG002 - the rule says it
        """Say what would be the case otherwise if the step follows from what is watched."""
        rule = step.because[0]
        return (
            f"{assigned(self, step)}: otherwise {rule.otherwise}" if len(step.because) == 1 and rule.otherwise else ""
        )


class Blocks(Watching, Shaded):
    """Kinds that shade any cells of a board, with and without a clue."""

    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("■", "block"), 0: CROSS}
    TEXTS: ClassVar[Mapping[int, str]] = {1: "o", 0: "x"}
    LARGEST_NEW: ClassVar[int] = 20

    def open_cells(self) -> Iterable[Cell]:
        return self.board.cells()

    def literals(self) -> tuple[Literal, ...]:
        """Return the literals of all cells, in reading order."""
        return tuple(map(is_one, self.board.cells()))


class Apart(Blocks):
    """Kinds whose black cells do not share edges, and whose white cells are connected.

    Their first rules are these two.
    """

    MARKS: ClassVar[Mapping[int, str]] = {1: "black", 0: "white"}

    def rules(self) -> Iterator[Rule]:
        for cell, other in edges(self.board):
            says = AtMost(1, (is_one(cell), is_one(other)))
            yield Rule(f"{cell} and {other} are not both black", (cell, other), says, "neighbours")

    def watched(self) -> Iterator[Watched]:
        yield Connected(self.board.width, self.literals(), 0, "other white cells", apart=True)

    def is_solved_by(self, grid: Grid) -> bool:
        white, black = ([cell for cell, held in grid.marked() if held == mark] for mark in (0, 1))
        return (
            self.has_marks(grid)
            and {*black}.isdisjoint(near for cell in black for near in cell.around())
            and is_connected(white)
        )


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


class Watcher(Lazy):
    """States the rules that are watched when they force something, with as few cells as possible."""

    def __init__(self, watched: Sequence[Watched]) -> None:
        self._watched, self.literals = watched, watched[0].literals
        self._found: dict[tuple[int, int], list[Forced]] = {}

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        ones = mask_where(values)
        zeros = (1 << len(values)) - 1 ^ ones
        for says in self._watched:
            if says.forced(ones, zeros) is None:
                yield from (says.rule(breach, with_needs=True) for breach in says.breaches(ones, zeros))

    def _look(self, ones: int, zeros: int) -> list[Forced]:
        """Return what each rule forces; the latest answer is kept."""
        key = ones, zeros
        if key not in self._found:
            self._found = {key: [says.forced(*key) for says in self._watched]}
        return self._found[key]

    def forced(self, ones: int, zeros: int) -> Forced:
        must = cannot = 0
        for found in self._look(ones, zeros):
            if found is None:
                return None
            # Where a cell would have to be both, one rule is broken as soon as the other is followed.
            must |= found[0] & ~(ones | zeros | cannot)
            cannot |= found[1] & ~(ones | zeros | must)
        return must, cannot

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        must, cannot = (side & forced for side in self.forced(ones, zeros) or (0, 0))
        found = []
        for says, follows in zip(self._watched, self._look(ones, zeros), strict=True):
            if (follows is None) if not forced else follows and (must & follows[0] or cannot & follows[1]):
                breach = says.breach(ones | cannot, zeros | must)
                found += [(says, breach)] if breach else []
        says, breach = min(found, key=lambda pair: (pair[1].ones | pair[1].zeros).bit_count())
        return says.rule(breach)
