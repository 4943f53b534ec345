"""What multi-puzzle-solver has for our kinds: it lists all solutions, but the first of n-queens, and takes no limit.

Its number maze lists more than Zip allows where numbered cells touch, and it has neither walls nor shapes of patches.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from solvers import Cell, Grid
from tests.bench.peers import NotTheOnly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers import Binairo, NQueens, Patches, Queens, Sudoku


def queens(puzzle: Queens) -> Grid:
    """Solve as a star battle of one star."""
    rows = [[str(ord(letter)) for letter in row] for row in puzzle.regions]
    return _only(_board("star_battle", rows), int)


def sudoku(puzzle: Sudoku) -> Grid:
    """Solve as a sudoku with blocks of the same size."""
    rows = [[" " if digit is None else str(digit) for digit in row] for row in puzzle.givens.values]
    return _only(_board("sudoku", rows, block_size=puzzle.box), int)


def binairo(puzzle: Binairo) -> Grid:
    """Solve as a binairo with distinct lines."""
    rows = [[" " if mark is None else "WB"[mark] for mark in row] for row in puzzle.givens.values]
    return _only(_board("binairo", rows), int)


def patches(puzzle: Patches) -> Grid:
    """Solve as rectangles with areas only; the peer numbers clues in reading order, from zero."""
    areas = {clue.cell: str(clue.area) for clue in puzzle.patches}
    height, width = puzzle.size
    rows = [[areas.get(Cell(row, col), " ") for col in range(width)] for row in range(height)]
    return _only(_board("rectangles", rows), lambda cell_name: int(cell_name.removeprefix("id").partition(":")[0]) + 1)


def n_queens(puzzle: NQueens) -> Grid:
    """Find the first solution of an empty board."""
    utils: Any = importlib.import_module("puzzle_solver.core.utils_ortools")
    side = puzzle.givens.height
    board = _board("n_queens", [[str(row)] * side for row in range(side)])

    def found(board: Any, solver: Any) -> Any:  # noqa: ANN401 - the peer has no types
        return utils.SingleSolution({place: solver.Value(queen) for place, queen in board.model_vars.items()})

    return _grid(utils.generic_solve_all(board, found, max_solutions=1, verbose=False)[0], int)


def _board(name: str, rows: Sequence[Sequence[str]], **more: object) -> Any:  # noqa: ANN401 - the peer has no types
    numpy: Any = importlib.import_module("numpy")
    return importlib.import_module(f"puzzle_solver.puzzles.{name}.{name}").Board(numpy.array(rows), **more)


def _only(board: Any, mark: Callable[[Any], int]) -> Grid:  # noqa: ANN401 - the peer has no types
    found: Sequence[Any] = board.solve_and_print(verbose=False)
    if len(found) != 1:
        raise NotTheOnly
    return _grid(found[0], mark)


def _grid(solution: Any, mark: Callable[[Any], int]) -> Grid:  # noqa: ANN401 - the peer has no types
    marks = {Cell(place.y, place.x): mark(value) for place, value in solution.assignment.items()}
    last: Cell = max(marks)
    return Grid.make(last.row + 1, last.col + 1, marks.get)
