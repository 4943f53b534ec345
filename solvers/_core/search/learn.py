"""Search that learns: what propagation leaves open is assumed, and each contradiction becomes a clause.

This is conflict-driven clause learning on the network of `propagate`: it assumes booleans of recent contradictions
first, begins again now and then, and drops clauses that connect many assumptions. It finds a solution and proves that
there is no other, or stops when its patience ends, and leaves the rest to Z3. What it finds depends on the puzzle
alone, not on those before.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from solvers._core.model.graphs import positions
from solvers._core.search.propagate import FAILS, HOLDS, OPEN, VALUES, known_values, masks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from solvers._core.model.clock import Clock
    from solvers._core.search.propagate import Network, State

    Values = list[bool | None]

FADING = 0.95
"""What a boolean's part in a contradiction counts one contradiction later."""
MOST_ACTIVE = 1e100
"""Above this all activities are divided by it."""
RESTART = 64
"""Contradictions before the search begins again; later ones are multiplied by the Luby sequence."""
KEPT = 2_000
"""Learned clauses above which half of them are dropped when the search begins again."""
COUNT, TABLE, LINE = KINDS = range(3)
"""What a reason is: the number of a constraint times three, plus one of these."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a board."""

    network: Network
    values: Values
    """The only value that each boolean of the answer can have, None if it is open."""
    facts: Sequence[int] = ()
    """Literals that hold in all solutions, beyond those that the network begins with."""
    several: bool = False
    """Whether there is more than one solution."""


def settled(
    begun: tuple[Network, State | None], count: int, patience: int, clock: Clock, solves: Callable[[Values], bool]
) -> Left | None:
    """Return what is left of a board whose answer is the first booleans of a network; None after a contradiction.

    If nothing is open, there is no other solution. `begun` is the network and what follows from it, which changes.
    `patience` bounds the work, in literals that are spread. `solves` says whether values of the answer are a solution,
    because the network may lack rules.
    """
    network, state = begun
    if state is None:
        return None
    if OPEN not in state.known[: 2 * count]:
        return Left(network, known_values(state.known, count))
    search = Search(network, state, count, patience)
    first = search.find(clock, solves)
    if first is None and search.patience > 0:
        return None
    facts, values = search.facts()
    if first is None:
        # Patience may end before all has followed from the facts.
        state = network.start()
        if state is None or not network.assume(state, facts):
            return None
        return Left(network, known_values(state.known, count), facts)
    second = search.find(clock, solves) if search.exclude() else None
    unique = second is None and search.patience > 0
    return Left(network, first if unique else values, facts, second is not None)


class Search:
    """A search for values of the first booleans of a network."""

    def __init__(self, network: Network, state: State, count: int, patience: int, awake: Collection[int] = ()) -> None:
        """Begin with a state that follows from the constraints, but for lines `awake`; the search changes it."""
        self._network, self._count, self.patience = network, count, patience
        self._known, self._spare, self._rows = state.known, state.spare, state.rows
        size = len(state.known)
        self._trail: list[int] = []
        """The literals that became known since, in order."""
        self._done = 0
        """How many of them have been spread."""
        self._levels: list[int] = []
        """The length of the trail before each assumption that is made."""
        self._lost: list[list[tuple[int, int]]] = [[]]
        """For no assumption, and for each, the tables that lost rows since, with the rows before."""
        self._awake = {*awake}
        """The lines in which something has changed."""
        self._level = [0] * (size // 2)
        self._position = [-1] * (size // 2)
        """For each known boolean the number of assumptions before it, and its position on the trail."""
        self._reasons: list[int | Sequence[int]] = [()] * (size // 2)
        """For each known boolean the constraint that forced it, or the literals that failed."""
        self._clauses: list[tuple[int, list[int]]] = []
        """The learned clauses, each behind the number of assumptions that it connects, 0 if it is never dropped."""
        self._excluded = 0
        """How many at most are never dropped."""
        self._watching: defaultdict[int, list[list[int]]] = defaultdict(list)
        """For each literal the clauses in which it is one of the first two; one of these fails last, if any does."""
        self._latest = list(range(0, size, 2))
        """For each boolean the literal that held last, which is assumed next."""
        self._activity, self._bump = [0.0] * (size // 2), 1.0
        for number in range(count):
            links = network.counts[2 * number], network.counts[2 * number + 1], network.lines[number]
            self._activity[number] = 1e-6 * sum(map(len, links))
        self._queue: list[tuple[float, int]] = []
        """The booleans of the answer by activity, the highest first; each open one is in it."""
        self._requeue()

    def find(self, clock: Clock, solves: Callable[[Values], bool]) -> Values | None:
        """Return values of the first booleans that are a solution, None if there are none or patience ends."""
        restarts, left = 0, RESTART
        while self.patience > 0:
            clock.tick()
            broken = self._spread()
            if broken is not None:
                left -= 1
                if not self._learn(broken):
                    return None
            elif left <= 0:
                restarts += 1
                left = RESTART * _luby(restarts)
                self._back(0)
                self._forget()
            elif (literal := self._choice()) is not None:
                self._levels.append(len(self._trail))
                self._lost.append([])
                self._set(literal, ())
            elif solves(values := known_values(self._known, self._count)):
                return values
            elif not self.exclude():
                return None
        return None

    def facts(self) -> tuple[list[int], Values]:
        """Return the literals that became known without an assumption, and the values of the answer that did."""
        known = enumerate(self._known[: 2 * self._count : 2])
        values = [None if self._level[number] else VALUES[state] for number, state in known]
        return self._trail[: self._levels[0] if self._levels else None], values

    def ask_for_reasons(self) -> None:
        """Ask each constraint that forced something without an assumption for its reason."""
        for literal in self.facts()[0]:
            self._failed(literal)

    def exclude(self) -> bool:
        """Add that the first booleans, all of which are known, have other values; return False if they cannot."""
        self._excluded += 1
        # The rest follows from what is assumed.
        assumed = [self._trail[at] ^ 1 for at in self._levels]
        self.patience -= len(assumed)
        return self._learn(assumed, lasting=True)

    def _choice(self) -> int | None:
        while self._queue:
            number = heappop(self._queue)[1]
            if self._known[2 * number] == OPEN:
                return self._latest[number]
        return None

    def _requeue(self) -> None:
        open_ = (number for number in range(self._count) if self._known[2 * number] == OPEN)
        self._queue = [(-self._activity[number], number) for number in open_]
        heapify(self._queue)

    def _set(self, literal: int, reason: int | Sequence[int]) -> None:
        number = literal >> 1
        self._known[literal], self._known[literal ^ 1] = HOLDS, FAILS
        self._reasons[number], self._level[number] = reason, len(self._levels)
        self._position[number] = len(self._trail)
        self._trail.append(literal)

    def _spread(self) -> Sequence[int] | None:
        """Add all that follows; return the literals whose failing breaks a constraint, if one is broken."""
        trail, known, awake, lines = self._trail, self._known, self._awake, self._network.lines
        line, end = 0, -1
        while True:
            while self._done < len(trail):
                failing = trail[self._done] ^ 1
                self._done += 1
                self.patience -= 1
                broken = self._spread_counts(failing) or self._spread_tables(failing)
                if not broken and failing in self._watching:
                    broken = self._spread_clauses(failing)
                if broken:
                    return broken
                awake.update(lines[failing >> 1])
                if self._done == end:
                    awake.discard(line)
            if not awake:
                return None
            line = awake.pop()
            literals, look, says = self._network.ordered[line]
            self.patience -= says.WORK
            found = says.forced(*masks(known, look))
            if found is None:
                return self._because(3 * line + LINE, None)
            for places, fails in zip(found, (0, 1), strict=True):
                left = places
                while left:
                    place = left.bit_length() - 1
                    left ^= 1 << place
                    new = literals[place] ^ fails
                    if known[new] == OPEN:
                        self._set(new, 3 * line + LINE)
                    elif known[new] == FAILS:
                        return [*self._because(3 * line + LINE, new), new]
            end = len(trail) if says.FINDS_ALL else -1

    def _spread_counts(self, failing: int) -> Sequence[int]:
        """Count a literal that fails; return the literals that break a count, if one is broken."""
        spare, known, members, broken = self._spare, self._known, self._network.members, None
        for count in self._network.counts[failing]:
            left = spare[count] = spare[count] - 1
            if left == 0:
                for literal in members[count]:
                    if known[literal] == OPEN:
                        self._set(literal, 3 * count)
            elif left < 0:
                broken = 3 * count  # All counts are counted down, because all are counted up again.
        return () if broken is None else self._because(broken, None)

    def _spread_tables(self, failing: int) -> Sequence[int]:
        known, rows = self._known, self._rows
        for table in self._network.tables[failing]:
            needs = self._network.needs[table]
            self._lost[-1].append((table, rows[table]))
            left = rows[table] = rows[table] & ~needs[failing]
            if not left:
                return self._because(3 * table + TABLE, None)
            for literal, needing in needs.items():
                if known[literal] == OPEN and not left & ~needing:
                    self._set(literal, 3 * table + TABLE)
        return ()

    def _spread_clauses(self, failing: int) -> Sequence[int]:
        known, watching = self._known, self._watching
        clauses, kept = watching[failing], list[list[int]]()
        for at, clause in enumerate(clauses):
            if clause[0] == failing:
                clause[0], clause[1] = clause[1], failing
            first = clause[0]
            if known[first] != HOLDS:
                for place in range(2, len(clause)):
                    literal = clause[place]
                    if known[literal] != FAILS:
                        clause[1], clause[place] = literal, failing
                        watching[literal].append(clause)
                        break
                else:
                    if known[first] == FAILS:
                        watching[failing] = kept + clauses[at:]
                        return clause
                    self._set(first, clause)
                    kept.append(clause)
            else:
                kept.append(clause)
        watching[failing] = kept
        return ()

    def _because(self, reason: int, forced: int | None) -> list[int]:
        """Return literals that fail, and so force a literal in a constraint, or break it."""
        (number, kind), known, position = divmod(reason, len(KINDS)), self._known, self._position
        end = len(self._trail) if forced is None else position[forced >> 1]
        if kind == LINE:
            return self._because_of_line(number, forced, end)
        literals = self._network.members[number] if kind == COUNT else self._network.needs[number]
        failing = [literal for literal in literals if known[literal] == FAILS and position[literal >> 1] < end]
        if kind == COUNT:
            return failing
        needs, found = self._network.needs[number], list[int]()
        rows = self._network.rows[number] & ~needs.get(forced, 0) if forced is not None else self._network.rows[number]
        for literal in sorted(failing, key=lambda literal: position[literal >> 1]):
            if rows & needs[literal]:
                rows &= ~needs[literal]
                found.append(literal)
        return found

    def _because_of_line(self, line: int, forced: int | None, end: int) -> list[int]:
        literals, look, says = self._network.ordered[line]
        known, level, position = self._known, self._level, self._position
        before, asked = known[:], bytearray(len(known))
        for literal in self._trail[end:]:
            before[literal] = before[literal ^ 1] = OPEN
        if forced is not None:
            asked[forced], asked[forced ^ 1] = HOLDS, FAILS
        (ones, zeros), wanted = masks(before, look), masks(asked, look)
        found = says.because(ones, zeros, wanted)
        if found is not None:
            return [literals[place] ^ fails for fails, part in enumerate(found[::-1]) for place in positions(part)]

        def needed(part: list[int]) -> list[int]:
            """Return the places of a part that are needed, and forget the others."""
            nonlocal ones, zeros
            gone = ~sum(1 << place for place in part)
            found = says.forced(ones & gone, zeros & gone)
            self.patience -= says.WORK
            if found is None or found[0] & wanted[0] or found[1] & wanted[1]:
                ones, zeros = ones & gone, zeros & gone
                return []
            half = len(part) // 2
            return needed(part[:half]) + needed(part[half:]) if half else part

        latest_first = sorted(
            (place for place in positions(ones | zeros) if level[literals[place] >> 1]),
            key=lambda place: -position[literals[place] >> 1],
        )
        return [literals[place] ^ (known[literals[place]] == HOLDS) for place in needed(latest_first)]

    def _failed(self, literal: int) -> Sequence[int]:
        """Return the literals whose failing forced a literal; the literal itself may be among them."""
        reason = self._reasons[literal >> 1]
        if isinstance(reason, int):
            reason = self._reasons[literal >> 1] = self._because(reason, literal)
        return reason

    def _learn(self, failing: Sequence[int], *, lasting: bool = False) -> bool:
        """Add a clause that follows from literals that cannot fail together, and go back; False if nothing is left.

        Its first literal is the only one that the latest assumption of all settles, so it holds after going back.
        """
        level, trail, activity = self._level, self._trail, self._activity
        self._awake.clear()
        latest = max((level[literal >> 1] for literal in failing), default=0)
        if not latest:
            return False
        self._back(latest)
        seen, others = set[int](), list[int]()
        at, pending = len(trail), 0
        while True:
            for literal in failing:
                number = literal >> 1
                if level[number] and number not in seen:
                    seen.add(number)
                    activity[number] += self._bump
                    if level[number] == latest:
                        pending += 1
                    else:
                        others.append(literal)
            at -= 1
            while trail[at] >> 1 not in seen:
                at -= 1
            pending -= 1
            if not pending:
                break
            failing = self._failed(trail[at])
        first = trail[at] ^ 1

        def follows(literal: int) -> bool:
            """Return whether a literal fails because of others in the clause."""
            reason = self._reasons[literal >> 1]
            if isinstance(reason, int):
                if reason % len(KINDS) == LINE:
                    return False  # It takes longer to find the reason than it is worth.
                reason = self._failed(literal ^ 1)
            return bool(reason) and all(other >> 1 in seen or not level[other >> 1] for other in reason)

        others = [literal for literal in others if not follows(literal)]
        others.sort(key=lambda literal: -level[literal >> 1])
        connected = 0 if lasting else len({level[literal >> 1] for literal in others})
        self._bump /= FADING
        if self._bump > MOST_ACTIVE:
            self._activity = [value / MOST_ACTIVE for value in activity]
            self._bump /= MOST_ACTIVE
            self._requeue()
        self._back(level[others[0] >> 1] if others else 0)
        clause = [first, *others]
        if others:
            self._keep(connected, clause)
        self._set(first, clause)
        return True

    def _keep(self, connected: int, clause: list[int]) -> None:
        self._clauses.append((connected, clause))
        self._watching[clause[0]].append(clause)
        self._watching[clause[1]].append(clause)

    def _back(self, level: int) -> None:
        """Take back all assumptions but the first `level`, and what followed."""
        if level == len(self._levels):
            return
        known, spare, counts, length = self._known, self._spare, self._network.counts, self._levels[level]
        for literal in self._trail[length : self._done]:
            for count in counts[literal ^ 1]:
                spare[count] += 1
        for lost in reversed(self._lost[level + 1 :]):
            for table, rows in reversed(lost):
                self._rows[table] = rows
        for literal in self._trail[length:]:
            known[literal] = known[literal ^ 1] = OPEN
            self._latest[literal >> 1] = literal
            if literal >> 1 < self._count:
                heappush(self._queue, (-self._activity[literal >> 1], literal >> 1))
        del self._trail[length:], self._levels[level:], self._lost[level + 1 :]
        self._done = length
        if len(self._queue) > 4 * self._count:
            self._requeue()

    def _forget(self) -> None:
        """Drop half of the learned clauses if there are many, those that connect most assumptions, the oldest first."""
        if len(self._clauses) < KEPT + self._excluded:
            return
        self._clauses.reverse()
        kept = sorted(self._clauses, key=lambda clause: clause[0])[: KEPT // 2 + self._excluded]
        known = self._known
        self._clauses.clear()
        self._watching.clear()
        for connected, clause in reversed(kept):
            if not any(known[literal] == HOLDS for literal in clause):
                self._keep(connected, [literal for literal in clause if known[literal] == OPEN])


def _luby(number: int) -> int:
    """Return a term of the Luby sequence, which begins with 1, 1, 2, 1, 1, 2, 4."""
    while number & number + 1:
        number -= (1 << number.bit_length() - 1) - 1
    return number + 1 >> 1
