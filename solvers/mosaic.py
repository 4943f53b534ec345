"""Mosaic: a number says how many of the cells around it, its own among them, are filled."""

from __future__ import annotations

from functools import lru_cache

from solvers.kind import *


@dataclass(frozen=True)
class Mosaic(Numbered):
    """Mosaic (Fill-a-Pix) of any size, rectangles too; 1 = filled, 0 = empty.

    1. A number says how many of the up to nine cells around it, its own included, are filled.

    A cell with a number may be filled, too (source: the help page of puzzle-mosaic.com).
    """

    numbers: Grid

    HELD: ClassVar = {"numbers": (range(10), "a number from 0 to 9")}
    REMOVABLE: ClassVar = frozenset({"number"})

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            near = self.numbers.near(cell)
            words = f"{times(number, 'cell')} from {near[0]} to {near[-1]} {'is' if number <= 1 else 'are'} filled"
            constraint = Exactly(number, _areas(self.numbers.height, self.numbers.width)[cell])
            yield Clue(words, (cell,), constraint, "number")

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        """Yield for people what two neighbours say together: the cells that both count cancel out."""
        numbers = dict(self.numbers.marked())
        for one, other, alone, others in _overlaps(self.numbers.height, self.numbers.width) if for_people else ():
            if one in numbers and other in numbers:
                surplus = numbers[one] - numbers[other]
                first, last = (one, other) if surplus >= 0 else (other, one)
                words = f"{first} counts {f'{abs(surplus)} more than' if surplus else 'as many as'} {last}"
                constraint = Exactly(surplus + len(others), (*alone, *others))
                yield Rule(words, (one, other), constraint, "two numbers", f"{one} and {other} would not fit together")

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int:
        return count_near(grid, cell)


@lru_cache(maxsize=32)
def _areas(height: int, width: int) -> dict[Cell, tuple[Literal, ...]]:
    """Return the literals that the number of each cell counts."""
    board = Grid.make(height, width)
    return {cell: tuple(map(is_one, board.near(cell))) for cell in board.cells()}


@lru_cache(maxsize=32)
def _overlaps(height: int, width: int) -> list[tuple[Cell, Cell, tuple[Literal, ...], tuple[Literal, ...]]]:
    """Return neighbours with the literals that the first counts alone, and the negated ones that the other does.

    The first counts some alone; so a board that is turned has the same comparisons.
    """
    areas, found = _areas(height, width), []
    for one, other in edges(Grid.make(height, width)):
        alone, others = (
            tuple(it for it in areas[mine] if it not in areas[theirs]) for mine, theirs in ((one, other), (other, one))
        )
        if not alone:
            one, other, alone, others = other, one, others, alone  # noqa: PLW2901 - the same two
        found.append((one, other, alone, tuple(~literal for literal in others)))
    return found
