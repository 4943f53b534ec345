"""Plan the input: from what stands on a board, what should stand there, and how one mark is set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from scrapers._errors import ReadError
from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, select
from scrapers._site import BoundingBox, Click, Drag, Keys, MouseButton, Move, Point
from solvers import DIGITS, Cell, Grid

if TYPE_CHECKING:
    from scrapers._reading.places import Located

Mark = int | None
"""What a cell holds, None if it is blank."""
Boxes = Mapping[Cell, BoundingBox | None]
"""Where each cell is drawn, None for one that is not."""
MOST_PRESSES = 9
"""How many presses of one cell are planned at once."""
SHORTEST_DRAG = 3
"""The number of cells from which on one drag replaces clicks."""


def centre(cell: Cell, box: BoundingBox | None, right: float = 0, down: float = 0) -> Point:
    """Return the middle of a cell, or a point so many widths and heights from it; raise `ReadError` if it is hidden."""
    if box is None:
        raise ReadError(f"{cell} is not visible, so it cannot be clicked")
    left, top, width, height = box
    return left + (1 / 2 + right) * width, top + (1 / 2 + down) * height


class CellPress(NamedTuple):
    """One press in a cell, and the keys or the second press that follow it."""

    leaves: Collection[Mark]
    """The marks that it may leave."""
    button: MouseButton = "left"
    keys: tuple[str, ...] = ()
    then: Point | None = None
    once: str = ""
    right: float = 0
    """How far from the middle of the cell, in widths and heights of the cell."""
    down: float = 0


SetMark = Callable[[Cell, Mark, Mark], CellPress]
"""How a mark is set: returns the next press in a cell that holds the first mark and should hold the second."""


def plan(shown: Grid, solution: Grid, boxes: Boxes, set_mark: SetMark, spare: Collection[Mark] = ()) -> list[Click]:
    """Return the presses that lead each cell to its solution, or one a cell where it is not known what a press leaves.

    The first press of each cell comes before any second one. `spare` are marks that are equivalent in cells where
    the solution has none, like a player's crosses.
    """
    alike = frozenset(spare)

    def is_right(cell: Cell, mark: Mark) -> bool:
        return mark == solution[cell] or {mark, solution[cell]} <= alike

    wrong = {cell: shown[cell] for cell in solution.cells() if not is_right(cell, shown[cell])}
    presses = {cell: set_mark(cell, mark, solution[cell]) for cell, mark in wrong.items()}
    # A page that sets spare marks by itself removes them with the mark that caused them, so that mark goes first.
    going = {cell for cell in wrong if solution[cell] in alike}
    presses = {cell: press for cell, press in presses.items() if cell in going or not going}
    planned: list[Click] = []
    for _ in range(MOST_PRESSES):
        for cell, press in presses.items():
            leaves = frozenset(press.leaves)
            marks = leaves | alike if going and leaves & alike else leaves
            at = centre(cell, boxes[cell], press.right, press.down)
            planned.append(Click(at, {cell: marks}, press.then, press.once, press.button, press.keys))
        if any(len(press.leaves) > 1 for press in presses.values()):
            break
        after = {cell: mark for cell, press in presses.items() for mark in press.leaves if not is_right(cell, mark)}
        presses = {cell: set_mark(cell, mark, solution[cell]) for cell, mark in after.items()}
    return planned


def by_clicks(after: Mapping[Mark, Collection[Mark]], spare: Collection[Mark] = ()) -> SetMark:
    """Set marks by clicks: `after` gives, for each mark, the marks of which a click leaves one."""
    known = ", ".join(map(str, after))

    def set_mark(cell: Cell, stands: Mark, wanted: Mark) -> CellPress:
        if wanted is not None and wanted not in after and wanted not in spare:
            raise ReadError(f"{cell} must hold {wanted}, which is neither in the click cycle ({known}) nor spare")
        if stands not in after:
            raise ReadError(f"{cell} holds {stands}, which is not in the click cycle: {known}")
        return CellPress(after[stands])

    return set_mark


def in_cycle(cycle: Sequence[Mark]) -> dict[Mark, frozenset[Mark]]:
    """Return, for each mark of a cycle, the mark that a click leaves: the next one, and after the last the first."""
    following = [*cycle[1:], cycle[0]]
    return {mark: frozenset({after}) for mark, after in zip(cycle, following, strict=True)}


def in_any_order(marks: Collection[int]) -> dict[Mark, frozenset[Mark]]:
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

    def of(self, located: Located) -> SetMark:
        """Return how a mark is set on a board."""

        @cache
        def key(mark: int) -> Point:
            css = self.key.format(mark)
            keys = [box for node in select(located.board.root, css) if (box := located.board.box(node)) is not None]
            if len(keys) != 1:
                raise ReadError(f"the pad shows {len(keys)} keys {css}, not one", selector=css)
            return keys[0].centre

        def set_mark(_cell: Cell, _stands: Mark, wanted: Mark) -> CellPress:
            if self.ready and not select(located.board.root, self.ready):
                message = f"the board does not accept marks now: nothing matches {self.ready}"
                raise ReadError(message, selector=self.ready)
            if wanted is None or not self.key:
                return CellPress({wanted}, keys=key_of(wanted), once=self.active)
            return CellPress({wanted}, then=key(wanted), once=self.active)

        return set_mark


def key_of(mark: Mark) -> tuple[str, ...]:
    """Return the key of a digit, or of the letter for it."""
    return ("Backspace" if mark is None else DIGITS[mark],)


def in_stretches(clicks: Sequence[Click], shown: Grid) -> list[Move]:
    """Return clicks with those on blank cells in a line that do the same as one drag, each cell in one at most."""
    by_cell = {cell: click for click in clicks for cell in click.leaves}
    taken: set[Cell] = set()
    drags: list[Move] = []

    def effect(cell: Cell) -> tuple[frozenset[Mark], MouseButton] | None:
        is_free = cell in by_cell and cell not in taken and shown[cell] is None
        return (by_cell[cell].leaves[cell], by_cell[cell].button) if is_free else None

    for _, line in shown.lines():
        for same, stretch in groupby(line, effect):
            cells = list(stretch)
            if same is not None and len(cells) >= SHORTEST_DRAG:
                taken.update(cells)
                points = tuple(by_cell[cell].at for cell in cells)
                drags.append(Drag(points, dict.fromkeys(cells, same[0]), button=same[1]))
    return [*drags, *(click for cell, click in by_cell.items() if cell not in taken)]


# --- paths ------------------------------------------------------------------------------------------------------------

TAKEN = 1
"""The mark of a cell on the path, at any position."""
ARROWS = {RIGHT: "ArrowRight", DOWN: "ArrowDown", LEFT: "ArrowLeft", UP: "ArrowUp"}


def along(solution: Grid) -> list[Cell]:
    """Return the cells of a path in order."""
    return [cell for _, cell in sorted((number, cell) for cell, number in solution.marked())]


def path_moves(taken: Collection[Cell], solution: Grid, point: Callable[[Cell], Point]) -> list[Move]:
    """Return an arrow key for each cell that is not taken yet, or the keys that undo a wrong path."""
    path = along(solution)
    start = path[0]
    if start not in taken:
        return [Click(point(start), {start: frozenset({TAKEN})})]
    # The page does not show the order of the cells: only the start of a wrong path is certain.
    blank = {cell: frozenset({None}) for cell in sorted({*taken} - {start})}
    if {*taken} != set(path[: len(taken)]):
        return [Keys(("Backspace",), blank)] * len(blank)
    back = Keys(("Backspace",) * len(blank), blank) if blank else None
    steps = list(pairwise(path))[len(taken) - 1 :]
    return [
        Keys((ARROWS[other.row - cell.row, other.col - cell.col],), {other: frozenset({TAKEN})}, otherwise=back)
        for cell, other in steps
    ]


# --- rectangles -----------------------------------------------------------------------------------------------------


def rectangle_moves(boxes: Boxes, shown: Grid, solution: Grid) -> Sequence[Move]:
    """Return the keys that remove wrong rectangles; if there are none, a drag for each one that is missing.

    Both grids hold the number of the rectangle that each cell belongs to.
    """
    size, drawn, wanted = (solution.height, solution.width), _by_number(shown), _by_number(solution)
    wrong = [cells for number, cells in drawn.items() if wanted.get(number) != cells]
    if wrong:
        # Nothing can be drawn over a rectangle.
        gone: frozenset[Mark] = frozenset({None})
        return [Keys(_keys(size, cells[0], "Backspace"), dict.fromkeys(cells, gone)) for cells in wrong]
    return [
        Drag(
            tuple(centre(cell, boxes[cell]) for cell in _across(cells[0], cells[-1])),
            dict.fromkeys(cells, frozenset({number})),
            _keys(size, cells[0], "Enter", *_arrows(cells[0], cells[-1]), "Enter"),
        )
        for number, cells in wanted.items()
        if number not in drawn
    ]


def _by_number(grid: Grid) -> dict[int, list[Cell]]:
    """Return the cells of each rectangle in reading order."""
    found: dict[int, list[Cell]] = {}
    for cell, number in grid.marked():
        found.setdefault(number, []).append(cell)
    return found


def _across(first: Cell, last: Cell) -> Iterator[Cell]:
    """Iterate over the cells from one corner of a rectangle to the opposite one; a turn might begin another."""
    for step in range(max(last.row - first.row, last.col - first.col) + 1):
        yield Cell(min(first.row + step, last.row), min(first.col + step, last.col))


def _arrows(first: Cell, last: Cell) -> tuple[str, ...]:
    return ("ArrowDown",) * (last.row - first.row) + ("ArrowRight",) * (last.col - first.col)


def _keys(size: tuple[int, int], cell: Cell, *keys: str) -> tuple[str, ...]:
    """Return keys for a cell: onto the board, to the first cell from any cell, to the cell, and off the board again."""
    home = ("ArrowUp",) * (size[0] - 1) + ("ArrowLeft",) * (size[1] - 1)
    return ("Escape", "Enter", *home, *_arrows(Cell(0, 0), cell), *keys, "Escape")
