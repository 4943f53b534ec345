"""Off-by-one sums: digits and empty cells, and every printed sum is one too high or one too low."""

# Long: what a line of sums allows is counted and tabled here.

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, combinations, groupby, islice, permutations, product, repeat
from math import comb, factorial, prod

from solvers.kind import *

Sums = tuple[int, ...]
"""The printed sums of a line."""
DigitRow = tuple[int, ...]
"""Digits of one segment, or the marks that a cell may hold."""
Totals = tuple[tuple[int, ...], ...]
"""For each segment of a line the totals that it can have."""
Filling = tuple[DigitRow, ...]
"""For each cell of a line the marks that it may hold."""
EMPTY = 0
MAX_FILLINGS = 300
"""The most rows of a table of fillings, chosen by measurement: fewer leave more lines to count, more slow Z3 down."""
BUDGET = 1000
"""How many choices of digits are tried for a line; lines of 10 cells and the digits 1 … 9 have 428 at most."""

HIGHEST = 50
"""The highest digit that a board may have, and so the most rows or columns with one in each cell."""
EMPTY_SHARE = 0.3
"""The share of a random board that is empty at least."""
REDRAWN = 3
"""How many cells of a board are drawn again at a time."""
DRAWN = 12
"""How many random puzzles are drawn for each one that Z3 checks: checking takes longer than drawing."""


@dataclass(frozen=True)
class OffByOneSums(Puzzle):
    """Off-by-one sums of any size, rectangles too; 0 = empty cell.

    1. Each cell holds a digit from 1 to `highest` or is empty.
    2. No digit appears twice in a row or column.
    3. Empty cells split a line into segments. The sums of its segments stand beside each row and above each column, one
       per segment in order, and each is one too high or too low.

    The rules are those of the Logelei in ZEIT (source: a printed puzzle of 6×6 cells and the digits 1 … 5).
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    highest: int

    SEVERAL: ClassVar = True
    MARKS: ClassVar = {EMPTY: "empty"} | {mark: str(mark) for mark in range(1, HIGHEST + 1)}
    SIZES: ClassVar = {1: (5, 5), 4: (5, 5)}
    LARGEST_NEW: ClassVar = 7
    MOST_CELLS: ClassVar = HIGHEST**2

    def __post_init__(self) -> None:
        if not 1 <= self.highest <= HIGHEST:
            raise BadPuzzle(f"highest: {self.highest} is not in 1 … {HIGHEST}")
        super().__post_init__()
        for (name, line), sums in zip(self.board.lines(), self.rows + self.columns, strict=True):
            if not may_fit(len(line), _totals(sums), self.highest):
                words, digits = _words(name, sums), f"digits from 1 to {self.highest}"
                raise BadPuzzle(f"{name.split()[0]}s: {words}, which no {digits} in {len(line)} cells add up to")

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.rows), len(self.columns), self.highest

    def rules(self) -> Iterator[Rule]:
        for cell in self.board.cells():
            one_value = Exactly(1, tuple(holds(cell, mark) for mark in range(self.highest + 1)))
            words, otherwise = f"{cell} holds one digit or is empty", f"nothing would fit in {cell}"
            yield Rule(words, (cell,), one_value, "naked single", otherwise)
        for name, line in self.board.lines():
            for digit in range(1, self.highest + 1):
                once = AtMost(1, tuple(holds(cell, digit) for cell in line))
                words, otherwise = f"{name} holds {digit} at most once", f"{name} would hold {digit} twice"
                yield Rule(words, line, once, "", otherwise)

    def clues(self) -> Iterator[Clue]:
        for (name, line), sums in zip(self.board.lines(), self.rows + self.columns, strict=True):
            constraint = totalled(line, _totals(sums), self.highest)
            yield Clue(_words(name, sums), line, constraint, f"{name.split()[0]} sums")

    def choices(self) -> Choices:
        return {cell: one_of(cell, range(self.highest + 1)) for cell in self.board.cells()}

    def is_solved_by(self, grid: Grid) -> bool:
        digits = range(1, self.highest + 1)
        return (
            grid.same_shape(self.board)
            and all(grid[cell] in {EMPTY, *digits} for cell in grid.cells())
            and not any(line.count(digit) > 1 for line in grid.line_values() for digit in digits)
            and all(
                len(printed) == len(true)
                and all(abs(mine - theirs) == 1 for mine, theirs in zip(printed, true, strict=True))
                for printed, true in zip(self.rows + self.columns, _sums(grid), strict=True)
            )
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        marked = () if grid is None else grid.marked()
        return {cell: Glyph(digit_text(mark), str(mark) if mark else "·", given=False) for cell, mark in marked}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        for field, sums, count in (("rows", picture.rows, picture.height), ("columns", picture.columns, picture.width)):
            if len(sums) != count:
                raise BadPuzzle(f"{field}: the picture has {count}, and sums for {len(sums)}")
        if "highest" not in picture.notes:
            raise BadPuzzle("highest: the picture needs a line with the highest digit, like 'highest: 5'")
        return super().from_picture(picture)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Make a puzzle with one solution: draw a few, check the one with the fewest fillings, repeat."""

        def near(grid: Grid, puzzle: Self) -> tuple[Grid, Self, Grid, bool]:
            cells = [*grid.cells()]
            gone = {*rng.sample(cells, min(len(cells), REDRAWN))}
            marks = {cell: mark for cell, mark in grid.marked() if cell not in gone}
            lines = enumerate(zip(puzzle.rows + puzzle.columns, grid.lines(), strict=True))
            other, grid = cls._drawn(
                *size, rng, marks, {at: sums for at, (sums, (_, line)) in lines if gone.isdisjoint(line)}
            )
            return grid, other, grid, is_only(other, grid, rng)

        while True:
            drawn = [cls._drawn(*size, rng, {}, {}) for _ in range(DRAWN)]
            puzzle, solution = min(drawn, key=lambda pair: pair[0].count_fillings())
            if is_only(puzzle, solution, rng):
                return climbed((solution, puzzle, solution, True), near, rng)

    @classmethod
    def _drawn(
        cls, height: int, width: int, rng: Random, kept: Mapping[Cell, int], printed: Mapping[int, Sums]
    ) -> tuple[Self, Grid]:
        """Make a puzzle from a random solution and random sums, apart from marks and lines of sums that are kept.

        Its highest digit is one less than the longer side.
        """
        highest = max(2, height, width) - 1
        marks = [[kept.get(Cell(row, col), EMPTY) for col in range(width)] for row in range(height)]
        for row, line in enumerate(marks):
            for col in range(width):
                taken = {*line, *(other[col] for other in marks)}
                free = [digit for digit in range(1, highest + 1) if digit not in taken]
                if Cell(row, col) not in kept and free and rng.random() >= EMPTY_SHARE:
                    line[col] = rng.choice(free)
        solution = Grid(marks)
        sums = [
            printed.get(at) or tuple(total + rng.choice((-1, 1)) for total in true)
            for at, true in enumerate(_sums(solution))
        ]
        return cls(tuple(sums[:height]), tuple(sums[height:]), highest), solution

    def count_fillings(self) -> int:
        """Return in how many ways the lines could be filled if they did not cross."""
        height, width, highest = self.shape
        lines = chain(zip(repeat(width), self.rows), zip(repeat(height), self.columns))
        return prod(count_fillings(length, _totals(sums), highest) for length, sums in lines)


def _totals(sums: Sums) -> Totals:
    """Return the totals that the segments with these printed sums can have."""
    return tuple((printed - 1, printed + 1) for printed in sums)


def _words(name: str, sums: Sums) -> str:
    """Say a line's sums in words."""
    if not sums:
        return f"{name} has no sums"
    return f"{name} has the sum{'s' * (len(sums) > 1)} {joined(sums)},{' each' * (len(sums) > 1)} off by one"


def _sums(grid: Grid) -> list[list[int]]:
    """Return the true sums of the segments of each row, then of each column."""
    lines = grid.line_values()
    return [[sum(filter(None, run)) for is_held, run in groupby(line, bool) if is_held] for line in lines]


def _subsets(digits: DigitRow, total: int, most: int) -> Iterator[DigitRow]:
    """Iterate over the choices of at most `most` of the ascending digits that add up to the total."""
    if not total:
        yield ()
    elif most and sum(digits[-most:]) >= total:
        for at, digit in enumerate(digits):
            if digit > total:
                break
            for others in _subsets(digits[at + 1 :], total - digit, most - 1):
                yield (digit, *others)


def _segments(room: int, totals: Totals, digits: DigitRow) -> Iterator[tuple[DigitRow, ...] | None]:
    """Iterate over the choices of digits for the segments, at most `room` in all; None is a choice that fails."""
    if not totals:
        yield ()
        return
    found = False
    if len(totals) <= min(room, len(digits)):
        for total in totals[0]:
            for first in _subsets(digits, total, room - len(totals) + 1) if total > 0 else ():
                found = True
                left = tuple(digit for digit in digits if digit not in first)
                for others in _segments(room - len(first), totals[1:], left):
                    yield None if others is None else (first, *others)
    if not found:
        yield None


def _choices(length: int, totals: Totals, highest: int) -> Iterator[tuple[int, tuple[DigitRow, ...] | None]]:
    """Iterate over the numbered choices of digits for the segments of a line."""
    return enumerate(_segments(length - len(totals) + 1, totals, tuple(range(1, highest + 1))))


@lru_cache(maxsize=4096)
def may_fit(length: int, totals: Totals, highest: int) -> bool:
    """Return whether a line can have these totals; True where finding out would take long."""
    return any(segments is not None or number > BUDGET for number, segments in _choices(length, totals, highest))


@lru_cache(maxsize=4096)
def fillings(length: int, totals: Totals, highest: int) -> tuple[Filling, ...] | None:
    """Return all fillings of a line, None where there are too many for a table.

    Where fillings with one mark per cell are too many, the digits of a segment are left in any order.
    """
    found: list[tuple[DigitRow, ...]] = []
    loose = exact = 0
    for number, segments in _choices(length, totals, highest):
        if segments is not None:
            found.append(segments)
            loose += _positions(length, segments)
            exact += _positions(length, segments) * _orders(segments)
        if loose > MAX_FILLINGS or number > BUDGET:
            return None
    if exact > MAX_FILLINGS:
        parts = [[(segment,) * len(segment) for segment in segments] for segments in found]
    else:
        orders = chain.from_iterable(product(*map(permutations, segments)) for segments in found)
        parts = [[tuple((digit,) for digit in segment) for segment in order] for order in orders]
    return tuple(chain.from_iterable(_placed(length, segments) for segments in parts))


@lru_cache(maxsize=4096)
def count_fillings(length: int, totals: Totals, highest: int) -> int:
    """Return the number of fillings of a line, counting at most `BUDGET` choices of digits."""
    tried = islice(_choices(length, totals, highest), BUDGET)
    return sum(_positions(length, segments) * _orders(segments) for _, segments in tried if segments is not None)


def _positions(length: int, segments: Sequence[DigitRow]) -> int:
    """Return in how many ways segments can be positioned on a line."""
    return comb(length + 1 - sum(map(len, segments)), len(segments))


def _orders(segments: Iterable[DigitRow]) -> int:
    """Return in how many orders the digits of segments can stand."""
    return prod(factorial(len(segment)) for segment in segments)


def _placed(length: int, segments: Sequence[Filling]) -> Iterator[Filling]:
    """Iterate over the positions of segments on a line, with at least one empty cell between two of them."""
    free = length + 1 - sum(map(len, segments))
    for starts in combinations(range(free), len(segments)):
        filling: list[DigitRow] = [(EMPTY,)] * length
        taken = 0
        for start, segment in zip(starts, segments, strict=True):
            filling[start + taken : start + taken + len(segment)] = segment
            taken += len(segment)
        yield tuple(filling)


def totalled(line: Sequence[Cell], totals: Totals, highest: int) -> Table | Raw:
    """State that the segments of a line have these totals: as a table of fillings or, if too long, as a raw term."""
    found = fillings(len(line), totals, highest)
    return _counted(line, totals, highest) if found is None else _table(line, found, highest)


def _table(line: Sequence[Cell], found: Iterable[Filling], highest: int) -> Table:
    """State that one of the fillings stands; a cell that may hold several marks holds none of the others."""

    @cache
    def literals(cell: Cell, marks: DigitRow) -> tuple[Literal, ...]:
        if len(marks) == 1:
            return (holds(cell, *marks),)
        return tuple(~holds(cell, mark) for mark in range(highest + 1) if mark not in marks)

    return Table(tuple(tuple(chain.from_iterable(map(literals, line, filling))) for filling in found))


def _counted(line: Sequence[Cell], totals: Totals, highest: int) -> Raw:
    """State a line's totals without its fillings: number the segments along it, then add up the digits of each.

    `b3_1` says that at least 1 segment begins in the first 3 cells, `d0_5` that the first segment holds a 5.
    """
    last, digits = len(totals), range(1, highest + 1)
    lets = [" ".join(f"(b0_{count} {'false' if count else 'true'})" for count in range(last + 2))]
    edge = "true"
    for at, cell in enumerate(line):
        begins = f"{edge} (not {holds(cell, EMPTY)})"
        more = (
            f"(b{at + 1}_{count} (or b{at}_{count} (and {begins} b{at}_{count - 1})))" for count in range(1, last + 2)
        )
        lets.append(" ".join((f"(b{at + 1}_0 true)", *more)))
        edge = str(holds(cell, EMPTY))
    held_by = []
    for count in range(last):
        inside = [f"b{at}_{count + 1} (not b{at}_{count + 2})" for at in range(1, len(line) + 1)]
        for digit in digits:
            in_cells = (f"(and {holds(cell, digit)} {where})" for cell, where in zip(line, inside, strict=True))
            held_by.append(f"(d{count}_{digit} (or false {' '.join(in_cells)}))")
    lets.append(" ".join(held_by))
    weights = " ".join(map(str, digits))
    adds_up = []
    for count, allowed in enumerate(totals):
        held = " ".join(f"d{count}_{digit}" for digit in digits)
        sums = (f"((_ pbeq {total} {weights}) {held})" for total in allowed if total > 0)
        adds_up.append(f"(or false {' '.join(sums)})")
    all_of = f"(and b{len(line)}_{last} (not b{len(line)}_{last + 1}) {' '.join(adds_up)})"
    term = "".join(f"(let ({let}) " for let in lets) + all_of + ")" * len(lets)
    return Raw(term, tuple(holds(cell, mark) for cell in line for mark in range(highest + 1)))
