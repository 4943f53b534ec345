"""Explanations: the solution as steps for people, each with a minimal set of rules, clues and known cells.

A step is found by deduction (`reasoner`), at the easiest level that has one. The set it used is then shrunk until
every member is needed: first rules and clues, then known cells. Where deduction does not decide, only Z3's verdict is
used, so the steps are the same on every machine. The tests check each step with Z3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING

from solvers._core.explain.deduce import Count, Inference, LazyRules, Rows, Why, followed, known_of, propagate, trace
from solvers._core.explain.reasoner import (
    ASSUMPTION,
    LEVELS,
    NESTED,
    ONE_LINE,
    ONE_RULE,
    ROUNDS_AT_ONCE,
    SHORT,
    SHORT_ASSUMPTION,
    Reasoner,
)
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Place, cells_of, place_name
from solvers._core.model.known import NOTHING, Known, bits
from solvers._core.model.puzzle import Broken, Clash, Puzzle, Step
from solvers._core.model.results import METHODS, Clock, Explanation, Solution
from solvers._core.model.rules import Given
from solvers._core.model.sentences import impossible, refutation, sentence
from solvers._core.search.interrupt import ctrl_c_later

if TYPE_CHECKING:
    from solvers._core.search.engine import Structure

NESTED_AT_ONCE = 3
"""After so many places that nested assumptions assign, no others are tried: each may take long."""
SHRUNK_AT_ONCE, LARGE = 3, 40
"""How many of the shortest candidates are shrunk to find the smallest, and the size above which only the first is."""
ASSUMED = 24
"""How many assumptions are tried to decide whether a set forces a place, before Z3 is asked."""
TRIES = 1, 2
"""How many nested assumptions are tried for all candidates before any candidate is tried with more."""


def explain(
    puzzle: Puzzle,
    *,
    known: Mapping[Place, int] | None = None,
    timeout: float | None = None,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
    solution: Solution | None = None,
) -> Explanation:
    """Return the one solution and an iterator over the steps to it, easiest first; raises what `solve` raises.

    `known` holds what is assigned already, as on a board that was begun; raises `BadPuzzle` if the solution differs.
    `timeout` is in seconds and covers all steps. `on_progress` is called with the numbers of assigned and all places.
    With `solution`, what `solve` returned, the puzzle is not solved again.

    >>> steps = givens.explain(givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}))
    >>> print(next(steps))
    R2C1 and R2C4 are white: R2C2 and R2C3 are blue, and row 2 holds as many of each
    """
    explainer = _Explainer(puzzle, known or {}, Clock(timeout), solution)
    return Explanation(explainer.solution.grid, explainer.steps(on_progress))


def refute(  # noqa: PLR0913 - each is an option
    puzzle: Puzzle,
    place: Place,
    value: int,
    *,
    known: Mapping[Place, int] | None = None,
    timeout: float | None = None,
    solution: Solution | None = None,
) -> Clash:
    """Return why a place cannot have a value: the shortest conflict it makes; raises what `explain` raises.

    `known`, `timeout` and `solution` are those of `explain`. Raises `BadPuzzle` if the value is that of the solution,
    or one that the place cannot have.

    >>> puzzle = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
    >>> givens.refute(puzzle, givens.Cell(1, 0), 1).words
    'R2C1 cannot be blue: R2C2 and R2C3 are blue, and row 2 would not hold as many of each'
    """
    others = {other: its for other, its in (known or {}).items() if other != place}
    return _Explainer(puzzle, others, Clock(timeout), solution).refute(place, value)


@dataclass(frozen=True, slots=True)
class _Found:
    """A place that can be assigned, and a minimal set that forces it."""

    place: Place
    value: int
    rules: int
    known: frozenset[Place]
    level: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The sort key: easier steps come first."""
        return self.level, self.rules.bit_count() + len(self.known), len(self.known)


class _TooMany(Exception):
    """More assumptions are needed than allowed."""


class _Explainer(Reasoner):
    def __init__(self, puzzle: Puzzle, known: Mapping[Place, int], clock: Clock, solution: Solution | None) -> None:
        """Take what is assigned already; raises `BadPuzzle` if the solution differs."""
        from solvers._core.search.engine import solve  # It imports Z3.

        self._clock, self.solution = clock, solution or solve(puzzle, clock)
        super().__init__(puzzle, clock.tick)
        self._solved = known_of((1 << at, value) for at, value in enumerate(self.solution.values))
        self._solution = self.places(self._solved)
        self._kept: dict[Place, _Found] = {}
        self._pending: dict[int, list[tuple[Place, Why]]] = {}
        """For each level what it assigns and was not shrunk yet; all of it was found at once."""
        self._allowed = NOTHING
        self._guarded: Structure | None = None
        self._seen, self._by_rule = 0, list[list[_Found]]()
        """The variables known when single rules were applied last, and what each of them assigned."""
        for place, value in known.items():
            if self._solution.get(place) != value:
                raise BadPuzzle(
                    f"{place_name(place)} is {self.puzzle.MARKS.get(value, value)}, but not in the solution"
                )
        self.learn(known)

    def steps(self, on_progress: Callable[[int, int], None]) -> Iterator[Step]:
        """Iterate over the steps until everything is known."""
        on_progress(len(self.known), len(self._solution))
        while self.open():
            found = self._next()
            yield self._step(found)
            for step in found:
                self._kept.pop(step.place, None)
            self.learn({step.place: step.value for step in found})
            on_progress(len(self.known), len(self._solution))

    def refute(self, place: Place, value: int) -> Clash:
        """Return the shortest conflict that a wrong value makes; raise `BadPuzzle` if it is none."""
        if place not in self._solution or value not in self.choices[place]:
            raise BadPuzzle(f"{place_name(place)} cannot hold {value}")
        if self._solution[place] == value:
            raise BadPuzzle(f"{place_name(place)} is {self.puzzle.MARKS.get(value, value)} in the solution")
        wrong = self.meaning({place: value})
        if place in self.known:
            clues = self.puzzle.clues()
            given = tuple(clue for clue in clues if isinstance(clue, Given) and clue.cells == cells_of(place))
            words = f"{impossible(self.puzzle, place, value)}: {given[0].words}"
            return Clash(place, value, given, {}, ONE_RULE, words)
        why = self._broken_at_once(wrong) or self._broken_later(wrong)
        known = {owner: self.meaning({owner: self.known[owner]}) for owner in self.owners(why.reason)}
        rules, needed = self._minimal(why.rules, known, wrong)
        conflict = Clash(
            place,
            value,
            self.rules_in(rules),
            {owner: self.known[owner] for owner in sorted(needed, key=cells_of)},
            why.level,
            "",
        )
        return replace(conflict, words=refutation(self.puzzle, conflict, self._broken(rules, needed, wrong)))

    def _broken_at_once(self, wrong: Known) -> Why | None:
        """Return the smallest set of a rule and known places that wrong values break, None if they break no rule."""
        ones, zeros = self.base.also(wrong)
        found = []
        for inference in self.single:
            if inference.mask & wrong.mask and inference.infer(ones, zeros) is None:
                why = inference.why(ones, zeros, NOTHING)
                found.append(Why(why.rules, why.reason & self.base.mask & ~wrong.mask, ONE_RULE))
        return min(found, key=lambda why: (why.rules.bit_count(), why.reason.bit_count()), default=None)

    def _broken_later(self, wrong: Known) -> Why:
        """Return a set of rules and known places that wrong values break after some rounds, with few of them if any."""
        assumed, base = self.base.also(wrong), self.base.mask
        every = [*self.single, *self.lines]
        for among, rounds, level in ((self.single, SHORT, SHORT_ASSUMPTION), (every, None, ASSUMPTION)):
            found = propagate(among, assumed, rounds=rounds, remember=True)
            if found.conflict is not None:
                return trace(found.why, found.conflict, base)._replace(level=level)
        for tries in TRIES:
            if why := self._nested_conflict(assumed, base, tries):
                return why._replace(level=NESTED)
        return self._everything(wrong)

    def _nested_conflict(self, assumed: Known, base: int, tries: int) -> Why | None:
        """Return why what is assumed cannot be; None if it can, or if that takes more nested assumptions."""
        with suppress(_TooMany):
            return self._conflict(self.single, assumed, base, [tries])
        return None

    def _next(self) -> list[_Found]:
        """Return the easiest places that can be assigned now: all that one set forces."""
        for level in (*LEVELS, NESTED):
            if level > ONE_RULE:
                self._find(level)
            every = [*self._by_one_rule(), *self._by_scanning()] if level == ONE_RULE else [*self._kept.values()]
            if found := [step for step in every if step.level <= level]:
                best = min(found, key=lambda step: step.key)
                others = (step for step in every if step != best)
                return [best, *(step for step in others if (step.rules, step.known) == (best.rules, best.known))]
        # Some rules are raw terms, or too many assumptions are needed: the whole puzzle must be shrunk.
        helpful = max(
            self.open(),
            key=lambda place: self._reach(self.derived.also(self.deciding(place, self._solution[place]))),
        )
        wrong = self.deciding(helpful, self._solution[helpful]).opposite()
        return [self._shrunk(helpful, self._everything(wrong), NESTED)]

    def _everything(self, wrong: Known) -> Why:
        """Return all rules and known places, with those of the whole board that Z3 needs to refute wrong values."""
        while self._can_hold((1 << len(self.rules)) - 1, self.base.also(wrong)):
            if not self.state_broken(self._allowed):
                raise AssertionError(f"a puzzle with one solution has others:\n{self.puzzle}")
        return Why((1 << len(self.rules)) - 1, self.base.mask, NESTED)

    def _by_one_rule(self) -> Iterator[_Found]:
        """Iterate over the places that a single rule or clue assigns; only rules on what is new are applied again."""
        known = self.base.mask
        fresh, self._seen = known & ~self._seen, known
        for number, inference in enumerate(self.single):
            if number >= len(self._by_rule):
                self._by_rule.append(list(self._by_inference(inference)))
            elif inference.mask & fresh:
                self._by_rule[number] = list(self._by_inference(inference))
        for found in self._by_rule:
            yield from (step for step in found if step.place not in self.known)

    def _by_scanning(self) -> Iterator[_Found]:
        """Iterate over the places that a scanned rule assigns after what single rules exclude."""
        if not self.scanned:
            return
        first = self.propagate(self.single, self.base, rounds=1, remember=True)
        then = self.propagate(self.scanned, first.known, rounds=1, remember=True)
        because = then.why | first.why
        for place, value in self.places(then.known.within(~first.known.mask)).items():
            if place not in self._kept or self._kept[place].level > ONE_RULE:
                bit = self.deciding(place, value).mask
                why = trace(because, [Why(0, bit, ONE_LINE)], self.base.mask)
                self._kept[place] = self._shrunk(place, why, ONE_RULE)
            yield self._kept[place]

    def _by_inference(self, inference: Inference) -> Iterator[_Found]:
        ones, zeros = self.base
        for place, value in self.places(inference.infer(ones, zeros) or NOTHING).items():
            if place in self.known:
                continue
            why = inference.why(ones, zeros, self.deciding(place, value))
            needed = self.owners(why.reason)
            is_minimal = isinstance(inference, LazyRules) or len(needed) == why.reason.bit_count()
            if is_minimal and why.rules.bit_count() == 1 and not isinstance(inference, Rows):
                yield _Found(place, value, why.rules, frozenset(needed), ONE_RULE)
            else:
                yield self._shrunk(place, why, ONE_RULE)

    def _find(self, level: int) -> None:
        """Find places that a level assigns, and keep those with the smallest sets."""
        if level == ONE_LINE:
            candidates = list(self._by_two_rounds())
        elif level == NESTED:
            candidates = list(self._nested())
        elif not (candidates := [found for found in self._pending.get(level, ()) if found[0] not in self.known]):
            self.derived = self.base  # New reasons may be shorter than those of before.
            self.why.clear()
            assigned = self.advance(level, remember=True)
            candidates = []
            for place, value in assigned.items():
                bit = self.deciding(place, value).mask
                why = trace(self.why, [Why(0, bit)], self.base.mask)
                candidates.append((place, why))
        # What was hard before may be easy now.
        candidates = [
            (place, why)
            for place, why in candidates
            if place not in self._kept or self._kept[place].level > max(level, ONE_LINE)
        ]
        candidates.sort(key=lambda pair: (pair[1].level, pair[1].rules.bit_count() + pair[1].reason.bit_count()))
        for number, (place, why) in enumerate(candidates):
            size = why.rules.bit_count() + why.reason.bit_count()
            if level > ONE_LINE and number and (number >= SHRUNK_AT_ONCE or size > LARGE):
                break
            self._kept[place] = self._shrunk(place, why, max(why.level, ONE_LINE))
        self._pending[level] = candidates

    def _by_two_rounds(self) -> Iterator[tuple[Place, Why]]:
        """Iterate over the places that a line assigns, or two rounds of rules."""
        found = self.propagate(self.single, self.base, rounds=ROUNDS_AT_ONCE, remember=True)
        lines = self.propagate(self.lines, self.base, rounds=1, remember=True)
        for part in (found, lines):
            for place, value in self.places(part.known.within(~self.base.mask)).items():
                bit = self.deciding(place, value).mask
                yield place, trace(part.why, [Why(0, bit, ONE_LINE)], self.base.mask)
        for excluded, why in self.inside():
            for place in self.places(excluded):
                yield place, why

    def _nested(self) -> Iterator[tuple[Place, Why]]:
        """Iterate over some places that nested assumptions assign, as few assumptions as possible."""
        # What has many consequences is soonest contradicted.
        places = sorted(self.open(), key=lambda place: -self._reach(self._otherwise(place)))
        for tries in TRIES:
            refuted = (
                (place, self._nested_conflict(self._otherwise(place), self.derived.mask, tries)) for place in places
            )
            found = [*islice(((place, why) for place, why in refuted if why), NESTED_AT_ONCE)]
            for place, why in found:
                yield place, trace(self.why, [why], self.base.mask)._replace(level=NESTED)
            if found:
                return

    def _reach(self, assumed: Known) -> int:
        """Return the number of variables known after an assumption."""
        return propagate(self.single, assumed).known.mask.bit_count()

    def _otherwise(self, place: Place) -> Known:
        """Return the derived variables, with a place that does not have its value."""
        return self.derived.also(self.deciding(place, self._solution[place]).opposite())

    def _shrunk(self, place: Place, why: Why, level: int) -> _Found:
        """Leave out what is not needed to force a place: first rules and clues, then known places."""
        value = self._solution[place]
        places = sorted(self.owners(why.reason), key=cells_of)
        known = {owner: self.meaning({owner: self._solution[owner]}) for owner in places}
        rules, needed = self._minimal(why.rules, known, self.deciding(place, value).opposite())
        return _Found(place, value, rules, frozenset(needed), level)

    def _minimal(self, rules: int, known: Mapping[Place, Known], wrong: Known) -> tuple[int, list[Place]]:
        """Return a minimal part of the rules and of what is known that forbids `wrong`."""
        needed = list(known)
        for rule in bits(rules):
            if rules & rule and (why := self._follows(rules & ~rule, map(known.__getitem__, needed), wrong)):
                rules = why.rules
                needed = [key for key in needed if known[key].mask & why.reason]
        for key in known:
            rest = [other for other in needed if other != key]
            if key in needed and (why := self._follows(rules, map(known.__getitem__, rest), wrong)):
                rules = why.rules
                needed = [other for other in rest if known[other].mask & why.reason]
        return rules, needed

    def _follows(self, rules: int, known: Iterable[Known], wrong: Known) -> Why | None:
        """Return those of the rules and known variables that forbid `wrong`; None if they allow it."""
        base = NOTHING
        for part in known:
            base = base.also(part)
        among = self.stated(rules)
        with suppress(_TooMany):
            why = self._conflict(among, base.also(wrong), base.mask, [ASSUMED])
            if why is not None or not rules & self.opaque:
                return why
        return None if self._can_hold(rules, base.also(wrong)) else Why(rules, base.mask)

    @ctrl_c_later()
    def _can_hold(self, rules: int, known: Known) -> bool:
        """Ask Z3 whether rules and known variables can hold together: its verdict is the same on every machine."""
        if self._guarded is None:
            from solvers._core.search.engine import Structure  # It imports Z3.

            self._guarded = Structure(self._clock)
        if not self._guarded.can_hold(self.rules_in(rules), self.literals(known), self._clock):
            return False
        self._allowed = known_of(zip(self.bits.values(), self._guarded.values(self.bits), strict=True))
        return True

    def _conflict(
        self, among: Sequence[Inference], known: Known, base: int, tries: list[int], *, fresh: int = -1
    ) -> Why | None:
        """Return rules and variables of `base` that contradict each other whatever else is assumed, None if none do.

        `tries` holds how many more assumptions are allowed; raises `_TooMany`. Consequences of all but `fresh` are
        known.
        """
        self._clock.tick()
        found = propagate(among, known, fresh=fresh)
        if found.conflict is not None:  # Reasons take long, and are needed only now.
            found = propagate(among, known, fresh=fresh, remember=True)
            return trace(found.why, found.conflict or (), base)
        ones, zeros = found.known
        unsatisfied = [inference for inference in among if not inference.is_satisfied(ones, zeros)]
        if not unsatisfied:
            return None
        if tries[0] <= 0:
            raise _TooMany
        tries[0] -= 1
        open_, new = ~(ones | zeros), found.known.mask & ~base
        # Where something is new, a contradiction is near.
        narrow = min(
            unsatisfied, key=lambda inference: (not inference.mask & new, (inference.mask & open_).bit_count())
        )
        bit = next(bits(narrow.mask & open_))
        rules = reason = 0
        sides = (Known(bit, 0), Known(0, bit))
        for side in sides[::-1] if bit & self._solved.zeros else sides:
            # Satisfied inferences force nothing more.
            refuted = self._conflict(unsatisfied, found.known.also(side), found.known.mask, tries, fresh=bit)
            if refuted is None:
                return None
            rules, reason = rules | refuted.rules, reason | refuted.reason
            if not refuted.reason and not refuted.rules:
                break
        why = propagate(among, known, fresh=fresh, remember=True).why
        return trace(why, [Why(rules, reason)], base)

    def _step(self, found: Sequence[_Found]) -> Step:
        puzzle = self.puzzle
        best = found[0]
        sets = {part.place: part.value for part in sorted(found, key=lambda part: cells_of(part.place))}
        because = self.rules_in(best.rules)
        known = {place: self._solution[place] for place in sorted(best.known, key=cells_of)}
        named = self.rules_in(best.rules & ~self.together) or because
        technique = puzzle.technique(named, list(sets)) or METHODS[best.level - 1]
        step = Step(sets, because, known, technique, best.level, "", puzzle, {**self.known})
        broken = [
            self._broken(part.rules, part.known, self.deciding(part.place, part.value).opposite()) for part in found
        ]
        same = len({one and (one.rule, one.too_many) for one in broken}) == 1
        words = puzzle.words(step, broken[0] if same else None)
        return replace(step, words=words or sentence(puzzle, step, broken[0] if same else None))

    def _broken(self, rules: int, known: Iterable[Place], wrong: Known) -> Broken | None:
        """Return the rules that wrong values break with known places, None if one assumption does not find them."""
        among = self.stated(rules)
        base = self.meaning({place: self._solution[place] for place in known})
        found = propagate(among, base.also(wrong), remember=True)
        if not found.conflict:
            return None
        ones, zeros = found.known
        broken = next((inference for inference in among if inference.infer(ones, zeros) is None), None)
        rule, *_ = self.rules_in(found.conflict[0].rules if broken is None else broken.rules)
        too_many = isinstance(broken, Count) and (
            (ones & broken.plain).bit_count() + (zeros & broken.negated).bit_count() > broken.most
        )
        begun = base.mask | wrong.mask
        used = reduce(or_, (step.reason for step in followed(found.why, found.conflict, begun)), 0)
        return Broken(rule, too_many, self.places(found.known.within(used & ~begun)))
