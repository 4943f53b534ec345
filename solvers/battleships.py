"""Battleships: straight ships of which no two touch, with so many ship cells in each line."""

# Long: which choices of berths go together is found here.

from __future__ import annotations

from collections import Counter
from functools import lru_cache, reduce
from operator import and_

from solvers.kind import *

ENDS = {"o": ((),), "m": ((0, 2), (1, 3)), "w": ((0,),), "n": ((1,),), "e": ((2,),), "s": ((3,),)}
"""Which cells around a printed part belong to the same ship, by their place in `Cell.around`: each way there is."""
SYMBOLS = dict(zip("01omwnes", "×◆●■◂▴▸▾", strict=True))
FLEETS = {3: 1, 14: 12, 36: 123, 70: 1234, 120: 12345}
"""The fleet of a new board that has so many cells at least."""
MOST_CHOICES = 500
"""How many choices of ways are looked at."""


USUAL = {"c": 123, "d": 1234, "e": 12345}
"""The fleets that have a letter in an address."""
SHIPS = {size: f"{DIGITS[size]}1{'v' * (size // 5)}{('', *'gosu')[size % 5]}" for size in range(1, 10)}
"""How a ship of each length is written there: its columns, its rows, and a bit for each cell, five in a digit."""


class Fleet:
    """What an address holds of the ships: the letter of a usual fleet, or how many there are and the form of each."""

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part."""
        end = text.rest()
        usual, ships = text.match(r"//([cde])$"), text.match(r"/\d+((?:/\w+)+)$")
        sizes = {form: size for size, ship in SHIPS.items() for form in (ship, ship[1::-1] + ship[2:])}
        found = Counter(sizes.get(form, 0) for form in ships[1].split("/")[1:]) if ships else Counter()
        if not usual and (not found or 0 in found or max(found.values()) > 9):  # noqa: PLR2004 - a digit each
            raise BadPuzzle(f"the address ends in {end!r}, not in a fleet of up to nine ships of each length")
        digits = "".join(str(found[size]) for size in range(max(found, default=0), 0, -1))
        return {"fleet": USUAL[usual[1]] if usual else int(digits)}

    def write(self, fields: link_parts.Fields, board: Grid) -> str:  # noqa: ARG002 - the fleet has no places
        """Write the part."""
        if letters := [letter for letter, fleet in USUAL.items() if fleet == fields["fleet"]]:
            return f"//{letters[0]}"
        sizes = [size for size, count in enumerate(reversed(str(fields["fleet"])), 1) for _ in range(int(count))]
        return "/".join(("", str(len(sizes)), *(SHIPS[size] for size in sizes)))


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
    LINK: ClassVar = (
        link_parts.lines(),
        link_parts.cells(
            "parts",
            codes.fixed(dict(zip("0123456.", map(DIGITS.index, "0nswemo1"), strict=True)), "a part"),
            codes.gap(16),
        ),
        Fleet(),
    )
    SIZE: ClassVar = (8, 8)
    TURNS: ClassVar = 1
    TURNED: ClassVar = dict(zip("nwse", "wnes", strict=True))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.fleet < 10 ** min(9, max(self.answer_size)):
            raise BadPuzzle(f"fleet: {self.fleet}, but it has a digit for each length of a ship that fits into a line")

    @property
    def board(self) -> Grid:
        return Grid.make(len(self.rows), len(self.columns))

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


@dataclass(frozen=True, slots=True)
class Ways(InOrder):
    """Of exactly `count` rows all literals hold; rows may share variables, so that more or fewer than that fit."""

    count: int
    rows: tuple[tuple[Literal, ...], ...]
    literals: tuple[Literal, ...] = field(init=False, compare=False)
    masks: tuple[tuple[int, int], ...] = field(init=False, compare=False)
    """For each row the positions that hold, and those that do not."""

    def __post_init__(self) -> None:
        places = {name: at for at, name in enumerate(dict.fromkeys(one.name for row in self.rows for one in row))}
        object.__setattr__(self, "literals", tuple(map(Literal, places)))
        sides = (
            [sum(1 << places[one.name] for one in row if one.holds == side) for row in self.rows] for side in (1, 0)
        )
        object.__setattr__(self, "masks", tuple(zip(*sides, strict=True)))

    def clauses(self, helper: str) -> tuple[list[Literal], str]:
        """Return variables of its own, one for each row, whose names begin with `helper`, and the term."""
        names = [Literal(f"{helper}{number}") for number in range(len(self.rows))]
        terms = [f"(= {name} (and true {' '.join(map(str, row))}))" for name, row in zip(names, self.rows, strict=True)]
        return names, f"(and {Exactly(self.count, tuple(names))} {' '.join(terms)})"

    def forced(self, ones: int, zeros: int) -> Forced:
        return forced_by_ways(self.count, self.masks, ones, zeros)


def forced_by_ways(count: int, ways: Iterable[tuple[int, int]], ones: int, zeros: int) -> Forced:
    """Return what follows if exactly `count` ways hold: what is so in each choice of those that go together.

    If there are too many choices, only what all ways need that are left, or what would complete one too many.
    """
    fit = [(held & ~ones, empty & ~zeros) for held, empty in ways if not (held & zeros or empty & ones)]
    open_ = [way for way in fit if way != (0, 0)]
    left = count - (len(fit) - len(open_))
    if not 0 <= left <= len(open_):
        return None
    choices = _choices(open_, left)
    if choices is None:
        must, cannot = (reduce(and_, side) for side in zip(*open_, strict=True))
        return must, cannot
    found = [after for chosen in choices if (after := _chosen(open_, *chosen)) is not None]
    if not found:
        return None
    must, cannot = (reduce(and_, side) for side in zip(*found, strict=True))
    return must, cannot


def _choices(open_: Sequence[tuple[int, int]], left: int) -> list[tuple[int, int, int]] | None:
    """Return each choice of so many ways that go together: what they need, and which they are; None if too many."""
    choices = [(0, 0, 0)]
    for at, (held, empty) in enumerate(open_):
        more = [
            (ones | held, zeros | empty, chosen | 1 << at)
            for ones, zeros, chosen in choices
            if chosen.bit_count() < left and not (held & zeros or empty & ones)
        ]
        choices = [one for one in choices if one[2].bit_count() + len(open_) - at > left] + more
        if len(choices) > MOST_CHOICES:
            return None
    return [one for one in choices if one[2].bit_count() == left]


def _chosen(open_: Sequence[tuple[int, int]], ones: int, zeros: int, chosen: int) -> Forced:
    """Return what holds and what does not if these ways hold and no others; None if that cannot be."""
    must, cannot = ones, zeros
    for at, (held, empty) in enumerate(open_):
        if not chosen >> at & 1 and not (held & zeros or empty & ones):
            rest = held & ~ones, empty & ~zeros
            if rest == (0, 0):
                return None
            if sum(rest).bit_count() == 1:
                must, cannot = must | rest[1], cannot | rest[0]
    return None if must & cannot else (must, cannot)
