"""A puzzle's rules and clues stated for OR-tools CP-SAT, with its own constraints where it has them.

Connection is stated lazily: a solution that breaks such a rule is excluded with all that break it alike.
"""

from __future__ import annotations

import importlib
from itertools import chain
from typing import TYPE_CHECKING, Any

from solvers._core.model.rules import AtMost, CageSum, Clause, Different, Exactly, Pair, Same, Sum, Table, Total
from solvers.nonogram import Runs
from tools.bench.report import NotTheOnly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers import Grid, Puzzle
    from solvers._core.model.rules import Constraint, Literal

KNOWN = (AtMost, CageSum, Clause, Different, Exactly, Pair, Runs, Same, Sum, Table, Total)
"""The constraints that are stated below."""
LAZY = {"hitori", "nurikabe", "slitherlink"}
"""The kinds with lazy clauses that take less than seconds so."""


def is_stated(puzzle: Puzzle) -> bool:
    """Return whether all rules of a puzzle can be stated, some of them lazily; views cannot."""
    if puzzle.lazy() is not None and puzzle.KIND not in LAZY:
        return False
    rules = chain(puzzle.rules(), puzzle.clues(), puzzle.hints(for_people=False))
    return all(isinstance(rule.constraint, KNOWN) or str(rule.constraint) == "true" for rule in rules)


def solve(puzzle: Puzzle) -> Grid:
    """Solve with one worker, exclude the solution and solve again; lazy clauses are added as they are needed."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")
    stated = _Stated(cp_model.CpModel())
    answer = [stated.variable(name) for name in puzzle.answer()]
    for rule in chain(puzzle.rules(), puzzle.clues()):
        stated.add(rule.constraint)

    def values() -> list[bool] | None:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        while solver.solve(stated.model) != cp_model.INFEASIBLE:
            found = [bool(solver.value(variable)) for variable in answer]
            broken = [*lazy.broken(found)] if (lazy := puzzle.lazy()) else []
            if not broken:
                return found
            for rule in broken:
                stated.add(rule.constraint)
        return None

    found = values()
    if found is None:
        raise NotTheOnly
    stated.model.add_bool_or([~variable if value else variable for variable, value in zip(answer, found, strict=True)])
    if values() is not None:
        raise NotTheOnly
    return puzzle.grid(found)


class _Stated:
    """A model with a variable for each boolean."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - OR-tools has no types
        self.model = model
        self._variables: dict[str, Any] = {}

    def variable(self, name: str) -> Any:  # noqa: ANN401 - as above
        """Return the variable of a boolean."""
        if name not in self._variables:
            self._variables[name] = self.model.new_bool_var(name)
        return self._variables[name]

    def add(self, constraint: Constraint) -> None:
        """State a constraint."""
        terms = self._terms(constraint.literals)
        match constraint:
            case Clause():
                self.model.add_bool_or(terms)
            case Exactly(count=count):
                self.model.add_exactly_one(terms) if count == 1 else self.model.add(sum(terms) == count)
            case AtMost(count=count):
                self.model.add_at_most_one(terms) if count == 1 else self.model.add(sum(terms) <= count)
            case Same(first=first, second=second):
                for one, other in zip(self._terms(first), self._terms(second), strict=True):
                    self.model.add(one == other)
            case Different(first=first, second=second):
                self._differ(self._terms(first), self._terms(second))
            case Table(rows=rows):
                self._table([self._terms(row) for row in rows])
            case Pair(allowed=allowed, width=width):
                pairs = [(one, two) for one, mask in enumerate(allowed) for two in range(width) if mask >> two & 1]
                self._table([[terms[one], terms[width + two]] for one, two in pairs])
            case Runs(lengths=lengths):
                self._runs(lengths, terms)
            case Sum():
                self._sum(constraint, terms)
            case CageSum() | Total():
                self._digits(constraint, terms)

    def _table(self, rows: Sequence[Sequence[Any]]) -> None:
        """State that all terms of at least one row hold."""
        chosen = [self.model.new_bool_var("") for _ in rows]
        self.model.add_bool_or(chosen)
        for row, is_chosen in zip(rows, chosen, strict=True):
            self.model.add_bool_and(row).only_enforce_if(is_chosen)

    def _sum(self, constraint: Sum, terms: Sequence[Any]) -> None:
        """State a sum, and which terms hold together."""
        implied, equal = constraint.links
        self.model.add(
            sum(weight * term for weight, term in zip(constraint.weights, terms, strict=True)) == constraint.total
        )
        for at in range(1, len(terms)):
            if (implied | equal) >> at & 1:
                self.model.add_implication(terms[at], terms[at - 1])
            if equal >> at & 1:
                self.model.add_implication(terms[at - 1], terms[at])

    def _digits(self, constraint: CageSum | Total, terms: Sequence[Any]) -> None:
        """State that cells hold one digit each, in a cage different ones, with a sum."""
        digits = len(terms) // constraint.size
        for start in range(0, len(terms), digits):
            self.model.add_exactly_one(terms[start : start + digits])
        for digit in range(digits if isinstance(constraint, CageSum) else 0):
            self.model.add_at_most_one(terms[digit::digits])
        if constraint.total is not None:
            self.model.add(sum((at % digits + 1) * term for at, term in enumerate(terms)) == constraint.total)

    def _differ(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        """State that two sequences differ somewhere."""
        apart = []
        for one, other in zip(first, second, strict=True):
            differs = self.model.new_bool_var("")
            self.model.add(one != other).only_enforce_if(differs)
            apart.append(differs)
        self.model.add_bool_or(apart)

    def _runs(self, lengths: Sequence[int], terms: Sequence[Any]) -> None:
        """State runs by an automaton."""
        steps, state = [(0, 0, 0)], 0
        for number, length in enumerate(lengths):
            for _ in range(length):
                steps.append((state, 1, state + 1))
                state += 1
            if number + 1 < len(lengths):
                steps += [(state, 0, state + 1), (state + 1, 0, state + 1)]
                state += 1
            else:
                steps.append((state, 0, state))
        self.model.add_automaton(terms, 0, [state], steps)

    def _terms(self, literals: Sequence[Literal]) -> list[Any]:
        return [self.variable(name) if holds else ~self.variable(name) for name, holds in literals]
