"""Decide which marks of a board are givens: marks that were printed before play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapers._declared import check_sequences
from scrapers._errors import ReadError
from scrapers._reading.facts import BOARD
from scrapers._reading.sources import Spot, observe
from scrapers._reading.statements import Statement, said_of
from solvers import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from scrapers._reading.facts import Facts
    from scrapers._reading.places import Located
    from scrapers._reading.sources import Source
    from solvers import Cell


@dataclass(frozen=True, slots=True)
class Listed:
    """The puzzle as one text in the state, a character for each cell in reading order."""

    path: tuple[str, ...]
    """The keys of the text in the state, one inside the other."""
    marks: Mapping[str, int]
    blank: str = "-"

    def grid(self, located: Located) -> Grid | None:
        """Return the listed marks, None if the page has no such text; raise `ReadError` if it is malformed."""
        text: Any = located.board.state
        for key in self.path:
            text = text.get(key) if isinstance(text, dict) else None
        if text is None:
            return None
        height, width = located.places.height, located.places.width
        if not isinstance(text, str) or len(text) != height * width or not set(text) <= {*self.marks, self.blank}:
            known = f"{', '.join(self.marks)} and {self.blank}"
            raise ReadError(f"{self.path[-1]} is {text!r}, not {height}×{width} of {known}", selector="script")
        return Grid.make(height, width, lambda cell: self.marks.get(text[cell.row * width + cell.col]))


@dataclass(frozen=True, slots=True)
class Givens:
    """How a page shows which marks are givens; by default every mark is a given, from one source.

    A given is confirmed if two sources say so: two locks, or one source and a board on which nobody has played.
    """

    locked: Sequence[Source[bool]] = ()
    """What locks a cell, like `has_class("given")`; several must agree."""
    listed: Listed | None = None
    """Where the page lists its givens; they also name the marks of their cells."""
    always: bool = False
    """Whether the marks of the layout are never the player's, like the numbers on a board on which a path is drawn."""
    fresh: Callable[[Mapping[str, Any]], bool] | None = None
    """Whether the state says that nobody has played yet, for a page that shows its locks only sometimes."""

    def __post_init__(self) -> None:
        """Raise `TypeError` for a declaration that cannot work."""
        check_sequences(self)

    def read(self, located: Located) -> Iterator[Statement]:
        """Say whether each cell is locked or among the listed givens, and whether the board is fresh."""
        if self.always:
            return
        for cell, node in located.nodes.items() if self.locked else ():
            names, _ = observe(Spot(located.board, cell, node, node), self.locked)
            yield from said_of("lock", cell, names)
        if self.listed is not None and (listed := self.listed.grid(located)) is not None:
            yield from (Statement("listed", cell, self.listed.path[-1], listed[cell]) for cell in located.nodes)
        if self.fresh is not None:
            yield Statement("fresh", BOARD, "the state", self.fresh(located.board.state))

    def of(self, facts: Facts, spare: Collection[int | None]) -> dict[Cell, bool]:
        """Return the givens in document order, and whether each is confirmed as a mark and as a given."""
        marks = dict(facts.cells("mark"))
        if self.always:
            return {cell: mark.confirmed for cell, mark in marks.items() if mark.value is not None}
        locks = dict(facts.cells("lock"))
        locked = {cell for cell, lock in locks.items() if lock.value}
        shown = {cell for cell, mark in marks.items() if mark.value is not None}
        is_solved = bool(locks) and len(locked) == len(locks)
        is_fresh = self.fresh is not None and facts.one("fresh")
        given: set[Cell] | None = None
        if locked or (locks and self.fresh is None):
            blank = {None, *spare}
            given = {cell for cell in locked if marks[cell].value not in blank}
            if (empty := sorted(locked - given)) and not (is_solved and spare):
                held = "empty" if marks[empty[0]].value is None else "holds a note"
                raise ReadError(f"{empty[0]} is locked, but {held}")
        elif "listed" in facts.groups:
            given = shown & facts.groups["listed"].keys()
        elif self.fresh is not None and not is_fresh and len(shown) < len(marks):
            raise ReadError(
                "somebody has played on the board, and it does not show which marks are givens: reset it, or open a "
                "new puzzle"
            )
        is_said = is_fresh if self.fresh is not None else given is not None
        given = shown if given is None else given
        # On a board on which nobody has played every mark is a given, and a solved board locks every cell.
        is_untouched = shown == given and is_said
        return {
            cell: mark.confirmed and not is_solved and (is_untouched or (cell in locked and locks[cell].confirmed))
            for cell, mark in marks.items()
            if cell in given
        }
