"""Sudoku, also with more rules, against brute force in plain Python, published counts and real boards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import Cell, Grid, Sudoku, dump, dump_picture, explain, generate, load, load_picture, solutions, solve
from solvers._core.model.edges import edges
from solvers._core.model.picture import Picture
from tests.brute import check, check_verdict, squares
from tests.solvers.test_kinds import LINES, OF_KIND, PUZZLES
from tests.tiers import examples, long

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


def test_trivial() -> None:
    """New puzzles of grade 1 have half of their digits, and all steps are full houses or hidden singles of boxes."""
    made = generate("sudoku", grade=1, seed=1)

    assert len([*(made.puzzle.given_marks or made.solution).marked()]) in range(36, 46)
    steps = [*explain(made.puzzle)]
    assert {(1, "hidden single"), (1, "full house")} >= {(step.level, step.technique) for step in steps}


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


SIDE = range(4)
BOARD = Grid.make(4, 4)


@st.composite
def strands(draw: st.DrawFn) -> tuple[Cell, ...]:
    """Draw a line of two to four cells, also from corner to corner."""
    cells = [draw(st.sampled_from(list(BOARD.cells())))]
    for _ in range(draw(st.integers(1, 3))):
        near = [cell for cell in BOARD.near(cells[-1]) if cell not in cells]
        cells += [draw(st.sampled_from(near))] if near else []
    return tuple(cells)


@st.composite
def extended(draw: st.DrawFn) -> Sudoku:
    """Draw a few rules, which need not agree with each other."""
    some_edges = st.lists(st.sampled_from(edges(BOARD)), max_size=2).map(tuple)
    dots = draw(some_edges), draw(some_edges)
    lists = st.lists(strands(), max_size=1).map(tuple)
    rims = st.one_of(st.just(()), st.lists(st.sampled_from([(), (0,), (2,), (5,)]), min_size=4, max_size=4).map(tuple))
    return Sudoku(
        (2, 2),
        BOARD,
        diagonals=draw(st.booleans()),
        windows=draw(st.booleans()),
        consecutive=dots[0],
        all_consecutive=draw(st.sampled_from([False, False, True])),
        double=tuple({*dots[1]} - {*dots[0]}),
        all_double=draw(st.sampled_from([False, False, True])),
        thermometers=draw(lists),
        arrows=draw(lists),
        rows=draw(rims),
        columns=draw(rims),
    )


def is_right(puzzle: Sudoku, rows: Sequence[Sequence[int]]) -> bool:
    """Return whether a full board obeys what the puzzle adds, as a person would check it."""

    def held(cells: Sequence[Cell]) -> list[int]:
        return [rows[cell.row][cell.col] for cell in cells]

    def sum_between(line: Sequence[int]) -> int:
        low, high = sorted((line.index(1), line.index(4)))
        return sum(line[low + 1 : high])

    pairs = {edge: sorted(held(edge)) for edge in edges(BOARD)}
    steps = {edge for edge, (low, high) in pairs.items() if high == low + 1}
    doubles = {edge for edge, (low, high) in pairs.items() if high == 2 * low}
    dots = {*puzzle.consecutive, *puzzle.double}
    sides = (*puzzle.rows, *puzzle.columns) or ((),) * 8
    lines = [*rows, *([row[col] for row in rows] for col in SIDE)]
    return (
        (not puzzle.diagonals or len({rows[at][at] for at in SIDE}) == len({rows[3 - at][at] for at in SIDE}) == 4)
        and (not puzzle.windows or len({rows[1][1], rows[1][2], rows[2][1], rows[2][2]}) == 4)
        and steps >= {*puzzle.consecutive}
        and doubles >= {*puzzle.double}
        and (not puzzle.all_consecutive or not steps - dots)
        and (not puzzle.all_double or not doubles - dots)
        and all(low < high for strand in puzzle.thermometers for low, high in pairwise(held(strand)))
        and all(first == sum(rest) for strand in puzzle.arrows for first, *rest in [held(strand)])
        and all(sum_between(line) == told for line, side in zip(lines, sides, strict=True) for told in side)
    )


@given(extended())
@examples(30)
def test_solutions_are_those_of_brute_force(puzzle: Sudoku) -> None:
    """Z3, the plain check, and a check in other words agree on each of the 288 full boards."""
    right = [grid for grid in sudokus((2, 2)) if is_right(puzzle, grid.values)]  # type: ignore[arg-type] # it is full

    assert right == [grid for grid in sudokus((2, 2)) if puzzle.is_solved_by(grid)]
    check(puzzle, right)


@given(extended())
@examples(30)
def test_files_are_read_back(puzzle: Sudoku) -> None:
    """JSON and drawings hold all that is added, and what is not added takes no room in them."""
    fields = json.loads(json.dumps(dump(puzzle)))

    assert puzzle == load(fields) == load_picture(dump_picture(puzzle))
    assert {"kind": "sudoku", "box": [2, 2], "givens": ["...."] * 4} == dump(Sudoku((2, 2), BOARD))


def test_steps_name_what_is_added() -> None:
    """The steps of a board with nothing given lead to its solution, by the dots and the missing dots alone."""
    (name,) = (name for name in OF_KIND["sudoku"] if PUZZLES[name].all_double)  # type: ignore[attr-defined]
    steps, solution = list(explain(PUZZLES[name])), Grid.parse(LINES[name]["solution"])

    assert dict(solution.marked()) == {cell: value for step in steps for cell, value in step.sets.items()}
    assert {"dot", "no dot"} <= {rule.name for step in steps for rule in step.because}
