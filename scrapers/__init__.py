"""The sites: a plain file in this folder declares one puzzle page of one site.

`SITES` lists them; `read` turns a snapshot of a board into the puzzle it shows. Names are imported when they are first
used.
"""

from __future__ import annotations

import re
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrapers._errors import OtherLayout as OtherLayout
from scrapers._errors import ReadError as ReadError
from solvers import BadPuzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scrapers._ask import *
    from scrapers._clock import *
    from scrapers._entrance import *
    from scrapers._errors import *
    from scrapers._page import *
    from scrapers._reading.board import *
    from scrapers._reading.cells import *
    from scrapers._reading.edges import *
    from scrapers._reading.fields import *
    from scrapers._reading.layout import *
    from scrapers._reading.moves import *
    from scrapers._reading.places import *
    from scrapers._reading.regions import *
    from scrapers._reading.sources import *
    from scrapers._reading.statements import *
    from scrapers._signs import SuccessText as SuccessText
    from scrapers._site import *

_EXPORTS: Mapping[str, str] = {
    "_clock": "PageClock Patience clock_of set_clock",
    "_ask": "DOM MAX_WORDS ask clean well_formed",
    "_entrance": "MAX_PRESSES AlreadySolved Button PressTarget Entrance Press frames lines_shown look_at matching "
    "stop_waiting way_past",
    "_errors": "BadChoice NeedsHuman NotYet OtherLayout ReadError",
    "_page": "Choice Page Success",
    "_reading.board": "DOWN LEFT RIGHT UP Board Box Side attribute cache_last check_inside neighbour parse_html select "
    "tokens with_options",
    "_reading.cells": "Cells Givens Listed",
    "_reading.moves": "CellPress Mark Pad TAKEN by_clicks centre in_any_order key_of path_moves plan rectangle_moves",
    "_reading.edges": "EQUAL OPPOSITE Signs",
    "_reading.fields": "FIELDS Typed field_of fields",
    "_reading.layout": "BoardLayout Entry EntryOn OnLines ReadOnly unplayable",
    "_reading.places": "BoardCells Located PlaceSource doubled drawn_lattice edge_at in_table line_beside on_doubled "
    "place_in size_in size_stated steps",
    "_reading.regions": "Regions connected separated_by",
    "_reading.sources": "ElementContext classes colour drawing has has_value label number otherwise selectors text",
    "_reading.statements": "BLACK BOARD COLUMN ROW SIDES WHITE CluePart Facts Groups Part PartReading Place Statement "
    "everywhere in_order line of_numbers places_of said_of spot",
    "_signs": "SuccessText",
    "_site": "GUESSED About Accepted Click Drag KnownBy Keys Layout Measured MouseButton Move Point Policy "
    "Quote Reading Site Snapshot",
}
"""The names that each module gives to this package: what the bot uses, and what sites are made of."""
_MODULES = {name: module for module, names in _EXPORTS.items() for name in names.split()}

if not TYPE_CHECKING:  # A type checker would take any name for one of this module.

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"scrapers.{_MODULES[name]}"), name)


class _SiteFile(NamedTuple):
    """The facts in a site's file that are found without importing it."""

    addresses: str
    """A pattern that is found in all addresses of its pages."""
    names: Sequence[str]
    """The names of its sites."""

    @classmethod
    def of(cls, path: Path) -> _SiteFile:
        """Look for `ADDRESSES` and, in a file of several sites, for `NAMES`, to which the name of the file belongs."""
        text = path.read_text(encoding="utf-8")
        addresses = re.search(r'^ADDRESSES = r"(.+)"$', text, re.MULTILINE)
        names = re.search(r'^NAMES = """(.+?)"""$', text, re.MULTILINE | re.DOTALL)
        return cls(
            addresses[1] if addresses else "",
            [f"{path.stem}_{name}" for name in names[1].split()] if names else [path.stem],
        )


class _Sites:
    """Every site, imported when it is asked for; `names` imports none."""

    @cached_property
    def files(self) -> Mapping[str, _SiteFile]:
        """The plain files of this folder."""
        return {path.stem: _SiteFile.of(path) for path in sorted(Path(__file__).parent.glob("[a-z]*.py"))}

    @cached_property
    def names(self) -> Sequence[str]:
        """The names of all sites."""
        return [name for file in self.files.values() for name in file.names]

    def named(self, name: str) -> Site:
        """Return the site of a name; raise `KeyError`."""
        modules = {name: module for module, file in self.files.items() for name in file.names}
        return next(site for site in self.of_module(modules[name]) if name == site.NAME)

    def of_module(self, name: str) -> Sequence[Site]:
        """Return the sites of a file, and last what only leads to their pages."""
        module = import_module(f"scrapers.{name}")
        sites: Sequence[Site] = getattr(module, "SITES", None) or (module.SITE,)
        return (*sites, *getattr(module, "LINKS", ()))

    def __iter__(self) -> Iterator[Site]:
        return map(self.named, self.names)


SITES = _Sites()
"""Every site."""


def by_evidence(sites: Iterable[Site]) -> list[Site]:
    """Return sites by the date as of which they are known, the oldest first."""
    return sorted(sites, key=lambda site: (site.EVIDENCE.date if site.EVIDENCE else "", site.NAME))


def site_of(url: str) -> Site | None:
    """Return the site that an address belongs to; one without layouts only leads to the page of another."""
    modules = (module for module, file in SITES.files.items() if re.search(file.addresses, url))
    sites = (site for module in modules for site in SITES.of_module(module))
    return next((site for site in sites if re.match(site.URL, url)), None)


def sites_in(html: str, sites: Iterable[Site]) -> list[Site]:
    """Return those of some sites whose boards a saved page holds, whatever its address is."""
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(html)
    return [site for site in sites if site.BOARD and page.css_first(site.BOARD) is not None]


def read(site: Site, snapshots: Mapping[str, Snapshot]) -> Reading:
    """Read a board with every layout of a site; the keys of `snapshots` are the layouts' `MEASURE`.

    Return the first reading. Raise `ReadError` if no layout can read the board, or if readings differ.
    """
    readings: list[Reading] = []
    errors: dict[str, ReadError | BadPuzzle] = {}
    for layout in site.LAYOUTS:
        try:
            readings.append(layout.read(snapshots[layout.MEASURE]))
        except (ReadError, BadPuzzle) as error:
            errors[layout.NAME] = error
    layouts = {name: error.message.removeprefix(f"{name}: ") for name, error in errors.items()}
    url = next(iter(snapshots.values())).url
    if not readings:
        known = [error for error in errors.values() if not isinstance(error, OtherLayout)]
        why = known[0].message if len(known) == 1 else "; ".join(f"{name}: {words}" for name, words in layouts.items())
        selector = known[0].selector if len(known) == 1 and isinstance(known[0], ReadError) else None
        unread = ReadError(f"the board at {url} cannot be read: {why}", selector=selector, layouts=layouts)
        unread.is_undeclared = not known
        unread.is_final = any(isinstance(error, ReadError) and error.is_final for error in known)
        raise unread
    first, *others = readings
    for other in others:
        if other.puzzle != first.puzzle:
            layouts |= {reading.layout.NAME: str(reading.puzzle) for reading in (first, other)}
            raise ReadError(
                f"the layouts {first.layout.NAME} and {other.layout.NAME} read different puzzles at {url}",
                layouts=layouts,
            )
    return first


def read_saved(site: Site, snapshot: Snapshot) -> Reading:
    """Read a saved board like `read`, from the state that was measured when it was saved."""
    return read(site, {layout.MEASURE: snapshot for layout in site.LAYOUTS})
