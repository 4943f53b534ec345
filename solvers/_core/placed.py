"""What boards share on which queens are placed: one in each line, checks of their givens, names of steps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from solvers._core import lines
from solvers._core.errors import BadPuzzle
from solvers._core.rules import Exactly, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers._core.grid import Grid
    from solvers._core.puzzle import Place

MARKS = {1: "a queen", 0: "empty"}
LOOKS = {1: ("♛", "plain"), 0: ("×", "plain")}
ROW, COLUMN, REGION = UNITS = "row", "column", "region"


def check_givens(givens: Grid, side: int) -> None:
    """Raise `BadPuzzle` unless the board has `side` rows and columns and no values but 0 and 1."""
    if (givens.height, givens.width) != (side, side):
        raise BadPuzzle(f"givens: {givens.height} rows and {givens.width} columns, but the board is {side}×{side}")
    for cell, value in givens.marked():
        if value not in MARKS:
            raise BadPuzzle(f"givens: {cell} holds {value}, but a cell holds 1 (a queen) or 0 (none)")


def one_a_line(givens: Grid) -> Iterator[Rule]:
    """Each row holds one queen, and each column."""
    for number, (name, line) in enumerate(givens.lines()):
        says = Exactly(1, tuple(map(lines.literal, line)))
        yield Rule(f"{name} holds one queen", line, says, ROW if number < givens.height else COLUMN)


def has_one_a_line(grid: Grid) -> bool:
    """Tell whether each line of a full grid holds one queen."""
    return all(sum(grid[cell] == 1 for cell in line) == 1 for _, line in grid.lines())


def technique(because: Sequence[Rule], sets: Sequence[Place]) -> str:
    """Name a step by the units it needs.

    A `region in one row` empties the rest of the row, as do `regions in as many rows`; a `blocked region` would be left
    without a queen by one in the cell that is set.
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
