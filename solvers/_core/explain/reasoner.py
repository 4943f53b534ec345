"""What a person could deduce next: five levels of deduction, each complete in itself.

1. *one rule*: one rule or clue, applied to the known cells; in rules that are scanned, also to what others exclude.
2. *one line*: all rules and clues inside one line together; one unit that fits only inside another; or two rounds of
   rules.
3. *short assumption*: any number of such rounds, or a value that leads to a contradiction within `SHORT` rounds.
4. *assumption*: a value that leads to a contradiction after any number of rounds, including lines.
5. *nested assumptions*: none of these.

A level finds everything that it can find from what is known, so the hardest level that a puzzle needs depends neither
on the order of rules and cells nor on whether the board is mirrored.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from solvers._core.explain.deduce import (
    MAX_LENGTH,
    Count,
    Inference,
    Late,
    LazyRules,
    Propagated,
    Rows,
    UnlikeLines,
    Why,
    inferences,
    known_of,
    line,
    propagate,
    trace,
)
from solvers._core.model.errors import GaveUp
from solvers._core.model.grid import Place
from solvers._core.model.known import NOTHING, Known, bits
from solvers._core.model.puzzle import Puzzle, of_shape
from solvers._core.model.rules import Derived, Given, InOrder, Literal, Raw, Rule

ONE_RULE, ONE_LINE, SHORT_ASSUMPTION, ASSUMPTION, NESTED = range(1, 6)
LEVELS = (ONE_RULE, ONE_LINE, SHORT_ASSUMPTION, ASSUMPTION)
"""The levels that `Reasoner.advance` implements."""
SHORT = 3
"""The most rounds of a short assumption, about what a person sees at a glance."""
ROUNDS_AT_ONCE = 2
LARGEST = 1_000_000_000
"""The most variables times rules of a puzzle; its masks then take about a gigabyte."""

_shapes: OrderedDict[Hashable, _Shape] = OrderedDict()


@dataclass
class _Shape:
    """What follows from kind and shape: variables by name, places, rules and their inferences."""

    bits: dict[str, int]
    choices: dict[Place, dict[int, Known]]
    deciding: dict[Place, dict[int, Known]]
    decides: dict[tuple[int, bool], tuple[Place, int]]
    owner: dict[int, Place]
    rules: list[Rule]
    single: list[Inference]

    @cached_property
    def lines(self) -> list[Rows]:
        """The lines with more than one rule."""
        return list(_lines(self.single))

    @classmethod
    def of(cls, puzzle: Puzzle, tick: Callable[[], None]) -> _Shape:
        """Return the shape of a puzzle, from the cache if possible."""
        return of_shape(puzzle, _shapes, lambda: cls._made(puzzle, tick))

    @classmethod
    def _made(cls, puzzle: Puzzle, tick: Callable[[], None]) -> _Shape:
        shape = cls({}, {}, {}, {}, {}, [] if puzzle.PATHS else puzzle.stated_rules(), [])
        bit = _numbering(shape.bits)
        for name in puzzle.answer():
            bit(Literal(name))
        for place, values in puzzle.choices().items():
            meanings = {value: known_of(map(bit, literals)) for value, literals in values.items()}
            shape.choices[place] = meanings
            shape.deciding[place] = {value: _deciding(value, meanings) for value in meanings}
            for value, known in shape.deciding[place].items():
                shape.decides[known.mask, bool(known.ones)] = place, value
            shape.owner |= {variable: place for known in meanings.values() for variable in bits(known.mask)}
        for number, rule in enumerate(shape.rules):
            shape.single += inferences(rule.constraint, 1 << number, bit)
            tick()
            if len(shape.bits) * number > LARGEST:
                raise GaveUp("the board is too large for deduction")
        return shape


def _numbering(known: dict[str, int]) -> Callable[[Literal], tuple[int, bool]]:
    """Return a function from a literal to its bit (a new one for a new name) and whether it must hold."""

    def bit(literal: Literal) -> tuple[int, bool]:
        return known.setdefault(literal.name, 1 << len(known)), literal.holds

    return bit


def _deciding(value: int, meanings: Mapping[int, Known]) -> Known:
    """Return one variable whose value distinguishes this value from all others."""
    ones, zeros = meanings[value]
    for other, known in meanings.items():
        if other != value:
            ones, zeros = ones & ~known.ones, zeros & ~known.zeros
    return Known(ones & -ones, 0) if ones else Known(0, zeros & -zeros)


def _lines(single: Iterable[Inference]) -> Iterator[Rows]:
    """Yield the lines with more than one rule: the variables of a rule that contains other rules."""
    counts = [rule for rule in single if isinstance(rule, Count) and rule.mask.bit_count() <= MAX_LENGTH]
    unlike = [rule for rule in single if isinstance(rule, UnlikeLines)]
    by_lowest = defaultdict[int, list[Count]](list)
    for count in counts:
        by_lowest[count.mask & -count.mask].append(count)
    for mask in dict.fromkeys(count.mask for count in counts):
        inside = [count for bit in bits(mask) for count in by_lowest[bit] if not count.mask & ~mask]
        if any(count.mask != mask for count in inside) and (
            rows := line(mask, inside, [rule for rule in unlike if rule.mask & mask == mask])
        ):
            yield rows


def _inside(single: Iterable[Inference], known: Known) -> Iterator[tuple[Known, Why]]:
    """Yield exclusions where the open part of one unit lies inside another unit, with the reason.

    A unit is a rule of which at most one variable holds. Exactly one holds in the unit inside.
    """
    units = [rule for rule in single if isinstance(rule, Count) and rule.most == 1 and not rule.negated]
    units = [unit for unit in units if not unit.mask & known.ones]
    by_bit = defaultdict[int, list[Count]](list)
    for unit in units:
        for bit in bits(unit.mask & ~known.zeros):
            by_bit[bit].append(unit)
    for inner in units:
        open_ = inner.mask & ~known.zeros
        for outer in by_bit[open_ & -open_] if inner.least == 1 else ():
            if not open_ & ~outer.mask and (excluded := outer.mask & ~open_ & ~known.zeros):
                yield Known(0, excluded), Why(inner.rules | outer.rules, inner.mask & known.zeros, ONE_LINE)


class Reasoner:
    """One puzzle, what is known of it, and what follows next."""

    def __init__(self, puzzle: Puzzle, tick: Callable[[], None] = lambda: None) -> None:
        """`tick` is called often, and may raise when the time limit is exceeded."""
        self.puzzle, self._tick = puzzle, tick
        shape = self._shape = _Shape.of(puzzle, tick)
        self.choices = shape.choices
        self.bits = dict(shape.bits)
        self.answer = [self.bits[name] for name in puzzle.answer()]
        """The variables asked for."""
        self.rules: list[Rule] = list(shape.rules)
        self.together = 0
        """The rules that are only named together with others."""
        self._of_clues, aside, given = self._clues()
        self.single = [*shape.single, *self._of_clues]
        scanned = sum(1 << number for number, rule in enumerate(self.rules) if puzzle.is_scanned(rule))
        self.scanned = [inference for inference in self.single if inference.rules & scanned]
        """The inferences of rules to which a person looks for the last place of a value."""
        self._learned: dict[frozenset[Literal], Inference] = {}
        """The lazy rules that were stated."""
        self._stated = defaultdict[int, list[Inference]](list)
        """The inferences of each rule; of several rules, those that have it as the first."""
        self._state([*self.single, *aside])
        self._lazy = None
        if (lazy := puzzle.lazy()) is not None:
            literals = tuple(map(_numbering(self.bits), lazy.literals))
            mask = known_of(literals).mask
            self._lazy = LazyRules(0, literals, lazy.forced, mask, 1, lazy=lazy, learn=self._learn)
            self.single.append(self._lazy)
        self.opaque = sum(1 << number for number, rule in enumerate(self.rules) if isinstance(rule.constraint, Raw))
        """The rules that only Z3 understands."""
        self.base = NOTHING
        """What the known places mean."""
        self.derived = NOTHING
        """That, and what has been deduced of variables that assign no place."""
        self.why: dict[int, Why | Late] = {}
        self._fresh = -1
        self.known: dict[Place, int] = {}
        self.learn(given)

    @cached_property
    def lines(self) -> list[Rows]:
        """The lines, with the clues inside them."""
        return [_with_clues(rows, self._of_clues) for rows in self._shape.lines]

    def _clues(self) -> tuple[list[Inference], list[Inference], dict[Place, int]]:
        """Add the clues; return their inferences, those of rules that are only named together, and the givens."""
        bit = _numbering(self.bits)
        given: dict[Place, int] = {}
        of_clues, aside = list[Inference](), list[Inference]()
        numbers: dict[Rule, int] = {}
        clues = (clue for clue in self.puzzle.clues() if isinstance(clue, Given) or not self.puzzle.PATHS)
        for clue in chain(clues, self.puzzle.hints(for_people=True)):
            if isinstance(clue, Derived):
                for rule in clue.because:
                    if rule not in numbers:
                        numbers[rule] = 1 << len(self.rules)
                        self.together |= numbers[rule]
                        aside += inferences(rule.constraint, numbers[rule], bit)
                        self.rules.append(rule)
                of_clues += inferences(clue.constraint, sum(numbers[rule] for rule in clue.because), bit)
                continue
            numbers[clue] = 1 << len(self.rules)
            constraint = clue.constraint.alone() if isinstance(clue.constraint, InOrder) else clue.constraint
            found = list(inferences(constraint, numbers[clue], bit))
            if isinstance(clue, Given):
                given |= self.places(found[0].infer(0, 0) or NOTHING)
            else:
                self.rules.append(clue if constraint is clue.constraint else replace(clue, constraint=constraint))
                of_clues += found
        return of_clues, aside, given

    def _learn(self, rule: Rule) -> Inference:
        """Add a lazy rule, which is a clause or a count, unless it is known already."""
        key = frozenset(rule.constraint.literals)
        if key not in self._learned:
            (found,) = inferences(rule.constraint, 1 << len(self.rules), _numbering(self.bits))
            self._learned[key] = found
            self.rules.append(rule)
            self._state([found])
        return self._learned[key]

    def _state(self, among: Iterable[Inference]) -> None:
        for inference in among:
            self._stated[inference.rules & -inference.rules].append(inference)

    def places(self, known: Known) -> dict[Place, int]:
        """Return the places that variables assign, with their values."""
        decides = self._shape.decides
        assigned = [decides.get((bit, True)) for bit in bits(known.ones)]
        assigned += [decides.get((bit, False)) for bit in bits(known.zeros)]
        return dict(filter(None, assigned))

    def owners(self, mask: int) -> dict[Place, int]:
        """Return the known places that variables belong to, with their values."""
        owner = self._shape.owner
        return {place: self.known[place] for bit in bits(mask) if (place := owner[bit]) in self.known}

    def rules_in(self, mask: int) -> tuple[Rule, ...]:
        """Return the rules and clues that a mask names."""
        return tuple(self.rules[bit.bit_length() - 1] for bit in bits(mask))

    def stated(self, rules: int) -> list[Inference]:
        """Return the inferences of single rules, of these alone."""
        found = (inference for bit in bits(rules) for inference in self._stated[bit])
        return [inference for inference in found if not inference.rules & ~rules]

    def literals(self, known: Known) -> list[Literal]:
        """Return known variables as literals."""
        names = list(self.bits)
        sides = ((known.ones, True), (known.zeros, False))
        return [Literal(names[bit.bit_length() - 1], holds) for mask, holds in sides for bit in bits(mask)]

    def state_broken(self, known: Known) -> bool:
        """Add the lazy rule that known variables break, if there is one; return whether there is."""
        if self._lazy is None or self._lazy.infer(*known) is not None:
            return False
        before = len(self.rules)
        self._lazy.why(*known, NOTHING)
        return len(self.rules) > before

    def open(self) -> list[Place]:
        """Return the places that are not known, in reading order."""
        return [place for place in self.choices if place not in self.known]

    def meaning(self, places: Mapping[Place, int]) -> Known:
        """Return the variables that stand for assigned places."""
        known = NOTHING
        for place, value in places.items():
            known = known.also(self.choices[place][value])
        return known

    def deciding(self, place: Place, value: int) -> Known:
        """Return one variable whose value distinguishes this value of a place from all others."""
        return self._shape.deciding[place][value]

    def learn(self, places: Mapping[Place, int]) -> None:
        """Add known places."""
        self.known |= places
        known = self.meaning(places)
        self._fresh |= known.mask
        self.base, self.derived = self.base.also(known), self.derived.also(known)

    def clashing(self, marks: Mapping[Place, int]) -> set[Place]:
        """Return the marks and givens that break a rule or a clue as they stand, with nothing deduced from them."""
        known = self.base.also(self.meaning(marks))
        found = 0
        for inference in self.single:
            if inference.infer(*known) is not None:
                continue
            try:
                found |= inference.why(*known, NOTHING).reason
            except ValueError:  # Lazy rules state nothing of a clue whose own cell is marked wrongly.
                found |= inference.reason(*known, 0)
        return {self._shape.owner[bit] for bit in bits(found)}

    def advance(self, level: int, *, remember: bool = False) -> dict[Place, int]:
        """Return all new places that this level assigns; easier levels must have been tried before."""
        if level == ONE_RULE:
            found = self.propagate(self.single, self.base, fresh=self._fresh, rounds=1).known
            self._fresh = 0
            if self.scanned:
                excluded = self.propagate(self.single, self.base, rounds=1).known
                found = found.also(self.propagate(self.scanned, excluded, rounds=1).known)
        elif level == ONE_LINE:
            found = self.propagate(self.single, self.base, rounds=ROUNDS_AT_ONCE).known
            found = found.also(self.propagate(self.lines, self.base, rounds=1).known)
            for excluded, _ in self.inside():
                found = found.also(excluded)
        else:
            found = self._deduced(level, remember=remember)
        return self._new(found)

    def inside(self) -> Iterator[tuple[Known, Why]]:
        """Yield exclusions, and their reasons, where the open part of one unit lies inside another.

        Kinds with lazy rules have no units; it yields what these show on the whole board.
        """
        if self._lazy is None:
            yield from _inside(self.single, self.base)
            return
        for forced, why in self._lazy.on_whole_board(self.base):
            yield forced, why._replace(level=ONE_LINE)

    def _new(self, found: Known) -> dict[Place, int]:
        return self.places(found.within(~self.base.mask))

    def propagate(
        self,
        among: Sequence[Inference],
        known: Known,
        *,
        fresh: int = -1,
        rounds: int | None = None,
        remember: bool = False,
    ) -> Propagated:
        """Apply inferences to what is known of a puzzle with a solution."""
        self._tick()
        found = propagate(among, known, fresh=fresh, rounds=rounds, remember=remember)
        if found.conflict is not None:
            raise AssertionError(f"a puzzle with a solution contradicts itself:\n{self.puzzle}")
        return found

    def consequences(self, known: Known, level: int, fresh: int = -1) -> Known | None:
        """Return what this level knows after an assumption, and all that follows; None for a contradiction.

        `fresh` is what is known since the last time, by default everything.
        """
        found = propagate(self.among(level), known, fresh=fresh)
        return found.known if found.conflict is None else None

    def answers(self, known: Known) -> list[bool | None]:
        """Return the values of the variables asked for, None for those that are not known."""
        return [True if known.ones & bit else False if known.zeros & bit else None for bit in self.answer]

    def _deduced(self, level: int, *, remember: bool) -> Known:
        """Deduce variables until a place is assigned or nothing more is found."""
        while True:
            found = self.propagate(self.single, self.derived, remember=remember)
            for bit, reason in found.why.items():
                self.why.setdefault(bit, reason._replace(level=SHORT_ASSUMPTION))
            self.derived = found.known
            if self._new(self.derived):
                return self.derived
            refuted = NOTHING
            among = self.among(level)
            # What is known is propagate already, but not among lines.
            idle = level == SHORT_ASSUMPTION or self.propagate(self.lines, self.derived, rounds=1).known == self.derived
            for assumption in self._assumptions():
                self._tick()
                fresh = assumption.mask if idle else -1
                if why := self._refuted(assumption, level, among, fresh, remember=remember):
                    refuted = refuted.also(assumption.opposite())
                    self.why.setdefault(assumption.mask, why)
            if refuted == NOTHING:
                return self.derived
            self.derived = self.derived.also(refuted)

    def _assumptions(self) -> Iterator[Known]:
        """Iterate over the values that open places may still have."""
        mask = self.derived.mask
        for place in self.open():
            for assumption in self._shape.deciding[place].values():
                if not assumption.mask & mask:
                    yield assumption

    def among(self, level: int) -> list[Inference]:
        """Return what this level propagates an assumption among."""
        return self.single if level == SHORT_ASSUMPTION else [*self.single, *self.lines]

    def _refuted(
        self, assumption: Known, level: int, among: Sequence[Inference], fresh: int, *, remember: bool
    ) -> Why | None:
        """Return why a value leads to a contradiction, None if this level finds none."""
        known, rounds = self.derived.also(assumption), SHORT if level == SHORT_ASSUMPTION else None
        found = propagate(among, known, fresh=fresh, rounds=rounds)
        if found.conflict is None:
            return None
        if remember:  # Reasons take long, and most assumptions lead to no contradiction.
            found = propagate(among, known, fresh=fresh, rounds=rounds, remember=True)
        return trace(found.why, found.conflict or (), self.derived.mask)._replace(level=level)


def _with_clues(line_rows: Rows, clues: Iterable[Inference]) -> Rows:
    """Keep only the fillings of a line that the clues inside it allow."""
    rows, rules = line_rows.rows, line_rows.rules
    for clue in clues:
        if not isinstance(clue, Count) or clue.mask & ~line_rows.mask:
            continue
        if clue.least <= 1 and clue.most >= clue.size - 1:
            rules |= clue.rules
            if clue.least:
                rows &= _any(line_rows, Known(clue.plain, clue.negated))
            if clue.most < clue.size:
                rows &= _any(line_rows, Known(clue.negated, clue.plain))
    return replace(line_rows, rows=rows, rules=rules)


def _any(line_rows: Rows, known: Known) -> int:
    """Return the rows that agree with at least one known variable."""
    rows = 0
    for bit in bits(known.ones):
        rows |= line_rows.ones[bit]
    for bit in bits(known.zeros):
        rows |= line_rows.zeros[bit]
    return rows
