"""Explanations and grades: every step is checked by Z3, for every kind."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    KINDS,
    METHODS,
    BadPuzzle,
    Cell,
    GaveUp,
    Grid,
    NoSolution,
    NotUnique,
    Queens,
    Tango,
    Zip,
    explain,
    generate,
    grade,
    load,
    off_by_one_sums,
    place_name,
    solve,
    spoken,
)
from solvers._core.explain.reasoner import LEVELS, Reasoner
from solvers._core.model.rules import DigitCells, Given, InOrder, Raw, Sum, View
from solvers._core.model.sentences import LONGEST, facts
from solvers._core.model.turns import turned
from tests.solvers.test_kinds import PUZZLES, SMALL
from tests.solvers.test_solvers import real
from tests.tiers import LONG, TIER, chosen, examples, first, sampled, spread
from tests.turns import renamed, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solvers import Clue, Place, Puzzle, Rule, Step
    from solvers._core.model.rules import Constraint

T = TypeVar("T")

PLACES = {
    name: len(PUZZLES[name].choices()) for name in {repr(puzzle): name for name, puzzle in PUZZLES.items()}.values()
}
"""One name for each puzzle, as several fixtures may show the same, and how many places it has."""
DISTINCT = [name for name, places in PLACES.items() if places <= 200 and len(PUZZLES[name].answer()) <= 800]
"""The puzzles that are not too large."""
QUICK_PLACES = 36
"""Puzzles with more places to settle are explained in the long tier."""
EXPLAINED = [
    *sampled((name for name in DISTINCT if PLACES[name] <= QUICK_PLACES), of=16),
    *(
        pytest.param(name, marks=pytest.mark.long("of large puzzles"))
        for name in DISTINCT
        if PLACES[name] > QUICK_PLACES
    ),
]
CHECKED = 6
"""The quick tier checks about so many steps of a puzzle, evenly spread."""


def stated(says: Constraint, helper: str) -> tuple[set[str], str]:
    """Return the names of all booleans of a constraint, and its term; names of its own begin with `helper`."""
    helpers, term = says.clauses(helper) if isinstance(says, InOrder) else ([], str(says))
    term = f"(and {term} {says.one_each()})" if isinstance(says, DigitCells) else term
    return {literal.name for literal in (*says.literals, *helpers)}, term


class Judge:
    """Asks Z3 whether parts of a step imply what it settles; rules have guards, known places are assumptions."""

    def __init__(self, puzzle: Puzzle, step: Step) -> None:
        """Assert the rules and clues of a step."""
        self.step, self.choices = step, puzzle.choices()
        self.guards = {id(rule): z3.Bool(f"rule!{number}") for number, rule in enumerate(step.because)}
        names, terms = set[str](), list[str]()
        for number, rule in enumerate(step.because):
            used, term = stated(rule.says, f"runs{number}!")
            names |= used
            terms.append(f"(assert (=> {self.guards[id(rule)]} {term}))")
        lines = [f"(declare-const {name} Bool)" for name in (*names, *map(str, self.guards.values()))] + terms
        self.solver = z3.SolverFor("QF_FD")
        self.solver.from_string("\n".join(lines))

    def implied(self, place: Place, because: Iterable[Rule], known: Iterable[Place]) -> bool:
        """Return whether these rules and known places imply the step's value of a place."""
        meanings = self.choices[place]
        others = {
            literal for value, literals in meanings.items() if value != self.step.sets[place] for literal in literals
        }
        own = [literal for literal in meanings[self.step.sets[place]] if literal not in others]
        deciding = max(own, key=lambda literal: literal.holds)
        literals = [literal for other in known for literal in self.choices[other][self.step.known[other]]]
        terms = [
            z3.Bool(literal.name) if literal.holds else z3.Not(z3.Bool(literal.name))
            for literal in (*literals, ~deciding)
        ]
        return bool(self.solver.check(*(self.guards[id(rule)] for rule in because), *terms) == z3.unsat)


def check(puzzle: Puzzle, step: Step) -> None:
    """Assert that a step follows, and that no part of it can be left out."""
    judge = Judge(puzzle, step)
    # A number on the rim says nothing of the rules that heights differ and cells fill in order: these are named, too.
    assert not any(isinstance(rule.says, View) and rule.says.distinct for rule in step.because)
    assert not any(isinstance(rule.says, Sum) and any(rule.says.links) for rule in step.because)
    for place in step.sets:
        assert judge.implied(place, step.because, step.known), step.words
        for left_out in step.because:
            rest = [rule for rule in step.because if rule is not left_out]

            assert not judge.implied(place, rest, step.known), f"{left_out.words} is not needed: {step.words}"
        for known in step.known:
            fewer = [other for other in step.known if other != known]

            assert not judge.implied(place, step.because, fewer), f"{known} is not needed: {step.words}"


def printed(puzzle: Puzzle) -> set[Place]:
    """Return the places whose values stand on the board before play."""
    if isinstance(puzzle, Zip):
        return set(puzzle.walls)
    return {clue.cells[0] for clue in puzzle.clues() if isinstance(clue, Given)}


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_step_follows(name: str) -> None:
    """Steps lead from the givens to the solution; each follows from what it names, and needs all of it."""
    puzzle = PUZZLES[name]
    try:
        solution = solve(puzzle)
    except (NoSolution, NotUnique) as error:
        with pytest.raises(type(error)):
            explain(puzzle)
        return
    steps = list(explain(puzzle))
    settled: dict[Place, int] = {}
    checked = steps if TIER == LONG else steps[:: max(1, len(steps) // CHECKED)]
    for step in steps:
        assert step.sets
        assert not set(step.sets) & set(settled)
        assert set(step.known) <= printed(puzzle) | set(settled), step.words
        assert len(step.words) <= LONGEST
        if step in checked:
            check(puzzle, step)
        settled |= step.sets
    values = dict(zip(puzzle.answer(), solution.values, strict=True))
    for place, value in settled.items():
        assert all(values[literal.name] == literal.holds for literal in puzzle.choices()[place][value])

    assert printed(puzzle) == set(puzzle.choices()) - set(settled)
    assert max((step.level for step in steps), default=1) == grade(puzzle).level


@pytest.mark.parametrize("kind", spread(KINDS, of=8))
@examples(20, quick=1)
@given(st.integers(0, 100))
def test_steps_set_all_that_is_not_printed(kind: str, seed: int) -> None:
    """A step cites only marks that are printed or were set before, and in the end all places are known."""
    puzzle = generate(kind, SMALL[kind], seed=seed).puzzle
    known = printed(puzzle)
    for step in explain(puzzle):
        assert set(step.known) <= known, step.words
        known |= set(step.sets)

    assert set(puzzle.choices()) == known


@pytest.mark.parametrize("kind", first(KINDS, quick=8))
@examples(10, quick=1)
@given(st.integers(0, 30), st.integers(0, 100))
def test_begun_boards(kind: str, seed: int, share: int) -> None:
    """Steps from a begun board settle the rest, and cite what was known; a wrong mark is refused."""
    puzzle = generate(kind, SMALL[kind], seed=seed).puzzle
    settled = {place: value for step in explain(puzzle) for place, value in step.sets.items()}
    known = dict(shuffled(settled.items(), seed)[: len(settled) * share // 100])
    rest = list(explain(puzzle, known=known))
    for step in rest[:CHECKED]:
        check(puzzle, step)

    assert settled == known | {place: value for step in rest for place, value in step.sets.items()}
    place, wrong = next(
        (place, other) for place, value in settled.items() for other in puzzle.choices()[place] if other != value
    )
    with pytest.raises(BadPuzzle, match=f"{place_name(place)} is .*, but not in the solution"):
        explain(puzzle, known={place: wrong})


BOARDS = Path(__file__).parents[1] / "boards"
LARGER = {
    line["kind"]: line
    for name in ("family", "connected")
    for line in map(json.loads, (BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
}
"""A larger board of each kind of the benchmark that has some."""


@pytest.mark.parametrize("kind", chosen(sorted(LARGER), {"yin_yang"}))
def test_larger_boards(kind: str) -> None:
    """On larger boards, too, each step follows from what it names and needs all of it, and no sentence is long."""
    puzzle = load(LARGER[kind])
    for step in explain(puzzle):
        assert len(step.words) <= LONGEST, step.words
        check(puzzle, step)


@pytest.mark.parametrize("kind", first(["zip", "slitherlink", "lits", "galaxies", "masyu", "yajilin"]))
def test_the_last_resort(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a search of all rules decides, a step names also what was stated of the whole board on the way."""
    for name, value in {"LEVELS": LEVELS[:1], "TRIES": ()}.items():
        monkeypatch.setattr(f"solvers._core.explain.explain.{name}", value)
    puzzle = generate(kind, (6, 6), seed=0).puzzle
    steps = [step for step in explain(puzzle) if step.level > 1]
    for step in steps:
        check(puzzle, step)

    assert steps


@pytest.mark.parametrize("kind", ["hitori", "mosaic", "net"])
def test_what_stands_on_something_printed_is_drawn(kind: str) -> None:
    """The last picture of an explanation is that of the solution, also in cells where something is printed."""
    puzzle = PUZZLES[f"{kind}:1"]
    explained = explain(puzzle)

    drawn, solved = [*explained][-1].picture(puzzle), puzzle.picture(explained.solution)
    looks = [{cell: astuple(glyph) for cell, glyph in each.glyphs.items()} for each in (solved, drawn)]
    assert looks[0] == looks[1]


def test_superfluous_places_are_not_cited() -> None:
    """A rule over whole places cites none that is superfluous, even if only some of its booleans are."""
    puzzle = generate("skyscrapers", SMALL["skyscrapers"], seed=2).puzzle
    for step in explain(puzzle, known={Cell(2, 3): 4, Cell(3, 1): 2, Cell(1, 1): 1}):
        check(puzzle, step)


def test_region_of_one_cell() -> None:
    """The queen of a region of one cell is a step, the first one."""
    puzzle = Queens(("AABC", "AACC", "DDDC", "DDDD"))
    first = next(explain(puzzle))

    assert ({Cell(0, 2): 1}, {}, 1) == (first.sets, first.known, first.level)
    assert "R1C3 is a queen: region B has one cell" == first.words


def test_words() -> None:
    """A step is described in one sentence, with the names that people use."""
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


@dataclass(frozen=True)
class Shuffled:
    """A puzzle that lists its clues and rules in another order."""

    puzzle: Puzzle
    seed: int

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the puzzle has
        return getattr(self.puzzle, name)

    @property
    def shape(self) -> object:
        """A different shape from the puzzle's, so that its structure is not reused."""
        return self.puzzle.shape, self.seed

    def clues(self) -> list[Clue]:
        """Return the same clues."""
        return shuffled(self.puzzle.clues(), self.seed)

    def rules(self) -> list[Rule]:
        """Return the same rules."""
        return shuffled(self.puzzle.rules(), self.seed)

    def hints(self, *, for_people: bool) -> list[Rule]:
        """Return the same hints."""
        return shuffled(self.puzzle.hints(for_people=for_people), self.seed)


@pytest.mark.parametrize("kind", spread(KINDS, of=6))
@examples(10, quick=1)
@given(st.integers(0, 30), st.integers(0, 7))
def test_grade_does_not_depend_on_looks(kind: str, seed: int, turn: int) -> None:
    """A board has the same grade if it is mirrored, rotated, renamed, or lists its clues and rules in another order."""
    puzzle = generate(kind, SMALL[kind], seed=seed).puzzle
    turn &= puzzle.TURNS
    first, moved, mixed = map(
        grade, (puzzle, renamed(turned(puzzle, turn), seed), cast("Puzzle", Shuffled(puzzle, seed)))
    )

    assert (first.level, first.score, first.techniques) == (moved.level, moved.score, moved.techniques)
    assert (first.level, first.score, first.techniques) == (mixed.level, mixed.score, mixed.techniques)


@pytest.mark.parametrize("name", spread(DISTINCT, of=4))
def test_rotated_four_times(name: str) -> None:
    """A rotation by 90° swaps the sides of a board, and four rotations restore it."""
    puzzle = PUZZLES[name]
    if puzzle.TURNS != 7:
        pytest.skip("a turned board is no puzzle of this kind")
    quarter = turned(puzzle, 1 | 4)

    assert puzzle == turned(turned(turned(quarter, 5), 5), 5)
    assert (puzzle.board.width, puzzle.board.height) == (quarter.board.height, quarter.board.width)


@pytest.mark.long("of grades and seeds")
def test_steps_do_not_depend_on_z3() -> None:
    """The steps do not depend on Z3's seed or earlier work."""
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


@pytest.mark.long("of grades and seeds")
def test_grades_agree_with_published_levels() -> None:
    """Within each source and size, the score ranks puzzles much like their publisher."""
    groups = defaultdict[tuple[str, int], list[tuple[float, float]]](list)
    for line in real("binairo.jsonl"):
        if len(line["puzzle"]["givens"]) <= 14:
            graded = grade(load(line["puzzle"]))
            groups[line["source"], len(line["puzzle"]["givens"])].append((line["level"], graded.score))
    for group, pairs in groups.items():
        assert rank_correlation(pairs) >= 0.4, group


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation; equal values share the mean of their ranks."""

    def ranks(values: Sequence[float]) -> list[float]:
        ordered = sorted(values)
        return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]

    ours, theirs = (ranks(values) for values in zip(*pairs, strict=True))
    middle = (len(pairs) - 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(ours, theirs, strict=True))
    return product / math.sqrt(sum((a - middle) ** 2 for a in ours) * sum((b - middle) ** 2 for b in theirs))


def test_linkedin_tangos_need_no_assumption() -> None:
    """Every Tango of the archive can be solved by rules and lines alone."""
    assert {"one rule", "one line"} >= {grade(puzzle).technique for puzzle in linkedin_tangos()}


def linkedin_tangos() -> list[Tango]:
    """Return the Tangos of LinkedIn's archive; skip the test if they are missing."""
    puzzles = []
    for line in real("linkedin/tango.jsonl"):
        marks = {Cell(row, col): "MS".index(mark) for row, col, mark in line["symbols"]}
        signs = {
            sign: tuple((Cell(*cell), Cell(*neighbour)) for cell, neighbour, drawn in line["walls"] if drawn == sign)
            for sign in "=x"
        }
        puzzles.append(Tango(Grid.make(6, 6, marks.get), signs["="], signs["x"]))
    return puzzles


def test_places_in_words() -> None:
    """Edges at the rim are those of their cell, and of many cells side by side the first and the last are named."""
    puzzle = load({"kind": "slitherlink", "numbers": [".3", ".."]})
    edges = [(Cell(-1, 0), Cell(0, 0)), (Cell(0, -1), Cell(0, 0)), (Cell(1, 1), Cell(2, 1)), (Cell(1, 1), Cell(1, 2))]
    inner = Cell(0, 0), Cell(0, 1)
    row, column = [Cell(1, col) for col in range(4)], [Cell(row, 5) for row in range(2, 6)]

    assert ["top edge of R1C1", "left edge of R1C1", "bottom edge of R2C2", "right edge of R2C2"] == [
        spoken(puzzle, edge).removeprefix("the ") for edge in edges
    ]
    assert "R1C1-R1C2" == spoken(puzzle, inner)
    assert ["R2C1 to R2C4, R5C1 and R3C6 to R6C6 are lines"] == [
        *facts(puzzle, dict.fromkeys([*row, Cell(4, 0), *column], 1))
    ]
    assert ["R2C1, R2C2 and R2C3 are lines"] == [*facts(puzzle, dict.fromkeys(row[:3], 1))]


def test_a_place_that_has_become_easy() -> None:
    """A place that nested assumptions could settle is settled by the easiest level that can do so now."""
    puzzle = load({"kind": "slitherlink", "numbers": [".1..", ".012", "...2", "212."]})
    steps = [step for step in explain(puzzle) if step.level == len(METHODS)]
    assert steps
    for step in steps:
        reasoner = Reasoner(puzzle)
        reasoner.learn(step.before)

        assert not any(map(reasoner.advance, LEVELS))


def test_first_step_comes_before_the_rest() -> None:
    """The first step is yielded before the last is computed, so a hint need not wait."""
    progress: list[tuple[int, int]] = []
    steps = explain(
        generate("three_in_a_row", (10, 10), seed=2).puzzle, on_progress=lambda *done: progress.append(done)
    )
    first = next(steps)

    assert first.level == 1
    assert progress[-1][0] < progress[-1][1] == 100


def test_time_limit() -> None:
    """The time limit covers the steps as well as the solution."""
    puzzle = generate("three_in_a_row", (14, 14), seed=1).puzzle
    with pytest.raises(GaveUp):
        list(explain(puzzle, timeout=0.05))


@pytest.mark.long("of large puzzles")
def test_levels_have_names() -> None:
    """There are five levels, and puzzles of the first four can be generated."""
    assert len(METHODS) == 5
    assert [1, 2, 3, 4] == [
        generate("three_in_a_row", (8, 8), grade=level, seed=1).grade.level for level in (1, 2, 3, 4)
    ]


def test_rules_that_only_z3_understands(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a line of sums has too many fillings to list, minimal sets are found by Z3's verdicts alone."""
    monkeypatch.setattr(off_by_one_sums, "MAX_FILLINGS", 3)
    monkeypatch.setattr(off_by_one_sums, "fillings", off_by_one_sums.fillings.__wrapped__)
    puzzle = PUZZLES["off_by_one_sums:3"]
    assert any(isinstance(clue.says, Raw) for clue in puzzle.clues())
    steps = list(explain(puzzle))
    assert any(step.level == 5 for step in steps)
    assert sum(len(step.sets) for step in steps) == len(puzzle.choices())
    for step in steps:
        check(puzzle, step)
