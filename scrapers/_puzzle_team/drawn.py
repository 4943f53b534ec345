"""Read what the board draws: numbers in cells, regions by borders, numbers on the rim."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scrapers._errors import ReadError
from scrapers._facts import BLACK, BOARD, COLUMN, ROW, in_order, line
from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, check_inside, select, tokens
from scrapers._reading.edges import neighbour
from scrapers._reading.regions import connected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from selectolax.lexbor import LexborNode as Node

    from scrapers._facts import Groups
    from scrapers._reading.board import Box, Side
    from scrapers._reading.places import Located
    from solvers import Cell

Drawn = Callable[["Located"], "Groups"]
"""Reads some facts from a board; raises `ReadError`."""
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
MAX_DIGITS = 3
CAGE = ".killer"
"""The selector of the elements that say which cage a cell is in."""


def number_of(node: Node, where: object, css: str = "") -> int | None:
    """Return the number that is the text of an element, None for no text."""
    text = node.text(strip=True)
    if not text:
        return None
    if re.fullmatch(rf"\d{{1,{MAX_DIGITS}}}", text, re.ASCII) is None:
        raise ReadError(f"{where} holds {text!r}, not a number", selector=css)
    return int(text)


def numbers(css: str = "", *, name: str = "number", words: Mapping[str, int] | None = None, content: str = "") -> Drawn:
    """Return a reader of the number in each cell that matches `css`; by class, `words` are values without a text.

    `content` matches the element in the cell that holds the number; by default it is the cell itself.
    """

    def read(located: Located) -> Groups:
        found: dict[Any, int] = {}
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

    return read


def shown(css: str, values: Mapping[str, int], *, name: str = "number") -> Drawn:
    """Return a reader of the value that a class of each cell that matches `css` names; there must be one."""

    def read(located: Located) -> Groups:
        found: dict[Any, int] = {}
        for cell, node in located.nodes.items():
            if node.css_matches(css):
                named = tokens(node) & values.keys()
                if len(named) != 1:
                    raise ReadError(f"{cell} is {css}, but has {len(named)} of {', '.join(values)}", selector=css)
                found[cell] = values[named.pop()]
        return {name: found}

    return read


def regions(name: str = "region") -> Drawn:
    """Return a reader of the regions that borders part; one of two neighbours may draw the border between them."""

    def read(located: Located) -> Groups:
        walls = {
            (cell, side)
            for cell, node in located.nodes.items()
            for word, side in BORDERS.items()
            if word in tokens(node)
        }

        def is_open(cell: Cell, near: Cell, side: Side) -> bool:
            return (cell, side) not in walls and (near, (-side[0], -side[1])) not in walls

        return {name: in_order(connected(located.nodes, is_open))}

    return read


def rim(css: str, *, name: str = "rim") -> Drawn:
    """Return a reader of one number for each line: elements that match `css`, above a column or beside a row."""

    def read(located: Located) -> Groups:
        found: dict[Any, tuple[int, ...]] = _lines(located)
        taken: set[str] = set()
        for node in select(located.board.root, css):
            number = number_of(node, "the rim", css)
            if number is None:
                continue
            place = _line_of(located, located.board.box(node), css)
            if place in taken:
                raise ReadError(f"{place} has two numbers", selector=css)
            taken.add(place)
            found[place] = (number,)
        return {name: found}

    return read


def runs(top: str, left: str, *, group: str, cell: str, name: str = "rim") -> Drawn:
    """Return a reader of several numbers for each line: groups of cells in `top` and `left`, in document order."""

    def read(located: Located) -> Groups:
        found: dict[Any, tuple[int, ...]] = {}
        for kind, css, count in ((COLUMN, top, located.places.width), (ROW, left, located.places.height)):
            groups = [node for outer in select(located.board.root, css) for node in outer.css(group)]
            if len(groups) != count:
                raise ReadError(f"{css} holds {len(groups)} groups of numbers for {count} lines", selector=css)
            for number, node in enumerate(groups):
                numbers = [number_of(part, line(kind, number), cell) for part in node.css(cell)]
                found[line(kind, number)] = tuple(run for run in numbers if run is not None)
        return {name: found}

    return read


def sides(css: Mapping[str, str]) -> Drawn:
    """Return a reader of the numbers on each side of the board, one for each of its lines, by the name of the side."""

    def read(located: Located) -> Groups:
        found: dict[Any, tuple[int, ...]] = {}
        for side, selector in css.items():
            nodes = select(located.board.root, selector)
            if len(nodes) != located.places.height:
                raise ReadError(f"{selector} is there {len(nodes)} times", selector=selector)
            for number, node in enumerate(nodes):
                printed = number_of(node, line(side, number), selector)
                found[line(side, number)] = () if printed is None else (printed,)
        return {"rim": found}

    return read


def edges(signs: Mapping[str, str]) -> Drawn:
    """Return a reader of the signs on edges: elements of these classes, drawn between two neighbours."""

    def read(located: Located) -> Groups:
        found: dict[Any, str] = {}
        boxes = {cell: box for cell, box in located.boxes.items() if box is not None}
        for name, sign in signs.items():
            for node in select(located.board.root, f".{name}"):
                box = located.board.box(node)
                near = [] if box is None else sorted((_distance(box, other), cell) for cell, other in boxes.items())[:2]
                pair = tuple(sorted(cell for _, cell in near))
                if len(pair) != len(BORDERS) // 2 or pair[1] not in pair[0].neighbours() or pair in found:
                    raise ReadError(f"a sign {sign} is drawn on no edge of its own", selector=f".{name}")
                found[pair] = sign
        return {"sign": found}

    return read


def _distance(box: Box, other: Box) -> float:
    """Return the distance between the centres of two boxes in px."""
    return abs(box.centre[0] - other.centre[0]) + abs(box.centre[1] - other.centre[1])


def thermometers(located: Located) -> Groups:
    """Read the bulb of the thermometer that each cell belongs to, and how many cells it is away, from their shapes."""
    shapes = {cell: _openings(node, cell) for cell, node in located.nodes.items()}
    found: dict[Any, tuple[str, int]] = {}
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
    groups = {
        **numbers(name="across", content=".task-horizontal")(located),
        **numbers(name="down", content=".task-vertical")(located),
    }
    walls = {cell for cell, node in located.nodes.items() if "wall" in tokens(node)}
    return {**groups, "black": dict.fromkeys(sorted({*walls, *groups["across"], *groups["down"]}, key=str), BLACK)}


def cages(located: Located) -> Groups:
    """Read the cage of each cell, and its sum where it is drawn: one element for each cell, whose class is a number."""
    nodes = select(located.board.root, CAGE)
    if len(nodes) != len(located.nodes):
        raise ReadError(f"{len(nodes)} cells are in a cage, but the board has {len(located.nodes)}", selector=CAGE)
    names: dict[Cell, object] = {}
    sums: dict[Any, int] = {}
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


def stars(located: Located) -> Groups:
    """Read how many stars a line holds, from the words beside the board."""
    said = re.search(r"(\d)\s*★", str(located.board.state.get("info", "")))
    return {"stars": {BOARD: int(said[1])}} if said else {}


def _lines(located: Located) -> dict[Any, tuple[int, ...]]:
    places = located.places
    return {line(kind, at): () for kind, count in ((ROW, places.height), (COLUMN, places.width)) for at in range(count)}


def _line_of(located: Located, box: Box | None, css: str) -> str:
    """Return the line that a number on the rim stands at."""
    if box is None:
        raise ReadError(f"a number of the rim is not visible ({css})", selector=css)
    x, y = box.centre
    shown_boxes = {cell: shape for cell, shape in located.boxes.items() if shape is not None}
    columns = {cell.col for cell, shape in shown_boxes.items() if abs(shape.centre[0] - x) < shape.width / 2}
    rows = {cell.row for cell, shape in shown_boxes.items() if abs(shape.centre[1] - y) < shape.height / 2}
    if len(columns) + len(rows) != 1:
        raise ReadError(f"a number of the rim is drawn at {x:g}, {y:g}, beside no line ({css})", selector=css)
    return line(COLUMN, columns.pop()) if columns else line(ROW, rows.pop())
