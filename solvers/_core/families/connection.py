"""Kinds whose white cells are connected and whose black cells share no edges, and what that forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.families.marks import is_one
from solvers._core.families.shaded import Shaded
from solvers._core.model.edges import edges
from solvers._core.model.known import NOTHING, Known
from solvers._core.model.lines import forced_by_connection
from solvers._core.model.regions import cut_off
from solvers._core.model.rules import AtMost, Clause, Connected, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers._core.model.grid import Grid
    from solvers._core.model.rules import Literal


class ConnectedWhite(Shaded):
    """Kinds whose black cells share no edges, and whose white cells are connected."""

    __slots__ = ()

    def rules(self) -> Iterator[Rule]:
        """Return that no two neighbours are black."""
        for cell, other in edges(self.board):
            says = AtMost(1, (is_one(cell), is_one(other)))
            yield Rule(f"{cell} and {other} are not both black", (cell, other), says, "neighbours")

    def cuts(self, values: Sequence[bool]) -> Iterator[Rule]:
        """Return that not all of the black cells around a connected part of the white ones are black."""
        return walls(self.board, values)

    def implied(self) -> Iterator[Rule]:
        """Return that the white cells are connected."""
        cells = tuple(self.board.cells())
        yield Rule("the white cells are connected", cells, Connected(self.board.width, tuple(map(is_one, cells))))

    def tracer(self, bit: Callable[[Literal], tuple[int, bool]]) -> Connection:
        """Return what finds the cells that would cut off others."""
        return Connection(self.board, bit)


def walls(board: Grid, values: Sequence[bool]) -> Iterator[Rule]:
    """Return for each part of the white cells, but the largest, that one of the black cells around it is white.

    `values` says of each cell whether it is black.
    """
    white = [cell for cell, is_black in zip(board.cells(), values, strict=True) if not is_black]
    for cell, wall in cut_off(white, board):
        # Black cells have white neighbours, so there are white cells inside and outside of them.
        words = f"{cell} would be cut off from other white cells by {len(wall)} black ones"
        yield Rule(words, wall, Clause(tuple(~is_one(other) for other in wall)), "connection")


class Connection:
    """Finds the cells that would cut off white ones if they were black."""

    def __init__(self, board: Grid, bit: Callable[[Literal], tuple[int, bool]]) -> None:
        """`bit` returns the boolean of a cell that is black."""
        self._board = board
        self._cells = list(board.cells())
        self._bits = [bit(is_one(cell))[0] for cell in self._cells]
        self.mask = sum(self._bits)
        self._not_first = sum(1 << at for at in range(len(self._bits)) if at % board.width)

    def infer(self, ones: int, zeros: int) -> Known | None:
        """Return which cells are white beyond what is known; None if others are cut off from each other."""
        width, black, white = self._board.width, self._packed(ones), self._packed(zeros)
        below, right = black << width, black << 1 & self._not_first
        if black & (below | right):  # Other rules forbid that.
            return NOTHING
        forced = forced_by_connection(width, len(self._bits), black, white)
        if forced is None:
            return None
        near = below | right | black >> width | (black & self._not_first) >> 1
        return Known(0, sum(bit for at, bit in enumerate(self._bits) if forced[1] & ~near & 1 << at))

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - a tracer gets both
        """State the shortest wall that would be closed."""
        found = walls(self._board, [bool((ones | forced) & bit) for bit in self._bits])
        closed = {cell for cell, bit in zip(self._cells, self._bits, strict=True) if bit & forced}
        return min((wall for wall in found if closed <= {*wall.cells}), key=lambda wall: len(wall.cells))

    def ways(self, known: Known) -> Iterator[tuple[Known, Rule]]:  # noqa: ARG002 - a tracer may need it
        """Yield nothing: all that follows is found at once."""
        yield from ()

    def _packed(self, mask: int) -> int:
        return sum(1 << at for at, bit in enumerate(self._bits) if mask & bit)
