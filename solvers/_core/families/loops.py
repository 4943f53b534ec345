"""Kinds whose answer is one closed loop: its rules, what they force together, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import combinations, pairwise, product
from operator import or_
from random import Random
from typing import ClassVar, Self

from solvers._core.families.lined import Lined
from solvers._core.generate.fill import corrected
from solvers._core.model.edges import border, borders, corner, used
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.graphs import LoopGraph, mask_of, mask_where, positions
from solvers._core.model.grid import DIRECTIONS, Cell, Edge, Grid, place_name, spot
from solvers._core.model.lines import Forced
from solvers._core.model.rules import AtMost, Clause, Lazy, Literal, Rule

FORK, END, CLOSED, CUT_OFF = "fork", "dead end", "closed loop", "no way back"
TWO = 2
"""How many lines meet at each point of a loop, and cross the border of a room that it passes once."""
OPPOSITE = 2
"""How far apart opposite sides of a cell are, counted around it."""
ROUNDED = 0.8
"""How often a cell with two neighbours in a random area stays outside."""
CHANGED = 8
"""Of so many squares near other solutions, about one is flipped at a time."""


class Loop(Lined):
    """Kinds with one loop that neither crosses nor touches itself, along borders from corner to corner or of centres.

    The corner in row r and column c, from zero, is the upper left one of the cell there.
    """

    SQUARES: ClassVar = "faint"

    def ways(self) -> Sequence[Edge]:
        return borders(self.board.height, self.board.width) if self.ON_BORDERS else super().ways()

    def needs(self) -> Iterable[tuple[str, Iterable[Edge]]]:
        """Return what the loop must pass by the clues: its name, and edges of which the loop uses at least one."""
        return ()

    def at_cells(self, cells: Iterable[Cell]) -> Iterator[tuple[str, list[Edge]]]:
        """Yield cells that the loop must pass, each with its name and the edges to its neighbours."""
        for cell in cells:
            yield str(cell), [border(cell, other) for other in self.board.beside(cell)]

    def passing(self, cell: Cell, most: int, *, straight: bool) -> Iterator[tuple[list[Literal], ...]]:
        """Yield each way through a cell: up to `most` lines on its two sides, and that there is none on the others."""
        cells = self.board.arms(cell)
        arms = [[used(border(*step)) for step in pairwise([cell, *cells[way]][: most + 1])] for way in DIRECTIONS]
        for one, other in combinations(range(4), 2):
            if arms[one] and arms[other] and (other - one == OPPOSITE) == straight:
                others = [~arm[0] for side, arm in enumerate(arms) if arm and side not in {one, other}]
                yield arms[one], arms[other], others

    def ends(self, edge: Edge) -> tuple[Cell, Cell]:
        """Return the two points that a line joins: the cells of the edge, or corners."""
        return ends_of(edge, on_borders=self.ON_BORDERS)

    def faces(self, edge: Edge) -> tuple[Cell, Cell]:
        """Return what is on both sides of a line: cells or, between centres, squares of four centres, or beside them.

        The square in row r and column c, from zero, is that between the cell there and the one below it to the right.
        """
        (row, col), (below, _) = edge
        return edge if self.ON_BORDERS else (Cell(row - (row == below), col - (row != below)), Cell(row, col))

    @property
    def squares(self) -> tuple[int, int]:
        """Return the rows and columns of what a loop can have inside: cells, or squares of four centres."""
        return self.board.height - (not self.ON_BORDERS), self.board.width - (not self.ON_BORDERS)

    def rules(self) -> Iterator[Rule]:
        """Yield that two lines or none meet at each point, and that there is a loop at all."""
        ways: dict[Cell, list[Literal]] = {}
        for edge in self.ways():
            for point in self.ends(edge):
                ways.setdefault(point, []).append(used(edge))
        for point, lines in ways.items():
            name, cells = corner(self.board, point) if self.ON_BORDERS else (str(point), (point,))
            forks = f"three lines would meet at {name}"
            yield Rule(f"at most two lines meet at {name}", cells, AtMost(TWO, tuple(lines)), FORK, forks)
            for line in lines:
                constraint = Clause((~line, *(other for other in lines if other != line)))
                yield Rule(f"a line goes on at {name}", cells, constraint, END, f"a line would end at {name}")
        yield Rule("there is a loop", tuple(self.board.cells()), Clause(tuple(map(used, self.ways()))), "loop")

    def lazy_constraints(self) -> list[OneLoop]:
        needs = tuple((name, tuple(edges)) for name, edges in self.needs())
        return [OneLoop(self.board, tuple(self.ways()), self.ON_BORDERS, needs)]

    def is_solved_by(self, grid: Grid) -> bool:
        """Return whether each way has a value, and the lines are one loop."""
        if not self.has_lines(grid):
            return False
        near: dict[Cell, list[Cell]] = {}
        for edge in self.lines(grid):
            first, second = self.ends(edge)
            near.setdefault(first, []).append(second)
            near.setdefault(second, []).append(first)
        if not near or any(len(others) != TWO for others in near.values()):
            return False
        start = before = next(iter(near))
        at, passed = near[start][0], 1
        while at != start:
            first, second = near[at]
            before, at = at, second if first == before else first
            passed += 1
        return passed == len(near)

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        """Return a board of so many rows and columns on which any loop is possible."""
        return cls.of(Grid.make(2 * size[0] + 1, 2 * size[1] + 1))

    def solved(self, lines: Grid) -> Grid:
        """Return the solution with the lines of a doubled board, and nothing where there can be none."""
        return Grid.make(*self.answer_size, {spot(edge): lines[spot(edge)] for edge in self.ways()}.get)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Change a random loop where there are other solutions; raises `BadPuzzle` if the board has no room for one."""
        blank = cls.blank(size)
        height, width = blank.squares
        if not (height and width):
            raise BadPuzzle(f"a new {cls.KIND} has at least 2 rows and columns, not {size[0]} and {size[1]}")

        def puzzle_of(inside: set[Cell]) -> tuple[Self, Grid]:
            edges = [edge for edge in blank.ways() if len(inside.intersection(blank.faces(edge))) == 1]
            lines = Grid.make(*blank.answer_size, {spot(edge): int(edge in edges) for edge in blank.ways()}.get)
            puzzle = cls.of(lines)
            return puzzle, puzzle.solved(lines)

        def changed(inside: set[Cell], wrong: list[Cell]) -> set[Cell] | None:
            off = 2 - cls.ON_BORDERS
            shifts = tuple(product((0, 1), repeat=2))
            near = {
                Cell((row + down - off) // 2, (col + right - off) // 2) for row, col in wrong for down, right in shifts
            }
            open_ = [cell for cell in sorted(near) if cell.row in range(height) and cell.col in range(width)]
            after = set(inside)
            for cell in rng.sample(open_, len(open_)):
                if can_flip(after, cell) and len(after ^ {cell}) and len(after ^ inside) <= len(open_) // CHANGED:
                    after ^= {cell}
            return after if after != inside else None

        return corrected(random_area(height, width, rng), changed, puzzle_of, rng)


@dataclass(frozen=True)
class OneLoop(Lazy):
    """The lines along some edges are one loop, if no more than two meet at a point and none ends anywhere.

    The loop uses at least one of the edges of each of `needs`, which have names. The lines lead the answer.
    """

    board: Grid
    ways: tuple[Edge, ...]
    on_borders: bool = False
    needs: tuple[tuple[str, tuple[Edge, ...]], ...] = ()

    @cached_property
    def literals(self) -> tuple[Literal, ...]:  # type: ignore[override]
        """Those of the lines."""
        return tuple(map(used, self.ways))

    @cached_property
    def graph(self) -> LoopGraph:
        """The graph of the loop, with what it must pass."""
        graph = copy(_graph(self.ways, self.on_borders))
        at = {edge: number for number, edge in enumerate(self.ways)}
        graph.needs = tuple(mask_of(map(at.__getitem__, edges)) for _, edges in self.needs)
        return graph

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        """Yield for each of several loops that lines lead from it to other points."""
        graph, ways = self.graph, self.literals
        loops = graph.loops(mask_where(values[: len(ways)]))
        for loop in loops if len(loops) > 1 else ():
            points = {point for edge in positions(loop) for point in graph.ends[edge]}
            border, touching = graph.border(points, graph.all), reduce(or_, map(graph.at.__getitem__, points))
            literals = [ways[at] for at in positions(border)]
            if not any(need & ~touching == 0 for need in graph.needs):
                literals.append(~ways[positions(loop)[0]])
            if not any(need & touching & ~border == 0 for need in graph.needs):
                other = next(other for other in loops if other != loop)
                literals.append(~ways[positions(other)[0]])
            cells = tuple(sorted({cell for at in positions(loop) for cell in self.ways[at] if cell in self.board}))
            yield Rule(f"the loop around {cells[0]} is not all", cells, Clause(tuple(literals)), CLOSED)

    def forced(self, ones: int, zeros: int) -> Forced:
        found = self.graph.closing(ones, zeros)
        return None if found is None else (0, found)

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - other lines do not matter
        edge = positions(forced)[0] if forced else None
        loop, missed = self.graph.closed_by(ones, edge)
        words, otherwise = "the loop is closed", "there would be more than the loop"
        if missed is not None:
            other = missed - len(self.needs)
            name = self.needs[missed][0] if other < 0 else place_name(self.ways[other])
            words, otherwise = f"no loop closes without {name}", f"a loop would close without {name}"
            loop |= 0 if other < 0 else 1 << other
        lines = positions(loop if edge is None else loop | 1 << edge)
        cells = tuple(dict.fromkeys(cell for at in lines for cell in self.ways[at]))
        return Rule(words, cells, Clause(tuple(~self.literals[at] for at in lines)), CLOSED, otherwise)

    def on_whole_board(self, ones: int, zeros: int) -> Iterator[tuple[tuple[int, int], Rule]]:
        graph = self.graph
        for edge in positions(graph.bridges(zeros) & ~(ones | zeros)):
            border = positions(graph.border(graph.apart(edge, zeros), zeros))
            cells = tuple(dict.fromkeys(cell for at in (edge, *border) for cell in self.ways[at]))
            constraint = Clause((~self.literals[edge], *(self.literals[at] for at in border)))
            words, otherwise = "a line there could not come back", "the line could not come back"
            yield (0, 1 << edge), Rule(words, cells, constraint, CUT_OFF, otherwise)


def ends_of(edge: Edge, *, on_borders: bool) -> tuple[Cell, Cell]:
    """Return the two points that a line joins: the cells of the edge, or the corners if it is a border."""
    first, second = edge
    is_level = first.row != second.row
    return (second, Cell(second.row + (not is_level), second.col + is_level)) if on_borders else edge


@lru_cache(maxsize=32)
def _graph(ways: tuple[Edge, ...], on_borders: bool) -> LoopGraph:  # noqa: FBT001 - a part of the key
    numbers: dict[Cell, int] = {}
    ends = [[numbers.setdefault(end, len(numbers)) for end in ends_of(edge, on_borders=on_borders)] for edge in ways]
    return LoopGraph([(first, second) for first, second in ends])


def random_area(height: int, width: int, rng: Random) -> set[Cell]:
    """Return connected cells of a board whose border is one loop that does not touch itself, most of it winding."""
    inside = {Cell(rng.randrange(height), rng.randrange(width))}
    open_ = [*next(iter(inside)).around()]
    while open_:
        cell = open_.pop(rng.randrange(len(open_)))
        beside = inside.intersection(cell.around())
        is_on_board = 0 <= cell.row < height and 0 <= cell.col < width
        if is_on_board and can_flip(inside, cell) and (len(beside) == 1 or rng.random() > ROUNDED):
            inside.add(cell)
            open_ += [other for other in cell.around() if other not in inside]
    return inside


def can_flip(inside: set[Cell], cell: Cell) -> bool:
    """Return whether the border of an area stays one loop if a cell is added to it, or taken from it.

    The cells around it that are on its new side have to be together, and one of them beside it.
    """
    row, col = cell
    ring = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
    held = [Cell(row + down, col + right) in inside for down, right in ring]
    changes = sum(one != other for one, other in zip(held, held[1:] + held[:1], strict=True))
    is_in = cell in inside
    return changes == TWO and any(side != is_in for side in held[1::2]) and any(side == is_in for side in held[1::2])
