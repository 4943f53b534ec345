"""The families of kinds in which each unit holds each digit once: Latin squares with more units, boxes or clues."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt
from random import Random
from typing import ClassVar, Self, TypeVar

from solvers._core.families.marks import Digits, holds, one_of
from solvers._core.generate.fill import filled, is_only
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import UNKNOWN, Cell, Edge, Grid, Place
from solvers._core.model.picture import Picture
from solvers._core.model.puzzle import SIDES, Broken, Choices, Step
from solvers._core.model.rules import CageSum, Clue, Exactly, Given, Literal, Pair, Rule

R = TypeVar("R", bound=Rule)
CELL, UNIT, HIDDEN = "naked single", "full house", "hidden single"
HIGHEST = 50
"""The highest digit, so the most rows of a square."""
Side = tuple[int | None, ...]
Box = tuple[int, int]
"""The rows and columns of a box."""


class Latin(Digits):
    """Kinds on a square board whose cells hold the digits from 1 to its side."""

    LOGIC: ClassVar = "QF_UF"
    MOST_CELLS: ClassVar = HIGHEST**2
    MARKS: ClassVar[Mapping[int, str]] = {digit: str(digit) for digit in range(1, HIGHEST + 1)}

    VALUE: ClassVar[str] = "digit"
    """The word for what a cell holds."""
    NOTHING: ClassVar[str] = "no digit"
    """The words that say that nothing "would fit in" a cell."""

    @property
    def values(self) -> range:
        """What a cell can hold: the digits from 1 to the side of the board."""
        return range(1, self.board.height + 1)

    def digits(self, unit: Sequence[Cell]) -> range:
        """Return the digits that a unit holds: from 1 on, one for each cell as far as there are so many."""
        return range(1, min(len(unit), self.values[-1]) + 1)

    def in_cell(self) -> Mapping[Cell, range]:
        """Return what each cell may hold, in reading order."""
        return dict.fromkeys(self.board.cells(), self.values)

    def choices(self) -> Choices:
        return {cell: one_of(cell, values) for cell, values in self.in_cell().items()}

    def units(self) -> Iterable[tuple[str, tuple[Cell, ...]]]:
        """Return the units that hold each digit up to their size once, with their names; by default the lines."""
        return self.board.lines()

    def more_units(self) -> Iterable[tuple[str, tuple[Cell, ...]]]:
        """Return those that one puzzle adds to the units of its shape."""
        return ()

    def rules(self) -> Iterator[Rule]:
        for cell, values in self.in_cell().items():
            constraint = Exactly(1, tuple(holds(cell, value) for value in values))
            words, otherwise = f"{cell} holds one {self.VALUE}", f"{self.NOTHING} would fit in {cell}"
            yield Rule(words, (cell,), constraint, CELL, otherwise)
        for name, unit in self.units():
            yield from self.filled(name, unit, Rule)

    def clues(self) -> Iterator[Clue]:
        """Yield the given marks, then that the units which the puzzle adds hold each digit once."""
        yield from super().clues()
        for name, unit in self.more_units():
            yield from self.filled(name, unit, Clue)

    def filled(self, name: str, unit: tuple[Cell, ...], form: type[R]) -> Iterator[R]:
        """Yield the rules, or clues, that a unit holds each digit once."""
        for digit in self.digits(unit):
            constraint, one = Exactly(1, tuple(holds(cell, digit) for cell in unit)), f"one {self.MARKS[digit]}"
            yield form(f"{name} holds {one}", unit, constraint, UNIT, f"{name} would not hold {one}")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_givens(grid) and all(
            sorted(filter(None, map(grid.__getitem__, unit))) == [*self.digits(unit)]
            for _, unit in chain(self.units(), self.more_units())
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        """Distinguish a naked single, which looks at one cell, from a hidden single, which looks at one unit."""
        if len(because) == 1:
            return because[0].name
        around = [rule for rule in because if rule.cells != tuple(sets)]
        apart = [set(rule.cells) for rule in around if not set(sets) <= set(rule.cells)]
        home = [set(rule.cells) for rule in around if set(sets) <= set(rule.cells)]
        if len(around) < len(because) and not apart:
            return CELL
        digits = {literal.name.partition("_")[2] for rule in because for literal in rule.constraint.literals}
        if len(digits) > 1 or len(home) != 1:
            return ""
        # In a hidden single each other unit holds the digit elsewhere, so each must rule out cells of its own.
        surplus = [
            unit for unit in apart if any(unit is not other and unit & home[0] <= other & home[0] for other in apart)
        ]
        if not surplus:
            return HIDDEN
        confined = len(surplus) == 1 and any(len(surplus[0] & other) > 1 for other in apart if other is not surplus[0])
        return "locked candidates" if confined else ""

    def words(self, step: Step, broken: Broken | None) -> str:  # noqa: ARG002 - singles need no more
        ((cell, digit), *more) = step.sets.items()
        home = next((rule for rule in step.because if rule.name == UNIT and cell in rule.cells), None)
        if more or step.technique not in {CELL, UNIT, HIDDEN}:
            return ""
        if step.technique == CELL or home is None:
            return f"{cell} is {digit}: no other digit fits there"
        unit = home.words.partition(" holds ")[0]
        if step.technique == UNIT:
            return f"{cell} is {digit}: only {digit} is missing in {unit}"
        return f"{cell} is {digit}: {unit} has no other cell for {digit}"


class LatinSquare(Latin):
    """Kinds whose rows and columns are the only units: Latin squares with clues."""

    def __post_init__(self) -> None:
        height, width = self.givens.height, self.givens.width
        if height != width or height > HIGHEST:
            raise BadPuzzle(f"givens: {height}×{width}, but the board is a square of at most {HIGHEST}×{HIGHEST}")
        super().__post_init__()


class Sided(LatinSquare):
    """Kinds with the fields `left`, `top`, `right` and `bottom`: a number or None for each line, seen from there."""

    UNKNOWN_IN: ClassVar = frozenset(SIDES)
    DRAWN: ClassVar[int] = 1
    """How many squares are made at most, to find one that its rim alone assigns."""

    @staticmethod
    @abstractmethod
    def seen(line: Sequence[int | None]) -> int:
        """Return what is seen of a line from its first cell."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for side in SIDES:
            numbers = tuple(number or None for number in getattr(self, side)) or (None,) * self.givens.height
            object.__setattr__(self, side, numbers)
            if len(numbers) != self.givens.height:
                raise BadPuzzle(f"{side}: {len(numbers)} numbers, but the board has {self.givens.height} lines")
            for place, number in enumerate(numbers, start=1):
                if number not in {None, UNKNOWN} and not 1 <= number <= self.values[-1]:
                    raise BadPuzzle(f"{side}: {number} in place {place}, but 1 to {self.values[-1]} are seen")

    def views(self) -> Iterator[tuple[str, int, int, tuple[Cell, ...]]]:
        """Iterate over the known numbers: the side, the place, the number, and the cells from there on."""
        lines = [cells for _, cells in self.givens.lines()]
        side_lines = (lines[: self.givens.height], lines[self.givens.height :]) * 2
        for side, seen_lines in zip(SIDES, side_lines, strict=True):
            for place, (number, cells) in enumerate(zip(getattr(self, side), seen_lines, strict=True), start=1):
                if number not in {None, UNKNOWN}:
                    yield side, place, number, cells if side in {"left", "top"} else cells[::-1]

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and all(
            number == self.seen([*map(grid.__getitem__, cells)]) for _, _, number, cells in self.views()
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Fill a blank square at random, and give all of it and what is seen."""
        blank = cls.blank(size)
        for drawn in range(1, cls.DRAWN + 1):
            grid = filled(blank, rng)
            seen = [cls.seen(line[::step]) for step in (1, -1) for line in grid.line_values()]
            sides = (tuple(seen[at : at + grid.height]) for at in range(0, len(seen), grid.height))
            puzzle = blank.with_fields(**dict(zip(SIDES, sides, strict=True)))
            if drawn == cls.DRAWN or is_only(puzzle, grid, rng):
                break
        return puzzle.with_fields(givens=grid), grid

    def without(self, clue: Clue) -> Self | None:
        for side, place, _, cells in self.views():
            if cells == clue.cells and not isinstance(clue, Given):
                numbers = list(getattr(self, side))
                numbers[place - 1] = None
                return self.with_fields(**{side: tuple(numbers)})
        return super().without(clue)


def long_diagonals(board: Grid) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Yield the two long diagonals of a square, with their names."""
    side = range(board.height)
    yield "the falling diagonal", tuple(Cell(at, at) for at in side)
    yield "the rising diagonal", tuple(Cell(side[-1] - at, at) for at in side)


def are_consecutive(one: int, other: int) -> bool:
    """Return whether two digits differ by one."""
    return abs(one - other) == 1


def are_apart(one: int, other: int) -> bool:
    """Return whether two digits do not differ by one."""
    return not are_consecutive(one, other)


def each_once(cells: Iterable[Cell], digits: range, word: str = "digit", name: str = "") -> Rule:
    """Return the rule that a whole unit, a line if it has no name, holds each digit once."""
    unit = tuple(sorted(cells))
    name = name or (f"row {unit[0].row + 1}" if unit[0].row == unit[-1].row else f"column {unit[0].col + 1}")
    constraint = CageSum(None, len(unit), digits_in(unit, digits))
    return Rule(f"{name} holds each {word} once", unit, constraint, "", f"{name} would not hold each {word} once")


def digits_in(cells: Iterable[Cell], digits: range) -> tuple[Literal, ...]:
    """Return the literals of all digits of the first cell, then of the second and so on."""
    return tuple(chain.from_iterable(_digits_of(cell, digits) for cell in cells))


@lru_cache(maxsize=2**12)
def _digits_of(cell: Cell, digits: range) -> tuple[Literal, ...]:
    """Return the literals of all digits of a cell."""
    return tuple(holds(cell, digit) for digit in digits)


# The puzzles of a shape have much the same clues, and each is asked for several times.
@lru_cache(maxsize=2**13)
def pair_clue(edge: Edge, digits: range, goes: Callable[[int, int], bool], words: str, name: str) -> Clue:
    """Return the clue that two neighbours hold digits that go together; `words` has `{}` for each."""
    return Clue(words.format(*edge), edge, Pair(allowed(digits, goes), digits_in(edge, digits)), name)


@lru_cache(maxsize=64)
def allowed(digits: range, goes: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return for each digit a mask of those that go with it."""
    return tuple(sum(1 << at for at, other in enumerate(digits) if goes(digit, other)) for digit in digits)


def line_of(side: str, place: int) -> str:
    """Name the line that is seen from a place on a side."""
    return f"{'row' if side in {'left', 'right'} else 'column'} {place}"


def check_boxes(box: Box, givens: Grid) -> None:
    """Raise `BadPuzzle` unless the board has the size that follows from its boxes."""
    rows, columns = box
    side = rows * columns
    if min(box) < 1 or side > HIGHEST:
        raise BadPuzzle(f"box: {rows}×{columns}, but a box has 1 to {HIGHEST} cells")
    if (givens.height, givens.width) != (side, side):
        size = f"{givens.height} rows and {givens.width} columns"
        raise BadPuzzle(f"givens: {size}, but a board with boxes of {rows}×{columns} is {side}×{side}")


def boxes(box: Box) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Iterate over the boxes of a board in reading order, with their names."""
    rows, columns = box
    for number in range(rows * columns):
        top, left = number // rows * rows, number % rows * columns
        cells = tuple(Cell(top + row, left + col) for row in range(rows) for col in range(columns))
        yield f"box {number + 1}", cells


def squarest(side: int) -> Box:
    """Return the shape of box that is as square as possible, and wide rather than tall."""
    rows = next(rows for rows in range(isqrt(side), 0, -1) if side % rows == 0)
    return rows, side // rows


def squarest_box(size: tuple[int, int]) -> Box:
    """Return that shape for a new board; raises `BadPuzzle` if it is a line."""
    box = squarest(size[0])
    if 1 in box and size != (1, 1):
        raise BadPuzzle(f"no box but a line has {size[0]} cells")
    return box


def walls_of_boxes(box: Box) -> dict[Edge, str]:
    """Return the walls between boxes, as signs of a picture."""
    rows, columns = box
    side = range(rows * columns)
    upright = [(Cell(row, col - 1), Cell(row, col)) for row in side for col in side[columns::columns]]
    level = [(Cell(row - 1, col), Cell(row, col)) for row in side[rows::rows] for col in side]
    return dict.fromkeys(upright, "|") | dict.fromkeys(level, "-")


def box_of_walls(picture: Picture) -> Box:
    """Return the shape of box that the walls of a picture outline; without walls, the squarest."""
    walls = {*picture.edges("-"), *picture.edges("|")}
    if not walls:
        return squarest(picture.height)
    rows = min((edge[1].row for edge, sign in picture.signs.items() if sign == "-"), default=0) or picture.height
    columns = min((edge[1].col for edge, sign in picture.signs.items() if sign == "|"), default=0) or picture.width
    if wrong := walls ^ walls_of_boxes((rows, columns)).keys():
        raise BadPuzzle(
            f"the walls of the picture outline no boxes of {rows}×{columns}, as that beside {min(wrong)[0]}"
        )
    return rows, columns
