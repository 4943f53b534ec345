"""Four kinds stated as clauses for python-sat's CaDiCaL."""

from __future__ import annotations

import importlib
from collections import defaultdict
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any

from solvers import Cell, Grid, LightUp, Nonogram, Sudoku, Tents
from solvers._core.families.shaded import BLOCK, runs
from tools.bench.report import NotTheOnly

if TYPE_CHECKING:
    from collections.abc import Sequence

Solvable = LightUp | Nonogram | Sudoku | Tents


class Clauses:
    """Clauses over numbered booleans, and one boolean for each cell and value of a board."""

    def __init__(self) -> None:
        """Begin without any."""
        self.clauses: list[list[int]] = []
        self.last = 0
        self.cells: dict[tuple[Cell, int], int] = {}

    def new(self) -> int:
        """Return a new boolean."""
        self.last += 1
        return self.last

    def cell(self, cell: Cell, value: int) -> int:
        """Return the boolean of a cell and a value."""
        if (cell, value) not in self.cells:
            self.cells[cell, value] = self.new()
        return self.cells[cell, value]

    def one(self, numbers: Sequence[int]) -> None:
        """Add that exactly one of these holds."""
        self.clauses += [list(numbers), *([-first, -second] for first, second in combinations(numbers, 2))]

    def count(self, numbers: Sequence[int], count: int) -> None:
        """Add that exactly so many of these hold."""
        card: Any = importlib.import_module("pysat.card")
        found = card.CardEnc.equals(list(numbers), count, top_id=self.last, encoding=card.EncType.seqcounter)
        self.last = max(self.last, found.nv)
        self.clauses += found.clauses


def cadical(puzzle: Solvable) -> Grid:
    """Solve with python-sat's CaDiCaL, then forbid the solution and solve again."""
    formula = Clauses()
    if isinstance(puzzle, Nonogram):
        for _, line, lengths in puzzle.rims():
            _runs(formula, [formula.cell(cell, 1) for cell in line], lengths)
    elif isinstance(puzzle, Sudoku):
        _sudoku(formula, puzzle)
    elif isinstance(puzzle, Tents):
        _tents(formula, puzzle)
    else:
        _light_up(formula, puzzle)
    solvers: Any = importlib.import_module("pysat.solvers")
    with solvers.Cadical195(bootstrap_with=formula.clauses) as solver:
        if not solver.solve():
            raise NotTheOnly
        model = solver.get_model()
        held = {place: model[number - 1] > 0 for place, number in formula.cells.items()}
        solver.add_clause([-number if held[place] else number for place, number in formula.cells.items()])
        if solver.solve():
            raise NotTheOnly
    board = puzzle.board
    if isinstance(puzzle, Sudoku):
        marks = {cell: value for (cell, value), holds in held.items() if holds}
    else:
        marks = {cell: int(holds) for (cell, _), holds in held.items()}
    return Grid.make(board.height, board.width, marks.get)


def _runs(formula: Clauses, line: Sequence[int], lengths: Sequence[int]) -> None:
    """Add a line of a nonogram: for each run and place a boolean that the run begins there or further on."""
    size, slack = len(line), len(line) + 1 - sum(lengths) - len(lengths)
    starts = [sum(lengths[:run]) + run for run in range(len(lengths))]
    yes = formula.new()
    formula.clauses.append([yes])
    behind: list[dict[int, int]] = [{shift: formula.new() for shift in range(1, slack + 1)} for _ in lengths]

    def begins(run: int, shift: int) -> int:
        return yes if shift <= 0 else behind[run].get(shift, -yes)

    for run, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        for shift in range(slack + 1):
            formula.clauses.append([-begins(run, shift + 1), begins(run, shift)])
            if run:
                formula.clauses.append([-begins(run - 1, shift), begins(run, shift)])
            for cell in line[start + shift : start + shift + length]:
                formula.clauses.append([-begins(run, shift), begins(run, shift + 1), cell])
    for place, run in product(range(size), range(len(lengths) + 1)):
        before = begins(run - 1, place - starts[run - 1] - lengths[run - 1] + 1) if run else -yes
        after = begins(run, place - starts[run] + 1) if run < len(lengths) else yes
        formula.clauses.append([before, -after, -line[place]])


def _sudoku(formula: Clauses, puzzle: Sudoku) -> None:
    side, (height, width) = puzzle.board.height, puzzle.box
    groups: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    for cell, digit in product(puzzle.board.cells(), range(1, side + 1)):
        number = formula.cell(cell, digit)
        box = cell.row // height * side + cell.col // width
        for name, at in (("row", cell.row), ("column", cell.col), ("box", box)):
            groups[name, at, digit].append(number)
        groups["cell", cell.row * side + cell.col, 0].append(number)
    for numbers in groups.values():
        formula.one(numbers)
    formula.clauses += [[formula.cell(cell, digit)] for cell, digit in puzzle.givens.marked()]


def _tents(formula: Clauses, puzzle: Tents) -> None:
    free = [cell for cell in puzzle.board.cells() if puzzle.trees[cell] is None]
    tent = {cell: formula.cell(cell, 1) for cell in free}
    owners: defaultdict[Cell, list[int]] = defaultdict(list)
    for tree, _ in puzzle.trees.marked():
        own = {cell: formula.new() for cell in tree.around() if cell in tent}
        formula.one(list(own.values()))
        for cell, number in own.items():
            owners[cell].append(number)
    for cell in free:
        formula.one([-tent[cell], *owners[cell]])
        near = (other for other in puzzle.board.near(cell) if other in tent and other > cell)
        formula.clauses += ([-tent[cell], -tent[other]] for other in near)
    for _, line, numbers in puzzle.rims():
        for count in numbers:
            formula.count([tent[cell] for cell in line if cell in tent], count)


def _light_up(formula: Clauses, puzzle: LightUp) -> None:
    lighting: defaultdict[Cell, list[int]] = defaultdict(list)
    for run in chain.from_iterable(runs(puzzle.blocks).values()):
        bulbs = [formula.cell(cell, 1) for cell in run]
        formula.clauses += ([-one, -other] for one, other in combinations(bulbs, 2))
        for cell in run:
            lighting[cell] += bulbs
    formula.clauses += lighting.values()
    for cell, number in puzzle.blocks.marked():
        if number != BLOCK:
            formula.count([formula.cell(other, 1) for other in cell.around() if other in lighting], number)
