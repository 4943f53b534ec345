"""One closed loop along the edges of a graph, or a net of them: what follows from the edges that are known.

Edges are numbered, and sets of them are masks. A net joins all points. That no more than two edges of a loop meet at a
point, and that it ends nowhere, other rules say. Here is what takes a look at more than one point: a loop must not
close before all of it is in it, and cannot come back over the only edge that leads to a part of the graph.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_, xor


@dataclass(slots=True)
class _Ways:
    """The known parts of a loop: for the ends of each part the other end, and the mask of its edges."""

    far: dict[int, int] = field(default_factory=dict)
    part: dict[int, int] = field(default_factory=dict)
    closed: list[int] = field(default_factory=list)
    """The parts that are loops."""
    forks: bool = False
    """Whether more than two edges meet somewhere, which other rules forbid."""


class Graph:
    """Points, and edges between them."""

    def __init__(self, ends: Sequence[tuple[int, int]], points: int = 0) -> None:
        """Take the two points of each edge, and perhaps how many points there are; they are numbered from 0."""
        self.ends = tuple(ends)
        self.all = (1 << len(self.ends)) - 1
        count = max(points, 1 + max(map(max, ends), default=-1))
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        """For each point the edges there, each with the point at its other end."""
        for edge, (first, second) in enumerate(ends):
            self.near[first].append((edge, second))
            self.near[second].append((edge, first))
        self.at = [mask_of(edge for edge, _ in near) for near in self.near]
        """For each point the mask of the edges there."""
        self.between = {points[::way]: edge for edge, points in enumerate(self.ends) for way in (1, -1)}
        """The edge from one point to another."""

    def reached(self, start: Iterable[int], zeros: int, inside: Container[int] | None = None) -> set[int]:
        """Return the points, perhaps only those inside, that edges lead to which are not in `zeros`."""
        seen = {*start}
        queue = [*seen]
        for point in queue:
            for edge, other in self.near[point]:
                if other not in seen and not zeros >> edge & 1 and (inside is None or other in inside):
                    seen.add(other)
                    queue.append(other)
        return seen

    def border(self, points: Iterable[int], zeros: int) -> int:
        """Return the edges of `zeros` between some points and the rest."""
        return reduce(xor, map(self.at.__getitem__, points), 0) & zeros  # Edges inside are there twice.

    def apart(self, edge: int, zeros: int) -> set[int]:
        """Return the smaller part of the points that only one edge leads to, if edges of `zeros` lead nowhere."""
        return min(
            (self.reached([end], zeros | 1 << edge) for end in self.ends[edge]), key=lambda part: (len(part), *part)
        )

    def bridges(self, zeros: int) -> int:
        """Return the edges that alone join two parts of the points, if edges of `zeros` lead nowhere."""
        seen, low, found = dict[int, int](), dict[int, int](), 0
        for root in range(len(self.near)):
            stack = [] if root in seen else [(root, -1, iter(self.near[root]))]
            seen.setdefault(root, len(seen))
            low.setdefault(root, seen[root])
            while stack:
                point, came, ways = stack[-1]
                for edge, other in ways:
                    if edge == came or zeros >> edge & 1:
                        continue
                    if other not in seen:
                        seen[other] = low[other] = len(seen)
                        stack.append((other, edge, iter(self.near[other])))
                        break
                    low[point] = min(low[point], seen[other])
                else:
                    stack.pop()
                    if stack:
                        before = stack[-1][0]
                        low[before] = min(low[before], low[point])
                        found |= (low[point] > seen[before]) << came
        return found


class LoopGraph(Graph):
    """The graph of a loop, and sets of edges of which the loop needs at least one each."""

    def __init__(self, ends: Sequence[tuple[int, int]]) -> None:
        super().__init__(ends)
        self.needs: tuple[int, ...] = ()

    def closing(self, ones: int, zeros: int) -> int | None:
        """Return the open edges that would close a loop too early; None if one is closed."""
        ways = self._ways(ones)
        if ways.forks:
            return 0
        if ways.closed:
            return None if self._missed(ones, ways.closed[0]) is not None else self.all & ~ones & ~zeros
        found = 0
        for first, second in ways.far.items():
            edge = self.between.get((first, second)) if first < second else None
            if edge is None or (ones | zeros) >> edge & 1:
                continue
            if self._missed(ones, ways.part[first] | 1 << edge) is not None:
                found |= 1 << edge
        return found

    def closed_by(self, ones: int, edge: int | None) -> tuple[int, int | None]:
        """Return the known edges of a loop that is closed, or would be by an edge, and what it misses, if anything.

        That is the number of a need or, counted on from these, an edge.
        """
        ways = self._ways(ones)
        loop = ways.closed[0] if ways.closed else ways.part[self.ends[edge or 0][0]]
        return loop, self._missed(ones, loop if ways.closed else loop | 1 << (edge or 0))

    def _missed(self, ones: int, loop: int) -> int | None:
        """Return the number of a need that a set of edges misses, or beyond these an edge; None if it has all."""
        for number, need in enumerate(self.needs):
            if not need & loop:
                return number
        others = ones & ~loop
        return len(self.needs) + others.bit_length() - 1 if others else None

    def _ways(self, ones: int) -> _Ways:
        ways = _Ways()
        far, part, inner = ways.far, ways.part, set[int]()
        for edge in positions(ones):
            first, second = self.ends[edge]
            if first in inner or second in inner:
                ways.forks = True
                return ways
            one, other = far.pop(first, first), far.pop(second, second)
            mask = part.get(first, 0) | part.get(second, 0) | 1 << edge
            if one == second:
                ways.closed.append(mask)
                inner.update((first, second))
                continue
            if one != first:
                inner.add(first)
            if other != second:
                inner.add(second)
            far[one], far[other] = other, one
            part[one] = part[other] = mask
        return ways

    def loops(self, ones: int) -> list[int]:
        """Return the loops that some edges form, each as a mask, if no other edges are among them."""
        return sorted(self._ways(ones).closed, key=lambda loop: loop & -loop)


def positions(mask: int) -> list[int]:
    """Return the positions of the bits of a mask."""
    return [at for at, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"]


def mask_of(positions: Iterable[int]) -> int:
    """Return the mask of some positions."""
    return reduce(or_, (1 << at for at in positions), 0)


def mask_where(values: Iterable[int]) -> int:
    """Return the mask of the positions whose values are true."""
    return int(bytes(values)[::-1].translate(b"01" + bytes(254)) or b"0", 2)
