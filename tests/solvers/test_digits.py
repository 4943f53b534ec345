"""Kinds whose cells hold digits, against brute force in plain Python and published counts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, product
from math import comb
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.draw.svg import svg
from solvers import (
    AbcView,
    Cage,
    Calcudoku,
    Cell,
    Clock,
    Edge,
    Futoshiki,
    Grid,
    Kakuro,
    KillerSudoku,
    Renzoku,
    dump_link,
    generate,
    load,
    load_link,
    load_picture,
)
from solvers._core.families.latin import pair_clue
from solvers._core.model import rules
from solvers._core.model.edges import edges
from solvers._core.model.files import dump_picture
from solvers._core.model.lines import digit_sets
from solvers._core.model.rules import CageSum, Exactly, Literal, Pair, Raw, Rule, Total
from solvers._core.search import engine
from solvers.calcudoku import Calculated
from solvers.skyscrapers import View
from tests.brute import check, is_cage, is_view, squares, told
from tests.solvers.test_sudoku import sudokus
from tests.tiers import examples, first, spread

LATIN = {1: 1, 2: 2, 3: 12, 4: 576}
"""The number of Latin squares by side (OEIS A002860)."""
RECORDS = {3: [2, 3, 1], 4: [6, 11, 6, 1]}
"""How many permutations have 1, 2 … records: unsigned Stirling numbers of the first kind (OEIS A132393)."""


def allowed(height: int, width: int, ones: int, zeros: int) -> Iterable[tuple[int, ...]]:
    """Iterate over the digits that cells can hold if these positions hold and those do not."""
    choices = [
        [
            digit
            for digit in range(1, width + 1)
            if not zeros >> at * width + digit - 1 & 1 and ones >> at * width & (1 << width) - 1 in {0, 1 << digit - 1}
        ]
        for at in range(height)
    ]
    return product(*choices)


def follows(
    height: int, width: int, ones: int, zeros: int, fits: Callable[[Sequence[int]], bool]
) -> tuple[int, int] | None:
    """Return by brute force what `forced` returns, given which digits fit."""
    fitting = [digits for digits in allowed(height, width, ones, zeros) if fits(digits)]
    may = {at * width + digit - 1 for digits in fitting for at, digit in enumerate(digits)}
    must = {place for place in may if len([other for other in may if other // width == place // width]) == 1}
    masks = (sum(1 << place for place in must), sum(1 << at for at in range(height * width) if at not in may))
    return (masks[0] & ~ones, masks[1] & ~zeros) if fitting else None


@examples(400, quick=50)
@given(st.data())
def test_view_forces_all_that_follows(data: st.DataObject) -> None:
    """What a view forces is what follows from all rows of heights that it allows."""
    size = data.draw(st.integers(1, 4))
    zeros = data.draw(st.integers(0, (1 << size * size) - 1)) & data.draw(st.integers(0, (1 << size * size) - 1))
    known = data.draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=2))
    ones = sum(1 << at * size + up for at, up in dict(known).items()) & ~zeros
    count, distinct = data.draw(st.integers(1, size)), data.draw(st.booleans())

    assert follows(size, size, ones, zeros, lambda heights: is_view(heights, count, distinct=distinct)) == View(
        count, size, literals(size, size), distinct
    ).forced(ones, zeros)


GOES: list[Callable[[int, int], bool]] = [operator.lt, operator.gt, operator.ne, operator.eq]


def pair(size: int, goes: Callable[[int, int], bool]) -> Pair:
    """Return that the digits of two cells go together."""
    constraint = pair_clue((Cell(0, 0), Cell(0, 1)), range(1, size + 1), goes, "{} {}", "").constraint
    assert isinstance(constraint, Pair)
    return constraint


@examples(400, quick=50)
@given(st.data())
def test_pairs_force_all_that_follows(data: st.DataObject) -> None:
    """What a pair forces is what follows from the pairs of digits that it allows."""
    size, goes = data.draw(st.integers(1, 4)), data.draw(st.sampled_from(GOES))
    zeros = data.draw(st.integers(0, (1 << 2 * size) - 1)) & data.draw(st.integers(0, (1 << 2 * size) - 1))
    known = data.draw(st.lists(st.integers(0, 2 * size - 1), max_size=2, unique_by=lambda at: at // size))
    ones = sum(1 << at for at in known) & ~zeros
    constraint = pair(size, goes)

    assert follows(2, size, ones, zeros, lambda digits: goes(*digits)) == constraint.forced(ones, zeros)


def literals(size: int, highest: int) -> tuple[Literal, ...]:
    """Return the booleans of cells that hold a digit."""
    return tuple(Literal(f"c{cell}_{digit}") for cell in range(size) for digit in range(1, highest + 1))


READ: list[Pair | CageSum | View] = [
    *(pair(3, goes) for goes in GOES),
    *(CageSum(total, size, literals(size, 4)) for size in (1, 2, 3) for total in range(size * 4 + 1)),
    *(CageSum(None, size, literals(size, 4)) for size in (1, 2, 3)),
    *(View(count, 3, literals(3, 3), distinct) for count in range(5) for distinct in (True, False)),
]
"""What is said of the digits of cells."""


def fits(constraint: Pair | CageSum | View, digits: Sequence[int]) -> bool:
    """Return whether digits obey what is said."""
    match constraint:
        case Pair():
            return bool(constraint.allowed[digits[0] - 1] >> digits[1] - 1 & 1)
        case CageSum():
            return is_cage(digits, constraint.total)
        case View():
            return is_view(digits, constraint.count, distinct=constraint.distinct)


@pytest.mark.parametrize("constraint", spread(READ, of=3))
def test_z3_reads_digits(constraint: Pair | CageSum | View) -> None:
    """Z3 allows those digits that fit, one in each cell: alone, and beside the rules that each cell holds one."""
    width, guarded, clock = constraint.width, engine.Structure(Clock(None)), Clock(None)
    cells = [constraint.literals[start : start + width] for start in range(0, len(constraint.literals), width)]
    own, term = constraint.clauses("own")
    beside = constraint if own else Raw(term, constraint.literals)
    alone, *rules = [Rule("", (), said) for said in (constraint, beside, *(Exactly(1, cell) for cell in cells))]
    for digits in product(range(1, width + 1), repeat=len(cells)):
        known = [cell[digit - 1] for cell, digit in zip(cells, digits, strict=True)]

        assert (
            fits(constraint, digits) == guarded.can_hold([alone], known, clock) == guarded.can_hold(rules, known, clock)
        )
        assert not guarded.can_hold([alone], [*known, cells[0][digits[0] % width]], clock)


@pytest.mark.parametrize("goes", GOES)
def test_pairs_behind_a_guard(goes: Callable[[int, int], bool]) -> None:
    """A term that may fail if a boolean holds says that two cells go together if it does not."""
    constraint, unless, guarded = pair(2, goes), Literal("unless"), engine.Structure(Clock(None))
    rule = Rule("", (), Raw(constraint.term(unless=unless), (unless, *constraint.literals)))
    for digits in product((0, 1), repeat=2):
        known = [
            literal if at in {digits[0], 2 + digits[1]} else ~literal for at, literal in enumerate(constraint.literals)
        ]

        assert goes(*digits) == guarded.can_hold([rule], [*known, ~unless], Clock(None))
        assert guarded.can_hold([rule], [*known, unless], Clock(None))


def test_pairs_of_other_puzzles() -> None:
    """A sign counts only for the puzzles that have it, though the warm structure keeps it."""
    edge = (Cell(0, 0), Cell(0, 1))
    blank = Futoshiki.blank((3, 3))
    puzzles = [blank, blank.with_fields(less=(edge,)), blank.with_fields(greater=(edge,)), blank]

    assert [12, 6, 6, 12] == [len(engine.solutions(puzzle, Clock(None)).grids) for puzzle in puzzles]


def test_counts_of_skyscrapers() -> None:
    """A number beside the first row leaves its share of all Latin squares."""
    assert [len(squares(side)) for side in LATIN] == list(LATIN.values())
    for number, count in enumerate(RECORDS[4], start=1):
        puzzle = load({"kind": "skyscrapers", "givens": ["...."] * 4, "left": [number, None, None, None]})

        assert LATIN[4] * count // 24 == len(list(filter(puzzle.is_solved_by, squares(4))))
    for number, count in enumerate(RECORDS[3], start=1):
        puzzle = load({"kind": "skyscrapers", "givens": ["..."] * 3, "top": [None, number, None]})

        assert LATIN[3] * count // 6 == check(puzzle, among=squares(3))


@examples(60, quick=8)
@given(st.lists(st.sampled_from([None, None, 1, 2, 3]), min_size=12, max_size=12), st.integers(0, 11))
def test_all_skyscrapers(numbers: list[int | None], at: int) -> None:
    """On 3×3 cells, the solver finds what brute force finds, for numbers that fit together or not."""
    givens = [f"{squares(3)[at].rows()[0][0]}..", "...", "..."]
    sides = {side: numbers[3 * place : 3 * place + 3] for place, side in enumerate(("left", "top", "right", "bottom"))}

    check(load({"kind": "skyscrapers", "givens": givens, **sides}), among=squares(3))


LETTERED = {1: 24, 2: 24 * 9, 3: 24 * 24, 4: 576}
"""Ways to set so many letters in 4×4 cells: Latin rectangles; the factors of 4! are OEIS A000166 and A000186."""


@cache
def lettered(side: int, letters: int) -> list[Grid]:
    """Return every board of this many letters: those Latin squares without their other digits."""
    boards = (
        tuple(tuple(digit if digit is not None and digit <= letters else 0 for digit in row) for row in grid.values)
        for grid in squares(side)
    )
    return [Grid(board) for board in dict.fromkeys(boards)]


@pytest.mark.parametrize("letters", first(LETTERED))
def test_counts_of_abc_views(letters: int) -> None:
    """There are as many boards as published, and each letter is the first of a row in its share of them."""
    boards = lettered(4, letters)
    assert LETTERED[letters] == len(boards) == check(AbcView(letters, Grid.make(4, 4)), among=boards)
    for letter in range(1, letters + 1):
        puzzle = AbcView(letters, Grid.make(4, 4), left=(letter, None, None, None))

        assert LETTERED[letters] == letters * check(puzzle, among=boards)


@examples(60, quick=8)
@given(st.integers(1, 3), st.data())
def test_all_abc_views(letters: int, data: st.DataObject) -> None:
    """On 4×4 cells, the solver finds what brute force finds, for letters that fit together or not."""
    side = st.lists(st.none() | st.none() | st.integers(1, letters), min_size=4, max_size=4)
    sides = {name: data.draw(side) for name in ("left", "top", "right", "bottom")}
    givens = [data.draw(st.sampled_from(["....", ".0..", "...1"])), *["...."] * 3]

    check(load({"kind": "abc_view", "letters": letters, "givens": givens, **sides}), among=lettered(4, letters))


def test_picture_of_abc_view() -> None:
    """People see letters in the cells and on the rim, and a cross in an empty cell."""
    puzzle = AbcView(2, Grid.parse(["20.", "...", "..."]), left=(None, 1, None), bottom=(2, None, None))
    picture = puzzle.picture()

    assert ["B", "×"] == [glyph.symbol for glyph in picture.glyphs.values()]
    assert ((), (1,), ()) == picture.rows
    assert [">A<", ">B<"] == [name for name in (">A<", ">B<") if name in svg(picture)]
    assert "A" == picture.rim_name(1)


def dots_of(grid: Grid) -> set[Edge]:
    """Return the edges between consecutive digits."""
    return {edge for edge in edges(grid) if abs((grid[edge[0]] or 0) - (grid[edge[1]] or 0)) == 1}


@examples(60, quick=8)
@given(st.data())
def test_all_futoshikis(data: st.DataObject) -> None:
    """On 3×3 cells, the solver finds the Latin squares that brute force finds, for any signs."""
    sides = st.lists(st.sampled_from(edges(squares(3)[0])), max_size=6, unique=True)
    less, greater = data.draw(sides), data.draw(sides)
    puzzle = Futoshiki(Grid.make(3, 3), tuple(less), tuple(edge[::-1] for edge in greater))

    check(
        puzzle,
        [grid for grid in squares(3) if all((grid[low] or 0) < (grid[high] or 0) for low, high in less + greater)],
    )


@examples(60, quick=8)
@given(st.sampled_from(squares(4)), st.sets(st.sampled_from(edges(Grid.make(4, 4))), max_size=1))
def test_all_renzokus(grid: Grid, changed: set[Edge]) -> None:
    """The solver finds the Latin squares with exactly these dots, also if one is added or gone."""
    dots = dots_of(grid) ^ changed

    check(Renzoku(Grid.make(4, 4), tuple(dots)), [grid for grid in squares(4) if dots_of(grid) == dots])


def test_diagonal_skyscrapers() -> None:
    """Of all Latin squares of 4×4, 48 have each height once on both long diagonals."""
    puzzle = load({"kind": "skyscrapers", "givens": ["...."] * 4, "diagonals": True})
    ways = [[Cell(at, at) for at in range(4)], [Cell(at, 3 - at) for at in range(4)]]
    boards = [grid for grid in squares(4) if all(len({grid[cell] for cell in way}) == 4 for way in ways)]

    assert 48 == check(puzzle, boards)
    assert boards == [*filter(puzzle.is_solved_by, squares(4))]


@examples(400, quick=50)
@given(st.data())
def test_cages_force_all_that_follows(data: st.DataObject) -> None:
    """A total and a cage force all that follows; a cage of very many digits nothing else."""
    size, highest = data.draw(st.integers(1, 3)), 4
    zeros = data.draw(st.integers(0, (1 << size * highest) - 1)) & data.draw(st.integers(0, (1 << size * highest) - 1))
    total = data.draw(st.integers(size, size * highest))
    totals, cells = range(total, total + data.draw(st.integers(1, 3))), literals(size, highest)
    cage = CageSum(data.draw(st.sampled_from([total, None])), size, cells)
    true = follows(size, highest, 0, zeros, lambda digits: is_cage(digits, cage.total))

    assert follows(size, highest, 0, zeros, lambda digits: sum(digits) in totals) == Total(
        total, size, cells, totals[-1]
    ).forced(0, zeros)
    assert true == cage.forced(0, zeros)
    with patch.object(rules, "MOST_DIGITS", 3):
        found = cage.forced(0, zeros)
        for ours, all_of in zip(found or (0, 0), true or (0, 0), strict=True):
            assert true is None or (found is not None and ours & ~all_of == 0)
        for digits in product(range(1, highest + 1), repeat=size):
            ones = sum(1 << at * highest + digit - 1 for at, digit in enumerate(digits))

            assert is_cage(digits, cage.total) == (cage.forced(ones, (1 << size * highest) - 1 - ones) == (0, 0))


def test_sets_of_digits() -> None:
    """There are as many sets of digits as combinations, and one for each of the sums that solvers know by heart."""
    for size in range(2, 10):
        assert comb(9, size) == sum(len(digit_sets(total, size, 9)) for total in range(46))
    for size, total in ((2, 3), (2, 4), (2, 16), (2, 17), (3, 6), (3, 7), (3, 23), (3, 24), (4, 10), (4, 30), (8, 40)):
        assert 1 == len(digit_sets(total, size, 9))


@examples(40, quick=4)
@given(st.integers(0, 10**6), st.integers(0, 9))
def test_all_killer_sudokus(seed: int, wrong: int) -> None:
    """On 4×4 cells, the solver finds the Sudokus that brute force finds, for sums that fit together or not."""
    made = generate("killer_sudoku", (4, 4), seed=seed)
    puzzle = made.puzzle
    assert isinstance(puzzle, KillerSudoku)
    first, *others = puzzle.cages

    assert [made.solution] == list(filter(puzzle.is_solved_by, sudokus((2, 2))))
    assert check(puzzle.with_fields(givens=Grid.make(4, 4), cages=(Cage(first.cells), *others)), among=sudokus((2, 2)))
    if digit_sets(wrong, len(first.cells), 4):
        check(puzzle.with_fields(cages=(Cage(first.cells, wrong), *others)), among=sudokus((2, 2)))


@examples(40, quick=5)
@given(st.integers(0, 10**6), st.booleans(), st.integers(1, 9))
def test_all_kakuros(seed: int, change: bool, digit: int) -> None:  # noqa: FBT001 - drawn
    """On 2×3 cells, the solver finds what brute force finds, for sums and a given digit that fit together or not."""
    puzzle = generate("kakuro", (2, 3), seed=seed).puzzle
    assert isinstance(puzzle, Kakuro)
    if change:
        sums = [tuple(total + 1 if total < 17 else total for total in line) for line in puzzle.rows]
        puzzle = Kakuro(puzzle.blocks, tuple(sums), puzzle.columns)

    check(puzzle, filled_rows(puzzle))
    given_digit = Grid.make(2, 3, {next(puzzle.blocks.blanks()): digit}.get)
    check(replace(puzzle, givens=given_digit), filter(given_digit.agrees_with, filled_rows(puzzle)))


def filled_rows(puzzle: Kakuro) -> list[Grid]:
    """Return every grid whose rows have their sums, each run without a repeated digit."""
    rows = []
    for marks, sums in zip(puzzle.blocks.values, puzzle.rows, strict=True):
        options: list[list[int | None]] = [[]]
        for mark in marks:
            options = [[*held, digit] for held in options for digit in (range(1, 10) if mark is None else [None])]
        rows.append([held for held in options if run_sums(held) == list(sums)])
    grids = [Grid(grid) for grid in product(*rows)]
    return [
        grid
        for grid in grids
        if [run_sums(column) for column in zip(*grid.values, strict=True)] == list(map(list, puzzle.columns))
    ]


def run_sums(line: Iterable[int | None]) -> list[int]:
    """Return the sums of the runs of two or more digits; 0 for one with a repeated digit."""
    runs = [list(run) for is_open, run in groupby(line, lambda digit: digit is not None) if is_open]
    return [sum(filter(None, run)) if len({*run}) == len(run) else 0 for run in runs if len(run) > 1]


CAGES = (["R1C1", "R1C2", "R2C1"], ["R1C3", "R2C3"], ["R2C2", "R3C2"], ["R3C1"])
"""Cages of a 3×3: one of three cells, two of two, one of one; R3C3 is in none."""


def fields(*cages: tuple[str, int, str | None], side: int = 3, givens: str = "") -> dict[str, Any]:
    """Return a board with cages: their cells, target and operation."""
    return {
        "kind": "calcudoku",
        "givens": [givens or "." * side, *["." * side] * (side - 1)],
        "cages": [
            {"cells": cells.split(), "target": target} | ({"operation": sign} if sign else {})
            for cells, target, sign in cages
        ],
    }


@examples(100, quick=8)
@given(
    st.lists(st.tuples(st.sampled_from([None, "+", "-", "*", "/"]), st.integers(1, 9)), min_size=4, max_size=4),
    st.sampled_from(["...", ".1.", "3.."]),
)
def test_all_calcudokus(made: list[tuple[str | None, int]], givens: str) -> None:
    """Z3 finds the boards that brute force finds, whatever the cages say."""
    cages = [
        (" ".join(cells), target, "*" if sign in {"-", "/"} and len(cells) > 2 else sign)
        for cells, (sign, target) in zip(CAGES, made, strict=True)
    ]
    check(load(fields(*cages, givens=givens)), among=squares(3))


@pytest.mark.parametrize(
    ("sign", "target", "right", "wrong"),
    [
        ("-", 2, [(1, 3), (3, 1)], [(3, 2)]),
        ("/", 2, [(2, 4)], [(4, 3)]),
        ("*", 12, [(2, 3, 2)], [(2, 3, 1)]),
        ("+", 7, [(2, 3, 2)], [(2, 3, 1)]),
        (None, 3, [(6, 2)], [(6, 2, 1)]),
        (None, 9, [(6, 2, 1)], []),
        (None, 5, [(5,)], [(4,)]),
    ],
)
def test_calculated_cages(sign: Any, target: int, right: list[Any], wrong: list[Any]) -> None:  # noqa: ANN401
    """Sums and products take all digits, differences and quotients two, the larger one first."""
    cage = Calculated((), target, sign)

    assert all(cage.fits(*digits) for digits in right)
    assert not any(cage.fits(*digits) for digits in wrong)


def test_drawing_of_calcudoku() -> None:
    """A drawing has the operation behind the number."""
    puzzle = load(fields(("R1C1 R1C2", 3, "*"), ("R2C1 R3C1", 2, None)))
    drawn = dump_picture(puzzle)

    assert "corners:\n3*  .  .\n 2  .  .\n" in drawn
    assert puzzle == load_picture(drawn)
    assert "3×" == puzzle.picture().corner(Cell(0, 0))


def test_words_of_calcudoku() -> None:
    """Steps name the cage, besides the names of any Latin square."""
    first, *rest = told(**fields(("R1C1 R1C2", 2, "/"), ("R2C1", 2, None), side=2))

    assert (("cage", "R2C1 is 2: the cage R2C1 is 2"), {"full house"}) == (first, {name for name, _ in rest})


@examples(50, quick=5)
@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_game_ids_of_keen(side: int, rng: Random) -> None:
    """A game ID of Keen is read back, also if its signs repeat."""
    puzzle = replace(Calcudoku.random((side, side), rng)[0], givens=Grid.make(side, side))
    link = dump_link(puzzle, host="tatham")

    assert puzzle == load_link(link)
    assert "keen.html#" in link
