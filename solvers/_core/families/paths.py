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
from itertools import pairwise

from solvers._core.model.edges import edges, used
from solvers._core.model.graphs import Graph, mask_where, positions
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.known import NOTHING, Known
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Clause, Lazy, Rule
from solvers._core.model.sentences import joined

LOOP, ORDER, EARLY = "closed loop", "number order", "early end"
MAX_LISTED = 4
"""How many cells are named one by one."""
ROUTE, EXIT = "only way between numbers", "only way out"


@dataclass(slots=True)
class _View:
    """What the known steps mean; cells are numbers in reading order."""

    known: Known
    links: dict[int, list[int]]
    parts: list[list[int]]
    far: dict[int, int] = field(default_factory=dict)
    """For each end of a part the other end."""
    size: dict[int, int] = field(default_factory=dict)
    near: dict[int, int] = field(default_factory=dict)
    """For each end of a part the number that is nearest to it."""
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
    """The rules of a path that starts at number 1, meets the numbers in order and ends at the last."""

    def __init__(self, board: Grid, numbers: Mapping[int, Cell]) -> None:
        """Take at least the numbers 1 and the last."""
        ways, self._cells = edges(board), list(board.cells())
        self.literals = tuple(map(used, ways))
        at = {cell: number for number, cell in enumerate(self._cells)}
        self._all = frozenset(at.values())
        self._graph = Graph([(at[first], at[second]) for first, second in ways], len(at))
        self._number = [0] * len(self._cells)
        for number, cell in numbers.items():
            self._number[at[cell]] = number
        self._places = {number: at[cell] for number, cell in numbers.items()}
        self._last = len(numbers)
        self._terminals = {self._places[1], self._places[self._last]}
        self._view = _View(NOTHING, {}, [])
        self._seen: tuple[int, int] | None = None

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
        for edge in positions(ones):
            first, second = self._graph.ends[edge]
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
                view.tails[number] = {cell}
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
        links, far, number = view.links, view.far, self._number
        terminals, count = self._terminals, len(self._cells)
        forbidden = 0
        for edge in positions(self._graph.all & ~view.known.mask):
            first, second = self._graph.ends[edge]
            if len(links.get(first, ())) > 1 or len(links.get(second, ())) > 1:
                continue
            mine = view.near.get(first, 0) if first in links else number[first]
            theirs = view.near.get(second, 0) if second in links else number[second]
            if mine and theirs:
                # Both ends of a part with one number have that number, but such a part closes a loop.
                is_whole = far.get(first, first) in terminals and far.get(second, second) in terminals
                size = view.size.get(first, 1) + view.size.get(second, 1)
                if abs(mine - theirs) != 1 or (is_whole and size < count):
                    forbidden |= 1 << edge
            elif far.get(first, -1) == second:
                forbidden |= 1 << edge
        view.forbidden = forbidden

    def _flood(self, view: _View) -> None:
        """Find numbers without a way between them, and cells that are cut off."""
        graph, zeros = self._graph, view.known.zeros
        reached = graph.reached([self._places[1]], zeros)
        if len(reached) < len(self._cells):
            view.conflict = partial(self._exit, reached)
            return
        connected, left = set[int](), self._all - view.numbered
        while left:
            area = graph.reached([min(left)], zeros, left)
            left -= area
            border = graph.beside(area, zeros)
            touched = {number for number, tail in view.tails.items() if not tail.isdisjoint(border)}
            connected |= {number for number in touched if number + 1 in touched}
        for number in range(1, self._last):
            if number in view.together or number in connected:
                continue
            tail, other = (view.tails.get(each, set()) for each in (number, number + 1))
            if tail and other and other.isdisjoint(graph.beside(tail, zeros)):
                view.conflict = partial(self._route, view, number, 0)
                return

    def on_whole_board(self, ones: int, zeros: int) -> Iterator[tuple[Known, Rule]]:
        """Yield the only ways between two numbers, each with the rule."""
        view = self._look(ones, zeros)
        for number in range(1, self._last):
            tail, other = (view.tails.get(each, set()) for each in (number, number + 1))
            if number in view.together or not tail or not other:
                continue
            region = self._graph.reached(tail, zeros, (self._all - view.numbered) | tail | other)
            for edge in self._bridges(region, tail, other, zeros) if not region.isdisjoint(other) else ():
                if not ones >> edge & 1:
                    yield Known(1 << edge, 0), self._route(view, number, 1 << edge)

    def _bridges(self, region: set[int], start: set[int], goal: set[int], zeros: int) -> Iterator[int]:
        """Yield the edges without which nothing in the region leads from the start to the goal, which it holds."""
        graph, layers, seen = self._graph, [start], {*start}
        while goal.isdisjoint(layers[-1]):
            layers.append(graph.beside(layers[-1], zeros) & region - seen)
            seen |= layers[-1]
        at = min(layers[-1] & goal)
        for layer in layers[-2::-1]:
            before = min(graph.beside([at], zeros) & layer)
            edge, at = self._graph.between[at, before], before
            if goal.isdisjoint(graph.reached(start, zeros | 1 << edge, region)):
                yield edge

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
        zeros, free = view.known.zeros | closed, self._all - view.numbered
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

    def _number_near(self, view: _View, end: int) -> int:
        return view.near.get(end, 0) if end in view.links else self._number[end]

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
