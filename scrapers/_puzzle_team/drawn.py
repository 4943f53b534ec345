"""Read what the board draws: numbers in cells, regions by borders, numbers on the rim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scrapers._errors import ReadError
from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, select, tokens, with_options
from scrapers._reading.places import Located, line_beside
from scrapers._reading.regions import separated_by
from scrapers._reading.statements import ACROSS, COLUMN, ROW, Groups, Place, in_order, line, places_of

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node


BORDERS = {"br": RIGHT, "bl": LEFT, "bt": UP, "bb": DOWN}
"""By the class of a cell, the side on which it draws a border."""
MAX_DIGITS = 4


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


def regions(located: Located) -> Groups:
    """Read the regions that borders separate; one of two neighbours may draw the border between them."""
    walls = {
        (cell, side) for cell, node in located.nodes.items() for word, side in BORDERS.items() if word in tokens(node)
    }
    return {"region": in_order(separated_by(located.nodes, walls))}


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
