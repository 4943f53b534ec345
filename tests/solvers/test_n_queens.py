"""N-queens against published counts and brute force in plain Python."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, NoSolution, NotUnique, NQueens, Rule, dump, load, solutions, solve
from solvers._core.model.rules import AtMost
from tests.solvers.test_solvers import common
from tests.tiers import examples, first

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers import Puzzle

    P = TypeVar("P", bound=Puzzle)

SIDES = [1, 2, 3, 4, 5, 6]


@cache
def placements(side: int) -> list[Grid]:
    """Return every board with one queen in each row and column."""
    return [Grid.make(side, side, lambda cell: int(cols[cell.row] == cell.col)) for cols in permutations(range(side))]  # noqa: B023 - called at once


def queens_of(board: Grid) -> list[Cell]:
    """Return the cells with queens."""
    return [cell for cell, value in board.marked() if value]


@cache
def n_queens(side: int) -> list[Grid]:
    """Return every board on which no queen attacks another."""
    return [
        board
        for board in placements(side)
        if len({cell.row - cell.col for cell in queens_of(board)}) == side
        and len({cell.row + cell.col for cell in queens_of(board)}) == side
    ]


@st.composite
def some_marks(draw: st.DrawFn, truth: Grid) -> Grid:
    """Draw marks of a board, at most one of them wrong."""
    shown = draw(st.sets(st.sampled_from(list(truth.cells())), max_size=draw(st.sampled_from([1, 3, 40]))))
    wrong = draw(st.sampled_from([None, None, *shown]))
    return Grid.make(
        truth.height,
        truth.width,
        lambda cell: None if cell not in shown else 1 - (truth[cell] or 0) if cell == wrong else truth[cell],
    )


def check(puzzle: Puzzle, expected: Iterable[Grid]) -> None:
    """Compare the result of `solve` with all solutions, and the forced cells with what they have in common."""
    expected = set(expected)
    event(str(min(2, len(expected))))
    found, forced = set[Grid](), None
    try:
        found = {solve(puzzle).grid}
    except NoSolution:
        pass
    except NotUnique as error:
        found, forced = {error.first, error.second}, error.forced

    assert forced is None or forced == common(expected)
    assert found <= expected
    assert min(2, len(expected)) == len(found)


def chosen(puzzle: Puzzle, true: Iterable[str]) -> dict[Any, list[int]]:
    """Return for each place the values whose literals all hold if exactly these booleans are true."""
    names = set(true)
    return {
        place: [value for value, says in values.items() if all((name in names) == holds for name, holds in says)]
        for place, values in puzzle.choices().items()
    }


def made(kind: type[P], side: int, seed: int, wider: int = 0) -> tuple[P, Grid]:
    """Return the random puzzle for a seed, and its solution."""
    return kind.random((side, side + wider), Random(seed))  # noqa: S311 - the seed is intended


@examples(100)
@given(st.data())
def test_brute_force(data: st.DataObject) -> None:
    """Z3 and brute force agree on the only solution, on the forced cells of several, or that there is none."""
    side = data.draw(st.sampled_from(SIDES))
    puzzle = NQueens(data.draw(some_marks(data.draw(st.sampled_from(n_queens(side) or placements(side))))))

    check(puzzle, filter(puzzle.givens.agrees_with, n_queens(side)))


@pytest.mark.parametrize("side", SIDES)
def test_is_solved_by(side: int) -> None:
    """The plain check accepts exactly the solutions, and rejects blanks, other shapes and changed givens."""
    puzzle = NQueens(Grid.make(side, side))

    assert n_queens(side) == [board for board in placements(side) if puzzle.is_solved_by(board)]
    assert not puzzle.is_solved_by(puzzle.givens)
    assert not puzzle.is_solved_by(Grid.make(side + 1, side + 1, lambda _: 0))
    for board in n_queens(side)[:1]:
        for cell in board.cells():
            given_ = NQueens(Grid.make(side, side, {cell: 1 - (board[cell] or 0)}.get))

            assert not given_.is_solved_by(board)


@pytest.mark.parametrize(("side", "count"), first(enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724], start=1), quick=8))
def test_counts_on_empty_boards(side: int, count: int) -> None:
    """The number of solutions is the published one (OEIS A000170)."""
    found = solutions(NQueens(Grid.make(side, side)))

    assert found.complete
    assert count == len(set(found.grids)) == len(found.grids)


@pytest.mark.parametrize("side", [50, 100])
def test_large_boards(side: int) -> None:
    """A solution of a large board is found; it is not the only one."""
    found = solutions(NQueens(Grid.make(side, side)), limit=1)

    assert side == len(queens_of(found.grids[0]))
    assert not found.complete


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["...", "..."], "givens: 2 rows and 3 columns, but the board is 2×2"),
        (["..", "..", ".."], "givens: 3 rows and 2 columns, but the board is 3×3"),
        (["..", ".2"], "givens: R2C2 holds 2, but a cell holds 0 or 1"),
        (["..", ".#"], "givens: R2C2 holds '#'"),
        (["..", "."], "givens: a grid needs rows of equal length"),
        ([], "givens: a grid needs rows of equal length"),
        (7, "givens: a grid is a list of row strings"),
    ],
)
def test_bad_givens(rows: object, words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "n_queens", "givens": rows})


@pytest.mark.parametrize("other", [Cell(0, 4), Cell(4, 0), Cell(3, 3)])
def test_two_queens_that_attack_each_other(other: Cell) -> None:
    """Given queens that attack each other are not a malformed puzzle; the error names both."""
    puzzle = NQueens(Grid.make(5, 5, {Cell(0, 0): 1, other: 1, Cell(4, 3): 0}.get))

    with pytest.raises(NoSolution) as caught:
        solve(puzzle)

    assert ["R1C1 is a queen", f"{other} is a queen"] == [clue.words for clue in caught.value.core]


def test_given_cells_are_clues() -> None:
    """A given 0 excludes a queen."""
    with pytest.raises(NoSolution, match="R1C1 is empty, which the rules forbid"):
        solve(NQueens(Grid.parse(["0"])))


def test_rules_depend_on_shape_alone() -> None:
    """Two boards of the same size have equal rules, each described as a line or a diagonal."""
    bare, full = NQueens(Grid.make(4, 4)), NQueens(n_queens(4)[0])
    words = [rule.words for rule in bare.rules()]

    assert list(bare.rules()) == list(full.rules())
    assert list(bare.answer()) == list(full.answer())
    assert 4 + 4 + 5 + 5 == len(words)
    assert ["row 1 holds one queen", "column 4 holds one queen"] == [words[0], words[7]]
    assert "the diagonal R1C2–R3C4 holds at most one queen" in words
    assert "the diagonal R1C4–R4C1 holds at most one queen" in words


@pytest.mark.parametrize("board", n_queens(6))
def test_choices(board: Grid) -> None:
    """In a solution, each cell has exactly one value: its mark."""
    puzzle = NQueens(Grid.make(6, 6))

    assert {cell: [value] for cell, value in board.marked()} == chosen(puzzle, map(str, queens_of(board)))
    assert board == puzzle.grid([cell in queens_of(board) for cell in board.cells()])


def test_unknown_booleans_are_blank_cells() -> None:
    """Cells whose value is unknown are blank."""
    assert Grid.parse(["1.", ".0"]) == NQueens(Grid.make(2, 2)).grid([True, None, None, False])


def test_techniques() -> None:
    """A step is named after the lines it needs."""
    puzzle = NQueens(Grid.make(6, 6))
    rules = {rule.words: rule for rule in puzzle.rules()}
    row, column, rows, columns = (
        [rules[f"{line} {number} holds one queen"] for number in numbers]
        for line, numbers in (("row", [1]), ("column", [1]), ("row", [1, 2]), ("column", [1, 2]))
    )
    diagonal = [rule for rule in rules.values() if isinstance(rule.says, AtMost)][:2]

    def name(because: list[Rule], *sets: Cell) -> str:
        return puzzle.technique(because, sets)

    assert name(row, Cell(0, 0)) == "row"
    assert name(column, Cell(0, 0)) == "column"
    assert name(diagonal[:1], Cell(0, 0)) == "diagonal"
    assert name([*rows, *columns], Cell(4, 0), Cell(5, 1)) == "rows in as many columns"
    assert name([*rows, *columns], Cell(1, 4)) == "columns in as many rows"
    assert name([*row, *diagonal], Cell(1, 1)) == ""
    assert name([rules["row 2 holds one queen"], *row, *column], Cell(0, 0)) == "blocked row"


def test_picture() -> None:
    """Queens and crosses are drawn, givens differ from other marks, and the givens can be read back."""
    board = n_queens(4)[0]
    puzzle = NQueens(Grid.make(4, 4, {Cell(0, 0): 0, Cell(0, 1): 1}.get))
    drawn = puzzle.picture(board)

    assert puzzle == NQueens.from_picture(puzzle.picture())
    assert puzzle == load(dump(puzzle))
    assert {"kind": "n_queens", "givens": ["01..", "....", "....", "...."]} == dump(puzzle)
    assert board == Grid.make(4, 4, drawn.value)
    assert [Cell(0, 0), Cell(0, 1)] == [cell for cell, glyph in drawn.glyphs.items() if glyph.given]
    assert {"1": "♛", "0": "×"} == {glyph.text: glyph.symbol for glyph in drawn.glyphs.values()}


@pytest.mark.parametrize("side", [1, 4, 6])
def test_random_boards(side: int) -> None:
    """The random board depends only on the seed, a clue can be left out, and a size without a board is an error."""
    puzzle, solution = made(NQueens, side, 7)
    thinner = puzzle.without(list(puzzle.clues())[-1])

    assert solution in n_queens(side)
    assert puzzle.givens == solution
    assert puzzle == made(NQueens, side, 7)[0]
    assert thinner is not None
    assert [*puzzle.clues()][:-1] == [*thinner.clues()]
    with pytest.raises(BadPuzzle, match="no n_queens of this size"):
        made(NQueens, 3, 7)
