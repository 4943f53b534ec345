"""Kinds of dominoes, against all tilings of small boards in plain Python, which are counted in the literature."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import DIGITS, Cell, Dominosa, Edge, Grid, Pips, load, solutions
from solvers._core.model.results import Clock
from solvers._core.search import engine
from solvers.dominosa import domino_set, random_dominoes, with_sides
from tests.brute import check
from tests.tiers import examples

TILINGS = {(1, 2): 1, (2, 3): 3, (3, 4): 11, (4, 5): 95, (5, 6): 1183}
"""In how many ways dominoes cover a board (Kasteleyn; OEIS A099390)."""


def coverings(cells: set[Cell]) -> Iterator[list[Edge]]:
    """Yield every way to cover cells with dominoes."""
    if not cells:
        yield []
        return
    first = min(cells)
    for other in first.neighbours():
        if other in cells:
            yield from ([(first, other), *rest] for rest in coverings(cells - {first, other}))


def tilings(board: Grid) -> list[Grid]:
    """Return every way to cover a board with dominoes."""
    return [with_sides(board, dominoes) for dominoes in coverings({*board.cells()})]


@pytest.mark.parametrize("size", TILINGS, ids=str)
def test_tilings(size: tuple[int, int]) -> None:
    """There are as many tilings as published, and a random one is among them."""
    board = Grid.make(*size)
    found = tilings(board)

    assert TILINGS[size] == len(found) == len(set(found))
    assert with_sides(board, random_dominoes(board, Random(1))) in found  # noqa: S311 - any tiling


@examples(60, quick=4)
@given(st.sampled_from([((3, 4), 2), ((2, 6), 2), ((4, 5), 3)]), st.randoms(use_true_random=False))
def test_all_solutions_of_dominosa(board: tuple[tuple[int, int], int], rng: Random) -> None:
    """Z3 finds the tilings that have each domino once, also where there are none or many."""
    (height, width), highest = board
    numbers = [number for pair in domino_set(highest) for number in pair]
    rng.shuffle(numbers)
    puzzle = Dominosa(Grid(numbers[row * width : (row + 1) * width] for row in range(height)))

    check(puzzle, among=tilings(puzzle.numbers))


BOARDS = ["AAB", "ABB"], ["AB.", "ACC", "DCE"], ["A..A", "ABBA"], [".A.", "AAB", ".B.", ".B."]
"""Regions of small boards; the last one cannot be covered."""
CONDITIONS: dict[str, Callable[[Sequence[int], int], bool]] = {
    "sum": lambda pips, number: sum(pips) - number == 0,
    "less": lambda pips, number: number - sum(pips) > 0,
    "greater": lambda pips, number: sum(pips) - number > 0,
    "equal": lambda pips, _: max(pips) == min(pips),
    "unequal": lambda pips, _: all(pips.count(number) == 1 for number in pips),
}


def counted(puzzle: Pips) -> set[Grid]:
    """Return every solution, found by trying each order of the dominoes on each covering, turned in each way."""
    found = set()
    parts = {part[0]: part for part in puzzle.parts()}
    for lying in coverings(set(puzzle.cells())):
        for order in {*permutations(puzzle.dominoes)}:
            for turned in product((1, -1), repeat=len(order)):
                pips = {
                    cell: number
                    for edge, pair, way in zip(lying, order, turned, strict=True)
                    for cell, number in zip(edge, pair[::way], strict=True)
                }
                if all(
                    CONDITIONS[condition.says]([pips[cell] for cell in parts[condition.cell]], condition.number or 0)
                    for condition in puzzle.conditions
                ):
                    marks = {Cell(2 * row + 1, 2 * col + 1): number for (row, col), number in pips.items()}
                    for first, second in puzzle.ways():
                        border = Cell(first.row + second.row + 1, first.col + second.col + 1)
                        marks[border] = DIGITS.index("d" if (first, second) in lying else "b")
                    found.add(Grid.make(*puzzle.answer_size, marks.get))
    return found


def random_pips(rows: list[str], seed: int) -> Pips:
    """Return a board with dominoes and conditions at random, which often contradict each other."""
    rng = Random(seed)  # noqa: S311 - any board
    blank = [[col for col in row if col != "."] for row in rows]
    tray = [rng.choice(domino_set(3)) for _ in range(sum(map(len, blank)) // 2)]
    bare = Pips(tuple(rows), tuple((pair[0], pair[1]) for pair in tray))
    conditions = []
    for part in bare.parts():
        says = rng.choice([*CONDITIONS, None])
        if says is not None:
            number = {"number": rng.randrange(6)} if says in {"sum", "less", "greater"} else {}
            conditions.append({"cell": str(part[-1]), "says": says, **number})
    found = load({"kind": "pips", "regions": rows, "dominoes": [*map(list, tray)], "conditions": conditions})
    assert isinstance(found, Pips)
    return found


@examples(40, quick=3)
@given(st.sampled_from(BOARDS), st.integers(0, 10**6))
def test_all_solutions_of_pips(rows: list[str], seed: int) -> None:
    """The search of the kind, Z3 and brute force find the same solutions, also where there are none or many."""
    puzzle = random_pips(rows, seed)
    expected = counted(puzzle)
    check(puzzle, expected)

    assert expected == {*engine.solutions(puzzle, Clock(None)).grids}
    assert all(map(puzzle.is_solved_by, expected))


def test_many_solutions_are_counted() -> None:
    """A tray without conditions on a board of 2×3 lies there in as many ways as brute force finds; a limit is kept."""
    puzzle = load({"kind": "pips", "regions": ["AAA", "AAA"], "dominoes": [[0, 1], [1, 2], [2, 2]]})
    assert isinstance(puzzle, Pips)

    assert len(counted(puzzle)) == len(solutions(puzzle).grids) == 3 * 6 * 4
    assert (30, False) == (len((some := solutions(puzzle, limit=30)).grids), some.complete)
