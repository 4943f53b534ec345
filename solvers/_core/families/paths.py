"""What a path through all cells forces: no closed loop, numbers in order, and no part of the board that is cut off.

Rules of this sort are too many to state in advance. `OnePath` looks at the steps that are known to be on the path,
or not on it, and states the rules that force something there, each a clause that holds in every solution.

The known steps join cells into *parts*. The cells between an end of a part and its nearest number are the *tail* of
that number. Cells in parts without a number are *free*; connected by steps that are still possible, they form *areas*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import compress, pairwise

from solvers._core.model.edges import by_cell, edges, parts, used
from solvers._core.model.grid import Cell, Edge, Grid
from solvers._core.model.known import NOTHING, Known, bits
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Clause, Lazy, Rule
from solvers._core.model.sentences import joined

LOOP, ORDER, EARLY = "closed loop", "number order", "early end"
MAX_LISTED = 4
"""How many cells are named one by one."""
ROUTE, EXIT = "only way between numbers", "only way out"


@dataclass(slots=True)
class _View:
    """What the known steps mean; cells are numbers in reading order, sets of cells are masks on the padded board."""

    known: Known
    links: dict[int, list[int]]
    parts: list[list[int]]
    far: dict[int, int] = field(default_factory=dict)
    """For each end of a part the other end."""
    size: dict[int, int] = field(default_factory=dict)
    near: dict[int, int] = field(default_factory=dict)
    """For each end of a part the number that is nearest to it."""
    tails: dict[int, int] = field(default_factory=dict)
    """For each number the cells of its tails."""
    numbered: int = 0
    """The cells of parts with a number."""
    together: set[int] = field(default_factory=set)
    """The numbers that share a part with the next."""
    forbidden: int = 0
    """The unknown steps that are not on the path."""
    conflict: Callable[[], Rule] | None = None
    """States a rule that is broken."""


class OnePath(Lazy):
    """The rules of a path that starts at number 1, meets the numbers in order and ends at the last."""

    def __init__(self, board: Grid, numbers: Mapping[int, Cell]) -> None:
        """Take at least the numbers 1 and the last."""
        self._board, self.literals = board, tuple(map(used, edges(board)))
        self._cells = list(board.cells())
        at = {cell: number for number, cell in enumerate(self._cells)}
        self._row = board.width + 1
        self._spot = [1 << cell.row * self._row + cell.col for cell in self._cells]
        self._at_spot = {spot: number for number, spot in enumerate(self._spot)}
        self._all = sum(self._spot)
        self._edges: dict[int, Edge] = {}
        self._ends: dict[int, tuple[int, int]] = {}
        self._bit: dict[tuple[int, int], int] = {}
        for number, edge in enumerate(edges(board)):
            step = 1 << number
            self._edges[step] = edge
            ends = self._ends[step] = at[edge[0]], at[edge[1]]
            self._bit[ends] = self._bit[ends[::-1]] = step
        self._across = sum(step for step, (first, second) in self._ends.items() if second == first + 1)
        self._every = sum(self._edges)
        self._number = [0] * len(self._cells)
        for number, cell in numbers.items():
            self._number[at[cell]] = number
        self._places = {number: at[cell] for number, cell in numbers.items()}
        self._last = len(numbers)
        self._terminals = {self._places[1], self._places[self._last]}
        self._view = _View(NOTHING, {}, [])
        self._seen: tuple[int, int] | None = None

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        steps = list(compress(self._edges.values(), values))
        for part in parts(self._board, by_cell(steps)):
            if self._cells[self._places[1]] not in part:
                within = tuple(sorted(part))
                leaving = tuple(used(edge) for edge in self._edges.values() if (edge[0] in part) != (edge[1] in part))
                yield Rule(f"the path leaves {', '.join(map(str, within))}", within, Clause(leaving), LOOP)

    def forced(self, ones: int, zeros: int) -> Forced:
        view = self._look(ones, zeros)
        return None if view.conflict is not None else (0, view.forbidden)

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        view = self._look(ones, zeros)
        if view.conflict is not None:
            return view.conflict()
        first, second = self._ends[forced]
        if view.far.get(first, -1) == second:
            return self._loop(self._walk(view, first, second))
        mine, theirs = self._number_near(view, first), self._number_near(view, second)
        if mine and theirs and abs(mine - theirs) != 1:
            there = self._walk(view, second, self._places[theirs])
            return self._order(mine, theirs, [*self._walk(view, first, self._places[mine])[::-1], *there])
        there = self._walk(view, second, view.far.get(second, second))
        return self._early([*self._walk(view, first, view.far.get(first, first))[::-1], *there])

    def _look(self, ones: int, zeros: int) -> _View:
        if self._seen != (ones, zeros):
            self._seen, self._view = (ones, zeros), self._made(ones, zeros)
        return self._view

    def _made(self, ones: int, zeros: int) -> _View:
        links: dict[int, list[int]] = {}
        for step in bits(ones):
            first, second = self._ends[step]
            links.setdefault(first, []).append(second)
            links.setdefault(second, []).append(first)
        view = _View(Known(ones, zeros), links, [])
        if any(len(ways) > 2 for ways in links.values()):  # noqa: PLR2004 - a cell has two ways
            return view  # The rule of that cell is broken.
        self._trace(view)
        if view.conflict is None:
            self._join(view)
            self._flood(view)
        return view

    def _trace(self, view: _View) -> None:
        """Find the parts, and closed loops and wrong numbers in them."""
        links, seen = view.links, set[int]()
        for start, ways in links.items():
            if len(ways) == 1 and start not in seen:
                part = self._walk(view, start, -1)
                seen.update(part)
                view.parts.append(part)
        if len(seen) < len(links):
            cycle = self._walk(view, next(cell for cell in links if cell not in seen), -1)
            view.conflict = partial(self._loop, cycle)
            return
        for part in view.parts:
            self._measure(view, part)
        for number, cell in self._places.items():
            if cell not in links:
                view.tails[number] = self._spot[cell]
                view.numbered |= self._spot[cell]

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
        front, back = self._spots(part[: met[0] + 1]), self._spots(part[met[-1] :])
        view.tails[view.near[first]] = front
        view.tails[view.near[last]] = view.tails.get(view.near[last], 0) | back
        view.numbered |= self._spots(part)

    def _join(self, view: _View) -> None:
        """Forbid steps between two ends that would close a loop, break the order, or end the path early."""
        links, far, number = view.links, view.far, self._number
        terminals, count = self._terminals, len(self._cells)
        forbidden = 0
        for step in bits(self._every & ~view.known.mask):
            first, second = self._ends[step]
            if len(links.get(first, ())) > 1 or len(links.get(second, ())) > 1:
                continue
            mine = view.near.get(first, 0) if first in links else number[first]
            theirs = view.near.get(second, 0) if second in links else number[second]
            if mine and theirs:
                # Both ends of a part with one number have that number, but such a part closes a loop.
                is_whole = far.get(first, first) in terminals and far.get(second, second) in terminals
                size = view.size.get(first, 1) + view.size.get(second, 1)
                if abs(mine - theirs) != 1 or (is_whole and size < count):
                    forbidden |= step
            elif far.get(first, -1) == second:
                forbidden |= step
        view.forbidden = forbidden

    def _flood(self, view: _View) -> None:
        """Find numbers without a way between them, and cells that are cut off."""
        east, south = self._open(view.known.zeros)
        reached = self._reach(self._spot[self._places[1]], self._all, east, south)
        if reached != self._all:
            view.conflict = partial(self._exit, reached)
            return
        connected, left = set[int](), self._all & ~view.numbered
        while left:
            area = self._reach(left & -left, left, east, south)
            left &= ~area
            border = self._beside(area, east, south)
            touched = {number for number, tail in view.tails.items() if tail & border}
            connected |= {number for number in touched if number + 1 in touched}
        for number in range(1, self._last):
            if number in view.together or number in connected:
                continue
            tail, other = view.tails.get(number, 0), view.tails.get(number + 1, 0)
            if tail and other and not self._beside(tail, east, south) & other:
                view.conflict = partial(self._route, view, number, 0)
                return

    def _open(self, zeros: int) -> tuple[int, int]:
        """Return the cells from which a step to the right is possible, and those from which one down is."""
        east = south = 0
        for step in bits(self._every & ~zeros):
            spot = self._spot[self._ends[step][0]]
            if step & self._across:
                east |= spot
            else:
                south |= spot
        return east, south

    def _beside(self, cells: int, east: int, south: int) -> int:
        """Return the cells that one step from these cells reaches."""
        return (cells & east) << 1 | (cells >> 1) & east | (cells & south) << self._row | (cells >> self._row) & south

    def _reach(self, start: int, inside: int, east: int, south: int) -> int:
        """Return the cells that steps inside a set of cells reach."""
        reached = new = start
        while new:
            new = self._beside(new, east, south) & inside & ~reached
            reached |= new
        return reached

    def on_whole_board(self, ones: int, zeros: int) -> Iterator[tuple[Known, Rule]]:
        """Yield the only ways between two numbers, each with the rule."""
        view = self._look(ones, zeros)
        east, south = self._open(view.known.zeros)
        for number in range(1, self._last):
            tail, other = view.tails.get(number, 0), view.tails.get(number + 1, 0)
            if number in view.together or not tail or not other:
                continue
            inside = self._all & ~view.numbered | tail | other
            region = self._reach(tail, inside, east, south)
            for step in self._bridges(region, tail, other, view.known.zeros) if region & other else ():
                if not step & view.known.ones:
                    yield Known(step, 0), self._route(view, number, step)

    def _bridges(self, region: int, start: int, goal: int, zeros: int) -> Iterator[int]:
        """Yield the steps without which nothing in the region leads from the start to the goal, which it holds."""
        east, south = self._open(zeros)
        layers, new = [start], start
        while not new & goal:
            new = self._beside(new, east, south) & region & ~sum(layers)
            layers.append(new)
        at = new & goal & -(new & goal)
        for layer in layers[-2::-1]:
            near = self._beside(at, east, south) & layer
            step = self._bit[self._at_spot[at], self._at_spot[near & -near]]
            at = near & -near
            if not self._reach(start, region, *self._open(zeros | step)) & goal:
                yield step

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
        literals = [~used(self._edges[step]) for step in dict.fromkeys(off)]
        literals += [used(self._edges[step]) for step in on]
        return Rule(words, self._named(cells), Clause(tuple(literals)), name, otherwise)

    def _exit(self, side: int) -> Rule:
        side = self._smaller(side)
        part = self._listed(side)
        words, otherwise = f"the path leads out of {part}", f"{part} would be cut off"
        return self._stated(words, otherwise, self._inside(side), EXIT, on=self._border(side))

    def _route(self, view: _View, number: int, step: int) -> Rule:
        """State that the path leads from a number to the next; `step` is the only way, if there is one."""
        zeros = view.known.zeros | step
        east, south = self._open(zeros)
        tail, other = view.tails[number], view.tails[number + 1]
        free = self._all & ~view.numbered
        sides = []
        for start in (tail, other):
            side = self._reach(start, free | start, east, south)
            sides.append(self._crossed(view, side, zeros, {number, number + 1}))
        on, off, side = min(sides, key=lambda exits: len(exits[0]) + len(exits[1]))
        words = f"the path leads from {number} to {number + 1}"
        otherwise = f"no way would be left from {number} to {number + 1}"
        return self._stated(words, otherwise, self._inside(side), ROUTE, off=off, on=on)

    def _crossed(self, view: _View, side: int, zeros: int, numbers: set[int]) -> tuple[list[int], list[int], int]:
        """Return the steps out of a set of cells that are not possible, and those that lead to numbers instead."""
        on, off = [], []
        for step in self._border(side):
            outside = next(cell for cell in self._ends[step] if not self._spot[cell] & side)
            number = self._number[outside]
            if number and number not in numbers:
                continue
            if step & zeros:
                on.append(step)
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

    def _number_near(self, view: _View, end: int) -> int:
        return view.near.get(end, 0) if end in view.links else self._number[end]

    def _steps(self, cells: Sequence[int]) -> list[int]:
        return [self._bit[pair] for pair in pairwise(cells)]

    def _border(self, side: int) -> list[int]:
        """Return the steps between a set of cells and the rest."""
        return [
            step
            for step, (first, second) in self._ends.items()
            if bool(self._spot[first] & side) != bool(self._spot[second] & side)
        ]

    def _smaller(self, side: int) -> int:
        return min(side, self._all & ~side, key=lambda cells: (cells.bit_count(), cells))

    def _spots(self, cells: Iterable[int]) -> int:
        return sum(self._spot[cell] for cell in cells)

    def _inside(self, side: int) -> list[int]:
        return [self._at_spot[spot] for spot in bits(side)]

    def _named(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(sorted(self._cells[cell] for cell in cells))

    def _listed(self, side: int) -> str:
        """Name a set of cells: its cells if they are few, else how many there are around its first."""
        cells = self._named(self._inside(side))
        if len(cells) <= MAX_LISTED:
            return joined(cells)
        return f"the {len(cells)} cells around {cells[0]}"
