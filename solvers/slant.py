r"""Slant: a diagonal in each cell, without loops; a number at a corner says how many diagonals end there."""

from __future__ import annotations

from collections import Counter

from solvers.kind import *

MOST = 4
"""The cells around a corner."""


@dataclass(frozen=True)
class Slant(Blocks):
    r"""Slant (Gokigen Naname) of any size, rectangles too; 1 = falling (`\`), 0 = rising (`/`).

    1. The diagonals form no closed loop.
    2. A number says how many diagonals end at its corner, `?` does not; `points` has the corners of the cells, those of
       the rim too.

    Source: the rules of Nikoli, and of puzzle-slant.com.
    """

    points: Grid

    MARKS: ClassVar = {1: "a falling line", 0: "a rising line"}
    LOOKS: ClassVar = {1: ("╲", "plain"), 0: ("\u2571", "plain")}
    TEXTS: ClassVar = {1: "1", 0: "0"}
    SIZE: ClassVar = (7, 7)
    SIZES: ClassVar = {5: (10, 10)}
    HELD: ClassVar = {"points": (range(MOST + 1), "a number from 0 to 4")}
    UNKNOWN_IN: ClassVar = frozenset({"points"})
    NO_GRADES: ClassVar = frozenset({2})
    RARE: ClassVar = {5: 1}
    MOST_CELLS: ClassVar = 2_500
    LARGEST_NEW: ClassVar = 15

    def __post_init__(self) -> None:
        if min(self.points.height, self.points.width) <= 1:
            size = f"{self.points.height}×{self.points.width}"
            raise BadPuzzle(f"points: {size}, but a board has corners in at least 2 rows and columns")
        super().__post_init__()

    @property
    def board(self) -> Grid:
        return Grid.make(self.points.height - 1, self.points.width - 1)

    def rules(self) -> Iterator[Rule]:
        cells = tuple(self.board.cells())
        yield Rule("no lines form a loop", cells, NoLoops(self.board.width, tuple(map(is_one, cells))), CLOSED)

    def clues(self) -> Iterator[Clue]:
        for point, number in self.points.known():
            name, cells = corner(self.board, point)
            literals = tuple(is_one(cell) if touches(cell, 1, point) else ~is_one(cell) for cell in cells)
            yield Clue(f"{name} has {times(number, 'line')}", cells, Exactly(number, literals), "count")

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            self.has_marks(grid)
            and not has_loop(grid)
            and all(ends_at(grid, point) == number for point, number in self.points.known())
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        corners = size[0] + 1, size[1] + 1
        return toggled(
            lambda grid: cls(Grid.make(*corners, lambda point: ends_at(grid, point))),
            filled(cls(Grid.make(*corners)), rng),
            lambda grid: not has_loop(grid),
            rng,
        )

    def without(self, clue: Clue) -> Self:
        point = next(at for (at, _), mine in zip(self.points.known(), self.clues(), strict=True) if mine == clue)
        return type(self)(self.points.with_value((point,), None))


class NoLoops(OnBoard):
    """The diagonals of all cells form no closed loop."""

    __slots__ = ()

    def ends(self, at: int, mark: int) -> tuple[int, int]:
        """Return the numbers of the corners that the diagonal of a cell joins."""
        row, col = divmod(at, self.columns)
        first = row * (self.columns + 1) + col + (not mark)
        return first, first + self.columns + (2 if mark else 0)

    def forced(self, ones: int, zeros: int) -> Forced:
        roots = list(range((len(self.literals) // self.columns + 1) * (self.columns + 1)))

        def root(point: int) -> int:
            while roots[point] != point:
                roots[point] = point = roots[roots[point]]
            return point

        for mark, cells in ((1, ones), (0, zeros)):
            for at in positions(cells):
                first, second = map(root, self.ends(at, mark))
                if first == second:
                    return None
                roots[first] = second
        closing = [0, 0]
        for at in positions(self.field.all & ~(ones | zeros)):
            for mark in (0, 1):
                first, second = map(root, self.ends(at, mark))
                closing[mark] |= (first == second) << at
        return None if closing[0] & closing[1] else (closing[0], closing[1])

    def nogoods(self, ones: int, zeros: int) -> Iterator[Nogood]:
        near: dict[int, list[tuple[int, int]]] = {}
        for at in positions(ones | zeros):
            first, second = self.ends(at, ones >> at & 1)
            near.setdefault(first, []).append((second, at))
            near.setdefault(second, []).append((first, at))
        ways: dict[int, int] = {}
        tree = 0
        for start in near:
            if start in ways:
                continue
            ways[start], queue = 0, [start]
            for point in queue:
                for other, at in near[point]:
                    if other not in ways:
                        ways[other], tree = ways[point] | 1 << at, tree | 1 << at
                        queue.append(other)
        for at in positions((ones | zeros) & ~tree):
            first, second = self.ends(at, ones >> at & 1)
            loop = ways[first] ^ ways[second] | 1 << at
            yield Nogood(loop & ones, loop & zeros, "a loop would close", CLOSED)


def touches(cell: Cell, mark: int, point: Cell) -> bool:
    """Return whether the diagonal of a cell around a corner ends there."""
    return (point.row - cell.row == point.col - cell.col) == bool(mark)


def ends_at(grid: Grid, point: Cell) -> int:
    """Return how many diagonals end at a corner."""
    return sum(touches(cell, grid[cell] or 0, point) for cell in corner(grid, point)[1])


def has_loop(grid: Grid) -> bool:
    """Return whether diagonals are left if those with a loose end are taken away again and again."""
    lines = [(cell, Cell(cell.row + 1, cell.col + 1)) for cell, mark in grid.marked() if mark]
    lines += [(Cell(cell.row + 1, cell.col), cell.neighbours()[0]) for cell, mark in grid.marked() if not mark]
    before = 0
    while len(lines) != before:
        before, ends = len(lines), Counter(point for line in lines for point in line)
        lines = [line for line in lines if min(map(ends.__getitem__, line)) > 1]
    return bool(lines)
