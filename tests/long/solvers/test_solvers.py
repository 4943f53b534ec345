"""The engine over many puzzles, Ctrl-C at any moment, and explanations and new puzzles of large boards."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from statistics import correlation

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    METHODS,
    BadPuzzle,
    Cell,
    Clock,
    Grid,
    ThreeInARow,
    Zip,
    explain,
    generate,
    grade,
    load,
    off_by_one_sums,
    solutions,
    solve,
)
from solvers._core.explain.reasoner import Reasoner
from solvers._core.generate.attempts import Attempts
from solvers._core.generate.generate import _thinnest
from solvers._core.model.edges import edges
from solvers._core.model.rules import Raw
from solvers._core.model.sentences import LONGEST
from solvers._core.search import engine
from solvers._core.search.engine import Others
from solvers.zip import random_path
from tests import ROOT
from tests.children import run
from tests.solvers.test_explain import check
from tests.solvers.test_kinds import PUZZLES
from tests.solvers.test_solvers import real, tango_of
from tests.solvers.test_zip import crossed, numbered
from tests.tiers import examples


def test_memory_of_structures_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building structures again and again does not use up memory, although Z3 does not free all memory of a solver."""
    engine._warm.clear()
    solutions(ThreeInARow(Grid.make(4, 4)), limit=1)
    before, room = z3.Z3_get_estimated_alloc_size(), 2 * 2**20
    monkeypatch.setattr(engine, "WARM_BYTES", before + room)
    monkeypatch.setattr(engine, "WARM_STRUCTURES", 2)
    for _ in range(80):
        for n in (8, 10, 12):
            solutions(ThreeInARow(Grid.make(n, n)), limit=1)

    assert z3.Z3_get_estimated_alloc_size() < before + 2 * room


def test_ctrl_c_at_any_moment() -> None:
    """Ctrl-C at any moment of a solve of one millisecond is never lost, and breaks nothing."""
    program = f"""
import os, random, signal, sys, threading
sys.path.insert(0, {str(ROOT)!r})
from tests.solvers.test_engine import A, B, Exactly, Toy, solve
board = Toy(2, (Exactly(2, (A, B)),))
solve(board)
for number in range(200):
    struck = threading.Timer(random.uniform(0.001, 0.02), os.kill, (os.getpid(), signal.SIGINT))
    try:
        struck.start()
        while struck.is_alive():
            solve(board)
        solve(board)
        print("lost", number)
        break
    except KeyboardInterrupt:
        struck.join()
"""
    done = run([sys.executable, "-c", program])

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def test_community_levels() -> None:
    """Each level has the stated number of solutions; disconnected regions are refused unless they are intended."""
    levels, refused = {line["source"]: line for line in real("queens.jsonl")}, 0
    for line in levels.values():
        fields = line["puzzle"] | {"connected": False}
        try:
            load(line["puzzle"])
        except BadPuzzle as error:
            refused += 1
            assert "is cut off from the rest of region" in error.message  # noqa: PT017 - most are connected

        assert min(500, line["solutions"]) == len(solutions(load(fields), limit=500).grids), line["source"]
    assert (200, 47) == (len(levels), refused)


def test_too_hard_with_all_clues() -> None:
    """What is too hard with all its clues comes back as it is, and the search goes on."""
    puzzle = generate("hitori", grade=4).puzzle
    rng = Attempts(0)
    rng.clock, rng.wanted = Clock(None), 3
    thinnest, removed = _thinnest(puzzle, (), Others(puzzle), rng)

    assert (puzzle, [], 4) == (thinnest, removed, rng.judged(thinnest).grade.level)


def test_size_of_a_grade() -> None:
    """A grade that the usual size does not have comes at another; a size that is given is kept, whatever the grade."""
    made = [generate("kakurasu", size, grade=4, seed=2) for size in (None, None, (6, 6))]

    assert made[0].puzzle == made[1].puzzle
    assert [7, 7, 6] == [each.puzzle.board.height for each in made]
    assert [4] * 3 == [each.grade.level for each in made]


@pytest.mark.parametrize("sort", [Cell, tuple])
@examples(10)
@given(st.randoms(use_true_random=False))
def test_no_pips_of_grade_2(sort: type, rng: Random) -> None:
    """Level 2 finds no border of a Pips, even if all numbers are known, and no number if all borders are."""
    made = generate("pips", seed=3)
    reasoner = Reasoner(made.puzzle)
    settled = made.puzzle.assignment(made.solution).items()
    reasoner.learn({place: value for place, value in settled if type(place) is sort or rng.random() < 1 / 4})
    while new := reasoner.advance(1):
        reasoner.learn(new)

    assert {} == reasoner.advance(2)


def test_no_yajilin_of_grade_1() -> None:
    """No rule or clue of a Yajilin by itself says that the loop uses an edge, even if all the rest is known."""
    made = generate("yajilin", seed=3)
    reasoner = Reasoner(made.puzzle)
    reasoner.learn({place: value for place, value in made.puzzle.assignment(made.solution).items() if value != 1})

    assert {} == reasoner.advance(1)
    assert reasoner.open()


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
    assert any(isinstance(clue.constraint, Raw) for clue in puzzle.clues())
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
    assert {"one rule", "one line"} >= {
        grade(puzzle).technique for puzzle in map(tango_of, real("linkedin/tango.jsonl"))
    }


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
