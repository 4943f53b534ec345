"""Connected parts of so many cells each: a constraint on the cells that hold one number."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from solvers._core.model.connected import field
from solvers._core.model.islands import room
from solvers._core.model.known import bits
from solvers._core.model.rules import AtMost, Clause, Exactly, InOrder, Lazy, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solvers._core.model.connected import Field
    from solvers._core.model.grid import Cell
    from solvers._core.model.lines import Forced
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.rules import Rule

DEEP = 20
"""The largest part of which the steps from one of its cells are told."""


@dataclass(frozen=True, slots=True)
class Sized(InOrder):
    """Each connected part of the cells whose literals hold has `size` cells, or at least so many.

    The term says little: Z3 is told each breach of it.
    """

    size: int
    columns: int
    spots: tuple[int, ...]
    """The bits of the cells of the literals."""
    literals: tuple[Literal, ...]
    exact: bool = True

    @property
    def field(self) -> Field:
        """The board, up to the last row that has such a cell."""
        return field(self.columns, -(-self.spots[-1].bit_length() // self.columns) * self.columns)

    def _near(self) -> Iterator[tuple[Literal, tuple[Literal, ...]]]:
        """Yield each literal with those of the cells beside it."""
        held = dict(zip(self.spots, self.literals, strict=True))
        for spot, literal in held.items():
            yield literal, tuple(held[other] for other in bits(self.field.beside(spot)) if other in held)

    def clauses(self, helper: str) -> tuple[list[Literal], str]:  # noqa: ARG002 - no variables of its own
        terms = list[object]()
        for literal, near in self._near():
            if self.size == 1:
                terms += (Clause((~literal, ~other)) for other in near)
            else:
                terms.append(Clause((~literal, *near)))
                terms += [f"(=> {literal} {AtMost(1, near)})"] if self.exact and self.size == 2 else []  # noqa: PLR2004 - one other
        return [], f"(and true {' '.join(map(str, terms))})"

    def _cells(self, positions: int) -> int:
        return sum(spot for at, spot in enumerate(self.spots) if positions >> at & 1)

    def _positions(self, cells: int) -> int:
        return sum(1 << at for at, spot in enumerate(self.spots) if cells & spot)

    def forced(self, ones: int, zeros: int) -> Forced:
        board, held, inside = self.field, self._cells(ones), self._cells(~zeros)
        must, parts = 0, [*board.parts(held)]
        cannot = sum(part for part in board.parts(inside) if part.bit_count() < self.size)
        for part in parts:
            if part.bit_count() >= self.size:
                if not self.exact:
                    continue
                cannot |= board.beside(part) & inside & ~part if part.bit_count() == self.size else part
            else:
                layers, needed = room(board, part, inside & ~part, self.size)
                must |= needed
                cannot |= part if layers[-1].bit_count() < self.size else 0
        for cell in bits(board.beside(held) & inside & ~held) if self.exact else ():
            near = board.beside(cell)
            if sum(part.bit_count() for part in parts if part & near) >= self.size:
                cannot |= cell
        return None if cannot & (held | must) else (self._positions(must & ~held), self._positions(cannot))

    def breaches(self, held: int) -> Iterator[Clause]:
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


def part_of(root: Cell, held: Mapping[Cell, Literal], size: int) -> Iterator[Clause | Exactly]:
    """Yield what helps Z3 with the part of one cell: which cells belong to it, at most how many steps away.

    `held` has for each cell that may belong to such a part the literal that it does. If the part is large, steps are
    not told.
    """
    first, layer = {root: 0}, {root}
    for steps in range(1, size):
        layer = {near for cell in layer for near in cell.around()} & held.keys() - first.keys()
        first |= dict.fromkeys(layer, steps)
    own = {cell: Literal(f"{root}_{cell}") for cell in sorted(first)}

    def within(cell: Cell, steps: int) -> Literal:
        return own[cell] if cell == root or steps >= size - 1 else Literal(f"{own[cell].name}_{steps}")

    yield Exactly(size, tuple(own.values()))
    yield Clause((own[root],))
    for cell, mine in own.items():
        near = [other for other in cell.around() if other in held]
        yield Clause((~mine, held[cell]))
        yield from (Clause((~mine, ~held[other], *filter(None, [own.get(other)]))) for other in near)
        for steps in () if cell == root else range(first[cell], size) if size <= DEEP else (size,):
            before = (within(other, steps - 1) for other in near if first.get(other, size) < steps)
            yield Clause((~within(cell, steps), *before))
            yield Clause((~within(cell, steps), mine))


class SizedParts(Lazy):
    """States breaches of such constraints, so that Z3 knows all of them; deduction needs no more than themselves."""

    literals = ()

    def __init__(self, puzzle: Puzzle) -> None:
        """Take a puzzle whose cells hold numbers, and whose rules say how large the parts with some of them are."""
        self._puzzle, self._rules = puzzle, [rule for rule in puzzle.rules() if isinstance(rule.says, Sized)]

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        held = defaultdict[int, int](int)
        for at, number in enumerate(chain(*self._puzzle.grid(values).values)):
            held[number or 0] |= 1 << at
        for rule in self._rules:
            if isinstance(says := rule.says, Sized):
                more = () if says.exact else (cells for number, cells in held.items() if number > says.size)
                for clause in says.breaches(held.get(says.size, 0) | sum(more)):
                    yield replace(rule, says=clause)

    def forced(self, ones: int, zeros: int) -> Forced:  # noqa: ARG002 - the rules force by themselves
        return 0, 0

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        raise NotImplementedError
