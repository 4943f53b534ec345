"""What changed on a page since its fixture: selectors that match nothing any more, and how the board is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from selectolax.lexbor import SelectolaxError

from bot.play.fixture import Fixture, fixtures
from bot.play.targets import BOARD, read_state
from scrapers import ReadError, parsed, read_saved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scrapers import Site

MOST_NAMED = 40
"""How many selectors a report names of one page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A captured page as its site module sees it. It holds no puzzle and no text of the page."""

    matches: Mapping[str, int]
    """How many elements match each selector of the module."""
    reading: Mapping[str, int | str]
    """By which layout the board is read, its size, and how many clues one source gives, and two; or what is wrong."""

    @classmethod
    def of(cls, site: Site, folder: Path) -> Page:
        """Look at a capture."""
        tree, matches = parsed((folder / "page.html").read_text("utf-8")), {}
        for selector in dict.fromkeys(_selectors(site)):
            with suppress(SelectolaxError):
                matches[selector] = len(tree.css(selector))
        return cls(matches, _reading(site, folder))

    def unlike(self, other: Page) -> tuple[bool, float]:
        """Return how unlike another page this one is: the layout counts first, then the share of missing selectors."""
        known = sum(map(bool, other.matches.values()))
        return self.reading.get("layout") != other.reading.get("layout"), len(self.gone(other)) / max(1, known)

    def gone(self, since: Page) -> list[str]:
        """Return the selectors that matched then and match nothing now."""
        return [selector for selector, count in since.matches.items() if count and not self.matches.get(selector)]


def cases(folder: Path, site: str) -> list[Fixture]:
    """Return a readable case of each layout of a site, from a folder of fixtures."""
    found: dict[str | None, Fixture] = {}
    for case in map(Fixture.load, fixtures(folder / site) if (folder / site).is_dir() else ()):
        if case.expect in ("accepted", "read"):
            found.setdefault(case.layout, case)
    return [*found.values()]


def report(site: str, now: Page, known: Mapping[str, Page]) -> str:
    """Return what changed as Markdown; `known` are the pages of the fixtures by their names."""
    if not known:
        return f"## {site}\n\nThere is no fixture to compare with.\n"
    name, then = min(known.items(), key=lambda item: now.unlike(item[1]))
    gone = now.gone(then)
    left_out = f"- and {len(gone) - MOST_NAMED} more\n" if len(gone) > MOST_NAMED else ""
    listed = "".join(f"- `{selector}` ({then.matches[selector]} in the fixture)\n" for selector in gone[:MOST_NAMED])
    return (
        f"## {site}\n\nCompared with the fixture `{name}`.\n\n"
        f"Selectors that match nothing any more: {len(gone) or 'none'}\n\n{listed}{left_out}"
        f"{chr(10) if gone else ''}"
        f"| | fixture | page |\n|---|---|---|\n"
        + "".join(
            f"| {what} | {then.reading.get(what, '')} | {now.reading.get(what, '')} |\n"
            for what in {**then.reading, **now.reading}
        )
    )


def _selectors(site: Site) -> Iterator[str]:
    """Yield what may be a selector among the texts of a site module; a word may name a class or an attribute."""
    for text in _texts(site, set()):
        yield from (f".{text}", f"[{text}]") if re.fullmatch(r"[\w-]+", text) else (text,)


def _texts(value: Any, seen: set[int]) -> Iterator[str]:  # noqa: ANN401 - whatever a module declares
    if isinstance(value, str):
        yield value
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    parts: list[Any] = []
    if isinstance(value, Mapping):
        parts = [*value, *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = [*value]
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif closure := getattr(value, "__closure__", None):
        parts = [cell.cell_contents for cell in closure]
    for part in parts:
        yield from _texts(part, seen)


def _reading(site: Site, folder: Path) -> Mapping[str, int | str]:
    """Return how the board of a capture is read, without what it shows."""
    saved = folder / f"{BOARD}.html"
    if not saved.exists():
        return {"error": "no board"}
    try:
        reading = read_saved(site, read_state(saved))
    except ReadError as error:
        return {"error": error.family}
    board = reading.puzzle.board
    return {
        "layout": reading.layout.NAME,
        "size": f"{board.height}×{board.width}",
        "clues from two sources": len(reading.confirmed),
        "clues from one source": len(reading.single),
    }
