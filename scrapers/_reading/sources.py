"""Provide sources of marks: what names the mark of a cell, and what it looks like."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from scrapers._errors import ReadError, check_selectors
from scrapers._reading.board import Board, attribute, check_inside, select, tokens, with_options

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node


Value = TypeVar("Value")
Evidence = tuple[Mapping[str, Value], Mapping[str, Hashable]]
"""Names and looks, each by its source in people's words."""

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class ElementContext:
    """One thing on a board: a cell, or a sign on an edge."""

    board: Board
    where: object
    """Its name in errors, or the cell or edge that names it."""
    node: Node
    """The element of the whole cell or sign."""
    content: Node
    """The element that says what it is: `node`, or what a layout names in it."""
    known: Mapping[str, object] = field(default_factory=dict)
    """The names that earlier sources have found."""

    def part(self, css: str) -> Node | None:
        """Return the first element of the content that a selector matches; the content itself for an empty selector."""
        return self.content.css_first(css) if css else self.content

    def fail(self, what: str, selector: str) -> ReadError:
        """Return an error that names this thing."""
        return ReadError(f"{self.where} {what}", selector=selector)


Source = Callable[[ElementContext], Evidence[Value]]


def selectors(values: Mapping[str, Value]) -> Source[Value]:
    """Name the value of each selector that the content, or an element in it, matches."""
    check_selectors("selectors", values)
    return lambda spot: ({f"its {css}": value for css, value in values.items() if spot.content.css(css)}, {})


@with_options
def classes(spot: ElementContext, values: Mapping[str, Value], *, prefix: str = "") -> Evidence[Value]:
    """Name the value of each class of the content.

    With a prefix there must be at least one class that begins with it, and every such class must be known.
    """
    found = tokens(spot.content)
    if prefix:
        found = {name for name in found if name.startswith(prefix)}
        if not found or not found <= values.keys():
            unknown = ", ".join(sorted(found - values.keys())) or f"no class {prefix}…"
            raise spot.fail(f"has {unknown}, not one of {', '.join(values)}", f"[class*={prefix}]")
    return {f"its class {name}": values[name] for name in sorted(found & values.keys())}, {}


@with_options
def label(
    spot: ElementContext, values: Mapping[str, Value], *, pattern: str = "(.*)", part: str = "", look: bool = True
) -> Evidence[Value]:
    """Name the value of the label (`aria-label` or `alt`), whose first group of `pattern` is looked up.

    A label with no known value, like one in another language, is a look unless `look` is false.
    """
    node = spot.part(part)
    text = (node.attributes.get("aria-label") or node.attributes.get("alt")) if node is not None else None
    match = re.fullmatch(pattern, text) if text is not None else None
    if match is not None and match[1] in values:
        return {"its label": values[match[1]]}, {}
    return {}, {"label": text} if look else {}


@with_options
def text(spot: ElementContext, values: Mapping[str, Value]) -> Evidence[Value]:
    """Name the value of the content's text, in capitals."""
    found = spot.content.text().replace(NBSP, " ").strip().upper()
    return {"its text": values[found]} if found in values else {}, {}


@with_options
def number(spot: ElementContext, *, digits: int = 1, part: str = "", unless: str = "") -> Evidence[int | None]:
    """Name the number that is the content's text, of at most this many digits; no text, or `unless` in it, is a blank.

    With `part`, the whole text must be that of the one element which `part` selects, drawn inside the cell.
    """
    found = spot.content.text().strip()
    if part:
        _check_whole(spot, part, found)
    if not found or (unless and spot.content.css(unless)):
        return {"its text": None}, {}
    if re.fullmatch(rf"[0-9]{{1,{digits}}}", found) is None:
        raise spot.fail(f"holds {found!r}, not a number", part)
    return {"its text": int(found)}, {}


def _check_whole(spot: ElementContext, part: str, whole: str) -> None:
    """Raise `ReadError` unless the text of a thing is that of the one part in it, drawn inside."""
    parts = select(spot.content, part)
    if [node.text().strip() for node in parts] != [whole] * bool(whole) or (parts and not whole):
        raise spot.fail(
            f"holds {len(parts)} numbers and the text {whole!r}, but the text must be one number ({part})", part
        )
    for node in parts:
        check_inside(spot.board.box(node), spot.board.box(spot.node), f"the number of {spot.where}")


def otherwise(source: Source[Value]) -> Source[Value]:
    """Use a source only for what no earlier source names."""
    return lambda spot: ({}, {}) if spot.known else source(spot)


def drawing(spot: ElementContext) -> Evidence[Value]:
    """Look at what the content draws: the source of an image, or the shapes inside an SVG."""
    if spot.content.tag == "img":
        drawn = spot.content.attributes.get("src") or ""
    else:
        shapes = [
            f"{shape.tag} {next(filter(None, map(shape.attributes.get, ('d', 'points', 'href'))), '')}"
            for shape in spot.content.css("path, circle, rect, line, polygon, use")
        ]
        view = spot.content.attributes.get("viewBox") or spot.content.attributes.get("viewbox") or ""
        drawn = "; ".join([view, *shapes])
    return {}, {"drawing": drawn or None}


@with_options
def colour(spot: ElementContext, part: str = "", *, image: bool = False) -> Evidence[Value]:
    """Look at the measured colour of the content, or of the one element in it that `part` matches.

    `image` adds its background image. What is not visible has no look.
    """
    node = spot.content
    if part:
        found = select(node, part)
        if len(found) != 1:
            raise spot.fail(f"holds {len(found)} of {part}, not one", part)
        node = found[0]
    if spot.board.box(node) is None:
        return {}, {"colour": None}
    measured = spot.board.measured(node)
    return {}, {"colour": (measured.get("ground"), measured.get("image") if image else None)}


# --- whether a mark is a given --------------------------------------------------------------------------------------


def has(css: str) -> Source[bool]:
    """Say whether the cell, or an element in it, matches a selector."""
    check_selectors("has", [css])
    return lambda spot: ({css: bool(spot.node.css(css))}, {})


def has_value(name: str, value: str) -> Source[bool]:
    """Say whether an attribute that every cell must have has this value."""
    return lambda spot: ({name: attribute(spot.node, name) == value}, {})


def observe(spot: ElementContext, sources: Sequence[Source[Value]]) -> Evidence[Value]:
    """Return the names and looks from all sources, in their order."""
    names: dict[str, Value] = {}
    looks: dict[str, Hashable] = {}
    for source in sources:
        more, seen = source(ElementContext(spot.board, spot.where, spot.node, spot.content, names))
        names |= more
        looks |= seen
    return names, looks
