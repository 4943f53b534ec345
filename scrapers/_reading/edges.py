"""Read the signs and walls on the edges between cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapers._errors import ReadError
from scrapers._reading.agreement import TWO, Observation, agree
from scrapers._reading.board import DOWN, LEFT, NEAR, RIGHT, SIDE_WORDS, SIDES, UP, check_inside, select, tokens
from scrapers._reading.clues import PartReading
from scrapers._reading.signs import EQUAL, OPPOSITE
from scrapers._reading.sources import Spot, observe
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.agreement import Fact
    from scrapers._reading.board import Board, Box, Side
    from scrapers._reading.places import Located
    from scrapers._reading.sources import Source

Edge = tuple[Cell, Cell]

THICK = 0.1
"""The width of a border that draws a wall, at least, in cells; rings and lines are thinner."""
BORDERS = (UP, RIGHT, DOWN, LEFT)
"""The sides in the order in which a style lists border widths."""
SIGN_FIELDS = {EQUAL: "equal", OPPOSITE: "opposite"}
WALL_WORDS = {side: f"a wall {words}" for side, words in SIDE_WORDS.items()} | {None: "no wall"}


def neighbour(cell: Cell, side: Side) -> Cell:
    """Return the cell on a side of another one, perhaps off the board."""
    return Cell(cell.row + side[0], cell.col + side[1])


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

    def read(
        self, located: Located, _marks: Mapping[Cell, Fact[int | None]], _words: Mapping[int | None, str]
    ) -> PartReading:
        """Return the edges of each sign."""
        found = list(self._outside(located) if self.overlay else self._inside(located))
        kinds = agree([self._sign(located.board, node, cell) for cell, node, _ in found], _Itself())
        sides = agree([side for *_, side in found], SIDE_WORDS)
        edges: dict[str, list[Edge]] = {name: [] for name in self.fields.values()}
        confirmed: dict[frozenset[Cell], bool] = {}
        for (cell, *_), kind, side in zip(found, kinds, sides, strict=True):
            edge = cell, neighbour(cell, side.value)
            edges[self.fields[kind.value]].append(edge)
            confirmed[frozenset(edge)] = kind.confirmed and side.confirmed and not self.overlay
        return PartReading({name: tuple(listed) for name, listed in edges.items()}, confirmed)

    def _sign(self, board: Board, node: Node, cell: Cell) -> Observation[str]:
        where = f"the sign at {cell}"
        return Observation(where, *observe(Spot(board, where, node, node), self.signs_by))

    def _picture(self, node: Node, where: str) -> Node:
        found = select(node, self.picture)
        if len(found) != 1:
            raise ReadError(f"{where} has {len(found)} signs, not one", selector=self.css)
        return found[0]

    def _inside(self, located: Located) -> Iterator[tuple[Cell, Node, Observation[Side]]]:
        """Iterate over the signs in cells, each with its cell and what says on which side it is."""
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
                yield cell, element, Observation(f"the side of the sign at {cell}", names, looks)

    def _outside(self, located: Located) -> Iterator[tuple[Cell, Node, Observation[Side]]]:
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
            yield cell, element, Observation(f"the side of the sign at {cell}", {"where it is drawn": side})


class _Itself(dict[str, str]):
    """Signs in people's words: a sign is its own word."""

    def __missing__(self, sign: str) -> str:
        return sign


def _sides_near(drawn: Box, cell: Box) -> list[Side]:
    """Return the side of a cell on whose middle something is drawn, if there is one."""
    right, down = drawn.within(cell)
    return [side for side, (x, y) in SIDES.items() if abs(right - x) < NEAR and abs(down - y) < NEAR][:1]


@dataclass(frozen=True, slots=True)
class Walls:
    """Walls on edges, each an element in a cell whose `::after` draws one thick border on its side."""

    css: str
    sides: Mapping[str, Side] = field(default_factory=dict)
    """The side of the cell by the class of the element; without any its classes are a look."""
    name: str = "walls"
    """The puzzle's field."""

    def read(
        self, located: Located, _marks: Mapping[Cell, Fact[int | None]], _words: Mapping[int | None, str]
    ) -> PartReading:
        """Return the edges with a wall."""
        parts = [
            (cell, part, _border(located.board, part, located.boxes[cell]))
            for cell, node in located.nodes.items()
            for part in select(node, self.css)
        ]
        # A page without its styles draws no border at all.
        is_drawn = not self.sides or any(border for *_, border in parts)
        sides = agree([self._side(part, border, cell, is_drawn=is_drawn) for cell, part, border in parts], WALL_WORDS)
        looks: dict[frozenset[str], Side | None] = {}
        alike = Counter(frozenset(tokens(part)) for _, part, _ in parts)
        said: dict[Edge, list[bool]] = {}
        for (cell, part, _), side in zip(parts, sides, strict=True):
            look = frozenset(tokens(part))
            like = looks.setdefault(look, side.value)
            if like != side.value:
                both = f"{WALL_WORDS[side.value]}, but others of its classes are {WALL_WORDS[like]}"
                raise ReadError(f"a part of {cell} is {both}", selector=self.css)
            if side.value is not None:
                check_inside(located.board.box(part), located.boxes[cell], f"a wall of {cell}")
                other = neighbour(cell, side.value)
                # Classes that mean nothing still distinguish walls from other things.
                sure = side.confirmed or (not self.sides and alike[look] >= TWO)
                said.setdefault((min(cell, other), max(cell, other)), []).append(sure)
        confirmed = {frozenset(edge): any(sure) or len(sure) >= TWO for edge, sure in said.items()}
        return PartReading({self.name: tuple(said)}, confirmed)

    def _side(self, part: Node, border: Side | None, cell: Cell, *, is_drawn: bool) -> Observation[Side | None]:
        names: dict[str, Side | None] = {f"its {css}": side for css, side in self.sides.items() if css in tokens(part)}
        return Observation(f"a wall of {cell}", names | ({"its border": border} if is_drawn else {}))


def _border(board: Board, part: Node, cell: Box | None) -> Side | None:
    """Return the side on which a part of a cell draws a thick border, None unless it is the only one."""
    widths = board.measured(part).get("after", {}).get("borders")
    if cell is None or widths is None:
        return None
    least = THICK * min(cell.width, cell.height)
    thick = [side for side, width in zip(BORDERS, widths, strict=True) if width >= least]
    return thick[0] if len(thick) == 1 else None
