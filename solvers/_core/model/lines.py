"""Propagators of ordered constraints on bit masks: automata over the places of a line, complete.

A line is given by two masks, of the positions that hold and of those that do not. The result is the masks of what must
hold and what cannot, beyond what is known, or None if the line cannot be completed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

Forced = tuple[int, int] | None
Moves = tuple[tuple[int, int], ...]
"""Masks of states, and how far each is moved up."""
Symbol = tuple[int, int, Moves]
"""What may stand in a place: the positions that hold then, those that do not, and how reading it moves the states."""
Place = tuple[Symbol, ...]
ALL = -1
"""The mask of all states."""


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """Reads one symbol in each place, from state 0 on; a set of states is a mask."""

    places: tuple[Place, ...]
    accepted: int
    """The states in which a line may end."""


@lru_cache(maxsize=2**15)
def forced_by(automaton: Automaton, ones: int, zeros: int) -> Forced:
    """Return the forced positions of a line that an automaton accepts."""
    now, layers = 1, list[tuple[int, list[Symbol]]]()
    for place in automaton.places:
        before, now = now, 0
        fits = [symbol for symbol in place if not (symbol[0] & zeros or symbol[1] & ones)]
        for _, _, moves in fits:
            for states, up in moves:
                now |= (before & states) << up
        layers.append((before, fits))
    now &= automaton.accepted
    if not now:
        return None
    must = cannot = 0
    # Backward, from the states after each place from which the rest can be read.
    for before, fits in reversed(layers):
        after, now, held, empty = now, 0, ALL, ALL
        for holds, fails, moves in fits:
            for states, up in moves:
                if found := after >> up & states & before:
                    now |= found
                    held &= holds
                    empty &= fails
        must |= held
        cannot |= empty
    return must & ~ones, cannot & ~zeros


def digit_places(size: int, moves: Sequence[Moves]) -> tuple[Place, ...]:
    """Return so many cells that hold one digit each, 1, 2, 3 …, of which each has its moves."""
    width = len(moves)
    everything = (1 << width) - 1
    return tuple(
        tuple((1 << digit << at, (everything ^ 1 << digit) << at, of_digit) for digit, of_digit in enumerate(moves))
        for at in range(0, size * width, width)
    )


@lru_cache(maxsize=2**10)
def sum_automaton(total: int, weights: tuple[int, ...], links: tuple[int, int]) -> Automaton:
    """Accept positions whose weights add up to the total; a chain of linked positions is one place."""
    linked, places, end = (links[0] | links[1]) & ~1, list[Place](), len(weights)
    for at in range(len(weights) - 1, -1, -1):
        if not linked >> at & 1:
            chain = (1 << end) - (1 << at)
            held = [(1 << stop) - (1 << at) for stop in range(at, end + 1) if stop == at or not links[1] >> stop & 1]
            places.append(tuple((mask, chain ^ mask, ((ALL, _weight(mask, weights)),)) for mask in held))
            end = at
    return Automaton(tuple(places), 1 << total if total >= 0 else 0)


def _weight(positions: int, weights: Sequence[int]) -> int:
    return sum(weight for at, weight in enumerate(weights) if positions >> at & 1)


@lru_cache(maxsize=2**10)
def sight_automaton(total: int, arms: tuple[int, ...]) -> Automaton:
    """Accept so many seen positions along several arms; how far one sees along an arm is one place."""
    starts = [sum(arms[:arm]) for arm in range(len(arms))]
    places = (
        tuple(((1 << seen) - 1 << start, (seen < size) << start + seen, ((ALL, seen),)) for seen in range(size + 1))
        for start, size in zip(starts, arms, strict=True)
    )
    return Automaton(tuple(places), 1 << total)


@lru_cache(maxsize=2**10)
def total_automaton(totals: range, size: int, highest: int) -> Automaton:
    """Accept so many digits that add up to one of the totals."""
    places = digit_places(size, [((ALL, digit),) for digit in range(1, highest + 1)])
    return Automaton(places, sum(1 << total for total in totals if total >= 0))


@lru_cache(maxsize=2**10)
def cage_automaton(total: int | None, size: int, highest: int) -> Automaton:
    """Accept so many different digits with this total, or with any: a state is the set of those that were read."""
    moves = [((_sets_without(digit, highest), 1 << digit),) for digit in range(highest)]
    accepted = ALL if total is None else sum(1 << digits for digits in digit_sets(total, size, highest))
    return Automaton(digit_places(size, moves), accepted)


def _sets_without(digit: int, highest: int) -> int:
    """Return the sets of digits, as a mask of masks, in which one is missing."""
    sets = (1 << (1 << digit)) - 1
    for more in range(digit + 1, highest):
        sets |= sets << (1 << more)
    return sets


@lru_cache(maxsize=2**8)
def pair_automaton(allowed: tuple[int, ...]) -> Automaton:
    """Accept two digits that go together; `allowed` has for each first digit a mask of the second ones."""
    size = len(allowed)
    after = [sum(2 << one for one, others in enumerate(allowed) if others >> two & 1) for two in range(size)]
    first, _ = digit_places(2, [((1, digit + 1),) for digit in range(size)])
    _, second = digit_places(2, [((states, 0),) for states in after])
    return Automaton((first, second), ALL)


@lru_cache(maxsize=4096)
def digit_sets(total: int | None, size: int, highest: int) -> tuple[int, ...]:
    """Return the sets of so many digits with this total, as masks; for any total, one set of all digits."""
    if total is None:
        return ((1 << highest) - 1,)
    sets = combinations(range(1, highest + 1), size)
    return tuple(sum(1 << digit - 1 for digit in digits) for digits in sets if sum(digits) == total)
