"""Read marks back, and say how one is set: by presses in cells, by painting them, by keys, or by drags along lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scrapers._puzzlink.drawn import Drawn
from scrapers._puzzlink.ways import along_cells, along_lines, doubled, drag
from scrapers._reading.layout import EntryOn
from scrapers._reading.moves import Mark
from scrapers._site import Click, MouseButton, Move
from solvers import Grid

DOUBLE = "2 bars"
"""The form of two lines beside each other."""


@dataclass(frozen=True, slots=True)
class Painted(EntryOn[Drawn]):
    """Cells that hold a mark or not."""

    forms: Mapping[str, int]
    """By the form of a shape in the cell, its mark: 1, or 0 for a cell that is known to hold none."""
    by_drags: bool = True
    """Whether a drag gives all its cells the mark of the first one."""

    def marks(self, drawn: Drawn) -> Grid:
        """Return the mark of each cell."""
        return marks_by(self.forms, drawn)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return a click for each cell that is not right yet, or a drag through all of them that touch each other."""
        marks, blank = self.marks(drawn), frozenset[Mark]({None, 0})
        wanted = {cell for cell, mark in solution.marked() if mark}
        moves: list[Move] = [
            Click(drawn.at(*doubled(cell)), {cell: blank})
            for cell, mark in marks.marked()
            if mark and cell not in wanted
        ]
        lacking = {cell for cell in wanted if not marks[cell]}
        for way, passed in (
            along_cells(wanted, lacking) if self.by_drags else (([cell], {cell}) for cell in sorted(lacking))
        ):
            # With one button, the left one makes a cell blank that is known to hold none.
            button: MouseButton = "right" if drawn.has_one_button and marks[way[0]] == 0 else "left"
            moves.append(drag(drawn, map(doubled, way), dict.fromkeys(sorted(passed), frozenset({1})), button))
        return moves


def marks_by(forms: Mapping[str, int], drawn: Drawn) -> Grid:
    """Return the mark of each cell by the form of what was drawn in it last."""
    found = {cell: forms[shape.form] for cell, shape in drawn.in_cells() if shape.form in forms}
    return Grid.make(*drawn.size, found.get)


@dataclass(frozen=True, slots=True)
class Lines(EntryOn[Drawn]):
    """Lines along borders, or from centre to centre; marks are those of the doubled board."""

    on_borders: bool = False

    def marks(self, drawn: Drawn) -> Grid:
        """Return the doubled board with the number of lines at each place."""
        height, width = drawn.size
        bars = ((at, bar) for at, bar in drawn.bars() if bar.is_level == ((at.row % 2 == 0) == self.on_borders))
        return Grid.make(2 * height + 1, 2 * width + 1, {at: 2 if bar.form == DOUBLE else 1 for at, bar in bars}.get)

    def moves(self, drawn: Drawn, solution: Grid) -> Sequence[Move]:
        """Return drags along all lines that are wrong, then along all that are missing, each as long as possible."""
        grids = (self.marks(drawn), solution)
        shown, wanted = ({at for at, line in grid.marked() if line and (at.row + at.col) % 2} for grid in grids)
        moves: list[Move] = []
        for inside, aims, marks in ((shown - wanted, shown, {None, 0}), (wanted, wanted - shown, {1})):
            for way, passed in along_lines(inside, aims & inside, on_borders=self.on_borders):
                moves.append(drag(drawn, way, dict.fromkeys(sorted(passed), frozenset[Mark](marks))))
        return moves
