"""Rules as data: a small vocabulary of constraints over variables, with the words a person would use.

The engine compiles a constraint to SMT-LIB text; deduction turns it into a table over its cells. So a rule is stated
once for machines (here) and once in plain Python (`is_solved_by`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import and_, or_
from typing import ClassVar, NamedTuple

from solvers._core.model.grid import Cell
from solvers._core.model.lines import (
    Automaton,
    Forced,
    cage_automaton,
    digit_sets,
    forced_by,
    pair_automaton,
    sight_automaton,
    sum_automaton,
    total_automaton,
)

Counted = tuple[Sequence["Literal"], int, int]
"""Literals, and how many of them hold at least and at most."""


MOST_SETS = 40
"""Of digits with a total that are listed; of more, the weights are added."""
PAIR = 2
"""The cells of a pair."""
MOST_DIGITS = 16
"""Of a cage whose automaton has a state for each set of digits."""
MAX_RULED_OUT = 2
"""How many digits that cannot stand beside another are ruled out one by one, which is faster than listing the rest."""
BASES = {"has": "have", "is": "be", "are": "be", "touches": "touch"}
"""The infinitives of verbs that have more or less than an s of their own."""
_VERB = re.compile(
    r" (has|have|is|are|holds|sees|keeps|points|add|all differ|differ|belongs|touches|touch|meet|counts|shows)( not)?\b"
)


class Literal(NamedTuple):
    """A variable of the puzzle, or its negation; `name` is an SMT-LIB symbol."""

    name: str
    holds: bool = True

    def __invert__(self) -> Literal:
        return tuple.__new__(Literal, (self.name, not self.holds))  # The class itself takes longer.

    def __str__(self) -> str:
        return self.name if self.holds else f"(not {self.name})"


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the literals holds."""

    literals: tuple[Literal, ...]

    def counts(self) -> Iterator[Counted]:
        yield self.literals, 1, len(self.literals)

    def __str__(self) -> str:
        return f"(or false {_spaced(self.literals)})"


@dataclass(frozen=True, slots=True)
class Clauses:
    """At each position at least one of its literals holds, one from each column, or one of `shared`."""

    shared: tuple[Literal, ...]
    columns: tuple[tuple[Literal, ...], ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The shared literals, then those of each column."""
        return tuple(literal for part in (self.shared, *self.columns) for literal in part)

    def counts(self) -> Iterator[Counted]:
        for row in zip(*self.columns, strict=True):
            yield (*self.shared, *row), 1, len(self.shared) + len(row)

    def __str__(self) -> str:
        return f"(and true {' '.join(f'(or false {_spaced(clause)})' for clause, *_ in self.counts())})"


@dataclass(frozen=True, slots=True)
class Exactly:
    """Exactly `count` of the literals hold."""

    count: int
    literals: tuple[Literal, ...]

    def counts(self) -> Iterator[Counted]:
        yield self.literals, self.count, self.count

    def __str__(self) -> str:
        words = f"false {_spaced(self.literals)}"
        if self.count == 1:  # A Sudoku 25×25 takes 0.7 s so, and 1.6 s with one equation.
            return f"(and (or {words}) ((_ at-most 1) {words}))"
        return f"((_ pbeq {self.count} 1{' 1' * len(self.literals)}) {words})"


@dataclass(frozen=True, slots=True)
class AtMost:
    """At most `count` of the literals hold."""

    count: int
    literals: tuple[Literal, ...]

    def counts(self) -> Iterator[Counted]:
        yield self.literals, 0, self.count

    def __str__(self) -> str:
        return f"((_ at-most {self.count}) false {_spaced(self.literals)})"


@dataclass(frozen=True, slots=True)
class _Pair:
    """Something about two sequences of literals."""

    first: tuple[Literal, ...]
    second: tuple[Literal, ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals of both sequences."""
        return (*self.first, *self.second)


@dataclass(frozen=True, slots=True)
class Same(_Pair):
    """Two sequences of literals are equal, position by position."""

    def counts(self) -> Iterator[Counted]:
        for mine, theirs in zip(self.first, self.second, strict=True):
            yield (mine, ~theirs), 1, 2
            yield (~mine, theirs), 1, 2

    def __str__(self) -> str:
        pairs = (f"(= {mine} {theirs})" for mine, theirs in zip(self.first, self.second, strict=True))
        return f"(and true {' '.join(pairs)})"


@dataclass(frozen=True, slots=True)
class Different(_Pair):
    """Two sequences of literals differ in at least one position."""

    def counts(self) -> Iterator[Counted]:
        if len(self.first) == 1:
            yield self.literals, 1, 1

    def __str__(self) -> str:
        pairs = (f"(xor {mine} {theirs})" for mine, theirs in zip(self.first, self.second, strict=True))
        return f"(or false {' '.join(pairs)})"


@dataclass(frozen=True, slots=True)
class Table:
    """All literals of at least one row hold; a row need not mention every variable."""

    rows: tuple[tuple[Literal, ...], ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """Each literal of the rows, once."""
        return tuple(dict.fromkeys(literal for row in self.rows for literal in row))

    def __str__(self) -> str:
        return f"(or false {' '.join(f'(and true {_spaced(row)})' for row in self.rows)})"


class InOrder(ABC):
    """Literals in an order, and what follows from those that are known: see `lines`."""

    __slots__ = ()

    literals: tuple[Literal, ...]

    @property
    def width(self) -> int:
        """How many literals, one after the other, are about one place."""
        return 1

    def clauses(self, helper: str) -> tuple[list[Literal], str]:  # noqa: ARG002 - few need variables of their own
        """Return variables of its own, whose names begin with `helper`, and the term."""
        return [], str(self)

    def alone(self) -> InOrder:
        """Return what it says without other rules that it takes for granted; Z3 is faster with them."""
        return self

    @abstractmethod
    def forced(self, ones: int, zeros: int) -> Forced:
        """Return the forced positions if those of `ones` hold and those of `zeros` do not."""


class Line(InOrder):
    """Literals that an automaton reads.

    Z3 gets another encoding of each: one of the states takes 1.4 to 5 times as long (boards of twelve kinds).
    """

    __slots__ = ()

    @abstractmethod
    def automaton(self) -> Automaton:
        """Return what accepts the lines that are right."""

    def forced(self, ones: int, zeros: int) -> Forced:
        return forced_by(self.automaton(), ones, zeros)


@dataclass(frozen=True, slots=True)
class Sum(Line):
    """The weights of the literals that hold add up to `total`.

    `links` are two masks: positions of literals that hold only if the one before holds, and of those that hold if and
    only if it does.
    """

    total: int
    weights: tuple[int, ...]
    literals: tuple[Literal, ...]
    links: tuple[int, int] = (0, 0)

    @classmethod
    def of_chains(cls, count: int, chains: Iterable[Iterable[Sequence[Literal]]]) -> Sum:
        """Return the sum of chains: so many literals hold: a group together, and only if the group before it does."""
        literals: list[Literal] = []
        chained = joined = 0
        for chain in chains:
            start = len(literals)
            for group in filter(None, chain):
                chained |= (len(literals) > start) << len(literals)
                joined |= sum(1 << at for at in range(len(literals) + 1, len(literals) + len(group)))
                literals += group
        return cls(count, (1,) * len(literals), tuple(literals), (chained, joined))

    def __str__(self) -> str:
        total = f"((_ pbeq {self.total} 1 {' '.join(map(str, self.weights))}) false {_spaced(self.literals)})"
        links = [
            f"({link} {self.literals[at]} {self.literals[at - 1]})"
            for link, positions in zip(("=>", "="), self.links, strict=True)
            for at in range(len(self.literals))
            if positions >> at & 1
        ]
        return f"(and {total} {' '.join(links)})" if links else total

    def alone(self) -> Sum:
        return replace(self, links=(0, 0))

    def automaton(self) -> Automaton:
        return sum_automaton(self.total, self.weights, self.links)


class DigitCells(InOrder):
    """Literals of the digits 1, 2, 3 … of each of `size` cells, which hold one digit each."""

    __slots__ = ()

    size: int

    @property
    def width(self) -> int:
        return len(self.literals) // self.size

    def one_each(self, ones: AbstractSet[tuple[Literal, ...]] = frozenset()) -> str:
        """Return the term that each cell holds one digit, but those whose literals are among `ones`."""
        cells = (self.literals[start : start + self.width] for start in range(0, len(self.literals), self.width))
        return f"(and true {' '.join(str(Exactly(1, digits)) for digits in cells if digits not in ones)})"


@dataclass(frozen=True, slots=True)
class CageSum(DigitCells, Line):
    """Cells that hold one digit each, all different, which add up to `total`; None is any sum.

    The literals are those of the digits 1, 2, 3 … of the first cell, then of the second and so on.
    """

    total: int | None
    size: int
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        if self.size == PAIR and self.total is not None:
            return str(Pair(_adding_up(self.total, self.width), self.literals))
        lines = [_spaced(self.literals[digit :: self.width]) for digit in range(self.width)]
        sets = digit_sets(self.total, self.size, self.width)
        used, needed = reduce(or_, sets, 0), reduce(and_, sets, -1 if self.total is not None else 0)
        terms = [f"((_ at-most 1) {line})" for digit, line in enumerate(lines) if used >> digit & 1]
        terms += (f"(not (or {line}))" for digit, line in enumerate(lines) if not used >> digit & 1)
        terms += (f"(or {line})" for digit, line in enumerate(lines) if needed >> digit & 1)
        if self.total is not None and len(sets) > MOST_SETS:
            terms.append(str(Sum(self.total, (*range(1, self.width + 1),) * self.size, self.literals)))
        elif len(sets) > 1:
            open_ = [digit for digit in range(self.width) if (used & ~needed) >> digit & 1]
            bindings = " ".join(f"(d{digit} (or {lines[digit]}))" for digit in open_)
            ways = (" ".join(f"d{digit}" for digit in open_ if digits >> digit & 1) for digits in sets)
            terms.append(f"(let ({bindings}) (or {' '.join(f'(and {way})' for way in ways)}))")
        return f"(and {' '.join(terms)})"

    def automaton(self) -> Automaton:
        if self.width <= MOST_DIGITS:
            return cage_automaton(self.total, self.size, self.width)
        least, most = (0, self.size * self.width) if self.total is None else (self.total, self.total)
        return total_automaton(range(least, most + 1), self.size, self.width)

    def forced(self, ones: int, zeros: int) -> Forced:
        known = forced_by(self.automaton(), ones, zeros)
        if self.width <= MOST_DIGITS or known is None:
            return known
        must, cannot = known
        first_digits = ((1 << len(self.literals)) - 1) // ((1 << self.width) - 1)
        for digit in range(self.width):
            held = first_digits << digit & ones
            if held & held - 1:
                return None
            cannot |= first_digits << digit & ~(held | zeros) if held else 0
        return None if must & cannot else (must, cannot)


@dataclass(frozen=True, slots=True)
class Total(DigitCells, Line):
    """Cells that hold one digit each, equal ones too, which add up to `total`, or from it to `most`; see `CageSum`."""

    total: int
    size: int
    literals: tuple[Literal, ...]
    most: int | None = None

    def __str__(self) -> str:
        weights = (*range(1, self.width + 1),) * self.size
        if self.most is None:
            return str(Sum(self.total, weights, self.literals))
        listed, words = " ".join(map(str, weights)), _spaced(self.literals)
        return f"(and ((_ pbge {self.total} {listed}) {words}) ((_ pble {self.most} {listed}) {words}))"

    def automaton(self) -> Automaton:
        totals = range(self.total, (self.total if self.most is None else self.most) + 1)
        return total_automaton(totals, self.size, self.width)


@dataclass(frozen=True, slots=True)
class Pair(DigitCells, Line):
    """Two cells hold one digit each; `allowed` has for each digit of the first a mask of those of the second."""

    allowed: tuple[int, ...]
    literals: tuple[Literal, ...]

    size: ClassVar = PAIR  # type: ignore[misc] # others have a field

    def __str__(self) -> str:
        return self.term()

    def term(self, unless: Literal | str = "false") -> str:
        """Write the term, which may fail if `unless` holds."""
        return _pair_text(self.allowed).format(*[literal.name for literal in self.literals], unless=unless)

    def automaton(self) -> Automaton:
        return pair_automaton(self.allowed)


@dataclass(frozen=True, slots=True)
class Sight(Line):
    """Along several arms of so many literals each, `total` are seen that hold, each arm up to one that does not."""

    total: int
    arms: tuple[int, ...]
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        ends = [sum(self.arms[:arm]) for arm in range(1, len(self.arms) + 1)]
        seen = [
            f"(and {_spaced(self.literals[end - size : at + 1])})"
            for end, size in zip(ends, self.arms, strict=True)
            for at in range(end - size, end)
        ]
        return f"((_ pbeq {self.total}{' 1' * len(seen)}) {' '.join(seen)})" if seen else str(not self.total).lower()

    def automaton(self) -> Automaton:
        return sight_automaton(self.total, self.arms)


@dataclass(frozen=True, slots=True)
class Raw:
    """An SMT-LIB term over these literals, for what the vocabulary cannot say; deduction cannot look into it."""

    term: str
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return self.term


Constraint = Clause | Clauses | Exactly | AtMost | Same | Different | Table | InOrder | Raw


@dataclass(frozen=True, slots=True)
class Rule:
    """A constraint, the words a person would use for it, and the cells it is about.

    `name` is what people call a step that this rule alone forces (`balanced line`, `edge`), if it has a name.
    `otherwise` says what would be the case if the rule were broken (`a loop would close`), if there are words for it.
    """

    words: str
    cells: tuple[Cell, ...]
    constraint: Constraint
    name: str = ""
    otherwise: str = ""

    def failure(self) -> str:
        """Say what is the case if it is broken: `row 1 holds 2 stars` becomes `row 1 could not hold 2 stars`."""
        words = self.words
        if self.otherwise or " would " in words:
            return self.otherwise or words
        found = _VERB.search(words)
        if found is None:
            return f"{words} would not hold"
        subject, rest = words[: found.start()], words[found.end() :]
        base = BASES.get(found[1], found[1].removesuffix("s"))
        if "at most " in words or rest.startswith(" no "):
            return f"{subject} would {base}{rest}".replace("at most ", "more than ").replace(" no ", " at least one ")
        if subject.startswith("no "):
            return f"{subject.removeprefix('no ')} would {base}{rest}"
        if found[2]:
            return f"{subject} would {base}{rest}".replace("be both", "both be")
        return f"{subject} could not {base}{rest}"

    def counted(self) -> Counted | None:
        """Return the literals that it counts, and how many hold at least and at most; None if it counts none."""
        return next(iter(self.constraint.counts())) if isinstance(self.constraint, Clause | Exactly | AtMost) else None


class Clue(Rule):
    """A rule that one puzzle adds to those of its kind: a given mark, an edge sign, a sum."""

    __slots__ = ()


class Given(Clue):
    """A mark that is printed in one cell, or on one edge."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Derived(Rule):
    """What several rules force together; an explanation names these in its place."""

    because: tuple[Rule, ...] = ()


class Lazy(InOrder):
    """A constraint on the whole board of more clauses than can be stated, such as that lines are one loop.

    Each clause is stated when it is broken, or forces something: to Z3, which knows no others, and in explanations.
    If all literals are known, `forced` finds whether it holds.
    """

    __slots__ = ()

    LASTING: ClassVar[bool] = False
    """Whether the clauses hold for all puzzles that differ in their clues alone."""

    def __str__(self) -> str:
        return "true"

    @abstractmethod
    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        """Yield rules that these values of the puzzle's answer break, none if they break none."""

    @abstractmethod
    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        """State the rule that forces one of these literals, or the one that is broken: a clause or a count."""

    def on_whole_board(self, ones: int, zeros: int) -> Iterator[tuple[tuple[int, int], Rule]]:  # noqa: ARG002 - few do
        """Yield consequences that a look at the whole board shows, each with the rule that forces it."""
        yield from ()


@lru_cache(maxsize=256)
def _pair_text(allowed: tuple[int, ...]) -> str:
    """Return the term that the digits of two cells go together, with a number in braces per literal."""
    size = len(allowed)
    beside = [sum((allowed[first] >> second & 1) << first for first in range(size)) for second in range(size)]
    clauses: list[str] = []
    for digit, mask in enumerate([*allowed, *beside]):
        others = range(size, 2 * size) if digit < size else range(size)
        apart = [other for other in others if not mask >> other % size & 1]
        if len(apart) > MAX_RULED_OUT:
            needed = " ".join(f"{{{other}}}" for other in others if other not in apart)
            clauses.append(f"(not {{{digit}}}) {needed}")
        else:
            clauses += (f"(not {{{min(digit, other)}}}) (not {{{max(digit, other)}}})" for other in apart)
    return f"(and true {' '.join(f'(or {{unless}} {clause})' for clause in dict.fromkeys(clauses))})"


@lru_cache(maxsize=256)
def _adding_up(total: int, highest: int) -> tuple[int, ...]:
    """Return for each digit up to the highest a mask of the different digit that completes the total."""
    others = (total - digit for digit in range(1, highest + 1))
    return tuple(1 << other - 1 if 1 <= other <= highest and 2 * other != total else 0 for other in others)


def _spaced(literals: Iterable[Literal]) -> str:
    return " ".join(map(str, literals))
