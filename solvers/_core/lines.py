"""What a line forces whose literals stand in an order: runs of known lengths, or weights with a known sum.

A line is given by two masks, of the positions that hold and of those that do not. The result is the masks of what must
hold and what cannot, beyond what is known, or None if the line cannot be completed. Both functions find all that
follows from the line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Forced = tuple[int, int] | None


def forced_by_runs(lengths: Sequence[int], size: int, ones: int, zeros: int) -> Forced:
    """Return what follows if the positions that hold form runs of these lengths, in order, with gaps between them."""
    # One more position that does not hold ends the last run, so each run has a gap behind it.
    may_hold, may_not = ~zeros & (1 << size) - 1, ~ones & (2 << size) - 1
    room = [_all_of(may_hold, length) & may_not >> length for length in lengths]
    before = [_climbed(1, may_not, size)]
    for length, starts in zip(lengths, room, strict=True):
        before.append(_climbed((before[-1] & starts) << length + 1, may_not, size))
    if not before[-1] >> size + 1 & 1:
        return None
    behind = _fallen(1 << size + 1, may_not, size)
    held, empty = 0, before[-1] & may_not & behind >> 1
    for length, starts, reached in zip(lengths[::-1], room[::-1], before[-2::-1], strict=True):
        fits = starts & behind >> length + 1
        placed = reached & fits
        held |= _any_of(placed, length)
        behind = _fallen(fits, may_not, size)
        empty |= placed << length | reached & may_not & behind >> 1
    unknown = ~(ones | zeros) & (1 << size) - 1
    return unknown & held & ~empty, unknown & empty & ~held


def _all_of(mask: int, length: int) -> int:
    """Return the positions at which a run of `length` ones begins."""
    done = 1
    while done < length:
        step = min(done, length - done)
        mask, done = mask & mask >> step, done + step
    return mask


def _any_of(starts: int, length: int) -> int:
    """Return the positions that runs of this length cover."""
    done = 1
    while done < length:
        step = min(done, length - done)
        starts, done = starts | starts << step, done + step
    return starts


def _climbed(reached: int, free: int, size: int) -> int:
    """Return the positions that can be reached upwards, over positions that are free."""
    step = 1
    while step <= size:
        reached |= (reached & free) << step
        free &= free >> step
        step *= 2
    return reached | (reached & free) << step


def _fallen(reached: int, free: int, size: int) -> int:
    """Return the positions from which these can be reached upwards, over positions that are free."""
    step = 1
    while step <= size:
        reached |= reached >> step & free
        free &= free >> step
        step *= 2
    return reached | reached >> step & free


def forced_by_sum(total: int, weights: Sequence[int], ones: int, zeros: int) -> Forced:
    """Return what follows if the weights of the positions that hold add up to the total."""
    # Sets of sums are masks: those that the positions before each can have, and those that it must leave.
    sums = [1]
    for at, weight in enumerate(weights):
        without = 0 if ones >> at & 1 else sums[-1]
        sums.append(without | (0 if zeros >> at & 1 else sums[-1] << weight))
    if not sums[-1] >> total & 1:
        return None
    must = cannot = 0
    wanted = 1 << total
    for at in range(len(weights) - 1, -1, -1):
        without = 0 if ones >> at & 1 else wanted
        with_it = 0 if zeros >> at & 1 else wanted >> weights[at]
        if not (ones | zeros) >> at & 1:
            must |= (not sums[at] & without) << at
            cannot |= (not sums[at] & with_it) << at
        wanted = without | with_it
    return must, cannot
