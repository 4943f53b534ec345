"""Rules as data: a small vocabulary of constraints over booleans, with the words a person would use.

The engine compiles a constraint to SMT-LIB text; deduction turns it into a table over its cells. So a rule is stated
once for machines (here) and once in plain Python (`is_solved_by`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers._core.grid import Cell


class Literal(NamedTuple):
    """A boolean of the puzzle, or its negation; `name` is an SMT-LIB symbol."""

    name: str
    holds: bool = True

    def __invert__(self) -> Literal:
        return Literal(self.name, not self.holds)

    def __str__(self) -> str:
        return self.name if self.holds else f"(not {self.name})"


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the literals holds."""

    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return f"(or false {_spaced(self.literals)})"


@dataclass(frozen=True, slots=True)
class Exactly:
    """Exactly `count` of the literals hold."""

    count: int
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return f"((_ pbeq {self.count} 1{' 1' * len(self.literals)}) false {_spaced(self.literals)})"


@dataclass(frozen=True, slots=True)
class AtMost:
    """At most `count` of the literals hold."""

    count: int
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return f"((_ at-most {self.count}) false {_spaced(self.literals)})"


@dataclass(frozen=True, slots=True)
class Same:
    """Two sequences of literals are equal, position by position."""

    first: tuple[Literal, ...]
    second: tuple[Literal, ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals of both sequences."""
        return (*self.first, *self.second)

    def __str__(self) -> str:
        pairs = (f"(= {mine} {theirs})" for mine, theirs in zip(self.first, self.second, strict=True))
        return f"(and true {' '.join(pairs)})"


@dataclass(frozen=True, slots=True)
class Different:
    """Two sequences of literals differ in at least one position."""

    first: tuple[Literal, ...]
    second: tuple[Literal, ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals of both sequences."""
        return (*self.first, *self.second)

    def __str__(self) -> str:
        pairs = (f"(xor {mine} {theirs})" for mine, theirs in zip(self.first, self.second, strict=True))
        return f"(or false {' '.join(pairs)})"


@dataclass(frozen=True, slots=True)
class Table:
    """All literals of at least one row hold; a row need not mention every boolean."""

    rows: tuple[tuple[Literal, ...], ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """Each literal of the rows, once."""
        return tuple(dict.fromkeys(literal for row in self.rows for literal in row))

    def __str__(self) -> str:
        return f"(or false {' '.join(f'(and true {_spaced(row)})' for row in self.rows)})"


@dataclass(frozen=True, slots=True)
class Sum:
    """The weights of the literals that hold add up to `total`."""

    total: int
    weights: tuple[int, ...]
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return f"((_ pbeq {self.total} 1 {' '.join(map(str, self.weights))}) false {_spaced(self.literals)})"


@dataclass(frozen=True, slots=True)
class Runs:
    """The literals that hold stand in runs of these lengths, in order, with gaps between them."""

    lengths: tuple[int, ...]
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        """Write the term: `f3_1` says that the first run and the gap behind it fill the first 3 places."""
        size, slack = len(self.literals), len(self.literals) + 1 - sum(self.lengths) - len(self.lengths)
        if slack < 0:
            return "false"
        empty = [*(f"{~literal}" for literal in self.literals), "true"]
        ends = [sum(self.lengths[:count]) + count for count in range(len(self.lengths) + 1)]
        lets = [["(f0_0 true)"]]
        for at in range(1, size + 2):
            lets.append([])
            for count, end in enumerate(ends):
                if not end <= at <= end + slack:
                    continue
                ways = [f"f{at - 1}_{count} {empty[at - 1]}"] if end < at else []
                if count:
                    start = at - 1 - self.lengths[count - 1]
                    run = _spaced(self.literals[start : at - 1])
                    ways.append(f"f{start}_{count - 1} {run} {empty[at - 1]}")
                lets[-1].append(f"(f{at}_{count} (or {' '.join(f'(and {way})' for way in ways)}))")
        head = "".join(f"(let ({' '.join(bindings)}) " for bindings in lets if bindings)
        return f"{head}f{size + 1}_{len(self.lengths)}{')' * sum(map(bool, lets))}"


@dataclass(frozen=True, slots=True)
class Raw:
    """An SMT-LIB term over these literals, for what the vocabulary cannot say; deduction cannot look into it."""

    term: str
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return self.term


Constraint = Clause | Exactly | AtMost | Same | Different | Table | Sum | Runs | Raw


@dataclass(frozen=True, slots=True)
class Rule:
    """A constraint, the words a person would use for it, and the cells it is about.

    `name` is what people call a step that this rule alone forces (`balanced line`, `edge`), if it has a name.
    `otherwise` says what would be the case if the rule were broken (`a loop would close`), if there are words for it.
    """

    words: str
    cells: tuple[Cell, ...]
    says: Constraint
    name: str = ""
    otherwise: str = ""


class Clue(Rule):
    """A rule that one puzzle adds to those of its kind: a given mark, an edge sign, a sum."""

    __slots__ = ()


class Given(Clue):
    """A mark that is printed in one cell, or on one edge."""

    __slots__ = ()


def _spaced(literals: Iterable[Literal]) -> str:
    return " ".join(map(str, literals))
