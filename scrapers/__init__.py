"""The sites: a plain file in this folder declares one puzzle page of one site.

`SITES` lists them; `read` turns a snapshot of a board into the puzzle it shows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
from scrapers._deed import DEED, Deed, Press
from scrapers._entrance import AlreadySolved, frames, lines_shown
from scrapers._errors import BadChoice, NeedsHuman, NotYet, OtherLayout, ReadError
from scrapers._fields import asked_for
from scrapers._pressable import matching, named
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
    from collections.abc import Mapping, Sequence

    from scrapers._guess import UNKNOWN, WAYS, Entered, Guess, GuessedLayout, GuessedSite, seeable

_OF_GUESS = frozenset({"UNKNOWN", "WAYS", "Entered", "Guess", "GuessedLayout", "GuessedSite", "seeable"})
"""What is imported when it is first used."""


def __getattr__(name: str) -> object:
    if name not in _OF_GUESS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scrapers import _guess

    return getattr(_guess, name)


SITES: Sequence[Site] = [
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
"""Every site. The type checker names any member of `Site` that one of them lacks."""


def site_of(url: str) -> Site | None:
    """Return the site that an address belongs to."""
    return next((site for site in SITES if re.match(site.URL, url)), None)


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


def guessable(error: ReadError) -> bool:
    """Return whether a board that no layout of its site could read is of a layout that nobody has declared.

    Where a declared layout has found its own board, and parts of it disagree, looks alone must not settle that.
    """
    return bool(error.layouts) and all(kind == OtherLayout.__name__ for kind in error.kinds)


def read_saved(site: Site, snapshot: Snapshot) -> Reading:
    """Read a saved board like `read`, from the state that was measured when it was saved."""
    return read(site, {layout.MEASURE: snapshot for layout in site.LAYOUTS})


__all__ = [
    "DEED",
    "GUESSED",
    "MAX_WORDS",
    "SITES",
    "UNKNOWN",
    "WAYS",
    "About",
    "Accepted",
    "AlreadySolved",
    "BadChoice",
    "Click",
    "Deed",
    "Drag",
    "Entered",
    "Guess",
    "GuessedLayout",
    "GuessedSite",
    "Keys",
    "Layout",
    "MouseButton",
    "Move",
    "NeedsHuman",
    "NotYet",
    "Point",
    "Policy",
    "Press",
    "ReadError",
    "Reading",
    "Site",
    "Snapshot",
    "ask",
    "asked_for",
    "clean",
    "frames",
    "guessable",
    "lines_shown",
    "matching",
    "named",
    "read",
    "read_saved",
    "register",
    "seeable",
    "site_of",
    "unshadowed",
    "well_formed",
]
