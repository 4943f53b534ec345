"""Zip: one path through every cell that meets the numbers in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, count, pairwise, takewhile
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.edges import canonical, edges
from solvers._core.errors import BadPuzzle
from solvers._core.grid import Cell, Grid
from solvers._core.picture import Edge, Glyph, Picture
from solvers._core.rules import Clause, Clue, Exactly, Literal, Rule, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from solvers._core.puzzle import Another, Place

LARGEST = 400
"""Cells of the largest board."""
CELLS_A_NUMBER, BENDS_A_CELL, WALLS_AT_ONCE = 4, 10, 3
"""Of a new puzzle: one cell in so many is numbered at most; bends that make its path random; walls tried together."""
ENDS = ("starts", "stops")
WALLS = ("|", "-")
"""The signs of a wall between two columns, and of one between two rows."""


@dataclass(frozen=True, slots=True)
class Zip:
    """A Zip of any size, rectangles too; a solution numbers the cells 1, 2, 3 … along the path.

    1. The path passes every cell once, from neighbour to neighbour.
    2. It starts at 1, meets the numbers in order, and ends at the last.
    3. It crosses no wall (`walls`).

    The numbers of `givens` are no marks: the cell that bears 3 is the third numbered one, not the third of all.
    """

    givens: Grid = field(metadata={"lists": True})
    walls: tuple[Edge, ...] = ()

    KIND: ClassVar = "zip"
    LOGIC: ClassVar = "QF_FD"
    MARKS: ClassVar[Mapping[int, str]] = {1: "taken", 0: "not taken"}
    SIZE: ClassVar = (7, 7)

    def __post_init__(self) -> None:
        if (cells := self.givens.height * self.givens.width) > LARGEST:
            msg = f"givens: {self.givens.height} rows and {self.givens.width} columns are more than {LARGEST} cells"
            raise BadPuzzle(msg)
        seen: dict[int, Cell] = {}
        for cell, number in self.givens.marked():
            if number in seen:
                msg = f"givens: {seen[number]} and {cell} both hold {number}"
                raise BadPuzzle(msg)
            if not 1 <= number <= LARGEST:
                msg = f"givens: {cell} holds {number}, but numbers go from 1 to {LARGEST}"
                raise BadPuzzle(msg)
            seen[number] = cell
        for number in range(1, max(min(2, cells), *seen, 0) + 1):
            if number not in seen:
                msg = f"givens: no cell holds {number}, but the path goes from 1 to the last number and leaves none out"
                raise BadPuzzle(msg)
        object.__setattr__(self, "walls", canonical("walls", self.walls, self.givens))

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.givens.height, self.givens.width, len(self._numbers())

    def rules(self) -> Iterator[Rule]:
        cells, taken = tuple(self.givens.cells()), _by_cell(edges(self.givens))
        # An end counts as a way out of its cell; the one cell of the smallest board is both ends.
        for cell in cells:
            ways = (*map(_taken, taken.get(cell, ())), *(_is_end(cell, end) for end in ENDS))
            yield Rule(f"the path passes {cell}", (cell,), Exactly(2, ways), "two ways")
        for end in ENDS:
            yield Rule(f"the path {end} in one cell", cells, Exactly(1, tuple(_is_end(cell, end) for cell in cells)))
        for cell in cells:
            right, below = cell.neighbours()
            square = (cell, right, below, Cell(below.row, right.col))
            if square[-1] in self.givens:
                # The commonest of the cuts.
                sides = tuple(~_taken(edge) for edge in combinations(square, 2) if _touch(*edge))
                words = f"the path makes no closed loop of {_listed(square)}"
                yield Rule(words, square, Clause(sides), "closed loop")
        # The first and the last number are the ends; the path reaches another only by a step into its cell.
        for number in range(2, len(self._numbers())):
            stands = tuple(_is(cell, number) for cell in cells)
            yield Rule(f"number {number} stands in one cell", cells, Exactly(1, stands))
            for edge in edges(self.givens):
                words = f"no step between {edge[0]} and {edge[1]} skips number {number}"
                for one, other in (edge, edge[::-1]):
                    step = (~_taken(edge), _before(one, number), ~_before(other, number), _is(one, number))
                    yield Rule(words, edge, Clause(step), "number order")

    def clues(self) -> Iterator[Clue]:
        numbers = self._numbers()
        between = range(2, len(numbers))
        for number, at in numbers.items():
            known = [_before(at, other) if number < other else ~_before(at, other) for other in between]
            if number in between:
                known.append(_is(at, number))
            # Where the path does not start follows from where it does; told here it is seen at once.
            for end in (end for end, last in zip(ENDS, (1, len(numbers)), strict=True) if number == last):
                known += (_is_end(cell, end) if cell == at else ~_is_end(cell, end) for cell in self.givens.cells())
            yield Clue(f"{at} is {number}", (at,), Table((tuple(known),)), "number")
        for edge in self.walls:
            yield Clue(f"a wall parts {edge[0]} and {edge[1]}", edge, Clause((~_taken(edge),)), "wall")

    def _numbers(self) -> dict[int, Cell]:
        return dict(sorted((number, cell) for cell, number in self.givens.marked()))

    def answer(self) -> Sequence[str]:
        return [_taken(edge).name for edge in edges(self.givens)]

    def grid(self, values: Sequence[bool | None]) -> Grid:
        numbers, cells = self._numbers(), self.givens.height * self.givens.width
        ways = _by_cell(self._chosen(values))
        places: dict[Cell, int] = {}
        # From both ends, as far as the path is known: of a part that hangs on neither no place is certain.
        for start, ordinals in ((numbers[1], count(1)), (numbers[len(numbers)], count(cells, -1))):
            cell: Cell | None = start
            while cell is not None:
                places[cell] = next(ordinals)
                cell = next((other for edge in ways.get(cell, ()) for other in edge if other not in places), None)
        return Grid.make(self.givens.height, self.givens.width, places.get)

    def _chosen(self, values: Sequence[bool | None]) -> list[Edge]:
        return [edge for edge, value in zip(edges(self.givens), values, strict=True) if value]

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        return {edge: {0: (~_taken(edge),), 1: (_taken(edge),)} for edge in edges(self.givens)}

    def cuts(self, values: Sequence[bool]) -> Iterator[Rule]:
        start = self._numbers()[1]
        ways = _by_cell(self._chosen(values))
        left = set(self.givens.cells())
        while left:
            part, new = set[Cell](), {start if start in left else min(left)}
            while new:
                part |= new
                new = {cell for one in new for edge in ways.get(one, ()) for cell in edge} - part
            left -= part
            if start not in part:
                leaving = tuple(_taken(edge) for edge in edges(self.givens) if (edge[0] in part) != (edge[1] in part))
                within = tuple(sorted(part))
                yield Rule(f"the path leaves {_listed(within)}", within, Clause(leaving), "closed loop")

    def is_solved_by(self, grid: Grid) -> bool:
        order = sorted((place, cell) for cell, place in grid.marked())
        path = [cell for _, cell in order]
        met = [number for cell in path if (number := self.givens[cell]) is not None]
        return (
            grid.same_shape(self.givens)
            and [place for place, _ in order] == list(range(1, grid.height * grid.width + 1))
            and all(_touch(*step) for step in pairwise(path))
            and met == sorted(met)
            and self.givens[path[0]] is not None
            and self.givens[path[-1]] is not None
            and not any((min(step), max(step)) in self.walls for step in pairwise(path))
        )

    def technique(self, because: Sequence[Rule], _sets: Sequence[Place]) -> str:
        rules = [rule for rule in because if not isinstance(rule, Clue)] or because
        names = {rule.name for rule in rules if rule.name}
        return names.pop() if len(names) == 1 else ""

    def picture(self, grid: Grid | None = None) -> Picture:
        cells = {} if grid is None else {place: cell for cell, place in grid.marked()}
        return Picture(
            self.givens.height,
            self.givens.width,
            {cell: Glyph(str(number), tone="disc") for cell, number in self.givens.marked()},
            {edge: WALLS[edge[0].row != edge[1].row] for edge in self.walls},
            path=tuple(cells[place] for place in takewhile(cells.__contains__, count(1))),
        )

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        for (one, other), sign in picture.signs.items():
            if sign != WALLS[one.row != other.row]:
                between = f"the edge between {one} and {other} of the picture"
                msg = f"{between} bears {sign!r}: a wall is | between columns, - between rows"
                raise BadPuzzle(msg)
        return cls(Grid.make(picture.height, picture.width, picture.value), tuple(picture.signs))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, another: Another[Self]) -> tuple[Self, Grid]:
        path = _random_path(Grid.make(*size), rng)
        places = {0, len(path) - 1, *rng.sample(range(len(path)), rng.randint(0, len(path) // CELLS_A_NUMBER))}
        numbers = {path[place]: number for number, place in enumerate(sorted(places), start=1)}
        puzzle = cls(Grid.make(*size, numbers.get))
        solution = Grid.make(*size, {cell: place for place, cell in enumerate(path, start=1)}.get)
        crossed = {(min(step), max(step)) for step in pairwise(path)}
        free = [edge for edge in edges(solution) if edge not in crossed]
        rng.shuffle(free)
        # With a wall on every edge that the path does not cross there is no other.
        while another(puzzle, solution) is not None:
            puzzle = replace(puzzle, walls=(*puzzle.walls, *(free.pop() for _ in free[:WALLS_AT_ONCE])))
        return puzzle, solution

    def without(self, clue: Clue) -> Self | None:
        # Without a number the later ones would be others.
        left = tuple(edge for edge in self.walls if edge != clue.cells)
        return None if left == self.walls else replace(self, walls=left)


def _random_path(board: Grid, rng: Random) -> list[Cell]:
    """Return a random path through all cells: to and fro, then often bent over at an end (backbite)."""
    path = sorted(board.cells(), key=lambda cell: (cell.row, cell.col if cell.row % 2 == 0 else -cell.col))
    for _ in range(BENDS_A_CELL * len(path)):
        if rng.random() < 1 / 2:
            path.reverse()
        # The end is joined to a neighbour that it does not follow; what came after that one is passed backwards.
        at = rng.choice([at for at, cell in enumerate(path) if cell == path[-1] or _touch(cell, path[-1])])
        path[at + 1 :] = path[:at:-1]
    return path


def _taken(edge: Edge) -> Literal:
    """Return the boolean that tells whether the path crosses the edge."""
    return Literal(f"{edge[0]}-{edge[1]}")


def _is_end(cell: Cell, end: str) -> Literal:
    """Return the boolean that tells whether the path starts, or stops, in the cell."""
    return Literal(f"{cell}-{end}")


def _is(cell: Cell, number: int) -> Literal:
    """Return the boolean that tells whether the number stands in the cell."""
    return Literal(f"{cell}-is-{number}")


def _before(cell: Cell, number: int) -> Literal:
    """Return the boolean that tells whether the path passes the cell before it reaches the number."""
    return Literal(f"{cell}-before-{number}")


def _touch(one: Cell, other: Cell) -> bool:
    return abs(one.row - other.row) + abs(one.col - other.col) == 1


def _by_cell(chosen: Iterable[Edge]) -> dict[Cell, list[Edge]]:
    """Return the edges of each cell."""
    found: dict[Cell, list[Edge]] = {}
    for edge in chosen:
        for cell in edge:
            found.setdefault(cell, []).append(edge)
    return found


def _listed(cells: Sequence[Cell]) -> str:
    return ", ".join(map(str, cells))
