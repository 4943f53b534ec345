"""The engine, on toy kinds: every constraint, lazy clauses, time limits, Ctrl-C and warm structures."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, product, repeat
from random import Random
from typing import ClassVar, Self
from unittest.mock import create_autospec

import pytest
import z3

from solvers import (
    Cell,
    Clock,
    GaveUp,
    Grid,
    NoSolution,
    NotUnique,
    Puzzle,
    Rule,
    Solution,
    Solutions,
    ThreeInARow,
    load,
)
from solvers._core.model.lines import Forced
from solvers._core.model.puzzle import Choices
from solvers._core.model.rules import (
    AtMost,
    CageSum,
    Clause,
    Clauses,
    Clue,
    Constraint,
    Different,
    Exactly,
    InOrder,
    Lazy,
    Literal,
    Raw,
    Same,
    Sum,
    Table,
)
from solvers._core.search import engine
from solvers.nonogram import Runs
from solvers.skyscrapers import View
from tests import ROOT
from tests.brute import is_cage, is_view
from tests.children import run


def solve(puzzle: Puzzle, *, timeout: float | None = None) -> Solution:
    """Solve with the engine alone: most toys need no search."""
    return engine.solve(puzzle, Clock(timeout))


def solutions(puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None) -> Solutions:
    """Find solutions with the engine alone."""
    return engine.solutions(puzzle, Clock(timeout), limit=limit)


A, B, C, D = (Literal(f"R1C{number}") for number in (1, 2, 3, 4))
ODD = Raw("(xor R1C1 R1C2 R1C3)", (A, B, C))


def holds(constraint: Constraint, row: Sequence[bool]) -> bool:  # noqa: C901, PLR0911 - one per constraint
    """Return, in plain Python, whether a row of booleans obeys a constraint."""

    def values(literals: Iterable[Literal]) -> list[bool]:
        return [row[int(literal.name.removeprefix("R1C")) - 1] == literal.holds for literal in literals]

    match constraint:
        case Clause():
            return any(values(constraint.literals))
        case Clauses():
            return all(any(values((*constraint.shared, *row))) for row in zip(*constraint.columns, strict=True))
        case Exactly():
            return sum(values(constraint.literals)) == constraint.count
        case AtMost():
            return sum(values(constraint.literals)) <= constraint.count
        case Same():
            return values(constraint.first) == values(constraint.second)
        case Different():
            return values(constraint.first) != values(constraint.second)
        case Table():
            return any(all(values(row)) for row in constraint.rows)
        case Sum():
            values_of = zip(constraint.weights, values(constraint.literals), strict=True)
            links = list(pairwise(values(constraint.literals)))
            return sum(weight for weight, value in values_of if value) == constraint.total and all(
                (before or not value or not constraint.links[0] >> at & 1)
                and (before == value or not constraint.links[1] >> at & 1)
                for at, (before, value) in enumerate(links, start=1)
            )
        case Runs():
            runs = [len(list(run)) for value, run in groupby(values(constraint.literals)) if value]
            return tuple(runs) == constraint.lengths
        case CageSum() | View():
            return holds_digits(constraint, values(constraint.literals))
        case InOrder():
            raise NotImplementedError
        case Raw():
            assert constraint == ODD
            return sum(values(constraint.literals)) % 2 == 1


def holds_digits(constraint: CageSum | View, held: Sequence[bool]) -> bool:
    """Return whether cells with a boolean for each digit hold one each, and these obey a constraint."""
    width = len(held) // constraint.size
    cells = [[at + 1 for at in range(width) if held[start + at]] for start in range(0, len(held), width)]
    digits = [cell[0] for cell in cells if len(cell) == 1]
    if len(digits) < len(cells):
        return False
    return (
        is_view(digits, constraint.count, distinct=constraint.distinct)
        if isinstance(constraint, View)
        else is_cage(digits, constraint.total)
    )


class Unstated(Lazy):
    """Constraints that are stated once they are broken."""

    literals = ()

    def __init__(self, constraints: tuple[Constraint, ...]) -> None:
        """Take the constraints."""
        self._constraints = constraints

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        """Yield those that are broken."""
        return (
            Rule("a lazy clause", (), constraint) for constraint in self._constraints if not holds(constraint, values)
        )

    def forced(self, ones: int, zeros: int) -> Forced:
        """Do not deduce."""
        raise NotImplementedError

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        """Do not explain."""
        raise NotImplementedError


@dataclass(frozen=True)
class Toy(Puzzle):
    """One row of booleans under any constraints.

    1. The constraints in `stated`.
    2. The constraints in `unstated`, which only `lazy` passes to the engine.
    3. The constraints in `hidden`, which the engine never sees.
    """

    width: int
    stated: tuple[Constraint, ...] = ()
    unstated: tuple[Constraint, ...] = ()
    hidden: tuple[Constraint, ...] = ()
    givens: tuple[Literal, ...] = ()

    KIND: ClassVar = "toy"
    MARKS: ClassVar = {0: "no", 1: "yes"}
    SIZE: ClassVar = (1, 4)

    @property
    def board(self) -> Grid:
        """The one row."""
        return Grid.make(1, self.width)

    @property
    def shape(self) -> Hashable:
        """Everything except the givens."""
        return self.width, self.stated, self.unstated, self.hidden

    def rules(self) -> Iterator[Rule]:
        """Rule 1."""
        return (Rule("a rule", (), constraint) for constraint in self.stated)

    def clues(self) -> Iterator[Clue]:
        """Yield one clue per given."""
        return (Clue(str(given), (), Clause((given,))) for given in self.givens)

    def choices(self) -> Choices:
        """Return that each cell is 0 or 1."""
        return {cell: {0: (~Literal(str(cell)),), 1: (Literal(str(cell)),)} for cell in self.board.cells()}

    def lazy(self) -> Unstated:
        """Return rule 2."""
        return Unstated(self.unstated)

    def is_solved_by(self, grid: Grid) -> bool:
        """Check givens and rules."""
        constraints = (*(Clause((given,)) for given in self.givens), *self.stated, *self.unstated, *self.hidden)
        row = [value == 1 for value in grid.values[0]]
        return len(row) == self.width and all(holds(constraint, row) for constraint in constraints)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:  # noqa: ARG003
        """Make a row without rules."""
        return cls(size[1]), Grid([[0] * size[1]])


def brute_force(toy: Toy) -> set[str]:
    """Return all solutions, found by trying every row."""
    rows = (Grid([row]) for row in product((0, 1), repeat=toy.width))
    return {str(row) for row in rows if toy.is_solved_by(row)}


def found(toy: Toy) -> set[str]:
    """Return all solutions, found by the engine."""
    everything = solutions(toy)

    assert everything.complete
    return {str(grid) for grid in everything.grids}


def pigeonhole(holes: int, *givens: Literal) -> Toy:
    """Put one more pigeon than holes into the holes: intractable from 10 holes on, unless R1C1 is true."""
    excuse, pigeons = A, holes + 1
    at = {place: Literal(f"R1C{number + 2}") for number, place in enumerate(product(range(pigeons), range(holes)))}
    housed = [Clause((excuse, *(at[pigeon, hole] for hole in range(holes)))) for pigeon in range(pigeons)]
    alone = [
        Clause((excuse, ~at[earlier, hole], ~at[pigeon, hole]))
        for hole in range(holes)
        for pigeon in range(pigeons)
        for earlier in range(pigeon)
    ]
    return Toy(1 + len(at), (*housed, *alone), givens=givens)


VOCABULARY: list[Constraint] = [Clause(()), Clauses((A,), ()), Exactly(0, ()), AtMost(0, ()), Same((), ()), Table(())]
VOCABULARY += [Different((), ()), Table(((),)), Sum(0, (), ()), Sum(1, (), ()), Runs((), ()), Runs((1,), ()), ODD]
VOCABULARY += [Sum.of_chains(2, [[[A, B], [C]], [[~D]]]), Sum.of_chains(1, [[[A], [], [~B], [C]], [[D]]])]
VOCABULARY += [CageSum(total, 2, (A, B, C, D)) for total in (3, None, 4)]
VOCABULARY += [CageSum(2, 1, (A, B, ~C, D)), View(1, 2, (A, B, C, D)), View(2, 2, (A, ~B, C, D)), View(1, 1, (D,))]
VOCABULARY += [View(1, 2, (A, B, C, D), distinct=False)]
"""Constraints of nothing, and those that deduction is not tested with on any booleans."""


@pytest.mark.parametrize("constraint", VOCABULARY, ids=str)
def test_vocabulary(constraint: Constraint) -> None:
    """They allow the same rows in Z3 as in plain Python."""
    toy = Toy(4, (constraint,))

    assert brute_force(toy) == found(toy)


def test_cuts() -> None:
    """Rules that only lazy clauses state hold in the only solution, in both, or name exactly the clues that clash."""
    two = Exactly(2, (A, B, C, D))
    several = Toy(4, (two,), unstated=(Different((A,), (B,)), Clause((C,))))
    with pytest.raises(NotUnique) as caught:
        solve(several)
    with pytest.raises(NoSolution, match=r"no solution: R1C1, but R1C2$"):
        solve(Toy(4, unstated=(Different((A,), (B,)),), givens=(D, A, ~C, B)))

    assert "0011" == str(solve(Toy(4, (two,), unstated=(Same((A,), (B,)), Clause((C,))))).grid)
    assert {"0110", "1010"} == {str(caught.value.first), str(caught.value.second)} == brute_force(several)
    assert Grid.parse("..10") == caught.value.forced


def test_no_solution_of_rules_alone() -> None:
    """If the rules contradict each other, no clue is named but, if there is one, what of the board breaks the rules."""
    with pytest.raises(NoSolution, match="the rules alone allow none") as caught:
        solve(Toy(2, rules := (Clause((A,)), Clause((~A,)))))
    assert caught.value.core == ()
    with pytest.raises(NoSolution, match=r"a rule, but a rule .perhaps not all"):
        solve(Toy(2, rules, givens=(B,)))


def test_wrong_answer_is_never_returned() -> None:
    """An answer of Z3 that the plain check rejects is reported as a bug, not returned."""
    with pytest.raises(AssertionError, match="breaks a rule or a clue of toy"):
        solve(Toy(2, (Same((A,), (B,)),), hidden=(Different((A,), (B,)),)))


@pytest.mark.parametrize("limit", [0.0, 0.003, 0.05])
def test_time_limit(limit: float) -> None:
    """A check that would take minutes ends in `GaveUp`, which states the limit; the next one is answered."""
    with pytest.raises(GaveUp, match=f"after {limit:g} s: out of time") as caught:
        solve(pigeonhole(11, ~A), timeout=limit)
    excused = pigeonhole(11, A)

    assert {"reason": "out of time", "limit": limit} == caught.value.details()
    assert [True] * 3 == [*map(excused.is_solved_by, solutions(excused, limit=3).grids)]


def test_timer_of_z3_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it rings while Z3 prepares a check, the check goes on to its end, and no interrupt stops it any more."""
    seen = create_autospec(z3.Solver.set, side_effect=z3.Solver.set)
    monkeypatch.setattr(z3.Solver, "set", seen)

    with pytest.raises(NoSolution):
        solve(pigeonhole(3, ~A), timeout=100)
    assert {"phase", "max_memory", "ctrl_c", "rlimit"} == {call.args[1] for call in seen.call_args_list}


@pytest.mark.parametrize("limit", [1e12, float("inf")])
def test_long_time_limit(limit: float) -> None:
    """A limit above Z3's maximum means no limit."""
    assert str(solve(Toy(2, (Exactly(2, (A, B)),)), timeout=limit).grid) == "11"


def test_time_limit_while_hints_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit covers what a kind says of one puzzle, however much that is."""
    monkeypatch.setattr(Toy, "hints", lambda *_, **_options: repeat(Rule("R1C1 is 1", (Cell(0, 0),), Clause((A,)))))
    with pytest.raises(GaveUp, match="out of time"):
        solve(Toy(2, ()), timeout=0.05)


def test_time_limit_while_shrinking_a_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    """A contradiction is reported even if the time runs out while its core is shrunk."""
    ask = engine.Structure.check
    with_guards: list[z3.BoolRef] = []

    def check(structure: engine.Structure, clock: Clock, *assumptions: z3.BoolRef) -> bool:
        if assumptions and with_guards and (left := clock.remaining()) is not None and clock.limit is not None:
            clock.limit -= left - 0.05  # The first check has found the contradiction; the others shrink it.
        with_guards.extend(assumptions)
        return ask(structure, clock, *assumptions)

    monkeypatch.setattr(engine.Structure, "check", check)
    with pytest.raises(NoSolution) as caught:
        solve(pigeonhole(11, A, ~A), timeout=600)

    assert with_guards
    assert [clue.words for clue in caught.value.core] == ["R1C1", "(not R1C1)"]


def test_stopped_structure_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 may give wrong answers after it gave up, so its structure is dropped, whatever the verdict."""
    ask, asked = engine.Structure.check, []

    def check(structure: engine.Structure, clock: Clock, *assumptions: z3.BoolRef) -> bool:
        asked.append(structure)
        if len(asked) > 2:  # There are two solutions; which cells are forced is unknown.
            clock.steps = 1
        return ask(structure, clock, *assumptions)

    puzzle = ThreeInARow(Grid.make(6, 8, {Cell(0, 0): 0, Cell(0, 1): 0}.get))
    monkeypatch.setattr(engine.Structure, "check", check)
    with pytest.raises(NotUnique) as caught:
        engine.solve(puzzle, Clock(None))

    assert dict(puzzle.givens.marked()) == dict(caught.value.forced.marked())
    assert (puzzle.KIND, puzzle.shape) not in engine._warm


def test_clash_within_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Naming the clues that clash ends after so many steps, and then says that some may not be needed."""
    puzzle = load({"kind": "sudoku", "box": [2, 2], "givens": ["11..", "..2.", "..3.", "...4"]})
    with pytest.raises(NoSolution) as caught:
        solve(puzzle)
    assert caught.value.details()["smallest"]
    monkeypatch.setattr(engine, "CORE_STEPS", 0)
    with pytest.raises(NoSolution) as stopped:
        solve(puzzle)

    assert (len(stopped.value.core), stopped.value.details()["smallest"]) == (5, False)
    assert len(caught.value.core) == 2
    assert stopped.value.message.endswith(" (perhaps not all of these are needed)")


def test_forced_within_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for forced cells ends after so many steps in all; what it did not reach is said to be not known."""
    asked, ask = list[int](), engine.Structure.check

    def check(structure: engine.Structure, clock: Clock, *assumptions: z3.BoolRef) -> bool:
        asked.extend([] if clock.steps is None else [clock.steps])
        return ask(structure, clock, *assumptions)

    monkeypatch.setattr(engine.Structure, "check", check)
    with pytest.raises(NotUnique, match=r"edges are in doubt \(.*\), and [1-9]\d* may be$") as caught:
        solve(load({"kind": "masyu", "circles": ["." * 16] * 12}))

    assert engine.FORCED_STEPS == asked[0]
    assert asked == sorted(asked, reverse=True)
    assert len(asked) <= engine.FORCED_STEPS / engine.STEPS_A_CHECK + 1
    assert {} == dict(caught.value.forced.marked())


@pytest.mark.parametrize("steps", [0, 3 * engine.STEPS_A_CHECK, engine.FORCED_STEPS])
@pytest.mark.parametrize("kind", ["toy", "zip"])
def test_forced_is_never_more_than_known(monkeypatch: pytest.MonkeyPatch, kind: str, steps: int) -> None:
    """Whenever the search ends, forced cells are equal in all solutions, open ones are not, and given ones are forced.

    The request then goes on without this limit.
    """
    givens = [[1, *[None] * 4, 2], *[[None] * 6] * 3]
    puzzle = (
        Toy(4, (AtMost(2, (A, C, D)),), givens=(A, ~B))
        if kind == "toy"
        else load({"kind": "zip", "givens": givens, "walls": []})
    )
    every = solutions(puzzle).grids
    clock = Clock(None)
    monkeypatch.setattr(engine, "FORCED_STEPS", steps)
    with pytest.raises(NotUnique) as caught:
        engine.solve(puzzle, clock)
    alike = {cell: value for cell, value in every[0].marked() if all(grid[cell] == value for grid in every)}
    forced = dict(caught.value.forced.marked())

    assert clock.steps is None
    assert forced.items() <= alike.items()
    assert alike.keys().isdisjoint(caught.value.open)
    assert "toy" != kind or {Cell(0, 0), Cell(0, 1)} <= forced.keys()
    assert steps < engine.STEPS_A_CHECK * 4 or kind == "zip" or (forced == alike and "may be" not in str(caught.value))


def test_ctrl_c() -> None:
    """Ctrl-C during a check, or just before, raises `KeyboardInterrupt`, with or without a time limit.

    The engine still works.
    """
    program = f"""
import os, signal, sys, threading, time
sys.path.insert(0, {str(ROOT)!r})
from tests.solvers.test_engine import A, Toy, pigeonhole, solutions, solve
class Struck(Toy):
    def clues(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)  # Who listens for the signal finds no check.
        return super().clues()
hard = pigeonhole(11, ~A)
for timeout in (None, 600):
    for puzzle in (hard, Struck(hard.width, hard.stated, givens=hard.givens)):
        try:
            if puzzle is hard:
                threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            solve(puzzle, timeout=timeout)
        except KeyboardInterrupt:
            print("interrupted")
print(len(solutions(pigeonhole(11, A), limit=2).grids))
"""
    done = run([sys.executable, "-c", program])

    assert (done.stdout, done.stderr, done.returncode) == (4 * "interrupted\n" + "2\n", "", 0)


def verdict(puzzle: Toy | ThreeInARow) -> object:
    """Return the result of `solve`, without timings."""
    try:
        return solve(puzzle).grid
    except NoSolution as error:
        return [clue.words for clue in error.core]
    except NotUnique as error:
        return {"forced": error.forced}


def test_warm_structure_is_not_spoiled() -> None:
    """Solvable, contradictory and ambiguous puzzles of the same shape have the same results in any order."""
    unique = Toy(4, (Exactly(2, (A, B, C, D)), Same((A,), (B,))), givens=(C,))
    boards = [unique, Toy(4, unique.stated, givens=(A, C)), Toy(4, unique.stated), Toy(4, unique.stated, givens=(A,))]
    expected = [Grid.parse("0011"), ["R1C1", "R1C3"], {"forced": Grid.parse("....")}, Grid.parse("1100")]
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [1, 1, 0, 2, 2, 0, 3, 1]):
        assert [expected[at] for at in order] == [verdict(boards[at]) for at in order]


def test_warm_structures_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of warm structures is bounded; the latest is used again, and alone if Z3 uses too much memory."""
    monkeypatch.setattr(engine, "WARM_BYTES", 2**40)  # Z3 may still use much memory of other tests.
    every = (A, B, C, D)
    shapes = [Toy(4, (AtMost(4, every),) * n, givens=every) for n in range(engine.WARM_STRUCTURES + 8)]
    for toy in shapes:
        assert str(solve(toy).grid) == "1111"

    latest = engine._warm[Toy.KIND, shapes[-1].shape]
    solve(shapes[-1])
    assert latest is engine._warm[Toy.KIND, shapes[-1].shape]
    assert len(engine._warm) == engine.WARM_STRUCTURES
    assert (Toy.KIND, shapes[0].shape) not in engine._warm
    monkeypatch.setattr(engine, "WARM_BYTES", 1)
    solve(shapes[0])
    assert [(Toy.KIND, shapes[0].shape)] == [*engine._warm]


@pytest.mark.parametrize("while_building", [True, False])
def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch, *, while_building: bool) -> None:
    """A puzzle for which Z3 needs too much memory is given up in one sentence, and the next one is solved."""
    monkeypatch.setattr(engine, "MOST_MEMORY", 1)
    monkeypatch.setattr(engine, "AT_ONCE", 1_000 if while_building else 10**9)
    with pytest.raises(GaveUp, match=r"Z3 needs more than \S+ GB of memory"):
        solve(ThreeInARow(Grid.make(24, 24)))

    monkeypatch.undo()
    assert ("three_in_a_row", (24, 24)) not in engine._warm
    assert 6 == len(solutions(Toy(4, (Exactly(2, (A, B, C, D)),))).grids)


@pytest.mark.parametrize("limit", [0, 1, 5, 6, 7, None])
def test_solutions_limit(limit: int | None) -> None:
    """At most `limit` solutions are returned, and `complete` is true only if there are certainly no others."""
    some = solutions(Toy(4, (Exactly(2, (A, B, C, D)),)), limit=limit)

    assert min(6, 6 if limit is None else limit) == len(set(some.grids)) == len(some.grids)
    assert (limit is None or limit > 6) == some.complete


def test_same_answer_in_every_process() -> None:
    """The two solutions found for an ambiguous puzzle do not depend on the process."""
    program = """
from solvers import Grid, NotUnique, ThreeInARow, solve
try:
    solve(ThreeInARow(Grid.make(6, 6)))
except NotUnique as error:
    print(error.first, error.second, sep="\\n\\n")
"""
    environments = [os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)} for seed in ("1", "2")]
    said = {run([sys.executable, "-c", program], check=True, cwd=ROOT, env=each).stdout for each in environments}

    assert [len(2 * 6 * "101010\n") + 1] == [len(text) for text in said]


def test_ctrl_c_handler_is_restored() -> None:
    """After a check, the previous handler of Ctrl-C is installed again."""
    before = signal.getsignal(signal.SIGINT)
    solve(Toy(2, givens=(A, B)))

    assert before is signal.getsignal(signal.SIGINT)
