"""Connectivity on bit-mask boards; violated constraints are added as clauses (lazily).

The bit of a mask is the number of a cell in reading order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, islice
from operator import or_
from typing import NamedTuple

from solvers._core.model.graphs import mask_where
from solvers._core.model.grid import Cell
from solvers._core.model.known import bits
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Clause, Exactly, Lazy, Literal, Rule

CONNECTION = "connection"
DEEP = 20
"""The largest part for which the steps from one of its cells are stated."""


class Field:
    """A board of rows of a width, whose sets of cells are masks."""

    __slots__ = ("_cells", "_not_first", "_not_last", "all", "width")

    def __init__(self, width: int, size: int) -> None:
        """Make the board of so many cells."""
        first = sum(1 << at for at in range(0, size, width))
        self.width, self.all = width, (1 << size) - 1
        self._cells = [Cell(*divmod(at, width)) for at in range(size)]
        self._not_first, self._not_last = self.all & ~first, self.all & ~(first << width - 1)

    def beside(self, cells: int) -> int:
        """Return the cells that share an edge with one of these; some of these may be among them."""
        across = (cells & self._not_last) << 1 | (cells & self._not_first) >> 1
        return (across | cells << self.width | cells >> self.width) & self.all

    def grow(self, start: int, inside: int) -> Iterator[int]:
        """Yield the cells inside that are one step away from the start, two steps, and so on."""
        reached = new = start
        while new := self.beside(new) & inside & ~reached:
            reached |= new
            yield new

    def within(self, start: int, inside: int, steps: int) -> list[int]:
        """Return the start, and the cells inside that are one step away, and so on up to so many steps."""
        return [start, *islice(self.grow(start, inside), max(0, steps))]

    def part(self, start: int, inside: int) -> int:
        """Return the start with all cells inside that are connected with it."""
        return reduce(or_, self.grow(start, inside), start)

    def parts(self, cells: int) -> Iterator[int]:
        """Iterate over the connected parts of some cells."""
        near = self.beside(cells)
        while cells:
            part = first = cells & -cells
            if first & near:
                part = self.part(first, cells)
            cells &= ~part
            yield part

    def narrow(self, cells: int) -> int:
        """Return those of the cells whose neighbours among them are not connected around them at once."""
        width, left, right = self.width, self._not_first, self._not_last
        west, east = (cells & right) << 1, (cells & left) >> 1
        north, south = cells << width, cells >> width
        # Clockwise, a side begins a new part unless the side and the corner before it belong to the cells.
        starts = (
            north & ~(west & west << width),
            east & ~(north & east << width),
            south & ~(east & east >> width),
            west & ~(south & west >> width),
        )
        first, second = starts[0] | starts[1], starts[2] | starts[3]
        return cells & (starts[0] & starts[1] | starts[2] & starts[3] | first & second)

    def nearest(self, start: int, inside: int, most: int) -> int:
        """Return the start with so many more of the cells inside that are connected with it, the nearest first."""
        return start | sum(islice((cell for new in self.grow(start, inside) for cell in bits(new)), most))

    def joining(self, cells: int, parts: Sequence[int], most: int) -> int:
        """Return those of the cells that would join parts to one of more than so many cells, themselves included."""
        found = 0
        for cell in bits(cells):
            near = self.beside(cell)
            if 1 + sum(part.bit_count() for part in parts if part & near) > most:
                found |= cell
        return found

    def cuts(self, first: int, second: int, through: int) -> set[int]:
        """Return few cells that part two connected parts if they cannot be passed, of those outside `through`.

        Of the cells one step away from a part, two steps and so on, it is the smallest set, for each of the parts.
        """
        best = set[int]()
        for start, goal in ((first, second), (second, first)):
            near, found = start, list[int]()
            while not near & goal:
                border = self.beside(near) & ~near
                found.append(border & self.beside(self.part(goal, self.all & ~border & ~near)))
                near = self.part(near | border, through | border)
            best.add(min(found, key=int.bit_count))
        return best

    def cells(self, mask: int) -> tuple[Cell, ...]:
        """Return the cells of a mask in reading order."""
        return tuple(self._cells[bit.bit_length() - 1] for bit in bits(mask))


@lru_cache(maxsize=32)
def field_of(width: int, size: int) -> Field:
    """Return the board of a width with so many cells."""
    return Field(width, size)


class Nogood(NamedTuple):
    """Cells that hold 1 and cells that hold 0, which cannot all do so, and words for what would be the case."""

    ones: int
    zeros: int
    otherwise: str
    name: str = CONNECTION
    needs: tuple[Literal, ...] = ()
    """Literals that clues make true, without which they could."""


@dataclass(frozen=True, slots=True)
class OnBoard(Lazy):
    """A constraint on all cells of a board, in reading order, each of which holds 1 or 0."""

    columns: int
    literals: tuple[Literal, ...]

    @property
    def field(self) -> Field:
        """The board."""
        return field_of(self.columns, len(self.literals))

    @abstractmethod
    def nogoods(self, ones: int, zeros: int) -> Iterator[Nogood]:
        """Yield nogoods, each with some of these cells; at least one if `forced` finds that they cannot be."""

    def nogood(self, ones: int, zeros: int) -> Nogood | None:
        """Return the nogood with the fewest cells, None if none is found."""
        found = self.nogoods(ones, zeros)
        return min(found, key=lambda one: one.ones.bit_count() + one.zeros.bit_count(), default=None)

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        ones = mask_where(values)
        zeros = self.field.all ^ ones
        if self.forced(ones, zeros) is None:
            yield from (self.stated(nogood, with_needs=True) for nogood in self.nogoods(ones, zeros))

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        return Together([self]).rule(ones, zeros, forced)

    def stated(self, nogood: Nogood, *, with_needs: bool = False) -> Rule:
        """State that some cell of a nogood is not so."""
        held = [~self.literals[bit.bit_length() - 1] for bit in bits(nogood.ones)]
        empty = [self.literals[bit.bit_length() - 1] for bit in bits(nogood.zeros)]
        needs = [~literal for literal in nogood.needs] if with_needs else []
        cells = self.field.cells(nogood.ones | nogood.zeros)
        return Rule(nogood.otherwise, cells, Clause((*held, *empty, *needs)), nogood.name, nogood.otherwise)


@dataclass(frozen=True, slots=True)
class Connected(OnBoard):
    """The cells with a mark, 1 or 0, are connected.

    `others` are the words for the cells that one is cut off from. If the cells without the mark do not share edges
    (`apart`), which other rules say, all that they separate has the mark, whether it is known or not.
    """

    mark: int
    others: str
    apart: bool = False

    def forced(self, ones: int, zeros: int) -> Forced:
        if self.mark:
            return self._forced(ones, zeros)
        found = self._forced(zeros, ones)
        return found and found[::-1]

    def _forced(self, ones: int, zeros: int) -> Forced:
        board = self.field
        open_ = board.all & ~zeros
        together = open_ if self.apart else ones
        if not together:
            return 0, 0
        part = board.part(together & -together, open_)
        if together & ~part:
            return None
        must = 0
        for cell in bits(board.narrow(part) & ~ones) if together & together - 1 else ():
            near, rest = board.beside(cell) & part, part & ~cell
            reached = new = near & -near
            while new and near & ~reached:
                new = board.beside(new) & rest & ~reached
                reached |= new
            if near & ~reached and together & reached and together & rest & ~reached:
                must |= cell
        return must, open_ & ~part

    def nogoods(self, ones: int, zeros: int) -> Iterator[Nogood]:
        if not self.mark:
            ones, zeros = zeros, ones
        board, open_ = self.field, self.field.all & ~zeros
        parts = [part for part in board.parts(open_) if self.apart or part & ones]
        largest = max(parts, key=int.bit_count, default=0)
        for part in parts:
            if part == largest:
                continue
            for cut in sorted(board.cuts(part, largest, open_)):
                sides = (board.part(one, board.all & ~cut) for one in (part, largest))
                inside, outside = (side if self.apart else side & ones for side in sides)
                small = min(inside, outside, key=int.bit_count)
                otherwise = f"{board.cells(small & -small)[0]} would be cut off from {self.others}"
                both = 0 if self.apart else (inside & -inside) | (outside & -outside)
                yield Nogood(*((both, cut) if self.mark else (cut, both)), otherwise)


class Together(Lazy):
    """Several constraints on one board: of the rules that force something, that with the fewest cells is stated."""

    def __init__(self, constraints: Sequence[OnBoard]) -> None:
        self._constraints, self.literals = constraints, constraints[0].literals
        self._found: dict[tuple[int, int], list[Forced]] = {}

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        for constraint in self._constraints:
            yield from constraint.broken(values)

    def _look(self, ones: int, zeros: int) -> list[Forced]:
        """Return what each forces; the latest answer is kept."""
        key = ones, zeros
        if key not in self._found:
            self._found = {key: [constraint.forced(*key) for constraint in self._constraints]}
        return self._found[key]

    def forced(self, ones: int, zeros: int) -> Forced:
        must = cannot = 0
        for found in self._look(ones, zeros):
            if found is None:
                return None
            # Where a cell would have to be both, one rule is broken as soon as the other is followed.
            must |= found[0] & ~(ones | zeros | cannot)
            cannot |= found[1] & ~(ones | zeros | must)
        return must, cannot

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        must, cannot = (side & forced for side in self.forced(ones, zeros) or (0, 0))
        found = []
        for constraint, follows in zip(self._constraints, self._look(ones, zeros), strict=True):
            if (follows is None) if not forced else follows and (must & follows[0] or cannot & follows[1]):
                nogood = constraint.nogood(ones | cannot, zeros | must)
                found += [(constraint, nogood)] if nogood else []
        constraint, best = min(found, key=lambda pair: (pair[1].ones | pair[1].zeros).bit_count())
        return constraint.stated(best)


@lru_cache(maxsize=2**14)
def room_of(board: Field, land: int, allowed: int, size: int) -> tuple[list[int], int]:
    """Return what a part of so many cells may have within one step, within two and so on, and what it needs."""
    start, *layers = accumulate(board.within(land, allowed, size - land.bit_count()), or_)
    reach = layers[-1] if layers else start
    if reach.bit_count() <= size:
        return layers or [land], reach & ~land
    found, inside = 0, land | allowed
    for cell in bits(board.narrow(inside) & reach & ~land):
        reached, rest = land, inside & ~cell
        for new in board.grow(land, rest):
            reached |= new
            if reached.bit_count() >= size:
                break
        else:
            found |= cell
    return layers, found


def belongs(cell: Cell, root: Cell) -> Literal:
    """Return the literal "the cell belongs to the part of another", for cells of one part."""
    return Literal(f"{root}_{cell}")


def steps_from(root: Cell, cells: AbstractSet[Cell], size: int) -> dict[Cell, int]:
    """Return those of some cells that a part of this size may have with one cell, and how many steps away they are."""
    found, layer = {root: 0}, {root}
    for steps in range(1, min(size, len(cells) + 1)):
        layer = {near for cell in layer for near in cell.around()} & cells - found.keys()
        found |= dict.fromkeys(layer, steps)
    return found


def part_of(
    root: Cell,
    held: Mapping[Cell, Literal],
    size: int,
    others: AbstractSet[Cell] = frozenset(),
    deep: int = DEEP,
) -> Iterator[Clause | Exactly]:
    """Yield what helps Z3 with the part of one cell: which cells belong to it, at most how many steps away.

    `held` has for each cell that may belong to such a part the literal that it does; of these, `others` belong to
    other parts. In a part of more than `deep` cells, steps are not stated.
    """
    first = steps_from(root, held.keys() - others, size)
    own = {cell: belongs(cell, root) for cell in sorted(first)}

    def within(cell: Cell, steps: int) -> Literal:
        return own[cell] if cell == root or steps >= size - 1 else Literal(f"{own[cell].name}_{steps}")

    yield Exactly(size, tuple(own.values()))
    yield Clause((own[root],))
    for cell, mine in own.items() if size <= len(own) else ():
        near = [other for other in cell.around() if other in held]
        yield Clause((~mine, held[cell]))
        yield from (Clause((~mine, ~held[other], *filter(None, [own.get(other)]))) for other in near)
        for steps in () if cell == root else range(first[cell], size) if size <= deep else (size,):
            before = (within(other, steps - 1) for other in near if first.get(other, size) < steps)
            yield Clause((~within(cell, steps), *before))
            yield Clause((~within(cell, steps), mine))
