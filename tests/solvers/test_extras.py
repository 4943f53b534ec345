"""Sudokus with more rules, against brute force on all boards of four rows and boards of others."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, Sudoku, dump, dump_picture, explain, load, load_picture
from solvers._core.model.edges import edges
from tests.brute import check, refused
from tests.solvers.test_kinds import LINES, OF_KIND, PUZZLES
from tests.solvers.test_sudoku import sudokus
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

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
def puzzles(draw: st.DrawFn) -> Sudoku:
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


@given(puzzles())
@examples(30)
def test_solutions_are_those_of_brute_force(puzzle: Sudoku) -> None:
    """Z3, the plain check, and a check in other words agree on each of the 288 full boards."""
    right = [grid for grid in sudokus((2, 2)) if is_right(puzzle, grid.values)]  # type: ignore[arg-type] # it is full

    assert right == [grid for grid in sudokus((2, 2)) if puzzle.is_solved_by(grid)]
    check(puzzle, right)


@given(puzzles())
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


def test_lines_of_cells_belong_to_sudokus() -> None:
    """In a drawing of another kind, and with another name, they are refused."""
    for kind, name in (("tango", "arrow"), ("sudoku", "snake")):
        with pytest.raises(BadPuzzle, match="lines of cells"):
            load_picture(f"kind: {kind}\n....\n....\n....\n....\n{name}: R1C1 R1C2")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"thermometers": [["R1C1", "R1C3"]]}, "thermometers: R1C1 and R1C3 do not touch"),
        ({"arrows": [["R1C1"]]}, "arrows: each has two different cells of the board or more"),
        ({"arrows": [["R4C4", "R5C4"]]}, "arrows: each has two different cells of the board or more"),
        ({"double": [["R1C1", "R2C2"]]}, "double: R1C1 and R2C2 share no edge"),
        ({"double": [["R1C1", "R1C2"]], "consecutive": [["R1C2", "R1C1"]]}, "between R1C1 and R1C2 has both dots"),
        ({"rows": [[1], [2]]}, "rows: 2 of them, but the board has 4"),
        ({"windows": True, "box": [1, 4]}, "windows: only a board with square boxes has them"),
    ],
)
def test_what_cannot_be_added(fields: dict[str, Any], words: str) -> None:
    """Each wrong field is named."""
    refused(words, "sudoku", **{"box": [2, 2], "givens": ["...."] * 4} | fields)
