"""The family of Latin squares with a clue on each of the four sides of a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from solvers._core.families.latin import LatinSquare
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import UNTOLD, Cell
from solvers._core.model.puzzle import SIDES
from solvers._core.model.rules import Clue, Given

Side = tuple[int | None, ...]


class Sided(LatinSquare):
    """Kinds with the fields `left`, `top`, `right` and `bottom`: a number or None for each line, seen from there."""

    UNTOLD_IN: ClassVar = frozenset(SIDES)

    def __post_init__(self) -> None:
        super().__post_init__()
        for side in SIDES:
            numbers = tuple(number or None for number in getattr(self, side)) or (None,) * self.givens.height
            object.__setattr__(self, side, numbers)
            if len(numbers) != self.givens.height:
                raise BadPuzzle(f"{side}: {len(numbers)} numbers, but the board has {self.givens.height} lines")
            for place, number in enumerate(numbers, start=1):
                if number not in {None, UNTOLD} and not 1 <= number <= self.values[-1]:
                    raise BadPuzzle(f"{side}: {number} in place {place}, but 1 to {self.values[-1]} are seen")

    def views(self) -> Iterator[tuple[str, int, int, tuple[Cell, ...]]]:
        """Iterate over the numbers that are told: the side, the place, the number, and the cells from there on."""
        lines = [cells for _, cells in self.givens.lines()]
        side_lines = (lines[: self.givens.height], lines[self.givens.height :]) * 2
        for side, seen_lines in zip(SIDES, side_lines, strict=True):
            for place, (number, cells) in enumerate(zip(getattr(self, side), seen_lines, strict=True), start=1):
                if number not in {None, UNTOLD}:
                    yield side, place, number, cells if side in {"left", "top"} else cells[::-1]

    def without(self, clue: Clue) -> Self | None:
        for side, place, _, cells in self.views():
            if cells == clue.cells and not isinstance(clue, Given):
                numbers = list(getattr(self, side))
                numbers[place - 1] = None
                return self.with_fields(**{side: tuple(numbers)})
        return super().without(clue)


def line_of(side: str, place: int) -> str:
    """Name the line that is seen from a place on a side."""
    return f"{'row' if side in {'left', 'right'} else 'column'} {place}"


def seen_from(ahead: list[int], behind: list[int], rows: int) -> dict[str, Side]:
    """Return by their sides what is seen in all lines, rows first, from the front and from behind."""
    parts = (ahead[:rows], ahead[rows:], behind[:rows], behind[rows:])
    return {side: tuple(numbers) for side, numbers in zip(SIDES, parts, strict=True)}
