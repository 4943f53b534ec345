"""Plan the clicks that bring a board of marks closer to its solution."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._errors import ReadError
from scrapers._reading.board import Board, Box, select
from scrapers._site import Click, Point
from solvers import DIGITS, Cell, Grid

if TYPE_CHECKING:
    from scrapers._reading.places import Located


def centre(cell: Cell, box: Box | None, *, right: float = 0, down: float = 0) -> Point:
    """Return the middle of a cell, or a point so many widths and heights from it; raise `ReadError` if it is hidden."""
    if box is None:
        raise ReadError(f"{cell} is not visible, so it cannot be clicked")
    return box.centre[0] + right * box.width, box.centre[1] + down * box.height


def clicks(
    shown: Grid,
    solution: Grid,
    boxes: Mapping[Cell, Box | None],
    after: Mapping[int | None, frozenset[int | None]],
    spare: Collection[int | None] = (),
) -> list[Click]:
    """Return the clicks that lead each cell to its solution, or one click a cell if the effect of a click is not known.

    The first click of each cell comes before any second one. `after` gives, for each mark, the marks of which a click
    leaves one. `spare` are marks that are equivalent in cells where the solution has none, like a player's crosses.
    """
    alike = frozenset(spare)
    wanted = {cell: solution[cell] for cell in solution.cells()}

    def is_right(cell: Cell, mark: int | None) -> bool:
        return mark == wanted[cell] or {mark, wanted[cell]} <= alike

    for cell, needed in solution.marked():
        if after and needed not in after and needed not in alike and shown[cell] != needed:
            known = ", ".join(map(str, after))
            raise ReadError(f"{cell} must hold {needed}, which is neither in the click cycle ({known}) nor spare")
    standing = {cell: shown[cell] for cell in wanted}
    wrong = {cell: mark for cell, mark in standing.items() if not is_right(cell, mark)}
    # A page that sets spare marks by itself removes them with the mark that caused them, so that mark goes first.
    going = {cell: mark for cell, mark in wrong.items() if wanted[cell] in alike}
    left, planned = going or wrong, []
    for _ in after:
        for cell, mark in left.items():
            if mark not in after:
                raise ReadError(f"{cell} holds {mark}, which is not in the click cycle: {', '.join(map(str, after))}")
            leaves = after[mark]
            marks = leaves | alike if going and leaves & alike else leaves
            planned.append(Click(centre(cell, boxes[cell]), {cell: marks}))
        if any(len(after[mark]) > 1 for mark in left.values()):
            break
        left = {cell: mark for cell, old in left.items() for mark in after[old] if not is_right(cell, mark)}
    return planned


def in_cycle(cycle: Sequence[int | None]) -> dict[int | None, frozenset[int | None]]:
    """Return, for each mark of a cycle, the mark that a click leaves: the next one, and after the last the first."""
    following = [*cycle[1:], cycle[0]]
    return {mark: frozenset({after}) for mark, after in zip(cycle, following, strict=True)}


def in_any_order(marks: Collection[int]) -> dict[int | None, frozenset[int | None]]:
    """Return, for each mark, the marks that a click may leave if nobody knows the order: any other one or a blank."""
    return {mark: frozenset({None, *marks} - {mark}) for mark in (None, *marks)}


@dataclass(frozen=True, slots=True)
class Pad:
    """A click on a cell, then one on the key of its mark, on a pad of the page, or that key on the keyboard."""

    key: str = ""
    """The selector of a mark's key, with `{}` for the mark; by default its digit, or the letter for it, is typed."""
    active: str = ""
    """What the cell must match before a key is pressed."""
    ready: str = ""
    """A selector that must match on the board before anything is entered, such as a mode that is off."""

    def clicks(self, located: Located, shown: Grid, solution: Grid) -> list[Click]:
        """Return the click and the key for each cell that does not show its solution yet."""
        wrong = {cell: mark for cell, mark in solution.marked() if shown[cell] != mark}
        if wrong and self.ready and not select(located.board.root, self.ready):
            raise ReadError(f"the board does not accept marks now: nothing matches {self.ready}", selector=self.ready)
        keys = {mark: self._key(located.board, mark) for mark in sorted(set(wrong.values()))} if self.key else {}
        return [
            Click(
                centre(cell, located.boxes[cell]),
                {cell: frozenset({mark})},
                then=keys.get(mark),
                once=self.active,
                keys=() if self.key else (DIGITS[mark],),
            )
            for cell, mark in wrong.items()
        ]

    def _key(self, board: Board, mark: int) -> Point:
        """Return the point to click on the key of a mark."""
        css = self.key.format(mark)
        keys = [box for node in select(board.root, css) if (box := board.box(node)) is not None]
        if len(keys) != 1:
            raise ReadError(f"the pad shows {len(keys)} keys {css}, not one", selector=css)
        return keys[0].centre
