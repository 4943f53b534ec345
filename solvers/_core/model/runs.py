"""Runs of known lengths along a line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from solvers._core.model.lines import Forced
from solvers._core.model.rules import InOrder, Literal


@dataclass(frozen=True, slots=True)
class Runs(InOrder):
    """The literals that hold stand in runs of these lengths, in order, with gaps between them."""

    lengths: tuple[int, ...]
    literals: tuple[Literal, ...]

    def clauses(self, helper: str) -> tuple[list[Literal], str]:
        """Return variables of its own, whose names begin with `helper`, and the term.

        `…1_2` says that the run 1 begins 2 or more places behind its first possible place. What a cell says of a run,
        and a run of the cells and of its neighbours, follows by unit propagation, unlike from a list of ways.
        """
        size, slack = len(self.literals), len(self.literals) + 1 - sum(self.lengths) - len(self.lengths)
        if slack < 0:
            return [], "false"
        starts = [sum(self.lengths[:run]) + run for run in range(len(self.lengths))]
        behind = [
            {shift: f"{helper}{run}_{shift}" if shift > 0 else "true" for shift in range(-size, slack + 1)}
            for run in range(len(starts))
        ]
        clauses = []
        for run, start in enumerate(starts):
            for shift in range(slack + 1):
                here, further = behind[run][shift], behind[run].get(shift + 1, "false")
                clauses.append(f"(not {further}) {here}")
                clauses += [f"(not {behind[run - 1][shift]}) {here}"] if run else []
                cells = self.literals[start + shift : start + shift + self.lengths[run]]
                clauses += (f"(not {here}) {further} {cell}" for cell in cells)
        for place, cell in enumerate(self.literals):
            for run in range(len(starts) + 1):
                # The run before ends at the cell or behind it, or the next one does not begin behind the cell.
                ends = place - starts[run - 1] - self.lengths[run - 1] + 1 if run else slack + 1
                before = behind[run - 1].get(ends, "false") if run else "false"
                after = behind[run].get(place - starts[run] + 1, "false") if run < len(starts) else "true"
                if before != "true" and after != "false":
                    clauses.append(f"{before} (not {after}) {~cell}")
        names = [Literal(name) for shifts in behind for shift, name in shifts.items() if shift > 0]
        return names, f"(and true {' '.join(f'(or {clause})' for clause in clauses)})"

    def forced(self, ones: int, zeros: int) -> Forced:
        """Find all at once where the runs can stand: 2.6 times as fast as an automaton."""
        lengths, size = self.lengths, len(self.literals)
        cells = (1 << size) - 1
        # One more position that does not hold ends the last run, so each run has a gap behind it.
        may_hold, may_not = ~zeros & cells, ~ones & (cells | 1 << size)
        fits = {length: _narrow(may_hold, length) & may_not >> length for length in lengths}
        # Where the rest can begin behind no run, behind the first, and so on.
        before = [_risen(1, may_not)]
        for length in lengths:
            before.append(_risen((before[-1] & fits[length]) << length + 1, may_not))
        behind = 1 << size + 1
        if not before[-1] & behind:
            return None
        # The same from the end.
        behind, held = _fallen(behind, may_not), 0
        empty = before[-1] & may_not & behind >> 1
        for length, reached in zip(lengths[::-1], before[-2::-1], strict=True):
            start = fits[length] & behind >> length + 1
            placed = reached & start
            empty |= placed << length
            for step in _steps(length):
                placed |= placed << step
            held |= placed
            behind = _fallen(start, may_not)
            empty |= reached & may_not & behind >> 1
        unknown = ~(ones | zeros) & cells
        return unknown & held & ~empty, unknown & empty & ~held


def _narrow(cells: int, length: int) -> int:
    """Return the positions from which so many belong to the cells."""
    for step in _steps(length):
        cells &= cells >> step
    return cells


def _risen(start: int, free: int) -> int:
    """Return the positions that are reached from some through free ones, each row's end among them."""
    first = start & free
    # In a row of free positions the carry runs from the lowest of these to the position behind the row.
    return start | (free ^ first + free)


def _fallen(start: int, free: int) -> int:
    """Return the positions from which some are reached through free ones."""
    step = 1
    while free:
        start |= start >> step & free
        free, step = free & free >> step, 2 * step
    return start


@lru_cache
def _steps(length: int) -> tuple[int, ...]:
    """Return how far to move a mask, and join it with itself, until each bit has spread over so many positions."""
    steps, done = list[int](), 1
    while done < length:
        steps.append(min(done, length - done))
        done += steps[-1]
    return tuple(steps)
