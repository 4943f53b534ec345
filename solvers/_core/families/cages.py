"""What kinds with cages share: groups of connected cells that hold different digits, perhaps with a sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from solvers._core.generate.fill import wanted_of
from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle, times
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.lines import digit_sets
from solvers._core.model.picture import Picture

MAX_CELLS, MAX_HARD = 4, 5
"""The most cells of a cage of a new puzzle, and of a hard one."""
HARD = 4
"""The grade from which on a puzzle is hard."""


class Cage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cells, and the sum of their digits; null if it is unknown."""

    cells: tuple[Cell, ...]
    sum: int | None = None


def canonical(cages: Iterable[Cage], board: Grid, highest: int) -> tuple[Cage, ...]:
    """Return cages in reading order, and their cells, too; raises `BadPuzzle`."""
    found: list[Cage] = []
    owned = set[Cell]()
    for cage in cages:
        cells = tuple(sorted(cage.cells))
        if not 1 <= len(cells) <= highest:
            raise BadPuzzle(f"cages: a cage has {times(len(cells), 'cell')}, but 1 to {highest} digits can differ")
        for cell in cells:
            if cell not in board:
                raise BadPuzzle(f"cages: {cell} is off the board of {board.height}×{board.width}")
            if cell in owned:
                raise BadPuzzle(f"cages: {cell} is twice in the cages")
            owned.add(cell)
        if cut_off := {*cells} - regions.connected_part(cells):
            raise BadPuzzle(f"cages: {min(cut_off)} is cut off from the rest of its cage, which holds {cells[0]}")
        if cage.sum is not None and not digit_sets(cage.sum, len(cells), highest):
            raise BadPuzzle(
                f"cages: the cage of {cells[0]} has the sum {cage.sum}, which {times(len(cells), 'digit')} cannot have"
            )
        found.append(Cage(cells, cage.sum))
    return tuple(sorted(found, key=lambda cage: cage.cells))


def read(picture: Picture) -> Iterator[Cage]:
    """Read the cages of a picture: connected cells with one letter, and the number in the corner of one of them."""
    left = dict(picture.fills)
    while left:
        letter = left[min(left)]
        part = regions.connected_part(sorted(cell for cell in left if left[cell] == letter))
        sums = [int(picture.corners[cell].rstrip("+-*/")) for cell in sorted(part) if cell in picture.corners]
        if len(sums) > 1:
            raise BadPuzzle(f"the cage of {min(part)} in the picture has {len(sums)} numbers, but one or none")
        left = {cell: name for cell, name in left.items() if cell not in part}
        yield Cage(tuple(sorted(part)), *sums)


def random(solution: Grid, rng: Random) -> tuple[Cage, ...]:
    """Cut a solution into small cages of different digits, with their sums."""
    left, cages = set(solution.cells()), list[Cage]()
    most = MAX_HARD if wanted_of(rng) >= HARD else MAX_CELLS
    while left:
        cells = [min(left)]
        wanted = rng.randint(2, most)
        while len(cells) < wanted:
            held = [solution[cell] for cell in cells]
            near = sorted(
                {other for cell in cells for other in cell.around() if other in left and solution[other] not in held}
                - {*cells}
            )
            if not near:
                break
            cells.append(rng.choice(near))
        left -= {*cells}
        cages.append(Cage(tuple(sorted(cells)), sum(solution[cell] or 0 for cell in cells)))
    return tuple(sorted(cages, key=lambda cage: cage.cells))
