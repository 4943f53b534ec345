"""Rules as data: a small vocabulary over booleans, with the words a person would use.

The engine compiles a constraint to SMT-LIB text, an explainer may turn it into a table over its
cells: a rule is stated once for machines (here) and once in plain Python (`is_solved_by`).
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
class AtLeast:
    """At least `count` of the literals hold."""

    count: int
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return f"((_ at-least {self.count}) false {_spaced(self.literals)})"


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
        pairs = (f"(= {one} {other})" for one, other in zip(self.first, self.second, strict=True))
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
        pairs = (f"(xor {one} {other})" for one, other in zip(self.first, self.second, strict=True))
        return f"(or false {' '.join(pairs)})"


@dataclass(frozen=True, slots=True)
class Table:
    """In at least one of `rows` all literals hold; a row need not speak of every boolean."""

    rows: tuple[tuple[Literal, ...], ...]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """Each literal of the rows, once."""
        return tuple(dict.fromkeys(literal for row in self.rows for literal in row))

    def __str__(self) -> str:
        return f"(or false {' '.join(f'(and true {_spaced(row)})' for row in self.rows)})"


@dataclass(frozen=True, slots=True)
class Raw:
    """An SMT-LIB term over these literals: the way out of the vocabulary."""

    term: str
    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        return self.term


Constraint = Clause | Exactly | AtMost | AtLeast | Same | Different | Table | Raw


@dataclass(frozen=True, slots=True)
class Rule:
    """A constraint as data, with the words a person would use for it and the cells it speaks of.

    `name` is what people call a step that this rule alone forces (`balanced line`, `edge`), if they have a name for it.
    """

    words: str
    cells: tuple[Cell, ...]
    says: Constraint
    name: str = ""


class Clue(Rule):
    """What this one puzzle adds to the rules of its kind: a given mark, an edge sign, a sum."""

    __slots__ = ()


def _spaced(literals: Iterable[Literal]) -> str:
    return " ".join(map(str, literals))
