"""The family of kinds in which each unit holds each digit once: Latin squares with more units or clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import ClassVar, TypeVar

from solvers._core.families.marks import Digits, holds, one_of
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Edge, Grid, Place
from solvers._core.model.puzzle import Broken, Choices, Step
from solvers._core.model.rules import CageSum, Clue, Exactly, Literal, Pair, Rule

R = TypeVar("R", bound=Rule)
CELL, UNIT, HIDDEN = "naked single", "full house", "hidden single"
HIGHEST = 50
"""The highest digit, so the most rows of a square."""


class Latin(Digits):
    """Kinds on a square board whose cells hold the digits from 1 to its side."""

    LOGIC: ClassVar = "QF_UF"
    MOST_CELLS: ClassVar = HIGHEST**2
    MARKS: ClassVar[Mapping[int, str]] = {digit: str(digit) for digit in range(1, HIGHEST + 1)}

    VALUE: ClassVar[str] = "digit"
    """The word for what a cell holds."""

    @property
    def values(self) -> range:
        """The digits from 1 to the side of the board."""
        return range(1, self.board.height + 1)

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
            says = Exactly(1, tuple(holds(cell, value) for value in values))
            yield Rule(f"{cell} holds one {self.VALUE}", (cell,), says, CELL, f"no {self.VALUE} would fit in {cell}")
        for name, unit in self.units():
            yield from self.filled(name, unit, Rule)

    def clues(self) -> Iterator[Clue]:
        """Yield the given marks, then that the units which the puzzle adds hold each digit once."""
        yield from super().clues()
        for name, unit in self.more_units():
            yield from self.filled(name, unit, Clue)

    def filled(self, name: str, unit: tuple[Cell, ...], form: type[R]) -> Iterator[R]:
        """Yield the rules, or clues, that a unit holds each digit once."""
        for digit in self.values[: len(unit)]:
            says = Exactly(1, tuple(holds(cell, digit) for cell in unit))
            yield form(f"{name} holds one {digit}", unit, says, UNIT, f"{name} would not hold one {digit}")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_givens(grid) and all(
            {grid[cell] for cell in unit} == {*self.values[: len(unit)]}
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
        digits = {literal.name.partition("_")[2] for rule in because for literal in rule.says.literals}
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
    says = CageSum(None, len(unit), digits_in(unit, digits))
    return Rule(f"{name} holds each {word} once", unit, says, "", f"{name} would not hold each {word} once")


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
