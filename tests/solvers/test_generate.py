"""New puzzles: one solution each, no superfluous clue, and the same puzzle for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    GRADES,
    KINDS,
    BadPuzzle,
    Cell,
    Clock,
    GaveUp,
    Grid,
    NoSolution,
    NotUnique,
    Zip,
    dump,
    generate,
    grade,
    load,
    solutions,
    solve,
)
from solvers._core.explain.deduce import Count
from solvers._core.explain.reasoner import Reasoner
from solvers._core.generate import dice
from solvers._core.generate.generate import _thinnest, dice_of, from_start, tried
from solvers._core.generate.starts import STARTS
from solvers._core.model.known import Known, bits
from solvers._core.model.turns import shared_form
from solvers._core.search.engine import Others
from tests.solvers.test_kinds import SMALL
from tests.tiers import LONG, TIER, examples, first

if TYPE_CHECKING:
    from random import Random

    from solvers import Puzzle


@pytest.mark.parametrize("kind", KINDS)
@examples(6, quick=1)
@given(st.integers(0, 10**6))
def test_new_puzzle(kind: str, seed: int) -> None:
    """A puzzle has exactly the stated solution, no superfluous clue, and can be generated again."""
    made = generate(kind, SMALL[kind], seed=seed)
    puzzle: Puzzle = made.puzzle

    assert made.solution == solve(puzzle).grid
    assert SMALL[kind] == (puzzle.board.height, puzzle.board.width)
    assert puzzle.answer_size == (made.solution.height, made.solution.width)
    assert made.grade.level == grade(puzzle).level
    assert dump(puzzle) == dump(generate(kind, SMALL[kind], seed=seed).puzzle)
    assert puzzle == load(dump(puzzle))
    for clue in puzzle.clues():
        thinner = puzzle.without(clue)

        assert thinner is None or thinner == puzzle or len(solutions(thinner, limit=2).grids) > 1, clue.words


@pytest.mark.parametrize("kind", first(KINDS, quick=7))
def test_wanted_grade(kind: str) -> None:
    """A puzzle of a grade can be requested, if any puzzle of this kind and size has that grade."""
    level = generate(kind, SMALL[kind], seed=3).grade.level
    made = generate(kind, SMALL[kind], grade=level, seed=7)

    assert level == made.grade.level == grade(made.puzzle).level


@pytest.mark.parametrize(
    ("kind", "level", "start"),
    first(((kind, level, start) for (kind, level), starts in STARTS.items() for start in starts), quick=1),
)
def test_start(kind: str, level: int, start: int) -> None:
    """Each start leads to a puzzle of its grade."""
    found = from_start(KINDS[kind], KINDS[kind].SIZES.get(level, KINDS[kind].SIZE), level, start, Clock(None))
    assert found is not None
    puzzle, solution, _ = found

    assert (level, solution) == (grade(puzzle).level, solve(puzzle).grid)


def test_start_with_its_clues() -> None:
    """A start may say which clues its puzzle keeps, which are then not searched."""
    (start,) = STARTS["slant", 5]
    assert isinstance(start, tuple)
    found = from_start(KINDS["slant"], KINDS["slant"].SIZES[5], 5, start, Clock(None))
    assert found is not None

    assert (5, start[1].bit_count()) == (grade(found[0]).level, len([*found[0].clues()]))


@pytest.mark.parametrize(("kind", "level"), first([("mosaic", 2), ("aquarium", 3)], quick=1))
def test_mask_of_a_start(kind: str, level: int) -> None:
    """The search notes which clues its puzzle keeps, or what it moved to, and so the same puzzle is found at once."""
    number, size = STARTS[kind, level][0], KINDS[kind].SIZE
    assert isinstance(number, int)
    rng = dice_of(KINDS[kind], size, level, number, Clock(None))
    found = tried(KINDS[kind], size, rng)
    again = from_start(KINDS[kind], size, level, (number, rng.found), Clock(None))
    assert found is not None
    assert again is not None

    assert found[0] == again[0]


def test_too_hard_with_all_clues() -> None:
    """What is too hard with all its clues comes back as it is, and the search goes on."""
    puzzle = generate("hitori", grade=4).puzzle
    rng = dice.Dice(0)
    rng.clock, rng.wanted = Clock(None), 3
    thinnest, removed = _thinnest(puzzle, (), Others(puzzle), rng)

    assert (puzzle, [], 4) == (thinnest, removed, rng.judged(thinnest).grade.level)


def test_changed_start() -> None:
    """What comes from a start is changed and turned differently for each seed, and has the grade and one solution."""
    made = [generate("norinori", grade=2, seed=seed) for seed in range(4)]
    puzzles = [each.puzzle for each in made]

    assert [2] * 4 == [grade(puzzle).level for puzzle in puzzles]
    assert [each.solution for each in made] == [solve(puzzle).grid for puzzle in puzzles]
    assert len({*map(shared_form, puzzles)}) == len(puzzles)


@pytest.mark.long("of grades and seeds")
def test_size_of_a_grade() -> None:
    """A grade that the usual size does not have comes at another; a size that is given is kept, whatever the grade."""
    made = [generate("kakurasu", size, grade=4, seed=2) for size in (None, None, (6, 6))]

    assert made[0].puzzle == made[1].puzzle
    assert [7, 7, 6] == [each.puzzle.board.height for each in made]
    assert [4] * 3 == [each.grade.level for each in made]


def test_sizes_of_grades() -> None:
    """Each such size is one of new puzzles, and not the usual one."""
    wrong = [
        (name, level)
        for name, kind in KINDS.items()
        for level, size in kind.SIZES.items()
        if size == kind.SIZE or max(size) > kind.LARGEST_NEW or level not in range(1, len(GRADES) + 1)
    ]

    assert [] == wrong


def test_same_seed_in_another_process() -> None:
    """A seed gives the same puzzle whatever was generated before, and whatever Python's hash seed."""
    code = (
        "import json, sys; from solvers import dump, generate; wanted = json.loads(sys.argv[1]); "
        "print(json.dumps([dump(generate(kind, tuple(size), seed=5).puzzle) for kind, size in wanted]))"
    )

    wanted: list[tuple[str, tuple[int, int]]] = list(SMALL.items())[:: 1 if TIER == LONG else 4]
    made = json.loads(
        subprocess.run([sys.executable, "-c", code, json.dumps(wanted)], capture_output=True, check=True).stdout
    )
    again = [dump(generate(kind, size, seed=5).puzzle) for kind, size in reversed(wanted)]

    assert made == json.loads(json.dumps(again[::-1]))


@pytest.mark.parametrize(
    ("kind", "size", "words"),
    [
        ("tango", (3, 4), "even"),
        ("sudoku", (0, 4), "1 to 30 rows"),
        ("tango", (20, 20), "a new tango has 1 to 16 rows and columns, not 20 and 20"),
        ("zip", (12, 12), "1 to 10 rows"),
        ("sudoku", (7, 7), "no box"),
        ("queens", (5, 6), "square"),
        ("n_queens", (3, 3), "n_queens of this size"),
    ],
)
def test_impossible_size(kind: str, size: tuple[int, int], words: str) -> None:
    """A size that a kind does not have is an error in one sentence."""
    with pytest.raises(BadPuzzle, match=words):
        generate(kind, size)


def test_impossible_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grades range from 1 to 5, and small sizes do not have all of them."""
    monkeypatch.setattr(dice, "ATTEMPTS", 50)
    with pytest.raises(BadPuzzle, match="1 to 5"):
        generate("tango", grade=6)
    with pytest.raises(BadPuzzle, match="not simple"):
        generate("tango", grade="simple")
    with pytest.raises(BadPuzzle, match=r"^kakuros have grades 2, 3, 4 and 5$"):
        generate("kakuro", grade="trivial")
    with pytest.raises(BadPuzzle, match=r"^n queens have grades 1, 3, 4 and 5$"):
        generate("n_queens", grade=2)
    with pytest.raises(GaveUp, match="2×2 of grade 5 was among 50"):
        generate("tango", (2, 2), grade=5)


@pytest.mark.parametrize(
    "kind", ["star_battle", *(name for name, kind in KINDS.items() if 2 in kind.NO_GRADES and name != "pips")]
)
def test_nothing_for_grade_2(kind: str) -> None:
    """Where grade 2 is impossible, there is nothing that level 2 could use and level 1 could not."""
    reasoner = Reasoner(generate(kind, None if kind == "star_battle" else SMALL[kind], seed=3).puzzle)
    looks = Counter(bit for inference in reasoner.single for bit in bits(inference.mask))
    units = [rule for rule in reasoner.single if isinstance(rule, Count) and rule.most == 1 and not rule.negated]

    assert [] == [*reasoner.lines, *reasoner.inside()]
    assert all(
        reasoner.places(Known(bit, 0)) and reasoner.places(Known(0, bit)) for bit, count in looks.items() if count > 1
    )
    assert all(
        (one.mask & other.mask).bit_count() <= 1 for one in units if one.least for other in units if one != other
    )


@pytest.mark.parametrize("sort", [Cell, tuple])
@examples(10, quick=2)
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


def test_grade_by_name() -> None:
    """A grade is given by its number or by its name."""
    assert generate("tango", (4, 4), grade=2, seed=3).puzzle == generate("tango", (4, 4), grade="easy", seed=3).puzzle


LOOKS = 40
"""How often the clock is looked at before the time is over."""
SLOWLY = pytest.mark.long("that use up their time limit")
SLOW: dict[str, dict[str, Any]] = {
    "three_in_a_row": {"givens": ["." * 100] * 100},
    "n_queens": {"givens": ["." * 100] * 100},
    "sudoku": {"box": [5, 7], "givens": ["." * 35] * 35},
    "zip": {"givens": [[1, *[None] * 18, 2], *[[None] * 20] * 19]},
    "patches": {"size": [16, 16], "clues": [{"cell": "R1C1", "shape": "wide", "area": None}]},
    "off_by_one_sums": {"rows": [[30, 40, 50]] * 30, "columns": [[30, 40, 50]] * 30, "highest": 35},
}


@pytest.mark.parametrize("kind", first(SLOW, quick=3))
@pytest.mark.parametrize("ask", [solve, *(pytest.param(ask, marks=SLOWLY) for ask in (grade, solutions))])
def test_time_limit_of_slow_puzzles(kind: str, ask: Any) -> None:  # noqa: ANN401 - any function of `solvers`
    """Every request on a large puzzle ends soon after its time limit, with an answer or with `GaveUp`."""
    puzzle = load({"kind": kind} | SLOW[kind])
    begin = time.perf_counter()
    with suppress(GaveUp, NoSolution, NotUnique):
        ask(puzzle, timeout=0.5)

    assert time.perf_counter() - begin < 60  # far more than needed, far less than without a limit


@pytest.mark.parametrize("kind", KINDS)
def test_time_limit_ends_everything(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time is over, the next look at the clock ends the work, whatever is being tried."""
    looks = 0

    def remaining(clock: Clock) -> float | None:
        nonlocal looks
        looks += clock.limit is not None
        return None if clock.limit is None else float(looks < LOOKS)

    monkeypatch.setattr(Clock, "remaining", remaining)
    with pytest.raises(GaveUp, match="out of time"):
        generate(kind, SMALL[kind], grade=5, timeout=1)

    assert LOOKS <= looks <= LOOKS + 1  # A check of Z3 looks twice: whether time is left, and how much.


def test_zip_solution_in_files() -> None:
    """The solution of a Zip is written as lists, because its numbers exceed one digit."""
    made = generate("zip", (4, 5), seed=1)

    assert isinstance(made.puzzle, Zip)
    assert sorted(range(1, 21)) == sorted(value for row in made.solution.values for value in row if value is not None)
    assert made.solution == Grid(made.solution.values)
