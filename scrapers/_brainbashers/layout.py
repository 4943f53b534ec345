"""The layouts of all puzzles but 3-In-A-Row: what the board draws and what the script says, which must agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scrapers._brainbashers.drawn import FIELDS
from scrapers._brainbashers.plain import NAME, NO_RIM, in_rims, state
from scrapers._reading.layout import BoardLayout
from scrapers._reading.places import in_table, place_in, size_stated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapers._brainbashers.plain import Rim
    from scrapers._reading.facts import Facts
    from scrapers._reading.layout import Entry, Reader
    from scrapers._reading.places import PlaceSource
    from solvers import Puzzle

SIZES = (size_stated("inline", "lnsize"), size_stated("asked"))
SQUARE = place_in("id", inside="[id^=square]", pattern=r"^square(?P<number>\d{1,4})$")


def squares(  # noqa: PLR0913 - what differs between the puzzles
    *,
    kind: type[Puzzle],
    cell: str,
    place: PlaceSource,
    reads: Sequence[Reader],
    puzzle: Callable[[Facts], Puzzle],
    enter: Entry,
    says: Sequence[str] = ("number",),
    variables: Sequence[str] = (),
    answers: str = "",
    rim: Rim = NO_RIM,
    step: int = 1,
) -> tuple[BoardLayout, BoardLayout]:
    """Return the layout of cells by their ids, and of the grid alone, whose clues are never confirmed.

    `place` is where ids state the place of a cell, `says` are the groups of clues of which every place must say
    something, `variables` those of the page's script that are read; none may hold an answer. Characters of `lcpuzzle`
    in `answers` belong to one. `rim` is where the table has clues around its cells; `step` is 2 if signs stand between.
    """
    layout = BoardLayout(
        NAME="squares",
        kind=kind,
        cell=cell,
        places_by=(in_table, place),
        sizes_by=SIZES,
        readers=reads,
        puzzle=puzzle,
        entry=enter,
        says=says,
        must_say=True,
        state={**state("lnsize", *variables, answers=answers), "fields": FIELDS},
    )
    grid = in_rims(rim, ids=cell, sizes_by=SIZES, step=step)
    return layout, replace(layout, NAME=NAME, cell=grid, places_by=(in_table,), placed=False)
