"""Read the signs on the edges between cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapers._errors import Declared, ReadError
from scrapers._reading.board import MAX_OFFSET, SIDE_MIDDLES, Side, check_inside, neighbour, select, tokens
from scrapers._reading.sources import ElementContext, Evidence, Source, observe
from scrapers._reading.statements import Facts, Part, PartReading, Statement, said_of

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.places import Located
    from solvers import Cell

    Edge = tuple[Cell, Cell]

EQUAL, OPPOSITE = "=", "×"
SIGN_FIELDS = {EQUAL: "equal", OPPOSITE: "opposite"}
"""The field of a puzzle for each sign."""


@dataclass(frozen=True, slots=True)
class Signs(Declared):
    """Signs on edges, each an element in one of its two cells.

    Which edge it is on follows from its class and from where it is drawn.
    """

    SELECTORS = ("css", "picture")
    css: str
    signs_by: Sequence[Source[str]]
    """What says which sign it is, looking at the element."""
    sides: Mapping[str, Side] = field(default_factory=dict)
    """The side of the cell by the class of the element; without any its classes are a look."""
    picture: str = "svg, img"
    """What an element holds exactly one of: the drawn sign."""

    def read(self, located: Located) -> Iterator[Statement]:
        """Say of each element which sign it is, and on which side of its cell."""
        number = 0
        for cell, node in located.nodes.items():
            for element in select(node, self.css):
                sign = Part(f"the sign at {cell}", cell, number)
                side = Part(f"the side of the sign at {cell}", cell, number)
                number += 1
                where, classes = self._side(located, cell, element)
                spot = ElementContext(located.board, sign.name, element, element)
                yield from said_of("sign of an edge", sign, *observe(spot, self.signs_by))
                yield from said_of("side of a sign", side, where, classes)

    def result(self, facts: Facts) -> PartReading:
        """Return the edges of each sign."""
        edges: dict[str, list[Edge]] = {name: [] for name in SIGN_FIELDS.values()}
        confirmed: dict[frozenset[Cell], bool] = {}
        signs, sides = facts.parts("sign of an edge"), facts.parts("side of a sign")
        for (part, sign), (_, side) in zip(signs, sides, strict=True):
            edge = part.cell, neighbour(part.cell, side.value)
            edges[SIGN_FIELDS[sign.value]].append(edge)
            confirmed[frozenset(edge)] = sign.confirmed and side.confirmed
        return PartReading({name: tuple(listed) for name, listed in edges.items()}, confirmed)

    def _side(self, located: Located, cell: Cell, element: Node) -> Evidence[Side]:
        """Return what says on which side of its cell a sign is."""
        pictures = select(element, self.picture)
        if len(pictures) != 1:
            raise ReadError(f"an edge of {cell} has {len(pictures)} signs, not one", selector=self.css)
        names = {f"its {name}": side for name, side in self.sides.items() if name in tokens(element)}
        box, drawn = located.boxes[cell], located.board.box(pictures[0])
        if located.confirmed and box is not None and drawn is not None:
            check_inside(drawn, box, f"a sign in {cell}")
            right, down = drawn.within(box)
            for side, (x, y) in SIDE_MIDDLES.items():
                if abs(right - x) < MAX_OFFSET and abs(down - y) < MAX_OFFSET:
                    names["where it is drawn"] = side
        # Classes that name the side would only say the same again.
        return names, {} if self.sides else {"classes": frozenset(tokens(element)) or None}
