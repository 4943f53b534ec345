"""Explanations: the solution as steps for people, each from a smallest set of rules, clues and known cells.

A step is found by deduction (`_reasoner`), at the easiest level that has one. What was used is then shrunk until every
member is needed: rules and clues are left out first, known cells last. Z3 is asked for its verdict alone, where
deduction does not tell, so the steps are the same on every machine; the tests let Z3 check each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from solvers._core import engine
from solvers._core.clock import Clock
from solvers._core.deduce import NOTHING, Known, Rows, Why, bits, spread, trace
from solvers._core.grade import METHODS
from solvers._core.grid import Cell
from solvers._core.reasoner import LEVELS, NESTED, ONE_LINE, ONE_RULE, ROUNDS_AT_ONCE, SHORT_ASSUMPTION, Reasoner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from solvers._core.deduce import Inference
    from solvers._core.grid import Grid
    from solvers._core.puzzle import Place, Puzzle
    from solvers._core.rules import Rule

K = TypeVar("K")

SHRUNK_AT_ONCE = 3
"""How many of the candidates that look shortest are shrunk to find the smallest."""
ASSUMED = 5
"""How many assumptions are tried to see whether a set forces a place, before Z3 is asked."""
TRIES = (1, 10, 100, 1_000, 10_000)
"""How many assumptions inside an assumption are tried, before all candidates are tried with more."""


LONG = 3
"""Rules and clues of which one no longer sees at once what they force together."""


@dataclass(frozen=True, slots=True)
class Step:
    """Places that are settled together, and the smallest set of rules, clues and known places that forces them."""

    sets: Mapping[Place, int]
    because: tuple[Rule, ...]
    known: Mapping[Place, int]
    technique: str
    level: int
    words: str

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to highlight: those of the known places, and of those that are settled."""
        return frozenset(cell for place in (*self.known, *self.sets) for cell in cells_of(place))


class Explanation(Iterator[Step]):
    """The one solution of a puzzle, and an iterator over the steps that lead to it."""

    def __init__(self, solution: Grid, steps: Iterator[Step]) -> None:
        """Take what was found; the steps are still to come."""
        self.solution, self._steps = solution, steps

    def __next__(self) -> Step:
        return next(self._steps)


def explain(
    puzzle: Puzzle, *, timeout: float | None = None, tell: Callable[[int, int], None] = lambda _done, _all: None
) -> Explanation:
    """Return the solution and the steps from the givens to it, easiest first; raises what `solve` raises.

    `timeout` in seconds counts all of it; `tell` is told how many places are settled, and how many there are.
    """
    clock = Clock(timeout)
    solution = engine.solve(puzzle, clock)
    return Explanation(solution.grid, _Explainer(puzzle, solution.values, clock, tell).steps())


def name_of(place: Place) -> str:
    """Return how a place is called: a cell `R1C1`, an edge `R1C1-R1C2`."""
    return str(place) if isinstance(place, Cell) else "-".join(map(str, place))


def cells_of(place: Place) -> tuple[Cell, ...]:
    """Return the cells of a place."""
    return (place,) if isinstance(place, Cell) else place


@dataclass(frozen=True, slots=True)
class _Found:
    """A place that can be settled, and what forces it, all of it needed."""

    place: Place
    value: int
    rules: int
    known: frozenset[Place]
    level: int

    @property
    def key(self) -> tuple[int, int, int]:
        """What makes one easier than another."""
        return self.level, self.rules.bit_count() + len(self.known), len(self.known)


class _TooMany(Exception):
    """More assumptions would be needed than may be tried."""


class _Explainer:
    def __init__(self, puzzle: Puzzle, values: Sequence[bool], clock: Clock, tell: Callable[[int, int], None]) -> None:
        self._puzzle, self._clock, self._tell = puzzle, clock, tell
        self._reasoner = Reasoner(puzzle, clock.tick)
        self._solved = Known(
            sum(1 << at for at, value in enumerate(values) if value),
            sum(1 << at for at, value in enumerate(values) if not value),
        )
        self._solution = self._reasoner.places(self._solved)
        self._reasoner.narrow = self._narrowed
        self._kept: dict[Place, _Found] = {}
        self._narrow: dict[Why, Why] = {}
        self._allowed = NOTHING
        self._guarded: engine.Guarded | None = None

    def steps(self) -> Iterator[Step]:
        """Iterate over the steps until everything is known."""
        reasoner = self._reasoner
        self._tell(len(reasoner.known), len(self._solution))
        while reasoner.open():
            best, *more = self._next()
            yield self._step([best, *more])
            for one in (best, *more):
                self._kept.pop(one.place, None)
            reasoner.learn({one.place: one.value for one in (best, *more)})
            self._tell(len(reasoner.known), len(self._solution))

    def _next(self) -> list[_Found]:
        """Return the easiest places that can be settled now, all those that one set forces."""
        if found := list(self._by_one_rule()):
            best = min(found, key=lambda one: one.key)
            return [one for one in found if (one.rules, one.known) == (best.rules, best.known)]
        for level in (*LEVELS[1:], NESTED):
            self._find(level)
            if kept := [one for one in self._kept.values() if one.level <= level]:
                best = min(kept, key=lambda one: one.key)
                return self._together(best)
        # There are rules that only Z3 understands, or too much would have to be assumed: all is shrunk by its verdicts.
        reasoner = self._reasoner
        return [self._shrunk(reasoner.open()[0], Why((1 << len(reasoner.rules)) - 1, reasoner.base.mask), NESTED)]

    def _together(self, best: _Found) -> list[_Found]:
        """Return all places that the set of the best one forces, and that need all of it."""
        return [
            best,
            *(one for one in self._kept.values() if one != best and (one.rules, one.known) == (best.rules, best.known)),
        ]

    def _by_one_rule(self) -> Iterator[_Found]:
        """Iterate over the places that a single rule or clue settles."""
        reasoner = self._reasoner
        ones, zeros = reasoner.base
        for inference in reasoner.single:
            if not (found := inference.infer(ones, zeros)):
                continue
            for place, value in reasoner.places(found).items():
                if place in reasoner.known:
                    continue
                reason = inference.reason(ones, zeros, reasoner.deciding(place, value).mask)
                needed = reasoner.owners(reason)
                if isinstance(inference, Rows) or len(needed) < reason.bit_count():
                    yield self._shrunk(place, Why(inference.rules, reason), ONE_RULE)
                else:
                    yield _Found(place, value, inference.rules, frozenset(needed), ONE_RULE)

    def _find(self, level: int) -> None:
        """Find places that a level settles, and keep those with the smallest sets."""
        reasoner = self._reasoner
        if level == ONE_LINE:
            candidates = list(self._by_two_rounds())
        elif level == NESTED:
            candidates = list(self._nested())
        else:
            reasoner.forget()
            settled = reasoner.advance(level, remember=True)
            candidates = []
            for place, value in settled.items():
                bit = reasoner.deciding(place, value).mask
                told = trace(reasoner.why, [Why(0, bit)], reasoner.base.mask, self._narrowed)
                candidates.append((place, told))
        candidates = [(place, why) for place, why in candidates if place not in self._kept]
        candidates.sort(key=lambda one: (one[1].level, one[1].rules.bit_count() + one[1].reason.bit_count()))
        for place, why in islice(candidates, None if level == ONE_LINE else SHRUNK_AT_ONCE):
            self._kept[place] = self._shrunk(place, why, max(why.level, ONE_LINE))

    def _by_two_rounds(self) -> Iterator[tuple[Place, Why]]:
        """Iterate over the places that a line settles, or two rounds of rules."""
        reasoner = self._reasoner
        found = reasoner.spread(reasoner.single, reasoner.base, rounds=ROUNDS_AT_ONCE, remember=True)
        lines = reasoner.spread(reasoner.lines, reasoner.base, rounds=1, remember=True)
        for one in (found, lines):
            for place, value in reasoner.places(one.known.within(~reasoner.base.mask)).items():
                bit = reasoner.deciding(place, value).mask
                yield place, trace(one.why or {}, [Why(0, bit, ONE_LINE)], reasoner.base.mask, self._narrowed)
        for excluded, why in reasoner.inside():
            for place in reasoner.places(excluded):
                yield place, why

    def _nested(self) -> Iterator[tuple[Place, Why]]:
        """Iterate over the places whose other values lead to a clash, with assumptions inside the assumption."""
        reasoner = self._reasoner
        for tries in TRIES:
            found = False
            for place in reasoner.open():
                told = self._refuted_values(place, tries)
                if told is not None:
                    found = True
                    yield place, told
            if found:
                return

    def _refuted_values(self, place: Place, tries: int) -> Why | None:
        reasoner = self._reasoner
        value = self._solution[place]
        known = reasoner.derived
        assumed = known.also(reasoner.deciding(place, value).opposite())
        try:
            while (told := self._clash(reasoner.single, assumed, known.mask, [tries])) is None:
                # What the rules allow breaks one of those that the puzzle tells only then.
                if not reasoner.add(self._puzzle.cuts([bool(bit & self._allowed.ones) for bit in reasoner.answer])):
                    return None
                self._guarded = None
        except _TooMany:
            return None
        return trace(reasoner.why, [told], reasoner.base.mask, self._narrowed)._replace(level=NESTED)

    def _shrunk(self, place: Place, why: Why, level: int) -> _Found:
        """Leave out what is not needed to force a place: rules and clues first, known places last."""
        reasoner = self._reasoner
        value = self._solution[place]
        places = sorted(reasoner.owners(why.reason), key=cells_of)
        known = {one: reasoner.meaning({one: self._solution[one]}) for one in places}
        rules, needed = self._minimal(why.rules, known, reasoner.deciding(place, value).opposite())
        return _Found(place, value, rules, frozenset(needed), level)

    def _narrowed(self, why: Why) -> Why:
        """Leave out the rules of a line that are not needed to force something there."""
        if why.wide is None:
            return why
        if (found := self._narrow.get(why)) is None:
            known, forced = why.wide
            rules, needed = self._minimal(
                why.rules, {bit: known.within(bit) for bit in bits(known.mask)}, forced.opposite()
            )
            found = self._narrow[why] = Why(rules, sum(needed), why.level)
        return found

    def _minimal(self, rules: int, known: Mapping[K, Known], wrong: Known) -> tuple[int, list[K]]:
        """Return a smallest part of rules and of what is known that forbids something: all of it is needed."""
        needed = list(known)
        for rule in bits(rules):
            if rules & rule and (told := self._follows(rules & ~rule, map(known.__getitem__, needed), wrong)):
                rules = told.rules
                needed = [one for one in needed if known[one].mask & told.reason]
        for one in known:
            rest = [other for other in needed if other != one]
            if one in needed and (told := self._follows(rules, map(known.__getitem__, rest), wrong)):
                rules = told.rules
                needed = [other for other in rest if known[other].mask & told.reason]
        return rules, needed

    def _follows(self, rules: int, known: Iterable[Known], wrong: Known) -> Why | None:
        """Tell what of these rules and of what is known forbids something; None if they allow it."""
        reasoner, base = self._reasoner, NOTHING
        for one in known:
            base = base.also(one)
        among = [one for one in reasoner.single if not one.rules & ~rules]
        with suppress(_TooMany):
            told = self._clash(among, base.also(wrong), base.mask, [ASSUMED])
            if told is not None or not rules & reasoner.opaque:
                return told
        # Z3 is asked for its verdict alone: that does not depend on its mood.
        if self._guarded is None:
            self._guarded = engine.Guarded(reasoner.rules, self._clock)
        numbers = (bit.bit_length() - 1 for bit in bits(rules))
        if self._guarded.can_hold(numbers, reasoner.literals(base.also(wrong)), self._clock):
            return None
        return Why(rules, base.mask)

    def _clash(
        self, among: Sequence[Inference], known: Known, base: int, tries: list[int], *, fresh: int = -1
    ) -> Why | None:
        """Return the rules and the booleans of `base` that clash, whatever is assumed beside; None if they do not.

        `tries` holds how many assumptions may be tried; raises `_TooMany`. What follows from all but `fresh` is known.
        """
        self._clock.tick()
        found = spread(among, known, fresh=fresh, remember=True)
        why = found.why or {}
        if found.clash is not None:
            return trace(why, found.clash, base, self._narrowed)
        ones, zeros = found.known
        unsettled = [one for one in among if not one.is_settled(ones, zeros)]
        if not unsettled:
            self._allowed = found.known
            return None
        if tries[0] <= 0:
            raise _TooMany
        tries[0] -= 1
        narrow = min(unsettled, key=lambda one: (one.mask & ~(ones | zeros)).bit_count())
        bit = next(bits(narrow.mask & ~(ones | zeros)))
        sides = []
        for side in (Known(bit, 0), Known(0, bit)):
            # What is settled says nothing more, whatever is assumed.
            told = self._clash(unsettled, found.known.also(side), found.known.mask, tries, fresh=bit)
            if told is None:
                return None
            sides.append(told)
            if not told.reason and not told.rules:
                break
        rules, reason = 0, 0
        for told in sides:
            rules, reason = rules | told.rules, reason | told.reason
        return trace(why, [Why(rules, reason)], base, self._narrowed)

    def _step(self, found: Sequence[_Found]) -> Step:
        """Say a step in words."""
        reasoner, puzzle = self._reasoner, self._puzzle
        best = found[0]
        sets = {one.place: one.value for one in sorted(found, key=lambda one: cells_of(one.place))}
        because = reasoner.rules_in(best.rules)
        known = {place: self._solution[place] for place in sorted(best.known, key=cells_of)}
        technique = puzzle.technique(because, list(sets)) or METHODS[best.level - 1]
        return Step(sets, because, known, technique, best.level, _words(puzzle, sets, because, known, best.level))


def _words(
    puzzle: Puzzle, sets: Mapping[Place, int], because: Sequence[Rule], known: Mapping[Place, int], level: int
) -> str:
    """Say in one sentence what is settled, and why."""
    seen, rules = list(_told(puzzle, known)), _joined(list(dict.fromkeys(rule.words for rule in because)))
    reasons = f"{_joined(seen)}, and {rules}" if seen else rules
    told = " and ".join(_told(puzzle, sets))
    is_long = level >= SHORT_ASSUMPTION and len(because) >= LONG
    return f"{told}: {'anything else would clash, as ' if is_long else ''}{reasons}"


def _told(puzzle: Puzzle, places: Mapping[Place, int]) -> Iterator[str]:
    """Say what stands in places, those of one mark together."""
    by_value: dict[int, list[str]] = {}
    for place, value in places.items():
        by_value.setdefault(value, []).append(name_of(place))
    for value, names in by_value.items():
        mark = puzzle.MARKS[value]
        if len(names) == 1:
            yield f"{names[0]} is {mark}"
        else:
            yield f"{_joined(names)} are {plural(mark)}"


def plural(mark: str) -> str:
    """Return a mark's word for several of them: `a sun` becomes `suns`, `blue` stays."""
    return f"{mark.removeprefix('a ')}s" if mark.startswith("a ") else mark


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
