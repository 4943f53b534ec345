"""The solvers that are compared: each builds, solves and proves uniqueness from the same clues.

Peers are optional: the dependency group `bench` brings them.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import z3

from solvers import Cell, Grid, Tango, ThreeInARow, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tools.bench.boards import Board, Place


class TimeIsOut(Exception):
    """The side did not finish within its limit."""


class NotTheOnly(Exception):
    """The side found no solution, or more than one."""


def puzzle_of(board: Board) -> ThreeInARow | Tango:
    """Return the board as a puzzle, a Tango if it has signs."""
    givens = Grid.make(board.height, board.width, board.marks.get)
    if not board.signs:
        return ThreeInARow(givens)
    edges = {(Cell(*cell), Cell(*neighbour)): same for (cell, neighbour), same in board.signs.items()}
    equal = tuple(edge for edge, same in edges.items() if same)
    opposite = tuple(edge for edge, same in edges.items() if not same)
    return Tango(givens, equal, opposite)


def ours(board: Board, limit: float) -> tuple[str, ...]:
    """Solve with `solvers.solve`."""
    return tuple(solve(puzzle_of(board), timeout=limit).grid.rows())


def z3_ints(board: Board, limit: float) -> tuple[str, ...]:
    """Solve with a published encoding, reimplemented from its description: Z3 integers, sums, `!=` on every three."""
    end = time.perf_counter() + limit
    solver = z3.Solver()
    cells = {place: z3.Int(f"cell_{place[0]}_{place[1]}") for place in board.cells()}
    for cell in cells.values():
        solver.add(cell >= 0, cell <= 1)
    for line in board.lines():
        solver.add(z3.Sum([cells[place] for place in line]) == len(line) // 2)
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            solver.add(z3.Or(cells[a] != cells[b], cells[b] != cells[c]))
    for place, mark in board.marks.items():
        solver.add(cells[place] == mark)
    for (first, second), same in board.signs.items():
        solver.add(cells[first] == cells[second] if same else cells[first] != cells[second])

    def check() -> bool:
        solver.set("timeout", max(1, int(1000 * (end - time.perf_counter()))))
        verdict = solver.check()
        if verdict == z3.unknown:
            raise TimeIsOut
        return bool(verdict == z3.sat)

    if not check():
        raise NotTheOnly
    model = solver.model()
    values = {place: model[cell].as_long() for place, cell in cells.items()}
    solver.add(z3.Or([cell != values[place] for place, cell in cells.items()]))
    if check():
        raise NotTheOnly
    return board.rows(values)


def cp_sat(board: Board, limit: float) -> tuple[str, ...]:
    """Solve with OR-tools CP-SAT and one worker, then forbid the solution and solve again."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")
    end = time.perf_counter() + limit
    model = cp_model.CpModel()
    cells = {place: model.new_bool_var("") for place in board.cells()}
    for line in board.lines():
        model.add(sum(cells[place] for place in line) == len(line) // 2)
        for three in zip(line, line[1:], line[2:], strict=False):
            model.add_bool_or([cells[place] for place in three])
            model.add_bool_or([~cells[place] for place in three])
    for place, mark in board.marks.items():
        model.add(cells[place] == mark)
    for (first, second), same in board.signs.items():
        model.add(cells[first] == cells[second] if same else cells[first] != cells[second])

    def search() -> dict[Place, int] | None:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(0.001, end - time.perf_counter())
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            raise TimeIsOut
        return (
            None if status == cp_model.INFEASIBLE else {place: int(solver.value(cell)) for place, cell in cells.items()}
        )

    values = search()
    if values is None:
        raise NotTheOnly
    model.add_bool_or([~cell if values[place] else cell for place, cell in cells.items()])
    if search() is not None:
        raise NotTheOnly
    return board.rows(values)


def python_sat(board: Board, _limit: float) -> tuple[str, ...]:
    """Solve with python-sat: CaDiCaL, sequential counters, no time limit; then forbid the solution and solve again."""
    solvers: Any = importlib.import_module("pysat.solvers")
    card: Any = importlib.import_module("pysat.card")
    cells = {place: number for number, place in enumerate(board.cells(), start=1)}
    last = len(cells)
    with solvers.Cadical195() as solver:
        for line in board.lines():
            numbers = [cells[place] for place in line]
            half = card.CardEnc.equals(numbers, len(line) // 2, top_id=last, encoding=card.EncType.seqcounter)
            last = max(last, half.nv)
            solver.append_formula(half.clauses)
            for three in zip(numbers, numbers[1:], numbers[2:], strict=False):
                solver.append_formula([three, [-number for number in three]])
        for place, mark in board.marks.items():
            solver.add_clause([cells[place] if mark else -cells[place]])
        for (first, second), same in board.signs.items():
            one, other = cells[first], -cells[second] if same else cells[second]
            solver.append_formula([[one, other], [-one, -other]])
        if not solver.solve():
            raise NotTheOnly
        values = dict(zip(cells, solver.get_model(), strict=False))
        solver.add_clause([-number for number in values.values()])
        if solver.solve():
            raise NotTheOnly
    return board.rows({place: int(number > 0) for place, number in values.items()})


def multi_puzzle_solver(board: Board, _limit: float) -> tuple[str, ...]:
    """Solve with multi-puzzle-solver's binairo board, which lists all solutions and has no time limit."""
    numpy: Any = importlib.import_module("numpy")
    binairo: Any = importlib.import_module("puzzle_solver.puzzles.binairo.binairo")
    drawn = numpy.full((board.height, board.width), " ")
    for place, mark in board.marks.items():
        drawn[place] = "WB"[mark]
    across = numpy.full((board.height, board.width - 1), " ")
    down = numpy.full((board.height - 1, board.width), " ")
    for (first, second), same in board.signs.items():
        (across if first[0] == second[0] else down)[first] = "=" if same else "x"
    signs = {"arith_rows": across, "arith_cols": down} if board.signs else {}
    found = binairo.Board(drawn, force_unique=False, **signs).solve_and_print(verbose=False)
    if len(found) != 1:
        raise NotTheOnly
    return board.rows({(place.y, place.x): value for place, value in found[0].assignment.items()})


@dataclass(frozen=True)
class Peer:
    """A solver by other authors: its name in tables, its package, and its function."""

    name: str
    package: str
    module: str
    solve: Callable[[Board, float], tuple[str, ...]]

    def version(self) -> str | None:
        """Return the installed version, None if it is not installed."""
        try:
            version = importlib.metadata.version(self.package)
            importlib.import_module(self.module)  # the time of the import does not count
        except ImportError:
            return None
        return version


PEERS: Sequence[Peer] = [
    Peer("Z3 `Int` cells", "z3-solver", "z3", z3_ints),
    Peer("CP-SAT, one worker", "ortools", "ortools.sat.python.cp_model", cp_sat),
    Peer("python-sat, CaDiCaL", "python-sat", "pysat.solvers", python_sat),
    Peer("multi-puzzle-solver", "multi-puzzle-solver", "puzzle_solver.puzzles.binairo.binairo", multi_puzzle_solver),
]
