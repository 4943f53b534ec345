"""Explanations and grades of larger boards, published levels, and what the steps do not depend on."""

from __future__ import annotations

import json
from collections import defaultdict
from random import Random
from statistics import correlation
from typing import TYPE_CHECKING

import pytest
import z3

from solvers import METHODS, Grid, Zip, explain, generate, grade, load, off_by_one_sums, solve
from solvers._core.model.edges import edges, random_path
from solvers._core.model.rules import Raw
from solvers._core.model.sentences import LONGEST
from tests import ROOT
from tests.solvers.test_explain import check
from tests.solvers.test_kinds import PUZZLES
from tests.solvers.test_solvers import linkedin_tangos, real
from tests.solvers.test_zip import crossed, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGER = {
    line["kind"]: line
    for name in ("family", "connected")
    for line in map(json.loads, (ROOT / f"tests/boards/{name}.jsonl").read_text(encoding="utf-8").splitlines())
}
"""A larger board of each kind of the benchmark that has some."""


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

    return correlation(*(ranks(values) for values in zip(*pairs, strict=True)))


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


@pytest.mark.parametrize("kind", LARGER)
def test_larger_boards(kind: str) -> None:
    """On larger boards, too, each step follows from what it names and needs all of it, and no sentence is long."""
    puzzle = load(LARGER[kind])
    for step in explain(puzzle):
        assert len(step.words) <= LONGEST, step.words
        check(puzzle, step)


def test_linkedin_tangos_need_no_assumption() -> None:
    """Every Tango of the archive can be solved by rules and lines alone."""
    assert {"one rule", "one line"} >= {grade(puzzle).technique for puzzle in linkedin_tangos()}


def test_large_boards_of_zip() -> None:
    """A walled board of 12×12 is explained to the end, each step in a short sentence."""
    path = random_path(Grid.make(12, 12), Random(5))  # noqa: S311 - the seed is intended
    numbers = {path[at]: at // 11 + 1 for at in range(0, len(path), 11)}
    puzzle = Zip(Grid.make(12, 12, numbers.get))
    free = [edge for edge in edges(puzzle.givens) if edge not in crossed(tuple(path))]
    puzzle = Zip(puzzle.givens, tuple(edge for at, edge in enumerate(free) if at % 6))
    steps = list(explain(puzzle))

    assert solve(puzzle).grid == numbered(tuple(path), (12, 12))
    assert set(puzzle.choices()) == {*puzzle.walls, *(edge for step in steps for edge in step.sets)}
    assert max(len(step.words) for step in steps) <= 200
