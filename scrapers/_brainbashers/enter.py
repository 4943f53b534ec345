"""Enter a solution: click cells whose marks words or the order of clicks tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scrapers._brainbashers.drawn import CLASS, value_in, words_of
from scrapers._reading.board import Board, tokens
from scrapers._reading.layout import Entry
from scrapers._reading.moves import Mark, by_clicks, in_any_order, plan

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.places import Located
    from scrapers._site import Move
    from solvers import Cell, Grid

Look = frozenset[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Clicked(Entry):
    """Cells with two marks, of which 0 counts as blank: words name them or, if none does, the order of the clicks."""

    order: tuple[int, int]
    """The marks that the first and the second click leave on a blank cell."""
    words: Mapping[str, int]
    """Words in alts, file names and texts that name a mark."""
    first: Mapping[Cell, tuple[Look, Look]] = field(default_factory=dict)
    """How the cells of this board looked before it was played."""
    means: dict[Look, int] = field(default_factory=dict)
    """What the looks that came up since then mean."""
    clicked: set[Cell] = field(default_factory=set)

    def begun(self, located: Located) -> Clicked:
        """Return an entry that remembers how this board looked before it was played."""
        first = {cell: looks(located.board, node) for cell, node in located.nodes.items()}
        return Clicked(self.order, self.words, first)

    def mark(self, located: Located, cell: Cell, node: Node) -> Mark:
        """Return the mark of a cell; an unknown look of a clicked cell is the next mark in the order of the clicks."""
        for source, words in words_of(node).items():
            if source != CLASS and (named := value_in(words, self.words)):
                return named[0]
        if cell not in self.first:
            return None
        # What was added to its markup or, if there is nothing, to its colours.
        added = (now - before for now, before in zip(looks(located.board, node), self.first[cell], strict=True))
        if (new := next(filter(None, added), None)) is None:
            return None
        if new not in self.means and cell in self.clicked and len(self.means) < len(self.order):
            self.means[new] = self.order[len(self.means)]
        return self.means.get(new)

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return one click for each cell that is not right yet."""
        alike = {None, 0}
        found = plan(self.marks(located), solution, located.boxes, by_clicks(in_any_order(self.order), alike), alike)
        self.clicked.update(cell for move in found for cell in move.leaves)
        return found


def looks(board: Board, node: Node) -> tuple[Look, Look]:
    """Return the words in the markup of a cell, without ids and numbers, and its measured colours."""
    markup: set[tuple[object, ...]] = set()
    colours: set[tuple[object, ...]] = set()
    for depth, part in enumerate([node, *(part for part in node.css("*") if part.mem_id != node.mem_id)]):
        markup |= {(depth, part.tag, "class", name) for name in tokens(part)}
        markup |= {(depth, part.tag, name, part.attributes[name]) for name in ("src", "alt") if name in part.attributes}
        measured = board.measured(part)
        colours |= {(depth, name, str(measured[name])) for name in ("ground", "image") if name in measured}
    text = node.text().strip()
    if text and not text.isdecimal():
        markup.add(("text", text))
    return frozenset(markup), frozenset(colours)
