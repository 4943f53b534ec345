"""Read regions from colours, borders and labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapers._errors import ReadError
from scrapers._reading.board import SIDE_WORDS, Side, neighbour, tokens
from scrapers._reading.statements import Facts, PartReading, Statement, said_of

if TYPE_CHECKING:
    from scrapers._reading.places import Located
    from solvers import Cell


@dataclass(frozen=True, slots=True)
class Regions:
    """Regions of cells, from classes that name a colour, borders, labels, or the background if no class is known.

    Sources that distinguish all cells are names and must agree; the others are looks.
    """

    classes: str = ""
    """A pattern of the classes that name a cell's region."""
    borders: Mapping[str, Side] = field(default_factory=dict)
    """By selectors of elements in a cell, the side on which they draw a border; both cells of an edge draw it."""
    label: str = ""
    """A pattern of a cell's label with one group, the region; labels in another language say nothing."""

    def read(self, located: Located) -> Iterator[Statement]:
        """Say the region of each cell, numbered from zero in document order, or how it looks."""
        nodes = list(located.nodes.values())
        keys: dict[str, list[Hashable]] = {}
        if self.classes:
            keys["its colour"] = [
                frozenset(name for name in tokens(node) if re.fullmatch(self.classes, name)) or None for node in nodes
            ]
        if self.borders:
            walls = {
                (at, side) for at, node in located.nodes.items() for css, side in self.borders.items() if node.css(css)
            }
            reached = separated_by(located.nodes, walls, both=", ".join(self.borders))
            keys["its border"] = [reached[cell] for cell in located.nodes]
        if not any(keys.get("its colour", ())):
            keys["its ground"] = [located.board.measured(node).get("ground") for node in nodes]
        if self.label:
            labels = [re.fullmatch(self.label, node.attributes.get("aria-label") or "") for node in nodes]
            if all(labels):
                keys["its label"] = [label[1] for label in labels if label]
        if all(len({*found} - {None}) < 2 for found in keys.values()):  # noqa: PLR2004 - nothing differs
            classes = f"has a class that matches {self.classes}" if self.classes else "differs from another"
            raise ReadError(f"no cell {classes}, and nothing else tells the regions apart: {', '.join(keys)}")
        distinct = {source: found for source, found in keys.items() if None not in found and len(set(found)) > 1}
        # Numbers instead of keys, from zero in order of appearance.
        names = {source: {key: at for at, key in enumerate(dict.fromkeys(found))} for source, found in distinct.items()}
        for at, cell in enumerate(located.nodes):
            named = {source: numbers[keys[source][at]] for source, numbers in names.items()}
            looks = {source: found[at] for source, found in keys.items() if source not in names}
            yield from said_of("region", cell, named, looks)

    def result(self, facts: Facts) -> PartReading:
        """Return the number of each cell's region."""
        confirmed = {frozenset({cell}): fact.confirmed for cell, fact in facts.cells("region")}
        return PartReading({"regions": facts.regions()}, confirmed)


def connected(cells: Collection[Cell], is_open: Callable[[Cell, Cell, Side], bool]) -> dict[Cell, Cell]:
    """Return for each cell the first one, in the order of the cells, that it is connected with.

    `is_open` returns whether nothing separates a cell from the neighbour on a side.
    """
    first: dict[Cell, Cell] = {}
    for start in cells:
        reached = [start]
        while reached:
            cell = reached.pop()
            if cell in first:
                continue
            first[cell] = start
            near = {side: neighbour(cell, side) for side in SIDE_WORDS}
            reached += [other for side, other in near.items() if other in cells and is_open(cell, other, side)]
    return first


def separated_by(cells: Collection[Cell], walls: Collection[tuple[Cell, Side]], *, both: str = "") -> dict[Cell, Cell]:
    """Return for each cell the first one that is reached from it without crossing a wall, drawn by one of two cells.

    If `both` must draw it, that is the selector to name in the error of a wall that only one draws.
    """

    def is_open(cell: Cell, near: Cell, side: Side) -> bool:
        here, there = (cell, side) in walls, (near, (-side[0], -side[1])) in walls
        if both and here != there:
            raise ReadError(f"a border between {cell} and {near} is drawn in only one of them", selector=both)
        return not (here or there)

    return connected(cells, is_open)
