"""Hitori: blacken cells so that no number repeats in a line, none touch, and the others are connected."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.families.marks import is_one
from solvers._core.families.shaded import CROSS, Shaded
from solvers._core.generate.fill import latin_square
from solvers._core.model.edges import edges
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid, digit_text
from solvers._core.model.known import NOTHING, Known
from solvers._core.model.lines import forced_by_connection
from solvers._core.model.picture import Glyph
from solvers._core.model.regions import connected_part, cut_off, scattered
from solvers._core.model.rules import AtMost, Clause, Clue, Connected, Exactly, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from solvers._core.model.puzzle import OtherSolution
    from solvers._core.model.rules import Constraint, Literal


@dataclass(frozen=True)
class Hitori(Shaded):
    """Hitori (Singles) of any size, rectangles too; 1 = black, 0 = white.

    1. No two black cells share an edge.
    2. The white cells are connected by their edges.
    3. No number repeats among the white cells of a row or column.

    Source: the help page of puzzle-hitori.com.
    """

    numbers: Grid

    KIND: ClassVar = "hitori"
    MARKS: ClassVar = {1: "black", 0: "white"}
    LOOKS: ClassVar = {1: ("■", "block"), 0: CROSS}
    TEXTS: ClassVar = {1: "o", 0: "x"}
    SIZE: ClassVar = (5, 5)
    BOARD: ClassVar = "numbers"
    LARGEST_NEW: ClassVar = 20

    def __post_init__(self) -> None:
        if blank := [cell for cell in self.numbers.cells() if self.numbers[cell] is None]:
            raise BadPuzzle(f"numbers: {blank[0]} is blank, but each cell holds a number")

    def open_cells(self) -> Iterable[Cell]:
        return self.numbers.cells()

    @cached_property
    def _repeated(self) -> Sequence[tuple[str, int, Sequence[Cell]]]:
        """The numbers that a line holds more than once: its name, the number and the cells."""
        found: list[tuple[str, int, Sequence[Cell]]] = []
        for (name, line), numbers in zip(self.numbers.lines(), self.numbers.line_values(), strict=True):
            cells = defaultdict[int, list[Cell]](list)
            for cell, number in zip(line, numbers, strict=True):
                cells[number or 0].append(cell)
            found += ((name, number, where) for number, where in cells.items() if len(where) > 1)
        return found

    def rules(self) -> Iterator[Rule]:
        for cell, other in edges(self.numbers):
            says = AtMost(1, (is_one(cell), is_one(other)))
            yield Rule(f"{cell} and {other} are not both black", (cell, other), says, "neighbours")

    def cuts(self, values: Sequence[bool]) -> Iterator[Rule]:
        return walls(self.numbers, values)

    def implied(self) -> Iterator[Rule]:
        cells = tuple(self.numbers.cells())
        yield Rule("the white cells are connected", cells, Connected(self.numbers.width, tuple(map(is_one, cells))))

    def tracer(self, bit: Callable[[Literal], tuple[int, bool]]) -> Connection:
        return Connection(self.numbers, bit)

    def clues(self) -> Iterator[Clue]:
        for name, number, cells in self._repeated:
            words = f"{name} keeps at most one {number}"
            yield Clue(words, tuple(cells), AtMost(1, tuple(~is_one(cell) for cell in cells)), "repeated number")

    def deduction_clues(self) -> Iterator[Clue]:  # People see these at once.
        yield from self.clues()
        for name, number, cells in self._repeated:
            for first, second in combinations(cells, 2):
                middle = Cell((first.row + second.row) // 2, (first.col + second.col) // 2)
                if second in first.neighbours():
                    others = tuple(is_one(cell) for cell in cells if cell not in {first, second})
                    words = f"{name} keeps one {number} at {first} or {second}, which are not both black"
                    yield Clue(words, (first, second), Exactly(len(others), others), "pair")
                elif second in middle.neighbours():
                    words = f"{first} or {second} is black, so {middle} between them is not"
                    yield Clue(words, (first, middle, second), Clause((~is_one(middle),)), "between")

    def propagated_clues(self) -> Iterator[Constraint]:
        return (rule.says for rule in chain(self.deduction_clues(), self.implied()))

    def is_solved_by(self, grid: Grid) -> bool:
        white, black = ([cell for cell, held in grid.marked() if held == mark] for mark in (0, 1))
        return (
            self.has_marks(grid)
            and all({*black}.isdisjoint(cell.around()) for cell in black)
            and (not white or len(connected_part(white)) == len(white))
            and all([grid[cell] for cell in cells].count(0) <= 1 for _, _, cells in self._repeated)
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        glyphs = {cell: Glyph(digit_text(number), str(number), given=False) for cell, number in self.numbers.marked()}
        drawn = self.drawn(grid, glyphs)
        black = {cell: glyph for cell, glyph in drawn.items() if glyph.tone == "block"}
        return drawn | {cell: replace(glyph, symbol=f"{glyph.symbol}■") for cell, glyph in black.items()}

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, other_solution: OtherSolution[Self]) -> tuple[Self, Grid]:
        blank, square = Grid.make(*size), latin_square(max(size), rng)
        while True:
            grid = scattered(blank, rng)
            white = [cell for cell, mark in grid.marked() if not mark]
            numbers = dict(square.marked())
            for cell, is_black in grid.marked():
                if is_black and (near := [other for other in white if other.row == cell.row or other.col == cell.col]):
                    numbers[cell] = square[rng.choice(near)] or 0
            puzzle = cls(Grid.make(*size, numbers.get))
            if other_solution(puzzle, grid) is None:
                return puzzle, grid


def walls(board: Grid, values: Sequence[bool]) -> Iterator[Rule]:
    """Return for each part of the white cells, but the largest, that one of the black cells around it is white.

    `values` says of each cell whether it is black.
    """
    white = [cell for cell, is_black in zip(board.cells(), values, strict=True) if not is_black]
    for cell, wall in cut_off(white, board):
        # Black cells have white neighbours, so there are white cells inside and outside of them.
        words = f"{cell} would be cut off from other white cells by {len(wall)} black ones"
        yield Rule(words, wall, Clause(tuple(~is_one(other) for other in wall)), "connection")


class Connection:
    """Finds the cells that would cut off white ones if they were black."""

    def __init__(self, board: Grid, bit: Callable[[Literal], tuple[int, bool]]) -> None:
        """`bit` returns the boolean of a cell that is black."""
        self._board = board
        self._cells = list(board.cells())
        self._bits = [bit(is_one(cell))[0] for cell in self._cells]
        self.mask = sum(self._bits)
        self._not_first = sum(1 << at for at in range(len(self._bits)) if at % board.width)

    def infer(self, ones: int, zeros: int) -> Known | None:
        """Return the cells found to be white beyond the known ones; None if others are cut off from each other."""
        width, black, white = self._board.width, self._packed(ones), self._packed(zeros)
        below, right = black << width, black << 1 & self._not_first
        if black & (below | right):  # Other rules forbid that.
            return NOTHING
        forced = forced_by_connection(width, len(self._bits), black, white)
        if forced is None:
            return None
        near = below | right | black >> width | (black & self._not_first) >> 1
        return Known(0, sum(bit for at, bit in enumerate(self._bits) if forced[1] & ~near & 1 << at))

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - a tracer gets both
        """State the shortest wall that would be closed."""
        found = walls(self._board, [bool((ones | forced) & bit) for bit in self._bits])
        closed = {cell for cell, bit in zip(self._cells, self._bits, strict=True) if bit & forced}
        return min((wall for wall in found if closed <= {*wall.cells}), key=lambda wall: len(wall.cells))

    def ways(self, known: Known) -> Iterator[tuple[Known, Rule]]:  # noqa: ARG002 - a tracer may need it
        """Yield nothing: all that follows is found at once."""
        yield from ()

    def _packed(self, mask: int) -> int:
        return sum(1 << at for at, bit in enumerate(self._bits) if mask & bit)
