"""Binairo against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Binairo, Cell, Grid, NoSolution, NotUnique, ThreeInARow, dump, load, solutions, solve
from solvers import load_picture as load_drawn
from solvers._core.model.files import dump_picture
from tests.solvers.test_solvers import boards, real
from tests.tiers import LONG, TIER, examples

SHAPES = [(2, 2), (2, 4), (4, 4), (6, 4), (6, 6)]


def has_two_alike(board: Grid) -> bool:
    """Return whether two rows, or two columns, are equal."""
    rows = board.rows()
    columns = list(map("".join, zip(*rows, strict=True)))
    return len(set(rows)) < len(rows) or len(set(columns)) < len(columns)


@cache
def binairos(height: int, width: int) -> list[Grid]:
    """Return every full board."""
    return [board for board in boards(height, width) if not has_two_alike(board)]


@st.composite
def puzzles(draw: st.DrawFn) -> Binairo:
    """Draw marks of a board that obeys all rules except the one on equal lines; the puzzle need not have a solution."""
    height, width = draw(st.sampled_from(SHAPES))
    truth = draw(st.sampled_from(boards(height, width)))
    shown = draw(st.sets(st.sampled_from(list(truth.cells()))))
    return Binairo(Grid.make(height, width, lambda cell: truth[cell] if cell in shown else None))


def answer(puzzle: Binairo) -> set[Grid]:
    """Return no solution, the only solution, or two of several."""
    try:
        return {solve(puzzle).grid}
    except NoSolution:
        return set()
    except NotUnique as error:
        return {error.first, error.second}


@examples(150)
@given(puzzles())
def test_brute_force(puzzle: Binairo) -> None:
    """Z3 and brute force agree on the only solution, on two of several, or that there is none."""
    expected = {
        board for board in binairos(puzzle.givens.height, puzzle.givens.width) if puzzle.givens.agrees_with(board)
    }
    event(str(min(2, len(expected))))
    found = answer(puzzle)

    assert found <= expected
    assert min(2, len(expected)) == len(found)


@pytest.mark.parametrize(
    ("size", "count"), [(2, 2), (4, 72), pytest.param(6, 4140, marks=pytest.mark.long("that count all boards"))]
)
def test_counts_on_empty_boards(size: int, count: int) -> None:
    """The number of solutions is the published one (OEIS A253316), also by brute force."""
    found = solutions(Binairo(Grid.make(size, size)))

    assert found.complete
    assert count == len(found.grids)
    assert set(binairos(size, size)) == set(found.grids)


def test_rectangles() -> None:
    """A rotated board has as many solutions; more than six rows of four cells cannot all differ."""
    tall, wide = (solutions(Binairo(Grid.make(*shape))).grids for shape in ((6, 4), (4, 6)))

    assert len(binairos(6, 4)) == len(tall) == len(wide) > 0
    with pytest.raises(NoSolution):
        solve(Binairo(Grid.make(8, 4)))


@examples(60)
@given(st.deferred(lambda: st.sampled_from(boards(6, 6))))
def test_is_solved_by(board: Grid) -> None:
    """The plain check accepts what a 3-In-A-Row accepts, except equal lines, and rejects any changed or blank cell."""
    puzzle = Binairo(Grid.make(6, 6))

    assert ThreeInARow(puzzle.givens).is_solved_by(board)
    assert has_two_alike(board) != puzzle.is_solved_by(board)
    for cell in board.cells():
        for wrong in (1 - (board[cell] or 0), None, 2):
            values = [list(row) for row in board.values]
            values[cell.row][cell.col] = wrong

            assert not puzzle.is_solved_by(Grid(values))


def test_is_solved_by_checks_every_given() -> None:
    """The plain check rejects a board that obeys the rules but contradicts a given."""
    truth = binairos(4, 4)[0]
    for cell in truth.cells():
        for mark in (0, 1):
            puzzle = Binairo(Grid.make(4, 4, {cell: mark}.get))

            assert (truth[cell] == mark) == puzzle.is_solved_by(truth)


def test_only_equal_lines_are_ruled_out() -> None:
    """Of two solutions of a 3-In-A-Row, the one with equal lines does not solve the Binairo."""
    givens = Grid.parse(["00..", "0..1", "....", ".1.."])
    alike, apart = Grid.parse(["0011", "0011", "1100", "1100"]), Grid.parse(["0011", "0101", "1010", "1100"])

    assert {alike, apart} == set(solutions(ThreeInARow(givens)).grids)
    assert apart == solve(Binairo(givens)).grid


@given(puzzles())
def test_files_are_read_back(puzzle: Binairo) -> None:
    """JSON and the drawn text can be read back."""
    assert {"kind": "binairo", "givens": puzzle.givens.rows()} == dump(puzzle)
    assert puzzle == load(dump(puzzle))
    assert puzzle == load_drawn(dump_picture(puzzle))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["...", "..."], "givens: 3 columns"),
        (["..", "..", ".."], "givens: 3 rows"),
        (["..", ".2"], "givens: R2C2 holds 2"),
    ],
)
def test_bad_givens(rows: list[str], words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "binairo", "givens": rows})


def test_rules_depend_on_shape_alone() -> None:
    """Two puzzles of the same shape have equal rules and answers, and each rule names the cells of two lines."""
    bare, full = Binairo(Grid.make(4, 6)), Binairo(binairos(4, 6)[0])

    assert list(bare.rules()) == list(full.rules())
    assert list(bare.answer()) == list(full.answer())
    assert [rule.words for rule in bare.rules()][-1] == "columns 5 and 6 are not alike"
    assert Cell(3, 5) in list(bare.rules())[-1].cells


def test_real_boards() -> None:
    """Each board has exactly the recorded solution; the quick tier solves every fifth."""
    boards = real("binairo.jsonl")

    assert len(boards) == 410
    boards = boards[:: 1 if TIER == LONG else 5]
    assert [line["solution"] for line in boards] == [solve(load(line["puzzle"])).grid.rows() for line in boards]
