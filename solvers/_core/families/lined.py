"""Kinds whose answer is lines: on the borders of cells, or between the centres of neighbours.

A solution is the grid of the doubled board, 2h+1 rows and 2w+1 columns. The cell in row r and column c of the board
(from zero) is at 2r+1, 2c+1 there, a border between two cells or at the rim between their places, and a corner where
borders meet. A border holds what is drawn along it or, for kinds with lines between centres, what crosses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from solvers._core.model.edges import borders, by_cell, edge_choices, edges, parts
from solvers._core.model.grid import Cell, Edge, Grid, Place, spot
from solvers._core.model.picture import Picture
from solvers._core.model.puzzle import Choices, Puzzle


class Lined(Puzzle):
    """Kinds whose answer is lines; each place is an edge, with the values 1 for a line and 0 for none."""

    MARKS: ClassVar[Mapping[int, str]] = {1: "a line", 0: "empty"}
    MOST_CELLS: ClassVar = 2_500
    ON_BORDERS: ClassVar[bool] = False
    """Whether lines are drawn along borders, not between centres."""

    @property
    def answer_size(self) -> tuple[int, int]:
        return 2 * self.board.height + 1, 2 * self.board.width + 1

    @classmethod
    def board_size(cls, grid: Grid) -> tuple[int, int]:
        return grid.height // 2, grid.width // 2

    def ways(self) -> Sequence[Edge]:
        """Return the edges that may have a line, in the order of the doubled board: by default between all cells."""
        return sorted(edges(self.board), key=spot)

    def choices(self) -> Choices:
        return edge_choices(self.ways())

    def assignment(self, grid: Grid) -> dict[Place, int]:
        found = {place: (grid[spot(place)], values) for place, values in self.choices().items()}
        return {place: value for place, (value, values) in found.items() if value is not None and value in values}

    def lines(self, grid: Grid) -> Mapping[Edge, int]:
        """Return the edges with a line, and how many."""
        return {edge: lines for edge in self.ways() if (lines := grid[spot(edge)])}

    def has_lines(self, grid: Grid) -> bool:
        """Return whether a doubled board holds a value of each place, and nothing elsewhere."""
        values = {spot(place): values for place, values in self.choices().items()}
        return (grid.height, grid.width) == self.answer_size and all(
            grid[cell] in values.get(cell, {None}) for cell in grid.cells()
        )

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        """Return the places that a picture assigns, those with a line among them."""
        lines, choices = {**picture.lines, **picture.borders}, self.choices()
        return super().assigned_in(picture) | {
            edge: line for edge, line in lines.items() if line in choices.get(edge, ())
        }

    def picture(self, grid: Grid | None = None) -> Picture:
        lines = {} if grid is None else self.lines(grid)
        picture = super().picture(grid)
        return replace(picture, borders=lines) if self.ON_BORDERS else replace(picture, lines=lines)


class Divided(Lined):
    """Kinds whose borders divide the board into areas of connected cells."""

    ON_BORDERS: ClassVar = True

    def lines(self, grid: Grid) -> Mapping[Edge, int]:
        rim = set(borders(self.board.height, self.board.width)).difference(self.ways())
        return {**super().lines(grid), **dict.fromkeys(sorted(rim), 1)}

    def parts(self, grid: Grid) -> list[set[Cell]]:
        """Return the areas that the borders of a doubled board divide the board into."""
        return [*parts(self.board, by_cell(edge for edge in edges(self.board) if not grid[spot(edge)]))]

    def areas(self, grid: Grid) -> list[set[Cell]]:
        """Return the areas of a doubled board; none if it lacks a value, or a border has one area on both sides."""
        if not self.has_lines(grid):
            return []
        found = self.parts(grid)
        home = {cell: number for number, area in enumerate(found) for cell in area}
        is_dead = any(home[one] == home[other] for one, other in edges(self.board) if grid[spot((one, other))])
        return [] if is_dead else found


def linked(grid: Grid, cell: Cell) -> list[Cell]:
    """Return the cells that lines of a doubled board join to a cell."""
    return [other for other in cell.around() if grid[spot((cell, other))]]


def is_straight(grid: Grid, cell: Cell) -> bool:
    """Return whether the two lines of a doubled board that meet in a cell go straight on."""
    one, other = linked(grid, cell)
    return one.row == other.row or one.col == other.col


def along(grid: Grid, start: Cell) -> list[Cell]:
    """Return the cells of a loop in order, from one of them on."""
    way = [start]
    while more := [cell for cell in linked(grid, way[-1]) if cell not in way[-2:] and (cell != start or len(way) == 1)]:
        way.append(more[0])
    return way
