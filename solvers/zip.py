"""Zip: one path through every cell that meets the numbers in order."""

# Long: numbers are met in order along one path, and a maker adds walls until no other path is left.

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, count, pairwise, takewhile

from solvers.kind import *

CELLS_PER_NUMBER = 4  # a new puzzle numbers at most one cell in four
WALLS_AT_ONCE = 3
"""How many walls are added to a new puzzle before Z3 looks again for another solution."""
MOST_ORDERED = 500_000
"""Edges times numbers of the largest board that is solved: each edge has a rule for each number, 1 GB in all."""
BENDS = 10
"""How often a random path is bent, per cell."""
MAX_FORESEEN = 2
"""How many steps ahead a person sees at once."""
ENDS = ("starts", "stops")


@dataclass(frozen=True)
class Zip(Puzzle):
    """A Zip of any size, rectangles too; a solution numbers the cells 1, 2, 3 … along the path.

    1. The path passes every cell once, from neighbour to neighbour.
    2. It starts at 1, meets the numbers in order, and ends at the last.
    3. It crosses no wall (`walls`).

    The numbers of `givens` are not marks: the cell with a 3 is the third numbered cell, not the third cell of the path.
    """

    givens: Grid = field(metadata={"lists": True})
    walls: tuple[Edge, ...] = ()

    MARKS: ClassVar = {1: "taken", 0: "not taken"}
    SIZE: ClassVar = (7, 7)
    SIZES: ClassVar = {5: (8, 8)}
    LARGEST_NEW: ClassVar = 10
    MOST_CELLS: ClassVar = 2_500
    PATHS: ClassVar = True

    def __post_init__(self) -> None:
        cells = self.givens.height * self.givens.width
        seen: dict[int, Cell] = {}
        for cell, number in self.givens.marked():
            if not 1 <= number <= self.MOST_CELLS:
                error = BadPuzzle if number else ZeroForBlank
                raise error(f"givens: {cell} holds {number}, but numbers go from 1 to {self.MOST_CELLS}")
            if number in seen:
                raise BadPuzzle(f"givens: {seen[number]} and {cell} both hold {number}")
            seen[number] = cell
        for number in range(1, max(min(2, cells), *seen, 0) + 1):
            if number not in seen:
                raise BadPuzzle(f"givens: no cell holds {number}, but the numbers go from 1 to the last without a gap")
        object.__setattr__(self, "walls", canonical("walls", self.walls, self.givens))

    @property
    def shape(self) -> tuple[int, int, int]:
        return self.givens.height, self.givens.width, len(self._numbers())

    def rules(self) -> Iterator[Rule]:
        cells, borders = tuple(self.givens.cells()), edges(self.givens)
        crossings = by_cell(borders)
        # An end counts as a way out of its cell; on a board of one cell, that cell is both ends.
        for cell in cells:
            ways = (*map(used, crossings.get(cell, ())), *(is_end(cell, end) for end in ENDS))
            yield Rule(f"the path passes {cell}", (cell,), Exactly(2, ways), "two ways")
        for end in ENDS:
            yield Rule(f"the path {end} in one cell", cells, Exactly(1, tuple(is_end(cell, end) for cell in cells)))
        for cell in cells:
            right, below = cell.neighbours()
            square = (cell, right, below, Cell(below.row, right.col))
            if square[-1] in self.givens:
                # The most common of the lazy clauses.
                sides = tuple(~used(edge) for edge in combinations(square, 2) if touch(*edge))
                words = f"the path makes no closed loop of {', '.join(map(str, square))}"
                yield Rule(words, square, Clause(sides), "closed loop")
        # The first and the last number are the ends; the path reaches any other by a step into its cell.
        between = range(2, len(self._numbers()))
        if len(borders) * len(between) > MOST_ORDERED:
            raise GaveUp(f"{len(borders):,} edges and {len(between) + 2:,} numbers are too many together")
        for number in between:
            in_cell = tuple(is_number(cell, number) for cell in cells)
            yield Rule(f"number {number} is in one cell", cells, Exactly(1, in_cell))
        held = {cell: tuple(is_number(cell, number) for number in between) for cell in cells}
        before = {cell: tuple(is_before(cell, number) for number in between) for cell in cells}
        after = {cell: tuple(~literal for literal in before[cell]) for cell in cells}
        for edge in borders:
            for first, second in (edge, edge[::-1]):
                skips_none = Clauses((~used(edge),), (before[first], after[second], held[first]))
                yield Rule(f"no step from {second} to {first} skips a number", edge, skips_none, "number order")

    def clues(self) -> Iterator[Clue]:
        numbers = self._numbers()
        between = range(2, len(numbers))
        for number, at in numbers.items():
            known = [is_before(at, other) if number < other else ~is_before(at, other) for other in between]
            if number in between:
                known.append(is_number(at, number))
            # The cells where the path does not start follow from the one where it does; stating them helps deduction.
            for end in (end for end, last in zip(ENDS, (1, len(numbers)), strict=True) if number == last):
                known += (is_end(cell, end) if cell == at else ~is_end(cell, end) for cell in self.givens.cells())
            yield Clue(f"{at} is {number}", (at,), Table((tuple(known),)), "number")
        for edge in self.walls:
            yield Given(f"a wall separates {edge[0]} and {edge[1]}", edge, Clause((~used(edge),)), "wall")

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        numbers, crossings = self._numbers(), by_cell(edges(self.givens))
        for cell, ways in crossings.items() if for_people else ():
            number = self.givens[cell]
            is_inner = number not in {1, len(numbers)}
            verb = "passes" if is_inner else f"{'starts' if number == 1 else 'ends'} at {number} in"
            yield Rule(f"the path {verb} {cell}", (cell,), Exactly(1 + is_inner, tuple(map(used, ways))), "two ways")

    def lazy_constraints(self) -> list[OnePath]:
        return [OnePath(self.givens, self._numbers())]

    def _numbers(self) -> dict[int, Cell]:
        return dict(sorted((number, cell) for cell, number in self.givens.marked()))

    def choices(self) -> Choices:
        return edge_choices(edges(self.givens))

    def assignment(self, grid: Grid) -> dict[Place, int]:
        order = sorted((place, cell) for cell, place in grid.marked())
        steps = (
            (first, second)
            for (place, first), (after, second) in pairwise(order)
            if after == place + 1 and touch(first, second)
        )
        return {(min(step), max(step)): 1 for step in steps}

    def grid(self, values: Sequence[bool | None]) -> Grid:
        numbers, cells = self._numbers(), self.givens.height * self.givens.width
        ways = by_cell(edge for edge, value in zip(edges(self.givens), values, strict=True) if value)
        places: dict[Cell, int] = {}
        # Follow the path from both ends as far as it is known; the places of other parts are not certain.
        for start, ordinals in ((numbers[1], count(1)), (numbers[len(numbers)], count(cells, -1))):
            cell: Cell | None = start
            while cell is not None:
                places[cell] = next(ordinals)
                cell = next((other for edge in ways.get(cell, ()) for other in edge if other not in places), None)
        return Grid.make(self.givens.height, self.givens.width, places.get)

    def is_solved_by(self, grid: Grid) -> bool:
        order = sorted((place, cell) for cell, place in grid.marked())
        path = [cell for _, cell in order]
        met = [number for cell in path if cell in self.givens and (number := self.givens[cell]) is not None]
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
        goes = [f"goes {'–'.join(map(str, chain))}" for chain in chains]
        if off := [f"{first}–{second}" for (first, second), value in sets.items() if not value]:
            goes.append(f"does not go {' or '.join(off)}")
        why = "otherwise it would get stuck, whichever way it went on"
        if broken is not None:
            why = f"otherwise {'in the end ' if len(broken.leads_to) > MAX_FORESEEN else ''}{self.failure(broken)}"
        return f"the path {' and '.join(goes)}: {why}"

    def failure(self, broken: Broken) -> str:
        if broken.rule.otherwise:
            return broken.rule.otherwise
        (cell,) = broken.rule.cells
        number, last = self.givens[cell], len(self._numbers())
        if number in {1, last}:
            return (
                f"{'two ways' if broken.too_many else 'no way'} would lead {'from' if number == 1 else 'to'} {number}"
            )
        return f"the path would fork at {cell}" if broken.too_many else f"{cell} would be a dead end"

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        return {(min(step), max(step)): 1 for step in pairwise(picture.path)}

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        return {cell: Glyph(str(number), tone="disc") for cell, number in self.givens.marked()}

    def picture(self, grid: Grid | None = None) -> Picture:
        cells = {} if grid is None else {place: cell for cell, place in grid.marked()}
        path = tuple(cells[place] for place in takewhile(cells.__contains__, count(1)))
        return replace(super().picture(grid), path=path)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        path = random_path(Grid.make(*size), rng)
        places = {0, len(path) - 1, *rng.sample(range(len(path)), rng.randint(0, len(path) // CELLS_PER_NUMBER))}
        numbers = {path[place]: number for number, place in enumerate(sorted(places), start=1)}
        puzzle = cls(Grid.make(*size, numbers.get))
        solution = Grid.make(*size, {cell: place for place, cell in enumerate(path, start=1)}.get)
        crossed = {(min(step), max(step)) for step in pairwise(path)}
        free = [edge for edge in edges(solution) if edge not in crossed]
        rng.shuffle(free)
        # With a wall on every edge that the path does not cross, no other solution is left.
        while not is_only(puzzle, solution, rng):
            puzzle = replace(puzzle, walls=(*puzzle.walls, *(free.pop() for _ in free[:WALLS_AT_ONCE])))
        return puzzle, solution

    def without(self, clue: Clue) -> Self | None:
        # A number must stay: without it the later ones would change.
        left = tuple(edge for edge in self.walls if edge != clue.cells)
        return None if left == self.walls else replace(self, walls=left)


@lru_cache(maxsize=2**15)
def is_end(cell: Cell, end: str) -> Literal:
    """Return the literal "the path starts (or stops) in the cell"."""
    return Literal(f"{cell}-{end}")


@lru_cache(maxsize=2**15)
def is_number(cell: Cell, number: int) -> Literal:
    """Return the literal "the number is in the cell"."""
    return Literal(f"{cell}-is-{number}")


@lru_cache(maxsize=2**15)
def is_before(cell: Cell, number: int) -> Literal:
    """Return the literal "the path passes the cell before it reaches the number"."""
    return Literal(f"{cell}-before-{number}")


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


def random_path(board: Grid, rng: Random) -> list[Cell]:
    """Return a random path through all cells: a zigzag, bent many times at its ends (the backbite move)."""
    path = sorted(board.cells(), key=lambda cell: (cell.row, cell.col if cell.row % 2 == 0 else -cell.col))
    for _ in range(BENDS * len(path)):
        if rng.random() < 1 / 2:
            path.reverse()
        # The end is joined to a neighbour, and what came after that neighbour is passed backwards.
        near = {path[-1], *path[-1].around()}
        at = rng.choice([at for at, cell in enumerate(path) if cell in near])
        path[at + 1 :] = path[:at:-1]
    return path
