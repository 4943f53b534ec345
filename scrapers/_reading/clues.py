"""What a board shows besides its marks, and what a part of a layout returns for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scrapers._reading.facts import Facts
    from scrapers._reading.places import Located
    from scrapers._reading.statements import Statement
    from solvers import Cell, Clue, Grid


@dataclass(frozen=True, slots=True)
class PartReading:
    """The fields that a part of a layout gives to its puzzle, and which cells' clues are confirmed."""

    fields: Mapping[str, object]
    confirmed: Mapping[frozenset[Cell], bool] = field(default_factory=dict)

    def confirms(self, clue: Clue) -> bool:
        """Return whether the clue of these cells is confirmed: as a whole, or in each of its cells."""
        whole = self.confirmed.get(frozenset(clue.cells))
        if whole is not None:
            return whole
        return bool(clue.cells) and all(self.confirmed.get(frozenset({cell}), False) for cell in clue.cells)


class Part(Protocol):
    """A kind of clue besides the marks: regions, edge signs, walls, boxes."""

    def read(self, located: Located, marks: Callable[[], Grid], /) -> Iterable[Statement]:
        """Return what the board shows, which may look different in cells with different marks."""

    def result(self, facts: Facts, /) -> PartReading:
        """Return what follows for the puzzle."""
