"""Read what the board draws: numbers in cells, regions by borders, numbers on the rim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import floor
from typing import TYPE_CHECKING, Any

from scrapers._errors import ReadError
from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, Side, check_inside, neighbour, select, tokens, with_options
from scrapers._reading.places import Located, edge_at, line_beside, on_doubled
from scrapers._reading.regions import separated_by
from scrapers._reading.statements import ACROSS, BLACK, COLUMN, ROW, Groups, Place, in_order, line, places_of, spot
from solvers import Cell

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node


BORDERS = {"br": RIGHT, "bl": LEFT, "bt": UP, "bb": DOWN}
"""By the class of a cell, the side on which it draws a border."""
TURNS = ("r1", "r2", "r3")
ONE_SIDE = tuple(frozenset({side}) for side in (RIGHT, DOWN, LEFT, UP))
SHAPES = {
    "start": ONE_SIDE,
    "end": ONE_SIDE,
    "straight": (frozenset({LEFT, RIGHT}), frozenset({UP, DOWN})),
    "curve": tuple(map(frozenset, ((RIGHT, DOWN), (LEFT, DOWN), (LEFT, UP), (RIGHT, UP)))),
}
"""By the class of a part of a thermometer, the sides on which it goes on: after each rotation, the last without one."""
MAX_DIGITS = 4
RUN = ".task-cell.selectable"
"""The selector of the elements that say the length of a run."""
CAGE = ".killer"
"""The selector of the elements that say which cage a cell is in."""


def number_of(node: Node, where: object, css: str = "") -> int | None:
    """Return the number that is the text of an element, a letter from A on for 10, None for no text."""
    text = node.text(strip=True)
    if not text:
        return None
    if re.fullmatch(rf"\d{{1,{MAX_DIGITS}}}|[A-Z]", text, re.ASCII) is None:
        raise ReadError(f"{where} holds {text!r}, not a number", selector=css)
    return int(text, 36 if text.isalpha() else 10)


@with_options
def numbers(
    located: Located, css: str = "", *, name: str = "number", words: Mapping[str, int] | None = None, content: str = ""
) -> Groups:
    """Read the number in each cell that matches `css`; by class, `words` are values without a text.

    `content` matches the element in the cell that holds the number; by default it is the cell itself.
    """
    found: dict[Place, int] = {}
    for cell, node in located.nodes.items():
        if css and not node.css_matches(css):
            continue
        part = node.css_first(content) if content else node
        number = None if part is None else number_of(part, cell, css)
        named = [value for word, value in (words or {}).items() if word in tokens(node)]
        if (number is not None) + len(named) > 1:
            raise ReadError(f"{cell} holds a number and is called {', '.join(words or {})}", selector=css)
        if number is not None or named:
            found[cell] = named[0] if number is None else number
    return {name: found}


def islands(located: Located) -> Groups:
    """Read the numbers of islands, which are the only elements on a board."""
    return {"number": {cell: number_of(node, cell) for cell, node in island_nodes(located).items()}}


def island_nodes(located: Located) -> dict[Cell, Node]:
    """Return the island in each cell in which one is drawn."""
    height, width = located.size
    found: dict[Cell, Node] = {}
    for whole in select(located.board.root, ".board-tasks"):
        board = located.board.box(whole)
        for node in select(whole, ".bridges-task-cell"):
            box = located.board.box(node)
            if board is None or box is None:
                raise ReadError("an island is not visible", selector=".bridges-task-cell")
            x, y = box.within(board)
            cell = Cell(floor(y * height), floor(x * width))
            if cell in found:
                raise ReadError(f"{cell} has two islands", selector=".bridges-task-cell")
            found[cell] = node
    return found


@with_options
def shown(located: Located, css: str, values: Mapping[str, int], *, name: str = "number") -> Groups:
    """Read the value that a class of each cell that matches `css` names; there must be one."""
    found: dict[Place, int] = {}
    for cell, node in located.nodes.items():
        if node.css_matches(css):
            named = tokens(node) & values.keys()
            if len(named) != 1:
                raise ReadError(f"{cell} is {css}, but has {len(named)} of {', '.join(values)}", selector=css)
            found[cell] = values[named.pop()]
    return {name: found}


def centres(located: Located) -> Groups:
    """Read where circles are, on the doubled board."""
    nodes = select(located.board.root, ".dot-white")
    found = {on_doubled(located, box) for node in nodes if (box := located.board.box(node)) is not None}
    if len(found) != len(nodes):
        raise ReadError(f"the board has {len(nodes)} circles, but {len(found)} places of them", selector=".dot-white")
    return {"centre": {spot(*place): place for place in found}}


def corners(located: Located) -> Groups:
    """Read the numbers at corners of cells: which class they have is not known, so those are all such texts there."""
    found: dict[Place, int] = {}
    places = {*places_of("corner", *located.size)}
    for node in select(located.board.root, ":not(.cell)"):
        box = located.board.box(node)
        if box is not None and node.child is not None and node.child.tag == "-text":
            at, text = spot(*on_doubled(located, box)), node.text().strip()
            is_number = at in places and re.fullmatch(r"\d", text, re.ASCII)
            if is_number and found.setdefault(at, int(text)) != int(text):
                raise ReadError(f"{at} has two numbers", selector="*")
    return {"corner": found}


def regions(located: Located) -> Groups:
    """Read the regions that borders separate; one of two neighbours may draw the border between them."""
    walls = {
        (cell, side) for cell, node in located.nodes.items() for word, side in BORDERS.items() if word in tokens(node)
    }
    return {"region": in_order(separated_by(located.nodes, walls))}


def rooms(located: Located) -> Groups:
    """Read the regions that borders separate, and the number of each, which may be in any of its cells."""
    region = regions(located)["region"]
    found: dict[Place, int] = {}
    for cell, number in numbers()(located)["number"].items():
        first = next(other for other in region if region[other] == region[cell])
        if first in found:
            raise ReadError(f"the region of {first} has two numbers", selector=".cell")
        found[first] = number
    return {"region": region, "number": found}


@with_options
def rim(located: Located, css: str, *, view: bool = False) -> Groups:
    """Read one number for each line: elements that match `css`, above a column or beside a row.

    In a `view` each side of the board has numbers of its own.
    """
    found: dict[Place, Any] = {}
    for node in select(located.board.root, css):
        number = number_of(node, "the rim", css)
        if number is None:
            continue
        box = located.board.box(node)
        beside = line_beside(located, box) if box is not None else None
        if beside is None:
            raise ReadError(f"the number {number} of the rim is drawn beside no line ({css})", selector=css)
        side, at = beside
        place = line(side if view else COLUMN if side in ACROSS else ROW, at)
        if place in found:
            raise ReadError(f"{place} has two numbers", selector=css)
        found[place] = number if view else (number,)
    return {"view": found} if view else {"rim": {**dict.fromkeys(places_of("rim", *located.size), ()), **found}}


def runs(located: Located) -> Groups:
    """Read several numbers for each line: groups of cells above the board and on its left, in document order."""
    found: dict[Place, tuple[int, ...]] = {}
    for kind, css, count in ((COLUMN, "#taskTop", located.size[1]), (ROW, "#taskLeft", located.size[0])):
        groups = [node for outer in select(located.board.root, css) for node in outer.css(".task-group")]
        if len(groups) != count:
            raise ReadError(f"{css} holds {len(groups)} groups of numbers for {count} lines", selector=css)
        for number, node in enumerate(groups):
            numbers = [number_of(part, line(kind, number), RUN) for part in node.css(RUN)]
            found[line(kind, number)] = tuple(run for run in numbers if run is not None)
    return {"rim": found}


@with_options
def edges(located: Located, signs: Mapping[str, str]) -> Groups:
    """Read the signs on edges: elements of these classes, drawn between two neighbours."""
    found: dict[Place, str] = {}
    for name, sign in signs.items():
        for node in select(located.board.root, f".{name}"):
            box = located.board.box(node)
            edge = None if box is None else edge_at(located, box)
            if edge is None or edge in found:
                raise ReadError(f"a sign {sign} is drawn on no edge of its own", selector=f".{name}")
            found[edge] = sign
    return {"sign": found}


def thermometers(located: Located) -> Groups:
    """Read the bulb of the thermometer that each cell belongs to, and how many cells it is away, from their shapes."""
    shapes = {cell: _openings(node, cell) for cell, node in located.nodes.items()}
    found: dict[Place, tuple[str, int]] = {}
    for bulb, (shape, _) in shapes.items():
        cell, back, place = bulb, None, 0
        while shape == "start" and cell not in found:
            found[cell] = (str(bulb), place)
            kind, openings = shapes[cell]
            if kind == "end":
                break
            (way,) = openings - {back}
            cell, back, place = neighbour(cell, way), (-way[0], -way[1]), place + 1
            if cell not in shapes or back not in shapes[cell][1] or shapes[cell][0] == "start":
                raise ReadError(f"the thermometer of {bulb} does not go on to {cell}", selector=".start")
    return {"thermometer": found}


def _openings(node: Node, cell: Cell) -> tuple[str, frozenset[Side]]:
    """Return the shape of a cell, and on which of its sides it goes on; its classes name the shape and its rotation."""
    names = [name for name in SHAPES if name in tokens(node)]
    turns = [turn for turn in TURNS if turn in tokens(node)]
    if len(names) != 1 or len(turns) > 1:
        raise ReadError(f"{cell} has {len(names)} shapes and {len(turns)} rotations, not one", selector=".start")
    rotations = SHAPES[names[0]]
    return names[0], rotations[TURNS.index(turns[0]) % len(rotations) if turns else -1]


def runs_of_cells(located: Located) -> Groups:
    """Read the black cells, and the sums of the runs to the right of them and below."""
    sums = {
        **numbers(name="across", content=".task-horizontal")(located),
        **numbers(name="down", content=".task-vertical")(located),
    }
    black = {place for found in sums.values() for place in found}
    black |= {cell for cell, node in located.nodes.items() if "wall" in tokens(node)}
    return {**sums, "black": dict.fromkeys(sorted(black, key=str), BLACK)}


def cages(located: Located) -> Groups:
    """Read the cage of each cell, and its sum where it is drawn: one element for each cell, whose class is a number."""
    nodes = select(located.board.root, CAGE)
    if len(nodes) != len(located.nodes):
        raise ReadError(f"{len(nodes)} cells are in a cage, but the board has {len(located.nodes)}", selector=CAGE)
    names: dict[Cell, object] = {}
    sums: dict[Place, int] = {}
    for cell, node in zip(located.nodes, nodes, strict=True):
        check_inside(located.board.box(node), located.boxes[cell], f"the cage of {cell}")
        numbered = [name for name in tokens(node) if re.fullmatch(r"cage\d+", name, re.ASCII)]
        if len(numbered) != 1:
            raise ReadError(f"{cell} is in {len(numbered)} cages, not one", selector=CAGE)
        names[cell] = numbered[0]
        total = number_of(node, f"the cage of {cell}", CAGE)
        if total is not None:
            sums[cell] = total
    return {"cage": in_order(names), "sum": sums}
