"""Deduction: what rules force, without Z3, so that results are the same on every machine.

What is known (`Known`) is two masks over the variables of a puzzle: those that hold, and those that do not. An
inference is one rule, or all rules inside one line together, in a form that computes what it forces. `propagate`
applies inferences in rounds, each to what was known before the round, so the result does not depend on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import count
from operator import itemgetter, or_
from typing import NamedTuple

from solvers._core.model.known import NOTHING, Known, bits
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Constraint, Different, InOrder, Lazy, Literal, Raw, Rule, Table

Other = tuple[int, tuple[tuple[int, int, bool], ...], int]
"""A line that another must differ from: the rule, pairs of bits (the other's first), and its mask."""
REMEMBERED = 500
"""How many results of literals in an order are kept."""
MAX_LENGTH, MAX_FILLINGS = 20, 10_000
"""The most variables, and the most fillings, of a line whose fillings are listed."""


class Why(NamedTuple):
    """Why a variable is known: rules (as a mask), the variables they were applied to, and the hardest level used."""

    rules: int
    reason: int
    level: int = 0


class Inference:
    """A rule, or all rules inside a line together, as something that forces variables.

    It is no `ABC`, whose checks of instances are slow.
    """

    __slots__ = ()

    rules: int
    """The rules, as a mask."""
    mask: int
    """The variables that it is about."""
    unlike: tuple[Other, ...] = ()
    """Lines that it must differ from if they are complete."""

    def infer(self, ones: int, zeros: int) -> Known | None:
        """Return the variables that it forces beyond the known ones; None if it cannot hold."""
        raise NotImplementedError

    def reason(self, ones: int, zeros: int, forced: int) -> int:
        """Return known variables from which the forced ones, or the contradiction, follow: by default all."""
        return (ones | zeros) & self.mask & ~forced

    def why(self, ones: int, zeros: int, forced: Known) -> Why:
        """Return the rules and known variables from which the forced ones, or the contradiction, follow."""
        return Why(self.rules, self.reason(ones, zeros, forced.mask))

    def is_satisfied(self, ones: int, zeros: int) -> bool:
        """Return whether it holds whatever the unknown variables are."""
        return not self.mask & ~(ones | zeros)

    def needed(self, reason: int, parts: Iterable[int], ones: int, zeros: int, forced: int) -> int:
        """Return a reason without the parts that the forced variables, or the contradiction, follow without."""
        for part in parts:
            rest = reason & ~part
            left = self.infer(ones & rest, zeros & rest)
            if left is None or (forced and not forced & ~left.mask):
                reason = rest
        return reason


@dataclass(frozen=True, slots=True)
class Count(Inference):
    """From `least` to `most` of `size` literals hold: variables (`plain`) and negations (`negated`)."""

    rules: int
    plain: int
    negated: int
    size: int
    least: int
    most: int
    mask: int

    def infer(self, ones: int, zeros: int) -> Known | None:
        plain, negated = self.plain, self.negated
        true = (ones & plain).bit_count() + (zeros & negated).bit_count()
        false = (zeros & plain).bit_count() + (ones & negated).bit_count()
        if true > self.most or self.size - false < self.least:
            return None
        if true + false < self.size:
            unknown = ~(ones | zeros)
            if true == self.most:
                return Known(negated & unknown, plain & unknown)
            if self.size - false == self.least:
                return Known(plain & unknown, negated & unknown)
        return NOTHING

    def reason(self, ones: int, zeros: int, forced: int) -> int:  # noqa: ARG002 - the known variables tell
        true = (ones & self.plain) | (zeros & self.negated)
        return true if true.bit_count() >= self.most else (zeros & self.plain) | (ones & self.negated)

    def is_satisfied(self, ones: int, zeros: int) -> bool:
        true = (ones & self.plain).bit_count() + (zeros & self.negated).bit_count()
        false = (zeros & self.plain).bit_count() + (ones & self.negated).bit_count()
        return true >= self.least and self.size - false <= self.most


@dataclass(frozen=True, slots=True)
class UnlikeLines(Inference):
    """Two sequences of literals differ; a pair is two bits, and whether equal bits mean equal literals."""

    rules: int
    pairs: tuple[tuple[int, int, bool], ...]
    mask: int

    def infer(self, ones: int, zeros: int) -> Known | None:
        known = ones | zeros
        open_ = [pair for pair in self.pairs if not (known & pair[0] and known & pair[1])]
        if len(open_) > 1 or self.is_satisfied(ones, zeros):
            return NOTHING
        if not open_:
            return None
        first, second, alike = open_[0]
        if not known & (first | second):
            return NOTHING
        sure, unknown = (first, second) if known & first else (second, first)
        return Known(0, unknown) if bool(ones & sure) == alike else Known(unknown, 0)

    def is_satisfied(self, ones: int, zeros: int) -> bool:
        known = ones | zeros
        return any(
            known & first and known & second and (bool(ones & first) == bool(ones & second)) != alike
            for first, second, alike in self.pairs
        )


@dataclass(frozen=True, slots=True)
class Rows(Inference):
    """One of several rows holds; `ones[bit]` and `zeros[bit]` are masks of the rows that allow that value."""

    rules: int
    mask: int
    rows: int
    ones: dict[int, int]
    zeros: dict[int, int]
    unlike: tuple[Other, ...] = ()

    def infer(self, ones: int, zeros: int) -> Known | None:
        rows = self._left(ones, zeros)
        if not rows:
            return None
        must, cannot = 0, 0
        for bit in bits(self.mask & ~(ones | zeros)):
            if not rows & self.ones[bit]:
                cannot |= bit
            elif not rows & self.zeros[bit]:
                must |= bit
        return Known(must, cannot)

    def _left(self, ones: int, zeros: int) -> int:
        """Return the rows that agree with what is known."""
        rows = self.rows
        for bit in bits(ones & self.mask):
            rows &= self.ones[bit]
        for bit in bits(zeros & self.mask):
            rows &= self.zeros[bit]
        for _, pairs, other in self.unlike:
            if other & ~(ones | zeros) == 0:
                same = rows
                for mine, theirs, alike in pairs:
                    same &= self.ones[mine] if bool(ones & theirs) == alike else self.zeros[mine]
                rows &= ~same
        return rows

    def reason(self, ones: int, zeros: int, forced: int) -> int:
        """Return known variables from which the forced ones, or the conflict, follow; none is superfluous."""
        known = ones | zeros
        complete = (other for *_, other in self.unlike if not other & ~known)
        reason = known & reduce(or_, complete, self.mask) & ~forced
        return self.needed(reason, bits(reason), ones, zeros, forced)

    def why(self, ones: int, zeros: int, forced: Known) -> Why:
        reason, rules = self.reason(ones, zeros, forced.mask), self.rules
        for rule, _, other in self.unlike:
            if not other & ~reason:
                rules |= rule
        return Why(rules, reason)


@dataclass(frozen=True, slots=True)
class Ordered(Inference):
    """Literals in an order, each as a bit and its value; `forced` returns what follows if positions are known."""

    rules: int
    literals: tuple[tuple[int, bool], ...]
    forced: Callable[[int, int], Forced]
    mask: int
    width: int
    span: tuple[int, int] = field(init=False, compare=False, repr=False)
    """The place of the first bit of the mask, and how many there are up to its last."""
    digits: Sequence[Callable[[str], Iterable[str]]] = field(init=False, compare=False, repr=False)
    """Take, in `positions`, the binary digits of the literals that hold, and of those that do not."""
    found: dict[tuple[int, int], Known | None] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What followed from the latest known variables; most assumptions do not touch most lines."""

    def __post_init__(self) -> None:
        first = max((self.mask & -self.mask).bit_length() - 1, 0)
        size = self.mask.bit_length() - first
        places = [(size + first + 1 - bit.bit_length(), size * holds) for bit, holds in reversed(self.literals)]
        digits = (
            itemgetter(0, *(place + size - other for place, other in places)),
            itemgetter(0, *map(sum, places)),
        )
        object.__setattr__(self, "span", (first, size))
        object.__setattr__(self, "digits", digits)

    def infer(self, ones: int, zeros: int) -> Known | None:
        key = ones & self.mask, zeros & self.mask
        if key not in self.found:
            if len(self.found) >= REMEMBERED:
                self.found.clear()
            found = self.forced(*self.positions(*key))
            self.found[key] = None if found is None else NOTHING if found == (0, 0) else self.known(found)
        return self.found[key]

    def positions(self, ones: int, zeros: int) -> tuple[int, int]:
        """Return the positions of the literals that are known to hold, and not to."""
        first, size = self.span
        # Slower than shifts for a few stretches of bits, and much faster for a board of digits, number by number.
        digits = f"0{(ones & self.mask) >> first:0{size}b}{(zeros & self.mask) >> first:0{size}b}"
        hold, empty = (int("".join(taken(digits)), 2) for taken in self.digits)
        return hold, empty

    def known(self, positions: tuple[int, int]) -> Known:
        """Return the variables that are known if literals at some positions hold, and do not."""
        sides = [0, 0]
        for places, side in zip(positions, (True, False), strict=True):
            for place in bits(places):
                bit, holds = self.literals[place.bit_length() - 1]
                sides[holds != side] |= bit
        return Known(*sides)

    def reason(self, ones: int, zeros: int, forced: int) -> int:
        """Return known variables from which the forced ones, or the contradiction, follow.

        No place is superfluous among those named, and no variable of them.
        """
        reason = (ones | zeros) & self.mask & ~forced
        places = [known_of(self.literals[at : at + self.width]).mask for at in range(0, len(self.literals), self.width)]
        return self.needed(reason, (*places, *bits(reason)), ones, zeros, forced)


@dataclass(frozen=True, slots=True, eq=False)
class LazyRules(Ordered):
    """Lazy rules, which are stated when they force something; `learn` makes them inferences."""

    lazy: Lazy = field(kw_only=True)
    learn: Callable[[Rule], Inference] = field(kw_only=True)

    def why(self, ones: int, zeros: int, forced: Known) -> Why:
        rule = self.lazy.rule(*self.positions(ones, zeros), or_(*self.positions(*forced)))
        return self.learn(rule).why(ones, zeros, forced)

    def on_whole_board(self, known: Known) -> Iterator[tuple[Known, Why]]:
        """Yield consequences that a look at the whole board shows, and their reasons."""
        for positions, rule in self.lazy.on_whole_board(*self.positions(*known)):
            found, forced = self.learn(rule), self.known(positions)
            yield forced, Why(found.rules, found.reason(*known, forced.mask))


def inferences(constraint: Constraint, rule: int, bit: Callable[[Literal], tuple[int, bool]]) -> Iterator[Inference]:
    """Turn a constraint into inferences; a raw term gives none, because only Z3 understands it."""
    if isinstance(constraint, Table):
        yield rows_of(rule, [known_of(map(bit, row)) for row in constraint.rows])
        return
    literals = tuple(map(bit, constraint.literals))
    if isinstance(constraint, InOrder):
        yield Ordered(rule, literals, constraint.forced, known_of(literals).mask, constraint.width)
    elif isinstance(constraint, Different) and len(constraint.first) > 1:
        pairs = zip(literals[: len(constraint.first)], literals[len(constraint.first) :], strict=True)
        alike = tuple((left, right, holds == also) for (left, holds), (right, also) in pairs)
        yield UnlikeLines(rule, alike, known_of(literals).mask)
    elif not isinstance(constraint, Raw):
        for counted, least, most in constraint.counts():
            plain, negated = known_of(map(bit, counted))
            yield Count(rule, plain, negated, len(counted), least, most, plain | negated)


def known_of(literals: Iterable[tuple[int, bool]]) -> Known:
    """Return the variables of literals that hold, each given as a bit and its value."""
    ones = zeros = 0
    for bit, holds in literals:
        if holds:
            ones |= bit
        else:
            zeros |= bit
    return Known(ones, zeros)


def rows_of(rules: int, rows: Sequence[Known]) -> Rows:
    """Make the inference that one of these rows holds."""
    mask, everything = reduce(or_, (row.mask for row in rows), 0), (1 << len(rows)) - 1
    ones = dict.fromkeys(bits(mask), everything)
    zeros = dict.fromkeys(bits(mask), everything)
    for number, row in enumerate(rows):
        for bit in bits(row.ones):
            zeros[bit] ^= 1 << number
        for bit in bits(row.zeros):
            ones[bit] ^= 1 << number
    return Rows(rules, mask, everything, ones, zeros)


def line(mask: int, inside: Sequence[Count], unlike: Sequence[UnlikeLines]) -> Rows | None:
    """List the fillings of a line that all rules inside it allow; None for a line that is too long."""
    order = list(bits(mask))
    place = {bit: 1 << number for number, bit in enumerate(order)}

    def local(mask: int) -> int:
        return sum(place[bit] for bit in bits(mask))

    if len(order) > MAX_LENGTH:
        return None
    counts = (
        Count(0, local(rule.plain), local(rule.negated), rule.size, rule.least, rule.most, local(rule.mask))
        for rule in inside
    )
    count, ones = _fillings(len(order), frozenset(counts))
    if not count:
        return None
    everything = (1 << count) - 1
    rules = reduce(or_, (inference.rules for inference in inside), 0)
    others = []
    for apart in unlike:
        pairs = tuple((a, b, alike) if a & mask else (b, a, alike) for a, b, alike in apart.pairs)
        if all(ours & mask and not theirs & mask for ours, theirs, _ in pairs) and len(pairs) == len(order):
            others.append((apart.rules, pairs, sum(theirs for _, theirs, _ in pairs)))
    return Rows(
        rules,
        mask,
        everything,
        dict(zip(order, ones, strict=True)),
        {bit: everything & ~rows for bit, rows in zip(order, ones, strict=True)},
        tuple(others),
    )


@lru_cache(maxsize=64)
def _fillings(length: int, counts: frozenset[Count]) -> tuple[int, list[int]]:
    """Return how many fillings of a line obey the counts, and for each bit a mask of those in which it holds.

    The number is zero if there are too many to list.
    """
    rows = [0]
    for number in range(length):
        bit = 1 << number
        touched = [count for count in counts if count.mask & bit]
        rows = [
            longer
            for row in rows
            for longer in (row, row | bit)
            if all(count.infer(longer, 2 * bit - 1 ^ longer) is not None for count in touched)
        ]
        if len(rows) > MAX_FILLINGS:
            return 0, []
    ones = [0] * length
    for number, row in enumerate(rows):
        for at in range(length):
            if row >> at & 1:
                ones[at] |= 1 << number
    return len(rows), ones


class Late(NamedTuple):
    """A reason that is looked up when it is needed, since few are: what was known, and what an inference forced."""

    inference: Inference
    ones: int
    zeros: int
    forced: Known
    level: int = 0

    @property
    def rules(self) -> int:
        """The rules of the inference."""
        return self.inference.rules

    def found(self) -> Why:
        """Look up the reason."""
        return self.inference.why(self.ones, self.zeros, self.forced)._replace(level=self.level)


class Propagated(NamedTuple):
    """What `propagate` found: all that is known, any conflict, and the reasons if it was asked to remember them."""

    known: Known
    why: dict[int, Why | Late]
    conflict: tuple[Why, ...] | None = None


def propagate(
    among: Sequence[Inference], known: Known, *, fresh: int = -1, rounds: int | None = None, remember: bool = False
) -> Propagated:
    """Apply inferences in rounds until nothing new is found, or a contradiction; `fresh` is what changed before."""
    ones, zeros = known
    why: dict[int, Why | Late] = {}
    for _ in count() if rounds is None else range(rounds):
        if not fresh:
            break
        must = cannot = 0
        conflict: Inference | None = None
        for inference in among:
            unlike = inference.unlike
            if not inference.mask & fresh and not (unlike and any(other & fresh for *_, other in unlike)):
                continue
            found = inference.infer(ones, zeros)
            if found is None:
                conflict = inference
                break
            if found is NOTHING:
                continue
            must |= found.ones
            cannot |= found.zeros
            for bit in bits(found.mask) if remember else ():
                _remember(why, found.within(bit), inference, ones, zeros)
        if conflict is not None:
            return Propagated(Known(ones, zeros), why, (conflict.why(ones, zeros, NOTHING),) if remember else ())
        if must & cannot:
            reasons = _both_ways(among, ones, zeros, must & cannot) if remember else ()
            return Propagated(Known(ones, zeros), why, reasons)
        fresh = must | cannot
        ones, zeros = ones | must, zeros | cannot
    return Propagated(Known(ones, zeros), why)


def _remember(why: dict[int, Why | Late], forced: Known, inference: Inference, ones: int, zeros: int) -> None:
    """Remember why a variable is known, unless a shorter reason is known already."""
    before = why.get(forced.mask)
    more = 0 if before is None else inference.rules.bit_count() - before.rules.bit_count()
    if more > 0:
        return
    if not isinstance(inference, Count):
        if before is None or more < 0:
            why[forced.mask] = Late(inference, ones, zeros, forced)
        return
    new = inference.why(ones, zeros, forced)
    if not isinstance(before, Why) or more < 0 or new.reason.bit_count() < before.reason.bit_count():
        why[forced.mask] = new


def _both_ways(among: Sequence[Inference], ones: int, zeros: int, both: int) -> tuple[Why, ...]:
    """Return why the lowest of some variables is forced to hold, and why it is forced not to."""
    bit = both & -both
    sides: dict[Known, Why] = {}
    for inference in among:
        if inference.mask & bit and (forced := (inference.infer(ones, zeros) or NOTHING).within(bit)) != NOTHING:
            sides.setdefault(forced, inference.why(ones, zeros, forced))
    return tuple(sides.values())


def trace(why: dict[int, Why | Late], start: Iterable[Why], base: int) -> Why:
    """Follow reasons back to the variables of `base`, leaving out assumptions, which have no reason."""
    rules = level = reached = 0
    for step in followed(why, start, base):
        rules, reached, level = rules | step.rules, reached | step.reason & base, max(level, step.level)
    return Why(rules, reached, level)


def followed(why: dict[int, Why | Late], start: Iterable[Why], base: int) -> Iterator[Why]:
    """Yield reasons, those of the variables in them, and so on back to the variables of `base`."""
    seen, open_ = 0, list(start)
    while open_:
        step = open_.pop()
        yield step
        for bit in bits(step.reason & ~base & ~seen):
            if (before := why.get(bit)) is not None:
                if isinstance(before, Late):
                    before = why[bit] = before.found()
                open_.append(before)
        seen |= step.reason
