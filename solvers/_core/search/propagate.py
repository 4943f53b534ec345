"""Unit propagation: what each rule and clue forces by itself, again and again, without Z3.

`generate` asks it what is open on a board that it draws. What it settles holds in every solution, so a board that it
settles completely has at most one. Z3 alone solves and proves.

A literal is a number here: twice the number of its boolean, and one more if it is negated. Every constraint but a table
becomes counts: at least so many of these literals hold. `spare` says how many more of them may be false.
"""

from __future__ import annotations

from collections import OrderedDict
from copy import copy
from dataclasses import dataclass, field, fields
from operator import itemgetter
from typing import TYPE_CHECKING

from solvers._core.model.puzzle import of_shape
from solvers._core.model.rules import BETWEEN, AtMost, Clause, Clauses, Different, Exactly, InOrder, Pair, Same, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

    from solvers._core.model.clock import Clock
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.rules import Constraint, Literal

    Look = Callable[[bytearray], Iterable[int]]
    """Takes what is known of some literals, the last first."""
    Seat = tuple[Sequence[int], Look, Collection[int]]
    """The literals of a line in their order, a look at them, and their booleans."""

OPEN, HOLDS, FAILS = 0, 1, 2
"""What is known of a literal."""
COUNTED = Clause, AtMost, Exactly, Same, Clauses
"""Constraints that are counts; asking first whether one is of these is fast."""
VALUES = None, True, False
"""The value of a boolean by what is known of it."""
ONES, ZEROS = (bytes.maketrans(bytes((OPEN, HOLDS, FAILS)), digits) for digits in (b"010", b"001"))
"""What is known of literals as digits of a binary number."""
KEPT_LITERALS = 2_000_000
"""How many literals the networks that are kept have in all; the least recently used network is dropped first."""
MOST_SEATS = 1_000
"""How many lines of clues a network of a shape keeps the seats of."""

_networks: OrderedDict[Hashable, Network] = OrderedDict()


@dataclass(slots=True)
class State:
    """What is known of each literal, what each count can still spare, and which rows of each table are left."""

    known: bytearray
    spare: list[int]
    rows: list[int]

    def copy(self) -> State:
        """Return a state that changes independently."""
        return State(self.known[:], self.spare[:], self.rows[:])


@dataclass(slots=True)
class Network:
    """Constraints, and for each literal those that it appears in."""

    numbers: dict[str, int] = field(default_factory=dict)
    """The literal of each boolean."""
    members: list[Sequence[int]] = field(default_factory=list)
    """The literals of each count."""
    spare: list[int] = field(default_factory=list)
    """How many literals of each count may be false."""
    counts: list[tuple[int, ...]] = field(default_factory=list)
    """For each literal the counts that it appears in."""
    needs: list[dict[int, int]] = field(default_factory=list)
    """For each table and literal a mask of the rows that need the literal."""
    rows: list[int] = field(default_factory=list)
    """For each table a mask of its rows."""
    tables: list[tuple[int, ...]] = field(default_factory=list)
    """For each literal the tables that it appears in."""
    ordered: list[tuple[Sequence[int], Look, InOrder]] = field(default_factory=list)
    """The literals of each line in their order, a look at them, and the line."""
    lines: list[tuple[int, ...]] = field(default_factory=list)
    """For each boolean the lines that it appears in."""
    awake: list[int] = field(default_factory=list)
    """The lines that force something from the start, or may do so."""
    units: list[int] = field(default_factory=list)
    """The literals that hold from the start."""
    impossible: bool = False
    size: int = 0
    """How many literals all constraints have."""
    shared: int = 0
    """How many literals the network has in common with that of its shape."""
    seats: dict[tuple[Literal, ...], Seat] = field(default_factory=dict)
    """For literals of a line what is known of such lines: clues of the boards of a shape often are about the same."""

    def copy(self) -> Network:
        """Return a network to which constraints can be added; this one does not change, but for its seats."""
        network = Network(**{field.name: copy(getattr(self, field.name)) for field in fields(self)})
        network.shared, network.seats = len(self.counts), self.seats
        return network

    def literal(self, name: str) -> int:
        """Return the literal of a boolean, a new one for a new name."""
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.counts)
            self.counts += (), ()
            self.tables += (), ()
            self.lines.append(())
        return number

    def add(self, says: Constraint) -> None:
        """Add a constraint; lines that differ and raw terms are left out."""
        if isinstance(says, COUNTED) or (isinstance(says, Different) and len(says.first) == 1):
            for literals, least, most in says.counts():
                numbers = self._literals(literals)
                if least:
                    self._at_least(least, numbers)
                if most < len(numbers):
                    self._at_least(len(numbers) - most, [number ^ 1 for number in numbers])
        elif isinstance(says, Table):
            self._one_of([self._literals(row) for row in says.rows])
        elif isinstance(says, InOrder):
            if not says.literals:
                self.impossible |= says.forced(0, 0) is None
                return
            seat, look, booleans = self._seat(says.literals)
            # Nothing follows from most pairs until a literal is known.
            if not isinstance(says, Pair) or says.forced(0, 0) != (0, 0):
                self.awake.append(len(self.ordered))
            self._link(self.lines, booleans, len(self.ordered))
            self.ordered.append((seat, look, says))
            self.size += len(seat)

    def _literals(self, literals: Sequence[Literal]) -> list[int]:
        numbers = self.numbers
        try:
            return [numbers[name] ^ (not holds) for name, holds in literals]
        except KeyError:
            return [self.literal(name) ^ (not holds) for name, holds in literals]

    def _seat(self, literals: tuple[Literal, ...]) -> Seat:
        seat = self.seats.get(literals)
        if seat is None:
            numbers = self._literals(literals)
            seat = numbers, _look(numbers), {number >> 1 for number in numbers}
            if max(numbers) < self.shared and len(self.seats) < MOST_SEATS:
                self.seats[literals] = seat
        return seat

    def _at_least(self, count: int, literals: Sequence[int]) -> None:
        """Add that at least so many literals hold."""
        spare = len(literals) - count
        if spare <= 0:
            self.impossible |= spare < 0
            self.units += literals
        elif count > 0:
            self._link(self.counts, literals, len(self.members))
            self.members.append(literals)
            self.spare.append(spare)
            self.size += len(literals)

    def _one_of(self, rows: Sequence[Sequence[int]]) -> None:
        """Add that all literals of at least one row hold."""
        if len(rows) == 1:
            self.units += rows[0]
            return
        needs = dict[int, int]()
        for number, row in enumerate(rows):
            for literal in row:
                needs[literal] = needs.get(literal, 0) | 1 << number
            self.size += len(row)
        everything = (1 << len(rows)) - 1
        self.units += (literal for literal, needing in needs.items() if needing == everything)
        self.impossible |= not rows
        self._link(self.tables, needs, len(self.needs))
        self.needs.append(needs)
        self.rows.append(everything)

    @staticmethod
    def _link(lists: list[tuple[int, ...]], at: Iterable[int], number: int) -> None:
        """Add a number at some places, whose tuples other networks may share."""
        added = (number,)
        for place in at:
            lists[place] += added

    def start(self) -> State | None:
        """Return the state that follows from the constraints; None if they contradict each other."""
        state = State(bytearray(len(self.counts)), self.spare[:], self.rows[:])
        possible = not self.impossible and self.assume(state, self.units, self.awake)
        return state if possible else None

    def assume(self, state: State, literals: Iterable[int], lines: Iterable[int] = ()) -> bool:
        """Add literals to what is known, and all that follows, also from `lines`; return False for a contradiction."""
        known, queue, found_by = state.known, list[int](), None
        for literal in literals:
            if known[literal] == FAILS:
                return False
            if known[literal] == OPEN:
                known[literal], known[literal ^ 1] = HOLDS, FAILS
                queue.append(literal)
        changed, changed_lines = set[int](), set(lines)
        while queue or changed_lines:
            if not self._spread(state, queue, changed, changed_lines, found_by):
                return False
            queue, found_by = [], None
            for table in changed:
                rows = state.rows[table]
                if not rows:
                    return False
                for literal, needing in self.needs[table].items():
                    if known[literal] == OPEN and not rows & ~needing:
                        known[literal], known[literal ^ 1] = HOLDS, FAILS
                        queue.append(literal)
            changed.clear()
            # One line at a time, because what it forces changes others.
            if not queue and changed_lines:
                line = changed_lines.pop()
                if not self._spread_line(state, line, queue):
                    return False
                found_by = line if self.ordered[line][2].FINDS_ALL else None
        return True

    def _spread_line(self, state: State, line: int, queue: list[int]) -> bool:
        """Add what a line forces; return False if it cannot hold."""
        known, (literals, look, says) = state.known, self.ordered[line]
        found = says.forced(*masks(known, look))
        if found is None:
            return False
        must, cannot = found
        left = must | cannot
        while left:
            place = left.bit_length() - 1
            left ^= 1 << place
            new = literals[place] ^ (cannot >> place & 1)
            if known[new] == OPEN:
                known[new], known[new ^ 1] = HOLDS, FAILS
                queue.append(new)
            elif known[new] == FAILS:
                return False
        return True

    def _spread(
        self, state: State, queue: list[int], changed: set[int], changed_lines: set[int], found_by: int | None
    ) -> bool:
        """Spread literals through all counts; collect tables that lose rows, and changed lines, but for `found_by`."""
        known, spare, rows = state.known, state.spare, state.rows
        counts, members, tables, needs, lines = self.counts, self.members, self.tables, self.needs, self.lines
        while queue:
            literals, queue = queue, []
            for found in literals:
                failing = found ^ 1
                for count in counts[failing]:
                    left = spare[count] = spare[count] - 1
                    if left == 0:
                        for literal in members[count]:
                            if known[literal] == OPEN:
                                known[literal], known[literal ^ 1] = HOLDS, FAILS
                                queue.append(literal)
                    elif left < 0:
                        return False
                for table in tables[failing]:
                    rows[table] &= ~needs[table][failing]
                    changed.add(table)
                if crossing := lines[failing >> 1]:
                    changed_lines.update(crossing)
            if found_by is not None:
                changed_lines.discard(found_by)
                found_by = None
        return True


def network_of(puzzle: Puzzle, clock: Clock) -> Network:
    """Return the rules and clues of a puzzle."""
    network = _of_shape(puzzle, clock).copy()
    for says in puzzle.propagated_clues():
        network.add(says)
        clock.tick()
    return network


def started(puzzle: Puzzle, clock: Clock) -> tuple[Network, State | None]:
    """Return the rules and clues of a puzzle, and what follows from them; None if they contradict each other.

    Consequences of the clues are added only where the clues alone leave something open.
    """
    network = network_of(puzzle, clock)
    state = network.start()
    if state is not None and OPEN in state.known[: 2 * len(puzzle.answer())]:
        helping = [*puzzle.helping_clues()]
        for says in helping:
            network.add(says)
            clock.tick()
        if helping:
            state = network.start()
    return network, state


def is_settled(puzzle: Puzzle, clock: Clock) -> bool:
    """Return whether the whole solution of a puzzle that has one follows from its rules and clues."""
    _, state = started(puzzle, clock)
    return state is not None and OPEN not in state.known[: 2 * len(puzzle.answer())]


def known_values(known: bytearray, count: int) -> list[bool | None]:
    """Return the values of the first booleans, None for those that are open."""
    return [*map(VALUES.__getitem__, known[: 2 * count : 2])]


def masks(known: bytearray, look: Look) -> tuple[int, int]:
    """Return the positions of the literals that hold, and of those that fail."""
    last_first = bytes(look(known))
    return int(last_first.translate(ONES), 2), int(last_first.translate(ZEROS), 2)


def _look(literals: Sequence[int]) -> Look:
    """Return what takes these literals from what is known, the last first; a slice is the fastest way."""
    first, last = literals[0], literals[-1]
    step = (last - first) // max(len(literals) - 1, 1)
    if first <= last and literals == [*range(first, last + 1, step or 1)]:
        return itemgetter(slice(last, first - 1 if first else None, -(step or 1)))
    return itemgetter(*reversed(literals))


def _of_shape(puzzle: Puzzle, clock: Clock) -> Network:
    """Return the network of the rules of a shape, from the cache if possible; its first booleans are the answer."""

    def made() -> Network:
        network = Network()
        for name in (*puzzle.answer(), BETWEEN.name):
            network.literal(name)
        for rule in puzzle.propagated_rules():
            network.add(rule.says)
            clock.tick()
        return network

    network = of_shape(puzzle, _networks, made)
    while len(_networks) > 1 and sum(kept.size for kept in _networks.values()) > KEPT_LITERALS:
        _networks.popitem(last=False)
    return network
