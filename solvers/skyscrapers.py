"""Skyscrapers: a Latin square of heights, and on its rim how many buildings are seen from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import ClassVar, Self

from solvers._core.families.latin import digits_in, each_once, long_diagonals
from solvers._core.families.sides import Sided, line_of, seen_from
from solvers._core.generate.fill import filled
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.rules import Clue, Derived, Rule, View


@dataclass(frozen=True)
class Skyscrapers(Sided):
    """Skyscrapers (Towers) on a square of up to 50 rows.

    1. Each cell holds one height.
    2. Each row and column holds each height once; so do both `diagonals` if that is true.
    3. A number on the rim says how many buildings are seen from there: those that are higher than all before them.

    `left` and `right` hold a number or null for each row, `top` and `bottom` for each column; a side without numbers
    may be left out (source: the help pages of BrainBashers and of puzzle-skyscrapers.com).
    """

    givens: Grid
    left: tuple[int | None, ...] = ()
    top: tuple[int | None, ...] = ()
    right: tuple[int | None, ...] = ()
    bottom: tuple[int | None, ...] = ()
    diagonals: bool = field(default=False, kw_only=True, metadata={"omit": True})

    SIZE: ClassVar = (5, 5)
    LARGEST_NEW: ClassVar = 7

    @property
    def shape(self) -> tuple[int, bool]:
        return self.givens.height, self.diagonals

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        yield from super().units()
        if self.diagonals:
            yield from long_diagonals(self.givens)

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for side, place, number, cells in self.views():
            seen = "building" if number == 1 else "buildings"
            words = f"{line_of(side, place)} shows {number} {seen} from the {side}"
            yield Clue(words, cells, View(number, len(cells), digits_in(cells, self.values)), "view")

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        for clue in self.clues() if for_people else ():
            if isinstance(clue.says, View):
                heights = each_once(clue.cells, self.values, "height")
                yield Derived(clue.words, clue.cells, clue.says, clue.name, because=(clue, heights))

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and all(
            number == _count_seen(map(grid.__getitem__, cells)) for _, _, number, cells in self.views()
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        grid = filled(cls.blank(size), rng)
        lines = grid.line_values()
        ahead, behind = ([_count_seen(line[::step]) for line in lines] for step in (1, -1))
        return cls(grid).with_fields(**seen_from(ahead, behind, grid.height)), grid


def _count_seen(heights: Iterable[int | None]) -> int:
    """Return the number of heights that are higher than all before them."""
    return len({*accumulate((height or 0 for height in heights), max)})
