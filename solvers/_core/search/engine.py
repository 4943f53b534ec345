"""The engine: Z3 finds a solution and proves that it is the only one.

The structure of a board (everything that follows from kind and shape) is built once, from SMT-LIB text, and kept warm,
and the givens and clues of a puzzle are asserted in a scope. If they contradict each other, the board is checked again
with one guard literal per clue, to name the clues that do. No two threads use Z3 at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, islice

import z3

from solvers._core.model.errors import GaveUp
from solvers._core.model.files import dump_grid
from solvers._core.model.grid import Grid, Place
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import Clock, NoSolution, NotUnique, Settled, Solution, Solutions
from solvers._core.model.rules import Clause, Clue, Constraint, DigitCells, Exactly, InOrder, Literal, Pair, Rule
from solvers._core.search.interrupt import ctrl_c_later, heed, interruptible

AT_ONCE = 100_000
"""Characters of SMT-LIB that Z3 reads at once: it cannot be interrupted while it reads."""
WARM_STRUCTURES = 32
"""How many structures are kept; the least recently used is dropped first."""
WARM_BYTES = 96 * 2**20
"""Above this memory use only the latest structure is kept: a 30×30 takes 24 MB, a 6×6 less than one."""
MOST_MEMORY = 2048
"""Megabytes that Z3 may use. Its global limit is not used: beyond that, making a context ends the process."""
MEGABYTE = 2**20
CORE_STEPS, FORCED_STEPS, STEPS_A_CHECK = 3_000_000, 1_000_000, 2_000
"""How many of Z3's steps, by its own count, are taken to name the clues that clash, mostly less than three seconds, and
to find the cells that are equal in all solutions, and how many each check counts at least: lazy clauses take time, too.
"""

CACHING, RANDOM = 4, 5
"""Two of Z3's `phase_selection`; QF_UF begins with the first."""

NO_DOMAIN = (z3.Sort * 0)()
"""The sorts of a constant's arguments: none."""
_warm: OrderedDict[Hashable, Structure] = OrderedDict()

# Z3 sorts all variables of a model to shorten functions, which we have none of: that takes most of reading a large one.
# It is not asked of a solver, because that of QF_FD does not heed it.
z3.set_param("model.compact", False)  # noqa: FBT003 - Z3's signature


@ctrl_c_later()
def solve(puzzle: Puzzle, clock: Clock, more: Sequence[Clue] = ()) -> Solution:
    """Return the one solution of the puzzle, perhaps with more clues than its own.

    The time limit covers building, every check and every lazy clause. Raises `NoSolution` with the contradicting clues,
    `NotUnique` with two solutions and the forced cells, or `GaveUp`.
    """
    with _scope(puzzle, clock, more) as scope:
        first = scope.next_solution()
        clock.lap("solve")
        second = first and scope.next_solution()
        clock.lap("prove")
        if first and second:
            forced, settled = scope.forced()
    if first is None:
        raise NoSolution(*_core_of(puzzle, clock, more))
    if second is not None:
        raise NotUnique(first, second, forced, settled, lambda grid: dump_grid(grid, puzzle))
    return Solution(first, unique=True, ms=clock.ms(), values=tuple(scope.found[0]))


@ctrl_c_later()
def solutions(puzzle: Puzzle, clock: Clock, *, limit: int | None = None) -> Solutions:
    """Return at most `limit` solutions (all by default), and whether those were all; raises `GaveUp`."""
    with _scope(puzzle, clock) as scope:
        found = tuple(islice(iter(scope.next_solution, None), limit))
    clock.lap("solve")
    return Solutions(found, limit is None or len(found) < limit, clock.ms())


class Others:
    """Looks for other solutions than that of a puzzle while the puzzle loses clues."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Take a puzzle that has one solution; nothing is built before it is needed."""
        self._richest = puzzle
        self._structure: Structure | None = None

    @ctrl_c_later()
    def has_other(self, puzzle: Puzzle, clock: Clock) -> bool:
        """Return whether the puzzle has another solution without some of its clues; raises `GaveUp`."""
        if self._structure is None:
            self._structure = Structure(clock, puzzle, is_own=True)
            scope = _Scope(puzzle, self._structure, clock)
            scope.found.append(self._search(self._structure, self._richest, clock) or [])
            scope.exclude(range(len(scope.found[-1])))
        return self._search(self._structure, puzzle, clock) is not None

    def _search(self, structure: Structure, puzzle: Puzzle, clock: Clock) -> list[bool] | None:
        guards, lazy = structure.guards(puzzle.clues(), clock), puzzle.lazy()
        if lazy and lazy.LASTING:  # What was found for one puzzle helps all others more than hints do.
            return structure.search(puzzle, clock, guards)
        structure.push()  # Hints and lazy clauses may depend on all clues.
        structure.add(() if puzzle.ENCODED else puzzle.hints(for_people=False), clock)
        found = structure.search(puzzle, clock, guards)
        structure.solver.pop()
        return found


class Structure:
    """A Z3 solver with the rules of one kind and shape, or without any."""

    def __init__(self, clock: Clock, puzzle: Puzzle | None = None, *, is_own: bool = False) -> None:
        """Assert the rules of a puzzle's shape, unless its hints state them.

        The search depends on what its Z3 context has held: a structure that `is_own`, or has no puzzle, has a new one.
        """
        self._logic = "QF_FD" if puzzle is None else puzzle.LOGIC
        shared = (z3.Context(), dict[str, z3.FuncDecl]()) if is_own or puzzle is None else _shared()
        self.solver, self._symbols = z3.SolverFor(self._logic, shared[0]), shared[1]
        self.names = () if puzzle is None else puzzle.answer()
        self.answer = [*map(Literal, self.names)]
        self._terms: dict[Literal, z3.BoolRef] = {}
        self._guards: dict[Constraint, Literal] = {}
        """For each constraint that may be left out the literal that makes it hold."""
        self._declared: set[str] = set()
        self._lines = self._lasting_lines = 0
        """How many lines have helpers, so that each gets other names, and how many of them are rules of the shape."""
        self._is_alone = puzzle is not None and puzzle.ALONE
        rules = [] if puzzle is None or (puzzle.ENCODED and not is_own) else puzzle.stated_rules()
        self._phase = (puzzle and puzzle.PHASE) or ("caching" if puzzle is None or puzzle.lazy() else "always_false")
        self.guess()
        self.solver.set("max_memory", MOST_MEMORY)
        self.spent = False
        """Whether Z3 gave up: its later answers may be wrong."""
        self._true = z3.BoolVal(True, self.solver.ctx)  # noqa: FBT003 - Z3's signature
        self._sort = self._true.sort()
        self._answer_symbols = list[z3.FuncDecl]()
        self._one_each = () if puzzle is None else puzzle.one_each()
        self._held = [positions[0] for positions in self._one_each]
        """The variable of each place that was true in the last model."""
        for name in self.names:
            clock.tick()
            heed()
            self._answer_symbols.append(self._symbol(name))
        self._ones = {
            rule.constraint.literals
            for rule in rules
            if isinstance(rule.constraint, Exactly) and rule.constraint.count == 1
        }
        self.add(rules, clock)
        self._lasting_lines = self._lines

    def term(self, literal: Literal) -> z3.BoolRef:
        """Return the Z3 term of a literal, for use as an assumption."""
        term = self._terms.get(literal)
        if term is None:
            term = z3.Bool(literal.name, self.solver.ctx)
            term = self._terms[literal] = term if literal.holds else z3.Not(term)
        return term

    def guess(self, *, at_random: bool = False) -> None:
        """Choose the value of variables that nothing is known of: in QF_FD false where most are in a solution."""
        if self._logic == "QF_FD":
            self.solver.set("phase", "random" if at_random else self._phase)
        else:
            self.solver.set("phase_selection", RANDOM if at_random else CACHING)

    def _symbol(self, name: str) -> z3.FuncDecl:
        if (symbol := self._symbols.get(name)) is None:
            context = self.solver.ctx.ref()  # Z3's C interface is three times as fast as z3py.
            made = z3.Z3_mk_func_decl(context, z3.Z3_mk_string_symbol(context, name), 0, NO_DOMAIN, self._sort.ast)
            z3.Z3_inc_ref(context, made)  # It lives as long as the context.
            symbol = self._symbols[name] = made
        return symbol

    def add(self, rules: Iterable[Rule], clock: Clock) -> None:
        """Assert rules as SMT-LIB text, which is much faster than z3py's calls."""
        self.add_text((self._text(rule.constraint) for rule in rules), clock)

    def _text(self, constraint: Constraint) -> tuple[Sequence[Literal], str]:
        if not isinstance(constraint, InOrder):
            return constraint.literals, str(constraint)
        self._lines += 1
        helpers, term = constraint.clauses(f"line{self._lines}!")
        if isinstance(constraint, DigitCells):
            term = f"(and {term} {constraint.one_each(self._ones)})"
        return (*constraint.literals, *helpers), term

    def add_text(self, terms: Iterable[tuple[Sequence[Literal], str]], clock: Clock) -> None:
        """Assert SMT-LIB terms, each with its literals; a name must be declared exactly once."""
        lines, length = list[str](), 0
        for literals, term in terms:
            for name, _ in literals:
                if name not in self._declared:
                    self._declared.add(name)
                    lines.append(f"(declare-const {name} Bool)")
            lines.append(f"(assert {term})")
            length += len(term)
            clock.tick()
            if length > AT_ONCE:
                heed()
                self.solver.from_string("\n".join(lines))
                lines, length = [], 0
                if z3.Z3_get_estimated_alloc_size() > MOST_MEMORY * MEGABYTE:
                    raise _out_of_memory()
        if lines:
            self.solver.from_string("\n".join(lines))

    def open_scope(self, clues: Iterable[Rule], clock: Clock) -> None:
        """Assert the clues of one puzzle, until the next `pop`.

        Pairs stay, each behind a guard literal, because other puzzles of the shape have much the same.
        """
        self._lines = self._lasting_lines
        pairs, others = list[Rule](), list[Rule]()
        for clue in clues:
            clock.tick()
            (pairs if isinstance(clue.constraint, Pair) else others).append(clue)
        guards = self.guards(pairs, clock)
        if not self._is_alone:
            self.push()
        self.add_text((((guard,), str(guard)) for guard in guards), clock)
        self.add(others, clock)

    def push(self) -> None:
        """Begin a scope; raises `GaveUp` if Z3, which works on what was asserted before, runs out of memory."""
        try:
            self.solver.push()
        except z3.Z3Exception as error:
            raise _out_of_memory() if "memory" in str(error) else error from None

    def guards(self, rules: Iterable[Rule], clock: Clock) -> list[Literal]:
        """Return for each rule the literal that makes it hold; rules that are new are asserted."""
        found, new = list[Literal](), list[tuple[Sequence[Literal], str]]()
        for rule in rules:
            constraint = rule.constraint
            if (guard := self._guards.get(constraint)) is None:
                guard = self._guards[constraint] = Literal(f"guard!{len(self._guards)}")
                literals, term = self._text(constraint)
                if isinstance(constraint, Pair):  # Z3 is faster with clauses.
                    term = f"(and {constraint.term(unless=~guard)} (=> {guard} {constraint.one_each(self._ones)}))"
                else:
                    term = f"(=> {guard} {term})"
                new.append(((guard, *literals), term))
            found.append(guard)
        self.add_text(new, clock)
        return found

    def check(self, clock: Clock, *assumptions: z3.BoolRef) -> bool:
        """Return whether the assertions are satisfiable; raises `GaveUp`, or `KeyboardInterrupt` after Ctrl-C."""
        clock.tick()
        # Z3's own handler loses a Ctrl-C that arrives just before an answer, so Python handles it. What is set, even to
        # what it was, restarts the search: the first solution does not depend on earlier puzzles.
        self.solver.set("ctrl_c", False)  # noqa: FBT003 - Z3's signature
        # Z3's own `check` looks at the sort of each assumption, which takes longer than most checks.
        terms = (z3.Ast * len(assumptions))(*(term.as_ast() for term in assumptions))
        if clock.steps is not None:
            before = self._counted()
            self.solver.set("rlimit", max(1, clock.steps))
        check = partial(z3.Z3_solver_check_assumptions, self.solver.ctx.ref(), self.solver.solver, len(terms), terms)
        verdict = z3.CheckSatResult(interruptible(self.solver, clock.remaining(), check))
        if clock.steps is not None:
            self.solver.set("rlimit", 0)
            clock.steps -= STEPS_A_CHECK + (self._counted() - before if before else 0)  # Building counts, too.
        if verdict == z3.unknown:
            self.spent = True
            clock.tick()
            reason = self.solver.reason_unknown()
            raise _out_of_memory() if "memory" in reason else GaveUp(reason)
        return bool(verdict == z3.sat)

    def _counted(self) -> int:
        """Return how many steps Z3 has counted in all, 0 before the first check."""
        found = self.solver.statistics()
        return int(found.get_key_value("rlimit count")) if "rlimit count" in found.keys() else 0  # noqa: SIM118 - it has no iterator

    def can_hold(self, rules: Iterable[Rule], literals: Iterable[Literal], clock: Clock) -> bool:
        """Return whether some rules and literals can hold together; raises `GaveUp`."""
        return self.check(clock, *map(self.term, (*self.guards(rules, clock), *literals)))

    def search(self, puzzle: Puzzle, clock: Clock, assumptions: Sequence[Literal] = ()) -> list[bool] | None:
        """Return values of the answer that break no lazy clause, or None if there are none."""
        terms = [self.term(literal) for literal in assumptions]
        stated: set[Constraint] = set()
        lazy = puzzle.lazy()
        while self.check(clock, *terms):
            values = self.values(self.names)
            # One that was stated before depends on a clue that is not assumed.
            broken = [rule for rule in lazy.broken(values) if rule.constraint not in stated] if lazy else []
            if not broken:
                return values
            stated.update(rule.constraint for rule in broken)
            self.add(broken, clock)
        return None

    def values(self, names: Iterable[str]) -> list[bool]:
        """Read variables from the model by Z3's C interface, which is much faster than z3py."""
        model, true = self.solver.model(), self._true.as_ast().value
        symbols = self._answer_symbols if names is self.names else [*map(self._symbol, names)]
        look = partial(z3.Z3_model_get_const_interp, model.ctx.ref(), model.model)
        if names is not self.names or not self._one_each:
            return [value.value == true for value in map(look, symbols)]
        values = [False] * len(symbols)
        for number, positions in enumerate(self._one_each):  # Most places hold what they held before.
            if look(symbols[self._held[number]]).value != true:
                self._held[number] = next(at for at in positions if look(symbols[at]).value == true)
            values[self._held[number]] = True
        return values

    def core(self, assumptions: Sequence[Literal]) -> list[Literal]:
        """Return the assumptions that made the last search fail, in their order."""
        ids = {term.get_id() for term in self.solver.unsat_core()}
        return [literal for literal in assumptions if self.term(literal).get_id() in ids]


def _out_of_memory() -> GaveUp:
    return GaveUp(f"Z3 needs more than {MOST_MEMORY / 1024:g} GB of memory")


class _Scope:
    """One puzzle inside its warm structure."""

    def __init__(self, puzzle: Puzzle, structure: Structure, clock: Clock) -> None:
        self._puzzle, self._structure, self._clock = puzzle, structure, clock
        self.found: list[list[bool]] = []
        """The values of each solution that is known."""

    def next_solution(self) -> Grid | None:
        """Return a solution that was not returned before, or None if there is none left."""
        if self.found:
            self.exclude(range(len(self.found[-1])))
        likely = self._puzzle.likely()
        return (likely and self._search(likely)) or self._search()

    def forced(self) -> tuple[Grid, Settled]:
        """Return the cells that are equal in every solution, and for each place whether it is; see `NotUnique`.

        They are found by searching for solutions that differ from all found. If that takes too long, only what single
        clues say is known to be forced.
        """
        first, clues = self.found[0], self._puzzle.clues()
        answer = [literal if value else ~literal for literal, value in zip(self._structure.answer, first, strict=True)]
        units = {clue.constraint.literals for clue in clues if isinstance(clue.constraint, Clause)}
        sure = alike = {literal for literal in answer if (literal,) in units}
        # Z3 begins with the values of its last solution, so the next one would differ in a few cells of many.
        self._structure.guess(at_random=True)
        equal: Sequence[int] = range(len(first))
        with self._clock.within(FORCED_STEPS):
            for other in self.found:  # which grows meanwhile
                equal = [at for at in equal if first[at] == other[at]]
                alike = {answer[at] for at in equal}
                if other is self.found[-1]:
                    self.exclude(equal)
                    self._search()
            sure = alike
        self._structure.guess()

        def is_in(literals: set[Literal], place: Place) -> bool:
            return any(map(literals.issuperset, choices[place].values()))

        choices = self._puzzle.choices()
        settled = {place: is_in(sure, place) or (None if is_in(alike, place) else False) for place in choices}
        return self._puzzle.grid([literal.holds if literal in sure else None for literal in answer]), settled

    def exclude(self, positions: Iterable[int]) -> None:
        """Require that the next solution differs from the latest in at least one of the positions."""
        last, structure = self.found[-1], self._structure
        if self._puzzle.one_each():
            positions = [at for at in positions if last[at]]
        differs = tuple(~structure.answer[at] if last[at] else structure.answer[at] for at in positions)
        structure.add_text([(differs, str(Clause(differs)))], self._clock)

    def _search(self, assumptions: Sequence[Literal] = ()) -> Grid | None:
        values = self._structure.search(self._puzzle, self._clock, assumptions)
        if values is None:
            return None
        grid = self._puzzle.grid(values)
        if not self._puzzle.is_solved_by(grid):
            puzzle = self._puzzle
            raise AssertionError(f"Z3's answer breaks a rule or a clue of {puzzle.KIND}:\n{grid}\n{puzzle!r}")
        self.found.append(values)
        return grid


@contextmanager
def _scope(puzzle: Puzzle, clock: Clock, more: Sequence[Clue] = ()) -> Iterator[_Scope]:
    """Take the warm structure of the puzzle's shape, or build it; keep it afterwards unless Z3 was stopped."""
    height, width = puzzle.board.height, puzzle.board.width
    if height * width > puzzle.MOST_CELLS:
        raise GaveUp(
            f"{height} rows and {width} columns are more than {puzzle.MOST_CELLS:,} cells, the most for {puzzle.KIND}"
        )
    key = (puzzle.KIND, puzzle.shape)
    structure = _warm.pop(key) if key in _warm else Structure(clock, puzzle)
    structure.open_scope(chain(puzzle.clues(), more, puzzle.hints(for_people=False)), clock)
    clock.lap("build")
    yield _Scope(puzzle, structure, clock)
    if structure.spent or puzzle.ALONE:
        return
    structure.solver.pop()
    _warm[key] = structure
    if len(_warm) > WARM_STRUCTURES:
        _warm.popitem(last=False)
    if len(_warm) > 1 and z3.Z3_get_estimated_alloc_size() > WARM_BYTES:
        _warm.clear()
        _warm[key] = structure
        _shared.cache_clear()


@cache
def _shared() -> tuple[z3.Context, dict[str, z3.FuncDecl]]:
    """Return the Z3 context of all structures, and the booleans that are read from their models.

    They are replaced at each cleanup, which frees what Z3 leaks.
    """
    return z3.Context(), {}


def _core_of(puzzle: Puzzle, clock: Clock, more: Sequence[Clue]) -> tuple[list[Clue], bool]:
    """Return an unsatisfiable core of the clues, and whether it is minimal (stops after `CORE_STEPS`)."""
    clues, puzzle = [*puzzle.clues(), *more], puzzle.bare()
    structure = Structure(clock, puzzle, is_own=True)
    clue_of = dict(zip(structure.guards(clues, clock), clues, strict=True))
    core, smallest = list(clue_of), False
    with clock.within(CORE_STEPS):
        if structure.search(puzzle, clock, core) is not None:
            return clues, False
        core = structure.core(core)
        if clues and not core:
            return _broken_rules(puzzle, clock) or clues, False
        for guard in core.copy():
            rest = [other for other in core if other != guard]
            if guard in core and structure.search(puzzle, clock, rest) is None:
                core = structure.core(rest)
        smallest = True
    return [clue_of[guard] for guard in core], smallest


def _broken_rules(puzzle: Puzzle, clock: Clock) -> list[Clue]:
    """Return rules that contradict each other, where what is printed on the board says so and is part of its shape."""
    structure = Structure(clock)
    rules = puzzle.stated_rules()
    rule_of = dict(zip(structure.guards(rules, clock), rules, strict=True))
    if structure.check(clock, *map(structure.term, rule_of)):
        return []
    core = [rule_of[guard] for guard in structure.core([*rule_of])]
    return [
        Clue(rule.failure() if len(core) == 1 else rule.words, rule.cells, rule.constraint, rule.name) for rule in core
    ]
