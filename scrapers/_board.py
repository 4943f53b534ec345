"""A snapshot's board as a tree whose elements know their boxes, and the lattice their cells form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from selectolax.lexbor import LexborHTMLParser

from scrapers._errors import OtherLayout, ReadError
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._site import Snapshot

Layout = TypeVar("Layout")
Seen = TypeVar("Seen")

RIGHT, DOWN, LEFT, UP = (0, 1), (1, 0), (0, -1), (-1, 0)
"""What lies next to a cell, in rows and columns from it."""
SIDES = {RIGHT: (1.0, 0.5), DOWN: (0.5, 1.0), LEFT: (0.0, 0.5), UP: (0.5, 0.0)}
"""The middle of each side of a cell, from its left and top, in cells."""
SIDE_WORDS = {RIGHT: "right", DOWN: "down", LEFT: "left", UP: "up"}


class Box(NamedTuple):
    """Where an element is, in px from the viewport of its frame."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def within(self, other: Box) -> tuple[float, float]:
        """Return where this box's middle is in the other one, in its widths and heights from its left and top."""
        x, y = self.centre
        return (x - other.left) / other.width, (y - other.top) / other.height


class Board:
    """The parsed HTML of a snapshot; raises `ReadError` where the measured state is of another board."""

    def __init__(self, snapshot: Snapshot) -> None:
        body = LexborHTMLParser(snapshot.html).body
        if body is None or body.child is None:
            msg = f"the board at {snapshot.url} is empty"
            raise ReadError(msg)
        self.url = snapshot.url
        self.root: Node = body.child
        self.state = snapshot.state
        nodes = self.root.css("*")
        measured: Sequence[Mapping[str, Any]] | None = snapshot.state.get("elements")
        if measured is None:
            msg = f"the board at {snapshot.url} was not measured: its state lists no elements"
            raise ReadError(msg)
        if len(nodes) != len(measured):
            msg = f"the state is of another board: {len(measured)} elements were measured, the HTML has {len(nodes)}"
            raise ReadError(msg)
        for number, (node, element) in enumerate(zip(nodes, measured, strict=True), start=1):
            if node.tag != element.get("tag"):
                told = f"element {number} was measured as <{element.get('tag')}>, the HTML has <{node.tag}>"
                msg = f"the state is of another board: {told}"
                raise ReadError(msg)
        self._measured = {node.mem_id: element for node, element in zip(nodes, measured, strict=True)}

    def measured(self, node: Node) -> Mapping[str, Any]:
        """Return what was measured of an element."""
        return self._measured[node.mem_id]

    def box(self, node: Node) -> Box | None:
        """Return where an element was, None if it was not visible: what has no area is not."""
        box = self.measured(node).get("box")
        return Box(*box) if box is not None and box[2] > 0 and box[3] > 0 else None

    def all(self, selector: str, *, of: str) -> list[Node]:
        """Return the elements that a selector finds, in their order; raises `OtherLayout` when there are none."""
        nodes = select(self.root, selector)
        if not nodes:
            msg = f"{of}: nothing matches {selector}"
            raise OtherLayout(msg, selector=selector)
        return nodes


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells in rows and columns, by where they are drawn."""

    height: int
    width: int
    cells: tuple[Cell, ...]
    """The place of each box, in the order in which the boxes were given."""

    @classmethod
    def of(cls, boxes: Sequence[Box | None]) -> Lattice | None:
        """Return the lattice that boxes form, None if they form none: a page without its styles stacks its cells."""
        shown = [box for box in boxes if box is not None]
        if len(shown) != len(boxes) or not shown:
            return None
        rows = _steps((box.centre[1] for box in shown), median(box.height for box in shown) / 2)
        cols = _steps((box.centre[0] for box in shown), median(box.width for box in shown) / 2)
        cells = tuple(Cell(row, col) for row, col in zip(rows, cols, strict=True))
        height, width = max(rows) + 1, max(cols) + 1
        whole = len(set(cells)) == len(cells) == height * width
        return cls(height, width, cells) if whole and min(height, width) > 1 else None


def _steps(values: Iterable[float], apart: float) -> list[int]:
    """Return the step that each value is on, counted from the least; values within `apart` share one."""
    listed = list(values)
    numbers: dict[float, int] = {}
    before, number = None, -1
    for value in sorted(listed):
        if before is None or value - before > apart:
            number += 1
        numbers[value] = number
        before = value
    return [numbers[value] for value in listed]


def once(look: Callable[[Layout, Snapshot], Seen]) -> Callable[[Layout, Snapshot], Seen]:
    """Let a layout look at a snapshot once: of the last one, asked for marks and then for moves, it knows."""
    last: tuple[Layout, Snapshot, Seen] | None = None

    @wraps(look)
    def remembered(layout: Layout, snapshot: Snapshot) -> Seen:
        nonlocal last
        if (known := last) is None or known[0] is not layout or known[1] is not snapshot:
            last = known = layout, snapshot, look(layout, snapshot)
        return known[2]

    return remembered


def select(node: Node, selector: str) -> list[Node]:
    """Return what a selector finds in an element, itself included, in the order of the document and each once."""
    # The parser lists an element again for each part of a selector with commas that it matches.
    found = {match.mem_id for match in node.css(selector)}
    return [match for match in node.css("*") if match.mem_id in found] if "," in selector else node.css(selector)


def tokens(node: Node) -> set[str]:
    """Return an element's classes."""
    return set((node.attributes.get("class") or "").split())


def attribute(node: Node, name: str) -> str:
    """Return an attribute's text; raises `ReadError` where it is missing."""
    value = node.attributes.get(name)
    if value is None:
        msg = f"<{node.tag} class={node.attributes.get('class')!r}> has no {name}"
        raise ReadError(msg, selector=f"{node.tag}[{name}]")
    return value


def drawing(node: Node) -> str:
    """Return what a picture element draws, as an opaque text: its source, or the shapes inside an SVG."""
    if node.tag == "img":
        return node.attributes.get("src") or ""
    shapes = [
        f"{part.tag} {part.attributes.get('d') or part.attributes.get('points') or part.attributes.get('href') or ''}"
        for part in node.css("path, circle, rect, line, polygon, use")
    ]
    return "; ".join([node.attributes.get("viewBox") or node.attributes.get("viewbox") or "", *shapes])
