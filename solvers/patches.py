"""Patches: cut the board into rectangles, one clue each."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from math import prod
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import msgspec

from solvers._core.errors import BadPuzzle
from solvers._core.grid import DIGITS, Cell, Grid
from solvers._core.picture import Glyph, Picture
from solvers._core.rules import Clause, Clue, Exactly, Literal, Rule, Table

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence
    from random import Random

    from solvers._core.puzzle import Another, Place

LONGEST = 16
"""Rows or columns of the largest board."""
MOST = len(DIGITS) - 1
"""Clues of the largest puzzle: a cell of a solution is one digit."""

LETTERS = ascii_uppercase + ascii_lowercase
"""The regions of a drawn solution."""

Shape = typing.Literal["any", "square", "wide", "tall"]
SYMBOLS: Mapping[Shape, str] = {"any": "", "square": "□", "wide": "▭", "tall": "▯"}


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clue: the rectangle that covers the cell has this shape, and as many cells as told."""

    cell: Cell
    shape: Shape
    area: int | None = None


class Rectangle(NamedTuple):
    """The cells from the left upper to the right lower one, both included."""

    first: Cell
    last: Cell

    def __contains__(self, cell: object) -> bool:
        """Tell whether it covers the cell."""
        (top, left), (bottom, right) = self
        return isinstance(cell, Cell) and top <= cell.row <= bottom and left <= cell.col <= right

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of its rows and columns."""
        return self.last.row - self.first.row + 1, self.last.col - self.first.col + 1

    @property
    def shape(self) -> Shape:
        """Its shape, never `any`."""
        height, width = self.sides
        return "square" if height == width else "wide" if width > height else "tall"

    def cells(self) -> list[Cell]:
        """Return its cells in reading order."""
        return [Cell(*at) for at in product(*map(_through, self.first, self.last))]

    def fits(self, clue: Patch) -> bool:
        """Tell whether it has the shape and the area of the clue."""
        return clue.shape in {"any", self.shape} and clue.area in {None, prod(self.sides)}


@dataclass(frozen=True, slots=True)
class Patches:
    """A Patches board; a solution holds in each cell the number of its clue, counted in reading order from 1.

    1. Each cell belongs to one patch, and each patch has one clue.
    2. A patch is a rectangle.
    3. It has the shape that its clue tells: `square`, `wide` (wider than high), `tall` (higher than wide), or `any`.
    4. It has as many cells as its clue tells (`area`, null where it tells none).

    Without shapes and with all areas it is Shikaku.
    """

    size: tuple[int, int]
    patches: tuple[Patch, ...] = field(metadata={"json": "clues"})

    KIND: ClassVar = "patches"
    LOGIC: ClassVar = "QF_FD"
    MARKS: ClassVar[Mapping[int, str]] = {number: f"patch {number}" for number in range(1, MOST + 1)}
    SIZE: ClassVar = (7, 7)

    def __post_init__(self) -> None:
        height, width = self.size
        for side, length in (("rows", height), ("columns", width)):
            if not 1 <= length <= LONGEST:
                msg = f"size: {length} {side}, but a board has from 1 to {LONGEST}"
                raise BadPuzzle(msg)
        object.__setattr__(self, "patches", tuple(sorted(self.patches, key=lambda clue: clue.cell)))
        if not 1 <= len(self.patches) <= MOST:
            msg = f"clues: {len(self.patches)} of them, but a board has from 1 to {MOST}"
            raise BadPuzzle(msg)
        for one, other in pairwise(self.patches):
            if one.cell == other.cell:
                msg = f"clues: {one.cell} bears two"
                raise BadPuzzle(msg)
        sides = list(product(range(height), range(width)))
        for clue in self.patches:
            if clue.cell not in self._board():
                msg = f"clues: {clue.cell} is off the board of {height}×{width}"
                raise BadPuzzle(msg)
            if not any(Rectangle(Cell(0, 0), Cell(*side)).fits(clue) for side in sides):
                msg = f"clues: no rectangle on a board of {height}×{width} is {_words(clue)}, as {clue.cell} tells"
                raise BadPuzzle(msg)

    def _board(self) -> Grid:
        return Grid.make(*self.size)

    @property
    def shape(self) -> tuple[tuple[int, int], tuple[Cell, ...]]:
        return self.size, tuple(clue.cell for clue in self.patches)

    def rules(self) -> Iterator[Rule]:
        owners = self._owners()
        for cell, numbers in owners.items():
            one = Exactly(1, tuple(_owned(cell, number) for number in numbers))
            words = f"{cell} belongs to one patch" if len(numbers) > 1 else f"only patch {numbers[0]} can reach {cell}"
            yield Rule(words, (cell,), one, "only patch")
        for number, clue in enumerate(self.patches, start=1):
            words = f"patch {number} is a rectangle with the clue in {clue.cell}"
            for cell, numbers in owners.items():
                beside, level = Cell(clue.cell.row, cell.col), Cell(cell.row, clue.cell.col)
                if number in numbers:
                    for nearer in _nearer(cell, clue.cell):
                        says = Clause((~_owned(cell, number), _owned(nearer, number)))
                        yield Rule(words, (cell, nearer), says, "rectangle")
                if cell not in {beside, level} and number in owners[beside] and number in owners[level]:
                    corner = (_owned(cell, number),) if number in numbers else ()
                    says = Clause((~_owned(beside, number), ~_owned(level, number), *corner))
                    yield Rule(words, (beside, level, cell), says, "rectangle")

    def clues(self) -> Iterator[Clue]:
        owners = self._owners()
        for number, clue in enumerate(self.patches, start=1):
            if clue.shape == "any" and clue.area is None:
                continue
            owned = {cell: _owned(cell, number) for cell, numbers in owners.items() if number in numbers}
            rows = (
                tuple(literal if cell in rectangle else ~literal for cell, literal in owned.items())
                for rectangle in self._rectangles(clue.cell)
                if rectangle.fits(clue)
            )
            words = f"patch {number}, that of {clue.cell}, is {_words(clue)}"
            yield Clue(words, (clue.cell,), Table(tuple(rows)), "only rectangle")

    def _owners(self) -> Mapping[Cell, Sequence[int]]:
        return _owners(*self.shape)

    def _rectangles(self, clue: Cell) -> Iterator[Rectangle]:
        """Iterate over the rectangles that cover this clue and no other."""
        for top, bottom in product(range(clue.row + 1), range(clue.row, self.size[0])):
            free = _free(clue, top, bottom, *self.shape)
            for left, right in product(free, free):
                if left <= clue.col <= right:
                    yield Rectangle(Cell(top, left), Cell(bottom, right))

    def answer(self) -> Sequence[str]:
        return [_owned(cell, number).name for cell, numbers in self._owners().items() for number in numbers]

    def grid(self, values: Sequence[bool | None]) -> Grid:
        told = iter(values)
        owner = {cell: number for cell, numbers in self._owners().items() for number in numbers if next(told)}
        return Grid.make(*self.size, owner.get)

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        return {
            cell: {
                number: tuple(_owned(cell, other) if other == number else ~_owned(cell, other) for other in numbers)
                for number in numbers
            }
            for cell, numbers in self._owners().items()
        }

    def cuts(self, _values: Sequence[bool]) -> Sequence[Rule]:
        return ()

    def is_solved_by(self, grid: Grid) -> bool:
        if not grid.same_shape(self._board()):
            return False
        patches: dict[int | None, list[Cell]] = {number: [] for number in range(1, len(self.patches) + 1)}
        for cell in grid.cells():
            patches.setdefault(grid[cell], []).append(cell)
        if len(patches) != len(self.patches):
            return False
        for cells, clue in zip(patches.values(), self.patches, strict=True):
            if clue.cell not in cells:
                return False
            rectangle = Rectangle(cells[0], cells[-1])
            if cells != rectangle.cells() or not rectangle.fits(clue):
                return False
        return True

    def technique(self, because: Sequence[Rule], _sets: Sequence[Place]) -> str:
        names = {rule.name for rule in because}
        return names.pop() if len(names) == 1 else ""

    def picture(self, grid: Grid | None = None) -> Picture:
        return Picture(
            *self.size,
            {
                clue.cell: Glyph(
                    f"{clue.shape[0]}{clue.area or ''}",
                    f"{SYMBOLS[clue.shape]}{clue.area or ''}" or "?",
                )
                for clue in self.patches
            },
            fills={} if grid is None else {cell: LETTERS[number - 1] for cell, number in grid.marked()},
        )

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        shapes = {shape[0]: shape for shape in SYMBOLS}
        for (one, other), sign in picture.signs.items():
            msg = f"the edge between {one} and {other} of the picture bears {sign!r}: this kind knows no signs"
            raise BadPuzzle(msg)
        clues = []
        for cell, glyph in picture.glyphs.items():
            letter, area = glyph.text[:1], glyph.text[1:]
            if letter not in shapes or not (area == "" or area.isdecimal()):
                form = f"a clue is one of {', '.join(shapes)}, then its area if told"
                msg = f"{cell} of the picture holds {glyph.text!r}: {form}"
                raise BadPuzzle(msg)
            clues.append(Patch(cell, shapes[letter], int(area) if area else None))
        return cls((picture.height, picture.width), tuple(clues))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, another: Another[Self]) -> tuple[Self, Grid]:
        rectangles: list[Rectangle] = []
        while not 0 < len(rectangles) <= MOST:
            rectangles, owner = [], dict[Cell, int]()
            for cell in Grid.make(*size).cells():
                if cell not in owner:
                    rectangles.append(_random_rectangle(cell, size, owner, rng))
                    owner |= dict.fromkeys(rectangles[-1].cells(), len(rectangles))
        told = [Patch(rng.choice(one.cells()), one.shape, prod(one.sides)) for one in rectangles]
        # As on the boards of the day a clue tells one thing; both only where there would be another solution.
        clues = [Patch(clue.cell, *rng.choice((("any", clue.area), (clue.shape, None)))) for clue in told]
        puzzle = cls(size, tuple(clues))
        for at in rng.sample(range(len(told)), len(told)):
            if another(puzzle, _numbered(puzzle, rectangles)) is None:
                break
            clues[at] = told[at]
            puzzle = cls(size, tuple(clues))
        return puzzle, _numbered(puzzle, rectangles)

    def without(self, clue: Clue) -> Self:
        bare = (Patch(one.cell, "any") if one.cell in clue.cells else one for one in self.patches)
        return type(self)(self.size, tuple(bare))


@lru_cache(maxsize=32)
def _owners(size: tuple[int, int], clues: tuple[Cell, ...]) -> Mapping[Cell, Sequence[int]]:
    """Return for each cell the patches it may belong to: no other clue stands between it and the patch's."""
    owners: dict[Cell, list[int]] = {cell: [] for cell in Grid.make(*size).cells()}
    for number, clue in enumerate(clues, start=1):
        for row in range(size[0]):
            for col in _free(clue, min(row, clue.row), max(row, clue.row), size, clues):
                owners[Cell(row, col)].append(number)
    return owners


def _free(clue: Cell, top: int, bottom: int, size: tuple[int, int], clues: Iterable[Cell]) -> range:
    """Return the columns to which a rectangle of these rows can reach from its clue."""
    near = [other.col for other in clues if top <= other.row <= bottom and other != clue]
    if clue.col in near:
        return range(0)
    left = max((col + 1 for col in near if col < clue.col), default=0)
    return range(left, min((col for col in near if col > clue.col), default=size[1]))


def _numbered(puzzle: Patches, rectangles: Sequence[Rectangle]) -> Grid:
    """Return the solution that is made of these rectangles."""
    clues = {clue.cell: number for number, clue in enumerate(puzzle.patches, start=1)}
    owner = {cell: clues[clue] for one in rectangles for clue in clues if clue in one for cell in one.cells()}
    return Grid.make(*puzzle.size, owner.get)


def _random_rectangle(first: Cell, size: tuple[int, int], taken: Container[Cell], rng: Random) -> Rectangle:
    """Return a random rectangle of free cells that begins at the first free one."""
    # So long that a board of any size has about a dozen.
    longest = 2 + max(size) // 4
    bottom, right = (min(at + rng.randrange(longest), side - 1) for at, side in zip(first, size, strict=True))
    # What is taken below is taken in the first row, too.
    blocked = (col for col in _through(first.col, right) if Cell(first.row, col) in taken)
    return Rectangle(first, Cell(bottom, next(blocked, right + 1) - 1))


def _through(first: int, last: int) -> range:
    return range(first, last + 1)


def _owned(cell: Cell, number: int) -> Literal:
    """Return the boolean that tells whether the cell belongs to the patch."""
    return Literal(f"{cell}-{number}")


def _nearer(cell: Cell, clue: Cell) -> Iterator[Cell]:
    """Iterate over the neighbours of the cell that are nearer to the clue."""
    if cell.row != clue.row:
        yield Cell(cell.row + (1 if cell.row < clue.row else -1), cell.col)
    if cell.col != clue.col:
        yield Cell(cell.row, cell.col + (1 if cell.col < clue.col else -1))


def _words(clue: Patch) -> str:
    """Say of what shape and area a patch is."""
    shape = {"any": "a rectangle", "square": "a square", "wide": "wider than high", "tall": "higher than wide"}[
        clue.shape
    ]
    if clue.area is None:
        return shape
    return f"{shape}{'' if shape.startswith('a ') else ','} of {clue.area} cell{'s' * (clue.area != 1)}"
