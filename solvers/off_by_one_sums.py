"""Off-by-one sums: digits and empty cells, and every printed sum is one too high or one too low."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, islice, permutations, product, repeat
from math import comb, factorial, prod
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.errors import BadPuzzle
from solvers._core.grid import DIGITS, Grid
from solvers._core.picture import Glyph, Picture
from solvers._core.rules import AtMost, Clue, Exactly, Literal, Raw, Rule, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from solvers._core.grid import Cell
    from solvers._core.puzzle import Another, Place

    Marks = tuple[int, ...]
    """What may stand in a cell, or the digits of a segment, or a line's sums."""
    Filling = tuple[Marks, ...]
    """For each cell of a line what may stand there."""

EMPTY = 0
MOST = 300
"""A line of no more fillings is a table of them; else of those that leave open in which order the digits of a segment
stand; where these are more, too, Z3 counts. Fewer leave more to count, more are more than Z3 likes."""
PATIENCE = 1000
"""After so many choices of digits a line is left to Z3; lines of 10 cells and the digits 1 … 9 have 428 at most."""
EMPTIES = 0.3
"""How much of a random board is empty at least."""
DRAWN = 12
"""Random puzzles of which the tightest is tried: trying takes longer than drawing."""


@dataclass(frozen=True, slots=True)
class OffByOneSums:
    """Off-by-one sums of any size, rectangles too; 0 = empty cell.

    1. Each cell holds a digit from 1 to `highest` or is empty.
    2. No digit stands twice in a row or column.
    3. Empty cells split a line into segments; the sums of its segments stand beside each row and above each column, as
       many and in their order, and every one is off by one, up or down.

    The rules are those of the Logelei in ZEIT (source: a printed puzzle of 6×6 cells and the digits 1 … 5).
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    highest: int

    KIND: ClassVar = "off_by_one_sums"
    LOGIC: ClassVar = "QF_FD"
    MARKS: ClassVar[Mapping[int, str]] = {EMPTY: "empty"} | {digit: str(digit) for digit in range(1, len(DIGITS))}
    SIZE: ClassVar = (6, 6)

    def __post_init__(self) -> None:
        if self.highest not in range(1, len(DIGITS)):
            msg = f"highest: {self.highest} is not in 1 … {len(DIGITS) - 1}"
            raise BadPuzzle(msg)
        for field, lines, length in (
            ("rows", self.rows, len(self.columns)),
            ("columns", self.columns, len(self.rows)),
        ):
            if not lines:
                msg = f"{field}: there are none, but a board has at least one"
                raise BadPuzzle(msg)
            for number, sums in enumerate(lines, start=1):
                if not _may_fit(length, sums, self.highest):
                    told = _told(f"{field.removesuffix('s')} {number}", sums)
                    msg = f"{field}: {told}, which no digits from 1 to {self.highest} in {length} cells add up to"
                    raise BadPuzzle(msg)

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.rows), len(self.columns), self.highest

    @property
    def _board(self) -> Grid:
        return Grid.make(len(self.rows), len(self.columns))

    def rules(self) -> Iterator[Rule]:
        for cell in self._board.cells():
            one = Exactly(1, tuple(_literal(cell, mark) for mark in range(self.highest + 1)))
            yield Rule(f"{cell} holds one digit or is empty", (cell,), one, "naked single")
        for name, line in self._board.lines():
            for digit in range(1, self.highest + 1):
                once = AtMost(1, tuple(_literal(cell, digit) for cell in line))
                yield Rule(f"{name} holds {digit} at most once", line, once)

    def clues(self) -> Iterator[Clue]:
        for (name, line), sums in zip(self._board.lines(), self.rows + self.columns, strict=True):
            fillings = _fillings(len(line), sums, self.highest)
            says = _counted(line, sums, self.highest) if fillings is None else _table(line, fillings, self.highest)
            yield Clue(_told(name, sums), line, says, f"{name.split()[0]} sums")

    def answer(self) -> Sequence[str]:
        return [_literal(cell, mark).name for cell in self._board.cells() for mark in range(self.highest + 1)]

    def grid(self, values: Sequence[bool | None]) -> Grid:
        marks, width = self.highest + 1, len(self.columns)
        cells = [values[start : start + marks] for start in range(0, len(values), marks)]
        held = [cell.index(True) if True in cell else None for cell in cells]
        return Grid(held[start : start + width] for start in range(0, len(held), width))

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        marks = range(self.highest + 1)
        return {
            cell: {mark: tuple(_literal(cell, other, holds=other == mark) for other in marks) for mark in marks}
            for cell in self._board.cells()
        }

    def cuts(self, _values: Sequence[bool]) -> Sequence[Rule]:
        return ()

    def is_solved_by(self, grid: Grid) -> bool:
        digits = range(1, self.highest + 1)
        return (
            grid.same_shape(self._board)
            and all(grid[cell] in {EMPTY, *digits} for cell in grid.cells())
            and not any(sum(grid[cell] == digit for cell in line) > 1 for _, line in grid.lines() for digit in digits)
            and all(
                len(printed) == len(true)
                and all(abs(one - other) == 1 for one, other in zip(printed, true, strict=True))
                for printed, true in zip(self.rows + self.columns, _sums(grid), strict=True)
            )
        )

    def technique(self, because: Sequence[Rule], _sets: Sequence[Place]) -> str:
        return because[0].name if len(because) == 1 else ""

    def picture(self, grid: Grid | None = None) -> Picture:
        marked = () if grid is None else grid.marked()
        glyphs = {cell: Glyph(DIGITS[mark], str(mark) if mark else "·", given=False) for cell, mark in marked}
        height, width, highest = self.shape
        return Picture(height, width, glyphs, rows=self.rows, columns=self.columns, notes={"highest": highest})

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        for cell in chain(picture.glyphs, picture.fills, *picture.signs):
            msg = f"{cell} of the picture is marked, but of this kind nothing is given but sums"
            raise BadPuzzle(msg)
        for field, sums, count in (("rows", picture.rows, picture.height), ("columns", picture.columns, picture.width)):
            if len(sums) != count:
                msg = f"{field}: the picture has {count}, and sums for {len(sums)}"
                raise BadPuzzle(msg)
        if picture.notes.keys() != {"highest"}:
            notes = " and ".join(picture.notes) or "nothing"
            msg = f"highest: the picture has to note the highest digit, like 'highest: 5', but notes {notes}"
            raise BadPuzzle(msg)
        return cls(picture.rows, picture.columns, picture.notes["highest"])

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, another: Another[Self]) -> tuple[Self, Grid]:
        """Make a puzzle with one solution: the tightest of a few random ones, again until it has no other.

        Only whether there is another is asked, so that equal seeds give equal puzzles whatever Z3 finds first.
        """
        while True:
            puzzle, solution = min((cls._any(*size, rng) for _ in range(DRAWN)), key=lambda drawn: drawn[0]._ways())  # noqa: SLF001 - of this class
            if another(puzzle, solution) is None:
                return puzzle, solution

    @classmethod
    def _any(cls, height: int, width: int, rng: Random) -> tuple[Self, Grid]:
        """Make a puzzle of a random solution and with random sums, its highest digit one less than the longer side."""
        highest = min(max(2, height, width), len(DIGITS)) - 1
        marks: list[list[int | None]] = [[EMPTY] * width for _ in range(height)]
        for line in marks:
            for col in range(width):
                taken = {*line, *(other[col] for other in marks)}
                free = [digit for digit in range(1, highest + 1) if digit not in taken]
                if free and rng.random() >= EMPTIES:
                    line[col] = rng.choice(free)
        solution = Grid(marks)
        sums = [tuple(one + rng.choice((-1, 1)) for one in true) for true in _sums(solution)]
        return cls(tuple(sums[:height]), tuple(sums[height:]), highest), solution

    def _ways(self) -> int:
        """Return in how many ways the lines could be filled if they did not cross."""
        height, width, highest = self.shape
        lines = chain(zip(repeat(width), self.rows), zip(repeat(height), self.columns))
        return prod(_ways(length, sums, highest) for length, sums in lines)

    def without(self, _clue: Clue) -> Self | None:
        """Return None: a line has as many segments as sums, so none can be left out."""
        return None


def _literal(cell: Cell, mark: int, *, holds: bool = True) -> Literal:
    """Return the boolean that tells whether the cell holds the mark, or its negation."""
    return Literal(f"{cell}_{mark}", holds)


def _told(name: str, sums: Marks) -> str:
    """Tell a line's sums in words."""
    if not sums:
        return f"{name} has no sums"
    *most, last = map(str, sums)
    several = f"the sums {', '.join(most)} and {last}, each" if most else f"the sum {last},"
    return f"{name} has {several} off by one"


def _sums(grid: Grid) -> list[list[int]]:
    """Return the true sums of the segments of each row, then of each column."""
    found = []
    for _, line in grid.lines():
        sums, before = list[int](), EMPTY
        for mark in (grid[cell] or EMPTY for cell in line):
            if mark and before:
                sums[-1] += mark
            elif mark:
                sums.append(mark)
            before = mark
        found.append(sums)
    return found


def _subsets(digits: Marks, total: int, most: int) -> Iterator[Marks]:
    """Iterate over the choices of at most so many of the ascending digits that come to the total."""
    if not total:
        yield ()
    elif most and sum(digits[-most:]) >= total:
        for at, digit in enumerate(digits):
            if digit > total:
                break
            for others in _subsets(digits[at + 1 :], total - digit, most - 1):
                yield (digit, *others)


def _segments(room: int, sums: Marks, digits: Marks) -> Iterator[tuple[Marks, ...] | None]:
    """Iterate over the choices of digits for the segments, no more than `room` in all; None is one that fails."""
    if not sums:
        yield ()
        return
    some = False
    if len(sums) <= min(room, len(digits)):
        for total in (sums[0] - 1, sums[0] + 1):
            for first in _subsets(digits, total, room - len(sums) + 1) if total > 0 else ():
                some = True
                left = tuple(digit for digit in digits if digit not in first)
                for others in _segments(room - len(first), sums[1:], left):
                    yield None if others is None else (first, *others)
    if not some:
        yield None


def _choices(length: int, sums: Marks, highest: int) -> Iterator[tuple[int, tuple[Marks, ...] | None]]:
    """Iterate over the choices of digits for the segments of a line, numbered."""
    return enumerate(_segments(length - len(sums) + 1, sums, tuple(range(1, highest + 1))))


@lru_cache(maxsize=4096)
def _may_fit(length: int, sums: Marks, highest: int) -> bool:
    """Tell whether a line can have these sums; True where that would take long to tell."""
    return any(segments is not None or number > PATIENCE for number, segments in _choices(length, sums, highest))


@lru_cache(maxsize=4096)
def _fillings(length: int, sums: Marks, highest: int) -> tuple[Filling, ...] | None:
    """Return all fillings of a line, None where there are too many for a table."""
    found: list[tuple[Marks, ...]] = []
    loose = exact = 0
    for number, segments in _choices(length, sums, highest):
        if segments is not None:
            found.append(segments)
            loose += _places(length, segments)
            exact += _places(length, segments) * _orders(segments)
        if loose > MOST or number > PATIENCE:
            return None
    if exact > MOST:
        parts = [[(segment,) * len(segment) for segment in segments] for segments in found]
    else:
        orders = chain.from_iterable(product(*map(permutations, segments)) for segments in found)
        parts = [[tuple((digit,) for digit in segment) for segment in order] for order in orders]
    return tuple(chain.from_iterable(_placed(length, segments) for segments in parts))


@lru_cache(maxsize=4096)
def _ways(length: int, sums: Marks, highest: int) -> int:
    """Return how many fillings a line has, as far as patience goes."""
    tried = islice(_choices(length, sums, highest), PATIENCE)
    return sum(_places(length, segments) * _orders(segments) for _, segments in tried if segments is not None)


def _places(length: int, segments: Sequence[Marks]) -> int:
    """Return how many places segments can take on a line."""
    return comb(length + 1 - sum(map(len, segments)), len(segments))


def _orders(segments: Iterable[Marks]) -> int:
    """Return in how many orders the digits of segments can stand."""
    return prod(factorial(len(segment)) for segment in segments)


def _placed(length: int, segments: Sequence[Filling]) -> Iterator[Filling]:
    """Iterate over the places that segments can take on a line, an empty cell at least between any two."""
    free = length + 1 - sum(map(len, segments))
    for starts in combinations(range(free), len(segments)):
        filling: list[Marks] = [(EMPTY,)] * length
        taken = 0
        for start, segment in zip(starts, segments, strict=True):
            filling[start + taken : start + taken + len(segment)] = segment
            taken += len(segment)
        yield tuple(filling)


def _table(line: Sequence[Cell], fillings: Iterable[Filling], highest: int) -> Table:
    """State that one of the fillings stands; where several marks may stand in a cell, that none of the others does."""

    @cache
    def says(cell: Cell, may: Marks) -> tuple[Literal, ...]:
        if len(may) == 1:
            return (_literal(cell, *may),)
        return tuple(_literal(cell, mark, holds=False) for mark in range(highest + 1) if mark not in may)

    return Table(tuple(tuple(chain.from_iterable(map(says, line, filling))) for filling in fillings))


def _counted(line: Sequence[Cell], sums: Marks, highest: int) -> Raw:
    """State a line's sums without its fillings: number the segments along it, then add up the digits of each.

    `b3_1` says that at least 1 segment begins in the first 3 cells, `d0_5` that the first segment holds a 5.
    """
    last, digits = len(sums), range(1, highest + 1)
    lets = [" ".join(f"(b0_{count} {'false' if count else 'true'})" for count in range(last + 2))]
    edge = "true"
    for at, cell in enumerate(line):
        begins = f"{edge} (not {_literal(cell, EMPTY)})"
        more = (
            f"(b{at + 1}_{count} (or b{at}_{count} (and {begins} b{at}_{count - 1})))" for count in range(1, last + 2)
        )
        lets.append(" ".join((f"(b{at + 1}_0 true)", *more)))
        edge = str(_literal(cell, EMPTY))
    holds = []
    for count in range(last):
        inside = [f"b{at}_{count + 1} (not b{at}_{count + 2})" for at in range(1, len(line) + 1)]
        for digit in digits:
            here = (f"(and {_literal(cell, digit)} {here})" for cell, here in zip(line, inside, strict=True))
            holds.append(f"(d{count}_{digit} (or false {' '.join(here)}))")
    lets.append(" ".join(holds))
    weights = " ".join(map(str, digits))
    adds_up = []
    for count, told in enumerate(sums):
        held = " ".join(f"d{count}_{digit}" for digit in digits)
        totals = (f"((_ pbeq {total} {weights}) {held})" for total in (told - 1, told + 1) if total > 0)
        adds_up.append(f"(or false {' '.join(totals)})")
    all_of = f"(and b{len(line)}_{last} (not b{len(line)}_{last + 1}) {' '.join(adds_up)})"
    term = "".join(f"(let ({let}) " for let in lets) + all_of + ")" * len(lets)
    return Raw(term, tuple(_literal(cell, mark) for cell in line for mark in range(highest + 1)))
