"""Skyscrapers: a Latin square of heights, and on its rim how many buildings are seen from there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.errors import BadPuzzle
from solvers._core.fill import filled
from solvers._core.grid import Grid
from solvers._core.latin import LatinSquare, digits_in
from solvers._core.rules import Clue, Given, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from solvers._core.grid import Cell
    from solvers._core.picture import Picture
    from solvers._core.puzzle import OtherSolution

SIDES = ("left", "top", "right", "bottom")


@dataclass(frozen=True, slots=True)
class Skyscrapers(LatinSquare):
    """Skyscrapers (Towers) on a square of up to 35 rows.

    1. Each cell holds one height.
    2. Each row and column holds each height once.
    3. A number on the rim says how many buildings are seen from there: those that are higher than all before them.

    `left` and `right` hold a number or null for each row, `top` and `bottom` for each column; a side without numbers
    may be left out (source: the help pages of BrainBashers and of puzzle-skyscrapers.com).
    """

    givens: Grid
    left: tuple[int | None, ...] = ()
    top: tuple[int | None, ...] = ()
    right: tuple[int | None, ...] = ()
    bottom: tuple[int | None, ...] = ()

    KIND: ClassVar = "skyscrapers"
    PATIENCE: ClassVar = 2_000
    SIZE: ClassVar = (5, 5)
    LARGEST_NEW: ClassVar = 7

    def __post_init__(self) -> None:
        LatinSquare.__post_init__(self)
        for side in SIDES:
            numbers = getattr(self, side) or (None,) * self.givens.height
            object.__setattr__(self, side, numbers)
            if len(numbers) != self.givens.height:
                raise BadPuzzle(f"{side}: {len(numbers)} numbers, but the board has {self.givens.height} lines")
            for place, number in enumerate(numbers, start=1):
                if number is not None and number not in self.values:
                    raise BadPuzzle(f"{side}: {number} in place {place}, but 1 to {self.givens.height} are seen")

    def _views(self) -> Iterator[tuple[str, int, int, tuple[Cell, ...]]]:
        """Iterate over the numbers: the side, the place, the number, and the cells from there on."""
        lines = [cells for _, cells in self.givens.lines()]
        side_lines = (lines[: self.givens.height], lines[self.givens.height :]) * 2
        for side, seen_lines in zip(SIDES, side_lines, strict=True):
            for place, (number, cells) in enumerate(zip(getattr(self, side), seen_lines, strict=True), start=1):
                if number is not None:
                    yield side, place, number, cells if side in {"left", "top"} else cells[::-1]

    def clues(self) -> Iterator[Clue]:
        yield from LatinSquare.clues(self)
        for side, place, number, cells in self._views():
            line = f"{'row' if side in {'left', 'right'} else 'column'} {place}"
            words = f"{number} of {line} {'is' if number == 1 else 'are'} seen from the {side}"
            yield Clue(words, cells, View(number, len(cells), digits_in(cells, self.values)), "view")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_digits(grid) and all(
            number == _count_seen(map(grid.__getitem__, cells)) for _, _, number, cells in self._views()
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        left, top, right, bottom = (
            tuple(() if number is None else (number,) for number in getattr(self, side)) for side in SIDES
        )
        return replace(LatinSquare.picture(self, grid), rows=left, columns=top, right=right, bottom=bottom)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        sides = (picture.rows, picture.columns, picture.right, picture.bottom)
        return cls(picture.grid(), *(tuple(numbers[0] if numbers else None for numbers in side) for side in sides))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, other_solution: OtherSolution[Self]) -> tuple[Self, Grid]:  # noqa: ARG003 - not needed
        grid = filled(cls.blank(size), rng)
        lines = grid.line_values()
        ahead, behind = ([_count_seen(line[::step]) for line in lines] for step in (1, -1))
        rows = grid.height
        return cls(grid, tuple(ahead[:rows]), tuple(ahead[rows:]), tuple(behind[:rows]), tuple(behind[rows:])), grid

    def without(self, clue: Clue) -> Self | None:
        for side, place, _, cells in self._views():
            if cells == clue.cells and not isinstance(clue, Given):
                numbers = list(getattr(self, side))
                numbers[place - 1] = None
                return self.with_fields(**{side: tuple(numbers)})
        return LatinSquare.without(self, clue)


def _count_seen(heights: Iterable[int | None]) -> int:
    """Return how many heights are higher than all before them."""
    count = highest = 0
    for height in heights:
        if height is not None and height > highest:
            count, highest = count + 1, height
    return count
