"""Islands of cells, each around one number that says how many cells it has, parted by the other cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from solvers._core.model.connected import Field, Nogood, OnBoard
from solvers._core.model.known import bits
from solvers._core.model.lines import Forced
from solvers._core.model.rules import Literal

SIZE, JOINED, REACH, ROOM = "size of an island", "islands that would join", "out of reach", "room of an island"


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
            layers, needed = room(board, land, allowed & _ball(board, number.spot, number.size), number.size)
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
            must_be_sea |= self._too_large(shore & allowed & ~zeros & near_lone, left, lone)
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
        way = board.path(part, spots, inside)
        for cell in bits(board.narrow(inside) & way & ~part & ~spots):
            rest, reached, new = inside & ~cell, part, part
            while new and not new & spots:
                new = board.beside(new) & rest & ~reached
                reached |= new
            if not new:
                found |= cell
        return found

    def _too_large(self, shore: int, left: int, lone: Sequence[int]) -> int:
        """Return the cells that would join so much to an island that it would be too large."""
        found, board = 0, self.field
        for cell in bits(shore):
            near = board.beside(cell)
            if 1 + sum(other.bit_count() for other in lone if other & near) > left:
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
        way = self.field.path(first, second, part)
        otherwise = f"the islands of {self._name(first)} and {self._name(way & second)} would be one"
        return Nogood(0, way, otherwise, JOINED)

    def _grown(self, part: int, number: NumberedIsland) -> Nogood:
        cells = number.spot
        for new in self.field.grow(number.spot, part):
            for cell in bits(new):
                if cells.bit_count() <= number.size:
                    cells |= cell
        cells_in_all = f"{number.size} cell{'s' * (number.size > 1)}"
        otherwise = f"the island of {self._name(number.spot)} would have more than {cells_in_all}"
        return Nogood(0, cells, otherwise, SIZE, (number.literal,))

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
            yield Nogood(border & sea, held, otherwise, ROOM, (number.literal,))

    def _held(self, island: _Island, border: int, islands: Sequence[_Island]) -> int:
        """Return cells of other islands that keep an island from cells at its border."""
        board, held = self.field, 0
        for other in islands:
            if border and other is not island and (kept := border & other.shore):
                border &= ~kept
                for cell in bits(kept):
                    held |= board.path(other.number.spot, board.beside(cell) & other.land, other.land)
        return held

    def _out_of_reach(self, part: int, islands: Sequence[_Island], sea: int) -> Iterator[Nogood]:
        board, spots = self.field, sum(number.spot for number in self.numbers)
        area = board.part(part, board.all & ~sea)
        first, size = part & -part, part.bit_count()
        if not area & spots:
            otherwise = f"{self._name(first)} would be cut off from all numbers"
            yield Nogood(board.beside(area) & sea, first, otherwise, REACH)
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
        yield Nogood(ones, zeros, f"no number could reach {self._name(first)}", REACH, needs)


@lru_cache(maxsize=2**14)
def room(board: Field, land: int, allowed: int, size: int) -> tuple[list[int], int]:
    """Return what an island may have within one step, within two and so on, and the cells that it needs."""
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


@lru_cache(maxsize=2**12)
def _ball(board: Field, spot: int, size: int) -> int:
    """Return the cells that an island of so many cells may have, if nothing is in the way."""
    return sum(board.within(spot, board.all, size - 1))
