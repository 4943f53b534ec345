"""Fillomino: fill in numbers so that each connected part of equal ones has as many cells as its number says."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Hashable
from functools import reduce
from operator import or_

from solvers.kind import *

MOST = 2_500
"""Cells of the largest board, and so the highest number."""
WHOLE = 64
"""Up to so many cells any number is thought of in any cell; on larger boards only where it has room."""
OTHER = MOST + 1
"""Stands for all numbers that no one looks into."""
FEW = 4
"""If fewer than one in so many cells is given, solutions without large numbers are looked for first."""
AVERAGE, LARGEST = 2, 9
"""Cells of a part of a new puzzle before equal ones are joined, on average, and at most in the end."""

_rooms: OrderedDict[Hashable, Mapping[Cell, Sequence[int]]] = OrderedDict()


@dataclass(frozen=True)
class Fillomino(Digits):
    """Fillomino of any size, rectangles too.

    1. Each cell holds one number.
    2. Each connected part of the cells with a number has as many cells as it says, so that equal ones do not touch.

    A part need not have a given number (source: the rules of puzz.link and janko.at).
    """

    givens: Grid

    SPELLED: ClassVar = {"?": "."}
    MARKS: ClassVar = {number: str(number) for number in range(1, MOST + 1)}
    LOGIC: ClassVar = "QF_UF"
    MOST_CELLS: ClassVar = MOST
    LEAST: ClassVar[tuple[int, ...]] = (7, 13, 25, 49)
    """Numbers from each of these on are thought of together, too: of large parts most have no given number."""
    LARGEST_NEW: ClassVar = 8

    @property
    def values(self) -> range:
        return range(1, 1 + self.givens.height * self.givens.width)

    @property
    def shape(self) -> object:
        return self.givens if len(self.values) > WHOLE else (self.givens.height, self.givens.width)

    def _numbers(self) -> Mapping[Cell, Sequence[int]]:
        """Return the numbers that each cell is thought to have room for."""
        return of_shape(self, _rooms, self._room)

    def _room(self) -> Mapping[Cell, Sequence[int]]:
        if len(self.values) <= WHOLE:
            return dict.fromkeys(self.givens.cells(), self.values)
        board = field_of(self.givens.width, len(self.values))
        spots = dict(zip(self.givens.cells(), bits(board.all), strict=True))
        given = defaultdict[int, int](int)
        for cell, number in self.givens.marked():
            given[number] |= spots[cell]
        blank = board.all & ~sum(given.values())
        may, left = dict[int, int](), len(self.values)
        for number, held in given.items():
            # A part with a given number is near it; what such parts take is lost for those without.
            near = {spot: sum(board.within(spot, blank | held, number - 1)) for spot in bits(held)}
            apart = 0
            for spot, cells in sorted(near.items(), key=lambda item: (item[1] & held).bit_count()):
                apart |= 0 if cells & apart else spot
            left -= number * apart.bit_count()
            may[number] = reduce(or_, near.values())
        whole = [*board.parts(blank)]
        for number in range(1, left + 1):
            parts = board.parts(blank & ~board.beside(given[number])) if number in given else whole
            may[number] = may.get(number, 0) | sum(part for part in parts if part.bit_count() >= number)
        found = {cell: [number for number in sorted(may) if may[number] & spot] for cell, spot in spots.items()}
        return found | {cell: [number] for cell, number in self.givens.marked()}

    def likely(self) -> Sequence[Literal]:
        given = {number for _, number in self.givens.marked()}
        if len(self.values) > WHOLE or len([*self.givens.marked()]) * FEW > len(self.values):
            return ()
        rare = [number for number in self.values if number >= self.LEAST[0] and number not in given]
        return [~holds(cell, number) for cell in self.givens.cells() for number in rare]

    def choices(self) -> Choices:
        return {cell: one_of(cell, numbers) for cell, numbers in self._numbers().items()}

    def bare(self) -> Fillomino:
        return self if len(self.values) <= WHOLE else _Bare(self.givens)

    def rules(self) -> Iterator[Rule]:
        by_cell = self._numbers()
        held = {cell: {number: holds(cell, number) for number in numbers} for cell, numbers in by_cell.items()}
        for cell, numbers in by_cell.items():
            literals = tuple(held[cell].values())
            yield Rule(
                f"{cell} holds one number", (cell,), Exactly(1, literals), "last number", f"no number fits in {cell}"
            )
            for least in self.LEAST:
                if numbers and numbers[-1] >= least:
                    either = Exactly(1, (_from(cell, least), *literals[: bisect_left(numbers, least)]))
                    yield Rule(f"{cell} holds {least} or more, or less", (cell,), either)
            near = [other for other in cell.around() if other in by_cell]
            for number, own in zip(numbers[: bisect_left(numbers, OTHER)], literals, strict=False):
                beside = [held[other][number] for other in near if number in held[other]]
                words, says = f"no other 1 is beside {cell}", [Clause((~own, ~one)) for one in beside]
                if number > 1:
                    words = f"{cell} has an equal neighbour if it is {number}"
                    says = [Clause((~own, *beside))]
                yield from (Rule(words, (cell, *near), clause, "size of a part") for clause in says)
        yield Rule("each part has as many cells as its numbers say", tuple(by_cell), self._areas())

    def _areas(self) -> Areas:
        spots, width = defaultdict[int, list[Cell]](list), self.givens.width
        for cell, numbers in self._numbers().items():
            for number in numbers:
                spots[number].append(cell)
        sized = [
            Sized(number, width, _bits(cells, width), tuple(holds(cell, number) for cell in cells))
            for number, cells in sorted(spots.items())
            if number != OTHER
        ]
        for least in self.LEAST:
            large = sorted({cell for number in spots if number >= least for cell in spots[number]})
            literals = tuple(_from(cell, least) for cell in large)
            sized += [Sized(least, width, _bits(large, width), literals, exact=False)] if large else []
        return Areas(tuple(sized), self.grid)

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        numbers = self._numbers()
        for root, size in self.givens.marked():
            if not for_people and size >= self.LEAST[0]:
                held = {cell: holds(cell, size) for cell in numbers if size in numbers[cell]}
                free = {cell: literal for cell, literal in held.items() if self.givens[cell] in {None, size}}
                yield from (Rule(f"{root} is in a part of {size}", (root,), says) for says in part_of(root, free, size))

    def is_solved_by(self, grid: Grid) -> bool:
        cells: dict[int, list[Cell]] = {}
        for cell, number in grid.marked():
            cells.setdefault(number, []).append(cell)
        parts = regions.connected_parts(cells.values())
        return self.keeps_givens(grid) and all(len(part) == grid[part[0]] for part in parts)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        seeds = rng.sample([*blank.cells()], -(-size[0] * size[1] // AVERAGE))
        names = regions.grown(seeds, blank, rng, regions.numbers())
        while True:
            sizes = Counter(names.values())
            pairs = (tuple(names[cell] for cell in edge) for edge in edges(blank))
            alike = [(one, other) for one, other in pairs if one != other and sizes[one] == sizes[other]]
            if not alike:
                break
            one, other = rng.choice(alike)
            names = {cell: one if name == other else name for cell, name in names.items()}
        grid = Grid.make(*size, lambda cell: sizes[names[cell]])
        return (cls(grid), grid) if max(sizes.values()) <= LARGEST else cls.random(size, rng)


class _Bare(Fillomino):
    """A board on which each cell has room for all given numbers, for small ones, and for others that say nothing."""

    LEAST = Fillomino.LEAST[:2]

    @property
    def shape(self) -> object:
        return self.givens.height, self.givens.width, *self._looked_into()

    def _looked_into(self) -> list[int]:
        return [*sorted({number for _, number in self.givens.marked()}.union(range(1, self.LEAST[-1]))), OTHER]

    def _room(self) -> Mapping[Cell, Sequence[int]]:
        return dict.fromkeys(self.givens.cells(), self._looked_into())


def _from(cell: Cell, least: int) -> Literal:
    """Return the literal "the cell holds this number or a higher one"."""
    return Literal(f"{cell}_from{least}")


def _bits(cells: Iterable[Cell], width: int) -> tuple[int, ...]:
    return tuple(1 << row * width + col for row, col in cells)
