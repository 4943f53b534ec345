"""What pages of marked cells share: where each cell is, what the clues are, which clicks are next."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from scrapers._board import Lattice
from scrapers._errors import ReadError
from scrapers._site import Click
from solvers import Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping, Sequence

    from scrapers._board import Box
    from scrapers._site import Point
    from scrapers._sources import Agreed

Place = Cell | int
"""A cell, or its number in reading order from zero."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the elements of a board's cells belong."""

    height: int
    width: int
    cells: tuple[Cell, ...]
    confirmed: bool
    """Whether two places that do not derive from each other said so (the page's numbers, the drawn lattice)."""


def places(
    boxes: Sequence[Box | None], claims: Mapping[str, Sequence[Place]], shapes: Mapping[str, tuple[int, int]]
) -> Places:
    """Find the cell of each element from what the page claims and where it is drawn.

    `claims` are places by their source, one a cell element; `shapes` are (rows, columns) by their
    source. Raises `ReadError` where two disagree, or where cells are missing or doubled.
    """
    lattice = Lattice.of(boxes)
    shapes = dict(shapes)
    if lattice is not None:
        shapes["the drawn lattice"] = lattice.height, lattice.width
    _check_apart(boxes)
    for source, claimed in claims.items():
        cells = [place for place in claimed if isinstance(place, Cell)]
        if cells:
            shapes[source] = max(cell.row for cell in cells) + 1, max(cell.col for cell in cells) + 1
    source, (height, width) = next(iter(shapes.items()), ("their number", (isqrt(len(boxes)),) * 2))
    for other, shape in shapes.items():
        if shape != (height, width):
            msg = f"the board has {height}×{width} cells by {source}, but {shape[0]}×{shape[1]} by {other}"
            raise ReadError(msg)
    if len(boxes) != height * width:
        msg = f"the board has {len(boxes)} cells, but {height}×{width} by {source}"
        raise ReadError(msg)
    told = {source: [_cell(place, width) for place in claimed] for source, claimed in claims.items()}
    if lattice is not None:
        told["the drawn lattice"] = list(lattice.cells)
    first, found = next(iter(told.items()))
    for other, others in told.items():
        for one, another in zip(found, others, strict=True):
            if one != another:
                msg = f"{one} by {first} is {another} by {other}"
                raise ReadError(msg)
    _check_each_once(found, Grid.make(height, width), first)
    return Places(height, width, tuple(found), confirmed=lattice is not None and bool(claims))


def _check_each_once(found: Sequence[Cell], board: Grid, source: str) -> None:
    """Raise `ReadError` unless each cell of a board is there, once."""
    for cell in found:
        if cell not in board:
            msg = f"{cell} by {source} is off the board of {board.height}×{board.width}"
            raise ReadError(msg)
    missing = [cell for cell in board.cells() if cell not in found]
    if missing:
        doubled = next(cell for cell in found if found.count(cell) > 1)
        msg = f"{doubled} is there twice by {source}, and {missing[0]} is not there"
        raise ReadError(msg)


def _check_apart(boxes: Sequence[Box | None]) -> None:
    """Raise `ReadError` where two cells are drawn at one place, as no page does, with or without its styles."""
    numbers: dict[tuple[float, float], int] = {}
    for number, box in enumerate(boxes, start=1):
        if box is not None and numbers.setdefault(box.centre, number) != number:
            msg = (
                f"cells {numbers[box.centre]} and {number} are drawn at one place: {box.centre[0]:g}, {box.centre[1]:g}"
            )
            raise ReadError(msg)


def _cell(place: Place, width: int) -> Cell:
    return place if isinstance(place, Cell) else Cell(*divmod(place, width))


@dataclass(frozen=True, slots=True)
class Marked:
    """The cells of a board with what stands in them, one entry a cell element."""

    places: Places
    boxes: Sequence[Box | None]
    marks: Sequence[Agreed[int | None]]

    def by_cell(self) -> dict[Cell, Agreed[int | None]]:
        """Return the mark of each cell, blanks too."""
        return dict(zip(self.places.cells, self.marks, strict=True))

    def grid(self, keep: Container[Cell] | None = None) -> Grid:
        """Return the marks of the cells in `keep` (all by default), blank elsewhere."""
        marks = self.by_cell()
        return Grid.make(
            self.places.height,
            self.places.width,
            lambda cell: marks[cell].value if keep is None or cell in keep else None,
        )

    def clicks(
        self, solution: Grid, cycle: Sequence[int | None] | None, spare: Collection[int | None] = ()
    ) -> list[Click]:
        """Return one click for each cell that does not show its solution yet.

        `cycle` is the order of marks in which a click leads from one to the next, the last to the first;
        None where the page's order is not known: then a click may leave anything else. `spare` are marks
        of which one is as good as another, as a player's crosses are on cells that stay without a mark.
        """
        shown, alike = self.grid(), frozenset(spare)
        boxes = dict(zip(self.places.cells, self.boxes, strict=True))
        wrong = [
            cell
            for cell in solution.cells()
            if shown[cell] != solution[cell] and not {shown[cell], solution[cell]} <= alike
        ]
        # Spare marks that a page has set by itself go with the mark that caused them, so that one goes first.
        going = [cell for cell in wrong if solution[cell] in alike]
        after = {cell: _after(shown[cell], cycle) for cell in going or wrong}
        return [
            Click(centre(cell, boxes[cell]), {cell: left | alike if going and left & alike else left})
            for cell, left in after.items()
        ]


def centre(cell: Cell, box: Box | None) -> Point:
    """Return where to click a cell; raises `ReadError` where it is not visible."""
    if box is None:
        msg = f"{cell} is not visible, so it cannot be clicked"
        raise ReadError(msg)
    return box.centre


def _after(mark: int | None, cycle: Sequence[int | None] | None) -> frozenset[int | None]:
    if cycle is None:
        return frozenset({None, 0, 1} - {mark})
    return frozenset({cycle[(cycle.index(mark) + 1) % len(cycle)]})
