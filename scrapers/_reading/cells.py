"""Declare a layout of marked cells by selectors and sources; see `docs/decisions` for the reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from scrapers._errors import Declared, ReadError
from scrapers._reading.board import cache_last, select
from scrapers._reading.layout import BoardLayout, Entry, Markup
from scrapers._reading.moves import Pad, by_clicks, in_any_order, in_cycle, plan
from scrapers._reading.sources import ElementContext, Source, observe
from scrapers._reading.statements import BOARD, UNNAMED, CluePart, Facts, Place, Statement, said_of, settle
from solvers import Cell, Grid, Puzzle

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.places import Located
    from scrapers._site import Move


Mark = int | None
"""What a cell holds, None if it is empty."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The puzzle as one text in the state, a character for each cell in reading order."""

    path: tuple[str, ...]
    """The keys of the text in the state, one inside the other."""
    marks: Mapping[str, int]
    """The mark of each character; `-` is a blank."""

    def grid(self, located: Located) -> Grid | None:
        """Return the listed marks, None if the page has no such text; raise `ReadError` if it is malformed."""
        text: Any = located.board.state
        for key in self.path:
            text = text.get(key) if isinstance(text, dict) else None
        if text is None:
            return None
        height, width = located.size
        if not isinstance(text, str) or len(text) != height * width or not set(text) <= {*self.marks, "-"}:
            known = f"{', '.join(self.marks)} and -"
            raise ReadError(f"{self.path[-1]} is {text!r}, not {height}×{width} of {known}", selector="script")
        return Grid.make(height, width, lambda cell: self.marks.get(text[cell.row * width + cell.col]))


@dataclass(frozen=True, slots=True)
class Givens(Declared):
    """How a page shows which marks are givens; by default every mark is a given, from one source.

    A given is confirmed if two sources say so: two locks, or one source and a board on which nobody has played.
    """

    locked: Sequence[Source[bool]] = ()
    """What locks a cell, like `has(".given")`; several must agree."""
    listed: Listed | None = None
    """Where the page lists its givens; they also name the marks of their cells."""
    always: bool = False
    """Whether the marks of the layout are never the player's, like the numbers on a board on which a path is drawn."""
    fresh: Callable[[Mapping[str, Any]], bool] | None = None
    """Whether the state says that nobody has played yet, for a page that shows its locks only sometimes."""

    def read(self, located: Located) -> Iterator[Statement]:
        """Say whether each cell is locked or among the listed givens, and whether the board is fresh."""
        if self.always:
            return
        for cell, node in located.nodes.items() if self.locked else ():
            names, _ = observe(ElementContext(located.board, cell, node, node), self.locked)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells(Declared, Markup):
    """One generation of a page's markup, declared: a board of marked cells.

    The drawn lattice is always compared with the places that the page states, and all sources of a mark with each
    other; a disagreement is a `ReadError`. A clue is confirmed if two independent sources say it.
    """

    SELECTORS = ("cell", "board", "content", "groups")
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
    pad: Pad | None = None
    """How marks are entered if clicking their cell is not enough."""
    words: Mapping[Mark, str] = field(default_factory=dict)
    """Words for marks that the puzzle's own `MARKS` do not have."""
    unnamed: Sequence[int] = ()
    """Marks to assign, in order of appearance, to drawings that nothing names, such as those of a theme."""
    layout: BoardLayout = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the layout, once; raise `TypeError` for a declaration that cannot work."""
        Declared.__post_init__(self)
        layout = BoardLayout(
            **{own.name: getattr(self, own.name) for own in fields(Markup)},
            kind=self.kind,
            readers=(self._read_clues,),
            puzzle=self._puzzle,
            confirms=self._confirms,
            entry=Marked(self),
            words={"mark": self.word},
            unnamed={"mark": self.unnamed},
        )
        object.__setattr__(self, "layout", layout)

    def word(self, mark: Mark) -> str:
        """Return a mark in people's words."""
        return self.words.get(mark) or ("empty" if mark is None else self.kind.MARKS.get(mark, str(mark)))

    def _read_clues(self, located: Located) -> Iterator[Statement]:
        """Say which cells are locked, and what the board shows besides the marks."""
        if self.kind.has_givens():
            yield from self.givens.read(located)
        for part in self.clues:
            yield from part.read(located)

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
        """Return whether each clue is confirmed: whole, or in each of its cells; if it is there twice, both must be."""
        givens = self._givens(facts)
        sure = {cells: is_sure for part in self.clues for cells, is_sure in part.result(facts).confirmed.items()}
        confirmed: dict[str, bool] = {}
        for number, clue in enumerate(puzzle.clues()):
            each = [sure.get(frozenset({cell}), False) for cell in clue.cells]
            # A puzzle lists its given marks first.
            is_given = number < len(givens)
            is_sure = givens[clue.cells[0]] if is_given else sure.get(frozenset(clue.cells), bool(each) and all(each))
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
            names, looks = observe(
                ElementContext(located.board, cell, node, self._content(cell, node)), self.of.marks_by
            )
            if self.theme and (look := next(iter(looks.values()), None)) in self.theme:
                names = {**names, "the theme": self.theme[look]}
            if listing is not None and listed is not None and listed[cell] is not None:
                names = {**names, listing.path[-1]: listed[cell]}
            said += said_of("mark", cell, names, looks, self._group(cell, node))
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
            return plan(shown, solution, located.boxes, self.of.pad.of(located))
        after = in_cycle(self.of.cycle) if self.of.cycle and not theme else in_any_order(self.of.kind.MARKS)
        return plan(shown, solution, located.boxes, by_clicks(after, self.of.spare), self.of.spare)

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
