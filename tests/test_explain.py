"""Explanations and grades: every step is checked by Z3, for every kind."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers import (
    KINDS,
    Binairo,
    Cell,
    GaveUp,
    Grid,
    NoSolution,
    NotUnique,
    NQueens,
    OffByOneSums,
    Patches,
    Queens,
    Sudoku,
    Tango,
    ThreeInARow,
    Zip,
    explain,
    generate,
    grade,
    load,
    off_by_one_sums,
    solve,
)
from solvers._core.grade import METHODS
from solvers._core.rules import Raw
from solvers.patches import Patch
from tests.test_kinds import PUZZLES
from tests.test_solvers import real

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from solvers import Clue, Puzzle, Rule
    from solvers._core.explain import Step
    from solvers._core.puzzle import Place

T = TypeVar("T")

DISTINCT = {
    str(puzzle): name
    for name, puzzle in PUZZLES.items()
    if len(puzzle.answer()) <= 800 and len(puzzle.choices()) <= 200
}
"""A name for each puzzle that is not too large: several fixtures show the same."""


MOST_EDGES = 60
"""The edges of a 6×6 Zip: the whole way through a larger one takes minutes."""
BEGINNING = 12
"""So many steps of that are looked at."""


class Judge:
    """Z3, asked whether parts of a step imply what it settles: one guard a rule, what is known as assumptions."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        """Tell Z3 the rules and clues of a step."""
        self.step, self.choices = step, puzzle.choices()
        self.guards = {id(rule): z3.Bool(f"rule!{number}") for number, rule in enumerate(step.because)}
        names = {literal.name for rule in step.because for literal in rule.says.literals}
        lines = [f"(declare-const {name} Bool)" for name in (*names, *map(str, self.guards.values()))]
        lines += [f"(assert (=> {self.guards[id(rule)]} {rule.says}))" for rule in step.because]
        self.solver = z3.SolverFor("QF_FD")
        self.solver.from_string("\n".join(lines))

    def implied(self, place: Place, because: Iterable[Rule], known: Iterable[Place]) -> bool:
        """Tell whether these rules and known places imply what the step says of a place."""
        told = self.choices[place]
        others = {literal for value, literals in told.items() if value != self.step.sets[place] for literal in literals}
        own = [literal for literal in told[self.step.sets[place]] if literal not in others]
        deciding = max(own, key=lambda literal: literal.holds)
        literals = [literal for one in known for literal in self.choices[one][self.step.known[one]]]
        terms = [z3.Bool(one.name) if one.holds else z3.Not(z3.Bool(one.name)) for one in (*literals, ~deciding)]
        return bool(self.solver.check(*(self.guards[id(rule)] for rule in because), *terms) == z3.unsat)


def check(puzzle: Puzzle, step: Step) -> None:
    """Assert that a step follows, and that nothing in it can be left out."""
    judge = Judge(puzzle, step)
    for place in step.sets:
        assert judge.implied(place, step.because, step.known), step.words
        for one in step.because:
            rest = [rule for rule in step.because if rule is not one]

            assert not judge.implied(place, rest, step.known), f"{one.words} is not needed: {step.words}"
        for known in step.known:
            fewer = [other for other in step.known if other != known]

            assert not judge.implied(place, step.because, fewer), f"{known} is not needed: {step.words}"


@pytest.mark.parametrize("name", DISTINCT.values())
def test_every_step_follows(name: str) -> None:
    """Steps lead from the givens to the solution; each follows from what it names, and needs all of it."""
    puzzle = PUZZLES[name]
    try:
        solution = solve(puzzle)
    except (NoSolution, NotUnique) as error:
        with pytest.raises(type(error)):
            explain(puzzle)
        return
    whole = not (isinstance(puzzle, Zip) and len(puzzle.choices()) > MOST_EDGES)
    steps = list(islice(explain(puzzle), None if whole else BEGINNING))
    settled: dict[Place, int] = {}
    for step in steps:
        assert step.sets
        assert not set(step.sets) & set(settled)
        check(puzzle, step)
        settled |= step.sets
    values = dict(zip(puzzle.answer(), solution.values, strict=True))
    for place, value in settled.items():
        assert all(values[literal.name] == literal.holds for literal in puzzle.choices()[place][value])
    if not whole:
        return
    open_at_first = set(puzzle.choices()) - set(settled)
    assert all(one not in settled for one in open_at_first)

    assert max((step.level for step in steps), default=1) == grade(puzzle).level


def test_words() -> None:
    """A step is said in one sentence, by the names people use."""
    puzzle = Tango(
        Grid.parse(["11..", "....", "....", "...."]),
        equal=((Cell(1, 0), Cell(2, 0)),),
        opposite=((Cell(1, 1), Cell(1, 2)), (Cell(1, 2), Cell(1, 3))),
    )
    steps = list(explain(puzzle))

    assert "R1C3 and R1C4 are moons: R1C1 and R1C2 are suns, and row 1 holds as many of each" in {
        step.words for step in steps if step.technique == "balanced line"
    }
    assert [1] == sorted({step.level for step in steps if step.technique in {"pair", "gap", "edge", "balanced line"}})


def shuffled(items: Iterable[T], seed: int) -> list[T]:
    """Return the items in another order."""
    result = list(items)
    Random(seed).shuffle(result)  # noqa: S311 - any order will do
    return result


@dataclass(frozen=True)
class Shuffled:
    """A puzzle that tells its clues and rules in another order."""

    puzzle: Puzzle
    seed: int

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the puzzle has
        return getattr(self.puzzle, name)

    @property
    def shape(self) -> object:
        """Another structure than that of the puzzle itself."""
        return self.puzzle.shape, self.seed

    def clues(self) -> list[Clue]:
        """Tell the same clues."""
        return shuffled(self.puzzle.clues(), self.seed)

    def rules(self) -> list[Rule]:
        """Tell the same rules."""
        return shuffled(self.puzzle.rules(), self.seed)


def moved(puzzle: Any, where: Callable[[Cell], Cell], seed: int) -> Puzzle:  # noqa: ANN401, C901, PLR0911 - any kind, one after the other
    """Mirror or turn a square board, and rename what has no meaning of its own: marks, digits, regions."""

    def grid(values: Grid, names: Mapping[int, int] | None = None) -> Grid:
        marks = {where(cell): value if names is None else names[value] for cell, value in values.marked()}
        return Grid.make(values.height, values.width, marks.get)

    def edges(told: Iterable[tuple[Cell, Cell]]) -> tuple[tuple[Cell, Cell], ...]:
        return tuple((where(one), where(other)) for one, other in told)

    turned = where(Cell(0, 1)).col == where(Cell(0, 0)).col
    match puzzle:
        case Tango() | Binairo() | ThreeInARow():
            givens = grid(puzzle.givens, {0: seed % 2, 1: 1 - seed % 2})
            if not isinstance(puzzle, Tango):
                return type(puzzle)(givens)
            return Tango(givens, edges(puzzle.equal), edges(puzzle.opposite))
        case NQueens():
            return NQueens(grid(puzzle.givens))
        case Queens():
            fills = {where(cell): puzzle.regions[cell.row][cell.col] for cell in puzzle.givens.cells()}
            side = range(puzzle.givens.height)
            return Queens(tuple("".join(fills[Cell(row, col)] for col in side) for row in side), grid(puzzle.givens))
        case Sudoku(box=(rows, columns)):
            digits = shuffled(range(1, puzzle.givens.height + 1), seed)
            return Sudoku(
                (columns, rows) if turned else (rows, columns), grid(puzzle.givens, dict(enumerate(digits, start=1)))
            )
        case Zip():
            return Zip(grid(puzzle.givens), edges(puzzle.walls))
        case Patches():
            shapes: dict[str, Any] = {"wide": "tall", "tall": "wide"} if turned else {}
            patches = (Patch(where(one.cell), shapes.get(one.shape, one.shape), one.area) for one in puzzle.patches)
            return Patches(puzzle.size, tuple(patches))
        case OffByOneSums():
            sums = list(puzzle.rows), list(puzzle.columns)
            if turned:
                sums = sums[::-1]
            for axis, flipped in enumerate((where(Cell(0, 0)).row, where(Cell(0, 0)).col)):
                if flipped:
                    sums[axis].reverse()
                    sums[1 - axis][:] = [told[::-1] for told in sums[1 - axis]]
            return OffByOneSums(tuple(sums[0]), tuple(sums[1]), puzzle.highest)
    raise AssertionError(puzzle.KIND)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=10)
@given(st.integers(0, 30), st.integers(0, 7))
def test_grade_does_not_depend_on_looks(kind: str, seed: int, turn: int) -> None:
    """Mirrored, turned, with other marks and with clues and rules told in another order, a board has the same grade."""
    side = {"zip": 5, "patches": 5, "off_by_one_sums": 4}.get(kind, 6)
    puzzle: Any = generate(kind, (side, side), seed=seed).puzzle

    def where(cell: Cell) -> Cell:
        row, col = (cell.col, cell.row) if turn & 1 else cell
        return Cell(side - 1 - row if turn & 2 else row, side - 1 - col if turn & 4 else col)

    one, other, again = map(grade, (puzzle, moved(puzzle, where, seed), Shuffled(puzzle, seed)))

    assert (one.level, one.score, one.techniques) == (other.level, other.score, other.techniques)
    assert (one.level, one.score, one.techniques) == (again.level, again.score, again.techniques)


def test_steps_do_not_depend_on_z3() -> None:
    """Whatever Z3 has done before, and whatever its seed, the steps are the same."""
    puzzle = generate("binairo", (8, 8), seed=3).puzzle
    expected = [step.words for step in explain(puzzle)]
    z3.set_param("smt.random_seed", 7)
    z3.set_param("sat.random_seed", 7)
    try:
        generate("tango", seed=1)
        again = [step.words for step in explain(puzzle)]
    finally:
        z3.set_param("smt.random_seed", 0)
        z3.set_param("sat.random_seed", 0)

    assert expected == again


def test_grades_agree_with_the_levels_of_their_source() -> None:
    """Within each source and size, the score ranks puzzles much as their publisher does."""
    groups = defaultdict[tuple[str, int], list[tuple[float, float]]](list)
    for line in real("binairo.jsonl"):
        if len(line["puzzle"]["givens"]) <= 14:
            graded = grade(load(line["puzzle"]))
            groups[line["source"], len(line["puzzle"]["givens"])].append((line["level"], graded.score))
    for group, pairs in groups.items():
        assert rank_correlation(pairs) >= 0.4, group


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's coefficient: the correlation of ranks, equal values sharing the middle of theirs."""

    def ranks(values: Sequence[float]) -> list[float]:
        ordered = sorted(values)
        return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]

    one, other = (ranks(values) for values in zip(*pairs, strict=True))
    middle = (len(pairs) - 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    return product / math.sqrt(sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in other))


def test_linkedin_tangos_need_no_assumption() -> None:
    """Rules and lines alone solve every Tango of the archive."""
    assert {"one rule", "one line"} >= {grade(puzzle).technique for puzzle in linkedin_tangos()}


def linkedin_tangos() -> list[Tango]:
    """Return the Tangos of LinkedIn's archive; skips where they are not at hand."""
    puzzles = []
    for line in real("linkedin/tango.jsonl"):
        marks = {Cell(row, col): "MS".index(mark) for row, col, mark in line["symbols"]}
        signs = {
            sign: tuple((Cell(*one), Cell(*other)) for one, other, told in line["walls"] if told == sign)
            for sign in "=x"
        }
        puzzles.append(Tango(Grid.make(6, 6, marks.get), signs["="], signs["x"]))
    return puzzles


def test_hint_comes_before_the_rest() -> None:
    """The first step is there before the last is looked for: a hint need not wait."""
    told: list[tuple[int, int]] = []
    steps = explain(generate("three_in_a_row", (10, 10), seed=2).puzzle, tell=lambda *done: told.append(done))
    first = next(steps)

    assert first.level == 1
    assert told[-1][0] < told[-1][1] == 100


def test_time_limit() -> None:
    """The limit counts the steps as well as the solution."""
    puzzle = generate("three_in_a_row", (14, 14), seed=1).puzzle
    with pytest.raises(GaveUp):
        list(explain(puzzle, timeout=0.05))


def test_levels_have_names() -> None:
    """There are five levels, and a puzzle of each of the first four can be made."""
    assert len(METHODS) == 5
    assert [1, 2, 3, 4] == [
        generate("three_in_a_row", (8, 8), grade=level, seed=1).grade.level for level in (1, 2, 3, 4)
    ]


def test_rules_that_only_z3_understands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a line of sums has too many fillings to list, Z3's verdicts alone lead to smallest sets."""
    monkeypatch.setattr(off_by_one_sums, "MOST", 3)
    monkeypatch.setattr(off_by_one_sums, "_fillings", off_by_one_sums._fillings.__wrapped__)
    puzzle = PUZZLES["off_by_one_sums:3"]
    assert any(isinstance(clue.says, Raw) for clue in puzzle.clues())
    steps = list(explain(puzzle))
    assert any(step.level == 5 for step in steps)
    assert sum(len(step.sets) for step in steps) == len(puzzle.choices())
    for step in steps:
        check(puzzle, step)
