"""Sudoku against published counts, brute force in plain Python, hard and real boards."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, Sudoku, solutions, solve
from solvers._core.model.picture import Picture
from tests.brute import check, check_verdict, clash, refused, squares
from tests.solvers.test_solvers import real
from tests.tiers import examples, first, long

HARD = {
    "A. Inkala, 2006": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "A. Inkala, 2010": "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "A. Inkala, 2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "17 givens": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
}
BOXES = [(1, 1), (1, 3), (3, 1), (2, 2)]


def fits(grid: Grid, box: tuple[int, int]) -> bool:
    """Return whether no box has a repeated digit."""
    corners = product(range(0, grid.height, box[0]), range(0, grid.width, box[1]))
    boxes = [
        [grid[Cell(top + row, left + col)] for row in range(box[0]) for col in range(box[1])] for top, left in corners
    ]
    return all(len({*digits}) == len(digits) for digits in boxes)


@cache
def sudokus(box: tuple[int, int]) -> list[Grid]:
    """Return every full board."""
    return [grid for grid in squares(box[0] * box[1]) if fits(grid, box)]


@st.composite
def puzzles(draw: st.DrawFn) -> Sudoku:
    """Draw some digits of a board, at most one of them wrong."""
    box = draw(st.sampled_from(BOXES))
    truth = draw(st.sampled_from(sudokus(box)))
    shown = draw(st.sets(st.sampled_from(list(truth.cells())), max_size=draw(st.sampled_from([2, 6, 16]))))
    wrong = draw(st.sampled_from([None, None, *shown]))
    digit = draw(st.integers(1, truth.height))
    marks = {cell: digit if cell == wrong else truth[cell] for cell in shown}
    return Sudoku(box, Grid.make(truth.height, truth.width, marks.get))


def hard(name: str) -> Sudoku:
    """Return the 9×9 board with this name."""
    return Sudoku((3, 3), Grid.parse([HARD[name][start : start + 9] for start in range(0, 81, 9)]))


@examples(100)
@given(puzzles())
def test_brute_force(puzzle: Sudoku) -> None:
    """Z3 and brute force agree on the only solution, on the forced cells of several, or that there is none."""
    expected = [*filter(puzzle.givens.agrees_with, sudokus(puzzle.box))]

    assert expected == [*filter(puzzle.is_solved_by, squares(puzzle.givens.height))]
    check_verdict(puzzle, expected)


@pytest.mark.parametrize(("box", "count"), [((1, 1), 1), ((1, 3), 12), ((2, 2), 288), *long(((1, 4), 576))])
def test_counts_on_empty_boards(box: tuple[int, int], count: int) -> None:
    """The number of solutions is the published one (OEIS A107739, and A002860 for Latin squares)."""
    side = box[0] * box[1]

    assert count == check(Sudoku(box, Grid.make(side, side)), sudokus(box))


@pytest.mark.parametrize("name", HARD)
def test_hard_boards(name: str) -> None:
    """Boards that are known to be hard have one solution."""
    assert fits(solve(hard(name)).grid, (3, 3))


def test_large_boards() -> None:
    """An empty board of 16×16 is filled; the largest one has 50 rows."""
    found = solutions(Sudoku((4, 4), Grid.make(16, 16)), limit=1)

    assert not found.complete
    assert "g" in str(found.grids[0])
    assert Sudoku((5, 10), Grid.make(50, 50, {Cell(0, 0): 50}.get)).givens.rows()[0].split()[0] == "50"


BLANK = ["...."] * 4


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"box": [0, 4], "givens": BLANK}, "box: 0×4, but a box has 1 to 50 cells"),
        ({"box": [6, 9], "givens": BLANK}, "box: 6×9, but a box has 1 to 50 cells"),
        ({"box": [2, 3], "givens": BLANK}, "givens: 4 rows and 4 columns, but a board with boxes of 2×3 is 6×6"),
        ({"box": [2, 2], "givens": BLANK[:3]}, "givens: 3 rows and 4 columns"),
        ({"box": [2, 2], "givens": ["....", "...5", "....", "...."]}, "givens: R2C4 holds 5, but .* from 1 to 4"),
    ],
)
def test_bad_puzzles(fields: dict[str, Any], words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    refused(words, "sudoku", **fields)


@pytest.mark.parametrize("other", [Cell(0, 3), Cell(5, 0), Cell(1, 2)])
def test_repeated_digit(other: Cell) -> None:
    """A digit given twice in a row, column or box is not a malformed puzzle; the error names both cells."""
    givens = Grid.make(6, 6, {Cell(0, 0): 5, other: 5, Cell(3, 4): 1}.get).rows()

    clash(f"no solution: R1C1 is 5, but {other} is 5$", "sudoku", box=[2, 3], givens=givens)


def test_rules() -> None:
    """There is one rule per cell, and one per unit and digit, with its cells."""
    rules = {rule.words: rule for rule in Sudoku((2, 3), Grid.make(6, 6)).rules()}

    assert 36 + 3 * 6 * 6 == len(rules)
    assert "row 3 holds one 5" in rules
    assert (Cell(4, 3), Cell(5, 5)) == (rules["box 6 holds one 1"].cells[0], rules["box 6 holds one 1"].cells[-1])


def test_techniques() -> None:
    """A naked single is found in a cell, a hidden single in a unit."""
    puzzle = Sudoku((3, 3), Grid.make(9, 9))
    rules = {rule.words.replace(" holds one ", " "): rule for rule in puzzle.rules()}

    def name(because: str, cell: str = "R1C1") -> str:
        return puzzle.technique([rules[words] for words in because.split(", ")], [Cell.parse(cell)])

    seen = "row 1 2, row 1 3, row 1 4, column 1 5, column 1 6, box 1 7, box 1 8, box 1 9"
    assert name("row 1 1") == "full house"
    assert name(f"R1C1 digit, {seen}") == "naked single"
    assert name("box 1 1, row 2 1, row 3 1, column 2 1, column 3 1") == "hidden single"
    assert name("row 1 1, box 2 1, box 3 1, column 2 1, column 3 1") == "hidden single"
    assert name("box 1 1, row 2 1, box 3 1, row 3 1, column 2 1") == "locked candidates"
    assert name("box 1 1, row 2 1, row 3 2") == ""
    assert name(f"R1C1 digit, R1C2 digit, {seen}") == ""


@pytest.mark.parametrize("box", [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 4), (4, 1), (5, 6)])
def test_picture(box: tuple[int, int]) -> None:
    """Boxes are outlined, not coloured, and the puzzle can be read back with any letters for the boxes."""
    side = box[0] * box[1]
    puzzle = Sudoku(box, Grid.make(side, side, {Cell(0, 0): 1, Cell(side - 1, 0): side}.get))
    drawn = puzzle.picture()
    renamed = {cell: letter.swapcase() for cell, letter in drawn.fills.items()}

    assert puzzle == Sudoku.from_picture(drawn) == Sudoku.from_picture(Picture(side, side, drawn.glyphs, fills=renamed))
    assert side == len(set(drawn.fills.values()))
    assert not drawn.shaded


@pytest.mark.parametrize(
    ("side", "box"), [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (12, (3, 4)), (5, (1, 5))]
)
def test_picture_without_boxes(side: int, box: tuple[int, int]) -> None:
    """Boxes that are not drawn are as square as possible."""
    assert Sudoku(box, Grid.make(side, side)) == Sudoku.from_picture(Picture(side, side, {}))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["AABB", "AABB", "CCDD", "CDCD"], "R4C2 of the picture breaks its boxes of 2×2"),
        (["AABB", "AABB", "AADD", "AADD"], "givens: 4 rows and 4 columns, but a board with boxes of 4×2 is 8×8"),
        (["AABB", "AABB", "CCCC", "CCCC"], "R3C3 of the picture breaks its boxes of 2×2"),
    ],
)
def test_drawn_boxes_of_other_shapes(rows: list[str], words: str) -> None:
    """Regions that are not rectangles of one shape are refused as boxes."""
    fills = {Cell(row, col): letter for row, letters in enumerate(rows) for col, letter in enumerate(letters)}

    with pytest.raises(BadPuzzle, match=words):
        Sudoku.from_picture(Picture(4, 4, {}, fills=fills))


def test_linkedin() -> None:
    """Each daily Mini Sudoku has exactly one solution."""
    boards = real("linkedin/minisudoku.jsonl")

    assert len(boards) >= 34
    assert all(solve(Sudoku((2, 3), Grid(line["cells"]))).unique for line in first(boards, quick=8))
