"""Connected parts of so many cells each: a constraint on the cells that hold one number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import ClassVar, NamedTuple

from solvers._core.model.connected import Field, field_of
from solvers._core.model.errors import times
from solvers._core.model.grid import Cell, Grid
from solvers._core.model.islands import room
from solvers._core.model.known import bits
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Clause, Exactly, Lazy, Literal, Rule

KEPT = 500
"""How many answers are kept for each number."""
DEEP = 20
"""The largest part of which the steps from one of its cells are told."""


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
                layers, needed = room(board, part, inside & ~part, self.size)
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
                    grown = chain([start], *(bits(new) for new in board.grow(start, part)))
                    yield Clause(tuple(~literals[cell] for cell in islice(grown, self.size + 1)))

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
        told = ((bit, bool((zeros | target * side) & bit)) for bit in bits(ones | zeros | target))
        return Clause(
            tuple(
                self.literals[bit.bit_length() - 1] if holds else ~self.literals[bit.bit_length() - 1]
                for bit, holds in told
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
    other parts. In a part of more than `deep` cells, steps are not told.
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
        return tuple(literal for says in self.sized for literal in says.literals)

    @cached_property
    def _found(self) -> list[dict[tuple[int, int], Forced]]:
        return [{} for _ in self.sized]

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        held = defaultdict[int, int](int)
        for at, number in enumerate(chain(*self.grid(values).values)):
            held[number or 0] |= 1 << at
        for says in self.sized:
            more = () if says.exact else (cells for number, cells in held.items() if number > says.size)
            for clause in says.nogoods(held.get(says.size, 0) | sum(more)):
                yield says.rule(clause)

    def _looks(self, ones: int, zeros: int) -> Iterator[tuple[Sized, int, tuple[int, int], Forced]]:
        """Yield what follows from each, with its first position and its known ones; the latest answers are kept."""
        start = 0
        for says, found in zip(self.sized, self._found, strict=True):
            mask = (1 << len(says.literals)) - 1
            key = ones >> start & mask, zeros >> start & mask
            if key not in found:
                if len(found) > KEPT:
                    found.clear()
                found[key] = says.forced(*key)
            yield says, start, key, found[key]
            start += len(says.literals)

    def forced(self, ones: int, zeros: int) -> Forced:
        must = cannot = 0
        for _, start, _, found in self._looks(ones, zeros):
            if found is None:
                return None
            must, cannot = must | found[0] << start, cannot | found[1] << start
        return must & ~ones, cannot & ~zeros

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        for says, start, key, found in self._looks(ones, zeros):
            mine = forced >> start & (1 << len(says.literals)) - 1
            if found is None if not forced else found and mine & (found[0] | found[1]):
                return says.rule(says.clause(*key, mine & (found[0] | found[1]) if found else 0))
        raise AssertionError("nothing follows")
