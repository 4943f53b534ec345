"""Nonogram: fill cells so that each line has runs of the given lengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Self

from solvers._core.families.marks import is_one
from solvers._core.families.shaded import Repaired, Rimmed, check_rims
from solvers._core.generate.fill import repaired, wanted_of
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Grid
from solvers._core.model.rules import Clue, Runs
from solvers._core.model.sentences import joined

HARD, HARD_SHARE = 5, 0.35
"""In a new puzzle of this grade, a smaller share of the board is filled at first: lines with fewer runs assign less."""


@dataclass(frozen=True)
class Nonogram(Rimmed, Repaired):
    """A Nonogram (Picross, Griddlers) of any size, rectangles too; 1 = filled, 0 = empty.

    1. The numbers of a line are the lengths of its runs of filled cells, in order.
    2. At least one empty cell stands between two runs.

    A line without numbers is empty (source: the help page of puzzle-nonograms.com). A new puzzle has the numbers of all
    lines, whether needed or not, as everywhere.
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    LOGIC: ClassVar = "QF_FD"
    SIZE: ClassVar = (10, 10)
    SQUARES: ClassVar = "fives"
    NO_GRADES: ClassVar = frozenset({2})
    SHARE: ClassVar = 0.55

    def __post_init__(self) -> None:
        for field in ("rows", "columns"):  # People write 0 for a line without runs.
            object.__setattr__(self, field, tuple(() if line == (0,) else line for line in getattr(self, field)))
        check_rims(self.rows, self.columns)
        for name, line, lengths in self.rims():
            if lengths and min(lengths) < 1:
                raise BadPuzzle(f"{name}: a run of {min(lengths)} cells; a line without runs has no numbers")
            if sum(lengths) + len(lengths) - 1 > len(line):
                raise BadPuzzle(f"{name}: runs of {joined(lengths)} do not fit into {len(line)} cells")

    def clues(self) -> Iterator[Clue]:
        for name, line, lengths in self.rims():
            words = f"the run{'s' * (len(lengths) > 1)} {joined(lengths)}" if lengths else "no runs"
            yield Clue(f"{name} has {words}", line, Runs(lengths, tuple(map(is_one, line))), "runs of a line")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.has_marks(grid) and self.rims_for(grid) == (self.rows, self.columns)

    @staticmethod
    def numbers_of(line: Sequence[int | None]) -> tuple[int, ...]:
        return tuple(map(len, filter(None, bytes(map(bool, line)).split(b"\0"))))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        return repaired(cls.of, size, rng, HARD_SHARE if wanted_of(rng) == HARD else cls.SHARE)

    @classmethod
    def of(cls, grid: Grid) -> Self:
        return cls(*cls.rims_for(grid))
