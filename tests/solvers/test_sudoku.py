"""Sudoku against published counts, brute force in plain Python, hard and real boards."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, NoSolution, Sudoku, dump, load, solutions, solve
from solvers._core.model.picture import Picture
from tests.solvers.test_n_queens import check, chosen, made
from tests.solvers.test_solvers import real
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def fits(rows: Sequence[Sequence[int]], box: tuple[int, int]) -> bool:
    """Return whether no column or box of these rows has a repeated digit."""
    units = [list(column) for column in zip(*rows, strict=True)]
    side = box[0] * box[1]
    for top, left in product(range(0, side, box[0]), range(0, side, box[1])):
        units.append([digit for row in rows[top : top + box[0]] for digit in row[left : left + box[1]]])
    return all(len(unit) == len(set(unit)) for unit in units)


@cache
def sudokus(box: tuple[int, int]) -> list[Grid]:
    """Return every full board, adding rows as long as no digit is repeated."""
    side = box[0] * box[1]
    found: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(side):
        longer = ((*rows, row) for rows in found for row in permutations(range(1, side + 1)))
        found = [rows for rows in longer if fits(rows, box)]
    return [Grid(rows) for rows in found]


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
    check(puzzle, filter(puzzle.givens.agrees_with, sudokus(puzzle.box)))


@pytest.mark.parametrize(
    ("box", "count"),
    [
        ((1, 1), 1),
        ((1, 3), 12),
        pytest.param((1, 4), 576, marks=pytest.mark.long("that count all boards")),
        ((2, 2), 288),
    ],
)
def test_counts_on_empty_boards(box: tuple[int, int], count: int) -> None:
    """The number of solutions is the published one (OEIS A107739, and A002860 for Latin squares)."""
    side = box[0] * box[1]
    found = solutions(Sudoku(box, Grid.make(side, side)))

    assert found.complete
    assert count == len(found.grids)
    assert set(sudokus(box)) == set(found.grids)


@settings(max_examples=20)
@given(st.sampled_from(sudokus((2, 2))))
def test_is_solved_by(board: Grid) -> None:
    """The plain check accepts a full board, and rejects a changed or blank cell, other boxes and wrong givens."""
    assert Sudoku((2, 2), board).is_solved_by(board)
    for cell in board.cells():
        for wrong in (None, 0, (board[cell] or 0) % 4 + 1):
            changed = Grid.make(4, 4, lambda at: wrong if at == cell else board[at])  # noqa: B023 - called at once

            assert not Sudoku((2, 2), Grid.make(4, 4)).is_solved_by(changed)
            assert wrong == 0 or (wrong is None) == Sudoku((2, 2), changed).is_solved_by(board)
    assert not Sudoku((1, 2), Grid.make(2, 2)).is_solved_by(board)
    assert not Sudoku((2, 2), Grid.make(4, 4)).is_solved_by(Grid.make(4, 4, lambda at: (at.row + at.col) % 4 + 1))


@pytest.mark.parametrize("name", HARD)
def test_hard_boards(name: str) -> None:
    """Boards that are known to be hard have one solution."""
    puzzle = hard(name)
    solution = solve(puzzle)

    assert solution.unique
    assert fits([[digit or 0 for digit in row] for row in solution.grid.values], (3, 3))


def test_large_boards() -> None:
    """An empty board of 16×16 is filled; the largest one has 50 rows."""
    found = solutions(Sudoku((4, 4), Grid.make(16, 16)), limit=1)

    assert not found.complete
    assert "g" in str(found.grids[0])
    assert Sudoku((5, 10), Grid.make(50, 50, {Cell(0, 0): 50}.get)).givens.rows()[0].split()[0] == "50"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"givens": ["...."] * 4}, "sudoku: the field box is missing"),
        ({"box": [2, 2]}, "sudoku: the field givens is missing"),
        ({"box": [2], "givens": ["...."] * 4}, "box: expected array of length 2"),
        ({"box": [2, "2"], "givens": ["...."] * 4}, "box.*: expected int, got str"),
        ({"box": [2, True], "givens": ["...."] * 4}, "box.*: expected int, got bool"),
        ({"box": [0, 4], "givens": ["...."] * 4}, "box: 0×4, but a box has 1 to 50 cells"),
        ({"box": [-2, -2], "givens": ["...."] * 4}, "box: -2×-2, but a box has 1 to 50 cells"),
        ({"box": [6, 9], "givens": ["...."] * 4}, "box: 6×9, but a box has 1 to 50 cells"),
        ({"box": [2, 3], "givens": ["...."] * 4}, "givens: 4 rows and 4 columns, but a board with boxes of 2×3 is 6×6"),
        ({"box": [2, 2], "givens": ["...."] * 3}, "givens: 3 rows and 4 columns"),
        ({"box": [2, 2], "givens": ["....", "...5", "....", "...."]}, "givens: R2C4 holds 5, but .* from 1 to 4"),
        ({"box": [2, 2], "givens": ["....", "#...", "....", "...."]}, "givens: R2C1 holds '#'"),
        ({"box": [2, 2], "givens": ["....", "...", "....", "...."]}, "givens: a grid needs rows of equal length"),
    ],
)
def test_bad_puzzles(fields: dict[str, Any], words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "sudoku", **fields})


@pytest.mark.parametrize("other", [Cell(0, 3), Cell(5, 0), Cell(1, 2)])
def test_repeated_digit(other: Cell) -> None:
    """A digit given twice in a row, column or box is not a malformed puzzle; the error names both cells."""
    puzzle = Sudoku((2, 3), Grid.make(6, 6, {Cell(0, 0): 5, other: 5, Cell(3, 4): 1}.get))

    with pytest.raises(NoSolution) as caught:
        solve(puzzle)

    assert ["R1C1 is 5", f"{other} is 5"] == [clue.words for clue in caught.value.core]


def test_rules_depend_on_shape_alone() -> None:
    """Two boards with boxes of the same shape have equal rules: one per cell, and one per unit and digit."""
    bare, full = Sudoku((2, 3), Grid.make(6, 6)), Sudoku((2, 3), Grid.make(6, 6, lambda _: 1))
    rules = {rule.words: rule for rule in bare.rules()}

    assert list(bare.rules()) == list(full.rules())
    assert list(bare.answer()) == list(full.answer())
    assert 36 + 3 * 6 * 6 == len(list(bare.rules())) == len(rules)
    assert "row 3 holds one 5" in rules
    assert (Cell(4, 3), Cell(5, 5)) == (rules["box 6 holds one 1"].cells[0], rules["box 6 holds one 1"].cells[-1])
    assert list(bare.rules()) != list(Sudoku((3, 2), Grid.make(6, 6)).rules())


@settings(max_examples=20)
@given(st.sampled_from(sudokus((2, 2))))
def test_choices(board: Grid) -> None:
    """In a solution, each cell has exactly one value: its mark; a grid of unknown values is blank."""
    puzzle = Sudoku((2, 2), Grid.make(4, 4))
    true = {f"{cell}_{digit}" for cell, digit in board.marked()}

    assert {cell: [digit] for cell, digit in board.marked()} == chosen(puzzle, true)
    assert board == puzzle.grid([name in true for name in puzzle.answer()])
    assert board == puzzle.grid([True if name in true else None for name in puzzle.answer()])
    assert puzzle.givens == puzzle.grid([None] * 64)


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


def test_picture() -> None:
    """Boxes are outlined, not coloured, and the puzzle can be read back with any letters for the boxes."""
    for box in ((1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 1), (5, 6)):
        side = box[0] * box[1]
        puzzle = Sudoku(box, Grid.make(side, side, {Cell(0, 0): 1, Cell(side - 1, 0): side}.get))
        drawn = puzzle.picture()
        renamed = {cell: letter.swapcase() for cell, letter in drawn.fills.items()}

        assert puzzle == Sudoku.from_picture(drawn)
        assert puzzle == Sudoku.from_picture(Picture(side, side, drawn.glyphs, fills=renamed))
        assert puzzle == load(json.loads(json.dumps(dump(puzzle))))
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
    assert all(solve(Sudoku((2, 3), Grid(line["cells"]))).unique for line in boards)


@pytest.mark.parametrize(("side", "box"), [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (9, (3, 3))])
def test_random_boards(side: int, box: tuple[int, int]) -> None:
    """The random board depends only on the seed, and a clue can be left out."""
    puzzle, solution = made(Sudoku, side, 7)
    clue = list(puzzle.clues())[-1]

    assert Sudoku(box, solution) == puzzle
    assert puzzle.is_solved_by(solution)
    assert puzzle == made(Sudoku, side, 7)[0]
    thinner = puzzle.without(clue)

    assert thinner is not None
    assert [*puzzle.clues()][:-1] == [*thinner.clues()]
