"""Zip: one path through every cell that meets the numbers in order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, count, pairwise, takewhile
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.edges import by_cell, canonical, edge_choices, edges, random_path, touch, used
from solvers._core.errors import BadPuzzle
from solvers._core.grid import Cell, Edge, Grid
from solvers._core.paths import Tracer
from solvers._core.picture import Glyph, Picture
from solvers._core.puzzle import Puzzle
from solvers._core.rules import Clause, Clue, Exactly, Given, Literal, Rule, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from solvers._core.puzzle import Choices, OtherSolution
    from solvers._core.steps import Broken, Step

MAX_CELLS = 400
"""Cells of the largest board."""
CELLS_PER_NUMBER = 4  # a new puzzle numbers at most one cell in four
FEW = 2
"""How many steps ahead a person sees at once."""
WALLS_AT_ONCE = 3
"""How many walls are added to a new puzzle before Z3 looks again for another solution."""
ENDS = ("starts", "stops")
WALLS = ("|", "-")  # between two columns, between two rows


@dataclass(frozen=True, slots=True)
class Zip(Puzzle):
    """A Zip of any size, rectangles too; a solution numbers the cells 1, 2, 3 … along the path.

    1. The path passes every cell once, from neighbour to neighbour.
    2. It starts at 1, meets the numbers in order, and ends at the last.
    3. It crosses no wall (`walls`).

    The numbers of `givens` are not marks: the cell with a 3 is the third numbered cell, not the third cell of the path.
    """

    givens: Grid = field(metadata={"lists": True})
    walls: tuple[Edge, ...] = ()

    KIND: ClassVar = "zip"
    MARKS: ClassVar = {1: "taken", 0: "not taken"}
    SIZE: ClassVar = (7, 7)
    LARGEST_NEW: ClassVar = 10
    PATHS: ClassVar = True

    def __post_init__(self) -> None:
        if (cells := self.givens.height * self.givens.width) > MAX_CELLS:
            size = f"{self.givens.height} rows and {self.givens.width} columns"
            raise BadPuzzle(f"givens: {size} are more than {MAX_CELLS} cells")
        seen: dict[int, Cell] = {}
        for cell, number in self.givens.marked():
            if number in seen:
                raise BadPuzzle(f"givens: {seen[number]} and {cell} both hold {number}")
            if not 1 <= number <= MAX_CELLS:
                raise BadPuzzle(f"givens: {cell} holds {number}, but numbers go from 1 to {MAX_CELLS}")
            seen[number] = cell
        for number in range(1, max(min(2, cells), *seen, 0) + 1):
            if number not in seen:
                raise BadPuzzle(f"givens: no cell holds {number}, but the numbers go from 1 to the last without a gap")
        object.__setattr__(self, "walls", canonical("walls", self.walls, self.givens))

    @property
    def board(self) -> Grid:
        return self.givens

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.givens.height, self.givens.width, len(self._numbers())

    def rules(self) -> Iterator[Rule]:
        cells, crossings = tuple(self.givens.cells()), by_cell(edges(self.givens))
        # An end counts as a way out of its cell; on a board of one cell, that cell is both ends.
        for cell in cells:
            ways = (*map(used, crossings.get(cell, ())), *(_is_end(cell, end) for end in ENDS))
            yield Rule(f"the path passes {cell}", (cell,), Exactly(2, ways), "two ways")
        for end in ENDS:
            yield Rule(f"the path {end} in one cell", cells, Exactly(1, tuple(_is_end(cell, end) for cell in cells)))
        for cell in cells:
            right, below = cell.neighbours()
            square = (cell, right, below, Cell(below.row, right.col))
            if square[-1] in self.givens:
                # The most common of the cuts.
                sides = tuple(~used(edge) for edge in combinations(square, 2) if touch(*edge))
                words = f"the path makes no closed loop of {_listed(square)}"
                yield Rule(words, square, Clause(sides), "closed loop")
        # The first and the last number are the ends; the path reaches any other by a step into its cell.
        for number in range(2, len(self._numbers())):
            in_cell = tuple(_is(cell, number) for cell in cells)
            yield Rule(f"number {number} is in one cell", cells, Exactly(1, in_cell))
            for edge in edges(self.givens):
                words = f"no step between {edge[0]} and {edge[1]} skips number {number}"
                for start, end_cell in (edge, edge[::-1]):
                    step = (~used(edge), _before(start, number), ~_before(end_cell, number), _is(start, number))
                    yield Rule(words, edge, Clause(step), "number order")

    def clues(self) -> Iterator[Clue]:
        numbers = self._numbers()
        between = range(2, len(numbers))
        for number, at in numbers.items():
            known = [_before(at, other) if number < other else ~_before(at, other) for other in between]
            if number in between:
                known.append(_is(at, number))
            # The cells where the path does not start follow from the one where it does; stating them helps deduction.
            for end in (end for end, last in zip(ENDS, (1, len(numbers)), strict=True) if number == last):
                known += (_is_end(cell, end) if cell == at else ~_is_end(cell, end) for cell in self.givens.cells())
            yield Clue(f"{at} is {number}", (at,), Table((tuple(known),)), "number")
        for edge in self.walls:
            yield Given(f"a wall separates {edge[0]} and {edge[1]}", edge, Clause((~used(edge),)), "wall")

    def deduction_rules(self) -> Iterator[Rule]:
        """Yield nothing: what a person sees depends on where the numbers are."""
        yield from ()

    def deduction_clues(self) -> Iterator[Rule]:
        numbers, crossings = self._numbers(), by_cell(edges(self.givens))
        for cell, ways in crossings.items():
            number = self.givens[cell]
            if number in {1, len(numbers)}:
                words = f"the path {'starts' if number == 1 else 'ends'} at {number} in {cell}"
            else:
                words = f"the path passes {cell}"
            says = Exactly(1 if number in {1, len(numbers)} else 2, tuple(map(used, ways)))
            yield Rule(words, (cell,), says, "two ways")
        yield from (clue for clue in self.clues() if isinstance(clue, Given))

    def tracer(self, bit: Callable[[Literal], tuple[int, bool]]) -> Tracer:
        return Tracer(self.givens, self._numbers(), bit)

    def _numbers(self) -> dict[int, Cell]:
        return dict(sorted((number, cell) for cell, number in self.givens.marked()))

    def choices(self) -> Choices:
        return edge_choices(self.givens)

    def grid(self, values: Sequence[bool | None]) -> Grid:
        numbers, cells = self._numbers(), self.givens.height * self.givens.width
        ways = by_cell(self._chosen(values))
        places: dict[Cell, int] = {}
        # Follow the path from both ends as far as it is known; the places of other parts are not certain.
        for start, ordinals in ((numbers[1], count(1)), (numbers[len(numbers)], count(cells, -1))):
            cell: Cell | None = start
            while cell is not None:
                places[cell] = next(ordinals)
                cell = next((other for edge in ways.get(cell, ()) for other in edge if other not in places), None)
        return Grid.make(self.givens.height, self.givens.width, places.get)

    def _chosen(self, values: Sequence[bool | None]) -> list[Edge]:
        return [edge for edge, value in zip(edges(self.givens), values, strict=True) if value]

    def cuts(self, values: Sequence[bool]) -> Iterator[Rule]:
        start = self._numbers()[1]
        ways = by_cell(self._chosen(values))
        left = set(self.givens.cells())
        while left:
            part, new = set[Cell](), {start if start in left else min(left)}
            while new:
                part |= new
                new = {cell for other in new for edge in ways.get(other, ()) for cell in edge} - part
            left -= part
            if start not in part:
                leaving = tuple(used(edge) for edge in edges(self.givens) if (edge[0] in part) != (edge[1] in part))
                within = tuple(sorted(part))
                yield Rule(f"the path leaves {_listed(within)}", within, Clause(leaving), "closed loop")

    def is_solved_by(self, grid: Grid) -> bool:
        order = sorted((place, cell) for cell, place in grid.marked())
        path = [cell for _, cell in order]
        met = [number for cell in path if (number := self.givens[cell]) is not None]
        return (
            grid.same_shape(self.givens)
            and [place for place, _ in order] == list(range(1, grid.height * grid.width + 1))
            and all(touch(*step) for step in pairwise(path))
            and met == sorted(met)
            and self.givens[path[0]] is not None
            and self.givens[path[-1]] is not None
            and not any((min(step), max(step)) in self.walls for step in pairwise(path))
        )

    def words(self, step: Step, broken: Broken | None) -> str:
        sets = {place: value for place, value in step.sets.items() if not isinstance(place, Cell)}
        chains = _chains([edge for edge, value in sets.items() if value])
        parts = [f"goes {'–'.join(map(str, chain))}" for chain in chains]
        if off := [f"{first}–{second}" for (first, second), value in sets.items() if not value]:
            parts.append(f"does not go {' or '.join(off)}")
        why = "otherwise it would get stuck, whichever way it went on"
        if broken is not None:
            why = f"otherwise {'in the end ' if len(broken.leads_to) > FEW else ''}{self.failure(broken)}"
        return f"the path {' and '.join(parts)}: {why}"

    def failure(self, broken: Broken) -> str:
        if broken.rule.otherwise:
            return broken.rule.otherwise
        (cell,) = broken.rule.cells
        number = self.givens[cell]
        if number in {1, len(self._numbers())}:
            return (
                f"{'two ways' if broken.too_many else 'no way'} would lead {'from' if number == 1 else 'to'} {number}"
            )
        return f"the path would fork at {cell}" if broken.too_many else f"{cell} would be a dead end"

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
        return cls(picture.grid(), tuple(picture.signs))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, other_solution: OtherSolution[Self]) -> tuple[Self, Grid]:
        path = random_path(Grid.make(*size), rng)
        places = {0, len(path) - 1, *rng.sample(range(len(path)), rng.randint(0, len(path) // CELLS_PER_NUMBER))}
        numbers = {path[place]: number for number, place in enumerate(sorted(places), start=1)}
        puzzle = cls(Grid.make(*size, numbers.get))
        solution = Grid.make(*size, {cell: place for place, cell in enumerate(path, start=1)}.get)
        crossed = {(min(step), max(step)) for step in pairwise(path)}
        free = [edge for edge in edges(solution) if edge not in crossed]
        rng.shuffle(free)
        # With a wall on every edge that the path does not cross, no other solution is left.
        while other_solution(puzzle, solution) is not None:
            puzzle = replace(puzzle, walls=(*puzzle.walls, *(free.pop() for _ in free[:WALLS_AT_ONCE])))
        return puzzle, solution

    def without(self, clue: Clue) -> Self | None:
        # A number must stay: without it the later ones would change.
        left = tuple(edge for edge in self.walls if edge != clue.cells)
        return None if left == self.walls else replace(self, walls=left)


def _chains(steps: Sequence[Edge]) -> list[list[Cell]]:
    """Return the cells along steps, joined where they meet."""
    chains: list[list[Cell]] = []
    for step in steps:
        meeting = [chain for chain in chains if {chain[0], chain[-1]} & {*step}]
        chains = [chain for chain in chains if chain not in meeting]
        joined = list(step)
        for chain in meeting:
            if joined[-1] not in {chain[0], chain[-1]}:
                joined.reverse()
            joined += (chain if chain[0] == joined[-1] else chain[::-1])[1:]
        chains.append(joined)
    return [min(chain, chain[::-1]) for chain in chains]


@lru_cache(maxsize=2**15)
def _is_end(cell: Cell, end: str) -> Literal:
    """Return the literal "the path starts (or stops) in the cell"."""
    return Literal(f"{cell}-{end}")


@lru_cache(maxsize=2**15)
def _is(cell: Cell, number: int) -> Literal:
    """Return the literal "the number is in the cell"."""
    return Literal(f"{cell}-is-{number}")


@lru_cache(maxsize=2**15)
def _before(cell: Cell, number: int) -> Literal:
    """Return the literal "the path passes the cell before it reaches the number"."""
    return Literal(f"{cell}-before-{number}")


def _listed(cells: Sequence[Cell]) -> str:
    return ", ".join(map(str, cells))
