"""Explanations and grades: every step is checked by Z3, for every kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any, TypeVar, cast

import pytest
import z3
from hypothesis import example, given
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
    Place,
    Puzzle,
    Queens,
    Rule,
    Step,
    Tango,
    explain,
    generate,
    grade,
    load,
    place_name,
    solve,
    spoken,
)
from solvers._core.explain.reasoner import LEVELS, Reasoner
from solvers._core.model.puzzle import Choices
from solvers._core.model.rules import Constraint, DigitCells, Given, InOrder, Literal, Sum
from solvers._core.model.sentences import LONGEST, facts
from solvers._core.model.turns import turned
from solvers.skyscrapers import View
from tests.brute import out_of_time, renamed, shuffled
from tests.solvers.test_kinds import PUZZLES, SMALL, of_families
from tests.tiers import LONG, TIER, examples, first, spread

T = TypeVar("T")

DISTINCT = [
    name
    for name in {repr(puzzle): name for name, puzzle in PUZZLES.items()}.values()
    if len(PUZZLES[name].choices()) <= 200 and len(PUZZLES[name].answer()) <= 800
]
"""One name for each puzzle that is not too large, as several fixtures may show the same."""
EXPLAINED = spread([name for name in DISTINCT if len(PUZZLES[name].choices()) <= 25 or TIER == LONG], of=36)
CHECKED = 3
"""The quick tier checks about so many steps of a puzzle, evenly spread."""


def stated(constraint: Constraint, helper: str) -> tuple[set[str], str]:
    """Return the names of all booleans of a constraint, and its term; names of its own begin with `helper`."""
    helpers, term = constraint.clauses(helper) if isinstance(constraint, InOrder) else ([], str(constraint))
    term = f"(and {term} {constraint.one_each()})" if isinstance(constraint, DigitCells) else term
    return {literal.name for literal in (*constraint.literals, *helpers)}, term


class Judge:
    """Asks Z3 what some of the rules allow; each has a guard."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Assert the rules."""
        self.guards, names, terms = dict[int, z3.BoolRef](), set[str](), list[str]()
        for number, rule in enumerate(rules):
            self.guards[id(rule)] = z3.Bool(f"rule!{number}")
            used, term = stated(rule.constraint, f"runs{number}!")
            names |= used
            terms.append(f"(assert (=> rule!{number} {term}))")
        lines = [f"(declare-const {name} Bool)" for name in (*names, *map(str, self.guards.values()))] + terms
        self.solver = z3.SolverFor("QF_FD")
        self.solver.from_string("\n".join(lines))

    def allows(self, rules: Iterable[Rule], literals: Iterable[Literal]) -> bool:
        """Return whether these rules allow that these literals hold."""
        terms = [z3.Bool(name) if holds else z3.Not(z3.Bool(name)) for name, holds in literals]
        return bool(self.solver.check(*(self.guards[id(rule)] for rule in rules), *terms) == z3.sat)


def meaning(choices: Choices, places: Mapping[Place, int]) -> list[Literal]:
    """Return what values of places mean."""
    return [literal for place, value in places.items() for literal in choices[place][value]]


def without(items: Iterable[T], item: object) -> list[T]:
    """Return the other items."""
    return [other for other in items if other is not item]


def check(puzzle: Puzzle, step: Step) -> None:
    """Assert that a step follows, and that no part of it can be left out."""
    judge, choices = Judge(step.because), puzzle.choices()
    # A number on the rim says nothing of the rules that heights differ and cells fill in order: these are named, too.
    assert not any(isinstance(rule.constraint, View) and rule.constraint.distinct for rule in step.because)
    assert not any(isinstance(rule.constraint, Sum) and any(rule.constraint.links) for rule in step.because)
    for place, value in step.sets.items():
        others = {literal for other, literals in choices[place].items() if other != value for literal in literals}
        own = [literal for literal in choices[place][value] if literal not in others]
        contrary = ~max(own, key=lambda literal: literal.holds)
        known = meaning(choices, step.known)

        assert not judge.allows(step.because, [*known, contrary]), step.words
        for rule in step.because:
            rest = without(step.because, rule)

            assert judge.allows(rest, [*known, contrary]), f"{rule.words} is not needed: {step.words}"
        for cited in step.known:
            fewer = meaning(choices, {other: step.known[other] for other in without(step.known, cited)})

            assert judge.allows(step.because, [*fewer, contrary]), f"{cited} is not needed: {step.words}"


def printed(puzzle: Puzzle) -> set[Place]:
    """Return the places whose values stand on the board before play."""
    cells = {clue.cells[0] for clue in puzzle.clues() if isinstance(clue, Given)}
    return puzzle.choices().keys() & {*getattr(puzzle, "walls", ()), *cells}


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


@pytest.mark.parametrize("kind", spread(of_families(4), of=3))
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

    assert printed(puzzle) == set(puzzle.choices()) - set(settled)
    assert settled == known | {place: value for step in rest for place, value in step.sets.items()}
    place, wrong = next(
        (place, other) for place, value in settled.items() for other in puzzle.choices()[place] if other != value
    )
    with pytest.raises(BadPuzzle, match=f"{place_name(place)} is .*, but not in the solution"):
        explain(puzzle, known={place: wrong})


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


def test_words() -> None:
    """A step is described in one sentence, with the names that people use; a region of one cell comes first."""
    puzzle = Tango(
        Grid.parse(["11..", "....", "....", "...."]),
        equal=((Cell(1, 0), Cell(2, 0)),),
        opposite=((Cell(1, 1), Cell(1, 2)), (Cell(1, 2), Cell(1, 3))),
    )
    steps, first = list(explain(puzzle)), next(explain(Queens(("AABC", "AACC", "DDDC", "DDDD"))))

    assert "R1C3 and R1C4 are moons: R1C1 and R1C2 are suns, and row 1 holds as many of each" in {
        step.words for step in steps if step.technique == "balanced line"
    }
    assert [1] == sorted({step.level for step in steps if step.technique in {"pair", "gap", "edge", "balanced line"}})
    assert ({Cell(0, 2): 1}, {}, 1) == (first.sets, first.known, first.level)
    assert "R1C3 is a queen: region B has one cell" == first.words


@dataclass(frozen=True)
class Shuffled:
    """A puzzle that lists its clues, rules and hints in another order, as one of another shape."""

    puzzle: Puzzle
    seed: int

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the puzzle has
        member = getattr(self.puzzle, name)
        if name in {"clues", "rules", "hints"}:
            return lambda **options: shuffled(member(**options), self.seed)
        return (member, self.seed) if name == "shape" else member


@pytest.mark.parametrize("kind", spread(KINDS, of=13))
@examples(10, quick=1)
@given(st.integers(0, 30), st.integers(0, 7))
@example(2, 1)  # A region of equal pips was once a chain in reading order.
def test_grade_does_not_depend_on_looks(kind: str, seed: int, turn: int) -> None:
    """A board has the same grade if it is mirrored, rotated, renamed, or lists its clues and rules in another order."""
    puzzle = generate(kind, SMALL[kind], seed=seed).puzzle
    turn &= puzzle.TURNS
    first, moved, mixed = map(
        grade, (puzzle, renamed(turned(puzzle, turn), seed), cast("Puzzle", Shuffled(puzzle, seed)))
    )

    assert (first.level, first.score, first.techniques) == (moved.level, moved.score, moved.techniques)
    assert (first.level, first.score, first.techniques) == (mixed.level, mixed.score, mixed.techniques)


def test_places_in_words() -> None:
    """Edges at the rim are those of their cell, and of many cells side by side the first and the last are named."""
    puzzle = load({"kind": "slitherlink", "numbers": [".3", ".."]})
    row, column = [Cell(1, col) for col in range(4)], [Cell(row, 5) for row in range(2, 6)]

    for ends, words in (
        ((-1, 0, 0, 0), "the top edge of R1C1"),
        ((0, -1, 0, 0), "the left edge of R1C1"),
        ((1, 1, 2, 1), "the bottom edge of R2C2"),
        ((1, 1, 1, 2), "the right edge of R2C2"),
        ((0, 0, 0, 1), "R1C1-R1C2"),
    ):
        assert words == spoken(puzzle, (Cell(*ends[:2]), Cell(*ends[2:])))
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


def test_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit covers the steps as well as the solution."""
    puzzle = generate("three_in_a_row", (8, 8), seed=1).puzzle
    steps = explain(puzzle, timeout=600)
    next(steps)
    out_of_time(monkeypatch, 1)
    with pytest.raises(GaveUp):
        list(steps)
