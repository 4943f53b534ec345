"""Patches: cut the board into rectangles, one clue each."""

# Long: the rectangles that fit a clue are listed and cut down before they are stated.

from __future__ import annotations

import typing
from collections import defaultdict
from collections.abc import Callable, Container
from functools import cached_property, lru_cache, reduce
from itertools import chain, islice, product
from math import prod
from operator import or_
from typing import NamedTuple

import msgspec

from solvers.kind import *

MAX_SIDE = 50
"""Rows or columns of the largest board."""
MOST_RECTANGLES = 200_000
"""How many rectangles all patches may be."""

Shape = typing.Literal["any", "square", "wide", "tall"]
"""The shapes that a clue can ask for."""
Reach = Mapping[int, range]
"""The rows that a rectangle can reach from its clue, from the top, each with the columns it can reach there."""

SYMBOLS: Mapping[Shape, str] = {"any": "", "square": "□", "wide": "▭", "tall": "▯"}
WORDS: Mapping[Shape, str] = {
    "any": "a rectangle",
    "square": "a square",
    "wide": "wider than high",
    "tall": "higher than wide",
}


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clue: the rectangle that covers the cell has this shape and, unless None, this area."""

    cell: Cell
    shape: Shape
    area: int | None = None

    @property
    def says(self) -> bool:
        """Whether it says anything of its rectangle."""
        return self.shape != "any" or self.area is not None

    def widths(self, height: int, most: int) -> range:
        """Return the widths, `most` at most, of rectangles of a height that have this shape and area."""
        least = height + 1 if self.shape == "wide" else height if self.shape == "square" else 1
        most = min(most, height - 1 if self.shape == "tall" else height if self.shape == "square" else most)
        if self.area is not None:
            width, rest = divmod(self.area, height)
            least, most = (max(least, width), min(most, width)) if not rest else (1, 0)
        return range(least, most + 1)

    def __str__(self) -> str:
        words = WORDS[self.shape]
        if self.area is None:
            return words
        return f"{words}{'' if words.startswith('a ') else ','} of {self.area} cell{'s' * (self.area != 1)}"


def _areas(*signs: codes.Code) -> Sequence[link_parts.AddressPart]:
    """Return what an address holds: the size, and clues of which some have no number."""
    clues = link_parts.each(
        "clues",
        signs,
        lambda area: {"shape": "any", "area": None if area == UNKNOWN else area},
        lambda clue: clue["area"] or UNKNOWN,
    )
    return link_parts.BOARD_SIZE, clues


@dataclass(frozen=True)
class Patches(Puzzle):
    """A Patches board; a solution holds in each cell the number of its clue, counted in reading order from 1.

    1. Each cell belongs to one patch, and each patch has one clue.
    2. A patch is a rectangle.
    3. It has the shape that its clue says: `square`, `wide` (wider than high), `tall` (higher than wide), or `any`.
    4. It has as many cells as its clue says (`area`, null if it does not say).

    Without shapes and with all areas it is Shikaku.
    """

    size: tuple[int, int]
    patches: tuple[Patch, ...] = field(metadata={"json": "clues"})

    MOST_CELLS: ClassVar = MAX_SIDE**2
    MARKS: ClassVar = {number: f"patch {number}" for number in range(1, MAX_SIDE**2 + 1)}
    WORDS: ClassVar = {r"([1-9][0-9]*|\?)": r"a\1"}
    SIZE: ClassVar = (7, 7)
    LARGEST_NEW: ClassVar = 16
    COVERS: ClassVar = True
    SQUARES: ClassVar = "dotted"
    ENCODED: ClassVar = True
    LINK: ClassVar = _areas(*codes.CLUES)
    GAME_ID: ClassVar = _areas(*ids.NUMBERS)
    TURNED: ClassVar = {"w": "t", "t": "w"}

    def __post_init__(self) -> None:
        height, width = self.size
        for side, length in (("rows", height), ("columns", width)):
            if not 1 <= length <= MAX_SIDE:
                raise BadPuzzle(f"size: {length} {side}, but a board has from 1 to {MAX_SIDE}")
        object.__setattr__(self, "patches", in_order("clues", self.patches, self.size))
        if not self.patches:
            raise BadPuzzle("clues: a board has at least one, but there are none")
        for clue in self.patches:
            if not any(clue.widths(tall, width) for tall in range(1, height + 1)):
                raise BadPuzzle(f"clues: no rectangle on a board of {height}×{width} is {clue}, as {clue.cell} says")

    @property
    def shape(self) -> tuple[object, ...]:
        return self.size, tuple(clue.cell for clue in self.patches)

    @cached_property
    def reach(self) -> Sequence[Reach]:
        """What each patch can reach, whatever its clue says."""
        return reaches(self.size, tuple(clue.cell for clue in self.patches))

    @cached_property
    def ways(self) -> Sequence[Sequence[int]]:
        """The rectangles that each patch can be, as masks of cells; none are listed for a clue that says nothing."""
        found, left = list[list[int]](), MOST_RECTANGLES
        for clue, reach in zip(self.patches, self.reach, strict=True):
            sides = _sides(clue.shape, clue.area, self.size) if clue.says else ()
            found.append([*islice(masks(clue.cell, reach, self.size[1], sides), left + 1)])
            left -= len(found[-1])
            if left < 0:
                raise GaveUp(f"the patches could be more than {MOST_RECTANGLES:,} rectangles")
        return found

    @cached_property
    def near(self) -> Sequence[Reach]:
        """What each patch can reach if it is as its clue says."""
        found: list[Reach] = []
        width = self.size[1]
        for clue, reach, ways in zip(self.patches, self.reach, self.ways, strict=True):
            covered = reduce(or_, ways, 0)
            rows = ((row, covered >> row * width & (1 << width) - 1) for row in reach)
            near = {row: range((mask & -mask).bit_length() - 1, mask.bit_length()) for row, mask in rows if mask}
            found.append(near if clue.says else reach)
        return found

    def rules(self) -> Iterator[Rule]:
        return self._rules(self.reach)

    def _rules(self, reaches: Sequence[Reach], is_stated: Callable[[Patch], bool] = bool) -> Iterator[Rule]:
        """Yield that each cell belongs to one of the patches that reach it, and that the stated ones are rectangles."""
        for cell, numbers in owners(self.size, reaches).items():
            constraint = Exactly(1, tuple(holds(cell, number) for number in numbers))
            words = f"only patch {numbers[0]} can reach {cell}" if len(numbers) == 1 else f"{cell} belongs to one patch"
            yield Rule(words, (cell,), constraint, "only patch", f"no patch would cover {cell}")
        for number, (clue, reach) in enumerate(zip(self.patches, reaches, strict=True), start=1):
            if not is_stated(clue):
                continue
            words = f"patch {number} is a rectangle with the clue in {clue.cell}"
            otherwise = f"patch {number} would be no rectangle"
            for cell in (Cell(row, col) for row in reach for col in reach[clue.cell.row]):
                reached = cell.col in reach[cell.row]
                if reached:
                    for nearer in _nearer(cell, clue.cell):
                        inner = Clause((~holds(cell, number), holds(nearer, number)))
                        yield Rule(words, (cell, nearer), inner, "rectangle", otherwise)
                beside, level = Cell(clue.cell.row, cell.col), Cell(cell.row, clue.cell.col)
                if cell not in {beside, level}:
                    corner = (holds(cell, number),) if reached else ()
                    full = Clause((~holds(beside, number), ~holds(level, number), *corner))
                    yield Rule(words, (beside, level, cell), full, "rectangle", otherwise)

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        # The clues make rectangles of the others.
        return iter(()) if for_people else self._rules(self.near, lambda clue: not clue.says)

    def clues(self) -> Iterator[Clue]:
        width = self.size[1]
        for number, (clue, ways, reach) in enumerate(zip(self.patches, self.ways, self.reach, strict=True), start=1):
            if not clue.says:
                continue
            cells = (Cell(row, col) for row in reach for col in reach[row])
            literals = [(cell.row * width + cell.col, holds(cell, number)) for cell in cells]
            owned = [(at, literal, ~literal) for at, literal in literals]
            rows = (tuple(literal if mask >> at & 1 else negated for at, literal, negated in owned) for mask in ways)
            words = f"patch {number} (clue in {clue.cell}) is {clue}"
            otherwise = f"patch {number} (clue in {clue.cell}) could not be {clue}"
            yield Clue(words, (clue.cell,), Table(tuple(rows)), "only rectangle", otherwise)

    def choices(self) -> Choices:
        return {cell: one_of(cell, numbers) for cell, numbers in owners(self.size, self.reach).items()}

    def is_solved_by(self, grid: Grid) -> bool:
        patches: dict[int | None, list[Cell]] = {number: [] for number in range(1, len(self.patches) + 1)}
        for cell, number in zip(grid.cells(), chain.from_iterable(grid.values), strict=True):
            patches.setdefault(number, []).append(cell)
        if not grid.same_shape(self.board) or len(patches) != len(self.patches):
            return False
        for cells, clue in zip(patches.values(), self.patches, strict=True):
            if clue.cell not in cells:
                return False
            (top, left), (bottom, right) = cells[0], cells[-1]
            height, width = bottom - top + 1, right - left + 1
            if len(cells) != height * width or any(not left <= col <= right for _, col in cells):
                return False
            if width not in clue.widths(height, width):
                return False
        return True

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:  # noqa: ARG002 - not needed
        names = {rule.name for rule in because}
        return names.pop() if len(names) == 1 else ""

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        found: dict[Place, int] = {}
        fills = picture.fills
        for number, clue in enumerate(self.patches, start=1):
            alike = [cell for cell, name in fills.items() if name == fills.get(clue.cell)]
            found |= dict.fromkeys(regions.connected_part([clue.cell, *alike]) if alike else (), number)
        return {cell: number for cell, number in found.items() if number in self.choices()[cell]}

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        drawn = ((clue.cell, clue.shape, clue.area or "") for clue in self.patches)
        return {cell: Glyph(f"{shape[0]}{area}", f"{SYMBOLS[shape]}{area}" or "?") for cell, shape, area in drawn}

    def picture(self, grid: Grid | None = None) -> Picture:
        cells: dict[int, list[Cell]] = {number: [] for number in range(1, len(self.patches) + 1)}
        for cell, number in () if grid is None else grid.marked():
            cells[number].append(cell)
        fills = dict(sorted(regions.lettered(cells.values()).items()))
        return replace(super().picture(grid), fills=fills, outline="drawn")

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        form = "a clue is one of a, s, w, t, then its area if known"
        clues = tuple(Patch(*clue) for clue in picture.lettered(SYMBOLS, form, bare=True))
        return cls((picture.height, picture.width), clues)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        rectangles = _random_cover(size, rng)
        full = [Patch(rng.choice(cover.cells()), cover.shape, prod(cover.sides)) for cover in rectangles]
        # As on the daily boards, a clue states its shape or its area, and both only if needed for a unique solution.
        clues = [Patch(clue.cell, *rng.choice((("any", clue.area), (clue.shape, None)))) for clue in full]
        puzzle = cls(size, tuple(clues))
        numbers = {clue.cell: number for number, clue in enumerate(puzzle.patches, start=1)}
        owner = {
            cell: numbers[clue.cell] for clue, cover in zip(full, rectangles, strict=True) for cell in cover.cells()
        }
        solution = Grid.make(*size, owner.get)
        for at in rng.sample(range(len(full)), len(full)):
            if is_only(puzzle, solution, rng):
                break
            clues[at] = full[at]
            puzzle = cls(size, tuple(clues))
        return puzzle, solution

    def without(self, clue: Clue) -> Self:
        bare = (Patch(patch.cell, "any") if patch.cell in clue.cells else patch for patch in self.patches)
        return type(self)(self.size, tuple(bare))


@lru_cache(maxsize=2**10)
def _sides(shape: Shape, area: int | None, size: tuple[int, int]) -> Sequence[tuple[int, range]]:
    """Return the heights of the rectangles of a shape and an area on a board, with the widths that go with each."""
    clue = Patch(Cell(0, 0), shape, area)
    widths = ((height, clue.widths(height, size[1])) for height in range(1, size[0] + 1))
    return [(height, fits) for height, fits in widths if fits]


def _nearer(cell: Cell, clue: Cell) -> Iterator[Cell]:
    """Iterate over the neighbours of the cell that are nearer to the clue."""
    if cell.row != clue.row:
        yield Cell(cell.row + (1 if cell.row < clue.row else -1), cell.col)
    if cell.col != clue.col:
        yield Cell(cell.row, cell.col + (1 if cell.col < clue.col else -1))


class Rectangle(NamedTuple):
    """The cells from the top left to the bottom right one, both included."""

    first: Cell
    last: Cell

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
        (top, left), (bottom, right) = self
        return [Cell(*at) for at in product(range(top, bottom + 1), range(left, right + 1))]


def _random_cover(size: tuple[int, int], rng: Random) -> list[Rectangle]:
    """Return random rectangles that cover a board of these rows and columns, in reading order."""
    rectangles: list[Rectangle] = []
    covered = set[Cell]()
    for cell in Grid.make(*size).cells():
        if cell not in covered:
            rectangles.append(_random_rectangle(cell, size, covered, rng))
            covered.update(rectangles[-1].cells())
    return rectangles


def _random_rectangle(first: Cell, size: tuple[int, int], covered: Container[Cell], rng: Random) -> Rectangle:
    """Return a random rectangle of free cells that begins at the first free one."""
    longest = 2 + max(size) // 4  # a board of any size then has about a dozen
    bottom, right = (min(at + rng.randrange(longest), side - 1) for at, side in zip(first, size, strict=True))
    # What is covered further down is covered in the first row, too.
    blocked = (col for col in range(first.col, right + 1) if Cell(first.row, col) in covered)
    return Rectangle(first, Cell(bottom, next(blocked, right + 1) - 1))


@lru_cache(maxsize=32)
def reaches(size: tuple[int, int], clues: tuple[Cell, ...]) -> Sequence[Reach]:
    """Return what a rectangle can reach from each of the cells `clues`: it holds no other of them."""
    by_row = defaultdict[int, list[int]](list)
    for row, col in clues:
        by_row[row].append(col)
    found = []
    for clue in clues:
        reach: dict[int, range] = {}
        for rows in (range(clue.row, size[0]), range(clue.row - 1, -1, -1)):
            free = reach.get(clue.row, range(size[1]))
            left, right = free.start, free.stop
            for row in rows:
                for col in by_row[row]:
                    if col < clue.col:
                        left = max(left, col + 1)
                    elif col > clue.col or row != clue.row:
                        right = min(right, col)
                if right == clue.col:  # a clue in the same column
                    break
                reach[row] = range(left, right)
        found.append(dict(sorted(reach.items())))
    return found


def owners(size: tuple[int, int], reaches: Sequence[Reach]) -> Mapping[Cell, Sequence[int]]:
    """Return for each cell the rectangles that can reach it, numbered from 1."""
    owners: dict[Cell, list[int]] = {cell: [] for cell in Grid.make(*size).cells()}
    for number, reach in enumerate(reaches, start=1):
        for row, columns in reach.items():
            for col in columns:
                owners[Cell(row, col)].append(number)
    return owners


def masks(clue: Cell, reach: Reach, columns: int, sides: Sequence[tuple[int, range]]) -> Iterator[int]:
    """Iterate over the rectangles around a clue, each as a mask of the cells of a board with so many columns.

    `sides` are the heights that it may have, the least first, and the widths that go with each.
    """
    first, last = min(reach), max(reach)
    for height, allowed in sides:
        leftmost = ((1 << height * columns) - 1) // ((1 << columns) - 1)
        for top in range(max(first, clue.row - height + 1), min(clue.row, last - height + 1) + 1):
            upper, lower = reach[top], reach[top + height - 1]
            start, stop = max(upper.start, lower.start), min(upper.stop, lower.stop)
            for left in range(max(start, clue.col - allowed[-1] + 1), clue.col + 1):
                for width in range(max(allowed[0], clue.col - left + 1), min(allowed[-1], stop - left) + 1):
                    yield ((1 << width) - 1) * leftmost << top * columns + left
