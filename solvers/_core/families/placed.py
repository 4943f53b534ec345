"""The family of kinds that place queens or stars: so many in each line, given ones, names of steps, regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import ClassVar

from solvers._core.families.marks import TwoMarks, is_one
from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid, Place
from solvers._core.model.puzzle import Broken, Puzzle, Step
from solvers._core.model.rules import AtMost, Clue, Exactly, Rule
from solvers._core.model.sentences import assigned, gathered

MOST_REGIONS = len(regions.LETTERS)
HOLDS_ONE = " holds one queen"
ROW, COLUMN, REGION = UNITS = "row", "column", "region"


NO_GIVENS = Grid([[None]])
"""A grid that stands for a board of any size with nothing given."""


class Placed(TwoMarks):
    """Kinds that place queens or stars (1) on a square board; a given 0 is a cell where none may stand."""

    MARKS: ClassVar[Mapping[int, str]] = {1: "a queen", 0: "empty"}
    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("♛", "plain"), 0: ("×", "plain")}
    SIZE: ClassVar[tuple[int, int]] = (8, 8)

    def __post_init__(self) -> None:
        check_side(self.givens, self.givens.height)
        super().__post_init__()

    @property
    def in_words(self) -> str:
        """What a line or a region holds."""
        return "one queen"

    @property
    def count(self) -> int:
        """How many queens or stars a line or a region holds."""
        return 1

    def rules(self) -> Iterator[Rule]:
        for number, (name, line) in enumerate(self.givens.lines()):
            constraint = Exactly(self.count, tuple(map(is_one, line)))
            yield Rule(
                f"{name} holds {self.in_words}", line, constraint, ROW if number < self.givens.height else COLUMN
            )

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_givens(grid) and all(values.count(1) == self.count for values in grid.line_values())

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
                return f"{assigned(self, step)}: {unit.words.removesuffix(HOLDS_ONE)} has {room}"
        elif among:
            homes, rooms = (
                gathered(rule.words.removesuffix(HOLDS_ONE) for rule in step.because if rule.name == name)
                for name in (inner.removesuffix("s"), outer.split()[-1].removesuffix("s"))
            )
            queens = "queen" if outer.startswith("one") else "queens"
            return f"{assigned(self, step)}: the {queens} of {homes} must be in {rooms}"
        return ""

    def failure(self, broken: Broken) -> str:
        """Return the effect of another mark on a unit, in words."""
        if broken.rule.name not in UNITS:
            return Puzzle.failure(self, broken)
        unit = broken.rule.words.removesuffix(HOLDS_ONE)
        return f"{unit} would {'hold two queens' if broken.too_many else 'have no cell left for its queen'}"


class Regioned(Placed):
    """Kinds with as many regions as rows, and as many queens or stars in each region as in each line.

    Their fields are `regions`, `givens` (`NO_GIVENS` by default) and `connected`.
    """

    MOST_CELLS: ClassVar = MOST_REGIONS**2
    COLOURED: ClassVar = True

    regions: regions.Regions
    connected: bool

    def __post_init__(self) -> None:
        side = len(self.regions)
        for number, row in enumerate(self.regions, start=1):
            if len(row) != side:
                raise BadPuzzle(
                    f"regions: row {number} has {len(row)} cells, but there are {side} rows and the board is square"
                )
        object.__setattr__(self, "regions", regions.canonical(self.regions, connected=self.connected))
        if (count := len(self.by_region())) != side or not side:
            raise BadPuzzle(f"regions: {count} regions, but {side} rows, and each holds {self.in_words}")
        if self.givens is NO_GIVENS:
            object.__setattr__(self, "givens", Grid.make(side, side))
        check_side(self.givens, side)
        super().__post_init__()

    def by_region(self) -> dict[str, list[Cell]]:
        """Return the cells of each region."""
        return regions.cells_by_region(self.regions)

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for name, cells in self.by_region().items():
            constraint = Exactly(self.count, tuple(map(is_one, cells)))
            yield Clue(f"region {name} holds {self.in_words}", tuple(cells), constraint, REGION)

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and all(
            [grid[cell] for cell in cells].count(1) == self.count for cells in self.by_region().values()
        )


def check_side(givens: Grid, side: int) -> None:
    """Raise `BadPuzzle` unless the board has `side` rows and columns."""
    if (givens.height, givens.width) != (side, side):
        raise BadPuzzle(f"givens: {givens.height} rows and {givens.width} columns, but the board is {side}×{side}")


def corners(board: Grid) -> Iterator[tuple[Cell, Cell]]:
    """Iterate over the cells that touch at a corner; cells that share an edge share a line, too."""
    for cell in board.cells():
        for col in (cell.col - 1, cell.col + 1):
            if (below := Cell(cell.row + 1, col)) in board:
                yield cell, below


def squares(board: Grid) -> Iterator[tuple[Cell, ...]]:
    """Iterate over the squares of four cells, or the pairs of a board of one line; two marks in one would touch."""
    steps = [(down, right) for down in range(min(2, board.height)) for right in range(min(2, board.width))]
    for row in range(max(1, board.height - 1)):
        for col in range(max(1, board.width - 1)):
            yield tuple(Cell(row + down, col + right) for down, right in steps)


def none_touch(board: Grid, mark: str, free: Container[Cell]) -> Iterator[Rule]:
    """Yield the rules that no two marks on these cells touch, not even at a corner."""
    for square in squares(board):
        cells = tuple(cell for cell in square if cell in free)
        if len(cells) > 1:
            words = f"{mark}s from {square[0]} to {square[-1]} would touch"
            yield Rule(words, cells, AtMost(1, tuple(map(is_one, cells))), f"touching {mark}s")


def has_touching(grid: Grid) -> bool:
    """Return whether two cells that hold 1 touch."""
    held = {cell for cell, mark in grid.marked() if mark == 1}
    behind = ((0, 1), (1, -1), (1, 0), (1, 1))
    return any((row + down, col + right) in held for row, col in held for down, right in behind)
