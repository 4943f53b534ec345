"""Pieces that cover a board: dominoes, and paths with a first cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, pairwise
from random import Random

from solvers._core.families.placed import squares
from solvers._core.model import regions
from solvers._core.model.edges import touch
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import DIGITS, Cell, Edge, Grid
from solvers._core.model.picture import Picture

SIDES = tuple(DIGITS.index(letter) for letter in "rdlu")
"""What a cell holds by the side on which the other half of its domino is, in the order of `Cell.around`."""
PIPES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼", " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
"""The symbols of empty and of filled cells by the sides on which their path goes on: 1 up, 2 down, 4 left, 8 right."""
TURNS_PER_CELL, SQUARE = 20, 4


def domino_set(highest: int) -> list[tuple[int, ...]]:
    """Return the numbers of all dominoes up to a number, the lower one of each first."""
    return list(combinations_with_replacement(range(highest + 1), 2))


def with_sides(board: Grid, dominoes: Iterable[Edge]) -> Grid:
    """Return the sides on which the other halves of dominoes are."""
    sides = {cell: SIDES[cell.around().index(other)] for edge in dominoes for cell, other in (edge, edge[::-1])}
    return Grid.make(board.height, board.width, sides.get)


def halves(grid: Grid) -> dict[Cell, Cell]:
    """Return for each cell that holds a side the cell on that side, on the board or off it."""
    return {cell: cell.around()[SIDES.index(side)] for cell, side in grid.marked() if side in SIDES}


def random_dominoes(board: Grid, rng: Random) -> list[Edge]:
    """Cover a board with dominoes: those of each line, of which pairs side by side are turned many times."""
    lines = [cells for _, cells in board.lines()]
    along = lines[: board.height] if board.width % 2 == 0 else lines[board.height :]
    dominoes = {edge for cells in along for edge in zip(cells[::2], cells[1::2], strict=True)}
    blocks = [cells for cells in squares(board) if len(cells) == SQUARE]
    for first, right, below, last in rng.choices(blocks, k=TURNS_PER_CELL * len(blocks)) if blocks else ():
        level, upright = {(first, right), (below, last)}, {(first, below), (right, last)}
        if level <= dominoes or upright <= dominoes:
            dominoes ^= level | upright
    return sorted(dominoes)


def random_paths(board: Grid, longest: int, rng: Random) -> list[tuple[Cell, ...]]:
    """Return random paths of two cells or more; a cell without room joins the end of another, if it touches any."""
    free, cells = set(board.cells()), list(board.cells())
    paths: list[tuple[Cell, ...]] = []
    for start in rng.sample(cells, len(cells)):
        path, length = [start], rng.randint(2, longest)
        while len(path) < length and (
            ways := [cell for cell in path[-1].around() if cell in free and cell not in path and start in free]
        ):
            path.append(rng.choice(ways))
        if len(path) > 1:
            free -= {*path}
            paths.append(tuple(path))
    for cell in sorted(free):
        ends = [(at, end) for at, path in enumerate(paths) for end in (0, -1) if path[end] in cell.around()]
        if ends:
            at, end = rng.choice(ends)
            paths[at] = (*paths[at], cell) if end else (cell, *paths[at])
    return paths


def check_paths(field: str, paths: Iterable[tuple[Cell, ...]], board: Grid) -> None:
    """Raise `BadPuzzle` unless the cells of each path share edges, and no cell occurs twice or is off the board."""
    seen = set[Cell]()
    for cells in paths:
        for cell in cells:
            if cell not in board:
                raise BadPuzzle(f"{field}: {cell} is off the board of {board.height}×{board.width}")
            if cell in seen:
                raise BadPuzzle(f"{field}: {cell} occurs twice")
            seen.add(cell)
        for before, cell in pairwise(cells):
            if not touch(before, cell):
                raise BadPuzzle(f"{field}: {before} and {cell} share no edge")


def pipe(path: Sequence[Cell], place: int, *, filled: bool) -> str:
    """Return the symbol of a cell of a path, by its place from zero; the first one is a bulb."""
    if not place:
        return "●" if filled else "○"
    right, below, left, above = path[place].around()
    near = path[place - 1 : place + 2]
    return PIPES[filled][sum((other in near) << bit for bit, other in enumerate((above, below, left, right)))]


def paths_of(picture: Picture) -> tuple[tuple[Cell, ...], ...]:
    """Return the paths of a picture: regions whose cells are numbered from 1; raises `BadPuzzle`."""
    by_letter: dict[str, list[Cell]] = {}
    for cell, letter in picture.fills.items():
        by_letter.setdefault(letter, []).append(cell)
    found = []
    for cells in regions.connected_parts(by_letter.values()):
        places = {picture.value(cell): cell for cell in cells}
        path = tuple(places[place] for place in range(1, len(cells) + 1) if place in places)
        if len(path) != len(cells):
            raise BadPuzzle(f"{cells[0]} of the picture is in a region whose cells are not numbered 1 to {len(cells)}")
        found.append(path)
    return tuple(found)
