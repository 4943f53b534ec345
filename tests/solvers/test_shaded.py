"""Kinds that shade cells, against brute force in plain Python and published counts."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    Aquarium,
    Cell,
    Grid,
    Hitori,
    Kakurasu,
    Nonogram,
    Norinori,
    Puzzle,
    Shakashaka,
    Thermometers,
    ZeroHn0,
    explain,
    generate,
    grade,
    load,
    solve,
)
from solvers._core.families.shaded import BLOCK
from solvers._core.model.regions import LETTERS, grown, rows_of
from solvers.thermometers import random_paths
from tests.brute import check, grids, told
from tests.tiers import examples, first

SIZES = {"kakurasu": (3, 3), "minesweeper": (3, 3), "mosaic": (3, 3), "tents": (3, 4)}
FIRST = ("aquarium", "norinori", "thermometers")
"""Kinds whose clues are regions or paths, which random boards have, too."""


def lined(kind: str, rows: list[list[int]], columns: list[list[int]], **fields: object) -> dict[str, Any]:
    """Return a puzzle with numbers beside its lines."""
    return {"kind": kind, "rows": rows, "columns": columns, **fields}


def random_board(kind: str, seed: int) -> Puzzle:
    """Return a board of 3×4 with random regions or paths, whose numbers a random filling has; some are left out."""
    rng, board = Random(seed), Grid.make(3, 4)  # noqa: S311 - any board
    names = grown(rng.sample(list(board.cells()), rng.randint(1, 3)), board, rng)
    if kind == "norinori":
        return Norinori(rows_of(names))
    level = rng.randint(0, 3)
    rows, columns = (
        tuple(numbers if rng.random() < 0.7 else () for numbers in rim)
        for rim in Aquarium.rims_for(Grid.make(3, 4, lambda cell: int(cell.row >= level or rng.random() < 0.1)))
    )
    if kind == "aquarium":
        return Aquarium(rows_of(names), rows, columns)
    return Thermometers(tuple(random_paths(board, 5, rng)), rows, columns)


@pytest.mark.parametrize("kind", FIRST)
@examples(60, quick=2)
@given(st.integers(0, 10**6))
def test_all_solutions_of_random_boards(kind: str, seed: int) -> None:
    """Z3 finds the boards that brute force finds, also where there are none or many."""
    check(random_board(kind, seed))


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (tuple(tuple(f"{row}-{col // 2}" for col in range(20)) for row in range(12)), 120),
        ((tuple(map(str, range(60))), ("long",) * 60), 61),
    ],
)
def test_more_regions_than_letters(names: tuple[tuple[str, ...], ...], count: int) -> None:
    """There may be more regions than letters, even around one; those that touch have different ones."""
    puzzle = Norinori(names)

    assert count == len(list(puzzle.clues()))
    assert puzzle == Norinori(puzzle.regions) == Norinori.from_picture(puzzle.picture())
    assert count == 61 or set("".join(map("".join, puzzle.regions))) == {*LETTERS}


def test_a_line_of_regions_and_paths() -> None:
    """What a number says of whole parts of regions, or of paths, is seen at once: one rule settles cells."""
    aquarium = load(lined("aquarium", [[3]], [[]] * 5, regions=["AAABB"]))
    bulbs = [["R1C1", "R1C2", "R1C3", "R1C4"], ["R1C5"]]
    thermometer = load(lined("thermometers", [[4]], [[]] * 4 + [[0]], thermometers=bulbs))

    assert Grid.parse(["11100"]) == solve(aquarium).grid
    assert [1, 1] == [len(list(explain(puzzle))) for puzzle in (aquarium,)] + [grade(thermometer).level]


def with_all_solutions(kind: str, seed: int) -> list[Puzzle]:
    """Return a new puzzle, and the same with some clues left out or changed."""
    made = generate(kind, SIZES[kind], seed=seed).puzzle
    if isinstance(made, Kakurasu):
        return [made, Kakurasu(((),) * 3, made.columns), Kakurasu(((seed % 7,), *made.rows[1:]), made.columns)]
    found = [made]
    for clue in made.clues():
        thinner = made.without(clue)
        found += [] if thinner is None or len(found) > 2 else [thinner]
    return found


@pytest.mark.parametrize("kind", SIZES)
@examples(30, quick=2)
@given(st.integers(0, 10**6))
def test_all_solutions(kind: str, seed: int) -> None:
    """Z3 finds the boards that brute force finds."""
    for puzzle in with_all_solutions(kind, seed):
        check(puzzle)


def test_tents_with_their_trees() -> None:
    """Each tree has a tent of its own: two trees do not share one, and a tent needs a tree."""
    apart = load(lined("tents", [[]] * 3, [[]] * 3, trees=["..t", "...", "t.."]))
    shared = load(lined("tents", [[]], [[]] * 3, trees=["t.t"]))
    alone = load(lined("tents", [[]], [[]] * 4, trees=["t..."]))

    assert [2, 0, 1] == [check(puzzle) for puzzle in (apart, shared, alone)]
    assert not alone.is_solved_by(Grid.parse([".101"]))


FEWEST = {2: 1, 3: 2}
"""The fewest black cells of a board to which none can be added (OEIS A322125)."""


@pytest.mark.parametrize("side", FEWEST)
def test_fewest_black_cells(side: int) -> None:
    """Without repeated numbers, the boards to which no black cell can be added have as many as published at least."""
    puzzle = Hitori(Grid(range(row * side, (row + 1) * side) for row in range(side)))
    found = [{cell for cell, mark in grid.marked() if mark} for grid in grids(side, side) if puzzle.is_solved_by(grid)]
    fullest = [black for black in found if not any(black < other for other in found)]

    assert check(puzzle) == len(found)
    assert FEWEST[side] == min(map(len, fullest))


def test_techniques_of_hitori() -> None:
    """What people see at once settles most boards, and each step names it."""
    names = set()
    for seed in range(6):
        puzzle = generate("hitori", (6, 6), seed=seed).puzzle
        names |= {rule.name for step in explain(puzzle) for rule in step.because}

        assert grade(puzzle).level <= 3
    assert {"pair", "between", "connection", "neighbours", "repeated number"} == names


UNIQUE = {(1, 1): 2, (2, 2): 14, (3, 3): 384, (4, 4): 52362}
"""How many boards follow from their numbers (OEIS A242876)."""


@pytest.mark.parametrize("size", first(UNIQUE, quick=3), ids=str)
def test_unique_nonograms(size: tuple[int, int]) -> None:
    """As many boards as published are the only ones with their numbers."""
    counts = Counter(map(Nonogram.of, grids(*size)))

    assert UNIQUE[size] == sum(count for count in counts.values() if count == 1)


@examples(200)
@given(st.sampled_from([(3, 3), (2, 4)]).flatmap(lambda size: st.sampled_from(grids(*size))))
def test_all_solutions_of_nonogram(grid: object) -> None:
    """Z3 finds the boards that brute force finds."""
    assert check(Nonogram.of(grid)) >= 1  # type: ignore[arg-type] # Hypothesis loses the type


CELLS = [Cell(*at) for at in product(range(3), repeat=2)]


@examples(300, quick=20)
@given(
    st.sets(st.sampled_from(CELLS), min_size=3, max_size=4), st.lists(st.integers(0, 2) | st.just(BLOCK), min_size=9)
)
def test_all_solutions_of_shakashaka(open_cells: set[Cell], numbers: list[int]) -> None:
    """With any black cells and numbers, the solver finds what brute force finds."""
    check(Shakashaka(Grid.make(3, 3, lambda cell: None if cell in open_cells else numbers[CELLS.index(cell)])))


def test_words_of_shakashaka() -> None:
    """A step says where white would have a wrong angle."""
    steps = told("shakashaka", blocks=["2...1.", "...3..", "..4...", "3.....", "......", "...1.."])

    assert any("white would have a wrong angle at the corner of R" in words for _, words in steps)


@examples(150, quick=5)
@given(st.lists(st.sampled_from(["....", "....", "....", *"01234"]), min_size=9, max_size=9))
def test_all_solutions_of_zero_hn0(words: list[str]) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(words)[:9]
    check(ZeroHn0(Grid.parse([cells[:3], cells[3:6], cells[6:]])))


def test_words_of_zero_hn0() -> None:
    """Steps name what is seen, and a dot that would see no other."""
    assert [
        ("number", "R1C2 is a dot: R1C1 sees 2 other dots"),
        ("number", "R2C1 is a dot: R1C3 is a wall, and R1C1 sees 2 other dots"),
        ("lone dot", "R1C4 is a wall: R1C3 and R2C4 are walls, and a dot in R1C4 sees another"),
    ] == told("zero_hn0", numbers=["2.0.", ".000"])
