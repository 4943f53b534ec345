"""The puzzles of wild pages: boards that `givens generate` made, turned, mirrored and renamed at random."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from solvers import Cell, Grid, Puzzle, load, solve
from solvers._core.model.turns import turned
from tests.brute import renamed

FILE = Path(__file__).with_name("boards.jsonl")

WEIGHTS: Mapping[str, int] = {
    "tango": 20,
    "three_in_a_row": 14,
    "binairo": 12,
    "queens": 18,
    "star_battle": 9,
    "n_queens": 5,
    "sudoku": 14,
}
"""How often a page shows a kind."""

BINARY = frozenset({"tango", "three_in_a_row", "binairo"})
"""The kinds with two marks that may be exchanged."""
PLACED = frozenset({"queens", "star_battle", "n_queens"})
"""The kinds in which pieces are placed and the other cells may stay blank."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle as a page shows it."""

    kind: str
    puzzle: Puzzle
    solution: Grid
    height: int
    width: int
    givens: Mapping[Cell, int]
    """The marks that stand from the beginning."""
    goal: Mapping[Cell, int]
    """The marks that stand in the end; a cell that is missing may be blank or crossed."""
    regions: Mapping[Cell, str] = field(default_factory=dict)
    signs: Mapping[tuple[Cell, Cell], str] = field(default_factory=dict)

    @property
    def highest(self) -> int:
        """The highest mark."""
        return max(self.solution.height, 1) if self.kind == "sudoku" else 1

    @property
    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [Cell(row, col) for row in range(self.height) for col in range(self.width)]


@cache
def boards() -> Mapping[str, Sequence[Puzzle]]:
    """Return the boards by kind."""
    found: dict[str, list[Puzzle]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        puzzle = load(json.loads(line))
        found.setdefault(puzzle.KIND, []).append(puzzle)
    return found


def shown(chance: Random, kind: str) -> Shown:
    """Return a random puzzle of a kind, with its solution."""
    puzzle = chance.choice(boards()[kind])
    puzzle = renamed(turned(puzzle, chance.randrange(8) & puzzle.TURNS), chance.randrange(100))
    grid = solve(puzzle).grid
    cells = [Cell(row, col) for row in range(grid.height) for col in range(grid.width)]
    goal = {cell: value for cell in cells if (value := grid[cell]) is not None}
    if kind not in BINARY and kind != "sudoku":
        goal = {cell: 1 for cell, value in goal.items() if value == 1}
    picture = puzzle.picture()
    givens = getattr(puzzle, "givens", None)
    marked = dict(givens.marked()) if isinstance(givens, Grid) else {}
    return Shown(
        kind,
        puzzle,
        grid,
        grid.height,
        grid.width,
        marked,
        goal,
        _regions(puzzle, cells),
        {(min(edge), max(edge)): sign for edge, sign in picture.signs.items()} if kind == "tango" else {},
    )


def _regions(puzzle: Puzzle, cells: Sequence[Cell]) -> dict[Cell, str]:
    """Return the region of each cell, or the box of a Sudoku."""
    regions, box = getattr(puzzle, "regions", None), getattr(puzzle, "box", None)
    if regions is not None:
        return {cell: regions[cell.row][cell.col] for cell in cells}
    if box is not None:
        return {cell: f"{cell.row // box[0]}-{cell.col // box[1]}" for cell in cells}
    return {}
