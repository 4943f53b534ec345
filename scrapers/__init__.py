"""The sites: a plain file in this folder declares one puzzle page of one site.

`SITES` lists them; `read` turns a snapshot of a board into the puzzle it shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, overload

from scrapers._deed import DEED, Deed, Press
from scrapers._entrance import AlreadySolved, frames, lines_shown, stop_waiting
from scrapers._errors import BadChoice, NeedsHuman, NotYet, OtherLayout, ReadError
from scrapers._fields import asked_for
from scrapers._measured import Measured
from scrapers._pressable import matching, named
from scrapers._reading.words import words_of
from scrapers._site import (
    GUESSED,
    About,
    Accepted,
    Click,
    Drag,
    Keys,
    Layout,
    MouseButton,
    Move,
    Point,
    Policy,
    Reading,
    Site,
    Snapshot,
)
from scrapers._text import MAX_WORDS, clean, well_formed
from scrapers._world import ask, register, unshadowed
from solvers import BadPuzzle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapers import (
        brainbashers,
        brainbashers_three_in_a_row,
        linkedin_mini_sudoku,
        linkedin_patches,
        linkedin_queens,
        linkedin_tango,
        linkedin_zip,
        puzzle_team,
        zero_hh1,
    )
    from scrapers._entrance import Button, Entrance
    from scrapers._guess import (
        MEASURE_ALL,
        UNKNOWN,
        WAYS,
        Entered,
        FoundBoard,
        Guess,
        GuessedLayout,
        GuessedSite,
        Says,
        UsualSuccess,
        boards_on,
        seeable,
    )
    from scrapers._page import Choice, Page, Success
    from scrapers._reading import (
        DOWN,
        EQUAL,
        LEFT,
        OPPOSITE,
        RIGHT,
        UP,
        BoardLayout,
        Boxes,
        Cells,
        Entry,
        Facts,
        Givens,
        Listed,
        Located,
        Pad,
        PathLayout,
        ReadOnly,
        RectangleLayout,
        Regions,
        Signs,
        Statement,
        Walls,
        attribute,
        class_words,
        classes,
        colour,
        drawing,
        has,
        has_class,
        has_value,
        holds,
        in_table,
        label,
        label_in,
        number,
        number_in_label,
        otherwise,
        picture,
        place_in,
        select,
        selectors,
        shape,
        size_in,
        size_stated,
        text,
        tokens,
    )

    def _checked() -> Sequence[Site]:
        """Return every site: the type checker names any member of `Site` that one of them lacks."""
        return [
            *brainbashers.SITES,
            brainbashers_three_in_a_row.SITE,
            linkedin_mini_sudoku.SITE,
            linkedin_patches.SITE,
            linkedin_queens.SITE,
            linkedin_tango.SITE,
            linkedin_zip.SITE,
            *puzzle_team.SITES,
            zero_hh1.SITE,
        ]


_MODULES: Mapping[str, str] = {
    "brainbashers": r"brainbashers\.com/",
    "brainbashers_three_in_a_row": r"brainbashers\.com/",
    "linkedin_mini_sudoku": r"linkedin\.com/.*/mini-sudoku",
    "linkedin_patches": r"linkedin\.com/.*/patches",
    "linkedin_queens": r"linkedin\.com/.*/queens",
    "linkedin_tango": r"linkedin\.com/.*/tango",
    "linkedin_zip": r"linkedin\.com/.*/zip",
    "puzzle_team": r"puzzle-.*\.com",
    "zero_hh1": r"0hh1\.com",
}
"""The modules of sites, each with a pattern that is found in all addresses of its pages."""
_FAMILIES: Mapping[str, Sequence[str]] = {
    "brainbashers": (
        "brainbashers_abc_view",
        "brainbashers_futoshiki",
        "brainbashers_hitori",
        "brainbashers_killer_sudoku",
        "brainbashers_light_up",
        "brainbashers_nonogrids",
        "brainbashers_skyscrapers",
        "brainbashers_sudoku",
        "brainbashers_tents",
    ),
    "puzzle_team": (
        "puzzle_team_aquarium",
        "puzzle_team_binairo",
        "puzzle_team_binairo_plus",
        "puzzle_team_dominosa",
        "puzzle_team_futoshiki",
        "puzzle_team_renzoku",
        "puzzle_team_hitori",
        "puzzle_team_jigsaw_sudoku",
        "puzzle_team_kakurasu",
        "puzzle_team_kakuro",
        "puzzle_team_killer_sudoku",
        "puzzle_team_light_up",
        "puzzle_team_minesweeper",
        "puzzle_team_mosaic",
        "puzzle_team_nonograms",
        "puzzle_team_norinori",
        "puzzle_team_shikaku",
        "puzzle_team_skyscrapers",
        "puzzle_team_star_battle",
        "puzzle_team_sudoku",
        "puzzle_team_tents",
        "puzzle_team_thermometers",
    ),
}
"""The sites of modules that have several."""
_LAZY: Mapping[str, Sequence[str]] = {
    "_guess": (
        "MEASURE_ALL",
        "UNKNOWN",
        "WAYS",
        "Entered",
        "FoundBoard",
        "Guess",
        "GuessedLayout",
        "GuessedSite",
        "Says",
        "UsualSuccess",
        "boards_on",
        "seeable",
    ),
    "_entrance": ("Button", "Entrance"),
    "_page": ("Choice", "Page", "Success"),
    "_reading": (
        "DOWN",
        "EQUAL",
        "LEFT",
        "OPPOSITE",
        "RIGHT",
        "UP",
        "BoardLayout",
        "Boxes",
        "Cells",
        "Entry",
        "Facts",
        "Givens",
        "Listed",
        "Located",
        "Pad",
        "PathLayout",
        "ReadOnly",
        "RectangleLayout",
        "Regions",
        "Signs",
        "Statement",
        "Walls",
        "attribute",
        "class_words",
        "classes",
        "colour",
        "drawing",
        "has",
        "has_class",
        "has_value",
        "holds",
        "in_table",
        "label",
        "label_in",
        "number",
        "number_in_label",
        "otherwise",
        "picture",
        "place_in",
        "select",
        "selectors",
        "shape",
        "size_in",
        "size_stated",
        "text",
        "tokens",
    ),
}
"""What is imported when it is first used, by its module: the general reader, and the names that sites are made of."""

if not TYPE_CHECKING:  # A type checker would take any name for one of this module.

    def __getattr__(name: str) -> object:
        module = next((module for module, names in _LAZY.items() if name in names), None)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"scrapers.{module}"), name)


class _Sites(Sequence["Site"]):
    """Every site, imported when it is asked for; `names` imports none."""

    def __init__(self) -> None:
        self._modules = {name: module for module in _MODULES for name in _FAMILIES.get(module, (module,))}
        self.names = tuple(self._modules)

    def named(self, name: str) -> Site:
        """Return the site of a name; raise `KeyError`."""
        return next(site for site in self.of_module(self._modules[name]) if name == site.NAME)

    def of_module(self, name: str) -> Sequence[Site]:
        """Return the sites of a module."""
        module = import_module(f"scrapers.{name}")
        sites: Sequence[Site] = module.SITES if name in _FAMILIES else (module.SITE,)
        return sites

    @overload
    def __getitem__(self, index: int) -> Site: ...
    @overload
    def __getitem__(self, index: slice) -> list[Site]: ...
    def __getitem__(self, index: int | slice) -> Site | list[Site]:
        if isinstance(index, slice):
            return [self.named(name) for name in self.names[index]]
        return self.named(self.names[index])

    def __len__(self) -> int:
        return len(self.names)


SITES = _Sites()
"""Every site."""


def site_of(url: str) -> Site | None:
    """Return the site that an address belongs to."""
    modules = (module for module, address in _MODULES.items() if re.search(address, url))
    sites = (site for module in modules for site in SITES.of_module(module))
    return next((site for site in sites if re.match(site.URL, url)), None)


def read(site: Site, snapshots: Mapping[str, Snapshot]) -> Reading:
    """Read a board with every layout of a site; the keys of `snapshots` are the layouts' `MEASURE`.

    Return the first reading. Raise `ReadError` if no layout can read the board, or if readings differ.
    """
    readings: list[Reading] = []
    errors: dict[str, ReadError] = {}
    for layout in site.LAYOUTS:
        try:
            readings.append(layout.read(snapshots[layout.MEASURE]))
        except ReadError as error:
            errors[layout.NAME] = error
        except BadPuzzle as error:
            errors[layout.NAME] = ReadError(error.message)
    layouts = {name: error.message.removeprefix(f"{name}: ") for name, error in errors.items()}
    url = next(iter(snapshots.values())).url
    if not readings:
        known = [error for error in errors.values() if not isinstance(error, OtherLayout)]
        why = known[0].message if len(known) == 1 else "; ".join(f"{name}: {words}" for name, words in layouts.items())
        selector = known[0].selector if len(known) == 1 else None
        kinds = [type(error).__name__ for error in errors.values()]
        raise ReadError(f"the board at {url} cannot be read: {why}", selector=selector, layouts=layouts, kinds=kinds)
    first, *others = readings
    for other in others:
        if other.puzzle != first.puzzle:
            layouts |= {reading.layout.NAME: str(reading.puzzle) for reading in (first, other)}
            raise ReadError(
                f"the layouts {first.layout.NAME} and {other.layout.NAME} read different puzzles at {url}",
                layouts=layouts,
            )
    return first


def is_undeclared(error: ReadError) -> bool:
    """Return whether a board that no layout of its site could read is of a layout that nobody has declared.

    Where a declared layout has found its own board, and parts of it disagree, looks alone must not settle that.
    """
    return bool(error.layouts) and all(kind == OtherLayout.__name__ for kind in error.kinds)


def read_saved(site: Site, snapshot: Snapshot) -> Reading:
    """Read a saved board like `read`, from the state that was measured when it was saved."""
    return read(site, {layout.MEASURE: snapshot for layout in site.LAYOUTS})


__all__ = [
    "DEED",
    "DOWN",
    "EQUAL",
    "GUESSED",
    "LEFT",
    "MAX_WORDS",
    "MEASURE_ALL",
    "OPPOSITE",
    "RIGHT",
    "SITES",
    "UNKNOWN",
    "UP",
    "WAYS",
    "About",
    "Accepted",
    "AlreadySolved",
    "BadChoice",
    "BoardLayout",
    "Boxes",
    "Button",
    "Cells",
    "Choice",
    "Click",
    "Deed",
    "Drag",
    "Entered",
    "Entrance",
    "Entry",
    "Facts",
    "FoundBoard",
    "Givens",
    "Guess",
    "GuessedLayout",
    "GuessedSite",
    "Keys",
    "Layout",
    "Listed",
    "Located",
    "Measured",
    "MouseButton",
    "Move",
    "NeedsHuman",
    "NotYet",
    "Pad",
    "Page",
    "PathLayout",
    "Point",
    "Policy",
    "Press",
    "ReadError",
    "ReadOnly",
    "Reading",
    "RectangleLayout",
    "Regions",
    "Says",
    "Signs",
    "Site",
    "Snapshot",
    "Statement",
    "Success",
    "UsualSuccess",
    "Walls",
    "ask",
    "asked_for",
    "attribute",
    "boards_on",
    "class_words",
    "classes",
    "clean",
    "colour",
    "drawing",
    "frames",
    "guessable",
    "has",
    "has_class",
    "has_value",
    "holds",
    "in_table",
    "is_undeclared",
    "label",
    "label_in",
    "lines_shown",
    "matching",
    "named",
    "number",
    "number_in_label",
    "otherwise",
    "picture",
    "place_in",
    "read",
    "read_saved",
    "register",
    "seeable",
    "select",
    "selectors",
    "shape",
    "site_of",
    "size_in",
    "size_stated",
    "stop_waiting",
    "text",
    "tokens",
    "unshadowed",
    "well_formed",
    "words_of",
]
