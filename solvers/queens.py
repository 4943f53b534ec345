"""Queens: one queen in each row, column and coloured region, and none touch."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core import lines, placed
from solvers._core.errors import BadPuzzle
from solvers._core.fill import filled
from solvers._core.grid import Cell, Grid
from solvers._core.rules import Clause, Clue, Exactly, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from solvers._core.picture import Picture
    from solvers._core.puzzle import Another, Place
    from solvers._core.rules import Literal

CONNECTED = "connected"
_NO_GIVENS = Grid([[None]])
_LETTERS = ascii_uppercase + ascii_lowercase


@dataclass(frozen=True, slots=True)
class Queens:
    """LinkedIn's Queens on a board of any size up to 52; 1 = a queen, 0 = none.

    1. Each row holds one queen.
    2. Each column holds one queen.
    3. Each region holds one queen.
    4. No two queens touch, not even at a corner.

    `regions` names the region of each cell by a letter: A, B … in reading order, then a, b … (source: the game's own
    legend, 2026). A region is of one piece, unless `connected` is false, as some boards that players made have it.
    """

    regions: tuple[str | tuple[str, ...], ...]
    givens: Grid = field(default_factory=lambda: _NO_GIVENS)
    connected: bool = field(default=True, metadata={"omit": True})

    KIND: ClassVar = "queens"
    LOGIC: ClassVar = "QF_UF"
    MARKS: ClassVar[Mapping[int, str]] = placed.MARKS
    SIZE: ClassVar = (8, 8)

    def __post_init__(self) -> None:
        self._check_regions()
        side = len(self.regions)
        if self.givens is _NO_GIVENS:
            object.__setattr__(self, "givens", Grid.make(side, side))
        placed.check_givens(self.givens, side)
        letters = dict(zip(self._cells_by_region(), _LETTERS, strict=False))
        object.__setattr__(self, "regions", tuple("".join(map(letters.__getitem__, row)) for row in self.regions))

    def _check_regions(self) -> None:
        """Raise `BadPuzzle` unless the board is square, with as many regions as rows, each of one piece."""
        side = len(self.regions)
        for number, row in enumerate(self.regions, start=1):
            if len(row) != side:
                raise BadPuzzle(
                    f"regions: row {number} has {len(row)} cells, but there are {side} rows and the board is square"
                )
        regions = self._cells_by_region()
        for name, cells in regions.items():
            if len(name) != 1 or name not in ascii_letters:
                raise BadPuzzle(f"regions: {cells[0]} holds {name!r}, but a region is named by one letter")
            if self.connected and (cut_off := set(cells) - _piece(cells)):
                raise BadPuzzle(
                    f"regions: {min(cut_off)} is cut off from the rest of region {name}, which holds {cells[0]}"
                )
        if len(regions) != side or not side:
            raise BadPuzzle(f"regions: {len(regions)} regions, but {side} rows, and each holds one queen")

    def _cells_by_region(self) -> dict[str, list[Cell]]:
        """Return the cells of each region, regions in reading order."""
        cells = defaultdict[str, list[Cell]](list)
        for row, names in enumerate(self.regions):
            for col, name in enumerate(names):
                cells[name].append(Cell(row, col))
        return cells

    @property
    def shape(self) -> int:
        return self.givens.height

    def rules(self) -> Iterator[Rule]:
        yield from placed.one_a_line(self.givens)
        for pair in _corners(self.givens):
            one, other = map(lines.literal, pair)
            yield Rule(
                f"queens on {pair[0]} and {pair[1]} would touch", pair, Clause((~one, ~other)), "touching queens"
            )

    def clues(self) -> Iterator[Clue]:
        yield from lines.marks(self.givens, self.MARKS)
        for name, cells in self._cells_by_region().items():
            says = Exactly(1, tuple(map(lines.literal, cells)))
            yield Clue(f"region {name} holds one queen", tuple(cells), says, placed.REGION)

    def answer(self) -> Sequence[str]:
        return lines.answer(self.givens)

    def grid(self, values: Sequence[bool | None]) -> Grid:
        return lines.grid(self.givens, values)

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        return lines.choices(self.givens)

    def cuts(self, _values: Sequence[bool]) -> Sequence[Rule]:
        return ()

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            lines.keeps(self.givens, grid)
            and placed.has_one_a_line(grid)
            and all(sum(grid[cell] == 1 for cell in cells) == 1 for cells in self._cells_by_region().values())
            and not any(grid[one] == grid[other] == 1 for one, other in _corners(grid))
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        return placed.technique(because, sets)

    def picture(self, grid: Grid | None = None) -> Picture:
        fills = {cell: self.regions[cell.row][cell.col] for cell in self.givens.cells()}
        notes = {} if self.connected else {CONNECTED: 0}
        return replace(lines.picture(self.givens, grid, placed.LOOKS), fills=fills, notes=notes)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        givens = lines.givens_of(picture)
        for cell in givens.cells():
            if cell not in picture.fills:
                raise BadPuzzle(f"{cell} of the picture is in no region")
        return cls(_rows(picture.fills), givens, bool(picture.notes.get(CONNECTED, True)))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, _another: Another[Self]) -> tuple[Self, Grid]:
        height, width = size
        grid = filled(cls(tuple(letter * width for letter in _LETTERS[:height])), rng)
        queens = [cell for cell, value in grid.marked() if value]
        regions = _grown(queens, rng)
        # Another solution is none when one of its queens joins the region of another queen. It is not asked of Z3,
        # whose answer depends on what it was asked before.
        for _ in range(height * width):
            other = next((found - set(queens) for found in _placed_in(regions, rng) if found != set(queens)), ())
            moves = _moves(regions, sorted(other))
            if not moves:
                break
            regions |= dict([rng.choice(moves)])
        return cls(_rows(regions)), grid

    def without(self, clue: Clue) -> Self | None:
        if clue.name == placed.REGION:
            return None
        return replace(self, givens=lines.without(self.givens, clue))


def _corners(grid: Grid) -> Iterator[tuple[Cell, Cell]]:
    """Iterate over the cells that touch at a corner; those that share an edge share a line, too."""
    for cell in grid.cells():
        for col in (cell.col - 1, cell.col + 1):
            if (below := Cell(cell.row + 1, col)) in grid:
                yield cell, below


def _beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that share an edge with this one, on the board or off it."""
    return (*cell.neighbours(), Cell(cell.row, cell.col - 1), Cell(cell.row - 1, cell.col))


def _piece(cells: Sequence[Cell]) -> set[Cell]:
    """Return those of the cells that are connected with the first."""
    left, reached = set(cells), [cells[0]]
    while reached:
        cell = reached.pop()
        if cell in left:
            left.remove(cell)
            reached += _beside(cell)
    return set(cells) - left


def _grown(queens: Sequence[Cell], rng: Random) -> dict[Cell, str]:
    """Grow a region around each of the queens until the board is full."""
    regions = dict(zip(queens, _LETTERS, strict=False))
    board = Grid.make(len(queens), len(queens))
    while len(regions) < len(queens) ** 2:
        cell = rng.choice(list(regions))
        other = rng.choice(_beside(cell))
        if other in board:
            regions.setdefault(other, regions[cell])
    return regions


def _placed_in(regions: Mapping[Cell, str], rng: Random) -> Iterator[set[Cell]]:
    """Iterate over all ways to place the queens: in the smallest region first, at random cells."""
    sizes = Counter(regions.values())
    order = sorted(sizes, key=lambda name: (sizes[name], name))
    cells = {name: [cell for cell in regions if regions[cell] == name] for name in order}

    def place(queens: list[Cell]) -> Iterator[set[Cell]]:
        if len(queens) == len(order):
            yield set(queens)
            return
        free = cells[order[len(queens)]]
        for cell in rng.sample(free, len(free)):
            rows_and_columns = ((abs(cell.row - queen.row), abs(cell.col - queen.col)) for queen in queens)
            if all(rows and columns and rows + columns > 2 for rows, columns in rows_and_columns):  # noqa: PLR2004 - at a corner
                yield from place([*queens, cell])

    return place([])


def _moves(regions: Mapping[Cell, str], cells: Iterable[Cell]) -> list[tuple[Cell, str]]:
    """Return how one of the cells can join a region beside it, and leave its own in one piece."""
    found = []
    for cell in cells:
        rest = [other for other, name in regions.items() if name == regions[cell] and other != cell]
        if len(_piece(rest)) == len(rest):
            found += [(cell, regions[other]) for other in _beside(cell) if other in regions and other not in rest]
    return found


def _rows(regions: Mapping[Cell, str]) -> tuple[tuple[str, ...], ...]:
    """Return the regions of all cells of a board, a row each."""
    rows = defaultdict[int, list[str]](list)
    for cell in sorted(regions):
        rows[cell.row].append(regions[cell])
    return tuple(map(tuple, rows.values()))
