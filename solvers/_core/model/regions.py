"""What kinds with regions share: a field of letters per row, its checks, and random regions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from random import Random
from string import ascii_lowercase, ascii_uppercase

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.picture import Picture

Regions = tuple[str | tuple[str, ...], ...]
"""The name of each cell's region, row by row."""
LETTERS = ascii_uppercase + ascii_lowercase
"""The names of regions, in reading order."""


def cells_by_region(regions: Regions) -> dict[str, list[Cell]]:
    """Return the cells of each region, regions in reading order."""
    cells = defaultdict[str, list[Cell]](list)
    for row, names in enumerate(regions):
        for col, name in enumerate(names):
            cells[name].append(Cell(row, col))
    return cells


def canonical(regions: Regions, *, connected: bool) -> Regions:
    """Return regions named A, B … in reading order, one string per row.

    Raises `BadPuzzle` for a blank, for too many and, if they have to be connected, for one that is not.
    """
    by_name = cells_by_region(regions)
    if len(by_name) > len(LETTERS):
        raise BadPuzzle(f"regions: {len(by_name)} of them, more than the {len(LETTERS)} that this kind may have")
    for name, cells in by_name.items():
        if not name.isalnum() and name.isascii():
            raise BadPuzzle(f"regions: {cells[0]} holds {name!r}, but a region is named by a letter or a number")
        if connected and (cut_off := set(cells) - connected_part(cells)):
            raise BadPuzzle(
                f"regions: {min(cut_off)} is cut off from the rest of region {name}, which holds {cells[0]}"
            )
    letters = dict(zip(by_name, LETTERS, strict=False))
    return tuple("".join(map(letters.__getitem__, row)) for row in regions)


def connected_regions(regions: Regions) -> Regions:
    """Return connected regions, with letters in reading order: A … z, then from A again; touching ones differ.

    Cells with the same name, a text of any length, are one region if they are connected. Raises `BadPuzzle` for rows of
    different lengths.
    """
    for number, row in enumerate(regions, start=1):
        if len(row) != len(regions[0]):
            raise BadPuzzle(f"regions: row {number} has {len(row)} cells, but row 1 has {len(regions[0])}")
    if not regions or not regions[0]:
        raise BadPuzzle("regions: a board has at least one cell, but there are none")
    return tuple(map("".join, rows_of(lettered(parts(regions)))))


@lru_cache(maxsize=32)
def parts(regions: Regions) -> tuple[tuple[Cell, ...], ...]:
    """Return the connected regions in reading order, each with its cells in reading order."""
    return connected_parts(cells_by_region(regions).values())


@lru_cache(maxsize=32)
def homes(regions: Regions) -> Mapping[Cell, tuple[Cell, ...]]:
    """Return the region of each cell."""
    return {cell: part for part in parts(regions) for cell in part}


def numbers_of_rooms(numbers: Grid, rooms: Regions) -> Grid:
    """Return numbers with that of each room in its first cell; raises `BadPuzzle` if the room has several."""
    if (len(rooms), len(rooms[0])) != (numbers.height, numbers.width):
        size = f"{numbers.height}×{numbers.width}"
        raise BadPuzzle(f"regions: {len(rooms)}×{len(rooms[0])}, but numbers are {size}")
    first = dict[Cell, int | None]()
    for room in parts(rooms):
        held = [cell for cell in room if numbers[cell] is not None]
        if len(held) > 1:
            raise BadPuzzle(f"numbers: {held[0]} and {held[1]} are in one room, which has one number at most")
        first[room[0]] = numbers[held[0]] if held else None
    return Grid.make(numbers.height, numbers.width, first.get)


def connected_parts(groups: Iterable[Sequence[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Return the connected parts of groups of cells in reading order, each with its cells in reading order."""
    found = []
    for group in groups:
        left = list(group)
        while left:
            part = connected_part(left)
            found.append(tuple(sorted(part)))
            left = [cell for cell in left if cell not in part]
    return tuple(sorted(found))


def lettered(found: Iterable[Sequence[Cell]]) -> dict[Cell, str]:
    """Return a letter for the cells of each part: A … z, then from A again; parts that touch have different letters."""
    found = list(found)
    return _in_turn(found, cycle(LETTERS)) or _in_turn(found, LETTERS)


def _in_turn(found: Sequence[Sequence[Cell]], letters: Iterable[str]) -> dict[Cell, str]:
    """Return for each part's cells the next letter that no part beside it has; nothing if one has all beside it.

    If each part takes the first such letter, a few letters do, and no part has all beside it.
    """
    names: dict[Cell, str] = {}
    for cells in found:
        near = {names.get(other) for cell in cells for other in cell.around()}
        if near.issuperset(LETTERS):
            return {}
        names |= dict.fromkeys(cells, next(letter for letter in letters if letter not in near))
    return names


def read(picture: Picture) -> Regions:
    """Return the regions of a picture; raises `BadPuzzle` for a cell in none."""
    for cell in picture.cells():
        if cell not in picture.fills:
            raise BadPuzzle(f"{cell} of the picture is in no region")
    return rows_of(picture.fills)


def fills(regions: Regions) -> dict[Cell, str]:
    """Return the name of each cell's region, as a picture holds it."""
    return {cell: name for name, cells in cells_by_region(regions).items() for cell in cells}


def rows_of(names: Mapping[Cell, str]) -> Regions:
    """Return the names of all cells, row by row."""
    rows = defaultdict[int, list[str]](list)
    for cell in sorted(names):
        rows[cell.row].append(names[cell])
    return tuple(map(tuple, rows.values()))


def counted(names: Mapping[Cell, str], cells: Container[Cell]) -> tuple[Grid, Regions]:
    """Return how many of some cells each region has, in its first cell, and the regions."""
    rooms = rows_of(names)
    counts = {room[0]: sum(cell in cells for cell in room) for room in parts(rooms)}
    return Grid.make(len(rooms), len(rooms[0]), counts.get), rooms


def connected_part(cells: Sequence[Cell]) -> set[Cell]:
    """Return those of the cells that are connected with the first."""
    left, reached = set(cells), [cells[0]]
    while reached:
        cell = reached.pop()
        if cell in left:
            left.remove(cell)
            reached += cell.around()
    return set(cells) - left


def scattered(board: Grid, rng: Random) -> Grid:
    """Return a grid with 1 in random cells that share no edge and do not cut off others, as many as fit."""
    black = set[Cell]()
    for cell in rng.sample(list(board.cells()), board.height * board.width):
        white = [other for other in board.cells() if other not in {*black, cell}]
        if white and black.isdisjoint(cell.around()) and len(connected_part(white)) == len(white):
            black.add(cell)
    return type(board).make(board.height, board.width, lambda cell: int(cell in black))


def seeded(board: Grid, count: int, rng: Random) -> dict[Cell, str]:
    """Divide a board into so many random regions, named by numbers."""
    return grown(rng.sample([*board.cells()], count), board, rng, map(str, range(1, count + 1)))


def grown(seeds: Sequence[Cell], board: Grid, rng: Random, names: Iterable[str] = LETTERS) -> dict[Cell, str]:
    """Grow a region around each seed until the board is full."""
    named = dict(zip(seeds, names, strict=False))
    return {cell: named[seed] for cell, seed in _owners(seeds, board, rng).items()}


def _owners(seeds: Iterable[Cell], board: Grid, rng: Random) -> dict[Cell, Cell]:
    """Grow an area around each seed until the board is full; return the seed of each cell."""
    owner = {cell: cell for cell in seeds}
    while len(owner) < board.height * board.width:
        cell = rng.choice(list(owner))
        other = rng.choice(cell.around())
        if other in board:
            owner.setdefault(other, owner[cell])
    return owner


def transfers(regions: Mapping[Cell, str], cells: Iterable[Cell]) -> list[tuple[Cell, str]]:
    """Return each way in which one of the cells can join a neighbouring region and leave its own connected."""
    found = []
    for cell in cells:
        rest = [other for other, name in regions.items() if name == regions[cell] and other != cell]
        if rest and len(connected_part(rest)) == len(rest):
            found += [(cell, regions[other]) for other in cell.around() if other in regions and other not in rest]
    return found


def uneven(regions: Mapping[Cell, str], fixed: Container[Cell], rng: Random) -> dict[Cell, str]:
    """Let cells that are not fixed join larger regions: small regions have few solutions."""
    names, free = dict(regions), [cell for cell in regions if cell not in fixed]
    for cell in rng.sample(free, len(free)):
        sizes = Counter(names.values())
        larger = [(sizes[name], name) for _, name in transfers(names, [cell]) if sizes[name] > sizes[names[cell]]]
        if larger:
            names[cell] = max(larger)[1]
    return names


def moved(regions: Mapping[Cell, str], cells: Iterable[Cell], rng: Random) -> dict[Cell, str] | None:
    """Let one of these cells join a neighbouring region, a larger one if possible; None if none can."""
    sizes, ways = Counter(regions.values()), transfers(regions, cells)
    larger = [(cell, name) for cell, name in ways if sizes[name] >= sizes[regions[cell]]]
    return {**regions, **dict([rng.choice(larger or ways)])} if ways else None


def grown_groups(seeds: Sequence[Cell], count: int, board: Grid, rng: Random) -> dict[Cell, str]:
    """Grow regions with `count` seeds each, named by numbers, until the board is full."""
    while True:
        owner = _owners(seeds, board, rng)
        groups = _grouped(seeds, owner, count, rng)
        if groups is not None:
            return {cell: str(groups[seed]) for cell, seed in owner.items()}


def _grouped(seeds: Iterable[Cell], owner: Mapping[Cell, Cell], count: int, rng: Random) -> dict[Cell, int] | None:
    """Put each `count` seeds whose areas are connected into one group; None if some are left alone."""
    near = defaultdict[Cell, set[Cell]](set)
    for cell, seed in owner.items():
        for other in cell.around():
            if other in owner and owner[other] != seed:
                near[seed].add(owner[other])
    groups = dict[Cell, int]()
    free = set(seeds)
    while free:
        # The seed with the fewest free neighbours first, because it is the most likely to be left alone.
        first = min(sorted(free), key=lambda seed: len(near[seed] & free))
        group = [first]
        while len(group) < count:
            reach = sorted({seed for member in group for seed in near[member]} & free - set(group))
            if not reach:
                return None
            fewest = min(len(near[seed] & free) for seed in reach)
            group.append(rng.choice([seed for seed in reach if len(near[seed] & free) <= fewest + 1]))
        number = len(groups)
        groups |= dict.fromkeys(group, number)
        free -= set(group)
    return groups
