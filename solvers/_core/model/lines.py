"""What a line forces whose literals stand in an order: runs of known lengths, weights with a known sum, digits, boards.

A line is given by two masks, of the positions that hold and of those that do not. The result is the masks of what must
hold and what cannot, beyond what is known, or None if the line cannot be completed. All functions find all that follows
from the line, except `forced_by_cage`, which finds all if the line is complete.

A line of cells has a position for each digit 1, 2, 3 … of the first cell, then of the second and so on.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from math import factorial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Forced = tuple[int, int] | None
    Lines = tuple[tuple[int, ...], ...]
    """The lengths of the runs of each line."""
    Neighbours = tuple[tuple[int, tuple[int, ...]], ...]
    """Places, and for each digit there which may stand behind it, as masks."""


def forced_by_runs(lines: Lines, size: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions of lines with runs of these lengths, in order, with gaps between them.

    Each line of so many positions stands behind the one before, with two positions between them. So Python's large
    numbers work on all lines at once.
    """
    groups, begins, cells = _laid(lines, size)
    may_not, starts, before = _pushed(lines, size, ones, zeros)
    behind = begins << size + 1
    if behind & ~before[-1]:
        return None
    unknown = ~(ones | zeros) & cells
    if not unknown:
        return 0, 0
    falls, step, free = [], 1, may_not
    while free:
        falls.append((step, free))
        free, step = free & free >> step, 2 * step
    for step, free in falls:
        behind |= behind >> step & free
    held, empty = 0, before[-1] & may_not & behind >> 1
    for (runs, others), reached in zip(groups[::-1], before[-2::-1], strict=True):
        after, behind = behind, behind & others
        for length, among in runs:
            fits = starts[length] & after >> length + 1 & among
            behind |= fits
            placed = reached & fits
            empty |= placed << length
            for step in _steps(length):
                placed |= placed << step
            held |= placed
        for step, free in falls:
            behind |= behind >> step & free
        empty |= reached & may_not & behind >> 1
    return unknown & held & ~empty, unknown & empty & ~held


def _pushed(lines: Lines, size: int, ones: int, zeros: int) -> tuple[int, dict[int, int], list[int]]:
    """Return the positions that may not hold, where a run of each length fits, and where the rest can begin.

    The rest is what stands behind no run, behind the first, and so on. One more position that does not hold ends the
    last run, so each run has a gap behind it.
    """
    groups, begins, cells = _laid(lines, size)
    may_hold, may_not = ~zeros & cells, ~ones & (cells | begins << size)
    starts = dict[int, int]()
    for runs, _ in groups:
        for length, _ in runs:
            if length not in starts:
                room = may_hold
                for step in _steps(length):
                    room &= room >> step
                starts[length] = room & may_not >> length
    from_free = begins & may_not
    reached = begins | may_not ^ from_free + may_not
    before = [reached]
    for runs, others in groups:
        at = 0
        for length, among in runs:
            at |= (reached & starts[length] & among) << length + 1
        # In a row of free positions the carry runs from the lowest of these to the position behind the row.
        from_free = at & may_not
        reached = at | from_free | (may_not ^ from_free + may_not) | reached & others
        before.append(reached)
    return may_not, starts, before


@lru_cache(maxsize=2**10)
def _laid(lines: Lines, size: int) -> tuple[Sequence[tuple[Sequence[tuple[int, int]], int]], int, int]:
    """Return for the first runs, the second and so on each length with its lines, and the lines that have no such run.

    Behind that come the first position of each line, and all positions.
    """
    whole = (1 << size + 2) - 1
    places = [whole << number * (size + 2) for number in range(len(lines))]
    groups = []
    for at in range(max(map(len, lines))):
        among, others = dict[int, int](), 0
        for lengths, place in zip(lines, places, strict=True):
            if at < len(lengths):
                among[lengths[at]] = among.get(lengths[at], 0) | place
            else:
                others |= place
        groups.append((tuple(among.items()), others))
    begins = sum(place & -place for place in places)
    return groups, begins, begins * ((1 << size) - 1)


def _barred(length: int, ones: int, zeros: int) -> int:
    """Return where a run cannot begin because of positions in it that do not hold, or one behind it that does."""
    for step in _steps(length):
        zeros |= zeros >> step
    return zeros | ones >> length


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
        before.append(_union(before[-1] << length for length in range(allowed.bit_length()) if allowed >> length & 1))
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
        wanted = _union(way for way in ways.values())
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
    behind = _union(1 << top * lane + count for top in tops)
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
    return _union(((1 << lane) - 1) << at * lane for at in range(chosen.bit_length()) if chosen >> at & 1)


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
        sums.append(_union(sums[-1] << digit + 1 for digit in range(highest) if domain >> digit & 1))
    wanted, allowed = sums[-1] & _union(1 << total for total in totals), [0] * size
    for at in range(size - 1, -1, -1):
        ways = {digit: wanted >> digit + 1 & sums[at] for digit in range(highest) if domains[at] >> digit & 1}
        allowed[at] = _union(1 << digit for digit, way in ways.items() if way)
        wanted = _union(ways.values())
    return _narrowed(allowed, highest, ones, zeros)


def _union(masks: Iterable[int]) -> int:
    """Return the masks together."""
    union = 0
    for mask in masks:
        union |= mask
    return union


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


def forced_by_neighbours(size: int, allowed: Neighbours, ones: int, zeros: int) -> Forced:
    """Return the forced positions of a line that holds each digit once, if neighbours go together.

    If a cell holds two digits, which other rules forbid, it may find either.
    """
    with_one_of, places = _orders(size)
    ways, everything = _ways(size, allowed), (1 << size) - 1
    for at, by_set in enumerate(with_one_of):
        ways &= by_set[ones >> at * size & everything or everything & ~(zeros >> at * size)]
    if not ways:
        return None
    must = may = 0
    for place, orders in places:
        if not zeros & place and (found := ways & orders):
            may |= place
            if found == ways:
                must |= place
    return must & ~ones, (1 << size * size) - 1 & ~(may | zeros)


@lru_cache
def _orders(size: int) -> tuple[Sequence[Sequence[int]], Sequence[tuple[int, int]]]:
    """Return for each place and any set of digits which orders have one of these there; then each position with its."""

    def by_set(masks: Sequence[int]) -> list[int]:
        found = [0]
        for mask in masks:
            found += [mask | other for other in found]
        return found

    holding = _holding(size)
    positions = [(1 << at, mask) for at, mask in enumerate(chain.from_iterable(holding))]
    return [by_set(masks) for masks in holding], positions


@lru_cache
def _holding(size: int) -> Sequence[Sequence[int]]:
    """Return for each place and digit which orders of all digits have it there: a bit for each, by the alphabet."""
    if size == 1:
        return ((1,),)
    count, found = factorial(size - 1), [[0] * size for _ in range(size)]
    for first in range(size):
        found[0][first] = (1 << count) - 1 << first * count
        for at, masks in enumerate(_holding(size - 1), start=1):
            for digit, mask in enumerate(masks):
                found[at][digit + (digit >= first)] |= mask << first * count
    return found


@lru_cache(maxsize=2**10)
def _ways(size: int, allowed: Neighbours) -> int:
    """Return the orders of all digits in which neighbours go together."""
    (with_one_of, _), holding, ways = _orders(size), _holding(size), (1 << factorial(size)) - 1
    for at, pairs in allowed:
        ways &= _union(first & with_one_of[at + 1][others] for first, others in zip(holding[at], pairs, strict=True))
    return ways


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


@lru_cache(maxsize=2**14)
def forced_by_balance(size: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions of a line of which half hold, and no three in a row are alike."""
    with_ones, with_zeros, places = _balanced(size)
    half = size // 2
    low = (1 << half) - 1
    left = with_ones[0][ones & low] & with_ones[1][ones >> half] & with_zeros[0][zeros & low]
    left &= with_zeros[1][zeros >> half]
    if not left:
        return None
    must, cannot, open_ = 0, 0, ~(ones | zeros)
    for place, held, empty in places:
        if open_ & place:
            if not left & empty:
                must |= place
            elif not left & held:
                cannot |= place
    return must, cannot


@lru_cache
def _balanced(size: int) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]], Sequence[tuple[int, int, int]]]:
    """Return all lines of which half hold, and no three in a row are alike, as masks with a bit for each line.

    The first masks are for each half of the positions, and any set of positions in it, of the lines in which these
    hold; then of those in which they do not. Last comes each position with both masks.
    """
    lines = [""]
    for _ in range(size):
        longer = (line + sign for line in lines for sign in "01" if line[-2:] != 2 * sign)
        lines = [line for line in longer if max(line.count("0"), line.count("1")) <= size // 2]
    everything = (1 << len(lines)) - 1
    held = [int("".join(column), 2) for column in zip(*lines, strict=True)]
    empty = [everything ^ mask for mask in held]

    def by_set(masks: Sequence[int]) -> list[int]:
        found = [everything]
        for mask in masks:
            found += [mask & other for other in found]
        return found

    halves = slice(size // 2), slice(size // 2, None)
    places = [(1 << at, *both) for at, both in enumerate(zip(held, empty, strict=True))]
    return [by_set(held[half]) for half in halves], [by_set(empty[half]) for half in halves], places


def forced_by_unlike(width: int, size: int, ones: int, zeros: int) -> Forced:
    """Return the forced positions if half of each line of so many positions holds, and no two lines are alike.

    It only compares complete lines with those that lack two positions, of which one holds.
    """
    everything, two = (1 << width) - 1, 2
    complete, almost = set[int](), list[tuple[int, int, int]]()
    for at in range(0, size, width):
        held, open_ = ones >> at & everything, everything & ~((ones | zeros) >> at)
        if not open_:
            if held in complete:
                return None
            complete.add(held)
        elif open_.bit_count() == two:
            almost.append((at, held, open_))
    must = cannot = 0
    for at, held, open_ in almost:
        for place in (open_ & -open_, open_ & open_ - 1):
            if held | place in complete:
                must |= (open_ ^ place) << at
                cannot |= place << at
    return None if must & cannot else (must, cannot)
