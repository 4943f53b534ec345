"""What a line forces whose literals stand in an order: runs of known lengths, weights with a known sum, digits, boards.

A line is given by two masks, of the positions that hold and of those that do not. The result is the masks of what must
hold and what cannot, beyond what is known, or None if the line cannot be completed. All functions find all that follows
from the line, except `forced_by_cage`, which finds all if the line is complete.

A line of cells has a position for each digit 1, 2, 3 … of the first cell, then of the second and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import and_, or_

Forced = tuple[int, int] | None
MOST_CHOICES = 500
"""How many choices of ways are looked at."""


def forced_by_runs(lengths: Sequence[int], size: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions of a line with runs of these lengths, in order, with gaps between them."""
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


@lru_cache(maxsize=2**14)
def forced_by_sum(total: int, weights: tuple[int, ...], links: tuple[int, int], ones: int, zeros: int) -> Forced:
    """Return the forced positions if the weights of those that hold add up to the total.

    `links` are two masks: positions that hold only if the one before holds, and those that hold if and only if it does.
    """
    chained, joined = links
    # Sets of sums are masks: those that the positions before each can have if it holds, and if it does not.
    held, empty = 0, 1
    before = []
    for at, weight in enumerate(weights):
        any_, bit = held | empty, 1 << at
        held, empty = held if (chained | joined) & bit else any_, empty if joined & bit else any_
        before.append((held, empty))
        held, empty = 0 if zeros & bit else held << weight, 0 if ones & bit else empty
    if total < 0 or not (held | empty) >> total & 1:
        return None
    must = cannot = 0
    # And those with which the rest completes the total, if the position before holds, and if it does not.
    after_held = after_empty = 1 << total
    for at in range(len(weights) - 1, -1, -1):
        bit = 1 << at
        without = 0 if ones & bit else after_empty
        with_it = 0 if zeros & bit else after_held >> weights[at]
        if not (ones | zeros) & bit:
            held, empty = before[at]
            must |= 0 if empty & without else bit
            cannot |= 0 if held & with_it else bit
        after_held = with_it if joined & bit else without | with_it
        after_empty = without if (chained | joined) & bit else without | with_it
    return must, cannot


@lru_cache(maxsize=2**14)
def forced_by_sight(total: int, arms: tuple[int, ...], ones: int, zeros: int) -> Forced:
    """Return the forced positions if so many that hold are seen along several arms, each up to one that does not."""
    lengths, start = list[int](), 0
    # Sets of lengths are masks.
    for size in arms:
        first_out = (zeros >> start | 1 << size) & -(zeros >> start | 1 << size)
        lengths.append((2 * first_out - 1) & ~(ones >> start & (1 << size) - 1))
        start += size
    before = [1]
    for allowed in lengths:
        before.append(
            reduce(or_, (before[-1] << length for length in range(allowed.bit_length()) if allowed >> length & 1), 0)
        )
    wanted, must, cannot = before[-1] & 1 << total, 0, 0
    for size, allowed, sums in zip(arms[::-1], lengths[::-1], before[-2::-1], strict=True):
        start -= size
        ways = {at: wanted >> at & sums for at in range(allowed.bit_length()) if allowed >> at & 1}
        fits = [at for at, way in ways.items() if way]
        if not fits:
            return None
        must |= (1 << fits[0]) - 1 << start
        if len(fits) == 1 and fits[0] < size:
            cannot |= 1 << fits[0] + start
        wanted = reduce(or_, ways.values(), 0)
    return must & ~ones, cannot & ~zeros


@lru_cache(maxsize=2**14)
def forced_by_view(count: int, size: int, ones: int, zeros: int, *, distinct: bool = True) -> Forced:
    """Return the forced positions if so many heights of a row are higher than all before them.

    If heights are distinct, it is only used that the highest of the first n is n or more, and that no height is that of
    the highest before it.
    """
    domains = _domains(size, size, ones, zeros)
    if count > size or 0 in domains:
        return None
    # A mask has a lane for each highest so far, from 0 to `size`, and in it a bit for each number that can be seen.
    lane = size + 1
    steps = [lane << power for power in range(size.bit_length())]
    # If a height is hidden, the highest is above the lowest height that fits: the lanes from there on.
    hiding = [-1 << ((domain & -domain).bit_length() + distinct) * lane for domain in domains]
    rising = [_lanes(domain, lane) for domain in domains]
    before, lower = [1], list[int]()
    for at in range(size):
        seen = below = before[-1]
        for step in steps:
            below |= below << step
        lower.append(below)
        reached = seen & hiding[at] | below << lane + 1 & rising[at] << lane
        before.append(reached & -1 << (at + 1) * lane if distinct else reached)
    # And such that the rest can follow.
    tops, allowed = [size] if distinct else range(lane), [0] * size
    behind = reduce(or_, (1 << top * lane + count for top in tops), 0)
    for at in range(size - 1, -1, -1):
        behind &= before[at + 1]
        stays, rises = behind & hiding[at] & before[at], behind >> lane + 1 & rising[at]
        fits = (1 << max((stays.bit_length() - 1) // lane - distinct, 0)) - 1 if stays else 0
        rest = rises & lower[at]
        while rest:
            up = (rest.bit_length() - 1) // lane
            fits |= 1 << up
            rest &= (1 << up * lane) - 1
        for step in steps:
            rises |= rises >> step
        behind, allowed[at] = stays | rises, domains[at] & fits
    return _narrowed(allowed, size, ones, zeros)


@lru_cache(maxsize=2**10)
def _lanes(chosen: int, lane: int) -> int:
    """Return a mask with a lane of so many bits for each bit of another."""
    return reduce(or_, (((1 << lane) - 1) << at * lane for at in range(chosen.bit_length()) if chosen >> at & 1), 0)


@lru_cache(maxsize=2**15)
def forced_by_cage(total: int | None, size: int, highest: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions if so many cells hold different digits with this total, or with any."""
    domains = _domains(size, highest, ones, zeros)
    allowed = [0] * size
    for digits in digit_sets(total, size, highest):
        for at, domain in enumerate(_dealt(digits, domains)):
            allowed[at] |= domain
    return _narrowed(allowed, highest, ones, zeros)


@lru_cache(maxsize=2**14)
def forced_by_total(totals: range, size: int, highest: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions if so many cells hold one digit each, which add up to one of the totals."""
    domains = _domains(size, highest, ones, zeros)
    sums = [1]
    for domain in domains:
        sums.append(reduce(or_, (sums[-1] << digit + 1 for digit in range(highest) if domain >> digit & 1), 0))
    wanted, allowed = sums[-1] & reduce(or_, (1 << total for total in totals), 0), [0] * size
    for at in range(size - 1, -1, -1):
        ways = {digit: wanted >> digit + 1 & sums[at] for digit in range(highest) if domains[at] >> digit & 1}
        allowed[at] = reduce(or_, (1 << digit for digit, way in ways.items() if way), 0)
        wanted = reduce(or_, ways.values(), 0)
    return _narrowed(allowed, highest, ones, zeros)


@lru_cache(maxsize=2**14)
def forced_by_pair(allowed: tuple[int, ...], ones: int, zeros: int) -> Forced:
    """Return the forced positions of two cells with a digit each; `allowed` has the second digits for each first."""
    size = len(allowed)
    firsts, seconds = _domains(2, size, ones, zeros)
    may_be_first = may_be_second = 0
    for digit, mask in enumerate(allowed):
        if firsts >> digit & 1 and (beside := mask & seconds):
            may_be_first |= 1 << digit
            may_be_second |= beside
    return _narrowed((may_be_first, may_be_second), size, ones, zeros)


@lru_cache(maxsize=4096)
def digit_sets(total: int | None, size: int, highest: int) -> tuple[int, ...]:
    """Return the sets of so many digits with this total, as masks; for any total, one set of all digits."""
    if total is None:
        return ((1 << highest) - 1,)
    sets = combinations(range(1, highest + 1), size)
    return tuple(sum(1 << digit - 1 for digit in digits) for digits in sets if sum(digits) == total)


def _dealt(digits: int, domains: Sequence[int]) -> Sequence[int]:
    """Return the possible digits of each cell if all differ and, if there are as many as cells, all are used."""
    left = [domain & digits for domain in domains]
    all_used = digits.bit_count() == len(left)
    changed = True
    while changed:
        changed = False
        once = twice = placed = 0
        for domain in left:
            twice |= once & domain
            once |= domain
            if not domain & domain - 1:
                if not domain or placed & domain:
                    return ()
                placed |= domain
        if all_used and once != digits:
            return ()
        alone = once & ~twice if all_used else 0
        for at, domain in enumerate(left):
            if domain & domain - 1:
                new = domain & alone or domain & ~placed
                if domain & alone & (domain & alone) - 1:
                    return ()
                if new != domain:
                    left[at], changed = new, True
    return left


def _domains(cells: int, highest: int, ones: int, zeros: int) -> list[int]:
    """Return the digits that each cell can hold, as masks."""
    everything, domains = (1 << highest) - 1, list[int]()
    for at in range(cells):
        known = ones >> at * highest & everything
        open_ = everything & ~(zeros >> at * highest)
        domains.append((0 if known & known - 1 else known & open_) if known else open_)
    return domains


def _narrowed(allowed: Sequence[int], highest: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions if cells can hold only these digits, and hold one each."""
    must = may = 0
    for at, digits in enumerate(allowed):
        if not digits:
            return None
        may |= digits << at * highest
        if not digits & digits - 1:
            must |= digits << at * highest
    everything = (1 << highest * len(allowed)) - 1
    return must & ~ones, everything & ~(may | zeros)


def forced_by_ways(count: int, ways: Iterable[tuple[int, int]], ones: int, zeros: int) -> Forced:
    """Return what follows if exactly `count` ways hold: what is so in each choice of those that go together.

    If there are too many choices, only what all ways need that are left, or what would complete one too many.
    """
    fit = [(held & ~ones, empty & ~zeros) for held, empty in ways if not (held & zeros or empty & ones)]
    open_ = [way for way in fit if way != (0, 0)]
    left = count - (len(fit) - len(open_))
    if not 0 <= left <= len(open_):
        return None
    choices = _choices(open_, left)
    if choices is None:
        must, cannot = (reduce(and_, side) for side in zip(*open_, strict=True))
        return must, cannot
    found = [after for chosen in choices if (after := _chosen(open_, *chosen)) is not None]
    if not found:
        return None
    must, cannot = (reduce(and_, side) for side in zip(*found, strict=True))
    return must, cannot


def _choices(open_: Sequence[tuple[int, int]], left: int) -> list[tuple[int, int, int]] | None:
    """Return each choice of so many ways that go together: what they need, and which they are; None if too many."""
    choices = [(0, 0, 0)]
    for at, (held, empty) in enumerate(open_):
        more = [
            (ones | held, zeros | empty, chosen | 1 << at)
            for ones, zeros, chosen in choices
            if chosen.bit_count() < left and not (held & zeros or empty & ones)
        ]
        choices = [one for one in choices if one[2].bit_count() + len(open_) - at > left] + more
        if len(choices) > MOST_CHOICES:
            return None
    return [one for one in choices if one[2].bit_count() == left]


def _chosen(open_: Sequence[tuple[int, int]], ones: int, zeros: int, chosen: int) -> Forced:
    """Return what holds and what does not if these ways hold and no others; None if that cannot be."""
    must, cannot = ones, zeros
    for at, (held, empty) in enumerate(open_):
        if not chosen >> at & 1 and not (held & zeros or empty & ones):
            rest = held & ~ones, empty & ~zeros
            if rest == (0, 0):
                return None
            if sum(rest).bit_count() == 1:
                must, cannot = must | rest[1], cannot | rest[0]
    return None if must & cannot else (must, cannot)
