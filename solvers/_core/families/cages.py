"""What kinds with cages share: groups of connected cells that hold different digits, perhaps with a sum."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random

import msgspec

from solvers._core.generate.fill import wanted_of
from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle, times
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.lines import digit_sets
from solvers._core.model.picture import Picture
from solvers._core.model.sentences import joined

MAX_CELLS, MAX_HARD, MAX_LEFT = 4, 5, 5
"""The most cells of a cage of a new puzzle, of a hard one, and of what is left of a line or box."""
HARD = 4
"""The grade from which on a puzzle is hard."""
MOST_LINES = 4
"""The most lines beside each other whose sum is used."""


class Cage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cells, and the sum of their digits; null if it is not told."""

    cells: tuple[Cell, ...]
    sum: int | None = None


def canonical(cages: Iterable[Cage], board: Grid, highest: int) -> tuple[Cage, ...]:
    """Return cages in reading order, and their cells, too; raises `BadPuzzle`."""
    found: list[Cage] = []
    owner: dict[Cell, Cage] = {}
    for cage in cages:
        cells = tuple(sorted(cage.cells))
        if not 1 <= len(cells) <= highest:
            raise BadPuzzle(f"cages: a cage has {times(len(cells), 'cell')}, but 1 to {highest} digits can differ")
        for cell in cells:
            if cell not in board:
                raise BadPuzzle(f"cages: {cell} is off the board of {board.height}×{board.width}")
            if cell in owner:
                raise BadPuzzle(f"cages: {cell} is in two cages")
            owner[cell] = cage
        if cut_off := {*cells} - regions.connected_part(cells):
            raise BadPuzzle(f"cages: {min(cut_off)} is cut off from the rest of its cage, which holds {cells[0]}")
        if cage.sum is not None and not digit_sets(cage.sum, len(cells), highest):
            raise BadPuzzle(
                f"cages: the cage of {cells[0]} has the sum {cage.sum}, which {times(len(cells), 'digit')} cannot have"
            )
        found.append(Cage(cells, cage.sum))
    return tuple(sorted(found, key=lambda cage: cage.cells))


def drawn(cages: Sequence[Cage]) -> tuple[dict[Cell, str], dict[Cell, int]]:
    """Return a letter for each cell in a cage, different in neighbouring cages, and the sums by first cell."""
    fills = regions.lettered(cage.cells for cage in cages)
    return fills, {cage.cells[0]: cage.sum for cage in cages if cage.sum is not None}


def read(picture: Picture) -> Iterator[Cage]:
    """Read the cages of a picture: connected cells with one letter, and the number in the corner of one of them."""
    left = dict(picture.fills)
    while left:
        letter = left[min(left)]
        part = regions.connected_part(sorted(cell for cell in left if left[cell] == letter))
        sums = [picture.corners[cell] for cell in sorted(part) if cell in picture.corners]
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


def have_sums(cages: Iterable[Cage], held: Mapping[Cell, int]) -> bool:
    """Return whether the digits in each cage differ and have its sum."""
    for cage in cages:
        digits = [held[cell] for cell in cage.cells]
        if len({*digits}) < len(digits) or cage.sum not in {None, sum(digits)}:
            return False
    return True


def blocks_of_lines(board: Grid) -> Iterator[tuple[str, frozenset[Cell]]]:
    """Yield each row and column, and each few that are beside each other, with their names."""
    lines = list(board.lines())
    for word, group in (("row", lines[: board.height]), ("column", lines[board.height :])):
        for first in range(len(group)):
            for last in range(first, min(first + MOST_LINES, len(group))):
                name = f"{word} {first + 1}" if first == last else f"{word}s {first + 1} to {last + 1}"
                yield name, frozenset(cell for _, cells in group[first : last + 1] for cell in cells)


def remainders(
    units: Iterable[tuple[str, frozenset[Cell]]], cages: Sequence[Cage], highest: int
) -> Iterator[tuple[str, tuple[Cell, ...], int]]:
    """Yield consequences that the sums of whole lines and boxes have for a few cells: words, cells and their sum.

    Each unit holds every digit as often as it has so many cells. What the cages inside it leave open has the rest of
    its sum; what the cages that meet it have outside of it has the rest of theirs.
    """
    with_sum = [(frozenset(cage.cells), cage.sum) for cage in cages if cage.sum is not None]
    for name, unit in units:
        whole = len(unit) * (highest + 1) // 2
        meeting = [(cells, total) for cells, total in with_sum if not cells.isdisjoint(unit)]
        inside = [(cells, total) for cells, total in meeting if cells <= unit]
        rest = unit.difference(*(cells for cells, _ in inside))
        together = frozenset[Cell]().union(*(cells for cells, _ in meeting))
        beyond = together - unit
        left = whole - sum(total for _, total in inside)
        if inside and 1 <= len(rest) <= MAX_LEFT and left > 0:
            yield _sum_of(rest, f"{name} beside whole cages", left), tuple(sorted(rest)), left
        over = sum(total for _, total in meeting) - whole
        if unit <= together and 1 <= len(beyond) <= MAX_LEFT and over > 0:
            yield _sum_of(beyond, f"the cages in {name}", over), tuple(sorted(beyond)), over


def _sum_of(cells: Collection[Cell], of: str, total: int) -> str:
    """Say the sum of some cells, the rest of something."""
    return f"{joined(sorted(cells))}, the rest of {of}, {'add up to' if len(cells) > 1 else 'is'} {total}"
