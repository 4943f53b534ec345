"""The puzzle that the script of a known site's page states, as a second source beside the looks of its board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers._errors import ReadError
from scrapers._puzzle_team.layout import TASK, TeamLayout, inline_of
from scrapers._reading.board import Board
from scrapers._reading.places import Located
from scrapers._reading.statements import Facts, everywhere, settle
from solvers import BadPuzzle

if TYPE_CHECKING:
    from scrapers._site import Layout, Snapshot
    from solvers import Cell, Puzzle

NUMBERS = frozenset({"number", "across", "down", "sum", "rim", "view", "corner"})
"""The groups whose values are numbers that a board shows."""


class Stated(NamedTuple):
    """The puzzle that the script of a page states."""

    puzzle: Puzzle
    numbers: Mapping[Any, Sequence[int]]
    """The numbers that it shows, by cell or another place."""
    spots: Collection[Cell] = ()
    """The places of the doubled board at which the same thing is drawn."""


def stated_by(layout: Layout, snapshot: Snapshot, size: tuple[int, int]) -> Stated | None:
    """Return the puzzle of a page's script for a board of some size; None if it states none of that size."""
    if not isinstance(layout, TeamLayout):
        return None
    located = Located(Board(snapshot), size, {}, {})
    try:
        listed = layout.task(inline_of(located.board).get("task", ""), size)
        said = [each for group, found in listed.items() for each in everywhere(located, group, TASK, found)]
        said += [each for reader in layout.readers[1:] for each in reader(located)]
        puzzle = layout.puzzle(Facts.of(size, settle(said)))
    except (ReadError, BadPuzzle, KeyError):
        return None
    numbers: dict[Any, list[int]] = {}
    for group in NUMBERS & listed.keys():
        for place, value in listed[group].items():
            numbers.setdefault(place, []).extend(value if isinstance(value, tuple) else [value])
    return Stated(puzzle, numbers, [*listed.get("centre", {}).values()])
