"""Runs of open cells between black ones, and where the sums of a Kakuro stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import UNTOLD, Cell, Grid

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


def summed(blocks: Grid, sums: Mapping[tuple[str, Cell], int]) -> dict[str, list[list[int]]]:
    """Return the sums of each line, from those before runs (0 or none = not told); raises `BadPuzzle` for any other."""
    left = dict(sums)
    lines: dict[str, list[list[int]]] = {"rows": [[] for _ in blocks.values], "columns": [[] for _ in blocks.values[0]]}
    for name, line, _, before in sums_at(blocks):
        lines[name][line].append(left.pop((name, before), 0) or UNTOLD)
    for (name, before), total in left.items():
        if total:
            first = before.around()[0 if name == "rows" else 1]
            raise BadPuzzle(f"the sum {total} stands before {first}, where no run of two cells begins")
    return lines
