"""Off-by-one sums: digits and empty cells, and every printed sum is one too high or one too low."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat
from math import prod
from random import Random
from typing import ClassVar, Self

from solvers._core.families.marks import holds, one_of
from solvers._core.families.segments import EMPTY, Totals, count_fillings, may_fit, says
from solvers._core.generate.fill import climbed, is_only
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid, digit_text
from solvers._core.model.picture import Glyph, Picture
from solvers._core.model.puzzle import Choices, Puzzle
from solvers._core.model.rules import AtMost, Clue, Exactly, Rule
from solvers._core.model.sentences import joined

Sums = tuple[int, ...]
"""The printed sums of a line."""

HIGHEST = 50
"""The highest digit that a board may have, and so the most rows or columns with one in each cell."""
EMPTY_SHARE = 0.3
"""The share of a random board that is empty at least."""
REDRAWN = 3
"""How many cells of a board are drawn again at a time."""
DRAWN = 12
"""How many random puzzles are drawn for each one that Z3 checks: checking takes longer than drawing."""


@dataclass(frozen=True)
class OffByOneSums(Puzzle):
    """Off-by-one sums of any size, rectangles too; 0 = empty cell.

    1. Each cell holds a digit from 1 to `highest` or is empty.
    2. No digit appears twice in a row or column.
    3. Empty cells split a line into segments. The sums of its segments stand beside each row and above each column, one
       per segment in order, and each is one too high or too low.

    The rules are those of the Logelei in ZEIT (source: a printed puzzle of 6×6 cells and the digits 1 … 5).
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    highest: int

    MARKS: ClassVar = {EMPTY: "empty"} | {mark: str(mark) for mark in range(1, HIGHEST + 1)}
    SIZES: ClassVar = {1: (5, 5), 4: (5, 5)}
    LARGEST_NEW: ClassVar = 7
    MOST_CELLS: ClassVar = HIGHEST**2

    def __post_init__(self) -> None:
        if not 1 <= self.highest <= HIGHEST:
            raise BadPuzzle(f"highest: {self.highest} is not in 1 … {HIGHEST}")
        for field, lines, length in (
            ("rows", self.rows, len(self.columns)),
            ("columns", self.columns, len(self.rows)),
        ):
            if not lines:
                raise BadPuzzle(f"{field}: a board has at least one, but there are none")
            for number, sums in enumerate(lines, start=1):
                if not may_fit(length, _totals(sums), self.highest):
                    words = _words(f"{field.removesuffix('s')} {number}", sums)
                    digits = f"digits from 1 to {self.highest}"
                    raise BadPuzzle(f"{field}: {words}, which no {digits} in {length} cells add up to")

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.rows), len(self.columns), self.highest

    @property
    def board(self) -> Grid:
        return Grid.make(len(self.rows), len(self.columns))

    def rules(self) -> Iterator[Rule]:
        for cell in self.board.cells():
            one_value = Exactly(1, tuple(holds(cell, mark) for mark in range(self.highest + 1)))
            words, otherwise = f"{cell} holds one digit or is empty", f"nothing would fit in {cell}"
            yield Rule(words, (cell,), one_value, "naked single", otherwise)
        for name, line in self.board.lines():
            for digit in range(1, self.highest + 1):
                once = AtMost(1, tuple(holds(cell, digit) for cell in line))
                words, otherwise = f"{name} holds {digit} at most once", f"{name} would hold {digit} twice"
                yield Rule(words, line, once, "", otherwise)

    def clues(self) -> Iterator[Clue]:
        for (name, line), sums in zip(self.board.lines(), self.rows + self.columns, strict=True):
            constraint = says(line, _totals(sums), self.highest)
            yield Clue(_words(name, sums), line, constraint, f"{name.split()[0]} sums")

    def choices(self) -> Choices:
        return {cell: one_of(cell, range(self.highest + 1)) for cell in self.board.cells()}

    def is_solved_by(self, grid: Grid) -> bool:
        digits = range(1, self.highest + 1)
        return (
            grid.same_shape(self.board)
            and all(grid[cell] in {EMPTY, *digits} for cell in grid.cells())
            and not any(line.count(digit) > 1 for line in grid.line_values() for digit in digits)
            and all(
                len(printed) == len(true)
                and all(abs(mine - theirs) == 1 for mine, theirs in zip(printed, true, strict=True))
                for printed, true in zip(self.rows + self.columns, _sums(grid), strict=True)
            )
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        marked = () if grid is None else grid.marked()
        return {cell: Glyph(digit_text(mark), str(mark) if mark else "·", given=False) for cell, mark in marked}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        for field, sums, count in (("rows", picture.rows, picture.height), ("columns", picture.columns, picture.width)):
            if len(sums) != count:
                raise BadPuzzle(f"{field}: the picture has {count}, and sums for {len(sums)}")
        if "highest" not in picture.notes:
            raise BadPuzzle("highest: the picture needs a line with the highest digit, like 'highest: 5'")
        return super().from_picture(picture)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Make a puzzle with one solution: draw a few, check the one with the fewest fillings, repeat."""

        def near(grid: Grid, puzzle: Self) -> tuple[Grid, Self, Grid, bool]:
            cells = [*grid.cells()]
            gone = {*rng.sample(cells, min(len(cells), REDRAWN))}
            marks = {cell: mark for cell, mark in grid.marked() if cell not in gone}
            lines = enumerate(zip(puzzle.rows + puzzle.columns, grid.lines(), strict=True))
            other, grid = cls._drawn(
                *size, rng, marks, {at: sums for at, (sums, (_, line)) in lines if gone.isdisjoint(line)}
            )
            return grid, other, grid, is_only(other, grid, rng)

        while True:
            drawn = [cls._drawn(*size, rng) for _ in range(DRAWN)]
            puzzle, solution = min(drawn, key=lambda pair: pair[0].count_fillings())
            if is_only(puzzle, solution, rng):
                return climbed((solution, puzzle, solution, True), near, rng)

    @classmethod
    def _drawn(
        cls, height: int, width: int, rng: Random, kept: Mapping[Cell, int] = {}, printed: Mapping[int, Sums] = {}
    ) -> tuple[Self, Grid]:
        """Make a puzzle from a random solution and random sums, apart from marks and lines of sums that are kept.

        Its highest digit is one less than the longer side.
        """
        highest = max(2, height, width) - 1
        marks = [[kept.get(Cell(row, col), EMPTY) for col in range(width)] for row in range(height)]
        for row, line in enumerate(marks):
            for col in range(width):
                taken = {*line, *(other[col] for other in marks)}
                free = [digit for digit in range(1, highest + 1) if digit not in taken]
                if Cell(row, col) not in kept and free and rng.random() >= EMPTY_SHARE:
                    line[col] = rng.choice(free)
        solution = Grid(marks)
        sums = [
            printed.get(at) or tuple(total + rng.choice((-1, 1)) for total in true)
            for at, true in enumerate(_sums(solution))
        ]
        return cls(tuple(sums[:height]), tuple(sums[height:]), highest), solution

    def count_fillings(self) -> int:
        """Return in how many ways the lines could be filled if they did not cross."""
        height, width, highest = self.shape
        lines = chain(zip(repeat(width), self.rows), zip(repeat(height), self.columns))
        return prod(count_fillings(length, _totals(sums), highest) for length, sums in lines)


def _totals(sums: Sums) -> Totals:
    """Return the totals that the segments with these printed sums can have."""
    return tuple((printed - 1, printed + 1) for printed in sums)


def _words(name: str, sums: Sums) -> str:
    """Say a line's sums in words."""
    if not sums:
        return f"{name} has no sums"
    return f"{name} has the sum{'s' * (len(sums) > 1)} {joined(sums)},{' each' * (len(sums) > 1)} off by one"


def _sums(grid: Grid) -> list[list[int]]:
    """Return the true sums of the segments of each row, then of each column."""
    found = []
    for values in grid.line_values():
        sums, before = list[int](), EMPTY
        for mark in (value or EMPTY for value in values):
            if mark and before:
                sums[-1] += mark
            elif mark:
                sums.append(mark)
            before = mark
        found.append(sums)
    return found
