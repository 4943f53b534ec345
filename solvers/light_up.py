"""Light Up: place bulbs so that each open cell is lit and no bulb lights another."""

from __future__ import annotations

from functools import cached_property
from itertools import chain

from solvers.kind import *

BLOCK_SHARE = 0.22
"""The share of a random board that is black at first."""


@dataclass(frozen=True)
class LightUp(Blocked):
    """Light Up (Akari) of any size, rectangles too; 1 = a bulb, 0 = none, blank = a black cell.

    1. A bulb lights its own cell and, in all four directions, the cells up to a black one. Each open cell is lit.
    2. No bulb lights another.
    3. A black cell with a number has exactly that many bulbs beside it.

    In `blocks`, `0` to `4` is a black cell with that number, `b` one without (source: the help page of
    puzzle-light-up.com).
    """

    blocks: Grid

    MARKS: ClassVar = {1: "a bulb", 0: "empty"}
    SPELLED: ClassVar = dict.fromkeys("■⬛#X█🔲", "b")
    LOOKS: ClassVar = {1: ("●", "warm"), 0: CROSS}
    TEXTS: ClassVar = {1: "o", 0: "x"}
    SIZE: ClassVar = (7, 7)

    @cached_property
    def _runs(self) -> Sequence[tuple[Cell, ...]]:
        """The runs of open cells, along rows and columns."""
        return [*chain.from_iterable(runs(self.blocks).values())]

    def _lighting(self) -> dict[Cell, list[Cell]]:
        """Return for each open cell the cells whose bulbs light it, itself first."""
        lighting = {cell: [cell] for cell in self.open_cells()}
        for cells in self._runs:
            for cell in cells:
                lighting[cell] += (other for other in cells if other != cell)
        return lighting

    def rules(self) -> Iterator[Rule]:
        for cell, lighting in self._lighting().items():
            constraint = Clause(tuple(map(is_one, lighting)))
            yield Rule(f"{cell} is lit", tuple(lighting), constraint, "last place for a bulb")
        for cells in self._runs:
            if len(cells) > 1:
                words = f"two bulbs from {cells[0]} to {cells[-1]} would light each other"
                yield Rule(words, cells, AtMost(1, tuple(map(is_one, cells))), "lit cell")

    def clues(self) -> Iterator[Clue]:
        return self.counts("bulb", is_one)

    def is_solved_by(self, grid: Grid) -> bool:
        bulbs, lit = {cell for cell, mark in grid.marked() if mark}, set[Cell]()
        for cells in self._runs:
            here = bulbs.intersection(cells)
            if len(here) > 1:
                return False
            lit.update(cells if here else ())
        return (
            self.has_marks(grid)
            and lit == {*self.open_cells()}
            and all(number in {BLOCK, len(bulbs.intersection(cell.around()))} for cell, number in self.blocks.marked())
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        black = {cell for cell in Grid.make(*size).cells() if rng.random() < BLOCK_SHARE}
        while True:
            blank = cls(Grid.make(*size, dict.fromkeys(black, BLOCK).get))
            lighting, bulbs = blank._lighting(), set[Cell]()
            for cell in rng.sample(list(lighting), len(lighting)):
                if bulbs.isdisjoint(lighting[cell]):
                    bulbs.add(cell)
            puzzle = cls(Grid.make(*size, {cell: len(bulbs & {*cell.around()}) for cell in black}.get))
            grid = Grid.make(*size, {cell: int(cell in bulbs) for cell in lighting}.get)
            doubtful = open_cells_of(puzzle)
            if not doubtful or is_only(puzzle, grid, rng):
                return puzzle, grid
            black.add(rng.choice(doubtful))
