"""Battleships: straight ships of which no two touch, with so many ship cells in each line."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from solvers.kind import *

ENDS = {"o": ((),), "m": ((0, 2), (1, 3)), "w": ((0,),), "n": ((1,),), "e": ((2,),), "s": ((3,),)}
"""Which cells around a printed part belong to the same ship, by their place in `Cell.around`: each way there is."""
SYMBOLS = dict(zip("01omwnes", "×◆●■◂▴▸▾", strict=True))
FLEETS = {3: 1, 14: 12, 36: 123, 70: 1234, 120: 12345}
"""The fleet of a new board that has so many cells at least."""


@dataclass(frozen=True)
class Battleships(Rimmed):
    """Battleships of any size, rectangles too; 1 = a ship cell, 0 = water.

    1. No two ships touch, not even at a corner.
    2. The number beside a row or above a column says how many ship cells it holds.
    3. What is printed is there: 0 water, 1 a ship cell, o a whole ship, m a middle, w, n, e, s a left, upper, … end.
    4. The ships are straight, and the digits of `fleet` are how many there are, the longest first, one cell last.

    A line without a number may hold any number of ship cells (source: the rules of puzz.link and janko.at).
    """

    parts: Grid
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    fleet: int

    MARKS: ClassVar = {1: "a ship cell", 0: "water"}
    SPELLED: ClassVar = dict(zip("×🌊■●⚫□◁◀<△▲^▷▶>▽▼", "001oomwwwnnneeess", strict=True))
    HELD: ClassVar = {"parts": ({*map(DIGITS.index, SYMBOLS)}, "0, 1, o, m, n, e, s or w")}
    SIZE: ClassVar = (8, 8)
    TURNS: ClassVar = 1
    TURNED: ClassVar = dict(zip("nwse", "wnes", strict=True))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.fleet < 10 ** min(9, max(self.answer_size)):
            raise BadPuzzle(f"fleet: {self.fleet}, but it has a digit for each length of a ship that fits into a line")

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.rows), len(self.columns), self.fleet

    @property
    def given_marks(self) -> Grid:
        """The marks of the printed parts."""
        parts = dict(self.parts.marked())
        return Grid.make(self.parts.height, self.parts.width, {cell: min(part, 1) for cell, part in parts.items()}.get)

    def rules(self) -> Iterator[Rule]:
        for pair in corners(self.parts):
            words = f"ships in {pair[0]} and {pair[1]} would touch"
            yield Rule(words, pair, AtMost(1, tuple(map(is_one, pair))), "touching ships")

        digits = f"0{self.fleet}"
        for size, count in zip(range(len(digits), 0, -1), map(int, digits), strict=True):
            words = f"the fleet has {times(count, 'ship')} of {times(size, 'cell')}"
            yield Rule(words, tuple(self.parts.cells()), _ships(self.board, size, count, len(digits)), "fleet")

    def clues(self) -> Iterator[Clue]:
        yield from self.counts("ship cell")
        for cell, part in self.parts.marked():
            mark = is_one(cell) if part else ~is_one(cell)
            yield Given(f"{cell} is {self.MARKS[min(part, 1)]}", (cell,), Clause((mark,)))
            if part > 1:
                near = {at: other for at, other in enumerate(cell.around()) if other in self.parts}
                ways = [
                    tuple(is_one(other) if at in ends else ~is_one(other) for at, other in near.items())
                    for ends in ENDS[DIGITS[part]]
                    if near.keys() >= {*ends}
                ]
                yield Clue(f"{cell} is printed as {DIGITS[part]}", (cell, *near.values()), Table(tuple(ways)), "part")

    def is_solved_by(self, grid: Grid) -> bool:
        ships = {cell for cell, mark in grid.marked() if mark}
        sizes = Counter(map(len, connected_parts([sorted(ships)])))
        ends = _ends(ships)
        return (
            super().is_solved_by(grid)
            and "".join(str(sizes[size]) for size in range(max(sizes, default=0), 0, -1)) == str(self.fleet)
            and not any(ships.issuperset(pair) for pair in corners(grid))
            and all((cell in ships) == (part > 0) for cell, part in self.parts.marked())
            and all(ends[cell] in ENDS[DIGITS[part]] for cell, part in self.parts.marked() if part > 1)
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        parts = {cell: Glyph(digit_text(part), SYMBOLS[DIGITS[part]]) for cell, part in self.parts.marked()}
        return {**super().glyphs(grid), **parts}

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        fleet = max((fleet for cells, fleet in FLEETS.items() if cells <= size[0] * size[1]), default=1)
        grid = filled(cls(Grid.make(*size), ((),) * size[0], ((),) * size[1], fleet), rng)
        ends = _ends({cell for cell, mark in grid.marked() if mark})
        names = {way: DIGITS.index(name) for name, ways in ENDS.items() for way in ways}
        parts = Grid.make(*size, lambda cell: names[ends[cell]] if cell in ends else 0)
        return cls(parts, *cls.rims_for(grid), fleet), grid

    def without(self, clue: Clue) -> Self | None:
        return replace(self, parts=self.parts.with_value(clue.cells, None)) if isinstance(clue, Given) else None


@lru_cache(maxsize=256)
def _ships(board: Grid, size: int, count: int, too_long: int) -> Ways:
    """Return that so many ships of a size lie on a board: their cells, and the water around unless too long."""
    lines, berths = [cells for _, cells in board.lines()], list[tuple[Literal, ...]]()
    for line in lines[: board.height] if size == 1 else lines:
        for start in range(len(line) + 1 - size):
            ship = line[start : start + size]
            water = {near for cell in ship for near in board.near(cell)}.difference(ship)
            berths.append((*map(is_one, ship), *map(is_zero, sorted(water) if size < too_long else ())))
    return Ways(count, tuple(berths))


def _ends(ships: set[Cell]) -> dict[Cell, tuple[int, ...]]:
    """Return for each ship cell which cells around it belong to the same ship."""
    return {cell: tuple(at for at, other in enumerate(cell.around()) if other in ships) for cell in ships}
