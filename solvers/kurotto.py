"""Kurotto: shade cells so that each number is the size of all groups of shaded cells beside it, added up."""

from __future__ import annotations

from solvers.kind import *

BESIDE, GROWN, ROOM = "groups beside a number", "too large a group", "room of a number"


@dataclass(frozen=True)
class Kurotto(Repaired, Blocks):
    """Kurotto of any size, rectangles too; 1 = shaded, 0 = not.

    1. A cell with a number is not shaded.
    2. The number says how many cells the groups beside it have together, each a connected part of the shaded cells.
       `?` is an unknown number.

    Source: the rules of puzz.link.
    """

    numbers: Grid

    MARKS: ClassVar = {1: "shaded", 0: "white"}
    SPELLED: ClassVar = dict.fromkeys("○⚪oO", "?")
    HELD: ClassVar = {"numbers": (range(MOST_CELLS), "a number")}
    SIZE: ClassVar = (7, 7)
    NO_GRADES: ClassVar = frozenset({2})
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    REMOVABLE: ClassVar = frozenset({BESIDE})
    SHARE: ClassVar = 0.4
    LARGEST_NEW: ClassVar = 10

    def clues(self) -> Iterator[Clue]:
        for cell, _ in self.numbers.marked():
            yield Given(f"{cell} has a number", (cell,), Clause((~is_one(cell),)))
        for cell, number in self.numbers.known():
            words = f"the groups beside {cell} have {times(number, 'cell')}"
            yield Clue(words, (cell,), Clause((holds(cell, number),)), BESIDE)

    def lazy_constraints(self) -> list[Lazy]:
        cells = tuple(self.numbers.cells())
        return [Groups(self.numbers.width, tuple(map(is_one, cells)), tuple(self.numbers.known()))]

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        free = {cell: is_one(cell) for cell in self.numbers.blanks()}
        for root, number in () if for_people else self.numbers.known():
            for constraint in part_of(root, free | {root: is_zero(root)}, number + 1):
                yield Rule(f"the groups beside {root} are connected with it", (root,), constraint)

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int | None:
        shaded = [other for other, mark in grid.marked() if mark]
        return None if grid[cell] else len(connected_part([cell, *shaded])) - 1


@dataclass(frozen=True, slots=True)
class Groups(OnBoard):
    """The groups of cells that hold 1 beside each number have so many cells together."""

    numbers: tuple[tuple[Cell, int], ...]

    def _seen(self, ones: int, zeros: int) -> Iterator[tuple[Cell, int, int, int, int]]:
        """Yield each number with its bit, its cell and the known ones of its groups, and all that they may have."""
        for cell, number in self.numbers:
            spot = 1 << cell.row * self.columns + cell.col
            held, reach = (self.field.part(spot, cells) for cells in (ones, self.field.all & ~(zeros | spot)))
            yield cell, number, spot, held, reach

    def forced(self, ones: int, zeros: int) -> Forced:
        board, must, cannot = self.field, 0, 0
        groups = [*board.parts(ones)]
        for _, number, _, held, reach in self._seen(ones, zeros):
            if not held.bit_count() - 1 <= number < reach.bit_count():
                return None
            _, needed = room_of(board, held, reach & ~held, number + 1)
            must |= needed
            others = [group for group in groups if not group & held]
            cannot |= board.joining(board.beside(held) & reach & ~held, others, number + 1 - held.bit_count())
        return must & ~ones, cannot & ~(zeros | must)

    def nogoods(self, ones: int, zeros: int) -> Iterator[Nogood]:
        board = self.field
        for cell, number, spot, held, reach in self._seen(ones, zeros):
            needs = (holds(cell, number),)
            if held.bit_count() - 1 > number:
                otherwise = f"the groups beside {cell} would have more than {times(number, 'cell')}"
                yield Nogood(board.nearest(spot, held, number + 1) & ~spot, 0, otherwise, GROWN, needs)
            elif reach.bit_count() - 1 < number:
                otherwise = f"the groups beside {cell} would have room for {times(reach.bit_count() - 1, 'cell')}"
                yield Nogood(0, board.beside(reach) & ~reach & zeros, otherwise, ROOM, needs)
