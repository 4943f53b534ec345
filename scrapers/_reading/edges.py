"""Read the signs and walls on the edges between cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapers._errors import ReadError, check_fields, check_sequences
from scrapers._reading.board import DOWN, LEFT, MAX_OFFSET, RIGHT, SIDES, UP, check_inside, neighbour, select, tokens
from scrapers._reading.signs import EQUAL, OPPOSITE
from scrapers._reading.sources import Spot, observe
from scrapers._reading.statements import TWO, WORDS, Part, PartReading, said_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.board import Board, Box, Side
    from scrapers._reading.places import Located
    from scrapers._reading.sources import Source
    from scrapers._reading.statements import Facts, Statement
    from solvers import Cell, Grid

    Edge = tuple[Cell, Cell]
    _Sign = tuple[Cell, Node, dict[str, Side], dict[str, Hashable]]
    """A cell, a sign at it, and the names and looks of the side on which it is."""

MIN_WALL_WIDTH = 0.1
"""The width of a border that draws a wall, at least, in cells; rings and lines are thinner."""
BORDERS = (UP, RIGHT, DOWN, LEFT)
"""The sides in the order in which a style lists border widths."""
SIGN_FIELDS = {EQUAL: "equal", OPPOSITE: "opposite"}


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs on edges, each an element in one of its two cells, or, if `overlay`, an element outside all cells.

    Which edge an element in a cell is on follows from its class and from where it is drawn; for an overlay, and for
    elements between the cells, from where it is drawn alone, so that these are never confirmed.
    """

    css: str
    signs_by: Sequence[Source[str]]
    """What says which sign it is, looking at the element."""
    sides: Mapping[str, Side] = field(default_factory=dict)
    """The side of the cell by the class of the element; without any its classes are a look."""
    picture: str = "svg, img"
    """What an element holds exactly one of: the drawn sign."""
    fields: Mapping[str, str] = field(default_factory=lambda: SIGN_FIELDS)
    """The puzzle's field for each sign."""
    overlay: bool = False

    def __post_init__(self) -> None:
        """Raise `TypeError` for a declaration that cannot work."""
        check_sequences(self)
        check_fields(self, "css", "picture")

    def read(self, located: Located, _marks: Callable[[], Grid]) -> Iterator[Statement]:
        """Say of each element which sign it is, and on which side of its cell."""
        found = self._outside(located) if self.overlay else self._inside(located)
        for number, (cell, node, names, looks) in enumerate(found):
            sign, side = (
                Part(name, cell, number) for name in (f"the sign at {cell}", f"the side of the sign at {cell}")
            )
            yield from said_of(
                "sign of an edge", sign, *observe(Spot(located.board, sign.name, node, node), self.signs_by)
            )
            yield from said_of("side of a sign", side, names, looks)

    def result(self, facts: Facts) -> PartReading:
        """Return the edges of each sign."""
        edges: dict[str, list[Edge]] = {name: [] for name in self.fields.values()}
        confirmed: dict[frozenset[Cell], bool] = {}
        signs, sides = facts.parts("sign of an edge"), facts.parts("side of a sign")
        for (part, sign), (_, side) in zip(signs, sides, strict=True):
            edge = part.cell, neighbour(part.cell, side.value)
            edges[self.fields[sign.value]].append(edge)
            confirmed[frozenset(edge)] = sign.confirmed and side.confirmed and not self.overlay
        return PartReading({name: tuple(listed) for name, listed in edges.items()}, confirmed)

    def _picture(self, node: Node, where: str) -> Node:
        found = select(node, self.picture)
        if len(found) != 1:
            raise ReadError(f"{where} has {len(found)} signs, not one", selector=self.css)
        return found[0]

    def _inside(self, located: Located) -> Iterator[_Sign]:
        """Iterate over the signs in cells."""
        for cell, node in located.nodes.items():
            for element in select(node, self.css):
                picture = self._picture(element, f"an edge of {cell}")
                names = {f"its {name}": side for name, side in self.sides.items() if name in tokens(element)}
                box, drawn = located.boxes[cell], located.board.box(picture)
                if located.places.confirmed and box is not None and drawn is not None:
                    check_inside(drawn, box, f"a sign in {cell}")
                    if near := _sides_near(drawn, box):
                        names["where it is drawn"] = near[0]
                # Classes that name the side would only say the same again.
                looks: dict[str, Hashable] = {} if self.sides else {"classes": frozenset(tokens(element)) or None}
                yield cell, element, names, looks

    def _outside(self, located: Located) -> Iterator[_Sign]:
        """Iterate over the signs outside of cells, each with the cell left of it or above it."""
        in_cells = {part.mem_id for node in located.nodes.values() for part in select(node, self.css)}
        for number, element in enumerate(select(located.board.root, self.css), start=1):
            if element.mem_id in in_cells:
                continue
            drawn = located.board.box(self._picture(element, f"sign {number}"))
            near = [
                (cell, side)
                for cell, box in located.boxes.items()
                if drawn is not None and box is not None
                for side in _sides_near(drawn, box)
                if side in {RIGHT, DOWN}
            ]
            if len(near) != 1:
                raise ReadError(
                    f"sign {number} is drawn on {len(near)} edges between cells, not one", selector=self.css
                )
            ((cell, side),) = near
            yield cell, element, {"where it is drawn": side}, {}


def _sides_near(drawn: Box, cell: Box) -> list[Side]:
    """Return the side of a cell on whose middle something is drawn, if there is one."""
    right, down = drawn.within(cell)
    return [side for side, (x, y) in SIDES.items() if abs(right - x) < MAX_OFFSET and abs(down - y) < MAX_OFFSET][:1]


@dataclass(frozen=True, slots=True)
class Walls:
    """Walls on edges, each an element in a cell whose `::after` draws one thick border on its side."""

    css: str
    sides: Mapping[str, Side] = field(default_factory=dict)
    """The side of the cell by the class of the element; without any its classes are a look."""
    name: str = "walls"
    """The puzzle's field."""

    def __post_init__(self) -> None:
        """Raise `TypeError` for a declaration that cannot work."""
        check_fields(self, "css")

    def read(self, located: Located, _marks: Callable[[], Grid]) -> Iterator[Statement]:
        """Say of each element on which side of its cell it is a wall, or that it is none."""
        parts = [
            (cell, part, _border(located.board, part, located.boxes[cell]))
            for cell, node in located.nodes.items()
            for part in select(node, self.css)
        ]
        # A page without its styles draws no border at all.
        is_drawn = not self.sides or any(border for *_, border in parts)
        like: dict[frozenset[str], Side | None] = {}
        for number, (cell, node, border) in enumerate(parts):
            names: dict[str, Side | None] = {
                f"its {css}": side for css, side in self.sides.items() if css in tokens(node)
            }
            if is_drawn:
                names["its border"] = border
            look, side = frozenset(tokens(node)), next(iter(names.values()), None)
            if like.setdefault(look, side) != side:
                both = f"{WORDS['wall'](side)}, but others of its classes are {WORDS['wall'](like[look])}"
                raise ReadError(f"a part of {cell} is {both}", selector=self.css)
            # Classes that mean nothing still distinguish walls from other things.
            looks: dict[str, Hashable] = {} if self.sides else {"classes": look}
            if any(names.values()):
                check_inside(located.board.box(node), located.boxes[cell], f"a wall of {cell}")
            yield from said_of("wall", Part(f"a wall of {cell}", cell, number), names, looks, str(sorted(look)))

    def result(self, facts: Facts) -> PartReading:
        """Return the edges with a wall."""
        said: dict[Edge, list[bool]] = {}
        for part, side in facts.parts("wall"):
            if side.value is not None:
                other = neighbour(part.cell, side.value)
                said.setdefault((min(part.cell, other), max(part.cell, other)), []).append(side.confirmed)
        confirmed = {frozenset(edge): any(sure) or len(sure) >= TWO for edge, sure in said.items()}
        return PartReading({self.name: tuple(said)}, confirmed)


def _border(board: Board, part: Node, cell: Box | None) -> Side | None:
    """Return the side on which a part of a cell draws a thick border, None unless it is the only one."""
    widths = board.measured(part).get("after", {}).get("borders")
    if cell is None or widths is None:
        return None
    least = MIN_WALL_WIDTH * min(cell.width, cell.height)
    thick = [side for side, width in zip(BORDERS, widths, strict=True) if width >= least]
    return thick[0] if len(thick) == 1 else None
