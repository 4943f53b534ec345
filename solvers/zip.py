"""Zip: one path through every cell that meets the numbers in order."""

# Long: what one path through all cells forces takes a look at the whole board.

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
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
LOOP, ORDER, EARLY = "closed loop", "number order", "early end"
ROUTE, EXIT = "only way between numbers", "only way out"
MAX_LISTED = 4
"""How many cells are named one by one."""


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
                yield Rule(words, square, Clause(sides), LOOP)
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
                yield Rule(f"no step from {second} to {first} skips a number", edge, skips_none, ORDER)

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


@dataclass(slots=True)
class _View:
    """What the known steps mean; cells are numbers in reading order.

    The steps join cells into *parts*. The cells between an end of a part and its nearest number are the *tail* of that
    number. Cells in parts without a number are *free*; connected by steps that are still possible, they form *areas*.
    """

    ones: int
    zeros: int
    links: dict[int, list[int]] = field(default_factory=dict)
    far: dict[int, int] = field(default_factory=dict)
    """For each end of a part the other end."""
    size: dict[int, int] = field(default_factory=dict)
    near: dict[int, int] = field(default_factory=dict)
    """For each end of a part, and each cell by itself, the number that is nearest to it, if there is one."""
    tails: dict[int, set[int]] = field(default_factory=dict)
    """For each number the cells of its tails."""
    numbered: set[int] = field(default_factory=set)
    """The cells of parts with a number."""
    together: set[int] = field(default_factory=set)
    """The numbers that share a part with the next."""
    forbidden: int = 0
    """The unknown steps that are not on the path."""
    conflict: Callable[[], Rule] | None = None
    """States a rule that is broken."""


class OnePath(Lazy):
    """The rules of a path that starts at number 1, meets the numbers in order and ends at the last.

    They are too many to state in advance: those that force something are stated, each a clause that always holds.
    """

    def __init__(self, board: Grid, numbers: Mapping[int, Cell]) -> None:
        """Take at least the numbers 1 and the last."""
        ways, self._cells = edges(board), list(board.cells())
        self.literals = tuple(map(used, ways))
        at = {cell: number for number, cell in enumerate(self._cells)}
        self._all = frozenset(at.values())
        self._graph = Graph([(at[first], at[second]) for first, second in ways], len(at))
        self._places = {number: at[cell] for number, cell in numbers.items()}
        self._number = [0] * len(self._cells)
        for number, place in self._places.items():
            self._number[place] = number
        self._last = len(numbers)
        self._terminals = {self._places[1], self._places[self._last]}
        self._view = _View(-1, -1)

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        zeros = self._graph.all & ~mask_where(values)
        left = self._all - self._graph.reached([self._places[1]], zeros)
        while left:
            part = self._graph.reached([min(left)], zeros)
            left -= part
            cells, leaving = self._named(part), (self.literals[edge] for edge in self._border(part))
            yield Rule(f"the path leaves {', '.join(map(str, cells))}", cells, Clause(tuple(leaving)), LOOP)

    def forced(self, ones: int, zeros: int) -> Forced:
        view = self._look(ones, zeros)
        return None if view.conflict is not None else (0, view.forbidden)

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        view = self._look(ones, zeros)
        if view.conflict is not None:
            return view.conflict()
        first, second = self._graph.ends[forced.bit_length() - 1]
        if view.far.get(first, -1) == second:
            return self._loop(self._walk(view, first, second))
        mine, theirs = view.near.get(first, 0), view.near.get(second, 0)
        if mine and theirs and abs(mine - theirs) != 1:
            there = self._walk(view, second, self._places[theirs])
            return self._order(mine, theirs, [*self._walk(view, first, self._places[mine])[::-1], *there])
        there = self._walk(view, second, view.far.get(second, second))
        return self._early([*self._walk(view, first, view.far.get(first, first))[::-1], *there])

    def _look(self, ones: int, zeros: int) -> _View:
        """Return what is known; the latest answer is kept."""
        if (self._view.ones, self._view.zeros) == (ones, zeros):
            return self._view
        view = self._view = _View(ones, zeros)
        for edge in positions(ones):
            first, second = self._graph.ends[edge]
            view.links.setdefault(first, []).append(second)
            view.links.setdefault(second, []).append(first)
        if any(len(ways) > 2 for ways in view.links.values()):  # noqa: PLR2004 - a cell has two ways
            return view  # The rule of that cell is broken.
        self._trace(view)
        if view.conflict is None:
            self._join(view)
            self._flood(view)
        return view

    def _trace(self, view: _View) -> None:
        """Find the parts, and closed loops and wrong numbers in them."""
        links, seen, parts = view.links, set[int](), list[list[int]]()
        for start, ways in links.items():
            if len(ways) == 1 and start not in seen:
                part = self._walk(view, start, -1)
                seen.update(part)
                parts.append(part)
        if len(seen) < len(links):
            cycle = self._walk(view, next(cell for cell in links if cell not in seen), -1)
            view.conflict = partial(self._loop, cycle)
            return
        for part in parts:
            self._measure(view, part)
        for number, cell in self._places.items():
            if cell not in links:
                view.near[cell], view.tails[number] = number, {cell}
                view.numbered.add(cell)

    def _measure(self, view: _View, part: list[int]) -> None:
        first, last = part[0], part[-1]
        view.far[first], view.far[last] = last, first
        view.size[first] = view.size[last] = len(part)
        met = [at for at, cell in enumerate(part) if self._number[cell]]
        if not met:
            return
        for before, after in pairwise(met):
            mine, theirs = self._number[part[before]], self._number[part[after]]
            if abs(mine - theirs) != 1:
                view.conflict = partial(self._order, mine, theirs, part[before : after + 1])
                return
            view.together.add(min(mine, theirs))
        if {first, last} == self._terminals and len(part) < len(self._cells):
            view.conflict = partial(self._early, part)
            return
        view.near[first], view.near[last] = self._number[part[met[0]]], self._number[part[met[-1]]]
        view.tails[view.near[first]] = {*part[: met[0] + 1]}
        view.tails[view.near[last]] = view.tails.get(view.near[last], set()).union(part[met[-1] :])
        view.numbered.update(part)

    def _join(self, view: _View) -> None:
        """Forbid steps between two ends that would close a loop, break the order, or end the path early."""
        links, far, near, terminals = view.links, view.far, view.near, self._terminals
        for edge in positions(self._graph.all & ~(view.ones | view.zeros)):
            first, second = self._graph.ends[edge]
            if len(links.get(first, ())) > 1 or len(links.get(second, ())) > 1:
                continue
            mine, theirs = near.get(first, 0), near.get(second, 0)
            if mine and theirs:
                # Both ends of a part with one number have that number, but such a part closes a loop.
                is_whole = far.get(first, first) in terminals and far.get(second, second) in terminals
                size = view.size.get(first, 1) + view.size.get(second, 1)
                is_wrong = abs(mine - theirs) != 1 or (is_whole and size < len(self._cells))
            else:
                is_wrong = far.get(first, -1) == second
            view.forbidden |= is_wrong << edge

    def _flood(self, view: _View) -> None:
        """Find numbers without a way between them, and cells that are cut off."""
        graph, zeros = self._graph, view.zeros
        reached = graph.reached([self._places[1]], zeros)
        if len(reached) < len(self._cells):
            view.conflict = partial(self._exit, reached)
            return
        connected, left = set[int](), self._all - view.numbered
        while left:
            area = graph.reached([min(left)], zeros, left)
            left -= area
            border = self._beside(area, zeros)
            touched = {number for number, tail in view.tails.items() if not tail.isdisjoint(border)}
            connected |= {number for number in touched if number + 1 in touched}
        for number in range(1, self._last):
            if number in view.together or number in connected:
                continue
            tail, other = (view.tails.get(each, set()) for each in (number, number + 1))
            if tail and other and other.isdisjoint(self._beside(tail, zeros)):
                view.conflict = partial(self._route, view, number, 0)
                return

    def on_whole_board(self, ones: int, zeros: int) -> Iterator[tuple[tuple[int, int], Rule]]:
        """Yield the only ways between two numbers, each with the rule."""
        view = self._look(ones, zeros)
        for number in range(1, self._last):
            tail, other = (view.tails.get(each, set()) for each in (number, number + 1))
            if number in view.together or not tail or not other:
                continue
            region = self._graph.reached(tail, zeros, (self._all - view.numbered) | tail | other)
            for edge in self._bridges(region, tail, other, zeros) if not region.isdisjoint(other) else ():
                if not ones >> edge & 1:
                    yield (1 << edge, 0), self._route(view, number, 1 << edge)

    def _bridges(self, region: set[int], start: set[int], goal: set[int], zeros: int) -> Iterator[int]:
        """Yield the edges without which nothing in the region leads from the start to the goal, which it holds."""
        graph, layers, seen = self._graph, [start], {*start}
        while goal.isdisjoint(layers[-1]):
            layers.append(self._beside(layers[-1], zeros) & region - seen)
            seen |= layers[-1]
        at = min(layers[-1] & goal)
        for layer in layers[-2::-1]:
            before = min(self._beside([at], zeros) & layer)
            edge, at = self._graph.between[at, before], before
            if goal.isdisjoint(graph.reached(start, zeros | 1 << edge, region)):
                yield edge

    def _beside(self, points: Iterable[int], zeros: int) -> set[int]:
        """Return the points that one edge which is not in `zeros` joins to some points."""
        return {other for point in points for edge, other in self._graph.near[point] if not zeros >> edge & 1}

    # The rules in words.

    def _loop(self, cells: list[int]) -> Rule:
        words, otherwise = "the path makes no closed loop", "a loop would close"
        return self._stated(words, otherwise, cells, LOOP, off=self._steps([*cells, cells[0]]))

    def _order(self, mine: int, theirs: int, cells: list[int]) -> Rule:
        low, high = sorted((mine, theirs))
        words = f"the path does not go from {low} straight to {high}"
        otherwise = f"the path would go from {low} straight to {high}"
        return self._stated(words, otherwise, cells, ORDER, off=self._steps(cells))

    def _early(self, cells: list[int]) -> Rule:
        missed = next(cell for number, cell in enumerate(self._cells) if number not in cells)
        words = f"the path does not end before it has passed {missed}"
        otherwise = f"the path would end before it has passed {missed}"
        return self._stated(words, otherwise, cells, EARLY, off=self._steps(cells))

    def _stated(  # noqa: PLR0913 - what a rule consists of
        self,
        words: str,
        otherwise: str,
        cells: Iterable[int],
        name: str,
        *,
        off: Iterable[int] = (),
        on: Iterable[int] = (),
    ) -> Rule:
        """State that some steps are not all on the path, or others are."""
        literals = [~self.literals[edge] for edge in dict.fromkeys(off)] + [self.literals[edge] for edge in on]
        return Rule(words, self._named(cells), Clause(tuple(literals)), name, otherwise)

    def _exit(self, reached: set[int]) -> Rule:
        side = min(reached, self._all - reached, key=lambda cells: (len(cells), max(self._all) in cells))
        part = self._listed(side)
        words, otherwise = f"the path leads out of {part}", f"{part} would be cut off"
        return self._stated(words, otherwise, side, EXIT, on=self._border(side))

    def _route(self, view: _View, number: int, closed: int) -> Rule:
        """State that the path leads from a number to the next; `closed` is the only way, if there is one."""
        zeros, free = view.zeros | closed, self._all - view.numbered
        sides = []
        for start in (view.tails[number], view.tails[number + 1]):
            side = self._graph.reached(start, zeros, free | start)
            sides.append(self._crossed(view, side, zeros, {number, number + 1}))
        on, off, side = min(sides, key=lambda exits: len(exits[0]) + len(exits[1]))
        words = f"the path leads from {number} to {number + 1}"
        otherwise = f"no way would be left from {number} to {number + 1}"
        return self._stated(words, otherwise, side, ROUTE, off=off, on=on)

    def _crossed(
        self, view: _View, side: set[int], zeros: int, numbers: set[int]
    ) -> tuple[list[int], list[int], set[int]]:
        """Return the steps out of a set of cells that are not possible, and those that lead to numbers instead."""
        on, off = [], []
        for edge in self._border(side):
            outside = next(cell for cell in self._graph.ends[edge] if cell not in side)
            number = self._number[outside]
            if number and number not in numbers:
                continue
            if zeros >> edge & 1:
                on.append(edge)
            elif not number:
                off += self._steps(self._way(view, outside, numbers))
        return on, off, side

    def _way(self, view: _View, cell: int, numbers: set[int]) -> list[int]:
        """Return the way along its part from a cell to the next number, in the direction where that is another one."""
        for first in view.links[cell]:
            way = [cell, first]
            while not self._number[way[-1]]:
                further = [other for other in view.links[way[-1]] if other != way[-2]]
                if not further:
                    break
                way += further
            if self._number[way[-1]] not in {0, *numbers}:
                return way
        raise AssertionError(f"{self._cells[cell]} leads to no other number")

    def _walk(self, view: _View, start: int, stop: int) -> list[int]:
        """Return the cells along a part from one of them, until a cell or the end."""
        way, before = [start], -1
        while way[-1] != stop:
            further = [other for other in view.links.get(way[-1], ()) if other != before]
            before = way[-1]
            if not further or further[0] == start:
                break
            way.append(further[0])
        return way

    def _steps(self, cells: Sequence[int]) -> list[int]:
        return [self._graph.between[pair] for pair in pairwise(cells)]

    def _border(self, side: Iterable[int]) -> list[int]:
        """Return the steps between a set of cells and the rest."""
        return positions(self._graph.border(side, self._graph.all))

    def _named(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(sorted(self._cells[cell] for cell in cells))

    def _listed(self, side: Iterable[int]) -> str:
        """Name a set of cells: its cells if they are few, else how many there are around its first."""
        cells = self._named(side)
        if len(cells) <= MAX_LISTED:
            return joined(cells)
        return f"the {len(cells)} cells around {cells[0]}"
