"""Shakashaka: black triangles in cells leave white rectangles, upright or tilted; numbers count triangles."""

# Long: rectangles that stand on a corner are followed along their sides, in the rules and in the check.

from __future__ import annotations

from functools import lru_cache
from itertools import chain, groupby, product

from solvers.kind import *

Places = Mapping[Cell, int | None]
"""The marks of all cells, None for black ones."""
Quarter = tuple[Cell, int]
"""A cell and one of its sides: the quarter of the cell beside it, cut off by the diagonals."""

MARKS = range(5)
"""An empty cell, and triangles with the right angle at the lower left, lower right, upper right and upper left."""
RIGHT, BELOW, LEFT, ABOVE = SIDES = range(4)
WHITE = ({*SIDES}, {ABOVE, RIGHT}, {LEFT, ABOVE}, {BELOW, LEFT}, {RIGHT, BELOW})
"""By mark, the sides of the white quarters."""
CLOCKWISE = (
    ((-1, 0), 1, LEFT, BELOW),
    ((0, 0), 4, ABOVE, LEFT),
    ((0, -1), 3, RIGHT, ABOVE),
    ((-1, -1), 2, BELOW, RIGHT),
)
"""The cells around a corner: where each is, the triangle whose right angle is there, and the quarters there."""
BLOCK_SHARE = 0.2
"""How often a cell of a new puzzle becomes black at once, instead of where nothing else fits."""
STEPS = 10_000
"""How many marks are tried before a new puzzle is begun again."""


@dataclass(frozen=True)
class Shakashaka(Blocked):
    """Shakashaka of any size, rectangles too.

    1. An open cell is empty, or holds one of four black triangles, each of which fills half of it.
    2. Each white area is a rectangle, upright or tilted by 45°.
    3. A number says how many cells beside its black cell hold triangles.

    In `blocks`, `0` to `4` is a black cell with that number, `b` one without. In a solution, 0 is an empty cell, and a
    triangle has its right angle at the lower left (1), lower right (2), upper right (3) or upper left (4).

    Source: the rules of Nikoli, and of puzzle-shakashaka.com.
    """

    blocks: Grid

    LOGIC: ClassVar = "QF_FD"
    SPELLED: ClassVar = dict.fromkeys("■⬛#X█🔲", "b")
    MARKS: ClassVar = {
        0: "empty",
        1: "a lower left triangle",
        2: "a lower right triangle",
        3: "an upper right triangle",
        4: "an upper left triangle",
    }
    LOOKS: ClassVar = {mark: (symbol, "plain") for mark, symbol in enumerate("×◣◢◥◤")}
    TEXTS: ClassVar = {0: "x", 1: "sw", 2: "se", 3: "ne", 4: "nw"}
    SIZE: ClassVar = (7, 7)
    LARGEST_NEW: ClassVar = 10

    def choices(self) -> Choices:
        return {cell: one_of(cell, MARKS) for cell in self.open_cells()}

    def rules(self) -> Iterator[Rule]:
        open_cells = {*self.open_cells()}
        for cell in self.open_cells():
            one = Exactly(1, tuple(holds(cell, mark) for mark in MARKS))
            words, otherwise = f"{cell} is empty or holds one triangle", f"nothing would fit in {cell}"
            yield Rule(words, (cell,), one, "one triangle", otherwise)
        for point in Grid.make(self.blocks.height + 1, self.blocks.width + 1).cells():
            name, cells = corner(self.blocks, point)
            rows = tuple(rows_at(point, frozenset(open_cells.intersection(cells))))
            if open_cells.intersection(cells):
                otherwise = f"white would have a wrong angle at {name}"
                yield Rule(f"white has right or straight angles at {name}", cells, Table(rows), "angle", otherwise)

    def clues(self) -> Iterator[Clue]:
        return self.counts("triangle", lambda cell: ~holds(cell, 0))

    def is_solved_by(self, grid: Grid) -> bool:
        marks = dict(grid.marked())
        return (
            grid.same_shape(self.blocks)
            and marks.keys() == {*self.open_cells()}
            and {*MARKS} >= {*marks.values()}
            and all(map(is_rectangle, areas(marks)))
            and all(
                number in {BLOCK, sum(marks[other] > 0 for other in self.beside(cell))}
                for cell, number in self.blocks.marked()
            )
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)

        def puzzle_of(marks: Places) -> tuple[Self, Grid]:
            blank, grid = (
                cls(Grid.make(*size, {cell: BLOCK for cell, mark in marks.items() if mark is None}.get)),
                Grid.make(*size, marks.get),
            )
            counts = {cell: sum(grid[other] != 0 for other in blank.beside(cell)) for cell, _ in blank.blocks.marked()}
            return cls(Grid.make(*size, counts.get)), grid

        def changed(marks: Places, wrong: list[Cell]) -> Places | None:
            return refilled(board, marks, {*board.near(rng.choice(wrong))}, rng)

        marks = None
        while marks is None:
            marks = refilled(board, {}, {*board.cells()}, rng)
        return corrected(marks, changed, puzzle_of, rng)


def white_at(point: Cell, marks: Mapping[Cell, int | None]) -> tuple[bool, ...]:
    """Return whether each of the eight sectors around a corner is white, clockwise from the top."""
    cells = ((Cell(point.row + down, point.col + right), sides) for (down, right), _, *sides in CLOCKWISE)
    return tuple(
        (mark := marks.get(cell)) is not None and side in WHITE[mark] for cell, sides in cells for side in sides
    )


def refilled(board: Grid, marks: Places, free: set[Cell], rng: Random) -> Places | None:
    """Fill some cells of a board anew, black ones among them; None if many attempts fail."""
    marks, order, steps = (
        {cell: mark for cell, mark in marks.items() if cell not in free},
        sorted(free),
        iter(range(STEPS)),
    )

    def fits(cell: Cell) -> bool:
        points = (Cell(cell.row + down, cell.col + right) for down, right in product((0, 1), repeat=2))
        return all(
            has_right_angles(white_at(point, marks)) for point in points if marks.keys() >= {*corner(board, point)[1]}
        )

    def fill(at: int) -> bool:
        options: list[int | None] = rng.sample(MARKS, len(MARKS))
        options.insert(0 if rng.random() < BLOCK_SHARE else len(options), None)
        for mark in options if at < len(order) else ():
            marks[order[at]] = mark
            if next(steps, None) is not None and fits(order[at]) and fill(at + 1):
                return True
        if at < len(order):
            marks.pop(order[at])
        return at == len(order)

    return marks if fill(0) else None


@lru_cache(maxsize=2**12)
def rows_at(point: Cell, open_cells: frozenset[Cell]) -> tuple[tuple[Literal, ...], ...]:
    """Return the ways in which the white around a corner has no angles but right, straight and full ones."""
    options: list[list[tuple[tuple[bool, bool], tuple[Literal, ...]]]] = []
    for (down, right), filling, first, second in CLOCKWISE:
        cell = Cell(point.row + down, point.col + right)
        if cell not in open_cells:
            options.append([((False, False), ())])
            continue
        shown = {mark: (first in WHITE[mark], second in WHITE[mark]) for mark in MARKS if mark}
        partly = [mark for mark in shown if any(shown[mark]) != all(shown[mark])]
        options.append([(shown[mark], (holds(cell, mark),)) for mark in (filling, *partly)])
        options[-1].append(((True, True), tuple(~holds(cell, mark) for mark in (filling, *partly))))
    return tuple(
        tuple(chain.from_iterable(literals for _, literals in row))
        for row in product(*options)
        if has_right_angles(tuple(chain.from_iterable(white for white, _ in row)))
    )


@lru_cache(maxsize=2**8)
def has_right_angles(white: tuple[bool, ...]) -> bool:
    """Return whether the white of eight sectors around a corner has right and straight angles, or is all of them."""
    start = white.index(False) if False in white else 0
    runs = [len([*run]) for is_white, run in groupby(white[start:] + white[:start]) if is_white]
    return {2, 4, 8}.issuperset(runs)


def areas(marks: Mapping[Cell, int]) -> Iterator[set[Quarter]]:
    """Yield the white areas, each as quarters of cells."""
    left = {(cell, side) for cell, mark in marks.items() for side in WHITE[mark]}
    while left:
        queue = [left.pop()]
        for cell, side in queue:
            near = {(cell, (side + 1) % 4), (cell, (side - 1) % 4), (cell.around()[side], (side + 2) % 4)} & left
            left -= near
            queue += near
        yield {*queue}


def is_rectangle(area: set[Quarter]) -> bool:
    """Return whether an area fills the smallest rectangle around it, upright or tilted."""
    points = set[tuple[int, int]]()
    for (row, col), side in area:
        x, y = 2 * col + 1, 2 * row + 1
        across, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
        points |= {(x, y), (x + across - down, y + down + across), (x + across + down, y + down - across)}
    spans = [max(line) - min(line) for line in zip(*((x, y, x + y, x - y) for x, y in points), strict=True)]
    # A quarter has a quarter of a cell, which is 2 × 2 here; a tilted rectangle half of the product of its spans.
    return len(area) in {spans[0] * spans[1], spans[2] * spans[3] / 2}
