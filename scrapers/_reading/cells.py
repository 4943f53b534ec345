"""Declare a layout of marked cells by selectors and sources; see `docs/decisions` for the reasons."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from scrapers._declared import check_sequences
from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.agreement import Observation, agree
from scrapers._reading.board import cache_last, select
from scrapers._reading.clicks import clicks, in_any_order, in_cycle
from scrapers._reading.givens import Givens
from scrapers._reading.measure import MEASURE, measuring
from scrapers._reading.places import locate
from scrapers._reading.sources import Spot, observe
from scrapers._site import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.agreement import Fact
    from scrapers._reading.clicks import Pad
    from scrapers._reading.clues import Part
    from scrapers._reading.places import CellSource, Located, PlaceSource, SizeSource
    from scrapers._reading.sources import Source
    from scrapers._site import Box, Click, Snapshot
    from solvers import Cell, Grid, Puzzle

Mark = int | None
"""What a cell holds, None if it is empty."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """The cells of a board and the mark of each."""

    located: Located
    marks: Mapping[Cell, Fact[Mark]]
    listed: Grid | None
    """The givens that the page lists, if it does."""
    theme: Mapping[Hashable, int]

    def grid(self) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self.located.grid({cell: mark.value for cell, mark in self.marks.items()})


@dataclass(frozen=True, slots=True)
class Cells:
    """One generation of a page's markup, declared: it fulfils the `Layout` protocol for boards of marked cells.

    The drawn lattice is always compared with the places that the page states, and all sources of a mark with each
    other; a disagreement is a `ReadError`. A clue is confirmed if two independent sources say it.
    """

    NAME: str
    kind: type[Puzzle]
    """The puzzle kind, with words for its marks and clues."""
    cell: CellSource
    """The selector of all cells."""
    marks_by: Sequence[Source[Mark]]
    """The sources that name the mark of a cell, or say what it looks like."""
    board: str = ""
    """What the board must match; by default any board that the site finds."""
    address: str = ""
    """A pattern that the address of the page must match from its beginning."""
    places_by: Sequence[PlaceSource] = ()
    """Where the page states the place of a cell."""
    sizes_by: Sequence[SizeSource] = ()
    """Where the page states the size of the board."""
    content: str = ""
    """The selector of the one element in each cell that shows its mark; by default the cell itself."""
    groups: Sequence[str] = ()
    """Selectors of groups of cells, of which each cell matches one; equal marks look the same only within a group."""
    givens: Givens = field(default_factory=Givens)
    """How the page shows which marks are givens."""
    clues: Sequence[Part] = ()
    """What else the board shows: regions, edge signs, walls, boxes."""
    cycle: Sequence[Mark] = ()
    """The marks in the order in which clicks cycle through them; empty if it is not known."""
    spare: Sequence[Mark] = ()
    """Marks that are equivalent in cells where the solution has none, like a player's crosses and blanks."""
    pad: Pad | None = None
    """How marks are entered if clicking their cell is not enough."""
    words: Mapping[Mark, str] = field(default_factory=dict)
    """Words for marks that the puzzle's own `MARKS` do not have."""
    unnamed: Sequence[int] = ()
    """Marks to assign, in order of appearance, to drawings that nothing names, such as those of a theme."""
    theme: Mapping[Hashable, int] = field(default_factory=dict)
    """The marks that were assigned to unnamed drawings on this board before."""
    state: Mapping[str, str] = field(default_factory=dict)
    """Additional keys of the measured state, each a JavaScript expression."""
    must_name: bool = False
    """Whether a board on which no source names any mark is of another layout."""

    def __post_init__(self) -> None:
        """Raise `TypeError` for a declaration that cannot work."""
        check_sequences(self)

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return measuring(**self.state) if self.state else MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the givens and the other clues."""
        seen = self.look(snapshot)
        shown = [part.read(seen.located, seen.marks, self._words()) for part in self.clues]
        fields = {name: value for part in shown for name, value in part.fields.items()}
        is_confirmed: dict[Cell, bool] = {}
        if hasattr(self.kind, "givens"):  # Otherwise all marks are the player's.
            is_confirmed = self.givens.of(seen.located, seen.marks, seen.listed, self.spare)
            fields["givens"] = seen.located.grid({cell: seen.marks[cell].value for cell in is_confirmed})
        make: Callable[..., Puzzle] = self.kind
        puzzle = make(**fields)
        confirmed: dict[str, bool] = {}
        for number, clue in enumerate(puzzle.clues()):
            # A puzzle lists its given marks first.
            is_given = number < len(is_confirmed)
            is_sure = is_confirmed[clue.cells[0]] if is_given else any(part.confirms(clue) for part in shown)
            confirmed[clue.words] = confirmed.get(clue.words, True) and is_sure
        layout = replace(self, theme=seen.theme) if seen.theme else self
        return Reading.of(layout, puzzle, confirmed, placed=seen.located.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self.look(snapshot).grid()

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self.look(snapshot).located.boxes

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Click]:
        """Return the clicks for the cells that are not right yet, one click a cell if the cycle is not known."""
        seen = self.look(snapshot)
        if self.pad is not None:
            return self.pad.clicks(seen.located, seen.grid(), solution)
        after = in_cycle(self.cycle) if self.cycle and not seen.theme else in_any_order(self.kind.MARKS)
        return clicks(seen.grid(), solution, seen.located.boxes, after, self.spare)

    @cache_last
    def look(self, snapshot: Snapshot) -> CellReading:
        """Return the cells and marks of a board.

        Which marks are givens is left to `read`: a page need not show it while the solution is entered.
        Raises `OtherLayout` if the board is not of this layout, `ReadError` if sources disagree or are missing.
        """
        if self.address and re.match(self.address, snapshot.url) is None:
            raise OtherLayout(f"{self.NAME}: the address {snapshot.url} does not match {self.address}")
        located = locate(
            snapshot,
            of=self.NAME,
            cell=self.cell,
            board=self.board,
            places_by=self.places_by,
            sizes_by=self.sizes_by,
        )
        listed = self.givens.listed.grid(located) if self.givens.listed is not None else None
        things = [self._observe(located, cell, node, listed) for cell, node in located.nodes.items()]
        if self.must_name and all(mark is None for thing in things for mark in thing.names.values()):
            raise OtherLayout(f"{self.NAME}: nothing names a mark in any of the {len(things)} cells")
        facts = dict(zip(located.nodes, agree(things, self._words(), unnamed=self.unnamed), strict=True))
        theme = {
            next(iter(thing.looks.values())): value
            for thing, fact in zip(things, facts.values(), strict=True)
            if not thing.names and thing.looks and (value := fact.value) is not None
        }
        return CellReading(located, facts, listed, self.theme or theme)

    def _words(self) -> Mapping[Mark, str]:
        words = _Words()
        words.update(self.kind.MARKS.items())
        words[None] = "empty"
        words.update(self.words)
        return words

    def _observe(self, located: Located, cell: Cell, node: Node, listed: Grid | None) -> Observation[Mark]:
        """Return what all sources say about the mark in a cell."""
        spot = Spot(located.board, str(cell), node, self._content(cell, node))
        names, looks = observe(spot, self.marks_by)
        if self.theme and (look := next(iter(looks.values()), None)) in self.theme:
            names = {**names, "the theme": self.theme[look]}
        if listed is not None and self.givens.listed is not None and listed[cell] is not None:
            names = {**names, self.givens.listed.path[-1]: listed[cell]}
        return Observation(str(cell), names, looks, self._group(cell, node))

    def _content(self, cell: Cell, node: Node) -> Node:
        if not self.content:
            return node
        found = select(node, self.content)
        if len(found) != 1:
            raise ReadError(f"{cell} holds {len(found)} marks, not one ({self.content})", selector=self.content)
        return found[0]

    def _group(self, cell: Cell, node: Node) -> str:
        if not self.groups:
            return ""
        found = [css for css in self.groups if node.css_matches(css)]
        if len(found) != 1:
            raise ReadError(
                f"{cell} matches {len(found)} of {', '.join(self.groups)}, not one",
                selector=found[0] if found else self.groups[0],
            )
        return found[0]


class _Words(dict[Mark, str]):
    """Marks in people's words; one without a word is its number."""

    def __missing__(self, mark: Mark) -> str:
        return str(mark)
