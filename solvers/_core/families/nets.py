"""What connection forces: no points are cut off from each other, and no cells from their area."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solvers._core.model.graphs import mask_of, positions
from solvers._core.model.known import NOTHING, Known
from solvers._core.model.rules import Clause, Rule
from solvers._core.model.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from solvers._core.model.graphs import Net
    from solvers._core.model.grid import Cell
    from solvers._core.model.rules import Literal, Reached

CONNECTION = "connection"
MOST_LISTED = 3
"""How many points are named one by one."""


class OneNet(NamedTuple):
    """Edges that join all points: the graph, the literal of each edge, and the cell of each point."""

    graph: Net
    literals: Sequence[Literal]
    points: Sequence[Cell]

    def leads_on(self, part: set[int]) -> Rule:
        """State that an edge leads from some points to the rest."""
        cells = tuple(sorted(self.points[point] for point in part))
        named = joined(cells) if len(cells) <= MOST_LISTED else f"the {len(cells)} around {cells[0]}"
        literals = tuple(self.literals[edge] for edge in positions(self.graph.border(part, self.graph.all)))
        return Rule(f"bridges lead on from {named}", cells, Clause(literals), CONNECTION, f"{named} would be cut off")

    def broken(self, ones: Iterable[bool]) -> Iterator[Rule]:
        """Yield for each part of the points that edges join that an edge leads on, if there are several."""
        zeros = mask_of(at for at, holds in enumerate(ones) if not holds)
        left = set(range(len(self.points)))
        while left:
            part = self.graph.reached(min(left), zeros)
            left -= part
            if len(part) < len(self.points):
                yield self.leads_on(part)


class NetTracer:
    """Finds the edges without which points would be cut off."""

    def __init__(self, net: OneNet, bit: Callable[[Literal], tuple[int, bool]]) -> None:
        """Take a function to the bit of a literal and its value."""
        self._net, self._bits = net, [bit(literal) for literal in net.literals]
        self.mask = sum(bit for bit, _ in self._bits)

    def infer(self, ones: int, zeros: int) -> Known | None:
        """Return the edges that points would be cut off without; None if some are."""
        found = self._net.graph.forced(*self._packed(ones, zeros))
        if not found:
            return None
        bits = [self._bits[at] for at in positions(found[0])]
        return Known(*(sum(bit for bit, holds in bits if holds == side) for side in (True, False))) if bits else NOTHING

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        """State that an edge leads from the points that would be cut off, or that are."""
        edge = next((at for at, (bit, _) in enumerate(self._bits) if bit & forced), None)
        return self._net.leads_on(self._net.graph.cut_off(self._packed(ones, zeros)[1], edge))

    def ways(self, known: Known) -> Iterator[tuple[Known, Rule]]:  # noqa: ARG002 - a tracer may need it
        """Yield nothing: all that follows is found at once."""
        yield from ()

    def _packed(self, ones: int, zeros: int) -> tuple[int, int]:
        holding = mask_of(at for at, (bit, holds) in enumerate(self._bits) if (ones if holds else zeros) & bit)
        return holding, mask_of(at for at, (bit, holds) in enumerate(self._bits) if (zeros if holds else ones) & bit)


class Area(NamedTuple):
    """An area that grows from one point: that its points are connected with it, all that it may have, and its name."""

    says: Reached
    points: Sequence[Cell]
    name: str

    def leads_on(self, at: int, part: set[int]) -> Rule:
        """State that a point belongs to the area only if a point beside its part does."""
        graph, point = self.says.graph, self.points[at]
        beside = {other for inside in part for _, other in graph.near[inside] if other not in part}
        literals = (~self.says.literals[at], *(self.says.literals[other] for other in sorted(beside)))
        words = f"{point} is connected with {self.name} if it belongs to it"
        return Rule(words, (point,), Clause(literals), CONNECTION, f"{point} could not reach {self.name}")


class AreaTracer:
    """Finds the points that cannot reach an area, and so do not belong to it."""

    def __init__(self, areas: Sequence[Area], bit: Callable[[Literal], tuple[int, bool]]) -> None:
        """`bit` returns the bit of a literal, all of which are plain booleans."""
        self._areas = [(area, [bit(literal)[0] for literal in area.says.literals]) for area in areas]
        self.mask = sum(sum(bits) for _, bits in self._areas)

    def infer(self, ones: int, zeros: int) -> Known | None:
        """Return that points which cannot reach an area do not belong to it; None if one does."""
        found = 0
        for area, bits in self._areas:
            far = area.says.forced(_at(bits, ones), _at(bits, zeros))
            if far is None:
                return None
            found |= sum(bits[at] for at in positions(far[1]))
        return Known(0, found) if found else NOTHING

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        """State that from some points others of their area lead on."""
        for area, bits in self._areas:
            gone = _at(bits, zeros)
            for at in positions(area.says.graph.far(area.says.start, gone)):
                if bits[at] & (forced or ones):
                    return area.leads_on(at, area.says.graph.joined(at, gone))
        raise AssertionError("all points can reach their areas")

    def ways(self, known: Known) -> Iterator[tuple[Known, Rule]]:  # noqa: ARG002 - a tracer may need it
        """Yield nothing: all that follows is found at once."""
        yield from ()


def _at(bits: Sequence[int], mask: int) -> int:
    """Return the positions of the bits that are in a mask."""
    return mask_of(at for at, bit in enumerate(bits) if mask & bit)
