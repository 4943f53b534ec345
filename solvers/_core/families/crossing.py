"""Runs of open cells between black ones, and where the sums of a Kakuro stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from solvers._core.model.grid import Cell, Grid

SHORTEST = 2
"""The fewest cells of a run with a sum."""


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


def sums_at(blocks: Grid) -> Iterator[tuple[str, int, int, Cell]]:
    """Yield where each sum stands: `rows` or `columns`, the line, the place in it, and the cell before the run.

    At the rim this cell is beside the board.
    """
    for number, found in enumerate(runs(blocks).values()):
        name, line = ("rows", number) if number < blocks.height else ("columns", number - blocks.height)
        for at, run in enumerate(run for run in found if len(run) >= SHORTEST):
            row, col = run[0]
            yield name, line, at, Cell(row, col - 1) if name == "rows" else Cell(row - 1, col)
