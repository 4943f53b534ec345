"""The family of kinds that place queens: one in each line, given ones, names of steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping  # noqa: TC003 - msgspec evaluates the annotations of kinds
from typing import TYPE_CHECKING, ClassVar

from solvers._core.errors import BadPuzzle
from solvers._core.grid import Cell, Grid
from solvers._core.marks import TwoMarks, is_one
from solvers._core.puzzle import Puzzle
from solvers._core.rules import Exactly, Rule
from solvers._core.sentences import joined, settled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from solvers._core.grid import Place
    from solvers._core.steps import Broken, Step

HOLDS_ONE = " holds one queen"
ROW, COLUMN, REGION = UNITS = "row", "column", "region"


class Placed(TwoMarks):
    """Kinds that place queens (1) on a square board; a given 0 is a cell where none may stand."""

    __slots__ = ()

    MARKS: ClassVar[Mapping[int, str]] = {1: "a queen", 0: "empty"}
    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("♛", "plain"), 0: ("×", "plain")}
    SIZE: ClassVar[tuple[int, int]] = (8, 8)

    def __post_init__(self) -> None:
        check_side(self.givens, self.givens.height)
        super().__post_init__()

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        """Name a step by the units it needs.

        A `region in one row` empties the rest of the row, and `regions in as many rows` do so together. A `blocked
        region` would have no room for its queen if one stood in the cell that is set.
        """
        if len(because) == 1:
            return because[0].name
        apart = [rule.name for rule in because if not set(sets) & set(rule.cells)]
        counts = Counter(rule.name for rule in because)
        if counts.keys() <= set(UNITS) and len(counts) == 2 and len(set(counts.values())) == 1:  # noqa: PLR2004 - two kinds of unit
            inner, outer = sorted(counts, key=lambda name: -apart.count(name))
            if apart.count(inner) == counts[inner] > apart.count(outer):
                return f"{inner} in one {outer}" if counts[inner] == 1 else f"{inner}s in as many {outer}s"
        return f"blocked {apart[0]}" if len(apart) == 1 and apart[0] in UNITS else ""

    def words(self, step: Step, broken: Broken | None) -> str:  # noqa: ARG002 - units say enough
        """Say where the queens of units must be, if that is what the step follows from."""
        inner, among, outer = step.technique.partition(" in ")
        if len(step.because) == 1:
            unit = step.because[0]
            if unit.name in UNITS and 1 in step.sets.values():
                room = "one cell" if len(unit.cells) == 1 else "no other cell for its queen"
                return f"{settled(self, step)}: {unit.words.removesuffix(HOLDS_ONE)} has {room}"
        elif among:
            homes, rooms = (
                joined([rule.words.removesuffix(HOLDS_ONE) for rule in step.because if rule.name == name])
                for name in (inner.removesuffix("s"), outer.split()[-1].removesuffix("s"))
            )
            queens = "queen" if outer.startswith("one") else "queens"
            return f"{settled(self, step)}: the {queens} of {homes} must be in {rooms}"
        return ""

    def failure(self, broken: Broken) -> str:
        """Say what another mark would do to a unit."""
        if broken.rule.name not in UNITS:
            return Puzzle.failure(self, broken)
        unit = broken.rule.words.removesuffix(HOLDS_ONE)
        return f"{unit} would {'hold two queens' if broken.too_many else 'have no cell left for its queen'}"


def check_side(givens: Grid, side: int) -> None:
    """Raise `BadPuzzle` unless the board has `side` rows and columns."""
    if (givens.height, givens.width) != (side, side):
        raise BadPuzzle(f"givens: {givens.height} rows and {givens.width} columns, but the board is {side}×{side}")


def one_per_line(board: Grid) -> Iterator[Rule]:
    """Yield that each row holds one queen, and each column."""
    for number, (name, line) in enumerate(board.lines()):
        says = Exactly(1, tuple(map(is_one, line)))
        yield Rule(f"{name} holds one queen", line, says, ROW if number < board.height else COLUMN)


def has_one_per_line(grid: Grid) -> bool:
    """Return whether each line of a full grid holds one queen."""
    return all(values.count(1) == 1 for values in grid.line_values())


def corners(board: Grid) -> Iterator[tuple[Cell, Cell]]:
    """Iterate over the cells that touch at a corner; cells that share an edge share a line, too."""
    for cell in board.cells():
        for col in (cell.col - 1, cell.col + 1):
            if (below := Cell(cell.row + 1, col)) in board:
                yield cell, below


def placements(names: Mapping[Cell, str], rng: Random) -> Iterator[set[Cell]]:
    """Iterate over all ways to place one queen per region, none touching; `names` holds the region of each cell.

    The smallest region comes first, its cells in random order.
    """
    sizes = Counter(names.values())
    order = sorted(sizes, key=lambda name: (sizes[name], name))
    cells = {name: [cell for cell in names if names[cell] == name] for name in order}

    def place(queens: list[Cell]) -> Iterator[set[Cell]]:
        if len(queens) == len(order):
            yield set(queens)
            return
        free = cells[order[len(queens)]]
        for cell in rng.sample(free, len(free)):
            distances = ((abs(cell.row - queen.row), abs(cell.col - queen.col)) for queen in queens)
            if all(rows and columns and rows + columns > 2 for rows, columns in distances):  # noqa: PLR2004 - at a corner
                yield from place([*queens, cell])

    return place([])
