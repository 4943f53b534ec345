"""Nonogram: fill cells so that each line has runs of the given lengths."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.families.marks import is_one
from solvers._core.families.shaded import Rimmed, check_rims, named
from solvers._core.generate.fill import repaired
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.rules import Clue, Runs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from solvers._core.model.grid import Grid
    from solvers._core.model.puzzle import OtherSolution

FILLED_SHARE = 0.55
"""The share of a random board that is filled at first."""


@dataclass(frozen=True, slots=True)
class Nonogram(Rimmed):
    """A Nonogram (Picross, Griddlers) of any size, rectangles too; 1 = filled, 0 = empty.

    1. The numbers of a line are the lengths of its runs of filled cells, in order.
    2. At least one empty cell stands between two runs.

    A line without numbers is empty (source: the help page of puzzle-nonograms.com). A new puzzle has the numbers of all
    lines, whether needed or not, as everywhere.
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    KIND: ClassVar = "nonogram"
    LOGIC: ClassVar = "QF_UF"
    SIZE: ClassVar = (10, 10)

    def __post_init__(self) -> None:
        check_rims(self.rows, self.columns)
        for name, line, lengths in self.rims():
            if 0 in lengths:
                raise BadPuzzle(f"{name}: a run of 0 cells; a line without runs has no numbers")
            if sum(lengths) + len(lengths) - 1 > len(line):
                raise BadPuzzle(f"{name}: runs of {named([*map(str, lengths)])} do not fit into {len(line)} cells")

    def clues(self) -> Iterator[Clue]:
        for name, line, lengths in self.rims():
            words = f"the run{'s' * (len(lengths) > 1)} {named([*map(str, lengths)])}" if lengths else "no runs"
            yield Clue(f"{name} has {words}", line, Runs(lengths, tuple(map(is_one, line))), "runs of a line")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.has_marks(grid) and _runs(grid) == [*self.rows, *self.columns]

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """Return the puzzle of a solution."""
        runs = _runs(grid)
        return cls(tuple(runs[: grid.height]), tuple(runs[grid.height :]))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, other_solution: OtherSolution[Self]) -> tuple[Self, Grid]:
        """Make a puzzle with one solution: fill cells at random, then change cells that the numbers do not settle."""
        return repaired(cls.of, size, rng, other_solution, share=FILLED_SHARE)


def _runs(grid: Grid) -> list[tuple[int, ...]]:
    """Return the lengths of the runs of each row, then of each column."""
    return [tuple(len(list(run)) for mark, run in groupby(values) if mark) for values in grid.line_values()]
