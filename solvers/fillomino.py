"""Fillomino: fill in numbers so that each connected part of equal ones has as many cells as its number says."""

# Long: what the sizes of areas force, and why it does, is found on masks of the whole board.

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Hashable
from functools import cached_property, reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

from solvers.kind import *

MOST = 2_500
"""Cells of the largest board, and so the highest number."""
WHOLE = 64
"""Up to so many cells any number is thought of in any cell; on larger boards only where it has room."""
OTHER = MOST + 1
"""Stands for all numbers that no one looks into."""
FEW = 4
"""If fewer than one in so many cells is given, solutions without large numbers are looked for first."""
KEPT = 500
"""How many answers are kept for each number."""
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
                words, constraints = f"no other 1 is beside {cell}", [Clause((~own, ~one)) for one in beside]
                if number > 1:
                    words = f"{cell} has an equal neighbour if it is {number}"
                    constraints = [Clause((~own, *beside))]
                yield from (Rule(words, (cell, *near), clause, "size of a part") for clause in constraints)
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
                yield from (
                    Rule(f"{root} is in a part of {size}", (root,), constraint)
                    for constraint in part_of(root, free, size)
                )

    def is_solved_by(self, grid: Grid) -> bool:
        cells: dict[int, list[Cell]] = {}
        for cell, number in grid.marked():
            cells.setdefault(number, []).append(cell)
        parts = regions.connected_parts(cells.values())
        return self.keeps_givens(grid) and all(len(part) == grid[part[0]] for part in parts)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        names = regions.seeded(blank, -(-size[0] * size[1] // AVERAGE), rng)
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


class Sized(NamedTuple):
    """Each connected part of the cells whose literals hold has `size` cells, or at least so many."""

    size: int
    columns: int
    spots: tuple[int, ...]
    """The bits of the cells of the literals, on a board."""
    literals: tuple[Literal, ...]
    exact: bool = True

    @property
    def field(self) -> Field:
        """The board, up to the last row that has such a cell."""
        return field_of(self.columns, -(-self.spots[-1].bit_length() // self.columns) * self.columns)

    def _cells(self, positions: int) -> int:
        return sum(spot for at, spot in enumerate(self.spots) if positions >> at & 1)

    def _positions(self, cells: int) -> int:
        return sum(1 << at for at, spot in enumerate(self.spots) if cells & spot)

    def forced(self, ones: int, zeros: int) -> Forced:
        """Return the forced positions if those of `ones` hold and those of `zeros` do not."""
        board, held, inside = self.field, self._cells(ones), self._cells(~zeros)
        must, parts = 0, [*board.parts(held)]
        cannot = sum(part for part in board.parts(inside) if part.bit_count() < self.size)
        for part in parts:
            if part.bit_count() < self.size:
                layers, needed = room_of(board, part, inside & ~part, self.size)
                must |= needed
                cannot |= part if layers[-1].bit_count() < self.size else 0
            elif self.exact:
                cannot |= board.beside(part) & inside & ~part if part.bit_count() == self.size else part
        for cell in bits(board.beside(held) & inside & ~held) if self.exact else ():
            near = board.beside(cell)
            if sum(part.bit_count() for part in parts if part & near) >= self.size:
                cannot |= cell
        return None if cannot & (held | must) else (self._positions(must & ~held), self._positions(cannot))

    def nogoods(self, held: int) -> Iterator[Clause]:
        """Yield clauses that are broken if the literals of these cells hold, and no others."""
        board, literals = self.field, dict(zip(self.spots, self.literals, strict=True))
        for part in board.parts(held):
            if part.bit_count() < self.size:
                more = (literals[cell] for cell in bits(board.beside(part) & ~part) if cell in literals)
                yield Clause((*(~literals[cell] for cell in bits(part)), *more))
            elif part.bit_count() > self.size and self.exact:
                for start in {part & -part, 1 << part.bit_length() - 1}:
                    yield Clause(tuple(~literals[cell] for cell in bits(board.nearest(start, part, self.size))))

    def clause(self, ones: int, zeros: int, forced: int) -> Clause:
        """Return a clause of known positions and one that they force, or of a conflict; none can be left out."""
        target = forced & -forced

        def follows(ones: int, zeros: int) -> bool:
            found = self.forced(ones, zeros)
            return found is None or bool(target & (found[0] | found[1]))

        side = target and bool(target & (self.forced(ones, zeros) or (0, 0))[0])
        for bit in bits(ones | zeros):
            if follows(ones & ~bit, zeros & ~bit):
                ones, zeros = ones & ~bit, zeros & ~bit
        signed = ((bit, bool((zeros | target * side) & bit)) for bit in bits(ones | zeros | target))
        return Clause(
            tuple(
                self.literals[bit.bit_length() - 1] if holds else ~self.literals[bit.bit_length() - 1]
                for bit, holds in signed
            )
        )

    def rule(self, clause: Clause) -> Rule:
        """State a clause in words."""
        spots = dict(zip(self.literals, self.spots, strict=True))
        cells = self.field.cells(sum(spots.get(one, 0) or spots[~one] for one in clause.literals))
        if not self.exact:
            return Rule(f"numbers from {self.size} on need as many connected cells", cells, clause, "large part")
        said = f"a part of connected {self.size}s would not have {times(self.size, 'cell')}"
        return Rule(f"each {said[2:].replace('would not have', 'has')}", cells, clause, "size of a part", said)


@dataclass(frozen=True)
class Areas(Lazy):
    """How large the connected areas of cells with one number are, or of cells with a number or a higher one.

    `grid` turns the values of an answer into the grid of numbers.
    """

    LASTING: ClassVar = True
    sized: tuple[Sized, ...]
    grid: Callable[[Sequence[bool]], Grid] = field(compare=False)

    @cached_property
    def literals(self) -> tuple[Literal, ...]:  # type: ignore[override]
        """Those of the first constraint, then of the second, and so on."""
        return tuple(literal for constraint in self.sized for literal in constraint.literals)

    @cached_property
    def _found(self) -> list[dict[tuple[int, int], Forced]]:
        return [{} for _ in self.sized]

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        held = defaultdict[int, int](int)
        for at, number in enumerate(chain(*self.grid(values).values)):
            held[number or 0] |= 1 << at
        for constraint in self.sized:
            more = () if constraint.exact else (cells for number, cells in held.items() if number > constraint.size)
            for clause in constraint.nogoods(held.get(constraint.size, 0) | sum(more)):
                yield constraint.rule(clause)

    def _looks(self, ones: int, zeros: int) -> Iterator[tuple[Sized, int, tuple[int, int], Forced]]:
        """Yield what follows from each, with its first position and its known ones; the latest answers are kept."""
        start = 0
        for constraint, found in zip(self.sized, self._found, strict=True):
            mask = (1 << len(constraint.literals)) - 1
            key = ones >> start & mask, zeros >> start & mask
            if key not in found:
                if len(found) > KEPT:
                    found.clear()
                found[key] = constraint.forced(*key)
            yield constraint, start, key, found[key]
            start += len(constraint.literals)

    def forced(self, ones: int, zeros: int) -> Forced:
        must = cannot = 0
        for _, start, _, found in self._looks(ones, zeros):
            if found is None:
                return None
            must, cannot = must | found[0] << start, cannot | found[1] << start
        return must & ~ones, cannot & ~zeros

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        for constraint, start, key, found in self._looks(ones, zeros):
            mine = forced >> start & (1 << len(constraint.literals)) - 1
            if found is None if not forced else found and mine & (found[0] | found[1]):
                return constraint.rule(constraint.clause(*key, mine & (found[0] | found[1]) if found else 0))
        raise AssertionError("nothing follows")
