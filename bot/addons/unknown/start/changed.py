"""What a site's module names that its page does not have any more, and what was found in its place by its looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers import frames
from scrapers._entrance import look_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.addons.unknown.start.explore import ProbedBoard
    from scrapers import Layout, Site

_PARTS = re.compile(r"[.#](?!\d)[\w-]+|\[[\w-]+[^\]]*\]")
"""The classes, ids and attributes in a selector."""
_COUNT = """(texts) => texts.map(([whole, part]) => {
    try {
        document.querySelector(whole);
        return document.querySelectorAll(part).length;
    } catch { return -1; }
})"""
"""Counts the matches of a part of a selector; -1 for a text that is no selector."""


class Missing(NamedTuple):
    """A part of a selector that matches nothing any more."""

    selector: str
    now: str = ""
    """A selector of what was found in its place, "" for nothing."""
    what: str = ""

    def __str__(self) -> str:
        return f"{self.selector} → {f'{self.now} ({self.what})' if self.now else 'nothing was found in its place'}"


def missing(page: Page, site: Site, board: ProbedBoard | None) -> list[Missing]:
    """Return what the layout names that misses the least in a page; `board` is the one found by its looks."""
    css: str = getattr(getattr(site, "entrance", None), "board", "")
    return min((_missing(page, css, layout, board) for layout in site.LAYOUTS), key=len, default=[])


def _missing(page: Page, css: str, layout: Layout, board: ProbedBoard | None) -> list[Missing]:
    cells = [*_strings(getattr(layout, "cell", ""))]
    parts = {part: text for text in [*_strings(layout), *cells, css] for part in _PARTS.findall(text)}
    counts = [
        look_at(frame, _COUNT, [[text, part] for part, text in parts.items()], list[int]) for frame in frames(page)
    ]
    gone = [part for part, *found in zip(parts, *counts, strict=True) if not any(found)]
    of_cells = {part for text in cells for part in _PARTS.findall(text)}
    of_board = {*_PARTS.findall(re.sub(r":(has|not)\([^)]*\)", "", css))} - of_cells
    places: dict[str, tuple[str, str]] = {}
    if board is not None:
        places = dict.fromkeys(of_board, (board.selector, "the board"))
        for now in sorted(board.cell_selectors, key=lambda css: css[0] == "."):
            places |= dict.fromkeys(of_cells, (now, f"{len(board.cells)} cells"))
    found = [Missing(part, *places.get(part, ())) for part in gone]
    return sorted(found, key=lambda each: not each.now)


def _strings(thing: Any, seen: frozenset[int] = frozenset()) -> Iterator[str]:  # noqa: ANN401 - whatever a module declares
    """Yield the texts in a declaration, those that its functions were made with included."""
    if isinstance(thing, str):
        yield thing
        return
    if id(thing) in seen:
        return
    inner: list[Any] = []
    if isinstance(thing, Mapping | list | tuple | frozenset | set):
        inner = [*(thing.items() if isinstance(thing, Mapping) else thing)]
    elif is_dataclass(thing) and not isinstance(thing, type):
        inner = [getattr(thing, field.name) for field in fields(thing) if field.name != "state"]
    elif callable(thing):
        inner = [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    for each in inner:
        yield from _strings(each, seen | {id(thing)})
