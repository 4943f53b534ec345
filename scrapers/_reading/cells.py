"""Declare a layout of marked cells by selectors and sources; see `docs/decisions` for the reasons."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.board import cache_last, select
from scrapers._reading.clicks import clicks, in_any_order, in_cycle
from scrapers._reading.givens import Givens
from scrapers._reading.layout import BoardLayout, Declared, Entry
from scrapers._reading.sources import Spot, observe
from scrapers._reading.statements import UNNAMED, said_of, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.clicks import Keyboard, Pad
    from scrapers._reading.facts import CluePart, Facts
    from scrapers._reading.places import Located
    from scrapers._reading.sources import Source
    from scrapers._reading.statements import Place, Statement
    from scrapers._site import Move
    from solvers import Cell, Grid, Puzzle

Mark = int | None
"""What a cell holds, None if it is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells(Declared):
    """One generation of a page's markup, declared: a board of marked cells.

    The drawn lattice is always compared with the places that the page states, and all sources of a mark with each
    other; a disagreement is a `ReadError`. A clue is confirmed if two independent sources say it.
    """

    kind: type[Puzzle]
    """The puzzle kind, with words for its marks and clues."""
    marks_by: Sequence[Source[Mark]]
    """The sources that name the mark of a cell, or say what it looks like."""
    content: str = ""
    """The selector of the one element in each cell that shows its mark; by default the cell itself."""
    groups: Sequence[str] = ()
    """Selectors of groups of cells, of which each cell matches one; equal marks look the same only within a group."""
    givens: Givens = field(default_factory=Givens)
    """How the page shows which marks are givens."""
    clues: Sequence[CluePart] = ()
    """What else the board shows: regions, edge signs, walls, boxes."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """Fields of the puzzle that are the same on every board."""
    cycle: Sequence[Mark] = ()
    """The marks in the order in which clicks cycle through them; empty if it is not known."""
    spare: Sequence[Mark] = ()
    """Marks that are equivalent in cells where the solution has none, like a player's crosses and blanks."""
    pad: Pad | Keyboard | None = None
    """How marks are entered if clicking their cell is not enough."""
    words: Mapping[Mark, str] = field(default_factory=dict)
    """Words for marks that the puzzle's own `MARKS` do not have."""
    unnamed: Sequence[int] = ()
    """Marks to assign, in order of appearance, to drawings that nothing names, such as those of a theme."""
    must_name: bool = False
    """Whether a board on which no source names any mark is of another layout."""

    def build(self, markup: Mapping[str, Any]) -> BoardLayout:
        """Return the layout of this markup."""
        return BoardLayout(
            **markup,
            kind=self.kind,
            readers=(self._read_clues,),
            puzzle=self._puzzle,
            confirms=self._confirms,
            entry=Marked(self),
            words={"mark": self.word},
            unnamed={"mark": self.unnamed},
        )

    def word(self, mark: Mark) -> str:
        """Return a mark in people's words."""
        return self.words.get(mark) or ("empty" if mark is None else self.kind.MARKS.get(mark, str(mark)))

    def _read_clues(self, located: Located) -> Iterator[Statement]:
        """Say which cells are locked, and what the board shows besides the marks."""
        if self.kind.has_givens():
            yield from self.givens.read(located)
        for part in self.clues:
            yield from part.read(located, lambda: self.layout.entry.marks(located))

    def _givens(self, facts: Facts) -> Mapping[Cell, bool]:
        """Return the givens, and whether each is confirmed."""
        return self.givens.of(facts, self.spare) if self.kind.has_givens() else {}

    def _puzzle(self, facts: Facts) -> Puzzle:
        """Return the puzzle of the marks that are givens, and of the other clues."""
        parts = [self.fixed, *(part.result(facts).fields for part in self.clues)]
        found = {name: value for part in parts for name, value in part.items()}
        if self.kind.has_givens():
            found["givens"] = facts.grid("mark", self._givens(facts))
        make: Callable[..., Puzzle] = self.kind
        return make(**found)

    def _confirms(self, facts: Facts, puzzle: Puzzle) -> dict[str, bool]:
        """Return whether each clue is confirmed; a clue that is there twice is only if both are."""
        givens, shown = self._givens(facts), [part.result(facts) for part in self.clues]
        confirmed: dict[str, bool] = {}
        for number, clue in enumerate(puzzle.clues()):
            # A puzzle lists its given marks first.
            is_sure = givens[clue.cells[0]] if number < len(givens) else any(part.confirms(clue) for part in shown)
            confirmed[clue.words] = confirmed.get(clue.words, True) and is_sure
        return confirmed


@dataclass(frozen=True, slots=True)
class Marked(Entry):
    """How marks are read and entered."""

    of: Cells
    """What is declared of the marks."""
    theme: Mapping[Hashable, int] = field(default_factory=dict)
    """The marks that were assigned to unnamed drawings on this board before."""

    @cache_last
    def reads(self, located: Located) -> Sequence[Statement]:
        """Return the statements of all sources about the mark in each cell."""
        listing = self.of.givens.listed
        listed = listing.grid(located) if listing is not None else None
        said: list[Statement] = []
        for cell, node in located.nodes.items():
            names, looks = observe(Spot(located.board, cell, node, self._content(cell, node)), self.of.marks_by)
            if self.theme and (look := next(iter(looks.values()), None)) in self.theme:
                names = {**names, "the theme": self.theme[look]}
            if listing is not None and listed is not None and listed[cell] is not None:
                names = {**names, listing.path[-1]: listed[cell]}
            said += said_of("mark", cell, names, looks, self._group(cell, node))
        if self.of.must_name and all(statement.value in {None, UNNAMED} for statement in said):
            raise OtherLayout(f"{self.of.NAME}: nothing names a mark in any of the {len(located.nodes)} cells")
        return said

    def begun(self, located: Located) -> Marked:
        """Return an entry that remembers the marks which were assigned to the drawings of a theme."""
        theme = self._settled(located)[1]
        return replace(self, theme=theme) if theme else self

    def marks(self, located: Located) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self._settled(located)[0]

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return the clicks for the cells that are not right yet, one click a cell if the cycle is not known."""
        shown, theme = self._settled(located)
        if self.of.pad is not None:
            return self.of.pad.clicks(located, shown, solution)
        after = in_cycle(self.of.cycle) if self.of.cycle and not theme else in_any_order(self.of.kind.MARKS)
        return clicks(shown, solution, located.boxes, after, self.of.spare)

    @cache_last
    def _settled(self, located: Located) -> tuple[Grid, Mapping[Hashable, int]]:
        """Return the mark of each cell, and the marks assigned to drawings that nothing names."""
        said = self.reads(located)
        facts = settle(said, words={"mark": self.of.word}, unnamed={"mark": self.of.unnamed})["mark"]
        named = {statement.place for statement in said if statement.value is not UNNAMED}
        first: dict[Place, Hashable] = {}
        for statement in said:
            if statement.place not in named:
                first.setdefault(statement.place, statement.look)
        theme = {look: facts[place].value for place, look in first.items() if facts[place].value is not None}
        return located.grid({cell: facts[cell].value for cell in located.nodes}), self.theme or theme

    def _content(self, cell: Cell, node: Node) -> Node:
        if not self.of.content:
            return node
        found = select(node, self.of.content)
        if len(found) != 1:
            raise ReadError(f"{cell} holds {len(found)} marks, not one ({self.of.content})", selector=self.of.content)
        return found[0]

    def _group(self, cell: Cell, node: Node) -> str:
        if not self.of.groups:
            return ""
        found = [css for css in self.of.groups if node.css_matches(css)]
        if len(found) != 1:
            raise ReadError(
                f"{cell} matches {len(found)} of {', '.join(self.of.groups)}, not one",
                selector=", ".join(self.of.groups),
            )
        return found[0]
