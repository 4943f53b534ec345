"""The boards of a page as data for whoever writes its module: where they are, and where each cell is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.addons.unknown.guess.find import Lattice, find, seen_of
from bot.addons.unknown.guess.layout import LOOK, like
from bot.addons.unknown.guess.looks import Looks
from bot.addons.unknown.guess.site import holder_of, look_at, path_of
from scrapers._entrance import frames
from scrapers._reading.layout import MEASURE

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

    from bot.addons.unknown.guess.hypotheses import Hypothesis
    from solvers import Cell

MEASURE_ALL = f"(board) => ({{ ...({LOOK})(board), ...({MEASURE})(board) }})"
"""Measures a board so that the general reader and any declared layout can read it."""


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """One board on a page; its selectors go through open shadow roots."""

    frame: Frame
    lattice: Lattice
    holder: str
    """The element that holds the cells and what stands around them."""
    cells: Mapping[Cell, str]


def boards_on(page: Page, answer: Hypothesis | None = None) -> list[FoundBoard]:
    """Return the boards of a page, the largest first, covered ones last; with an answer only the board it is about."""
    found: list[FoundBoard] = []
    for frame in frames(page, written=True):
        elements = seen_of(look_at(frame))
        if answer is None:
            lattices = [lattice for lattice in find(elements) if not lattice.broken]
        else:
            lattices = [lattice] if (lattice := like(answer.lattice, elements)) is not None else []
        for lattice in lattices:
            cells = {cell: path_of(number, elements) for cell, number in lattice.cells.items()}
            found.append(FoundBoard(frame, lattice, holder_of(Looks(lattice, elements)), cells))
    return sorted(found, key=lambda board: (board.lattice.covered, -board.lattice.area))
