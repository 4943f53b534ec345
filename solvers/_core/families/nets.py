"""What connection forces: no points are cut off from each other, and no cells from their area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers._core.model.graphs import Graph, NetGraph, mask_of, positions
from solvers._core.model.grid import Cell
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Clause, Lazy, Literal, Rule
from solvers._core.model.sentences import joined

CONNECTION = "connection"
MOST_LISTED = 3
"""How many points are named one by one."""


class OneNet(Lazy):
    """Edges join all points."""

    def __init__(self, graph: NetGraph, literals: Sequence[Literal], points: Sequence[Cell]) -> None:
        """Take the literal of each edge, and the cell of each point.

        In the answer the variables of an edge follow each other; the first says that it is not there.
        """
        self._graph, self.literals, self._points = graph, literals, points

    def _leads_on(self, part: set[int]) -> Rule:
        """State that an edge leads from some points to the rest."""
        cells = tuple(sorted(self._points[point] for point in part))
        named = joined(cells) if len(cells) <= MOST_LISTED else f"the {len(cells)} around {cells[0]}"
        literals = tuple(self.literals[edge] for edge in positions(self._graph.border(part, self._graph.all)))
        return Rule(f"bridges lead on from {named}", cells, Clause(literals), CONNECTION, f"{named} would be cut off")

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        zeros = mask_of(at for at, gone in enumerate(values[:: len(values) // len(self.literals)]) if gone)
        left = set(range(len(self._points)))
        while left:
            part = self._graph.reached(min(left), zeros)
            left -= part
            if len(part) < len(self._points):
                yield self._leads_on(part)

    def forced(self, ones: int, zeros: int) -> Forced:
        return self._graph.forced(ones, zeros)

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - edges that are there do not matter
        return self._leads_on(self._graph.cut_off(zeros, positions(forced)[0] if forced else None))


class Area(NamedTuple):
    """Cells that may be of an area, the literal of each, their graph, the first that is, and the area's name."""

    points: Sequence[Cell]
    literals: Sequence[Literal]
    graph: Graph
    start: int
    name: str

    def leads_on(self, at: int, part: set[int]) -> Rule:
        """State that a point belongs to the area only if a point beside its part does."""
        point = self.points[at]
        beside = {other for inside in part for _, other in self.graph.near[inside] if other not in part}
        literals = (~self.literals[at], *(self.literals[other] for other in sorted(beside)))
        words = f"{point} is connected with {self.name} if it belongs to it"
        return Rule(words, (point,), Clause(literals), CONNECTION, f"{point} could not reach {self.name}")


class Areas(Lazy):
    """All cells of an area are connected with it."""

    areas: Sequence[Area]
    """The areas; the literals are those of the first, then of the second, and so on."""

    def _parts(self, ones: int, zeros: int) -> Iterator[tuple[Area, int, int, int]]:
        """Yield the areas, each with its first position, and with its cells that belong to it, and that do not."""
        start = 0
        for area in self.areas:
            every = (1 << len(area.points)) - 1
            yield area, start, ones >> start & every, zeros >> start & every
            start += len(area.points)

    def forced(self, ones: int, zeros: int) -> Forced:
        found = 0
        for area, start, inside, outside in self._parts(ones, zeros):
            far = area.graph.far(area.start, outside)
            if far & inside:
                return None
            found |= far << start
        return 0, found

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        for area, start, _, outside in self._parts(ones, zeros):
            for at in positions(area.graph.far(area.start, outside)):
                if (forced or ones) >> start + at & 1:
                    return area.leads_on(at, area.graph.joined(at, outside))
        raise AssertionError("all points can reach their areas")
