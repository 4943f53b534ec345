"""Killer Sudoku: a Sudoku with cages, whose digits differ and add up to a sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar, Self

from solvers._core.families import cages as caged
from solvers._core.families.boxes import box_of_walls, boxes, check_boxes, squarest_box, walls_of_boxes
from solvers._core.families.cages import Cage
from solvers._core.families.latin import Latin, digits_in, each_once
from solvers._core.generate.fill import filled
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.picture import Picture
from solvers._core.model.rules import CageSum as Differ
from solvers._core.model.rules import Clue, Derived, Given, Rule, Total

REST = "rest of a sum"


@dataclass(frozen=True)
class KillerSudoku(Latin):
    """A Killer Sudoku with boxes of any shape (`box`: rows and columns of a box).

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.
    3. The digits in a cage differ, and add up to its sum if it has one.

    Not every cell needs to be in a cage (source: the help page of puzzle-killer-sudoku.com).
    """

    box: tuple[int, int]
    givens: Grid
    cages: tuple[Cage, ...] = ()

    SIZE: ClassVar = (9, 9)
    LARGEST_NEW: ClassVar = 9

    def __post_init__(self) -> None:
        check_boxes(self.box, self.givens)
        super().__post_init__()
        object.__setattr__(self, "cages", caged.canonical(self.cages, self.givens, self.givens.height))

    @property
    def shape(self) -> tuple[int, int]:
        return self.box

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        yield from self.givens.lines()
        yield from boxes(self.box)

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for cage in self.cages:
            cells = f"{len(cage.cells)} cells from {cage.cells[0]} to {cage.cells[-1]}"
            total = "" if cage.sum is None else f" and add up to {cage.sum}"
            words = f"the {cells} differ{total}" if len(cage.cells) > 1 else f"the cage {cage.cells[0]} is {cage.sum}"
            says = Differ(cage.sum, len(cage.cells), digits_in(cage.cells, self.values))
            yield Clue(words, cage.cells, says, "cage")

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        """Yield for people what is left of sums: by itself, then with the units in which its digits differ."""
        if not for_people:  # Z3 is faster without.
            return
        differing: list[Rule] = [each_once(cells, self.values, name=name) for name, cells in self.units()]
        differing += [clue for clue in self.clues() if not isinstance(clue, Given)]
        for words, cells, total in caged.remainders(_whole_units(self.box), self.cages, self.givens.height):
            literals = digits_in(cells, self.values)
            alone = Rule(words, cells, Total(total, len(cells), literals), REST)
            yield alone
            for rule in differing:
                if {*rule.cells}.issuperset(cells):
                    yield Derived(words, cells, Differ(total, len(cells), literals), REST, because=(alone, rule))

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and caged.have_sums(self.cages, dict(grid.marked()))

    def picture(self, grid: Grid | None = None) -> Picture:
        fills, sums = caged.drawn(self.cages)
        return replace(super().picture(grid), fills=fills, corners=sums, signs=walls_of_boxes(self.box))

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(box_of_walls(picture), picture.grid(), tuple(caged.read(picture)))

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(squarest_box(size), Grid.make(*size))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        puzzle = cls.blank(size)
        grid = filled(puzzle, rng)
        return puzzle.with_fields(givens=grid, cages=caged.random(grid, rng)), grid

    def without(self, clue: Clue) -> Self | None:
        return super().without(clue) if isinstance(clue, Given) else None


@lru_cache(maxsize=32)
def _whole_units(box: tuple[int, int]) -> tuple[tuple[str, frozenset[Cell]], ...]:
    """Return the units that hold each digit equally often: lines, blocks of lines, and boxes."""
    side = box[0] * box[1]
    blocks = caged.blocks_of_lines(Grid.make(side, side))
    return (*blocks, *((name, frozenset(cells)) for name, cells in boxes(box)))
