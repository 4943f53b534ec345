"""Nurikabe: a sea around islands, each of which has one number that says how many cells it has."""

# Long: what the sizes of islands force, and why it does, is found on masks of the whole board.

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from solvers.kind import *

State = tuple[frozenset[Cell], frozenset[Cell]]
"""The cells of all islands, and those of them that hold a number."""

GROWN = 0.75
"""How often an island of a new puzzle grows where it can, instead of another being made."""
LARGEST_ISLAND = 7


@dataclass(frozen=True)
class Nurikabe(Blocks):
    """Nurikabe of any size, rectangles too; 1 = sea, 0 = land.

    1. The cells of the sea are connected by their edges.
    2. No four cells in a square are all sea.
    3. Each island, cells connected by their edges, has exactly one cell with a number.
    4. The number says how many cells the island has; `?` (or 0) is an unknown number.

    Source: the rules of puzz.link and of puzzle-nurikabe.com.
    """

    numbers: Grid

    MARKS: ClassVar = {1: "sea", 0: "land"}
    HELD: ClassVar = {"numbers": (range(MOST_CELLS), "a number")}
    SIZE: ClassVar = (7, 7)
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    NO_GRADES: ClassVar = frozenset({2})
    LARGEST_NEW: ClassVar = 14

    def __post_init__(self) -> None:
        zeros = {cell for cell, number in self.numbers.marked() if number == 0}
        if zeros and not any(self.numbers.blanks()):
            raise ZeroForBlank("numbers: a cell holds 0, and none is blank")
        if zeros:
            object.__setattr__(self, "numbers", self.numbers.with_value(zeros, UNKNOWN))

    def rules(self) -> Iterator[Rule]:
        yield connected(self.numbers, "cells of the sea", others="the rest of the sea")
        yield from no_squares(self.numbers, "sea")

    def _islands(self) -> Islands:
        cells, width = tuple(self.numbers.cells()), self.numbers.width
        numbers = (
            NumberedIsland(
                1 << cell.row * width + cell.col,
                len(cells) if number == UNKNOWN else number,
                number != UNKNOWN,
                holds(cell, number),
            )
            for cell, number in self.numbers.marked()
        )
        return Islands(width, tuple(map(is_one, cells)), tuple(numbers))

    def lazy_constraints(self) -> list[Lazy]:
        return [*super().lazy_constraints(), self._islands()]

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            yield Given(f"{cell} holds a number", (cell,), Clause((~is_one(cell),)))
            size = "any number of" if number == UNKNOWN else number
            words = f"the island of {cell} has {size} cell{'s' * (number != 1)}"
            yield Clue(words, (cell,), Clause((holds(cell, number),)))

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        if for_people:
            return
        land = {cell: is_zero(cell) for cell in self.numbers.cells()}
        roots, known = {cell for cell, _ in self.numbers.marked()}, dict(self.numbers.known())
        owners: dict[Cell, list[Literal]] = {cell: [] for cell in land}
        for root, size in known.items():
            others = {near for other in roots - {root} for near in (other, *other.around())}
            for cell in steps_from(root, land.keys() - others, size):
                owners[cell].append(belongs(cell, root))
            for constraint in part_of(root, land, size, others, deep=size):
                yield Rule(f"the island of {root} is connected", (root,), constraint)
        for cell, literals in owners.items():
            if len(literals) > 1:
                yield Rule(f"{cell} is in one island", (cell,), AtMost(1, tuple(literals)))
            if len(known) == len(roots):
                yield Rule(f"{cell} is sea, or in an island", (cell,), Clause((is_one(cell), *literals)))

    def is_solved_by(self, grid: Grid) -> bool:
        if not self.has_marks(grid) or has_square(grid):
            return False
        islands = connected_parts([[cell for cell, mark in grid.marked() if mark == 0]])
        numbers = [[number for cell in island if (number := self.numbers[cell]) is not None] for island in islands]
        return (
            is_one_part(grid)
            and sum(map(len, numbers)) == len([*self.numbers.marked()])
            and all(
                len(held) == 1 and held[0] in {UNKNOWN, len(island)}
                for island, held in zip(islands, numbers, strict=True)
            )
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)

        def of(state: State) -> tuple[Self, Grid]:
            land, spots = state
            sizes = {cell: len(part) for part in connected_parts([[*land]]) for cell in part if cell in spots}
            return cls(Grid.make(*size, sizes.get)), Grid.make(*size, lambda _: 1).with_value(land, 0)

        def changed(state: State, doubtful: list[Cell]) -> State | None:
            land, spots = state
            for cell in rng.sample(doubtful, len(doubtful)):
                moved = land ^ {cell}
                if rng.random() < 1 / 2 and _fits(blank, moved):
                    return moved, _spots(moved, spots, rng)
                if cell in land:
                    island = connected_part([cell, *land])
                    return land, spots - island | {cell}
            return None

        land = _islands(blank, rng)
        return corrected((land, _spots(land, frozenset(), rng)), changed, of, rng)


def _spots(land: frozenset[Cell], wanted: frozenset[Cell], rng: Random) -> frozenset[Cell]:
    """Return a cell of each island for its number, one of those that are wanted if it has any."""
    return frozenset(rng.choice([*wanted.intersection(part)] or part) for part in connected_parts([sorted(land)]))


def _fits(board: Grid, land: frozenset[Cell], *, whole: bool = True) -> bool:
    """Return whether some islands are not too large and do not part the sea; if they are `whole`, it has no squares."""
    sea = [cell for cell in board.cells() if cell not in land]
    return (
        all(len(part) <= LARGEST_ISLAND for part in connected_parts([sorted(land)]))
        and is_connected(sea)
        and not (whole and has_square(Grid.make(board.height, board.width).with_value(land, 0), None))
    )


def _islands(board: Grid, rng: Random) -> frozenset[Cell]:
    """Return random islands that leave no square of sea."""
    while True:
        land, more = frozenset[Cell](), True
        while more:
            pools = [cells for cells in squares(board) if land.isdisjoint(cells) and len(cells) == SQUARE]
            if not pools:
                return land
            cells = rng.sample(rng.choice(pools), SQUARE)
            cells.sort(key=lambda cell: land.isdisjoint(cell.around()) == (rng.random() < GROWN))
            fit = [land | {cell} for cell in cells if _fits(board, land | {cell}, whole=False)]
            more, land = bool(fit), fit[0] if fit else land


class NumberedIsland(NamedTuple):
    """A number: its cell as a bit, how many cells its island has at most, whether exactly, and what says so."""

    spot: int
    size: int
    exact: bool
    literal: Literal


class _Island(NamedTuple):
    """The known cells of a number's island, those beside it, and those that it may have yet."""

    number: NumberedIsland
    land: int
    shore: int
    allowed: int


@dataclass(frozen=True, slots=True)
class Islands(OnBoard):
    """Each connected part of the cells that hold 0 has one number, which says how many cells it has."""

    numbers: tuple[NumberedIsland, ...]

    def _parts(self, sea: int, land: int) -> tuple[dict[int, list[NumberedIsland]], list[int]]:
        """Return the known parts of islands with their numbers, and those without any."""
        by_spot = {number.spot: number for number in self.numbers}
        spots = sum(by_spot)
        numbered: dict[int, list[NumberedIsland]] = {}
        lone = []
        for part in self.field.parts(land | spots & ~sea):
            if inside := part & spots:
                numbered[part] = [by_spot[spot] for spot in bits(inside)]
            else:
                lone.append(part)
        return numbered, lone

    def _islands(self, sea: int, numbered: Mapping[int, Sequence[NumberedIsland]]) -> list[_Island]:
        board, taken, once, twice = self.field, 0, 0, 0
        shores = [board.beside(part) & ~part for part in numbered]
        for part, shore in zip(numbered, shores, strict=True):
            taken, once, twice = taken | part, once | shore, twice | once & shore
        free = board.all & ~(sea | taken | twice)
        return [
            _Island(numbers[0], part, shore, free & ~(once & ~shore))
            for (part, numbers), shore in zip(numbered.items(), shores, strict=True)
        ]

    def forced(self, ones: int, zeros: int) -> Forced:
        board, sea = self.field, ones
        numbered, lone = self._parts(sea, zeros)
        for part, numbers in numbered.items():
            if len(numbers) > 1 or part.bit_count() > numbers[0].size:
                return None
        reached = must_be_land = must_be_sea = 0
        far = sum(lone)
        near_lone = board.beside(far)
        for number, land, shore, allowed in self._islands(sea, numbered):
            left = number.size - land.bit_count()
            if not left:
                must_be_sea |= shore
                reached |= land
                continue
            layers, needed = room_of(board, land, allowed & _ball(board, number.spot, number.size), number.size)
            if number.exact and layers[-1].bit_count() < number.size:
                return None
            reached |= layers[-1]
            for part in lone if far & layers[-1] else ():
                if part & far & layers[-1]:
                    steps = next(steps for steps, reach in enumerate(layers) if part & reach)
                    if steps + part.bit_count() <= left:
                        far &= ~part
            if not number.exact:
                continue
            must_be_land |= needed
            must_be_sea |= board.joining(shore & allowed & ~zeros & near_lone, lone, left)
        if far:
            return None
        spots = sum(number.spot for number in self.numbers)
        for part in lone:
            must_be_land |= self._exits(part, board.all & ~sea, spots)
        must_be_sea |= board.all & ~(reached | sea)
        if must_be_sea & zeros:
            return None
        return must_be_sea & ~ones, must_be_land & ~zeros

    def _exits(self, part: int, inside: int, spots: int) -> int:
        """Return the cells without which no number could be reached from a part."""
        board, found = self.field, 0
        way = _path(board, part, spots, inside)
        for cell in bits(board.narrow(inside) & way & ~part & ~spots):
            rest, reached, new = inside & ~cell, part, part
            while new and not new & spots:
                new = board.beside(new) & rest & ~reached
                reached |= new
            if not new:
                found |= cell
        return found

    def nogoods(self, ones: int, zeros: int) -> Iterator[Nogood]:
        numbered, lone = self._parts(ones, zeros)
        wrong = [part for part, (number, *more) in numbered.items() if more or part.bit_count() > number.size]
        for part in wrong:
            number, *more = numbered[part]
            yield self._joined(part, numbered[part]) if more else self._grown(part, number)
        if wrong:
            return
        islands = self._islands(ones, numbered)
        for island in islands:
            if island.number.exact:
                yield from self._narrow(island, islands, ones)
        for part in lone:
            yield from self._out_of_reach(part, islands, ones)

    def _name(self, cells: int) -> str:
        return str(self.field.cells(cells & -cells)[0])

    def _joined(self, part: int, numbers: Sequence[NumberedIsland]) -> Nogood:
        first, second = numbers[0].spot, sum(number.spot for number in numbers[1:])
        way = _path(self.field, first, second, part)
        otherwise = f"the islands of {self._name(first)} and {self._name(way & second)} would be one"
        return Nogood(0, way, otherwise, "islands that would join")

    def _grown(self, part: int, number: NumberedIsland) -> Nogood:
        cells = self.field.nearest(number.spot, part, number.size)
        cells_in_all = f"{number.size} cell{'s' * (number.size > 1)}"
        otherwise = f"the island of {self._name(number.spot)} would have more than {cells_in_all}"
        return Nogood(0, cells, otherwise, "size of an island", (number.literal,))

    def _narrow(self, island: _Island, islands: Sequence[_Island], sea: int) -> Iterator[Nogood]:
        board, number = self.field, island.number
        room = island.land
        for new in board.grow(room, island.allowed):
            if room.bit_count() >= number.size:
                return
            room |= new
        if room.bit_count() < number.size:
            border = board.beside(room) & ~room
            cells = f"{room.bit_count()} of its {number.size} cells"
            otherwise = f"the island of {self._name(number.spot)} would have room for {cells}"
            held = self._held(island, border & ~sea, islands)
            yield Nogood(border & sea, held, otherwise, "room of an island", (number.literal,))

    def _held(self, island: _Island, border: int, islands: Sequence[_Island]) -> int:
        """Return cells of other islands that keep an island from cells at its border."""
        board, held = self.field, 0
        for other in islands:
            if border and other is not island and (kept := border & other.shore):
                border &= ~kept
                for cell in bits(kept):
                    held |= _path(board, other.number.spot, board.beside(cell) & other.land, other.land)
        return held

    def _out_of_reach(self, part: int, islands: Sequence[_Island], sea: int) -> Iterator[Nogood]:
        board, spots = self.field, sum(number.spot for number in self.numbers)
        area = board.part(part, board.all & ~sea)
        first, size = part & -part, part.bit_count()
        if not area & spots:
            otherwise = f"{self._name(first)} would be cut off from all numbers"
            yield Nogood(board.beside(area) & sea, first, otherwise, "out of reach")
            return
        ones, zeros = 0, part
        for island in islands:
            number, land = island.number, island.land
            if not part & _ball(board, number.spot, number.size - size + 1):
                continue
            # The cells that the island may have if it is to have these, too.
            left, area, edge = number.size - land.bit_count() - size, land, land
            for step, new in enumerate(board.grow(land, island.allowed)):
                if new & part and step <= left:
                    return
                if step >= left:
                    passed = area & ~edge if left > 0 else 0
                    break
                area, edge = area | new, new
            else:
                passed = area
            border = board.beside(passed) & ~area & ~island.allowed
            ones |= border & sea
            zeros |= land | self._held(island, border & ~sea, islands)
        needs = tuple(number.literal for number in self.numbers)
        yield Nogood(ones, zeros, f"no number could reach {self._name(first)}", "out of reach", needs)


@lru_cache(maxsize=2**12)
def _ball(board: Field, spot: int, size: int) -> int:
    """Return the cells that an island of so many cells may have, if nothing is in the way."""
    return sum(board.within(spot, board.all, size - 1))


def _path(board: Field, start: int, goal: int, inside: int) -> int:
    """Return the cells of a shortest path from a cell to one of the goal, both included, over cells inside."""
    layers, new = [start], start
    while not new & goal:
        new = board.beside(new) & inside & ~layers[-1] & ~layers[-2:][0]
        layers.append(new)
    path = at = new & goal & -(new & goal)
    for layer in layers[-2::-1]:
        near = board.beside(at) & layer
        at = near & -near
        path |= at
    return path
