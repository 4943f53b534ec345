"""Parse a snapshot's board into elements with their boxes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from selectolax.lexbor import LexborHTMLParser
from selectolax.lexbor import LexborNode as Node

from scrapers._errors import ReadError
from solvers import Cell

if TYPE_CHECKING:
    from scrapers._site import Snapshot

MOST_DEEP = 1000
"""Elements within each other; a browser's own parser stops at 512."""
FEW = 10_000
"""Tags that take no time, however they are nested."""
_BLOCK = re.compile(
    r"<(?P<end>/?)(?P<name>address|article|aside|blockquote|button|center|details|dialog|dir|div|dl|fieldset|figcaption|"
    r"figure|footer|form|h[1-6]|header|hgroup|listing|main|menu|nav|ol|pre|search|section|summary|ul)(?=[\s/>])",
    re.IGNORECASE,
)
"""The tags for which a parser looks at all elements that are open."""
_Layout = TypeVar("_Layout")
_Shown = TypeVar("_Shown")
_Result = TypeVar("_Result")
_Options = ParamSpec("_Options")

Side = tuple[int, int]
"""The step from a cell to the neighbour on one of its sides, in rows and columns."""
RIGHT, DOWN, LEFT, UP = (0, 1), (1, 0), (0, -1), (-1, 0)
SIDE_MIDDLES = {RIGHT: (1.0, 0.5), DOWN: (0.5, 1.0), LEFT: (0.0, 0.5), UP: (0.5, 0.0)}
"""The middle of each side of a cell, measured in cells from the cell's top left corner."""
SIDE_WORDS = {RIGHT: "right", DOWN: "down", LEFT: "left", UP: "up"}
MAX_OFFSET = 0.25
"""How far something may be drawn from its cell, or from the middle of its side, in cells."""


def neighbour(cell: Cell, side: Side) -> Cell:
    """Return the cell on a side of another one, perhaps off the board."""
    return Cell(cell.row + side[0], cell.col + side[1])


class Box(NamedTuple):
    """The rectangle of an element, in px from the top left of its frame's viewport."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def within(self, other: Box) -> tuple[float, float]:
        """Return this box's centre in widths and heights of the other box, from the other's top left corner."""
        x, y = self.centre
        return (x - other.left) / other.width, (y - other.top) / other.height


def check_inside(part: Box | None, cell: Box | None, what: str) -> None:
    """Raise `ReadError` if a part of a cell is drawn away from it."""
    if part is not None and cell is not None and not all(-MAX_OFFSET < at < 1 + MAX_OFFSET for at in part.within(cell)):
        right, down = part.within(cell)
        raise ReadError(f"{what} is drawn away from it: {right:.1f}, {down:.1f} cells from its corner")


class Board:
    """The parsed HTML of a snapshot, with the measured state of each element.

    Raises `ReadError` if the measured state belongs to another board.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        body = parse_html(snapshot.html).body
        if body is None or body.child is None:
            raise ReadError(f"the board at {snapshot.url} is empty")
        self.root: Node = body.child
        self.url, self.state = snapshot.url, snapshot.state
        nodes = self.root.css("*")
        measured: Sequence[Mapping[str, Any]] | None = snapshot.state.get("elements")
        if measured is None:
            raise ReadError(f"the board at {snapshot.url} was not measured: its state lists no elements")
        if len(nodes) != len(measured):
            raise ReadError(
                f"the state is of another board: {len(measured)} elements were measured, the HTML has {len(nodes)}"
            )
        for number, (node, element) in enumerate(zip(nodes, measured, strict=True), start=1):
            if node.tag != element.get("tag"):
                difference = f"element {number} was measured as <{element.get('tag')}>, the HTML has <{node.tag}>"
                raise ReadError(f"the state is of another board: {difference}")
        self._measured = {node.mem_id: element for node, element in zip(nodes, measured, strict=True)}

    def measured(self, node: Node) -> Mapping[str, Any]:
        """Return the measured state of an element."""
        return self._measured[node.mem_id]

    def box(self, node: Node) -> Box | None:
        """Return the box of an element, None if it was not visible or had no area."""
        box = self.measured(node).get("box")
        return Box(*box) if box is not None and box[2] > 0 and box[3] > 0 else None


def cache_last(look: Callable[[_Layout, _Shown], _Result]) -> Callable[[_Layout, _Shown], _Result]:
    """Cache the last result of a layout's method, since one board is read for its puzzle, marks and moves."""
    last: tuple[_Layout, _Shown, _Result] | None = None

    @wraps(look)
    def remembered(layout: _Layout, shown: _Shown) -> _Result:
        nonlocal last
        if (known := last) is None or known[0] is not layout or known[1] is not shown:
            last = known = layout, shown, look(layout, shown)
        return known[2]

    return remembered


def with_options(
    read: Callable[Concatenate[_Shown, _Options], _Result],
) -> Callable[_Options, Callable[[_Shown], _Result]]:
    """Let a reader be declared by its options; it is then called with what the page shows."""

    @wraps(read)
    def declared(*args: _Options.args, **options: _Options.kwargs) -> Callable[[_Shown], _Result]:
        return lambda shown: read(shown, *args, **options)

    return declared


def select(node: Node, selector: str) -> list[Node]:
    """Return the elements in `node`, itself included, that match a selector: in document order, each once."""
    # The parser lists an element again for each part of a selector with commas that it matches.
    found = {match.mem_id for match in node.css(selector)}
    return [match for match in node.css("*") if match.mem_id in found] if "," in selector else node.css(selector)


def tokens(node: Node) -> set[str]:
    """Return the classes of an element."""
    return set((node.attributes.get("class") or "").split())


def attribute(node: Node, name: str) -> str:
    """Return the text of an attribute; raise `ReadError` if it is missing."""
    value = node.attributes.get(name)
    if value is None:
        raise ReadError(
            f"<{node.tag} class={node.attributes.get('class')!r}> has no {name}", selector=f"{node.tag}[{name}]"
        )
    return value


def parse_html(html: str) -> LexborHTMLParser:
    """Parse markup; raise `ReadError` for elements that are nested too deeply."""
    if html.count("<") <= FEW:
        return LexborHTMLParser(html)
    if _unclosed(html) <= MOST_DEEP:
        tree = LexborHTMLParser(html)
        level = [tree.root] if tree.root is not None else []
        for _ in range(MOST_DEEP):
            level = [child for node in level for child in node.iter()]
        if not level:
            return tree
    raise ReadError(f"the markup has more than {MOST_DEEP:,} elements within each other, which no page needs")


def _unclosed(html: str) -> int:
    """Return how many blocks are open at most, by their tags alone."""
    is_open, count, most = Counter[str](), 0, 0
    for tag in _BLOCK.finditer(html):
        name = tag["name"].lower()
        change = 1 if not tag["end"] else -1 if is_open[name] else 0
        is_open[name] += change
        count += change
        most = max(most, count)
    return most
