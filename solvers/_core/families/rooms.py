"""Kinds whose regions hold each number from 1 to their size once: Suguru and Ripple Effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.families.latin import HIGHEST, Latin
from solvers._core.families.marks import holds
from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle, ZeroForBlank, times
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.regions import Regions
from solvers._core.model.rules import AtMost, Rule

LARGEST_ROOM = 6
"""Cells of the largest region of a new puzzle."""
TRIES = 6
"""How many regions of a new puzzle are tried at a cell before another one takes it, or makes room."""


class Roomed(Latin):
    """Kinds with the fields `regions` and `givens`, in which equal numbers keep apart as `apart` says."""

    regions: tuple[str | tuple[str, ...], ...]

    if TYPE_CHECKING:

        def __init__(self, regions: Regions, givens: Grid) -> None: ...

    LARGEST_NEW: ClassVar[int] = 12
    VALUE: ClassVar[str] = "number"
    NOTHING: ClassVar[str] = "no number"

    def __post_init__(self) -> None:
        object.__setattr__(self, "regions", regions.connected_regions(self.regions))
        height, width = len(self.regions), len(self.regions[0])
        if (self.givens.height, self.givens.width) != (height, width):
            size = f"{times(self.givens.height, 'row')} and {times(self.givens.width, 'column')}"
            raise BadPuzzle(f"givens: {size}, but the regions have {height} and {width}")
        for _, cells in self.units():
            if len(cells) > HIGHEST:
                raise BadPuzzle(f"regions: the region of {cells[0]} has {len(cells)} cells, more than {HIGHEST}")
            for cell in cells:
                number = self.givens[cell]
                if number is not None and not 0 < number <= len(cells):
                    raise (BadPuzzle if number else ZeroForBlank)(
                        f"givens: {cell} holds {number}, but its region holds the numbers from 1 to {len(cells)}"
                    )

    @property
    def shape(self) -> tuple[str | tuple[str, ...], ...]:
        return self.regions

    @property
    def values(self) -> range:
        return range(1, max(len(cells) for _, cells in self.units()) + 1)

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        for cells in regions.parts(self.regions):
            yield f"the region of {cells[0]}", cells

    def in_cell(self) -> Mapping[Cell, range]:
        return dict(sorted((cell, range(1, len(cells) + 1)) for _, cells in self.units() for cell in cells))

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        """Return a board without numbers, on which each cell is a region."""
        board = Grid.make(*size)
        return cls(regions.rows_of({cell: str(at) for at, cell in enumerate(board.cells())}), board)

    def apart(self) -> Iterator[tuple[str, tuple[Cell, ...], int]]:
        """Yield cells of which one at most holds a number, with words for where they are."""
        raise NotImplementedError

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        numbers = self.in_cell()
        for where, cells, number in self.apart():
            some = tuple(cell for cell in cells if number in numbers[cell])
            if len(some) > 1:
                one = AtMost(1, tuple(holds(cell, number) for cell in some))
                yield Rule(f"{where} hold at most one {number}", some, one, "", f"{where} would hold two {number}s")

    def is_solved_by(self, grid: Grid) -> bool:
        marks = dict(grid.marked())
        return super().is_solved_by(grid) and not any(self.too_near(marks, *held) for held in marks.items())

    def too_near(self, marks: Mapping[Cell, int], cell: Cell, number: int) -> bool:
        """Return whether a number stands again too near to a cell that holds it."""
        raise NotImplementedError

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        alone = cls.blank(size)
        rooms, cells = list[dict[Cell, int]](), {*alone.givens.cells()}
        while free := cells - (marks := {cell: number for room in rooms for cell, number in room.items()}).keys():
            first = min(free)
            tried = (_connected(first, free, rng) for _ in range(TRIES))
            if room := next(filter(None, (_numbered(alone, marks, cells, rng) for cells in tried)), None):
                rooms.append(room)
                continue
            near = [room for room in rooms if not room.keys().isdisjoint(first.around()) and len(room) < LARGEST_ROOM]
            if longer := [room for room in near if not alone.too_near(marks, first, len(room) + 1)]:
                room = rng.choice(longer)
                room[first] = len(room) + 1
            else:
                rooms = [room for room in rooms if room.keys().isdisjoint(first.around()) or rng.random() < 1 / 2]
        names = {cell: str(at) for at, room in enumerate(rooms) for cell in room}
        grid = Grid.make(*size, marks.get)
        return alone.with_fields(regions=regions.rows_of(names), givens=grid), grid


def _connected(first: Cell, free: set[Cell], rng: Random) -> list[Cell]:
    """Return a cell with a few that are connected with it, of those that are free."""
    cells, size = [first], rng.randint(2, LARGEST_ROOM - 1)
    while len(cells) < size and (near := {other for cell in cells for other in cell.around()} & free - {*cells}):
        cells.append(rng.choice(sorted(near)))
    return cells


def _numbered(puzzle: Roomed, marks: Mapping[Cell, int], cells: Sequence[Cell], rng: Random) -> dict[Cell, int] | None:
    """Return a region's cells with its numbers in a random order that goes with the marks, None if there is none."""
    rooms = [dict(zip(cells, order, strict=True)) for order in permutations(range(1, len(cells) + 1))]
    for room in rng.sample(rooms, len(rooms)):
        if not any(puzzle.too_near({**marks, **room}, cell, number) for cell, number in room.items()):
            return room
    return None
