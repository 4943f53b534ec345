"""Kakuro: a crossword of digits, whose runs hold different ones with a sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from solvers._core.families.crossing import DIGITS, SHORTEST, Crossing, runs
from solvers._core.families.latin import digits_in
from solvers._core.families.shaded import BLOCK, check_rims, check_values
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import UNTOLD, Cell, Grid, number_text
from solvers._core.model.lines import digit_sets
from solvers._core.model.picture import Glyph, Picture
from solvers._core.model.rules import CageSum, Clue

CORNER = Cell(-1, -1)
"""The black cell outside of every board, which has no sums."""


@dataclass(frozen=True)
class Kakuro(Crossing):
    """Kakuro (Cross Sums) of any size, rectangles too; blank = a black cell.

    1. Each open cell holds a digit from 1 to 9.
    2. Two or more open cells beside or above each other, up to the next black cell, are a run. Its digits differ.
    3. The digits of a run add up to its sum; `?` is a sum that is not told.

    In `blocks`, `b` is a black cell. `rows` and `columns` hold the sums of the runs of each line, in order; on a page
    they stand in the black cell before the run (source: the help page of puzzle-kakuro.com).
    """

    blocks: Grid
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    NO_GRADES: ClassVar = frozenset({1})
    UNTOLD_IN: ClassVar = frozenset({"rows", "columns"})
    LARGEST_NEW: ClassVar = 7

    def __post_init__(self) -> None:
        check_values("blocks", self.blocks, {BLOCK}, "b, a black cell")
        check_rims(self.rows, self.columns)
        if (len(self.rows), len(self.columns)) != (self.blocks.height, self.blocks.width):
            given = f"{len(self.rows)} rows and {len(self.columns)} columns of sums"
            raise BadPuzzle(f"rows, columns: {given}, but the board is {self.blocks.height}×{self.blocks.width}")
        for name, line_runs, sums in self._lines():
            if len(sums) != len(line_runs):
                raise BadPuzzle(f"{name}: {len(sums)} sums, but it has {len(line_runs)} runs")
            for run, total in zip(line_runs, sums, strict=True):
                if not digit_sets(None if total == UNTOLD else total, len(run), DIGITS[-1]):
                    raise BadPuzzle(f"{name}: the sum {number_text(total)}, which no {len(run)} different digits have")

    def _lines(self) -> Iterator[tuple[str, list[tuple[Cell, ...]], tuple[int, ...]]]:
        """Iterate over the lines: the name, the runs of two or more cells, and their sums."""
        for (name, found), sums in zip(runs(self.blocks).items(), self.rows + self.columns, strict=True):
            yield name, [run for run in found if len(run) >= SHORTEST], sums

    def _sums(self) -> Iterator[tuple[tuple[Cell, ...], int]]:
        """Iterate over the runs with their sums."""
        for _, line_runs, sums in self._lines():
            yield from zip(line_runs, sums, strict=True)

    def clues(self) -> Iterator[Clue]:
        for run, total in self._sums():
            told = None if total == UNTOLD else total
            words = f"the digits from {run[0]} to {run[-1]} differ{'' if told is None else f' and add up to {told}'}"
            yield Clue(words, run, CageSum(told, len(run), digits_in(run, DIGITS)), "sum of a run" if told else "run")

    def is_solved_by(self, grid: Grid) -> bool:
        if not grid.same_shape(self.blocks):
            return False
        open_cells = {*self.open_cells()}
        fits = all(grid[cell] in DIGITS if cell in open_cells else grid[cell] is None for cell in grid.cells())
        return fits and all(
            len({*digits}) == len(digits) and total in {UNTOLD, sum(digits)}
            for run, total in self._sums()
            for digits in [[grid[cell] or 0 for cell in run]]
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        glyphs = {cell: Glyph(str(digit), given=False) for cell, digit in (() if grid is None else grid.marked())}
        glyphs |= {cell: Glyph("b", "■", "block") for cell, _ in self.blocks.marked()}
        return replace(super().picture(grid), glyphs=glyphs, sums=self.sums_in(self.blocks, self.rows, self.columns))

    @classmethod
    def sum_places(cls, blocks: Grid) -> dict[Cell, dict[str, tuple[int, int]]]:
        places: dict[Cell, dict[str, tuple[int, int]]] = {CORNER: {}}
        for number, found in enumerate(runs(blocks).values()):
            name, line = ("rows", number) if number < blocks.height else ("columns", number - blocks.height)
            for at, run in enumerate(run for run in found if len(run) >= SHORTEST):
                row, col = run[0]
                before = Cell(row, col - 1) if name == "rows" else Cell(row - 1, col)
                places.setdefault(before, {})[name] = line, at
        return places

    @classmethod
    def of(cls, digits: Mapping[Cell, int], size: tuple[int, int]) -> tuple[Self, Grid]:
        grid = Grid.make(*size, digits.get)
        blocks = Grid.make(*size, lambda cell: None if cell in digits else BLOCK)
        sums = [
            tuple(sum(digits[cell] for cell in run) for run in found if len(run) >= SHORTEST)
            for found in runs(blocks).values()
        ]
        return cls(blocks, tuple(sums[: size[0]]), tuple(sums[size[0] :])), grid
