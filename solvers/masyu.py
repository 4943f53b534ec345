"""Masyu: one loop through the centres of cells that goes straight through white circles and turns at black ones."""

from __future__ import annotations

from solvers.kind import *

BLACK, WHITE = map(DIGITS.index, "bw")


@dataclass(frozen=True)
class Masyu(Loop):
    """Masyu of any size, rectangles too; `circles` are `b` (black) and `w` (white).

    1. The lines between the centres of neighbours are one closed loop, which neither crosses nor touches itself.
    2. The loop turns at each black circle, and goes straight through both cells beside it.
    3. The loop goes straight through each white circle, and turns in at least one of the cells beside it.

    In a solution, the doubled board, each border between two cells holds 1 (a line crosses it) or 0.

    Source: the rules of Nikoli, and of puzzle-masyu.com.
    """

    circles: Grid

    HELD: ClassVar = {"circles": ({BLACK, WHITE}, "b or w")}
    PRINTED: ClassVar = {
        BLACK: Glyph("b", "●", "dark", given=False),
        WHITE: Glyph("w", "○", "light", given=False),
    }
    REMOVABLE: ClassVar = frozenset({"black circle", "white circle"})
    SPELLED: ClassVar = dict.fromkeys("○⚪◯oO", "w") | dict.fromkeys("●⚫", "b")
    LINK: ClassVar = (link_parts.cells("circles", codes.packed((None, WHITE, BLACK), 3)),)
    GAME_ID: ClassVar = (link_parts.cells("circles", codes.fixed({"B": BLACK, "W": WHITE}), ids.GAP),)
    LARGEST_NEW: ClassVar = 15

    def clues(self) -> Iterator[Clue]:
        for cell, circle in self.circles.marked():
            if circle == BLACK:
                words, name = f"the loop turns at {cell} and goes straight beside it", "black circle"
            else:
                words, name = f"the loop goes straight through {cell} and turns beside it", "white circle"
            yield Clue(words, (cell,), Table(tuple(self._passed(cell, circle))), name, f"it could not pass {cell}")

    def _passed(self, cell: Cell, circle: int) -> Iterator[tuple[Literal, ...]]:
        """Yield the ways in which the loop can pass a circle."""
        for one, other, empty in self.passing(cell, 2, straight=circle == WHITE):
            lines, is_long = (one[0], other[0], *empty), min(len(one), len(other)) > 1
            if circle == WHITE:
                yield from ((*lines, ~one[1]), (*lines, ~other[1])) if is_long else (lines,)
            elif is_long:
                yield (*lines, one[1], other[1])

    def needs(self) -> Iterator[tuple[str, list[Edge]]]:
        return self.at_cells(cell for cell, _ in self.circles.marked())

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and self.keeps_clues(grid)

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int | None:
        beside = linked(grid, cell)
        if not beside:
            return None
        straight = [is_straight(grid, other) for other in beside]
        if is_straight(grid, cell):
            return None if all(straight) else WHITE
        return BLACK if all(straight) else None
