"""A layout is data: where the cells are, what reads them, which puzzle follows, and how a solution is entered."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from scrapers._ask import MAX_WORDS, clean
from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.board import Board, cache_last, select
from scrapers._reading.moves import CellPress, Mark, plan
from scrapers._reading.places import CellSource, FoundCells, Located, PlaceSource, SizeSource, aside, places
from scrapers._reading.statements import UNNAMED, WORDS, Facts, Statement, places_of, settle
from scrapers._site import BoundingBox, Move, Quote, Reading, Snapshot
from solvers import Grid

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from solvers import Cell, Puzzle

MEASURE = files(__package__).joinpath("measure.js").read_text(encoding="utf-8")
"""Measures a board."""
Reader = Callable[[Located], Iterable[Statement]]
"""Says what one part of a page says: its elements, what it draws, its script, its address."""

At = TypeVar("At", bound=FoundCells)


class EntryOn(ABC, Generic[At]):
    """How the marks of cells are read back and entered, wherever cells are found."""

    def reads(self, _located: At, /) -> Iterable[Statement]:
        """Return the statements of sources about the marks, if these must agree before anything is entered."""
        return ()

    def begun(self, _located: At, /) -> Self:
        """Return an entry that remembers how this board looked before it was played."""
        return self

    @abstractmethod
    def marks(self, located: At, /) -> Grid:
        """Return the mark of each cell."""

    @property
    def alike(self) -> Collection[Mark]:
        """Marks that count as the same where the solution has one of them, like blank and a player's crosses."""
        return ()

    def set_mark(self, located: At, cell: Cell, stands: Mark, wanted: Mark, /) -> CellPress:
        """Return the next press in a cell that holds one mark and should hold another."""
        raise NotImplementedError  # What does not enter marks by presses has moves of its own.

    def moves(self, located: At, solution: Grid, /) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        return plan(self.marks(located), solution, located.boxes, partial(self.set_mark, located), self.alike)


class Entry(EntryOn[Located]):
    """How the marks of cells that are elements are read back and entered."""

    def mark(self, _located: Located, _cell: Cell, _node: Node, /) -> int | None:
        """Return the mark of a cell, given or entered."""
        return None

    def marks(self, located: Located, /) -> Grid:
        """Return the mark of each cell."""
        return located.grid({cell: self.mark(located, cell, node) for cell, node in located.nodes.items()})


def unplayable(message: str) -> ReadError:
    """Return an error about a board that is not played, however it is read."""
    error = ReadError(message)
    error.is_final = True
    return error


@dataclass(frozen=True, slots=True)
class ReadOnly(Entry):
    """A board of which it is not known how it shows what is entered: input could not be checked, so there is none."""

    unknown: str
    """What is not known, as the beginning of a sentence."""

    def moves(self, _located: Located, _solution: Grid) -> Sequence[Move]:
        """Raise `ReadError`."""
        raise unplayable(f"{self.unknown} is not known, so nothing is entered; `givens solve` shows the solution")


@dataclass(frozen=True, slots=True)
class OnLines(EntryOn[Located]):
    """A board of whose lines each is an element with marks; the marks are those of the doubled board."""

    lines: Callable[[Located], Located]
    """Returns the lines as the cells of the doubled board."""
    entry: Entry

    def begun(self, located: Located) -> Self:
        """Return an entry that remembers how the lines looked before the board was played."""
        return replace(self, entry=self.entry.begun(self.lines(located)))

    def marks(self, located: Located) -> Grid:
        """Return the mark of each line."""
        return self.entry.marks(self.lines(located))

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        return self.entry.moves(self.lines(located), solution)


def all_or_none(facts: Facts, puzzle: Puzzle) -> dict[str, bool]:
    """Return all clues as confirmed if two sources say every fact, else none."""
    return dict.fromkeys((clue.words for clue in puzzle.clues()), facts.is_confirmed())


@dataclass(frozen=True, kw_only=True)
class StatedLayout(ABC, Generic[At]):
    """A layout: where the cells are, readers, the puzzle that follows, and how it is entered.

    All sources of a place are compared with each other; a disagreement is a `ReadError`.
    """

    NAME: str
    kind: type[Puzzle]
    readers: Sequence[Callable[[At], Iterable[Statement]]]
    puzzle: Callable[[Facts], Puzzle]
    """Makes the puzzle of what all sources agree on."""
    entry: EntryOn[At]
    required: Sequence[str] = ()
    """The groups of which every place must say something: a value, or that there is none."""
    words: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """By group, its values in people's words, where they are not always the same."""
    unnamed: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """By group, the values to give to looks that nothing names, in order of appearance."""
    hint: str = ""
    """What the error of a disagreement says besides."""
    confirms: Callable[[Facts, Puzzle], Mapping[str, bool]] = all_or_none
    """Says which clues, in words, are confirmed."""
    state: Mapping[str, str] = field(default_factory=dict)
    """Additional keys of the measured state, each a JavaScript expression."""

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        added = ", ".join(f"{key}: {expression}" for key, expression in self.state.items())
        return f"(board) => ({{ ...({MEASURE})(board), {added} }})" if added else MEASURE

    @abstractmethod
    def look(self, snapshot: Snapshot) -> At:
        """Return the cells of a board; raise `ReadError` if the board is not of this layout."""

    def is_placed(self, _located: At) -> bool:
        """Return whether places are confirmed."""
        return True

    def said(self, located: At) -> list[Statement]:
        """Return the statements of all sources."""
        return [statement for reader in (self.entry.reads, *self.readers) for statement in reader(located)]

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle; raise `OtherLayout` if the board is of another layout, `ReadError` if sources disagree."""
        located = self.look(snapshot)
        wanted = {group: places_of(group, *located.size) for group in self.required}
        words = {**WORDS, **self.words}
        settled = settle(self.said(located), everywhere=wanted, words=words, unnamed=self.unnamed, hint=self.hint)
        facts = Facts.of(located.size, settled)
        puzzle = self.puzzle(facts)
        entry = self.entry.begun(located)
        layout = self if entry is self.entry else replace(self, entry=entry)
        return Reading.of(layout, puzzle, self.confirms(facts, puzzle), placed=self.is_placed(located))

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self.entry.marks(self.look(snapshot))

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, BoundingBox | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self.look(snapshot).boxes

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        return self.entry.moves(self.look(snapshot), solution)


@dataclass(frozen=True, slots=True)
class Markup:
    """One generation of a page's markup: where its cells are."""

    NAME: str
    _: KW_ONLY
    cell: CellSource
    """The selector of all cells, or what finds it on a board; a page without cells has its size instead."""
    board: str = ""
    """What the board must match; by default any board that the site finds."""
    address: str = ""
    """A pattern that the address of the page must match from its beginning."""
    places_by: Sequence[PlaceSource] = ()
    """Where the page states the place of a cell."""
    sizes_by: Sequence[SizeSource] = ()
    """Where the page states the size of the board."""
    checks: Mapping[str, Callable[[Located], str]] = field(default_factory=dict)
    """By name, what else is compared with the board: each says in words what disagrees, "" if nothing does.

    One that tells layouts apart raises `OtherLayout` itself, and must be quoted.
    """
    quoted: Mapping[str, Quote] = field(default_factory=dict)
    """Who has quoted a stated size or a check, by its name; others refuse no board, but are left aside."""
    state: Mapping[str, str] = field(default_factory=dict)
    """Additional keys of the measured state, each a JavaScript expression."""
    must_say: bool = False
    """Whether a board of which nothing says a value is of another layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLayout(Markup, StatedLayout[Located]):
    """A layout whose cells are elements: the drawn lattice is always compared with the places that the page states."""

    placed: bool | None = None
    """Whether places are confirmed; by default if the page states the same places as the drawn lattice."""

    def is_placed(self, located: Located) -> bool:
        """Return whether places are confirmed."""
        return located.confirmed if self.placed is None else self.placed

    def said(self, located: Located) -> list[Statement]:
        """Return the statements of all sources; raise `OtherLayout` if there must be a clue and is none."""
        said = StatedLayout.said(self, located)
        if self.must_say and all(statement.value in (None, UNNAMED) for statement in said):
            raise OtherLayout(
                f"{self.NAME}: nothing says a clue of {self.kind.KIND}",
                selector=self.cell if isinstance(self.cell, str) else None,
            )
        return said

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle, with what was left aside; raise `OtherLayout` or `ReadError`."""
        return replace(StatedLayout.read(self, snapshot), left_aside=self.look(snapshot).left_aside)

    @cache_last
    def look(self, snapshot: Snapshot) -> Located:
        """Return the cells of a board; raise `OtherLayout` if the board is not of this layout."""
        if self.address and re.match(self.address, snapshot.url) is None:
            raise OtherLayout(f"{self.NAME}: the address {snapshot.url} does not match {self.address}")
        board = Board(snapshot)
        if self.board and not board.root.css_matches(self.board):
            raise OtherLayout(f"{self.NAME}: the board does not match {self.board}", selector=self.board)
        cells = self.cell(board) if callable(self.cell) else self.cell
        if isinstance(cells, tuple):
            located = Located(board, cells, {}, dict.fromkeys(Grid.make(*cells).cells()))
        else:
            located = self._find(board, cells)
        left_aside = located.left_aside
        for name, check in self.checks.items():
            if words := clean(check(located), MAX_WORDS):
                if name in self.quoted:
                    raise unplayable(f"{self.NAME}: {words}")
                left_aside = (*left_aside, aside(words))
        return replace(located, left_aside=left_aside)

    def _find(self, board: Board, cells: str | list[Node]) -> Located:
        """Return the cells that match a selector, or are these; raise `OtherLayout` if there are none."""
        nodes = select(board.root, cells) if isinstance(cells, str) else cells
        if not nodes:
            raise OtherLayout(f"{self.NAME}: nothing matches {cells}", selector=str(cells))
        boxes = [board.box(node) for node in nodes]
        claims = {name: found for name, found in (source(nodes) for source in self.places_by) if found is not None}
        shapes = {name: shape for source in self.sizes_by for name, shape in source(board).items()}
        found = places(boxes, claims, shapes, self.quoted)
        return Located(
            board,
            (found.height, found.width),
            dict(zip(found.cells, nodes, strict=True)),
            dict(zip(found.cells, boxes, strict=True)),
            found.confirmed,
            found.left_aside,
        )
