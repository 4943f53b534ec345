"""Lines of digits that empty cells split into segments with known sums.

Each segment has a few totals that its digits can add up to: off-by-one sums allow two per segment. No digit repeats in
a line. In a filling, each cell has the marks it may hold: one, or all digits of a segment in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, islice, permutations, product
from math import comb, factorial, prod

from solvers._core.families.marks import holds
from solvers._core.model.grid import Cell
from solvers._core.model.rules import Literal, Raw, Table

Digits = tuple[int, ...]
"""Digits of one segment, or the marks that a cell may hold."""
Totals = tuple[tuple[int, ...], ...]
"""For each segment of a line the totals that it can have."""
Filling = tuple[Digits, ...]
"""For each cell of a line the marks that it may hold."""
EMPTY = 0
MAX_FILLINGS = 300
"""The most rows of a table of fillings, chosen by measurement: fewer leave more lines to count, more slow Z3 down."""
BUDGET = 1000
"""How many choices of digits are tried for a line; lines of 10 cells and the digits 1 … 9 have 428 at most."""


def _subsets(digits: Digits, total: int, most: int) -> Iterator[Digits]:
    """Iterate over the choices of at most `most` of the ascending digits that add up to the total."""
    if not total:
        yield ()
    elif most and sum(digits[-most:]) >= total:
        for at, digit in enumerate(digits):
            if digit > total:
                break
            for others in _subsets(digits[at + 1 :], total - digit, most - 1):
                yield (digit, *others)


def _segments(room: int, totals: Totals, digits: Digits) -> Iterator[tuple[Digits, ...] | None]:
    """Iterate over the choices of digits for the segments, at most `room` in all; None is a choice that fails."""
    if not totals:
        yield ()
        return
    found = False
    if len(totals) <= min(room, len(digits)):
        for total in totals[0]:
            for first in _subsets(digits, total, room - len(totals) + 1) if total > 0 else ():
                found = True
                left = tuple(digit for digit in digits if digit not in first)
                for others in _segments(room - len(first), totals[1:], left):
                    yield None if others is None else (first, *others)
    if not found:
        yield None


def _choices(length: int, totals: Totals, highest: int) -> Iterator[tuple[int, tuple[Digits, ...] | None]]:
    """Iterate over the numbered choices of digits for the segments of a line."""
    return enumerate(_segments(length - len(totals) + 1, totals, tuple(range(1, highest + 1))))


@lru_cache(maxsize=4096)
def may_fit(length: int, totals: Totals, highest: int) -> bool:
    """Return whether a line can have these totals; True where finding out would take long."""
    return any(segments is not None or number > BUDGET for number, segments in _choices(length, totals, highest))


@lru_cache(maxsize=4096)
def fillings(length: int, totals: Totals, highest: int) -> tuple[Filling, ...] | None:
    """Return all fillings of a line, None where there are too many for a table.

    Where fillings with one mark per cell are too many, the digits of a segment are left in any order.
    """
    found: list[tuple[Digits, ...]] = []
    loose = exact = 0
    for number, segments in _choices(length, totals, highest):
        if segments is not None:
            found.append(segments)
            loose += _positions(length, segments)
            exact += _positions(length, segments) * _orders(segments)
        if loose > MAX_FILLINGS or number > BUDGET:
            return None
    if exact > MAX_FILLINGS:
        parts = [[(segment,) * len(segment) for segment in segments] for segments in found]
    else:
        orders = chain.from_iterable(product(*map(permutations, segments)) for segments in found)
        parts = [[tuple((digit,) for digit in segment) for segment in order] for order in orders]
    return tuple(chain.from_iterable(_placed(length, segments) for segments in parts))


@lru_cache(maxsize=4096)
def count_fillings(length: int, totals: Totals, highest: int) -> int:
    """Return the number of fillings of a line, counting at most `BUDGET` choices of digits."""
    tried = islice(_choices(length, totals, highest), BUDGET)
    return sum(_positions(length, segments) * _orders(segments) for _, segments in tried if segments is not None)


def _positions(length: int, segments: Sequence[Digits]) -> int:
    """Return in how many ways segments can be positioned on a line."""
    return comb(length + 1 - sum(map(len, segments)), len(segments))


def _orders(segments: Iterable[Digits]) -> int:
    """Return in how many orders the digits of segments can stand."""
    return prod(factorial(len(segment)) for segment in segments)


def _placed(length: int, segments: Sequence[Filling]) -> Iterator[Filling]:
    """Iterate over the positions of segments on a line, with at least one empty cell between two of them."""
    free = length + 1 - sum(map(len, segments))
    for starts in combinations(range(free), len(segments)):
        filling: list[Digits] = [(EMPTY,)] * length
        taken = 0
        for start, segment in zip(starts, segments, strict=True):
            filling[start + taken : start + taken + len(segment)] = segment
            taken += len(segment)
        yield tuple(filling)


def says(line: Sequence[Cell], totals: Totals, highest: int) -> Table | Raw:
    """State that the segments of a line have these totals: as a table of fillings or, if too long, as a raw term."""
    found = fillings(len(line), totals, highest)
    return _counted(line, totals, highest) if found is None else _table(line, found, highest)


def _table(line: Sequence[Cell], found: Iterable[Filling], highest: int) -> Table:
    """State that one of the fillings stands; a cell that may hold several marks holds none of the others."""

    @cache
    def literals(cell: Cell, marks: Digits) -> tuple[Literal, ...]:
        if len(marks) == 1:
            return (holds(cell, *marks),)
        return tuple(~holds(cell, mark) for mark in range(highest + 1) if mark not in marks)

    return Table(tuple(tuple(chain.from_iterable(map(literals, line, filling))) for filling in found))


def _counted(line: Sequence[Cell], totals: Totals, highest: int) -> Raw:
    """State a line's totals without its fillings: number the segments along it, then add up the digits of each.

    `b3_1` says that at least 1 segment begins in the first 3 cells, `d0_5` that the first segment holds a 5.
    """
    last, digits = len(totals), range(1, highest + 1)
    lets = [" ".join(f"(b0_{count} {'false' if count else 'true'})" for count in range(last + 2))]
    edge = "true"
    for at, cell in enumerate(line):
        begins = f"{edge} (not {holds(cell, EMPTY)})"
        more = (
            f"(b{at + 1}_{count} (or b{at}_{count} (and {begins} b{at}_{count - 1})))" for count in range(1, last + 2)
        )
        lets.append(" ".join((f"(b{at + 1}_0 true)", *more)))
        edge = str(holds(cell, EMPTY))
    held_by = []
    for count in range(last):
        inside = [f"b{at}_{count + 1} (not b{at}_{count + 2})" for at in range(1, len(line) + 1)]
        for digit in digits:
            in_cells = (f"(and {holds(cell, digit)} {where})" for cell, where in zip(line, inside, strict=True))
            held_by.append(f"(d{count}_{digit} (or false {' '.join(in_cells)}))")
    lets.append(" ".join(held_by))
    weights = " ".join(map(str, digits))
    adds_up = []
    for count, allowed in enumerate(totals):
        held = " ".join(f"d{count}_{digit}" for digit in digits)
        sums = (f"((_ pbeq {total} {weights}) {held})" for total in allowed if total > 0)
        adds_up.append(f"(or false {' '.join(sums)})")
    all_of = f"(and b{len(line)}_{last} (not b{len(line)}_{last + 1}) {' '.join(adds_up)})"
    term = "".join(f"(let ({let}) " for let in lets) + all_of + ")" * len(lets)
    return Raw(term, tuple(holds(cell, mark) for cell in line for mark in range(highest + 1)))
