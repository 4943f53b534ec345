"""How many solutions boards have that say nothing or little, as published or counted by hand, and by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import pytest

from solvers import load, solutions
from tests.brute import check
from tests.tiers import long, spread

Row = tuple[str, dict[str, Any], int]
MOST_BOARDS = 5000
"""How many boards brute force tries at most."""


def blank(height: int, width: int) -> list[str]:
    """Return rows of blank cells."""
    return ["." * width] * height


def grown(kind: str, field: str, counts: dict[tuple[int, int], int]) -> Iterator[Row]:
    """Yield blank boards of a kind with their numbers of solutions, by rows and columns."""
    return ((kind, {field: blank(*size)}, count) for size, count in counts.items())


def lines(side: int) -> list[str]:
    """Return regions of which each is a row."""
    return [letter * side for letter in "ABCDEFGH"[:side]]


BARE: dict[str, Any] = {"rows": [[]] * 3, "columns": [[]] * 3}
STEMS = [["R1C1", "R1C2", "R2C2", "R2C1"], ["R1C3", "R2C3"]]
LOOPS = {1: 1, 2: 13, 3: 213, 4: 9349}
"""The closed loops along the lines of a board of so many rows and columns (OEIS A140517)."""
N_QUEENS = [1, 0, 0, 2, 10, 4, 40, 92, *long(352, 724)]
"""The ways to place queens that do not attack each other on boards of one row, two … (OEIS A000170)."""
QUEENS = [1, 0, 0, 2, 14, 90, *long(646, 5242)]
"""So many if only queens in touching cells, and in one row or column, attack each other (OEIS A002464)."""
COUNTED: list[Row] = [
    # A region has one more level than rows, also if its parts only meet at the top.
    ("aquarium", {**BARE, "regions": ["AAA", "ABA", "ABA"]}, 4 * 3),
    ("aquarium", {**BARE, "regions": ["ABC", "ABC", "ABC"]}, 4**3),
    ("aquarium", {**BARE, "regions": ["AAA", "BAB", "BBB"]}, 3 * 3),
    # A row of three is 333, 122 or 221; a square is 4444, a 1 and three 3s, but not two 2s.
    *grown("fillomino", "givens", {(1, 1): 1, (1, 2): 1, (1, 3): 3, (1, 4): 4, (2, 2): 5}),
    # With boxes as many as of a 4×4 Sudoku, with rows as many as Latin squares.
    ("jigsaw_sudoku", {"regions": ["AABB", "AABB", "CCDD", "CCDD"], "givens": blank(4, 4)}, 288),
    ("jigsaw_sudoku", {"regions": lines(4), "givens": blank(4, 4)}, 576),
    # As many as the sum has partitions into different parts up to 16.
    *(("kakurasu", {"rows": [[sum_]], "columns": [[]] * 16}, at) for sum_, at in ((0, 1), (3, 2), (10, 10), (16, 32))),
    # Bulbs are rooks that attack every cell.
    *grown("light_up", "blocks", {(1, 1): 1, (2, 2): 2, (3, 3): 6}),
    *grown("masyu", "circles", {(side + 1, side + 1): count for side, count in LOOPS.items() if side < 4}),
    *(("minesweeper", {"numbers": blank(2, 2), "mines": at}, count) for at, count in enumerate([1, 4, 6, 4, 1])),
    ("minesweeper", {"numbers": [".1.", "..."], "mines": 1}, 5),
    *(("n_queens", {"givens": blank(side, side)}, count) for side, count in enumerate(N_QUEENS, start=1)),
    # As many as places for a domino.
    ("norinori", {"regions": ["AA"]}, 1),
    ("norinori", {"regions": ["AAAA"] * 3}, 17),
    ("norinori", {"regions": ["A" * 6] * 5}, 49),
    # A line that could step to a neighbour at once is none, but a wide detour is one.
    ("numberlink", {"numbers": ["1.", ".1"]}, 2),
    ("numberlink", {"numbers": ["1.", "1."]}, 1),
    ("numberlink", {"numbers": ["1.1", "..."]}, 2),
    ("numberlink", {"numbers": ["12", "21"]}, 0),
    ("numberlink", {"numbers": ["11..", "...."]}, 1),
    *(("numberlink", {"numbers": ["1..1", "...."], "full": full}, 0 if full else 4) for full in (True, False)),
    ("numberlink", {"numbers": blank(3, 3)}, 1),
    *long(("numberlink", {"numbers": ["1..", "...", "..1"]}, 6)),
    *(("queens", {"regions": lines(side)}, count) for side, count in enumerate(QUEENS, start=1)),
    # Regions of one cell hold 1: those of a line are too near here, and those at a corner for Suguru.
    ("ripple_effect", {"regions": ["AB", "BA"], "givens": blank(2, 2)}, 0),
    ("ripple_effect", {"regions": ["AB", "AB"], "givens": blank(2, 2)}, 2),
    ("ripple_effect", {"regions": ["AA", "AA"], "givens": blank(2, 2)}, 24),
    ("suguru", {"regions": ["AB", "BA"], "givens": blank(2, 2)}, 0),
    ("suguru", {"regions": ["AB", "AB"], "givens": blank(2, 2)}, 0),
    ("suguru", {"regions": ["AA", "AA"], "givens": blank(2, 2)}, 24),
    *grown("slitherlink", "numbers", {(2, 1): 3} | {(side, side): at for side, at in LOOPS.items() if side < 4}),
    *long(*grown("slitherlink", "numbers", {(4, 4): LOOPS[4]})),
    *(("star_battle", {"regions": lines(side)}, QUEENS[side - 1]) for side in (4, 5, 6)),
    # A thermometer has one more level than cells.
    ("thermometers", {"rows": [[]] * 2, "columns": [[]] * 4, "thermometers": STEMS}, 5 * 3),
    # Words of 0 and 1 in which no 1 stands alone (OEIS A005251).
    *grown("zero_hn0", "numbers", {(1, 1): 1, (1, 4): 7, (2, 2): 10}),
]


@pytest.mark.parametrize(("kind", "fields", "count"), spread(COUNTED, of=2))
def test_count(kind: str, fields: dict[str, Any], count: int) -> None:
    """As many solutions are found, and on small boards they are those that the plain check accepts."""
    puzzle = load({"kind": kind, **fields})
    is_small = prod(map(len, puzzle.choices().values())) <= MOST_BOARDS

    assert count == (check(puzzle) if is_small else len(solutions(puzzle).grids))
