"""Published encodings of a kind, reimplemented from their descriptions for comparison."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import z3

from tools.bench.peers import NotTheOnly, TimeIsOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers import OffByOneSums


def off_by_one_sums(puzzle: OffByOneSums, limit: float) -> tuple[str, ...]:
    """Solve with a `FreshInt` a cell, and for each line of n cells an `If` for each of its 2^n patterns.

    A pattern says which cells of the line are empty. If it has as many segments as the line has sums, the sum of each
    is to be one more or one less than the printed one; if not, the pattern is false. Digits of a line differ in pairs
    unless they are 0. The solution is proved the only one by a second check without it.
    """
    end = time.perf_counter() + limit
    height, width, highest = puzzle.shape
    solver = z3.Solver()
    cells = [[z3.FreshInt("cell") for _ in range(width)] for _ in range(height)]
    solver.add(*(z3.And(cell >= 0, cell <= highest) for row in cells for cell in row))
    for line, sums in zip([*cells, *map(list, zip(*cells, strict=True))], puzzle.rows + puzzle.columns, strict=True):
        for at, cell in enumerate(line):
            solver.add(*(z3.Or(cell == 0, cell != other) for other in line[:at]))
        for pattern in range(2 ** len(line)):
            filled = [bool(pattern >> at & 1) for at in range(len(line))]
            holds = z3.And([(cell != 0) == full for cell, full in zip(line, filled, strict=True)])
            solver.add(z3.If(holds, _add_up(line, filled, sums), True))  # noqa: FBT003 - Z3's own form

    def check() -> bool:
        solver.set("timeout", max(1, int(1000 * (end - time.perf_counter()))))
        verdict = solver.check()
        if verdict == z3.unknown:
            raise TimeIsOut
        return bool(verdict == z3.sat)

    if not check():
        raise NotTheOnly
    model = solver.model()
    values = [[model[cell].as_long() for cell in row] for row in cells]
    solver.add(z3.Or([cell != model[cell] for row in cells for cell in row]))
    if check():
        raise NotTheOnly
    return tuple("".join(map(str, row)) for row in values)


def _add_up(line: Sequence[Any], filled: Sequence[bool], sums: Sequence[int]) -> Any:  # noqa: ANN401 - a Z3 term
    """Return that the sum of each segment of a pattern differs from the printed sum by one."""
    segments: list[list[Any]] = []
    before = False
    for cell, full in zip(line, filled, strict=True):
        if full and not before:
            segments.append([])
        if full:
            segments[-1].append(cell)
        before = full
    if len(segments) != len(sums):
        return z3.BoolVal(val=False)
    pairs = zip(segments, sums, strict=True)
    return z3.And([z3.Or(z3.Sum(cells) == total - 1, z3.Sum(cells) == total + 1) for cells, total in pairs])
