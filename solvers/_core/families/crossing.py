"""The family of kinds with digits in the runs of open cells between black ones."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from random import Random
from typing import ClassVar, Self

from solvers._core.families.latin import CELL
from solvers._core.families.marks import holds, one_of
from solvers._core.generate.fill import climbed, open_cells_of
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.puzzle import Choices, Puzzle
from solvers._core.model.rules import Exactly, Literal, Rule

DIGITS, SHORTEST = range(1, 10), 2
"""The digits, and the fewest cells of a run."""
BLACK_SHARE, MORE_SHARE, LEAST_SHARE = 0.25, 0.3, 0.5
"""The share of a random board that is black, of changed cells that become so, and the least that is open in the end."""
CHANGED = 4
"""How many of the cells in doubt are changed at a time, at most."""
BUDGET = 40
"""After so many changes that bring no more known cells, another board is drawn."""


class Crossing(Puzzle):
    """Kinds whose open cells hold a digit each; in the field `blocks` the others are not blank."""

    LOGIC: ClassVar = "QF_UF"
    MARKS: ClassVar = {digit: str(digit) for digit in DIGITS}

    blocks: Grid

    @classmethod
    @abstractmethod
    def of(cls, digits: Mapping[Cell, int], size: tuple[int, int]) -> tuple[Self, Grid]:
        """Return the puzzle of some digits, and the solution."""

    @property
    def shape(self) -> Grid:
        """The board with its black cells."""
        return self.blocks

    def open_cells(self) -> list[Cell]:
        """Return the cells that are not black."""
        return [cell for cell in self.blocks.cells() if self.blocks[cell] is None]

    def choices(self) -> Choices:
        """Return the digits that each open cell can hold."""
        return {cell: _one_digit(cell) for cell in self.open_cells()}

    def rules(self) -> Iterable[Rule]:
        """Yield the rules that each open cell holds one digit."""
        for cell in self.open_cells():
            says = Exactly(1, tuple(holds(cell, digit) for digit in DIGITS))
            yield Rule(f"{cell} holds one digit", (cell,), says, CELL, f"no digit would fit in {cell}")

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Change the black cells and digits of a random board until deduction solves it."""
        if min(size) < SHORTEST:
            raise BadPuzzle(f"a new {cls.KIND} has 2 rows and columns at least, not {size[0]} and {size[1]}")
        cells = {*Grid.make(*size).cells()}

        def changed(digits: Mapping[Cell, int], doubtful: Sequence[Cell]) -> dict[Cell, int] | None:
            gone = {*rng.sample(doubtful, min(len(doubtful), rng.randint(1, CHANGED)))}
            left = {cell: digit for cell, digit in digits.items() if cell not in gone}
            black = {cell for cell in sorted(gone) if rng.random() < MORE_SHARE}
            dealt = _dealt(left, cells - {*digits} | black, size, rng)
            return dealt if len(dealt) >= LEAST_SHARE * len(cells) else None

        def near(digits: dict[Cell, int], puzzle: Self) -> tuple[dict[Cell, int], Self, Grid, bool] | None:
            if (other := changed(digits, puzzle.open_cells())) is None:
                return None
            puzzle, grid = cls.of(other, size)
            return other, puzzle, grid, not open_cells_of(puzzle)

        best: dict[Cell, int] = {}
        while True:
            if not best:
                best = _dealt({}, {cell for cell in sorted(cells) if rng.random() < BLACK_SHARE}, size, rng)
                puzzle, grid = cls.of(best, size)
                open_, tries = open_cells_of(puzzle), 0
            if not open_:
                return climbed((best, puzzle, grid, True), near, rng)
            tries += 1
            digits = changed(best, open_)
            if digits and len(its_open := open_cells_of((of := cls.of(digits, size))[0])) <= len(open_):
                tries = tries if len(its_open) == len(open_) else 0
                best, (puzzle, grid), open_ = digits, of, its_open
            elif tries > BUDGET:
                best = {}


# Making a puzzle asks for the choices of a hundred boards.
@lru_cache(maxsize=512)
def _one_digit(cell: Cell) -> Mapping[int, tuple[Literal, ...]]:
    """Return for each digit the literals that hold if the cell has it."""
    return one_of(cell, DIGITS)


def runs(blocks: Grid) -> dict[str, list[tuple[Cell, ...]]]:
    """Return by the name of each line its runs: the blank cells up to the next that is not blank."""
    return {
        name: [
            tuple(cell for cell, _ in cells)
            for value, cells in groupby(zip(line, values, strict=True), itemgetter(1))
            if value is None
        ]
        for (name, line), values in zip(blocks.lines(), blocks.line_values(), strict=True)
    }


def _dealt(digits: Mapping[Cell, int], black: Collection[Cell], size: tuple[int, int], rng: Random) -> dict[Cell, int]:
    """Add random digits, different in each run, to the other cells that are not black.

    Cells in which no digit fits, and those that are in no run of two or more, become black.
    """
    near, ends = defaultdict[Cell, list[Cell]](list), defaultdict[Cell, list[int]](list)
    for run in chain.from_iterable(runs(Grid.make(*size, dict.fromkeys(black, 0).get)).values()):
        if len(run) > DIGITS[-1]:
            return _dealt(digits, {*black, rng.choice(run[1:-1])}, size, rng)
        end = rng.choice((0, -1))  # Sums of the lowest or of the highest digits have the fewest ways.
        for cell in run if len(run) >= SHORTEST else ():
            near[cell] += run
            ends[cell].append(end)
    held = {cell: digit for cell, digit in digits.items() if cell in near}
    open_ = sorted({*near} - {*held})
    for cell in rng.sample(open_, len(open_)):
        free = [digit for digit in DIGITS if all(held.get(other) != digit for other in near[cell])]
        if not free:
            return _dealt(held, {*black, cell}, size, rng)
        held[cell] = free[rng.choice(ends[cell])]
    return held or _dealt({}, rng.sample(sorted(black), len(black) // 4), size, rng)
