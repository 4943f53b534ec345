"""What multi-puzzle-solver has for our kinds, a function a kind.

It lists all solutions and takes no limit, so its masyu, which needs minutes, is left out.
"""

from __future__ import annotations

import importlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from solvers import Cell, Grid
from solvers._core.families.shaded import BLOCK, runs
from solvers._core.model import regions
from solvers.dominosa import with_sides
from solvers.galaxies import around
from tools.bench.report import NotTheOnly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from solvers import (
        Aquarium,
        Binairo,
        Dominosa,
        Edge,
        Futoshiki,
        Galaxies,
        Heyawake,
        Hitori,
        Kakurasu,
        Kakuro,
        KillerSudoku,
        Kurodoko,
        LightUp,
        Lits,
        Minesweeper,
        Mosaic,
        Nonogram,
        Norinori,
        Nurikabe,
        Puzzle,
        Renzoku,
        Skyscrapers,
        Slitherlink,
        StarBattle,
        Sudoku,
        Tango,
        Tents,
        Thermometers,
        ThreeInARow,
    )
    from solvers._core.families.loops import Loop


def is_stated(puzzle: Puzzle) -> bool:
    """Return whether a function of this module has the name of the puzzle's kind."""
    return puzzle.KIND in globals()


def solve(puzzle: Puzzle) -> Grid:
    """Solve with the function that has the name of the puzzle's kind."""
    answer: Grid = globals()[puzzle.KIND](puzzle)
    return answer


def sudoku(puzzle: Sudoku) -> Grid:
    """Solve as a sudoku with blocks of the same size."""
    rows = [[" " if digit is None else str(digit) for digit in row] for row in puzzle.givens.values]
    return _only(_board("sudoku", rows, block_size=puzzle.box), int)


def binairo(puzzle: Binairo) -> Grid:
    """Solve as a binairo with distinct lines."""
    return _only(_board("binairo", _marks(puzzle.givens)), int)


def three_in_a_row(puzzle: ThreeInARow) -> Grid:
    """Solve as a binairo whose lines may be alike."""
    return _only(_board("binairo", _marks(puzzle.givens), force_unique=False), int)


def tango(puzzle: Tango) -> Grid:
    """Solve as a binairo whose lines may be alike, with signs."""
    numpy: Any = importlib.import_module("numpy")
    height, width = puzzle.givens.height, puzzle.givens.width
    across, down = (numpy.full(shape, " ") for shape in ((height, width - 1), (height - 1, width)))
    for edges, sign in ((puzzle.equal, "="), (puzzle.opposite, "x")):
        for first, second in edges:
            (across if first.row == second.row else down)[first] = sign
    signs = {"arith_rows": across, "arith_cols": down}
    return _only(_board("binairo", _marks(puzzle.givens), force_unique=False, **signs), int)


def _marks(givens: Grid) -> list[list[str]]:
    return [[" " if mark is None else "WB"[mark] for mark in row] for row in givens.values]


def _board(name: str, rows: Sequence[Sequence[str]], **more: object) -> Any:  # noqa: ANN401 - the peer has no types
    numpy: Any = importlib.import_module("numpy")
    return importlib.import_module(f"puzzle_solver.puzzles.{name}.{name}").Board(numpy.array(rows), **more)


def _only(board: Any, mark: Callable[[Any], int], puzzle: Puzzle | None = None) -> Grid:  # noqa: ANN401 - the peer has no types
    return _the_only(board.solve_and_print(verbose=False), mark, puzzle)


def _the_only(found: Sequence[Any], mark: Callable[[Any], int], puzzle: Puzzle | None = None) -> Grid:
    if len(found) != 1:
        raise NotTheOnly
    return _grid(found[0], mark, puzzle)


def _grid(solution: Any, mark: Callable[[Any], int], puzzle: Puzzle | None = None) -> Grid:  # noqa: ANN401 - the peer has no types
    """Return the marks of a solution; cells that the peer leaves out are blank where the puzzle has no mark, else 0."""
    marks = {Cell(place.y, place.x): mark(value) for place, value in solution.assignment.items()}
    if puzzle is None:
        last: Cell = max(marks)
        return Grid.make(last.row + 1, last.col + 1, marks.get)
    board, places = puzzle.board, puzzle.choices()
    return Grid.make(board.height, board.width, lambda cell: marks.get(cell, 0) if cell in places else None)


def _numbered(drawn: regions.Regions) -> list[list[str]]:
    """Return the regions of a board, each with a number of its own."""
    names = {cell: str(number) for number, cells in enumerate(regions.parts(drawn)) for cell in cells}
    return [list(row) for row in regions.rows_of(names)]


def _counts(rim: Sequence[tuple[int, ...]]) -> Any:  # noqa: ANN401 - the peer has no types
    numpy: Any = importlib.import_module("numpy")
    return numpy.array([number for (number,) in rim])


def nonogram(puzzle: Nonogram) -> Grid:
    """Solve as a nonogram."""
    top, side = ([list(runs) for runs in rim] for rim in (puzzle.columns, puzzle.rows))
    module: Any = importlib.import_module("puzzle_solver.puzzles.nonograms.nonograms")
    return _only(module.Board(top=top, side=side), int, puzzle)


def light_up(puzzle: LightUp) -> Grid:
    """Solve as a Light Up."""
    names = {None: " ", BLOCK: "W"}
    rows = [[names.get(value, str(value)) for value in row] for row in puzzle.blocks.values]
    return _only(_board("light_up", rows), int, puzzle)


def star_battle(puzzle: StarBattle) -> Grid:
    """Solve as a star battle."""
    return _only(_board("star_battle", _numbered(puzzle.regions), star_count=puzzle.stars), int, puzzle)


def tents(puzzle: Tents) -> Grid:
    """Solve as tents."""
    rows = [[" " if value is None else "T" for value in row] for row in puzzle.trees.values]
    return _only(_board("tents", rows, side=_counts(puzzle.rows), top=_counts(puzzle.columns)), int, puzzle)


def mosaic(puzzle: Mosaic) -> Grid:
    """Solve as a mosaic."""
    rows = [[" " if number is None else str(number) for number in row] for row in puzzle.numbers.values]
    return _only(_board("mosaic", rows), int, puzzle)


def kakurasu(puzzle: Kakurasu) -> Grid:
    """Solve as a kakurasu."""
    module: Any = importlib.import_module("puzzle_solver.puzzles.kakurasu.kakurasu")
    return _only(module.Board(side=_counts(puzzle.rows), bottom=_counts(puzzle.columns)), int, puzzle)


def minesweeper(puzzle: Minesweeper) -> Grid:
    """List all ways to place mines; the peer's own function only looks for safe cells."""
    utils: Any = importlib.import_module("puzzle_solver.core.utils_ortools")
    rows = [[" " if number is None else str(number) for number in row] for row in puzzle.numbers.values]

    def found(board: Any, solver: Any) -> Any:  # noqa: ANN401 - the peer has no types
        return utils.SingleSolution({place: solver.value(mine) for place, mine in board.model_vars.items()})

    solutions = utils.generic_solve_all(_board("minesweeper", rows, mine_count=puzzle.mines), found, verbose=False)
    return _the_only(solutions, int, puzzle)


def norinori(puzzle: Norinori) -> Grid:
    """Solve as a norinori; the peer names the filled cells alone."""
    return _only(_board("norinori", _numbered(puzzle.regions)), lambda _region: 1, puzzle)


def aquarium(puzzle: Aquarium) -> Grid:
    """Solve as an aquarium."""
    board = _board("aquarium", _numbered(puzzle.regions), top=_counts(puzzle.columns), side=_counts(puzzle.rows))
    return _only(board, int, puzzle)


def thermometers(puzzle: Thermometers) -> Grid:
    """Solve as thermometers, which cover the whole board."""
    arrows = {
        cell: "RDLU"[cell.around().index(after)] for cells in puzzle.thermometers for cell, after in pairwise(cells)
    }
    rows = [
        [arrows.get(Cell(row, col), "X") for col in range(puzzle.board.width)] for row in range(puzzle.board.height)
    ]
    return _only(_board("thermometers", rows, top=_counts(puzzle.columns), side=_counts(puzzle.rows)), int, puzzle)


def dominosa(puzzle: Dominosa) -> Grid:
    """Solve as a dominosa; the peer gives both halves of a domino one name."""
    rows = [[str(number) for number in row] for row in puzzle.numbers.values]
    found = _board("dominosa", rows).solve_and_print(verbose=False)
    if len(found) != 1:
        raise NotTheOnly
    halves: dict[Any, list[Cell]] = {}
    for place, name in found[0].assignment.items():
        halves.setdefault(name, []).append(Cell(place.y, place.x))
    return with_sides(puzzle.numbers, [(min(pair), max(pair)) for pair in halves.values()])


def hitori(puzzle: Hitori) -> Grid:
    """Solve as singles."""
    return _only(_board("singles", [[str(number) for number in row] for row in puzzle.numbers.values]), int, puzzle)


def skyscrapers(puzzle: Skyscrapers) -> Grid:
    """Solve as towers; -1 is no number."""
    numpy: Any = importlib.import_module("numpy")
    sides = {
        side: numpy.array([-1 if number is None else number for number in getattr(puzzle, side)])
        for side in ("top", "bottom", "right", "left")
    }
    return _only(_board("towers", _digits(puzzle.givens), **sides), int, puzzle)


def futoshiki(puzzle: Futoshiki) -> Grid:
    """Solve as unequal, whose signs stand between the cells of a doubled board."""
    signs = dict.fromkeys(puzzle.less, "<D") | dict.fromkeys(puzzle.greater, ">U")
    return _only(_doubled(puzzle.givens, signs), int, puzzle)


def renzoku(puzzle: Renzoku) -> Grid:
    """Solve as unequal in its adjacent mode."""
    return _only(_doubled(puzzle.givens, dict.fromkeys(puzzle.consecutive, "|-"), adjacent_mode=True), int, puzzle)


def killer_sudoku(puzzle: KillerSudoku) -> Grid:
    """Solve as a sudoku with cages, each with a sum."""
    numpy: Any = importlib.import_module("numpy")
    names = {cell: str(number) for number, cage in enumerate(puzzle.cages) for cell in cage.cells}
    rows = [[names.get(Cell(row, col), "") for col in range(puzzle.board.width)] for row in range(puzzle.board.height)]
    sums = {str(number): cage.sum for number, cage in enumerate(puzzle.cages)}
    board = _board("sudoku", _digits(puzzle.givens), block_size=puzzle.box, killer=(numpy.array(rows), sums))
    return _only(board, int, puzzle)


def kakuro(puzzle: Kakuro) -> Grid:
    """Solve as a kakuro; a cell alone has no sum."""
    rows = [[" " if value is None else "#" for value in row] for row in puzzle.blocks.values]
    totals = [*puzzle.rows, *puzzle.columns]
    sums: list[list[Any]] = []
    for found, line in zip(runs(puzzle.blocks).values(), totals, strict=True):
        left = iter(line)
        sums.append([next(left) if len(run) > 1 else "#" for run in found])
    height = puzzle.blocks.height
    return _only(_board("kakuro", rows, row_sums=sums[:height], col_sums=sums[height:]), int, puzzle)


def _digits(givens: Grid) -> list[list[str]]:
    return [[" " if digit is None else str(digit) for digit in row] for row in givens.values]


def _doubled(givens: Grid, signs: Mapping[Edge, str], **more: object) -> Any:  # noqa: ANN401 - the peer has no types
    """Return a board with signs, each of two characters: between columns and between rows."""
    side = 2 * givens.height - 1
    rows = [[" "] * side for _ in range(side)]
    for cell, digit in givens.marked():
        rows[2 * cell.row][2 * cell.col] = str(digit)
    for (first, second), sign in signs.items():
        rows[first.row + second.row][first.col + second.col] = sign[first.col == second.col]
    return _board("unequal", rows, include_zero_before_letter=False, **more)


STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""The peer's letters for the four sides of a cell."""


def nurikabe(puzzle: Nurikabe) -> Grid:
    """Solve as a nurikabe."""
    return _only(_board("nurikabe", _texts(puzzle.numbers)), int, puzzle)


def heyawake(puzzle: Heyawake) -> Grid:
    """Solve as a heyawake."""
    rooms = _numbered(puzzle.regions)
    clues = {rooms[cell.row][cell.col]: number for cell, number in puzzle.numbers.marked()}
    return _only(_board("heyawake", rooms, region_to_clue=clues), int, puzzle)


def kurodoko(puzzle: Kurodoko) -> Grid:
    """Solve as a range."""
    return _only(_board("range", _texts(puzzle.numbers)), int, puzzle)


def lits(puzzle: Lits) -> Grid:
    """Solve as a lits."""
    return _only(_board("lits", _numbered(puzzle.regions)), int, puzzle)


def slitherlink(puzzle: Slitherlink) -> Grid:
    """Solve as a slitherlink."""
    return _loop(puzzle, _board("slitherlink", _texts(puzzle.numbers)))


def galaxies(puzzle: Galaxies) -> Grid:
    """Solve as galaxies, each named by the cells that its centre touches."""
    utils: Any = importlib.import_module("puzzle_solver.core.utils")
    module: Any = importlib.import_module("puzzle_solver.puzzles.galaxies.galaxies")
    centres = [tuple(utils.get_pos(x=col, y=row) for row, col in around(centre)) for centre in puzzle.centres]
    found = module.Board(centres, *puzzle.size).solve_and_print(verbose=False)
    if len(found) != 1:
        raise NotTheOnly
    owner = {Cell(place.y, place.x): number for place, number in found[0].assignment.items()}
    return puzzle.grid([owner[one] != owner[other] for one, other in puzzle.ways()])


def _texts(numbers: Grid) -> list[list[str]]:
    return [[" " if number is None else str(number) for number in row] for row in numbers.values]


def _loop(puzzle: Loop, board: Any) -> Grid:  # noqa: ANN401 - the peer has no types
    """Return the loop that the peer finds: for each cell the sides that it uses."""
    found = board.solve_and_print(verbose=False)
    if len(found) != 1:
        raise NotTheOnly
    lines = set[tuple[Cell, ...]]()
    for place, letters in found[0].assignment.items():
        for down, right in (STEPS[letter] for letter in letters):
            lines.add(tuple(sorted((Cell(place.y, place.x), Cell(place.y + down, place.x + right)))))
    return puzzle.grid([way in lines for way in puzzle.ways()])
