"""New puzzles: one solution each, no superfluous clue, and the same puzzle for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import GRADES, KINDS, BadPuzzle, GaveUp, Pips, Puzzle, dump, generate, grade, load, solutions, solve
from solvers._core.explain.deduce import Count
from solvers._core.explain.reasoner import Reasoner
from solvers._core.generate import attempts
from solvers._core.model.known import Known, bits
from tests.brute import out_of_time
from tests.solvers.test_kinds import SMALL, of_families
from tests.tiers import examples, first, spread


@pytest.mark.parametrize("kind", of_families(0))
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


@pytest.mark.parametrize("kind", first(KINDS, quick=3))
def test_wanted_grade(kind: str) -> None:
    """A puzzle of a grade can be requested by its name, if any puzzle of this kind and size has that grade."""
    level = generate(kind, SMALL[kind], seed=3).grade.level
    made = generate(kind, SMALL[kind], grade=GRADES[level - 1], seed=7)

    assert level == made.grade.level == grade(made.puzzle).level


def test_new_pips_do_not_give_their_answer_away() -> None:
    """Regions have up to six cells, and at most one cell in five is a region of its own."""
    puzzle = generate("pips", seed=2).puzzle
    assert isinstance(puzzle, Pips)
    sizes = [len(part) for part in puzzle.parts()]

    assert max(sizes) <= 6
    assert 5 * sizes.count(1) <= sum(sizes)


def test_rare_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried until the time is over ends with how long such a grade takes, if it is known to be rare."""
    monkeypatch.setattr(KINDS["tango"], "RARE", {5: 1, 4: 90})
    for size, level, words in (
        (None, 5, r"^gave up after 1 s: out of time; grade 5 is rare in a new tango, and takes about 1 minute$"),
        (None, 4, "takes about 90 minutes$"),
        ((4, 4), 5, "out of time$"),
        (None, 3, "out of time$"),
    ):
        out_of_time(monkeypatch, 40)
        with pytest.raises(GaveUp, match=words) as caught:
            generate("tango", size, grade=level, timeout=1)

        assert 1 == caught.value.limit


def test_sizes_of_grades() -> None:
    """Each such size is one of new puzzles, and not the usual one; what is rare is not impossible."""
    wrong = [
        (name, level)
        for name, kind in KINDS.items()
        for level, size in kind.SIZES.items()
        if size == kind.SIZE or max(size) > kind.LARGEST_NEW or level not in range(1, len(GRADES) + 1)
    ]

    assert [] == wrong
    for kind in KINDS.values():
        assert kind.RARE.keys() <= {*range(1, len(GRADES) + 1)} - kind.NO_GRADES


def test_same_seed_in_another_process() -> None:
    """A seed gives the same puzzle whatever was generated before, and whatever Python's hash seed."""
    code = (
        "import json, sys; from solvers import dump, generate; wanted = json.loads(sys.argv[1]); "
        "print(json.dumps([dump(generate(kind, tuple(size), seed=5).puzzle) for kind, size in wanted]))"
    )

    wanted = spread(SMALL.items(), of=20)
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
        ("sudoku", (7, 7), "no box"),
        ("queens", (5, 6), "square"),
        ("n_queens", (3, 3), "n_queens of this size"),
        ("masyu", (1, 5), "at least 2 rows and columns, not 1 and 5"),
        ("hashi", (2, 2), "at least 3 rows or columns, not 2 and 2"),
        ("dominosa", (4, 4), "no dominosa has"),
        ("pips", (1, 1), "no pips has 1 rows and 1 columns"),
    ],
)
def test_impossible_size(kind: str, size: tuple[int, int], words: str) -> None:
    """A size that a kind does not have is an error in one sentence."""
    with pytest.raises(BadPuzzle, match=words):
        generate(kind, size)


def test_impossible_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grades range from 1 to 5, and small sizes do not have all of them."""
    monkeypatch.setattr(attempts, "ATTEMPTS", 50)
    for kind, wanted, words in (
        ("tango", 6, "1 to 5"),
        ("tango", "simple", "not simple"),
        ("kakuro", "trivial", r"^kakuros have grades 2, 3, 4 and 5$"),
        ("n_queens", 2, r"^n queens have grades 1, 3, 4 and 5$"),
    ):
        with pytest.raises(BadPuzzle, match=words):
            generate(kind, grade=wanted)
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


SLOW: dict[str, dict[str, Any]] = {
    "zip": {"givens": [[1, *[None] * 18, 2], *[[None] * 20] * 19]},
    "patches": {"size": [16, 16], "clues": [{"cell": "R1C1", "shape": "wide", "area": None}]},
    "three_in_a_row": {"givens": ["." * 100] * 100},
    "n_queens": {"givens": ["." * 100] * 100},
    "sudoku": {"box": [5, 7], "givens": ["." * 35] * 35},
    "off_by_one_sums": {"rows": [[30, 40, 50]] * 30, "columns": [[30, 40, 50]] * 30, "highest": 35},
}


@pytest.mark.parametrize("kind", first(SLOW, quick=2))
def test_time_limit_of_slow_puzzles(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request on a large puzzle looks at the clock while it builds, and ends when the time is over."""
    puzzle = load({"kind": kind} | SLOW[kind])
    looked = out_of_time(monkeypatch, 40)
    for ask in (solve, grade, solutions):
        looked.clear()
        with pytest.raises(GaveUp, match="out of time"):
            ask(puzzle, timeout=1)

        assert 40 == len(looked)


@pytest.mark.parametrize("kind", KINDS)
def test_time_limit_ends_everything(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time is over, the next look at the clock ends the work, whatever is being tried."""
    looked = out_of_time(monkeypatch, 40)
    with pytest.raises(GaveUp, match="out of time"):
        generate(kind, SMALL[kind], grade=5, timeout=1)

    assert 40 <= len(looked) <= 41  # A check of Z3 looks twice: whether time is left, and how much.
