"""The engine: Z3 finds a solution and proves it the only one.

The structure of a board (all that follows from kind and shape) is built once, from SMT-LIB text, and
kept warm; a puzzle's givens and clues live in a scope. Only when that is unsatisfiable is the board
checked again with one guard a clue, to name those that clash. One thread owns Z3.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import z3

from solvers._core.errors import GaveUp, NoSolution, NotUnique
from solvers._core.files import dump_grid
from solvers._core.grid import Grid
from solvers._core.interrupt import ctrl_c_later, heed, interruptible
from solvers._core.puzzle import Solution
from solvers._core.rules import Clause, Literal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from solvers._core.clock import Clock
    from solvers._core.puzzle import Puzzle
    from solvers._core.rules import Clue, Rule

AT_ONCE = 1000
"""Lines of SMT-LIB that Z3 reads in one go: it cannot be interrupted while it reads."""
WARM_STRUCTURES = 32
"""How many structures are kept; the least recently used goes first."""
WARM_BYTES = 96 * 2**20
"""Where Z3 holds more than this, the latest structure alone is kept: a 30×30 takes 24 MB, a 6×6 less than one."""

NO_TIMEOUT = 2**32 - 1
"""Z3's own word for no time limit, in milliseconds."""

_warm: OrderedDict[Hashable, _Structure] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Solutions:
    """Solutions in the order found; `complete` tells that there are no others."""

    grids: tuple[Grid, ...]
    complete: bool
    ms: dict[str, float]


@ctrl_c_later()
def solve(puzzle: Puzzle, clock: Clock) -> Solution:
    """Return the one solution of the puzzle.

    The clock counts building, every check and every cut. Raises `NoSolution` with the clues that clash, `NotUnique`
    with two solutions and the forced cells, `GaveUp`.
    """
    with _scope(puzzle, clock) as scope:
        first = scope.next_solution()
        if first is None:
            raise NoSolution(_clash(puzzle, clock))
        clock.lap("solve")
        values = scope.last
        second = scope.next_solution()
        clock.lap("prove")
        if second is not None:
            try:
                forced = scope.forced()
            except GaveUp:
                # That there are two stands; of no cell is it known that it is forced.
                forced = Grid.make(first.height, first.width)
            raise NotUnique(first, second, forced, lambda grid: dump_grid(grid, puzzle))
    return Solution(first, unique=True, ms=clock.ms(), values=values)


class Guarded:
    """Rules of which any part can be asked whether it can hold."""

    @ctrl_c_later()
    def __init__(self, rules: Sequence[Rule], clock: Clock) -> None:
        """Take the rules; building costs once."""
        self._structure = _Structure(clock)
        self._guards = [Literal(f"rule!{number}") for number in range(len(rules))]
        self._structure.add_guarded(zip(self._guards, rules, strict=True), clock)

    @ctrl_c_later()
    def can_hold(self, rules: Iterable[int], literals: Iterable[Literal], clock: Clock) -> bool:
        """Tell whether some rules, by their numbers, and literals can hold together; raises `GaveUp`."""
        assumed = [*(self._guards[number] for number in rules), *literals]
        return self._structure.check(clock, *map(self._structure.term, assumed))


@ctrl_c_later()
def solutions(puzzle: Puzzle, clock: Clock, *, limit: int | None = None) -> Solutions:
    """Return at most `limit` solutions (all by default), and whether those were all; raises `GaveUp`."""
    found: list[Grid] = []
    complete = False
    with _scope(puzzle, clock) as scope:
        while not complete and (limit is None or len(found) < limit):
            grid = scope.next_solution()
            if grid is None:
                complete = True
            else:
                found.append(grid)
    clock.lap("solve")
    return Solutions(tuple(found), complete, clock.ms())


class _Structure:
    """A Z3 solver that holds the rules of one kind on one shape, or none yet."""

    def __init__(self, clock: Clock, puzzle: Puzzle | None = None) -> None:
        self.solver = z3.SolverFor("QF_FD" if puzzle is None else puzzle.LOGIC, _context())
        self.answer = [] if puzzle is None else [Literal(name) for name in puzzle.answer()]
        self._terms: dict[Literal, z3.BoolRef] = {}
        self._declared: set[str] = set()
        self.spent = False
        """Whether Z3 gave up in the middle: what it says from then on may be wrong."""
        # Z3's own way with Ctrl-C loses one that comes just before an answer: it is Python's alone.
        self.solver.set("ctrl_c", False)  # noqa: FBT003 - Z3's signature
        self._true = z3.BoolVal(True, self.solver.ctx)  # noqa: FBT003 - Z3's signature
        self._answer_names = [self.term(literal).decl() for literal in self.answer]
        self.add(() if puzzle is None else puzzle.rules(), clock)

    def term(self, literal: Literal) -> z3.BoolRef:
        """Return the Z3 term of a literal, made once, to assume it."""
        term = self._terms.get(literal)
        if term is None:
            term = z3.Bool(literal.name, self.solver.ctx)
            term = self._terms[literal] = term if literal.holds else z3.Not(term)
        return term

    def add(self, rules: Iterable[Rule], clock: Clock) -> None:
        """Assert rules as SMT-LIB text: z3py's calls are what costs."""
        self.add_text(((rule.says.literals, str(rule.says)) for rule in rules), clock)

    def add_text(self, terms: Iterable[tuple[Sequence[Literal], str]], clock: Clock) -> None:
        """Assert SMT-LIB terms, each beside the literals it speaks of; a solver wants a name declared just once."""
        lines = []
        for literals, term in terms:
            for name, _ in literals:
                if name not in self._declared:
                    self._declared.add(name)
                    lines.append(f"(declare-const {name} Bool)")
            lines.append(f"(assert {term})")
            clock.tick()
            if len(lines) > AT_ONCE:
                heed()
                self.solver.from_string("\n".join(lines))
                lines = []
        self.solver.from_string("\n".join(lines))

    def add_guarded(self, rules: Iterable[tuple[Literal, Rule]], clock: Clock) -> None:
        """Assert that each rule holds if its guard does."""
        told = (((guard, *rule.says.literals), f"(=> {guard} {rule.says})") for guard, rule in rules)
        self.add_text(told, clock)

    def check(self, clock: Clock, *assumptions: z3.BoolRef) -> bool:
        """Tell whether what is asserted can hold; raises `GaveUp`, or `KeyboardInterrupt` for Ctrl-C that came."""
        clock.tick()
        remaining = clock.remaining()
        # Rounded up: `clock` is to say that time is out. It is set even where nothing changes: then Z3 begins its
        # search afresh, and which solutions it finds first does not depend on the puzzles that it had before.
        limit = NO_TIMEOUT if remaining is None else min(1000 * remaining + 1, NO_TIMEOUT)
        self.solver.set("timeout", int(limit))
        with interruptible(self.solver):
            verdict = self.solver.check(*assumptions)
        heed()
        if verdict == z3.unknown:
            self.spent = True
            clock.tick()
            raise GaveUp(self.solver.reason_unknown())
        return bool(verdict == z3.sat)

    def search(self, puzzle: Puzzle, clock: Clock, assumptions: Sequence[Literal] = ()) -> list[bool] | None:
        """Return values of the answer that no cut of the puzzle forbids, or None when there are none."""
        terms = [self.term(literal) for literal in assumptions]
        while self.check(clock, *terms):
            values = self._values()
            cuts = list(puzzle.cuts(values))
            if not cuts:
                return values
            self.add(cuts, clock)
        return None

    def _values(self) -> list[bool]:
        """Read the answer from the model, by one call of Z3's C interface a term: z3py needs twenty times as long."""
        model, true = self.solver.model(), self._true.as_ast().value
        context, model_itself = model.ctx.ref(), model.model
        read = z3.Z3_model_get_const_interp
        return [read(context, model_itself, name.ast).value == true for name in self._answer_names]

    def core(self, assumptions: Sequence[Literal]) -> list[Literal]:
        """Return those of the last search's assumptions that made it fail, in their order."""
        ids = {term.get_id() for term in self.solver.unsat_core()}
        return [literal for literal in assumptions if self.term(literal).get_id() in ids]


class _Scope:
    """One puzzle inside its warm structure."""

    def __init__(self, puzzle: Puzzle, structure: _Structure, clock: Clock) -> None:
        self._puzzle, self._structure, self._clock = puzzle, structure, clock
        self._found: list[list[bool]] = []
        structure.add(puzzle.clues(), clock)

    @property
    def last(self) -> tuple[bool, ...]:
        """The values of the last solution."""
        return tuple(self._found[-1])

    def next_solution(self) -> Grid | None:
        """Return a solution that was not returned before, or None when there is none left."""
        if self._found:
            self._exclude(range(len(self._found[-1])))
        return self._search()

    def forced(self) -> Grid:
        """Return the cells that are equal in every solution: look for a solution that differs from all found."""
        grid: Grid | None = self._puzzle.grid(self._found[0])
        while grid is not None:
            alike = [at for at, values in enumerate(zip(*self._found, strict=True)) if len(set(values)) == 1]
            self._exclude(alike)
            grid = self._search()
        columns = zip(*self._found, strict=True)
        return self._puzzle.grid([values[0] if len(set(values)) == 1 else None for values in columns])

    def _exclude(self, positions: Iterable[int]) -> None:
        """Ask that the next solution differs from the last one in at least one of the positions."""
        last, structure = self._found[-1], self._structure
        differs = tuple(~structure.answer[at] if last[at] else structure.answer[at] for at in positions)
        structure.add_text([(differs, str(Clause(differs)))], self._clock)

    def _search(self) -> Grid | None:
        values = self._structure.search(self._puzzle, self._clock)
        if values is None:
            return None
        grid = self._puzzle.grid(values)
        if not self._puzzle.is_solved_by(grid):
            msg = f"Z3's answer breaks a rule of {self._puzzle.KIND} or a clue:\n{grid}\n{self._puzzle}"
            raise AssertionError(msg)
        self._found.append(values)
        return grid


@contextmanager
def _scope(puzzle: Puzzle, clock: Clock) -> Iterator[_Scope]:
    """Take the warm structure of the puzzle's shape, or build it; it is kept unless Z3 was stopped in the middle."""
    key = (puzzle.KIND, puzzle.shape)
    structure = _warm.pop(key, None) or _Structure(clock, puzzle)
    clock.lap("build")
    structure.solver.push()
    try:
        yield _Scope(puzzle, structure, clock)
    except (NoSolution, NotUnique):
        _keep(key, structure)
        raise
    _keep(key, structure)


def _keep(key: Hashable, structure: _Structure) -> None:
    if structure.spent:
        return
    structure.solver.pop()
    _warm[key] = structure
    if len(_warm) > WARM_STRUCTURES:
        _warm.popitem(last=False)
    if len(_warm) > 1 and z3.Z3_get_estimated_alloc_size() > WARM_BYTES:
        _warm.clear()
        _warm[key] = structure
        _context.cache_clear()


@cache
def _context() -> z3.Context:
    """Return where structures are made, until the next cleaning: what Z3 forgets to free goes with its context."""
    return z3.Context()


def _clash(puzzle: Puzzle, clock: Clock) -> list[Clue]:
    """Return clues that cannot hold together; none can be left out, unless time ran out while shrinking."""
    structure = _Structure(clock, puzzle)
    clues = {Literal(f"clue!{number}"): clue for number, clue in enumerate(puzzle.clues())}
    structure.add_guarded(clues.items(), clock)
    core = list(clues)
    try:
        if structure.search(puzzle, clock, core) is None:
            core = structure.core(core)
        for guard in core.copy():
            rest = [other for other in core if other != guard]
            if guard in core and structure.search(puzzle, clock, rest) is None:
                core = structure.core(rest)
    except GaveUp:
        pass  # The contradiction stands, it is only told in more words.
    return [clues[guard] for guard in core]
