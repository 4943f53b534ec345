"""Hitori: blacken cells so that no number repeats in a line, none touch, and the others are connected."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations

from solvers.kind import *


@dataclass(frozen=True)
class Hitori(Apart):
    """Hitori (Singles) of any size, rectangles too; 1 = black, 0 = white.

    1. No two black cells share an edge.
    2. The white cells are connected by their edges.
    3. No number repeats among the white cells of a row or column; `?` is an unknown number.

    Source: the help page of puzzle-hitori.com.
    """

    numbers: Grid

    SIZE: ClassVar = (5, 5)
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    NO_GRADES: ClassVar = frozenset({2})

    def __post_init__(self) -> None:
        if blank := [cell for cell in self.numbers.cells() if self.numbers[cell] is None]:
            raise BadPuzzle(f"numbers: {blank[0]} is blank, but each cell holds a number")

    @cached_property
    def _repeated(self) -> Sequence[tuple[str, int, Sequence[Cell], Sequence[int]]]:
        """The numbers that a line holds more than once: its name, the number, the line, and the places in it."""
        found: list[tuple[str, int, Sequence[Cell], Sequence[int]]] = []
        for (name, line), numbers in zip(self.numbers.lines(), self.numbers.line_values(), strict=True):
            for number, count in Counter(number or 0 for number in numbers).items():
                if count > 1 and number != UNKNOWN:
                    found.append((name, number, line, [at for at, other in enumerate(numbers) if other == number]))
        return found

    def clues(self) -> Iterator[Clue]:
        for name, number, line, places in self._repeated:
            words, cells = f"{name} keeps at most one {number}", tuple(line[at] for at in places)
            yield Clue(words, cells, AtMost(1, tuple(map(is_zero, cells))), "repeated number")

    def hints(self, *, for_people: bool) -> Iterator[Clue]:
        for name, number, line, places in self._repeated if for_people else ():
            for at, other in combinations(places, 2):
                first, second = line[at], line[other]
                if other == at + 1:
                    others = tuple(is_one(line[place]) for place in places if place not in {at, other})
                    words = f"{name} keeps one {number} at {first} or {second}, which are not both black"
                    yield Clue(words, (first, second), Exactly(len(others), others), "pair")
                elif other == at + 2:
                    between = line[at + 1]
                    words = f"{first} or {second} is black, so {between} between them is not"
                    yield Clue(words, (first, between, second), Clause((is_zero(between),)), "between")

    def is_solved_by(self, grid: Grid) -> bool:
        if not super().is_solved_by(grid):
            return False
        white = [cell for cell, mark in grid.marked() if not mark and self.numbers[cell] != UNKNOWN]
        rows = Counter((cell.row, self.numbers[cell]) for cell in white)
        columns = Counter((cell.col, self.numbers[cell]) for cell in white)
        return max((*rows.values(), *columns.values()), default=1) == 1

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank, square = Grid.make(*size), latin_square(max(size), rng)

        def drawn(grid: Grid, kept: Mapping[Cell, int | None]) -> Board[Grid, Self]:
            white = [cell for cell, mark in grid.marked() if not mark]
            numbers = dict(square.marked())
            for cell, is_black in grid.marked():
                near = [other for other in white if other.row == cell.row or other.col == cell.col]
                if is_black and near:
                    numbers[cell] = kept.get(cell) or square[rng.choice(near)] or 0
            puzzle = cls(Grid.make(*size, numbers.get))
            return grid, puzzle, grid, is_only(puzzle, grid, rng)

        def near(grid: Grid, puzzle: Self) -> Board[Grid, Self]:
            black = [cell for cell, mark in grid.marked() if mark]
            return drawn(grid, {cell: puzzle.numbers[cell] for cell in rng.sample(black, max(len(black) - 1, 0))})

        while True:
            begun: Board[Grid, Self] = drawn(scattered(blank, rng), {})
            if begun[-1]:
                return climbed(begun, near, rng)
