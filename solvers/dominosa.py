"""Dominosa: find the dominoes of a set on a board of their numbers."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations_with_replacement
from math import isqrt

from solvers.kind import *

SIDES = tuple(DIGITS.index(letter) for letter in "rdlu")
"""What a cell holds by the side on which the other half of its domino is, in the order of `Cell.around`."""
TURNS_PER_CELL, SQUARE = 20, 4


@dataclass(frozen=True)
class Dominosa(Puzzle):
    """Dominosa with the dominoes from 0-0 to any number, on a board of any form.

    1. Each cell belongs to one domino, which covers two cells that share an edge.
    2. Each domino of the set lies on the board once.

    In a solution a cell holds the side on which its domino goes on: `r` right, `d` down, `l` left, `u` up (source: the
    help page of puzzle-dominosa.com).
    """

    numbers: Grid

    MARKS: ClassVar = {1: "a domino", 0: "a border"}
    SIZE: ClassVar = (6, 7)
    SIZES: ClassVar = {5: (9, 10)}
    RARE: ClassVar = {5: 1}
    SQUARES: ClassVar = "dotted"

    def __post_init__(self) -> None:
        counts = Counter(number for _, number in self.numbers.marked())
        ends, size = max(counts, default=0) + 2, self.numbers.height * self.numbers.width
        if size != (ends - 1) * ends:
            raise BadPuzzle(f"numbers: {size} cells, but dominoes from 0 to {ends - 2} cover {(ends - 1) * ends}")
        for number in range(ends - 1):
            if counts[number] != ends:
                raise BadPuzzle(f"numbers: {counts[number]} cells hold {number}, but {ends} halves of dominoes do")

    def rules(self) -> Iterator[Rule]:
        for cell, around in by_cell(edges(self.numbers)).items():
            constraint = Exactly(1, tuple(map(used, around)))
            otherwise = f"{cell} would belong to two dominoes, or to none"
            yield Rule(f"{cell} belongs to one domino", (cell,), constraint, "last neighbour", otherwise)

    def clues(self) -> Iterator[Clue]:
        places: dict[tuple[int, ...], list[Edge]] = {}
        for edge in edges(self.numbers):
            places.setdefault(self._pair(edge), []).append(edge)
        for pair in domino_set(max(number for _, number in self.numbers.marked())):
            found = places.get(pair, [])
            cells, name = tuple(dict.fromkeys(chain(*found))), "-".join(map(str, pair))
            constraint = Exactly(1, tuple(map(used, found)))
            yield Clue(
                f"one domino is {name}", cells, constraint, "only place", f"two dominoes would be {name}, or none"
            )

    def _pair(self, cells: Edge) -> tuple[int, ...]:
        return tuple(sorted(self.numbers[cell] or 0 for cell in cells))

    def choices(self) -> Choices:
        return edge_choices(edges(self.numbers))

    def assignment(self, grid: Grid) -> dict[Place, int]:
        pairs = {(min(pair), max(pair)) for pair in halves(grid).items()}
        return {(first, second): 1 for first, second in sorted(pairs) if first in grid and second in grid}

    def grid(self, values: Sequence[bool | None]) -> Grid:
        chosen = (edge for edge, value in zip(edges(self.numbers), values, strict=True) if value)
        return with_sides(self.numbers, chosen)

    def is_solved_by(self, grid: Grid) -> bool:
        other = halves(grid) if grid.same_shape(self.numbers) else {}
        dominoes = [self._pair((cell, half)) for cell, half in other.items() if cell < half and half in other]
        return (
            len(other) == self.numbers.height * self.numbers.width
            and all(other.get(half) == cell for cell, half in other.items())
            and len(dominoes) == len({*dominoes})
        )

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        fills = picture.fills
        return {edge: 1 for edge in edges(self.numbers) if edge[0] in fills and fills[edge[0]] == fills.get(edge[1])}

    def picture(self, grid: Grid | None = None) -> Picture:
        covered = {} if grid is None else halves(grid)
        fills = regions.lettered(sorted({(min(pair), max(pair)) for pair in covered.items()}))
        return replace(super().picture(grid), fills=fills, shaded=False, outline="drawn")

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        pairs = domino_set(isqrt(size[0] * size[1]) - 1)
        if size[0] * size[1] != 2 * len(pairs):
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        dominoes = random_dominoes(Grid.make(*size), rng)

        def of(pairs: list[tuple[int, ...]]) -> tuple[Self, Grid]:
            numbers = dict(zip(chain(*dominoes), chain(*pairs), strict=True))
            return cls(Grid.make(*size, numbers.get)), with_sides(Grid.make(*size), dominoes)

        def changed(pairs: list[tuple[int, ...]], doubtful: list[Cell]) -> list[tuple[int, ...]]:
            after, other = pairs.copy(), rng.randrange(len(pairs))
            wrong = rng.choice([at for at, edge in enumerate(dominoes) if {*edge} & {*doubtful}])
            after[wrong], after[other] = (pairs[at][:: rng.choice((1, -1))] for at in (other, wrong))
            return after

        return corrected(rng.sample(pairs, len(pairs)), changed, of, rng)


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
