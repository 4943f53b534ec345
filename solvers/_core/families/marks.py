"""Families of kinds whose cells hold marks: one of two, as many of each in a line, or digits; or signs between them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.model.edges import canonical, edges
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Edge, Grid, Place, digit_text
from solvers._core.model.picture import Glyph, Picture
from solvers._core.model.puzzle import Broken, Choices, Puzzle, Step, check_values
from solvers._core.model.rules import Clause, Clue, Exactly, Given, Literal, Rule
from solvers._core.model.sentences import LONG, assigned, joined, plain

LINE, PAIR, GAP = "balanced line", "pair", "gap"
AS_MANY = " holds as many of each"
THREES = bytes(3), bytes((1, 1, 1))
"""Three equal neighbours."""
EDGES_PER_SIGN = 4
"""A new puzzle begins with a sign on one edge in four, about as many as the daily Tangos have."""


@lru_cache(maxsize=4096)
def is_one(cell: Cell) -> Literal:
    """Return the literal "the cell holds 1", for kinds of two marks."""
    return Literal(f"R{cell.row + 1}C{cell.col + 1}")


@lru_cache(maxsize=4096)
def is_zero(cell: Cell) -> Literal:
    """Return the literal "the cell holds 0", for kinds of two marks."""
    return ~is_one(cell)


@lru_cache(maxsize=2**17)
def holds(cell: Cell, value: int) -> Literal:
    """Return the literal "the cell holds this value", for kinds of several values."""
    return Literal(f"R{cell.row + 1}C{cell.col + 1}_{value}")


def two_choices(cells: Iterable[Cell]) -> Choices:
    """Return the choices of each cell: 0 or 1."""
    return {cell: {0: (~is_one(cell),), 1: (is_one(cell),)} for cell in cells}


def one_of(cell: Cell, values: Sequence[int]) -> Mapping[int, tuple[Literal, ...]]:
    """Return for each value the literals that hold if the cell has it: its own, and the others negated."""
    literals = [holds(cell, value) for value in values]
    negated = [~literal for literal in literals]
    return {value: (literals[at], *negated[:at], *negated[at + 1 :]) for at, value in enumerate(values)}


@lru_cache(maxsize=2**13)
def _given(cell: Cell, mark: str, literal: Literal) -> Given:
    """Return the clue that a mark is printed in a cell; the puzzles of a shape have much the same."""
    return Given(f"{cell} is {mark}", (cell,), Clause((literal,)))


class Marks(Puzzle):
    """Kinds whose cells hold one of `values` each; the field `givens` holds the given marks.

    What is left for a kind: its constants, `rules`, `is_solved_by`, and whatever its other fields add to the rest.
    """

    givens: Grid

    if TYPE_CHECKING:

        def __init__(self, givens: Grid) -> None: ...

    @property
    @abstractmethod
    def values(self) -> Sequence[int]:
        """What a cell can hold, in ascending order."""

    @abstractmethod
    def literal(self, cell: Cell, value: int) -> Literal:
        """Return the literal "the cell holds this value"."""

    def __post_init__(self) -> None:
        first, last = self.values[0], self.values[-1]
        words = f"{first} or {last}" if last == first + 1 else f"a number from {first} to {last}"
        check_values("givens", self.givens, self.values, words)

    def clues(self) -> Iterator[Clue]:
        for cell, value in self.givens.marked():
            yield _given(cell, self.MARKS[value], self.literal(cell, value))

    def keeps_givens(self, grid: Grid) -> bool:
        """Return whether the grid has this board's shape, an allowed value in each cell, and every given mark."""
        return self.givens.agrees_with(grid) and set(chain.from_iterable(grid.values)) <= set(self.values)

    def glyphs(self, grid: Grid | None) -> Mapping[Cell, Glyph]:
        """Return the given marks and those of a grid, each as its kind's `LOOKS` say."""
        marks = dict(self.givens.marked()) | dict(() if grid is None else grid.marked())
        return {
            cell: Glyph(digit_text(value), symbol, tone, given=self.givens[cell] is not None)
            for cell, value in marks.items()
            for symbol, tone in [self.LOOKS.get(value, (str(value), "plain"))]
        }

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        """Return a board of so many rows and columns with nothing given."""
        return cls(Grid.make(*size))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Fill a blank board at random, and give all of it."""
        from solvers._core.generate.fill import filled

        puzzle = cls.blank(size)
        grid = filled(puzzle, rng)
        return puzzle.with_fields(givens=grid), grid

    def with_fields(self, **fields: object) -> Self:
        """Return the puzzle with other values of some fields."""
        return replace(self, **fields)  # type: ignore[type-var] # every kind is a dataclass

    def without(self, clue: Clue) -> Self | None:
        """Return the puzzle without a given mark; any other clue stays."""
        if not isinstance(clue, Given):
            return None
        return self.with_fields(givens=self.givens.with_value(clue.cells, None))


class TwoMarks(Marks):
    """Kinds whose cells hold 1 or 0, with one variable per cell."""

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def literal(self, cell: Cell, value: int) -> Literal:
        return is_one(cell) if value else ~is_one(cell)

    def choices(self) -> Choices:
        return two_choices(self.board.cells())


class Balanced(TwoMarks):
    """Kinds of two marks on a board with even sides, half of each line each mark."""

    LOGIC: ClassVar = "QF_UF"

    def __post_init__(self) -> None:
        for side, length in (("rows", self.givens.height), ("columns", self.givens.width)):
            if length % 2:
                raise BadPuzzle(
                    f"givens: {length} {side}, but half of each line holds each mark, so the number must be even"
                )
        super().__post_init__()

    def rules(self) -> Iterator[Rule]:
        """Yield the rules that half of each line holds each mark, and no three neighbours in a line are equal."""
        for name, line in self.givens.lines():
            constraint = Exactly(len(line) // 2, tuple(map(is_one, line)))
            yield Rule(f"{name}{AS_MANY}", line, constraint, LINE, f"{name} would not hold as many of each")
        for _, line in self.givens.lines():
            for three in zip(line, line[1:], line[2:], strict=False):
                literals, cells = tuple(map(is_one, three)), joined(three)
                words, otherwise = f"{cells} are not all equal", f"{cells} would all be equal"
                for some in (literals, tuple(~literal for literal in literals)):
                    yield Rule(words, three, Clause(some), PAIR, otherwise)

    def is_solved_by(self, grid: Grid) -> bool:
        lines = grid.line_values()
        return (
            self.keeps_givens(grid)
            and all(line.count(mark) == len(line) // 2 for line in lines for mark in (0, 1))
            and not any(three in bytes(map(bool, line)) for line in lines for three in THREES)
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        """Distinguish a pair (two equal neighbours) from a gap (equal cells on both sides); join two rules' names."""
        if len(because) == 1 and because[0].name == PAIR:
            return GAP if because[0].cells[1] in sets else PAIR
        names = list(dict.fromkeys(rule.name for rule in because))
        return " and ".join(names) if len(names) in {1, 2} else ""

    def words(self, step: Step, broken: Broken | None) -> str:
        """Name the line, if everything happens inside one and would take long to list."""
        whole = next((rule for rule in step.because if rule.name == LINE), None)
        if whole is None or broken is not None or not all({*whole.cells} >= {*rule.cells} for rule in step.because):
            return ""
        if len(listed := plain(self, step)) <= LONG:
            return listed
        return f"{assigned(self, step)}: {whole.words.removesuffix(AS_MANY)} cannot be filled in any other way"


class Digits(Marks):
    """Kinds whose cells hold one of several `values`, with one variable per cell and value."""

    def literal(self, cell: Cell, value: int) -> Literal:
        return holds(cell, value)

    def choices(self) -> Choices:
        return {cell: one_of(cell, self.values) for cell in self.board.cells()}


class Signed(Marks):
    """Kinds of marks with signs between neighbours; list it after the family that says which marks there are."""

    SIGNS: ClassVar[Mapping[str, str]]
    """The fields that hold edges, and the sign that a picture has on them."""

    @staticmethod
    @abstractmethod
    def sign_on(edge: Edge, solution: Grid) -> str | None:
        """Return the field that an edge of a solution belongs to, None if it may have no sign."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in self.SIGNS:
            object.__setattr__(self, field, canonical(field, getattr(self, field), self.givens))
        for first, second in combinations(self.SIGNS, 2):
            for edge in set(getattr(self, first)) & set(getattr(self, second)):
                raise BadPuzzle(f"{first} and {second}: the edge between {edge[0]} and {edge[1]} has both signs")

    def picture(self, grid: Grid | None = None) -> Picture:
        signs = {edge: sign for field, sign in self.SIGNS.items() for edge in getattr(self, field)}
        return replace(super().picture(grid), signs=signs)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        fields = {field: picture.edges(sign) for field, sign in cls.SIGNS.items()}
        return super().from_picture(picture).with_fields(**fields)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Fill a blank board at random, give all of it, and put signs on some edges."""
        puzzle, grid = super().random(size, rng)
        all_edges = edges(grid)
        chosen = rng.sample(all_edges, len(all_edges) // EDGES_PER_SIGN)
        fields = {field: tuple(edge for edge in chosen if cls.sign_on(edge, grid) == field) for field in cls.SIGNS}
        return puzzle.with_fields(**fields), grid

    def without(self, clue: Clue) -> Self | None:
        for field in self.SIGNS:
            drawn = getattr(self, field)
            if clue.cells in drawn:
                return self.with_fields(**{field: tuple(edge for edge in drawn if edge != clue.cells)})
        return super().without(clue)
